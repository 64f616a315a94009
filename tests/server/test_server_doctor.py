"""`pincite doctor --server`."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections import namedtuple
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pincite.accounts import Accounts
from pincite.library import Library
from pincite.server import page
from pincite.server.app import create_app
from pincite.server.doctor import check_server
from support.built_page import write_page
from support.serving import running


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page, whether or not this checkout's own one was built."""
    folder = write_page(tmp_path / "page")
    monkeypatch.setattr(page, "FOLDER", folder)
    return folder


def names(library: Library) -> list[str]:
    return [finding.name for finding in check_server(library)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder):
        pass
    return folder


def opened(folder: Path, **server: Any) -> Library:
    # No port: nothing that may run on this machine is asked.
    return Library.open(folder, settings={"server": {"port": 0, **server}})


@pytest.mark.parametrize(
    ("server", "expected"),
    [
        ({}, []),
        ({"host": "0.0.0.0"}, ["no_accounts"]),
        ({"names": "docs.example.org", "proxies": "127.0.0.1"}, ["no_accounts"]),
        ({"names": "docs.example.org"}, ["no_accounts", "no_proxies"]),
        ({"names": "https://docs.example.org"}, ["server_settings"]),
        ({"proxies": "nobody"}, ["server_settings"]),
        ({"root_path": "pincite"}, ["server_settings"]),
    ],
)
def test_settings(folder: Path, server: dict[str, str], expected: list[str]) -> None:
    with opened(folder, **server) as library:
        found = check_server(library)
        assert [finding.name for finding in found] == expected
        assert all(finding.remedy for finding in found)


def test_unencrypted(folder: Path) -> None:
    with opened(folder, host="0.0.0.0") as library:
        Accounts(library.store, library.settings.accounts).create("ann", "a long enough secret", True)
        assert names(library) == ["no_encryption"]
    with opened(folder) as library:
        assert names(library) == []


def test_a_page_that_was_not_built(folder: Path, built: Path) -> None:
    (built / "index.html").unlink()
    with opened(folder) as library:
        found = check_server(library)
    assert [finding.name for finding in found] == ["no_page"]
    assert "make ui" in found[0].remedy


def test_files_that_others_may_read(folder: Path) -> None:
    with opened(folder) as library:
        folder.chmod(0o755)
        assert names(library) == ["permissions"]
        folder.chmod(0o777)
        assert check_server(library)[0].severity == "error"
        folder.chmod(0o700)
        keys = folder / "keys"
        keys.mkdir(exist_ok=True)
        key = keys / "manifest.key"
        key.write_bytes(b"x")
        key.chmod(0o644)
        assert names(library) == ["permissions"]
        key.chmod(0o600)
        assert names(library) == []


def test_a_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**12, 10**12, 1000))
    with opened(folder) as library:
        assert names(library) == ["disk"]


def test_jobs_that_nobody_does(folder: Path) -> None:
    with opened(folder) as library:
        with library.receiving() as received:
            received.write(b"text of a file")
            library.hand_in(received, file_name="a.txt", collection=library.create_collection("c").id)
        assert names(library) == []
        with library.store.writing() as connection:
            connection.execute(sa.text("UPDATE jobs SET created_at = '2026-01-01T00:00:00+00:00'"))
        assert names(library) == ["no_worker"]
        with library.store.writing() as connection:
            connection.execute(
                sa.text("UPDATE jobs SET state = 'running', lease_until = :at"), {"at": time.time() - 1000}
            )
        assert names(library) == ["no_worker"]
        with library.store.writing() as connection:
            connection.execute(sa.text("UPDATE jobs SET lease_until = :at"), {"at": time.time() + 60})
        assert names(library) == []


def test_the_running_server(folder: Path) -> None:
    with (
        Library.open(folder, settings={"server": {"proxies": "127.0.0.1"}}) as library,
        running(create_app(library)) as server,
    ):
        with opened(folder, port=server.port, proxies="127.0.0.1") as mine:
            assert names(mine) == ["not_ready"]
        library_ready = server.app.state.context.readiness
        library_ready._loaded.set()
        with opened(folder, port=server.port, proxies="127.0.0.1") as mine:
            assert names(mine) == []
        with opened(folder, port=server.port) as mine:
            assert names(mine) == ["restart_needed"]


@pytest.fixture
def other() -> Iterator[int]:
    """Something else that speaks HTTP."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>")

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


def test_something_else_at_its_port(folder: Path, other: int) -> None:
    with opened(folder, port=other) as library:
        assert names(library) == ["foreign_server"]


def test_no_server(folder: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with opened(folder, port=port) as library:
        assert names(library) == []
