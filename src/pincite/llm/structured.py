"""Reading a reply that should be a JSON object of a known form.

Models wrap the object in prose and code fences, leave commas behind, write numbers as text, forget fields and make
up others. What can be meant in one way only is read; everything else is reported, field by field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.errors import ModelReplyError
from pincite.llm.json_text import Duplicate, NotFinite, Number, objects

_REMEDY = "Try again; a larger model follows the form more reliably."


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """Why a field of a reply cannot be used.

    Attributes:
        path: The field, e.g. "authors[2].name".
        message: What is wrong with it, e.g. "is missing".
    """

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Structured:
    """A reply as far as it could be read.

    Attributes:
        value: The fields that are of the form asked for.
        problems: The others; and fields that were not asked for.
        cut_off: Whether the reply ends within the object: its last fields are missing.
    """

    value: dict[str, Any]
    problems: tuple[FieldProblem, ...] = ()
    cut_off: bool = False


def read_structured(text: str, schema: Mapping[str, Any]) -> Structured:
    """Read a reply.

    Args:
        text: What the model wrote.
        schema: JSON Schema of an object. `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`
            and `anyOf` are held to.

    Raises:
        ModelReplyError: if there is no object in it, or several that differ.
    """
    found = objects(text)
    if not found:
        raise ModelReplyError("the model's reply holds no JSON object", _REMEDY)
    known = frozenset(schema.get("properties", {}))
    fitting = [item for item in found if known & item.value.keys()] or found
    chosen = fitting[0]
    if any(item.value != chosen.value for item in fitting):
        raise ModelReplyError("the model's reply holds several JSON objects that differ", _REMEDY)
    problems: list[FieldProblem] = []
    value = _object(chosen.value, schema, "", problems)
    return Structured(value, tuple(problems), chosen.cut_off)


class _UnusableError(Exception):
    """A value that is not of the form asked for; says how."""


def _object(
    value: Mapping[str, Any], schema: Mapping[str, Any], path: str, problems: list[FieldProblem]
) -> dict[str, Any]:
    properties: Mapping[str, Any] = schema.get("properties", {})
    read: dict[str, Any] = {}
    for name, form in properties.items():
        place = f"{path}.{name}" if path else name
        if name not in value:
            if name in schema.get("required", ()):
                problems.append(FieldProblem(place, "is missing"))
            continue
        try:
            read[name] = _value(value[name], form, place, problems)
        except _UnusableError as error:
            problems.append(FieldProblem(place, str(error)))
    more = schema.get("additionalProperties", True)
    for name in value.keys() - properties.keys():
        place = f"{path}.{name}" if path else name
        if properties and not isinstance(more, Mapping):
            problems.append(FieldProblem(place, "was not asked for"))
            continue
        try:
            read[name] = _value(value[name], more if isinstance(more, Mapping) else {}, place, problems)
        except _UnusableError as error:
            problems.append(FieldProblem(place, str(error)))
    return read


def _value(value: Any, form: Mapping[str, Any], path: str, problems: list[FieldProblem]) -> Any:
    if isinstance(value, Duplicate):
        raise _UnusableError("is given more than once, with different values")
    if isinstance(value, NotFinite):
        raise _UnusableError(f"is {value.text}, not a number")
    for alternatives in ("anyOf", "oneOf"):
        if alternatives in form:
            return _first_that_fits(value, form[alternatives], path, problems)
    types = form.get("type", ())
    names = [types] if isinstance(types, str) else list(types)
    if value is None:
        if names and "null" not in names:
            raise _UnusableError("is empty")
        return None
    if names == ["null"]:
        raise _UnusableError(f"is {_shown(_plain(value))}, not empty")
    read = _typed(value, [name for name in names if name != "null"], form, path, problems)
    return _one_of(read, form["enum"]) if "enum" in form else read


def _first_that_fits(
    value: Any, forms: list[Mapping[str, Any]], path: str, problems: list[FieldProblem]
) -> Any:
    natural = _NATURAL.get(type(value))
    reasons = []
    for form in sorted(forms, key=lambda form: form.get("type") != natural):
        within: list[FieldProblem] = []
        try:
            read = _value(value, form, path, within)
        except _UnusableError as error:
            reasons.append(str(error))
            continue
        if not within:
            return read
        reasons.append(f"{within[0].path} {within[0].message}")
    raise _UnusableError(reasons[0] if reasons else "fits no form")


def _typed(
    value: Any, names: list[str], form: Mapping[str, Any], path: str, problems: list[FieldProblem]
) -> Any:
    """The value as the first of the types that it can be read as; as it is first of all."""
    if not names:
        return _plain(value)
    natural = _NATURAL.get(type(value), "")
    ordered = sorted(names, key=lambda name: name != natural)
    reason = ""
    for name in ordered:
        try:
            if name == "object" and isinstance(value, dict):
                return _object(value, form, path, problems)
            if name == "array":
                return _array(value, form, path, problems)
            return _SCALARS[name](_only_item(value))
        except (_UnusableError, KeyError) as error:
            reason = reason or (str(error) if isinstance(error, _UnusableError) else f"is not of type {name}")
    raise _UnusableError(reason)


_NATURAL: dict[type, str] = {Number: "number", str: "string", bool: "boolean", list: "array", dict: "object"}


def _array(value: Any, form: Mapping[str, Any], path: str, problems: list[FieldProblem]) -> list[Any]:
    if isinstance(value, str) and value.lstrip().startswith("["):
        within = objects('{"list":' + value.strip() + "}")
        if len(within) == 1 and not within[0].cut_off:
            value = within[0].value["list"]
    items = value if isinstance(value, list) else [value]
    read = []
    for number, item in enumerate(items):
        place = f"{path}[{number}]"
        try:
            read.append(_value(item, form.get("items", {}), place, problems))
        except _UnusableError as error:
            problems.append(FieldProblem(place, str(error)))
    if items and not read and not isinstance(value, list):
        problems.pop()
        raise _UnusableError("is not a list")
    return read


def _only_item(value: Any) -> Any:
    """A value, or the only one of a list."""
    if isinstance(value, list):
        if len(value) != 1:
            raise _UnusableError(f"is a list of {len(value)}, not one value")
        value = value[0]
    if isinstance(value, (NotFinite, Duplicate, dict, list)) or value is None:
        raise _UnusableError("is not one value")
    return value


def _string(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.text if isinstance(value, Number) else str(value)


def _number(value: Any) -> float:
    number = value if isinstance(value, Number) else Number.read(value) if isinstance(value, str) else None
    if number is None:
        raise _UnusableError(f"is {_shown(value)}, not a number")
    return number.as_number()


def _integer(value: Any) -> int:
    number = _number(value)
    if number != int(number):
        raise _UnusableError(f"is {_shown(value)}, not a whole number")
    return int(number)


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    read = {"true": True, "yes": True, "false": False, "no": False}.get(_string(value).strip().lower())
    if read is None:
        raise _UnusableError(f"is {_shown(value)}, not yes or no")
    return read


_SCALARS = {"string": _string, "number": _number, "integer": _integer, "boolean": _boolean}


def _one_of(value: Any, allowed: list[Any]) -> Any:
    if value in allowed:
        return value
    if isinstance(value, str):
        close = [item for item in allowed if isinstance(item, str) and item.lower() == value.strip().lower()]
        if len(close) == 1:
            return close[0]
    raise _UnusableError(f"is {_shown(value)}, which is not one of the values allowed")


def _plain(value: Any) -> Any:
    """A value without the marks that reading gave it."""
    if isinstance(value, Number):
        return value.as_number()
    if isinstance(value, (NotFinite, Duplicate)):
        return None
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


def _shown(value: Any) -> str:
    text = value.text if isinstance(value, Number) else str(value)
    return f"“{text[:60]}…”" if len(text) > 60 else f"“{text}”"
