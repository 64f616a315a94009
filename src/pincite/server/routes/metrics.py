"""What the server counts."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from pincite.domain import TokenScope
from pincite.server.callers import InContext
from pincite.server.metrics import CONTENT_TYPE
from pincite.server.rules import ruled

router = APIRouter(tags=["health"])


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {"example": 'pincite_jobs{state="queued"} 3.0\n'}}}},
    **ruled(TokenScope.ADMIN, admin=True),
)
def metrics(context: InContext) -> Response:
    """What the server counts, in the text form of Prometheus; a scraper sends a token of scope `admin`."""
    return Response(context.metrics.text(), media_type=CONTENT_TYPE)
