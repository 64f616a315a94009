"""Looking after a library: checks, repair, backups."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from pincite.errors import PinciteError
from pincite.languages import script_of
from pincite.library.places import default_folder
from pincite.library.verifying import Verifying
from pincite.privacy.pii import Redactor
from pincite.store import BackupReport, Finding, restore
from pincite.store.tables import documents


class Care(Verifying):
    """What keeps a library sound."""

    def check(self, *, deep: bool = False) -> list[Finding]:
        """Look for damage; `deep` also reads every original and every quotable sentence, and compares signatures."""
        findings = self._store.check(deep=deep)
        if not any(finding.name == "database_damaged" for finding in findings):
            findings += [*self._check_signatures(deep=deep), *self._check_personal_data()]
        return [*findings, *self._check_encoder(), *self._check_language_model()]

    def repair(self) -> list[str]:
        """Remove leftovers that belong to nothing; gives what was removed."""
        return self._store.repair()

    def backup(self, file: str | os.PathLike[str]) -> BackupReport:
        """Write the whole library into one file, while others may go on using it.

        Raises:
            LibraryError: if the file cannot be written.
        """
        return self._store.backup(Path(file))

    @staticmethod
    def restore(file: str | os.PathLike[str], path: str | os.PathLike[str] | None = None) -> None:
        """Make a library from a backup.

        Args:
            file: Written by `backup`.
            path: A folder that does not exist or is empty; `default_folder()` when None.

        Raises:
            UsageError: if the folder is not empty.
            LibraryError: if the backup is damaged; nothing is left then.
        """
        restore(Path(file), Path(path) if path is not None else default_folder())

    def _check_personal_data(self) -> Iterator[Finding]:
        """Documents that were indexed when the settings asked for less."""
        wanted = self.settings.privacy.pii
        try:
            redactor = Redactor.of_settings(self.settings.privacy, self.folder)
        except PinciteError as error:
            yield Finding("personal_data", "error", error.message, error.remedy)
            return
        if redactor is None:
            return
        with self._store.reading() as connection:
            rows = connection.execute(sa.select(documents.c.file_name, documents.c.parameters)).all()
        stale = []
        for row in rows:
            made = row.parameters.get("privacy", {})
            enough = made.get("pii") in (wanted, "redact") and made.get("rules") == redactor.fingerprint
            if not enough:
                stale.append(row.file_name)
        if stale:
            what = "redaction" if wanted == "redact" else "a look for personal data"
            yield Finding(
                "personal_data",
                "warning",
                f"{len(stale)} document(s) were indexed without {what} as it is set now, such as {stale[0]}",
                "Index them again: `pincite add --reindex FILE`.",
            )

    def _check_encoder(self) -> list[Finding]:
        try:
            encoder = self._encoder()
        except PinciteError as error:
            return [Finding("encoder", "error", error.message, error.remedy)]
        languages = self._store.languages(self._store.scope())
        unread = [language for language in languages if encoder.script not in ("", script_of(language))]
        if not unread:
            return []
        return [
            Finding(
                "encoder",
                "warning",
                f"the encoder cannot read the writing of some documents ({', '.join(unread)}): questions in it "
                "are answered by words alone",
                "Install `pincite[multilingual]`, and add the documents to a new library whose `encoder.name` is "
                '"multilingual".',
            )
        ]

    def _check_language_model(self) -> list[Finding]:
        """Only warnings: without it, answers are quoted."""
        try:
            model = self.language_model()
        except PinciteError as error:
            return [Finding("language model", "warning", error.message, error.remedy)]
        if model is None and self.settings.answer.mode == "composed":
            return [
                Finding(
                    "language model",
                    "warning",
                    "answers shall be composed, and there is no language model",
                    "Set `model.provider`, or `answer.mode` to auto.",
                )
            ]
        return []
