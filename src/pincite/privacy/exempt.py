"""Numbers that look like personal ones and are not: identifiers of publications, addresses of pages, and the like."""

from __future__ import annotations

import re
from collections.abc import Sequence

_EXEMPT = re.compile(
    r"\b10\.\d{4,9}/\S+"  # DOI
    r"|\barXiv:? ?\d{4}\.\d{4,5}(?:v\d+)?|\b\d{4}\.\d{4,5}v\d+"
    r"|\b[a-z]{2,}(?:-[a-z]{2,})?/\[?\d{4}\.?\d{3,5}"  # arXiv before 2007
    r"|\bISBN(?:-1[03])?:? ?[\dXx][\dXx -]{8,20}|\b97[89][- ]\d{1,5}[- ]\d{1,7}[- ]\d{1,7}[- ][\dX]\b"
    r"|\bISSN:? ?\d{4}-\d{3}[\dX]"
    r"|\b(?:https?|ftp)://[^\s<>\"]+|\bwww\.[^\s<>\"]+"
    r"|\bORCID(?: iD)?:? ?\d{4}-\d{4}-\d{4}-\d{3}[\dX]"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"  # UUID
    r"|\b(?:PMID|PMCID|CIK|EIN|CUSIP|ISIN|SKU|UPC|EAN|VIN|IMEI|SHA(?:-?(?:1|256))?)\b:? ?#?[\w-]{5,64}",
    re.IGNORECASE,
)


def exempt_ranges(text: str) -> Sequence[tuple[int, int]]:
    """Where no telephone number, card or national number is looked for, in order."""
    return [match.span() for match in _EXEMPT.finditer(text)]
