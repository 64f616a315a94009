"""Schemas of extraction in the form of JSON Schema: an object whose properties are the fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pincite.errors import UsageError
from pincite.research.schema import Schema, make_schema

EXTENSION = "x-pincite"
"""What JSON Schema has no word for stands under this key, named as in TOML: probes, cues, sections, …"""
_REMEDY = (
    "Describe an object whose properties are strings, numbers, booleans or arrays of strings; "
    f"probes and cues go under {EXTENSION!r}."
)
_FORMATS = {"date": "date", "date-time": "date", "duration": "duration"}


def read_json_schema(text: str, file: str) -> Schema:
    """A schema in JSON Schema.

    Raises:
        UsageError: if it is wrong, naming the line or property.
    """
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError) as error:  # numbers of too many digits are a ValueError
        raise UsageError(f"{file} is not JSON: {error}", "Correct it at that place.") from None
    properties = tree.get("properties") if isinstance(tree, Mapping) else None
    if not isinstance(properties, Mapping):
        raise UsageError(f"{file} has no properties", _REMEDY)
    rows = [_row(name, described, file) for name, described in properties.items()]
    top: dict[str, Any] = {"field": rows, "title": _plain(tree.get("title"))}
    top["description"] = _plain(tree.get("description"))[:500]
    return make_schema(top, file)


def _row(name: str, described: Any, file: str) -> dict[str, Any]:
    where = f"{file}, property {name!r}"
    if not isinstance(described, Mapping):
        raise UsageError(f"{where} is not an object", _REMEDY)
    more = described.get(EXTENSION, {})
    if not isinstance(more, Mapping):
        raise UsageError(f"{where}: {EXTENSION} is not an object", _REMEDY)
    row: dict[str, Any] = {
        "name": name,
        "label": _plain(described.get("title")),
        "description": _plain(described.get("description"))[:500],
        "type": _type(described, where),
    }
    if isinstance(described.get("enum"), list):
        row["choices"] = [value for value in described["enum"] if isinstance(value, str)]
    return {key: value for key, value in row.items() if value} | dict(more)


def _type(described: Mapping[str, Any], where: str) -> str:
    named = described.get("type", "string")
    if isinstance(named, list):  # ["string", "null"]: null is what "not reported" would be
        others = [item for item in named if item != "null"]
        named = others[0] if len(others) == 1 else named
    if named == "string":
        return _FORMATS.get(str(described.get("format", "")), "text")
    if named in ("number", "integer"):
        return "number"
    if named == "boolean":
        return "yes_no"
    items = described.get("items", {"type": "string"})
    if named == "array" and isinstance(items, Mapping) and items.get("type", "string") == "string":
        return "list"
    raise UsageError(f"{where}: type {named!r} cannot be extracted", _REMEDY)


def _plain(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
