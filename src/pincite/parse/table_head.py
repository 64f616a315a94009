"""Which first rows of a table are its head, and how the lines of heads fall into rows and spans."""

from __future__ import annotations

import itertools
import re

from pincite.parse.grid import GridCell, Rules, is_number, is_value, is_year
from pincite.parse.table_columns import Piece
from pincite.parse.table_rows import Bands, Level

_MOST = 8
"""Most lines of a head."""

_HEAD_WORDS = re.compile(
    r"^(?:(?:three|six|nine|twelve|\d+)\s+months|(?:fiscal\s+)?years?\b|quarters?\b|(?:as\s+)?(?:of|at|on)\s+\w+\s+\d|"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|notes?$|q[1-4]\b)",
    re.IGNORECASE,
)


def head_size(levels: list[Level], columns: int, bands: Bands, rules: Rules) -> int:
    """How many first baselines of a table are its head."""
    if len(levels) < 2 or _are_named_lines(levels, columns):
        return 0
    numeric = _numeric_columns(levels, columns)
    by_rule = _above_rule(levels, bands)
    by_look = _by_look(levels, rules)
    if numeric:
        by_content = _without_values(levels, numeric)
        if by_content:
            return (
                by_rule if by_rule == by_content + 1 and not levels[by_rule - 1].values - {0} else by_content
            )
        if by_rule and _is_rare(bands, levels) and not any(level.values - {0} for level in levels[:by_rule]):
            return by_rule
        return by_look
    if by_rule and _is_rare(bands, levels):
        return by_rule
    if by_look:
        return by_rule if by_look < by_rule <= by_look + 2 else by_look
    return 1 if columns >= 3 and _short(levels[0]) and len(levels) > 2 and not _is_like_rows(levels) else 0


def _are_named_lines(levels: list[Level], columns: int) -> bool:
    """Whether each line says its name before a colon: "Telephone: …"."""
    labels = [level.pieces[0].line.text.rstrip() for level in levels if level.pieces[0].first == 0]
    return (
        columns == 2
        and bool(labels)
        and labels[0].endswith(":")
        and (sum(label.endswith(":") for label in labels) > 0.6 * len(labels))
    )


def _is_like_rows(levels: list[Level]) -> bool:
    """Whether the first row says what others say, but for numbers: "Question 1", "2 programs" is no head."""
    first, *rest = levels
    for piece in first.pieces:
        shape = _shape(piece)
        if any((other := level.at(piece.first)) is not None and _shape(other) == shape for level in rest):
            return True
    return False


def _shape(piece: Piece) -> str:
    return re.sub(r"\d+", "0", piece.line.text.strip())


def _short(level: Level) -> bool:
    return len(level.pieces) >= 2 and all(len(piece.line.text.split()) <= 5 for piece in level.pieces)


def _numeric_columns(levels: list[Level], columns: int) -> set[int]:
    """Columns that hold mostly numbers."""
    numeric = set()
    for column in range(columns):
        texts = [
            piece.line.text
            for level in levels
            if (piece := level.at(column)) is not None and piece.first == piece.last
        ]
        values = sum(map(is_value, texts))
        if (
            values >= 1
            and values >= 0.5 * len(texts) - 0.5 * (len(texts) <= 3)
            and any(map(is_number, texts))
        ):
            numeric.add(column)
    return numeric - {0} if len(numeric) > 1 or columns > 1 else numeric


def _without_values(levels: list[Level], numeric: set[int]) -> int:
    """First baselines that have no numbers in columns of numbers, except years."""
    count = 0
    for level in levels[:_MOST]:
        inside = [piece for piece in level.pieces if piece.last >= 1 or piece.first in numeric]
        if any(is_number(piece.line.text) and not is_year(piece.line.text) for piece in inside):
            break
        count += 1
    # Labels without values below the head belong to the body: "Assets:".
    while count and _is_label_only(levels[count - 1]):
        count -= 1
    years = [level for level in levels if _is_year_row(level)]
    if count and len(years) > max(2, 0.5 * len(levels)):
        # A column of years in the body.
        first = next((place for place, level in enumerate(levels) if _is_year_row(level)), count)
        return min(count, first)
    return count if count < len(levels) else 0


def _is_year_row(level: Level) -> bool:
    inside = [piece for piece in level.pieces if piece.last >= 1]
    return bool(inside) and all(is_year(piece.line.text) for piece in inside)


def _is_label_only(level: Level) -> bool:
    return (
        len(level.pieces) == 1
        and level.pieces[0].first == 0
        and not _HEAD_WORDS.match(level.pieces[0].line.text)
    )


def _above_rule(levels: list[Level], bands: Bands) -> int:
    """How many baselines lie above the first edge inside the table."""
    for place in range(1, min(len(levels), _MOST + 1)):
        if bands.divides(levels[place - 1], levels[place]):
            return place
    return 0


def _is_rare(bands: Bands, levels: list[Level]) -> bool:
    """Whether few rows are parted by an edge, so that one says something."""
    cuts = sum(bands.divides(upper, lower) for upper, lower in itertools.pairwise(levels))
    return cuts <= max(1, 0.35 * len(levels)) and (not bands.closed or cuts <= 2)


def _by_look(levels: list[Level], rules: Rules) -> int:
    """How many first baselines are bold or shaded where the body is not."""
    bold = [all(piece.line.bold for piece in level.pieces) for level in levels]
    count = next((place for place, one in enumerate(bold) if not one), len(bold))
    if 0 < count <= _MOST and sum(bold) < 0.6 * len(bold):
        while count > 1 and _is_label_only(levels[count - 1]):
            count -= 1
        return count
    shades = [_shade(level, rules) for level in levels]
    first = shades[0]
    count = next((place for place, one in enumerate(shades) if abs(one - first) > 0.02), len(shades))
    same = sum(abs(one - first) <= 0.02 for one in shades)
    return count if first < 0.97 and count <= _MOST and same == count else 0


def _shade(level: Level, rules: Rules) -> float:
    """How light the background of a baseline is."""
    piece = level.pieces[0].line
    x, y = piece.x0 + 1, level.base - 0.3 * piece.size
    inside = (
        (rules.fills[:, 0] <= x + 3)
        & (rules.fills[:, 2] >= x)
        & (rules.fills[:, 1] <= y)
        & (rules.fills[:, 3] >= y)
    )
    found = rules.shades[inside]
    return float(found[-1]) if len(found) else 1.0


def head_cells(
    levels: list[Level], columns: list[tuple[float, float]], rules: Rules, *, closed: bool
) -> tuple[list[GridCell], int]:
    """The cells of a head and the number of its rows.

    A row of the head ends below heads that cover several columns, or where a rule parts it from the next.

    Args:
        levels: Its baselines.
        columns: Ends of the table's columns.
        rules: The table's rules.
        closed: Whether each cell stands in a box of rules.
    """
    for place, level in enumerate(levels):
        if closed:
            _fill_boxes(level, columns, rules)
        else:
            _widen(level, levels[place + 1 :], columns, rules)
    groups = _head_rows(levels, rules)
    cells: list[GridCell] = []
    for number, group in enumerate(groups):
        for level in group:
            for piece in level.pieces:
                _add(cells, piece, number)
    _stretch(cells, len(groups), len(columns))
    return sorted(cells, key=lambda cell: (cell.row, cell.column)), len(groups)


def _widen(level: Level, below: list[Level], columns: list[tuple[float, float]], rules: Rules) -> None:
    """Let heads cover the columns that they are centred over, or that the rule under them reaches over."""
    spans: list[tuple[int, int]] = []
    for number, piece in enumerate(level.pieces):
        left = level.pieces[number - 1].last + 1 if number else 0
        right = level.pieces[number + 1].first - 1 if number + 1 < len(level.pieces) else len(columns) - 1
        under = _rule_under(piece, level, columns, rules)
        if under is None:
            spans.append(_centre(piece, left, right, below, columns))
            continue
        over = [
            one for one in range(left, right + 1) if under[0] - 3 <= sum(columns[one]) / 2 <= under[1] + 3
        ]
        spans.append((min([piece.first, *over]), max([piece.last, *over])))
    covered = sum(last - first + 1 for first, last in spans if first > 0)
    for piece, (first, last) in zip(level.pieces, spans, strict=True):
        if (
            piece.first != piece.last
            or covered >= len(columns) - 1
            or _rule_under(piece, level, columns, rules)
        ):
            piece.first, piece.last = first, last


def _fill_boxes(level: Level, columns: list[tuple[float, float]], rules: Rules) -> None:
    """Let pieces cover the columns that no vertical rule parts from them."""
    y = level.base - 0.3 * level.row.size
    walls = [
        any(
            left[1] - 3 < (x0 + x1) / 2 < right[0] + 3 and y0 <= y <= y1
            for x0, y0, x1, y1 in rules.vertical.tolist()
        )
        for left, right in itertools.pairwise(columns)
    ]
    if not any(walls):
        return
    for number, piece in enumerate(level.pieces):
        low = level.pieces[number - 1].last + 1 if number else 0
        high = level.pieces[number + 1].first - 1 if number + 1 < len(level.pieces) else len(columns) - 1
        while piece.first > low and not walls[piece.first - 1]:
            piece.first -= 1
        while piece.last < high and not walls[piece.last]:
            piece.last += 1


def _rule_under(
    piece: Piece, level: Level, columns: list[tuple[float, float]], rules: Rules
) -> tuple[float, float] | None:
    """The rule that lies under a head, as left and right end; one that reaches over the labels is no such rule."""
    line = piece.line
    middle = (line.x0 + line.x1) / 2
    for x0, y0, x1, y1 in rules.horizontal.tolist():
        if 0 < (y0 + y1) / 2 - level.base < 1.1 * line.size and x0 - 3 <= middle <= x1 + 3:
            labels = sum(columns[0]) / 2
            return (x0, x1) if piece.first == 0 or not x0 - 3 <= labels <= x1 + 3 else None
    return None


def _centre(
    piece: Piece, left: int, right: int, below: list[Level], columns: list[tuple[float, float]]
) -> tuple[int, int]:
    """The free columns around a head whose middle is its own, where heads stand under all of them."""
    line = piece.line
    middle = (line.x0 + line.x1) / 2
    under = next((level.at(piece.first) for level in below if level.at(piece.first) is not None), None)
    if not below or (under is not None and under.line.text[:1].islower()):
        return piece.first, piece.last
    best, found = 0.0, (piece.first, piece.last)
    for first in range(max(left, 1), piece.first + 1):
        for last in range(piece.last, right + 1):
            if last == first or not all(
                any(level.at(one) for level in below) for one in range(first, last + 1)
            ):
                continue
            off = abs((columns[first][0] + columns[last][1]) / 2 - middle)
            # Heads are rarely set to the point; the wider span wins where both fit.
            room = 0.8 * line.size + 0.1 * (columns[last][1] - columns[first][0])
            fit = room - off + 0.5 * line.size * (last - first)
            if off <= room and fit > best:
                best, found = fit, (first, last)
    return found


def _head_rows(levels: list[Level], rules: Rules) -> list[list[Level]]:
    """Baselines of a head grouped to its rows."""
    groups: list[list[Level]] = []
    for place, level in enumerate(levels):
        spans = any(piece.last > piece.first for piece in level.pieces)
        before = levels[place - 1] if place else None
        if before is None or _head_divides(before, level, rules):
            groups.append([level])
            continue
        spanned = any(piece.last > piece.first for piece in before.pieces)
        same = (
            spanned
            and spans
            and all(
                any(one.first == two.first and one.last == two.last for two in before.pieces)
                for one in level.pieces
                if one.last > one.first
            )
        )
        if (spanned and not same) or (spans and not spanned):
            groups.append([level])
        else:
            groups[-1].append(level)
    return groups


def _head_divides(upper: Level, lower: Level, rules: Rules) -> bool:
    """Whether rules lie between two baselines of a head, under most of what the upper has besides labels."""
    pieces = [piece for piece in upper.pieces if piece.first > 0] or upper.pieces
    ruled = 0
    for piece in pieces:
        middle = (piece.line.x0 + piece.line.x1) / 2
        for x0, y0, x1, y1 in rules.horizontal.tolist():
            if (
                upper.base - 1 < (y0 + y1) / 2 < lower.base - 0.4 * lower.row.size
                and x0 - 3 <= middle <= x1 + 3
            ):
                ruled += 1
                break
    return ruled >= max(1, 0.5 * len(pieces))


def _add(cells: list[GridCell], piece: Piece, row: int) -> None:
    """Add a piece to a head's cell, or as a new one."""
    for cell in cells:
        if cell.row == row and piece.first <= cell.column + cell.columns - 1 and piece.last >= cell.column:
            end = max(cell.column + cell.columns - 1, piece.last)
            cell.column = min(cell.column, piece.first)
            cell.columns = end - cell.column + 1
            cell.lines.append(piece.line)
            return
    cells.append(GridCell(row, piece.first, [piece.line], 1, piece.last - piece.first + 1))


def _stretch(cells: list[GridCell], rows: int, columns: int) -> None:
    """Make heads of one column one where their lines fell into several rows, and let them reach over free rows."""
    for column in range(columns):
        own = [cell for cell in cells if cell.column == column and cell.columns == 1]
        spanned = {
            cell.row
            for cell in cells
            if cell.columns > 1 and cell.column <= column < cell.column + cell.columns
        }
        if not own:
            continue
        if not spanned and len(own) > 1:
            own.sort(key=lambda cell: cell.row)
            for other in own[1:]:
                own[0].lines += other.lines
                cells.remove(other)
            own = own[:1]
        if not spanned:
            own[0].row, own[0].rows = 0, rows
        else:
            low = max(spanned) + 1
            for cell in own:
                if cell.row >= low and len(own) == 1:
                    cell.row, cell.rows = low, rows - low
