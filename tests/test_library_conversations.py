"""Conversations with the sample library, by quoting and by a scripted model over HTTP."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import Library
from pincite.answer.events import Checked, Done
from pincite.answer.remarks import NOTHING_BEFORE, QUOTED_REPLY
from pincite.domain import Incomplete, Lost, TurnKind, TurnState
from pincite.errors import LibraryDamagedError, ModelError, NotFoundError
from support.loaded import share_encoder
from support.model_server import ModelServer, Scripted

CONTRACT = "seed-bank-agreement.pdf"
SUBCONTRACT = "May the Provider subcontract any Service?"


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture
def library(library_copy: Path) -> Iterator[Library]:
    with Library.open(library_copy, settings={"model": {"provider": "none"}}) as opened:
        yield opened


def test_a_conversation_is_kept(library: Library, library_copy: Path) -> None:
    first = library.converse(SUBCONTRACT, documents=[CONTRACT])
    assert (first.number, first.state) == (1, TurnState.DONE)
    assert first.answer is not None
    assert not first.answer.refused
    (conversation,) = library.conversations()
    assert conversation.title == SUBCONTRACT
    assert conversation.documents == (library.document(CONTRACT).id,)
    second = library.converse("Who wrote Hamlet?", conversation=conversation.id)
    assert second.answer is not None
    assert second.answer.refused
    with Library.open(library_copy) as again:
        turns = again.turns(conversation.id)
        assert [turn.answer for turn in turns] == [first.answer, second.answer]
        assert again.last_conversation() == again.conversation(SUBCONTRACT)
    assert {passage.document.file_name for passage in second.answer.passages} == {CONTRACT}


def test_a_follow_up_is_answered_as_it_was_understood(library: Library) -> None:
    first = library.converse("What is the storage fee?", documents=[CONTRACT])
    conversation = library.conversations()[0].id
    turn = library.converse("When is it due?", conversation=conversation)
    assert turn.answer is not None
    assert (turn.question, turn.answer.question) == ("When is it due?", "When is it due?")
    assert "fee" in turn.answer.asked_as
    assert first.answer is not None
    assert turn.answer.citations == library.ask(turn.answer.asked_as, documents=[CONTRACT]).citations
    alone = library.converse("What is the governing law of the agreement?", conversation=conversation)
    assert alone.answer is not None
    assert alone.answer.asked_as == ""


def test_a_fragment_that_is_unlike_what_was_asked_is_a_question_of_its_own(library: Library) -> None:
    asked_as = []
    conversation = None
    for question in (
        "What is the initial term of the agreement with the seed trust?",
        "Who can terminate it?",
        "and the liability cap?",
        "What about insurance?",
    ):
        turn = library.converse(question, conversation=conversation)
        conversation = library.conversations()[0].id
        assert turn.answer is not None
        asked_as.append(turn.answer.asked_as)
    assert asked_as == [
        "",
        "Who can terminate the agreement?",
        "What about the liability cap of the agreement?",
        "What about insurance in the agreement?",
    ]


def test_thanks_and_remarks_search_nothing(library: Library) -> None:
    start = library.converse("Say that shorter")
    conversation = library.conversations()[0].id
    assert start.answer is not None
    assert start.answer.text == NOTHING_BEFORE
    library.converse(SUBCONTRACT, conversation=conversation)
    remark = library.converse("In German please", conversation=conversation)
    assert remark.answer is not None
    assert (remark.answer.text, remark.answer.passages) == (QUOTED_REPLY, ())
    thanks = library.converse("Thanks!", conversation=conversation)
    assert thanks.answer is not None
    assert (thanks.answer.citations, thanks.answer.passages, thanks.answer.asked_as) == ((), (), "")


def test_a_summary_is_a_turn_of_the_conversation(library: Library) -> None:
    turn = library.converse("Summarise this document", documents=[CONTRACT])
    assert turn.kind is TurnKind.SUMMARY
    assert turn.answer is not None
    assert len(turn.answer.citations) > 3
    assert {citation.document.file_name for citation in turn.answer.citations} == {CONTRACT}
    (kept,) = library.turns(library.conversations()[0].id)
    assert (kept.kind, kept.answer) == (turn.kind, turn.answer)
    which = library.converse("Summarise this")
    assert which.answer is not None
    assert which.answer.text.startswith("Which document?")


def test_a_summary_that_is_no_longer_looked_at_is_kept_whole(library: Library) -> None:
    talking = library.converse_events("Summarise this document", documents=[CONTRACT])
    with talking:
        for event in talking:
            if isinstance(event, Checked):
                break
    (turn,) = library.turns(talking.conversation)
    assert turn.answer is not None
    assert len(turn.answer.citations) > 3
    assert not turn.unfinished


def test_this_is_the_document_of_the_last_answer(library: Library) -> None:
    library.converse(SUBCONTRACT)
    turn = library.converse("Summarise it", conversation=library.conversations()[0].id)
    assert turn.answer is not None
    assert {citation.document.file_name for citation in turn.answer.citations} == {CONTRACT}


def test_a_comparison_is_a_turn_of_the_conversation(library: Library) -> None:
    names = ["heat-pumps.pdf", "river-gauges.pdf"]
    turn = library.converse("Compare these papers", documents=names)
    assert turn.kind is TurnKind.COMPARISON
    assert turn.answer is not None
    assert {citation.document.file_name for citation in turn.answer.citations} == set(names)
    (kept,) = library.turns(library.conversations()[0].id)
    assert (kept.kind, kept.answer) == (turn.kind, turn.answer)
    alone = library.converse("Compare these papers", documents=names[:1])
    assert alone.answer is not None
    assert alone.answer.text.startswith("Which documents?")


def test_a_wrong_place_to_ask_in_keeps_nothing(library: Library) -> None:
    for place in ({"collection": "nowhere"}, {"documents": ["nowhere"]}, {"conversation": "nowhere"}):
        with pytest.raises(NotFoundError):
            library.converse("What?", **place)  # type: ignore[arg-type]
    assert library.conversations() == []


def test_a_conversation_about_a_document_that_is_gone(library: Library) -> None:
    library.converse(SUBCONTRACT, documents=[CONTRACT])
    conversation = library.conversations()[0]
    document = library.document(CONTRACT)
    assert library.quoted_in(document).turns == 1
    library.remove(CONTRACT)
    (turn,) = library.turns(conversation.id)
    assert turn.answer is not None
    assert set(turn.lost.values()) == {Lost.REMOVED}
    assert turn.answer.citations[0].document.title == document.title
    with pytest.raises(NotFoundError, match="no longer in the library"):
        library.converse("And now?", conversation=conversation.id)
    failed = library.turns(conversation.id)[1]
    assert failed.state is TurnState.FAILED
    assert "Begin a new conversation" in failed.failure


def test_a_removed_and_forgotten_document_is_in_no_turn(library: Library) -> None:
    library.converse(SUBCONTRACT)
    conversation = library.conversations()[0].id
    library.remove(CONTRACT, forget=True)
    (turn,) = library.turns(conversation)
    assert (turn.state, turn.answer) == (TurnState.FORGOTTEN, None)


KILLED = """
import os, signal, sys
from pincite import Library
from pincite.library.conversations import Conversing
Conversing._reply = lambda *arguments: os.kill(os.getpid(), signal.SIGKILL)
with Library.open(sys.argv[1]) as library:
    library.converse("Asked before the crash?")
"""


def test_a_question_outlives_a_killed_process(library: Library, library_copy: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(library_copy)], check=False)
    assert done.returncode == -9
    conversation = library.conversations()[0].id
    (turn,) = library.turns(conversation)
    assert (turn.question, turn.state) == ("Asked before the crash?", TurnState.RUNNING)
    again = library.retry(conversation)
    assert (again.number, again.state) == (1, TurnState.DONE)


# With a model


def composing(folder: Path, server: ModelServer) -> Library:
    return Library.open(folder, settings=server.settings())


def test_a_model_rewrites_a_follow_up(library_copy: Path, model_server: ModelServer) -> None:
    model_server.answer(
        lambda prompt: (
            "Who has to consent before the Provider may subcontract any Service?"
            if "Rewrite that question" in prompt.system
            else "The Provider shall not subcontract any Service [1]."
        )
    )
    with composing(library_copy, model_server) as library:
        library.converse(SUBCONTRACT, documents=[CONTRACT])
        turn = library.converse("Who has to consent to it?", conversation=library.conversations()[0].id)
    assert turn.answer is not None
    assert turn.answer.asked_as == "Who has to consent before the Provider may subcontract any Service?"
    final = model_server.prompts[-1]
    assert "In the conversation it stands for: Who has to consent before" in final.user
    assert ("user", SUBCONTRACT) in final.messages
    roles = [role for role, _ in final.messages]
    assert roles == ["system", "user", "assistant", "user"]


def test_the_answer_says_which_model_saw_the_history(library_copy: Path, model_server: ModelServer) -> None:
    model_server.answer(
        lambda prompt: "What does Hamlet say?" if "Rewrite that question" in prompt.system else "No [1]."
    )
    with composing(library_copy, model_server) as library:
        library.converse("Who wrote Hamlet?")
        turn = library.converse("What does he say?", conversation=library.conversations()[0].id)
    assert turn.answer is not None
    assert turn.answer.refused
    assert turn.answer.model is not None
    assert len(model_server.prompts) == 1


@pytest.mark.parametrize("stream", [True, False])
def test_a_model_that_breaks_off_leaves_a_marked_retryable_answer(
    library_copy: Path, model_server: ModelServer, stream: bool
) -> None:
    said = "The Provider shall not subcontract any Service. It may also"
    model_server.say(Scripted(said, finish="length"))
    with Library.open(library_copy, settings=model_server.settings(stream=stream)) as library:
        turn = library.converse(SUBCONTRACT, documents=[CONTRACT])
        assert turn.answer is not None
        assert turn.answer.incomplete is Incomplete.CUT_OFF
        assert turn.unfinished
        model_server.say("The Provider shall not subcontract any Service [1].")
        again = library.retry(library.conversations()[0].id)
    assert again.answer is not None
    assert (again.number, again.answer.incomplete, again.unfinished) == (1, None, False)


def test_what_was_checked_is_kept_when_the_answer_is_stopped(
    library_copy: Path, model_server: ModelServer
) -> None:
    said = "The Provider shall not subcontract any Service. "
    model_server.say(Scripted(said * 3, pieces=[said, "More ", "and ", "more"], hang_after=2))
    with composing(library_copy, model_server) as library:
        talking = library.converse_events(SUBCONTRACT, documents=[CONTRACT])
        with talking:
            for event in talking:
                if isinstance(event, Checked):
                    break
        (turn,) = library.turns(talking.conversation)
    assert turn.state is TurnState.DONE
    assert turn.answer is not None
    assert turn.answer.incomplete is Incomplete.STOPPED
    assert turn.answer.sentences[0].text.startswith("The Provider shall not subcontract")


def test_an_interrupt_from_the_keyboard_keeps_the_turn(library_copy: Path, model_server: ModelServer) -> None:
    said = "The Provider shall not subcontract any Service. "
    model_server.say(Scripted(said * 3, pieces=[said, "More ", "and ", "more"], hang_after=2))

    def interrupt(event: object) -> None:
        if isinstance(event, Checked):
            raise KeyboardInterrupt

    with composing(library_copy, model_server) as library:
        with pytest.raises(KeyboardInterrupt):
            library.converse(SUBCONTRACT, documents=[CONTRACT], on_event=interrupt)
        (turn,) = library.turns(library.conversations()[0].id)
    assert turn.answer is not None
    assert turn.answer.incomplete is Incomplete.STOPPED


def test_damage_of_the_library_is_told_to_who_looks_after_it_only(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object, **__: object) -> None:
        raise LibraryDamagedError(f"{library.folder} is damaged", "Restore a backup.")

    with monkeypatch.context() as patched:
        patched.setattr(Library, "ask_events", damaged)
        with pytest.raises(LibraryDamagedError):
            library.converse(SUBCONTRACT)
    (turn,) = library.turns(library.conversations()[0].id)
    assert turn.state is TurnState.FAILED
    assert turn.failure
    assert str(library.folder) not in turn.failure


def test_a_model_that_cannot_be_used_is_the_failure_of_the_turn(
    library_copy: Path, model_server: ModelServer
) -> None:
    model_server.say(Scripted(status=500, body={"error": "out of order"}))
    with composing(library_copy, model_server) as library:
        with pytest.raises(ModelError):
            library.converse(SUBCONTRACT, documents=[CONTRACT], mode="composed")
        conversation = library.conversations()[0].id
        (turn,) = library.turns(conversation)
        assert turn.state is TurnState.FAILED
        assert turn.failure
        quoted = library.retry(conversation, mode="quoted")
    assert quoted.state is TurnState.DONE


def test_a_remark_composes_the_same_again(library_copy: Path, model_server: ModelServer) -> None:
    model_server.say("The Provider shall not subcontract any Service [1].")
    with composing(library_copy, model_server) as library:
        library.converse(SUBCONTRACT, documents=[CONTRACT])
        turn = library.converse("Say that shorter, please", conversation=library.conversations()[0].id)
    assert turn.answer is not None
    assert turn.answer.asked_as == SUBCONTRACT
    first, second = model_server.prompts
    assert "Say that shorter, please" in second.user
    for line in first.user.splitlines():
        if line.startswith("[1] "):
            assert line in second.user


def test_events_end_with_the_answer_that_is_kept(library: Library) -> None:
    talking = library.converse_events(SUBCONTRACT, documents=[CONTRACT])
    with talking:
        events = list(talking)
    assert isinstance(events[-1], Done)
    assert library.turns(talking.conversation)[0].answer == events[-1].answer
