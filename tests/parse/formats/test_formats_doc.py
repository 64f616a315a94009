"""Old Word documents. A script stands in for LibreOffice: what it is asked, and what becomes of what it makes."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse.files import read_file
from pincite.parse.formats import doc, office_program
from support.office_files import codes, paragraph, texts, word


def compound(path: Path, *, flags: int = 0, macros: bool = False) -> Path:
    """A compound file with a stream "WordDocument" of 4,096 bytes, and a storage "Macros"."""

    def entry(name: str, kind: int, start: int, size: int, left: int = -1, child: int = -1) -> bytes:
        raw = name.encode("utf-16-le")
        own = raw.ljust(64, b"\0") + struct.pack(
            "<HBBiii", len(raw) + 2 if raw else 0, kind, 1, left, -1, child
        )
        return own + bytes(36) + struct.pack("<iQ", start, size)

    entries = entry("Root Entry", 5, -2, 0, child=1) + entry(
        "WordDocument", 2, 2, 4096, left=2 if macros else -1
    )
    entries += (entry("Macros", 1, 0, 0) if macros else bytes(128)) + bytes(128)
    table = [-3, -2, *range(3, 10), -2] + [-1] * 118
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    header += bytes(6) + struct.pack("<IIiIIiIiI", 0, 1, 1, 0, 4096, -2, 0, -2, 0)
    header += struct.pack("<109i", 0, *([-1] * 108))
    stream = struct.pack("<HHHHHH", 0xA5EC, 193, 0, 0, 0, flags).ljust(4096, b"\0")
    path.write_bytes(header + struct.pack("<128i", *table) + entries + stream)
    return path


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def stand_in(folder: Path, body: str) -> None:
    """A program called soffice: Python with `arguments`, `new` (the file to make) and `given` (the one to read)."""
    program = folder / "soffice"
    program.write_text(
        f"#!{sys.executable} -S\nimport os, pathlib, shutil, sys, time\narguments = sys.argv[1:]\n"
        "given = pathlib.Path(arguments[-1])\n"
        "new = pathlib.Path(arguments[arguments.index('--outdir') + 1]) / (given.stem + '.docx')\n"
        f"{body}\n"
    )
    program.chmod(0o755)


def test_it_is_read_through_libreoffice(tmp_path: Path, programs: Path) -> None:
    made = word(tmp_path / "made.docx", paragraph("Read."))
    seen = tmp_path / "seen"
    stand_in(
        programs,
        "assert given.read_bytes()[:4] == bytes.fromhex('d0cf11e0')\n"
        "profile = next(one for one in arguments if one.startswith('-env:UserInstallation=file://'))\n"
        "settings = pathlib.Path(profile.split('file://')[1]) / 'user' / 'registrymodifications.xcu'\n"
        "assert 'DisableMacrosExecution' in settings.read_text()\n"
        "assert '--headless' in arguments and 'PYTHONPATH' not in os.environ\n"
        f"new.parent.mkdir()\nshutil.copy({str(made)!r}, new)\n"
        f"pathlib.Path({str(seen)!r}).write_text(str(given.parent))",
    )
    document = read_file(compound(tmp_path / "--old.doc", macros=True))
    assert document.media_type == "application/msword"
    assert texts(document) == ["Read."]
    assert codes(document) == ["macros_not_run"]
    assert not Path(seen.read_text()).exists()


def test_without_libreoffice_it_is_refused(tmp_path: Path, programs: Path) -> None:
    assert not list(programs.iterdir())
    with pytest.raises(UnsupportedFileError, match="LibreOffice") as caught:
        read_file(compound(tmp_path / "old.doc"))
    assert "docx" in caught.value.remedy


def test_one_that_libreoffice_cannot_open(tmp_path: Path, programs: Path) -> None:
    stand_in(programs, "sys.exit(1)")
    with pytest.raises(DamagedFileError, match=r"cannot open old\.doc"):
        read_file(compound(tmp_path / "old.doc"))


def test_its_time_is_limited(tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doc, "SECONDS", 0.2)
    stand_in(programs, "time.sleep(600)")
    with pytest.raises(ParseLimitError, match="LibreOffice took more"):
        read_file(compound(tmp_path / "old.doc"))


def test_what_was_begun_ends_with_its_parent(tmp_path: Path) -> None:
    """A parser that is killed leaves neither the program nor its files."""
    folder, started = tmp_path / "work", tmp_path / "started"
    folder.mkdir()
    script = f"import os, time; open({str(started)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    parent = subprocess.Popen(
        [
            sys.executable, "-c",
            "import subprocess, sys\n"
            "subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE).wait()",
            sys.executable, "-I", "-S", office_program.__file__, str(folder), "600", sys.executable, "-c", script,
        ]
    )  # fmt: skip
    _wait_for(lambda: started.exists() and started.read_text() != "")
    child = int(started.read_text())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    _wait_for(lambda: not _runs(child) and not folder.exists())


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
        # One that ended and that nobody has asked for yet does not run.
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


def _wait_for(condition: object) -> None:
    assert callable(condition)
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "it did not come to pass within 20 seconds"
        time.sleep(0.02)
