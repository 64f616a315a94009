"""Places, sizes and widths that no sound file has: what they concern is lost, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.invariants import violations
from tests.parse.builders import raw_pdf, show

from pincite.parse import parse_pdf
from pincite.parse.grid import Grid, GridCell
from pincite.parse.line import Line
from pincite.parse.rows import rows_of


@pytest.mark.parametrize(
    "matrix",
    ["0 0 0 10 72 500", "0 0 0 0 72 500", "1e38 0 0 1 72 500", "1 0 0 1 3.4e38 500", "1 0 0 1 72 -3.4e38",
     "99999999999999999999 0 0 99999999999999999999 0 0", "0 1e38 1e38 0 0 0"],
)  # fmt: skip
@pytest.mark.parametrize("size", ["10", "0", "-3e38"])
def test_odd_text_matrices(tmp_path: Path, matrix: str, size: str) -> None:
    odd = f"BT /F1 {size} Tf {matrix} Tm (odd text that stands nowhere) Tj ET"
    path = tmp_path / "odd.pdf"
    path.write_bytes(raw_pdf(show(72, 700, "The rent is 900.") + odd + show(72, 660, "The term is a year.")))
    document = parse_pdf(path)
    assert violations(document) == []
    assert document.pages[0].text.startswith("The rent is 900.")
    assert "The term is a year." in document.pages[0].text


def line(text: str, x0: float, base: float, grid: Grid | None = None) -> Line:
    import numpy as np

    boxes = np.zeros((len(text), 4), np.uint16)
    return Line(x0, x0 + 5 * len(text), base - 10, base + 2, base, 10, text, boxes, grid=grid)


def test_what_stands_for_a_row_of_a_table_is_joined_with_nothing() -> None:
    cells = [GridCell(0, 0, [line("a", 0, 100)]), GridCell(0, 1, [line("b", 90, 100)])]
    grid = Grid(cells, [(0, 10), (90, 100)], (0, 90, 100, 100))
    stand_in = line("row of a table", 0, 100, grid)
    over, beside = line("x = 2", 20, 101), line("(3)", 110, 100)
    rows = rows_of([over, stand_in, beside])
    assert [[cell.text for cell in row.cells] for row in rows if row.cells[0].grid is grid] == [
        ["row of a table"]
    ]
    assert all(len(row.cells) == 1 for row in rows if row.cells[0].grid is grid)
    assert [cell.text for row in rows for cell in row.cells if cell.grid is None] == ["x = 2 (3)"]
