"""LaTeX source: its text in order, formulas as they are written. Nothing is run, and no other file is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError
from pincite.parse.formats.decoding import decoded
from pincite.parse.formats.latex_tables import latex_table
from pincite.parse.formats.latex_text import Found, argument, plain
from pincite.parse.formats.sections import SectionPages
from pincite.parse.formats.writer import DocumentWriter

if TYPE_CHECKING:
    from pincite.parse.files import Source

MOST_BYTES = 16 << 20
_LONGEST_FLOAT = 100_000
_MOST_GROWTH = 2 << 20

_VERBATIM = "verbatim verbatim* Verbatim lstlisting minted alltt"
_LITERAL = re.compile(
    r"\\begin\{(?P<code>"
    + "|".join(map(re.escape, _VERBATIM.split()))
    + r")\}(?P<lines>.*?)\\end\{(?P=code)\}|"
    r"\\begin\{comment\}.*?\\end\{comment\}|"
    r"\\(?:verb\*?|lstinline)(?P<mark>[^\w\s{*\[])(?P<word>[^\n]*?)(?P=mark)|"
    r"(?<!\\)(?P<pair>(?:\\\\)*)%[^\n]*(?:\n[ \t]*(?!\s*\n))?",
    re.DOTALL,
)
_OPTIONS = re.compile(r"^(?:\[[^\]\n]*\])?(?:\{\w+\})?[ \t]*\n")
_HOLDER = re.compile("\ue000(\\d+)\ue001")
_DEFINITION = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand)\*?\s*\{?\s*\\(?P<new>[A-Za-z@]+)\s*\}?(?P<count>\s*\[\d\])?(?P<default>\s*\[[^\]]*\])?|"
    r"\\def\s*\\(?P<old>[A-Za-z@]+)(?P<pattern>(?:#\d)*)"
)
_ENDS_WITH_COMMAND = re.compile(r"\\[A-Za-z@]+$")
_STEP = re.compile(
    r"(?P<gap>\n[ \t]*\n\s*)|\\begin\s*\{(?P<begin>[^{}\n]{1,60})\}|\\end\s*\{(?P<end>[^{}\n]{1,60})\}|"
    r"\\(?P<section>part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?(?=\s*[\[{])|"
    r"\\(?P<item>item|bibitem)\b|\\caption\*?(?P<caption>)(?=\s*[\[{])|\\(?P<open>\[)|(?P<dollars>\$\$)|"
    "\ue000(?P<held>\\d+)\ue001"
)
_LEVELS = {
    "part": 1,
    "chapter": 1,
    "section": 2,
    "subsection": 3,
    "subsubsection": 4,
    "paragraph": 5,
    "subparagraph": 6,
}
_FORMULAS = frozenset(
    "equation align gather multline eqnarray displaymath math alignat flalign dmath split".split()
)
_TABLES = frozenset("tabular tabularx tabulary longtable tabu supertabular array xltabular".split())
_FLOATS = frozenset("table figure wrapfigure wraptable sidewaystable sidewaysfigure longtable".split())
_LISTS = frozenset("itemize enumerate description compactitem compactenum inparaenum".split())
_DRAWINGS = frozenset("tikzpicture pspicture picture axis pgfpicture".split())
_ARGUMENTS = {"minipage": 1, "wrapfigure": 2, "wraptable": 2, "multicols": 1, "adjustwidth": 2, "thebibliography": 1,
              "subfigure": 1, "spacing": 1}  # fmt: skip
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_AND = re.compile(r"\\(?:and|AND)\b")
_LABEL = re.compile(r"\\label\s*\{[^}]*\}|\\nonumber\b|\\notag\b")


def read(source: Source, writer: DocumentWriter) -> None:
    """Read a LaTeX source.

    Raises:
        DamagedFileError: if it has no text.
        ParseLimitError: if it is too large.
    """
    source.require_at_most(MOST_BYTES, "a LaTeX source", "Split it.")
    text = decoded(source.path.read_bytes()).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reader = _LatexReader(text, SectionPages(writer))
    reader.write()
    if not writer.page_index:
        raise DamagedFileError(f"{source.name} has no text", "Add the file that holds the text itself.")


class _LatexReader:
    """Writes the text of a LaTeX source."""

    def __init__(self, text: str, pages: SectionPages) -> None:
        self._pages = pages
        self._held: list[tuple[str, bool]] = []
        text = _LITERAL.sub(self._hold, text.replace("\ue000", "").replace("\ue001", ""))
        text = _expanded(text)
        self._shift = 0 if re.search(r"\\documentclass[^{]*\{[^}]*(?:book|report|memoir|thesis)", text) else 1
        begin = text.find("\\begin{document}")
        self._head = text[:begin] if begin >= 0 else ""
        text = text[begin + 16 :] if begin >= 0 else text
        end = text.find("\\end{document}")
        self._body = text[:end] if end >= 0 else text
        self._raw: list[str] = []
        self._found = Found()
        self._lists: list[int | None] = []
        self._mark = ""
        self._kind = BlockKind.PARAGRAPH
        self._caption = ""
        self._told = False
        """Whether the caption that comes next has been read with its table."""

    def _hold(self, found: re.Match[str]) -> str:
        """Take out what is to stay as it is; comments go."""
        if found["code"]:
            lines = (
                _OPTIONS.sub("", found["lines"], count=1)
                if found["code"] in ("lstlisting", "minted", "Verbatim")
                else found["lines"]
            )
            self._held.append((lines, True))
        elif found["mark"]:
            self._held.append((found["word"], False))
        else:
            return found["pair"] or ""
        return f"\ue000{len(self._held) - 1}\ue001"

    def write(self) -> None:
        """Write all of it, and tell what it takes in and is not read."""
        self._facts()
        body, position = self._body, 0
        while match := _STEP.search(body, position):
            self._raw.append(body[position : match.start()])
            position = self._step(match, body)
        self._raw.append(body[position:])
        self._flush()
        writer = self._pages.writer
        if self._found.files:
            names = ", ".join(dict.fromkeys(self._found.files))
            writer.notice("parts_not_read", f"The source takes in files that are not read: {names[:300]}.")
        if self._found.pictures:
            writer.notice("pictures_not_read", "Pictures and drawings are not read.")

    def _step(self, match: re.Match[str], body: str) -> int:
        """Do what a structural command says; gives the place to go on from."""
        position = match.end()
        if match["held"]:
            text, whole = self._held[int(match["held"])]
            if not whole:
                self._raw.append(match[0])
                return position
            self._flush()
            self._pages.lines(text)
        elif match["section"]:
            self._flush()
            position = _behind_option(body, position)
            title, position = argument(body, position)
            self._pages.heading(self._plain(title), max(1, _LEVELS[match["section"]] - self._shift))
        elif match["item"]:
            return self._item(match["item"], body, position)
        elif match["caption"] is not None:
            self._flush()
            text, position = argument(body, _behind_option(body, position))
            if not self._told:
                self._pages.text(self._plain(text), BlockKind.CAPTION)
            self._told = False
        elif match["open"] or match["dollars"]:
            end = body.find("\\]" if match["open"] else "$$", position)
            self._formula(body[position : end if end >= 0 else len(body)])
            position = end + 2 if end >= 0 else len(body)
        elif match["begin"]:
            return self._begin(match["begin"].strip(), body, position)
        else:
            self._flush()
            if match["end"]:
                self._end(match["end"].strip())
        return position

    def _item(self, kind: str, body: str, position: int) -> int:
        self._flush()
        label, position = (
            argument(body, position, "[]") if body[position : position + 1] == "[" else ("", position)
        )
        if kind == "bibitem":
            key, position = argument(body, position)
            self._mark = f"[{self._plain(label) or key}]"
            return position
        number = self._lists[-1] if self._lists else None
        if label:
            self._mark = self._plain(label)
        elif number is not None:
            self._lists[-1] = number + 1
            self._mark = f"{number}."
        return position

    def _begin(self, name: str, body: str, position: int) -> int:
        self._flush()
        bare = name.rstrip("*")
        if bare in _FORMULAS or bare in _DRAWINGS:
            end = body.find(f"\\end{{{name}}}", position)
            end = end if end >= 0 else len(body)
            if bare in _FORMULAS:
                self._formula(body[position:end])
            else:
                self._found.pictures += 1
            return end + len(name) + 6
        if bare in _TABLES:
            end = _end_of(body, name, position)
            self._table(bare, body[position:end])
            return end + len(name) + 6
        near = body[position : position + _LONGEST_FLOAT] if bare in _FLOATS else ""
        inner = near.split(f"\\end{{{name}}}", 1)[0]
        if "tabular" in inner and (caption := re.search(r"\\caption\*?\s*(?=[\[{])", inner)):
            self._caption = self._plain(argument(inner, _behind_option(inner, caption.end()))[0])
            self._told = True
        if bare in _LISTS:
            self._lists.append(1 if "enum" in bare else None)
        elif bare == "thebibliography":
            self._kind = BlockKind.REFERENCE
        elif bare == "abstract":
            self._pages.named("Abstract")
        for _ in range(_ARGUMENTS.get(bare, 0)):
            _, position = argument(body, _behind_option(body, position))
        return _behind_option(body, position) if bare in _FLOATS or bare in _LISTS else position

    def _end(self, name: str) -> None:
        if name.rstrip("*") in _LISTS and self._lists:
            self._lists.pop()
        elif name == "thebibliography":
            self._kind = BlockKind.PARAGRAPH
        elif name.rstrip("*") in _FLOATS:
            self._caption, self._told = "", False

    def _table(self, name: str, inner: str) -> None:
        draft, caption = latex_table(name, inner, self._plain)
        self._pages.table(draft, caption=self._caption or caption)
        self._caption = ""

    def _formula(self, source: str) -> None:
        self._flush()
        self._pages.text(_LABEL.sub("", self._whole(source)), BlockKind.FORMULA)

    def _plain(self, source: str) -> str:
        return self._whole(plain(source, self._found))

    def _whole(self, text: str) -> str:
        """Text with what was taken out of it."""
        return _HOLDER.sub(lambda found: self._held[int(found[1])][0], text)

    def _flush(self) -> None:
        """Write what has been gathered as a paragraph, and its notes below it."""
        text = self._plain("".join(self._raw))
        self._raw.clear()
        notes = [self._whole(note) for note in self._found.notes]
        if text:
            kind, level = (BlockKind.LIST_ITEM, len(self._lists)) if self._lists else (self._kind, 0)
            text, self._mark = f"{self._mark} {text}".strip(), ""
            if "\n" in text:
                self._pages.lines(text, kind, level=level)
            else:
                self._pages.text(text, kind, level=level)
        for number, note in enumerate(notes, start=self._found.noted + 1):
            self._pages.text(f"[{number}] {note}", BlockKind.FOOTNOTE)
        self._found.noted += len(notes)
        self._found.notes.clear()

    def _facts(self) -> None:
        """Title, authors and year, which stand in the head or before the text; what is written there is written."""
        writer = self._pages.writer
        facts: dict[str, str] = {}
        for name in ("title", "author", "date"):
            for part in (self._head, self._body):
                found = re.search(rf"\\{name}\s*(?=[\[{{])", part)
                if found and name not in facts:
                    content, end = argument(part, _behind_option(part, found.end()))
                    facts[name] = content
                    if part is self._body:
                        self._body = part[: found.start()] + part[end:]
        aside = Found()
        writer.title = plain(facts.get("title", ""), aside).replace("\n", " ")
        names = (plain(name, aside).split("\n")[0] for name in _AND.split(facts.get("author", "")))
        writer.authors = tuple(name for name in names if name)
        if year := _YEAR.search(facts.get("date", "")):
            writer.year = int(year[1])
        if writer.title:
            self._pages.heading(writer.title, 1)
            self._pages.writer.leave_sections()


def _behind_option(source: str, position: int) -> int:
    """The place behind an argument in square brackets, if one is there."""
    start = position
    while start < len(source) and source[start] in " \t":
        start += 1
    return argument(source, start, "[]")[1] if source[start : start + 1] == "[" else position


def _end_of(source: str, name: str, position: int) -> int:
    """Where an environment ends that may hold others of its name; the end of the source for one that does not."""
    depth = 1
    for found in re.compile(rf"\\(begin|end)\s*\{{{re.escape(name)}\}}").finditer(source, position):
        depth += 1 if found[1] == "begin" else -1
        if depth == 0:
            return found.start()
    return len(source)


def _expanded(text: str) -> str:
    """The source with the author's own abbreviations written out: commands without arguments."""
    own: dict[str, str] = {}
    kept: list[str] = []
    position = 0
    while found := _DEFINITION.search(text, position):
        kept.append(text[position : found.start()])
        body, position = argument(text, found.end())
        if position == found.end():
            position = found.end() + 1
        elif not found["count"] and not found["pattern"]:
            own[found["new"] or found["old"]] = body
    kept.append(text[position:])
    text = "".join(kept)
    if not own:
        return text
    names = re.compile(
        r"\\(" + "|".join(sorted(map(re.escape, own), key=len, reverse=True)) + r")(?![A-Za-z@])[ \t]*(\{\})?"
    )
    left = _MOST_GROWTH

    def written(found: re.Match[str]) -> str:
        nonlocal left
        body = own[found[1]]
        left -= len(body) + 1
        if left < 0:
            return found[0]
        before_word = text[found.end() : found.end() + 1].isalnum()
        if body.endswith("\\xspace"):
            return body.removesuffix("\\xspace") + " " * before_word
        # Else what follows would be a part of the command's name.
        return f"{body}{{}}" if before_word and _ENDS_WITH_COMMAND.search(body) else body

    for _ in range(5):
        longer = names.sub(written, text)
        if longer == text:
            break
        text = longer
    return text
