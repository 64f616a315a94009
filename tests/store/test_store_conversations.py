"""Conversations are kept, and stay true when documents go."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from store_builders import add, document_of

from pincite.domain import (
    Answer,
    AnswerSentence,
    Citation,
    Incomplete,
    Lost,
    ModelUse,
    Passage,
    Rectangle,
    Role,
    Scores,
    Span,
    TurnState,
)
from pincite.errors import NotFoundError, UsageError
from pincite.store import Store
from pincite.store.conversations import LONGEST_TITLE
from support.viewers import account_id, make_account

WORKER = Path(__file__).with_name("store_worker.py")


def answer_from(store: Store, document_id: str, quote: str, **changes: object) -> Answer:
    """An answer that is one quote: the whole first page of a document, and the passage it is from."""
    document = store.document(document_id)
    (pk, *_) = [row.pk for row in store.neighbours(_pk(store, document_id), 0, 0, 0)]
    citation = Citation(
        1,
        quote,
        document,
        (Span(1, 0, len(quote)),),
        1,
        "p1",
        ("Intro",),
        (Rectangle(1, 0.1, 0.2, 0.3, 0.4),),
    )
    passage = Passage(1, quote, document, ("Intro",), (Span(1, 0, len(quote)),), Scores(final=0.5), "p1")
    values: dict[str, object] = {
        "question": "What?",
        "refused": False,
        "reason": "",
        "text": f"{quote} [1]",
        "sentences": (AnswerSentence(quote, (1,)),),
        "citations": (citation,),
        "passages": (Passage(**{**_fields(passage), "chunk_id": pk}),),
        "confidence": 0.75,
        "timings": {"search": 0.5},
    }
    return Answer(**{**values, **changes})  # type: ignore[arg-type]


def _fields(passage: Passage) -> dict[str, object]:
    return {name: getattr(passage, name) for name in Passage.__dataclass_fields__}


def _pk(store: Store, document_id: str) -> int:
    return next(pk for pk, document in store.documents_by_pk(range(50)).items() if document.id == document_id)


def test_an_answer_is_read_as_it_was_stored(store: Store, tmp_path: Path) -> None:
    document = add(store, tmp_path, "Ants eat é.")
    kept = store.conversations
    conversation = kept.create("What do ants eat?")
    claim = kept.begin_turn(conversation.id, "What?")
    answer = answer_from(
        store,
        document,
        "Ants eat é.",
        asked_as="What do ants eat?",
        mode="composed",
        model=ModelUse("ollama", "small", "http://127.0.0.1:11434", False),
        removed=(AnswerSentence("Bees fly.", (), "\n- ", "not in the sources"),),
        incomplete=Incomplete.CUT_OFF,
        failure="The limit was reached.",
    )
    assert kept.store_answer(claim, answer)
    (turn,) = kept.turns(conversation.id)
    assert turn.state is TurnState.DONE
    assert turn.lost == {}
    assert turn.answer is not None
    (passage,) = turn.answer.passages
    assert passage.sentences
    assert turn.answer.citations == answer.citations
    assert (turn.answer.removed, turn.answer.model) == (answer.removed, answer.model)
    assert (turn.answer.incomplete, turn.unfinished) == (Incomplete.CUT_OFF, True)
    assert turn.answer.asked_as == "What do ants eat?"


def test_a_question_is_kept_before_there_is_an_answer(store: Store, library: Path) -> None:
    conversation = store.conversations.create("t")
    store.conversations.begin_turn(conversation.id, "Killed here?")
    store.close()
    with Store.open(library) as again:
        (turn,) = again.conversations.turns(conversation.id)
        assert (turn.question, turn.state, turn.answer) == ("Killed here?", TurnState.RUNNING, None)
        assert turn.unfinished
        claim = again.conversations.begin_again(conversation.id)
        assert (claim.number, claim.question) == (1, "Killed here?")


def test_a_partial_answer_stays_until_there_is_a_whole_one(store: Store, tmp_path: Path) -> None:
    document = add(store, tmp_path, "one two")
    kept = store.conversations
    conversation = kept.create("t")
    first = kept.begin_turn(conversation.id, "Q?")
    partial = answer_from(store, document, "one", incomplete=Incomplete.STOPPED)
    assert kept.store_answer(first, partial, final=False)
    assert kept.turns(conversation.id)[0].state is TurnState.RUNNING
    second = kept.begin_again(conversation.id)
    (turn,) = kept.turns(conversation.id)
    assert turn.answer is not None
    assert turn.answer.text == "one [1]"
    assert not kept.store_answer(first, partial)
    assert kept.store_failure(second, "the server is gone")
    (turn,) = kept.turns(conversation.id)
    assert turn.answer is not None
    assert (turn.state, turn.failure) == (TurnState.DONE, "")
    third = kept.begin_again(conversation.id)
    assert kept.store_answer(third, answer_from(store, document, "one two"))
    (turn,) = kept.turns(conversation.id)
    assert turn.answer is not None
    assert (turn.answer.text, turn.unfinished) == ("one two [1]", False)


def test_a_failure_is_kept(store: Store) -> None:
    kept = store.conversations
    conversation = kept.create("t")
    kept.store_failure(kept.begin_turn(conversation.id, "Q?"), "No server answers. Start it.")
    (turn,) = kept.turns(conversation.id)
    assert (turn.state, turn.failure) == (TurnState.FAILED, "No server answers. Start it.")


def test_two_processes_that_ask_at_once_keep_every_turn(store: Store, library: Path, tmp_path: Path) -> None:
    conversation = store.conversations.create("t")
    command = [sys.executable, str(WORKER), "ask_often", str(library), str(tmp_path)]
    asking = [subprocess.Popen([*command, number]) for number in "01"]
    assert [process.wait(60) for process in asking] == [0, 0]
    turns = store.conversations.turns(conversation.id)
    assert [turn.number for turn in turns] == list(range(1, 17))
    assert sorted(turn.question for turn in turns) == [f"{name} {n}" for name in "01" for n in range(8)]


def test_conversations_are_listed_found_renamed_and_deleted(store: Store, tmp_path: Path) -> None:
    kept = store.conversations
    document = add(store, tmp_path, "Die Größe ist 100 %")
    one = kept.create("About ants", collection="c", document_ids=["d"])
    two = kept.create("Über Bäume")
    kept.store_answer(
        kept.begin_turn(one.id, "Wie groß?"), answer_from(store, document, "Die Größe ist 100 %")
    )
    assert [c.title for c in kept.all()] == ["About ants", "Über Bäume"]
    assert kept.last() == kept.get(one.id)
    listed = kept.all()[0]
    assert (listed.collection, listed.documents, listed.turns) == ("c", ("d",), 1)
    assert [c.id for c in kept.all("ÜBER")] == [two.id]
    assert [c.id for c in kept.all("grosse 100")] == [one.id]
    assert [c.id for c in kept.all("100 %")] == [one.id]
    assert kept.all("groesse") == kept.all("100 _") == []
    assert kept.rename(two.id[:6], "  New\nname ").title == "New name"
    assert kept.get("New name").id == two.id
    with pytest.raises(UsageError):
        kept.rename(two.id, " \n")
    kept.delete(one.id)
    with pytest.raises(NotFoundError):
        kept.turns(one.id)
    assert [c.id for c in kept.all()] == [two.id]
    assert store.check(deep=True) == []


def test_ids_cannot_be_guessed_and_titles_are_short(store: Store) -> None:
    made = [store.conversations.create("word " * 40) for _ in range(3)]
    assert all(len(conversation.id) == 20 for conversation in made)
    assert len({conversation.id[:8] for conversation in made}) == 3
    assert made[0].title.startswith("word word")
    assert len(made[0].title) <= LONGEST_TITLE + 1
    with pytest.raises(NotFoundError, match="may be more than one"):
        store.conversations.get(made[0].title)
    with pytest.raises(NotFoundError):
        store.conversations.begin_turn("nowhere", "Q?")


def test_an_answer_outlives_its_document(store: Store, tmp_path: Path) -> None:
    kept = store.conversations
    document = add(store, tmp_path, "Ants eat.")
    conversation = kept.create("t")
    kept.store_answer(kept.begin_turn(conversation.id, "Q?"), answer_from(store, document, "Ants eat."))
    assert (kept.quoted_in(document).turns, kept.quoted_in(document).conversations) == (1, 1)
    store.remove_document(document)
    (turn,) = kept.turns(conversation.id)
    assert turn.answer is not None
    assert (turn.answer.text, turn.answer.passages) == ("Ants eat. [1]", ())
    assert turn.answer.citations[0].document.file_name == "paper.txt"
    assert turn.lost == {1: Lost.REMOVED}


def test_a_document_that_is_forgotten_leaves_nothing(store: Store, library: Path, tmp_path: Path) -> None:
    kept = store.conversations
    gone, stays = (add(store, tmp_path, text, name=text[:3]) for text in ("Zyzzyva eats.", "Other text."))
    conversation = kept.create("t")
    kept.store_answer(kept.begin_turn(conversation.id, "Q?"), answer_from(store, gone, "Zyzzyva eats."))
    follow_up = answer_from(store, stays, "Other text.", asked_as="Where does the zyzzyva live?")
    kept.store_answer(kept.begin_turn(conversation.id, "Where?"), follow_up, made_with=[gone])
    store.remove_document(gone, forget=True)
    first, second = kept.turns(conversation.id)
    assert (first.question, first.state, first.answer) == ("Q?", TurnState.FORGOTTEN, None)
    assert second.answer is not None
    assert (second.answer.text, second.answer.asked_as, second.lost) == ("Other text. [1]", "", {})
    assert kept.quoted_in(gone).turns == 0
    store.close()
    content = b"".join(path.read_bytes() for path in library.glob("library.sqlite3*"))
    assert b"zyzzyva" not in content.lower()


def test_an_answer_is_not_stored_when_what_it_quotes_was_removed_meanwhile(
    store: Store, tmp_path: Path
) -> None:
    document = add(store, tmp_path, "Ants eat.")
    conversation = store.conversations.create("t")
    claim = store.conversations.begin_turn(conversation.id, "Q?")
    answer = answer_from(store, document, "Ants eat.")
    store.remove_document(document, forget=True)
    store.conversations.store_answer(claim, answer)
    (turn,) = store.conversations.turns(conversation.id)
    assert (turn.state, turn.answer) == (TurnState.FAILED, None)
    assert "removed while it was written" in turn.failure


def test_nothing_is_left_of_a_partial_answer_whose_end_is_not_stored(store: Store, tmp_path: Path) -> None:
    kept = store.conversations
    first, heard, second = (
        add(store, tmp_path, text, name=text[:3]) for text in ("Ants eat.", "Hm.", "Bees.")
    )
    conversation = kept.create("t")
    claim = kept.begin_turn(conversation.id, "Q?")
    kept.store_answer(claim, answer_from(store, first, "Ants eat."), made_with=[heard], final=False)
    answer = answer_from(store, second, "Bees.")
    store.remove_document(second)
    kept.store_answer(claim, answer)
    assert kept.all("ants") == []
    assert [found.id for found in kept.all("q?")] == [conversation.id]
    assert kept.quoted_in(first).turns == 0
    for document in (heard, first):
        store.remove_document(document, forget=True)
    assert kept.turns(conversation.id)[0].state is TurnState.FAILED


def test_a_citation_of_a_changed_document_is_told(store: Store, tmp_path: Path) -> None:
    kept = store.conversations
    document = add(store, tmp_path, "Ants eat.")
    conversation = kept.create("t")
    kept.store_answer(kept.begin_turn(conversation.id, "Q?"), answer_from(store, document, "Ants eat."))

    def replace(text: str) -> dict[int, Lost]:
        """The document is read again, at another time."""
        new = document_of(store, tmp_path, text, source=tmp_path / "paper.txt")
        store.add_document(new, collection="default", replace=document)
        with store._backend.writing() as connection:
            connection.execute(sa.text("UPDATE documents SET added_at = '2001-01-01T00:00:00+00:00'"))
        return dict(kept.turns(conversation.id)[0].lost)

    assert replace("Ants eat.") == {}
    assert replace("Bees fly.") == {1: Lost.CHANGED}


@pytest.fixture
def two(store: Store) -> tuple[Store, Store]:
    """A library through the eyes of two accounts; the first one shares "birds" with the second."""
    ann = store.seen_by(make_account(store, "Ann", first=True))
    bob = store.seen_by(make_account(store, "Bob"))
    ann.create_collection("birds")
    ann.share("birds", "Bob", Role.VIEWER)
    return ann, bob


def bob_leaves(ann: Store, bob: Store) -> None:
    viewer = bob.access.viewer
    assert viewer is not None
    ann.unshare("birds", account_id(ann, viewer))


@pytest.mark.parametrize("way", ["quoted", "read by a model", "understood by"])
def test_an_answer_made_with_what_is_not_seen_any_more_is_hidden(
    two: tuple[Store, Store], tmp_path: Path, way: str
) -> None:
    ann, bob = two
    foreign = add(ann, tmp_path, "the heron", name="f.txt", collection="birds")
    own = add(bob, tmp_path, "my own notes", name="o.txt", collection=bob.default_collection().id)
    talk = bob.conversations.create("Notes")
    claim = bob.conversations.begin_turn(talk.id, "What is it?")
    answer = answer_from(bob, own, "my own notes")
    if way == "quoted":
        answer = answer_from(bob, foreign, "the heron")
    elif way == "read by a model":
        passages = (*answer.passages, *answer_from(bob, foreign, "the heron").passages)
        answer = replace(
            answer,
            passages=passages,
            model=ModelUse("ollama", "m", "http://127.0.0.1", False),
            text="It is a heron.",
        )
    made_with = [foreign] if way == "understood by" else []
    assert bob.conversations.store_answer(claim, answer, made_with=made_with)
    (before,) = bob.conversations.turns(talk.id)
    assert before.answer is not None
    bob_leaves(ann, bob)
    (turn,) = bob.conversations.turns(talk.id)
    assert (turn.state, turn.answer, turn.question) == (TurnState.FORGOTTEN, None, "What is it?")
    assert bob.conversations.all("notes heron") == []
    assert bob.conversations.all("what") == [bob.conversations.get(talk.id)]
    ann.share("birds", "Bob", Role.VIEWER)
    assert bob.conversations.turns(talk.id) == [before]
    ann.remove_document(foreign)
    assert bob.conversations.turns(talk.id)[0].answer is None
    # Asked once more, it is being answered; and a follow-up knows that the document was another's.
    again = bob.conversations.begin_again(talk.id)
    assert bob.conversations.turns(talk.id)[0].state is TurnState.RUNNING
    later = bob.conversations.begin_turn(talk.id, "And then?")
    assert bob.conversations.store_answer(later, answer_from(bob, own, "my own notes"), made_with=[foreign])
    assert [turn.answer for turn in bob.conversations.turns(talk.id)] == [None, None]
    assert bob.conversations.store_answer(again, answer_from(bob, own, "my own notes"))
    assert bob.conversations.turns(talk.id)[0].answer is not None


def test_answers_from_own_documents_that_are_gone_stay(two: tuple[Store, Store], tmp_path: Path) -> None:
    _, bob = two
    home = bob.default_collection().id
    own = add(bob, tmp_path, "my own notes", name="o.txt", collection=home)
    other = add(bob, tmp_path, "others", name="p.txt", collection=home)
    talk = bob.conversations.create("Notes")
    for made_with in ([], [own]):
        claim = bob.conversations.begin_turn(talk.id, "What?")
        quoted = other if made_with else own
        text = "others" if made_with else "my own notes"
        assert bob.conversations.store_answer(claim, answer_from(bob, quoted, text), made_with=made_with)
    bob.remove_document(own)
    first, second = bob.conversations.turns(talk.id)
    assert first.lost == {1: Lost.REMOVED}
    assert first.answer is not None
    assert second.answer is not None
    claim = bob.conversations.begin_turn(talk.id, "And?")
    assert bob.conversations.store_answer(claim, answer_from(bob, other, "others"), made_with=[own])
    assert all(turn.answer is not None for turn in bob.conversations.turns(talk.id))


def test_an_answer_is_not_stored_when_what_it_quotes_went_out_of_sight(
    two: tuple[Store, Store], tmp_path: Path
) -> None:
    ann, bob = two
    foreign = add(ann, tmp_path, "the heron", name="f.txt", collection="birds")
    talk = bob.conversations.create("Birds")
    claim = bob.conversations.begin_turn(talk.id, "What?")
    answer = answer_from(bob, foreign, "the heron")
    bob_leaves(ann, bob)
    bob.conversations.store_answer(claim, answer)
    (turn,) = bob.conversations.turns(talk.id)
    assert (turn.state, turn.answer) == (TurnState.FAILED, None)


def test_who_removes_a_document_and_its_traces_removes_them_from_all_accounts(
    two: tuple[Store, Store], tmp_path: Path
) -> None:
    ann, bob = two
    foreign = add(ann, tmp_path, "the heron", name="f.txt", collection="birds")
    for view in (ann, bob):
        talk = view.conversations.create("Birds")
        claim = view.conversations.begin_turn(talk.id, "What?")
        assert view.conversations.store_answer(claim, answer_from(view, foreign, "the heron"))
        assert view.conversations.quoted_in(foreign).turns == 1
    ann.remove_document(foreign, forget=True)
    for view in (ann, bob):
        (talk,) = view.conversations.all()
        assert [turn.state for turn in view.conversations.turns(talk.id)] == [TurnState.FORGOTTEN]
