from __future__ import annotations

import numpy as np
import pytest

from pincite.parse.hyphens import Words
from pincite.parse.line import Line


def words(text: str) -> Words:
    found = Words()
    found.add([Line(0, 100, 0, 10, 9, 10, text, np.zeros((len(text), 4), np.uint16))])
    return found


@pytest.mark.parametrize(
    ("text", "before", "after", "keeps"),
    [
        ("understanding under standing", "under-", "standing", False),
        ("well-known", "well-", "known", True),
        ("parameters and parameterize", "parameter-", "ized", False),
        ("she understands; proper people", "proper-", "ties", False),
        ("he stands under it while standing", "under-", "standing", False),
        ("long lists and running water", "long-", "running", True),
        ("rational, non-empty, non-zero", "non-", "rational", True),
        ("rational, nonempty, nonzero, empty, zero", "non-", "rational", False),
        ("compatible with a browser", "cross-browser-", "compatible", True),
        ("nothing of use", "com-", "pilation", False),
        ("nothing of use", "Smith-", "Jones", True),
        ("experiments", "EXPERI-", "MENTS", False),
    ],
)
def test_the_document_and_the_parts_tell(text: str, before: str, after: str, keeps: bool) -> None:
    assert words(text).keeps_hyphen(before, after) is keeps
