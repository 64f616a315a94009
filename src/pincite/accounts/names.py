"""Names of accounts."""

from __future__ import annotations

import hashlib
import unicodedata

from pincite.errors import UsageError

LONGEST_NAME = 200


def clean_name(name: str) -> str:
    """A name as it is kept and shown.

    Raises:
        UsageError: if it is empty, too long, or holds characters that cannot be seen.
    """
    clean = " ".join(unicodedata.normalize("NFKC", name).split())
    if not clean:
        raise UsageError("the name is empty", "Give a name.")
    if len(clean) > LONGEST_NAME:
        raise UsageError(f"the name is longer than {LONGEST_NAME} characters", "Give a shorter one.")
    if not clean.isprintable():
        raise UsageError("the name holds characters that cannot be seen", "Leave them out.")
    return clean


def name_key(name: str) -> str:
    """What a name is found by: the same for names that differ only in case, width or spaces.

    Any text has one, also what `clean_name` refuses; none of these is the key of an account.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    key = " ".join(folded.split())
    return (
        key if key.isprintable() else "\n" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
    )
