"""How pictures are read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OcrOptions:
    """What a parser needs to know; plain values, because it is sent to other processes.

    Attributes:
        languages: ISO 639-1 codes of the languages to expect; empty for those of the embedded networks.
        dpi: Pixels an inch of the pictures.
        threads: Pages read at a time; 0 for one a core, at most 4.
        least_confidence: Lines that are read with less are left out.
        memory_mb: Memory on top of the parser's.
        cache: Folder of compiled networks; "" for none.
        work: Folder in which what was read of each page is kept until the document is in the library; "" for none.
    """

    languages: tuple[str, ...] = ()
    dpi: float = 200.0
    threads: int = 0
    least_confidence: float = 0.6
    memory_mb: int = 3000
    cache: str = ""
    work: str = ""
