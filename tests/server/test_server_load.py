"""How many requests at a time, how often, and through which proxies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.config import ServerSettings
from pincite.domain import Account, TokenScope
from pincite.errors import SettingsError, TooManyRequestsError
from pincite.library import Library
from pincite.server import guards_load, limits
from pincite.server.app import create_app
from pincite.server.callers import Caller
from pincite.server.context import Context
from pincite.server.guards_origin import read_names
from pincite.server.guards_proxy import read_networks, read_root_path
from pincite.server.limits import Limits, Rate


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_so_many_a_minute() -> None:
    clock = Clock()
    rate = Rate(60, clock)
    assert [rate.take("a") for _ in range(60)] == [0.0] * 60
    assert 0.9 < rate.take("a") <= 1.0
    assert rate.take("b") == 0.0
    clock.now += 1.01
    assert rate.take("a") == 0.0
    assert rate.take("a") > 0
    clock.now += 3600
    assert sum(rate.take("a") == 0.0 for _ in range(100)) == 60


def test_callers_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 10)
    rate = Rate(2, Clock())
    assert rate.take("first") == rate.take("first") == 0.0
    assert rate.take("first") > 0
    for number in range(10):
        rate.take(str(number))
    assert rate.take("first") == 0.0


def account(name: str) -> Account:
    return Account(1, name, name, False, False, "", False, True, "2026-01-01T00:00:00Z")


def test_who_is_limited() -> None:
    refused: list[str] = []
    few = Limits(ServerSettings(requests_per_minute=2, questions_per_minute=1), refused.append)
    everything = frozenset(TokenScope)
    for _ in range(5):
        few.request(Caller(None, everything, "127.0.0.1"))  # no accounts: nobody to be kept off
    one, two = (Caller(account(name), everything, "10.0.0.1") for name in ("one", "two"))
    few.request(one)
    few.request(one)
    with pytest.raises(TooManyRequestsError) as caught:
        few.request(one)
    assert 0 < caught.value.retry_after <= 30
    few.request(two)
    few.question(one)
    with pytest.raises(TooManyRequestsError):
        few.question(one)
    few.address("10.0.0.9")
    few.address("10.0.0.9")
    with pytest.raises(TooManyRequestsError):
        few.address("10.0.0.9")
    for address in ("127.0.0.1", "::1"):
        for _ in range(5):
            few.address(address)
    assert refused == ["requests", "questions", "requests"]


@pytest.fixture
def library(tmp_path: Any) -> Iterator[Library]:
    settings = {
        "server": {
            "max_requests": 2,
            "proxies": "10.0.0.0/8, 127.0.0.1",
            "names": "docs.example.org",
            "root_path": "/pincite",
        }
    }
    with Library.open(tmp_path / "library", settings=settings) as opened:
        yield opened


def client(app: ASGIApp, address: str = "127.0.0.1") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 4000))
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8750")


def test_others_wait_and_are_then_sent_away(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards_load, "WAIT_SECONDS", 0.05)
    app = create_app(library)
    go = asyncio.Event()

    async def slow() -> dict[str, bool]:
        await go.wait()
        return {}

    app.add_api_route("/api/v1/slow", slow)

    async def run() -> None:
        async with client(app) as caller:
            first = [asyncio.create_task(caller.get("/api/v1/slow")) for _ in range(2)]
            await asyncio.sleep(0.01)
            third = await caller.get("/api/v1/slow")
            assert third.status_code == 503
            assert third.headers["retry-after"] == "2"
            assert third.json()["type"] == "busy"
            assert (await caller.get("/api/v1/health")).status_code == 200
            assert (await caller.get("/pincite/api/v1/health")).status_code == 200
            go.set()
            assert [reply.status_code for reply in await asyncio.gather(*first)] == [200, 200]
            assert (await caller.get("/api/v1/slow")).status_code == 200

    asyncio.run(run())


REQUEST, UPLOAD = ("GET", "/api/v1/slow"), ("POST", "/api/v1/documents")


@pytest.mark.parametrize(("this", "that"), [(REQUEST, UPLOAD), (UPLOAD, REQUEST)])
def test_one_address_gets_half_of_the_turns(
    library: Library, monkeypatch: pytest.MonkeyPatch, this: tuple[str, str], that: tuple[str, str]
) -> None:
    monkeypatch.setattr(guards_load, "MOST_UPLOADS", 2)
    go = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await go.wait()
        await Response("")(scope, receive, send)

    async def run() -> None:
        app = guards_load.Load(slow, Context.of(library))
        async with client(app, "192.0.2.1") as one, client(app, "192.0.2.2") as other:
            held = asyncio.create_task(one.request(*this))
            await asyncio.sleep(0.01)
            assert (await one.request(*this)).status_code == 503
            second = asyncio.create_task(other.request(*this))
            third = asyncio.create_task(one.request(*that))
            await asyncio.sleep(0.01)
            waits = asyncio.create_task(client(app, "192.0.2.3").request(*this))
            await asyncio.sleep(0.01)
            assert (await client(app, "192.0.2.3").request(*this)).status_code == 503
            go.set()
            replies = await asyncio.gather(held, second, third, waits)
            assert [reply.status_code for reply in replies] == [200] * 4
            assert (await one.request(*this)).status_code == 200

    asyncio.run(run())


def test_streams_give_their_turn_back(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards_load, "WAIT_SECONDS", 0.05)
    app = create_app(library)
    go = asyncio.Event()

    async def stream() -> StreamingResponse:
        async def events() -> Any:
            yield "data: 1\n\n"
            await go.wait()

        return StreamingResponse(events(), media_type="text/event-stream")

    app.add_api_route("/api/v1/stream", stream)

    async def run() -> None:
        async with client(app) as caller:
            streams = [asyncio.create_task(caller.get("/api/v1/stream")) for _ in range(4)]
            await asyncio.sleep(0.02)
            assert (await caller.get("/api/v1/nothing")).status_code == 404
            go.set()
            assert all(reply.status_code == 200 for reply in await asyncio.gather(*streams))

    asyncio.run(run())


@pytest.fixture
def echo(library: Library, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    app = create_app(library)
    context: Context = app.state.context
    monkeypatch.setattr(type(context.accounts), "exist", lambda self: True)

    def told(request: Request) -> dict[str, Any]:
        host = request.client.host if request.client else ""
        forwarded = [
            name for name in request.headers if name.startswith(("x-forwarded", "forwarded", "x-real"))
        ]
        return {"client": host, "url": str(request.url), "forwarded": forwarded}

    app.add_api_route("/api/v1/told", told, methods=["GET", "POST"])
    return app


TOLD = {
    "x-forwarded-for": "203.0.113.7, 198.51.100.4, 10.1.1.1",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "docs.example.org",
    "forwarded": "for=1.2.3.4",
    "x-real-ip": "1.2.3.4",
}


def ask(
    app: FastAPI, address: str, path: str, headers: dict[str, str], method: str = "GET"
) -> httpx.Response:
    async def run() -> httpx.Response:
        async with client(app, address) as caller:
            return await caller.request(method, path, headers=headers)

    return asyncio.run(run())


@pytest.mark.parametrize("path", ["/pincite/api/v1/told", "/api/v1/told"])
def test_a_known_proxy_is_believed(echo: FastAPI, path: str) -> None:
    """It may strip the path before all addresses or leave it."""
    response = ask(echo, "10.9.9.9", path, TOLD)
    assert response.json() == {
        # The last one that is no proxy of ours; what stands before it, that client may have written itself.
        "client": "198.51.100.4",
        "url": "https://docs.example.org/pincite/api/v1/told",
        "forwarded": [],
    }
    assert response.headers["strict-transport-security"]
    same = {**TOLD, "origin": "https://docs.example.org"}
    assert ask(echo, "10.9.9.9", path, same, "POST").status_code == 200
    other = {**TOLD, "origin": "http://docs.example.org"}
    assert ask(echo, "10.9.9.9", path, other, "POST").status_code == 403


def test_others_are_not(echo: FastAPI) -> None:
    response = ask(echo, "192.0.2.1", "/api/v1/told", TOLD)
    assert response.json() == {
        "client": "192.0.2.1",
        "url": "http://127.0.0.1:8750/pincite/api/v1/told",
        "forwarded": [],
    }


def test_a_known_proxy_cannot_bring_a_foreign_name(echo: FastAPI) -> None:
    for host in (
        "evil.example",
        "docs.example.org.evil.example",
        "docs.example.org:1",
        "a b",
        "docs.example.org/",
    ):
        response = ask(echo, "10.9.9.9", "/api/v1/told", {**TOLD, "x-forwarded-host": host})
        if response.status_code == 200:
            assert "docs.example.org" not in response.json()["url"]
        else:
            assert response.status_code == 403


def test_nonsense_from_a_proxy_changes_nothing(echo: FastAPI) -> None:
    headers = {"x-forwarded-for": "unknown, , ;", "x-forwarded-proto": "javascript"}
    response = ask(echo, "10.9.9.9", "/api/v1/told", headers)
    assert response.json()["client"] == "10.9.9.9"
    assert response.json()["url"].startswith("http://127.0.0.1:8750/")


def test_settings_that_make_no_sense() -> None:
    for proxies in ("everyone", "10.0.0.0/99"):
        with pytest.raises(SettingsError, match=r"server\.proxies"):
            read_networks(proxies)
    for names in ("https://docs.example.org", "a b", "docs.example.org/path"):
        with pytest.raises(SettingsError, match=r"server\.names"):
            read_names(names)
    for path in ("pincite", "/a b", "/a//b", "//evil.example"):
        with pytest.raises(SettingsError, match=r"server\.root_path"):
            read_root_path(path)
    assert read_root_path("/pincite/") == "/pincite"
    assert read_root_path("/") == read_root_path("") == ""
    assert read_names("Docs.example.org, x:81,") == (("docs.example.org", None), ("x", 81))


@pytest.mark.parametrize("wrong", [{"names": "a b"}, {"proxies": "x"}, {"root_path": "x"}])
def test_an_application_with_such_settings_is_not_made(tmp_path: Any, wrong: dict[str, str]) -> None:
    with (
        Library.open(tmp_path / "library", settings={"server": wrong}) as opened,
        pytest.raises(SettingsError),
    ):
        create_app(opened)
