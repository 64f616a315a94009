"""Long work of requests: streams and answers in one piece, over real HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Generator, Iterator

import httpx
import pytest
from fastapi import FastAPI, Request
from pydantic import BaseModel
from starlette.responses import Response

from pincite.errors import NotFoundError
from pincite.server import problems
from pincite.server import work as works
from pincite.server.streams import Event, Source, Streams
from support.live_server import served
from support.server_events import events, read


class Word(BaseModel):
    word: str


class Script:
    """Work that goes on when the test says so."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.stopped = threading.Event()
        self.closed = threading.Event()
        self.begun = threading.Event()
        self.words = ["one", "two", "three"]
        self.failure: Exception | None = None
        self.refusal: Exception | None = None
        self.endless = False
        self.last = True
        self.told = False
        self.threads: set[int] = set()

    def begin(self) -> Source:
        self.threads.add(threading.get_ident())
        if self.refusal is not None:
            raise self.refusal
        self.begun.set()
        events = self.tell if self.told else self.events()
        return Source(events, self.stop, self.close, kept="One word is kept.", endless=self.endless)

    def tell(self, tell: Callable[[Event], None]) -> None:
        for event in self.events():
            tell(event)

    def events(self) -> Generator[Event]:
        for word in self.words:
            self.go.acquire()
            self.threads.add(threading.get_ident())
            if self.stopped.is_set():
                break
            yield Event("word", Word(word=word))
        if self.failure is not None:
            raise self.failure
        if self.last:
            yield Event("done", Word(word="end"))

    def stop(self) -> None:
        self.stopped.set()
        self.go.release()

    def close(self) -> None:
        self.threads.add(threading.get_ident())
        self.closed.set()

    def run(self) -> None:
        for _ in self.words:
            self.go.release()


HTTP = httpx.Client(
    limits=httpx.Limits(max_connections=None, max_keepalive_connections=0), timeout=20, verify=False
)
"""One for all tests: making one takes long."""


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def work() -> Streams:
    return Streams(most=3)


@pytest.fixture
def address(script: Script, work: Streams) -> Iterator[str]:
    app = FastAPI()
    problems.install(app)

    @app.get("/stream")
    async def stream(request: Request) -> Response:
        return await work.respond(request, script.begin)

    @app.get("/whole")
    async def whole(request: Request) -> Word:
        return await work.whole(request, script.begin, Word)

    @app.get("/ordinary")
    def ordinary() -> Word:
        return Word(word="soon")

    with served(app) as address:
        yield address


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.parametrize("told", [True, False])
def test_events_arrive_one_by_one(address: str, script: Script, told: bool) -> None:
    script.told = told
    with HTTP.stream("GET", f"{address}/stream") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-accel-buffering"] == "no"
        told = events(response.iter_lines())
        for word in script.words:
            script.go.release()
            assert next(told) == ("word", {"word": word})  # the next one is not made yet
        assert list(told) == [("done", {"word": "end"})]
    assert script.closed.wait(10)
    assert len(script.threads) == 1
    assert not script.stopped.is_set()


def test_an_answer_in_one_piece(address: str, script: Script) -> None:
    script.run()
    assert HTTP.get(f"{address}/whole").json() == {"word": "end"}
    assert script.closed.wait(10)


@pytest.mark.parametrize("path", ["stream", "whole"])
def test_what_fails_before_it_begins_has_a_status(address: str, script: Script, path: str) -> None:
    script.refusal = NotFoundError("there is none", "Look elsewhere.")
    response = HTTP.get(f"{address}/{path}")
    assert response.status_code == 404
    assert response.json()["type"] == "not-found"


def test_what_fails_later_is_the_last_event(address: str, script: Script) -> None:
    script.failure = NotFoundError("there is none", "Look elsewhere.")
    script.run()
    told = read(HTTP.get(f"{address}/stream").text)
    assert [name for name, _ in told] == ["word"] * 3 + ["error"]
    problem = told[-1][1]
    assert (problem["type"], problem["status"], problem["detail"], problem["remedy"], problem["kept"]) == (
        "not-found", 404, "there is none", "Look elsewhere.", "One word is kept.",
    )  # fmt: skip


@pytest.mark.parametrize("last", [True, False])
def test_what_nobody_expected_is_told_without_details(
    address: str, script: Script, caplog: pytest.LogCaptureFixture, last: bool
) -> None:
    script.failure = ZeroDivisionError("secret") if last else None
    script.last = False
    script.run()
    name, problem = read(HTTP.get(f"{address}/stream").text)[-1]
    assert (name, problem["type"], problem["status"]) == ("error", "internal", 500)
    assert "secret" not in str(problem)
    assert "work of a request failed" in caplog.text


@pytest.mark.parametrize(("path", "told"), [("stream", False), ("stream", True), ("whole", False)])
def test_a_client_that_leaves_ends_the_work(
    address: str, script: Script, work: Streams, path: str, told: bool
) -> None:
    script.told = told
    with pytest.raises(httpx.ReadTimeout):
        HTTP.get(f"{address}/{path}", timeout=httpx.Timeout(10, read=0.3))
    assert script.stopped.wait(10)
    assert script.closed.wait(10)
    wait_for(lambda: work.running == 0)


def test_silence_is_filled(address: str, script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(works, "KEEP_ALIVE_SECONDS", 0.02)
    with HTTP.stream("GET", f"{address}/stream") as response:
        pieces = response.iter_raw()
        assert next(pieces) == b": ping\n\n"
        script.run()
        assert b"".join(pieces).endswith(b'event: done\ndata: {"word":"end"}\n\n')


def test_a_client_that_does_not_read_is_left(
    address: str, script: Script, work: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(works, "SLOW_CLIENT_SECONDS", 0.1)
    script.words = ["word" * 100_000] * 200
    script.run()
    with HTTP.stream("GET", f"{address}/stream") as response:
        assert script.stopped.wait(20)
        wait_for(lambda: work.running == 0)
        names = [name for name, _ in events(response.iter_lines())]
    assert names[-1] == "error"
    assert len(names) < 200


def test_waiting_takes_nothing_from_ordinary_requests(address: str, work: Streams) -> None:
    work.most = 60
    with contextlib.ExitStack() as open_streams:
        for _ in range(60):  # more than there are threads for ordinary requests
            open_streams.enter_context(HTTP.stream("GET", f"{address}/stream"))
        assert work.running == 60
        assert HTTP.get(f"{address}/ordinary").json() == {"word": "soon"}


def test_there_is_a_limit(address: str, script: Script, work: Streams) -> None:
    with HTTP.stream("GET", f"{address}/stream"):
        with HTTP.stream("GET", f"{address}/stream"), HTTP.stream("GET", f"{address}/stream"):
            assert work.running == 3
            response = HTTP.get(f"{address}/stream")
            assert response.status_code == 429
            assert response.headers["retry-after"] == "5"
        for _ in range(3):
            script.stop()
    wait_for(lambda: work.running == 0)


def test_a_server_that_stops_gives_time(address: str, script: Script, work: Streams) -> None:
    with HTTP.stream("GET", f"{address}/stream") as response:
        work.stop(10)
        assert HTTP.get(f"{address}/stream").status_code == 503
        script.run()
        assert [name for name, _ in events(response.iter_lines())] == ["word"] * 3 + ["done"]


@pytest.mark.parametrize("endless", [True, False])
def test_a_server_that_stops_tells_so(address: str, script: Script, work: Streams, endless: bool) -> None:
    script.endless = endless
    with HTTP.stream("GET", f"{address}/stream") as response:
        work.stop(100 if endless else 0.05)
        ((name, problem),) = events(response.iter_lines())
    assert (name, problem["type"], problem["status"]) == ("error", "stopping", 503)
    assert problem["kept"] == "One word is kept."
    assert script.stopped.wait(10)
    assert asyncio.run(work.finish(10))
    assert script.closed.is_set()


def test_waiting_ends_when_the_server_stops(address: str, script: Script, work: Streams) -> None:
    waiting = threading.Timer(0.0, lambda: (script.begun.wait(10), work.stop(0)))
    waiting.start()
    assert HTTP.get(f"{address}/whole").json()["type"] == "stopping"
    waiting.join()
    assert script.closed.wait(10)
