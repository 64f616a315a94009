"""A part of a list that may be long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Listed(Generic[Item]):
    """A part of a list, in the order asked for.

    Attributes:
        items: What is in this part.
        next: Where the part after it begins, to be given back as it is; None at the end.
    """

    items: tuple[Item, ...]
    next: str | None = None
