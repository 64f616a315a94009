from __future__ import annotations

import contextlib
import socket
import threading

import pytest

from support import network

FAILED = pytest.fail.Exception


@pytest.fixture
def expected_attempts() -> list[str]:
    """The attempts made so far; a test that makes some on purpose clears them."""
    return network.attempts


@pytest.mark.parametrize(
    "host", ["example.org", "192.0.2.1", "2001:db8::1", "127.0.0.1.example.org", b"host"]
)
def test_other_machines_cannot_be_looked_up(host: str | bytes, expected_attempts: list[str]) -> None:
    with pytest.raises(FAILED, match="network is forbidden"):
        socket.getaddrinfo(host, 80)
    assert len(expected_attempts) == 1
    expected_attempts.clear()


def test_other_machines_cannot_be_reached(expected_attempts: list[str]) -> None:
    with socket.socket() as sock:
        with pytest.raises(FAILED):
            sock.connect(("192.0.2.1", 80))
        with pytest.raises(FAILED):
            sock.connect_ex(("192.0.2.1", 80))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock, pytest.raises(FAILED):
        sock.sendto(b"x", ("192.0.2.1", 53))
    with pytest.raises(FAILED):
        socket.create_connection(("example.org", 80))
    assert len(expected_attempts) == 4
    expected_attempts.clear()


def test_an_attempt_whose_failure_was_hidden_is_remembered(expected_attempts: list[str]) -> None:
    def hide() -> None:
        with contextlib.suppress(FAILED):
            socket.gethostbyname("example.org")

    thread = threading.Thread(target=hide)
    thread.start()
    thread.join()
    assert expected_attempts == ["example.org"]
    expected_attempts.clear()


def test_this_machine_can_be_reached() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(("localhost", server.getsockname()[1])) as client,
    ):
        accepted, _ = server.accept()
        with accepted:
            client.sendall(b"hello")
            assert accepted.recv(5) == b"hello"


def test_unix_sockets_work() -> None:
    one, other = socket.socketpair()
    with one, other:
        one.sendall(b"hello")
        assert other.recv(5) == b"hello"
