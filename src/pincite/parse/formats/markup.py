"""XML from files that nobody vouches for: no entities of its own, no network, no other file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Any

from lxml import etree

from pincite.errors import DamagedFileError, DocumentError, ParseLimitError

Element = etree._Element

_REFERENCE = re.compile(rb"&#(?:(\d{5,12})|[xX]([0-9a-fA-F]{4,12}));")
_PLACE = re.compile(r", line \d+, column \d+.*$", re.DOTALL)


def parse_xml(data: bytes, name: str, *, forgiving: bool = False) -> Element:
    """The root of an XML document.

    Args:
        data: Its bytes.
        name: What messages call it.
        forgiving: Whether to read past faults as far as possible.

    Raises:
        DamagedFileError: if it is not well-formed, or declares entities of its own.
        ParseLimitError: if its elements are nested deeper than any program writes them.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=forgiving,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    if forgiving:
        data = _REFERENCE.sub(_whole, data)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _damaged(name, str(error)) from None
    if root is None:
        raise _damaged(name, "it is empty")
    declared: Any = root.getroottree().docinfo.internalDTD
    if declared is not None and any(True for _ in declared.iterentities()):
        raise _damaged(name, "it declares entities of its own, which are not read")
    return root


def _whole(reference: re.Match[bytes]) -> bytes:
    """The same reference to a character, unless to half of one: read past, it gives bytes that are no text."""
    number = int(reference[1]) if reference[1] else int(reference[2], 16)
    return b"&#xFFFD;" if 0xD800 <= number < 0xE000 else reference[0]


def stream_xml(source: IO[bytes], name: str, tags: tuple[str, ...]) -> Iterator[Element]:
    """Elements of a large XML document as they end; each is emptied when the next is asked for.

    Args:
        source: The document.
        name: What messages call it.
        tags: Names of the elements, "{namespace}name".

    Raises:
        DamagedFileError: if it is not well-formed.
        ParseLimitError: as for `parse_xml`.
    """
    try:
        for _, element in etree.iterparse(
            source, events=("end",), tag=tags, resolve_entities=False, no_network=True, load_dtd=False,
            huge_tree=False, remove_comments=True, remove_pis=True,
        ):  # fmt: skip
            yield element
            element.clear()
            # What stands before it is done with, too: its parent would keep it otherwise.
            while element.getprevious() is not None:
                parent = element.getparent()
                if parent is None:
                    break
                del parent[0]
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _damaged(name, str(error)) from None


def _damaged(name: str, why: str) -> DocumentError:
    if "Excessive depth" in why or "Resource limit" in why:
        too = "its parts are nested too deeply" if "depth" in why else "a single text in it is too long"
        return ParseLimitError(
            f"{name} is refused: {too}", "Open it in its program and save it in a simpler form."
        )
    # Where in the part it is says nothing to who sees only the file.
    why = _PLACE.sub("", why)
    return DamagedFileError(f"{name} is damaged: {why}", "Open it in its program and save it again.")
