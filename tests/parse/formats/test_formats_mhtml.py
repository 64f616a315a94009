from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.saved_pages import HEAD, part
from tests.support.written import codes, labels, read_bytes, texts

from pincite.errors import DamagedFileError


def test_the_page_itself_is_read(tmp_path: Path) -> None:
    content = (
        HEAD
        + part("https://example.org/ad", "<p>Buy now.</p>")
        + part(
            "https://example.org/rent",
            "<html><body><h1>Rent</h1><p>Due on the th=\nird, 5 =E2=82=AC.</p><nav><a href=3D/>Home</a></nav></body>",
            more="Content-Transfer-Encoding: quoted-printable\n",
        )
        + part(
            "https://example.org/a.png", "iVBORw0KGgo=", "image/png", "Content-Transfer-Encoding: base64\n"
        )
        + "--cut--\n"
    )
    document = read_bytes(tmp_path, "a.mhtml", content.replace("\n", "\r\n"))
    assert texts(document) == ["Rent", "Due on the third, 5 €."]
    assert labels(document) == ["section Rent"]
    assert document.title == "Rent"
    assert document.media_type == "multipart/related"


def test_pages_of_a_frameset_follow_one_another(tmp_path: Path) -> None:
    content = (
        HEAD
        + part(
            "https://example.org/rent",
            "<html><frameset><frame src='cid:two@x'><frame src='https://example.org/one'></frameset></html>",
        )
        + part("https://example.org/one", "<p>One.</p>")
        + part("https://example.org/two", "<p>Two.</p>", more="Content-ID: <two@x>\n")
        + "--cut--\n"
    )
    document = read_bytes(tmp_path, "a.mht", content)
    assert texts(document) == ["Two.", "One."]
    assert document.title == "The Rent"


def test_an_encoding_that_the_part_names(tmp_path: Path) -> None:
    content = (
        HEAD + part("https://example.org/rent", "<p>Аренда.</p>", "text/html; charset=windows-1251")
    ).encode("cp1251")
    assert texts(read_bytes(tmp_path, "a.mhtml", content)) == ["Аренда."]


def test_inline_frames_are_told(tmp_path: Path) -> None:
    content = HEAD + part("https://example.org/rent", "<p>Text.</p><iframe src='cid:x'></iframe>")
    assert codes(read_bytes(tmp_path, "a.mhtml", content)) == ["embedded_left_out"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (HEAD + part("https://example.org/a.png", "x", "image/png"), "holds no page"),
        (HEAD + part("https://example.org/rent", "<div></div>"), "has no text"),
    ],
)
def test_damaged_ones_are_refused(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(DamagedFileError, match=message):
        read_bytes(tmp_path, "a.mhtml", content)
