"""Secrets that are handed out once: sessions, tokens, links, recovery codes.

They are random, of 80 bits or more. A plain digest therefore is as good as a slow one: nobody can try them all. It is
what the database holds, and what is looked up, so that no comparison of secrets takes longer the nearer it comes.
"""

from __future__ import annotations

import base64
import hashlib
import secrets

TOKEN_PREFIX = "pin_"  # noqa: S105 - what tokens begin with, so that scanners for leaked secrets know them


def new_secret() -> str:
    """256 random bits, in characters that fit into cookies, addresses and headers."""
    return secrets.token_urlsafe(32)


def new_token() -> str:
    """The secret of an API token."""
    return TOKEN_PREFIX + secrets.token_hex(32)


def new_recovery_code() -> str:
    """80 random bits, in a form that can be copied by hand: "abcd-efgh-ijkl-mnop"."""
    letters = base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


def new_id() -> str:
    """A public id that cannot be guessed."""
    return secrets.token_hex(10)


def digest(secret: str) -> str:
    """What the database holds of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
