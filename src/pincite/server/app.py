"""The application: routes, guards and the form of errors put together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from pincite import __version__
from pincite.library import Library
from pincite.server import description, guards, problems
from pincite.server.context import Context
from pincite.server.cookies import SetCookies
from pincite.server.mcp_endpoint import McpEndpoint
from pincite.server.page import FOLDER, Page
from pincite.server.readiness import Readiness
from pincite.server.routes import AT_ROOT, ROUTERS
from pincite.server.routing import api_routes
from pincite.server.rules import without_rule

API = "/api/v1"


def create_app(library: Library, readiness: Readiness | None = None, page: Path = FOLDER) -> FastAPI:
    """The application for a library that stays open as long as it is used.

    Args:
        library: All of it.
        readiness: Of the library, if loading has begun already.
        page: Folder of the reading room's own files.

    Raises:
        RuntimeError: if a route declares no rule.
        SettingsError: if the server's settings do not fit.
    """
    context = Context.of(library, readiness)
    protocol = McpEndpoint(context)
    app = FastAPI(
        title="Pincite",
        version=__version__,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=description.operation_id,
        # Or an environment variable meant for another program could have requests, with their errors, sent elsewhere.
        telemetry={"auto_configure": False, "tracing": False, "metrics": False, "logs": False},
        lifespan=lambda app: _running(context, protocol),
    )
    app.state.context = context
    problems.install(app)
    description.install(app)
    app.add_middleware(SetCookies)
    guards.install(app, context)
    for router in ROUTERS:
        app.include_router(router, prefix=API)
    for router in AT_ROOT:
        app.include_router(router)
    app.state.templates = {id(route): path for path, route in api_routes(app)}
    app.router.routes += [protocol.route(), Page(page)]
    missing = without_rule([*ROUTERS, *AT_ROOT])
    if missing:
        raise RuntimeError(f"routes without a rule: {', '.join(missing)}")
    return app


@contextlib.asynccontextmanager
async def _running(context: Context, protocol: McpEndpoint) -> AsyncIterator[dict[str, Any]]:
    """What goes on as long as the application does."""
    async with protocol.running() as state:
        yield state
        await run_in_threadpool(context.evaluating.leave)
