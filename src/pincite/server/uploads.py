"""Files that clients send: written to the disk as they arrive, handed in one by one as each is complete."""

from __future__ import annotations

import secrets
import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from pincite.domain import Collection, Document
from pincite.errors import LibraryFullError, TooLargeError, UsageError
from pincite.library import Library
from pincite.library.file_names import shown_name
from pincite.server.multipart import MultipartReader

if TYPE_CHECKING:
    from pincite.store.incoming import Received

FILE_FIELDS = ("files", "file")
LONGEST_PASSWORD = 1000
AT_ONCE = 1 << 17
"""Bytes that are gathered before they are written: each write is a change to another thread."""

_BATCH_LENGTHS = range(8, 33)


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one file of an upload.

    Attributes:
        name: As it is shown.
        size: In bytes.
        state: "queued": a job makes a document of it; "known": the collection has a document of the same bytes;
            "refused": nothing is kept of it.
        job: Id of the job.
        document: What the collection has already.
        note: Why.
    """

    name: str
    size: int
    state: Literal["queued", "known", "refused"]
    job: str | None = None
    document: Document | None = None
    note: str = ""


class Upload:
    """One request that brings files, read in pieces. What is complete stays when the rest fails.

    Args:
        library: As the caller sees it.
        collection: Where the documents go.
        content_type: The request's header.

    Raises:
        UsageError: if that is none of a form with files.
    """

    def __init__(self, library: Library, collection: Collection, content_type: bytes) -> None:
        self._library = library
        self._collection = collection
        self._settings = library.settings.server
        self._reader = MultipartReader(content_type, self, self._settings.max_files)
        self._received_bytes = 0
        self._opened = ExitStack()
        self._file: Received | None = None
        self._name = ""
        self._given_name = ""
        self._password: str | None = None
        self._ocr = True
        self.batch = secrets.token_hex(10)
        self.taken: list[Taken] = []

    def feed(self, data: bytes) -> None:
        """Read the next piece of the body.

        Raises:
            UsageError: if it is no form of known fields.
            TooLargeError: if there is more than is allowed.
            LibraryError: if it cannot be kept; `LibraryFullError` when the disk is full.
        """
        self._received_bytes += len(data)
        if self._received_bytes > self._settings.max_request_bytes:
            raise request_too_large(self._settings.max_request_bytes)
        self._reader.feed(data)

    def finish(self) -> None:
        """The body is at its end.

        Raises:
            UsageError: if the form is not, or if it had no file.
        """
        self._reader.finish()
        if not self.taken:
            raise UsageError("there is no file in the upload", "Send files in the field `files`.")

    def close(self) -> None:
        """Remove what is not complete. May be called twice."""
        self._file = None
        self._opened.close()

    def begin_file(self, field: str, name: str) -> None:
        """See `pincite.server.multipart.Receiver`."""
        if field not in FILE_FIELDS:
            raise UsageError(
                f"the upload has a file in the field {shown_name(field)!r}", "Files come in `files`."
            )
        self._given_name, self._name = name, shown_name(name)
        self._file = self._opened.enter_context(self._library.receiving())

    def data(self, data: bytes) -> None:
        """See `pincite.server.multipart.Receiver`."""
        assert self._file is not None  # noqa: S101 - between the beginning and the end of a file
        if self._file.size + len(data) > self._settings.max_upload_bytes:
            raise TooLargeError(
                f"{self._name} is larger than {self._settings.max_upload_bytes:,} bytes",
                "Split it, or have the server's setting server.max_upload_bytes raised.",
            )
        self._file.write(data)

    def end_file(self) -> None:
        """See `pincite.server.multipart.Receiver`."""
        file, self._file = self._file, None
        assert file is not None  # noqa: S101 - begun before
        try:
            if file.size or self._given_name:  # browsers send a nameless empty file where none was chosen
                self.taken.append(self._settled(file))
        finally:
            self._opened.close()

    def _settled(self, file: Received) -> Taken:
        if not file.size:
            return Taken(self._name, 0, "refused", note="the file is empty")
        known = known_in(self._library, self._collection, file.sha256)
        if known is not None:
            # It stays here from now on, even if a watched folder brought it, and its file goes.
            self._library.store.watched.disown(known.id, self._collection.id)
            return taken_before(self._name, file.size, known)
        job = self._library.hand_in(
            file,
            file_name=self._name,
            collection=self._collection.id,
            batch=self.batch,
            password=self._password,
            ocr=self._ocr,
        )
        return Taken(self._name, file.size, "queued", job=job.id)

    def field(self, name: str, value: str) -> None:
        """See `pincite.server.multipart.Receiver`."""
        if self.taken:
            raise UsageError(
                f"the field {shown_name(name)!r} comes after a file", "Send fields before files."
            )
        if name == "password" and len(value) <= LONGEST_PASSWORD:
            self._password = value or None
        elif name == "ocr" and value in ("true", "false"):
            self._ocr = value == "true"
        elif name == "batch" and len(value) in _BATCH_LENGTHS and value.isascii() and value.isalnum():
            self.batch = value
        else:
            raise UsageError(
                f"the upload's field {shown_name(name)!r} is unknown or has a value that it cannot have",
                f'There are `password` (at most {LONGEST_PASSWORD:,} characters), `ocr` ("true" or "false") and '
                "`batch` (8 to 32 letters and digits).",
            )


def known_in(library: Library, collection: Collection, sha256: str) -> Document | None:
    """The document of these bytes that a collection has already."""
    known = library.store.document_by_sha256(sha256, collection.id)
    return known if known is not None and collection.name in known.collections else None


def taken_before(name: str, size: int, known: Document) -> Taken:
    """What became of a file whose document is there already."""
    note = "already there" if known.file_name == name else f"already there as {known.file_name}"
    return Taken(name, size, "known", document=known, note=note)


async def read_upload(request: Request, upload: Upload) -> None:
    """Read a request's body to its end; what is not complete is removed, however it ends.

    Raises:
        ClientDisconnect: if the client has left.
        HTTPException: if a guard ends it.
        PinciteError: as `Upload.feed` and `Upload.finish`.
    """
    gathered = bytearray()
    try:
        async for piece in request.stream():
            gathered += piece
            if len(gathered) >= AT_ONCE:
                await run_in_threadpool(upload.feed, bytes(gathered))
                gathered.clear()
        await run_in_threadpool(upload.feed, bytes(gathered))
        await run_in_threadpool(upload.finish)
    finally:
        upload.close()


def check_declared(request: Request, library: Library) -> None:
    """Refuse what is too large by its own account, before any of it is read.

    Raises:
        TooLargeError: if the request is larger than allowed.
        LibraryFullError: if there is no room for it.
    """
    declared = request.headers.get("content-length", "")
    if not (declared.isascii() and declared.isdigit()):
        return
    most = library.settings.server.max_request_bytes
    if len(declared) > 18 or int(declared) > most:
        raise request_too_large(most)
    if int(declared) > shutil.disk_usage(library.folder).free:
        raise LibraryFullError(
            "there is no room on the disk for these files", "Free some space and try again."
        )


def request_too_large(most: int) -> TooLargeError:
    """What is said of an upload that is too large as a whole."""
    return TooLargeError(
        f"the upload is larger than {most:,} bytes",
        "Send fewer files at a time, or have the server's setting server.max_request_bytes raised.",
    )
