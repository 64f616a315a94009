"""The text sources: blocks separated by blank lines.

# Heading            numbered; `##` and `###` for lower levels, `#*` for one without a number
Plain text           a paragraph
- text               an item of a list
{4.2} text           a clause with its label; `{(a)}` sets it one step further in
{abstract} text      a paragraph of another role: abstract, keywords, reference, centred, imprint
{equation} a = b // c        displayed and numbered; `//` makes a fraction
{figure NAME wide}   followed by the caption; NAME is a function of `figures`, `wide` spans the columns
{table l r p wide}   one letter a column (left, right, paragraph), followed by the caption,
                     the head and the rows, cells separated by `|`; a line `---` draws a thin rule
{signature PARTY}    followed by the lines to be filled in
{contents}           the table of contents
{page}               a page break; `{body}` also starts the page numbers again at 1
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DIRECTIVES = frozenset({"figure", "table", "signature", "contents", "page", "body", "equation"})
ROLES = frozenset({"abstract", "keywords", "reference", "centred", "imprint"})
_BRACED = re.compile(r"\{([^}]+)\}\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the source.

    Attributes:
        kind: "heading", "paragraph", "item", "clause", or the name of a directive or role.
        level: Of a heading, from 1; of a clause, 1 or 2.
        label: A clause's own; a heading's "*" when it has no number.
        arguments: A directive's words.
        lines: A directive's lines after the first.
    """

    kind: str
    text: str = ""
    level: int = 0
    label: str = ""
    arguments: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def read_blocks(source: str) -> list[Block]:
    """Blocks of a source text, in order."""
    return [_block(part.strip()) for part in re.split(r"\n\s*\n", source) if part.strip()]


def _block(part: str) -> Block:
    if part.startswith("#"):
        marks, text = part.split(" ", 1)
        return Block("heading", " ".join(text.split()), level=marks.count("#"), label=marks.strip("#"))
    if part.startswith("- "):
        return Block("item", " ".join(part[2:].split()))
    braced = _BRACED.match(part)
    if braced is None:
        return Block("paragraph", " ".join(part.split()))
    head, rest = braced.groups()
    name, *arguments = head.split()
    if name in DIRECTIVES:
        lines = tuple(line.strip() for line in rest.splitlines() if line.strip())
        return Block(name, " ".join(rest.split()), arguments=tuple(arguments), lines=lines)
    if name in ROLES:
        return Block(name, " ".join(rest.split()))
    return Block("clause", " ".join(rest.split()), level=2 if head.startswith("(") else 1, label=head)
