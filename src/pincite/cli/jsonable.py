"""What `--json` prints: the field names of the Python API, in one JSON document."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import re
from collections.abc import Mapping
from enum import Enum
from typing import Any

from pincite.errors import PinciteError

# JSON allows these characters as they are, but a terminal obeys some of them, and lone surrogates (from file
# names that are not UTF-8) cannot be written as UTF-8 at all. Outside of strings they never occur.
_ESCAPED = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def jsonable(value: Any) -> Any:
    """A value made of plain JSON types.

    Dataclasses become objects, tuples (spans and rectangles too) arrays, paths strings, errors an object with
    `message` and `remedy`, NumPy values plain numbers, numbers that are not finite null.

    Raises:
        TypeError: for a type that has no form here.
    """
    if isinstance(value, Enum):
        return jsonable(value.value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, PinciteError):
        return {"message": value.message, "remedy": value.remedy}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: jsonable(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [jsonable(item) for item in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return jsonable(value.tolist())
    raise TypeError(f"{type(value).__name__} has no JSON form")


def to_json(value: Any) -> str:
    """A value as indented JSON that is safe to show in a terminal."""
    text = json.dumps(jsonable(value), ensure_ascii=False, allow_nan=False, indent=2)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
