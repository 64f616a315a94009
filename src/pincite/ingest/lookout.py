"""The thread of a worker that follows watched folders."""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pincite.errors import PinciteError
from pincite.ingest.following import QUIET_SECONDS, Follower
from pincite.store import Store
from pincite.store.watched import Followed

LEAD_SECONDS = 30.0
"""The worker that follows is another one when it was silent for so long."""

SURE_SECONDS = 30.0
"""Also where the system tells of changes, everything is looked at so often: network folders tell of nothing."""

POLL_SECONDS = 3.0
"""Where the system tells of nothing."""

_SETTINGS_SECONDS = 3.0

_log = logging.getLogger("pincite.worker")


class Lookout:
    """Follows the watched folders of a library, in a thread, while a worker works.

    Args:
        store: All of the library.
        only: Ids of folders that are followed though they are paused, and no others; all that are not when None.
    """

    def __init__(self, store: Store, only: Sequence[str] | None = None) -> None:
        self._store = store
        self._only = only
        self._token = secrets.token_hex(8)
        self._over = threading.Event()
        self._wake = threading.Event()
        self._followers: dict[str, Follower] = {}
        self._due: dict[str, float] = {}
        self._ears: _Ears | None = None
        self._thread = threading.Thread(target=self._run, name="pincite-lookout", daemon=True)

    def __enter__(self) -> Lookout:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._wake.set()
        self._thread.join()

    @property
    def settled(self) -> bool:
        """Whether all has been looked at, and nothing was about to change."""
        return bool(self._due) and all(due - time.monotonic() > QUIET_SECONDS for due in self._due.values())

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._round()
            except PinciteError as error:
                _log.warning("watched folders: %s", error.message)
            except Exception:
                _log.exception("watched folders could not be looked at")
            heard = self._wake.wait(min(_SETTINGS_SECONDS, QUIET_SECONDS / 2 if self._waiting() else 60.0))
            self._wake.clear()
            if heard:
                self._due = dict.fromkeys(self._due, 0.0)
        self._listen([])

    def _waiting(self) -> bool:
        return any(due - time.monotonic() < QUIET_SECONDS for due in self._due.values())

    def _round(self) -> None:
        folders = self._folders()
        if folders and self._only is None and not self._store.watched.lead(self._token, LEAD_SECONDS):
            folders = {}
        for identity in self._followers.keys() - folders.keys():
            del self._followers[identity]
            self._due.pop(identity, None)
        self._listen([found.folder.path for found in folders.values()])
        hears = self._ears is not None and self._ears.hears
        for identity, found in folders.items():
            if self._over.is_set():
                return
            if identity not in self._followers:
                self._followers[identity] = Follower(self._store, found)
            if time.monotonic() < self._due.get(identity, 0.0):
                continue
            begin = time.monotonic()
            self._followers[identity].renew(found)
            waiting = self._followers[identity].look()
            spent = time.monotonic() - begin
            pause = QUIET_SECONDS / 2 if waiting else SURE_SECONDS if hears else POLL_SECONDS
            self._due[identity] = time.monotonic() + max(pause, 20 * spent)

    def _folders(self) -> dict[str, Followed]:
        found = self._store.watched.all()
        if self._only is not None:
            return {one.folder.id: one for one in found if one.folder.id in self._only}
        return {one.folder.id: one for one in found if not one.folder.paused}

    def _listen(self, paths: list[str]) -> None:
        if self._ears is not None and self._ears.paths == paths:
            return
        if self._ears is not None:
            self._ears.close()
        self._ears = _Ears(paths, self._wake) if paths else None


class _Ears:
    """Hears of changes from the system, as far as it tells."""

    def __init__(self, paths: list[str], wake: threading.Event) -> None:
        self.paths = paths
        self.hears = True
        self._wake = wake
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="pincite-ears", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._thread.join()

    def _listen(self) -> None:
        import watchfiles

        present = [path for path in self.paths if Path(path).is_dir()]
        self.hears = len(present) == len(self.paths)
        options: dict[str, Any] = {
            "watch_filter": None,
            "stop_event": self._over,
            "rust_timeout": 500,
            "raise_interrupt": False,
            "ignore_permission_denied": True,
        }
        if not present:
            return
        with contextlib.suppress(OSError, RuntimeError):  # too many watches, or a folder that went away
            for _ in watchfiles.watch(*present, **options):
                self._wake.set()
        self.hears = False
