"""Which sentences can be read by themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain import BlockKind
from pincite.research.reading import Line

_QUOTABLE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
_LEAST_WORDS = 6
_MOST_WORDS = 140
_TITLE_WORDS = 15
"""Fewer words, all in capitals, are a title."""
_LEAST_LETTERS = 0.7
"""Share of letters and spaces; formulas, addresses and rows of figures have fewer."""

_ENDS = re.compile(r";(?: and| or)?$|[.!?。！？][\"'”’)\]»]*(?:\s*\[[\d,\s–-]+\])?$")
_BREAKS_OFF = re.compile(r"\b(?:e\.g|i\.e|viz|cf|z\.B|p\. ?ex)\.$")
_MARKER = re.compile(
    r"^(?:[•▪◦‣●○■–—*\-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\d{1,2}(?:\.\d{1,2})+\.?)\s+", re.IGNORECASE
)
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_NOT_TEXT = re.compile(
    r"@\w|©|\bdoi\b|https?://\S+$|^(?:figure|fig\.|table|listing|algorithm|equation|eq\.|source:|note:|keywords|"
    r"received|submitted|published|copyright|license|e-?mail|tel\b|abbildung|tabelle)\b|(?:\. ?){5,}|_{5,}",
    re.IGNORECASE,
)
_POINTS_ELSEWHERE = re.compile(
    r"^(?:(?:as|which is) (?:shown|seen|described|illustrated|mentioned|noted|discussed|listed)\b"
    r"|(?:the )?(?:following|remaining) (?:sections?|chapters?|table|figure)\b"
    r"|(?:section|chapter|figure|table|appendix) [\dA-Z]+(?:\.\d+)* (?:\w+ )?(?:shows?|presents?|describes?|gives?|"
    r"lists?|illustrates?|discusses|contains?|summari[sz]es|explains)\b)"
    r"|\bin (?:section|chapter|appendix) [\dA-Z]|\bin (?:the (?:rest|remainder) of )?this (?:section|chapter)\b"
    r"|\b(?:shown|listed|given|illustrated|depicted|summari[sz]ed) (?:in|by) (?:the )?(?:figure|fig\.|table|listing)",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(
    r"^(?:it|its|this|these|those|that|they|their|them|he|she|his|her|such|the (?:latter|former|"
    r"same|other|first|second|third|last|above)|er|sie|es|dies\w*|jene\w*|il|elle|ils|elles|ce(?:t|tte|s|la|ci)?|"
    r"est[aeo]s?|ese|esa|quest[aoei]|quell[aoei])\b",
    re.IGNORECASE,
)
_NAMES_ITS_OWN = re.compile(
    r"^(?:this|these|the same) (?:\w+ )?(?:paper|work|article|study|report|manual|book|document|guide|agreement|"
    r"contract|lease|chapter|section|module|course|tutorial|workshop|package|thesis|handbook|form|letter|text|license|program|"
    r"release|version|method|approach|project|software)\b|^it is (?:\w+ )?(?:to|that)\b|^that said\b|^here,? we\b",
    re.IGNORECASE,
)
"""It points at the document itself, which needs no sentence before it."""

_CONNECTIVES = (
    r"however|thus|hence|therefore|moreover|furthermore|additionally|also|instead|then|besides|nevertheless|nonetheless|"
    r"similarly|likewise|consequently|accordingly|conversely|otherwise|finally|secondly|second|third|next|"
    r"for (?:example|instance)|in (?:addition|contrast|particular|turn|other words)|as (?:a result|well)|"
    r"on the other hand|at the same time|so|and|but|or|yet|while|meanwhile|indeed|again|e\.g\.|i\.e\.|jedoch|"
    r"außerdem|daher|deshalb|zudem|cependant|toutefois|ainsi|donc|de plus|sin embargo|además|por lo tanto|tuttavia|"
    r"inoltre|quindi"
)
_GOES_ON = re.compile(rf"^(?:{_CONNECTIVES})\b[ ,]", re.IGNORECASE)
_CONNECTIVE = re.compile(rf"^(?:{_CONNECTIVES})\b,? ", re.IGNORECASE)
_BY_THIS = re.compile(
    r"^(?:for|in|by|with|because of|due to|to|from|given|despite|as|of|on|under) "
    r"(?:this|that|these|those|such|them|it)\b",
    re.IGNORECASE,
)
_THIS_DOCUMENT = re.compile(
    r"^(?:in|with|by|for|under|to|of) (?:this|these) (?:\w+ )?(?:paper|work|article|study|report|manual|book|document|"
    r"guide|agreement|contract|lease|chapter|section|tutorial|thesis|letter|form|regard)\b",
    re.IGNORECASE,
)


def can_be_quoted(line: Line, kinds: frozenset[BlockKind] = _QUOTABLE) -> bool:
    """Whether a sentence is a whole sentence of running text."""
    if line.kind not in kinds or line.reading:
        return False
    text = _MARKER.sub("", line.text)
    # Scripts without spaces between words have about two characters a word.
    words = len(text.split()) + len(_UNSPACED.findall(text)) // 2
    if words < _TITLE_WORDS and text.isupper():
        return False
    if not _LEAST_WORDS <= words <= _MOST_WORDS:
        return False
    if not _ENDS.search(text) or _BREAKS_OFF.search(text) or not _begins(text) or _NOT_TEXT.search(text):
        return False
    letters = sum(character.isalpha() or character == " " for character in text)
    return letters >= _LEAST_LETTERS * len(text)


def _begins(text: str) -> bool:
    """Whether it begins as sentences do: what begins in lower case is the end of one that was too long."""
    first = text.lstrip("\"'“‘«[")[:1]
    return first.isalnum() and not first.islower()


def points_elsewhere(line: Line) -> bool:
    """Whether it only tells where something stands."""
    return _POINTS_ELSEWHERE.search(_MARKER.sub("", line.text)) is not None


def goes_on(line: Line) -> bool:
    """Whether it begins as a continuation ("However, …")."""
    return _GOES_ON.match(_MARKER.sub("", line.text)) is not None


def refers_back(line: Line) -> bool:
    """Whether it cannot be understood without the sentence before it ("It …", "However, this …")."""
    text = _CONNECTIVE.sub("", _MARKER.sub("", line.text))
    if _BY_THIS.match(text):
        return _THIS_DOCUMENT.match(text) is None
    return bool(_REFERS_BACK.match(text)) and not _NAMES_ITS_OWN.match(text)


def before(line: Line, lines: Sequence[Line]) -> Line | None:
    """The sentence before it in the same paragraph or list; None where there is none to be quoted."""
    if not line.position:
        return None
    other = lines[line.position - 1]
    same = other.section == line.section and other.kind is line.kind
    return other if same and can_be_quoted(other) else None
