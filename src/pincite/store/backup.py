"""A library in one file: a plain tar of the database, the settings, the originals, the public keys, and a manifest.

The manifest comes first and names every other file with size and digest; nothing else is taken out of a
backup, under no other name, and the restored library appears only when all of it is there and right.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import io
import json
import os
import re
import secrets
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from pincite.errors import LibraryBusyError, LibraryDamagedError, LibraryVersionError, UsageError
from pincite.privacy.signing import PUBLIC
from pincite.store import schema
from pincite.store.files import Originals, digest_of, disk_errors, sync_folder
from pincite.store.manifests import KEYS
from pincite.store.records import BackupReport
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import chunks, documents

_FORMAT = 1
_MANIFEST = "manifest.json"
_DATABASE = "library.sqlite3"
_SETTINGS = "settings.toml"
_MANIFEST_BYTES = 1 << 28
_PUBLIC = f"{KEYS}/{PUBLIC}"
_NAME = re.compile(
    r"library\.sqlite3|settings\.toml|keys/manifest\.pub|originals/[0-9a-f]{2}/[0-9a-f]{64}(\.[a-z0-9]{1,10})?"
)
_ATTEMPTS = 5
_BLOCK = 1 << 20
_INCOMPLETE = "Take another backup."


class _RemovedMeanwhileError(Exception):
    """A document of the copied database was removed, with its original, before that could be copied."""


def write(folder: Path, backend: SqliteBackend, originals: Originals, file: Path) -> BackupReport:
    """Write a backup; the file appears under its name only when it is complete.

    Raises:
        UsageError: if the file exists already or its folder does not.
        LibraryDamagedError: if an original is missing or changed.
        LibraryBusyError: if documents were removed faster than they could be copied.
        LibraryError: if the disk is full or may not be written.
    """
    if file.exists():
        raise UsageError(f"{file} exists already", "Give the backup another name.")
    if not file.parent.is_dir():
        raise UsageError(f"the folder {file.parent} does not exist", "Make it first.")
    if folder.resolve() in (file.parent.resolve(), *file.parent.resolve().parents):
        raise UsageError("a backup within the library would be lost with it", "Choose another folder.")
    stem = f".{file.name[:100]}-{secrets.token_hex(6)}"
    unfinished = file.with_name(stem + ".part")
    copy = file.with_name(stem + ".sqlite3")
    with disk_errors(file.parent):
        try:
            for _ in range(_ATTEMPTS):
                with contextlib.suppress(_RemovedMeanwhileError):
                    copy.unlink(missing_ok=True)
                    backend.copy_to(copy)
                    report = _write_tar(folder, copy, backend, originals, unfinished)
                    unfinished.rename(file)
                    sync_folder(file.parent)
                    return report
        finally:
            unfinished.unlink(missing_ok=True)
            copy.unlink(missing_ok=True)
    raise LibraryBusyError("documents are being removed all the time", "Take the backup when that is done.")


def _write_tar(
    folder: Path, copy: Path, backend: SqliteBackend, originals: Originals, target: Path
) -> BackupReport:
    with _database(copy) as connection:
        digests = list(connection.execute(sa.select(documents.c.sha256).order_by(documents.c.pk)).scalars())
        chunk_count = connection.execute(sa.select(sa.func.count()).select_from(chunks)).scalar_one()
        version = schema.version(connection)
    files = {_DATABASE: copy}
    document_count, digests = len(digests), list(dict.fromkeys(digests))  # one original, for all spaces
    if (folder / _SETTINGS).is_file():
        files[_SETTINGS] = folder / _SETTINGS
    if (folder / _PUBLIC).is_file():
        # Never the private key: whoever gets hold of a backup could sign with it.
        files[_PUBLIC] = folder / _PUBLIC
    for sha256 in digests:
        path = originals.find(sha256)
        if path is None:
            _explain_missing(backend, sha256)
        else:
            files[f"originals/{sha256[:2]}/{path.name}"] = path
    entries = []
    for name, path in files.items():
        try:
            found = digest_of(path)
        except FileNotFoundError:
            _explain_missing(backend, path.name[:64])
            raise
        if name.startswith("originals/") and found.sha256 != path.name[:64]:
            raise LibraryDamagedError(
                f"the original {path.name} was changed", "Run `pincite doctor` before taking a backup."
            )
        entries.append({"name": name, "size": found.size, "sha256": found.sha256})
    counts = {"documents": document_count, "chunks": chunk_count, "originals": len(digests)}
    manifest = {
        "format": _FORMAT,
        "schema": version,
        "created_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "counts": counts,
        "files": entries,
    }
    with target.open("xb") as handle:
        with tarfile.open(fileobj=handle, mode="w", format=tarfile.PAX_FORMAT) as archive:
            text = json.dumps(manifest, indent=1).encode()
            _add(archive, _MANIFEST, io.BytesIO(text), len(text))
            for entry in entries:
                path = files[str(entry["name"])]
                try:
                    source = path.open("rb")
                except FileNotFoundError:
                    _explain_missing(backend, path.name[:64])
                    raise
                with source:
                    _add(archive, str(entry["name"]), source, int(str(entry["size"])))
        handle.flush()
        os.fsync(handle.fileno())
    return BackupReport(**counts, size=target.stat().st_size)


def _explain_missing(backend: SqliteBackend, sha256: str) -> None:
    with backend.reading() as connection:
        still = connection.execute(sa.select(documents.c.pk).where(documents.c.sha256 == sha256)).first()
    if still is None:
        raise _RemovedMeanwhileError
    raise LibraryDamagedError(
        f"the original {sha256} is missing", "Run `pincite doctor` before taking a backup."
    )


def _add(archive: tarfile.TarFile, name: str, source: IO[bytes], size: int) -> None:
    # Names, sizes and content only: neither owners nor modes nor times of this machine.
    info = tarfile.TarInfo(name)
    info.size = size
    info.mode = 0o600
    archive.addfile(info, source)


@contextlib.contextmanager
def _database(path: Path) -> Iterator[sa.Connection]:
    backend = SqliteBackend(path)
    try:
        with backend.reading() as connection:
            yield connection
    finally:
        backend.close()


def restore(file: Path, folder: Path) -> BackupReport:
    """Make a library from a backup; the folder appears only when everything in it was verified.

    Args:
        file: The backup.
        folder: Where the library shall be: it does not exist, or is empty.

    Raises:
        UsageError: if the folder is not empty or the file cannot be read.
        LibraryDamagedError: if the backup is incomplete, damaged or no backup.
        LibraryVersionError: if a newer Pincite made it.
        LibraryError: if the disk is full or may not be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists and is not empty", "Restore into a new folder.")
    try:
        source = file.open("rb")
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror})", "Check the path.") from error
    folder = folder.absolute()
    unfinished = folder.with_name(f".{folder.name[:100]}-{secrets.token_hex(6)}")
    with source, disk_errors(folder.parent):
        folder.parent.mkdir(parents=True, exist_ok=True)
        unfinished.mkdir(mode=0o700)
        try:
            report = _unpack(source, unfinished)
            if folder.exists():
                folder.rmdir()  # empty; fails if it no longer is
            unfinished.rename(folder)
            sync_folder(folder.parent)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return report


def _unpack(source: IO[bytes], folder: Path) -> BackupReport:
    try:
        with tarfile.open(fileobj=source, mode="r:") as archive:
            manifest = _read_manifest(archive)
            expected = _entries(manifest)
            while (member := archive.next()) is not None:
                entry = expected.pop(member.name, None)
                if entry is None or not member.isreg() or member.size != entry["size"]:
                    raise _damaged(f"it holds {member.name!r}, which its manifest does not describe")
                content = archive.extractfile(member)
                assert content is not None  # noqa: S101 (a regular file)
                _copy(content, folder / member.name, str(entry["sha256"]))
    except (tarfile.TarError, EOFError, UnicodeDecodeError) as error:
        raise _damaged(str(error)) from error
    if expected:
        raise _damaged(f"{next(iter(expected))} is missing")
    (folder / "originals").mkdir(exist_ok=True)
    backend = SqliteBackend(folder / _DATABASE)
    try:
        with backend.writing() as connection:
            damage = backend.integrity(connection, deep=False)
            if damage:
                raise _damaged(damage[0])
        backend.use_log()
    finally:
        backend.close()
    size = sum(int(entry["size"]) for entry in manifest["files"])
    return BackupReport(**{key: int(value) for key, value in manifest["counts"].items()}, size=size)


def _read_manifest(archive: tarfile.TarFile) -> dict[str, Any]:
    first = archive.next()
    if first is None or first.name != _MANIFEST or not first.isreg() or first.size > _MANIFEST_BYTES:
        raise _damaged("it has no manifest")
    content = archive.extractfile(first)
    assert content is not None  # noqa: S101 (a regular file)
    try:
        manifest = json.loads(content.read())
        newer = manifest["format"] > _FORMAT or manifest["schema"] not in schema.REVISIONS
        {key: int(manifest["counts"][key]) for key in ("documents", "chunks", "originals")}
    except (ValueError, TypeError, KeyError) as error:
        raise _damaged("its manifest cannot be read") from error
    if newer:
        raise LibraryVersionError("the backup was made by a newer version of Pincite", "Update Pincite.")
    assert isinstance(manifest, dict)  # noqa: S101
    return manifest


def _entries(manifest: dict[str, Any]) -> dict[str, dict[str, Any]]:
    try:
        entries = {
            entry["name"]: {"size": int(entry["size"]), "sha256": str(entry["sha256"])}
            for entry in manifest["files"]
        }
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged("its manifest cannot be read") from error
    for name in entries:
        if not _NAME.fullmatch(name):
            raise _damaged(f"it holds {name!r}, which is not part of a library")
    if _DATABASE not in entries:
        raise _damaged("it has no database")
    return entries


def _copy(content: IO[bytes], target: Path, sha256: str) -> None:
    digest = hashlib.sha256()
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as handle:
        while block := content.read(_BLOCK):
            digest.update(block)
            handle.write(block)
        handle.flush()
        os.fsync(handle.fileno())
    if digest.hexdigest() != sha256:
        raise _damaged(f"{target.name} does not have the digest that its manifest names")


def _damaged(what: str) -> LibraryDamagedError:
    return LibraryDamagedError(f"this is not a sound Pincite backup: {what}", _INCOMPLETE)
