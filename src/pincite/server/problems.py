"""Errors as problem details: RFC 9457, https://www.rfc-editor.org/rfc/rfc9457."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pincite.errors import PinciteError, TooManyRequestsError

MEDIA_TYPE = "application/problem+json"


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
    request: Request, status: int, kind: str, detail: str, remedy: str = "", **more: Any
) -> JSONResponse:
    """A response that tells of a problem."""
    title = HTTPStatus(status).phrase
    body = Problem(
        type=kind,
        title=title,
        status=status,
        detail=detail,
        remedy=remedy,
        request=getattr(request.state, "request_id", ""),
    )
    headers = {"retry-after": str(more.pop("retry_after"))} if "retry_after" in more else {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["www-authenticate"] = "Bearer"
    content = jsonable_encoder({**body.model_dump(), **more})
    return JSONResponse(content, status, headers, media_type=MEDIA_TYPE)


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
        return problem(request, error.http_status, kind_of(error), error.message, error.remedy, **more)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        found = [
            {"place": ".".join(str(part) for part in entry["loc"]), "problem": entry["msg"]}
            for entry in error.errors()
        ]
        detail = "; ".join(f"{entry['place']}: {entry['problem']}" for entry in found)
        return problem(request, 422, "invalid-request", detail, "See the API description.", errors=found)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        return problem(request, error.status_code, "http", str(error.detail))
