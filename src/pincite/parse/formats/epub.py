"""EPUB books: chapters in the order of the spine."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pincite.errors import DamagedFileError, PasswordNeededError, UnsupportedFileError
from pincite.parse.formats.html import decode_html, write_html
from pincite.parse.formats.html_tree import MOST_BYTES, parse_html
from pincite.parse.formats.html_words import words_of
from pincite.parse.formats.markup import Element, parse_xml
from pincite.parse.formats.packed import PackedFile
from pincite.parse.formats.sections import SectionPages
from pincite.parse.formats.writer import DocumentWriter, one_line

if TYPE_CHECKING:
    from pincite.parse.files import Source

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_RIGHTS = ("META-INF/rights.xml", "META-INF/sinf.xml")
_FONT_SCRAMBLING = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})
_TEXTS = frozenset(
    {
        "application/xhtml+xml",
        "text/html",
        "application/x-dtbook+xml",
        "image/svg+xml",
        "text/x-oeb1-document",
    }
)
_YEAR = re.compile(r"\b(1[0-9]\d\d|20\d\d)\b")
_HEADING = re.compile(r"<(?:\w+:)?h[1-6][\s>]", re.IGNORECASE)
_MOST_XML = 32 << 20
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class _Item:
    """A part of the book as its package lists it."""

    path: str
    media_type: str
    properties: frozenset[str]


def read(source: Source, writer: DocumentWriter) -> None:
    """Read an EPUB book.

    Raises:
        DamagedFileError: if its package cannot be read, or none of its chapters.
        ParseLimitError: if it unpacks to more than allowed.
        UnsupportedFileError: if it is protected against copying.
    """
    with PackedFile(source.path) as packed:
        _refuse_protected(packed, source.name)
        package_path = _package_path(packed, source.name)
        package = parse_xml(packed.read(package_path, _MOST_XML), source.name, forgiving=True)
        _facts(package, writer)
        _BookReader(packed, package, posixpath.dirname(package_path), writer).read(source.name)


def _refuse_protected(packed: PackedFile, name: str) -> None:
    """Refuse a book whose text is encrypted; fonts that are only scrambled do not matter."""
    locked = any(rights in packed for rights in _RIGHTS)
    if not locked and _ENCRYPTION in packed:
        methods = [
            element.get("Algorithm", "")
            for data in _named(
                parse_xml(packed.read(_ENCRYPTION, _MOST_XML), name, forgiving=True), "EncryptedData"
            )
            for element in _named(data, "EncryptionMethod")
        ]
        locked = any(method not in _FONT_SCRAMBLING for method in methods)
    if locked:
        raise UnsupportedFileError(
            f"{name} is protected against copying: its text is encrypted", "Add a copy without protection."
        )


def _package_path(packed: PackedFile, name: str) -> str:
    """Where the package document is: as the container says, else the only one there is."""
    if _CONTAINER in packed:
        container = parse_xml(packed.read(_CONTAINER, _MOST_XML), name, forgiving=True)
        for root in _named(container, "rootfile"):
            path = posixpath.normpath(unquote(root.get("full-path", "")))
            if path in packed:
                return path
    found = next((path for path in packed.names() if path.lower().endswith(".opf")), None)
    if found is None:
        raise DamagedFileError(f"{name} is damaged: its list of chapters is missing", "Get the file again.")
    return found


def _facts(package: Element, writer: DocumentWriter) -> None:
    """Title, authors and year as the package says them."""
    roles = {
        (element.get("refines") or "").removeprefix("#"): (element.text or "").strip()
        for element in _named(package, "meta")
        if element.get("property") == "role"
    }
    titles = [one_line(element.text or "") for element in _named(package, "title")]
    writer.title = next(filter(None, titles), "")
    authors = []
    for element in _named(package, "creator"):
        role = roles.get(element.get("id", ""), "") or next(
            (value for key, value in element.attrib.items() if str(key).endswith("role")), "aut"
        )
        if role == "aut" and (name := one_line(element.text or "")):
            authors.append(name)
    writer.authors = tuple(dict.fromkeys(authors))
    for element in _named(package, "date"):
        if found := _YEAR.search(element.text or ""):
            writer.year = int(found[1])
            break


class _BookReader:
    """Reads the chapters of a book."""

    def __init__(self, packed: PackedFile, package: Element, folder: str, writer: DocumentWriter) -> None:
        self._packed = packed
        self._folder = folder
        self._writer = writer
        self._pages = SectionPages(writer)
        self._by_lower = {path.lower(): path for path in packed.names()}
        self._items = {
            element.get("id", ""): _Item(
                self._path(element.get("href", ""), folder),
                element.get("media-type", "").lower(),
                frozenset((element.get("properties") or "").split()),
            )
            for element in _named(package, "item")
        }
        self._spine = [element.get("idref", "") for element in _named(package, "itemref")]
        self._ncx = next((spine.get("toc", "") for spine in _named(package, "spine")), "")
        self._missing: list[str] = []

    def read(self, name: str) -> None:
        """Read all chapters.

        Args:
            name: Of the book, for messages.
        """
        titles = self._titles()
        self._writer.pages_in_all = len(self._spine)
        done: set[str] = set()
        for reference in dict.fromkeys(self._spine):
            item = self._items.get(reference)
            if item is None:
                self._missing.append(reference)
            elif item.path in done:
                continue  # no chapter may be listed twice (EPUB 3.3, section 5.8): it would be found twice
            elif "nav" not in item.properties and item.media_type in _TEXTS:
                done.add(item.path)
                self._chapter(item, titles.get(item.path, ""))
            elif item.media_type not in _TEXTS:
                self._missing.append(posixpath.basename(item.path))
        if not self._writer.page_index:
            why = "none of its chapters can be read" if self._missing else "it has no text"
            raise DamagedFileError(f"{name} is damaged: {why}", "Get the file again.")
        if self._missing:
            names = ", ".join(self._missing[:_MOST_NAMED])
            more = len(self._missing) - _MOST_NAMED
            self._writer.notice(
                "parts_unreadable",
                f"Parts of the book could not be read: {names}{f' and {more} more' if more > 0 else ''}.",
            )
        pictures = sum(item.media_type.startswith("image/") and "svg" not in item.media_type
                       and "cover-image" not in item.properties for item in self._items.values())  # fmt: skip
        if pictures:
            self._writer.notice("pictures_not_read", "Text within the book's pictures is not read.")

    def _chapter(self, item: _Item, title: str) -> None:
        try:
            text = decode_html(self._packed.read(item.path, MOST_BYTES))
        except (DamagedFileError, PasswordNeededError):
            self._missing.append(posixpath.basename(item.path))
            return
        headed = _HEADING.search(text) is not None
        self._pages.chapter(title or _own_title(text) or posixpath.splitext(posixpath.basename(item.path))[0])
        if not headed:
            self._writer.leave_sections()
            if title:
                self._pages.named(title)
        write_html(text, self._pages, xml=True)
        self._pages.chapter("")

    def _titles(self) -> dict[str, str]:
        """Titles of chapters by their paths, from the table of contents (EPUB 3) or its older form (EPUB 2)."""
        nav = next((item for item in self._items.values() if "nav" in item.properties), None)
        ncx = self._items.get(self._ncx) or next(
            (item for item in self._items.values() if item.media_type == "application/x-dtbncx+xml"), None
        )
        titles: dict[str, str] = {}
        for item, entries in ((nav, _nav_entries), (ncx, _ncx_entries)):
            if item is None or titles:
                continue
            try:
                data = self._packed.read(item.path, MOST_BYTES)
                for href, title in entries(data):
                    path = self._path(href, posixpath.dirname(item.path))
                    if title and path not in titles:
                        titles[path] = title
            except (DamagedFileError, PasswordNeededError):
                self._missing.append(posixpath.basename(item.path))
        return titles

    def _path(self, href: str, folder: str) -> str:
        """The member that a reference means; never one outside of the book."""
        path = posixpath.normpath(posixpath.join(folder, unquote(urlsplit(href).path)))
        return path if path in self._packed else self._by_lower.get(path.lower(), path)


def _nav_entries(data: bytes) -> Iterator[tuple[str, str]]:
    root = parse_html(decode_html(data), xml=True)
    for nav in root.css("nav"):
        if (nav.attributes.get("epub:type") or "toc") == "toc":
            for link in nav.css("a[href]"):
                yield link.attributes.get("href") or "", words_of(link)


def _ncx_entries(data: bytes) -> Iterator[tuple[str, str]]:
    for point in _named(parse_xml(data, "toc.ncx", forgiving=True), "navPoint"):
        label = next((one_line(text.text or "") for text in _named(point, "text")), "")
        yield next((content.get("src", "") for content in _named(point, "content")), ""), label


def _own_title(text: str) -> str:
    root = parse_html(text, xml=True)
    node = root.css_first("h1, h2, h3") or root.css_first("head title")
    return words_of(node) if node is not None else ""


def _named(root: Element, name: str) -> Iterator[Element]:
    """Elements of a name, of whatever namespace, in order."""
    return root.iter(f"{{*}}{name}")
