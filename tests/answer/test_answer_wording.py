from __future__ import annotations

import numpy as np
import pytest

from pincite.answer.claims import take_apart
from pincite.answer.facts import Evidence
from pincite.answer.wording import EncodedClaim, Measured, Wording, longest_common, probability
from pincite.encode.contract import QuestionEncoding


def encoded(text: str, best: list[float]) -> EncodedClaim:
    """A token a word, all of one weight, with its best cosine in the only sentence."""
    claim = take_apart(text)
    count = len(claim.words)
    starts = np.array([word.start for word in claim.words], np.int32)
    encoding = QuestionEncoding(
        np.zeros(2, np.float32), np.zeros(count, np.uint32), np.zeros((count, 2), np.float32), starts
    )
    return EncodedClaim(encoding, np.full(count, 1 / count, np.float32), np.array([best], np.float32))


def test_measures_by_hand() -> None:
    claim = take_apart("Grey herons eat 12 frogs")
    best = [1.0, 0.8, 0.6, 0.0, 0.4]
    evidence = Evidence(take_apart("The heron ate frogs."))
    measured = Measured(claim, encoded(claim.text, best)).against(evidence, 0)
    assert measured.late == pytest.approx((1.0 + 0.8 + 0.6 + 0.4) / 4), "numbers are compared by value"
    assert measured.coverage == pytest.approx(3 / 4)
    assert measured.weakest == pytest.approx(1.0)
    assert measured.lacking == pytest.approx(0.0)
    assert measured.order == 1.0


def test_order_is_that_of_the_common_words() -> None:
    claim = take_apart("frogs eat herons")
    evidence = Evidence(take_apart("herons eat frogs"))
    measured = Measured(claim, encoded(claim.text, [1.0] * 3)).against(evidence, 0)
    assert measured.order == pytest.approx(1 / 3)
    assert longest_common("abcd", "xbyd") == 2
    assert longest_common("", "a") == 0


def test_more_that_is_covered_is_more_probable() -> None:
    low = Wording(late=0.5, coverage=0.3, weakest=0.2, lacking=0.5, order=0.5)
    high = Wording(late=1.0, coverage=1.0, weakest=1.0, lacking=0.0, order=1.0)
    assert 0 <= probability(low) < 0.1 < 0.9 < probability(high) <= 1
