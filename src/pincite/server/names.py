"""How names of files are told to browsers."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

from pincite.library.file_names import UNNAMED

_NOT_IN_QUOTES = re.compile(r"[^ !#-$&-\[\]-~]")


def content_disposition(kind: str, name: str) -> str:
    """The header that names a file: https://www.rfc-editor.org/rfc/rfc6266.

    Args:
        kind: "inline" or "attachment".
        name: Any text.
    """
    # Browsers differ in what they make of % and " between quotes; all of them prefer the exact form after it.
    rough = _NOT_IN_QUOTES.sub("_", unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode())
    exact = quote(name.encode("utf-8", "replace"), safe="!#$&+-.^_`|~")
    return f"{kind}; filename=\"{rough.strip() or UNNAMED}\"; filename*=UTF-8''{exact}"
