"""`pincite serve` as a process: starting, stopping, its workers; and the keeper of these by itself."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from pincite.accounts import Accounts
from pincite.errors import UsageError
from pincite.library import Library
from pincite.server import supervise
from pincite.server.listening import listen, require_accounts
from pincite.server.supervise import Workers
from support.server_process import serving

needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and /proc")


def until(condition: Callable[[], Any], seconds: float = 120) -> Any:
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return found


def children(pid: int) -> list[int]:
    """Processes whose parent this one is."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid and fields[0] != "Z":
                found.append(int(stat.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@needs_posix
def test_a_whole_life(library_copy: Path) -> None:
    with serving(library_copy, "--workers", "1", "--log", "json") as server:
        # At once, before any model is loaded.
        assert httpx.get(f"{server.url}/api/v1/health").json() == {"status": "ok"}
        until(lambda: httpx.get(f"{server.url}/api/v1/ready").status_code == 200)
        worker = until(lambda: children(server.popen.pid))[0]
        # A worker that dies is replaced.
        os.kill(worker, signal.SIGKILL)
        worker = until(lambda: [pid for pid in children(server.popen.pid) if pid != worker])[0]
        api = f"{server.url}/api/v1"
        sent = httpx.post(
            f"{api}/documents", files={"files": ("note.pdf", b"%PDF-1.4 cut off", "application/pdf")}
        )
        (file,) = sent.json()["files"]
        until(lambda: httpx.get(f"{api}/jobs/{file['job']}").json()["state"] == "failed")
        # As soon as there is an account, everybody must log in.
        settings = f"{server.url}/api/v1/settings"
        assert httpx.get(settings).status_code == 200
        with Library.open(library_copy) as library:
            Accounts(library.store, library.settings.accounts).create("ann", "a long enough secret", True)
        assert httpx.get(settings).status_code == 401
        server.popen.send_signal(signal.SIGTERM)
        out, _ = server.popen.communicate(timeout=60)
        err = server.log.read_text("utf-8")
        assert server.popen.returncode == 0, err
        assert out == ""
        until(lambda: not is_alive(worker))
        lines = [json.loads(line) for line in err.splitlines()]  # those of workers as well
        assert any(file["job"] in line["message"] for line in lines)
        assert any("worker ended" in line["message"] for line in lines)
        assert not any("trace" in line for line in lines), err


@needs_posix
def test_workers_do_not_outlive_a_server_that_is_killed(library_copy: Path) -> None:
    with serving(library_copy, "--workers", "1") as server:
        worker = until(lambda: children(server.popen.pid))[0]
        server.popen.kill()
        until(lambda: not is_alive(worker))


@needs_posix
def test_a_second_signal_does_not_wait(library_copy: Path) -> None:
    with serving(library_copy, "--workers", "0") as server:
        port = int(server.url.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as slow:
            head = f"POST /api/v1/search HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 100\r\n\r\n"
            slow.sendall(head.encode())
            time.sleep(0.3)
            server.popen.send_signal(signal.SIGINT)
            time.sleep(0.5)
            assert server.popen.poll() is None
            with pytest.raises(OSError, match=r"refused|reset"):
                socket.create_connection(("127.0.0.1", port))
            server.popen.send_signal(signal.SIGINT)
            server.popen.communicate(timeout=15)
            assert server.popen.returncode == 0


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match=f"something else listens at port {port}") as caught:
            listen("127.0.0.1", port)
    assert "--port" in caught.value.remedy


@pytest.mark.parametrize("host", ["not a host", "203.0.113.1", "\ud800", "a" * 70 + ".b"])
def test_an_address_that_is_not_of_this_machine(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> Any:
        if host == "203.0.113.1":
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, 0))]
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(UsageError) as caught:
        listen(host, 0)
    assert caught.value.remedy


def test_how_an_address_is_shown() -> None:
    for host, begin, local in (
        ("127.0.0.1", "http://127.0.0.1:", True),
        ("0.0.0.0", "http://127.0.0.1:", False),
    ):
        listening = listen(host, 0)
        listening.socket.close()
        assert listening.url.startswith(begin)
        assert listening.local is local
    if socket.has_ipv6:
        with contextlib.suppress(UsageError):  # a machine without IPv6
            listening = listen("::1", 0)
            listening.socket.close()
            assert listening.url.startswith("http://[::1]:")
            assert listening.local


def test_others_are_let_in_only_with_accounts(tmp_path: Path) -> None:
    listening = listen("0.0.0.0", 0)
    listening.socket.close()
    with Library.open(tmp_path / "library") as library:
        with pytest.raises(UsageError, match="without accounts") as caught:
            require_accounts(library, listening)
        assert "pincite accounts create NAME --admin" in caught.value.remedy
        Accounts(library.store, library.settings.accounts).create("ann", "a long enough secret", True)
        require_accounts(library, listening)


PROGRAM = "import sys; {}; sys.stdin.read()"


def keeper(program: str, count: int = 1) -> Workers:
    return Workers([sys.executable, "-c", PROGRAM.format(program)], count)


def test_workers_end_with_their_input() -> None:
    workers = keeper("pass", 2)
    workers.start()
    until(lambda: workers.alive() == (2, 2))
    workers.stop(20)
    assert workers.alive() == (0, 2)


def test_workers_that_die_are_started_again_ever_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(supervise, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(supervise, "LONGEST_DELAY", 0.05)
    started = tmp_path / "started"
    workers = keeper(f"open({str(started)!r}, 'a').write('x'); sys.exit(3)")
    workers.start()
    until(lambda: started.exists() and len(started.read_text()) >= 3)
    workers.stop(5)
    count = len(started.read_text())
    time.sleep(0.2)
    assert len(started.read_text()) == count


@needs_posix
def test_workers_that_do_not_listen_are_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(supervise, "END_SECONDS", 0.2)
    deaf = tmp_path / "deaf"
    program = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        f"open({str(deaf)!r}, 'w').close(); time.sleep(600)"
    )
    workers = keeper(program)
    workers.start()
    until(deaf.exists)
    workers.stop(0.1)
    assert workers.alive() == (0, 1)
