"""The folder that an importer writes: a text file for each passage, and files of questions."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from pincite.errors import ConflictError, UsageError
from pincite.evaluate.question_file import LARGEST_FILE, LONGEST_LINE
from pincite.evaluate.questions import LONGEST_TEXT, MOST_DOCUMENTS, MOST_QUESTIONS, MOST_TEXTS

_PER_FOLDER = 1_000
"""Files: what file managers and file systems take without trouble."""
_SAFE = re.compile(r"[a-z0-9_][a-z0-9_-]{0,79}")


@dataclass(frozen=True, slots=True)
class Imported:
    """What was written.

    Attributes:
        documents: Text files.
        questions: Questions.
        files: Names of the files of questions, in order.
        skipped: What was left out, and how often, by reason.
    """

    documents: int
    questions: int
    files: tuple[str, ...]
    skipped: Mapping[str, int]


class ImportFolder:
    """Writes documents and questions. It is there, whole, after `finish`; else nothing is left.

    Args:
        target: The folder to make.

    Raises:
        ConflictError: if it exists.
    """

    def __init__(self, target: Path) -> None:
        if target.exists():
            raise ConflictError(f"{target} exists", "Name a folder that does not exist yet.")
        self._target = target
        self._part = target.with_name(f"{target.name}.part")
        self._skipped: Counter[str] = Counter()
        self._names: dict[str, str] = {}
        self._texts: dict[bytes, str] = {}
        self._questions = 0
        self._files: list[str] = []
        self._file: TextIO | None = None
        self._in_file = self._bytes = 0

    def __enter__(self) -> Self:
        shutil.rmtree(self._part, ignore_errors=True)
        (self._part / "documents").mkdir(parents=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
        shutil.rmtree(self._part, ignore_errors=True)

    def skip(self, reason: str) -> None:
        """Count something that is left out."""
        self._skipped[reason] += 1

    def has(self, identity: str) -> bool:
        """Whether a passage was given, with text or without."""
        return identity in self._names

    def name(self, identity: str) -> str:
        """File name of a passage; empty if it was never given, or has no text."""
        return self._names.get(identity, "")

    def document(self, identity: str, text: str, title: str = "") -> str:
        """Write a passage, and give its file name; empty if it has no text.

        Passages with the same title and text are one document, as in a library.

        Args:
            identity: In the set.
            text: Of the passage.
            title: Its first line.
        """
        self._names[identity] = ""
        if not text.strip():
            self.skip("passages without text")
            return ""
        whole = f"{title.strip()}\n\n{text.strip()}\n" if title.strip() else f"{text.strip()}\n"
        data = whole.encode("utf-8", "replace")
        digest = hashlib.sha256(data).digest()
        if digest in self._texts:
            self.skip("passages that are the same as another: one document for both")
            self._names[identity] = self._texts[digest]
            return self._texts[digest]
        name = f"{_safe(identity)}.txt"
        folder = self._part / "documents" / f"{len(self._texts) // _PER_FOLDER:04}"
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
        self._texts[digest] = self._names[identity] = name
        return name

    def question(
        self,
        text: str,
        document: str = "",
        *,
        texts: Sequence[str] = (),
        answers: Sequence[str] = (),
        answerable: bool = True,
        documents: Mapping[str, int] | None = None,
    ) -> None:
        """Write a question; one that a file of questions cannot hold is counted as left out.

        Args:
            text: What is asked.
            document: File name of the passage that answers it.
            texts: What stands there, word for word.
            answers: Wordings of the answer.
            answerable: Whether the set answers it.
            documents: Instead of `document`: names and grades of those that are relevant.
        """
        known = list(dict.fromkeys(each for each in answers if each.strip()))[:MOST_TEXTS]
        if not any(character.isalnum() for character in text):
            self.skip("questions without words")
        elif len(texts) > MOST_TEXTS or any(len(each) > LONGEST_TEXT for each in (*texts, *known)):
            self.skip("questions whose right answer is too long")
        elif documents and len(documents) > MOST_DOCUMENTS:
            self.skip(f"questions with more than {MOST_DOCUMENTS:,} relevant passages")
        else:
            record: dict[str, Any] = {"question": " ".join(text.split())}
            if not answerable:
                record["answerable"] = False
            elif documents:
                record["documents"] = dict(documents)
            else:
                place = {"quote": texts[0]} if len(texts) == 1 else {"phrases": list(texts)} if texts else {}
                record |= {"document": document, **place, **({"answer": known} if known else {})}
            self._write(json.dumps(record, ensure_ascii=False) + "\n")

    def finish(self) -> Imported:
        """Put the folder in its place.

        Raises:
            UsageError: if there is no question.
        """
        if self._file is not None:
            self._file.close()
        if not self._questions:
            told = "; ".join(f"{count:,} {reason}" for reason, count in self._skipped.items())
            raise UsageError(
                f"the set has no question that can be asked{f': {told}' if told else ''}",
                "Look whether it is of the kind that was named.",
            )
        self._part.rename(self._target)
        return Imported(len(self._texts), self._questions, tuple(self._files), dict(self._skipped))

    def _write(self, line: str) -> None:
        data = line.encode("utf-8", "replace")
        if len(line) > LONGEST_LINE:
            self.skip("questions whose line would be too long")
            return
        if self._file is None or self._in_file == MOST_QUESTIONS or self._bytes + len(data) > LARGEST_FILE:
            if self._file is not None:
                self._file.close()
            number = len(self._files) + 1
            self._files.append("questions.jsonl" if number == 1 else f"questions-{number}.jsonl")
            self._file = (self._part / self._files[-1]).open(
                "w", encoding="utf-8", errors="replace", newline=""
            )
            self._in_file = self._bytes = 0
        self._file.write(line)
        self._in_file += 1
        self._bytes += len(data)
        self._questions += 1


def _safe(identity: str) -> str:
    """A name that no file system mistakes for another; it has the identity where this is one."""
    if _SAFE.fullmatch(identity):
        return identity
    readable = re.sub(r"[^a-z0-9_-]+", "-", identity.lower()).strip("-")[:60]
    digest = hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()[:12]
    return f"{readable}-{digest}" if readable else digest
