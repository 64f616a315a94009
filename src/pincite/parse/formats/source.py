"""Source code and files of settings: the lines of the file, under the names of what they define."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError
from pincite.parse.formats.text_lines import Line, line_pages, read_lines
from pincite.parse.formats.writer import DocumentWriter

if TYPE_CHECKING:
    from pincite.parse.files import Source

_PAGE_CHARACTERS = 4000

_TYPES = (
    r"^(?P<sign>(?:(?:export|default|public|private|protected|internal|abstract|final|static|sealed|open|data|case|partial|"
    r"override|inner|pub(?:\([^)]*\))?|unsafe|readonly|declare|strictfp|non-sealed|template\s*<[^>]*>)\s+)*"
    r"(?:class|interface|enum(?:\s+class)?|record|struct|trait|object|protocol|extension|namespace|module|union|mod|impl"
    r"(?:\s*<[^>]*>)?|type|actor|mixin)\s+[\w.:$]+(?:\s+for\s+\w+)?)"
)
_NOT_A_CALL = (
    r"(?!(?:if|for|while|switch|return|else|do|catch|throw|new|delete|using|sizeof|case|goto|assert|await)\b)"
)
_C_LIKE = rf"^(?P<sign>{_NOT_A_CALL}(?:[\w:<>,~\[\]@.]+[ \t*&]+)+[\w:~]+)\s*\([^;]*$"
_PATTERNS: dict[str, tuple[str, ...]] = {
    "python": (r"^(?P<sign>(?:async\s+)?def\s+\w+|class\s+\w+)",),
    "script": (
        _TYPES,
        r"^(?P<sign>(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*\w+)",
        r"^(?P<sign>(?:export\s+)?(?:const|let|var)\s+\w+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:\([^)]*\)\s*(?::[^=]+)?=>|function|\w+\s*=>)",
        rf"^(?P<sign>{_NOT_A_CALL}(?:(?:static|async|get|set|public|private|protected|override)\s+)*[#\w$]+)\s*\([^;]*\)\s*"
        r"(?::[^{]+)?\{\s*$",
    ),
    "braces": (
        _TYPES,
        r"^(?P<sign>(?:[\w@]+\s+)*(?:fun|func|fn|def|sub|function)\s+(?:\([^)]*\)\s*)?(?:<[^>]*>\s*)?[\w.&$]+)",
        _C_LIKE,
    ),
    "ruby": (r"^(?P<sign>(?:class|module|def)\s+[\w.:?!=]+)",),
    "shell": (r"^(?P<sign>(?:function\s+)?[\w-]+)\s*\(\)\s*\{?", r"^(?P<sign>function\s+[\w-]+)"),
    "sql": (
        r"^(?P<sign>create\s+(?:or\s+replace\s+)?(?:(?:temp|temporary|unique|materialized)\s+)?"
        r"(?:table|view|function|procedure|index|trigger|type)\s+(?:if\s+not\s+exists\s+)?[\w.\"`\[\]]+)",
    ),
    "arrow": (
        r"^(?P<sign>[\w.]+)\s*(?:<-|=)\s*function",
        r"^(?P<sign>(?:function|macro|struct|mutable struct|module)\s+[\w.!]+)",
    ),
    "settings": (r"^\[+(?P<sign>[^\[\]]+)\]+\s*$", r"^(?P<sign>[\w.-]+):\s*$"),
    "none": (),
}
_LANGUAGES: dict[str, str] = {
    **dict.fromkeys((".py", ".pyi", ".pyx"), "python"),
    **dict.fromkeys((".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".vue", ".svelte"), "script"),
    **dict.fromkeys((".rb", ".cr"), "ruby"),
    **dict.fromkeys((".sh", ".bash", ".zsh"), "shell"),
    ".sql": "sql",
    **dict.fromkeys((".r", ".jl", ".m"), "arrow"),
    **dict.fromkeys((".toml", ".ini", ".cfg", ".conf", ".yaml", ".yml", ".properties"), "settings"),
    **dict.fromkeys((".xml", ".xsd", ".xsl", ".css", ".scss", ".less", ".diff", ".patch"), "none"),
}
_REMARK = re.compile(r"^\s*(?:@|#|//|/\*|\*|--|;|%|'''|\"\"\")")
_CLOSES = re.compile(r"^(?:[\])}]|end\b|else\b|elif\b|except\b|finally\b|catch\b|fi\b|done\b|\{)")
_HOLDS_OTHERS = re.compile(
    r"\b(?:class|interface|enum|record|struct|trait|object|protocol|extension|namespace|module|mod|impl|actor)\b"
)


@dataclass(slots=True)
class _Part:
    """Lines that belong together.

    Attributes:
        lines: In order.
        title: Name of the definition that they begin; "" for none.
        level: How deep it stands, from 1.
        leaves: Whether they stand outside of the definition before them.
    """

    lines: list[Line] = field(default_factory=list)
    title: str = ""
    level: int = 0
    leaves: bool = False


def read(source: Source, writer: DocumentWriter) -> None:
    """Read source code.

    Raises:
        DamagedFileError: if it holds nothing but white space.
    """
    language = _LANGUAGES.get(PurePath(source.name).suffix.lower(), "braces")
    reader = _SourceReader(writer, language)
    lines = read_lines(source.path, writer)
    for page in line_pages(lines, source.path.stat().st_size, _may_end, _PAGE_CHARACTERS):
        writer.page(page.label)
        reader.write(page.lines)
    if not writer.page_index:
        raise DamagedFileError(f"{source.name} holds nothing but white space", "Get the file again.")


def _may_end(page: Sequence[Line], line: Line) -> bool:
    """Whether a page may end before a line: an outer one below an empty one."""
    return not page[-1].text.strip() and bool(line.text[:1].strip()) and not _CLOSES.match(line.text)


class _SourceReader:
    """Writes pages of source code."""

    def __init__(self, writer: DocumentWriter, language: str) -> None:
        self._writer = writer
        self._patterns = [re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS[language]]
        self._open: list[tuple[int, str]] = []
        """Indents and names of the definitions that are open."""

    def write(self, lines: Sequence[Line]) -> None:
        """Write the lines of a page."""
        number = lines[0].number
        if lines[0].piece:
            self._writer.notice(
                "endless_lines",
                "The file has lines of more than 20,000 characters, as programs write them.",
                here=True,
            )
        for part in self._parts(lines):
            if part.title:
                self._writer.section(part.title, part.level)
            elif part.leaves:
                self._writer.leave_sections()
            filled = [line for line in part.lines if line.text.strip()]
            if not filled:
                continue
            own = part.lines[part.lines.index(filled[0]) : part.lines.index(filled[-1]) + 1]
            text = "\n".join(line.text.rstrip() for line in own)
            self._writer.lines(text, BlockKind.CODE, gap=own[0].number - number, joint=own[0].joint)
            number = own[-1].number

    def _parts(self, lines: Sequence[Line]) -> Iterator[_Part]:
        part = _Part()
        for position, line in enumerate(lines):
            text = line.text
            indent = len(text) - len(text.lstrip())
            title = self._definition(text, indent) if text.strip() else ""
            outside = (
                bool(self._open) and indent <= self._open[0][0] and bool(text.strip())
                and not _CLOSES.match(text.lstrip()) and not _REMARK.match(text)
            )  # fmt: skip
            if title:
                # Remarks and decorators right above it are its own.
                above: list[Line] = []
                while part.lines and _REMARK.match(part.lines[-1].text):
                    above.insert(0, part.lines.pop())
                yield part
                while self._open and self._open[-1][0] >= indent:
                    self._open.pop()
                self._open.append((indent, title))
                part = _Part(above, title, len(self._open))
            elif outside and position and not lines[position - 1].text.strip():
                yield part
                self._open.clear()
                part = _Part(leaves=True)
            part.lines.append(line)
        yield part

    def _definition(self, text: str, indent: int) -> str:
        """How a definition names itself; "" for other lines, and for what is defined within a function."""
        around = [title for own, title in self._open if own < indent]
        if (indent and not around) or len(around) > 1 or (around and not _HOLDS_OTHERS.search(around[-1])):
            return ""
        for pattern in self._patterns:
            if found := pattern.match(text[indent : indent + 300]):
                return " ".join(found["sign"].split())
        return ""
