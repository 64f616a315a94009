"""Runs of the real program: in a pipe, with a foreign locale, on a terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pincite import Library
from support.samples import PAPERS

PROGRAM = [sys.executable, "-m", "pincite"]


def environment(library: Path, **changes: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**inherited, "PINCITE_LIBRARY": str(library), **changes}


def on_terminal(*arguments: str, library: Path, typed: str = "", columns: int = 80) -> tuple[int, str]:
    """Run on a pseudo-terminal; gives the exit code and all that it showed."""
    pty = pytest.importorskip("pty")
    main, other = pty.openpty()
    changes = {"TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "40"}
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=other,
        stdout=other,
        stderr=other,
        env=environment(library, **changes),
        start_new_session=True,
    ) as process:
        os.close(other)
        os.write(main, typed.encode())
        shown = b""
        while True:
            try:
                read = os.read(main, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not read:
                break
            shown += read
    os.close(main)
    return process.returncode, shown.decode("utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize(
    "arguments",
    # Text, JSON that is longer than the output's buffer, and JSON that is only written at the end.
    [["list"], ["show", "heat-pumps.pdf", "--page", "1", "--json"], ["collections", "--json"]],
)
def test_a_reader_that_goes_away_is_no_error(sample_library: Path, arguments: list[str]) -> None:
    call = [*PROGRAM, *arguments]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(sample_library)
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
    assert errors == b""


def test_output_is_utf8_whatever_the_locale(sample_library: Path) -> None:
    foreign = environment(
        sample_library, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii"
    )
    shown = subprocess.run(
        [*PROGRAM, "show", "courtyard-noise.pdf"], capture_output=True, env=foreign, check=True
    )
    assert "Tomás Reyes-Whitlock" in shown.stdout.decode("utf-8")
    printed = subprocess.run([*PROGRAM, "list", "--json"], capture_output=True, env=foreign, check=True)
    assert "Tomás Reyes-Whitlock" in printed.stdout.decode("utf-8")


def test_deleting_on_a_terminal_asks_for_the_name(library_copy: Path) -> None:
    with Library.open(library_copy) as library:
        library.create_collection("Law")
    code, shown = on_terminal("collections", "delete", "Law", library=library_copy, typed="law\n")
    assert code == 2
    assert "Nothing was deleted." in shown
    code, shown = on_terminal("collections", "delete", "Law", library=library_copy, typed="Law\n")
    assert code == 0
    assert "Type its name to go on" in shown
    assert "deleted Law, and 0 documents that no other collection holds" in shown


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    code, shown = on_terminal("add", str(PAPERS / "courtyard-noise.pdf"), library=tmp_path / "library")
    assert code == 0
    assert re.search(r"\d/1 files, 2 pages, \d+ chunks \(\d+/s\)", shown)
    last = re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", shown).strip().splitlines()[-1]
    assert re.fullmatch(r"1 file added \(2 pages, \d+ chunks\) in \d+\.\d s", last.strip())
