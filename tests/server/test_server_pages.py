"""Pages over HTTP: text with its places, pictures, words found, quotes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from pincite import Library
from pincite.server.app import create_app
from support.served import ADDRESS


@pytest.fixture(scope="module")
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as opened:
        yield opened


@pytest.fixture(scope="module")
def client(library: Library) -> Iterator[TestClient]:
    app = create_app(library)
    with TestClient(app, ADDRESS) as made:
        yield made
    app.state.context.close()


@pytest.fixture(scope="module")
def base(library: Library) -> str:
    return f"/api/v1/documents/{library.document('heat-pumps.pdf').id}"


def got(client: TestClient, path: str, **query: Any) -> Any:
    response = client.get(path, params=query)
    assert response.status_code == 200, response.text
    return response.json()


def test_pages_in_short(client: TestClient, base: str, library: Library) -> None:
    first = got(client, f"{base}/pages", limit=2)
    rest = got(client, f"{base}/pages", cursor=first["next"])
    listed = first["items"] + rest["items"]
    pages = library.pages(base.rpartition("/")[2])
    assert [(one["index"], one["label"], one["characters"]) for one in listed] == [
        (page.index, page.label, len(page.text)) for page in pages
    ]
    assert rest["next"] is None


def test_a_page_with_its_places(client: TestClient, base: str, library: Library) -> None:
    page = library.page(base.rpartition("/")[2], 1)
    lines, words, none = (
        got(client, f"{base}/pages/1", geometry=kind) for kind in ("lines", "words", "none")
    )
    assert lines["text"] == words["text"] == none["text"] == page.text
    assert none["geometry"] == []
    assert len(words["geometry"]) > len(lines["geometry"]) > 10
    for piece in words["geometry"]:
        assert 0 <= piece["x0"] < piece["x1"] <= 1
        assert 0 <= piece["y0"] < piece["y1"] <= 1
        assert not set(page.text[piece["start"] : piece["end"]]) & set(" \n\t")
    assert [(block["kind"], block["start"], block["end"]) for block in lines["blocks"]] == [
        (block.kind.value, block.start, block.end) for block in page.blocks
    ]
    assert all(block["frames"] for block in lines["blocks"])


def test_tables_have_their_grid(client: TestClient, library: Library) -> None:
    for document in library.documents():
        for page in library.pages(document.id):
            tables = [block for block in page.blocks if block.table]
            if tables:
                sent = got(client, f"/api/v1/documents/{document.id}/pages/{page.index}")
                grids = [block["table"] for block in sent["blocks"] if block["table"]]
                assert [len(grid["cells"]) for grid in grids] == [
                    len(block.table.cells) for block in tables if block.table
                ]
                return
    pytest.fail("no sample has a table")


def test_a_quote_matches_the_text_layer(client: TestClient, base: str) -> None:
    page = got(client, f"{base}/pages/1", geometry="words")
    start = page["text"].index("heat pumps ")
    quote = got(client, f"{base}/quote", page=1, start=start, end=start + 10)
    assert quote["text"] == "heat pumps"
    inside = [piece for piece in page["geometry"] if start <= piece["start"] < start + 10]
    assert "".join(page["text"][piece["start"] : piece["end"]] for piece in inside) == "heatpumps"
    for side, outermost in (("x0", min), ("y0", min), ("x1", max), ("y1", max)):
        framed = outermost(rectangle[side] for rectangle in quote["rectangles"])
        assert framed == pytest.approx(outermost(piece[side] for piece in inside), abs=1e-5)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"page": 1, "start": 5, "end": 4}, 400),
        ({"page": 1, "start": 0, "end": 10**9}, 400),
        ({"page": 99, "start": 0, "end": 1}, 404),
        ({"page": 0, "start": 0, "end": 1}, 422),
        ({"page": 10**30, "start": 0, "end": 1}, 422),
        ({"page": 1, "start": -1, "end": 1}, 422),
        ({"page": 1}, 422),
    ],
)
def test_quotes_that_are_none(client: TestClient, base: str, query: dict[str, int], status: int) -> None:
    assert client.get(f"{base}/quote", params=query).status_code == status


def test_words_are_found(client: TestClient, base: str) -> None:
    found = got(client, f"{base}/find", words="HEAT  pumps", limit=3)
    assert len(found["items"]) == 3
    for place in found["items"]:
        query = {name: place[name] for name in ("page", "start", "end")}
        quote = got(client, f"{base}/quote", **query)
        assert (quote["text"], quote["rectangles"]) == (place["text"], place["rectangles"])
    assert got(client, f"{base}/find", words="HEAT  pumps", cursor=found["next"])["items"]
    assert client.get(f"{base}/find", params={"words": " "}).status_code == 400
    assert client.get(f"{base}/find", params={"words": "x", "cursor": "y"}).status_code == 400


def test_pictures(client: TestClient, base: str) -> None:
    response = client.get(f"{base}/pages/1/image", params={"width": 150})
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/jpeg"
    assert response.headers["cache-control"].startswith("private")
    with Image.open(io.BytesIO(response.content)) as image:
        assert image.width == 160
    tag = response.headers["etag"]
    again = client.get(f"{base}/pages/1/image", params={"width": 160}, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"{base}/pages/2/image", params={"width": 160}).headers["etag"] != tag


@pytest.mark.parametrize("path", ["pages/99/image", "pages/99", "pages/999999"])
def test_pages_that_are_not_there(client: TestClient, base: str, path: str) -> None:
    assert client.get(f"{base}/{path}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "pages/0",
        "pages/-1",
        "pages/x",
        "pages/1/image?width=0",
        "pages/1/image?width=x",
        "pages/1?geometry=x",
    ],
)
def test_what_makes_no_sense(client: TestClient, base: str, path: str) -> None:
    assert client.get(f"{base}/{path}").status_code == 422


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["pages", "find", "quote", "pages/1", ""]),
    st.dictionaries(
        st.sampled_from(["words", "limit", "cursor", "page", "start", "end", "geometry"]),
        st.one_of(st.text(max_size=20), st.integers(-5, 10**20)),
    ),
)
def test_any_query_is_answered(client: TestClient, base: str, path: str, query: dict[str, Any]) -> None:
    assert client.get(f"{base}/{path}".rstrip("/"), params=query).status_code < 500
