"""The routes, by what they are about: each module has a `router`."""

from __future__ import annotations

from fastapi import APIRouter

from pincite.server.routes import (
    account,
    accounts,
    ask,
    audit,
    bulk,
    collections,
    comparisons,
    conversations,
    documents,
    exports,
    extractions,
    graph,
    health,
    invitations,
    jobs,
    metrics,
    oidc,
    openai,
    pages,
    search,
    session,
    settings,
    summaries,
    tokens,
    uploads,
    verification,
    watched,
)

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    bulk.router,
    documents.router,
    uploads.router,
    pages.router,
    verification.router,
    collections.router,
    search.router,
    ask.router,
    conversations.router,
    summaries.router,
    extractions.router,
    comparisons.router,
    graph.router,
    exports.router,
    settings.router,
    jobs.router,
    session.router,
    account.router,
    tokens.router,
    accounts.router,
    invitations.router,
    audit.router,
    watched.router,
    oidc.router,
)
"""Those below `/api/v1`."""

AT_ROOT: tuple[APIRouter, ...] = (metrics.router, openai.router)
"""Those with paths of their own."""
