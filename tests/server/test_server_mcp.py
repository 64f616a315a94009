"""The Model Context Protocol over HTTP, with its own client."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from pincite import Library
from pincite.server.app import create_app
from support.loaded import share_encoder
from support.model_server import ModelServer, Scripted
from support.serving import Running, running

QUESTION = "What happened to the noise during defrosting?"
MODES = ("auto", "legacy")


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture(scope="module")
def reading(sample_library: Path) -> Iterator[Running]:
    """A server without accounts; nothing is changed in it."""
    with Library.open(sample_library) as library, running(create_app(library)) as server:
        yield server


@contextlib.asynccontextmanager
async def connected(server: Running, mode: str = "auto", token: str = "") -> AsyncIterator[Client]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(f"{server.url}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


def call(server: Running, tool: str, mode: str = "auto", token: str = "", **arguments: Any) -> Any:
    """The result of one tool."""

    async def calling() -> Any:
        async with connected(server, mode, token) as client:
            return await client.call_tool(tool, arguments)

    return anyio.run(calling)


@pytest.mark.parametrize("mode", MODES)
def test_tools_are_called(reading: Running, mode: str) -> None:
    result = call(reading, "ask", mode, question=QUESTION)
    assert not result.is_error
    assert "5.2 dB" in result.content[0].text
    assert result.structured_content["citations"][0]["file_name"] == "courtyard-noise.pdf"


@pytest.mark.parametrize("mode", MODES)
def test_progress_is_told(reading: Running, mode: str) -> None:
    told: list[str | None] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append(message)

    async def calling() -> None:
        async with connected(reading, mode) as client:
            await client.call_tool("ask", {"question": QUESTION}, progress_callback=note)

    anyio.run(calling)
    assert told[0] == "Finding passages"


def test_pages_are_read_as_resources(reading: Running) -> None:
    page = call(reading, "search", question=QUESTION, k=1).structured_content["passages"][0]

    async def calling() -> Any:
        async with connected(reading) as client:
            return await client.read_resource(page["uri"])

    assert page["title"] in anyio.run(calling).contents[0].text


def test_only_messages_are_taken(reading: Running) -> None:
    for method in ("GET", "DELETE", "PUT"):
        response = httpx.request(method, f"{reading.url}/mcp", headers={"accept": "text/event-stream"})
        assert response.status_code == 405
        assert response.headers["content-type"] == "application/problem+json"
    assert httpx.post(f"{reading.url}/mcp", content=b"{").status_code == 400


def test_foreign_pages_and_names_are_turned_away(reading: Running) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}):
        assert httpx.post(f"{reading.url}/mcp", json=message, headers=headers).status_code in (403, 421)


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_gives_up_ends_the_models_work(
    sample_library: Path, model_server: ModelServer, mode: str
) -> None:
    model_server.say(Scripted("During defrosting the level rose by 5.2 dB [1]. And then it", hang_after=8))

    async def calling(server: Running) -> None:
        async with connected(server, mode) as client, anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "ask", {"question": QUESTION})
            while not model_server.prompts:
                await anyio.sleep(0.02)
            tasks.cancel_scope.cancel()

    with (
        Library.open(sample_library, settings=model_server.settings()) as library,
        running(create_app(library)) as server,
    ):
        anyio.run(calling, server)
        assert model_server.dropped.wait(10)
