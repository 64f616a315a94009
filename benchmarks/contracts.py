"""Finding and quoting clauses in contracts, as a lawyer's assistant would ask for them.

    python -m benchmarks.contracts --data DIR [--contexts none section title] [--fresh]

30 contracts (CUAD) are added as files, once for each `chunk.context`. Every clause that is there,
and whose marked spans all have 60 characters or more (shorter ones may stand on several pages), is asked for with
one plain question for its category:

* within: in the right contract alone;
* named: over all contracts, with the contract's name in the question;
* bare: over all contracts, without it. Such a question cannot know which contract is meant: the figure is a floor.

A passage is a hit if any of its spans lies on a page that holds the clause. Ranks count distinct pages: a passage's
rank is 1 + the number of other pages that better passages stand on.

The weights of late interaction, chunk BM25 and page BM25 are compared by combining the scores of one retrieval anew.

    python -m benchmarks.contracts --data DIR --questions FILE

writes the "named" questions whose clause stands on one page, and that page, as a file for `pincite eval`.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import contract_clauses, data_folder
from benchmarks.machine import machine_line
from benchmarks.refusal import area
from pincite import Answer, Library, Passage
from pincite.config import SearchSettings, Settings
from pincite.errors import ModelMismatchError
from pincite.search.fuse import standardised

WORK = Path(".bench")
SHORTEST = 60
CANDIDATES = 100
CONTEXTS = ("none", "section", "title")
WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.5)
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5)
NEVER = 10**9
ABSENT_SAMPLE = 3
"""Of the clauses that a contract does not have, every third is asked for, with the shipped context only."""

Task = Literal["within", "named", "bare"]
TASKS: tuple[Task, ...] = ("within", "named", "bare")

QUESTIONS = {
    "Affiliate License-Licensee": "May the affiliates of the licensee use the license under {contract}?",
    "Affiliate License-Licensor": "Does the license under {contract} cover the rights of the licensor's affiliates?",
    "Agreement Date": "On what date was {contract} made?",
    "Anti-Assignment": "May a party assign {contract} without the consent of the other party?",
    "Audit Rights": "Who may audit or inspect books and records under {contract}?",
    "Cap On Liability": "To what amount is a party's liability under {contract} limited?",
    "Change Of Control": "What happens to {contract} if control of a party changes, for example by merger or sale?",
    "Competitive Restriction Exception": "What exceptions are there to the ban on competition in {contract}?",
    "Covenant Not To Sue": "Does a party to {contract} promise not to sue or not to contest the other's rights?",
    "Document Name": "What is the title of {contract}?",
    "Effective Date": "When does {contract} take effect?",
    "Exclusivity": "What exclusive rights or exclusive dealing does {contract} provide for?",
    "Expiration Date": "When does {contract} end?",
    "Governing Law": "Which state's or country's law governs {contract}?",
    "Insurance": "What insurance must a party keep under {contract}?",
    "Ip Ownership Assignment": "Who owns the intellectual property created under {contract}?",
    "Irrevocable Or Perpetual License": "Is a license under {contract} perpetual or irrevocable?",
    "Joint Ip Ownership": "Which intellectual property do the parties to {contract} own jointly?",
    "License Grant": "What license is granted in {contract}?",
    "Liquidated Damages": "What liquidated damages or termination fee must be paid under {contract}?",
    "Minimum Commitment": "What minimum amount must be bought or paid under {contract}?",
    "Most Favored Nation": "Must a party to {contract} get terms as good as any other customer's?",
    "No-Solicit Of Customers": "Is a party to {contract} forbidden to solicit the other's customers?",
    "No-Solicit Of Employees": "Is a party to {contract} forbidden to hire or solicit the other's employees?",
    "Non-Compete": "Is a party to {contract} forbidden to compete?",
    "Non-Disparagement": "Is a party to {contract} forbidden to disparage the other?",
    "Non-Transferable License": "Is the license under {contract} non-transferable?",
    "Notice Period To Terminate Renewal": "How much notice must be given to stop the renewal of {contract}?",
    "Parties": "Who are the parties to {contract}?",
    "Post-Termination Services": "What must the parties still do after the termination of {contract}?",
    "Price Restrictions": "How far may prices be raised or lowered under {contract}?",
    "Renewal Term": "For how long is {contract} renewed after its first term?",
    "Revenue/Profit Sharing": "How are revenues or profits shared under {contract}?",
    "Rofr/Rofo/Rofn": "Does {contract} give a party a right of first refusal or first negotiation?",
    "Source Code Escrow": "Must source code be put in escrow under {contract}?",
    "Termination For Convenience": "May a party terminate {contract} without cause?",
    "Third Party Beneficiary": "Do third parties have rights under {contract}?",
    "Uncapped Liability": "For what is a party's liability under {contract} unlimited?",
    "Unlimited/All-You-Can-Eat-License": "Does {contract} give a license for unlimited use?",
    "Volume Restriction": "How much may be used under {contract} before a further fee is due or permission is needed?",
    "Warranty Duration": "How long does the warranty under {contract} last?",
}


@dataclass(frozen=True, slots=True)
class Item:
    """A clause to look for.

    Attributes:
        file: The contract's file name.
        name: What the contract calls itself.
        category: CUAD's name for the kind of clause.
        pages: Where it is, from 1; empty when the contract has no such clause.
    """

    file: str
    name: str
    category: str
    pages: frozenset[int]

    def question(self, task: Task) -> str:
        """What is asked."""
        contract = f"the {self.name}" if task == "named" else "the contract"
        return QUESTIONS[self.category].format(contract=contract)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The candidates of one question.

    Attributes:
        scores: float64 of shape (5, n): late interaction, chunk BM25, page BM25, fusion, dense.
        places: Of each candidate, its pages as (document number, page index).
        gold: Whether the candidate is a hit.
    """

    scores: NDArray[np.float64]
    places: Sequence[frozenset[tuple[str, int]]]
    gold: NDArray[np.bool_]

    def rank(self, final: NDArray[np.float64]) -> int:
        """The rank, in distinct pages, of the first hit when candidates are ordered by `final`."""
        seen: set[tuple[str, int]] = set()
        for position in np.argsort(-final, kind="stable").tolist():
            if self.gold[position]:
                return 1 + len(seen)
            seen |= self.places[position]
        return NEVER

    def combined(self, late_lexical: float, late_page: float, late_dense: float) -> int:
        """The rank with these weights, combined as the product does."""
        late, lexical, page, _, dense = map(standardised, self.scores)
        return self.rank(late + late_lexical * lexical + late_page * page + late_dense * dense)

    def fused(self) -> int:
        """The rank without late interaction."""
        return self.rank(self.scores[3])


def read_items(folder: Path) -> tuple[list[Item], list[Item]]:
    """Clauses that can be looked for, and a sample of those that are not in their contract."""
    rows = contract_clauses(folder)
    names = {row["pdf"]: row["answer"] for row in rows if row["category"] == "Document Name"}
    present, absent = [], []
    for row in rows:
        name = _plain_name(names[row["pdf"]])
        item = Item(row["pdf"], name, row["category"], frozenset(row["pages"]))
        if row["spans"] and min(map(len, row["spans"])) >= SHORTEST:
            present.append(item)
        elif not row["spans"]:
            absent.append(item)
    return present, absent[::ABSENT_SAMPLE]


def _plain_name(name: str) -> str:
    words = name.strip(" ,").removesuffix(", d").split()
    return " ".join(word.capitalize() if word.isalpha() and word.isupper() else word for word in words)


def open_library(data: Path, context: str, *, fresh: bool = False) -> Library:
    """The library of all contracts with this chunk context; the one of an earlier run where it can be used."""
    folder = WORK / f"contracts-{context}"
    if fresh:
        shutil.rmtree(folder, ignore_errors=True)
    files = sorted((data / "contracts").glob("*.pdf"))
    # Answers below the shipped threshold are wanted as well: other thresholds are computed from them.
    library = Library.open(folder, settings={"chunk": {"context": context}, "answer": {"threshold": 0.0}})
    wanted = library.settings.chunk.model_dump()
    store = library._store  # what a document was cut with is not part of the public API
    try:
        outdated = any(store.parameters(d.id)["chunk"] != wanted for d in library.documents())
        report = library.add([] if outdated else files)
        library.search("term", k=1)
    except ModelMismatchError:
        outdated = True
    if outdated:
        library.close()
        return open_library(data, context, fresh=True)
    if report.failed:
        raise SystemExit("\n".join(f"{entry.path.name}: {entry.error}" for entry in report.failed))
    return library


def look(library: Library, item: Item, task: Task, ids: dict[str, str]) -> Found:
    """Retrieve once; everything else is computed from it."""
    documents = [ids[item.file]] if task == "within" else None
    passages = library.search(item.question(task), k=CANDIDATES, documents=documents)
    return Found(
        np.array([[_signals(passage)[row] for passage in passages] for row in range(5)], np.float64),
        [frozenset((p.document.file_name, span.page_index) for span in p.spans) for p in passages],
        np.array([is_hit(passage, item) for passage in passages], bool),
    )


def _signals(passage: Passage) -> tuple[float, ...]:
    found = passage.scores
    return tuple(value or 0.0 for value in (found.late, found.lexical, found.page, found.fused, found.dense))


def is_hit(passage: Passage, item: Item) -> bool:
    """Whether a passage stands on one of the clause's pages."""
    pages = {span.page_index for span in passage.spans}
    return passage.document.file_name == item.file and bool(pages & item.pages)


def shares(ranks: Iterable[int]) -> list[float]:
    """Share of ranks within 1, 3 and 5, and the mean reciprocal rank."""
    values = np.array(list(ranks))
    return [float((values <= depth).mean()) for depth in (1, 3, 5)] + [float((1 / values).mean())]


def answers(library: Library, items: Sequence[Item], ids: dict[str, str]) -> list[tuple[Item, Answer]]:
    """Ask for each clause within its contract."""
    return [(item, library.ask(item.question("within"), documents=[ids[item.file]])) for item in items]


def answer_rows(asked: Sequence[tuple[Item, Answer]], absent: Sequence[Answer]) -> list[list[str]]:
    """How good the quoted answers are, for each threshold of the evidence gate."""
    rows = []
    for threshold in sorted({*THRESHOLDS, Settings().answer.threshold}):
        given = [(item, a) for item, a in asked if a.citations and a.confidence >= threshold]
        first = [a.citations[0].page_index in item.pages for item, a in given]
        any_page = [
            any(span.page_index in item.pages for citation in a.citations for span in citation.spans)
            for item, a in given
        ]
        values = [
            len(given) / len(asked),
            _mean(first),
            _mean(any_page),
            sum(any_page) / len(asked),
            _mean([not a.citations or a.confidence < threshold for a in absent]),
        ]
        rows.append([f"{threshold:g}", *("–" if np.isnan(value) else f"{value:.3f}" for value in values)])
    return rows


def _mean(values: Sequence[bool]) -> float:
    return float(np.mean(values)) if values else float("nan")


def print_answers(context: str, asked: Sequence[tuple[Item, Answer]], absent: Sequence[Answer]) -> None:
    """Print the tables about answers."""
    head = [
        "threshold",
        "answered",
        "first citation on a page, of answered",
        "any citation on a page, of answered",
        "any citation on a page, of all",
        f"refused of {len(absent)} absent clauses",
    ]
    title = f"Quoted answers within the right contract, context {context}, {len(asked)} clauses"
    print_table(title, head, answer_rows(asked, absent))
    if absent:
        scores = np.array([a.confidence for a in [*(answer for _, answer in asked), *absent]])
        labels = np.arange(len(scores)) < len(asked)
        print(f"\nConfidence, clauses that are there against absent ones: AUC {area(scores, labels):.3f}")


def print_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table."""
    print(f"\n{title}\n\n| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def stage_rows(found: dict[Task, list[Found]], context: str, shipped: SearchSettings) -> list[list[str]]:
    """Weighted fusion alone, late interaction alone, and as shipped."""
    rows = []
    for task, results in found.items():
        stages = {
            "weighted fusion": [result.fused() for result in results],
            "late interaction": [result.combined(0, 0, 0) for result in results],
            "as shipped": [
                result.combined(shipped.late_lexical, shipped.late_page, shipped.late_dense)
                for result in results
            ],
        }
        for stage, ranks in stages.items():
            rows.append([task, stage, context, *(f"{value:.3f}" for value in shares(ranks))])
    return rows


def grid_rows(results: Sequence[Found], late_dense: float) -> list[list[str]]:
    """First and fifth page, and mean reciprocal rank, for every pair of weights."""
    rows = []
    for late_lexical in WEIGHTS:
        row = [f"{late_lexical:g}"]
        for late_page in WEIGHTS:
            first, _, fifth, reciprocal = shares(
                r.combined(late_lexical, late_page, late_dense) for r in results
            )
            row.append(f"{first:.3f} / {fifth:.3f} / {reciprocal:.3f}")
        rows.append(row)
    return rows


def measure(
    data: Path, context: str, present: Sequence[Item], absent: Sequence[Item], *, fresh: bool = False
) -> None:
    """Measure one library, printing its weight grid, and give the rows of the tables over all libraries."""
    shipped = Settings()
    with open_library(data, context, fresh=fresh) as library:
        ids = {document.file_name: document.id for document in library.documents()}
        chunks = sum(document.chunks for document in library.documents())
        found = {task: [look(library, item, task, ids) for item in present] for task in TASKS}
        asked = answers(library, present, ids)
        unasked = absent if context == shipped.chunk.context else []
        refused = [answer for _, answer in answers(library, unasked, ids)]
    head = ["asked", "stage", "context", "R@1", "R@3", "R@5", "MRR"]
    print_table(
        f"chunk.context = {context}, {chunks} chunks", head, stage_rows(found, context, shipped.search)
    )
    for task in TASKS:
        print_table(
            f"{task}, context {context}: R@1 / R@5 / MRR; rows late_lexical, columns late_page",
            ["", *(f"{weight:g}" for weight in WEIGHTS)],
            grid_rows(found[task], shipped.search.late_dense),
        )
    print_answers(context, asked, refused)


def write_questions(items: Sequence[Item], file: Path) -> int:
    """Write the questions for `pincite eval`, which knows one page each; gives how many clauses stand on several."""
    one_page = [item for item in items if len(item.pages) == 1]
    with file.open("w", encoding="utf-8") as opened:
        for item in one_page:
            (page,) = item.pages
            record = {"question": item.question("named"), "document": item.file, "page": page}
            opened.write(json.dumps(record, ensure_ascii=False) + "\n")
    return len(items) - len(one_page)


def run(data: Path, *, contexts: Sequence[str] = CONTEXTS, fresh: bool = False) -> None:
    """Measure each context."""
    present, absent = read_items(data / "contracts")
    deviation = 0.5 / len(present) ** 0.5
    print(f"{len(present)} clauses, 30 contracts; one standard error of a share is at most {deviation:.3f}")
    for context in contexts:
        measure(data, context, present, absent, fresh=fresh)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--contexts", nargs="+", choices=CONTEXTS, default=CONTEXTS)
    parser.add_argument("--fresh", action="store_true", help="index again what an earlier run left")
    parser.add_argument("--questions", type=Path, metavar="FILE", help="write questions, and measure nothing")
    arguments = parser.parse_args()
    if arguments.questions:
        present, _ = read_items(data_folder(arguments.data) / "contracts")
        left_out = write_questions(present, arguments.questions)
        print(f"{len(present) - left_out} questions; {left_out} clauses on several pages left out")
        return
    print(machine_line())
    run(data_folder(arguments.data), contexts=arguments.contexts, fresh=arguments.fresh)


if __name__ == "__main__":
    main()
