"""The models that a client may choose: everything that the caller sees, and each collection of it.

A collection is named by its name, "pincite:contracts"; where two that the caller sees have the same name, with the
id behind it. Its id alone, "pincite:5f0c3a…", always works, and stays when it is renamed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pincite.domain import Collection
from pincite.library import Library
from pincite.server.openai.errors import UnknownModelError

EVERYTHING = "pincite"


@dataclass(frozen=True, slots=True)
class Model:
    """Something that can be asked.

    Attributes:
        id: What a client calls it.
        name: For people.
        collection: Id of the collection; None for everything.
        documents: How many documents it holds; None for everything.
    """

    id: str
    name: str
    collection: str | None = None
    documents: int | None = None


def models(library: Library) -> list[Model]:
    """All models of a caller, everything first.

    Args:
        library: As the caller sees it.
    """
    collections = library.collections()
    often = Counter(collection.name for collection in collections)
    return [
        Model(EVERYTHING, "All documents"),
        *(
            Model(
                _named(collection, unique=often[collection.name] == 1),
                collection.name,
                collection.id,
                collection.documents,
            )
            for collection in collections
        ),
    ]


def model(library: Library, name: str) -> Model:
    """The model of a name.

    Args:
        library: As the caller sees it.
        name: As `models` has it, or with the collection's id alone.

    Raises:
        UnknownModelError: if the caller has no such model.
    """
    everything = models(library)
    by_collection = next(
        (m for m in everything if m.collection and name == f"{EVERYTHING}:{m.collection}"), None
    )
    found = by_collection or next((m for m in everything if m.id == name), None)
    if found is None:
        raise UnknownModelError(f"the model {name!r} does not exist", "`/v1/models` lists all.")
    return found


def _named(collection: Collection, *, unique: bool) -> str:
    shown = collection.name if unique else f"{collection.name} ({collection.id})"
    return f"{EVERYTHING}:{shown}"
