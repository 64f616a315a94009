"""The main language of a document."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain import BlockKind, Page

_SAMPLE = 4000
_FEWEST = 40
_FALLBACK = "en"


def document_language(pages: Sequence[Page]) -> str:
    """ISO 639-1 code of the language most of the running text is in; "en" when there is too little text."""
    sample: list[str] = []
    size = 0
    # From the middle outwards title pages, contents and references are the last to count.
    for page in sorted(pages, key=lambda p: abs(p.index - len(pages) // 3 - 1)):
        for block in page.blocks:
            if block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
                sample.append(page.text[block.start : block.end])
                size += block.end - block.start
        if size >= _SAMPLE:
            break
    text = " ".join(sample)[:_SAMPLE]
    if sum(character.isalpha() for character in text) < _FEWEST:
        return _FALLBACK
    import py3langid  # reads its model of 700 kB when first used: only where files are added

    return str(py3langid.classify(text)[0])
