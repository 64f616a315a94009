"""The main language of a document."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from pincite.domain import BlockKind, Page
from pincite.languages import script_language, script_of
from pincite.terms import small_words, words_of

_SAMPLE = 4000
_FEWEST = 40
"""Letters."""
_FEWEST_TELLING = 2
"""Different small words that English does not have."""
_FALLBACK = "en"

_RUNNING = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
_OTHER = frozenset(
    {BlockKind.TABLE, BlockKind.HEADING, BlockKind.CAPTION, BlockKind.FIELD, BlockKind.FOOTNOTE}
)

_SAME = {"nn": "no"}
_LEFT_OUT = frozenset({"vo", "zxx"})


def document_language(pages: Sequence[Page]) -> str:
    """ISO 639-1 code of the language most of the running text is in; "en" when there is too little text.

    Where there is little running text, that of tables, headings and the like counts as well. A language written in
    Latin letters must have some of its small words there: names and heads alone are taken for any.
    """
    text = _sample(pages, _RUNNING)
    if _letters(text) >= _FEWEST:
        return _classified(text)
    text = f"{text} {_sample(pages, _OTHER)}"
    if _letters(text) < _FEWEST:
        return script_language(text) or _FALLBACK
    found = _classified(text)
    if script_of(found) != "Latin":
        return found
    telling = small_words().get(found, frozenset()) - small_words()[_FALLBACK]
    return found if len(telling.intersection(words_of(text))) >= _FEWEST_TELLING else _FALLBACK


def _classified(text: str) -> str:
    found = _classifier()(text)[0]
    return _SAME.get(found, found)


def _letters(text: str) -> int:
    return sum(character.isalpha() for character in text)


def _sample(pages: Sequence[Page], kinds: frozenset[BlockKind]) -> str:
    sample: list[str] = []
    size = 0
    # From the middle outwards title pages, contents and references are the last to count.
    for page in sorted(pages, key=lambda p: abs(p.index - len(pages) // 3 - 1)):
        for block in page.blocks:
            if block.kind in kinds:
                sample.append(page.text[block.start : block.end])
                size += block.end - block.start
        if size >= _SAMPLE:
            break
    return " ".join(sample)[:_SAMPLE]


@functools.cache
def _classifier() -> Callable[[str], tuple[str, float]]:
    """Tells the language of a text, among those that have a code of two letters.

    The others are dialects and creoles of these, which short texts are easily taken for.
    """
    # Reads its model of 700 kB when first used: only where files are added.
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(code for code in identifier.labels if len(code) == 2 and code not in _LEFT_OUT)
    classify: Callable[[str], tuple[str, float]] = identifier.classify
    return classify
