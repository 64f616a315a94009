"""Adding in the background: files are handed in at once, and workers make documents of them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from pincite.domain import Job, JobKind, JobState, Listed
from pincite.library.documents import Documents
from pincite.library.file_names import shown_name
from pincite.store.incoming import Received
from pincite.store.jobs import AGAIN, NewJob

if TYPE_CHECKING:
    from pincite.ingest.worker import Worker


class Working(Documents):
    """Handing in, and following what becomes of it. An account sees its own jobs only."""

    def receiving(self) -> AbstractContextManager[Received]:
        """A file that comes in pieces: `write` them, then `hand_in` the file within the block, or it is removed.

        Raises:
            LibraryError: if the disk is full or may not be written.
        """
        return self._store.jobs.incoming.receiving()

    def hand_in(
        self,
        received: Received,
        *,
        file_name: str,
        collection: str,
        batch: str = "",
        password: str | None = None,
        ocr: bool = True,
    ) -> Job:
        """Let a file become a document. When this returns, it will, or its job tells why not, whatever dies meanwhile.

        Args:
            received: The whole file, from `receiving`.
            file_name: What the user calls it; for showing only.
            collection: Id or name of the collection that the document goes to.
            batch: The same for files that are handed in together.
            password: For an encrypted file; kept until the job has ended.
            ocr: As for `add`.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not an editor of it.
            LibraryError: if the disk is full.
        """
        found = self._store.collection(collection)
        self._store.require_editor(found.id)
        shown = shown_name(file_name)
        payload: dict[str, Any] = {
            "incoming": received.settle(shown),
            "sha256": received.sha256,
            "ocr": ocr,
        }
        if password is not None:
            payload["password"] = password
        new = NewJob(
            JobKind.ADD,
            found.id,
            shown,
            received.size,
            account=None if self._viewer is None else self._viewer.pk,
            batch=batch,
            payload=payload,
        )
        with self._store.writing() as connection:
            job = self._store.jobs.put(connection, new)
        received.kept = True
        return job

    def reindex(
        self, document: str, *, ocr: bool = True, password: str | None = None, batch: str = ""
    ) -> Job:
        """Let a document be read and indexed again; what is there answers until the new is complete.

        Args:
            document: As for `document`.
            ocr: As for `add`.
            password: As for `hand_in`.
            batch: As for `hand_in`.

        Returns:
            The job; the one that waits or runs already, if there is one.

        Raises:
            NotFoundError: as for `document`.
            ForbiddenError: if the viewer is no editor of any of its collections.
        """
        found = self._store.document_to_change(document)
        waiting = self._store.jobs.under_way(found.id, self._viewer)
        if waiting is not None and waiting.kind is JobKind.REINDEX:
            return waiting
        payload: dict[str, Any] = {"sha256": found.sha256, "ocr": ocr}
        if password is not None:
            payload["password"] = password
        new = NewJob(
            JobKind.REINDEX,
            self._store.collections_of(found.id)[0].id,
            found.file_name,
            found.size,
            account=None if self._viewer is None else self._viewer.pk,
            document=found.id,
            batch=batch,
            put_off=AGAIN,
            payload=payload,
        )
        with self._store.writing() as connection:
            return self._store.jobs.put(connection, new)

    def jobs(
        self,
        *,
        state: JobState | None = None,
        batch: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Listed[Job]:
        """Jobs, the last handed in first.

        Raises:
            UsageError: if the cursor is none that this gave.
        """
        return self._store.jobs.all(self._viewer, state=state, batch=batch, limit=limit, cursor=cursor)

    def job(self, identity: str) -> Job:
        """The job with this id.

        Raises:
            NotFoundError: if there is none.
        """
        return self._store.jobs.get(identity, self._viewer)

    def jobs_since(self, version: int) -> list[Job]:
        """Jobs that changed after a version (`Job.version`), in the order of their last change.

        Where they are many, the first 200: ask again with the version of the last one.
        """
        return self._store.jobs.since(version, self._viewer)

    def jobs_version(self) -> int:
        """The version of the last change of any job; 0 before the first."""
        return self._store.jobs.version()

    def seconds_left(self) -> float | None:
        """How long what is waited for will take, about; None when that is nothing, or nothing tells."""
        return self._store.jobs.seconds_left(self._viewer)

    def cancel_job(self, identity: str) -> Job:
        """Stop a job: at once where it waits, at its next step where it runs; one that has ended stays as it is.

        Raises:
            NotFoundError: if there is none.
        """
        (job,) = self._store.jobs.cancel(self._viewer, identity=identity)
        return job

    def cancel_batch(self, batch: str) -> list[Job]:
        """Stop all jobs that were handed in together; gives them as they are now.

        Raises:
            NotFoundError: if there is no such batch.
        """
        return self._store.jobs.cancel(self._viewer, batch=batch)

    def retry_job(self, identity: str, *, password: str | None = None) -> Job:
        """Try a job again that failed, or at once one that waits for its next attempt.

        Raises:
            NotFoundError: if there is none.
            ConflictError: if it did not fail, or its file was not kept since trying again cannot help.
        """
        return self._store.jobs.retry(identity, self._viewer, password=password)

    def worker(self) -> Worker:
        """A worker on the library's jobs, of all accounts; `Worker.run` lets it work in this thread.

        Raises:
            UsageError: if a language of the settings is unknown.
        """
        from pincite.ingest.worker import Worker

        return Worker(self._store, self._encoder, self.settings, self._ocr(None))
