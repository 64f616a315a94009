"""Names and texts that would like to be more than that, and what must not have come of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

IMAGE = "<img src=x onerror=alert(1)>"
FRAME = '<iframe srcdoc="<script>alert(1)</script>"></iframe>'
LINK = "[here](javascript:alert(1)) ![seen](https://outside.example/p.png?answer=1)"
LONG = "W" * 230
TURNED = "invoice\u202efdp.exe"
FORMULA = "=cmd|'/C calc'!A0"


def watched(page: Page) -> Page:
    """The page; a dialog that something opens in it fails the test."""
    page.on("dialog", lambda dialog: pytest.fail(f"something ran: {dialog.message}"))
    return page


def nothing_ran(page: Page) -> None:
    """No element was made of a name or text, and nothing is wider than the window for it."""
    assert page.locator("img[src='x'], iframe, img[src*='outside']").count() == 0
    assert page.locator("a[href^='javascript' i], a[href*='outside']").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
