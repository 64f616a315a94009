"""What readers of text documents (Word, OpenDocument, RTF) write into: blocks in order, pages where sections begin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pincite.domain import BlockKind
from pincite.parse.formats.sections import SectionPages
from pincite.parse.formats.text_tables import TextCell, draft_of, is_layout
from pincite.parse.formats.writer import DocumentWriter, TableDraft, one_line
from pincite.parse.metadata import sane_title

_MOST_LISTED = 5
_GENERATED = re.compile(r"[.,;]?\s*(?:\w+ )?automatically generated.*$", re.IGNORECASE | re.DOTALL)
_FILE = re.compile(r"^\S*\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg)$", re.IGNORECASE)


class Flow:
    """Blocks of a text document.

    Args:
        writer: What is written to.
    """

    def __init__(self, writer: DocumentWriter) -> None:
        self.writer = writer
        self._pages = SectionPages(writer)
        self._code: list[str] = []
        self._caption = ""
        self._running: dict[str, TableDraft | None] = {}
        self._changes: Counter[str] = Counter()
        self._hidden = 0
        self._pictures = 0
        self._objects = 0

    def heading(self, text: str, level: int) -> None:
        """A heading; the first of a document without a title is its title."""
        if not (text := one_line(text)):
            return
        self._settle()
        if not self.writer.title and self.writer.page_index <= 1 and not self.writer.page_size:
            self.writer.title = sane_title(text)
        self._pages.heading(text, level)

    def text(self, text: str, kind: BlockKind = BlockKind.PARAGRAPH, level: int = 0) -> None:
        """A block of running text."""
        if not (text := one_line(text)):
            return
        self._settle()
        if kind is BlockKind.CAPTION:
            self._caption = text
            return
        self._pages.text(text, kind, level=level)

    def code(self, line: str) -> None:
        """A line of code; lines that follow one another are one block."""
        self._settle(but_code=True)
        self._code.append(line)

    def table(self, cells: Sequence[TextCell], head_rows: int | None = None) -> None:
        """A table, with the caption right above it; one that only places text is written as text.

        Args:
            cells: Its cells.
            head_rows: As in `draft_of`.
        """
        if is_layout(cells):
            for cell in sorted(cells, key=lambda cell: (cell.row, cell.column)):
                self.text(cell.text)
            return
        caption, self._caption = self._caption, ""
        self.drafted(draft_of(cells, head_rows), caption)

    def drafted(self, draft: TableDraft, caption: str = "") -> None:
        """A table whose head is known."""
        self._settle()
        self._pages.table(draft, caption=caption)

    def running(self, text: str) -> None:
        """A line of a header or footer, written once at the end."""
        if text := one_line(text):
            self._running.setdefault(text, None)

    def running_table(self, cells: Sequence[TextCell]) -> None:
        """A table of a header or footer, written once at the end."""
        draft = draft_of(cells)
        words = "\n".join("\t".join(row) for row in draft.rows)
        if words.strip():
            self._running.setdefault(words, draft)

    def inserted(self, author: str) -> None:
        """Count an insertion; its text is text."""
        self._changes[one_line(author)] += 1

    def deleted(self, author: str, text: str) -> None:
        """Text that was deleted while changes were tracked: a comment."""
        author = one_line(author)
        self._changes[author] += 1
        if text := one_line(text):
            self.text(f"deleted by {author or 'unknown'}: {text}", BlockKind.COMMENT)

    def comment(self, author: str, text: str) -> None:
        """What somebody remarked on the text."""
        if text := one_line(text):
            self.text(f"{one_line(author)}: {text}" if author.strip() else text, BlockKind.COMMENT)

    def hide(self) -> None:
        """Count text that is not shown."""
        self._hidden += 1

    def picture(self, description: str) -> None:
        """A picture: what is said of it stands in the text."""
        self._pictures += 1
        self.text(picture_text(description), BlockKind.CAPTION)

    def embedded(self) -> None:
        """Count an object of another program."""
        self._objects += 1

    def finish(self) -> None:
        """Write what stands in headers and footers, and tell what was not read."""
        self._settle()
        if self._running:
            self.writer.page("headers and footers")
            self.writer.leave_sections()
            for text, draft in self._running.items():
                if draft is None:
                    self.writer.text(text, BlockKind.RUNNING_HEAD)
                else:
                    self.writer.table(draft)
        if not self.writer.page_index:
            self.writer.page("part 1")
            self.writer.notice("no_text", "The file holds no text.")
        self._tell()

    def _tell(self) -> None:
        if self._changes:
            count = sum(self._changes.values())
            names = [name for name, _ in self._changes.most_common() if name]
            more = f" and {len(names) - _MOST_LISTED} others" if len(names) > _MOST_LISTED else ""
            by = f" by {', '.join(names[:_MOST_LISTED])}{more}" if names else ""
            self.writer.notice(
                "tracked_changes",
                f"The file holds {_counted(count, 'tracked change')}{by}: what was inserted is read as text, what was "
                "deleted is shown as a comment.",
            )
        if self._hidden:
            self.writer.notice(
                "hidden_text", f"Text that the file hides was left out: {_counted(self._hidden, 'passage')}."
            )
        if self._pictures:
            self.writer.notice(
                "pictures_not_read",
                f"Text within pictures was not read ({_counted(self._pictures, 'picture')}); what is said of them is.",
            )
        if self._objects:
            self.writer.notice(
                "objects_not_read",
                f"Objects of other programs within the file were not read: {self._objects}.",
            )

    def _settle(self, *, but_code: bool = False) -> None:
        """Write what was waiting for what follows: a caption, lines of code."""
        if self._caption:
            caption, self._caption = self._caption, ""
            self._pages.text(caption, BlockKind.CAPTION)
        if self._code and not but_code:
            code = "\n".join(self._code)
            self._code = []
            if code.strip():
                self._pages.lines(code)


def picture_text(description: str) -> str:
    """What is said of a picture, without what programs say by themselves."""
    text = one_line(_GENERATED.sub("", description))
    return "" if _FILE.match(text) else text


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
