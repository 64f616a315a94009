"""One job, from its file to its document."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from pincite.config import Settings
from pincite.domain import Document, JobKind, JobProgress, JobState
from pincite.encode.contract import Encoder
from pincite.errors import (
    ConflictError,
    DamagedFileError,
    ForbiddenError,
    NotFoundError,
    PinciteError,
)
from pincite.ingest import failures
from pincite.ingest.handing_on import hand_on
from pincite.ingest.holding import told
from pincite.ingest.keeper import Ending, Keeper, StoppedError
from pincite.ingest.report import Stage
from pincite.ingest.storing import Source, index_reading, store_document
from pincite.parse import ParseJob, ParserPool, Reading
from pincite.privacy.pii import Redactor
from pincite.store import AddResult, NewDocument, Spool, Store
from pincite.store.codec import storable
from pincite.store.queue import Claim, InterruptedJobError, Queue, Standing

_GONE = {
    JobKind.ADD: "the collection that it was for was removed meanwhile, or is no longer shared with you",
    JobKind.REINDEX: "the document was removed meanwhile, or is no longer shared with you",
}
_STAGES = {"reading": "reading", "file": "indexing", "chunks": "indexing"}
_STANDINGS = {Standing.CANCELLING: Ending.CANCELLED, Standing.LOST: Ending.LOST}

_log = logging.getLogger("pincite.worker")


class Pools(Protocol):
    """Where parser processes come from."""

    def pool(self, *, ocr: bool) -> ParserPool:
        """Processes that read files, with or without pictures of pages."""


class Task:
    """A job that a worker took.

    Args:
        claim: The job.
        queue: Where it is from.
        store: The library, through the eyes of the job's account.
        encoder: The library's encoder.
        settings: All settings.
        redactor: As for `index_reading`.
        pools: Where parser processes come from.
        keeper: Keeps the job meanwhile.
    """

    def __init__(
        self,
        claim: Claim,
        queue: Queue,
        store: Store,
        encoder: Callable[[], Encoder],
        settings: Settings,
        redactor: Redactor | None,
        pools: Pools,
        keeper: Keeper,
    ) -> None:
        self._claim = claim
        self._job = claim.job
        self._queue = queue
        self._store = store
        self._encoder = encoder
        self._settings = settings
        self._redactor = redactor
        self._pools = pools
        self._keeper = keeper

    def run(self) -> JobState:
        """Do it; gives what became of it.

        Raises:
            LibraryError: if the library cannot be used at all; the job was given back.
        """
        try:
            self._do()
            self._drop_file()
            return JobState.DONE
        except StoppedError as stopped:
            return self._end_early(stopped.ending)
        except InterruptedJobError as interrupted:
            return self._end_early(_STANDINGS[interrupted.standing])
        except Exception as error:
            if self._keeper.ending is not None:
                # Reading was broken off for it, and whatever that looks like is no failure of the file.
                return self._end_early(self._keeper.ending)
            return self._failed(error)

    def _do(self) -> None:
        if self._claim.barred:
            raise ForbiddenError("the account may not add documents any more", "Ask an administrator.")
        if self._job.kind is JobKind.REINDEX:
            self._index_again()
        else:
            self._add()

    def _add(self) -> None:
        self._store.require_editor(self._job.collection)
        source = self._handed_in()
        if self._hand_on(source):
            return
        before = self._replaced()
        present = self._store.put_same_bytes(source.sha256, self._job.collection)
        if present is not None:
            self._finish_with(*present)
        elif before is not None and self._alone(before):
            self._index(source, collection=self._job.collection, replace=before.id)
            return
        else:
            self._index(source, collection=self._job.collection, replace=None)
        if before is not None and (present is None or present[0].id != before.id):
            self._take_out(before)

    def _hand_on(self, source: Source) -> bool:
        """Make jobs of the files that the file holds; True if it is nothing beside them."""
        pool = self._pools.pool(ocr=bool(self._claim.payload.get("ocr", True)))
        unpacked = hand_on(self._store, self._queue.jobs, self._claim, pool, source)
        if unpacked is None or not unpacked.whole:
            return False
        with self._store.writing() as connection:
            self._became(connection, None)
            self._queue.finish(connection, self._claim, document=None, note=told(unpacked))
        return True

    def _index_again(self) -> None:
        document = self._store.document_to_change(self._job.document or "")
        try:
            path = self._store.original_path(document)
        except NotFoundError as error:
            raise DamagedFileError(error.message, error.remedy) from error
        source = Source(path, document.sha256, document.file_name)
        self._index(source, collection=None, replace=document.id)

    def _handed_in(self) -> Source:
        name = self._claim.payload.get("incoming", "")
        path = self._queue.jobs.incoming.path(name) if name else Path()
        if not name or not path.is_file():
            raise DamagedFileError(
                f"{self._job.file_name} is not in the library's folder any more", "Hand it in again."
            )
        return Source(path, self._claim.payload["sha256"], self._job.file_name)

    def _finish_with(self, present: Document, put: bool) -> None:
        notes = [_same_as(present, self._job.file_name)]
        if put and len(present.collections) > 1:
            notes.append("it is now in this collection as well")
        if not self._followed and not put:
            self._store.watched.disown(present.id, self._job.collection)
        with self._store.writing() as connection:
            ours = put or self._store.watched.holds(connection, present.id, self._job.collection)
            self._became(connection, present.id if ours else None)
            self._queue.finish(
                connection, self._claim, document=present.id, note="; ".join(notes), pages=present.pages
            )

    @property
    def _followed(self) -> bool:
        """Whether it is a file of a watched folder."""
        return "watched" in self._claim.payload

    def _became(self, connection: sa.Connection, document: str | None) -> None:
        if self._followed and not self._store.watched.became(connection, self._job.id, document):
            raise InterruptedJobError(Standing.CANCELLING)  # the file went away meanwhile

    def _replaced(self) -> Document | None:
        """The document in whose place the file comes, which had another content before; None for none."""
        before = self._claim.payload.get("replaces")
        if before is None:
            return None
        try:
            return self._store.document_by_id(before)
        except NotFoundError:
            return None

    def _alone(self, before: Document) -> bool:
        """Whether nothing but the file is the reason why a document is in the library."""
        with self._store.reading() as connection:
            held = self._store.watched.holds(
                connection, before.id, self._job.collection, but_for_job=self._job.id
            )
        everywhere = self._store.seen_by(None).collections_of(
            before.id
        )  # also where the account does not see it
        return not held and [found.id for found in everywhere] == [self._job.collection]

    def _take_out(self, before: Document) -> None:
        """The file had this content before, and something else may still hold it."""
        with self._store.reading() as connection:
            held = self._store.watched.holds(connection, before.id, self._job.collection)
        if not held:
            with contextlib.suppress(NotFoundError):
                self._store.remove_from_collection(before.id, self._job.collection)

    def _index(self, source: Source, *, collection: str | None, replace: str | None) -> None:
        payload = self._claim.payload
        work = str(self._store.work.of(source.sha256))
        job = ParseJob(source.path, payload.get("password"), work, source.name)
        pool = self._pools.pool(ocr=bool(payload.get("ocr", True)))
        with contextlib.closing(pool.readings([job])) as readings, self._store.spool() as spool:
            new = self._read(next(readings), source, spool)
            self._keeper.storing()
            self._put(source, new, spool, collection, replace)

    def _read(self, reading: Reading, source: Source, spool: Spool) -> NewDocument:
        def step(stage: Stage, chunks: int, pages_done: int, pages: int) -> None:
            self._keeper.tell(JobProgress(_STAGES[stage], pages_done, pages, chunks))

        return index_reading(
            reading,
            source,
            spool,
            encoder=self._encoder,
            settings=self._settings,
            redactor=self._redactor,
            step=step,
        )

    def _put(
        self, source: Source, new: NewDocument, spool: Spool, collection: str | None, replace: str | None
    ) -> None:
        def on_stored(connection: sa.Connection, result: AddResult) -> None:
            if self._job.kind is JobKind.REINDEX and result.retired is not None:
                raise ConflictError("the document was replaced meanwhile", "It needs no indexing again.")
            note = _same_as(result.document, source.name) if result.outcome == "existing" else ""
            ours = result.outcome != "existing"
            self._became(connection, result.document.id if ours else None)
            self._queue.finish(
                connection, self._claim, document=result.document.id, note=note, pages=result.document.pages
            )

        try:
            store_document(
                self._store,
                source,
                new,
                spool,
                collection=collection,
                replace=replace,
                on_stored=on_stored,
            )
        except BaseException:
            # No document may refer to the original that was put for it.
            with contextlib.suppress(PinciteError):
                self._store.discard_original(source.sha256)
            raise

    def _drop_file(self) -> None:
        self._queue.jobs.drop([self._claim.payload.get("incoming")])

    def _end_early(self, ending: Ending) -> JobState:
        if ending is Ending.CANCELLED:
            self._queue.cancelled(self._claim)
            self._forget_work()
            return JobState.CANCELLED
        if ending is Ending.WORKER_ENDS:
            self._queue.hand_back(self._claim)
            _log.info("handed back %s", self._job.id)
        else:
            _log.warning("lost job %s to another worker", self._job.id)
        return JobState.QUEUED

    def _failed(self, error: Exception) -> JobState:
        if failures.ends_worker(error):
            self._queue.hand_back(self._claim)
            raise error
        failure = failures.sort(error, attempt=self._job.attempt)
        if failure.gone or self._was_removed():
            self._queue.cancelled(self._claim, _GONE[self._job.kind])
            self._forget_work()
            return JobState.CANCELLED
        if not failure.known:
            _log.error("job %s failed", self._job.id, exc_info=error)
        after = failures.delay(self._job.attempt) if failure.passing else None
        state = self._queue.fail(
            self._claim,
            self._named(failure.message),
            self._named(failure.remedy),
            after=after,
            keep_file=failure.keep_file,
            needs_password=failure.needs_password,
        )
        if state.ended and not failure.keep_file:
            self._forget_work()
        _log.info("job %s: %s", self._job.id, state.value)
        return state

    def _was_removed(self) -> bool:
        """Whether the document is there no more, and its original with it: then reading it failed for that."""
        if self._job.kind is not JobKind.REINDEX:
            return False
        try:
            self._store.document_by_id(self._job.document or "")
        except NotFoundError:
            return True
        except PinciteError:
            return False
        return False

    def _forget_work(self) -> None:
        self._store.work.remove(str(self._claim.payload.get("sha256", "none")))

    def _named(self, text: str) -> str:
        """The text with the name that the user knows, where it has the one under which the file is kept."""
        names = [self._claim.payload.get("incoming", "")]
        if self._job.kind is JobKind.REINDEX:
            names += [f"{self._claim.payload.get('sha256', '')}.pdf", self._claim.payload.get("sha256", "")]
        for name in filter(None, names):
            text = text.replace(str(self._store.folder / "incoming" / name), self._job.file_name)
            text = text.replace(name, self._job.file_name)
        return text


def _same_as(document: Document, name: str) -> str:
    if document.file_name == storable(name):
        return "the same content was in the library already"
    return f"the same content was in the library already, as {document.file_name}"
