"""The key that a library signs with: Ed25519 (RFC 8032), in files beside the database.

Who can change the database, and nothing else, can neither sign nor add a key to those that are trusted.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import LibraryError, UsageError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PRIVATE, PUBLIC = "manifest.key", "manifest.pub"
"""Names of the files: the private key (PEM, readable by its owner only), and the public keys that are trusted."""

_LINE = re.compile(r"([0-9a-f]{64})(?:\s+(\S+))?")


class SigningKey:
    """A library's private key. Made by `of`."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @classmethod
    def of(cls, folder: Path) -> SigningKey:
        """The key in a folder, made when there is none; two processes that make it at once get the same.

        Raises:
            LibraryError: if it cannot be read or made.
        """
        try:
            data = _private_bytes(folder)
        except OSError as error:
            raise LibraryError(
                f"the key that the library signs with cannot be used: {error.strerror or error}",
                f"Check that you may read and write {folder}, or set `privacy.sign` to false.",
            ) from error
        key = cls(_load(data, folder / PRIVATE))
        _trust(folder, key.public)
        return key

    @property
    def public(self) -> str:
        """The public key, in hexadecimal."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> bytes:
        """The signature of a message: 64 bytes."""
        return self._key.sign(message)


def is_signed(public: str, signature: bytes, message: bytes) -> bool:
    """Whether a message was signed with the private key of a public one, which is in hexadecimal."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, message)
    except (ValueError, InvalidSignature):
        return False
    return True


def trusted_keys(folder: Path) -> dict[str, str]:
    """The public keys that a library trusts, each with the time (ISO 8601) since when it signs; oldest first.

    Raises:
        LibraryError: if the file cannot be read.
    """
    try:
        lines = (folder / PUBLIC).read_text(encoding="ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise LibraryError(
            f"the public keys of the library cannot be read: {error.strerror}", f"Check {folder}."
        ) from error
    found = (_LINE.fullmatch(line.strip()) for line in lines)
    return {match[1]: match[2] or "" for match in found if match}


def given_keys(given: str) -> list[str]:
    """Public keys that a user gives: one in hexadecimal, or a file as `manifest.pub`, a key a line.

    Raises:
        UsageError: if there is none.
    """
    lines = [given.strip().lower()]
    if not _LINE.fullmatch(lines[0]):
        try:
            lines = Path(given).expanduser().read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            lines = []
    matches = [_LINE.fullmatch(line.strip()) for line in lines if line.strip()]
    found = [match[1] for match in matches if match]
    if not found or len(found) != len(matches):
        raise UsageError(f"{given!r} is no public key", f"Give 64 hexadecimal digits, or a file {PUBLIC}.")
    return found


def readable_by_others(folder: Path) -> bool:
    """Whether other users of the machine may read the private key."""
    path = folder / PRIVATE
    return os.name != "nt" and path.exists() and bool(path.stat().st_mode & 0o077)


def _private_bytes(folder: Path) -> bytes:
    path = folder / PRIVATE
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    data = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    folder.mkdir(mode=0o700, exist_ok=True)
    unfinished = _written(folder, data)
    try:
        path.hardlink_to(unfinished)  # unlike a rename, fails when another process was quicker
    except FileExistsError:
        return path.read_bytes()
    except OSError:
        # File systems without hard links.
        if not path.exists():
            unfinished.rename(path)
        return path.read_bytes()
    finally:
        unfinished.unlink(missing_ok=True)
    return data


def _written(folder: Path, data: bytes) -> Path:
    path = folder / f".{secrets.token_hex(8)}"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return path


def _load(data: bytes, path: Path) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(data, None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise LibraryError(
            f"{path} is not the key that the library signs with",
            "Put the key back, or remove the file: a new key is then made, and what the old one signed stays valid.",
        )
    return key


def _trust(folder: Path, public: str) -> None:
    """Write a public key among those that are trusted, unless it is there."""
    if public in trusted_keys(folder):
        return
    now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    try:
        handle = os.open(folder / PUBLIC, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        with os.fdopen(handle, "ab") as file:
            file.write(
                f"{public} {now}\n".encode()
            )  # one write: whole, also where two processes append at once
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise LibraryError(
            f"the public keys of the library cannot be written: {error.strerror}", f"Check {folder}."
        ) from error
