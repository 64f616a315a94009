"""The API's description of itself: what is common to all routes is told here once."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from pincite.server.problems import MEDIA_TYPE, Problem
from pincite.server.rules import EXTENSION

SUMMARY = (
    "Ask your own documents: every sentence of an answer is tied to the words and the place it came from."
)
TEXT = """
Everything is below `/api/v1`, in JSON, but for files and pictures. Ids are stable and cannot be guessed. What is not
yours does not exist: both are answered with 404.

**Who calls.** While the library has no accounts, nobody logs in. Else send the cookie of a login, or a token as
`Authorization: Bearer pin_…`.

**Errors** are problem details (RFC 9457, `application/problem+json`): `type` is a stable name, `detail` tells what
happened, `remedy` what helps, `request` is the id under which the server's log has more.

**Long lists** come in parts: `limit` says how much at most, `next` is the `cursor` for the part after.

**Long work** (questions, summaries …) can be followed as server-sent events: each has a name and JSON data, the last
one is `done` or `error`; comments keep the connection alive.

**Places on pages** are relative to the page: 0 to 1, from the top left.
"""
TAGS = (
    ("health", "Whether the server works."),
    ("session", "Logging in and out."),
    ("account", "The own account: password, second factor, logins."),
    ("tokens", "Tokens for programs."),
    ("accounts", "All accounts, for administrators."),
    ("invitations", "Links with which others make an account."),
    ("audit", "Who did what, for administrators."),
    ("documents", "Files, what is in them, and what is told about them."),
    ("pages", "Text, geometry and pictures of pages."),
    ("collections", "Documents kept together, and with whom they are shared."),
    ("search", "Finding passages."),
    ("ask", "Questions and answers."),
    ("conversations", "Questions that follow each other, kept."),
    ("research", "Summaries, extraction, comparison, the structure of the library."),
    ("evaluations", "How well questions are answered whose right answers are known."),
    ("jobs", "Work in the background."),
    ("watched", "Folders whose files are followed."),
    ("settings", "Settings of the library, for administrators."),
    ("openai", "The protocol of OpenAI's chat completions."),
)

_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "A token, as made with `POST /tokens`."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "pincite_session",
        "description": "The cookie of a login. Over https its name begins with `__Host-` or `__Secure-`.",
    },
}
_PROBLEM = {
    "description": "The call could not be carried out.",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def operation_id(route: APIRoute) -> str:
    """The name of a route for programs: `list_documents` becomes `listDocuments`."""
    first, *rest = route.name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def install(app: FastAPI) -> None:
    """Let the application describe itself so."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _described(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's own way of extending it


def _described(app: FastAPI) -> dict[str, Any]:
    described = get_openapi(
        title=app.title,
        version=app.version,
        summary=SUMMARY,
        description=TEXT,
        routes=app.routes,
    )
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    used = {tag for operation in operations for tag in operation.get("tags", ())}
    described["tags"] = [{"name": name, "description": text} for name, text in TAGS if name in used]
    components = described.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas.setdefault("Problem", Problem.model_json_schema(ref_template="#/components/schemas/{model}"))
    components["responses"] = {"Problem": _PROBLEM}
    components["securitySchemes"] = _SCHEMES
    for operation in operations:
        _complete(operation)
    return described


def _complete(operation: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            parameter.setdefault("description", f"Id of the {parameter['name']}.")
    responses = operation["responses"]
    if "HTTPValidationError" in str(responses.get("422", "")):
        del responses["422"]
    for response in responses.values():
        stream = response.get("content", {}).get("text/event-stream")
        if stream is not None and "schema" in stream:  # of one event, not of the whole: OpenAPI 3.2
            stream["itemSchema"] = {
                key: value for key, value in stream.pop("schema").items() if key != "type"
            }
    responses.setdefault("default", {"$ref": "#/components/responses/Problem"})
    scope = operation.get(EXTENSION, {}).get("scope")
    operation["security"] = [] if scope is None else [{"token": []}, {"session": []}]
