"""Collections over HTTP, and with whom they are shared."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from support.served import Served

COLLECTIONS = "/api/v1/collections"


def made(client: TestClient, name: str) -> str:
    response = client.post(COLLECTIONS, json={"name": name})
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


def names(client: TestClient) -> list[str]:
    return [entry["name"] for entry in client.get(COLLECTIONS).json()["items"]]


def test_made_renamed_deleted(served: Served) -> None:
    client = served.anybody()
    identity = made(client, "  Contracts  of 2024 ")
    assert names(client) == ["Contracts of 2024", "default"]
    assert client.patch(f"{COLLECTIONS}/{identity}", json={"name": "Leases"}).json()["name"] == "Leases"
    found = client.get(f"{COLLECTIONS}/{identity}").json()
    assert (found["name"], found["documents"], found["only_here"], found["role"]) == ("Leases", 0, 0, "owner")
    assert client.delete(f"{COLLECTIONS}/{identity}", params={"confirm": "Leases"}).json() == {"documents": 0}
    assert client.get(f"{COLLECTIONS}/{identity}").status_code == 404


def test_deleting_asks_for_the_name_and_tells_what_goes(served: Served) -> None:
    client = served.anybody()
    identity = made(client, "Papers")
    held = client.get("/api/v1/documents").json()["items"]
    default = next(one["id"] for one in client.get(COLLECTIONS).json()["items"] if one["name"] == "default")
    for entry in held[:3]:
        client.put(f"/api/v1/documents/{entry['id']}/collections/{identity}")
    client.delete(f"/api/v1/documents/{held[0]['id']}/collections/{default}")
    assert client.get(f"{COLLECTIONS}/{identity}").json()["only_here"] == 1
    for confirm in ("", "papers", "Papers "):
        refused = client.delete(f"{COLLECTIONS}/{identity}", params={"confirm": confirm})
        assert refused.status_code == 409
        assert "1 document(s)" in refused.json()["detail"]
    assert client.delete(f"{COLLECTIONS}/{identity}", params={"confirm": "Papers"}).json() == {"documents": 1}
    assert len(client.get("/api/v1/documents").json()["items"]) == 3


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "default"}, 409),
        ({"name": "DEFAULT"}, 409),
        ({"name": ""}, 422),
        ({"name": " "}, 400),
        ({"name": "x" * 200}, 201),
        ({"name": "x" * 201}, 422),
        ({"name": "a\x00b"}, 201),
        ({"name": "two\nlines"}, 201),
        ({"name": "<img src=x onerror=alert(1)>"}, 201),
        ({"title": "x"}, 422),
        ({}, 422),
    ],
)
def test_names(served: Served, body: dict[str, Any], status: int) -> None:
    assert served.anybody().post(COLLECTIONS, json=body).status_code == status


def test_the_default_collection_stays(served: Served) -> None:
    client = served.anybody()
    default = client.get(COLLECTIONS).json()["items"][0]["id"]
    assert client.delete(f"{COLLECTIONS}/{default}", params={"confirm": "default"}).status_code == 400
    assert client.patch(f"{COLLECTIONS}/{default}", json={"name": "x"}).status_code == 400


def test_sharing(served: Served) -> None:
    ada, bob, eve = served.client("ada", admin=True), served.client("bob"), served.client("eve")
    identity = made(ada, "Papers")
    shares = f"{COLLECTIONS}/{identity}/shares"
    assert bob.get(f"{COLLECTIONS}/{identity}").status_code == 404
    assert ada.put(shares, json={"name": "Bob", "role": "viewer"}).json()["name"] == "bob"
    seen = bob.get(f"{COLLECTIONS}/{identity}").json()
    assert (seen["role"], seen["shared_by"]) == ("viewer", "ada")
    assert bob.get(shares).status_code == 403
    assert bob.put(shares, json={"name": "eve"}).status_code == 403
    assert bob.patch(f"{COLLECTIONS}/{identity}", json={"name": "x"}).status_code == 403
    assert bob.delete(f"{COLLECTIONS}/{identity}", params={"confirm": "Papers"}).status_code == 403
    assert eve.get(shares).status_code == 404
    assert ada.put(shares, json={"name": "nobody"}).status_code == 404
    assert ada.put(shares, json={"name": "bob", "role": "king"}).status_code == 422
    listed = {share["name"]: share for share in ada.get(shares).json()["items"]}
    assert {name: share["role"] for name, share in listed.items()} == {"ada": "owner", "bob": "viewer"}
    assert listed["ada"]["holder"] is True
    assert ada.delete(f"{shares}/{listed['ada']['account']}").status_code == 409
    assert ada.delete(f"{shares}/{listed['bob']['account']}").status_code == 204
    assert bob.get(f"{COLLECTIONS}/{identity}").status_code == 404
    assert ada.delete(f"{shares}/{listed['bob']['account']}").status_code == 404


def test_leaving(served: Served) -> None:
    ada, bob = served.client("ada", admin=True), served.client("bob")
    identity = made(ada, "Papers")
    ada.put(f"{COLLECTIONS}/{identity}/shares", json={"name": "bob", "role": "editor"})
    assert bob.post(f"{COLLECTIONS}/{identity}/leave").status_code == 204
    assert bob.post(f"{COLLECTIONS}/{identity}/leave").status_code == 404
    assert ada.post(f"{COLLECTIONS}/{identity}/leave").status_code == 409


def test_without_accounts_there_is_nobody_to_share_with(served: Served) -> None:
    client = served.anybody()
    identity = made(client, "Papers")
    assert client.put(f"{COLLECTIONS}/{identity}/shares", json={"name": "bob"}).status_code == 404
    assert client.post(f"{COLLECTIONS}/{identity}/leave").status_code == 400
    assert client.get(f"{COLLECTIONS}/{identity}/shares").json()["items"] == []


def test_two_accounts_with_collections_of_one_name(served: Served) -> None:
    ada, bob = served.client("ada", admin=True), served.client("bob")
    one, two = made(ada, "Papers"), made(bob, "papers")
    assert one != two
    assert names(bob) == ["papers"]
    assert made(bob, one)  # a name that is another's id
    assert ada.get(f"{COLLECTIONS}/{one}").json()["name"] == "Papers"
