"""Which language a short text is in, where its script or its small words tell it clearly.

No model: one that names a language for every text names a wrong one for tables, names and lists of parts. Here a text
counts as another language only where that is plain to see.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pincite.terms import small_words, words_of

_SCRIPTS = {
    "Arabic": ("\u0620-\u064a\u066e-\u06d3\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc", "ar fa ur ps sd ug ckb"),
    "Armenian": ("\u0531-\u0587", "hy"),
    "Bengali": ("\u0980-\u09fe", "bn as"),
    "Cyrillic": ("\u0400-\u052f", "ru uk be bg sr mk kk ky mn tg"),
    "Devanagari": ("\u0904-\u0963\u0971-\u097f", "hi mr ne sa"),
    "Ethiopic": ("\u1200-\u135a", "am ti"),
    "Georgian": ("\u10a0-\u10ff\u1c90-\u1cbf", "ka"),
    "Greek": ("\u0370-\u03ff\u1f00-\u1fff", "el"),
    "Gujarati": ("\u0a81-\u0aff", "gu"),
    "Gurmukhi": ("\u0a01-\u0a76", "pa"),
    "Hangul": ("\u1100-\u11ff\u3130-\u318f\uac00-\ud7af", "ko"),
    "Hebrew": ("\u05d0-\u05f2", "he yi"),
    "Kana": ("\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9d", "ja"),
    "Kannada": ("\u0c80-\u0cf2", "kn"),
    "Khmer": ("\u1780-\u17dd", "km"),
    "Lao": ("\u0e81-\u0edf", "lo"),
    "Latin": ("A-Za-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff", ""),
    "Malayalam": ("\u0d00-\u0d7f", "ml"),
    "Myanmar": ("\u1000-\u103f\u1050-\u109f", "my"),
    "Sinhala": ("\u0d81-\u0df3", "si"),
    "Tamil": ("\u0b82-\u0bfa", "ta"),
    "Telugu": ("\u0c00-\u0c7f", "te"),
    "Thai": ("\u0e01-\u0e4e", "th"),
    "Han": ("\u3400-\u9fff\uf900-\ufaff", "zh ja"),
}
"""Letters of each script, and the languages written in it, the most spoken first; of Latin all others."""

_TYPICAL = (
    ("uk", "Cyrillic", re.compile("[іїєґ]", re.IGNORECASE)),
    ("fa", "Arabic", re.compile("[پچژگ]")),
    ("ja", "Han", re.compile("[\u3041-\u30ff]")),
)
"""Letters that only one of a script's languages has, among those that are told apart."""

_LETTERS = {name: re.compile(f"[{letters}]") for name, (letters, _) in _SCRIPTS.items()}

_MAIN_SHARE = 0.6
"""Share of its letters that a text has in its main script at least."""

_FEWEST = 3
_SHARE = 0.2
"""Of small words: running text of most languages has more."""

_FEWEST_IN_QUESTION = 2
_SHARE_IN_QUESTION = 0.3


def script_language(text: str) -> str:
    """The language that a text's script alone tells; empty for Latin, for a mixture, and without letters."""
    script = main_script(text)
    codes = _SCRIPTS[script][1].split() if script else []
    if not codes:
        return ""
    for language, of, letters in _TYPICAL:
        if of == script and letters.search(text):
            return language
    return codes[0]


def script_of(language: str) -> str:
    """The writing of a language, by its ISO 639-1 code; Latin for those that are not known."""
    return next((script for script, (_, codes) in _SCRIPTS.items() if language in codes.split()), "Latin")


def part_language(text: str, main: str) -> str:
    """The language of a part of a document: the document's own, unless it is clearly another one.

    Args:
        text: Of the part.
        main: The document's language.
    """
    script = main_script(text)
    if not script:
        return main
    if script != "Latin" and main not in _SCRIPTS[script][1].split():
        return script_language(text)
    return _by_small_words(text, _FEWEST, _SHARE, main) or main


def question_language(question: str, languages: Sequence[str]) -> str:
    """The language a question is asked in; empty where neither script nor small words tell it.

    Args:
        question: Any text.
        languages: Of the documents asked, the most frequent first: the first needs fewer small words than others.
    """
    main = languages[0] if languages else "en"
    return script_language(question) or _by_small_words(
        question, _FEWEST_IN_QUESTION, _SHARE_IN_QUESTION, main
    )


def question_languages(question: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The languages in which a question's words are looked for: those of the documents, and its own.

    Args:
        question: Any text.
        languages: Of the documents asked, the most frequent first.

    Returns:
        The same, the question's own before the others where documents are in it, else behind them: parts of documents
        in another language may be.
    """
    own = question_language(question, languages)
    if own in languages:
        return (own, *(language for language in languages if language != own))
    return (*languages, own) if own else tuple(languages)


def main_script(text: str) -> str:
    """The script of most letters; empty where there is none."""
    if text.isascii():
        return "Latin" if _LETTERS["Latin"].search(text) else ""
    counts = Counter({name: len(letters.findall(text)) for name, letters in _LETTERS.items()})
    total = counts.total()
    if counts["Kana"] * 10 > counts["Han"]:  # Japanese: both together
        counts["Kana"] += counts.pop("Han")
    name, most = counts.most_common(1)[0]
    return name if total and most >= _MAIN_SHARE * total else ""


def _by_small_words(text: str, fewest: int, share: float, main: str) -> str:
    """The language whose small words are so many of a text's words, the main one's at most half as many; else empty."""
    words = words_of(text)
    all_small = small_words()
    of_main = sum(map(all_small.get(main, frozenset()).__contains__, words))
    if of_main >= share * len(words):
        return ""
    counts = {
        language: sum(map(common.__contains__, words))
        for language, common in all_small.items()
        if language != main
    }
    best = max(counts, key=lambda language: counts[language])
    if counts[best] < max(fewest, share * len(words), 2 * of_main):
        return ""
    return best if sorted(counts.values())[-2] < counts[best] else ""
