"""Watched folders over HTTP: administrators name what the server reads."""

from __future__ import annotations

import shutil
from pathlib import Path

from pincite.ingest.following import QUIET_SECONDS, Follower
from support.samples import PAPERS
from support.served import Served

WATCHED = "/api/v1/watched"


def test_naming_pausing_and_forgetting_a_folder(served: Served, tmp_path: Path) -> None:
    admin = served.client("root", admin=True)
    folder = tmp_path / "papers"
    folder.mkdir()
    made = admin.post(WATCHED, json={"path": str(folder)})
    assert made.status_code == 201
    identity = made.json()["id"]
    assert admin.post(WATCHED, json={"path": str(folder)}).status_code == 409
    assert [item["path"] for item in admin.get(WATCHED).json()["items"]] == [str(folder)]
    assert admin.patch(f"{WATCHED}/{identity}", json={"paused": True}).json()["paused"]
    assert admin.get(f"{WATCHED}/{identity}").json()["paused"]
    assert admin.get(f"{WATCHED}/{identity[:8]}").status_code == 404, "by the exact id only"
    assert admin.delete(f"{WATCHED}/{identity}").status_code == 204
    assert admin.get(f"{WATCHED}/{identity}").status_code == 404


def test_what_cannot_be_watched(served: Served, tmp_path: Path) -> None:
    admin = served.client("root", admin=True)
    for path in (str(tmp_path / "missing"), str(served.library.folder / "originals"), "\u0000", "."):
        assert admin.post(WATCHED, json={"path": path}).status_code in (400, 404, 422), path
    other = admin.post(WATCHED, json={"path": str(tmp_path), "collection": "0" * 20})
    assert other.status_code in (400, 404)


def test_others_name_nothing(served: Served, tmp_path: Path) -> None:
    served.account("root", admin=True)
    ann = served.client("ann")
    assert ann.post(WATCHED, json={"path": str(tmp_path)}).status_code == 403
    assert ann.get(WATCHED).status_code == 403


def test_an_upload_of_a_followed_file_holds_its_document(served: Served, tmp_path: Path) -> None:
    library, client = served.library, served.anybody()
    collection = library.create_collection("followed").id
    folder = tmp_path / "papers"
    folder.mkdir()
    held, left, other = (
        Path(shutil.copy(PAPERS / name, folder))
        for name in ("heat-pumps.pdf", "courtyard-noise.pdf", "river-gauges.pdf")
    )
    identity = client.post(WATCHED, json={"path": str(folder), "collection": collection}).json()["id"]
    now = 0.0
    follower = Follower(library.store, library.store.watched.get(identity), lambda: now)

    def follow() -> set[str]:
        nonlocal now
        while follower.look():
            now += QUIET_SECONDS
        library.worker().run(once=True)
        return {document.file_name for document in library.documents(collection)}

    assert follow() == {held.name, left.name, other.name}
    sent = client.post(
        f"/api/v1/collections/{collection}/documents",
        files={"files": ("mine.pdf", held.read_bytes(), "application/pdf")},
    )
    assert [item["state"] for item in sent.json()["files"]] == ["known"], sent.text
    held.unlink()
    left.unlink()
    assert follow() == {held.name, other.name}
