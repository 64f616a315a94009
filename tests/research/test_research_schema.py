"""Schemas: built-in ones, and what users write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.domain import DocumentKind, FieldType
from pincite.errors import PinciteError, UsageError
from pincite.research.schema import builtin, builtin_names, builtin_text, load_schema, read_toml, schema_for

OWN = """
name = "lease"
[[field]]
name = "rent"
label = "Monthly rent"
type = "money"
probes = ["How much is the rent?"]
cues = ["rent ... month"]
[[field]]
name = "pets"
type = "yes/no"
description = "Whether pets are allowed."
requires = ["rent"]
"""


def test_the_built_in_ones_are_whole() -> None:
    assert set(builtin_names()) == {"contract", "general", "paper"}
    for name in builtin_names():
        schema = builtin(name)
        assert schema.name == name
        assert schema.description
        assert all(field.description and field.probes for field in schema.fields)
    assert len(builtin("paper").fields) >= 15
    assert len(builtin("contract").fields) >= 20


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (DocumentKind.CONTRACT, "contract"),
        (DocumentKind.PAPER, "paper"),
        (DocumentKind.LETTER, "general"),
        (DocumentKind.OTHER, "general"),
    ],
)
def test_the_kind_of_a_document_chooses(kind: DocumentKind, name: str) -> None:
    assert schema_for(kind).name == name


def test_an_own_schema_in_toml(tmp_path: Path) -> None:
    file = tmp_path / "lease.toml"
    file.write_text(OWN, encoding="utf-8")
    schema = load_schema(str(file))
    assert [field.name for field in schema.fields] == ["rent", "pets"]
    rent, pets = schema.fields
    assert (rent.label, rent.type) == ("Monthly rent", FieldType.MONEY)
    assert (pets.label, pets.type) == ("Pets", FieldType.YES_NO)
    assert pets.probes == ("What is the pets?", "Whether pets are allowed.")


def test_an_own_schema_in_json(tmp_path: Path) -> None:
    described = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Lease",
        "type": "object",
        "properties": {
            "rent": {"type": "number", "title": "Rent", "x-pincite": {"unit": "EUR", "cues": ["rent ... #"]}},
            "from": {"type": ["string", "null"], "format": "date"},
            "pets": {"type": "boolean"},
            "tenants": {"type": "array", "items": {"type": "string"}},
            "use": {"enum": ["home", "office"]},
        },
        "required": ["rent"],
    }
    file = tmp_path / "lease.json"
    file.write_text(json.dumps(described), encoding="utf-8")
    schema = load_schema(str(file))
    assert [field.type.value for field in schema.fields] == ["number", "date", "yes_no", "list", "text"]
    assert schema.fields[0].unit == "EUR"
    assert schema.fields[4].choices == ("home", "office")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = x\n[[field]]", r"line 1"),
        ("name = 'x'", r"\[\[field\]\]"),
        ("colour = 1\n[[field]]\nname = 'a'", "colour"),
        ("[[field]]\nlabel = 'A'", "is not a name"),
        ("[[field]]\nname = 'has space'", "has space"),
        ("[[field]]\nname = 'a'\ntype = 'colour'", "type 'colour'"),
        ("[[field]]\nname = 'a'\nprobe = ['x']", r"field 1 \(a\): 'probe'"),
        ("[[field]]\nname = 'a'\nprobes = 'x'", "must be a list"),
        ("[[field]]\nname = 'a'\ncues = ['(a+)+']", r"\(a\): cues"),
        ("[[field]]\nname = 'a'\nmost = 0", "1 to 20"),
        ("[[field]]\nname = 'a'\n[[field]]\nname = 'a'", "two fields"),
        ("[[field]]\nname = 'a'\nrequires = ['b']", "requires 'b'"),
        ("[[field]]\nname = 'a'\nnames = 'cities'", "names is 'cities'"),
        ("kinds = ['novel']\n[[field]]\nname = 'a'", "novel"),
        (f"[[field]]\nname = 'a'\ndescription = '{'x' * 501}'", "at most 500"),
        ("\n".join(f"[[field]]\nname = 'f{number}'" for number in range(201)), "1 to 200"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says) as caught:
        read_toml(text, "own.toml")
    assert caught.value.message.startswith("own.toml")
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"properties": {"a": {"type": "object"}}}', "property 'a': type 'object'"),
        ('{"properties": {"a": 3}}', "property 'a'"),
        ('{"properties": {"a": {"type": "array", "items": {"type": "object"}}}}', "type 'array'"),
        ('{"properties": [1]}', "no properties"),
        ("[]", "no properties"),
        ('{"properties": {"a": {"x-pincite": {"probe": []}}}}', "'probe'"),
        ("{", "line 1"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_is_wrong_in_json_is_named(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=says):
        load_schema(str(file))


def test_a_schema_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(PinciteError, match="no schema 'novel'") as caught:
        load_schema("novel")
    assert "contract, general, paper" in caught.value.remedy
    with pytest.raises(UsageError, match="cannot be read"):
        load_schema(str(tmp_path / "missing.toml"))


def test_a_file_too_large_or_not_text(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    file.write_text("# " + "x" * 256_000, encoding="utf-8")
    with pytest.raises(UsageError, match="too large"):
        load_schema(str(file))
    file.write_bytes(b"name = '\xff\xfe'")
    with pytest.raises(UsageError, match="UTF-8"):
        load_schema(str(file))


def test_a_printed_schema_can_be_read_again() -> None:
    assert read_toml(builtin_text("paper"), "copy.toml") == builtin("paper")
