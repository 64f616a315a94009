"""Fitting the sources into the model's window: rules and question always, sources by rank as long as there is room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pincite.answer.prompt import Asked, messages
from pincite.answer.sources import Source
from pincite.domain import Chunk, Passage, Sentence
from pincite.errors import ModelWindowError
from pincite.llm.contract import LanguageModel, Message

ANSWER_SHARE = 4
"""A quarter of the window is kept free for the answer, if it may be so long."""
HISTORY_SHARE = 5
"""What was said before takes at most a fifth of the window."""
MESSAGE_TOKENS = 16
"""What a chat template puts around a message, rather more."""


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A prompt that fits.

    Attributes:
        messages: The prompt.
        sources: What is in it, numbered from 1 without a gap.
        left_out: Passages that are not, and the end of one that was cut.
        max_tokens: Most tokens that the answer can have.
        tokens: Of the prompt, rather more.
    """

    messages: list[Message]
    sources: tuple[Source, ...]
    left_out: tuple[Passage, ...]
    max_tokens: int
    tokens: int


def pack(
    asked: Asked, sources: Sequence[Source], model: LanguageModel, *, window: int, max_tokens: int
) -> Packed:
    """Put as many sources into a prompt as fit.

    Args:
        asked: The question; never cut.
        sources: Best first, numbered from 1.
        model: Counts tokens.
        window: How many prompt and answer may have together.
        max_tokens: Most tokens of the answer, if there is room.

    Raises:
        ModelWindowError: if not even the first sentence of the first source fits.
    """
    room = window - min(max_tokens, window // ANSWER_SHARE)
    history = _recent(asked.history, model, window // HISTORY_SHARE)

    def size(taken: Sequence[Source]) -> int:
        prompt = messages(asked, taken, history)
        return sum(model.count_tokens(message.text) + MESSAGE_TOKENS for message in prompt)

    kept, left_out = _fitting(sources, lambda taken: size(taken) <= room)
    if not kept:
        raise ModelWindowError(
            f"the question and one source do not fit into the {window:,} tokens that {model.use.name} can hold",
            "Ask a shorter question, or use a model with a larger window.",
        )
    tokens = size(kept)
    return Packed(
        messages(asked, kept, history), kept, left_out, max(min(max_tokens, window - tokens), 1), tokens
    )


def _recent(history: Sequence[Message], model: LanguageModel, room: int) -> list[Message]:
    """The latest messages that fit."""
    kept: list[Message] = []
    for message in reversed(history):
        room -= model.count_tokens(message.text) + MESSAGE_TOKENS
        if room < 0:
            break
        kept.insert(0, message)
    return kept


def _fitting(
    sources: Sequence[Source], fits: Callable[[Sequence[Source]], bool]
) -> tuple[tuple[Source, ...], tuple[Passage, ...]]:
    count = _most(len(sources), lambda n: fits(sources[:n]))
    kept = list(sources[:count])
    left_out = [source.passage for source in sources[count:]]
    if count < len(sources):
        split = sources[count]
        total = len(split.stored.chunk.sentences)
        some = _most(total - 1, lambda n: fits([*kept, _beginning(split, n)]))
        if some:
            kept.append(_beginning(split, some))
            left_out[0] = _end(split, some)
    return tuple(kept), tuple(passage for passage in left_out if passage is not None)


def _most(count: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to `count` that fits; 0 if none does."""
    low, high = 0, max(count, 0)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _beginning(source: Source, sentences: int) -> Source:
    chunk = source.stored.chunk
    kept = chunk.sentences[:sentences]
    shorter = replace(chunk, text=chunk.text[: kept[-1].end], sentences=kept)
    return replace(source, stored=replace(source.stored, chunk=shorter))


def _end(source: Source, first: int) -> Passage | None:
    if source.passage is None:
        return None
    chunk = source.stored.chunk
    start = chunk.sentences[first].start
    rest = Chunk(
        chunk.text[start:],
        chunk.section,
        tuple(_moved(sentence, start) for sentence in chunk.sentences[first:]),
    )
    same_page = rest.spans[0].page_index == source.passage.spans[0].page_index
    return replace(
        source.passage,
        text=rest.text,
        sentences=rest.sentences,
        spans=rest.spans,
        page_label=source.passage.page_label if same_page else "",
    )


def _moved(sentence: Sentence, by: int) -> Sentence:
    context = sentence.context
    if context is not None:
        context = (context[0] - by, context[1] - by) if context[0] >= by else None
    return replace(sentence, start=sentence.start - by, end=sentence.end - by, context=context)
