"""That the other tests here would see what goes wrong, and what their server does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from support.browsing import OpenContext, Watch
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_page_opens_without_a_fault(page: Page) -> None:
    assert page.title() == "Pincite"
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (
            "document.body.append(Object.assign(document.createElement('script'), {text: '1'}))",
            "content policy",
        ),
        (
            "document.body.append(Object.assign(new Image(), {src: 'https://evil.example/x.png'}))",
            "content policy",
        ),
        ("console.error('something failed')", "something failed"),
        ("setTimeout(() => { throw new Error('thrown late') })", "thrown late"),
        ("fetch('/api/v1/documents/none')", "404"),
    ],
)
def test_faults_are_seen(page: Page, watch: Watch, act: str, told: str) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate(f"() => {{ {act} }}")
    for _ in range(50):
        if any(told in fault for fault in watch.faults()):
            break
        page.wait_for_timeout(100)
    assert any(told in fault for fault in watch.faults()), watch.seen
    watch.allow(".*")


def test_a_server_that_is_killed_comes_back_at_its_place(served_samples: ServerProcess) -> None:
    url = served_samples.url
    served_samples.kill()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/api/v1/health")
    served_samples.start()
    assert served_samples.url == url
    assert httpx.get(f"{url}/api/v1/health").json() == {"status": "ok"}


def test_users_are_logged_in(open_context: OpenContext, served_accounts: ServerProcess) -> None:
    for name in ("ann", "ben"):
        context = open_context(served_accounts, user=name)
        answer = context.request.get("/api/v1/session").json()
        assert answer["account"]["name"] == name
