"""The routes, by what they are about: each module has a `router`."""

from __future__ import annotations

from fastapi import APIRouter

from pincite.server.routes import (
    about,
    account,
    accounts,
    ask,
    audit,
    backup,
    bulk,
    collections,
    comparisons,
    conversations,
    documents,
    evaluations,
    examples,
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
    samples,
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
    samples.router,
    pages.router,
    verification.router,
    collections.router,
    search.router,
    ask.router,
    examples.router,
    conversations.router,
    summaries.router,
    extractions.router,
    comparisons.router,
    graph.router,
    evaluations.router,
    exports.router,
    settings.router,
    about.router,
    backup.router,
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
