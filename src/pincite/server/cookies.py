"""The cookie that holds a session's secret."""

from __future__ import annotations

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.config import Settings

NAME = "pincite_session"
_STATE = "set_cookies"


def cookie_name(name: str, request: Request, settings: Settings) -> str:
    """A cookie's name, with the prefix by which browsers guard it.

    `__Host-` binds it to this host and scheme, `__Secure-` to the scheme: no neighbour, and nobody who can write into
    an unencrypted connection, can put another one in its place. Neither works without TLS, the first one not below a
    path.
    """
    if request.url.scheme != "https":
        return name
    return ("__Host-" if cookie_path(settings) == "/" else "__Secure-") + name


def cookie_path(settings: Settings) -> str:
    """Where browsers send cookies to: everything of ours, and nothing else on this host."""
    return settings.server.root_path.rstrip("/") or "/"


def give(request: Request, name: str, value: str, *, settings: Settings, seconds: float) -> None:
    """Have a cookie set with the response, whatever that will be.

    Args:
        request: The request.
        name: Without prefix.
        value: Only letters, digits and `-_=.`.
        settings: Say where it is sent to.
        seconds: How long browsers keep it; 0 has it removed.
    """
    parts = [
        f"{cookie_name(name, request, settings)}={value}",
        f"Path={cookie_path(settings)}",
        f"Max-Age={int(seconds)}",
        "HttpOnly",
        "SameSite=Lax",
    ]
    if request.url.scheme == "https":
        parts.append("Secure")
    wanted: list[str] = request.scope.setdefault("state", {}).setdefault(_STATE, [])
    wanted.append("; ".join(parts))


def session_secret(request: Request, settings: Settings) -> str | None:
    """The secret in the request's cookie; None where there is none."""
    return request.cookies.get(cookie_name(NAME, request, settings))


class SetCookies:
    """Adds the cookies of `give` to the response: also to streams, files and errors, which routes make themselves."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        wanted: list[str] = []
        scope.setdefault("state", {})[_STATE] = wanted

        async def send_with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start" and wanted:
                cookies = [(b"set-cookie", cookie.encode("latin-1")) for cookie in wanted]
                message = {**message, "headers": [*message.get("headers", ()), *cookies]}
            await send(message)

        await self._app(scope, receive, send_with_cookies)
