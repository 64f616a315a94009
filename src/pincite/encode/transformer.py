"""What all encoders that run on this machine share: tokenising, batching, pooling."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pincite.encode.contract import (
    Encoder,
    EncoderIdentity,
    Floats,
    PassageEncoding,
    PassageText,
    QuestionEncoding,
)
from pincite.runtime import CompiledModel

LENGTH_STEP = 8
"""Batches are padded to multiples of this: the runtime keeps code and memory for every length it has met."""

TOKENS_A_BATCH = 1024
"""Padding included. Bounds memory, and small batches of equal length are the fastest on a CPU."""


class TransformerEncoder(Encoder):
    """A tokenizer and a compiled model.

    Args:
        identity: Recorded in the library.
        tokenizer: Its own.
        model: Inputs ids and mask, int64 (batch, tokens). Outputs (pooled, tokens), both unit vectors.
        background: See `Encoder.background`.
        script: See `Encoder.script`.
    """

    def __init__(
        self,
        identity: EncoderIdentity,
        tokenizer: Tokenizer,
        model: CompiledModel,
        background: Floats | None = None,
        script: str = "",
    ) -> None:
        self.identity = identity
        self.script = script
        self.background = background
        self._tokenizer = tokenizer
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._model = model
        empty = self._tokenizer.encode("")
        # What the tokenizer puts around a text: [CLS] and [SEP] for BERT.
        self._before, self._after = _frame(self._tokenizer, empty.ids)
        self._prefixes = [self._prefix_ids(prefix) for prefix in identity.prefixes]
        self._skipped = punctuation_ids(self._tokenizer)

    @property
    def room(self) -> int:
        """See `Encoder.room`."""
        framing = len(self._before) + len(self._after) + len(self._prefixes[1])
        return self.identity.max_tokens - framing

    def token_offsets(self, texts: Sequence[str]) -> list[NDArray[np.int32]]:
        """See `Encoder.token_offsets`."""
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [np.array(e.offsets, np.int32).reshape(-1, 2) for e in encodings]

    def encode_passages(self, passages: Sequence[PassageText]) -> Iterator[tuple[int, PassageEncoding]]:
        """See `Encoder.encode_passages`."""
        texts = self._tokenizer.encode_batch([p.text for p in passages], add_special_tokens=False)
        contexts = self._tokenizer.encode_batch([p.context for p in passages], add_special_tokens=False)
        rows: list[list[int]] = []
        firsts: list[int] = []
        for text, context in zip(texts, contexts, strict=True):
            if len(text.ids) > self.room:
                raise ValueError(f"a passage of {len(text.ids)} tokens does not fit into {self.room}")
            head = [*self._before, *self._prefixes[1], *context.ids[: self.room - len(text.ids)]]
            firsts.append(len(head))
            rows.append([*head, *text.ids, *self._after])
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        groups = _group(order, rows)
        batches = [self._batch([rows[i] for i in group]) for group in groups]
        for number, (pooled, tokens) in self._model.run_many(batches):
            for row, position in enumerate(groups[number]):
                text = texts[position]
                ids = np.array(text.ids, np.uint32)
                kept = ~np.isin(ids, self._skipped)
                first = firsts[position]
                yield (
                    position,
                    PassageEncoding(
                        pooled=pooled[row],
                        token_ids=ids[kept],
                        token_starts=_starts(passages[position].text, text.offsets)[kept],
                        tokens=tokens[row, first : first + len(ids)][kept],
                    ),
                )

    def encode_question(self, question: str) -> QuestionEncoding:
        """See `Encoder.encode_question`."""
        framing = len(self._before) + len(self._after) + len(self._prefixes[0])
        encoded = self._tokenizer.encode(question, add_special_tokens=False)
        ids = encoded.ids[: self.identity.max_tokens - framing]
        head = [*self._before, *self._prefixes[0]]
        pooled, tokens = self._model.run_one(self._batch([[*head, *ids, *self._after]]))
        array = np.array(ids, np.uint32)
        kept = ~np.isin(array, self._skipped)
        return QuestionEncoding(
            pooled=pooled[0],
            token_ids=array[kept],
            tokens=tokens[0, len(head) : len(head) + len(ids)][kept],
            token_starts=_starts(question, encoded.offsets)[: len(ids)][kept],
        )

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids) if text else []

    def _prefix_ids(self, prefix: str) -> list[int]:
        """The tokens of a prefix as they are before a text.

        Where the space before a word is a part of its token, the space that ends a prefix is none of its own.
        """
        together, alone = self._ids(f"{prefix}a"), self._ids("a")
        return together[: -len(alone)] if together[-len(alone) :] == alone else self._ids(prefix)

    @staticmethod
    def _batch(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        longest = max(map(len, rows))
        ids = np.zeros((len(rows), -(-longest // LENGTH_STEP) * LENGTH_STEP), np.int64)
        mask = np.zeros_like(ids)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            mask[number, : len(row)] = 1
        return ids, mask


def _starts(text: str, offsets: Sequence[tuple[int, int]]) -> NDArray[np.int32]:
    """Where each token's first character is; some tokenizers count the space before a word as its first."""
    starts = np.array(offsets, np.int32).reshape(-1, 2)[:, 0]
    spaces = np.array([*map(str.isspace, text), False], bool)
    starts[spaces[starts]] += 1
    return starts


def _group(order: Sequence[int], rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Cut positions, sorted by length, into batches of at most TOKENS_A_BATCH padded tokens."""
    groups: list[list[int]] = []
    for position in order:
        if not groups or (len(groups[-1]) + 1) * len(rows[position]) > TOKENS_A_BATCH:
            groups.append([])
        groups[-1].append(position)
    return groups


def _frame(tokenizer: Tokenizer, empty: Sequence[int]) -> tuple[list[int], list[int]]:
    """The special tokens before and after a text."""
    probe = tokenizer.encode("a")
    inner = tokenizer.encode("a", add_special_tokens=False).ids
    first = next(i for i in range(len(probe.ids)) if probe.ids[i : i + len(inner)] == inner)
    before = list(probe.ids[:first])
    return before, list(empty[len(before) :])


def punctuation_ids(tokenizer: Tokenizer) -> NDArray[np.uint32]:
    """Vocabulary ids of pure punctuation, which would match everywhere. Symbols ($, %, +) stay."""
    ids = [
        identifier
        for token, identifier in tokenizer.get_vocab().items()
        if (bare := token.removeprefix("##").removeprefix("▁"))
        and all(unicodedata.category(character).startswith("P") and character != "%" for character in bare)
    ]
    return np.array(sorted(ids), np.uint32)
