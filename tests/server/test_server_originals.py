"""Originals: whole, in parts, under their names, and harmless."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import httpx
import pytest
from tests.ingest.small_files import write_pdf

from pincite import Library
from pincite.server.app import create_app
from support.served import Served
from support.serving import Running, running


@pytest.fixture(scope="module")
def server(sample_library: Path) -> Iterator[Running]:
    app = create_app(library := Library.open(sample_library))
    with library, httpx.Client(verify=False) as app.state.http, running(app) as served:
        yield served


@pytest.fixture(scope="module")
def http(server: Running) -> httpx.Client:
    client: httpx.Client = server.app.state.http
    return client


@pytest.fixture(scope="module")
def address(server: Running, http: httpx.Client) -> str:
    items = http.get(f"{server.url}/api/v1/documents", params={"words": "heat pumps"}).json()["items"]
    return f"{server.url}/api/v1/documents/{items[0]['id']}/original"


@pytest.fixture(scope="module")
def content(address: str, http: httpx.Client) -> bytes:
    return http.get(address).content


def test_the_whole_file(http: httpx.Client, address: str, content: bytes) -> None:
    response = http.get(address)
    assert response.status_code == 200
    assert content.startswith(b"%PDF-")
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["content-length"] == str(len(content))
    assert response.headers["accept-ranges"] == "bytes"
    assert response.headers["content-disposition"].startswith("inline;")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "script-src" not in response.headers["content-security-policy"]
    assert "no-cache" in response.headers["cache-control"]


def test_only_what_it_is(http: httpx.Client, address: str, content: bytes) -> None:
    whole, head = http.get(address), http.head(address)
    assert head.status_code == 200
    assert head.content == b""
    for name in ("content-length", "content-type", "etag", "content-disposition", "accept-ranges"):
        assert head.headers[name] == whole.headers[name]
    part = http.head(address, headers={"range": "bytes=0-9"})
    assert (part.status_code, part.headers["content-length"]) == (206, "10")


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [("0-0", 0, 1), ("0-99", 0, 100), ("100-", 100, None), ("-10", -10, None), ("10-99999999999", 10, None)],
)
def test_parts(
    http: httpx.Client, address: str, content: bytes, asked: str, start: int, end: int | None
) -> None:
    response = http.get(address, headers={"range": f"bytes={asked}"})
    assert response.status_code == 206
    expected = content[start:end]
    assert response.content == expected
    first = content.index(expected) if start < 0 else start
    assert response.headers["content-range"] == f"bytes {first}-{first + len(expected) - 1}/{len(content)}"


@pytest.mark.parametrize(
    "asked", ["bytes=0-1,5-6", "bytes=9-1", "lines=1-2", "bytes=x", "bytes=" + "0-1," * 5000]
)
def test_what_is_answered_with_the_whole(
    http: httpx.Client, address: str, content: bytes, asked: str
) -> None:
    response = http.get(address, headers={"range": asked})
    assert response.status_code == 200
    assert response.content == content


@pytest.mark.parametrize("asked", ["bytes=99999999999-", "bytes=-0"])
def test_parts_outside_of_the_file(http: httpx.Client, address: str, content: bytes, asked: str) -> None:
    response = http.get(address, headers={"range": asked})
    assert response.status_code == 416
    assert response.headers["content-range"] == f"bytes */{len(content)}"


def test_what_the_client_has_already(http: httpx.Client, address: str, content: bytes) -> None:
    tag = http.get(address).headers["etag"]
    same = http.get(address, headers={"if-none-match": f'"other", W/{tag}'})
    assert (same.status_code, same.content) == (304, b"")
    assert http.get(address, headers={"if-none-match": '"other"'}).status_code == 200
    part = {"range": "bytes=0-9"}
    assert http.get(address, headers={**part, "if-range": tag}).status_code == 206
    assert http.get(address, headers={**part, "if-range": '"other"'}).content == content
    assert http.get(address, headers={**part, "if-range": f"W/{tag}"}).status_code == 200
    assert http.get(address, headers={**part, "if-range": "Mon, 30 Nov 2026 00:00:00 GMT"}).status_code == 200


NAMES = (
    "Q1 #2 50% (final) [v3].pdf",
    "100%25 done.pdf",
    "résumé ?.pdf",
    "a&b=c.pdf",
    "年報 2024.pdf",
    '<img src=x onerror="alert(1)">.pdf',
    "semi;colon, comma.pdf",
)


def test_a_download_keeps_its_name(served: Served, tmp_path: Path) -> None:
    """X05: ids in links, the name encoded once."""
    made = [
        write_pdf(tmp_path / "new" / name, f"A heron at the weir, {name}.", "An osprey.") for name in NAMES
    ]
    served.library.add(made)
    client = served.anybody()
    entries = {one["file_name"]: one["id"] for one in client.get("/api/v1/documents").json()["items"]}
    for path in made:
        response = client.get(f"/api/v1/documents/{entries[path.name]}/original")
        assert response.content == path.read_bytes()
        disposition = response.headers["content-disposition"]
        assert disposition.isascii()
        assert unquote(disposition.partition("filename*=UTF-8''")[2]) == path.name
        assert client.get(f"/api/v1/documents/{entries[path.name]}/pages/2").json()["text"] == "An osprey."


def test_what_a_browser_could_run_is_for_download_only(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = served.anybody()
    identity = client.get("/api/v1/documents").json()["items"][0]["id"]
    document = dataclasses.replace(
        served.library.document(identity), media_type="text/html", file_name="x.html"
    )
    monkeypatch.setattr(Library, "document_by_id", lambda *_: document)
    response = client.get(f"/api/v1/documents/{identity}/original")
    assert response.headers["content-disposition"].startswith("attachment;")
    assert "sandbox" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"


def test_a_file_that_is_gone(served: Served) -> None:
    client = served.anybody()
    identity = client.get("/api/v1/documents").json()["items"][0]["id"]
    served.library.original(served.library.document(identity)).unlink()
    response = client.get(f"/api/v1/documents/{identity}/original")
    assert response.status_code == 404
    assert str(served.library.folder) not in response.text
