"""Replies of every kind of server, streamed and whole."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from pincite.errors import (
    ModelError,
    ModelMissingError,
    ModelReplyError,
    ModelTimeoutError,
    ModelUnreachableError,
    ModelWindowError,
)
from pincite.llm.contract import Finish, LanguageModel, Message, Role
from support.model_server import Installed, ModelServer, Scripted
from support.prompts import KEY, KEY_VARIABLE, PROMPT

Open = Callable[..., LanguageModel]

ANSWER = "Die Gebühr beträgt 40 € [1].\n费用为四十欧元 🙂[2].\x85 \u2028 Ende"


def read(model: LanguageModel, prompt: list[Message] = PROMPT, max_tokens: int = 100) -> str:
    """The reply, having checked that its pieces are the whole."""
    with model.generate(prompt, max_tokens=max_tokens) as generation:
        text = "".join(generation)
        assert generation.reply.text == text
        return text


@pytest.mark.parametrize("chunk", [0, 1, 7])
def test_a_reply_arrives_undamaged_however_it_is_cut(
    model: LanguageModel, model_server: ModelServer, chunk: int
) -> None:
    model_server.say(Scripted(ANSWER, pieces=list(ANSWER), chunk=chunk))
    reply = model.complete(PROMPT, max_tokens=100)
    assert (reply.text, reply.finish) == (ANSWER, Finish.DONE)
    (prompt,) = model_server.prompts
    assert reply.prompt_tokens == prompt.tokens
    assert reply.answer_tokens
    assert prompt.messages == (("system", "End with KESTREL."), ("user", "What is the fee?"))
    assert prompt.max_tokens == 100


def test_pieces_are_given_as_they_come(open_kind: Open, model_server: ModelServer) -> None:
    for kind in ("ollama", "llama-server", "anthropic"):
        model_server.say(Scripted("one two three", hang_after=2))
        with open_kind(kind).generate(PROMPT, max_tokens=10) as generation:
            pieces = iter(generation)
            assert [next(pieces), next(pieces)] == ["one", " two"]
            with pytest.raises(RuntimeError, match="not been read"):
                _ = generation.reply


def test_a_reply_that_reached_its_limit_says_so(model: LanguageModel, model_server: ModelServer) -> None:
    model_server.say(Scripted("The fee is", finish="length"))
    assert model.complete(PROMPT, max_tokens=3).finish is Finish.LENGTH


@pytest.mark.parametrize(
    "reply",
    [
        Scripted(pieces=["<thi", "nk>secret</think>Answer [1]"]),
        Scripted(pieces=["<think>sec", "ret", "</th", "ink>", "\n\nAnswer [1]"], chunk=1),
        Scripted("Answer [1]", reasoning="secret"),
        Scripted(
            "<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>Answer [1]"
        ),
    ],
)
def test_reasoning_is_kept_out(model: LanguageModel, model_server: ModelServer, reply: Scripted) -> None:
    model_server.say(reply)
    assert read(model) == "Answer [1]"


@pytest.mark.parametrize("kind", ["vllm", "lmstudio", "openai"])
def test_only_a_closing_tag(open_kind: Open, model_server: ModelServer, kind: str, stream: bool) -> None:
    model = open_kind(kind, stream=stream)
    model_server.say(Scripted(pieces=["secret", "</thi", "nk>", "Answer [1]"]))
    assert read(model) == "Answer [1]"
    assert read(model) == "Answer [1]"


@pytest.mark.parametrize("kind", ["ollama", "llama-server"])
@pytest.mark.parametrize("template", ["", "{{ .Prompt }}<|assistant|><think>\n"])
def test_only_a_closing_tag_where_the_template_may_open_the_block(
    open_kind: Open, model_server: ModelServer, kind: str, template: str, stream: bool
) -> None:
    model_server.installed = [Installed(template=template)]
    model = open_kind(kind, stream=stream)
    model_server.say(Scripted(pieces=["secret", "</thi", "nk>", "Answer [1]"]))
    assert read(model) == "Answer [1]"


def test_an_answer_about_the_tags_keeps_them(model: LanguageModel, model_server: ModelServer) -> None:
    text = "It opens with <think> and closes with `</think>` [1]."
    model_server.say(text)
    assert read(model) == text


def test_an_unknown_server_streams_once_a_reply_has_shown_how_it_begins(
    open_kind: Open, model_server: ModelServer
) -> None:
    model = open_kind("openai")
    model_server.say("one two")
    for expected in (["one two"], ["one", " two"]):
        with model.generate(PROMPT, max_tokens=10) as generation:
            assert list(generation) == expected


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Scripted("<think>never closed"), "did not get beyond its reasoning"),
        (
            Scripted("", reasoning="all the tokens went here", finish="length"),
            "did not get beyond its reasoning",
        ),
        (Scripted("<think>done</think>"), "reply is empty"),
        (Scripted(" \n"), "reply is empty"),
    ],
)
def test_a_reply_without_an_answer_is_an_error(
    model: LanguageModel, model_server: ModelServer, reply: Scripted, message: str
) -> None:
    model_server.say(reply)
    with pytest.raises(ModelReplyError, match=message) as caught:
        model.complete(PROMPT, max_tokens=10)
    assert caught.value.remedy


@pytest.mark.parametrize("reply", [Scripted("one two three", break_after=2)])
def test_a_connection_that_breaks(model: LanguageModel, model_server: ModelServer, reply: Scripted) -> None:
    model_server.say(reply)
    with pytest.raises(ModelReplyError, match="broke off") as caught:
        read(model)
    assert caught.value.remedy


def test_an_end_without_its_mark_is_a_broken_reply(open_kind: Open, model_server: ModelServer) -> None:
    """A proxy in between may end a stream properly after the server has died."""
    for kind in ("ollama", "openai", "anthropic"):
        model_server.say(Scripted("one two three", end_after=2))
        with pytest.raises(ModelReplyError, match="broke off"):
            read(open_kind(kind))


def test_a_failure_reported_within_a_reply(model: LanguageModel, model_server: ModelServer) -> None:
    model_server.say(Scripted("one two", error_after=1, body="the GPU is on fire"))
    with pytest.raises(ModelReplyError, match=r"reports a failure.*: the GPU is on fire"):
        read(model)


def test_a_server_that_says_nothing_more(
    open_kind: Open, kind: str, stream: bool, model_server: ModelServer
) -> None:
    model = open_kind(kind, stream=stream, seconds=0.3 if stream else 0.06)
    model_server.say(Scripted("one two", hang_after=1))
    with pytest.raises(ModelTimeoutError, match="sent nothing for 0") as caught:
        read(model)
    assert "model.seconds" in caught.value.remedy


def test_a_client_that_leaves_ends_the_reply_at_the_server(
    model: LanguageModel, model_server: ModelServer
) -> None:
    """From another thread, while this one waits; also before the first byte has come."""
    model_server.say(Scripted("one two", hang_after=0))
    generation = model.generate(PROMPT, max_tokens=10)
    threading.Timer(0.1, generation.close).start()
    began = time.monotonic()
    assert list(generation) == []
    assert time.monotonic() - began < 5
    assert model_server.dropped.wait(5)
    generation.close()
    with pytest.raises(RuntimeError):
        _ = generation.reply


def test_leaving_in_the_middle(open_kind: Open, model_server: ModelServer) -> None:
    for kind in ("ollama", "llama-server", "anthropic"):
        model_server.dropped.clear()
        model_server.say(Scripted("one two three", hang_after=2))
        with open_kind(kind).generate(PROMPT, max_tokens=10) as generation:
            assert next(iter(generation)) == "one"
        assert model_server.dropped.wait(5)


def test_a_generation_that_was_closed_first_asks_nothing(
    model: LanguageModel, model_server: ModelServer
) -> None:
    generation = model.generate(PROMPT, max_tokens=10)
    generation.close()
    assert list(generation) == []
    assert model_server.prompts == []


def test_a_busy_server_is_asked_once_more(model: LanguageModel, model_server: ModelServer) -> None:
    busy = Scripted(status=429, body={"error": {"message": "slow down"}}, headers={"Retry-After": "0.01"})
    model_server.say(busy, "ready")
    assert read(model) == "ready"
    model_server.say(busy)
    with pytest.raises(ModelReplyError, match="asked too often"):
        read(model)
    assert len(model_server.prompts) == 4


@pytest.mark.parametrize(
    "headers", [{}, {"Retry-After": "3600"}, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}]
)
def test_a_long_or_unknown_pause_is_not_waited_for(
    model: LanguageModel, model_server: ModelServer, headers: dict[str, str]
) -> None:
    model_server.say(Scripted(status=429, body={"error": {"message": "slow down"}}, headers=headers))
    with pytest.raises(ModelReplyError, match="asked too often"):
        read(model)
    assert len(model_server.prompts) == 1


@pytest.mark.parametrize(
    ("status", "body", "error", "message"),
    [
        (500, {"error": {"message": "no memory\nleft"}}, ModelReplyError, "status 500): no memory left"),
        (500, "<html>x</html>", ModelReplyError, "reports a failure (status 500)"),
        (500, "-ERR secret of another service", ModelReplyError, "reports a failure (status 500)"),
        (500, '["secret of another service"]', ModelReplyError, "reports a failure (status 500)"),
        (503, "", ModelReplyError, "status 503"),
        (
            400,
            {"error": "strange request"},
            ModelReplyError,
            "rejects the request (status 400): strange request",
        ),
        (400, {"error": {"message": "exceeds the context length"}}, ModelWindowError, "does not fit"),
        (
            404,
            {"error": {"message": "model 'tiny:1b' not found"}},
            ModelMissingError,
            "has no model 'tiny:1b'",
        ),
        (404, {"error": "nothing here"}, ModelUnreachableError, "there is no"),
        (403, {"error": "no"}, ModelUnreachableError, "key"),
    ],
)
def test_other_statuses(
    model: LanguageModel,
    model_server: ModelServer,
    status: int,
    body: object,
    error: type[ModelError],
    message: str,
) -> None:
    model_server.say(Scripted(status=status, body=body))
    with pytest.raises(error) as caught:
        read(model)
    assert message in caught.value.message
    assert caught.value.remedy


def test_a_redirect_is_not_followed(model: LanguageModel, model_server: ModelServer) -> None:
    elsewhere = {"Location": "http://169.254.169.254/latest/meta-data"}
    model_server.say(Scripted(status=307, body="", headers=elsewhere))
    with pytest.raises(ModelUnreachableError, match="sends its callers to another address"):
        read(model)


def test_something_else_than_the_protocol(open_kind: Open, kind: str, model_server: ModelServer) -> None:
    model = open_kind(kind, stream=False)
    model_server.say(Scripted(status=200, pieces=[], error_after=None))
    model_server.answer(lambda _: Scripted(status=299, body="<html>Welcome</html>"))
    with pytest.raises(ModelReplyError, match="cannot be understood") as caught:
        read(model)
    assert "model.provider" in caught.value.remedy


def test_the_key_is_sent_and_never_shown(
    open_kind: Open, kind: str, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    model_server.key = KEY
    model = open_kind(kind, key_variable=KEY_VARIABLE)
    model_server.say("ready")
    assert read(model) == "ready"
    assert KEY not in repr(vars(model))
    model_server.key = "another"  # from now on it refuses, and repeats the key in its message
    with pytest.raises(ModelUnreachableError) as caught:
        read(model)
    assert "refuses the key" in caught.value.message
    assert caught.value.__cause__ is None
    shown = f"{caught.value.message} {caught.value.remedy} {caught.value!r}"
    assert KEY not in shown
    model_server.key = ""
    model_server.say(Scripted(status=500, body={"error": {"message": f"bad {KEY}"}}))
    with pytest.raises(ModelReplyError, match="bad …"):
        read(model)


def test_keys_and_proxies_of_the_environment_are_not_used(
    open_kind: Open, kind: str, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OLLAMA_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, "found-in-the-environment")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    model_server.say("ready")
    assert read(open_kind(kind)) == "ready"
    assert "found-in-the-environment" not in repr(model_server.prompts[0].headers)


def test_a_prompt_that_does_not_fit_is_not_sent(model: LanguageModel, model_server: ModelServer) -> None:
    words = "fee " * (model.window + 100)
    with pytest.raises(ModelWindowError, match="do not fit into the"):
        model.generate([Message(Role.USER, words)], max_tokens=100)
    assert model_server.prompts == []


def test_a_server_that_stops(open_kind: Open, kind: str) -> None:
    server = ModelServer()
    try:
        model = open_kind(kind, address=server.address + ("" if kind in ("ollama", "anthropic") else "/v1"))
    finally:
        server.stop()
    with pytest.raises(ModelUnreachableError, match="does not answer") as caught:
        read(model)
    assert "model.provider" in caught.value.remedy
