"""The page on formats says what the table of formats says, and the table knows every reader."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from pincite.cli.formats_reference import reference
from pincite.domain import formats as media
from pincite.domain.formats import FORMATS, SUFFIXES, Format
from pincite.parse.files import PICTURES, READERS

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), (
        "python -m pincite.cli.formats_reference > docs/formats.md"
    )


@pytest.mark.parametrize("one", FORMATS, ids=lambda one: one.media_type)
def test_each_format_has_a_reader_and_is_described(one: Format) -> None:
    assert one.kept
    assert one.unit
    assert one.name.startswith(("a ", "an ")) or one.name in ("plain text", "source code")
    if one.media_type in {media.PDF, media.ZIP} | PICTURES:
        return
    assert find_spec(f"pincite.parse.formats.{READERS[one.media_type]}") is not None


def test_no_ending_belongs_to_two_formats() -> None:
    assert len(SUFFIXES) == sum(len(one.suffixes) for one in FORMATS)


def test_there_is_no_reader_without_a_format() -> None:
    assert READERS.keys() | PICTURES | {media.PDF, media.ZIP} == {one.media_type for one in FORMATS}
