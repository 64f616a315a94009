"""The licences of what Pincite is made of, as it is installed here."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

from pincite.server import page

Kind = Literal["program", "page", "model"]
_PROGRAM = "pincite"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_SEPARATORS = re.compile(r"[-_.]+")
_CLASSIFIER = "License :: "
_LONGEST = 100
"""Some packages put the whole text where its name belongs."""


@dataclass(frozen=True, slots=True)
class Component:
    """Something of somebody else that Pincite uses.

    Attributes:
        kind: "program": a Python package; "page": part of the page, fonts included; "model": weights.
        name: Its own.
        version: As installed; empty where it has none.
        licence: As it names it itself; empty where it does not.
    """

    kind: Kind
    name: str
    version: str
    licence: str


MODELS = (
    Component("model", "all-MiniLM-L6-v2 (the encoder)", "", "Apache-2.0"),
    Component("model", "PP-OCR (reads pictures of pages)", "", "Apache-2.0"),
)
"""Those that Pincite works with unless the settings name others."""


def components() -> tuple[Component, ...]:
    """All of them: first Pincite itself, then what it needs of Python, the page's parts, and models."""
    return (*_packages(), *_parts(page.FOLDER / "licences.json"), *MODELS)


@functools.cache
def _packages() -> tuple[Component, ...]:
    """Pincite, and all that it requires, directly or not, as far as it is installed."""
    first, *others = _required(_PROGRAM, set())
    return (first, *sorted(others, key=lambda component: component.name.casefold()))


def _required(name: str, seen: set[str]) -> Iterator[Component]:
    key = _SEPARATORS.sub("-", name).lower()
    if key in seen:
        return
    seen.add(key)
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return  # for another system or Python, or for an extra that is not installed
    yield Component("program", found.metadata["Name"], found.version, _licence(found))
    for requirement in found.requires or ():
        needed = _NAME.match(requirement)
        if needed is not None and "extra ==" not in requirement:
            yield from _required(needed[0], seen)


def _licence(found: metadata.Distribution) -> str:
    for key in ("License-Expression", "License"):
        for told in found.metadata.get_all(key) or ():
            if told and len(told) <= _LONGEST and "\n" not in told:
                return str(told)
    classifiers = found.metadata.get_all("Classifier") or []
    named = [each.rpartition(" :: ")[2] for each in classifiers if each.startswith(_CLASSIFIER)]
    return ", ".join(named)


def _parts(file: Path) -> Iterator[Component]:
    """What the build noted of the page; nothing where it was not built."""
    if file.is_file():
        for part in json.loads(file.read_text(encoding="utf-8")):
            yield Component("page", part["name"], part["version"], part["licence"])
