"""Words of LaTeX source: commands carried out as far as they are known, else their arguments' text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"\\(?P<name>[a-zA-Z@]+)\*?[ \t]*\n?[ \t]*|\\(?P<sign>[^a-zA-Z])|\$(?P<math>[^$]{1,5000})\$|(?P<dashes>-{2,3})|"
    r"(?P<open>``)|(?P<close>'')|(?P<other>[{}~&])",
    re.DOTALL,
)
_DEEPEST = 30

_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "H": "\u030b", "u": "\u0306", "r": "\u030a", "k": "\u0328", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_SIGNS = {
    "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ",
    "oe": "œ", "OE": "Œ", "S": "§", "P": "¶", "pounds": "£", "euro": "€", "texteuro": "€", "copyright": "©", "dag": "†",
    "ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—", "LaTeX": "LaTeX",
    "TeX": "TeX",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textdegree": "°", "degree": "°", "ddag": "‡",
    "textquotedblleft": "“", "textquotedblright": "”", "textregistered": "®", "texttrademark": "™", "quad": " ",
    "qquad": " ", "newline": "\n", "linebreak": "\n", "par": "\n", "tabularnewline": "\n", "slash": "/", "space": " ",
    "textquotesingle": "'", "guillemotleft": "«", "guillemotright": "»", "og": "«", "fg": "»", "glqq": "„", "grqq": "“",
}  # fmt: skip
_DROPPED = {
    "label": 1, "vspace": 1, "hspace": 1, "index": 1, "pagestyle": 1, "thispagestyle": 1, "setlength": 2,
    "addtolength": 2, "setcounter": 2, "addtocounter": 2, "includegraphics": 1, "bibliographystyle": 1, "phantom": 1,
    "hyphenation": 1, "input": 1, "include": 1, "usepackage": 1, "graphicspath": 1, "color": 1, "pagecolor": 1,
    "fontsize": 2, "vskip": 0, "hskip": 0, "rule": 2, "bibliography": 1, "nocite": 1, "cmidrule": 1, "cline": 1,
    "addcontentsline": 3, "hypersetup": 1, "captionsetup": 1, "newtheorem": 2, "definecolor": 3, "pagenumbering": 1,
    "documentclass": 1, "theoremstyle": 1, "geometry": 1, "subfile": 1, "stepcounter": 1, "refstepcounter": 1,
    "addbibresource": 1, "newcounter": 1, "newlength": 1, "setlist": 1, "DeclareMathOperator": 2, "thanks": 1,
    "selectlanguage": 1, "foreignlanguage": 1, "textcolor": 1, "colorbox": 1, "resizebox": 2, "scalebox": 1,
    "rotatebox": 1,
    "raisebox": 1, "parbox": 1, "fcolorbox": 2,
}  # fmt: skip
"""Commands whose first arguments are no text, with the number of these."""

_REFERENCES = frozenset(
    "cite citep citet citeauthor citeyear parencite textcite autocite footcite citealp citealt Citet Citep".split()
)
_KEYS = frozenset("ref eqref pageref autoref cref Cref nameref vref".split())


@dataclass(slots=True)
class Found:
    """What stands in a text beside its words.

    Attributes:
        notes: Texts of footnotes, in order; their marks are numbers in brackets.
        files: Names of files that the text takes in.
        pictures: How many it shows.
        noted: How many notes there were before.
    """

    notes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    pictures: int = 0
    noted: int = 0


def argument(source: str, position: int, marks: str = "{}") -> tuple[str, int]:
    """The argument that begins at a place, and the place behind it; without one "" and the place itself."""
    start = position
    while start < len(source) and source[start] in " \t\n":
        start += 1
    if source[start : start + 1] != marks[0]:
        return "", position
    depth, place = 0, start
    while place < len(source):
        character = source[place]
        if character == "\\":
            place += 2
            continue
        if character == marks[0]:
            depth += 1
        elif character == marks[1]:
            depth -= 1
            if depth == 0:
                return source[start + 1 : place], place + 1
        place += 1
    return source[start + 1 :], len(source)


def plain(source: str, found: Found, depth: int = 0) -> str:
    """The words of a piece of source, with its own line breaks.

    Args:
        source: Without comments.
        found: Gathers notes, files and pictures.
        depth: How deep in arguments it stands.
    """
    if depth > _DEEPEST:
        return source
    parts: list[str] = []
    position = 0
    while match := _TOKEN.search(source, position):
        parts.append(source[position : match.start()].replace("\n", " "))
        position = match.end()
        if name := match["name"]:
            text, position = _command(name, source, position, found, depth)
            parts.append(text)
            # White space behind a command that is a sign ends the command, behind other words it is a space.
            if name not in _SIGNS and match[0][-1:].isspace() and not text:
                parts.append(" ")
        elif sign := match["sign"]:
            text, position = _sign(sign, source, position, found, depth)
            parts.append(text)
        elif match["math"]:
            parts.append(" ".join(match["math"].split()))
        elif match["dashes"]:
            parts.append("–" if len(match["dashes"]) == 2 else "—")
        elif match["open"] or match["close"]:
            parts.append("“" if match["open"] else "”")
        elif match["other"] in "~&":
            parts.append(" ")
    parts.append(source[position:].replace("\n", " "))
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    text = "\n".join(line for line in lines if line)
    return text if not depth else _framed(source, text)


def _framed(source: str, text: str) -> str:
    """The words of an argument, with the spaces at its ends."""
    if not text:
        return " " if source.strip("{}") and source.isspace() else ""
    return f"{' ' if source[:1].isspace() else ''}{text}{' ' if source[-1:].isspace() else ''}"


def _command(name: str, source: str, position: int, found: Found, depth: int) -> tuple[str, int]:
    if name in _SIGNS:
        if source[position : position + 2] == "{}":
            position += 2
        return _SIGNS[name], position
    if name in _ACCENTS and len(name) == 1:
        return _accent(name, source, position, found, depth)
    while source[position : position + 1] == "[" and name != "item":
        _, after = argument(source, position, "[]")
        if after - position > 300:
            break
        position = after
    if name in ("footnote", "footnotetext"):
        note, position = argument(source, position)
        found.notes.append(plain(note, found, depth + 1).strip())
        return f"[{found.noted + len(found.notes)}]", position
    if name in _REFERENCES:
        keys, position = argument(source, position)
        return f"[{', '.join(key.strip() for key in keys.split(','))}]", position
    if name in _KEYS or name in ("url", "path", "nolinkurl"):
        return argument(source, position)
    if name == "href":
        _, position = argument(source, position)
        return "", position
    if name == "texorpdfstring":
        _, position = argument(source, position)
        text, position = argument(source, position)
        return plain(text, found, depth + 1), position
    if name in ("begin", "end"):
        _, position = argument(source, position)
        return "\n", position
    return "", _dropped(name, source, position, found)


def _dropped(name: str, source: str, position: int, found: Found) -> int:
    """The place behind the arguments of a command that are no text."""
    for number in range(_DROPPED.get(name, 0)):
        content, position = argument(source, position)
        if (
            number == 0
            and content
            and name in ("input", "include", "subfile", "bibliography", "addbibresource")
        ):
            found.files.append(content.strip())
        if name == "includegraphics" and content:
            found.pictures += 1
    return position


def _sign(sign: str, source: str, position: int, found: Found, depth: int) -> tuple[str, int]:
    if sign == "\\":
        _, position = (
            argument(source, position, "[]") if source[position : position + 1] == "[" else ("", position)
        )
        return "\n", position
    if sign in "([":
        end = source.find("\\)" if sign == "(" else "\\]", position)
        if end > 0:
            return " ".join(source[position:end].split()), end + 2
        return "", position
    if sign in _ACCENTS:
        return _accent(sign, source, position, found, depth)
    if sign in "%&$#_{}":
        return sign, position
    return ("" if sign in "-/)]" else " ", position)


def _accent(mark: str, source: str, position: int, found: Found, depth: int) -> tuple[str, int]:
    """A letter with its accent."""
    if source[position : position + 1] == "{":
        letter, after = argument(source, position)
        letter = plain(letter, found, depth + 1)
    elif match := re.compile(r"\\([ij])\b[ ]?|(\w)").match(source, position):
        letter, after = match[1] or match[2], match.end()
    else:
        return "", position
    letter = {"ı": "i", "ȷ": "j"}.get(letter[:1], letter[:1]) + letter[1:]
    return unicodedata.normalize("NFC", letter[:1] + _ACCENTS[mark] + letter[1:]) if letter else "", after
