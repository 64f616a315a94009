"""Conversations over HTTP."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from pincite import Library
from pincite.domain import TokenScope
from pincite.server.app import create_app
from support.live_server import served as running
from support.loaded import share_encoder
from support.model_server import ModelServer, Scripted
from support.served import Served
from support.server_events import events, read

HTTP = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0), timeout=60, verify=False)
"""One for all tests: making one takes long."""
API = "/api/v1"
FEE = "What is the storage fee?"
SUBCONTRACT = "May the Provider subcontract any Service?"
SUPPORTED = "The Provider shall not subcontract any Service [1]."


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


def begun(client: Any, address: str = "", **body: Any) -> str:
    response = client.post(f"{address}{API}/conversations", json=body)
    assert response.status_code == 201
    return str(response.json()["id"])


def test_what_helps_after_a_refusal_can_be_asked_for_later(served: Served) -> None:
    client = served.anybody()
    noise = client.post(f"{API}/search", json={"question": "How loud are heat pumps?", "k": 1}).json()
    conversation = begun(client, documents=[noise["passages"][0]["document"]["id"]])
    asking = f"{API}/conversations/{conversation}"
    turn = client.post(f"{asking}/ask", json={"question": FEE}).json()
    assert turn["answer"]["refused"]
    offered = turn["answer"]["suggestions"]
    assert [one["name"] for one in offered["collections"]] == ["default"]
    assert client.get(asking).json()["latest"][0]["answer"]["suggestions"] is None
    assert client.get(f"{asking}/turns/1/suggestions").json() == offered
    client.post(f"{asking}/ask", json={"question": "hello"})
    assert client.get(f"{asking}/turns/2/suggestions").json() == {"collections": [], "words": []}
    assert client.get(f"{asking}/turns/3/suggestions").status_code == 404


def test_a_conversation_is_kept(served: Served) -> None:
    client = served.anybody()
    conversation = begun(client)
    assert client.get(f"{API}/conversations/{conversation}").json()["title"] == ""
    turn = client.post(f"{API}/conversations/{conversation}/ask", json={"question": FEE}).json()
    assert (turn["number"], turn["state"], turn["kept"], turn["answering"]) == (1, "done", True, False)
    follow = client.post(
        f"{API}/conversations/{conversation}/ask", json={"question": "When is it due?"}
    ).json()
    assert "fee" in follow["answer"]["asked_as"]
    told = client.get(f"{API}/conversations/{conversation}").json()
    assert told["title"] == FEE
    assert told["turns"] == 2
    kept = [one["answer"]["citations"] for one in told["latest"]]
    assert kept == [turn["answer"]["citations"], follow["answer"]["citations"]]
    earlier = client.get(f"{API}/conversations/{conversation}/turns", params={"before": 2}).json()["items"]
    assert [one["number"] for one in earlier] == [1]


def test_the_first_event_names_the_conversation(served: Served) -> None:
    client = served.anybody()
    conversation = begun(client, title="Mine")
    response = client.post(f"{API}/conversations/{conversation}/ask/stream", json={"question": FEE})
    told = read(response.text)
    assert told[0] == (
        "conversation",
        {"id": conversation, "title": "Mine", "number": 1, "question": FEE},
    )
    assert told[-1][0] == "done"
    assert told[-1][1]["answer"]["citations"]


def test_conversations_are_listed_in_parts(served: Served) -> None:
    client = served.anybody()
    made = [begun(client, title=f"Number {number}") for number in range(5)]
    first = client.get(f"{API}/conversations", params={"limit": 2}).json()
    second = client.get(f"{API}/conversations", params={"limit": 2, "cursor": first["next"]}).json()
    third = client.get(f"{API}/conversations", params={"limit": 2, "cursor": second["next"]}).json()
    found = [one["id"] for part in (first, second, third) for one in part["items"]]
    assert sorted(found) == sorted(made)
    assert third["next"] is None
    words = client.get(f"{API}/conversations", params={"words": "number 3"}).json()["items"]
    assert [one["title"] for one in words] == ["Number 3"]


@pytest.mark.parametrize("cursor", ["x", "é", "e30", "WzEsMl0", "\x00", "W10", "bnVsbA", "[" * 400])
def test_a_wrong_cursor_is_told(served: Served, cursor: str) -> None:
    response = served.anybody().get(f"{API}/conversations", params={"cursor": cursor})
    assert response.status_code == 400
    assert response.json()["type"] == "usage"


def test_rename_and_delete(served: Served) -> None:
    client = served.anybody()
    conversation = begun(client)
    path = f"{API}/conversations/{conversation}"
    assert client.patch(path, json={"title": "Fees ‮\n of 2024"}).json()["title"] == "Fees of 2024"
    assert client.patch(path, json={"title": " \n "}).status_code == 400
    assert client.delete(path).status_code == 204
    for response in (
        client.get(path),
        client.delete(path),
        client.patch(path, json={"title": "x"}),
        client.post(f"{path}/ask", json={"question": FEE}),
        client.post(f"{path}/ask/stream", json={"question": FEE}),
        client.post(f"{path}/retry", json={}),
        client.post(f"{path}/stop"),
        client.get(f"{path}/export"),
        client.get(f"{API}/conversations/{conversation[:8]}"),
    ):
        assert response.status_code == 404


def test_a_title_or_the_beginning_of_an_id_is_no_id(served: Served) -> None:
    client = served.anybody()
    conversation = begun(client, title="Mine")
    assert client.get(f"{API}/conversations/Mine").status_code == 404
    assert client.get(f"{API}/conversations/{conversation[:10]}").status_code == 404


def test_nothing_to_retry(served: Served) -> None:
    client = served.anybody()
    conversation = begun(client)
    assert client.post(f"{API}/conversations/{conversation}/retry", json={}).status_code == 404


def test_exports_say_what_the_screen_says(served: Served) -> None:
    client = served.anybody()
    conversation = begun(client)
    path = f"{API}/conversations/{conversation}"
    for question in (FEE, SUBCONTRACT, "Who wrote Hamlet?"):
        client.post(f"{path}/ask", json={"question": question})
    client.patch(path, json={"title": "Gebühren / #1 (final)"})
    shown = client.get(path).json()["latest"]
    exported = client.get(f"{path}/export", params={"format": "json"})
    assert exported.headers["content-type"] == "application/json"
    for turn, kept in zip(shown, exported.json()["turns"], strict=True):
        references = kept["answer"]["references"]
        assert [(one["number"], one["quote"]) for one in references] == [
            (one["number"], one["quote"]) for one in turn["answer"]["citations"]
        ]
        assert kept["answer"]["text"] == turn["answer"]["text"]
    markdown = client.get(f"{path}/export")
    assert markdown.headers["content-disposition"] == (
        "attachment; filename=\"Gebuhren-1-final.md\"; filename*=UTF-8''Geb%C3%BChren-1-final.md"
    )
    for citation in shown[0]["answer"]["citations"]:
        assert f"[{citation['number']}] " in markdown.text
    word = client.get(f"{path}/export", params={"format": "docx", "turn": 1})
    assert word.content.startswith(b"PK")
    assert client.get(f"{path}/export", params={"turn": 9}).status_code == 404
    assert client.get(f"{path}/export", params={"format": "exe"}).status_code == 422


def test_nobody_reads_the_conversations_of_another(served: Served) -> None:
    mine = served.client("root", admin=True)
    conversation = begun(mine)
    assert mine.post(f"{API}/conversations/{conversation}/ask", json={"question": FEE}).status_code == 200
    other = served.client("other")
    path = f"{API}/conversations/{conversation}"
    assert other.get(f"{API}/conversations").json()["items"] == []
    for response in (
        other.get(path),
        other.get(f"{path}/turns"),
        other.get(f"{path}/export"),
        other.delete(path),
        other.patch(path, json={"title": "x"}),
        other.post(f"{path}/ask", json={"question": FEE}),
        other.post(f"{path}/ask/stream", json={"question": FEE}),
        other.post(f"{path}/retry", json={}),
        other.post(f"{path}/retry/stream", json={}),
        other.post(f"{path}/stop"),
    ):
        assert response.status_code == 404
    assert served.anybody().get(path).status_code == 401
    reader = served.program("root", TokenScope.READ)
    assert reader.get(path).status_code == 200
    assert reader.post(f"{path}/ask", json={"question": FEE}).status_code == 403


# With a language model


@pytest.fixture
def composing(library_copy: Path, model_server: ModelServer) -> Iterator[tuple[str, ModelServer]]:
    """The address of a server whose answers a scripted model composes."""
    with Library.open(library_copy, settings=model_server.settings()) as library:
        library.ask(FEE, mode="quoted")  # loads the encoder
        with running(create_app(library)) as address:
            yield f"{address}{API}/conversations", model_server


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def new(address: str) -> str:
    return str(HTTP.post(address, json={}).json()["id"])


def latest(address: str, conversation: str) -> Any:
    return HTTP.get(f"{address}/{conversation}").json()["latest"][-1]


def test_an_answer_is_stopped_from_elsewhere(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    model.say(Scripted(f"{SUPPORTED} It also", hang_after=9))
    conversation = new(address)
    path = f"{address}/{conversation}"
    with HTTP.stream("POST", f"{path}/ask/stream", json={"question": SUBCONTRACT}) as response:
        told = events(response.iter_lines())
        next(data for name, data in told if name == "draft")
        running_turn = latest(address, conversation)
        assert (running_turn["state"], running_turn["answering"]) == ("running", True)
        assert not running_turn["failure"]
        assert HTTP.post(f"{path}/stop").json() == {"stopped": 1}
        name, turn = list(told)[-1]
    assert name == "done"
    assert (turn["state"], turn["unfinished"], turn["answer"]["incomplete"]) == ("done", True, "stopped")
    assert model.dropped.wait(10)
    assert HTTP.post(f"{path}/stop").json() == {"stopped": 0}
    model.say(SUPPORTED)
    again = HTTP.post(f"{path}/retry", json={}).json()
    assert (again["number"], again["unfinished"]) == (1, False)
    assert again["answer"]["sentences"][0]["text"] == "The Provider shall not subcontract any Service."


def test_closing_the_tab_keeps_the_turn(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    model.say(Scripted(SUPPORTED, hang_after=3))
    conversation = new(address)
    with HTTP.stream(
        "POST", f"{address}/{conversation}/ask/stream", json={"question": SUBCONTRACT}
    ) as response:
        told = events(response.iter_lines())
        next(data for name, data in told if name == "draft")
    assert model.dropped.wait(10)
    wait_for(lambda: latest(address, conversation)["state"] != "running")
    turn = latest(address, conversation)
    assert turn["question"] == SUBCONTRACT
    assert turn["unfinished"]


def test_a_failure_is_kept_and_told(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    model.say(Scripted(status=500))
    conversation = new(address)
    body = {"question": SUBCONTRACT, "mode": "composed"}
    response = HTTP.post(f"{address}/{conversation}/ask/stream", json=body)
    name, problem = read(response.text)[-1]
    assert (name, problem["type"]) == ("error", "model-reply")
    assert "kept in the conversation" in problem["kept"]
    turn = latest(address, conversation)
    assert turn["state"] == "failed"
    assert turn["failure"]
    assert HTTP.post(f"{address}/{conversation}/ask", json=body).status_code == 502


def test_two_tabs_ask_in_one_conversation(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    model.say(SUPPORTED)
    conversation = new(address)

    def ask(_: int) -> Any:
        return HTTP.post(f"{address}/{conversation}/ask", json={"question": SUBCONTRACT}).json()

    with ThreadPoolExecutor(4) as pool:
        turns = list(pool.map(ask, range(4)))
    assert sorted(turn["number"] for turn in turns) == [1, 2, 3, 4]
    assert all(turn["state"] == "done" for turn in turns)


def test_asked_again_while_it_is_answered(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    release = threading.Event()
    waiting = threading.Event()

    def script(prompt: Any) -> str:
        if not waiting.is_set():
            waiting.set()
            release.wait(20)
        return SUPPORTED

    model.answer(script)
    conversation = new(address)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(HTTP.post, f"{address}/{conversation}/ask", json={"question": SUBCONTRACT})
        assert waiting.wait(20)
        again = HTTP.post(f"{address}/{conversation}/retry", json={}).json()
        release.set()
        late = first.result().json()
    assert again["kept"]
    assert not late["kept"]
    assert late["number"] == again["number"] == 1
    assert late["answer"]["sentences"] == again["answer"]["sentences"]


def test_deleted_while_it_is_answered(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    model.say(Scripted(f"{SUPPORTED} It also", hang_after=9))
    conversation = new(address)
    with HTTP.stream(
        "POST", f"{address}/{conversation}/ask/stream", json={"question": SUBCONTRACT}
    ) as response:
        told = events(response.iter_lines())
        next(data for name, data in told if name == "draft")
        assert HTTP.delete(f"{address}/{conversation}").status_code == 204
        name, turn = list(told)[-1]
    assert (name, turn["kept"]) == ("done", False)
    assert HTTP.get(address).json()["items"] == []


def test_a_turn_whose_server_died_can_be_asked_again(library_copy: Path) -> None:
    with Library.open(library_copy) as library:
        store = library.store.conversations
        conversation = store.create("").id
        store.begin_turn(conversation, FEE)  # what is there when the server is killed in the middle
        with running(create_app(library)) as address:
            path = f"{address}{API}/conversations/{conversation}"
            turn = HTTP.get(path).json()["latest"][0]
            assert (turn["state"], turn["answering"], turn["unfinished"]) == ("running", False, True)
            assert turn["failure"] == "The answer was broken off. Ask again."
            again = HTTP.post(f"{path}/retry", json={}).json()
            assert (again["state"], again["number"]) == ("done", 1)
            assert json.dumps(again["answer"]["citations"]) != "[]"
