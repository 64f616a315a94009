"""Three papers to try Pincite with, and questions that they answer."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Sample:
    """A paper that comes with Pincite. The people, places and organisations in it do not exist.

    Attributes:
        name: Of its file, without the ending.
        title: As on its first page.
        authors: The same.
        year: Of publication.
        pages: How many.
        questions: Three that it answers.
    """

    name: str
    title: str
    authors: tuple[str, ...]
    year: int
    pages: int
    questions: tuple[str, str, str]

    @property
    def file_name(self) -> str:
        """Of its file."""
        return f"{self.name}.pdf"

    @property
    def path(self) -> Path:
        """Of its file."""
        return folder() / self.file_name

    @cached_property
    def sha256(self) -> str:
        """Digest of its bytes, by which a library knows whether it has them."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


SAMPLES = (
    Sample(
        "heat-pumps",
        "Air-Source Heat Pumps in Old Town Houses: Two Winters of Metered Data from 23 Solid-Wall Dwellings",
        ("Ingrid Halvorsen", "Tomás Reyes-Whitlock", "Amara Okonjo", "Peter J. Lindqvist"),
        2024,
        6,
        (
            "Does night setback save electricity in these houses?",
            "How much did an installation cost on average?",
            "At which outdoor temperatures is defrosting most frequent?",
        ),
    ),
    Sample(
        "courtyard-noise",
        "Noise of Outdoor Heat Pump Units in Narrow Courtyards",
        ("Tomás Reyes-Whitlock", "Mercy Adeyemi"),
        2023,
        2,
        (
            "How much louder are units in courtyards than the data sheet says?",
            "What happened to the noise during defrosting?",
            "What was the level in the light well?",
        ),
    ),
    Sample(
        "river-gauges",
        "Radar Level Sensors at Small River Gauges",
        ("Katarzyna Wolny", "Daniel Abara", "Helen M. Strand"),
        2023,
        8,
        (
            "What was the peak stage of the February 2022 flood at Millbrook?",
            "Why did the radar at Hagg Bridge fail?",
            "How much did a radar installation cost?",
        ),
    ),
)
"""In the order in which they are offered."""


def folder() -> Path:
    """Where the papers lie: within the package, where the build puts them; in a checkout where they are typeset."""
    package = Path(__file__).parents[1]
    packed = package / "samples"
    return packed if packed.is_dir() else package.parents[1] / "examples" / "papers"
