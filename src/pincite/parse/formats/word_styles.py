"""Styles and numbers of a Word document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.parse.formats.markup import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
VAL = f"{W}val"

_HEADING = re.compile(r"^heading ([1-9])$", re.IGNORECASE)
_CODE = re.compile(r"\b(?:code|source|listing|preformatted|plain text|macro|verbatim)\b", re.IGNORECASE)
CODE_FONT = re.compile(r"courier|consolas|menlo|monaco|lucida console|\bmono\b", re.IGNORECASE)
_DEEPEST = 32
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


def is_on(properties: Element | None, name: str) -> bool | None:
    """Whether a switch of a run or paragraph is on; None where nothing is said of it."""
    found = None if properties is None else properties.find(f"{W}{name}")
    if found is None:
        return None
    return found.get(VAL, "true").lower() not in ("0", "false", "off", "none")


@dataclass(slots=True)
class Style:
    """What matters of a paragraph's or character's style, inherited values included.

    Attributes:
        names: Its name and those of the styles that it is based on, nearest first, in lower case.
        outline: Level of a heading, 1 for the highest; 0 for text.
        number: Identifier of the list that it belongs to; "" for none.
        depth: Level within the list, from 0; None where only the list says it.
        hidden: Whether its text is hidden.
        bold: Whether its text is bold.
        code: Whether it is one of source code.
    """

    names: tuple[str, ...] = ()
    outline: int = 0
    number: str = ""
    depth: int | None = None
    hidden: bool = False
    bold: bool = False
    code: bool = False


class Styles:
    """Styles by identifier.

    Args:
        root: The part "styles"; None when there is none.
    """

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._styles: dict[str, Style] = {}
        self._default = ""
        for element in () if root is None else root.iter(f"{W}style"):
            identifier = element.get(f"{W}styleId", "")
            self._elements.setdefault(identifier, element)
            if element.get(f"{W}type") == "paragraph" and element.get(f"{W}default") in ("1", "true"):
                self._default = identifier

    def get(self, identifier: str | None) -> Style:
        """A style; that of ordinary text for none."""
        identifier = identifier or self._default
        if identifier not in self._styles:
            self._styles[identifier] = self._made(identifier)
        return self._styles[identifier]

    def _made(self, identifier: str) -> Style:
        style = Style()
        # From the general to the particular: what is said last counts.
        for part in reversed(self._chain(identifier)):
            element = self._elements[part]
            name = element.find(f"{W}name")
            said = part if name is None else name.get(VAL, part)
            style.names = (said.casefold(), *style.names)
            self._read(element, said, style)
        return style

    def marks_first_row(self, identifier: str) -> bool:
        """Whether a style of tables sets off the first row, by bold type or a colour behind it."""
        for part in self._chain(identifier):
            for look in self._elements[part].iterfind(f"{W}tblStylePr[@{W}type='firstRow']"):
                if is_on(look.find(f"{W}rPr"), "b") or look.find(f"{W}tcPr/{W}shd") is not None:
                    return True
        return False

    def _chain(self, identifier: str) -> list[str]:
        """A style and those that it is based on, nearest first."""
        chain: list[str] = []
        while identifier in self._elements and identifier not in chain and len(chain) < _DEEPEST:
            chain.append(identifier)
            based = self._elements[identifier].find(f"{W}basedOn")
            identifier = "" if based is None else based.get(VAL, "")
        return chain

    def _read(self, element: Element, name: str, style: Style) -> None:
        heading = _HEADING.match(name)
        if heading:
            style.outline = int(heading.group(1))
        style.code = style.code or bool(_CODE.search(name))
        paragraph, run = element.find(f"{W}pPr"), element.find(f"{W}rPr")
        if paragraph is not None:
            outline = outline_level(paragraph)
            style.outline = style.outline if outline is None else outline
            number = list_place(paragraph)
            if number is not None:
                style.number, style.depth = number[0] or style.number, number[1]
        hidden, bold = is_on(run, "vanish"), is_on(run, "b")
        style.hidden = style.hidden if hidden is None else hidden
        style.bold = style.bold if bold is None else bold
        fonts = None if run is None else run.find(f"{W}rFonts")
        if fonts is not None and CODE_FONT.search(fonts.get(f"{W}ascii", "")):
            style.code = True


def outline_level(properties: Element) -> int | None:
    """Level of a heading that a paragraph's properties say, from 1; 0 for text; None where they say nothing."""
    outline = properties.find(f"{W}outlineLvl")
    level = None if outline is None else _number(outline.get(VAL), 9)
    return None if level is None else level + 1 if level < 9 else 0


def list_place(properties: Element) -> tuple[str, int | None] | None:
    """The list and the level in it that a paragraph's properties say."""
    place = properties.find(f"{W}numPr")
    if place is None:
        return None
    number, depth = place.find(f"{W}numId"), place.find(f"{W}ilvl")
    return (
        "" if number is None else number.get(VAL, ""),
        None if depth is None else min(8, max(0, _number(depth.get(VAL), 0))),
    )


def _number(text: str | None, otherwise: int) -> int:
    try:
        return int(text or otherwise)
    except ValueError:
        return otherwise


@dataclass(slots=True)
class _Level:
    start: int = 1
    form: str = "decimal"
    text: str = ""
    style: str = ""
    plain: bool = False


@dataclass(slots=True)
class _List:
    levels: dict[int, _Level] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)


class Numbers:
    """Counts the items of lists, as Word does when it shows them.

    Args:
        root: The part "numbering"; None when there is none.
    """

    def __init__(self, root: Element | None) -> None:
        self._lists: dict[str, _List] = {}
        self._own: dict[str, dict[int, _Level]] = {}
        """Levels by list, where a list has others than what it is made of."""
        self._abstract: dict[str, str] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        if root is None:
            return
        for element in root.iter(f"{W}abstractNum"):
            self._lists[element.get(f"{W}abstractNumId", "")] = _List(dict(_levels(element)))
        for element in root.iter(f"{W}num"):
            self._read(element)

    def _read(self, element: Element) -> None:
        identifier = element.get(f"{W}numId", "")
        abstract = element.find(f"{W}abstractNumId")
        self._abstract[identifier] = "" if abstract is None else abstract.get(VAL, "")
        for override in element.iter(f"{W}lvlOverride"):
            depth = _number(override.get(f"{W}ilvl"), 0)
            self._own.setdefault(identifier, {}).update(_levels(override))
            start = override.find(f"{W}startOverride")
            if start is not None:
                self._restarts.setdefault(identifier, {})[depth] = _number(start.get(VAL), 1)

    def depth_of(self, number: str, style: str) -> int:
        """The level of a list that belongs to a style."""
        found = self._lists.get(self._abstract.get(number, ""))
        levels = {} if found is None else found.levels
        return next((depth for depth, level in levels.items() if level.style == style), 0)

    def next(self, number: str, depth: int) -> str | None:
        """What stands before the next item of a list: "2.1", "(b)"; "" for a bullet; None if it is no list."""
        found = self._lists.get(self._abstract.get(number, ""))
        if found is None:
            return None
        restart = self._restarts.get(number, {}).pop(depth, None)
        levels = {**found.levels, **self._own.get(number, {})}
        level = levels.get(depth, _Level(form="bullet"))
        if restart is not None:
            found.counts[depth] = restart
        elif depth in found.counts:
            found.counts[depth] += 1
        else:
            found.counts[depth] = level.start
        for deeper in [other for other in found.counts if other > depth]:
            del found.counts[deeper]
        if level.form in ("bullet", "none"):
            return level.text if level.form == "none" and "%" not in level.text else ""

        def shown(place: re.Match[str]) -> str:
            other = int(place.group(1)) - 1
            one = levels.get(other, _Level())
            count = found.counts.setdefault(other, one.start)
            return _formed(count, "decimal" if level.plain and one.form != "decimal" else one.form)

        return re.sub(r"%([1-9])", shown, level.text)


def _levels(element: Element) -> Iterator[tuple[int, _Level]]:
    for child in element.iter(f"{W}lvl"):
        level = _Level()
        for entry in child:
            value = entry.get(VAL, "")
            if entry.tag == f"{W}start":
                level.start = _number(value, 1)
            elif entry.tag == f"{W}numFmt":
                level.form = value
            elif entry.tag == f"{W}lvlText":
                level.text = value
            elif entry.tag == f"{W}pStyle":
                level.style = value
            elif entry.tag == f"{W}isLgl":
                level.plain = True
        yield _number(child.get(f"{W}ilvl"), 0), level


def _formed(count: int, form: str) -> str:
    """A number as a list shows it."""
    if form in ("lowerLetter", "upperLetter") and count > 0:
        # After z come aa, bb, …
        letters = chr(ord("a") + (count - 1) % 26) * min(9, (count - 1) // 26 + 1)
        return letters.upper() if form == "upperLetter" else letters
    if form in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        return roman(count).upper() if form == "upperRoman" else roman(count)
    if form == "decimalZero":
        return f"{count:02}"
    return "" if form == "none" else str(count)


def roman(count: int) -> str:
    """A number below 4,000 in small Roman figures."""
    text = ""
    for value, letters in _ROMAN:
        text += letters * (count // value)
        count %= value
    return text
