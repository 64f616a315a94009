from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.accounts.names import clean_name, name_key
from pincite.errors import UsageError


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("Ａｄａ", "Ada"),
        ("Zoe\u0308", "Zoë"),
        ("李雷", "李雷"),
    ],
)
def test_names_are_kept_in_one_form(name: str, clean: str) -> None:
    assert clean_name(name) == clean


@pytest.mark.parametrize(
    "name", ["", "   ", "a" * 201, "Ada\0", "A\u202eda", "A\u200bda", "\ud800", "Ada\x1b[0m"]
)
def test_names_that_cannot_be_read_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        clean_name(name)


@pytest.mark.parametrize("other", ["ada", "ADA", " Ada ", "Ａda"])
def test_names_that_differ_only_in_form_are_the_same(other: str) -> None:
    assert name_key(other) == name_key("Ada")


def test_case_is_folded_beyond_ascii() -> None:
    assert name_key("STRASSE") == name_key("straße")
    assert name_key("ΣΊΣΥΦΟΣ") == name_key("Σίσυφος")


@given(st.text(st.characters(codec=None)))
def test_every_text_has_a_key_that_can_be_looked_up(text: str) -> None:
    key = name_key(text)
    key.encode("utf-8")
    try:
        clean = clean_name(text)
    except UsageError:
        return
    assert name_key(clean) == key


@given(st.text(st.characters(codec=None)))
def test_what_is_refused_has_the_key_of_no_account(text: str) -> None:
    try:
        clean_name(text)
    except UsageError:
        key = name_key(text)
        assert key == "" or "\n" in key or len(" ".join(key.split())) > 190
