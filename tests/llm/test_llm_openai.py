from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pincite.errors import ModelReplyError, ModelWindowError
from pincite.llm.contract import LanguageModel, Message, Role
from pincite.llm.structured import read_structured
from support.model_server import Installed, ModelServer, Prompt, Scripted
from support.prompts import PROMPT

Open = Callable[..., LanguageModel]

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"fee": {"type": "number"}}, "required": ["fee"]}
SYSTEM_REFUSED = Scripted(
    status=500, body={"error": {"message": "System role not supported by this template"}}
)


@pytest.mark.parametrize(
    ("kind", "setting", "window"),
    [
        ("llama-server", 0, 5000),
        ("llama-server", 3000, 3000),
        ("llama-server", 9000, 5000),
        ("vllm", 0, 5000),
        ("lmstudio", 0, 5000),
        ("openai", 0, 4096),
        ("openai", 3000, 3000),
    ],
)
def test_the_window(open_kind: Open, model_server: ModelServer, kind: str, setting: int, window: int) -> None:
    """As the server says, or less if set so; a safe one where it says nothing."""
    model_server.installed = [Installed(context=5000)]
    assert open_kind(kind, window=setting).window == window


def test_a_prompt_that_the_server_finds_too_long(
    open_kind: Open, model_server: ModelServer, stream: bool
) -> None:
    model_server.installed = [Installed(context=2048)]
    model = open_kind("openai", stream=stream)  # it does not tell: 4,096 are assumed
    with pytest.raises(ModelWindowError, match="does not fit into the window of tiny:1b") as caught:
        model.complete([Message(Role.USER, "fee " * 2100)], max_tokens=100)
    assert "`model.window`" in caught.value.remedy


@pytest.mark.parametrize("kind", ["llama-server", "vllm"])
def test_tokens_are_counted_by_the_server(open_kind: Open, model_server: ModelServer, kind: str) -> None:
    model = open_kind(kind)
    assert model.count_tokens("The fee is 40 euros.") == 6
    assert model.count_tokens("") == 0
    model_server.kind = "openai"  # it forgets how
    assert model.count_tokens("The fee is 40 euros.") >= 6
    assert model_server.paths.count("POST /tokenize") == 2
    assert model.count_tokens("The fee is 40 euros.") >= 6
    assert model_server.paths.count("POST /tokenize") == 2


def test_versions_tell_models_of_one_name_apart(open_kind: Open, model_server: ModelServer) -> None:
    before = open_kind("llama-server", name="local").version
    model_server.installed = [Installed("other.gguf")]
    assert open_kind("llama-server", name="local").version != before


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("stream_options", {}),
        ("temperature", {}),
        ("chat_template_kwargs", {}),
        ("max_tokens", {"max_completion_tokens": 10}),
    ],
)
def test_a_field_that_the_server_refuses_is_left_out_from_then_on(
    open_kind: Open, model_server: ModelServer, field: str, expected: dict[str, int]
) -> None:
    model = open_kind("llama-server")
    model_server.refuses = frozenset({field})
    model_server.refusal = {"max_tokens": "Unsupported: use 'max_completion_tokens'"}.get(field, "")
    for _ in range(2):
        assert model.complete(PROMPT, max_tokens=10).text == "ready"
    for prompt in model_server.prompts:
        assert field not in prompt.body
        assert expected.items() <= prompt.body.items()
    assert model_server.paths.count("POST /v1/chat/completions") == 3


def test_other_refusals_are_told(open_kind: Open, model_server: ModelServer) -> None:
    model_server.refuses = frozenset({"messages"})
    with pytest.raises(ModelReplyError, match="Unsupported parameter: 'messages'"):
        open_kind("openai").complete(PROMPT, max_tokens=10)


def test_the_form_of_a_reply_is_asked_for_in_words_where_the_server_refuses_it(
    open_kind: Open, kind: str, stream: bool, model_server: ModelServer
) -> None:
    def reply(prompt: Prompt) -> str:
        asked = prompt.schema or json.loads(prompt.user.rpartition("\n")[2])
        assert asked == SCHEMA
        return 'Here: {"fee": 40}'

    model = open_kind(kind, stream=stream)
    model_server.answer(reply)
    for refuses in (frozenset(), frozenset({"response_format", "output_config", "format"})):
        model_server.refuses = refuses
        text = model.complete(PROMPT, max_tokens=10, schema=SCHEMA).text
        assert read_structured(text, SCHEMA).value == {"fee": 40}
        assert model_server.prompts[-1].user.startswith("What is the fee?")


def test_a_template_without_a_system(open_kind: Open, model_server: ModelServer) -> None:
    model_server.answer(lambda prompt: SYSTEM_REFUSED if prompt.system else "ready")
    model = open_kind("llama-server")
    assert model.complete(PROMPT, max_tokens=10).text == "ready"
    assert model_server.prompts[-1].messages == (("user", "End with KESTREL.\n\nWhat is the fee?"),)


def test_a_system_that_cannot_be_moved(open_kind: Open, model_server: ModelServer) -> None:
    model_server.say(SYSTEM_REFUSED)
    with pytest.raises(ModelReplyError, match="System role not supported"):
        open_kind("llama-server").complete(PROMPT[:1], max_tokens=10)
    assert len(model_server.prompts) == 2


def test_reasoning_under_its_other_name(open_kind: Open, model_server: ModelServer, stream: bool) -> None:
    model_server.reasoning_field = "reasoning"
    model_server.say(Scripted("Answer [1]", reasoning="secret"))
    assert open_kind("openai", stream=stream).complete(PROMPT, max_tokens=10).text == "Answer [1]"


def test_a_reply_that_was_withheld(open_kind: Open, model_server: ModelServer, stream: bool) -> None:
    model_server.say(Scripted("The fee", finish="content_filter"))
    with pytest.raises(ModelReplyError, match="withheld"):
        open_kind("openai", stream=stream).complete(PROMPT, max_tokens=10)


def test_a_server_that_sends_whole_though_a_stream_was_asked_for(
    open_kind: Open, model_server: ModelServer
) -> None:
    model = open_kind("openai")
    body = {"choices": [{"message": {"content": "ready"}, "finish_reason": "stop"}]}
    model_server.say(Scripted(status=201, body=body))
    assert model.complete(PROMPT, max_tokens=10).text == "ready"
