"""Questions that are proposed, by rules and by a model, and what a person makes of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import Library
from pincite.domain import ResultState
from pincite.errors import UsageError
from pincite.evaluate.accepting import DraftFile
from pincite.evaluate.drafting import GAP, Drafts, draft
from pincite.evaluate.gold import examined
from pincite.evaluate.questions import read_questions
from pincite.research.asking_back import question_of
from support.loaded import share_encoder
from support.model_server import ModelServer
from support.samples import PAPERS

FILE = "heat-pumps.pdf"


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture
def library(library_copy: Path) -> Iterator[Library]:
    with Library.open(library_copy) as opened:
        yield opened


def proposed(library: Library, count: int = 8, **more: object) -> Drafts:
    return draft(library, [library.document(FILE)], count, **more)  # type: ignore[arg-type]


def written(found: Drafts) -> bytes:
    return "".join(one.line() + "\n" for one in found.drafts).encode()


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("The mean drift was 6.8 mm a year.", "What was the mean drift?"),
        ("The old stone bridge was built in 1890.", "When was the old stone bridge built?"),
        (
            "The pump and the curve were corrected in October 2022, the pipe later.",
            "When were the pump and the curve corrected?",
        ),
        (
            "The circulation pump was set to constant speed because the valve stuck.",
            "Why was the circulation pump set to constant speed?",
        ),
        ("The test site was not flooded, because the weir held.", "Why was the test site not flooded?"),
        (
            "The Service Provider shall send a written report within ten Business days.",
            "Within what time shall the Service Provider send a written report?",
        ),
        ("The report that was written in 1890 is lost.", ""),
        ("The bridge was red in 1890.", ""),
        ("The results were corrected in 2020 houses and more.", ""),
    ],
)
def test_rules_make_questions_of_what_they_know(sentence: str, question: str) -> None:
    assert question_of(sentence, "en") == question


def test_rules_propose_from_all_over_a_document(library: Library) -> None:
    found = proposed(library)
    assert len(found.drafts) >= 6
    pages = [one.page for one in found.drafts]
    assert pages == sorted(pages)
    assert max(pages) - min(pages) >= 3
    assert len({one.quote for one in found.drafts}) == len(found.drafts)
    for one in found.drafts:
        assert one.made_by == ("gap" if GAP in one.question else "rules")
        assert one.answer in one.quote
    assert any(one.made_by == "rules" for one in found.drafts)
    assert found.drafts == proposed(library).drafts != proposed(library, seed=5).drafts


def test_a_draft_counts_only_when_it_was_accepted(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "drafts.jsonl"
    file.write_bytes(written(proposed(library)))
    results = examined(library, read_questions(file.read_bytes()))
    assert {one.reason for one in results} == {"it is a draft that nobody has accepted"}
    drafts = DraftFile(file)
    first, second, *others = drafts.waiting
    drafts.accept(first)
    drafts.accept(second, "How long did it take?")
    drafts.drop(others[0])
    again = DraftFile(file)
    assert again.waiting == others[1:]
    for record in again.waiting:
        again.accept(record, "What else?" if again.is_gap(record) else "")
    results = examined(library, read_questions(file.read_bytes()))
    usable = [one for one in results if one.state is ResultState.WAITING]
    assert usable[0].expected.question == first["question"]
    assert usable[1].expected.question == "How long did it take?"
    assert all(one.scoring == "quote" for one in usable)


def test_a_model_writes_questions_and_what_is_none_is_left_out(
    library: Library, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pincite.llm import open_model

    for name, value in model_server.environment().items():
        monkeypatch.setenv(name, value)
    with Library.open(library.folder) as opened:
        model = open_model(opened.settings.model)
        assert model is not None
        replies = [
            {"question": "How long was the wait for consent?", "answer": "1"},
            {"question": "This is none", "answer": "1"},
            {"question": "Is the answer nowhere?", "answer": "purple elephants"},
        ]
        prompts: list[str] = []
        for reply in replies:
            model_server.say(json.dumps(reply))
            found = draft(opened, [opened.document(FILE)], 3, model=model)
            prompts += [str(prompt) for prompt in model_server.prompts]
            if reply is replies[0]:
                assert all(one.made_by == model.use.name for one in found.drafts)
                assert all("1" in one.quote for one in found.drafts)
            else:
                assert found.drafts == []
        assert found.left_out == {"the model's answer is not in the sentence": 12}
        model_server.say("Sure! No JSON here.")
        silent = draft(opened, [opened.document(FILE)], 1, model=model)
        assert silent.drafts == []
        assert all(why.startswith("the model's reply: ") for why in silent.left_out)


def test_counts_that_make_no_sense(library: Library) -> None:
    for count in (0, 1_001):
        with pytest.raises(UsageError):
            proposed(library, count)


def test_documents_of_one_name_are_told_apart(library: Library, tmp_path: Path) -> None:
    other = tmp_path / FILE
    other.write_bytes((PAPERS / "river-gauges.pdf").read_bytes() + b"\n% another copy\n")
    library.add([other])
    two = [one for one in library.documents() if one.file_name == FILE]
    assert len(two) == 2
    found = draft(library, two, 2)
    assert {one.document for one in found.drafts} == {one.id for one in two}


@pytest.mark.parametrize("text", ['question,answer\n"a?",b\n', "[]\n", ""])
def test_files_that_are_no_drafts(tmp_path: Path, text: str) -> None:
    file = tmp_path / "questions.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError):
        DraftFile(file)
    with pytest.raises(UsageError):
        DraftFile(tmp_path / "none.jsonl")
    assert file.read_text("utf-8") == text
