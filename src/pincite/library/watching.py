"""Watched folders: their files are documents of a collection as long as they are there."""

from __future__ import annotations

import os
from pathlib import Path

from pincite.domain import WatchedFolder
from pincite.errors import NotFoundError, UsageError
from pincite.library.jobs import Working

_SHORT = 4


class Watching(Working):
    """Folders that are followed, by workers or by `pincite watch`."""

    def watch(
        self, path: str | os.PathLike[str], collection: str | None = None, *, paused: bool = False
    ) -> WatchedFolder:
        """Follow a folder from now on: its files are added, and what changes, is renamed or removed follows.

        Args:
            path: A folder on the machine of the workers.
            collection: Id or name of the collection; the default collection when None.
            paused: Whether workers do not follow it until told to; `pincite watch` does.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not an editor of it.
            ConflictError: if the folder is watched already.
            UsageError: if it is no folder, or the library is in it, or it is in the library.
        """
        folder = Path(path).expanduser()
        if not folder.is_dir():
            raise UsageError(f"{path} is no folder", "Name a folder that is there.")
        folder, own = folder.resolve(), self.folder.resolve()
        if folder == own or folder in own.parents or own in folder.parents:
            raise UsageError(
                "the library's own folder cannot be watched", "Choose a folder that is not part of it."
            )
        found = self.default_collection() if collection is None else self._store.collection(collection)
        self._store.require_editor(found.id)
        account = None if self._viewer is None else self._viewer.pk
        return self._store.watched.add(str(folder), found.id, account, paused=paused).folder

    def watched(self) -> list[WatchedFolder]:
        """All watched folders."""
        return [found.folder for found in self._store.watched.all()]

    def watched_folder(self, name: str) -> WatchedFolder:
        """The watched folder with this id, beginning of an id, or path.

        Raises:
            NotFoundError: if there is none.
        """
        wanted = _name(name)
        begins = [
            folder for folder in self.watched() if folder.id.startswith(wanted) and len(wanted) >= _SHORT
        ]
        return begins[0] if len(begins) == 1 else self._store.watched.get(wanted).folder

    def watched_by_id(self, identity: str) -> WatchedFolder:
        """The watched folder with exactly this id: for those who are given one by strangers.

        Raises:
            NotFoundError: if there is none.
        """
        found = next((folder for folder in self.watched() if folder.id == identity), None)
        if found is None:
            raise NotFoundError(f"no watched folder is {identity!r}", "`pincite watched` lists them.")
        return found

    def pause_watched(self, name: str, *, paused: bool = True) -> WatchedFolder:
        """Do not follow a folder for the time being, or follow it again.

        Raises:
            NotFoundError: if there is none.
        """
        return self._store.watched.pause(self.watched_folder(name).id, paused=paused)

    def unwatch(self, name: str) -> WatchedFolder:
        """Follow a folder no more. Its documents stay; files that still wait for a worker are not added.

        Raises:
            NotFoundError: if there is none.
        """
        return self._store.watched.remove(self.watched_folder(name).id)


def _name(name: str) -> str:
    return str(Path(name).expanduser().resolve()) if os.sep in name or name.startswith("~") else name
