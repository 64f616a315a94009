"""Reading server-sent events as a browser does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any


def events(lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Names and data of events, from the lines of a response; comments are left out."""
    name, data = "message", []
    for line in lines:
        if not line:
            if data:
                yield name, json.loads("\n".join(data))
            name, data = "message", []
        elif line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data.append(line.removeprefix("data: "))
        else:
            assert line.startswith(":"), line


def read(text: str) -> list[tuple[str, Any]]:
    """The events of a whole response."""
    return list(events(text.split("\n")))
