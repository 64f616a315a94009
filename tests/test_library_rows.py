"""A question for a value deep in a table finds its row, and the citation names it, whatever the file's format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import docx
import openpyxl
import pytest

from pincite import Library

_ROWS = 240
_PLACES = (
    "Ashford", "Birchwood", "Claydon", "Dunmore", "Elmhurst", "Farley", "Greenhill", "Holbrook", "Ironbridge",
    "Kingsley",
)  # fmt: skip
_KINDS = ("pumping station", "water tower", "filter house", "reservoir", "weir", "sluice")


def rows() -> list[list[str]]:
    """Works of a town, each with its own name; the head first."""
    found = [["station", "kind", "opened", "depth in metres", "keeper"]]
    for number in range(1, _ROWS + 1):
        name = f"{_PLACES[number % 10]} {_PLACES[number // 10 % 10][:3]}{number}"
        kind = _KINDS[number % 6]
        found.append(
            [
                name,
                kind,
                str(1800 + number % 200),
                f"{number * 7 % 97}.{number % 10}",
                f"Keeper {number * 13}",
            ]
        )
    return found


def write_csv(path: Path) -> None:
    path.write_text("\n".join(";".join(row) for row in rows()), encoding="utf-8")


def write_xlsx(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Stations"
    for row in rows():
        sheet.append(row)
    book.save(path)


def write_json_lines(path: Path) -> None:
    head, *body = rows()
    path.write_text(
        "\n".join(json.dumps(dict(zip(head, row, strict=True))) for row in body), encoding="utf-8"
    )


def write_docx(path: Path) -> None:
    document = docx.Document()
    document.add_heading("Stations", 1)
    own = rows()
    table = document.add_table(len(own), len(own[0]))
    cells = table._cells
    for number, text in enumerate(text for row in own for text in row):
        cells[number].text = text
    document.save(str(path))


def write_html(path: Path) -> None:
    head, *body = rows()
    lines = ["<tr>" + "".join(f"<th>{text}</th>" for text in head) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in body]
    path.write_text(
        f"<html><body><h1>Stations</h1><table>{''.join(lines)}</table></body></html>", encoding="utf-8"
    )


def write_markdown(path: Path) -> None:
    head, *body = rows()
    lines = [
        "# Stations",
        "",
        "|".join(head),
        "|".join("---" for _ in head),
        *("|".join(row) for row in body),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


WRITERS = {
    "stations.csv": write_csv,
    "stations.xlsx": write_xlsx,
    "stations.jsonl": write_json_lines,
    "stations.docx": write_docx,
    "stations.html": write_html,
    "stations.md": write_markdown,
}
PLACES = {
    "stations.csv": "row 190",
    "stations.xlsx": "Stations, row 191",
    "stations.jsonl": "record 190",
}


@pytest.fixture(scope="module", params=list(WRITERS))
def filled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Library]]:
    name: str = request.param
    folder = tmp_path_factory.mktemp("rows")
    WRITERS[name](folder / name)
    with Library.open(folder / "library") as library:
        report = library.add([folder / name])
        assert not report.failed
        yield name, library


def test_a_question_for_a_value_in_row_190_is_answered_from_it(filled: tuple[str, Library]) -> None:
    name, library = filled
    station, _, opened, depth, keeper = rows()[190]
    for question, value in (
        (f"Who is the keeper of {station}?", keeper),
        (f"What is the depth in metres of the station {station}?", depth),
        (f"When was {station} opened?", opened),
    ):
        answer = library.ask(question)
        assert not answer.refused, question
        first = answer.citations[0]
        assert value in first.quote.split("\t"), (question, first.quote)
        assert station in first.quote
        assert first.page_label == PLACES.get(name, first.page_label)
        page = library.page(first.document.id, first.page_index)
        assert all(page.text[span.start : span.end] in first.quote for span in first.spans)


def test_passages_name_their_own_rows(filled: tuple[str, Library]) -> None:
    name, library = filled
    if name not in PLACES:
        pytest.skip("rows of tables in running text have no numbers")
    passage = library.search(rows()[190][0], k=1)[0]
    before, _, numbers = passage.page_label.rpartition(" ")
    first, last = map(int, numbers.split("\u2013"))
    wanted = int(PLACES[name].rpartition(" ")[2])
    assert first <= wanted <= last < first + 40
    assert before == PLACES[name].rpartition(" ")[0] + "s"
    assert {span.page_index for span in passage.spans} != {1}


def test_rows_that_differ_in_a_number_are_told_apart(tmp_path: Path) -> None:
    kinds = ("centrifugal", "gear", "screw")
    pumps = [
        f"Pump {number},{kinds[number % 3]},{number * 7 % 80 + 10},{number * 13 % 900 + 100}.50,{number % 41}"
        for number in range(1, 301)
    ]
    (tmp_path / "pumps.csv").write_text("name,type,flow,price,stock\n" + "\n".join(pumps), "utf-8")
    with Library.open(tmp_path / "library") as library:
        library.add([tmp_path / "pumps.csv"])
        for number, question in (
            (190, "What is the price of Pump 190?"),
            (12, "What type is Pump 12?"),
            (77, "How many of pump 77 are in stock?"),
            (250, "flow of pump #250"),
        ):
            answer = library.ask(question)
            assert not answer.refused, question
            assert answer.citations[0].quote.split("\t")[0] == f"Pump {number}"
            assert answer.citations[0].page_label == f"row {number}"
        assert library.ask("What is the price of Pump 999?").refused
        assert library.ask("What is the price of Valve 190?").refused
