"""What is asked of a document, field by field."""

from __future__ import annotations

import functools
import importlib.resources
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from pincite.domain import DocumentKind, FieldType
from pincite.errors import NotFoundError, UsageError
from pincite.research.cues import cues

MOST_FIELDS = 200
MOST_PROBES = 12
LONGEST_TEXT = 500
LARGEST_FILE = 256_000
DEFAULT = "general"
_FOLDER = "schemas"
_NAME = re.compile(r"[A-Za-z_][\w.-]{0,63}", re.ASCII)
SHOW_ONE = "`pincite extract --show-schema contract` prints one to start from."


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to look for.

    Attributes:
        name: Short, of letters, digits and underscores; unique in its schema.
        label: What people call it.
        type: What its value is.
        description: What is meant, in a sentence; also told to a language model.
        probes: Questions whose answer it is, or sentences that would say it.
        cues: Phrases that all but prove a sentence to be about it; see `pincite.research.cues`.
        hints: Phrases that speak for it.
        unless: Phrases that speak against it.
        denied: Phrases that say no, for a yes/no field: "no minimum", "non-exclusive".
        sections: Words in titles of sections where it stands.
        names: For text and lists, what of the sentence is the value: "" the whole sentence, "organisations", "place",
            "title".
        choices: For text, the values that are possible; the one that stands in the sentence is taken.
        unit: For numbers, what they are counted in, where only such a number will do.
        usual: Whether most documents of the kind say it, so that less evidence will do.
        start: Whether it stands at the beginning of the document.
        most: Most sentences that are cited for it.
        requires: Names of fields of which one must be found for this one to make sense.
        applies: Phrases of which one must stand anywhere in the document for this one to make sense.
    """

    name: str
    label: str
    type: FieldType = FieldType.TEXT
    description: str = ""
    probes: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    names: str = ""
    choices: tuple[str, ...] = ()
    unit: str = ""
    usual: bool = False
    start: bool = False
    most: int = 1
    requires: tuple[str, ...] = ()
    applies: tuple[str, ...] = ()

    @property
    def cued(self) -> bool:
        """Whether a sentence's words can all but prove it."""
        return bool(self.cues or self.choices)


@dataclass(frozen=True, slots=True)
class Schema:
    """Fields that belong together.

    Attributes:
        name: What `--schema` takes.
        title: What people call it.
        description: One sentence.
        kinds: The kinds of documents that it is chosen for.
        fields: In the order in which they are shown.
    """

    name: str
    title: str
    description: str
    kinds: tuple[DocumentKind, ...]
    fields: tuple[Field, ...] = field(repr=False, default=())

    def field(self, name: str) -> Field:
        """The field of this name; KeyError when there is none."""
        for item in self.fields:
            if item.name == name:
                return item
        raise KeyError(name)


def builtin_names() -> tuple[str, ...]:
    """Names of the schemas that come with Pincite."""
    folder = importlib.resources.files("pincite.research").joinpath(_FOLDER)
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def builtin_text(name: str) -> str:
    """A built-in schema as it is written.

    Raises:
        NotFoundError: if there is none of this name.
    """
    if name not in builtin_names():
        raise NotFoundError(
            f"there is no schema {name!r}",
            f"Built in are: {', '.join(builtin_names())}. Else give the path of a TOML or JSON file.",
        )
    folder = importlib.resources.files("pincite.research").joinpath(_FOLDER)
    return folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")


@functools.cache
def builtin(name: str) -> Schema:
    """A built-in schema; raises as `builtin_text`."""
    return read_toml(builtin_text(name), f"{name}.toml")


def schema_for(kind: DocumentKind) -> Schema:
    """The built-in schema for a kind of document."""
    return next((s for s in map(builtin, builtin_names()) if kind in s.kinds), builtin(DEFAULT))


def load_schema(name: str) -> Schema:
    """A built-in schema by its name, or one from a TOML or JSON file by its path.

    Raises:
        UsageError: if it cannot be read or is wrong, naming the field.
    """
    if name in builtin_names():
        return builtin(name)
    path = Path(name)
    if path.suffix.lower() not in (".toml", ".json"):
        builtin_text(name)  # says which there are
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise UsageError(f"{name} is too large for a schema", f"At most {LARGEST_FILE:,} bytes are read.")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}", "Check the path.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not UTF-8 text", "Save it as UTF-8.") from None
    if path.suffix.lower() == ".json":
        from pincite.research.json_schema import read_json_schema

        return read_json_schema(text, path.name)
    return read_toml(text, path.name)


def read_toml(text: str, file: str) -> Schema:
    """A schema in TOML.

    Raises:
        UsageError: if it is wrong, naming the line or field.
    """
    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers of too many digits are a ValueError
        raise UsageError(f"{file} is not TOML: {error}", SHOW_ONE) from None
    return make_schema(tree, file)


def make_schema(tree: Mapping[str, Any], file: str) -> Schema:
    """A schema from plain values, checked.

    Raises:
        UsageError: naming the field and what is wrong with it.
    """
    unknown = set(tree) - {"name", "title", "description", "kinds", "field"}
    if unknown:
        raise UsageError(f"{file}: {min(unknown)!r} is not part of a schema", SHOW_ONE)
    rows = tree.get("field")
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_FIELDS:
        raise UsageError(f"{file} needs 1 to {MOST_FIELDS} [[field]] entries", SHOW_ONE)
    made = tuple(_field(row, f"{file}, field {number}") for number, row in enumerate(rows, start=1))
    names = [item.name for item in made]
    for item in made:
        if names.count(item.name) > 1:
            raise UsageError(f"{file}: two fields are called {item.name!r}", "Give each its own name.")
        for other in item.requires:
            if other not in names or other == item.name:
                raise UsageError(
                    f"{file}, field {item.name!r}: it requires {other!r}, which is no other field",
                    "Name a field of the same schema in `requires`.",
                )
    name = _text(tree, "name", file) or Path(file).stem
    return Schema(
        name=name,
        title=_text(tree, "title", file) or name,
        description=_text(tree, "description", file),
        kinds=_kinds(tree, file),
        fields=made,
    )


def _field(row: Any, where: str) -> Field:
    if not isinstance(row, Mapping):
        raise UsageError(f"{where} is not a table", SHOW_ONE)
    name = _text(row, "name", where)
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{where}: {name!r} is not a name",
            "A name is 1 to 64 letters, digits and underscores, and begins with a letter.",
        )
    where = f"{where} ({name})"
    known = {item.name for item in fields(Field)}
    unknown = set(row) - known
    if unknown:
        raise UsageError(f"{where}: {min(unknown)!r} is not known", f"Known are: {', '.join(sorted(known))}.")
    label = _text(row, "label", where) or name.replace("_", " ").strip().capitalize()
    description = _text(row, "description", where)
    probes = _texts(row, "probes", where)
    if len(probes) > MOST_PROBES:
        raise UsageError(f"{where}: more than {MOST_PROBES} probes", "Keep the best of them.")
    return Field(
        name=name,
        label=label,
        type=_type(row, where),
        description=description,
        probes=probes or tuple(filter(None, (f"What is the {label.lower()}?", description))),
        cues=_cues(row, "cues", where),
        hints=_cues(row, "hints", where),
        unless=_cues(row, "unless", where),
        denied=_cues(row, "denied", where),
        sections=_texts(row, "sections", where),
        names=_one_of(row, "names", ("", "organisations", "place", "title"), where),
        choices=_texts(row, "choices", where),
        unit=_text(row, "unit", where),
        usual=_flag(row, "usual", where),
        start=_flag(row, "start", where),
        most=_count(row, "most", where),
        requires=_texts(row, "requires", where),
        applies=_cues(row, "applies", where),
    )


def _type(row: Mapping[str, Any], where: str) -> FieldType:
    value = str(row.get("type", "text")).strip().lower().replace("/", "_").replace("-", "_")
    try:
        return FieldType(value)
    except ValueError:
        known = ", ".join(FieldType)
        raise UsageError(f"{where}: there is no type {row.get('type')!r}", f"Types are: {known}.") from None


def _kinds(tree: Mapping[str, Any], file: str) -> tuple[DocumentKind, ...]:
    try:
        return tuple(DocumentKind(kind) for kind in _texts(tree, "kinds", file))
    except ValueError as error:
        raise UsageError(f"{file}: {error}", f"Kinds are: {', '.join(DocumentKind)}.") from None


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise UsageError(f"{where}: {key} must be text of at most {LONGEST_TEXT} characters", SHOW_ONE)
    return value.strip()


def _texts(row: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = row.get(key, [])
    good = isinstance(value, Sequence) and not isinstance(value, str)
    if not good or not all(isinstance(item, str) and 0 < len(item.strip()) <= LONGEST_TEXT for item in value):
        raise UsageError(
            f"{where}: {key} must be a list of texts of at most {LONGEST_TEXT} characters", SHOW_ONE
        )
    return tuple(item.strip() for item in value)


def _cues(row: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    phrases = _texts(row, key, where)
    try:
        cues(phrases)
    except ValueError as error:
        remedy = "Cues are words, `word*`, `a/b`, `#` and `...`."
        raise UsageError(f"{where}: {key}: {error}", remedy) from None
    return phrases


def _one_of(row: Mapping[str, Any], key: str, known: Sequence[str], where: str) -> str:
    value = row.get(key, "")
    if value not in known:
        raise UsageError(f"{where}: {key} is {value!r}", f"It may be: {', '.join(filter(None, known))}.")
    return str(value)


def _flag(row: Mapping[str, Any], key: str, where: str) -> bool:
    value = row.get(key, False)
    if not isinstance(value, bool):
        raise UsageError(f"{where}: {key} must be true or false", SHOW_ONE)
    return value


def _count(row: Mapping[str, Any], key: str, where: str) -> int:
    value = row.get(key, 1)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 20:
        raise UsageError(f"{where}: {key} must be a number from 1 to 20", SHOW_ONE)
    return value
