"""Behind a real nginx, with TLS and below a path, by the example in `deploy/nginx.conf`."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI, Request
from starlette.responses import StreamingResponse

from pincite import Library
from pincite.accounts import passwords
from pincite.server.app import create_app
from support.accounts import PASSWORD
from support.nginx import NGINX, Proxy, free_port, nginx
from support.serving import running

pytestmark = pytest.mark.skipif(
    NGINX is None, reason="nginx is not on this machine: apt-get install nginx-light"
)


@dataclass
class Site:
    """The application behind its proxy."""

    library: Library
    proxy: Proxy
    go: threading.Event

    def browser(self, **headers: str) -> httpx.Client:
        origin = self.proxy.url.removesuffix("/pincite")
        return httpx.Client(
            base_url=f"{self.proxy.url}/api/v1",
            verify=self.proxy.trust,
            headers={"origin": origin, **headers},
            timeout=60,
        )


@pytest.fixture(scope="module")
def site(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("nginx")
    copy = shutil.copytree(sample_library, folder / "library")
    port = free_port()
    server = {"names": f"localhost:{port}", "proxies": "127.0.0.1", "root_path": "/pincite", "max_files": 5}
    with pytest.MonkeyPatch.context() as patch, Library.open(copy, settings={"server": server}) as library:
        patch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))
        app = create_app(library)
        app.state.context.accounts.create("ann", PASSWORD, True)
        go = threading.Event()
        add_probes(app, go)
        with running(app) as served, nginx(folder, served.port, port) as proxy:
            yield Site(library, proxy, go)


def add_probes(app: FastAPI, go: threading.Event) -> None:
    """Routes that show what arrives, and when."""

    async def events() -> AsyncIterator[str]:
        yield "event: stage\ndata: 1\n\n"
        while not go.is_set():
            await asyncio.sleep(0.01)
        yield "event: done\ndata: 2\n\n"

    def stream() -> StreamingResponse:
        return StreamingResponse(events(), media_type="text/event-stream")

    def told(request: Request) -> dict[str, str]:
        return {"url": str(request.url), "client": request.client.host if request.client else ""}

    app.add_api_route("/api/v1/probe/stream", stream)
    app.add_api_route("/api/v1/probe/told", told)


@pytest.fixture
def browser(site: Site) -> Iterator[httpx.Client]:
    with site.browser() as client:
        login = client.post("/session", json={"name": "ann", "password": PASSWORD})
        assert login.status_code == 200, login.text
        yield client


def test_the_login_is_kept_below_the_path(site: Site, browser: httpx.Client) -> None:
    cookies = [cookie for cookie in browser.cookies.jar if "pincite_session" in cookie.name]
    assert [(cookie.name, cookie.path, cookie.secure) for cookie in cookies] == [
        ("__Secure-pincite_session", "/pincite", True)
    ]
    assert browser.get("/documents").status_code == 200
    with site.browser() as other:
        assert other.get("/documents").status_code == 401
        assert other.get("/health").status_code == 200


def test_the_page_is_below_the_path(site: Site) -> None:
    with httpx.Client(verify=site.proxy.trust) as client:
        page = client.get(f"{site.proxy.url}/")
        assert page.status_code == 200
        assert "<title>Pincite</title>" in page.text
        moved = client.get(site.proxy.url)
        assert moved.status_code == 308
        assert moved.headers["location"].endswith("/pincite/")


def test_what_the_proxy_tells_is_believed(site: Site) -> None:
    with site.browser() as client:
        claimed = {"X-Forwarded-For": "198.51.100.7", "Forwarded": "for=198.51.100.7"}
        response = client.get("/probe/told", headers=claimed)
        assert response.json() == {"url": f"{site.proxy.url}/api/v1/probe/told", "client": "127.0.0.1"}
        assert response.headers["strict-transport-security"]
    foreign = httpx.get(
        f"{site.proxy.url}/api/v1/health", verify=site.proxy.trust, headers={"host": "evil.example"}
    )
    assert foreign.status_code == 403


def test_pages_of_others_are_refused(site: Site, browser: httpx.Client) -> None:
    for origin in ("http://localhost", f"http://localhost:{site.proxy.port}", "https://evil.example", "null"):
        refused = browser.post("/search", json={"question": "x"}, headers={"origin": origin})
        assert refused.status_code == 403, origin


def test_a_stream_arrives_as_it_is_made(site: Site, browser: httpx.Client) -> None:
    """The second piece is made only when the first one has come."""
    site.go.clear()
    with browser.stream("GET", "/probe/stream") as response:
        pieces = response.iter_text()
        assert "data: 1" in next(pieces)
        site.go.set()
        assert "data: 2" in "".join(pieces)


def test_a_question_is_answered_as_a_stream(browser: httpx.Client) -> None:
    with browser.stream("POST", "/ask/stream", json={"question": "What is measured?"}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        events = [line.removeprefix("event: ") for line in response.iter_lines() if line.startswith("event:")]
    assert events[-1] == "done"


def test_an_upload_of_some_megabytes(site: Site, browser: httpx.Client) -> None:
    content = b"%PDF-1.7\n" + bytes(range(256)) * 16_000
    response = browser.post("/documents", files={"files": ("large.pdf", content, "application/pdf")})
    assert response.status_code == 202, response.text
    jobs = site.library.jobs().items
    assert [(job.file_name, job.size) for job in jobs] == [("large.pdf", len(content))]


def test_a_part_of_an_original(site: Site, browser: httpx.Client) -> None:
    document = browser.get("/documents").json()["items"][0]["id"]
    whole = browser.get(f"/documents/{document}/original")
    part = browser.get(f"/documents/{document}/original", headers={"range": "bytes=100-199"})
    assert part.status_code == 206
    assert part.content == whole.content[100:200]
    assert part.headers["content-range"] == f"bytes 100-199/{len(whole.content)}"
    again = browser.get(f"/documents/{document}/original", headers={"if-none-match": whole.headers["etag"]})
    assert again.status_code == 304
