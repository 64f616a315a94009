"""Documents over HTTP: lists, details, changes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from reportlab.pdfgen.canvas import Canvas

from pincite.domain import Role
from support.samples import PAPERS
from support.served import Served

NOBODY = "00000000000000000000"


def documents(client: TestClient, **query: Any) -> list[dict[str, Any]]:
    response = client.get("/api/v1/documents", params=query)
    assert response.status_code == 200, response.text
    items: list[dict[str, Any]] = response.json()["items"]
    return items


def named(client: TestClient, file_name: str = "heat-pumps.pdf") -> str:
    return next(str(entry["id"]) for entry in documents(client) if entry["file_name"] == file_name)


def collection(client: TestClient, name: str) -> str:
    response = client.post("/api/v1/collections", json={"name": name})
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


def test_a_list_in_parts(served: Served) -> None:
    client = served.anybody()
    whole = documents(client, sort="title", descending=False)
    assert len(whole) == 4
    parts, cursor = [], None
    while True:
        query = {"sort": "title", "descending": False, "limit": 3} | ({"cursor": cursor} if cursor else {})
        page = client.get("/api/v1/documents", params=query).json()
        parts += page["items"]
        cursor = page["next"]
        if cursor is None:
            break
    assert parts == whole
    assert [entry["title"] for entry in whole] == sorted(entry["title"] for entry in whole)


def test_what_a_list_can_be_limited_to(served: Served) -> None:
    client = served.anybody()
    assert [entry["file_name"] for entry in documents(client, words="air-source PUMPS")] == ["heat-pumps.pdf"]
    assert documents(client, words="no such words") == []
    assert documents(client, language="ja") == []
    assert {entry["kind"] for entry in documents(client, kind="contract")} == {"contract"}
    empty = collection(client, "Empty")
    assert documents(client, collection=empty) == []
    assert len(documents(client, collection=client.get("/api/v1/collections").json()["items"][0]["id"])) == 4


def counts(client: TestClient, **query: Any) -> dict[str, Any]:
    response = client.get("/api/v1/documents/counts", params=query)
    assert response.status_code == 200, response.text
    told: dict[str, Any] = response.json()
    return told


def test_how_many_there_are_of_each_sort(served: Served) -> None:
    client = served.anybody()
    listed = documents(client)
    told = counts(client)
    assert told == {
        "total": 4,
        "kinds": dict(Counter(entry["kind"] for entry in listed)),
        "languages": dict(Counter(entry["language"] for entry in listed)),
        "with_warnings": sum(bool(entry["warnings"]) for entry in listed),
    }
    assert set(told["languages"]) == {"en"}
    assert len(told["kinds"]) > 1
    assert counts(client, collection=collection(client, "Empty"))["total"] == 0
    assert client.get("/api/v1/documents/counts", params={"collection": NOBODY}).status_code == 404


def test_what_others_have_does_not_count(served: Served) -> None:
    served.account("ann", admin=True)
    ben = served.account("ben")
    served.account("vic")
    own = served.library.seen_by(ben.viewer)
    birds = own.create_collection("birds")
    own.add([PAPERS / "heat-pumps.pdf"], collection=birds.id)
    own.add([PAPERS / "river-gauges.pdf"])
    vic = served.client("vic")
    assert counts(vic) == {"total": 0, "kinds": {}, "languages": {}, "with_warnings": 0}
    own.share(birds.id, "vic", Role.VIEWER)
    assert counts(vic)["total"] == counts(vic, collection=birds.id)["total"] == 1
    assert counts(served.client("ben"))["total"] == 2


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"limit": 0}, 422),
        ({"limit": 201}, 422),
        ({"cursor": "what"}, 400),
        ({"sort": "colour"}, 422),
        ({"collection": NOBODY}, 404),
        ({"collection": "default"}, 404),
        ({"kind": "novel"}, 422),
        ({"words": "\x00'\"%_"}, 200),
    ],
)
def test_what_makes_no_sense_is_refused(served: Served, query: dict[str, Any], status: int) -> None:
    assert served.anybody().get("/api/v1/documents", params=query).status_code == status


def test_all_about_a_document(served: Served) -> None:
    client = served.anybody()
    identity = named(client)
    details = client.get(f"/api/v1/documents/{identity}").json()
    document = served.library.document(identity)
    assert details["document"]["title"] == document.title
    assert details["document"]["pages"] == document.pages
    assert details["sha256"] == document.sha256
    assert details["role"] == "owner"
    assert details["original"] is True
    assert details["job"] is None
    assert [one["name"] for one in details["collections"]] == ["default"]
    outline = client.get(f"/api/v1/documents/{identity}/outline").json()["items"]
    assert [entry["title"] for entry in outline] == [entry.title for entry in document.outline]


@pytest.mark.parametrize("identity", [NOBODY, "heat-pumps.pdf", "x", "%00", "..%2f..%2fetc", "é", "a" * 64])
def test_only_whole_ids_name_a_document(served: Served, identity: str) -> None:
    client = served.anybody()
    for path in (
        "",
        "/pages",
        "/pages/1",
        "/pages/1/image",
        "/original",
        "/outline",
        "/quoted",
        "/find?words=a",
    ):
        response = client.get(f"/api/v1/documents/{identity}{path}")
        assert response.status_code == 404, path
        assert response.headers["content-type"] == "application/problem+json"


def test_a_beginning_of_an_id_is_no_id(served: Served) -> None:
    client = served.anybody()
    assert client.get(f"/api/v1/documents/{named(client)[:12]}").status_code == 404


def test_another_title(served: Served) -> None:
    client = served.anybody()
    identity = named(client)
    found = client.get(f"/api/v1/documents/{identity}").json()["document"]["title"]
    renamed = client.patch(f"/api/v1/documents/{identity}", json={"title": "<b>Warm</b> houses"})
    assert renamed.json()["document"]["title"] == "<b>Warm</b> houses"
    assert documents(client, words="warm")[0]["id"] == identity
    assert (
        client.patch(f"/api/v1/documents/{identity}", json={"title": ""}).json()["document"]["title"] == found
    )
    assert client.patch(f"/api/v1/documents/{identity}", json={}).status_code == 422
    assert client.patch(f"/api/v1/documents/{identity}", json={"title": "x", "id": "y"}).status_code == 422


def test_removing(served: Served) -> None:
    client = served.anybody()
    identity = named(client)
    assert client.get(f"/api/v1/documents/{identity}/quoted").json() == {"answers": 0, "conversations": 0}
    assert client.delete(f"/api/v1/documents/{identity}").json() == {"document": identity, "remains_in": []}
    assert client.get(f"/api/v1/documents/{identity}").status_code == 404
    assert client.get(f"/api/v1/documents/{identity}/original").status_code == 404
    assert client.delete(f"/api/v1/documents/{identity}").status_code == 404
    assert len(documents(client)) == 3


def test_from_collection_to_collection(served: Served) -> None:
    client = served.anybody()
    identity = named(client)
    default = client.get("/api/v1/collections").json()["items"][0]["id"]
    contracts, papers = collection(client, "Contracts"), collection(client, "Papers")

    def held() -> list[str]:
        details = client.get(f"/api/v1/documents/{identity}").json()
        return [one["name"] for one in details["collections"]]

    for _ in range(2):
        assert client.put(f"/api/v1/documents/{identity}/collections/{contracts}").status_code == 204
    assert held() == ["Contracts", "default"]
    moved = client.post(f"/api/v1/documents/{identity}/move", json={"source": contracts, "target": papers})
    assert moved.status_code == 200
    assert held() == ["default", "Papers"]
    again = client.post(f"/api/v1/documents/{identity}/move", json={"source": contracts, "target": papers})
    assert again.status_code == 404
    assert client.delete(f"/api/v1/documents/{identity}/collections/{default}").status_code == 204
    assert held() == ["Papers"]
    assert client.delete(f"/api/v1/documents/{identity}/collections/{papers}").status_code == 204
    assert client.get(f"/api/v1/documents/{identity}").status_code == 404


def test_reading_again_is_a_job(served: Served) -> None:
    client = served.anybody()
    identity = named(client)
    begun = client.post(f"/api/v1/documents/{identity}/reindex")
    assert begun.status_code == 202
    assert begun.json()["state"] == "queued"
    assert client.post(f"/api/v1/documents/{identity}/reindex", json={"ocr": 0}).status_code == 422
    assert client.post(f"/api/v1/documents/{identity}/reindex", json={"ocr": False}).json() == begun.json()
    job = client.get(f"/api/v1/documents/{identity}").json()["job"]
    assert job == {"kind": "reindex", "state": "queued", "pages_done": 0, "pages": 0}


def test_many_at_once(served: Served) -> None:
    client = served.anybody()
    first, second, third = (entry["id"] for entry in documents(client)[:3])
    target = collection(client, "Target")

    def bulk(**body: Any) -> Any:
        response = client.post("/api/v1/documents/bulk", json=body)
        assert response.status_code == 200, response.text
        return response.json()["items"]

    done = bulk(action="add", documents=[first, NOBODY, first, second], target=target)
    assert [(one["document"], one["done"], one["problem"]) for one in done] == [
        (first, True, ""),
        (NOBODY, False, "not-found"),
        (second, True, ""),
    ]
    assert {entry["id"] for entry in documents(client, collection=target)} == {first, second}
    jobs = bulk(action="reindex", documents=[first, third])
    assert all(one["job"] for one in jobs)
    default = next(
        one["id"] for one in client.get("/api/v1/collections").json()["items"] if one["name"] == "default"
    )
    moved = bulk(action="move", documents=[first, third], source=default, target=target)
    assert [one["done"] for one in moved] == [True, True]
    assert all(one["done"] for one in bulk(action="delete", documents=[first, second, third]))
    assert len(documents(client)) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": "burn", "documents": ["x"]},
        {"action": "delete", "documents": []},
        {"action": "delete", "documents": ["x"] * 201},
        {"action": "move", "documents": ["x"], "target": "y"},
        {"action": "delete", "documents": ["x"], "target": "y"},
    ],
)
def test_bulk_requests_that_make_no_sense(served: Served, body: dict[str, Any]) -> None:
    assert served.anybody().post("/api/v1/documents/bulk", json=body).status_code == 422


def test_an_address_tells_all_that_it_does(served: Served) -> None:
    client = served.anybody()
    refused = client.post(f"/api/v1/documents/{NOBODY}")
    assert refused.status_code == 405
    assert refused.headers["allow"] == "DELETE, GET, PATCH"
    assert client.options("/api/v1/documents/bulk").headers["allow"] == "POST"
    assert client.options("/api/v1/documents").headers["allow"] == "GET, POST"
    assert client.get(f"/api/v1/documents/{NOBODY}/collections/{NOBODY}").headers["allow"] == "DELETE, PUT"


def test_similar_documents(served: Served) -> None:
    client = served.anybody()
    identity = named(client)
    found = client.get(f"/api/v1/documents/{identity}/similar").json()["items"]
    assert {one["document"]["id"] for one in found} == {
        entry["id"] for entry in documents(client) if entry["id"] != identity
    }
    scores = [one["score"] for one in found]
    assert scores == sorted(scores, reverse=True)
    assert client.get(f"/api/v1/documents/{identity}/similar?limit=1").json()["items"] == found[:1]
    for limit, status in ((0, 422), (101, 422), (100, 200)):
        assert client.get(f"/api/v1/documents/{identity}/similar?limit={limit}").status_code == status
    assert client.get(f"/api/v1/documents/{NOBODY}/similar").status_code == 404


def test_similar_documents_of_others_are_not_told(served: Served) -> None:
    """Nor those of a collection that is no longer shared."""
    root, ann = served.client("root", admin=True), served.client("ann")
    identity, other = named(root), named(root, "courtyard-noise.pdf")
    shared = collection(root, "shared")
    for document in (identity, other):
        assert root.put(f"/api/v1/documents/{document}/collections/{shared}").status_code == 204
    mine = served.library.seen_by(served.account("ann").viewer).add(
        PAPERS / "river-gauges.pdf", collection="mine"
    )
    assert ann.get(f"/api/v1/documents/{identity}/similar").status_code == 404
    own = mine.added[0].document.id
    assert ann.get(f"/api/v1/documents/{own}/similar").json()["items"] == []
    root.put(f"/api/v1/collections/{shared}/shares", json={"name": "ann", "role": "viewer"})
    found = ann.get(f"/api/v1/documents/{identity}/similar").json()["items"]
    assert {one["document"]["id"] for one in found} == {other, own}
    assert root.delete(f"/api/v1/documents/{other}/collections/{shared}").status_code == 204
    found = ann.get(f"/api/v1/documents/{identity}/similar").json()["items"]
    assert {one["document"]["id"] for one in found} == {own}


def test_a_document_without_text_resembles_none(served: Served, tmp_path: Path) -> None:
    blank = tmp_path / "blank.pdf"
    canvas = Canvas(str(blank))
    canvas.showPage()
    canvas.save()
    empty = served.library.add(blank, ocr=False).added[0].document
    assert empty.chunks == 0
    client = served.anybody()
    assert client.get(f"/api/v1/documents/{empty.id}/similar").json() == {"items": [], "next": None}
    found = client.get(f"/api/v1/documents/{named(client)}/similar").json()["items"]
    assert found
    assert empty.id not in {one["document"]["id"] for one in found}
