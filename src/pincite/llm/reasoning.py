"""Keeping a model's reasoning out of its answer, however the stream is cut.

Many models write down their reasoning first. Servers that know the model's format send it apart; others pass it on
within the text, between tags, and where the prompt's template has opened the block already only the closing tag comes.
The rules, each decided only when enough has been read that no continuation could change it:

- A block that is opened at the very start, or right after another one, is reasoning.
- So is one in the middle whose opening tag has a line of its own, outside of code.
- Any other tag in the middle is text: the answer may be about such tags.
- A closing tag without an opening one ends reasoning that began with the reply, unless it is quoted, in code, or its
  opening tag is mentioned before it. This can be known only when it comes: nothing is given until then, unless the
  model's template is known not to open a block (`hold`).
- A block that is never closed swallows the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from string import ascii_lowercase, ascii_uppercase

_PAIRS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<reasoning>": "</reasoning>",
    "<seed:think>": "</seed:think>",
    "[think]": "[/think]",
    "◁think▷": "◁/think▷",
    "<|start_thinking|>": "<|end_thinking|>",
    "<|begin_of_thought|>": "<|end_of_thought|>",
    "<|channel>thought": "<channel|>",
}
"""Opening and closing tags, in lower case."""

_CHANNELS = ("<|channel|>analysis", "<|channel|>commentary")
_CHANNEL_ENDS = ("<|end|>", "<|channel|>final")
_FRAMES = ("<|start|>assistant", "<|channel|>final", "<|message|>")
_TEXT_ENDS = ("<|end|>", "<|return|>", "<|start|>assistant")
"""Models that write in channels: everything but the last one is reasoning, and the tags around it are no text."""

_CLOSING = tuple(_PAIRS.values())
_AT_START = (*_PAIRS, *_CHANNELS, *_FRAMES, *_CLOSING)
_LONGEST = max(map(len, (*_AT_START, *_CHANNEL_ENDS, *_TEXT_ENDS)))
_EMPTY_BLOCK = re.compile(r"<think>(?:\s|\\n)*</think>")
_QUOTES = "`'\"“”‘’«»"
_FENCE = "```"
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)  # unlike str.lower, never changes a text's length


class _State(Enum):
    START = auto()
    """No text yet, or a block has just ended."""
    HELD = auto()
    """Text that a closing tag may still turn into reasoning."""
    REASONING = auto()
    TEXT = auto()


def may_open_reasoning(template: str) -> bool:
    """Whether a reply may begin within a block that its prompt's template opens.

    Args:
        template: As the server tells it; empty where it does not. One that can write an empty block lets reasoning be
            switched off, which is what is asked for, and leaves the opening to the model otherwise.
    """
    lower = template.translate(_LOWER)
    if not lower.strip():
        return True
    if _EMPTY_BLOCK.search(lower):
        return False
    return any(tag in lower for tag in (*_PAIRS, *_CLOSING))


class ReasoningFilter:
    """Takes a reply in pieces and gives back what is not reasoning.

    Args:
        hold: Whether to give nothing before it is certain that the reply did not begin within a block.
    """

    def __init__(self, *, hold: bool) -> None:
        self._hold = hold
        self._state = _State.START
        self._ends: Sequence[str] = ()
        self._buffer = ""
        self._searched = 0
        self._in_channels = False
        self._in_fence = False
        self._line_start = True
        self.found = False
        """Whether there was any reasoning."""

    @property
    def unclosed(self) -> bool:
        """Whether it is within a block."""
        return self._state is _State.REASONING

    def reasoned_apart(self) -> None:
        """Note that the server sends reasoning apart: what it sends as text is no reasoning."""
        self.found = True
        self._hold = False
        if self._state is _State.HELD:
            self._state = _State.TEXT

    def feed(self, piece: str) -> str:
        """Take the next piece, and give the text that is certain now."""
        self._buffer += piece
        return self._advance(ended=False)

    def finish(self) -> str:
        """Give the rest."""
        return self._advance(ended=True)

    def _advance(self, *, ended: bool) -> str:
        given: list[str] = []
        steps = {
            _State.START: self._start,
            _State.HELD: self._held,
            _State.REASONING: self._reasoning,
            _State.TEXT: self._text,
        }
        while True:
            before = (self._state, len(self._buffer))
            given.append(steps[self._state](ended))
            if before == (self._state, len(self._buffer)):
                return "".join(given)

    def _start(self, ended: bool) -> str:
        self._buffer = self._buffer.lstrip()
        token = _token_at(self._buffer, _AT_START)
        if token is not None:
            self._buffer = self._buffer[len(token) :]
            self._in_channels = self._in_channels or token in _FRAMES or token in _CHANNELS
            if token in _PAIRS:
                self._begin((_PAIRS[token],))
            elif token in _CHANNELS:
                self._begin(_CHANNEL_ENDS)
        elif self._buffer and (ended or not _may_become(self._buffer, _AT_START)):
            self._state = _State.HELD if self._hold and not self.found else _State.TEXT
            self._searched = 0
        return ""

    def _begin(self, ends: Sequence[str]) -> None:
        self.found = True
        self._ends = ends
        self._state = _State.REASONING

    def _reasoning(self, ended: bool) -> str:
        place, end = _first(self._buffer, self._ends)
        if end:
            # The next channel's tag ends this one and belongs to the start of what follows.
            self._buffer = self._buffer[place if end in _FRAMES else place + len(end) :]
            self._state = _State.START
        else:
            self._buffer = self._buffer[-_LONGEST:]
        return ""

    def _held(self, ended: bool) -> str:
        while True:
            place, tag = _first(self._buffer, _CLOSING, self._searched)
            after = place + len(tag)
            if not tag or (after == len(self._buffer) and not ended):  # the next character may close a quote
                break
            if not _is_mentioned(self._buffer.translate(_LOWER), place, tag):
                self.found = True
                self._buffer = self._buffer[after:]
                self._state = _State.START
                return ""
            self._searched = after
        self._searched = place if tag else max(self._searched, len(self._buffer) - _LONGEST)
        if ended:
            self._state = _State.TEXT
        return ""

    def _text(self, ended: bool) -> str:
        if self._line_start:
            line = self._buffer.lstrip(" \t")
            token = _token_at(line, (*_PAIRS, _FENCE))
            rest = line[len(token) :] if token else line
            if not ended and (_may_become(line, (*_PAIRS, _FENCE)) or (token in _PAIRS and not rest)):
                return ""
            if token == _FENCE:
                self._in_fence = not self._in_fence
            elif token in _PAIRS and not self._in_fence and rest[:1] in ("\n", "\r"):
                self._buffer = rest
                self._begin((_PAIRS[token],))
                return ""
        line_end = self._buffer.find("\n") + 1
        if self._in_channels:
            return self._channel_text(line_end or len(self._buffer), ended)
        return self._give(line_end or len(self._buffer))

    def _channel_text(self, limit: int, ended: bool) -> str:
        part = self._buffer[:limit]
        place, end = _first(part, _TEXT_ENDS)
        if end:
            given = self._give(place)
            self._buffer = self._buffer[len(end) :]
            self._state = _State.START
            return given
        kept = 0 if ended else _length_of_beginning(part, _TEXT_ENDS)
        return self._give(limit - kept)

    def _give(self, length: int) -> str:
        given, self._buffer = self._buffer[:length], self._buffer[length:]
        if given:
            self._line_start = given.endswith("\n")
        return given


def _token_at(text: str, tokens: Sequence[str]) -> str | None:
    lower = text[:_LONGEST].translate(_LOWER)
    return next((token for token in tokens if lower.startswith(token)), None)


def _may_become(text: str, tokens: Sequence[str]) -> bool:
    """Whether a text is the beginning of a token but not a whole one."""
    lower = text.translate(_LOWER) if len(text) < _LONGEST else ""
    return (not text or bool(lower)) and any(token != lower and token.startswith(lower) for token in tokens)


def _first(text: str, tokens: Sequence[str], start: int = 0) -> tuple[int, str]:
    """Place and name of the first token in a text; (-1, "") where there is none."""
    lower = text.translate(_LOWER)
    found = [(place, token) for token in tokens if (place := lower.find(token, start)) >= 0]
    return min(found, default=(-1, ""))


def _length_of_beginning(text: str, tokens: Sequence[str]) -> int:
    """Length of the longest end of a text that a token begins with."""
    for length in range(min(len(text), _LONGEST), 0, -1):
        if any(token.startswith(text[-length:].translate(_LOWER)) for token in tokens):
            return length
    return 0


def _is_mentioned(lower: str, place: int, tag: str) -> bool:
    """Whether a closing tag is spoken of, and closes nothing."""
    opening = next(opening for opening, closing in _PAIRS.items() if closing == tag)
    before, after = lower[place - 1 : place], lower[place + len(tag) : place + len(tag) + 1]
    quoted = bool(before) and bool(after) and before in _QUOTES and after in _QUOTES
    return quoted or opening in lower[:place] or lower[:place].count(_FENCE) % 2 == 1
