"""Calls made from the API's own description of its routes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI

METHODS = ("get", "head", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    """One method of one path.

    Attributes:
        method: In capitals.
        path: As declared, with names in braces.
        rule: As the route declares it; empty if it does not.
        parameters: Names in the path.
        description: The whole of it.
        schemas: Of the API.
    """

    method: str
    path: str
    rule: dict[str, Any]
    parameters: tuple[str, ...]
    description: dict[str, Any]
    schemas: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def address(self, ids: Mapping[str, str]) -> str:
        """Its path with ids in place of names."""
        return re.sub(r"{(\w+)(?::\w+)?}", lambda found: ids[found[1]], self.path)

    def query(self) -> dict[str, Any]:
        """What must stand in the query, as in the examples."""
        return {
            parameter["name"]: parameter.get("example", self.example(parameter["schema"]))
            for parameter in self.description.get("parameters", ())
            if parameter["in"] == "query" and parameter.get("required")
        }

    def query_names(self) -> set[str]:
        return {each["name"] for each in self.description.get("parameters", ()) if each["in"] == "query"}

    @property
    def content(self) -> dict[str, Any]:
        """Forms of its body."""
        found: dict[str, Any] = self.description.get("requestBody", {}).get("content", {})
        return found

    def body_schema(self) -> dict[str, Any]:
        """Of its JSON body; empty if it takes none."""
        return self.resolved(self.content.get("application/json", {}).get("schema", {}))

    def body(self) -> dict[str, Any]:
        """Arguments for a client that send a body as in the examples."""
        if "application/json" in self.content:
            return {"json": self.example(self.content["application/json"]["schema"])}
        if "multipart/form-data" in self.content:
            return {"files": {"files": ("example.txt", b"Some text of a file.", "text/plain")}}
        return {}

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        return schema

    def example(self, schema: dict[str, Any]) -> Any:
        """A value as small as the schema allows."""
        schema = self.resolved(schema)
        for key in ("examples", "enum"):
            if schema.get(key):
                return schema[key][0]
        if "const" in schema:
            return schema["const"]
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema:
                return self.example(schema[key][0])
        kind = schema.get("type")
        if kind == "object":
            needed = schema.get("required", ())
            return {name: self.example(schema["properties"][name]) for name in needed}
        if kind == "array":
            return [self.example(schema["items"])] * schema.get("minItems", 0)
        return {"string": "example", "integer": schema.get("minimum", 1), "number": 1.0, "boolean": True}.get(
            str(kind)
        )


def operations(app: FastAPI) -> Iterator[Operation]:
    """All that the application describes."""
    described = app.openapi()
    for path, methods in described["paths"].items():
        for method, description in methods.items():
            assert method in METHODS, f"{method} {path}"
            yield Operation(
                method.upper(),
                path,
                _rule(description),
                tuple(re.findall(r"{(\w+)(?::\w+)?}", path)),
                description,
                described["components"]["schemas"],
            )


def _rule(description: Mapping[str, Any]) -> dict[str, Any]:
    declared = description.get("x-pincite-rule")
    # The description leaves out what is null.
    return {} if declared is None else {"scope": None, "role": None, **declared}
