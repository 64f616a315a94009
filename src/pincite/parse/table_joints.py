"""Tables that go on over the end of a page or column."""

from __future__ import annotations

import re

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft
from pincite.parse.grid import Grid, is_value

_CONTINUED = re.compile(r"\bcont(?:inue[ds]|inuation|['’.]?d|\.)?\b|\bfortsetzung\b|\bsuite\b", re.IGNORECASE)
_PASSED = frozenset({BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER, BlockKind.FOOTNOTE})


class TableJoints:
    """Finds tables that go on from the one before, page by page."""

    def __init__(self) -> None:
        self._last: Draft | None = None
        self._open = False

    def set(self, drafts: list[Draft]) -> None:
        """Mark the tables among further blocks, in reading order, that go on from the last one before them."""
        note = ""
        for draft in drafts:
            if draft.kind in _PASSED:
                continue
            if draft.kind is not BlockKind.TABLE or draft.grid is None:
                # A title "(continued)" or a unit may stand above the rest of a table, text may not.
                short = len(draft.text) < 120 and self._last is not None and draft.page - self._last.page == 1
                self._open = self._open and short
                note = f"{note} {draft.text}" if short else draft.text
                continue
            if (
                self._last is not None
                and self._last.grid is not None
                and self._goes_on(self._last, draft, note)
            ):
                draft.grid.continued = True
                _share_head(self._last.grid, draft.grid)
            self._last, self._open, note = draft, True, ""

    def _goes_on(self, before: Draft, draft: Draft, note: str) -> bool:
        if before.grid is None or draft.grid is None or not _same_columns(before.grid, draft.grid):
            return False
        beside = draft.page == before.page and draft.grid.box[0] > before.grid.box[2]
        if draft.page != before.page + 1 and not beside:
            return False
        named = bool(_CONTINUED.search(note) or _CONTINUED.search(draft.first.text))
        if not self._open and not named:
            return False
        repeated = _head_text(before.grid) == _head_text(draft.grid)
        new_caption = bool(re.match(r"(?:table|tab\.|tabelle)\s", note.strip(), re.IGNORECASE)) and not named
        return not new_caption and (named or repeated or not _has_own_head(draft.grid))


def _head_text(grid: Grid) -> list[str]:
    return ["".join(cell.text.split()) for cell in grid.cells if cell.row < grid.head_rows]


def _has_own_head(grid: Grid) -> bool:
    """Whether a grid begins with a head, and not with a row whose cells are text as in its body."""
    if not grid.head_rows:
        return False
    first = [cell for cell in grid.cells if cell.row < grid.head_rows]
    return len(first) > 1 and not any(is_value(cell.text) for cell in first[1:])


def _same_columns(before: Grid, after: Grid) -> bool:
    """Whether the columns of two grids have the same places from the left end on."""
    if before.columns != after.columns:
        return False
    slack, shift = 12.0, before.edges[0][0] - after.edges[0][0]
    if abs(shift) < 60:
        # Labels of the rest may be set in, or centred in their column.
        shift = 0.0
    return all(
        min(one[1], two[1] + shift) - max(one[0], two[0] + shift) > -slack
        for one, two in zip(before.edges, after.edges, strict=True)
    )


def _share_head(before: Grid, after: Grid) -> None:
    """Take the first rows of the rest of a table for a head only where they repeat it."""
    if after.head_rows and _head_text(before) != _head_text(after) and not _has_own_head(after):
        after.head_rows = 0
    after.label_columns = before.label_columns
