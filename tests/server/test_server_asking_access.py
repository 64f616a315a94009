"""Who may ask what, and what others learn from it: nothing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from pincite import Library
from pincite.domain import Role, TokenScope
from pincite.server.app import create_app
from support.live_server import served as running
from support.loaded import share_encoder
from support.model_server import ModelServer, Scripted
from support.served import Served
from support.server_events import events

HTTP = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0), timeout=60, verify=False)
"""One for all tests: making one takes long."""
API = "/api/v1"
FEE = "What is the storage fee?"
CONTRACT = "seed-bank-agreement.pdf"


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture
def root(served: Served) -> TestClient:
    """The first administrator, whose documents those of the library are."""
    return served.client("root", admin=True)


@pytest.fixture
def ids(served: Served, root: TestClient) -> dict[str, str]:
    return {one.file_name: one.id for one in served.library.documents()}


def test_others_learn_nothing(served: Served, root: TestClient, ids: dict[str, str]) -> None:
    assert root.post(f"{API}/ask", json={"question": FEE}).json()["citations"]
    other = served.client("other")
    assert other.post(f"{API}/search", json={"question": FEE}).json()["passages"] == []
    answer = other.post(f"{API}/ask", json={"question": FEE}).json()
    assert answer["refused"]
    assert answer["reason"] == "no_documents"
    assert answer["passages"] == []
    assert answer["suggestions"] == {"collections": [], "words": []}
    nodes = other.get(f"{API}/graph").json()["nodes"]
    assert [node["kind"] for node in nodes if node["kind"] == "document"] == []


@pytest.mark.parametrize("path", ["ask", "ask/stream", "search", "extractions", "comparisons", "summary"])
def test_not_yours_is_what_does_not_exist(
    served: Served, root: TestClient, ids: dict[str, str], path: str
) -> None:
    other = served.client("other")

    def told(first: str, second: str) -> tuple[int, str]:
        if path == "summary":
            response = other.post(f"{API}/documents/{first}/summary", json={})
        else:
            body: dict[str, Any] = {"documents": [first, second]}
            if path in ("ask", "ask/stream", "search"):
                body["question"] = FEE
            response = other.post(f"{API}/{path}", json=body)
        return response.status_code, response.json()["detail"].replace(first, "").replace(second, "")

    theirs = told(*list(ids.values())[:2])
    assert theirs == told("0" * 20, "1" * 20)
    assert theirs[0] == 404
    assert "Seed" not in theirs[1]


def test_who_is_shown_a_collection_may_ask_it(served: Served, root: TestClient, ids: dict[str, str]) -> None:
    served.client("other")
    made = root.post(f"{API}/collections", json={"name": "Contracts"}).json()["id"]
    assert root.put(f"{API}/documents/{ids[CONTRACT]}/collections/{made}").is_success
    mine = served.library.seen_by(served.accounts.named("root").viewer)
    mine.share(made, "other", Role.VIEWER)
    other = served.client("other")
    answer = other.post(f"{API}/ask", json={"question": FEE, "collection": made}).json()
    assert {one["document"]["id"] for one in answer["citations"]} == {ids[CONTRACT]}
    conversation = other.post(f"{API}/conversations", json={"collection": made}).json()["id"]
    turn = other.post(f"{API}/conversations/{conversation}/ask", json={"question": FEE}).json()
    assert turn["answer"]["citations"]
    mine.unshare(made, served.accounts.named("other").id)
    again = other.post(f"{API}/conversations/{conversation}/ask", json={"question": FEE})
    assert again.status_code == 404
    kept = other.get(f"{API}/conversations/{conversation}").json()["latest"][0]
    assert "pounds" not in str(kept)  # what was quoted is not read through the old answer
    assert other.post(f"{API}/ask", json={"question": FEE, "collection": made}).status_code == 404


def test_suggestions_name_only_what_the_caller_sees(
    served: Served, root: TestClient, ids: dict[str, str]
) -> None:
    secret = root.post(f"{API}/collections", json={"name": "Secret plans"}).json()["id"]
    shown = root.post(f"{API}/collections", json={"name": "Shown"}).json()["id"]
    for collection in (secret, shown):
        assert root.put(f"{API}/documents/{ids[CONTRACT]}/collections/{collection}").is_success
    empty = root.post(f"{API}/collections", json={"name": "Empty"}).json()["id"]
    served.client("other")
    mine = served.library.seen_by(served.accounts.named("root").viewer)
    for collection in (shown, empty):
        mine.share(collection, "other", Role.VIEWER)
    other = served.client("other")
    answer = other.post(f"{API}/ask", json={"question": FEE, "collection": empty}).json()
    assert answer["refused"]
    assert answer["suggestions"]["collections"] == [{"id": shown, "name": "Shown"}]
    assert "Secret" not in str(answer)


def test_scopes_of_tokens(served: Served, root: TestClient, ids: dict[str, str]) -> None:
    reader = served.program("root", TokenScope.READ)
    assert reader.post(f"{API}/search", json={"question": FEE}).status_code == 200
    for path, body in (
        ("ask", {"question": FEE}),
        ("ask/stream", {"question": FEE}),
        ("conversations", {}),
        ("extractions", {"documents": [ids[CONTRACT]]}),
        (f"documents/{ids[CONTRACT]}/summary", {}),
    ):
        assert reader.post(f"{API}/{path}", json=body).status_code == 403
        assert served.anybody().post(f"{API}/{path}", json=body).status_code == 401


def test_a_removed_document_is_told(served: Served, root: TestClient, ids: dict[str, str]) -> None:
    conversation = root.post(f"{API}/conversations", json={}).json()["id"]
    root.post(f"{API}/conversations/{conversation}/ask", json={"question": FEE})
    assert root.delete(f"{API}/documents/{ids[CONTRACT]}").is_success
    turn = root.get(f"{API}/conversations/{conversation}").json()["latest"][0]
    if turn["answer"] is not None:  # else it is hidden altogether
        assert {one["lost"] for one in turn["answer"]["citations"]} == {"removed"}
        assert {one["links"] for one in turn["answer"]["citations"]} == {None}


@pytest.mark.parametrize("kept", [True, False])
def test_questions_are_noted_where_it_is_set(library_copy: Path, cheap_passwords: None, kept: bool) -> None:
    with (
        Library.open(library_copy, settings={"accounts": {"audit_questions": kept}}) as library,
        contextlib.ExitStack() as stack,
    ):
        client = Served(library, stack).client("root", admin=True)
        client.post(f"{API}/ask", json={"question": FEE})
        client.post(f"{API}/search", json={"question": FEE})
        noted = client.get(f"{API}/audit").text
    assert (FEE in noted) is kept
    assert ("question.ask" in noted) is kept


def test_so_many_questions_a_minute(library_copy: Path, cheap_passwords: None) -> None:
    with (
        Library.open(library_copy, settings={"server": {"questions_per_minute": 2}}) as library,
        contextlib.ExitStack() as stack,
    ):
        client = Served(library, stack).client("root", admin=True)
        statuses = [client.post(f"{API}/ask", json={"question": "hello"}).status_code for _ in range(3)]
        refused = client.post(f"{API}/ask/stream", json={"question": "hello"})
    assert statuses == [200, 200, 429]
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1


@pytest.fixture
def composing(library_copy: Path, model_server: ModelServer) -> Iterator[tuple[Library, ModelServer]]:
    with Library.open(library_copy, settings=model_server.settings()) as library:
        library.ask(FEE, mode="quoted")
        yield library, model_server


def test_a_server_that_stops_keeps_the_turn(composing: tuple[Library, ModelServer]) -> None:
    library, model = composing
    model.say(Scripted("The Provider shall not subcontract any Service [1]. It also", hang_after=9))
    app = create_app(library)
    streams = app.state.context.streams
    conversation = library.begin_conversation().id
    with running(app) as address:
        path = f"{address}{API}/conversations/{conversation}/ask/stream"
        body = {"question": "May the Provider subcontract any Service?"}
        with HTTP.stream("POST", path, json=body) as response:
            told = events(response.iter_lines())
            next(data for name, data in told if name == "draft")
            streams.stop(0.1)
            name, problem = list(told)[-1]
        assert (name, problem["type"]) == ("error", "stopping")
        assert "kept in the conversation" in problem["kept"]
        assert asyncio.run(streams.finish(20))
    (turn,) = library.turns(conversation)
    assert turn.unfinished
    assert turn.answer is not None
    assert turn.answer.incomplete == "stopped"
    assert model.dropped.wait(10)
