"""Whether the server is alive, and whether it can answer."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import Field

from pincite.server.callers import InContext
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(tags=["health"])


class Health(Shape):
    """The server is alive."""

    status: Literal["ok"] = "ok"


class Part(Shape):
    """One thing that answers need."""

    name: str = Field(description="database, encoder, disk or workers.", examples=["encoder"])
    ok: bool = Field(examples=[True])


class Ready(Shape):
    """Whether the server can answer."""

    ready: bool = Field(examples=[True])
    parts: list[Part]


@router.get("/health", **ruled(None))
async def health() -> Health:
    """Whether the server is alive. It says nothing about the library: see `/ready`."""
    return Health()


@router.get("/ready", responses={503: {"model": Ready, "description": "Not yet, or not now."}}, **ruled(None))
def ready(context: InContext, response: Response) -> Ready:
    """Whether the server can answer: database, encoder, free space, workers. 503 as long as something is amiss.

    What exactly is amiss stands in the server's log, and `pincite doctor --server` tells it.
    """
    checks = context.readiness.checks()
    fine = all(check.ok for check in checks)
    response.status_code = 200 if fine else 503
    return Ready(ready=fine, parts=[Part(name=check.name, ok=check.ok) for check in checks])
