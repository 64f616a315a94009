"""The reading room's own files: what is sent, how long it is kept, and that nothing else can be had."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pincite.library import Library
from pincite.server.app import create_app
from pincite.server.guards_headers import PAGE_POLICY
from pincite.server.limits import Limits
from support.built_page import BROTLI, INDEX, SCRIPT, write_page
from support.served import ADDRESS
from support.serving import running

SCRIPT_PATH = "/assets/index-B2xk41Qz.js"
PLAIN = {"accept-encoding": "identity"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(tmp_path_factory.mktemp("page") / "built")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("served") / "library") as library:
        yield library


@pytest.fixture(scope="module")
def browser(library: Library, folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(library, page=folder), ADDRESS, follow_redirects=False) as client:
        yield client


def test_the_page_itself(browser: TestClient) -> None:
    response = browser.get("/")
    assert response.status_code == 200
    assert response.content == INDEX
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["content-security-policy"] == PAGE_POLICY
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "vary" not in response.headers
    again = browser.get("/", headers={"if-none-match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == response.headers["etag"]
    assert again.headers["cache-control"] == "no-cache"
    assert browser.get("/", headers={"if-none-match": '"of an older build"'}).content == INDEX


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        (SCRIPT_PATH, "text/javascript; charset=utf-8"),
        ("/assets/pdf.worker-01ab23cd.mjs", "text/javascript; charset=utf-8"),
        ("/assets/index-c0ffee12.css", "text/css; charset=utf-8"),
        ("/assets/inter-latin-9a8b7c6d.woff2", "font/woff2"),
        ("/assets/jbig2-77aa88bb.wasm", "application/wasm"),
        ("/assets/cmaps/78-EUC-H.bcmap", "application/octet-stream"),
        ("/assets/standard-fonts/FoxitDingbats.pfb", "application/octet-stream"),
    ],
)
def test_what_is_kept_for_ever(browser: TestClient, path: str, media_type: str) -> None:
    response = browser.get(path, headers=PLAIN)
    assert response.status_code == 200
    assert response.headers["content-type"] == media_type
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_what_lies_beside_the_page_is_kept_for_an_hour(browser: TestClient) -> None:
    response = browser.get("/favicon.svg")
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.headers["cache-control"] == "public, max-age=3600"
    assert browser.get("/licences.json").headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("accepted", "encoding", "content"),
    [
        ("gzip, deflate, br, zstd", "br", BROTLI),
        ("gzip", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("GZIP;q=0.5", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("br;q=0, gzip;q=1.000", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("br;q=0.0, gzip;q=0", "", SCRIPT),
        ("br;quality=9", "", SCRIPT),
        ("identity", "", SCRIPT),
        ("*", "", SCRIPT),
        ("", "", SCRIPT),
    ],
)
def test_compressed_as_the_browser_takes_it(
    browser: TestClient, accepted: str, encoding: str, content: bytes
) -> None:
    with browser.stream("GET", SCRIPT_PATH, headers={"accept-encoding": accepted}) as response:
        assert b"".join(response.iter_raw()) == content
    assert response.headers.get("content-encoding", "") == encoding
    assert response.headers["content-length"] == str(len(content))
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["vary"] == "accept-encoding"


def test_each_form_has_a_tag_of_its_own(browser: TestClient) -> None:
    tags = {
        browser.head(SCRIPT_PATH, headers={"accept-encoding": accepted}).headers["etag"]
        for accepted in ("br", "gzip", "identity")
    }
    assert len(tags) == 3


def test_a_compressed_form_is_no_file_of_its_own(browser: TestClient) -> None:
    assert browser.get(f"{SCRIPT_PATH}.br").status_code == 404
    assert browser.get(f"{SCRIPT_PATH}.gz").status_code == 404


def test_head(browser: TestClient) -> None:
    for path in ("/", SCRIPT_PATH, "/robots.txt"):
        head, get = browser.head(path, headers=PLAIN), browser.get(path, headers=PLAIN)
        assert head.content == b""
        for name in ("content-length", "content-type", "etag", "cache-control"):
            assert head.headers[name] == get.headers[name], (path, name)


@pytest.mark.parametrize(
    "path",
    [
        "/index.htm",
        "/library",
        "/assets",
        "/assets/",
        "/assets/cmaps/",
        "/assets/.hidden",
        "/assets/index-00000000.js",
        "/assets/..%2f..%2fsecret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/etc/passwd",
        "/link.txt",
        "/folder/secret.txt",
        "/index.html%00",
        "/\ud7ff",
    ],
)
def test_nothing_else_is_there(browser: TestClient, folder: Path, path: str) -> None:
    secret = folder.parent / "secret.txt"
    secret.write_text("not of the page")
    for link, target in ((folder / "link.txt", secret), (folder / "folder", folder.parent)):
        if not link.is_symlink():
            link.symlink_to(target)
    os.utime(folder / "index.html")  # looked through again
    response = browser.get(path)
    assert response.status_code == 404, response.text
    assert response.headers["content-type"] == "application/problem+json"


def test_by_its_own_name(browser: TestClient) -> None:
    assert browser.get("/index.html").content == INDEX


def test_with_a_real_server(library: Library, folder: Path) -> None:
    """Paths as they arrive, which clients would have tidied."""
    app = create_app(library, page=folder)
    with running(app) as server:
        head = f"Host: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"
        for path in (
            "/assets/../../secret.txt",
            "/../secret.txt",
            "/assets/%2e%2e/index.html",
            "//index.html",
        ):
            answer = server.raw(f"GET {path} HTTP/1.1\r\n{head}".encode())
            assert answer.startswith(b"HTTP/1.1 404"), path
        answer = server.raw(f"HEAD / HTTP/1.1\r\n{head}".encode())
        assert answer.startswith(b"HTTP/1.1 200")
        assert answer.endswith(b"\r\n\r\n")
        foreign = server.raw(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        assert foreign.startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("path", ["/", SCRIPT_PATH, "/robots.txt"])
def test_nothing_can_be_changed(browser: TestClient, path: str) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        response = browser.request(method, path, headers={"origin": ADDRESS})
        assert response.status_code == 405
        assert response.headers["allow"] == "GET, HEAD"


def test_robots_stay_out(browser: TestClient) -> None:
    response = browser.get("/robots.txt")
    assert response.text == "User-agent: *\nDisallow: /\n"
    assert response.headers["content-type"] == "text/plain; charset=utf-8"


def test_below_a_path(library: Library, folder: Path) -> None:
    with Library.open(library.folder, settings={"server": {"root_path": "/pincite"}}) as library:
        app = create_app(library, page=folder)
        with TestClient(app, ADDRESS, follow_redirects=False) as browser:
            moved = browser.get("/pincite")
            assert (moved.status_code, moved.headers["location"]) == (308, "/pincite/")
            assert browser.get("/pincite/").content == INDEX
            assert browser.get(f"/pincite{SCRIPT_PATH}", headers=PLAIN).content == SCRIPT
            # A proxy may take the path away.
            assert browser.get("/").content == INDEX
            assert browser.get("/pincitex").status_code == 404


def test_a_page_load_counts_for_no_limit(served: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(*_: Any) -> None:
        raise AssertionError("counted")

    served.account("ann", admin=True)
    for name in ("request", "question", "address"):
        monkeypatch.setattr(Limits, name, counted)
    with TestClient(create_app(served.library, page=folder), ADDRESS) as browser:
        assert browser.get("/").status_code == 200
        assert browser.get(SCRIPT_PATH, headers=PLAIN).status_code == 200


def test_a_page_that_was_not_built(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "page"
    with TestClient(create_app(library, page=folder), ADDRESS) as browser:
        response = browser.get("/")
        assert response.status_code == 200
        assert "make ui" in response.text
        assert "<script" not in response.text
        assert response.headers["cache-control"] == "no-store"
        assert browser.get(SCRIPT_PATH).status_code == 404
        assert browser.get("/robots.txt").status_code == 200
        # Built while the server runs, and once more.
        write_page(folder)
        assert browser.get("/").content == INDEX
        assert browser.get(SCRIPT_PATH, headers=PLAIN).content == SCRIPT
        (folder / "assets" / "index-11111111.js").write_bytes(b"new")
        os.utime(folder / "index.html", ns=(1, 1))
        assert browser.get("/assets/index-11111111.js").content == b"new"
        # Taken away in the middle of a build.
        (folder / "assets" / "index-11111111.js").unlink()
        assert browser.get("/assets/index-11111111.js").status_code == 404
