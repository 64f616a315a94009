"""Tables of a page: where they are, told by rules or by cells that stand under each other."""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import median

import numpy as np

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft
from pincite.parse.cutting import Cutter
from pincite.parse.graphics import luminance
from pincite.parse.grid import Grid, Rules, is_number, is_value
from pincite.parse.line import Line, PageLines
from pincite.parse.rows import Row, merge
from pincite.parse.table_areas import areas
from pincite.parse.table_grid import build
from pincite.parse.typed_tables import typed_tables

_OPERATOR = re.compile("[=∑∫√∂∈≡→∀∃∧∨⊗˙¨\ue000-\uf8ff\U000f0000-\U0010ffff]")
"""Signs of formulas; characters of private use are symbols of fonts whose meaning is not known."""

_GREEK = re.compile("[\u0370-\u03ff]")
_EQUATION_NUMBER = re.compile(r"^\([A-Z]?\.?\d{1,3}(?:[.\-]\d{1,3})*[a-z]?\)\W*$")
_TALL_BRACKETS = frozenset("⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎫⎬⎭⎪")
_INDICES = frozenset("₀₁₂₃₄₅₆₇₈₉")
_SIGNED = re.compile(
    r"^\(?(?:by|name|title|its|date|dated|signature|signed|print(?:ed)? name|witness|position)(?:\s*$|\b[^:]{0,20}:)"
    r"|^/s/|^_{6,}|^signed\b|^\)$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"^(?:[A-Z]|\d+)(?:\.\d+)*\.?(?:\s+\S|$)|^(?:chapter|appendix|section)\b", re.IGNORECASE
)


def rules_of(page: PageLines, turned: int) -> Rules:
    """The rules and boxes of a page, turned as the lines that have this `turned`."""
    graphics = page.graphics.turned(page.width, page.height, (page.angle + turned) % 360)
    shades = np.nan_to_num(luminance(graphics.colors), nan=0.5) if len(graphics.colors) else np.zeros(0)
    return Rules(graphics.horizontal, graphics.vertical, graphics.fills, shades)


def ruled(lines: list[Line], rules: Rules, cutter: Cutter) -> list[Line]:
    """Lines of a page with each row of a table that rules enclose as one line, by which the layout finds its place."""
    rest = _without_typed(lines, cutter)
    if len(rules.horizontal) < 2:
        return rest
    for x0, y0, x1, y1 in areas(lines, rules):
        inside = [line for line in rest if _in(line, x0, y0, x1, y1)]
        grid = build(inside, rules.within(x0, y0, x1, y1), cutter) if len(inside) >= 4 else None
        if grid is None or not is_table(grid, ruled=True):
            continue
        taken = set(map(id, inside))
        rest = [line for line in rest if id(line) not in taken]
        rest += stand_ins(grid)
    return rest


def _without_typed(lines: list[Line], cutter: Cutter) -> list[Line]:
    """Lines with each row of a typewritten table as one line."""
    rest = lines
    for table in typed_tables(lines, cutter):
        grid = build(table.lines, table.drawn(), cutter)
        if grid is None or _is_signed([cell.text.strip() for cell in grid.cells]):
            continue
        if is_table(grid, ruled=True):
            rest = [line for line in rest if id(line) not in table.taken] + stand_ins(grid)
    return rest


def resolve(drafts: list[Draft], rules: Rules, cutter: Cutter, placed: set[int]) -> list[Draft]:
    """The blocks of a region with the grids of its tables; parts of one table are made one block.

    Args:
        drafts: Blocks of the region; what stands for rows of a table that is placed already is left out.
        rules: The page's rules.
        cutter: Cuts its lines.
        placed: Identities of the page's grids that have a block.
    """
    if not any(draft.kind is BlockKind.TABLE for draft in drafts):
        return drafts
    result: list[Draft] = []
    for group in _groups(drafts):
        if group[0].first.grid is not None:
            if id(group[0].first.grid) not in placed:
                placed.add(id(group[0].first.grid))
                _give(group[0], group[0].first.grid)
                result.append(group[0])
            continue
        grids = [_grid_of([draft], rules, cutter) for draft in group if draft.kind is BlockKind.TABLE]
        whole = _grid_of(group, rules, cutter) if len(group) > 1 else None
        if whole is not None and whole.columns >= max(grid.columns if grid else 0 for grid in grids):
            table = group[0]
            table.kind, table.rows = BlockKind.TABLE, [row for draft in group for row in draft.rows]
            _give(table, whole)
            result.append(table)
            continue
        found = iter(grids)
        for draft in group:
            grid = next(found) if draft.kind is BlockKind.TABLE else None
            if grid is not None:
                _give(draft, grid)
            elif draft.kind is BlockKind.TABLE:
                _undo(draft)
        result += group
    return result


def _groups(drafts: list[Draft]) -> list[list[Draft]]:
    """Blocks that may be parts of one table: rows of cells, and short lines close above, between and below them."""
    groups: list[list[Draft]] = []
    for draft in drafts:
        if groups and _may_join(groups[-1][-1], draft):
            groups[-1].append(draft)
        else:
            groups.append([draft])
    return [part for group in groups for part in _trimmed(group)]


def _may_join(before: Draft, draft: Draft) -> bool:
    if before.first.grid is not None or draft.first.grid is not None:
        return False
    step = draft.first.base - before.last.base
    close = 0 < step < (2.2 if before.kind is draft.kind is BlockKind.TABLE else 1.7) * draft.first.size
    return close and all(one.kind is BlockKind.TABLE or _is_part(one) for one in (before, draft))


def _is_part(draft: Draft) -> bool:
    """Whether a block is a few short lines, as of a label that wraps."""
    width = max(draft.x1 - draft.x0, 1.0)
    return len(draft.rows) <= 3 and all(
        line.width < 0.5 * width and len(line.text) < 60 and not line.text.rstrip().endswith(".")
        for line in draft.lines
    )


def _trimmed(group: list[Draft]) -> list[list[Draft]]:
    """A group without lines at its ends that are no part of a table: its title, a heading below."""
    places = [place for place, draft in enumerate(group) if draft.kind is BlockKind.TABLE]
    if not places:
        return [[draft] for draft in group]
    first, last = places[0], places[-1] + 1
    table = group[first]
    edge = min((row.cells[1].x0 for row in table.rows if len(row.cells) > 1), default=0.0)
    if first and len(group[first - 1].rows) == 1 and group[first - 1].first.x0 > edge - 3 * table.size:
        first -= 1
    if last < len(group) and group[last].first.text[:1].islower():
        last += 1
    return [*([draft] for draft in group[:first]), group[first:last], *([draft] for draft in group[last:])]


def _grid_of(drafts: list[Draft], rules: Rules, cutter: Cutter) -> Grid | None:
    """The grid of blocks that make one table, if they do."""
    lines = [line for draft in drafts for line in draft.lines]
    if _is_formula([line.text.strip() for line in lines]):
        return None
    x0, x1 = min(line.x0 for line in lines), max(line.x1 for line in lines)
    top, bottom = lines[0].base - 2 * lines[0].size, lines[-1].base + lines[-1].size
    grid = build(lines, rules.within(x0, top, x1, bottom), cutter)
    return grid if grid is not None and is_table(grid) else None


def _give(draft: Draft, grid: Grid) -> None:
    draft.grid = grid
    number = max(row.table for row in draft.rows)
    draft.rows = [Row([_one_line(cell.lines) for cell in row], table=number) for row in grid.by_row()]


def _undo(draft: Draft) -> None:
    """Make lines of formulas and signatures, whose parts stand as far from each other as cells."""
    texts = [line.text.strip() for line in draft.lines]
    formula = _is_formula(texts) or _is_mathematical(texts)
    if formula or _is_signed(texts):
        draft.kind = BlockKind.FORMULA if formula else BlockKind.PARAGRAPH
        for row in draft.rows:
            row.cells, row.table = [_one_line(row.cells)], 0


def undo_single(drafts: list[Draft]) -> None:
    """Make a line of a single row of cells without a grid that is no part of a figure: it is no table."""
    for draft in drafts:
        if draft.kind is BlockKind.TABLE and draft.grid is None and len(draft.rows) == 1:
            draft.kind = BlockKind.PARAGRAPH
            draft.rows[0].cells, draft.rows[0].table = [_one_line(draft.rows[0].cells)], 0


def _is_mathematical(texts: list[str]) -> bool:
    """Whether pieces without a grid are those of a formula or matrix: brackets of several lines, an equals sign."""
    if any(set(text) & _TALL_BRACKETS for text in texts):
        return True
    equation = any("=" in text for text in texts) and any(_EQUATION_NUMBER.match(text) for text in texts)
    signs = sum(
        len(text) < 12 and any(char in _INDICES or _is_greek(char) for char in text) for text in texts
    )
    return equation or signs > 0.4 * len(texts)


def _is_greek(char: str) -> bool:
    return "\u0370" <= char <= "\u03ff"


def _one_line(lines: list[Line]) -> Line:
    joined = lines[0]
    for line in lines[1:]:
        joined = merge(joined, line)
    return joined


def is_table(grid: Grid, *, ruled: bool = False) -> bool:
    """Whether a grid is a table, and not text, names or a formula that happen to stand under each other.

    Args:
        grid: The grid.
        ruled: Whether rules enclose it.
    """
    rows = grid.by_row()
    full = sum(len(row) >= 2 for row in rows)
    if ruled and _is_empty(grid):
        return True
    if full < 2 or full < 0.4 * len(rows):
        return False
    texts = [cell.text.strip() for cell in grid.cells]
    values = sum(map(is_value, texts))
    if any("@" in text for text in texts) and values < 0.2 * len(texts):
        return False
    if ruled:
        return True
    if _flows(grid) or _is_formula(texts) or _is_contents(grid) or _is_signed(texts):
        return False
    return full >= 3 if values < 2 else full >= 2


def _is_empty(grid: Grid) -> bool:
    """Whether a grid is a head of three columns and more above a single line that says there are no rows."""
    rows = grid.by_row()
    if len(rows) != 2 or len(rows[0]) < 3 or len(rows[1]) != 1:
        return False
    return all(cell.bold and not is_value(cell.text) for cell in rows[0]) and not rows[1][0].bold


def _flows(grid: Grid) -> bool:
    """Whether the cells of a column read on from row to row: columns of text."""
    long = [
        cell
        for cell in grid.cells
        if cell.row >= grid.head_rows and len(cell.text) > 24 and len(cell.lines) == 1
    ]
    return (
        len(long) >= 4
        and len(long) > 0.5 * len(grid.cells)
        and sum(cell.text[:1].islower() for cell in long) > 0.4 * len(long)
    )


def _is_signed(texts: list[str]) -> bool:
    """Whether cells are the places where parties sign."""
    return sum(bool(_SIGNED.match(text)) for text in texts) >= max(2, 0.3 * len(texts))


def _is_contents(grid: Grid) -> bool:
    """Whether the last column counts up as page numbers do, under a title of contents or beside numbered titles."""
    rows = [row for row in grid.by_row() if len(row) >= 2]
    pages = [int(row[-1].text) for row in rows if row[-1].text.strip().isdecimal()]
    if len(pages) < max(2, 0.8 * len(rows)) or pages != sorted(pages) or pages[0] == pages[-1]:
        return False
    titled = grid.cells[0].text.strip().casefold() in ("contents", "table of contents", "inhalt", "sommaire")
    return titled or sum(bool(_NUMBERED.match(row[0].text)) for row in rows) > 0.5 * len(rows)


def _is_formula(texts: list[str]) -> bool:
    marked = sum(_OPERATOR.search(text) is not None for text in texts)
    symbols = sum(_GREEK.search(text) is not None for text in texts)
    numbered = any(_EQUATION_NUMBER.match(text) for text in texts) and sum(map(is_number, texts)) < 0.4 * len(
        texts
    )
    return marked > 0.34 * len(texts) or symbols > 0.5 * len(texts) or numbered


def stand_ins(grid: Grid) -> list[Line]:
    """A line as wide as the table for each of its rows, by which the layout finds the table's place."""
    size = median(cell.lines[0].size for cell in grid.cells)
    x0, _, x1, _ = grid.box
    text = "row of a table " * max(int((x1 - x0) / (7 * size)), 1)
    result = []
    for row in grid.by_row():
        lines = [line for cell in row for line in cell.lines]
        if not lines:
            continue
        low = max(line.base for line in lines)
        result.append(
            replace(
                lines[0], x0=x0, x1=x1, base=low, size=size, text=text, top=low - size, bottom=low, bold=False,
                order=min(line.order for line in lines), grid=grid,
            )
        )  # fmt: skip
    return result


def _in(line: Line, x0: float, y0: float, x1: float, y1: float) -> bool:
    middle = (line.x0 + line.x1) / 2
    return y0 - 1 < line.base - 0.3 * line.size < y1 + 1 and x0 - 2 < middle < x1 + 2
