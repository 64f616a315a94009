from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import ModelReplyError
from pincite.llm.structured import FieldProblem, read_structured

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "pages": {"type": "integer"},
        "score": {"type": ["number", "null"]},
        "open": {"type": "boolean"},
        "authors": {"type": "array", "items": {"type": "string"}},
        "kind": {"enum": ["Paper", "Contract"], "type": "string"},
        "money": {
            "anyOf": [
                {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]},
                {"type": "null"},
            ]
        },
    },
    "required": ["title"],
}


def value(text: str, schema: dict[str, Any] = SCHEMA) -> dict[str, Any]:
    read = read_structured(text, schema)
    assert read.problems == ()
    assert not read.cut_off
    return read.value


def problems(text: str, schema: dict[str, Any] = SCHEMA) -> dict[str, str]:
    return {problem.path: problem.message for problem in read_structured(text, schema).problems}


@pytest.mark.parametrize(
    "text",
    [
        '{"title": "A"}',
        '```json\n{"title": "A"}\n```\nFor more see [1] and {2}.',
        'Here it is {as asked}: {"title": "A",}\n',
        '{"title": "A"} {"title": "A"}',
        'The form {"type": "object"} gives {"title": "A"}',
        '{"title":\n"A",\n}',
        '{"title": ["A"]}',
    ],
)
def test_an_object_is_found_in_what_surrounds_it(text: str) -> None:
    assert value(text) == {"title": "A"}


def test_the_order_of_fields_makes_no_difference() -> None:
    assert value('{"title": "A", "pages": 1} {"pages": 1, "title": "A"}') == {"title": "A", "pages": 1}


def test_values_that_can_be_meant_in_one_way_only() -> None:
    assert value('{"title": 1.50, "pages": "12", "score": "-2.5e1"}') == {
        "title": "1.50",
        "pages": 12,
        "score": -25.0,
    }
    assert value('{"title": true, "open": "Yes", "authors": "One", "kind": " paper"}') == {
        "title": "true",
        "open": True,
        "authors": ["One"],
        "kind": "Paper",
    }
    assert value('{"title": "A", "authors": "[\\"One\\", \\"Two\\"]", "pages": 3.0, "score": null}') == {
        "title": "A",
        "authors": ["One", "Two"],
        "pages": 3,
        "score": None,
    }
    assert value('{"title": "two\nlines, ]}", "money": {"amount": 5}}') == {
        "title": "two\nlines, ]}",
        "money": {"amount": 5},
    }
    assert value('{"title": "A", "money": null}')["money"] is None


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [
        ('"pages": NaN', "pages", "is NaN, not a number"),
        ('"score": -Infinity', "score", "is -Infinity, not a number"),
        ('"score": 1e999', "score", "is 1e999, not a number"),
        ('"pages": "1,234"', "pages", "is “1,234”, not a number"),
        ('"pages": 2.5', "pages", "is “2.5”, not a whole number"),
        ('"pages": null', "pages", "is empty"),
        ('"pages": [1, 2]', "pages", "is a list of 2, not one value"),
        ('"pages": {"count": 1}', "pages", "is not one value"),
        ('"pages": 1, "pages": 2', "pages", "is given more than once, with different values"),
        ('"open": "perhaps"', "open", "is “perhaps”, not yes or no"),
        ('"kind": "Novel"', "kind", "is “Novel”, which is not one of the values allowed"),
        ('"authors": ["One", ["Two", "Three"]]', "authors[1]", "is a list of 2, not one value"),
        ('"money": {"currency": "EUR"}', "money", "money.amount is missing"),
        ('"journal": "B"', "journal", "was not asked for"),
    ],
)
def test_a_field_that_cannot_be_read_is_reported(fields: str, path: str, message: str) -> None:
    read = read_structured('{"title": "A", ' + fields + "}", SCHEMA)
    assert read.problems == (FieldProblem(path, message),)
    assert read.value["title"] == "A"
    assert read.value.get(path) is None


def test_missing_fields() -> None:
    assert problems('{"pages": 1}') == {"title": "is missing"}
    assert problems("{}") == {"title": "is missing"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"title": "A"}{"title": "B"}', "several JSON objects that differ"),
        ("There is no title [1].", "no JSON object"),
        ('["A"]', "no JSON object"),
        ("", "no JSON object"),
        ("{" * 5000, "no JSON object"),
        ('{"a":' * 200 + "1" + "}" * 200, "no JSON object"),
    ],
)
def test_nothing_is_ever_silently_empty(text: str, message: str) -> None:
    with pytest.raises(ModelReplyError, match=message) as caught:
        read_structured(text, SCHEMA)
    assert caught.value.remedy


def test_what_was_finished_before_a_reply_broke_off() -> None:
    read = read_structured('{"title": "A", "authors": ["One"], "kind": "Pap, er', SCHEMA)
    assert read.value == {"title": "A", "authors": ["One"]}
    assert read.cut_off
    with pytest.raises(ModelReplyError):
        read_structured('{"title": "A', SCHEMA)


@given(
    st.fixed_dictionaries(
        {"title": st.text(max_size=20)},
        optional={
            "pages": st.integers(-(10**9), 10**9),
            "score": st.floats(allow_nan=False, allow_infinity=False) | st.none(),
            "open": st.booleans(),
            "authors": st.lists(st.text(st.characters(exclude_characters="["), max_size=9), max_size=3),
        },
    ),
    st.booleans(),
    st.sampled_from(["", "Sure: ", "```json\n", "see [1] "]),
    st.sampled_from(["", "\n```", " as in [2]."]),
)
def test_correct_objects_are_read_as_they_are(
    given_value: dict[str, Any], ascii_only: bool, before: str, after: str
) -> None:
    text = json.dumps(given_value, ensure_ascii=ascii_only)
    assert value(before + text + after) == given_value


@given(st.text("{}[]\":,ab1 \\n'", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = read_structured(text, SCHEMA)
    except ModelReplyError:
        return
    assert "title" in read.value or read.problems or read.cut_off
