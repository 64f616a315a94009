"""What every encoder offers, whatever runs it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.errors import ModelMismatchError

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EncoderIdentity:
    """What must agree for two vectors to be comparable.

    Attributes:
        name: E.g. "all-MiniLM-L6-v2".
        digest: SHA-256 of the weights.
        dims: Dimensions of the pooled vector.
        token_dims: Dimensions of a stored token vector.
        max_tokens: Most tokens the model reads, special tokens included.
        projection: Digest of the token projection.
        prefixes: What is put before questions and passages.
    """

    name: str
    digest: str
    dims: int
    token_dims: int
    max_tokens: int
    projection: str
    prefixes: tuple[str, str] = ("", "")

    def as_dict(self) -> dict[str, object]:
        """Plain values, for the library's record."""
        return asdict(self) | {"prefixes": list(self.prefixes)}

    def require(self, recorded: dict[str, object]) -> None:
        """Check that a library was indexed with this encoder.

        Raises:
            ModelMismatchError: if it was not.
        """
        if recorded != self.as_dict():
            differs = sorted(key for key, value in self.as_dict().items() if recorded.get(key) != value)
            raise ModelMismatchError(
                f"the library was indexed with another encoder ({recorded.get('name')}; the one set is {self.name}, "
                f"and differs in: {', '.join(differs)})",
                "Set `encoder.name` back, or index the documents anew in a new library "
                "(`pincite --library NEW add FILES`).",
            )


@dataclass(frozen=True, slots=True)
class PassageText:
    """What is encoded for a chunk.

    Attributes:
        text: The chunk's text; only its tokens get stored vectors.
        context: Read before the text, e.g. its section titles; influences the vectors, has none itself.
    """

    text: str
    context: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class PassageEncoding:
    """A passage as vectors.

    Attributes:
        pooled: Unit vector, float32 of shape (dims,).
        token_ids: Vocabulary ids of the text's tokens, uint32 of shape (n,).
        token_starts: Offset of each token's first character in the text, int32 of shape (n,).
        tokens: Unit vectors, projected, float32 of shape (n, token_dims).
    """

    pooled: Floats
    token_ids: NDArray[np.uint32]
    token_starts: NDArray[np.int32]
    tokens: Floats


@dataclass(frozen=True, slots=True, eq=False)
class QuestionEncoding:
    """A question as vectors; like `PassageEncoding`, with only the tokens that can match something.

    Attributes:
        pooled: Unit vector, float32 of shape (dims,).
        token_ids: uint32 of shape (m,).
        tokens: Unit vectors, projected, float32 of shape (m, token_dims).
        token_starts: Offset of each token's first character in the question, int32 of shape (m,).
    """

    pooled: Floats
    token_ids: NDArray[np.uint32]
    tokens: Floats
    token_starts: NDArray[np.int32]


class Encoder(ABC):
    """Turns text into vectors. Safe to use from several threads.

    Attributes:
        identity: Recorded in the library.
        background: Share of chunks of general text that hold each vocabulary id; None where not known.
        script: The only writing that the model can read, as of `languages.main_script`; empty where it reads all.
    """

    identity: EncoderIdentity
    script: str = ""
    background: Floats | None = None

    @property
    @abstractmethod
    def room(self) -> int:
        """Most tokens of context and text together, special tokens and the passage prefix excluded."""

    @abstractmethod
    def token_offsets(self, texts: Sequence[str]) -> list[NDArray[np.int32]]:
        """Offsets (start, end) of every token of each text, int32 of shape (n, 2), never truncated."""

    @abstractmethod
    def encode_passages(self, passages: Sequence[PassageText]) -> Iterator[tuple[int, PassageEncoding]]:
        """Encode in batches sorted by length; yields (position in the input, encoding) as they finish.

        Raises:
            ValueError: if a passage's text does not fit; context is shortened instead.
        """

    @abstractmethod
    def encode_question(self, question: str) -> QuestionEncoding:
        """Encode one question; what does not fit is left out at the end."""

    def count_tokens(self, text: str) -> int:
        """Number of tokens of a text, special tokens excluded."""
        return len(self.token_offsets([text])[0])
