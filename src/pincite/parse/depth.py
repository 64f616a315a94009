"""The depth of list items: by where they begin and how they are marked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft

_MARK = re.compile(r"^[\[(]?(?P<name>\d{1,3}(?:\.\d{1,3})+|\d{1,3}|[A-Za-z]+)(?=[\])., ])")
_DEEPEST = 6
_STEP = 0.7
"""An item that begins so many font sizes further right is inside the one before."""


@dataclass(slots=True)
class _Item:
    x0: float
    column: float
    style: str
    value: str


class Depths:
    """Sets the level of list items; blocks come in reading order, in any number of parts."""

    def __init__(self) -> None:
        self._open: list[_Item] = []

    def set(self, drafts: list[Draft]) -> None:
        """Set it for those among the next blocks of the document."""
        for draft in drafts:
            if draft.kind is BlockKind.LIST_ITEM:
                self._place(draft)
            elif draft.kind is BlockKind.HEADING or (draft.kind is BlockKind.PARAGRAPH and self._ends(draft)):
                self._open = []

    def _ends(self, draft: Draft) -> bool:
        """Whether a paragraph is back at the margin, to the left of the outermost item."""
        first = self._open[0] if self._open else None
        return first is not None and _offset(draft, first) < -0.3 * draft.size

    def _place(self, draft: Draft) -> None:
        if draft.joint is not None:
            draft.level = max(len(self._open), 1)  # the rest of an item of the page before
            return
        mark = draft.text.split(maxsplit=1)[0]
        while self._open and _offset(draft, self._open[-1]) < -_STEP * draft.size:
            self._open.pop()
        item = _Item(draft.first.x0, draft.x0, *self._style(mark))
        same = next((place for place, other in enumerate(self._open) if other.style == item.style), None)
        if same is not None and _offset(draft, self._open[same]) < _STEP * draft.size:
            del self._open[same:]
        elif self._open and same is not None and abs(_offset(draft, self._open[-1])) < _STEP * draft.size:
            self._open.pop()
        self._open.append(item)
        draft.level = min(len(self._open), _DEEPEST)

    def _style(self, mark: str) -> tuple[str, str]:
        """How an item is marked, and the letters or digits of its mark."""
        match = _MARK.match(mark + " ")
        if match is None:
            return mark[:1], ""
        name = match["name"]
        around = mark.replace(name, "", 1)
        if name[0].isdigit():
            return f"{around.rstrip('.')}1" + ".1" * name.count("."), name
        case = "a" if name.islower() else "A"
        if set(name.lower()) <= set("ivxl") and not self._follows(name, case, around):
            return f"{around}{'i' if case == 'a' else 'I'}", name
        return f"{around}{case}", name

    def _follows(self, name: str, case: str, around: str) -> bool:
        """Whether "i" comes after "h" in a list of letters, and is no numeral."""
        last = next((item for item in reversed(self._open) if item.style == f"{around}{case}"), None)
        return last is not None and len(name) == len(last.value) == 1 and ord(name) - ord(last.value) == 1


def _offset(draft: Draft, item: _Item) -> float:
    """How much further right a block begins than an item, each in its own column when these lie apart."""
    if abs(draft.x0 - item.column) > 5 * draft.size:
        return (draft.first.x0 - draft.x0) - (item.x0 - item.column)
    return draft.first.x0 - item.x0
