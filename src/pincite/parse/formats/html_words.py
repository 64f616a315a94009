"""Words of HTML elements on one run: formulas, readings of characters, raised numbers, alternative texts."""

from __future__ import annotations

import re
from collections.abc import Container

from pincite.parse.formats.html_tree import TEXT, Node, attribute, text_of, walk

BREAK = "\x0b"
"""Stands for a line end that the page asks for, until white space is settled."""

_RAISED = str.maketrans("0123456789+-−–()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁽⁾ⁿ")
_RAISED_NUMBER = re.compile(r"[+\-−–]?[\d]{1,4}")
_TEX = re.compile(r"^\s*\{\\(?:display|text|script)style\s*(.*)\}\s*$", re.DOTALL)
_FILE_NAME = re.compile(r"^\S*\.(?:jpe?g|png|gif|svg|webp|bmp)$|^https?://\S+$", re.IGNORECASE)
_APART = frozenset(
    "p div li tr td th br h1 h2 h3 h4 h5 h6 dt dd table ul ol blockquote pre section article".split()
)
_MARKS = {
    "msup": "^", "msub": "_", "mfrac": "/", "msubsup": "_^", "munder": "_", "mover": "^", "munderover": "_^",
}  # fmt: skip


def settled(text: str) -> str:
    """Text with its white space settled: one space each, the line ends asked for kept."""
    lines = (" ".join(line.split()) for line in text.split(BREAK))
    return "\n".join(line for line in lines if line)


def words_of(node: Node, left_out: Container[int] = (), *, breaks: bool = False) -> str:
    """All words of an element on one line, or with the line ends that it asks for."""
    parts: list[str] = []

    def enter(inner: Node) -> bool:
        if inner.tag == TEXT:
            parts.append(text_of(inner))
            return False
        if inner.mem_id in left_out or not inner.is_element_node:
            return False
        if (special := special_words(inner, left_out)) is not None:
            parts.append(special)
            return False
        if inner.tag in _APART:
            parts.append(BREAK)
        return inner.tag not in ("script", "style", "template")

    def leave(inner: Node) -> None:
        if inner.tag in _APART:
            parts.append(BREAK)

    walk(node, enter, leave)
    text = settled("".join(parts))
    return text if breaks else " ".join(text.split())


def special_words(node: Node, left_out: Container[int] = ()) -> str | None:
    """The words of an element that is more than its text; None for one that is not."""
    tag = node.tag
    if tag == "img":
        return f" {alternative(node)} "
    if tag == "math":
        return f" {formula(node)} "
    if tag == "svg":
        return f" {' '.join(drawing(node))} "
    if tag == "ruby":
        return _with_reading(node)
    if tag == "sup":
        text = words_of(node, left_out)
        return text.translate(_RAISED) if _RAISED_NUMBER.fullmatch(text) else None
    if tag == "wbr":
        return ""
    return None


def alternative(image: Node) -> str:
    """What an image says instead; "" for a file's name."""
    text = " ".join((attribute(image, "alt") or attribute(image, "aria-label")).split())
    if tex := _TEX.match(text):
        return tex[1]
    return "" if _FILE_NAME.match(text) else text


def formula(math: Node) -> str:
    """A formula, as TeX where the page has that, else its signs in order."""
    for note in math.css("annotation"):
        if "tex" in attribute(note, "encoding").lower():
            return _tex(note.text(deep=True))
    if text := attribute(math, "alttext"):
        return _tex(text)
    return " ".join(_signs(math).split())


def _signs(node: Node) -> str:
    """The signs of a part of a formula in order, with ^, _ and / where their place says that."""
    # Each part is made of those within it: on a stack, for formulas nest as deep as who writes them wants.
    parts: list[list[str]] = [[]]

    def enter(inner: Node) -> bool:
        if inner.tag == TEXT:
            parts[-1].append(" ".join(text_of(inner).split()))
            return False
        if not inner.is_element_node or inner.tag in ("annotation", "annotation-xml"):
            return False
        parts.append([])
        return True

    def leave(inner: Node) -> None:
        own = [part for part in parts.pop() if part]
        parts[-1].append(_joined(inner.tag or "", own))

    walk(node, enter, leave)
    return "".join(parts[0])


def _joined(tag: str, parts: list[str]) -> str:
    if tag == "mo":
        return f" {parts[0]} " if parts and parts[0] not in "()[]{},.!|" else "".join(parts)
    if tag == "msqrt":
        return f"√({''.join(parts)})"
    marks = _MARKS.get(tag, "")
    if not marks or len(parts) < 2:
        return "".join(parts)
    rest = "".join(f"{mark}{_grouped(part)}" for mark, part in zip(marks, parts[1:], strict=False))
    return (_grouped(parts[0]) if tag == "mfrac" else parts[0]) + rest


def _grouped(part: str) -> str:
    return part if len(part.strip()) == 1 or part.strip().isalnum() else f"({part.strip()})"


def drawing(svg: Node) -> list[str]:
    """The texts of a drawing."""
    texts = (" ".join((node.text(deep=True) or "").split()) for node in svg.css("title, desc, text"))
    return list(dict.fromkeys(filter(None, texts)))


def _tex(text: str) -> str:
    text = " ".join(text.split())
    found = _TEX.match(text)
    return found[1].strip() if found else text


def _with_reading(ruby: Node) -> str:
    """Characters, and their reading in brackets behind them: the word itself stays whole."""
    base: list[str] = []
    reading: list[str] = []

    def enter(node: Node) -> bool:
        if node.tag == "rt":
            reading.append("".join((node.text(deep=True) or "").split()))
            return False
        if node.tag == TEXT:
            base.append(text_of(node))
        return node.tag != "rp"

    walk(ruby, enter, lambda node: None)
    return "".join(base).strip() + (f"({''.join(reading)})" if any(reading) else "")
