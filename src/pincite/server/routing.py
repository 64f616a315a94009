"""The routes of an application with their whole paths, however their routers are nested."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.types import Scope


def api_routes(app: FastAPI) -> Iterator[tuple[str, APIRoute]]:
    """All routes of the API, with their paths as declared: names stand where ids are."""
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if isinstance(route, APIRoute):
            yield context.path_format or route.path_format, route


def template_of(scope: Scope) -> str:
    """The path of the route that answers a request, as declared; empty where none does."""
    route = scope.get("route")
    if route is None:
        return ""
    templates: dict[int, str] = getattr(scope["app"].state, "templates", {})
    return templates.get(id(route)) or str(getattr(route, "path", ""))
