"""What this Pincite is: its version, what it works with, whether anything leaves the machine, whose work is in it."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import APIRouter
from pydantic import Field

from pincite import __version__
from pincite.domain import TokenScope
from pincite.errors import PinciteError
from pincite.runtime import best_precision
from pincite.server.answers import ModelUsed
from pincite.server.callers import ByCaller, InContext
from pincite.server.contents import count_contents
from pincite.server.context import Context
from pincite.server.licences import Component, Kind, components
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(tags=["settings"])


class ModelState(Shape):
    """The language model that writes answers."""

    used: ModelUsed | None = Field(description="Null: there is none, and answers are quoted.")
    problem: str = Field(description="Why the one of the settings cannot be used; else empty.", examples=[""])
    remote_allowed: bool = Field(description="Whether text may be sent to a model on another machine.")


class Reading(Shape):
    """What finds passages, and what reads pictures."""

    encoder: str = Field(description="minilm, or the name of another one.", examples=["minilm"])
    precision: str = Field(description="Its arithmetic on this CPU.", examples=["bf16"])
    ocr: bool = Field(description="Whether pictures of pages are read.")
    ocr_languages: str = Field(
        description="Languages of scans; empty: those in Latin letters, Chinese and Japanese.", examples=[""]
    )


class LibraryFacts(Shape):
    """The library's size and place."""

    folder: str = Field(examples=["/var/lib/pincite"])
    size: int = Field(description="Bytes of all its files.", examples=[182_332_000])
    documents: int
    chunks: int


class ComponentShape(Shape):
    """Something of somebody else that is part of Pincite, or that it needs."""

    kind: Kind = Field(
        description="program: a Python package; page: part of the page, fonts too; model: weights."
    )
    name: str = Field(examples=["numpy"])
    version: str = Field(description="Empty where it has none.", examples=["2.4.6"])
    licence: str = Field(description="As it names it; empty where it does not.", examples=["BSD-3-Clause"])

    @classmethod
    def of(cls, component: Component) -> ComponentShape:
        """A component."""
        return cls(
            kind=component.kind, name=component.name, version=component.version, licence=component.licence
        )


class About(Shape):
    """What this Pincite is."""

    version: str = Field(examples=["0.1.0"])
    licence: str = Field(examples=["Apache-2.0"])
    offline: bool = Field(
        description="Whether nothing leaves the machine that it runs on: no language model and no identity provider "
        "elsewhere are set."
    )
    model: ModelState
    identity_provider: str = Field(description="Host of the one by which accounts log in; empty for none.")
    reading: Reading
    library: LibraryFacts | None = Field(description="For administrators; null for others.")
    components: list[ComponentShape]


@router.get("/about", response_model=About, **ruled(TokenScope.READ))
def about(context: InContext, caller: ByCaller) -> About:
    """What this Pincite is, what it works with, and under which licences all of it is.

    The texts of the licences of the page's parts are in the page's file `licences.json`.
    """
    model = _model(context)
    issuer = urlsplit(context.settings.accounts.oidc_issuer).hostname or ""
    all_components = [ComponentShape.of(component) for component in components()]
    return About(
        version=__version__,
        licence=all_components[0].licence,
        offline=not issuer and (model.used is None or not model.used.remote),
        model=model,
        identity_provider=issuer,
        reading=_reading(context),
        library=_library(context) if caller.admin else None,
        components=all_components[1:],
    )


def _model(context: Context) -> ModelState:
    allowed = context.settings.model.allow_remote
    try:
        found = context.library.language_model()
    except PinciteError as error:
        return ModelState(used=None, problem=error.message, remote_allowed=allowed)
    return ModelState(
        used=None if found is None else ModelUsed.of(found.use), problem="", remote_allowed=allowed
    )


def _reading(context: Context) -> Reading:
    settings = context.settings
    precision = settings.encoder.precision
    return Reading(
        # Which folder of the server another one lies in is nobody's business.
        encoder=Path(settings.encoder.name).name,
        precision=best_precision() if precision == "auto" else precision,
        ocr=settings.ocr.enabled,
        ocr_languages=settings.ocr.languages,
    )


def _library(context: Context) -> LibraryFacts:
    contents = count_contents(context.library.store)
    return LibraryFacts(
        folder=str(context.library.folder),
        size=_size(context.library.folder),
        documents=contents.documents,
        chunks=contents.chunks,
    )


def _size(folder: Path) -> int:
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(root, name)).st_size  # noqa: PTH118 - half the time for many files
            except FileNotFoundError:
                continue  # a temporary one
    return total
