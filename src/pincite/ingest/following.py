"""Following a folder: what is new or changed in it is handed in, what was renamed is renamed, what is gone goes."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

import sqlalchemy as sa

from pincite.domain import JobKind
from pincite.domain.formats import SUFFIXES
from pincite.errors import ForbiddenError, LibraryBusyError, LibraryFullError, NotFoundError, PinciteError
from pincite.store import Store
from pincite.store.codec import storable
from pincite.store.incoming import Received
from pincite.store.jobs import FOLLOWED, NewJob
from pincite.store.tables import documents
from pincite.store.watched import FileState, Followed
from pincite.store.write import next_revision

QUIET_SECONDS = 2.0
"""A file must have stayed as it is for so long, before it is read; and away for so long, before it is gone."""

_BLOCK = 1 << 20

_log = logging.getLogger("pincite.worker")


@dataclass(frozen=True, slots=True)
class _Seen:
    """A file as it is in the folder now."""

    size: int
    modified_ns: int


class Follower:
    """Follows the files of one folder. What it knows of them is in the library: any process can go on with it.

    Args:
        store: All of the library.
        found: The folder.
        clock: Seconds that never go back.
    """

    def __init__(self, store: Store, found: Followed, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store if found.viewer is None else store.seen_by(found.viewer)
        self._found = found
        self._root = Path(found.folder.path)
        self._clock = clock
        self._since: dict[str, tuple[_Seen | None, float]] = {}

    def renew(self, found: Followed) -> None:
        """Take note of the folder as it is kept now: its account may be disabled since, or no more."""
        self._found = found

    def look(self) -> bool:
        """Look once; gives whether something is about to change, so that another look is worth while soon."""
        try:
            self._store.require_editor(self._found.folder.collection)
            present = self._present()
            if present is None:
                return False
            waiting = self._compare(present)
        except NotFoundError:
            self._tell("its collection was removed, or is no longer shared with who watches the folder")
        except (ForbiddenError, LibraryFullError) as error:
            self._tell(error.message)
        except LibraryBusyError:
            return True
        else:
            self._tell("")
            return waiting
        return False

    def _present(self) -> dict[str, _Seen] | None:
        """Its files; None if it cannot be seen as a whole, and so nothing may be concluded from what is missing."""
        if self._found.barred:
            self._tell("the account that watches it is disabled")
            return None
        try:
            if not self._root.is_dir():
                raise FileNotFoundError(self._root)
            present = self._walk()
        except OSError as error:
            self._tell(f"it cannot be read ({error.strerror or 'it is not there'}); nothing was removed")
            return None
        if not present and self._store.watched.files(self._found):
            self._tell("all of its files are missing at once; nothing was removed")
            return None
        return present

    def _walk(self) -> dict[str, _Seen]:
        inside = self._root.resolve(strict=True)
        present = {}

        def fail(error: OSError) -> None:
            raise error

        for folder, folders, names in os.walk(self._root, onerror=fail):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in names:
                path = Path(folder, name)
                if path.suffix.lower() not in SUFFIXES or name.startswith((".", "~$")):
                    continue
                with contextlib.suppress(
                    FileNotFoundError
                ):  # gone between listing and looking, or a dead link
                    if path.is_symlink() and not path.resolve(strict=True).is_relative_to(inside):
                        continue
                    found = path.stat()
                    if stat.S_ISREG(found.st_mode):
                        here = path.relative_to(self._root).as_posix()
                        present[here] = _Seen(found.st_size, found.st_mtime_ns)
        return present

    def _compare(self, present: dict[str, _Seen]) -> bool:
        known = self._store.watched.files(self._found)
        changed = [
            path
            for path, seen in present.items()
            if path not in known
            or (known[path].size, known[path].modified_ns) != (seen.size, seen.modified_ns)
        ]
        gone = {path: state for path, state in known.items() if path not in present}
        waiting = False
        for path in changed:
            ready = self._quiet(path, present[path]) and present[path].size > 0
            if not ready or not self._take(path, present[path], known.get(path), gone):
                waiting = True
        for path, state in list(gone.items()):
            # Under a new name it may still be waiting.
            if waiting or not self._quiet(path, None):
                waiting = True
            else:
                self._remove(state)
        for path in self._since.keys() - set(changed) - gone.keys():
            del self._since[path]
        return waiting

    def _quiet(self, path: str, seen: _Seen | None) -> bool:
        before, since = self._since.get(path, (None, None))
        if since is None or before != seen:
            self._since[path] = seen, self._clock()
            return False
        return self._clock() - since >= QUIET_SECONDS

    def _take(self, path: str, seen: _Seen, before: FileState | None, gone: dict[str, FileState]) -> bool:
        """Take over a file that is new or changed; False if it cannot be read yet."""
        with self._store.jobs.incoming.receiving() as received:
            if not self._copy(self._root / path, seen, received):
                return False
            now = FileState(path, seen.size, seen.modified_ns, received.sha256, None, None)
            if before is not None and before.sha256 == now.sha256:
                self._note(replace(now, job=before.job, document=before.document), before)
                return True
            moved = next((state for state in gone.values() if state.sha256 == now.sha256), None)
            if before is None and moved is not None:
                del gone[moved.path]
                self._rename(moved, now)
                return True
            self._hand_in(received, now, before)
        return True

    def _copy(self, path: Path, seen: _Seen, received: Received) -> bool:
        try:
            with path.open("rb") as source:
                while block := source.read(_BLOCK):
                    received.write(block)
            found = path.stat()
        except OSError:
            return False  # locked by who writes it, or gone again
        return (found.st_size, found.st_mtime_ns) == (
            seen.size,
            seen.modified_ns,
        ) and received.size == seen.size

    def _hand_in(self, received: Received, now: FileState, before: FileState | None) -> None:
        name = storable(PurePosixPath(now.path).name)
        payload = {"incoming": received.settle(name), "sha256": now.sha256, "watched": self._found.pk}
        if before is not None and before.document is not None:
            payload["replaces"] = before.document
        new = NewJob(
            JobKind.ADD,
            self._found.folder.collection,
            name,
            now.size,
            account=self._found.account,
            batch=self._found.folder.id,
            put_off=FOLLOWED,
            payload=payload,
        )
        with self._store.writing() as connection:
            job = self._store.jobs.put(connection, new)
            document = None if before is None else before.document
            ours = self._store.watched.put(
                connection, self._found, replace(now, job=job.id, document=document), before
            )
            if not ours:
                connection.rollback()
                return
        received.kept = True
        _log.info("handed in %s from watched folder %s", job.id, self._found.folder.id)

    def _note(self, now: FileState, before: FileState) -> None:
        with self._store.writing() as connection:
            self._store.watched.put(connection, self._found, now, before)

    def _rename(self, before: FileState, now: FileState) -> None:
        old, new = (storable(PurePosixPath(state.path).name) for state in (before, now))
        state = replace(now, job=before.job, document=before.document)
        with self._store.writing() as connection:
            ours = self._store.watched.put(connection, self._found, state, before)
            if ours and before.document is not None and old != new:
                named = (documents.c.id == before.document) & (documents.c.file_name == old)
                if connection.execute(documents.update().where(named).values(file_name=new)).rowcount:
                    next_revision(connection)

    def _remove(self, state: FileState) -> None:
        """A file is gone: so goes its document from the collection, unless something else holds it there."""
        if state.job is not None:
            with contextlib.suppress(NotFoundError):
                self._store.jobs.cancel(None, identity=state.job)
        collection = self._found.folder.collection
        if state.document is not None:
            with self._store.reading() as connection:
                held = self._store.watched.holds(
                    connection, state.document, collection, but_for_job=state.job or ""
                )
            if not held:
                with contextlib.suppress(NotFoundError):  # removed by somebody already
                    self._store.remove_from_collection(state.document, collection)
        # Last: what fails before it, because the library is busy or the process dies, is done with the next look.
        with self._store.writing() as connection:
            self._store.watched.drop(connection, self._found, state.path)

    def _tell(self, failure: str) -> None:
        if failure and failure != self._found.folder.failure:
            _log.warning("watched folder %s: %s", self._found.folder.id, failure)
        with contextlib.suppress(PinciteError, sa.exc.SQLAlchemyError):
            self._store.watched.tell(self._found, failure)
        self._found = replace(self._found, folder=replace(self._found.folder, failure=failure))
