"""Pages of blocks → a document with structure, a window of pages at a time.

There are two passes over the windows. The first collects what must be known of the whole document: what its
headings look like, which lone numbers count up, where the last list of references is. The second marks, joins and
puts every block under its headings, and remembers from window to window what it is in the middle of. So a document
comes out the same however it is divided into windows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.domain import BlockKind, DocumentFacts, OutlineEntry
from pincite.parse import beside, facts, headings, metadata, structure
from pincite.parse.blocks import Draft
from pincite.parse.characters import clean
from pincite.parse.continuity import Joints, merge_columns
from pincite.parse.depth import Depths
from pincite.parse.hyphens import Words
from pincite.parse.kind import Look
from pincite.parse.lists import Contents, InnerNumbers, NumberedReferences, References, split_titles
from pincite.parse.page_blocks import PageDrafts
from pincite.parse.pdf import Bookmark
from pincite.parse.sections import Sections
from pincite.parse.table_joints import TableJoints
from pincite.parse.tables import undo_single
from pincite.parse.xmp import Xmp


@dataclass(slots=True, eq=False)
class FileFacts:
    """What the file says of itself, beside its pages.

    Attributes:
        title: Its title field.
        author: Its author field.
        outline: Its outline.
        doi: Those of its fields that may hold a DOI.
        xmp: Its XMP packet.
        pages: How many pages it has.
        fields: How many fields are to be filled in.
    """

    title: str = ""
    author: str = ""
    outline: list[Bookmark] = field(default_factory=list)
    doi: str = ""
    xmp: Xmp = field(default_factory=Xmp)
    pages: int = 0
    fields: int = 0


@dataclass(slots=True, eq=False)
class Window:
    """Pages that are worked on together.

    Attributes:
        pages: In order.
        found: Their headings, once they are known.
        title: Identities of the blocks that are the document's title.
        ready: Whether `Structure` has said of each block what can be said without the whole document.
    """

    pages: list[PageDrafts]
    found: headings.Found = field(default_factory=lambda: headings.Found([], []))
    title: set[int] = field(default_factory=set)
    ready: bool = False

    @property
    def drafts(self) -> list[Draft]:
        """All blocks in reading order."""
        return [draft for page in self.pages for draft in page.drafts]


class Structure:
    """Finds the structure of a document.

    First `collect` every window in order, then `finish` every window in order, then `close`.

    Args:
        file: What the file says of itself.
        body: The look of the document's ordinary text.
        blocks: How many blocks it has.
        words: Its words.

    Attributes:
        facts: What the first page says of the document.
        about: Its kind, abstract and the like, known when the first window is finished.
        outline: Headings in order, as far as the document is finished; the file's own outline where it has one.
    """

    def __init__(self, file: FileFacts, body: structure.Body, blocks: int, words: Words) -> None:
        self.facts = metadata.Facts("", (), None, set(), set(), large=False)
        self.about = DocumentFacts()
        self.outline = _given_outline(file.outline)
        self._given = bool(self.outline)
        self._file = file
        self._body = body
        self._bookmarks: dict[int, list[Bookmark]] = defaultdict(list)
        for mark in file.outline:
            self._bookmarks[mark.page_index].append(mark)
        self._contents, self._contents_again = Contents(), Contents()
        self._inner_numbers = InnerNumbers()
        self._numbered = NumberedReferences(blocks)
        self._looks = headings.Looks(body)
        self._references = References()
        self._words = words
        self._joints = Joints(words)
        self._depths = Depths()
        self._sections = Sections()
        self._tables = TableJoints()
        self._held: list[PageDrafts] = []

    def collect(self, window: Window) -> None:
        """First pass: take note of what is decided only when all is known."""
        self._classify(window)
        for page in window.pages:
            self._inner_numbers.collect(page.drafts)
        self._contents.mark(window.drafts)
        drafts = self._find(window)
        for page in window.pages:
            self._numbered.collect(page.drafts)
        self._looks.collect(drafts, window.found)
        window.ready = True

    def finish(self, window: Window) -> Iterator[tuple[PageDrafts, set[int]]]:
        """Second pass: pages that are finished, with the identities of blocks whose last hyphen is to be removed.

        The last page is held back: the next one may take its hyphen.
        """
        if not window.ready:
            self._classify(window)
            self._contents_again.mark(window.drafts)
            self._find(window)
        self._inner_numbers.close()
        self._looks.mark(window.found)
        for page in window.pages:
            self._inner_numbers.mark(page.drafts)
            self._numbered.mark(page.drafts)
            undo_single(page.drafts)
        _make_title(window)
        self._references.mark(window.drafts)
        for page in window.pages:
            page.drafts = headings.rejoin_labels(page.drafts, self._body)
            beside.mark_footnotes(page.drafts, self._body, page.page)
            page.drafts = _ordered(merge_columns(page.drafts))
        drafts = window.drafts
        self._joints.set(drafts)
        self._tables.set(drafts)
        self._depths.set(drafts)
        self._sections.set(drafts, window.title)
        if window.pages[0].page.index == 1:
            look = Look(self._file.pages, self.facts.title, window.pages, self._body, self._file.fields)
            self.about = facts.document_facts(look, self.facts, self._file.doi, self._file.xmp, self._words)
        self._note_headings(drafts, window.title)
        ready = self._held + window.pages[:-1]
        self._held = window.pages[-1:]
        yield from ((page, self._joints.cut) for page in ready)
        # Identities of blocks that are no more would fit others.
        self._joints.cut.clear()

    def close(self) -> Iterator[tuple[PageDrafts, set[int]]]:
        """The last page, as from `finish`."""
        yield from ((page, self._joints.cut) for page in self._held)

    def _classify(self, window: Window) -> None:
        for page in window.pages:
            page.drafts = split_titles(page.drafts)
        structure.classify(window.drafts, self._body)
        for page in window.pages:
            beside.mark_figures(page.drafts, self._body, page.page)

    def _find(self, window: Window) -> list[Draft]:
        """Find title and headings; gives the blocks that may be headings."""
        page = window.pages[0].page
        first = window.pages[0].drafts if page.index == 1 else []
        banned: set[int] = set()
        if first:
            file = self._file
            self.facts = metadata.facts(first, self._body, page.down, file.title, file.author, file.xmp)
            window.title = self.facts.blocks
            banned = _no_headings(first, self.facts)
        drafts = [draft for draft in window.drafts if id(draft) not in banned]
        window.found = headings.find_headings(drafts, self._body, self._bookmarks)
        return drafts

    def _note_headings(self, drafts: list[Draft], title: set[int]) -> None:
        if not self._given:
            self.outline += [
                OutlineEntry(clean(draft.text), draft.level, draft.page)
                for draft in drafts
                if draft.kind is BlockKind.HEADING and id(draft) not in title
            ]


def _given_outline(bookmarks: list[Bookmark]) -> list[OutlineEntry]:
    entries = [OutlineEntry(clean(mark.title), mark.level, mark.page_index) for mark in bookmarks]
    entries = [entry for entry in entries if entry.title]
    return entries if len(entries) >= 2 else []


def _make_title(window: Window) -> None:
    """Make the title one heading, also where its lines fell into different regions."""
    first = window.pages[0].drafts
    parts = [draft for draft in first if id(draft) in window.title]
    if not parts:
        return
    title = parts[0]
    title.kind, title.level = BlockKind.HEADING, 1
    for draft in parts[1:]:
        title.rows.extend(draft.rows)
        first.remove(draft)


def _no_headings(first: list[Draft], facts: metadata.Facts) -> set[int]:
    """Identities of the title, the authors, and of what stands above the title (a journal's name)."""
    banned = facts.names | facts.blocks
    if facts.blocks and facts.large:
        for draft in first:
            if id(draft) in facts.blocks:
                break
            banned.add(id(draft))
    return banned


def _ordered(drafts: list[Draft]) -> list[Draft]:
    """Blocks of a page with the footnotes after the text, before the feet."""
    notes = [draft for draft in drafts if draft.kind is BlockKind.FOOTNOTE]
    if not notes:
        return drafts
    rest = [draft for draft in drafts if draft.kind is not BlockKind.FOOTNOTE]
    end = len(rest)
    while end and rest[end - 1].region == -1:
        end -= 1
    return rest[:end] + notes + rest[end:]
