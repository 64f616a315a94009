from __future__ import annotations

import contextlib
import itertools
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import RemoteNotAllowedError
from pincite.llm.address import read_address
from pincite.llm.connection import Server, escape_separators, lines


@given(st.binary(max_size=60), st.sets(st.integers(0, 60)))
def test_lines_are_the_same_however_the_bytes_are_cut(data: bytes, cuts: set[int]) -> None:
    places = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    pieces = [data[start:end] for start, end in itertools.pairwise(places)]
    expected = data.split(b"\n")
    assert list(lines(iter(pieces))) == (expected if expected[-1] else expected[:-1])


def test_separators_are_escaped_and_nothing_else() -> None:
    data = '{"a": "x\x85y\u2028z\u2029 é"}\n{"b": 1}'.encode()
    pieces = iter([data[i : i + 1] for i in range(len(data))])
    assert b"".join(escape_separators(pieces)) == b'{"a": "x\\u0085y\\u2028z\\u2029 \xc3\xa9"}\n{"b": 1}\n'


@pytest.fixture
def listener() -> Iterator[tuple[socket.socket, list[bytes]]]:
    """A port on loopback, and whatever was sent to it."""
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with contextlib.suppress(OSError):
                connection, _ = server.accept()
                with connection:
                    received.append(connection.recv(1000))

        thread = threading.Thread(target=serve)
        thread.start()
        yield server, received
    thread.join()


def test_nothing_is_sent_to_a_machine_that_the_name_should_not_lead_to(
    listener: tuple[socket.socket, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is one of another machine, the one reached is where cloud machines find their keys."""
    server, received = listener
    address = replace(read_address(f"http://127.0.0.1:{server.getsockname()[1]}"), remote=True)
    monkeypatch.setattr(socket.socket, "getpeername", lambda self: ("169.254.169.254", 80))
    connection = Server(address).connect()
    with httpx.Client(**connection.options(httpx)) as client, pytest.raises(RemoteNotAllowedError):
        client.post(address.url, content="text of a document")
    server.close()
    assert b"".join(received) == b""


def test_a_connection_that_was_cut_stays_cut(listener: tuple[socket.socket, list[bytes]]) -> None:
    server, received = listener
    address = read_address(f"http://127.0.0.1:{server.getsockname()[1]}")
    connection = Server(address).connect()
    connection.cut()
    with httpx.Client(**connection.options(httpx)) as client, pytest.raises(httpx.TransportError):
        client.post(address.url, content="text of a document")
    assert b"".join(received) == b""
    connection.wait(60)


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(Server(read_address("localhost"), key="secret"))
