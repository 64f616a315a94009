from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.written import blocks, codes, labels, read_bytes, sections

from pincite.domain import ParsedDocument

PYTHON = '''"""Reads things."""

import os

LIMIT = 3


@cached
def first(a):
    # a remark
    def inner():
        return a

    return inner


class Reader(Base):
    """Reads."""

    size = 1

    def read(self):
        return "x"


if __name__ == "__main__":
    first(1)
'''


def check_lines(document: ParsedDocument, content: str) -> None:
    for page in document.pages:
        first, _, last = page.label.split(" ")[1].partition("–")
        assert page.text.split("\n") == [
            line.rstrip() for line in content.split("\n")[int(first) - 1 : int(last or first)]
        ]


def test_lines_stay_and_stand_under_their_definitions(tmp_path: Path) -> None:
    document = read_bytes(tmp_path, "reader.py", PYTHON)
    check_lines(document, PYTHON)
    assert {kind for kind, _ in blocks(document)} == {"code"}
    assert [(text.split("\n")[0], section) for text, section in sections(document).items()] == [
        ('"""Reads things."""', ()),
        ("@cached", ("def first",)),
        ("class Reader(Base):", ("class Reader",)),
        ("    def read(self):", ("class Reader", "def read")),
        ('if __name__ == "__main__":', ()),
    ]
    assert [(entry.title, entry.level) for entry in document.outline] == [
        ("def first", 1),
        ("class Reader", 1),
        ("def read", 2),
    ]


@pytest.mark.parametrize(
    ("name", "content", "names"),
    [
        (
            "a.ts",
            "import x from 'y'\n\nexport class Pump {\n  start(): void {\n    run()\n  }\n}\n\n"
            "export const half = (n: number) => n / 2\n",
            ["export class Pump", "start", "export const half"],
        ),
        ("a.go", "package main\n\nfunc (s *Server) Run() error {\n\treturn nil\n}\n\ntype Pump struct {\n\tn int\n}\n",
         ["func (s *Server) Run", "type Pump"]),
        ("a.rs", "pub struct Pump { size: u8 }\n\nimpl Pump {\n    pub fn start(&self) {}\n}\n",
         ["pub struct Pump", "impl Pump", "pub fn start"]),
        ("Pump.java", "public class Pump {\n    int n;\n\n    public int getSize() {\n        return n;\n    }\n}\n",
         ["public class Pump", "public int getSize"]),
        ("a.c", "#include <x.h>\n\nstatic int half(int n)\n{\n    if (n) {\n    }\n    return n / 2;\n}\n",
         ["static int half"]),
        ("a.sql", "CREATE TABLE pumps (\n  id int\n);\n\nSELECT * FROM pumps;\n", ["CREATE TABLE pumps"]),
        ("a.sh", "set -e\n\nbuild() {\n  make\n}\n", ["build"]),
        ("a.toml", "[server]\nport = 1\n\n[server.tls]\nkey = 'x'\n", ["server", "server.tls"]),
        ("a.yaml", "server:\n  port: 1\nclient:\n  port: 2\n", ["server", "client"]),
        ("a.rb", "class Pump\n  def start\n    run\n  end\nend\n", ["class Pump", "def start"]),
        ("a.xml", '<?xml version="1.0"?>\n<pumps>\n  <pump/>\n</pumps>\n', []),
        ("a.php", "<!DOCTYPE html>\n<?php\nfunction half($n) {\n  return $n / 2;\n}\n", ["function half"]),
    ],
)  # fmt: skip
def test_definitions_of_other_languages(tmp_path: Path, name: str, content: str, names: list[str]) -> None:
    document = read_bytes(tmp_path, name, content)
    check_lines(document, content.rstrip("\n"))
    assert [entry.title for entry in document.outline] == names


def test_pages_end_between_definitions(tmp_path: Path) -> None:
    content = "\n".join(f"def number{n}():\n    x = {n}\n\n    return x\n\n" for n in range(400))
    document = read_bytes(tmp_path, "a.py", content)
    assert len(document.pages) > 3
    assert all(page.text.startswith("def ") for page in document.pages)
    check_lines(document, content)
    assert labels(document)[0].startswith("lines 1–")


def test_a_program_on_one_line_is_divided_and_told(tmp_path: Path) -> None:
    document = read_bytes(tmp_path, "a.min.js", "var a=1;" * 10_000)
    assert "".join(page.text for page in document.pages).replace(" ", "") == "vara=1;" * 10_000
    assert max(len(page.text) for page in document.pages) <= 20_000
    assert codes(document) == ["endless_lines"]


@pytest.mark.parametrize(
    "line", ["*& " * 90 + "(", "a " * 140 + "(", "public " * 40 + "x", "x<" * 140, "(" * 290]
)
@pytest.mark.parametrize("name", ["a.c", "a.ts", "a.py", "a.sql"])
def test_odd_lines_do_not_hang(tmp_path: Path, name: str, line: str) -> None:
    assert read_bytes(tmp_path, name, line + "\n").pages[0].text == line.rstrip()
