"""Errors as problem details: RFC 9457, https://www.rfc-editor.org/rfc/rfc9457."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pincite.errors import LibraryError, LibraryFullError, NotFoundError, PinciteError, TooManyRequestsError
from pincite.server.logs import redact
from pincite.server.openai.errors import ParameterError, error_response, is_openai
from pincite.server.routing import methods_at

MEDIA_TYPE = "application/problem+json"
MOST_FOUND = 20
"""Faults of one request that are told."""
_COMMAND = "`pincite "
"""How remedies name commands, which are for those who look after the server."""

_log = logging.getLogger("pincite.server")


class Problem(BaseModel):
    """What went wrong, and what helps."""

    type: str = Field(
        "about:blank", description="Stable name of the kind of problem.", examples=["not-found"]
    )
    title: str = Field(description="The status in words.", examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str = Field(description="What happened.", examples=["there is no document 'a1b2c3'"])
    remedy: str = Field("", description="What helps; empty when nothing does.")
    request: str = Field("", description="Id of the request, as in the server's log.")


def problem(
    request: Request,
    status: int,
    kind: str,
    detail: str,
    remedy: str = "",
    *,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> JSONResponse:
    """A response that tells of a problem.

    Args:
        request: Whose it is.
        status: The HTTP status.
        kind: Stable name of the kind of problem.
        detail: What happened.
        remedy: What helps.
        headers: Of the response, beside the usual ones.
        more: Further members; `retry_after` becomes a header.
    """
    body = Problem(
        type=kind,
        title=HTTPStatus(status).phrase,
        status=status,
        detail=sendable(detail),
        remedy=sendable(remedy),
        request=getattr(request.state, "request_id", ""),
    )
    sent = dict(headers or {})
    if "retry_after" in more:
        sent["retry-after"] = str(more.pop("retry_after"))
    if status == HTTPStatus.UNAUTHORIZED:
        sent["www-authenticate"] = "Bearer"
    if is_openai(request.scope):
        return error_response(status, kind, body.detail, body.remedy, sent, more.get("parameter"))
    content = jsonable_encoder({**body.model_dump(), **more})
    return JSONResponse(content, status, sent, media_type=MEDIA_TYPE)


def kind_of(error: PinciteError) -> str:
    """The stable name of an error: "not-found" for NotFoundError."""
    name = type(error).__name__.removesuffix("Error")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def install(app: FastAPI) -> None:
    """Let the application answer every error so."""

    @app.exception_handler(PinciteError)
    async def _expected(request: Request, error: PinciteError) -> JSONResponse:
        more: dict[str, Any] = {}
        if isinstance(error, TooManyRequestsError):
            more["retry_after"] = max(1, round(error.retry_after))
        if isinstance(error, ParameterError):
            more["parameter"] = error.parameter
        detail, remedy = words_of(request, error)
        return problem(request, error.http_status, kind_of(error), detail, remedy, **more)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        found = [
            {"place": sendable(".".join(map(str, entry["loc"]))), "problem": sendable(entry["msg"])}
            for entry in error.errors()[:MOST_FOUND]
        ]
        detail = "; ".join(f"{entry['place']}: {entry['problem']}" for entry in found)
        return problem(request, 422, "invalid-request", detail, "See the API description.", errors=found)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        kind, detail, remedy = _KINDS.get(error.status_code, ("http", str(error.detail), ""))
        if error.detail != HTTPStatus(error.status_code).phrase:
            detail = str(error.detail)
        headers = {name.lower(): value for name, value in (error.headers or {}).items()}
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
            headers["allow"] = ", ".join(methods_at(app, path)) or headers.get("allow", "GET")
        return problem(request, error.status_code, kind, detail, remedy, headers=headers)


_KINDS = {
    400: ("invalid-request", "the request cannot be understood", "See the API description."),
    404: ("not-found", "there is nothing at this address", "See the API description."),
    405: ("method-not-allowed", "this address does not do that", "The header Allow tells what it does."),
    408: ("too-slow", "the request did not arrive in time", "Try again."),
    413: ("too-large", "the request is too large", "Send less at a time."),
}


def words_of(request: Request, error: PinciteError) -> tuple[str, str]:
    """What happened and what helps, as far as the caller may know it."""
    if isinstance(error, LibraryError):
        _log.error("the library cannot be used: %s", error.message)
        if not isinstance(error, LibraryFullError) and not _may_know(request):
            return "the library cannot be used at the moment", "Try again; ask the administrator."
    if _COMMAND in error.remedy and not _may_know(request):
        return error.message, _without_command(error)
    return error.message, error.remedy


def _without_command(error: PinciteError) -> str:
    """What helps somebody who reaches the library through this server only, and has no command line there."""
    if isinstance(error, NotFoundError):
        return "Check the name or id: what was removed, or is not shared with you, is not found."
    before = error.remedy.partition(_COMMAND)[0]
    whole = max(before.rfind(mark) for mark in (". ", "; ", ": "))
    if whole > 0:
        return f"{before[:whole]}."
    forbidden_or_failed = error.http_status == HTTPStatus.FORBIDDEN or error.http_status >= 500
    return "Ask the administrator." if forbidden_or_failed else ""


def _may_know(request: Request) -> bool:
    """Whether the caller looks after the server: may know of damage, with paths, and runs commands there."""
    return bool(getattr(getattr(request.state, "caller", None), "admin", False))


def sendable(text: str) -> str:
    """Text without secrets and without halves of characters, which JSON may hold but UTF-8 cannot."""
    return redact(text).encode("utf-8", "replace").decode("utf-8")
