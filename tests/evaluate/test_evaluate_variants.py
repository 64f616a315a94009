"""Grids of settings, and samples of questions."""

from __future__ import annotations

from collections import Counter

import pytest

from pincite.config import Settings, load_settings
from pincite.domain import Expectation
from pincite.errors import UsageError
from pincite.evaluate.sampling import stratified
from pincite.evaluate.variants import AS_SET, GRIDS, Variant, variants
from pincite.search.engine import Stages

SETTINGS = load_settings(environment={})


def test_every_value_is_combined_with_every_other() -> None:
    found = variants([], ["search.lexical_weight=0.2, 0.8", "rerank=on,off"], SETTINGS)
    assert [one.name for one in found] == [
        AS_SET,
        "search.lexical_weight 0.2, rerank on",
        "search.lexical_weight 0.2, rerank off",
        "search.lexical_weight 0.8, rerank on",
        "search.lexical_weight 0.8, rerank off",
    ]
    assert found[2].stages == Stages(rerank=False)
    assert found[2].search(SETTINGS).lexical_weight == 0.2
    assert found[2].chunk(SETTINGS) == SETTINGS.chunk
    (_, one) = variants([], ["chunk.context=title"], SETTINGS)
    assert one.chunk(SETTINGS).context == "title"


def test_what_is_asked_for_twice_is_tried_once() -> None:
    assert len(variants(["weights", "weights"], [], SETTINGS)) == 1 + len(GRIDS["weights"])


def test_the_grids_cover_what_is_asked_about_settings() -> None:
    weights = [one.search(SETTINGS).lexical_weight for one in GRIDS["weights"]]
    assert weights == [number / 10 for number in range(1, 11)]
    assert not any(one.stages.rerank for one in GRIDS["weights"])
    assert all(one.stages.rerank for one in GRIDS["weights-reranked"])
    sizes = [one.chunk(SETTINGS).tokens for one in GRIDS["chunks"]]
    assert (min(sizes), max(sizes)) == (64, 256)
    names = [one.name for grid in GRIDS.values() for one in grid]
    assert max(Counter(names).values()) == 1
    for grid in GRIDS.values():
        for one in grid:
            Settings.model_validate(
                {"search": one.search(SETTINGS).model_dump(), "chunk": one.chunk(SETTINGS).model_dump()}
            )


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("search.lexical_weight", "names no value"),
        ("search.lexical_weight=", "names no value"),
        ("search.lexical_weight=3", "cannot be '3': input should be less than or equal to 1"),
        ("search.lexical_weight=,", "cannot be ''"),
        ("search.fusion=both", "cannot be 'both'"),
        ("chunk.tokens=12.5", "cannot be '12.5'"),
        ("rerank=1", "rerank is '1'"),
        ("search.cross_encoder=/models", "cannot be varied"),
        ("answer.threshold=0.3", "cannot be varied"),
        ("chunk.token=64", "cannot be varied"),
        ("precise=on", "needs a cross-encoder"),
    ],
)
def test_what_makes_no_sense_is_an_error(settings: str, told: str) -> None:
    with pytest.raises(UsageError) as raised:
        variants([], [settings], SETTINGS)
    assert told in raised.value.message
    assert raised.value.remedy


def test_errors_of_several_settings() -> None:
    for settings in (["lexical=off", "dense=off"], ["rerank=on", "rerank=off"]):
        with pytest.raises(UsageError):
            variants([], settings, SETTINGS)
    with pytest.raises(UsageError, match="no grid 'weight'"):
        variants(["weight"], [], SETTINGS)
    many = "search.candidates=" + ",".join(map(str, range(1, 16)))
    with pytest.raises(UsageError, match="more than 200"):
        variants([], [many, many.replace("candidates", "rrf_k")], SETTINGS)
    with pytest.raises(UsageError, match="needs a cross-encoder"):
        variants(["precise"], [], SETTINGS)
    ready = load_settings(environment={}, overrides={"search": {"cross_encoder": "some"}})
    assert variants(["precise"], [], ready)[1] == Variant("precise", (("precise", True),))


def questions(lengths: list[int], unanswerable: int = 0) -> list[Expectation]:
    return [
        Expectation("x" * length, line, answerable=False if line <= unanswerable else None)
        for line, length in enumerate(lengths, start=1)
    ]


def test_a_sample_has_the_same_share_of_short_and_long_and_of_unanswerable_questions() -> None:
    every = questions([10 + number % 100 for number in range(400)], unanswerable=100)
    sample = stratified(every, 80, seed=3)
    assert len(sample) == 80
    assert [one.line for one in sample] == sorted(one.line for one in sample)
    assert Counter(one.answerable for one in sample) == {None: 60, False: 20}
    for low in (10, 35, 60, 85):
        assert sum(low <= len(one.question) < low + 25 for one in sample) == pytest.approx(20, abs=1)
    assert sample == stratified(every, 80, seed=3) != stratified(every, 80, seed=4)


def test_samples_of_few_and_of_all() -> None:
    every = questions([5, 5, 5, 90])
    assert stratified(every, 4, 0) == stratified(every, 99, 0) == every
    for count in (1, 2, 3):
        assert len(stratified(every, count, 0)) == count
    assert stratified([], 3, 0) == []
    with pytest.raises(UsageError):
        stratified(every, 0, 0)
