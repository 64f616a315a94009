"""What owners, editors, viewers and strangers may do with documents over HTTP."""

from __future__ import annotations

import dataclasses

import pytest
from fastapi.testclient import TestClient

from pincite import Library
from pincite.domain import Notice, Role
from support.samples import PAPERS
from support.served import Served

PAPER = (PAPERS / "heat-pumps.pdf").read_bytes()


def named(client: TestClient, file_name: str = "heat-pumps.pdf") -> str:
    items = client.get("/api/v1/documents").json()["items"]
    return next(str(entry["id"]) for entry in items if entry["file_name"] == file_name)


def test_what_others_may_do(served: Served) -> None:
    """An owner, an editor, a viewer and a stranger: the same calls."""
    owner = served.client("ada", admin=True)
    identity = named(owner)
    default = owner.get("/api/v1/collections").json()["items"][0]["id"]
    others = {name: served.client(name) for name in ("editor", "viewer", "stranger")}
    for name in ("editor", "viewer"):
        shared = owner.put(f"/api/v1/collections/{default}/shares", json={"name": name, "role": name})
        assert shared.status_code == 200, shared.text
    expected = {"editor": (200, 200), "viewer": (200, 403), "stranger": (404, 404)}
    for name, client in others.items():
        reads, writes = expected[name]
        assert client.get(f"/api/v1/documents/{identity}").status_code == reads
        assert client.get(f"/api/v1/documents/{identity}/original").status_code == reads
        assert client.patch(f"/api/v1/documents/{identity}", json={"title": name}).status_code == writes
        reindexed = client.post(f"/api/v1/documents/{identity}/reindex").status_code
        assert reindexed == (202 if writes == 200 else writes)
        bulk = client.post("/api/v1/documents/bulk", json={"action": "delete", "documents": [identity[::-1]]})
        assert bulk.json()["items"][0]["problem"] == "not-found"
    assert others["stranger"].get("/api/v1/documents").json()["items"] == []
    assert others["stranger"].delete(f"/api/v1/documents/{identity}").status_code == 404
    assert others["viewer"].delete(f"/api/v1/documents/{identity}").status_code == 403
    assert others["viewer"].get(f"/api/v1/documents/{identity}").json()["role"] == Role.VIEWER
    assert served.anybody().get(f"/api/v1/documents/{identity}").status_code == 401
    assert others["editor"].delete(f"/api/v1/documents/{identity}").status_code == 200
    assert owner.get(f"/api/v1/documents/{identity}").status_code == 404
    entries = served.accounts.audit.entries(action="document.delete", limit=10).items
    assert [entry.object for entry in entries] == [identity]


def test_who_may_add(served: Served) -> None:
    owner, viewer, editor = served.client("ada", admin=True), served.client("vic"), served.client("ed")
    default = owner.get("/api/v1/collections").json()["items"][0]["id"]
    for name, role in (("vic", "viewer"), ("ed", "editor")):
        owner.put(f"/api/v1/collections/{default}/shares", json={"name": name, "role": role})
    url, file = f"/api/v1/collections/{default}/documents", {"files": ("x.pdf", b"%PDF-1.7 roles")}
    assert viewer.post(url, files=file).status_code == 403
    assert served.client("eve").post(url, files=file).status_code == 404
    assert served.anybody().post(url, files=file).status_code == 401
    assert editor.post(url, files=file).status_code == 202
    assert editor.post(url, files={"files": ("heat-pumps.pdf", PAPER)}).json()["files"][0]["state"] == "known"
    # In the own space nothing is told of what others have.
    own = viewer.post("/api/v1/documents", files={"files": ("heat-pumps.pdf", PAPER)})
    assert own.json()["files"][0]["state"] == "queued"
    assert [one["name"] for one in viewer.get("/api/v1/collections").json()["items"]] == [
        "default",
        "default",
    ]


def test_what_was_blacked_out_is_shown_to_owners_only(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, editor = served.client("ada", admin=True), served.client("bob")
    default = owner.get("/api/v1/collections").json()["items"][0]["id"]
    owner.put(f"/api/v1/collections/{default}/shares", json={"name": "bob", "role": "editor"})
    identity = owner.get("/api/v1/documents").json()["items"][0]["id"]
    found = Library.document_by_id

    def redacted(library: Library, wanted: str) -> object:
        document = found(library, wanted)
        notice = Notice("personal_data_redacted", "2 e-mail addresses were blacked out")
        return dataclasses.replace(document, warnings=(notice,))

    monkeypatch.setattr(Library, "document_by_id", redacted)
    for path in ("original", "pages/1/image?width=160"):
        assert owner.get(f"/api/v1/documents/{identity}/{path}").status_code == 200
        assert editor.get(f"/api/v1/documents/{identity}/{path}").status_code == 403
    assert editor.head(f"/api/v1/documents/{identity}/original").status_code == 403
    assert editor.get(f"/api/v1/documents/{identity}/pages/1").status_code == 200
    assert editor.get(f"/api/v1/documents/{identity}").json()["original"] is False
