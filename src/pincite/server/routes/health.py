"""Whether the server is alive."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter

from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(tags=["health"])


class Health(Shape):
    """The server is alive."""

    status: Literal["ok"] = "ok"


@router.get("/health", **ruled(None))
async def health() -> Health:
    """Whether the server is alive. It says nothing about the library: see `/ready`."""
    return Health()
