"""Which languages the embedded networks read, and what Tesseract calls the others."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.errors import UsageError

# Those of Europe, Africa, Asia and the Americas in Latin letters.
_LATIN = (
    "af ast az bs ca cs cy da de en eo es et eu fi fr fo fy ga gd gl hr hu id is it jv ku la lb lt lv mg mi ms mt "
    "nb nl nn no oc pl pt qu rm ro sk sl sn so sq sv sw tl tr tk uz vi wa xh zu"
)
EMBEDDED = frozenset([*_LATIN.split(), "zh", "ja"])
"""Codes (ISO 639-1, where there is one) of the languages whose every letter the embedded networks know."""

TESSERACT = {
    "am": "amh", "ar": "ara", "as": "asm", "be": "bel", "bg": "bul", "bn": "ben", "el": "ell", "fa": "fas", "gu": "guj",
    "he": "heb", "hi": "hin", "hy": "hye", "ka": "kat", "kk": "kaz", "km": "khm", "kn": "kan", "ko": "kor", "ky": "kir",
    "lo": "lao", "mk": "mkd", "ml": "mal", "mn": "mon", "mr": "mar", "my": "mya", "ne": "nep", "pa": "pan", "ps": "pus",
    "ru": "rus", "si": "sin", "sr": "srp", "ta": "tam", "te": "tel", "tg": "tgk", "th": "tha", "ug": "uig", "uk": "ukr",
    "ur": "urd", "yi": "yid",
}  # fmt: skip
"""Tesseract's names of the languages that need it."""

TESSERACT_LATIN = {
    "en": "eng", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "pt": "por", "nl": "nld", "pl": "pol", "cs": "ces",
    "tr": "tur", "vi": "vie", "sv": "swe", "da": "dan", "fi": "fin", "hu": "hun", "ro": "ron",
    "zh": "chi_sim", "ja": "jpn",
}  # fmt: skip
"""Its names of languages that are often mixed with those."""


def codes(text: str) -> tuple[str, ...]:
    """Language codes from what a user wrote: "en", "ru, en".

    Raises:
        UsageError: if one is unknown.
    """
    found = tuple(
        dict.fromkeys(part.strip().lower() for part in text.replace(";", ",").split(",") if part.strip())
    )
    for code in found:
        if code not in EMBEDDED and code not in TESSERACT:
            raise UsageError(
                f"there is no language {code!r} that pictures could be read in",
                "Give codes of ISO 639-1 with commas between them, as in: en,fr or ru,en.",
            )
    return found


def embedded(languages: Iterable[str]) -> bool:
    """Whether the embedded networks read all of these languages."""
    return all(code in EMBEDDED for code in languages)


def tesseract_names(languages: Iterable[str]) -> list[str]:
    """What Tesseract calls these languages; those that it would not be used for are left out if it knows no name."""
    names = {**TESSERACT_LATIN, **TESSERACT}
    return [names[code] for code in languages if code in names]
