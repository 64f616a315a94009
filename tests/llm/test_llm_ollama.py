from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pincite.errors import ModelReplyError, ModelUnreachableError, ModelWindowError
from pincite.llm.contract import LanguageModel, Message, Role
from support.model_server import Installed, ModelServer, Scripted
from support.prompts import PROMPT

Open = Callable[..., LanguageModel]


def ask(model: LanguageModel, words: int = 5, max_tokens: int = 100) -> None:
    model.complete([Message(Role.USER, "fee " * words)], max_tokens=max_tokens)


def windows(server: ModelServer) -> list[int | None]:
    return [prompt.num_ctx for prompt in server.prompts]


def test_the_window_that_is_opened(open_kind: Open, model_server: ModelServer) -> None:
    """Large enough for each prompt, seldom another one, never above what the model has."""
    model_server.installed = [Installed(context=20_000)]
    model = open_kind("ollama", window=1_000_000)
    assert model.window == 20_000
    for words in (5, 3000, 9000, 5, 16_000):
        ask(model, words)
    assert windows(model_server) == [8192, 8192, 16_384, 16_384, 20_000]
    assert model_server.overflowed == []


def test_a_window_that_is_open_already_is_kept(open_kind: Open, model_server: ModelServer) -> None:
    model_server.installed = [Installed(context=131_072)]
    model_server.loaded = {"other:1b": 65_536, "tiny:1b": 12_000}
    ask(open_kind("ollama"))
    assert windows(model_server) == [12_000]


def test_the_window_is_bounded_unless_it_is_set(open_kind: Open, model_server: ModelServer) -> None:
    model_server.installed = [Installed(context=131_072)]
    assert open_kind("ollama").window == 16_384
    assert open_kind("ollama", window=65_536).window == 65_536
    small = open_kind("ollama", window=2048)
    ask(small, 1000, max_tokens=500)
    assert windows(model_server) == [2048]
    with pytest.raises(
        ModelWindowError, match=r"a prompt of [\d,]+ tokens and a reply of 500 .* 2,048 of tiny:1b"
    ):
        ask(small, 3000, max_tokens=500)


def test_a_prompt_that_ollama_cut_is_an_error(
    open_kind: Open, model_server: ModelServer, stream: bool
) -> None:
    """Ollama drops the beginning of an over-long prompt without a word: the rules and the first sources."""
    model = open_kind("ollama", window=2048, stream=stream)
    model_server.say(Scripted("Without the rules", prompt_tokens=2048))
    with pytest.raises(ModelWindowError, match="cut the prompt to the 2,048 tokens"):
        ask(model)


def test_what_every_request_says(open_kind: Open, model_server: ModelServer) -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"fee": {"type": "number"}}}
    model = open_kind("ollama", keep_alive="1h", temperature=0.5)
    model.complete(PROMPT, max_tokens=77, schema=schema)
    (prompt,) = model_server.prompts
    assert prompt.schema == schema
    assert prompt.body["keep_alive"] == "1h"
    assert prompt.body["options"] == {"num_ctx": 8192, "num_predict": 77, "temperature": 0.5}
    assert "think" not in prompt.body


@pytest.mark.parametrize(("family", "think"), [("qwen3", False), ("gptoss", "low")])
def test_reasoning_is_switched_off_where_the_model_can(
    open_kind: Open, model_server: ModelServer, family: str, think: object
) -> None:
    template = "{{ if not .Think }}<think>\n\n</think>{{ end }}"
    model_server.installed = [
        Installed(capabilities=("completion", "thinking"), family=family, template=template)
    ]
    model = open_kind("ollama")
    model_server.say("one two")
    with model.generate(PROMPT, max_tokens=10) as generation:
        assert list(generation) == ["one", " two"], "nothing is held back"
    assert model_server.prompts[0].body["think"] == think


def test_warming_up(open_kind: Open, model_server: ModelServer) -> None:
    model = open_kind("ollama")
    model.warm_up()
    (warming,) = model_server.prompts
    assert warming.messages == ()
    ask(model)
    assert windows(model_server) == [8192, 8192]
    model_server.stop()
    with pytest.raises(ModelUnreachableError):
        model.warm_up()


def test_an_old_ollama_that_tells_little(open_kind: Open, model_server: ModelServer) -> None:
    model_server.installed = [Installed(context=0, capabilities=(), template="")]
    model = open_kind("ollama")
    assert model.window == 4096
    assert model.complete(PROMPT, max_tokens=10).text == "ready"


def test_the_words_of_ollama_are_passed_on(open_kind: Open, model_server: ModelServer) -> None:
    text = "model requires more system memory (5.6 GiB) than is available (3.1 GiB)"
    model_server.say(Scripted(status=500, body={"error": text}))
    with pytest.raises(ModelReplyError) as caught:
        ask(open_kind("ollama"))
    assert text in caught.value.message
