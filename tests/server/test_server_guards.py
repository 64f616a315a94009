"""Hosts, origins, headers, sizes, times: with a real server and raw sockets."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from fastapi import Request
from starlette.responses import StreamingResponse

from pincite.library import Library
from pincite.server import connections, guards_body
from pincite.server.app import create_app
from support.serving import Running, read_all, running

SMALL = {"max_body_bytes": 10_000, "max_request_bytes": 300_000, "names": "docs.example.org,lan:8443"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An empty library; `effects` counts what got through to a route."""
    folder = tmp_path_factory.mktemp("guards") / "library"
    with Library.open(folder, settings={"server": SMALL}) as library:
        app = create_app(library)
        app.state.effects = 0

        async def effect(request: Request) -> dict[str, int]:
            app.state.effects += 1
            length = 0
            async for piece in request.stream():
                length += len(piece)
            return {"length": length}

        async def fails() -> None:
            raise RuntimeError("the secret of the inside")

        app.add_api_route("/api/v1/effect", effect, methods=["GET", "POST", "DELETE"])
        app.add_api_route("/api/v1/documents", effect, methods=["POST"])
        app.router.routes.insert(0, app.router.routes.pop())  # before the one that really takes uploads

        async def large() -> StreamingResponse:
            async def pieces() -> AsyncIterator[bytes]:
                for _ in range(4000):
                    yield bytes(10_000)

            return StreamingResponse(pieces())

        app.add_api_route("/api/v1/large", large)
        app.add_api_route("/api/v1/fails", fails, methods=["GET"])
        with running(app) as served:
            yield served


@pytest.fixture(autouse=True)
def no_long_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards_body, "DRAIN_SECONDS", 0.2)


def post(server: Running, **headers: str) -> httpx.Response:
    return httpx.post(f"{server.url}/api/v1/effect", headers=headers, content=b"{}")


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1:{port}", True),
        ("localhost:{port}", True),
        ("LOCALHOST:{port}", True),
        ("[::1]:{port}", True),
        ("127.0.0.1.attacker.test:{port}", False),
        ("127.0.0.1.attacker.test", False),
        ("localhost.attacker.test:{port}", False),
        ("attacker.test#localhost:{port}", False),
        ("localhost@attacker.test:{port}", False),
        ("evil.example", False),
        ("127.0.0.1", False),
        ("127.0.0.1:1", False),
        ("127.0.0.1:99999", False),
        ("localhost.:{port}", False),
        ("0.0.0.0:{port}", False),
        ("", False),
    ],
)
def test_only_under_its_own_names(server: Running, host: str, allowed: bool) -> None:
    before = server.app.state.effects
    response = post(server, host=host.format(port=server.port))
    assert response.status_code == (200 if allowed else 403)
    assert server.app.state.effects == before + allowed


def test_a_further_name_needs_accounts(server: Running) -> None:
    """Whoever calls it by such a name may sit at another machine, behind a proxy on this one."""
    for host in ("docs.example.org", f"docs.example.org:{server.port}", "lan:8443"):
        response = post(server, host=host)
        assert response.status_code == 403
        assert response.json()["type"] == "no-accounts"
        assert "pincite accounts create" in response.json()["remedy"]
    assert post(server, host="lan:8444").json()["type"] == "foreign-host"


def test_two_hosts_are_none(server: Running) -> None:
    reply = server.raw(
        f"POST /api/v1/effect HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nHost: evil.example\r\n"
        "Content-Length: 0\r\n\r\n".encode()
    )
    assert reply.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://127.0.0.1:{port}", True),
        ("http://localhost:{port}", False),  # another name than the one called is another origin
        ("https://127.0.0.1:{port}", False),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1.attacker.test:{port}", False),
        ("http://evil.example", False),
        ("null", False),
        ("file://", False),
        ("chrome-extension://abcdef", False),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_only_from_its_own_pages(server: Running, method: str, origin: str, allowed: bool) -> None:
    before = server.app.state.effects
    headers = {"origin": origin.format(port=server.port), "content-type": "text/plain"}
    response = httpx.request(method, f"{server.url}/api/v1/effect", headers=headers)
    assert response.status_code == (200 if allowed else 403)
    assert server.app.state.effects == before + allowed


@pytest.mark.parametrize(
    ("site", "mode", "dest", "method", "allowed"),
    [
        ("same-origin", "cors", "empty", "POST", True),
        ("none", "navigate", "document", "GET", True),
        ("cross-site", "navigate", "document", "GET", True),  # a link in a mail
        ("cross-site", "navigate", "document", "POST", False),  # a form
        ("cross-site", "navigate", "iframe", "GET", False),
        ("cross-site", "no-cors", "image", "GET", False),
        ("same-site", "no-cors", "script", "GET", False),
        ("cross-site", "cors", "empty", "GET", False),
    ],
)
def test_pages_of_other_sites_may_only_link(
    server: Running, site: str, mode: str, dest: str, method: str, allowed: bool
) -> None:
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest}
    response = httpx.request(method, f"{server.url}/api/v1/effect", headers=headers)
    assert response.status_code == (200 if allowed else 403)


def test_what_proxies_tell_is_not_believed_unasked(server: Running) -> None:
    headers = {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        "x-forwarded-for": "10.0.0.1",
    }
    response = post(server, **headers)
    assert response.status_code == 200
    assert "strict-transport-security" not in response.headers


def test_headers_of_every_answer(server: Running) -> None:
    for path in ("/api/v1/health", "/api/v1/nothing", "/nothing", "/api/v1/fails"):
        headers = httpx.get(server.url + path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert ("script-src" in policy) == (not path.startswith("/api/"))
        assert (headers.get("cache-control") == "no-store") == path.startswith("/api/")
        assert "server" not in headers


def test_request_ids(server: Running) -> None:
    def given(value: str) -> str:
        response = httpx.get(f"{server.url}/api/v1/health", headers={"x-request-id": value})
        return str(response.headers["x-request-id"])

    assert given("abc-12345678") == "abc-12345678"
    for bad in ("short", "a" * 41, "with space in it", "<script>alert</script>", "../../etc/passwd"):
        assert given(bad) != bad
    assert given("short") != given("short")


def test_what_nobody_expected_tells_nothing(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    response = httpx.get(f"{server.url}/api/v1/fails")
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert "secret" not in response.text
    assert body["type"] == "internal"
    assert body["request"] == response.headers["x-request-id"]


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/api/v1/nothing", 404, "not-found"),
        ("GET", "/nothing", 404, "not-found"),
        ("POST", "/api/v1/health", 405, "method-not-allowed"),
        ("GET", "/api/v1/health/", 404, "not-found"),
        ("GET", "/api/v1/%2e%2e/%00", 404, "not-found"),
        ("GET", "/" + "a" * 9000, 414, "too-large"),
        ("GET", "/?" + "a" * 9000, 414, "too-large"),
    ],
)
def test_problems(server: Running, method: str, path: str, status: int, kind: str) -> None:
    response = httpx.request(method, server.url + path)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["type"] == kind
    assert response.json()["status"] == status
    assert response.json()["request"]
    if status == 405:
        assert response.headers["allow"] == "GET"


def test_many_headers(server: Running) -> None:
    response = httpx.get(f"{server.url}/api/v1/health", headers={f"x-{n}": "1" for n in range(120)})
    assert response.status_code == 431
    reply = server.raw(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 100_000)
    assert reply.startswith(b"HTTP/1.1 4")


def head(server: Running, path: str, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers, "", ""]
    return "\r\n".join(lines).encode()


def test_two_gigabytes_are_refused_before_they_are_sent(server: Running) -> None:
    before = server.app.state.effects
    for path in ("/api/v1/effect", "/api/v1/documents", "/nothing"):
        reply = server.raw(head(server, path, "Content-Length: 2000000000"))
        assert reply.startswith(b"HTTP/1.1 413"), reply
        assert b"connection: close" in reply.lower()
        problem = json.loads(reply.partition(b"\r\n\r\n")[2])
        assert problem["type"] == "too-large"
    assert server.app.state.effects == before


def test_a_client_that_waits_for_permission_does_not_get_it(server: Running) -> None:
    reply = server.raw(
        head(server, "/api/v1/documents", "Content-Length: 2000000000", "Expect: 100-continue")
    )
    assert reply.startswith(b"HTTP/1.1 413")
    assert b"100 Continue" not in reply


def test_an_answer_reaches_a_client_that_goes_on_sending(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head(server, "/api/v1/effect", "Content-Length: 5000000"))
        sent = 0
        while sent < 5_000_000:
            connection.sendall(b"a" * 100_000)
            sent += 100_000
        assert read_all(connection).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(("path", "limit"), [("/api/v1/effect", 10_000), ("/api/v1/documents", 300_000)])
def test_what_has_no_length_is_counted(server: Running, path: str, limit: int) -> None:
    piece = b"%x\r\n" % 5000 + b"a" * 5000 + b"\r\n"
    begin = head(server, path, "Transfer-Encoding: chunked", "Connection: close")
    fits = begin + piece * (limit // 5000) + b"0\r\n\r\n"
    assert server.raw(fits).startswith(b"HTTP/1.1 200")
    assert server.raw(begin + piece * (limit // 5000 + 1)).startswith(b"HTTP/1.1 413")


def test_a_false_length_is_not_believed(server: Running) -> None:
    for value in ("-1", "1e9", "0x10", "10, 20", "9" * 30):
        reply = server.raw(head(server, "/api/v1/effect", f"Content-Length: {value}", "Connection: close"))
        assert reply[9:12] in (b"400", b"413"), value
    reply = server.raw(
        head(server, "/api/v1/effect", "Content-Length: 5", "Transfer-Encoding: chunked", "Connection: close")
        + b"0\r\n\r\n"
    )
    assert reply[9:12] in (b"200", b"400")


def test_a_body_that_does_not_come_is_not_waited_for(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guards_body, "BODY_SECONDS", 0.3)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head(server, "/api/v1/effect", "Content-Length: 100") + b"a")
        assert read_all(connection).startswith(b"HTTP/1.1 408")


def test_a_body_in_drops_is_not_waited_for(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards_body, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(guards_body, "FREE_UPLOAD_SECONDS", 0.1)
    for path in ("/api/v1/effect", "/api/v1/documents"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(head(server, path, "Content-Length: 10000"))
            connection.settimeout(0.05)
            received = b""
            for _ in range(100):
                connection.sendall(b"a")
                received = read_all(connection)
                if received:
                    break
            assert received.startswith(b"HTTP/1.1 408"), path


def test_headers_that_do_not_end_are_not_waited_for(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as silent:
        assert silent.recv(10) == b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as slow:
        slow.sendall(b"GET /api/v1/health HTTP/1.1\r\n")
        time.sleep(0.1)
        slow.sendall(b"Host: x\r\n")
        assert slow.recv(10) == b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as second:
        request = f"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        second.sendall(request)
        reply = b""
        while not reply.endswith(b'{"status":"ok"}'):
            reply += second.recv(4096)
        second.sendall(request[:20])
        assert second.recv(10) == b""


def test_no_more_connections_than_allowed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 3)
    opened = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(8)]
    try:
        closed = sum(_is_closed(connection) for connection in opened)
        assert closed >= 5
    finally:
        for connection in opened:
            connection.close()


def _is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0.3)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


def test_an_answer_that_nobody_takes_is_not_kept(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards_body, "SEND_SECONDS", 0.3)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(f"GET /api/v1/large HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        time.sleep(1.0)
        assert len(read_all(connection)) < 39_000_000
