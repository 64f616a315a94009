"""Checking what a library holds against what it signed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import sqlalchemy as sa

from pincite.domain import Discrepancy, Document, Verified
from pincite.errors import ForbiddenError, NotFoundError
from pincite.library.base import Base
from pincite.privacy.signing import SigningKey, given_keys, readable_by_others, trusted_keys
from pincite.store import Finding, manifests
from pincite.store.files import digest_of
from pincite.store.tables import documents as documents_table

_NAMED = 5


class Verifying(Base):
    """Signatures over documents."""

    def verify(
        self,
        documents: Sequence[str] | None = None,
        *,
        keys: Sequence[str] = (),
        progress: Callable[[Verified], None] | None = None,
    ) -> list[Verified]:
        """Compare documents, word by word and number by number, with what was signed when they were added.

        Args:
            documents: Ids or file names; all that there are when None.
            keys: Public keys that may have signed, in hexadecimal or as files that hold them; when empty, those in the
                library's folder. Who may write there could have put one of his own: keep a copy elsewhere.
            progress: Told each document when it is done.

        Raises:
            NotFoundError: if a document does not exist.
            UsageError: if a key is none.
            LibraryError: if the library's keys cannot be read.
        """
        done: list[Verified] = []
        for verified in self.verifying(documents, keys=keys):
            done.append(verified)
            if progress is not None:
                progress(verified)
        return done

    def verifying(
        self, documents: Sequence[str] | None = None, *, keys: Sequence[str] = ()
    ) -> Iterator[Verified]:
        """As `verify`, one document after the other; those that are removed meanwhile are left out."""
        return self._verifying(documents, keys, originals=True)

    def _verifying(
        self, documents: Sequence[str] | None, keys: Sequence[str], *, originals: bool
    ) -> Iterator[Verified]:
        since = trusted_keys(self.folder / manifests.KEYS)
        trusted = [key for given in keys for key in given_keys(given)] or list(since)
        named = self._store.documents() if documents is None else map(self._store.document, documents)
        first = min(since.values(), default="")
        for document in list({document.id: document for document in named}.values()):
            verified = self._verified(document, trusted, first, originals=originals)
            if verified is not None:
                yield verified

    def sign_unsigned(self, documents: Sequence[str] | None = None) -> list[Document]:
        """Sign the documents that have no signature, as they are now; gives these.

        Raises:
            ForbiddenError: in an account's view of the library.
            NotFoundError: if a document does not exist.
            LibraryError: if the library, or its key, cannot be used.
        """
        if self._viewer is not None:
            raise ForbiddenError("signing is for those who look after the library", "Use `pincite verify`.")
        key = SigningKey.of(self.folder / manifests.KEYS)
        named = self._store.documents() if documents is None else map(self._store.document, documents)
        signed = []
        for document in named:
            with self._store.writing() as connection:
                pk = _pk(connection, document)
                if pk is None or manifests.is_there(connection, pk):
                    continue
                manifests.sign(connection, pk, manifests.stored_contents(connection, pk), key)
            signed.append(document)
        return signed

    def public_keys(self) -> dict[str, str]:
        """The public keys that this library trusts, in hexadecimal, each with the time since when it signs."""
        return trusted_keys(self.folder / manifests.KEYS)

    def _verified(
        self, document: Document, trusted: Sequence[str], since: str, *, originals: bool
    ) -> Verified | None:
        with self._store.snapshot(), self._store.reading() as connection:
            pk = _pk(connection, document)
            if pk is None:
                return None
            checked = manifests.check(connection, pk, trusted)
        found = [*checked.discrepancies, *(self._original_differs(document) if originals else ())]
        if not checked.key and since and document.added_at >= since:
            message = "It is not signed, though documents before it are: signing was off, or its signature was removed."
            found.insert(0, Discrepancy("manifest_missing", message))
        state: Literal["sound", "wrong", "unsigned"] = (
            "wrong" if found else "sound" if checked.key else "unsigned"
        )
        return Verified(document, state, tuple(found), checked.key, checked.chunks, checked.pages)

    def _original_differs(self, document: Document) -> Iterator[Discrepancy]:
        try:
            path = self._store.original_path(document)
            changed = digest_of(path).sha256 != document.sha256
        except (NotFoundError, FileNotFoundError):
            yield Discrepancy("original_missing", "Its original file is missing.")
            return
        if changed:
            yield Discrepancy("original_changed", "Its original file was changed.")

    def _check_signatures(self, *, deep: bool) -> Iterator[Finding]:
        """What `doctor` tells of signatures."""
        if readable_by_others(self.folder / manifests.KEYS):
            yield Finding(
                "key_readable",
                "warning",
                "others on this machine may read the key that the library signs with",
                f"Take the right from them: `chmod 600 {self.folder / manifests.KEYS / 'manifest.key'}`.",
            )
        if not deep:
            return
        # Originals are read by the other checks.
        wrong = [one for one in self._verifying(None, (), originals=False) if one.state == "wrong"]
        for one in wrong[:_NAMED]:
            more = f" and {len(one.discrepancies) - 1} more" if len(one.discrepancies) > 1 else ""
            yield Finding(
                "signature",
                "error",
                f"{one.document.file_name} ({one.document.id}): {one.discrepancies[0].message}{more}",
                "`pincite verify` names everything; add the file again if you trust it.",
            )
        if len(wrong) > _NAMED:
            yield Finding(
                "signature",
                "error",
                f"{len(wrong) - _NAMED} more documents are not as signed",
                "`pincite verify`.",
            )


def _pk(connection: sa.Connection, document: Document) -> int | None:
    statement = sa.select(documents_table.c.pk).where(documents_table.c.id == document.id)
    return connection.execute(statement).scalar()
