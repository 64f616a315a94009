"""Files that hold files: archives, and messages with attachments. What is in them is handed on, to be read like any."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path, PurePath
from typing import IO

from pincite.domain import formats as media
from pincite.domain.formats import format_of
from pincite.errors import DamagedFileError, PasswordNeededError
from pincite.parse import sniff
from pincite.parse.formats.packed import PackedFile

MOST_DEPTH = 2
"""An archive may lie in an archive; what is in a third is not looked at."""

_BLOCK = 1 << 20
_NOT_DOCUMENTS = re.compile(
    r"(?:^|/)(?:__MACOSX/|\.(?!\.?(?:/|$))[^/]*(?:/|$)|Thumbs\.db$|desktop\.ini$)", re.IGNORECASE
)
_MAY_HOLD = (b"PK\x03\x04", b"PK\x05\x06")


@dataclass(frozen=True, slots=True)
class Member:
    """A file within a file, unpacked.

    Attributes:
        name: What it is called there, with its folders: for showing only, never a path.
        file: Name of the file that was made of it.
        size: In bytes.
    """

    name: str
    file: str
    size: int


@dataclass(slots=True)
class Unpacked:
    """What was in a file.

    Attributes:
        members: What can be read, in the order found.
        left_out: Names of the others, and why.
        whole: Whether the file is nothing beside them: an archive. A message is a document of its own.
    """

    whole: bool
    members: list[Member] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)


def may_hold_files(path: Path, name: str) -> bool:
    """Whether a look into a file is worth while; reads its beginning only.

    Raises:
        OSError: if it cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(8192)
    if head.startswith(_MAY_HOLD):
        return PurePath(name).suffix.lower() not in _OFFICE
    suffix = PurePath(name).suffix.lower()
    return suffix in (".msg", ".eml") or sniff.media_type_of(head, name) == media.EMAIL


_OFFICE = frozenset(
    suffix
    for kind in (media.DOCX, media.PPTX, media.XLSX, media.XLSB, media.ODT, media.ODP, media.ODS, media.EPUB)
    if (known := format_of(kind)) is not None
    for suffix in known.suffixes
)


def unpack(path: Path, name: str, folder: Path) -> Unpacked | None:
    """Write what can be read of the files in a file into a folder, under names of our own.

    Args:
        path: The file.
        name: What the user calls it.
        folder: An empty folder.

    Returns:
        What was in it; None for a file that holds no files.

    Raises:
        DamagedFileError: if it cannot be read.
        ParseLimitError: if it holds too many files, or unpacks to too much.
        PasswordNeededError: if all in it is encrypted.
    """
    kind = sniff.media_type(path, name)
    if kind == media.ZIP:
        return _archive(path, name, folder)
    if kind in (media.EMAIL, media.OUTLOOK):
        unpacked = Unpacked(whole=False)
        parts = _attachments(path) if kind == media.EMAIL else _outlook_attachments(path)
        for number, (attached, data) in enumerate(parts):
            target = folder / f"{number}"
            target.write_bytes(data)
            _take(unpacked, attached, target)
        return unpacked
    return None


def _archive(path: Path, name: str, folder: Path) -> Unpacked:
    unpacked = Unpacked(whole=True)
    encrypted = 0
    with PackedFile(path) as packed:
        for number, member in enumerate(packed.names()):
            shown = _readable_name(member)
            if _NOT_DOCUMENTS.search(shown):
                continue
            if packed.is_link(member):
                unpacked.left_out.append((shown, "it is a link to another file"))
                continue
            target = folder / f"{number}"
            try:
                with packed.open(member) as source, target.open("wb") as file:
                    shutil.copyfileobj(source, file, _BLOCK)
            except PasswordNeededError as error:
                encrypted += 1
                unpacked.left_out.append((shown, error.message))
            except DamagedFileError:
                target.unlink(missing_ok=True)
                unpacked.left_out.append((shown, "it cannot be unpacked"))
            else:
                _take(unpacked, shown, target)
    if encrypted and encrypted == len(unpacked.left_out) and not unpacked.members:
        raise PasswordNeededError(
            f"{name} is encrypted", "Unpack it, or pack it without a password, and add that."
        )
    if not unpacked.members and not unpacked.left_out:
        raise DamagedFileError(f"{name} holds no files", "Add the documents themselves.")
    return unpacked


def _take(unpacked: Unpacked, name: str, target: Path) -> None:
    """Keep a file that can be read; tell why of one that cannot."""
    size = target.stat().st_size
    kind = sniff.media_type(target, name) if size else ""
    if kind and format_of(kind) is not None:
        unpacked.members.append(Member(name, target.name, size))
        return
    target.unlink()
    unpacked.left_out.append((name, f"it is {sniff.name_of(kind)}" if kind else "it is empty"))


def _readable_name(member: str) -> str:
    """A member's name, which old programs wrote in whatever encoding they had, and with the folders of Windows."""
    with contextlib.suppress(UnicodeError):
        member = member.encode("cp437").decode("utf-8")
    return member.replace("\\", "/")


def read_message(file: IO[bytes]) -> EmailMessage:
    """An e-mail; what is wrong with it is passed over as far as possible."""
    import email
    from email import policy

    message = email.message_from_binary_file(file, policy=policy.default)
    assert isinstance(message, EmailMessage)  # noqa: S101 - by its policy
    return message


def _attachments(path: Path) -> Iterator[tuple[str, bytes]]:
    with path.open("rb") as file:
        message = read_message(file)
    yield from attached_files(message)


def attached_files(message: EmailMessage) -> Iterator[tuple[str, bytes]]:
    """Names and contents of what is attached to a message, attached messages included."""
    for number, part in enumerate(message.walk(), start=1):
        if part is message or part.get_content_maintype() == "multipart":
            continue
        name = part.get_filename() or ""
        if part.get_content_type() == "message/rfc822":
            inner = part.get_payload(0) if part.is_multipart() else None
            if isinstance(inner, EmailMessage):
                subject = str(inner.get("subject", "")) or f"message {number}"
                yield name or f"{_as_file_name(subject)}.eml", inner.as_bytes()
            continue
        if part.get_content_disposition() != "attachment" and not name:
            continue
        if part.get_content_maintype() == "image" and part.get("content-id"):
            continue  # a picture within the text
        data = part.get_payload(decode=True)
        if isinstance(data, bytes):
            yield name or f"attachment {number}", data


def _as_file_name(text: str) -> str:
    return " ".join(re.sub(r"[/\\\x00-\x1f]", " ", text).split())[:100] or "message"


def _outlook_attachments(path: Path) -> Iterator[tuple[str, bytes]]:
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as file:
            storages = sorted({entry[0] for entry in file.listdir() if entry[0].startswith("__attach")})
            for number, storage in enumerate(storages, start=1):
                data = f"{storage}/__substg1.0_37010102"
                if file.exists(data):
                    yield _outlook_name(file, storage) or f"attachment {number}", file.openstream(data).read()
    except OSError as error:
        raise DamagedFileError(f"{path.name} is damaged: {error}", "Save the message again.") from None


def _outlook_name(file: object, storage: str) -> str:
    import olefile

    assert isinstance(file, olefile.OleFileIO)  # noqa: S101 - given by the caller above
    for tag in ("3707", "3704", "3001"):
        for kind, encoding in (("001F", "utf-16-le"), ("001E", "cp1252")):
            stream = f"{storage}/__substg1.0_{tag}{kind}"
            if file.exists(stream):
                data: bytes = file.openstream(stream).read()
                return os.path.basename(data.decode(encoding, "replace").rstrip("\0"))  # noqa: PTH119
    return ""
