"""Jobs over HTTP: each account sees, follows and stops its own."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from pincite import Library
from pincite.domain import JobKind, JobProgress
from pincite.server.routes import jobs as routes
from pincite.store.queue import Claim, Queue
from support.served import Served

JOBS = "/api/v1/jobs"


def hand_in(library: Library, name: str = "a.pdf", batch: str = "") -> str:
    with library.receiving() as received:
        received.write(name.encode())
        return library.hand_in(
            received, file_name=name, collection=library.default_collection().id, batch=batch
        ).id


def queue(served: Served) -> Queue:
    return Queue(served.library.store.jobs, lease_seconds=60, attempts=4)


def take(served: Served) -> Claim:
    claim = queue(served).take()
    assert claim is not None
    return claim


def own(served: Served, name: str) -> Library:
    return served.library.seen_by(served.account(name).viewer)


@pytest.fixture
def ann(served: Served) -> Any:
    served.account("root", admin=True)
    return served.client("ann")


def test_jobs_are_listed_in_parts_the_last_first(served: Served, ann: Any) -> None:
    ids = [hand_in(own(served, "ann"), f"{n}.pdf", batch="b") for n in range(5)]
    first = ann.get(JOBS, params={"limit": 3}).json()
    assert [job["id"] for job in first["items"]] == ids[:1:-1]
    rest = ann.get(JOBS, params={"limit": 3, "cursor": first["next"]}).json()
    assert [job["id"] for job in rest["items"]] == ids[1::-1]
    assert rest["next"] is None
    assert ann.get(JOBS, params={"batch": "other"}).json()["items"] == []
    assert ann.get(JOBS, params={"state": "running"}).json()["items"] == []
    assert ann.get(JOBS, params={"cursor": "x" * 20}).status_code == 400


def test_a_job_is_its_own_account_s_only(served: Served, ann: Any) -> None:
    job = hand_in(own(served, "ann"), batch="mine")
    assert ann.get(f"{JOBS}/{job}").json()["file_name"] == "a.pdf"
    ben = served.client("ben")
    missing = ben.get(f"{JOBS}/{'0' * 20}")
    for response in (
        ben.get(f"{JOBS}/{job}"),
        ben.post(f"{JOBS}/{job}/cancel"),
        ben.post(f"{JOBS}/{job}/retry"),
        ben.post(f"{JOBS}/cancel", json={"batch": "mine"}),
    ):
        assert response.status_code == missing.status_code == 404
    assert ben.get(JOBS).json()["items"] == []
    assert served.client("root").get(f"{JOBS}/{job}").status_code == 404, "an administrator is no exception"
    assert ann.get(f"{JOBS}/{job}").json()["state"] == "queued"


def test_cancelling_one_and_all_of_a_batch(served: Served, ann: Any) -> None:
    library = own(served, "ann")
    running = hand_in(library, "1.pdf", batch="b")
    claim = take(served)
    waiting = [hand_in(library, f"{n}.pdf", batch="b") for n in (2, 3)]
    assert ann.post(f"{JOBS}/{waiting[0]}/cancel").json()["state"] == "cancelled"
    stopped = {job["id"]: job for job in ann.post(f"{JOBS}/cancel", json={"batch": "b"}).json()["items"]}
    assert stopped[waiting[1]]["state"] == "cancelled"
    assert (stopped[running]["state"], stopped[running]["cancelling"]) == ("running", True)
    queue(served).cancelled(claim)
    assert ann.get(f"{JOBS}/{running}").json()["state"] == "cancelled"
    assert list((served.library.folder / "incoming").iterdir()) == []


def test_trying_again(served: Served, ann: Any) -> None:
    job = hand_in(own(served, "ann"))
    queue(served).fail(
        take(served), "it is encrypted", "Give its password.", keep_file=True, needs_password=True
    )
    failed = ann.get(f"{JOBS}/{job}").json()
    assert (failed["state"], failed["failure"], failed["permanent"]) == ("failed", "it is encrypted", True)
    assert failed["needs_password"]
    again = ann.post(f"{JOBS}/{job}/retry", json={"password": "open sesame"})
    assert (again.json()["state"], again.json()["needs_password"]) == ("queued", False)
    assert "open sesame" not in ann.get(JOBS).text
    claim = take(served)
    assert claim.payload["password"] == "open sesame"
    queue(served).fail(claim, "it is damaged", keep_file=False)
    assert not ann.get(f"{JOBS}/{job}").json()["needs_password"]
    refused = ann.post(f"{JOBS}/{job}/retry")
    assert refused.status_code == 409
    assert b"open sesame" not in (served.library.folder / "library.sqlite3").read_bytes()


def events(response: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    block: dict[str, str] = {}
    for line in response.iter_lines():
        if line.startswith(":"):
            continue
        if not line:
            if block:
                yield block["event"], block.get("id", ""), json.loads(block["data"])
            block = {}
        else:
            key, _, value = line.partition(": ")
            block[key] = value


def test_every_change_is_told_as_it_happens(
    served: Served, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "LISTEN_SECONDS", 3.0)
    library = own(served, "ann")
    begin = ann.get(JOBS).json()["version"]
    job = hand_in(library)
    hand_in(own(served, "ben"), "secret.pdf")

    def work() -> None:
        time.sleep(0.6)
        claim = take(served)
        assert claim.job.id == job
        queue(served).renew(claim, JobProgress("indexing", 5, 10, 20))
        time.sleep(0.6)
        with library.store.writing() as connection:
            queue(served).finish(connection, claim, document="d" * 20, note="", pages=10)

    thread = threading.Thread(target=work)
    thread.start()
    with ann.stream("GET", f"{JOBS}/events", params={"version": begin}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        (name, identity, data), *rest = events(response)
    thread.join()
    assert (name, [told["state"] for told in data["jobs"]]) == ("jobs", ["queued"])
    assert [told["state"] for told in rest[0][2]["jobs"]] == ["running"]
    assert "secret.pdf" not in json.dumps([data, *(told for _, _, told in rest)])
    told = list(itertools.chain.from_iterable(event[2]["jobs"] for event in rest[:-1]))
    assert (told[-1]["state"], told[-1]["document"], told[-1]["progress"]["share"]) == ("done", "d" * 20, 1.0)
    assert rest[-1][0] == "done"

    headers = {"last-event-id": identity}
    monkeypatch.setattr(routes, "LISTEN_SECONDS", 0.1)
    with ann.stream("GET", f"{JOBS}/events", headers=headers) as response:
        again = list(events(response))
    assert again[0][2]["jobs"][-1]["state"] == "done", "a browser that comes back hears what it missed"


def test_jobs_are_the_operator_s_as_long_as_there_are_no_accounts(served: Served) -> None:
    client = served.anybody()
    job = hand_in(served.library)
    assert client.get(f"{JOBS}/{job}").json()["kind"] == JobKind.ADD
    assert client.get(JOBS).json()["seconds_left"] is None
