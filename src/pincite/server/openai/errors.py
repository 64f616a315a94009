"""Errors in OpenAI's form, on the paths where its clients call."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi.responses import JSONResponse
from starlette.types import Scope

from pincite.errors import UsageError

PREFIX = "/v1/"

_TYPES: Mapping[int, str] = {
    401: "authentication_error",
    403: "permission_error",
    404: "invalid_request_error",
    429: "rate_limit_error",
}
_CODES: Mapping[int, str] = {401: "invalid_api_key", 404: "not_found", 429: "rate_limit_exceeded"}


class UnknownModelError(UsageError):
    """No model of this name, or none that the caller sees."""

    http_status = 404


class ParameterError(UsageError):
    """A parameter of a request that cannot be carried out as asked.

    Args:
        parameter: Its name.
        message: As for every error.
        remedy: As for every error.
    """

    def __init__(self, parameter: str, message: str, remedy: str = "") -> None:
        super().__init__(message, remedy)
        self.parameter = parameter


def is_openai(scope: Scope) -> bool:
    """Whether a request is one of OpenAI's protocol."""
    path: str = scope.get("path", "")
    return path.removeprefix(scope.get("root_path", "")).startswith(PREFIX)


def error_body(
    status: int, kind: str, detail: str, remedy: str = "", parameter: str | None = None
) -> dict[str, object]:
    """An error as a client of that protocol reads it.

    Args:
        status: The HTTP status.
        kind: The stable name of the kind of error, as in problem details.
        detail: What happened.
        remedy: What helps.
        parameter: The parameter concerned.
    """
    sentence = f"{detail[:1].upper()}{detail[1:].rstrip('.')}."
    code = "model_not_found" if kind == "unknown-model" else _CODES.get(status, kind.replace("-", "_"))
    return {
        "error": {
            "message": f"{sentence} {remedy}".strip(),
            "type": _TYPES.get(status, "invalid_request_error" if status < 500 else "server_error"),
            "param": "model" if kind == "unknown-model" else parameter,
            "code": code,
        }
    }


def error_response(
    status: int,
    kind: str,
    detail: str,
    remedy: str = "",
    headers: Mapping[str, str] | None = None,
    parameter: str | None = None,
) -> JSONResponse:
    """The same as a response; what does not fit the protocol's form is 400, as its clients expect."""
    shown = 400 if status == 422 else status
    return JSONResponse(
        error_body(shown, kind, detail, remedy, parameter), shown, dict(headers) if headers else None
    )
