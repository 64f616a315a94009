"""Composed answers: a scripted model server over real HTTP, each reply in pieces and whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite import Answer, Library
from pincite.domain import Incomplete
from pincite.errors import (
    ModelError,
    ModelReplyError,
    ModelUnreachableError,
    UsageError,
)
from support.model_server import ModelServer, Scripted

Ask = Callable[..., Answer]
OpenComposing = Callable[..., Library]

DEPOSIT = "How much is the deposit?"


def quotes(answer: Answer) -> dict[int, str]:
    return {citation.number: citation.quote for citation in answer.citations}


# What is shown


def test_a_supported_sentence_is_shown_with_its_quote(ask: Ask, model_server: ModelServer) -> None:
    model_server.say("The deposit is 1,880 euros [1].")
    answer = ask(DEPOSIT)
    assert (answer.refused, answer.mode, answer.incomplete, answer.failure) == (False, "composed", None, "")
    assert answer.text == "The deposit is 1,880 euros. [1]"
    assert quotes(answer) == {1: "The deposit is 1,880 euros and is paid before the keys are handed over."}
    assert answer.citations[0].page_index == 1
    assert answer.citations[0].rectangles
    assert answer.model is not None
    assert (answer.model.name, answer.model.remote) == ("tiny:1b", False)
    assert answer.removed == ()
    assert {"rerank", "read", "check"} <= set(answer.timings)


def test_unsupported_sentences_are_removed(ask: Ask, model_server: ModelServer) -> None:
    model_server.say(
        "The deposit is 1,880 euros [1]. It must be paid to the bank of Rotterdam [1]. The rent is 940 euros a month."
    )
    answer = ask(DEPOSIT)
    assert [sentence.text for sentence in answer.sentences] == [
        "The deposit is 1,880 euros.",
        "The rent is 940 euros a month.",
    ]
    (removed,) = answer.removed
    assert removed.text == "It must be paid to the bank of Rotterdam."
    assert "Rotterdam" in removed.problem
    assert "Rotterdam" not in answer.text


def test_unsupported_sentences_are_marked_when_asked_for(ask: Ask, model_server: ModelServer) -> None:
    model_server.say("The deposit is 1,880 euros [1]. The rent is 950 euros a month [1].")
    answer = ask(DEPOSIT, show_unsupported=True)
    assert [(s.text, s.citations) for s in answer.sentences] == [
        ("The deposit is 1,880 euros.", (1,)),
        ("The rent is 950 euros a month.", ()),
    ]
    assert answer.sentences[1] in answer.removed
    assert answer.text.endswith(
        f"The rent is 950 euros a month. (not supported: {answer.removed[0].problem})"
    )


def test_nothing_left_is_a_refusal(ask: Ask, model_server: ModelServer) -> None:
    model_server.say("The deposit is 5,000 dollars [1]. It was set by Charles Dickens [2].")
    answer = ask(DEPOSIT)
    assert (answer.refused, answer.reason, answer.citations, answer.sentences) == (
        True,
        "unsupported",
        (),
        (),
    )
    assert len(answer.removed) == 2
    assert answer.passages


# Numbers (FAULTS X01, X02, X03, X07)


def test_numbers_follow_the_order_of_appearance(ask: Ask, model_server: ModelServer) -> None:
    """X01, X07: the model's numbers are of sources, the answer's are of quotes; each opens what it stands behind."""
    model_server.say(
        "The tenant may not sublet the flat without the written consent of the landlord [3]. "
        "The rowing club was founded in 1908 by Marta Villanueva [2]. "
        "The flat may not be sublet without the written consent of the landlord [1]."
    )
    answer = ask("What may the tenant not do with the flat without the consent of the landlord?")
    assert [s.citations for s in answer.sentences] == [(1,), (2,), (1,)]
    assert [c.number for c in answer.citations] == [1, 2]
    assert "sublet" in answer.citations[0].quote
    assert answer.citations[0].document.file_name == "lease.pdf"
    assert "1908" in answer.citations[1].quote
    assert answer.citations[1].document.file_name == "charter.pdf"


@pytest.mark.parametrize(
    "markers",
    ["[1, 2]", "[1][2]", "[1-3]", "[ 1 ]", "[1\uff0c2]", "\u30101\u3011", "[9]", "[0]", "[2-99999999]",
     "(Source 1)", ""],
)  # fmt: skip
def test_markers_in_every_form(ask: Ask, model_server: ModelServer, markers: str) -> None:
    """X02: whatever the marker, the shown number is that of the quote."""
    mark = f" {markers}" if markers else ""
    model_server.say(f"- The deposit is 1,880 euros{mark}.\n- The rent is 940 euros a month{mark}\n")
    answer = ask(DEPOSIT)
    assert answer.text == "- The deposit is 1,880 euros. [1]\n- The rent is 940 euros a month [2]"
    assert [c.number for c in answer.citations] == [1, 2]


def test_an_answer_without_markers_gets_computed_citations(ask: Ask, model_server: ModelServer) -> None:
    """X03: neither do the sources vanish, nor do all that were retrieved seem used."""
    model_server.say("The deposit is 1,880 euros.")
    answer = ask(DEPOSIT)
    assert answer.text == "The deposit is 1,880 euros. [1]"
    assert len(answer.citations) == 1
    assert len(answer.passages) > 1


def test_a_greeting_asks_no_model(ask: Ask, model_server: ModelServer) -> None:
    """X03."""
    answer = ask("Hi!")
    assert (answer.reason, answer.refused, answer.citations, answer.passages) == ("greeting", False, (), ())
    assert "Ask a question" in answer.text
    assert not model_server.prompts


@pytest.mark.parametrize("opening", ["The source.", "Yes.", "No.", "Let us see."])
def test_what_states_nothing_and_leads_to_nothing_is_dropped(
    ask: Ask, model_server: ModelServer, opening: str
) -> None:
    model_server.say(f"{opening} The deposit is 1,880 euros [1].")
    assert ask(DEPOSIT).text == "The deposit is 1,880 euros. [1]"


def test_headings_and_lead_ins_stay_only_above_what_is_shown(ask: Ask, model_server: ModelServer) -> None:
    model_server.say(
        "## The rent\n\nIt is 12,000 pesos [1].\n\n## The deposit\n\nHere is what the sources say:\n\n"
        "- The deposit is 1,880 euros [1].\n- It is 77 pesos.\n\n## Dogs\n"
    )
    answer = ask(DEPOSIT)
    assert answer.text == (
        "## The deposit\n\nHere is what the sources say:\n\n- The deposit is 1,880 euros. [1]"
    )


def test_a_model_that_repeats_itself_is_stopped(ask: Ask, model_server: ModelServer) -> None:
    model_server.say("The deposit is 1,880 euros [1]. " * 50)
    answer = ask(DEPOSIT)
    assert answer.text == "The deposit is 1,880 euros. [1]"
    assert (answer.incomplete, answer.removed) == (None, ())


# Nothing found (FAULTS L06)


def test_a_question_off_the_subject_calls_no_model(ask: Ask, model_server: ModelServer) -> None:
    """L06, first: the evidence is too weak to ask a model."""
    model_server.say("William Shakespeare wrote Hamlet [1].")
    answer = ask("Who wrote Hamlet?")
    assert (answer.refused, answer.citations) == (True, ())
    assert not model_server.prompts


def test_what_is_on_the_subject_is_answered(ask: Ask, model_server: ModelServer) -> None:
    """L06, second."""
    model_server.say("The deposit is 1,880 euros [1].")
    answer = ask("What is the deposit?")
    assert answer.text == "The deposit is 1,880 euros. [1]"


@pytest.mark.parametrize("mark", ["", " [1]", " [1][2]"])
@pytest.mark.parametrize(
    "said",
    [
        "The sources do not say{}.",
        "The sources do not mention the colour of the front door{}.",
        "I cannot find this in the documents{}.",
        "There is no information about that in the sources{}. However, the deposit is 1,880 euros [1].",
        "Die Quellen enthalten dazu keine Angaben{}.",
        "Les sources ne le disent pas{}.",
        "Las fuentes no lo dicen{}.",
        "Le fonti non lo dicono{}.",
    ],
)
def test_not_found_in_any_wording_is_a_refusal(
    composing: OpenComposing, model_server: ModelServer, said: str, mark: str
) -> None:
    model_server.say(said.format(mark))
    answer = composing().ask(DEPOSIT, mode="composed")
    assert (answer.refused, answer.reason) == (True, "not_found")
    assert answer.citations == answer.sentences == ()
    assert answer.passages
    assert answer.text == "Your documents do not say."
    assert answer.model is not None


def test_partly_not_found_keeps_what_was(ask: Ask, model_server: ModelServer) -> None:
    model_server.say("The deposit is 1,880 euros [1]. The sources do not say who keeps the keys.")
    answer = ask("What is the deposit, and who keeps the keys?")
    assert answer.text == "The deposit is 1,880 euros. [1] The sources do not say who keeps the keys."
    assert [s.citations for s in answer.sentences] == [(1,), ()]
    assert answer.removed == ()


def test_a_remark_does_not_bring_something_in(ask: Ask, model_server: ModelServer) -> None:
    model_server.say("The deposit is 1,880 euros [1]. The sources do not name the bank, but it is Barclays.")
    answer = ask(DEPOSIT)
    assert answer.text == "The deposit is 1,880 euros. [1]"
    assert len(answer.removed) == 1


# Failures


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_a_model_that_breaks_off_leaves_what_was_checked(
    composing: OpenComposing, model_server: ModelServer, provider: str
) -> None:
    text = "The deposit is 1,880 euros [1]. The rent is 940 euros a month [1]. The tenant cleans the chi"
    model_server.kind = "ollama" if provider == "ollama" else "llama-server"
    model_server.say(Scripted(text, break_after=len(Scripted(text).cut()) - 1))
    answer = composing(provider=provider).ask(DEPOSIT, mode="composed")
    assert answer.incomplete is Incomplete.FAILED
    assert answer.text == "The deposit is 1,880 euros. [1] The rent is 940 euros a month. [2]"
    assert answer.failure
    assert answer.mode == "composed"


def test_an_answer_at_the_limit_of_tokens_is_marked(ask: Ask, model_server: ModelServer) -> None:
    model_server.say(Scripted("The deposit is 1,880 euros [1]. The tenant may not", finish="length"))
    answer = ask(DEPOSIT)
    assert answer.incomplete is Incomplete.CUT_OFF
    assert answer.text == "The deposit is 1,880 euros. [1]"
    assert answer.removed == ()


def test_an_answer_at_the_limit_before_its_first_sentence(ask: Ask, model_server: ModelServer) -> None:
    model_server.say(Scripted("The deposit that the tenant of the flat", finish="length"))
    answer = ask(DEPOSIT)
    assert (answer.incomplete, answer.text) == (Incomplete.CUT_OFF, "")
    assert "model.max_tokens" in answer.failure
    answer = ask(DEPOSIT, mode="auto")
    assert (answer.mode, answer.incomplete, answer.refused) == ("quoted", None, False)
    assert "1,880" in answer.text
    assert "model.max_tokens" in answer.failure


def test_a_model_that_fails_at_once(ask: Ask, model_server: ModelServer) -> None:
    model_server.say(Scripted(status=500, body={"error": "out of memory"}))
    with pytest.raises(ModelError):
        ask(DEPOSIT)
    answer = ask(DEPOSIT, mode="auto")
    assert (answer.mode, answer.refused, answer.incomplete) == ("quoted", False, None)
    assert "1,880" in answer.text
    assert answer.failure


def test_an_empty_reply_is_a_failure(ask: Ask, model_server: ModelServer) -> None:
    """L03: reasoning that never ends leaves no answer."""
    for reply in ("", "<think>The deposit is 1,880 euros [1]."):
        model_server.say(reply)
        with pytest.raises(ModelReplyError):
            ask(DEPOSIT)
        answer = ask(DEPOSIT, mode="auto")
        assert (answer.mode, "1,880" in answer.text) == ("quoted", True)
        assert answer.failure


def test_reasoning_is_neither_shown_nor_checked(ask: Ask, model_server: ModelServer) -> None:
    """L03."""
    model_server.say(
        Scripted("<think>secret [2].</think>The deposit is 1,880 euros [1].", pieces=list(
            "<think>secret [2].</think>The deposit is 1,880 euros [1]."
        ))
    )  # fmt: skip
    answer = ask(DEPOSIT)
    assert answer.text == "The deposit is 1,880 euros. [1]"
    assert answer.removed == ()


def test_a_server_that_is_not_there(composing: OpenComposing, model_server: ModelServer) -> None:
    library = composing(address="http://127.0.0.1:9")
    with pytest.raises(ModelUnreachableError):
        library.ask(DEPOSIT, mode="composed")
    answer = library.ask(DEPOSIT, mode="auto")
    assert (answer.mode, answer.model, "1,880" in answer.text) == ("quoted", None, True)
    assert answer.failure


def test_modes(composing: OpenComposing, model_server: ModelServer) -> None:
    model_server.say("The deposit is 1,880 euros [1].")
    library = composing()
    assert library.ask(DEPOSIT).mode == "composed"
    assert library.ask(DEPOSIT, mode="quoted").mode == "quoted"
    assert len(model_server.prompts) == 1
    assert composing(answer={"mode": "quoted"}).ask(DEPOSIT).mode == "quoted"
    without = composing(provider="none")
    assert without.ask(DEPOSIT).mode == "quoted"
    with pytest.raises(ModelUnreachableError, match="no language model"):
        without.ask(DEPOSIT, mode="composed")
    with pytest.raises(UsageError, match="'verse'"):
        library.ask(DEPOSIT, mode="verse")  # type: ignore[arg-type]
