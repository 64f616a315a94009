"""The routes, by what they are about: each module has a `router`."""

from __future__ import annotations

from fastapi import APIRouter

from pincite.server.routes import (
    ask,
    comparisons,
    conversations,
    exports,
    extractions,
    graph,
    health,
    metrics,
    search,
    settings,
    summaries,
)

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    search.router,
    ask.router,
    conversations.router,
    summaries.router,
    extractions.router,
    comparisons.router,
    graph.router,
    exports.router,
    settings.router,
)
"""Those below `/api/v1`."""

AT_ROOT: tuple[APIRouter, ...] = (metrics.router,)
"""Those with paths of their own."""
