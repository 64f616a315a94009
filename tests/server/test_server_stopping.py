"""What becomes of open answers when the server stops."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

PROGRAM = """
import asyncio, sys, threading, time
from fastapi import Request
from pydantic import BaseModel
from pincite.library import Library
from pincite.server import serve as serving
from pincite.server.app import create_app
from pincite.server.listening import listen
from pincite.server.readiness import Readiness
from pincite.server.streams import Event, Source

class Said(BaseModel):
    text: str

def made(library, readiness):
    app = create_app(library)
    asked = threading.Event()

    async def stream(request: Request):
        def events():
            yield Event("stage", Said(text="begun"))
            while True:
                time.sleep(0.05)
                yield Event("token", Said(text="both" if asked.is_set() else "one"))
        return await app.state.context.streams.respond(request, lambda: Source(events(), kept="the question"))

    async def slow():
        asked.set()
        await asyncio.sleep(1.0)
        return {"ended": True}

    app.add_api_route("/api/v1/probe/stream", stream)
    app.add_api_route("/api/v1/probe/slow", slow)
    return app

serving.create_app = made
with Library.open(sys.argv[1], settings={"server": {"stop_seconds": 2}}) as library:
    listening = listen("127.0.0.1", 0)
    serving.serve(library, listening, Readiness(library), workers=0, started=lambda: print(listening.url, flush=True))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_open_answers_end_and_streams_are_told(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "library")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    assert url, server.communicate()[1]
    replies: list[httpx.Response] = []
    asked = threading.Thread(target=lambda: replies.append(httpx.get(f"{url}/api/v1/probe/slow", timeout=30)))
    try:
        with httpx.stream("GET", f"{url}/api/v1/probe/stream", timeout=30) as response:
            lines = response.iter_lines()
            assert next(lines) == "event: stage"
            asked.start()
            while "both" not in next(lines):  # both are under way
                pass
            server.send_signal(signal.SIGTERM)
            rest = [line for line in lines if line]
        names = [line.removeprefix("event: ") for line in rest if line.startswith("event: ")]
        assert names[-1] == "error"
        last = json.loads([line for line in rest if line.startswith("data: ")][-1].removeprefix("data: "))
        assert last["type"] == "stopping"
        assert last["kept"] == "the question"
        asked.join()
        assert replies[0].json() == {"ended": True}
        server.communicate(timeout=30)
        assert server.returncode == 0
    finally:
        server.kill()
        server.communicate()
