"""Names of files: as clients send them, and as browsers are told them."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.library.file_names import MOST_BYTES, shown_name
from pincite.server.names import content_disposition


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("report.pdf", "report.pdf"),
        ("../../escape.txt", "escape.txt"),
        ("..\\..\\escape.txt", "escape.txt"),
        ("/tmp/escape.txt", "escape.txt"),
        ("C:\\Users\\me\\escape.txt", "escape.txt"),
        ("a/../../b.md", "b.md"),
        ("nul\x00.pdf", "nul.pdf"),
        ("two\r\nlines\t.pdf", "twolines.pdf"),
        ("annual\u202efdp.exe", "annualfdp.exe"),
        ("  wide   name .pdf", "wide name .pdf"),
        ("", "unnamed"),
        ("..", "unnamed"),
        (".", "unnamed"),
        ("/", "unnamed"),
        ("\x00\x01", "unnamed"),
        ("folder/", "folder"),
        ("Q1 #2 50% (final) [v3].pdf", "Q1 #2 50% (final) [v3].pdf"),
        ("<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"),
        ("re\u0301sume\u0301.pdf", "résumé.pdf"),
        ("व्या\u200dख्या.pdf", "व्या\u200dख्या.pdf"),
    ],
)  # fmt: skip
def test_a_name_is_shown_without_its_folders(given_name: str, shown: str) -> None:
    assert shown_name(given_name) == shown


def test_long_names_keep_their_ending() -> None:
    shown = shown_name("é" * 2000 + ".pdf")
    assert len(shown.encode()) <= MOST_BYTES
    assert shown.startswith("ééé")
    assert shown.endswith("….pdf")
    assert len(shown_name("x." + "y" * 4000).encode()) <= MOST_BYTES


@given(st.text())
def test_any_name_can_be_shown(given_name: str) -> None:
    shown = shown_name(given_name)
    assert shown
    assert len(shown.encode()) <= MOST_BYTES
    assert not set(shown) & set("/\\\x00\r\n")
    assert shown not in (".", "..")
    assert shown_name(shown) == shown


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("plain.pdf", "inline; filename=\"plain.pdf\"; filename*=UTF-8''plain.pdf"),
        (
            "Q1 #2 50% (final) [v3].pdf",
            'inline; filename="Q1 #2 50_ (final) [v3].pdf"; '
            "filename*=UTF-8''Q1%20#2%2050%25%20%28final%29%20%5Bv3%5D.pdf",
        ),
        ("résumé ?.pdf", "inline; filename=\"resume ?.pdf\"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%3F.pdf"),
        ("100%25 done.pdf", "inline; filename=\"100_25 done.pdf\"; filename*=UTF-8''100%2525%20done.pdf"),
        ("年報.pdf", "inline; filename=\".pdf\"; filename*=UTF-8''%E5%B9%B4%E5%A0%B1.pdf"),
        ('say "a\\b".pdf', "inline; filename=\"say _a_b_.pdf\"; filename*=UTF-8''say%20%22a%5Cb%22.pdf"),
    ],
)
def test_how_browsers_are_told(name: str, header: str) -> None:
    assert content_disposition("inline", name) == header


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_name_is_told_exactly(name: str) -> None:
    header = content_disposition("attachment", name)
    match = re.fullmatch(
        r"""attachment; filename="[ !#-$&-\[\]-~]*"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)""", header
    )
    assert match
    assert unquote(match[1]) == name
