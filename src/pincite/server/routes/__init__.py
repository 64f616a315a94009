"""The routes, by what they are about: each module has a `router`."""

from __future__ import annotations

from fastapi import APIRouter

from pincite.server.routes import health

ROUTERS: tuple[APIRouter, ...] = (health.router,)
"""All of them; paths are given below `/api/v1`, but for the few that say otherwise themselves."""
