"""Schemas of extraction and comparison as clients name or send them: never as the path of a file."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pincite.domain import FieldType
from pincite.errors import NotFoundError, UsageError
from pincite.research.json_schema import read_json_schema
from pincite.research.schema import LARGEST_FILE, Schema, builtin, builtin_names, builtin_text, read_toml
from pincite.server.shapes import Shape


class OwnSchema(Shape):
    """A schema of the client's own."""

    format: Literal["toml", "json"] = Field(
        description="json: JSON Schema, an object whose properties are fields."
    )
    text: str = Field(
        max_length=LARGEST_FILE,
        examples=[
            '[[field]]\nname = "rent"\nlabel = "Rent"\ntype = "money"\nprobes = ["The rent is 500 euros."]\n'
        ],
    )


class Schematic(Shape):
    """What is looked for."""

    schema_name: str | None = Field(
        None,
        max_length=64,
        description="Name of a built-in schema; null for the one that fits the kind of document.",
        examples=["contract"],
    )
    own_schema: OwnSchema | None = Field(None, description="A schema of your own instead.", examples=[None])

    def chosen(self) -> Schema | None:
        """The schema; None where it goes by the kind of document.

        Raises:
            NotFoundError: if no built-in one has the name.
            UsageError: if the own one is wrong.
        """
        if self.own_schema is not None:
            if self.schema_name is not None:
                raise UsageError("two schemas were given", "Give a name or an own schema.")
            read = read_json_schema if self.own_schema.format == "json" else read_toml
            return read(self.own_schema.text, f"own.{self.own_schema.format}")
        if self.schema_name is None:
            return None
        if self.schema_name not in builtin_names():
            raise NotFoundError(
                f"there is no schema {self.schema_name!r}", f"Built in are: {', '.join(builtin_names())}."
            )
        return builtin(self.schema_name)


class SchemaFieldShape(Shape):
    """A field of a schema."""

    name: str = Field(examples=["governing_law"])
    label: str = Field(examples=["Governing law"])
    type: FieldType
    description: str


class SchemaShape(Shape):
    """A schema: what is looked for in documents of a kind."""

    name: str = Field(examples=["contract"])
    title: str
    description: str
    kinds: list[str] = Field(description="Kinds of documents that it is chosen for.", examples=[["contract"]])
    fields: list[SchemaFieldShape]
    text: str = Field(description="The schema in TOML, to start your own from.")

    @classmethod
    def all(cls) -> list[SchemaShape]:
        """The built-in ones."""
        return [cls.of(builtin(name)) for name in builtin_names()]

    @classmethod
    def of(cls, schema: Schema) -> SchemaShape:
        """A built-in schema."""
        fields = [
            SchemaFieldShape(name=one.name, label=one.label, type=one.type, description=one.description)
            for one in schema.fields
        ]
        return cls(
            name=schema.name,
            title=schema.title,
            description=schema.description,
            kinds=list(schema.kinds),
            fields=fields,
            text=builtin_text(schema.name),
        )
