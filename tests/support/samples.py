"""The sample documents and what is true of them."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PAPERS = EXAMPLES / "papers"
SAMPLES = ("courtyard-noise", "heat-pumps", "river-gauges", "seed-bank-agreement")


def truth() -> dict[str, Any]:
    """The whole of truth.json."""
    loaded: dict[str, Any] = json.loads((EXAMPLES / "truth.json").read_text(encoding="utf-8"))
    return loaded


def sample(name: str) -> dict[str, Any]:
    """What is true of one sample, by the name of its file without the ending.

    Keys: file, title, authors, year, pages, labels, headings (number, title, level, page), questions
    (question, answer or None, page), blocks (pages, text). Pages count from 1.
    """
    found: list[dict[str, Any]] = [d for d in truth()["documents"] if d["file"] == f"{name}.pdf"]
    return found[0]


def squash(text: str) -> str:
    """Text without what line breaks and typography change: white space, hyphens, ligatures, quotes' forms."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'").replace("‘", "'")
    return re.sub(r"[\s\-\u2010\u00ad\ufffe\x02]", "", text)
