"""Uploads: many, large, broken off, hostile, twice at once."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite import Library
from pincite.server import guards_body
from pincite.server import uploads as uploads_module
from pincite.server.app import create_app
from pincite.store import files
from support.samples import PAPERS
from support.serving import Running, read_all, running

SMALL = {"max_upload_bytes": 300_000, "max_request_bytes": 1_000_000, "max_files": 50}
PAPER = (PAPERS / "heat-pumps.pdf").read_bytes()


@pytest.fixture(scope="module")
def server(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    import shutil

    folder = shutil.copytree(sample_library, tmp_path_factory.mktemp("uploads") / "library")
    with Library.open(folder, settings={"server": SMALL}) as library:
        app = create_app(library)
        with httpx.Client(verify=False, timeout=60) as app.state.http, running(app) as served:
            yield served
        app.state.context.close()


@pytest.fixture(autouse=True)
def no_long_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards_body, "DRAIN_SECONDS", 0.3)


def http(server: Running) -> httpx.Client:
    """One client for all requests: making one takes longer than most of them."""
    client: httpx.Client = server.app.state.http
    return client


def folder_of(server: Running) -> Path:
    library: Library = server.app.state.context.library
    return library.folder


def incoming(server: Running) -> set[Path]:
    return set((folder_of(server) / "incoming").glob("*"))


def upload(server: Running, *sent: tuple[str, bytes], **fields: str) -> httpx.Response:
    return http(server).post(
        f"{server.url}/api/v1/documents",
        files=[("files", (name, content)) for name, content in sent],
        data=fields,
    )


def jobs(server: Running) -> list[Any]:
    library: Library = server.app.state.context.library
    return list(library.jobs(limit=200).items)


def unlike(text: str) -> bytes:
    """Bytes that no other test sends."""
    return b"%PDF-1.7\n" + text.encode()


def request_head(
    boundary: str = "frontier", path: str = "/api/v1/documents", *headers: str, port: int
) -> bytes:
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Content-Type: multipart/form-data; boundary={boundary}",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def part(name: bytes, content: bytes) -> bytes:
    head = b'--frontier\r\nContent-Disposition: form-data; name="files"; filename="' + name + b'"\r\n\r\n'
    return head + content + b"\r\n"


def body_of(response: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(response[response.index(b"{") : response.rindex(b"}") + 1])
    return found


def wait_until(true: Any) -> None:
    until = time.monotonic() + 10
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_many_files_become_jobs_of_one_batch(server: Running) -> None:
    response = upload(
        server, *[(f"{number}.pdf", unlike(f"many {number}")) for number in range(20)], ocr="false"
    )
    assert response.status_code == 202, response.text
    receipt = response.json()
    assert [file["name"] for file in receipt["files"]] == [f"{number}.pdf" for number in range(20)]
    assert {file["state"] for file in receipt["files"]} == {"queued"}
    found = {job.id: job for job in jobs(server)}
    assert all(found[file["job"]].batch == receipt["batch"] for file in receipt["files"])


def test_what_is_there_already_is_told_at_once(server: Running) -> None:
    """A06: the same bytes, under their own and under another name."""
    response = upload(server, ("heat-pumps.pdf", PAPER), ("x.pdf", PAPER), ("x.pdf", unlike("other content")))
    first, second, third = response.json()["files"]
    assert (first["state"], first["note"], first["job"]) == ("known", "already there", None)
    assert (second["state"], second["note"]) == ("known", "already there as heat-pumps.pdf")
    assert first["document"]["id"] == second["document"]["id"]
    assert third["state"] == "queued"


def test_the_same_file_twice_at_once(server: Running) -> None:
    """A06: both are taken; the worker makes one document of them."""
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: upload(server, ("twin.pdf", unlike("twin"))), range(2)))
    assert [answer.status_code for answer in answers] == [202, 202]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"../../escape.txt", "escape.txt"),
        (b"..\\\\..\\\\escape.txt", "escape.txt"),
        (b"/tmp/escape.txt", "escape.txt"),
        (b"a/../../b.md", "b.md"),
        (b"nul\x00byte.pdf", "nulbyte.pdf"),
        (b"x" * 4000 + b".pdf", "x" * 248 + "….pdf"),
        (b"<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"),
        ("r\u00e9sum\u00e9.pdf".encode("latin-1"), "résumé.pdf"),
        (b"..", "unnamed"),
    ],
)
def test_names_touch_no_path(server: Running, name: bytes, shown: str, tmp_path: Path) -> None:
    """S01: nothing outside of the library's folder, and the base name only for showing."""
    above = set(folder_of(server).parent.iterdir())
    content = part(name, unlike(f"named {name!r}")) + b"--frontier--\r\n"
    head = request_head("frontier", "/api/v1/documents", f"Content-Length: {len(content)}", "Connection: close",
                        port=server.port)  # fmt: skip
    answer = server.raw(head + content)
    assert answer.startswith(b"HTTP/1.1 202"), answer
    (file,) = body_of(answer)["files"]
    assert file["name"] == shown
    assert set(folder_of(server).parent.iterdir()) == above
    assert not Path("/tmp/escape.txt").exists()
    assert all(path.parent == folder_of(server) / "incoming" for path in incoming(server))


def test_a_field_beside_the_files(server: Running) -> None:
    response = upload(server, ("locked.pdf", unlike("locked")), password="secret", batch="abcdef123456")
    assert response.json()["batch"] == "abcdef123456"
    assert "secret" not in response.text


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"colour": "red"}, "colour"),
        ({"ocr": "perhaps"}, "ocr"),
        ({"batch": "x"}, "batch"),
        ({"batch": "../../etc"}, "batch"),
    ],
)
def test_fields_that_are_unknown(server: Running, fields: dict[str, str], word: str) -> None:
    before = incoming(server)
    response = upload(server, ("x.pdf", unlike("with a field")), **fields)
    assert response.status_code == 400
    assert word in response.json()["detail"]
    assert incoming(server) == before


def test_nothing_to_take(server: Running) -> None:
    url, before = f"{server.url}/api/v1/documents", incoming(server)
    assert http(server).post(url, json={}).status_code == 415
    assert http(server).post(url).status_code == 415
    assert http(server).post(url, data={"ocr": "true"}).status_code == 415
    assert http(server).post(url, files={"ocr": (None, "true")}).status_code == 400
    assert http(server).post(url, files={"picture": ("x.pdf", b"x")}).status_code == 400
    none_chosen = http(server).post(url, files={"files": ("", b"")})
    assert none_chosen.status_code == 400
    empty = upload(server, ("empty.pdf", b""))
    assert empty.status_code == 422
    assert "empty.pdf" in empty.json()["detail"]
    assert incoming(server) == before


def test_an_empty_file_among_others(server: Running) -> None:
    response = upload(server, ("empty.pdf", b""), ("full.pdf", unlike("full")))
    assert response.status_code == 202
    assert [file["state"] for file in response.json()["files"]] == ["refused", "queued"]


def test_where_it_goes(server: Running) -> None:
    made = http(server).post(f"{server.url}/api/v1/collections", json={"name": "Inbox"}).json()
    url = f"{server.url}/api/v1/collections/{made['id']}/documents"
    response = http(server).post(url, files={"files": ("x.pdf", unlike("inbox"))})
    assert response.status_code == 202
    assert next(job for job in jobs(server)).collection == made["id"]
    known_elsewhere = http(server).post(url, files={"files": ("heat-pumps.pdf", PAPER)})
    assert known_elsewhere.json()["files"][0]["state"] == "queued", (
        "a job puts it into this collection as well"
    )
    for other in ("Inbox", "0" * 20):
        assert http(server).post(f"{server.url}/api/v1/collections/{other}/documents").status_code == 404


def test_a_file_that_is_too_large_is_refused_and_the_others_are_kept(server: Running) -> None:
    before = incoming(server)
    response = upload(
        server, ("small.pdf", unlike("small one")), ("large.pdf", b"x" * 400_000), ("later.pdf", b"x")
    )
    assert response.status_code == 413
    assert "large.pdf" in response.json()["detail"]
    assert [file["name"] for file in response.json()["taken"]] == ["small.pdf"]
    assert len(incoming(server) - before) == 1


def test_more_files_than_allowed(server: Running) -> None:
    """A08: ten thousand files in one request."""
    content = b"".join(part(b"x.pdf", unlike(f"one of too many {n}")) for n in range(60))
    head = request_head(
        "frontier", "/api/v1/documents", "Transfer-Encoding: chunked", "Connection: close", port=server.port
    )
    answer = server.raw(head + chunk(content) + chunk(b""))
    assert answer.startswith(b"HTTP/1.1 413"), answer[:200]
    assert len(body_of(answer)["taken"]) == 50


def test_what_is_too_large_by_its_own_account_is_not_read(server: Running) -> None:
    """A08: two gigabytes are announced; nothing of them is needed for the answer."""
    head = request_head("frontier", "/api/v1/documents", "Content-Length: 2000000000", port=server.port)
    assert server.raw(head).startswith(b"HTTP/1.1 413")


def test_what_tells_no_length_is_cut_at_the_limit(server: Running) -> None:
    """A08: chunked, without end; what is on the disk never exceeds the limit of a file, and is gone at the end."""
    before, most, stop = incoming(server), [0], threading.Event()

    def watch() -> None:
        while not stop.wait(0.005):
            sizes = []
            for path in incoming(server) - before:
                try:
                    sizes.append(path.stat().st_size)
                except FileNotFoundError:
                    continue
            most[0] = max(most[0], sum(sizes))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(
                request_head("frontier", "/api/v1/documents", "Transfer-Encoding: chunked", port=server.port)
            )
            connection.sendall(chunk(part(b"endless.pdf", b"")[:-2]))
            try:
                for _ in range(200):
                    connection.sendall(chunk(b"x" * 65_536))
            except OSError:
                pass
            answer = read_all(connection)
    finally:
        stop.set()
        watcher.join()
    assert answer.startswith(b"HTTP/1.1 413") or answer == b"", answer[:200]
    assert most[0] <= SMALL["max_upload_bytes"] + uploads_module.AT_ONCE
    wait_until(lambda: incoming(server) == before)


def test_a_client_that_leaves_leaves_nothing_but_what_was_complete(server: Running) -> None:
    before, known = incoming(server), {job.id for job in jobs(server)}
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(
            request_head("frontier", "/api/v1/documents", "Transfer-Encoding: chunked", port=server.port)
        )
        connection.sendall(chunk(part(b"whole.pdf", unlike("whole"))))
        connection.sendall(chunk(part(b"half.pdf", b"x" * 270_000)[:-2]))
        wait_until(lambda: len(incoming(server) - before) == 2)
    wait_until(lambda: len(incoming(server) - before) == 1)
    assert [job.file_name for job in jobs(server) if job.id not in known] == ["whole.pdf"]


def test_a_full_disk(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    before = incoming(server)

    class Full:
        free = 10

    with monkeypatch.context() as patched:
        patched.setattr(uploads_module.shutil, "disk_usage", lambda _: Full)
        response = upload(server, ("x.pdf", unlike("no room")))
        assert response.status_code == 507
        assert response.json()["type"] == "library-full"
    settle = files.sync_folder

    def full(folder: Path) -> None:
        raise OSError(28, os.strerror(28))

    from pincite.store import incoming as incoming_module

    monkeypatch.setattr(incoming_module, "sync_folder", full)
    response = upload(server, ("x.pdf", unlike("no room")))
    assert response.status_code == 507
    assert "disk is full" in response.json()["detail"]
    monkeypatch.setattr(incoming_module, "sync_folder", settle)
    assert incoming(server) == before


def test_pictures_while_files_come_in(server: Running) -> None:
    """A02: twenty pictures at once during an upload; all are right."""
    entries = http(server).get(f"{server.url}/api/v1/documents").json()["items"]
    wanted = [
        f"{server.url}/api/v1/documents/{entry['id']}/pages/{1 + number % entry['pages']}/image?width={width}"
        for number, (entry, width) in enumerate(
            [(entry, width) for entry in entries for width in (160, 240, 320, 480, 640)]
        )
    ]
    with ThreadPoolExecutor(21) as pool:
        sending = pool.submit(
            upload, server, *[(f"{n}.pdf", unlike(f"beside {n}") + b"x" * 20_000) for n in range(20)]
        )
        answers = list(pool.map(lambda url: http(server).get(url), wanted))
        assert sending.result().status_code == 202
    assert len(answers) == 20
    assert all(answer.status_code == 200 and answer.content.startswith(b"\xff\xd8") for answer in answers)


PIECES = st.one_of(
    st.binary(max_size=40),
    st.sampled_from(
        [b"--frontier", b"--frontier--", b"\r\n", b"\r\n\r\n", b"--", b"\x00", b"%PDF-",
         b'Content-Disposition: form-data; name="files"; filename="x.pdf"',
         b'Content-Disposition: form-data; name="ocr"']
    ),
)  # fmt: skip


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=20))
def test_any_body_is_taken_or_refused(server: Running, pieces: list[bytes]) -> None:
    body = b"".join(pieces)
    header = {"content-type": "multipart/form-data; boundary=frontier"}
    response = http(server).post(f"{server.url}/api/v1/documents", content=body, headers=header)
    assert response.status_code == 202 or 400 <= response.status_code < 500
