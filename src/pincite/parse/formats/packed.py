"""Members of a packed file (Office, EPUB, ZIP), read within limits on what they really unpack to."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Self, cast

from pincite.errors import DamagedFileError, ParseLimitError, PasswordNeededError

MOST_MEMBERS = 20_000
MOST_BYTES = 4 << 30
"""Of all members together, unpacked."""

MOST_RATIO = 200
"""Unpacked bytes for each packed one, once there are `RATIO_FROM` of them: text reaches 20, pictures 2."""

RATIO_FROM = 32 << 20
_BLOCK = 1 << 18
_UNIX = 3
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)


class PackedFile:
    """A packed file whose members are read by name. What its directory says of their sizes is not believed.

    Args:
        path: The file.
        name: What messages call it, where that is not the path's.

    Raises:
        DamagedFileError: if it is no such file.
        ParseLimitError: if it has too many members.
    """

    def __init__(self, path: Path, name: str = "") -> None:
        self.name = name or path.name
        try:
            self._file = zipfile.ZipFile(path)
        except _BROKEN as error:
            raise DamagedFileError(
                f"{self.name} is damaged: its directory cannot be read ({error})", "Get the file again."
            ) from None
        self._packed = max(1, path.stat().st_size)
        self._unpacked = 0
        infos = self._file.infolist()
        if len(infos) > MOST_MEMBERS:
            self._file.close()
            raise ParseLimitError(
                f"{self.name} holds {len(infos):,} files, more than the {MOST_MEMBERS:,} allowed",
                "Unpack it and add what matters.",
            )
        # Of two members of one name the last counts, as for every program that opens such a file.
        self._infos = {info.filename: info for info in infos}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def names(self) -> list[str]:
        """Names of all members that are files, in the order of the directory."""
        return [name for name, info in self._infos.items() if not info.is_dir()]

    def is_link(self, name: str) -> bool:
        """Whether a member stands for another file, whose name is its content (as Unix writes it)."""
        info = self._infos[name]
        return info.create_system == _UNIX and stat.S_ISLNK(info.external_attr >> 16)

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def read(self, name: str, most: int = 256 << 20) -> bytes:
        """The content of a member.

        Args:
            name: As in the directory.
            most: Bytes; a larger member is refused.

        Raises:
            DamagedFileError: if it is not there or cannot be unpacked.
            ParseLimitError: if it unpacks to more than allowed.
            PasswordNeededError: if it is encrypted.
        """
        # In blocks: asked for all at once, the buffer would reserve as much memory as is allowed.
        blocks: list[bytes] = []
        size = 0
        with self.open(name) as member:
            while block := member.read(_BLOCK):
                size += len(block)
                if size > most:
                    raise self._too_large(f"its part {name} unpacks to more than {most >> 20} MB")
                blocks.append(block)
        return b"".join(blocks)

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """A member to be read in pieces. Arguments and errors are those of `read`."""
        info = self._infos.get(name)
        if info is None:
            raise DamagedFileError(
                f"{self.name} is damaged: its part {name} is missing", "Get the file again."
            )
        if info.flag_bits & 1:
            raise PasswordNeededError(
                f"{self.name} is encrypted", "Save it without a password, and add that."
            )
        try:
            with self._file.open(info) as member:
                yield cast(IO[bytes], io.BufferedReader(_Counted(self, member, name), _BLOCK))
        except _BROKEN as error:
            raise DamagedFileError(
                f"{self.name} is damaged: its part {name} cannot be unpacked ({error})", "Get the file again."
            ) from None

    def count(self, size: int) -> None:
        """Count bytes that were unpacked.

        Raises:
            ParseLimitError: if they are too many.
        """
        self._unpacked += size
        if self._unpacked > MOST_BYTES:
            raise self._too_large(f"it unpacks to more than {MOST_BYTES >> 30} GB")
        if self._unpacked > RATIO_FROM and self._unpacked > MOST_RATIO * self._packed:
            raise self._too_large(f"it unpacks to more than {MOST_RATIO} times its size")

    def _too_large(self, why: str) -> ParseLimitError:
        return ParseLimitError(
            f"{self.name} is refused: {why}", "If it is a file that you trust, unpack it or save it in parts."
        )


class _Counted(io.RawIOBase):
    """A member whose bytes are counted as they come."""

    def __init__(self, packed: PackedFile, member: IO[bytes], name: str) -> None:
        self._packed = packed
        self._member = member
        self._name = name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._member.read(len(buffer))
        except _BROKEN as error:
            raise DamagedFileError(
                f"{self._packed.name} is damaged: its part {self._name} cannot be unpacked ({error})",
                "Get the file again.",
            ) from None
        self._packed.count(len(data))
        buffer[: len(data)] = data
        return len(data)
