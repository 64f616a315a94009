"""What a browser reports while a test uses a page: errors, breaches of the content policy, calls to other servers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

OpenContext = Callable[..., "BrowserContext"]
"""The fixture `open_context`."""

_VIOLATIONS = """
addEventListener('securitypolicyviolation', (event) => {
  window.pinciteViolated(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
"""


@dataclass
class Watch:
    """Looks at all pages of a browser's context.

    Attributes:
        own: Address of the server whose pages they are.
        seen: What a user would call a fault, in the order in which it happened.
        allowed: Patterns of what a test expects among it.
    """

    own: str
    seen: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def attach(self, context: BrowserContext) -> None:
        """Begin to look."""
        context.expose_function("pinciteViolated", self._violated)
        context.add_init_script(_VIOLATIONS)
        context.on("console", self._told)
        context.on("weberror", lambda error: self.seen.append(f"exception: {error.error}"))
        context.on("request", self._asked)
        context.on("page", self._opened)

    def allow(self, *patterns: str) -> None:
        """Expect something: a server that is killed, or a login that is refused, leaves a line in the console."""
        self.allowed += patterns

    def faults(self) -> list[str]:
        """What was not expected."""
        return [told for told in self.seen if not any(re.search(pattern, told) for pattern in self.allowed)]

    def _violated(self, told: str) -> None:
        self.seen.append(f"content policy: {told}")

    def _told(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.seen.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and f"{address.scheme}://{address.netloc}" != self.own:
            self.seen.append(f"foreign request: {request.url}")

    def _opened(self, page: Page) -> None:
        page.on("crash", lambda _: self.seen.append("the page crashed"))


def log_in(context: BrowserContext, url: str, name: str, password: str) -> None:
    """Log a browser in without its page, for tests that are about something else."""
    answer: Any = context.request.post(
        f"{url}/api/v1/session", data={"name": name, "password": password}, headers={"origin": url}
    )
    assert answer.ok, answer.text()


def close_all(contexts: list[BrowserContext]) -> None:
    """Close what is open in the browser, and forget it."""
    while contexts:
        contexts.pop().close()
