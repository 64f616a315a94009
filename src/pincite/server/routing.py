"""The routes of an application with their whole paths, however their routers are nested."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import compile_path
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


def methods_at(app: FastAPI, path: str) -> list[str]:
    """What an address does, by all of its routes: Starlette's own answer looks at the first one only.

    Args:
        app: The application.
        path: Of the request, without what a proxy puts before it.
    """
    found: dict[str, set[str]] = {}
    for template, route in api_routes(app):
        if compile_path(template)[0].match(path):
            found.setdefault(template, set()).update(route.methods or ())
    # What a whole address says goes before what one with names of things in it would say.
    return sorted(found[min(found, key=lambda template: template.count("{"))]) if found else []
