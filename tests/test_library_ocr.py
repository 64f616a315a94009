"""Scans in a library: read, reported, continued after a broken run, and nothing left of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parse.scanning import LINES, picture, scan
from pincite import Library
from pincite.errors import UsageError
from pincite.ingest import pipeline
from pincite.ocr.work import dump, load

TEXT = " ".join(LINES)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_scan_can_be_quoted_and_says_that_it_was_read(tmp_path: Path) -> None:
    path = scan(tmp_path / "lease.pdf", picture(tmp_path))
    with Library.open(tmp_path / "library") as library:
        (added,) = library.add(path).added
        (notice,) = added.document.warnings
        assert notice.code == "pages_read_by_ocr"
        page = library.page(added.document.id, 1)
        assert page.text == TEXT
        assert page.ocr_confidence is not None
        assert page.ocr_confidence > 0.9
        answer = library.ask("How much is the deposit?")
        assert "nine hundred dollars" in answer.text
        assert answer.citations[0].rectangles
    assert not (tmp_path / "library" / "work").exists()


def test_without_ocr_a_scan_has_no_text_and_the_user_is_told(tmp_path: Path) -> None:
    path = scan(tmp_path / "lease.pdf", picture(tmp_path))
    for number, arguments in enumerate(({"ocr": False}, {})):
        with Library.open(tmp_path / str(number), settings={"ocr": {"enabled": number == 0}}) as library:
            (added,) = library.add(path, **arguments).added
            (notice,) = added.document.warnings
            assert notice.code == "pages_without_text"
            assert "OCR" in notice.message
            assert added.document.chunks == 0


def test_an_unknown_language_ends_the_call_before_the_first_file(tmp_path: Path) -> None:
    path = scan(tmp_path / "lease.pdf", "text")
    with Library.open(tmp_path / "library") as library:
        with pytest.raises(UsageError, match="no language 'xx'"):
            library.add(path, ocr_language="xx")
        assert library.documents() == []


def test_a_broken_run_keeps_the_pages_that_were_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = scan(tmp_path / "lease.pdf", picture(tmp_path))
    folder = tmp_path / "library"

    def break_off(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with Library.open(folder) as library:
        with monkeypatch.context() as patched:
            patched.setattr(pipeline, "store_document", break_off)
            with pytest.raises(KeyboardInterrupt):
                library.add(path)
        (kept,) = [folder / name for name in files(folder) if name.startswith("work")]
        # The next run takes the page from there: it would read "first" again.
        read = load(kept.read_bytes())
        for line in read.lines:
            line.text = line.text.replace("first", "fifth")
        kept.write_bytes(dump(read))
        (added,) = library.add(path).added
        assert library.page(added.document.id, 1).text == TEXT.replace("first", "fifth")
    assert not (folder / "work").exists()
