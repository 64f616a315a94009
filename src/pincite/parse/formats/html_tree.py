"""The tree of an HTML page, and which of its parts a reader sees as its text.

Read by lexbor, which builds the tree that browsers build. Compared with libxml2's HTML parser on broken pages: that one
drops, without a word, what is nested deeper than 256 elements, and puts stray text of tables elsewhere than a browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pincite.errors import ParseLimitError

Node = LexborNode

MOST_BYTES = 32 << 20
"""Of one page: its tree takes some 16 times as much memory."""

_DEEPEST = 400
"""Nesting beyond this is flattened: the time to build the tree grows with its square."""

TEXT = "-text"
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)(/?)>")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_VOID = frozenset(
    """area base br col embed hr img input link meta source track wbr p li dt dd tr td th option tbody thead
    tfoot""".split()
)
"""Elements that have no content, or end by themselves where the next one begins."""

_NEVER_TEXT = frozenset(
    "script style head template noscript link meta base title button select option optgroup datalist input object "
    "embed applet audio video canvas map area source track progress meter param noframes frameset frame iframe".split()
)
_NEVER_SEEN = frozenset({"template", "noscript"})
"""Elements whose words count as hidden."""

_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|opacity)\s*:\s*0(?:\.0+)?\s*(?:px|pt|r?em|%)?\s*"
    r"(?:;|!|$)",
    re.IGNORECASE,
)
_SIDE_ROLES = frozenset(
    "navigation banner contentinfo search complementary dialog alertdialog menu menubar toolbar tablist".split()
)
_SIDE_NAMES = re.compile(
    r"(?:^|[\s_-])(?:cookies?|consent|gdpr|newsletter|subscribe|breadcrumbs?|social|share|sharing|adverts?|advertisement|ads?|"
    r"sponsor(?:ed)?|promo|related|sidebar|navbar|nav|menu|footer|masthead|skip-?link|pagination|pager|editsection|"
    r"headerlink|navbox|toc)(?:$|[\s_-])|mw-editsection|mw-jump-link|cookie-?(?:banner|notice)",
    re.IGNORECASE,
)
_ALWAYS_SIDE = re.compile(
    r"mw-editsection|mw-jump-link|(?:^|\s)(?:headerlink|anchorjs-link|skip-?link)(?:$|\s)"
)
_NOTICES = re.compile(r"cookie|consent|gdpr|newsletter|subscribe|advert|sponsor|promo", re.IGNORECASE)
_BOOK_NAVIGATION = frozenset({"toc", "landmarks", "page-list", "lot", "loi"})
_PLACES = frozenset({"div", "section", "ul", "ol", "aside", "p", "span", "a", "table", "header", "footer"})

_MANY_LINKS = 0.5
"""Share of the words of a part that are links: more, and it leads elsewhere."""

_MOST_CANDIDATES = 3000


def parse_html(text: str, *, xml: bool = False) -> Node:
    """The root element of a page.

    Args:
        text: Its source.
        xml: Whether it is XHTML, where any element may end with "/>".

    Raises:
        ParseLimitError: if it is too large.
    """
    if len(text) > MOST_BYTES:
        raise ParseLimitError(
            f"the page has {len(text):,} characters, more than the {MOST_BYTES:,} allowed", "Split the page."
        )
    if xml:
        text = _CDATA.sub(lambda found: found[1].replace("&", "&amp;").replace("<", "&lt;"), text)
        text = _TAG.sub(_closed, text)
    root = LexborHTMLParser(_flattened(text)).root
    assert root is not None  # noqa: S101 - the parser makes one of anything
    return root


def _closed(found: re.Match[str]) -> str:
    """A tag that ends itself as HTML writes it."""
    end, name, rest, _ = found.groups()
    if end or not rest.endswith("/") or name.lower() in ("br", "img", "hr", "meta", "link", "input", "col"):
        return found[0]
    return f"<{name}{rest[:-1]}></{name}>"


def _flattened(text: str) -> str:
    """A page without the tags that nest too deeply."""
    depth = deepest = 0
    for found in _TAG.finditer(text):
        if found[2].lower() not in _VOID:
            depth = max(0, depth - 1) if found[1] else depth + 1
            deepest = max(deepest, depth)
    if deepest <= _DEEPEST:
        return text
    depth = 0

    def kept(found: re.Match[str]) -> str:
        nonlocal depth
        if found[2].lower() in _VOID:
            return found[0]
        depth = max(0, depth - 1) if found[1] else depth + 1
        return found[0] if depth + bool(found[1]) <= _DEEPEST else " "

    return _TAG.sub(kept, text)


def children(node: Node) -> Iterator[Node]:
    """Its children in order."""
    child = node.child
    while child is not None:
        yield child
        child = child.next


def attribute(node: Node, name: str) -> str:
    """An attribute's value; "" for none."""
    return node.attributes.get(name) or ""


def walk(root: Node, enter: Callable[[Node], bool], leave: Callable[[Node], None]) -> None:
    """Go over all nodes below an element, in order and however deep they nest.

    Args:
        root: The element.
        enter: Called with each node; tells whether to go over what is in it.
        leave: Called with each element that was gone over, at its end.
    """
    stack: list[Node] = []
    node = root.child
    while True:
        while node is None:
            if not stack:
                return
            last = stack.pop()
            leave(last)
            node = last.next
        if enter(node) and node.is_element_node:
            stack.append(node)
            node = node.child
        else:
            node = node.next


def text_of(node: Node) -> str:
    """The characters of a text node."""
    return node.text_content or ""


class PageParts:
    """What of a page is its text: neither hidden nor there to lead elsewhere. In doubt a part is kept.

    Args:
        root: Of the page.
        whole: Whether all of it is text: a part of a page, a chapter of a book.

    Attributes:
        roots: The elements whose content is the text.
        left_out: Marks (`mem_id`) of elements within them that are not.
        hidden: Texts that are not seen.
        aside: Words outside the main part that are left out although nothing says what they are.
    """

    def __init__(self, root: Node, *, whole: bool = False) -> None:
        body = next((node for node in children(root) if node.tag == "body"), root)
        self.left_out: set[int] = set()
        self.hidden: list[str] = []
        self.aside = 0
        self.roots = [body]
        self._whole = whole
        self._sizes: dict[int, tuple[int, int]] = {}
        self._measure(body)
        self._size = self._sizes[body.mem_id][0]
        self._within = 0
        self._candidates = 0
        self._main: list[Node] = []
        self._articles: list[Node] = []
        self._header_keeps = len(body.css("h1")) == len(body.css("header h1, [role=banner] h1"))
        walk(body, self._enter, self._leave)
        if not whole:
            self._choose(body)

    def _measure(self, body: Node) -> None:
        """Characters of text, and of links, in each element."""
        counts = [[0, 0]]
        links = 0

        def enter(node: Node) -> bool:
            nonlocal links
            tag = node.tag
            if tag == TEXT:
                size = len(" ".join(text_of(node).split()))
                counts[-1][0] += size
                counts[-1][1] += size if links else 0
                return False
            if tag in _NEVER_TEXT or not node.is_element_node:
                return False
            links += tag == "a"
            counts.append([0, 0])
            return True

        def leave(node: Node) -> None:
            nonlocal links
            links -= node.tag == "a"
            size, linked = counts.pop()
            self._sizes[node.mem_id] = (size, linked)
            counts[-1][0] += size
            counts[-1][1] += linked

        walk(body, enter, leave)
        self._sizes[body.mem_id] = (counts[0][0], counts[0][1])

    def _enter(self, node: Node) -> bool:
        tag = node.tag
        if tag is None or not node.is_element_node:
            return False
        if tag in _NEVER_TEXT:
            self.left_out.add(node.mem_id)
            if tag in _NEVER_SEEN:
                self._hide(node)
            return False
        if self._unseen(node):
            self.left_out.add(node.mem_id)
            if node.css_first("math") is None:
                # Formulas are written twice, for those who see them and for machines.
                self._hide(node)
            return False
        if self._contents(node, tag) if self._whole else self._side(node, tag):
            self.left_out.add(node.mem_id)
            return False
        if not self._within:
            if tag == "main" or attribute(node, "role") == "main":
                self._main.append(node)
            elif tag == "article":
                self._articles.append(node)
        self._within += tag in ("main", "article", "section")
        return True

    def _leave(self, node: Node) -> None:
        self._within -= node.tag in ("main", "article", "section")

    def _hide(self, node: Node) -> None:
        words = " ".join((node.text(deep=True, separator=" ") or "").split())
        if words and "<" not in words[:1]:
            self.hidden.append(words)

    def _unseen(self, node: Node) -> bool:
        own = node.attributes
        if "hidden" in own and own["hidden"] != "until-found":
            return True
        if own.get("aria-hidden") == "true":
            # A page saved below an open dialog has all of its text marked so; formulas for the eye are, too.
            return self._share(node) < 0.3 and "katex" not in (own.get("class") or "")
        if node.tag == "dialog" and "open" not in own:
            return True
        style = own.get("style")
        return bool(style and _UNSEEN_STYLE.search(style))

    def _contents(self, node: Node, tag: str) -> bool:
        """Whether it is the table of contents of a book: there to go to places."""
        return tag == "nav" and bool(_BOOK_NAVIGATION & set(attribute(node, "epub:type").split()))

    def _share(self, node: Node) -> float:
        return self._sizes.get(node.mem_id, (0, 0))[0] / max(1, self._size)

    def _side(self, node: Node, tag: str) -> bool:
        """Whether a part leads elsewhere, or is there on every page of its site."""
        size, linked = self._sizes.get(node.mem_id, (0, 0))
        many_links = linked > _MANY_LINKS * size
        role = attribute(node, "role")
        if tag == "nav" or role == "navigation":
            return many_links or self._share(node) < 0.3
        if role == "search" or (tag == "form" and size < 150):
            return True
        if not self._within and (tag in ("header", "footer", "aside") or role in _SIDE_ROLES):
            keeps = tag == "header" and self._header_keeps and node.css_first("h1") is not None
            return not keeps and self._share(node) < 0.5
        names = node.attributes.get("class") or ""
        if names and _ALWAYS_SIDE.search(names):
            return True
        if tag not in _PLACES or self._candidates >= _MOST_CANDIDATES or self._share(node) > 0.3:
            return False
        names = f"{names} {attribute(node, 'id')}"
        if not _SIDE_NAMES.search(names):
            return False
        self._candidates += 1
        return many_links or (size < 1500 and _NOTICES.search(names) is not None)

    def _choose(self, body: Node) -> None:
        """The main part, where the page says which it is and most of its text is there."""
        kept = self._kept(body)
        for nodes, least in ((self._main, 0.3), (self._articles if len(self._articles) == 1 else [], 0.5)):
            inner = sum(map(self._kept, nodes))
            if inner and inner >= least * kept:
                self.roots = nodes
                self.aside = (kept - inner) // 6
                return
        if not kept:
            # All of it leads elsewhere: then that is what the page says.
            self.left_out.clear()
            self.hidden.clear()
            self._whole = True
            walk(body, self._enter, self._leave)

    def _kept(self, root: Node) -> int:
        """Characters of an element's text without what is left out."""
        size = 0

        def enter(node: Node) -> bool:
            nonlocal size
            if node.tag == TEXT:
                size += len(" ".join(text_of(node).split()))
            return node.mem_id not in self.left_out

        walk(root, enter, lambda node: None)
        return size
