"""An entry of the corpus: a file that a script makes, and exactly what is to be read of it."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.compound_file import write_compound_file
from tests.support.office_files import packed

from pincite.domain import Notice
from pincite.domain.formats import format_named
from pincite.errors import DocumentError

Content = bytes | str | Callable[[Path], object]
"""What a file holds, or what writes it at a path."""

Blocks = tuple[tuple[str, str], ...]
"""Kind and text of each block, in order."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file and what is right for it: its pages and notices, or its refusal, or the files in it.

    Attributes:
        about: What is special about it; no two entries of a format say the same.
        name: Of the file.
        content: Of the file.
        pages: Label and blocks of each page.
        notices: What the user is told.
        refusal: The error, with its message.
        held: Names of the files in it that can be read.
        left_out: Names of the others, and why.
        media_type: Of the document, where the name promises another format.
        isolated: Whether it is read by the isolated parser, since it may cost more than a test may.
        ocr: Whether pictures are read; then it is read by the isolated parser, too.
    """

    about: str
    name: str
    content: Content
    pages: tuple[tuple[str, Blocks], ...] = ()
    notices: tuple[Notice, ...] = ()
    refusal: tuple[type[DocumentError], str] | None = None
    held: tuple[str, ...] | None = None
    left_out: tuple[tuple[str, str], ...] = ()
    media_type: str = ""
    isolated: bool = False
    ocr: bool = False

    @property
    def format(self) -> str:
        """Media type of what it is, or of what its name promises where it is refused."""
        promised = format_named(self.name)
        assert self.media_type or promised is not None
        return self.media_type or (promised.media_type if promised else "")

    def write(self, path: Path) -> None:
        """Make the file."""
        if callable(self.content):
            self.content(path)
        else:
            path.write_bytes(self.content if isinstance(self.content, bytes) else self.content.encode())


def page(label: str, *blocks: tuple[str, str]) -> tuple[str, Blocks]:
    """A page."""
    return label, blocks


def read(
    about: str,
    name: str,
    content: Content,
    *pages: tuple[str, Blocks],
    notices: Sequence[Notice] = (),
    media_type: str = "",
    isolated: bool = False,
    ocr: bool = False,
) -> Entry:
    """A file that becomes a document."""
    return Entry(
        about, name, content, pages, tuple(notices), media_type=media_type, isolated=isolated, ocr=ocr
    )


def refused(
    about: str,
    name: str,
    content: Content,
    error: type[DocumentError],
    message: str,
    *,
    isolated: bool = False,
) -> Entry:
    """A file that is refused with this message; all of them say what helps."""
    return Entry(about, name, content, refusal=(error, message), isolated=isolated)


def holding(
    about: str,
    name: str,
    content: Content,
    *held: str,
    left_out: Sequence[tuple[str, str]] = (),
) -> Entry:
    """A file that is nothing but the files in it."""
    return Entry(about, name, content, held=held, left_out=tuple(left_out))


def cut(make: Callable[[Path], object], share: float = 0.5) -> Content:
    """What makes only the first part of a file, as a broken download leaves it."""

    def write(path: Path) -> None:
        make(path)
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])

    return write


def swollen(make: Callable[[Path], object], member: str, start: str, megabytes: int = 300) -> Content:
    """What makes a packed file of which one member goes on with one letter for so many megabytes."""

    def write(path: Path) -> None:
        make(path)
        with zipfile.ZipFile(path) as sound:
            others = {name: sound.read(name) for name in sound.namelist() if name != member}
        packed(path, others)
        with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as file, file.open(member, "w") as part:
            part.write(start.encode())
            for _ in range(megabytes):
                part.write(b"a" * (1 << 20))

    return write


def locked(path: Path) -> None:
    """A file of Office as its programs encrypt it."""
    write_compound_file(path, {"EncryptedPackage": bytes(4096), "EncryptionInfo": bytes(100)})


LOG_IN = "<!doctype html><html><body><p>Please log in.</p></body></html>"
"""What a server sends in place of a file."""

MACROS = Notice("macros_not_run", "The file holds macros; they are neither run nor read.")
"""What is told of macros, whatever the program."""

TRACKED_CHANGES = Notice(
    "tracked_changes",
    "The file holds 2 tracked changes by Bo Chen: what was inserted is read as text, what was deleted is shown as a "
    "comment.",
)
"""What is told of a deletion and an insertion, whatever the program."""
