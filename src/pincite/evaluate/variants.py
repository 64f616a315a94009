"""Settings that are tried against each other: written by hand, or grids that have a name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from pydantic import BaseModel, TypeAdapter, ValidationError

from pincite.config import ChunkSettings, SearchSettings, Settings
from pincite.errors import UsageError
from pincite.search.engine import Stages

Value = bool | int | float | str
Values = tuple[tuple[str, Value], ...]
"""Names of settings or stages, each with what it is set to."""

AS_SET = "as set"
"""The name of the settings of the library itself, to which all others are compared."""
MOST_VARIANTS = 200

_STAGES = tuple(field.name for field in fields(Stages))
_SECTIONS: Mapping[str, type[BaseModel]] = {"search": SearchSettings, "chunk": ChunkSettings}
_FIXED = frozenset({"search.cross_encoder"})
"""A path is no setting to vary."""
_TRUTHS = {"on": True, "off": False}
_REMEDY = "Write NAME=VALUE,VALUE as in search.lexical_weight=0.2,0.8 or rerank=on,off."


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to search.

    Attributes:
        name: For people, and unlike those of the other variants.
        values: What is set otherwise than in the library: stages by their name, settings as `search.…` or `chunk.…`.
    """

    name: str
    values: Values = ()

    @property
    def stages(self) -> Stages:
        """Which stages take part."""
        return Stages(**{name: bool(value) for name, value in self.values if name in _STAGES})

    def changed(self, section: str) -> dict[str, Value]:
        """What is set otherwise in a section of the settings."""
        prefix = section + "."
        return {name.removeprefix(prefix): value for name, value in self.values if name.startswith(prefix)}

    def search(self, settings: Settings) -> SearchSettings:
        """The settings of search, where the library has these."""
        return settings.search.model_copy(update=self.changed("search"))

    def chunk(self, settings: Settings) -> ChunkSettings:
        """How documents are cut, where the library has these."""
        return settings.chunk.model_copy(update=self.changed("chunk"))


def _only(**stages: bool) -> Values:
    off = dict.fromkeys(("lexical", "dense", "page", "rerank"), False)
    return tuple((name, value) for name, value in {**off, **stages}.items() if not value)


_PLAIN = _only(lexical=True, dense=True)
"""Both searches combined, and nothing after them."""
_LATE_ALONE: Values = tuple((f"search.late_{name}", 0.0) for name in ("lexical", "page", "dense", "title"))
_WEIGHTS = [number / 10 for number in range(1, 11)]

GRIDS: Mapping[str, tuple[Variant, ...]] = {
    "stages": (
        Variant("BM25", _only(lexical=True)),
        Variant("dense", _only(dense=True)),
        Variant("weighted", (*_PLAIN, ("search.fusion", "weighted"))),
        Variant("RRF", (*_PLAIN, ("search.fusion", "rrf"))),
        Variant("late interaction alone", _LATE_ALONE),
        Variant("without BM25 beside late interaction", _LATE_ALONE[:1]),
        Variant("without vectors beside late interaction", _LATE_ALONE[2:3]),
        Variant("without titles", _LATE_ALONE[3:]),
        Variant("without pages", (("page", False),)),
        Variant("without dense search", (("dense", False),)),
        Variant("without BM25", (("lexical", False), ("page", False))),
    ),
    "weights": tuple(
        Variant(
            f"{weight:.0%} BM25", (*_PLAIN, ("search.fusion", "weighted"), ("search.lexical_weight", weight))
        )
        for weight in _WEIGHTS
    ),
    "weights-reranked": tuple(
        Variant(
            f"{weight:.0%} BM25, reranked",
            (("search.fusion", "weighted"), ("search.lexical_weight", weight)),
        )
        for weight in _WEIGHTS
    ),
    "chunks": tuple(
        Variant(f"chunks of {tokens} tokens", (("chunk.tokens", tokens),))
        for tokens in (64, 96, 128, 160, 192, 216, 256)
    ),
    "overlaps": tuple(
        Variant(f"overlap of {tokens} tokens", (("chunk.overlap_tokens", tokens),))
        for tokens in (0, 24, 48, 96)
    ),
    "contexts": tuple(
        Variant(f"context {context}", (("chunk.context", context),))
        for context in ("none", "section", "title")
    ),
    "precise": (Variant("precise", (("precise", True),)),),
}
"""Grids by their name. "stages" takes stages away, and lets each search rank alone; "weights" is the sweep of weighted
fusion, as it is and under late interaction."""


def variants(grids: Sequence[str], settings: Sequence[str], current: Settings) -> list[Variant]:
    """The settings of the library, and all that are asked for; each once.

    Args:
        grids: Names of GRIDS.
        settings: Each `NAME=VALUE,VALUE…`; every value of one is combined with every value of the others.
        current: Settings of the library.

    Raises:
        UsageError: if a grid or a setting does not exist, a value is out of bounds, or there are too many variants.
    """
    found: dict[Values, Variant] = {(): Variant(AS_SET)}
    for one in [*_named(grids), *_product(settings)]:
        if one.stages.precise and not current.search.cross_encoder:
            raise UsageError(
                "precise mode needs a cross-encoder",
                "Set `search.cross_encoder` to the folder of an ONNX cross-encoder.",
            )
        if not (one.stages.lexical or one.stages.dense):
            raise UsageError("both searches are switched off", "Leave the lexical or the dense search on.")
        found.setdefault(one.values, one)
        if len(found) > MOST_VARIANTS:
            raise UsageError(f"there are more than {MOST_VARIANTS} variants", "Try fewer values at a time.")
    return list(found.values())


def _named(grids: Sequence[str]) -> Iterator[Variant]:
    for name in grids:
        if name not in GRIDS:
            raise UsageError(f"there is no grid {name!r}", f"There are {', '.join(GRIDS)}.")
        yield from GRIDS[name]


def _product(settings: Sequence[str]) -> Iterator[Variant]:
    axes = [_axis(text) for text in settings]
    names = [axis[0][0] for axis in axes]
    if len(set(names)) < len(names):
        raise UsageError("a setting is given twice", _REMEDY)
    for values in itertools.product(*axes) if axes else ():
        yield Variant(", ".join(f"{name} {_shown(value)}" for name, value in values), values)


def _axis(text: str) -> list[tuple[str, Value]]:
    name, equals, values = text.partition("=")
    name = name.strip()
    if not equals or not values.strip():
        raise UsageError(f"{text!r} names no value", _REMEDY)
    return [(name, _value(name, value.strip())) for value in values.split(",")]


def _value(name: str, text: str) -> Value:
    if name in _STAGES:
        if text.lower() not in _TRUTHS:
            raise UsageError(f"{name} is {text!r}", f"The stage {name} is on or off.")
        return _TRUTHS[text.lower()]
    section, _, key = name.partition(".")
    known = _SECTIONS[section].model_fields if section in _SECTIONS else {}
    if key not in known or name in _FIXED:
        settings = [f"{one}.{other}" for one, model in _SECTIONS.items() for other in model.model_fields]
        can = ", ".join([*_STAGES, *(one for one in settings if one not in _FIXED)])
        raise UsageError(f"{name!r} cannot be varied", f"Vary one of {can}.")
    try:
        # The model's own check of the field, by which "0.3" is a number and 3 too much for a share.
        value = getattr(_SECTIONS[section].model_validate({key: text}), key)
    except ValidationError as error:
        why = error.errors()[0]["msg"]
        raise UsageError(
            f"{name} cannot be {text!r}: {why[0].lower()}{why[1:]}", "See `pincite config`."
        ) from None
    return TypeAdapter(bool | int | float | str).validate_python(value, strict=True)


def _shown(value: Value) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else re.sub(r"\.0$", "", str(value))
