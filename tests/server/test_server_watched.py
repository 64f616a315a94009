"""Watched folders over HTTP: administrators name what the server reads."""

from __future__ import annotations

from pathlib import Path

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
