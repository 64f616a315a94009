"""What two accounts see through OpenAI's protocol and the Model Context Protocol: each only its own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import httpx2
import openai
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from pincite import Library
from pincite.domain import Role, TokenScope
from pincite.errors import LibraryDamagedError
from support.loaded import share_encoder
from support.samples import PAPERS
from support.served import Served
from support.serving import Running, running

NOISE = "What happened to the noise during defrosting?"
HIDDEN = "courtyard-noise.pdf"
SHOWN = "heat-pumps.pdf"


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture
def server(served: Served) -> Iterator[Running]:
    """Ada owns the sample papers; Bob has one of them in a collection of his own, and sees nothing of hers."""
    served.account("ada", admin=True)
    bob = served.library.seen_by(served.account("bob").viewer)
    bob.add(PAPERS / SHOWN, collection="bob's")
    with running(served.app) as started:
        yield started


def asking(server: Running, key: str) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{server.url}/v1", api_key=key, max_retries=0, timeout=60)


def chat(server: Running, key: str, model: str = "pincite", **options: Any) -> Any:
    with asking(server, key) as client:
        return client.chat.completions.create(
            model=model, messages=[{"role": "user", "content": NOISE}], **options
        )


def use(server: Running, key: str, tool: str, **arguments: Any) -> Any:
    async def calling() -> Any:
        headers = {"authorization": f"Bearer {key}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(f"{server.url}/mcp", http_client=http)) as client,
        ):
            if tool == "resource":
                with contextlib.suppress(MCPError):
                    return await client.read_resource(arguments["uri"])
                return None
            return await client.call_tool(tool, arguments)

    return anyio.run(calling)


def test_chat_clients_see_what_their_account_sees(server: Running, served: Served) -> None:
    ada, bob = served.token("ada"), served.token("bob")
    theirs = served.library.store.collection("default").id
    with asking(server, ada) as client:
        assert "pincite:default" in {model.id for model in client.models.list()}
    with asking(server, bob) as client:
        assert {model.id for model in client.models.list()} == {"pincite", "pincite:bob's"}
        for name in ("pincite:default", f"pincite:{theirs}"):
            with pytest.raises(openai.NotFoundError) as not_yours:
                client.models.retrieve(name)
            with pytest.raises(openai.NotFoundError) as not_there:
                client.models.retrieve("pincite:nothing")
            assert not_yours.value.code == not_there.value.code
    assert "5.2 dB" in chat(server, ada).choices[0].message.content
    reply = chat(server, bob)
    assert "5.2 dB" not in str(reply)
    assert HIDDEN not in str(reply)
    with pytest.raises(openai.NotFoundError):
        chat(server, bob, f"pincite:{theirs}")
    hidden = served.library.document(HIDDEN).id
    with pytest.raises(openai.NotFoundError):
        chat(server, bob, extra_body={"pincite": {"documents": [hidden]}})


def test_history_brings_no_document_into_sight(server: Running, served: Served) -> None:
    hidden = served.library.document(HIDDEN).id
    said = (
        f"5.2 dB. [1]\n\n---\n\n**Sources**\n\n- [1] [x](http://x/api/v1/documents/{hidden}/original#page=1)"
    )
    messages = [
        {"role": "user", "content": NOISE},
        {"role": "assistant", "content": said},
        {"role": "user", "content": "Summarise this document."},
    ]
    body = {"model": "pincite", "messages": messages}
    headers = {"authorization": f"Bearer {served.token('bob')}"}
    reply = httpx.post(f"{server.url}/v1/chat/completions", json=body, headers=headers, timeout=60)
    assert reply.status_code == 200
    assert hidden not in reply.text
    assert "Courtyards" not in reply.text


def test_tokens_and_their_scopes_are_asked_for(server: Running, served: Served) -> None:
    for key in ("anything", "pin_" + "0" * 64):
        with pytest.raises(openai.AuthenticationError) as caught:
            chat(server, key)
        assert caught.value.code == "invalid_api_key"
    with pytest.raises(openai.PermissionDeniedError):
        chat(server, served.token("bob", TokenScope.READ))
    assert httpx.get(f"{server.url}/v1/models").status_code == 401


def test_tools_see_what_their_account_sees(server: Running, served: Served) -> None:
    ada, bob = served.token("ada"), served.token("bob")
    hidden = served.library.document(HIDDEN).id
    assert "5.2 dB" in str(use(server, ada, "ask", question=NOISE))
    for tool, arguments in (
        ("search", {"question": NOISE, "k": 30}),
        ("ask", {"question": NOISE}),
        ("list_documents", {}),
        ("list_documents", {"words": "courtyards"}),
        ("list_collections", {}),
    ):
        result = use(server, bob, tool, **arguments)
        assert not result.is_error
        assert HIDDEN not in str(result)
        assert "default" not in [one["name"] for one in result.structured_content.get("collections", ())]
    for tool, arguments in (
        ("read_page", {"document": hidden, "page": 1}),
        ("read_page", {"document": HIDDEN, "page": 1}),
        ("summarise", {"document": hidden}),
        ("extract", {"documents": [hidden]}),
        ("compare", {"documents": [hidden, SHOWN]}),
        ("search", {"question": NOISE, "documents": [hidden]}),
        ("ask", {"question": NOISE, "collection": "default"}),
    ):
        result = use(server, bob, tool, **arguments)
        assert result.is_error, tool
        assert "5.2 dB" not in str(result)
    not_yours = use(server, bob, "read_page", document=hidden, page=1).content[0].text
    not_there = use(server, bob, "read_page", document="0" * len(hidden), page=1).content[0].text
    assert not_yours.replace(hidden, "") == not_there.replace("0" * len(hidden), "")
    page = f"pincite://documents/{hidden}/pages/1"
    assert use(server, bob, "resource", uri=page) is None
    assert "5.2 dB" in str(use(server, ada, "resource", uri=page))


def test_tools_ask_for_tokens_and_scopes(server: Running, served: Served) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for headers in ({}, {"authorization": "Bearer pin_nothing"}):
        refused = httpx.post(f"{server.url}/mcp", json=message, headers=headers)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Bearer")
    reading = served.token("bob", TokenScope.READ)
    assert not use(server, reading, "list_documents").is_error
    asked = use(server, reading, "ask", question=NOISE)
    assert asked.is_error
    assert "ask" in asked.content[0].text
    writing = served.token("bob", TokenScope.WRITE)
    sent = httpx.post(f"{server.url}/mcp", json=message, headers={"authorization": f"Bearer {writing}"})
    assert sent.status_code == 403


def test_what_is_shared_is_seen_until_it_is_no_more(server: Running, served: Served) -> None:
    bob = served.token("bob")
    ada = served.library.seen_by(served.account("ada").viewer)
    collection = ada.store.collection("default").id
    ada.share(collection, "bob", Role.VIEWER)
    assert "5.2 dB" in chat(server, bob).choices[0].message.content
    assert "5.2 dB" in str(use(server, bob, "ask", question=NOISE))
    ada.unshare(collection, served.account("bob").id)
    assert "5.2 dB" not in str(chat(server, bob))
    assert "5.2 dB" not in str(use(server, bob, "ask", question=NOISE))


@pytest.mark.parametrize("kept", [True, False])
def test_questions_are_noted_where_it_is_set(library_copy: Path, cheap_passwords: None, kept: bool) -> None:
    with (
        Library.open(library_copy, settings={"accounts": {"audit_questions": kept}}) as library,
        contextlib.ExitStack() as stack,
    ):
        served = Served(library, stack)
        client, key = served.client("ada", admin=True), served.token("ada")
        default = library.store.collection("default").id
        with running(served.app) as server:
            chat(server, key)
            chat(server, key, f"pincite:{default}", stream=True).close()
            use(server, key, "ask", question=f"{NOISE} Asked by a tool.")
            use(server, key, "search", question=f"{NOISE} Looked up.", collection="default")
        entries = client.get("/api/v1/audit").json()["items"]
    noted = {
        (entry["action"], entry["details"]["question"], entry["object"])
        for entry in entries
        if entry["action"].startswith("question.")
    }
    expected = {
        ("question.chat", NOISE, ""),
        ("question.chat", NOISE, default),
        ("question.ask", f"{NOISE} Asked by a tool.", ""),
        ("question.search", f"{NOISE} Looked up.", default),
    }
    assert noted == (expected if kept else set())
    assert kept or NOISE not in str(entries)


def test_calls_of_tools_count_as_requests(library_copy: Path, cheap_passwords: None) -> None:
    with (
        Library.open(library_copy, settings={"server": {"requests_per_minute": 2}}) as library,
        contextlib.ExitStack() as stack,
    ):
        served = Served(library, stack)
        served.account("ada", admin=True)
        strangers = [served.anybody().post("/mcp", json={}).status_code for _ in range(3)]
        program = served.program("ada")
        known = [program.post("/mcp", json={}).status_code for _ in range(3)]
    assert strangers == [401, 401, 429]
    assert 429 not in known[:2]
    assert known[2] == 429


def test_damage_of_the_library_is_not_told_to_clients(
    server: Running, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object, **__: object) -> None:
        raise LibraryDamagedError(f"{served.library.folder} is damaged", "Restore a backup.")

    monkeypatch.setattr(Library, "find_documents", damaged)
    told = use(server, served.token("bob"), "list_documents")
    assert told.is_error
    assert str(served.library.folder) not in str(told)
