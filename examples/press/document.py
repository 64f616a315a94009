"""One document: its sources, its title matter, its PDF, and the truth about it."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from press.look import Look
from press.looks import LOOKS
from press.pages import Filler, FullPage, Printed, draw_pages
from press.setting import Heading, Item, Setter, nothing, stack
from press.source import Block, read_blocks


@dataclass(frozen=True, slots=True)
class Typeset:
    """A finished document: the bytes of the PDF and what is true of it, ready for JSON."""

    name: str
    pdf: bytes
    truth: dict[str, Any]


def typeset(text_file: Path) -> Typeset:
    """Typeset a source and its metadata, the file of the same name that ends in `.toml`.

    Raises:
        ValueError: if an answer given in the metadata is not to be found on exactly one page.
    """
    metadata = tomllib.loads(text_file.with_suffix(".toml").read_text(encoding="utf-8"))
    blocks = read_blocks(text_file.read_text(encoding="utf-8"))
    look = LOOKS[metadata["look"]]
    contents: list[tuple[Heading, str]] = []
    metadata["page_count"] = 0
    # The table of contents and "page 3 of 9" need a first run to be known; they do not change its length.
    for _ in range(3):
        pdf, printed = _print(look, metadata, blocks, contents)
        now = [(heading, printed.labels[page - 1] or "") for page, heading in printed.headings]
        now = [entry for entry in now if entry[0].title != "Contents"]
        if now == contents and metadata["page_count"] == len(printed.labels):
            break
        contents, metadata["page_count"] = now, len(printed.labels)
    return Typeset(text_file.stem, pdf, _truth(text_file.stem, metadata, printed))


def _print(
    look: Look, metadata: dict[str, Any], blocks: Sequence[Block], contents: Sequence[tuple[Heading, str]]
) -> tuple[bytes, Printed]:
    setter = Setter(look, contents)
    title = _title_matter(look, setter, metadata)
    imprint = metadata["imprint"]
    notes = [stack(setter.paragraph(imprint, look.styles["imprint"]), place="note")] if imprint else []
    items = setter.items(blocks)
    own_page = look.columns == 1
    if own_page:
        items = [*title, Item(0, nothing, place="page"), *items]
    filler = Filler(look, setter, None if own_page else stack(title, place="wide"), notes)
    pages = filler.fill(items)
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=look.page, invariant=1, pageCompression=1)
    _describe(canvas, look, metadata, pages)
    printed = draw_pages(canvas, look, pages, metadata)
    canvas.save()
    return buffer.getvalue(), printed


def _describe(canvas: Any, look: Look, metadata: dict[str, Any], pages: Sequence[FullPage]) -> None:
    """The file's own metadata, as good or bad as it is in the wild; outline and page labels if wanted."""
    if metadata["file_title"]:
        canvas.setTitle(metadata["file_title"])
        canvas.setAuthor(", ".join(author["name"] for author in metadata["authors"]) or "user2")
    canvas.pincite_outline = look.outline
    if look.outline:
        canvas.showOutline()
        body_from = pages[-1].body_from
        canvas.addPageLabel(0, "ROMAN_LOWER")
        canvas.addPageLabel(body_from - 1, "ARABIC")


def _title_matter(look: Look, setter: Setter, metadata: dict[str, Any]) -> list[Item]:
    styles, width = look.styles, look.text_width
    several = len(metadata["affiliations"]) > 1
    marked = [
        author["name"] + (f"^{author['affiliation']}^" if several else "") for author in metadata["authors"]
    ]
    items: list[Item] = []

    def add(text: str, style: str) -> None:
        items.extend(setter.paragraph(text, styles[style], width))

    if look.columns == 1:
        items.append(Item(150, nothing))
    add(metadata["title"], "title")
    if "subtitle" in metadata:
        add(metadata["subtitle"], "subtitle")
    if marked:
        add(", ".join(marked), "authors")
    for number, name in metadata["affiliations"].items():
        add((f"^{number}^" if several else "") + name, "affiliation")
    if metadata["look"] == "report":
        items.append(Item(210, nothing))
        for line in (metadata["publisher"], metadata["venue"], metadata["date"]):
            add(line, "affiliation")
    if metadata["look"] == "contract":
        for line in (
            "between",
            "**Fenwick Valley Seed Trust**",
            "and",
            "**Coldstore Biological Services Limited**",
        ):
            add(line, "subtitle")
        items.append(Item(120, nothing))
        add(metadata["venue"], "centred")
    return items


def _truth(name: str, metadata: dict[str, Any], printed: Printed) -> dict[str, Any]:
    texts, pages = _block_texts(printed)
    return {
        "file": f"{name}.pdf",
        "title": metadata["title"],
        "authors": [author["name"] for author in metadata["authors"]],
        "year": metadata["year"],
        "pages": len(printed.labels),
        "labels": printed.labels,
        "headings": [
            {"number": heading.number, "title": heading.title, "level": heading.level, "page": page}
            for page, heading in printed.headings
        ],
        "questions": [_question(question, texts, pages) for question in metadata["questions"]],
        "blocks": [
            {"pages": sorted(set(pages[block])), "text": text}
            for block, text in texts.items()
            if text.strip()
        ],
    }


def _block_texts(printed: Printed) -> tuple[dict[int, str], dict[int, list[int]]]:
    """The text of every block, and the page of every character of it."""
    texts: dict[int, str] = {}
    pages: dict[int, list[int]] = {}
    for page, record in printed.records:
        part = record.text + record.joint
        texts[record.block] = texts.get(record.block, "") + part
        pages.setdefault(record.block, []).extend([page] * len(part))
    return {block: text.rstrip() for block, text in texts.items()}, pages


def _question(entry: dict[str, Any], texts: dict[int, str], pages: dict[int, list[int]]) -> dict[str, Any]:
    question, answer = entry["question"], entry.get("answer")
    if answer is None:
        return {"question": question, "answer": None, "page": None}
    found: list[tuple[int, int]] = []
    for block, text in texts.items():
        start = text.replace("\t", " ").replace("’", "'").find(answer)
        if start >= 0:
            found.append((pages[block][start], pages[block][start + len(answer) - 1]))
    if len(found) != 1 or found[0][0] != found[0][1]:
        raise ValueError(f"{answer!r} must stand on one page only, but stands on {found}")
    return {"question": question, "answer": answer.replace("'", "’"), "page": found[0][0]}
