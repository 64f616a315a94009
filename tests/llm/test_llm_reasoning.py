from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.llm.reasoning import ReasoningFilter, may_open_reasoning

SHOWN = {
    "<think>secret</think>Answer [1]": "Answer [1]",
    "<THINK>secret</Think>\n\nAnswer [1]": "Answer [1]",
    "\n <thinking>\nsecret\n</thinking>\nAnswer [1]": "Answer [1]",
    "[THINK]secret[/THINK]Answer [1]": "Answer [1]",
    "◁think▷secret◁/think▷Answer [1]": "Answer [1]",
    "<|START_THINKING|>secret<|END_THINKING|>Answer [1]": "Answer [1]",
    "<think>one</think>\n<think>two</think>Answer [1]": "Answer [1]",
    "<think><think>one</think></think>Answer [1]": "Answer [1]",
    "<think></think>Answer [1]": "Answer [1]",
    "<think>a < b and </thin k></think>Answer [1]": "Answer [1]",
    "<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>Answer [1]<|return|>": (
        "Answer [1]"
    ),
    "<|channel|>analysis<|message|>secret<|channel|>final<|message|>Answer <|1|> [1]": "Answer <|1|> [1]",
    "<|start|>assistant<|channel|>commentary<|message|>x<|end|><|channel|>final<|message|>Answer [1]": "Answer [1]",
    "<|channel>thought\nsecret<channel|>Answer [1]": "Answer [1]",
    "Part one.\n<think>\nsecret\n</think>\nPart two.": "Part one.\nPart two.",
    "Part one.\n<think>\nnever closed": "Part one.\n",
    # Tags that are text
    "Use <think> to open and </think> to close [1].": "Use <think> to open and </think> to close [1].",
    "The tag `</think>` ends it [1].": "The tag `</think>` ends it [1].",
    "Like this:\n```\n<think>\nx\n</think>\n```\nSo [1].": "Like this:\n```\n<think>\nx\n</think>\n```\nSo [1].",
    "A list:\n<think> is a tag [1].": "A list:\n<think> is a tag [1].",
    "a<b and c</d": "a<b and c</d",
    "<thin": "<thin",
    "x\n<think>": "x\n<think>",
    "``": "``",
    "": "",
    " \n": "",
    # Never closed
    "<think>never closed": "",
    "<|channel|>analysis<|message|>never ends": "",
}
"""Replies and what is shown of them, whether or not the model's template is known."""

HELD = {
    "secret</think>Answer [1]": "Answer [1]",
    "secret\nmore\n</thinking>\n\nAnswer about </think> [1]": "Answer about </think> [1]",
    "secret[/THINK]Answer [1]": "Answer [1]",
    "İİİİ secret</think>İ [1]": "İ [1]",
    "secret</think>": "",
    "</think>Answer [1]": "Answer [1]",
    '"</think> Answer [1]': "Answer [1]",
    "The text says '</think>' and then secret</think>Answer [1]": "Answer [1]",
}
"""Replies that began within a block, which only a filter that holds them back can know."""


def through(pieces: list[str], *, hold: bool) -> tuple[str, bool]:
    reasoning = ReasoningFilter(hold=hold)
    shown = "".join([*(reasoning.feed(piece) for piece in pieces), reasoning.finish()])
    return shown, reasoning.unclosed


@pytest.mark.parametrize("hold", [True, False])
@pytest.mark.parametrize(("reply", "shown"), SHOWN.items())
def test_reasoning_is_never_shown(reply: str, shown: str, hold: bool) -> None:
    assert through([reply], hold=hold)[0] == shown
    assert through(list(reply), hold=hold)[0] == shown


@pytest.mark.parametrize(("reply", "shown"), HELD.items())
def test_only_a_closing_tag(reply: str, shown: str) -> None:
    assert through([reply], hold=True) == (shown, False)
    assert through(list(reply), hold=True) == (shown, False)


@pytest.mark.parametrize("hold", [True, False])
def test_a_block_that_is_never_closed_is_known(hold: bool) -> None:
    assert through(["<thi", "nk>never closed"], hold=hold) == ("", True)
    assert through(["<think>closed</think>", "text"], hold=hold) == ("text", False)


PARTS = st.sampled_from(
    [
        *(
            "<think>",
            "</think>",
            "<thinking>",
            "</thinking>",
            "[THINK]",
            "[/THINK]",
            "<think",
            "</",
            "`",
            "```",
        ),
        *(
            "<|channel|>analysis",
            "<|channel|>final",
            "<|message|>",
            "<|end|>",
            "<|return|>",
            "<|start|>assistant",
        ),
        *("\n", "\r\n", " ", "text", "<", "[1]", "é", "'", "<|channel>thought", "<channel|>"),
    ]
)


@settings(max_examples=300)
@given(st.lists(PARTS, max_size=14).map("".join), st.booleans(), st.data())
def test_any_split_gives_the_same(reply: str, hold: bool, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(reply)), max_size=8)))
    pieces = [reply[start:end] for start, end in zip([0, *cuts], [*cuts, len(reply)], strict=True)]
    whole = through([reply], hold=hold)
    assert through(pieces, hold=hold) == whole
    assert through(list(reply), hold=hold) == whole


@given(st.text(st.characters(exclude_characters="<[◁"), max_size=40), st.booleans())
def test_text_without_tags_stays(text: str, hold: bool) -> None:
    assert through(list(text), hold=hold)[0] == text.lstrip()


def test_text_flows_when_the_template_is_known() -> None:
    reasoning = ReasoningFilter(hold=False)
    assert [reasoning.feed(piece) for piece in ("The fee", " is 40", " euros.\n", "And")] == [
        "The fee",
        " is 40",
        " euros.\n",
        "And",
    ]
    held = ReasoningFilter(hold=True)
    assert held.feed("The fee is 40 euros.") == ""
    assert held.finish() == "The fee is 40 euros."


def test_a_server_that_sends_reasoning_apart_ends_the_holding_back() -> None:
    reasoning = ReasoningFilter(hold=True)
    reasoning.reasoned_apart()
    assert reasoning.feed("The fee") == "The fee"
    assert reasoning.found


@pytest.mark.parametrize(
    ("template", "may"),
    [
        ("", True),
        (" \n", True),
        ("{{- '<|im_start|>assistant\\n<think>\\n' }}", True),
        ("{% set content = content.split('</think>')[-1] %}", True),
        ("{%- if not enable_thinking %}{{- '<think>\\n\\n</think>\\n\\n' }}{% endif %}", False),
        ("{{ if not $.Think }}<think>\n\n</think>\n\n{{ end }}", False),
        ("{{ .Role }}: {{ .Content }} I think so", False),
    ],
)
def test_templates(template: str, may: bool) -> None:
    assert may_open_reasoning(template) is may
