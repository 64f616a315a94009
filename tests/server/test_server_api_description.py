"""The API's description is one that programs can be generated from, and people can read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from fastapi import APIRouter

from pincite import Library
from pincite.server.app import create_app
from pincite.server.describe import described
from pincite.server.rules import without_rule

METHODS = {"get", "head", "post", "put", "patch", "delete"}
NO_BODY = {"204", "205", "303", "304"}


@pytest.fixture(scope="module")
def description(sample_library: Path) -> dict[str, Any]:
    with Library.open(sample_library) as library:
        found: dict[str, Any] = create_app(library).openapi()
    return found


def operations(description: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            assert method in METHODS
            yield f"{method.upper()} {path}", operation


def own(description: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Operations whose forms are our own, not another protocol's."""
    return ((name, operation) for name, operation in operations(description) if " /v1/" not in name)


def resolved(description: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = description["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def test_every_operation_is_explained(description: dict[str, Any]) -> None:
    wrong = []
    for name, operation in operations(description):
        text = operation.get("description", "")
        if not (operation.get("summary") and len(text) >= 6 and text.rstrip().endswith((".", ":", "`", ")"))):
            wrong.append(name)
        if not operation.get("tags"):
            wrong.append(f"{name}: no tag")
    assert not wrong


def test_operations_have_names_for_programs(description: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(description)]
    assert [name for name in names if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z0-9]*)*", name)] == []
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_every_parameter_is_explained(description: dict[str, Any]) -> None:
    obvious = {"limit", "cursor"}
    wrong = [
        f"{name}: {parameter['name']}"
        for name, operation in operations(description)
        for parameter in operation.get("parameters", ())
        if not parameter.get("description") and parameter["name"] not in obvious
    ]
    assert not wrong


def test_bodies_have_examples_that_fit(description: dict[str, Any]) -> None:
    wrong = []
    for name, operation in operations(description):
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            if media != "application/json":
                continue
            schema = resolved(description, content["schema"])
            schema = next(
                (resolved(description, one) for one in schema.get("anyOf", ()) if one.get("type") != "null"),
                schema,
            )
            if not (
                schema.get("examples")
                or content.get("examples")
                or _fields_have_examples(description, schema)
            ):
                wrong.append(name)
    assert not wrong


def _fields_have_examples(description: dict[str, Any], schema: dict[str, Any]) -> bool:
    return all(_is_exemplary(description, field) for field in schema.get("properties", {}).values())


def _is_exemplary(description: dict[str, Any], field: dict[str, Any]) -> bool:
    if {"example", "examples", "default", "enum", "const"} & set(field):
        return True
    if field.get("type") in ("boolean", "integer", "number"):
        return True
    inner = resolved(description, field)
    if "enum" in inner or "const" in inner:
        return True
    if inner.get("properties"):
        return _fields_have_examples(description, inner)
    return any(
        _is_exemplary(description, one)
        for one in [
            *field.get("anyOf", ()),
            *([field["items"]] if isinstance(field.get("items"), dict) else []),
        ]
    )


def test_examples_of_fields_are_valid(description: dict[str, Any]) -> None:
    wrong = []
    for name, schema in description["components"]["schemas"].items():
        for field, declared in schema.get("properties", {}).items():
            whole = {**declared, "components": description["components"]}
            for example in declared.get("examples", ()):
                try:
                    jsonschema.validate(example, whole)
                except jsonschema.ValidationError as error:
                    wrong.append(f"{name}.{field}: {error.message}")
    assert not wrong


def test_every_response_has_a_form(description: dict[str, Any]) -> None:
    wrong = []
    for name, operation in operations(description):
        responses = operation["responses"].items()
        good = {status: one for status, one in responses if status.startswith("2") or status == "303"}
        if not good:
            wrong.append(name)
        for status, response in good.items():
            contents = response.get("content", {})
            if status not in NO_BODY and not contents:
                wrong.append(f"{name}: {status} has no body")
            for media, content in contents.items():
                if not (content.get("schema") or content.get("itemSchema")):
                    wrong.append(f"{name}: {status} {media} has no form")
    assert not wrong


def test_every_operation_declares_its_problems(description: dict[str, Any]) -> None:
    assert [
        name for name, operation in operations(description) if "default" not in operation["responses"]
    ] == []
    assert "HTTPValidationError" not in description["components"]["schemas"]


def test_every_operation_says_who_may_call_it(description: dict[str, Any]) -> None:
    for name, operation in operations(description):
        assert "x-pincite-rule" in operation, name
        assert operation["security"] == [] or {"token": []} in operation["security"], name


def test_a_route_without_a_rule_is_noticed() -> None:
    router = APIRouter()

    @router.get("/open")
    def give_all() -> None:
        """Give everything to everybody."""

    nested = APIRouter()
    nested.include_router(router, prefix="/deep")
    assert without_rule([router]) == ["['GET'] /open"]
    assert len(without_rule([nested])) == 1


def test_no_form_leaves_open_what_it_is(description: dict[str, Any]) -> None:
    foreign = _used(
        description, [operation for name, operation in operations(description) if " /v1/" in name]
    )
    mine = _used(description, [operation for _, operation in own(description)])
    wrong = [
        f"{name}.{field}"
        for name in sorted(mine | (foreign - {"ChatRequest"}))
        for field, declared in description["components"]["schemas"][name].get("properties", {}).items()
        if _is_open(declared)
    ]
    assert not wrong


def _used(description: dict[str, Any], roots: list[dict[str, Any]]) -> set[str]:
    found: set[str] = set()
    todo = [str(root) for root in roots]
    while todo:
        for name in re.findall(r"#/components/schemas/([\w.-]+)", todo.pop()):
            if name not in found:
                found.add(name)
                todo.append(str(description["components"]["schemas"][name]))
    return found


def _is_open(declared: dict[str, Any]) -> bool:
    """Whether anything fits."""
    known = {"$ref", "anyOf", "oneOf", "allOf", "enum", "const"} & set(declared)
    if not known and "type" not in declared:
        return True
    if declared.get("type") == "object" and "properties" not in declared:
        inner = declared.get("additionalProperties", True)
        return inner is True or (isinstance(inner, dict) and _is_open(inner))
    if declared.get("type") == "array":
        return "items" not in declared or _is_open(declared["items"])
    return any(_is_open(one) for one in declared.get("anyOf", ()))


def test_every_tag_is_explained(description: dict[str, Any]) -> None:
    told = {tag["name"] for tag in description["tags"] if tag["description"]}
    assert {tag for _, operation in operations(description) for tag in operation["tags"]} == told


def test_the_pages_client_is_generated_from_this_description() -> None:
    kept = Path(__file__).parents[2] / "ui" / "openapi.json"
    assert kept.read_text("utf-8") == described(), (
        "run python -m pincite.server.describe > ui/openapi.json, and npm run generate in ui/"
    )
