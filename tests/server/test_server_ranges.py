"""Which part of a file is asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.server.ranges import UnsatisfiableRangeError, asked_range, same_tag


@pytest.mark.parametrize(
    ("header", "part"),
    [
        (None, None),
        ("bytes=0-0", (0, 1)),
        ("bytes=0-", (0, 100)),
        ("bytes=10-19", (10, 20)),
        ("bytes=90-1000", (90, 100)),
        ("bytes=99-", (99, 100)),
        ("bytes=-1", (99, 100)),
        ("bytes=-1000", (0, 100)),
        ("Bytes = 5-6", (5, 7)),
        ("bytes=6-5", None),
        ("bytes=0-1,5-6", None),
        ("bytes=", None),
        ("bytes=-", None),
        ("bytes=a-b", None),
        ("bytes=１-２", None),
        ("bytes=0x1-0x2", None),
        ("items=0-1", None),
        ("0-1", None),
        ("bytes=0-" + "9" * 5000, None),
    ],
)
def test_parts(header: str | None, part: tuple[int, int] | None) -> None:
    assert asked_range(header, 100) == part


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=999999-"])
def test_parts_outside_of_the_file(header: str) -> None:
    with pytest.raises(UnsatisfiableRangeError):
        asked_range(header, 100)


@given(
    st.one_of(st.text(max_size=20), st.from_regex(r"bytes=[0-9]{0,3}-[0-9]{0,3}", fullmatch=True)),
    st.integers(0, 300),
)
def test_any_header_asks_for_something_within_or_nothing(header: str, size: int) -> None:
    try:
        part = asked_range(header, size)
    except UnsatisfiableRangeError:
        return
    if part is not None:
        start, end = part
        assert 0 <= start < end <= size


def test_entity_tags() -> None:
    assert same_tag('"a", "b"', '"b"', weak=True)
    assert same_tag('W/"b"', '"b"', weak=True)
    assert same_tag("*", '"b"', weak=True)
    assert not same_tag('W/"b"', '"b"', weak=False)
    assert not same_tag("*", '"b"', weak=False)
    assert not same_tag(None, '"b"', weak=True)
    assert not same_tag('"c"', '"b"', weak=True)
