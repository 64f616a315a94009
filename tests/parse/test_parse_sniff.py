from __future__ import annotations

from pathlib import Path

import pytest

from pincite.parse import sniff


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", sniff.PDF),
        (b"\xef\xbb\xbf%PDF-1.4\n", sniff.PDF),
        (b"From: mail\n\n%PDF-1.4\n", sniff.PDF),
        (b"<!DOCTYPE html><html><body>log in to get report.pdf %PDF-</body>", "text/html"),
        (b"  <HTML><head>", "text/html"),
        (b'<?xml version="1.0"?><article/>', "application/xml"),
        (b'<?xml version="1.0"?><!DOCTYPE html><html xmlns="x">', "text/html"),
        (b"%!PS-Adobe-3.0", "application/postscript"),
        (b"plain words, \xc3\xa9", "text/plain"),
        (b"cut in a letter \xc3", "text/plain"),
        (b"\x00\x01\x02", sniff.UNKNOWN),
        (b"latin \xe9 text goes on", "text/plain"),
        (b"", sniff.UNKNOWN),
    ],
)
def test_content_decides(head: bytes, expected: str) -> None:
    assert sniff.media_type_of(head) == expected


def test_the_name_does_not(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"<html><body>Please log in</body></html>")
    assert sniff.media_type(path) == "text/html"
