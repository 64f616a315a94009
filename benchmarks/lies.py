"""A lying model: how many unsupported sentences get through, how many true ones are removed?

    python -m benchmarks.lies --data DIR [--fit] [--answers N] [--list FILE]

A script writes answers to questions of SQuAD v1.1 dev and about contracts: true sentences (verbatim, shortened,
joined, in other words, questions turned into statements) mixed with lies (numbers, dates, units and names changed,
roles swapped, negations, knowledge from elsewhere, plausible continuations), with right, wrong, invented and missing
markers. Sources are what the library itself retrieves for the question. Every answer goes through the product's own
reader and verifier.

Articles and contracts are halved: `--fit` calibrates on one half and writes the coefficients that Pincite ships; the
report is on the other half. Three further sets of lies are made by rules that the checks were not written for at first.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.contracts import QUESTIONS
from benchmarks.corpus import build_library
from benchmarks.data import Question, contract_clauses, data_folder, squad
from benchmarks.lying import held_out, lies, truth
from benchmarks.lying.text import NAME, NUMBER, Written, sentences
from benchmarks.machine import machine_line
from pincite import Library
from pincite.answer import wording
from pincite.answer.draft import DraftReader
from pincite.answer.sources import Source
from pincite.answer.verify import Verdict, Verifier
from pincite.encode.contract import Floats

WORK = Path(".bench")
RETRIEVED = 10
EACH = 3
"""True and false sentences in an answer."""
CONTRACT_SHARE = 4
"""Every so many answers one is about a contract."""

CALIBRATED_ON = 150
"""Answers of the other half that the coefficients are fitted to."""
UNSEEN = 100
"""Answers with two lies each by other rules."""
ROUNDS = 4
SEVERAL_SENTENCES = frozenset({"two sentences joined", "half true"})


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """What an answer is written from.

    Attributes:
        question: What was asked.
        answer: Its gold answer; "" for contracts.
        passage: The text that answers it.
        sources: What was retrieved.
        elsewhere: True sentences of other documents: of the same article, or of other contracts.
        names: Names of other documents.
    """

    question: str
    answer: str
    passage: str
    sources: tuple[Source, ...]
    elsewhere: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(slots=True)
class Tally:
    """What became of the sentences of one kind.

    Attributes:
        wrong: Those that were judged wrongly, with the reason or the support.
    """

    count: int = 0
    wrong: list[str] = field(default_factory=list)


def told(material: Material) -> list[str]:
    """The sentences of the passage that are in the sources: a long passage is more than one chunk."""
    return [s for s in sentences(material.passage) if _is_said(s, material.sources)]


def true_sentences(material: Material, chooser: Random) -> list[Written]:
    """Every true sentence that the material gives."""
    own = sentences(material.passage)
    found = [
        w
        for before, s in zip(["", *own], own, strict=False)
        for w in truth.in_other_words(before, s, chooser)
    ]
    if len(own) >= 2:
        found.append(truth.joined(*chooser.sample(own, 2)))
    said = truth.statement(material.question, material.answer) if material.answer else None
    return found + ([said] if said else [])


def false_sentences(material: Material, chooser: Random) -> list[Written]:
    """Every lie that the material gives."""
    own = told(material)
    own_names = sorted(set(NAME.findall(material.passage)))
    own_numbers = sorted(set(NUMBER.findall(material.passage)))
    found = [w for s in own for w in lies.from_sentence(s, own_names, own_numbers, material.names, chooser)]
    away = [s for s in material.elsewhere if not _is_said(s, material.sources)]
    if away:
        found += [
            Written("from elsewhere, same subject", s, False) for s in chooser.sample(away, min(2, len(away)))
        ]
        if own:
            found.append(lies.half_true(chooser.choice(own), chooser.choice(away)))
    if own_names:
        found.append(lies.continuation(chooser.choice(own_names), chooser))
    return [w for w in found if not _is_said(w.text, material.sources)]


def unseen_lies(material: Material, chooser: Random) -> list[Written]:
    """Every lie by the other rules."""
    own = told(material)
    found = [w for s in own for w in held_out.from_sentence(s, material.names, chooser)]
    found += [w for s in own for w in held_out.second(s, chooser)]
    return [w for w in found if not _is_said(w.text, material.sources)]


def third_lies(material: Material, chooser: Random) -> list[Written]:
    """Every lie of the third set."""
    own_names = sorted(set(NAME.findall(material.passage)))
    found = [w for s in told(material) for w in held_out.third(s, own_names, material.passage, chooser)]
    return [w for w in found if not _is_said(w.text, material.sources)]


def _is_said(sentence: str, sources: Sequence[Source]) -> bool:
    """Whether a sentence stands in the sources word by word: then it is no lie."""
    bare = _bare(sentence)
    return any(bare in _bare(source.stored.chunk.text) for source in sources)


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def choose(found: Sequence[Written], count: int, chooser: Random) -> list[Written]:
    """Sentences of as many kinds as possible."""
    kinds = sorted({w.kind for w in found})
    chooser.shuffle(kinds)
    return [chooser.choice([w for w in found if w.kind == kind]) for kind in kinds[:count]]


def draft(written: Sequence[Written], material: Material, chooser: Random) -> str:
    """The answer as the model writes it: prose or a list, with markers of every form, many of them wrong."""
    number = len(material.sources)
    right = next(
        (s.number for s in material.sources if material.passage[:60] in s.stored.chunk.text),
        chooser.randint(1, number),
    )
    pieces = []
    for one in written:
        cited = chooser.choice((right, right, right, chooser.randint(1, number), number + 7))
        form = chooser.choice(
            ("[{n}]", "[{n}]", "[{n}][99]", "[ {n} ]", "【{n}】", "[Source {n}]", "[{n}, {m}]", "")
        )
        marker = form.format(n=cited, m=chooser.randint(1, number))
        before = chooser.random() < 0.5
        pieces.append(f"{one.text[:-1]} {marker}." if before and marker else f"{one.text} {marker}".rstrip())
    separator = chooser.choice((" ", "\n- ", "\n\n", "\n"))
    return ("- " if separator == "\n- " else "") + separator.join(pieces)


def judge(library: Library, material: Material, text: str) -> tuple[list[tuple[str, Verdict, float]], float]:
    """Every sentence of a draft with its verdict and the seconds of processor time that it took; those of preparing."""
    verifier = Verifier(library._store, library._encoder, material.sources)
    begin = time.process_time()
    verifier.prepare()  # as is done while the model reads its prompt
    prepared = time.process_time() - begin
    reader = DraftReader(len(material.sources))
    found = []
    for sentence in [*reader.feed(text), *reader.finish()]:
        begin = time.process_time()
        verdict = verifier.check(sentence.text, sentence.cited, heading=sentence.heading)
        found.append((sentence.text, verdict, time.process_time() - begin))
    return found, prepared


def squad_material(
    data: Path, library: Library, half: int, count: int, chooser: Random
) -> Iterator[Material]:
    """Questions of every second article, with the retrieval over all of them."""
    passages, questions = squad(data / "squad/dev-v1.1.json")
    inside = set(sorted({article for article, _ in passages})[half::2])
    names = sorted(
        {name for article, text in passages[::7] if article not in inside for name in NAME.findall(text)}
    )
    by_article: dict[str, list[str]] = {}
    for article, text in passages:
        by_article.setdefault(article, []).extend(sentences(text))
    asked: list[Question] = chooser.sample(
        [q for q in questions if q.article in inside], min(4 * count, 3000)
    )
    given = 0
    for question in asked:
        passage = passages[question.passage][1]
        sources = retrieve(library, question.text)
        if not any(passage[:60] in source.stored.chunk.text for source in sources):
            continue
        away = tuple(s for s in by_article[question.article] if s not in passage)
        yield Material(question.text, question.answers[0], passage, sources, away, tuple(names))
        given += 1
        if given == count:
            return


def contract_material(
    data: Path, library: Library, half: int, count: int, chooser: Random
) -> Iterator[Material]:
    """Clauses of every second contract, with the retrieval within it."""
    rows = [r for r in contract_clauses(data / "contracts") if r["spans"] and len(r["spans"][0]) >= 60]
    files = sorted({row["pdf"] for row in rows})
    rows = [row for row in rows if row["pdf"] in files[half::2]]
    documents = {document.file_name: document.id for document in library.documents()}
    chooser.shuffle(rows)
    given = 0
    for row in rows:
        question = QUESTIONS.get(row["category"], "").format(contract="the contract")
        if not question:
            continue
        sources = retrieve(library, question, [documents[row["pdf"]]])
        spans = _bare(row["spans"][0])[:60]
        passage = next((s.stored.chunk.text for s in sources if spans in _bare(s.stored.chunk.text)), "")
        if not passage:
            continue
        others = [r["spans"][0] for r in rows if r["pdf"] != row["pdf"] and r["category"] != row["category"]]
        away = tuple(
            s
            for span in chooser.sample(others, min(12, len(others)))
            for s in sentences(" ".join(span.split()))
        )
        names = sorted({name for span in others for name in NAME.findall(span)})
        yield Material(question, "", " ".join(passage.split()), sources, away, tuple(names))
        given += 1
        if given == count:
            return


def retrieve(library: Library, question: str, documents: Sequence[str] | None = None) -> tuple[Source, ...]:
    """What a model would be given."""
    evidence = library.retrieve(question, k=RETRIEVED, documents=documents).evidence
    return tuple(Source(n, e.stored, e.passage.document, e.passage) for n, e in enumerate(evidence, start=1))


def answers(data: Path, half: int, count: int, seed: int) -> Iterator[tuple[Library, Material, Random]]:
    """Material for `count` answers, the last quarter about contracts."""
    chooser = Random(seed)
    contracts = count // CONTRACT_SHARE
    with squad_library(data) as library:
        for material in squad_material(data, library, half, count - contracts, chooser):
            yield library, material, chooser
    with contract_library(data) as library:
        for material in contract_material(data, library, half, contracts, chooser):
            yield library, material, chooser


def squad_library(data: Path) -> Library:
    """All paragraphs of SQuAD, each a document."""
    return build_library(WORK / "lies-squad", squad(data / "squad/dev-v1.1.json")[0])


def contract_library(data: Path) -> Library:
    """The contracts, added as files."""
    library = Library.open(WORK / "lies-contracts")
    if not library.documents():
        library.add([data / "contracts"])
    return library


def measure(
    data: Path,
    half: int,
    count: int,
    seed: int,
    *,
    only: Callable[[Material, Random], list[Written]] | None = None,
) -> tuple[dict[tuple[bool, str], Tally], list[float], list[float]]:
    """Write and judge answers; what became of each kind of sentence, the seconds that each took, and preparing.

    Args:
        data: Folder of the data sets.
        half: Which articles and contracts.
        count: How many answers.
        seed: Of chance.
        only: Writes lies by other rules, two of which are told and nothing else.
    """
    tallies: dict[tuple[bool, str], Tally] = {}
    seconds: list[float] = []
    preparing: list[float] = []
    for library, material, chooser in answers(data, half, count, seed):
        if only is not None:
            written = choose(only(material, chooser), 2, chooser)
        else:
            written = choose(true_sentences(material, chooser), EACH, chooser)
            written += choose(false_sentences(material, chooser), EACH, chooser)
        chooser.shuffle(written)
        judged, prepared = judge(library, material, draft(written, material, chooser))
        seconds += [taken for _, _, taken in judged]
        preparing.append(prepared)
        for one, text, verdict in _matched(written, judged):
            tally = tallies.setdefault((one.true, one.kind), Tally())
            tally.count += 1
            if verdict.supported != one.true:
                shown = " / ".join(s.source.text(s.sentence) for s in verdict.support)
                tally.wrong.append(f"{text}\n      {verdict.problem or shown} ({verdict.confidence:.2f})")
    return tallies, seconds, preparing


def examples(data: Path, count: int, seed: int) -> tuple[list[Floats], list[bool]]:
    """To calibrate on: the wording of each sentence of the sources that no fact speaks against, and what is true."""
    values, labels = [], []
    for library, material, chooser in answers(data, 0, count, seed):
        written = choose(true_sentences(material, chooser), 2 * EACH, chooser)
        written += choose(false_sentences(material, chooser), 2 * EACH, chooser)
        verifier = Verifier(library._store, library._encoder, material.sources)
        for one in written:
            if one.kind in SEVERAL_SENTENCES:
                continue
            compared = verifier._compare(verifier._read(one.text, ()))
            findings = verifier._findings(compared, compared.asked.whole, verifier._told)
            rows = [astuple(finding.wording) for finding in findings if not finding.contradicted]
            if rows:
                values.append(np.array(rows))
                labels.append(one.true)
    return values, labels


def fit(values: Sequence[Floats], labels: Sequence[bool]) -> dict[str, float]:
    """Coefficients of the logistic regression; of each sentence's candidates the likeliest one counts."""
    from sklearn.linear_model import LogisticRegression

    truth_of = np.array(labels)
    chosen = np.array([rows[rows[:, 0].argmax()] for rows in values])
    for _ in range(ROUNDS):
        spread = np.maximum(chosen.std(axis=0), 1e-9)
        model = LogisticRegression(C=10.0, max_iter=10_000, class_weight="balanced")
        model.fit(chosen / spread, truth_of)
        weights = model.coef_[0] / spread
        chosen = np.array([rows[(rows @ weights).argmax()] for rows in values])
    names = [entry.name for entry in fields(wording.Wording)]
    return dict(zip(names, map(float, weights), strict=True)) | {"bias": float(model.intercept_[0])}


def _matched(
    written: Sequence[Written], judged: Sequence[tuple[str, Verdict, float]]
) -> Iterator[tuple[Written, str, Verdict]]:
    """Each sentence as written with what was read; the reader must find the same sentences."""
    read = {_bare(text): (text, verdict) for text, verdict, _ in judged}
    for one in written:
        if found := read.get(_bare(one.text)):
            yield one, *found


def report(tallies: dict[tuple[bool, str], Tally]) -> list[str]:
    """Lines of a table, by kind."""
    lines = ["| sentence | kind | number | judged wrongly | share |", "|---|---|---|---|---|"]
    for true, heading in ((True, "true"), (False, "lie")):
        kinds = sorted((kind, tally) for (is_true, kind), tally in tallies.items() if is_true is true)
        total, wrong = sum(t.count for _, t in kinds), sum(len(t.wrong) for _, t in kinds)
        for kind, tally in kinds:
            lines.append(
                f"| {heading} | {kind} | {tally.count} | {len(tally.wrong)} | {len(tally.wrong) / tally.count:.3f} |"
            )
        if not kinds:
            continue
        outcome = "true sentences removed" if true else "lies let through"
        lines.append(
            f"| **{heading}** | **all: {outcome}** | {total} | {wrong} | **{wrong / max(total, 1):.3f}** |"
        )
    return lines


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument(
        "--half", type=int, default=1, choices=(0, 1), help="1 is reported on, 0 calibrated on"
    )
    parser.add_argument("--fit", action="store_true", help="calibrate and write the coefficients first")
    parser.add_argument("--list", type=Path, help="write every wrong judgement to this file")
    arguments = parser.parse_args()
    data = data_folder(arguments.data)
    print(machine_line())
    if arguments.fit:
        coefficients = fit(*examples(data, CALIBRATED_ON, seed=4))
        target = Path(wording.__file__).with_name(wording.COEFFICIENTS)
        target.write_text(json.dumps(coefficients, indent=2) + "\n", encoding="utf-8")
        wording._coefficients.cache_clear()
    tallies, seconds, preparing = measure(data, arguments.half, arguments.answers, seed=5 + arguments.half)
    print("\n".join(report(tallies)))
    median, slow = 1000 * np.quantile(seconds, (0.5, 0.95))
    print(f"milliseconds of processor time a sentence: median {median:.1f}, 95 % {slow:.1f}")
    print(f"milliseconds to read the sources of an answer: median {1000 * np.median(preparing):.1f}")
    measured = [tallies]
    for name, only in (("first and second", unseen_lies), ("third", third_lies)):
        unseen, *_ = measure(data, arguments.half, UNSEEN, seed=7 + arguments.half, only=only)
        print(
            f"\nLies by other rules, {name} set, see benchmarks/lying/held_out.py:\n\n"
            + "\n".join(report(unseen))
        )
        measured.append(unseen)
    if arguments.list:
        lines = [line for found in measured for line in listed(found)]
        arguments.list.write_text("\n".join(lines) + "\n", encoding="utf-8")


def listed(tallies: dict[tuple[bool, str], Tally]) -> list[str]:
    """Every wrong judgement."""
    return [
        f"{kind} ({'true' if true else 'lie'})\n   {wrong}"
        for (true, kind), tally in sorted(tallies.items())
        for wrong in tally.wrong
    ]


if __name__ == "__main__":
    main()
