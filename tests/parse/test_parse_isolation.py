"""Parsing in processes of their own: crashes, hangs, limits, orphans."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest
from tests.parse.builders import LOREM, Paper, raw_pdf, show

from pincite.config import ParseSettings
from pincite.errors import (
    DamagedFileError,
    ParseLimitError,
    ParserCrashedError,
    PasswordNeededError,
    UnsupportedFileError,
)
from pincite.parse import ParseJob, ParserPool, frames, parse_pdf, process

_BROKEN_WORKER = """
import os, sys, time
from pincite.parse import pdf, worker
read = pdf.PdfPage.glyphs
def glyphs(self):
    if self.index == 2:
        {deed}
    return read(self)
pdf.PdfPage.glyphs = glyphs
worker.main(int(sys.argv[1]))
"""


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    sheet = Paper(tmp_path / "paper.pdf")
    for number in range(3):
        sheet.heading(f"{number + 1} Part")
        sheet.paragraph(f"Page {number + 1}. " + LOREM)
        sheet.next_page()
    return sheet.save()


def test_the_same_document_as_in_this_process(paper: Path) -> None:
    with ParserPool() as pool:
        isolated = pool.parse(paper)
    direct = parse_pdf(paper)
    assert [page.text for page in isolated.pages] == [page.text for page in direct.pages]
    assert [page.blocks for page in isolated.pages] == [page.blocks for page in direct.pages]
    for one, two in zip(isolated.pages, direct.pages, strict=True):
        np.testing.assert_array_equal(one.boxes, two.boxes)
    assert (isolated.title, isolated.outline, isolated.notices) == (
        direct.title,
        direct.outline,
        direct.notices,
    )


def test_results_come_in_order_and_a_failure_is_one_outcome(paper: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.pdf"
    page.write_bytes(b"<html><body>Please log in")
    empty = tmp_path / "empty.pdf"
    empty.write_bytes(b"")
    absent = tmp_path / "absent.pdf"
    jobs = [paper, page, ParseJob(paper), empty, absent, paper]
    with ParserPool(ParseSettings(workers=2)) as pool:
        outcomes = list(pool.imap(jobs))
    assert [outcome.job.path for outcome in outcomes] == [paper, page, paper, empty, absent, paper]
    errors = [type(outcome.error) for outcome in outcomes]
    none = type(None)
    assert errors == [none, UnsupportedFileError, none, DamagedFileError, DamagedFileError, none]
    assert [len(outcome.document.pages) if outcome.document else 0 for outcome in outcomes] == [
        3,
        0,
        3,
        0,
        0,
        3,
    ]


def test_prefetching_is_bounded(paper: Path) -> None:
    taken: list[Path] = []

    def jobs() -> list[Path]:
        for _ in range(20):
            taken.append(paper)
            yield paper

    with ParserPool(ParseSettings(workers=2)) as pool:
        results = pool.imap(jobs())
        next(results)
        assert len(taken) <= 4
        results.close()
        assert len(taken) <= 4


@pytest.mark.parametrize("deed", ["os.kill(os.getpid(), 9)", "time.sleep(60)", "os._exit(0)"])
def test_a_page_that_kills_or_hangs_the_parser_is_left_out(
    paper: Path, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    monkeypatch.setattr(process, "PROGRAM", _BROKEN_WORKER.format(deed=deed))
    with ParserPool(ParseSettings(seconds_per_page=1.5)) as pool:
        document = pool.parse(paper)
    assert [page.text[:6] for page in document.pages] == ["1 Part", "", "3 Part"]
    failed = [notice.pages for notice in document.notices if notice.code == "pages_failed"]
    assert failed == [(2,)]


def test_a_page_that_raises_is_left_out(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PROGRAM", _BROKEN_WORKER.format(deed="raise ValueError('odd')"))
    with ParserPool() as pool:
        document = pool.parse(paper)
    assert [notice.pages for notice in document.notices if notice.code == "pages_failed"] == [(2,)]


def test_a_file_that_takes_too_long(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PROGRAM", _BROKEN_WORKER.format(deed="time.sleep(60)"))
    with (
        ParserPool(ParseSettings(seconds_per_file=2)) as pool,
        pytest.raises(ParseLimitError, match="2 seconds"),
    ):
        pool.parse(paper)


def test_the_pool_goes_on_after_a_crash(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = "from pincite.parse import worker, files; import os, sys\n"
    program += "read = files.stream_file\n"
    program += "worker.stream_file = lambda path, *a, **k: os._exit(3) if 'bad' in path.name else read(path, *a, **k)\n"
    program += "worker.main(int(sys.argv[1]))"
    monkeypatch.setattr(process, "PROGRAM", program)
    bad = paper.with_name("bad.pdf")
    bad.write_bytes(paper.read_bytes())
    with ParserPool() as pool:
        with pytest.raises(ParserCrashedError, match=r"bad\.pdf") as caught:
            pool.parse(bad)
        assert caught.value.remedy
        assert len(pool.parse(paper).pages) == 3


def test_a_parser_that_does_not_start(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PROGRAM", "raise SystemExit(1)")
    with ParserPool() as pool, pytest.raises(ParserCrashedError):
        pool.parse(paper)


def test_passwords_reach_the_parser(paper: Path, tmp_path: Path) -> None:
    import pikepdf

    locked = tmp_path / "locked.pdf"
    with pikepdf.open(paper) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(user="y", owner="x"))
    with ParserPool() as pool:
        with pytest.raises(PasswordNeededError):
            pool.parse(locked)
        assert len(pool.parse(locked, password="y").pages) == 3


def test_a_bomb_costs_no_more_than_the_limit(tmp_path: Path) -> None:
    # Two hundred megabytes of white space that are a few hundred kilobytes in the file.
    packer = zlib.compressobj(9)
    stream = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(200)) + packer.flush()
    plain = raw_pdf(show(72, 700, "first"), "%BOMB%", show(72, 700, "third"))
    before, _, after = plain.partition(b"<< /Length 6 >>\nstream\n%BOMB%")
    data = before + b"<< /Filter /FlateDecode /Length %d >>\nstream\n" % len(stream) + stream + after
    path = tmp_path / "bomb.pdf"
    path.write_bytes(data)
    with ParserPool(ParseSettings(memory_mb=350, seconds_per_page=20)) as pool:
        document = pool.parse(path)
    assert [document.pages[index].text for index in (0, 2)] == ["first", "third"]


@pytest.mark.parametrize("kind", ["form", "kids", "xref"])
def test_loops_end(tmp_path: Path, kind: str) -> None:
    form = (
        "<< /Length 6 /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 3 0 R >> >> >>"
        "\nstream\n/X1 Do\nendstream"
    )
    data = raw_pdf(show(72, 700, "text") + ("\n/X1 Do" if kind == "form" else ""), objects=[form])
    if kind == "form":
        data = data.replace(b"/Resources << /Font", b"/Resources << /XObject << /X1 3 0 R >> /Font")
    elif kind == "kids":
        data = data.replace(b"/Kids [", b"/Kids [2 0 R ")
    else:
        start = data.rindex(b"startxref\n")
        place = data[start:].split()[1]
        data = data.replace(b"trailer\n<< ", b"trailer\n<< /Prev " + place + b" ")
    path = tmp_path / "loop.pdf"
    path.write_bytes(data)
    limits = ParseSettings(seconds_per_page=10, seconds_per_file=20)
    with ParserPool(limits) as pool, contextlib.suppress(DamagedFileError, ParserCrashedError):
        document = pool.parse(path)
        assert "text" in "".join(page.text for page in document.pages)


def test_closing_ends_the_processes(paper: Path) -> None:
    pool = ParserPool()
    pool.parse(paper)
    (running,) = pool._running
    assert running._process.poll() is None
    pool.close()
    pool.close()
    assert running._process.poll() is not None
    with pytest.raises(ParserCrashedError):
        pool.parse(paper)


def test_workers_end_with_a_parent_that_is_killed(paper: Path) -> None:
    program = (
        "import sys, time\nfrom pathlib import Path\nfrom pincite.parse import ParserPool\n"
        "pool = ParserPool()\npool.parse(Path(sys.argv[1]))\n"
        "print(*[process._process.pid for process in pool._running], flush=True)\ntime.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program, str(paper)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists():
            return
        time.sleep(0.05)
    pytest.fail("the worker outlived its parent")


def test_nothing_is_left_of_a_parent_that_is_killed_while_a_file_is_read(paper: Path, tmp_path: Path) -> None:
    program = (
        "import os, sys\nfrom pathlib import Path\nfrom pincite.parse import ParserPool\n"
        "from pincite.parse.process import ParseJob\n"
        "for message in ParserPool()._messages(ParseJob(Path(sys.argv[1]))):\n    os.kill(os.getpid(), 9)\n"
    )
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    subprocess.run([sys.executable, "-c", program, str(paper)], env={**os.environ, "TMPDIR": str(scratch)})
    for _ in range(100):
        if not list(scratch.iterdir()):
            return
        time.sleep(0.05)
    pytest.fail("a temporary file was left")


def test_a_worker_imports_nothing_heavy() -> None:
    program = "import sys, pincite.parse.worker; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(result.stdout.split())
    assert not loaded & {"openvino", "sqlalchemy", "typer", "rich", "pydantic", "tokenizers"}


def test_only_expected_classes_are_unpickled() -> None:
    class Evil:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.system, ("true",)

    stream = io.BytesIO()
    frames.send(stream, Evil())
    stream.seek(0)
    with pytest.raises(EOFError, match="not expected"):
        frames.receive(stream)


def test_a_cut_frame_is_the_end() -> None:
    stream = io.BytesIO()
    frames.send(stream, ("page", 1))
    data = stream.getvalue()
    assert frames.receive(io.BytesIO(data)) == ("page", 1)
    with pytest.raises(EOFError):
        frames.receive(io.BytesIO(data[:-1]))
    with pytest.raises(EOFError):
        frames.receive(io.BytesIO(b"\xff" * 8 + pickle.dumps(1)))
