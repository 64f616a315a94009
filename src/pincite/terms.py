"""Text → search terms, the same for documents and questions.

Unicode-normalised (NFKC, case folded, diacritics of Latin, Greek and Cyrillic letters removed), stop words dropped,
stemmed by language (Snowball), scripts without spaces as pairs of characters. A compound ("ABX-77", "4.2.1",
"state-of-the-art") gives its parts and the whole; digits grouped by commas become one number. Raised digits are left
out where they mark a note or an exponent of a number ("word¹", "2018²"), and kept in short names ("m²", "H₂O").

Letters that are written in several ways (alef with and without hamza, Persian and Arabic kaf, Turkish dotless i, "ø")
are one; points of Arabic and Hebrew and marks that only join or direct text are left out; digits are those of ASCII.

A term consists of letters, their marks, digits and underscores only: nothing in it can be query syntax.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import snowballstemmer

ANALYSIS_VERSION = "4"
"""Recorded in the library; terms of different versions do not match."""

MAX_TERM = 64
"""Longer runs (base64, glued text) are indexed by their first characters."""

_STEMMERS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}

STOP_WORDS = "stop_words.txt"


def _marks() -> str:
    """Vowel signs and the like of Indic scripts, Thai and others: parts of words that regular expressions leave out."""
    codes = (*range(0x0300, 0x1D00), *range(0xA800, 0xAC00))
    return "".join(chr(code) for code in codes if unicodedata.category(chr(code)) in ("Mn", "Mc"))


# A word with what may hold it together inside, or letters with signs that are part of a name (C++, F#).
_LETTER = rf"[\w{_marks()}]"
_WORD = re.compile(rf"\w{_LETTER}*(?:['’.,/\-‐‑–·:]\w{_LETTER}*)*[+#]*")
_PART = re.compile(rf"[^\W_](?:(?!_){_LETTER})*")
_NUMBERED = re.compile(rf"(?<!{_LETTER})([^\W\d_]{_LETTER}{{0,30}})(?: #?|#)(\d{{1,12}})(?![\w,.'’]*\w)")
_SIGNED = re.compile(r"(\w{1,3})([+#]{1,2})$")
_POSSESSIVE = re.compile(r"['’]s(?=\W|$)")
_APOSTROPHE = re.compile(r"['’]")
_GROUPED_NUMBER = re.compile(r"\d{1,3}(?:[,’']\d{3})+(?!\d)")
_RAISED_MARK = re.compile(
    r"(?:(?<=[^\W\d_]{3})|(?<=\d)|(?<=[.,;:!?)\]”’\"]))[⁺⁻]?[⁰¹²³⁴-⁹]+(?:[,⁻][⁰¹²³⁴-⁹]+)*"
)
_UNSPACED = re.compile(
    "["
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Myanmar
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"  # Hangul: spaced, but compounds are not
    "\u1780-\u17ff"  # Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # Kana, and the signs of repetition
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\U00020000-\U0003134f"
    "]+"
)
_UNSEEN = re.compile(
    "["
    "\u00ad\u2060\ufeff"  # hyphens for line ends that were not needed, and other marks without width
    "\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c"  # directions
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"  # Hebrew points
    "\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed"  # Arabic points and stretching
    "]"
    "|(?<=[\u0900-\u0dff])[\u200c\u200d]"  # joins of Indic letters
)
_SAME_LETTER = str.maketrans(
    {
        **dict.fromkeys("أإآٱ", "ا"),
        **dict.fromkeys("ىی", "ي"),
        "ک": "ك",
        "٬": ",",
        "٫": ".",
        "ı": "i",
        "ð": "d",
        "ħ": "h",
        "ł": "l",
        "ø": "o",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
    }
)
_PERSIAN_LETTERS = str.maketrans("يك", "یک")  # what Persian's stemmer knows
_VIETNAMESE_D = re.compile(r"\b[dD](?=[a-zA-Z]*\b)")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")


def analyse(text: str, language: str = "en", also: str = "") -> list[str]:
    """Search terms of a text, in order, repeats included.

    Args:
        text: Any text.
        language: ISO 639-1 code; decides stemmer and stop words. Unknown codes mean neither.
        also: Another language, whose forms of the same words are given as well where they differ.
    """
    found: list[str] = []
    for piece in _pieces_of(text):
        if (term := _term(piece, language)) is not None:
            found.append(term)
            if also and (other := _term(piece, also)) not in (None, term):
                found.append(other)
    return found


def question_terms(question: str, languages: Sequence[str] = ("en",), own: str = "") -> list[tuple[str, ...]]:
    """Search terms of a question: one group a distinct word, holding the word's form in each language.

    Args:
        question: Any text. One of stop words only gives no groups; such questions are left to the encoder.
        languages: Of the documents asked, the most frequent first; a stop word of the first is dropped.
        own: The question's own language, whose stop words are dropped as well; empty where it is not known.
    """
    languages = languages or ("en",)
    groups: dict[tuple[str, ...], None] = {}
    # Typed without accents the letter "đ" is a "d"; it is another letter, and taking both for one in documents as well
    # makes many words of one syllable the same.
    accented = _pieces_of(_VIETNAMESE_D.sub("đ", question)) if "vi" in languages else []
    for number, piece in enumerate(_pieces_of(question)):
        forms = [_term(piece, language) for language in languages]
        if forms[0] is not None and (piece.fixed or piece.text not in _stop_words(own)):
            if accented:
                forms.append(_term(accented[number], "vi"))
            groups.setdefault(tuple(dict.fromkeys(form for form in forms if form is not None)))
    return list(groups)


def numbered_terms(text: str, languages: Sequence[str] = ("en",)) -> list[str]:
    """A term for each number that stands behind a word, both together: "Pump 12" → pump_12, as "Pump-12" gives.

    A thing's number says little by itself: it stands in many places as a count, a price, a year.

    Args:
        text: Any text.
        languages: Stop words of these are no things.
    """
    text = _plain(_RAISED_MARK.sub(" ", text))
    return [
        f"{match[1]}_{match[2]}"
        for match in _NUMBERED.finditer(text)
        if not any(match[1] in _stop_words(language) for language in languages)
    ]


def words_of(text: str) -> Sequence[str]:
    """The words of a text as they are compared with `small_words`."""
    return _words(text)


def fold(text: str) -> str:
    """Normal form for comparing: compatibility characters, case and diacritics removed."""
    text = unicodedata.normalize("NFKC", text).casefold()
    if text.isascii():
        return text
    kept: list[str] = []
    base = ""
    for character in unicodedata.normalize("NFD", text):
        if unicodedata.combining(character):
            # In Indic, Arabic or Hebrew script these marks are vowels, not decoration.
            if base and ord(base) < 0x0530:
                continue
        else:
            base = character
        kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


def _pieces_of(text: str) -> list[_Piece]:
    return [piece for word in _words(text) for piece in _pieces(word)]


def _words(text: str) -> Sequence[str]:
    text = _plain(_RAISED_MARK.sub(" ", text))
    return _WORD.findall(_GROUPED_NUMBER.sub(lambda m: re.sub(r"\D", "", m.group()), text))


def _plain(text: str) -> str:
    """Folded, and without what writers of a language leave out or write in several ways."""
    text = fold(text)
    if text.isascii():
        return text
    text = _UNSEEN.sub("", text).translate(_SAME_LETTER)
    return _OTHER_DIGIT.sub(lambda m: str(unicodedata.decimal(m.group())), text)


class _Piece(NamedTuple):
    """Part of a word: fixed ones are terms as they are."""

    text: str
    fixed: bool


@functools.lru_cache(maxsize=200_000)
def _pieces(word: str) -> tuple[_Piece, ...]:
    """The parts of a folded word, and the whole where it has several."""
    signed = _SIGNED.match(word)
    if signed:
        sign = "plus" if signed.group(2)[0] == "+" else "sharp"
        return _Piece(signed.group(1), True), _Piece(f"{signed.group(1)}_{sign}", True)
    word = _POSSESSIVE.sub("", word.rstrip("+#"))
    word = _APOSTROPHE.sub("", word)
    parts = _PART.findall(word)
    pieces = [piece for part in parts for piece in _split_scripts(part)]
    if len(parts) > 1 and not _UNSPACED.search(word):
        pieces.append(_Piece("_".join(parts)[:MAX_TERM], True))
    return tuple(pieces)


def _split_scripts(part: str) -> Iterator[_Piece]:
    """Runs of scripts without spaces as pairs of characters, what is between them as words."""
    position = 0
    for run in _UNSPACED.finditer(part):
        if run.start() > position:
            yield _Piece(part[position : run.start()], False)
        characters = run.group()
        for start in range(max(1, len(characters) - 1)):
            yield _Piece(characters[start : start + 2], True)
        position = run.end()
    if position < len(part):
        yield _Piece(part[position:], False)


@functools.lru_cache(maxsize=200_000)
def _term(piece: _Piece, language: str) -> str | None:
    """The term of a piece; None for a stop word."""
    if piece.fixed:
        return piece.text
    if piece.text in _stop_words(language):
        return None
    return _stem(piece.text[:MAX_TERM], language)


@functools.cache
def _stop_words(language: str) -> frozenset[str]:
    return small_words().get(language, frozenset())


@functools.cache
def small_words() -> dict[str, frozenset[str]]:
    """The words of each language that mean nothing by themselves, and are no terms."""
    lines = importlib.resources.files("pincite").joinpath(STOP_WORDS).read_text(encoding="utf-8")
    sections = re.split(r"^\[(\w+)\]$", lines, flags=re.MULTILINE)
    return {
        language: frozenset(_plain(words).split())
        for language, words in zip(sections[1::2], sections[2::2], strict=True)
    }


@functools.cache
def _stemmer(language: str) -> snowballstemmer.stemmer | None:
    name = _STEMMERS.get(language)
    return snowballstemmer.stemmer(name) if name else None


_STEMMING = threading.Lock()


def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(language)
    if stemmer is None or any(character.isdigit() for character in word):
        return word
    if language == "fa":
        word = word.translate(_PERSIAN_LETTERS)
    with _STEMMING:  # a stemmer holds the word it works on in itself
        return str(stemmer.stemWord(word)) or word
