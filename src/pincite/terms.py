"""Text → search terms, the same for documents and questions.

Unicode-normalised (NFKC, case folded, diacritics of Latin, Greek and Cyrillic letters removed), stop words dropped,
stemmed by language (Snowball), scripts without spaces as pairs of characters. A compound ("ABX-77", "4.2.1",
"state-of-the-art") gives its parts and the whole; digits grouped by commas become one number. Raised digits are left
out where they mark a note or an exponent of a number ("word¹", "2018²"), and kept in short names ("m²", "H₂O").

A term consists of letters, digits and underscores only: nothing in it can be query syntax.
"""

from __future__ import annotations

import functools
import re
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import snowballstemmer

ANALYSIS_VERSION = "2"
"""Recorded in the library; terms of different versions do not match."""

MAX_TERM = 64
"""Longer runs (base64, glued text) are indexed by their first characters."""

_STEMMERS = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
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
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}

_STOP_WORDS = {
    "en": """a about above after again against all also am an and any are as at be because been before
        being below between both but by can cannot could did do does doing done down during each
        either few for from further had has have having he her here hers him his how however i if in
        into is it its itself just let me more most my neither nor not of off on once only or other
        our ours out over own per same shall she should since so some such than that the their
        theirs them then there these they this those through thus to too under until up upon us very
        was we were what whatever when where whether which while who whom whose why will with within
        would you your yours many much give given tell name""",
    "de": """aber alle als also am an auch auf aus bei bin bis bist da dadurch daher darum das dass dein
        dem den der des die dies diese dieser dieses doch dort du durch ein eine einem einen einer
        eines er es euer für hatte hat haben hier ich ihr im in ist ja jede jeder jedes jener kann
        könnte man mein mit nach nicht noch nun nur ob oder ohne sein sich sie sind so soll über um
        und uns unser unter vom von vor war waren warum was weiter welche welcher welches wenn wer
        werde werden wie wieder wir wird wo wurde wurden zu zum zur""",
    "fr": """à au aux avec ce ces cet cette comme dans de des du elle elles en est et eu été être fait il
        ils je l la le les leur leurs lui ma mais me même mes mon ne nos notre nous on ont ou où par
        pas plus pour qu quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sur
        ta te tes ton tu un une vos votre vous y était""",
    "es": """a al algo algunos ante como con contra cual cuando cuál de del desde donde dónde durante el
        ella ellas ellos en entre era es esa ese eso esta está estas este esto estos fue ha hasta
        hay la las le les lo los más me mi muy no nos o para pero por porque que qué quien quién se
        según ser si sin sobre son su sus también te tiene un una uno y ya""",
    "it": """a ad al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di
        dove e è ed era gli ha hanno i il in io la le lei lo loro ma mi nei nel nella non o per
        perché più qual quale quando quanto quella quello questa questo se si sono su sua sul sulla
        suo tra un una uno""",
    "pt": """a ao aos as até com como da das de do dos e é ela ele eles em entre era essa esse esta está
        este eu foi há isso isto já mais mas me mesmo muito na não nas no nos o onde os ou para pela
        pelo por qual quando que quem se sem ser seu seus sua suas são também te tem um uma você""",
    "nl": """aan al als bij dat de der deze die dit door dus een en er had heb hebben heeft het hij hoe
        hun ik in is je kan kunnen maar me met mijn na naar niet nog nu of om ons ook op over te
        toch tot uit van veel voor waar waren wanneer was wat we welke wel werd wie wij worden wordt
        zal ze zich zij zijn zo zou""",
}

# A word with what may hold it together inside, or letters with signs that are part of a name (C++, F#).
_WORD = re.compile(r"\w+(?:['’.,/\-‐‑–·:]\w+)*[+#]*")
_PART = re.compile(r"[^\W_]+")
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
    "\u3040-\u30ff\u31f0-\u31ff"  # Kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\U00020000-\U0003134f"
    "]+"
)


def analyse(text: str, language: str = "en") -> list[str]:
    """Search terms of a text, in order, repeats included.

    Args:
        text: Any text.
        language: ISO 639-1 code; decides stemmer and stop words. Unknown codes mean neither.
    """
    return [
        term
        for word in _words(text)
        for piece in _pieces(word)
        if (term := _term(piece, language)) is not None
    ]


def question_terms(question: str, languages: Sequence[str] = ("en",)) -> list[tuple[str, ...]]:
    """Search terms of a question: one group a distinct word, holding the word's form in each language.

    Args:
        question: Any text. One of stop words only gives no groups; such questions are left to the encoder.
        languages: Of the documents asked, the most frequent first; a stop word of the first is dropped.
    """
    languages = languages or ("en",)
    groups: dict[tuple[str, ...], None] = {}
    for word in _words(question):
        for piece in _pieces(word):
            forms = [_term(piece, language) for language in languages]
            if forms[0] is not None:
                groups.setdefault(tuple(dict.fromkeys(form for form in forms if form is not None)))
    return list(groups)


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


def _words(text: str) -> Sequence[str]:
    text = _RAISED_MARK.sub(" ", text)
    return _WORD.findall(_GROUPED_NUMBER.sub(lambda m: re.sub(r"\D", "", m.group()), fold(text)))


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
    return frozenset(fold(word) for word in _STOP_WORDS.get(language, "").split())


@functools.cache
def _stemmer(language: str) -> snowballstemmer.stemmer | None:
    name = _STEMMERS.get(language)
    return snowballstemmer.stemmer(name) if name else None


_STEMMING = threading.Lock()


def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(language)
    if stemmer is None or any(character.isdigit() for character in word):
        return word
    with _STEMMING:  # a stemmer holds the word it works on in itself
        return str(stemmer.stemWord(word)) or word
