"""Answers as they come, stopped early, and prompts that do not fit (FAULTS L01)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite import Library
from pincite.answer.events import AnswerEvent, Checked, Done, Draft, Removed, Stage
from pincite.answer.prompt import RULES
from pincite.domain import Incomplete
from pincite.errors import ModelWindowError
from support.model_server import Installed, ModelServer, Scripted
from support.paragraphs import write_document

OpenComposing = Callable[..., Library]

DEPOSIT = "How much is the deposit?"
REPLY = "The deposit is 1,880 euros [1]. The bank is in Rotterdam [1]. The rent is 940 euros a month [1]."


def test_the_events_of_a_composed_answer(composing: OpenComposing, model_server: ModelServer) -> None:
    model_server.say(REPLY)
    events: list[AnswerEvent] = []
    answer = composing().ask(DEPOSIT, mode="composed", on_event=events.append)
    stages = [event.name for event in events if isinstance(event, Stage)]
    assert stages == ["retrieve", "read", "write", "check"]
    assert "".join(event.text for event in events if isinstance(event, Draft)) == REPLY
    checked = [event for event in events if isinstance(event, Checked)]
    assert tuple(event.sentence for event in checked) == answer.sentences
    assert tuple(citation for event in checked for citation in event.citations) == answer.citations
    assert tuple(event.sentence for event in events if isinstance(event, Removed)) == answer.removed
    assert events[-1] == Done(answer)
    first = next(n for n, event in enumerate(events) if isinstance(event, Checked))
    last = max(n for n, event in enumerate(events) if isinstance(event, Draft))
    assert first < last, "a sentence is shown before the model has written the next ones"


def test_a_quoted_answer_has_the_same_events(composing: OpenComposing) -> None:
    with composing(provider="none").ask_events(DEPOSIT) as asking:
        assert asking.answer is None
        events = list(asking)
    assert [type(event) for event in events] == [Stage, Stage, Stage, Checked, Done]
    answer = asking.whole()
    assert tuple(e.sentence for e in events if isinstance(e, Checked)) == answer.sentences
    assert tuple(c for e in events if isinstance(e, Checked) for c in e.citations) == answer.citations


def test_leaving_ends_the_model_and_keeps_what_was_checked(
    composing: OpenComposing, model_server: ModelServer
) -> None:
    model_server.say(Scripted(REPLY, hang_after=9))
    with composing().ask_events(DEPOSIT, mode="composed") as asking:
        for event in asking:
            if isinstance(event, Checked):
                break
    assert model_server.dropped.wait(5)
    answer = asking.whole()
    assert (answer.incomplete, answer.refused) == (Incomplete.STOPPED, False)
    assert answer.text == "The deposit is 1,880 euros. [1]"


def test_stopping_from_another_thread(composing: OpenComposing, model_server: ModelServer) -> None:
    model_server.say(Scripted(REPLY, hang_after=9))
    with composing().ask_events(DEPOSIT, mode="composed") as asking:
        events: list[AnswerEvent] = []
        for event in asking:
            events.append(event)
            if isinstance(event, Checked):
                threading.Timer(0.05, asking.stop).start()
    assert isinstance(events[-1], Done)
    assert events[-1].answer.incomplete is Incomplete.STOPPED
    assert events[-1].answer.text == "The deposit is 1,880 euros. [1]"
    assert model_server.dropped.wait(5)


def test_a_follow_up_is_sought_by_what_it_stands_for(
    composing: OpenComposing, model_server: ModelServer
) -> None:
    model_server.say("The rent is 940 euros a month [1].")
    with composing().ask_events("And that?", mode="composed", understood="How much is the rent?") as asking:
        for _ in asking:
            pass
    answer = asking.whole()
    assert (answer.question, answer.asked_as) == ("And that?", "How much is the rent?")
    assert answer.text == "The rent is 940 euros a month. [1]"
    assert "stands for: How much is the rent?" in model_server.prompts[0].user


# What does not fit


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with more text on one subject than a small window holds."""
    files = tmp_path_factory.mktemp("many")
    with Library.open(files / "library") as library:
        for n in range(12):
            text = " ".join(
                f"In house {n} the deposit of room {room} is {100 * n + room} euros, the key hangs in hall {room} and "
                f"the caretaker reads the meter of room {room} each spring."
                for room in range(8)
            )
            write_document(files / f"house-{n}.pdf", (("h", f"House {n}"), ("p", text)))
        report = library.add([files])
    assert not report.failed
    return files / "library"


@pytest.mark.parametrize("stream", [True, False])
def test_a_small_window(
    composing: OpenComposing, model_server: ModelServer, many: Path, stream: bool
) -> None:
    """L01: the server loses nothing of the prompt; the rules are whole, what was left out is named."""
    model_server.installed = [Installed(context=2048)]
    model_server.say("In house 3 the deposit of room 2 is 302 euros [1].")
    library = composing(many, stream=stream, answer={"sources": 12})
    question = "How much is the deposit of room 2 in house 3?"
    answer = library.ask(question, mode="composed")
    (prompt,) = model_server.prompts
    assert not model_server.overflowed
    assert prompt.system == RULES
    assert prompt.user.endswith(f"Question: {question}")
    assert prompt.num_ctx is not None
    assert prompt.tokens + (prompt.max_tokens or 0) <= 2048
    assert answer.left_out
    assert {passage.chunk_id for passage in answer.left_out} <= {p.chunk_id for p in answer.passages}
    assert answer.text == "In house 3 the deposit of room 2 is 302 euros. [1]"


def test_a_server_with_a_smaller_window_than_it_said(
    composing: OpenComposing, model_server: ModelServer, many: Path
) -> None:
    model_server.kind = "llama-server"
    refused = Scripted(
        status=400,
        body={
            "error": {"code": 400, "type": "exceed_context_size_error", "message": "exceeds the context size"}
        },
    )
    library = composing(many, provider="openai", answer={"sources": 12})
    question = "How much is the deposit of room 2 in house 3?"
    model_server.say(refused, "In house 3 the deposit of room 2 is 302 euros [1].")
    answer = library.ask(question, mode="composed")
    first, second = model_server.prompts
    assert len(second.user) < len(first.user)
    assert (second.system, answer.refused) == (RULES, False)
    assert answer.left_out

    model_server.say(refused)
    with pytest.raises(ModelWindowError) as raised:
        library.ask(question, mode="composed")
    assert raised.value.remedy
    assert library.ask(question, mode="auto").mode == "quoted"
