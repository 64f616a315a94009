"""Damaged PDFs: a few cases of `benchmarks.fuzz`, and that its rules notice what breaks them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks import fuzz
from benchmarks.invariants import violations
from benchmarks.mutations import MUTATIONS, mutate
from benchmarks.mutations_other import mutate_other

from pincite.config import ParseSettings
from pincite.domain import Block, BlockKind, Boxes, Cell, Page, ParsedDocument, Table
from pincite.parse.files import read_file

SOUND = fuzz.seeds(None)
PDFS = [content for ending, content in SOUND if ending == ".pdf"]


def test_a_few_cases(tmp_path: Path) -> None:
    settings = ParseSettings(workers=2, memory_mb=600, seconds_per_page=4, seconds_per_file=12)
    report = fuzz.run(SOUND, 60, 7, tmp_path / "kept", settings=settings, most=16)
    assert report.findings == []
    assert report.cases == 16 == sum(report.outcomes.values())
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_way_of_damage_changes_the_file(name: str) -> None:
    changed = [MUTATIONS[name](random.Random(number), PDFS[-1], PDFS[0]) != PDFS[-1] for number in range(5)]
    assert any(changed)


def test_cases_follow_from_the_seed() -> None:
    one, two = (mutate(random.Random("1:5"), PDFS[0], PDFS[1]) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("ending", "content"),
    [one for one in SOUND if one[0] != ".pdf"],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_sound_files_of_other_formats_are_read_and_can_be_damaged(
    ending: str, content: bytes, tmp_path: Path
) -> None:
    (tmp_path / f"a{ending}").write_bytes(content)
    assert violations(read_file(tmp_path / f"a{ending}")) == []
    assert any(mutate_other(random.Random(number), content, b"x" * 50)[1] != content for number in range(5))


def document(page: Page) -> ParsedDocument:
    return ParsedDocument("application/pdf", "", (), None, (page,), (), ())


def boxes_of(*box: int) -> Boxes:
    return np.tile(np.array(box, np.uint16), (7, 1))


def good() -> Page:
    table = Table((Cell(0, 0, 0, 3), Cell(0, 1, 4, 7)))
    return Page(
        1, "1", "one\ttwo", 600, 800, boxes_of(10, 10, 20, 20), (Block(BlockKind.TABLE, 0, 7, table=table),)
    )


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        (good(), None),
        (replace(good(), text="one\ttw\0"), "control characters"),
        (replace(good(), text="one\ttwo three"), "boxes"),
        (replace(good(), width=float("inf")), "size"),
        (replace(good(), blocks=()), "after the last block"),
        (replace(good(), blocks=(Block(BlockKind.PARAGRAPH, 0, 9),)), "block 0:9"),
        (replace(good(), blocks=(Block(BlockKind.HEADING, 0, 7),)), "level 0"),
        (replace(good(), blocks=(Block(BlockKind.PARAGRAPH, 0, 3),)), "after the last block"),
        (replace(good(), blocks=(Block(BlockKind.TABLE, 0, 7, table=Table((Cell(0, 0, 0, 9),))),)), "its block"),
        (replace(good(), boxes=boxes_of(20, 10, 10, 20)), "ends before"),
    ],
)  # fmt: skip
def test_the_rules(page: Page, complaint: str | None) -> None:
    found = violations(document(page))
    assert found == [] if complaint is None else any(complaint in fault for fault in found), found
