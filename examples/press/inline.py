"""From marked-up text to lines: fonts, hyphenation, and breaking a paragraph into justified lines.

Markup within a paragraph: `*italic*`, `**bold**`, `^superscript^`, `~subscript~`, `^[a footnote]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

from reportlab.pdfbase import pdfmetrics

_TOKEN = re.compile(r"\*\*|\*|\^\[[^\]]*\]|\^[^\s^]+\^|~[^\s~]+~|\s+|[^\s*^~]+")
_CORE = re.compile(r"[A-Za-z]{6,}")
_UNIT = re.compile(r"(°C|K|m|mm|km|kW|kWh|W|g/kWh|W/K|m/s|dB|dB\(A\)|Hz|GHz|%)\b|°C|%")
_NUMBER = re.compile(r"[+−]?\d[\d.,]*$")
NO_BREAK = "\u00a0"
_PRINTED_BREAK = re.compile(r"(?<=[A-Za-z]{2})[-–](?=[A-Za-z]{2})|(?<=[A-Za-z])/(?=[A-Za-z]{2})")


@dataclass(frozen=True, slots=True)
class Face:
    """The four fonts of a family, by their names within the PDF."""

    regular: str
    italic: str
    bold: str
    bold_italic: str

    def font(self, *, bold: bool, italic: bool) -> str:
        """The font for a combination of bold and italic."""
        if bold:
            return self.bold_italic if italic else self.bold
        return self.italic if italic else self.regular


@dataclass(frozen=True, slots=True)
class Style:
    """How a paragraph is set; lengths in points.

    Attributes:
        align: "justify", "left" or "center".
        indent: Of the first line.
        left: Of all lines.
        before: Least space above.
        hyphenate: Whether words may be divided.
    """

    face: Face
    size: float
    leading: float
    align: str = "justify"
    indent: float = 0.0
    left: float = 0.0
    right: float = 0.0
    before: float = 0.0
    after: float = 0.0
    hyphenate: bool = True
    bold: bool = False
    italic: bool = False
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    ligatures: bool = False
    gaps: bool = False
    """Words are placed one by one and no space is written, as TeX does."""


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one font."""

    text: str
    font: str
    size: float
    rise: float = 0.0

    @property
    def width(self) -> float:
        """In points."""
        return float(pdfmetrics.stringWidth(self.text, self.font, self.size))


@dataclass(frozen=True, slots=True)
class Piece:
    """What is never divided, and what comes after it.

    Attributes:
        plain: The text before ligatures.
        joint: " " before another word, NO_BREAK if that is its unit; "-" where a hyphen may divide the
            word; "" where the word may be divided without one, after a hyphen or dash that is printed anyway.
        notes: Footnotes that are called here.
    """

    runs: tuple[Run, ...]
    plain: str
    joint: str
    notes: tuple[str, ...] = ()

    @property
    def width(self) -> float:
        """In points."""
        return sum(run.width for run in self.runs)

    @property
    def spaced(self) -> bool:
        """Whether a space follows."""
        return self.joint in (" ", NO_BREAK)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a paragraph, ready to be drawn.

    Attributes:
        joint: How the next line goes on: " " or, within a word, "".
    """

    pieces: tuple[Piece, ...]
    style: Style
    offset: float
    width: float
    last: bool
    divided: bool = field(default=False)

    @property
    def text(self) -> str:
        """The words of the line, without the hyphen that divides the last one."""
        return "".join(piece.plain + (" " if piece.spaced else "") for piece in self.pieces).rstrip()

    @property
    def joint(self) -> str:
        """What stands between this line's text and the next line's."""
        return " " if self.pieces[-1].joint == " " else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """Footnotes called in the line."""
        return tuple(note for piece in self.pieces for note in piece.notes)

    def draw(self, canvas: Any, x: float, baseline: float) -> None:
        """Draw with the left edge of the column at `x`."""
        space = space_width(self.style)
        words = self._words()
        natural = sum(run.width for word in words for run in word)
        gaps = len(words) - 1
        slack = self.width - natural - gaps * space
        x += self.offset
        if self.style.align == "center":
            x += slack / 2
        stretched = self.style.align == "justify" and gaps > 0 and (not self.last or slack < 0)
        extra = slack / gaps if stretched else 0.0
        canvas.setFillColorRGB(*self.style.colour)
        if self.style.gaps:
            self._draw_apart(canvas, words, x, baseline, space + extra)
        else:
            self._draw_spaced(canvas, words, x, baseline, extra)

    def _words(self) -> list[list[Run]]:
        words: list[list[Run]] = [[]]
        for position, piece in enumerate(self.pieces):
            words[-1].extend(piece.runs)
            if piece.spaced and position + 1 < len(self.pieces):
                words.append([])
        if self.divided:
            end = words[-1][-1]
            words[-1][-1] = replace(end, text=end.text + "-")
        return [_merged(word) for word in words]

    def _draw_apart(self, canvas: Any, words: list[list[Run]], x: float, baseline: float, gap: float) -> None:
        text = canvas.beginText()
        for word in words:
            for run in word:
                text.setTextOrigin(x, baseline + run.rise)
                text.setFont(run.font, run.size)
                text.textOut(run.text)
                x += run.width
            x += gap
        canvas.drawText(text)

    def _draw_spaced(
        self, canvas: Any, words: list[list[Run]], x: float, baseline: float, extra: float
    ) -> None:
        text = canvas.beginText(x, baseline)
        text.setWordSpace(extra)
        plain = Run(" ", self.style.face.regular, self.style.size)
        runs: list[Run] = []
        for position, word in enumerate(words):
            runs.extend(([replace(plain, font=word[0].font)] if position else []) + word)
        for run in _merged(runs):
            text.setFont(run.font, run.size)
            text.setRise(run.rise)
            text.textOut(run.text)
        text.setRise(0)
        text.setWordSpace(0)
        canvas.drawText(text)


def _merged(runs: Sequence[Run]) -> list[Run]:
    merged: list[Run] = []
    for run in runs:
        last = merged[-1] if merged else None
        if last and (last.font, last.size, last.rise) == (run.font, run.size, run.rise):
            merged[-1] = replace(last, text=last.text + run.text)
        else:
            merged.append(run)
    return merged


def space_width(style: Style) -> float:
    """Natural width of a space between words, in points."""
    return float(
        pdfmetrics.stringWidth(" ", style.face.font(bold=style.bold, italic=style.italic), style.size)
    )


def typographic(text: str) -> str:
    """Typewriter quotes and dashes as printers set them."""
    text = re.sub(r'(?<![\w.,;:!?)])"(?=\S)', "“", text).replace('"', "”")
    text = re.sub(r"(?<![\w.,;:!?)])'(?=\w)", "‘", text).replace("'", "’")
    return text.replace("--", "–")


def pieces_of(text: str, style: Style, note_numbers: dict[str, int]) -> list[Piece]:
    """Cut marked-up text into pieces; footnotes get their numbers in the order in which they are met.

    Args:
        text: One paragraph.
        style: Its style.
        note_numbers: Numbers given so far, by the text of the footnote; extended.
    """
    bold, italic = style.bold, style.italic
    words: list[tuple[list[Run], list[str]]] = [([], [])]
    for token in _TOKEN.findall(typographic(text)):
        runs, notes = words[-1]
        font = style.face.font(bold=bold, italic=italic)
        if token == "**":
            bold = not bold
        elif token == "*":
            italic = not italic
        elif token.isspace():
            if runs:
                words.append(([], []))
        elif token.startswith("^["):
            note = token[2:-1]
            number = note_numbers.setdefault(note, len(note_numbers) + 1)
            notes.append(note)
            runs.append(Run(str(number), font, style.size * 0.68, style.size * 0.34))
        elif token.startswith("^"):
            runs.append(Run(token[1:-1], font, style.size * 0.68, style.size * 0.34))
        elif token.startswith("~"):
            runs.append(Run(token[1:-1], font, style.size * 0.7, -style.size * 0.16))
        else:
            runs.append(Run(token, font, style.size))
    pieces = [piece for runs, notes in words if runs for piece in _divide(runs, tuple(notes), style)]
    for position, (piece, unit) in enumerate(pairwise(pieces)):
        if piece.spaced and _NUMBER.fullmatch(piece.plain) and _UNIT.match(unit.plain):
            pieces[position] = replace(piece, joint=NO_BREAK)
    return pieces


def _divide(runs: list[Run], notes: tuple[str, ...], style: Style) -> list[Piece]:
    """A word as pieces between which a line may end."""
    body = runs[0]
    parts: list[tuple[str, str]] = [(body.text, "")]
    if style.hyphenate and len(body.text) > 5:
        parts = _parts(body.text)
    pieces = [
        Piece((replace(body, text=_ligatures(part) if style.ligatures else part),), part, joint)
        for part, joint in parts
    ]
    rest = tuple(runs[1:])
    plain = parts[-1][0] + "".join(run.text for run in rest)
    pieces[-1] = Piece(pieces[-1].runs + rest, plain, " ", notes)
    return pieces


def _parts(word: str) -> list[tuple[str, str]]:
    parts: list[tuple[str, str]] = []
    start = 0
    cuts = [(match.end(), "") for match in _PRINTED_BREAK.finditer(word)]
    for core in _CORE.finditer(word):
        # Names and abbreviations in capitals are never divided.
        if not core.group().isupper():
            cuts += [(core.start() + at, "-") for at in _hyphenation(core.group())]
    for at, joint in sorted(cuts):
        parts.append((word[start:at], joint))
        start = at
    return [*parts, (word[start:], "")]


@cache
def _hyphenation(word: str) -> tuple[int, ...]:
    import pyphen

    dictionary = pyphen.Pyphen(lang="en_GB", left=3, right=3)
    return tuple(int(at) for at in dictionary.positions(word))


def _ligatures(text: str) -> str:
    return text.replace("fi", "ﬁ").replace("fl", "ﬂ")


def break_lines(pieces: Sequence[Piece], style: Style, width: float) -> list[Line]:
    """Break a paragraph where the sum of the lines' badness is least.

    The badness is Knuth and Plass's, (1 + 100 |r|^3)^2 with r the share of a space's stretch or shrink that
    is used ("Breaking paragraphs into lines", 1981), with a fixed price for dividing a word.
    """
    width -= style.left + style.right
    space = space_width(style)
    hyphen = float(pdfmetrics.stringWidth("-", style.face.regular, style.size))
    lengths, spaces = [0.0], [0]
    for piece in pieces:
        lengths.append(lengths[-1] + piece.width)
        spaces.append(spaces[-1] + piece.spaced)
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * len(pieces)
    for end in range(1, len(pieces) + 1):
        if pieces[end - 1].joint == NO_BREAK:
            continue
        divided = pieces[end - 1].joint == "-" and end < len(pieces)
        for start in range(end - 1, -1, -1):
            gaps = spaces[end - 1] - spaces[start]
            natural = lengths[end] - lengths[start] + gaps * space + (hyphen if divided else 0.0)
            room = width - (style.indent if start == 0 else 0.0)
            if natural - gaps * space * 0.3 > room and start < end - 1:
                break
            cost = best[start][0] + _badness(natural, room, gaps, space, style, last=end == len(pieces))
            cost += 3000.0 if divided else 0.0
            if end == len(pieces) and start and pieces[start - 1].joint == "-" and gaps < 3:
                # Half a word alone on the last line looks like a mistake.
                cost += 1e6
            if cost < best[end][0]:
                best[end] = (cost, start)
    ends = [len(pieces)]
    while best[ends[-1]][1]:
        ends.append(best[ends[-1]][1])
    starts = [*ends[1:][::-1], 0]
    starts.sort()
    return [
        Line(
            pieces=tuple(pieces[start:end]),
            style=style,
            offset=style.left + (style.indent if start == 0 else 0.0),
            width=width - (style.indent if start == 0 else 0.0),
            last=end == len(pieces),
            divided=pieces[end - 1].joint == "-" and end < len(pieces),
        )
        for start, end in zip(starts, sorted(ends), strict=True)
    ]


def _badness(natural: float, room: float, gaps: int, space: float, style: Style, *, last: bool) -> float:
    slack = room - natural
    if style.align != "justify":
        return 1e9 if slack < 0 else (0.0 if last and style.align == "left" else (slack / space) ** 2)
    if last and slack >= 0:
        return 1.0
    elasticity = max(gaps, 0.2) * space * (0.5 if slack >= 0 else 0.3)
    return float((1 + 100 * min(abs(slack / elasticity), 20.0) ** 3) ** 2)
