"""Public sets as they were published, small: what is written, what is left out, what is an error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite import Library
from pincite.domain import Expectation
from pincite.errors import ConflictError, UsageError
from pincite.evaluate.gold import examined
from pincite.evaluate.importers import IMPORTERS, Imported, import_questions
from pincite.evaluate.questions import read_questions
from pincite.evaluate.running import Run, prepare
from support.loaded import share_encoder

BRIDGE = "The bridge was built in 1890. Mr. Hale drew it. It is made of iron."
MILL = "The mill stands at the weir. It grinds rye for three villages."
MARCO = {
    "query": "who drew the bridge",
    "answers": ["Mr. Hale"],
    "passages": [{"is_selected": 1, "passage_text": BRIDGE}, {"is_selected": 0, "passage_text": MILL}],
}


def questions(target: Path) -> list[Expectation]:
    return read_questions((target / "questions.jsonl").read_bytes())


def texts(target: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in (target / "documents").rglob("*.txt")}


def lines(*records: Any) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def squad(*asked: dict[str, Any]) -> str:
    return json.dumps({"data": [{"title": "Town", "paragraphs": [{"context": BRIDGE, "qas": list(asked)}]}]})


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def beir(folder: Path, *, grades: str = "q1\tb1\t2\nq1\tm1\t1\nq2\tm1\t0\n", corpus: str = "") -> Path:
    passages = (
        {"_id": "b1", "title": "Bridge", "text": BRIDGE},
        {"_id": "m1", "title": "", "text": MILL},
    )
    return write(
        folder,
        {
            "corpus.jsonl": corpus or lines(*passages),
            "queries.jsonl": lines({"_id": "q1", "text": "iron bridge"}, {"_id": "q2", "text": "rye"}),
            "qrels/test.tsv": "query-id\tcorpus-id\tscore\n" + grades,
        },
    )


def test_squad_has_the_sentence_of_the_answer_and_repairs_offsets(tmp_path: Path) -> None:
    text = squad(
        {"question": "When?", "answers": [{"text": "1890", "answer_start": 3}]},
        {"question": "Which metal?", "answers": [{"text": "iron", "answer_start": BRIDGE.index("iron")}]},
        {"question": "Who paid?", "is_impossible": True, "answers": []},
        {"question": "Who drew?", "answers": [{"text": "Hall", "answer_start": 0}]},
    )
    write(tmp_path, {"dev.json": text})
    done = import_questions("squad", tmp_path / "dev.json", tmp_path / "to")
    assert (done.documents, done.questions) == (1, 3)
    assert done.skipped == {"questions whose answer is not in its paragraph": 1}
    when, metal, paid = questions(tmp_path / "to")
    assert (when.quote, when.answers) == ("The bridge was built in 1890.", ("1890",))
    assert metal.quote == "It is made of iron."
    assert paid.answerable is False
    assert list(texts(tmp_path / "to")) == [when.document]


def test_clapnq_and_natural_questions(tmp_path: Path) -> None:
    words = "<P> The mill stands at the weir . </P>".split(" ")
    none = {"start_token": -1, "end_token": -1}
    passage = [{"title": "Bridge", "text": BRIDGE}]
    chosen = [{"answer": "in 1890", "selected_sentences": ["The bridge was built in 1890."]}]
    place = {
        "long_answer": {"start_token": 0, "end_token": len(words)},
        "short_answers": [{"start_token": 4, "end_token": 7}],
    }
    text = lines(
        {"input": "when", "passages": passage, "output": chosen},
        {"input": "who", "passages": passage, "output": [{"answer": ""}]},
        {
            "document_text": " ".join(words),
            "question_text": "where",
            "annotations": [{"long_answer": none, "short_answers": []}, place],
        },
    )
    write(tmp_path, {"dev.jsonl": text})
    done = import_questions("nq", tmp_path / "dev.jsonl", tmp_path / "to")
    assert (done.documents, done.questions) == (2, 3)
    assert list(done.skipped.values()) == [1], "the same passage twice is one document"
    when, who, where = questions(tmp_path / "to")
    assert (when.quote, who.answerable) == ("The bridge was built in 1890.", False)
    assert (where.quote, where.answers) == ("The mill stands at the weir .", ("at the weir",))


@pytest.mark.parametrize("by_line", [True, False])
def test_marco_in_both_forms(tmp_path: Path, by_line: bool) -> None:
    records = [MARCO, {**MARCO, "query": "who paid", "answers": ["No Answer Present."]}]
    columns = {name: {str(at): record[name] for at, record in enumerate(records)} for name in MARCO}
    name = "dev.jsonl" if by_line else "dev.json"
    write(tmp_path, {name: lines(*records) if by_line else json.dumps(columns)})
    done = import_questions("msmarco", tmp_path / name, tmp_path / "to")
    assert (done.documents, done.questions) == (2, 2)
    drew, paid = questions(tmp_path / "to")
    written = texts(tmp_path / "to")
    assert [(written[name].strip(), grade) for name, grade in drew.documents] == [(BRIDGE, 1)]
    assert paid.answerable is False


def test_beir_keeps_grades_and_counts_what_is_missing(tmp_path: Path) -> None:
    grades = "q1\tb1\t2\nq1\tm1\t1\nq1\tgone\t1\nq2\tm1\t0\nq9\tm1\t1\n"
    done = import_questions("beir", beir(tmp_path / "set", grades=grades), tmp_path / "to")
    skipped = {
        "judged queries that have no text": 1,
        "judgements of passages that are missing or have no text": 1,
        "queries without a relevant passage": 1,
    }
    assert done == Imported(2, 1, ("questions.jsonl",), skipped)
    (asked,) = questions(tmp_path / "to")
    assert asked.documents == (("b1.txt", 2), ("m1.txt", 1))


def test_marco_judgements(tmp_path: Path) -> None:
    files = {
        "collection.tsv": f"0\t{BRIDGE}\n1\t{MILL}\n",
        "queries.dev.tsv": "7\trye\n",
        "qrels.dev.tsv": "7\t0\t1\t1\n",
    }
    import_questions("msmarco-qrels", write(tmp_path / "set", files), tmp_path / "to")
    (asked,) = questions(tmp_path / "to")
    assert asked.documents == (("1.txt", 1),)


def test_cranfield_counts_queries_by_their_order(tmp_path: Path) -> None:
    files = {
        "cran.1400": f".I 1\n.T\nbridge\n.A\nhale\n.W\n{BRIDGE}\n.I 2\n.T\n.W\n{MILL}\n",
        "cran.qry": ".I 001\n.W\niron\nbridge\n.I 004\n.W\nrye\n",
        "cranqrel": "1 1 4 \n2 2 2\n2 1 -1\n",
    }
    import_questions("cranfield", write(tmp_path / "set", files), tmp_path / "to")
    assert [(one.question, one.documents) for one in questions(tmp_path / "to")] == [
        ("iron bridge", (("1.txt", 1),)),
        ("rye", (("2.txt", 1),)),
    ]


@pytest.mark.parametrize(
    ("kind", "name", "text", "message"),
    [
        ("squad", "a.json", '{"data": [', "a.json, line 1: it is not JSON"),
        ("squad", "a.json", '{"data": [{"paragraphs": [{"context": "a"}]}]}', "paragraph 1 is not in"),
        ("squad", "a.json", '{"data": []}', "no question that can be asked"),
        ("squad", "a.json", "[" * 100_000, "a.json: it is not JSON that can be read"),
        ("squad", "a.json", "", "a.json, line 1: it is not JSON"),
        ("nq", "a.jsonl", "\n{}\n", "a.jsonl, line 2: it is in the form of neither"),
        ("nq", "a.jsonl", "", "no question that can be asked"),
        ("nq", "a.jsonl", "[1]", "a.jsonl, line 1: it is not a JSON object"),
        ("msmarco", "a.jsonl", lines(MARCO, {"query": "a"}), "a.jsonl, line 2: question 2 is not in"),
        ("msmarco", "a.json", "{}", "it has no columns query, answers, passages"),
    ],
    ids=range(10),
)
def test_damaged_files_are_errors_that_leave_nothing(
    tmp_path: Path, kind: str, name: str, text: str, message: str
) -> None:
    write(tmp_path, {name: text})
    with pytest.raises(UsageError) as caught:
        import_questions(kind, tmp_path / name, tmp_path / "to")
    assert message in caught.value.message
    assert caught.value.remedy
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"grades": "q1\tb1\n"}, "test.tsv, line 2: it has 2 columns instead of 3"),
        ({"grades": "q1\tb1\tmuch\n"}, "test.tsv, line 2: the grade 'much' is no whole number"),
        ({"corpus": lines({"_id": "b1", "text": "a"}) * 2}, "corpus.jsonl, line 2: the passage 'b1' is"),
        ({"corpus": lines({"_id": 5, "text": "a"})}, "corpus.jsonl, line 1: it has no texts"),
    ],
    ids=range(4),
)
def test_damaged_folders(tmp_path: Path, changed: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match="line") as caught:
        import_questions("beir", beir(tmp_path / "set", **changed), tmp_path / "to")
    assert message in caught.value.message
    assert not (tmp_path / "to").exists()


def test_what_is_not_there_and_what_is_there_already(tmp_path: Path) -> None:
    for kind in IMPORTERS:
        with pytest.raises(UsageError):
            import_questions(kind, tmp_path / "none", tmp_path / "to")
    with pytest.raises(UsageError, match="no kind 'smart'"):
        import_questions("smart", tmp_path, tmp_path / "to")
    with pytest.raises(ConflictError, match="exists"):
        import_questions("beir", beir(tmp_path / "set"), tmp_path)
    (tmp_path / "latin.jsonl").write_bytes(b'{"input": "M\xfcll"}')
    with pytest.raises(UsageError, match=r"line 1: it is no text in UTF-8"):
        import_questions("nq", tmp_path / "latin.jsonl", tmp_path / "to")


def test_names_are_safe_and_different(tmp_path: Path) -> None:
    names = ["a", "A", "../a", "a/b", "é" * 300, "a b", ""]
    corpus = lines(*({"_id": name, "text": f"Text number {at}."} for at, name in enumerate(names)))
    folder = beir(tmp_path / "set", corpus=corpus, grades="q1\t../a\t1\n")
    assert import_questions("beir", folder, tmp_path / "to").documents == len(names)
    written = texts(tmp_path / "to")
    assert len({name.casefold() for name in written}) == len(names)
    assert all(len(name) < 90 for name in written)
    (asked,) = questions(tmp_path / "to")
    assert written[asked.documents[0][0]] == "Text number 2.\n"


def test_many_questions_are_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.evaluate.importers.folder.MOST_QUESTIONS", 2)
    answer = {"text": "1890", "answer_start": BRIDGE.index("1890")}
    write(tmp_path, {"a.json": squad(*({"question": f"When {n}?", "answers": [answer]} for n in range(5)))})
    done = import_questions("squad", tmp_path / "a.json", tmp_path / "to")
    assert done.files == ("questions.jsonl", "questions-2.jsonl", "questions-3.jsonl")
    assert sum(len(read_questions((tmp_path / "to" / name).read_bytes())) for name in done.files) == 5


def test_a_set_is_added_and_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)
    import_questions("beir", beir(tmp_path / "set"), tmp_path / "to")
    asked = questions(tmp_path / "to")
    with Library.open(tmp_path / "library", create=True) as library:
        library.add([tmp_path / "to" / "documents"])
        missing = Expectation("rye", 9, documents=(("b1.txt", 1), ("gone.txt", 1)))
        twice = Expectation("rye", 10, documents=(("b1.txt", 1), ("B1.txt", 1)))
        assert [one.reason for one in examined(library, [*asked, missing, twice])] == [
            "",
            "there is no document 'gone.txt'",
            "two names in `documents` are of the same document",
        ]
        claim = prepare(library, asked)
        with Run(library, claim) as run:
            list(run.progress())
        (result,) = library.store.evaluations.every_result(claim.evaluation)
        measures = library.store.evaluations.get(claim.evaluation).measures
    assert result.expected.documents == asked[0].documents
    assert result.ranks == (1, 2)
    found = {one.name: one.value for one in measures}
    assert (found["ndcg@10"], found["map@10"], found["recall@1"]) == (1, 1, 0.5)
    assert found["page@1"] is None
