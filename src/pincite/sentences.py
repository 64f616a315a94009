"""Where sentences end."""

from __future__ import annotations

import re

# Words whose full stop does not end a sentence when something follows.
_ABBREVIATIONS = frozenset(
    """al approx art arts assoc ave ca cap cf ch chap co col corp cp dept dr ed eds eg eq eqs eqn esp est etc ex ext fig
    figs ff fl gen gov hon ibid ie inc incl jr lt ltd max min misc mr mrs ms mt mtg no nos nr op orig p par para
    pg ph pl pp prof pt ref refs rep resp rev sec sect sen sr st supp tab tel univ v viz vol vols vs
    bzw bspw ca d.h z.b u.a usw vgl abb nr str jan feb mar apr jun jul aug sep sept oct nov dec e.g i.e a.k.a u.s u.k
    ph.d m.d b.sc m.sc sra srta dra ud uds pág págs núm mme mlle dl dna doç sn bkz np tzn tzw ul см рис табл стр гл напр
    т.е т.к т.н ул им проф г гг др т.д т.п""".split()
)
# These may end a sentence: they only bind when what follows does not look like a beginning.
_MAY_END = frozenset("etc inc ltd co corp al jr sr u.s u.k ph.d m.d no г гг др т.д т.п".split())
_NUMBERED = frozenset(
    "no nos nr art arts fig figs eq eqs eqn sec sect ch chap tab vol vols p pp par para ref refs".split()
)

_NUMBERED_TITLE = re.compile(
    r"(?:table|figure|fig|listing|algorithm|chart|plate|scheme|appendix|tabelle|abbildung|tableau|tabla|figura)"
    r"\.?\s+[\dA-Z]{1,4}(?:[.\-\u2013]\w{1,4})*",
    re.IGNORECASE,
)
"""Begins a caption: the stop behind it ends no sentence."""

_LEAST_THAI = 60
"""Thai has no mark for the end of a sentence, and spaces between clauses, too: a shorter piece is not cut at one."""

_END = re.compile(
    r"""
    (?:
        (?P<wide>(?:[。！？｡।॥։።፧။។៕]|．(?![0-9０-９]))+[」』”’"）】]*  # nothing need follow
          | (?<=[\u3040-\u30ff\u4e00-\u9fff])[!?]+[」』”’）】]*(?=[\u3040-\u30ff\u4e00-\u9fff]))
      | (?P<thai>(?<=[\u0e00-\u0eff])[ ]+(?=[\u0e01-\u0e2e\u0e40-\u0e44\u0e81-\u0eae\u0ec0-\u0ec4]))
      | (?P<stop>[.!?…‽؟۔]+|(?<=[\u0370-\u03ff\u1f00-\u1fff])[;\u037e])   # Greek asks by a semicolon
        [)\]}"'”’»›\u200e\u200f]*(?:[⁰¹²³⁴-⁹][⁰¹²³⁴-⁹⁻,]*)?(?=\s)       # then white space
    )
    """,
    re.VERBOSE,
)
_OPENING = "([{\"'“‘«‹¿¡§•–—-"


def sentence_ranges(text: str) -> list[tuple[int, int]]:
    """Ranges of the sentences of a paragraph, without the white space around them, together covering all else.

    Rules rather than a model: a stop followed by white space ends a sentence unless it closes an abbreviation, an
    initial or a list number, or what follows begins in lower case.
    """
    ranges: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match.start() < start:
            continue
        if match.group("thai"):
            ends = match.start() - start >= _LEAST_THAI
        else:
            ends = bool(match.group("wide")) or _ends(text, start, match)
        if ends:
            _add(ranges, text, start, match.end())
            start = match.end()
    _add(ranges, text, start, len(text))
    return ranges


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    behind = text[match.end() :].lstrip()[:40]
    following = behind.lstrip(_OPENING)
    if not following:
        return True
    begins_low = following[0].islower() and not behind.startswith(("¿", "¡"))
    if match.group("stop") != ".":
        return not begins_low
    before = text[start : match.start()]
    word = re.split(r"[\s(\[“\"‘'—–]", before)[-1]
    bare = word.casefold().rstrip(".")
    if not before.strip(" \t\n([{\"'“‘«") or (len(bare) <= 4 and before.strip() == word and _is_number(bare)):
        return False  # "1." or "(a)." opens a list item, it is not a sentence
    if start == 0 and _NUMBERED_TITLE.fullmatch(before.strip()):
        return False
    if bare in _NUMBERED and (following[0].isdigit() or following[0] in "IVX"):
        return False
    if bare in _ABBREVIATIONS:
        return bare in _MAY_END and not begins_low and not following[0].isdigit()
    if len(bare) == 1 and word[0].isupper() and not following[0].isdigit():
        # An initial, "J. Smith", unless it is a name's last word as in "vitamin C. The".
        return text[match.end() :].lstrip()[:4].rstrip() in {"The", "A", "In", "It", "This", "We", "If"}
    return not begins_low


def _is_number(word: str) -> bool:
    return word.isdigit() or len(word) == 1 or all(letter in "ivxlc" for letter in word)


def _add(ranges: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        ranges.append((start, end))
