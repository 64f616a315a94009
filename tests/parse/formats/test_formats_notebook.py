from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.notebooks import cell, notebook
from tests.support.written import blocks, labels, read_bytes, readings, texts

from pincite.errors import DamagedFileError

TABLE = (
    "<div><style scoped>td { color: red }</style><table><thead><tr><th></th><th>price</th></tr></thead>"
    "<tbody><tr><th>pump</th><td>12</td></tr></tbody></table></div>"
)


def test_a_cell_is_a_page(tmp_path: Path) -> None:
    content = notebook(
        cell("markdown", ["# Pumps\n", "\n", "Text with $a_b$.\n"]),
        cell("code", ""),
        cell(
            "code",
            "print(1)\n# not a heading",
            outputs=[
                {"output_type": "stream", "name": "stdout", "text": ["10 %\r", "100 %\n", "done\n"]},
                {"output_type": "execute_result", "data": {"text/html": [TABLE], "text/plain": ["price"]}},
                {"output_type": "display_data", "data": {"image/png": "iVBOR", "text/plain": ["<Figure>"]}},
                {
                    "output_type": "error",
                    "ename": "E",
                    "evalue": "v",
                    "traceback": ["\u001b[31mE\u001b[0m: v"],
                },
            ],
        ),
        cell("raw", "As it is."),
    )
    document = read_bytes(tmp_path, "a.ipynb", content)
    assert labels(document) == ["cell 1", "cell 3", "cell 4"]
    assert blocks(document) == [
        ("heading", "Pumps"),
        ("paragraph", "Text with a_b."),
        ("code", "print(1)\n# not a heading"),
        ("code", "100 %\ndone"),
        ("table", "price\npump\t12"),
        ("code", "<Figure>"),
        ("code", "E: v"),
        ("paragraph", "As it is."),
    ]
    assert readings(document) == ["pump: price 12"]
    assert document.title == "Pumps"
    assert [(notice.code, notice.pages) for notice in document.notices] == [("pictures_not_read", (2,))]


def test_version_three(tmp_path: Path) -> None:
    content = json.dumps(
        {
            "nbformat": 3,
            "metadata": {"name": ""},
            "worksheets": [
                {
                    "cells": [
                        {"cell_type": "heading", "level": 2, "source": ["Part"]},
                        {
                            "cell_type": "code",
                            "input": ["x = 1"],
                            "outputs": [{"output_type": "pyout", "text": ["1"]}],
                        },
                    ]
                }
            ],
        }
    )
    document = read_bytes(tmp_path, "a.ipynb", content)
    assert blocks(document) == [("heading", "Part"), ("code", "x = 1"), ("code", "1")]


def test_title_and_authors_of_its_metadata(tmp_path: Path) -> None:
    document = read_bytes(
        tmp_path, "a.ipynb", notebook(cell("markdown", "# Other"), title="Pumps", authors=[{"name": "Ann"}])
    )
    assert (document.title, document.authors) == ("Pumps", ("Ann",))


def test_a_long_output_goes_on_over_pages(tmp_path: Path) -> None:
    output = {"output_type": "stream", "text": "".join(f"line {n} of the log\n" for n in range(4000))}
    document = read_bytes(tmp_path, "a.ipynb", notebook(cell("code", "run()", outputs=[output])))
    assert labels(document)[:2] == ["cell 1", "cell 1, part 2"]
    assert "line 3999 of the log" in document.pages[-1].text


def test_lone_surrogates_are_replaced(tmp_path: Path) -> None:
    document = read_bytes(tmp_path, "a.ipynb", notebook(cell("markdown", "\ud800 tail")))
    assert texts(document) == ["\ufffd tail"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"cells": [', "not JSON"),
        ('{"a": 1}', "no cells"),
        ("[" * 100_000, "not JSON"),
        (notebook(cell("code", " ")), "cells are empty"),
        ('{"cells": [1, {"source": 2}, {"outputs": {}}], "metadata": []}', "cells are empty"),
    ],
)
def test_damaged_notebooks_are_refused(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(DamagedFileError, match=message):
        read_bytes(tmp_path, "a.ipynb", content)
