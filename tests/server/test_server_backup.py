"""A backup that an administrator downloads."""

from __future__ import annotations

import shutil
import threading
import time
from collections import namedtuple
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pincite import Library
from pincite.errors import ConflictError, LibraryFullError
from pincite.server import backups
from pincite.server.backups import Backups
from pincite.store import BackupReport
from support.served import Served

BACKUP = "/api/v1/backup"


def leftovers(folder: Path) -> list[Path]:
    return list(folder.parent.glob(".pincite-backup-*"))


def until_ready(client: TestClient) -> dict[str, object]:
    end = time.monotonic() + 60
    while (told := client.get(BACKUP).json())["state"] == "making":
        assert time.monotonic() < end
        time.sleep(0.02)
    return dict(told)


def test_from_the_first_click_to_a_library_restored(served: Served, tmp_path: Path) -> None:
    ann = served.client("ann", admin=True)
    assert ann.get(BACKUP).json()["state"] == "none"
    assert ann.get(f"{BACKUP}/file").status_code == 404
    begun = ann.post(BACKUP)
    assert begun.status_code == 202
    assert begun.json()["expected"] > 250_000
    told = until_ready(ann)
    assert (told["state"], told["documents"]) == ("ready", 4)
    assert told["expires_at"]

    with ann.stream("GET", f"{BACKUP}/file") as sent:
        assert sent.headers["content-type"] == "application/x-tar"
        assert sent.headers["content-disposition"].startswith('attachment; filename="pincite-')
        assert sent.headers["cache-control"] == "no-store"
        assert int(sent.headers["content-length"]) == told["written"]
        file = tmp_path / "kept.tar"
        file.write_bytes(sent.read())
    part = ann.get(f"{BACKUP}/file", headers={"range": "bytes=100-199"})
    assert part.status_code == 206
    assert part.content == file.read_bytes()[100:200]
    Library.restore(file, tmp_path / "restored")
    with Library.open(tmp_path / "restored") as restored:
        assert len(restored.documents()) == 4

    actions = [entry["action"] for entry in ann.get("/api/v1/audit").json()["items"]]
    assert "backup.make" in actions
    assert "backup.download" in actions
    assert ann.delete(BACKUP).status_code == 204
    assert ann.get(f"{BACKUP}/file").status_code == 404
    assert not leftovers(served.library.folder)


def test_a_download_that_goes_on(served: Served) -> None:
    ann = served.client("ann", admin=True)
    ann.post(BACKUP)
    until_ready(ann)
    whole = ann.get(f"{BACKUP}/file")
    for asked in ("bytes=x", "lines=1-2", "bytes", "bytes=9-1", "bytes=0-1,5-6"):
        answer = ann.get(f"{BACKUP}/file", headers={"range": asked})
        assert (answer.status_code, answer.content) == (200, whole.content), asked
    for asked in ("bytes=99999999999-", "bytes=-0"):
        answer = ann.get(f"{BACKUP}/file", headers={"range": asked})
        assert answer.status_code == 416, asked
        assert answer.headers["content-range"] == f"bytes */{len(whole.content)}"
    part = {"range": "bytes=0-9"}
    same = ann.get(f"{BACKUP}/file", headers={**part, "if-range": whole.headers["etag"]})
    assert (same.status_code, same.content) == (206, whole.content[:10])
    other = ann.get(f"{BACKUP}/file", headers={**part, "if-range": '"of another backup"'})
    assert (other.status_code, other.content) == (200, whole.content)


def test_only_for_administrators(served: Served) -> None:
    ann, ben = served.client("ann", admin=True), served.client("ben")
    ann.post(BACKUP)
    until_ready(ann)
    assert ben.get(f"{BACKUP}/file").status_code == 403
    assert served.anybody().get(f"{BACKUP}/file").status_code == 401


class Waiting:
    """Stands in for a library whose backup takes as long as the test wants."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.go = threading.Event()
        self.fails = False

    def backup(self, file: Path) -> BackupReport:
        file.write_bytes(b"some")
        assert self.go.wait(30)
        if self.fails:
            raise OSError("the disk is on fire")
        return BackupReport(documents=1, chunks=2, originals=1, size=4)


@pytest.fixture
def waiting(tmp_path: Path) -> Waiting:
    folder = tmp_path / "waiting" / "library"
    folder.mkdir(parents=True)
    return Waiting(folder)


def state_after(made: Backups) -> str:
    end = time.monotonic() + 30
    while made.now().state == "making":
        assert time.monotonic() < end
        time.sleep(0.01)
    return made.now().state


def test_one_at_a_time(waiting: Waiting) -> None:
    made = Backups(waiting)  # type: ignore[arg-type]
    made.begin()
    with pytest.raises(ConflictError):
        made.begin()
    with pytest.raises(ConflictError):
        made.remove()
    waiting.go.set()
    assert state_after(made) == "ready"
    first = made.file()
    made.begin()
    assert state_after(made) == "ready"
    assert not first.exists()
    made.close()
    assert not leftovers(waiting.folder)


def test_it_is_removed_after_an_hour(waiting: Waiting) -> None:
    now = 1_000_000.0
    made = Backups(waiting, lambda: now)  # type: ignore[arg-type]
    waiting.go.set()
    made.begin()
    assert state_after(made) == "ready"
    now += backups.KEPT_SECONDS + 1
    assert made.now().state == "none"
    assert not leftovers(waiting.folder)


def test_what_fails_leaves_nothing(waiting: Waiting) -> None:
    made = Backups(waiting)  # type: ignore[arg-type]
    waiting.fails = True
    waiting.go.set()
    made.begin()
    assert state_after(made) == "failed"
    assert made.now().message == "the backup could not be made"
    assert not leftovers(waiting.folder)


def test_a_server_that_stops_leaves_nothing(waiting: Waiting) -> None:
    made = Backups(waiting)  # type: ignore[arg-type]
    made.begin()
    made.close()
    waiting.go.set()
    end = time.monotonic() + 30
    while any(thread.name == "backup" for thread in threading.enumerate()):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert not leftovers(waiting.folder)


def test_without_room_nothing_is_begun(waiting: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10, 10, backups.SPARE_BYTES - 1))
    made = Backups(waiting)  # type: ignore[arg-type]
    with pytest.raises(LibraryFullError, match="no room"):
        made.begin()
    assert made.now().state == "none"
    assert not leftovers(waiting.folder)
