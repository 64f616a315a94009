"""Equations of Office, written on one line: (a+b)/c, x^2, √(x)."""

from __future__ import annotations

from pincite.parse.formats.markup import Element

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_VAL = f"{M}val"


def linear(element: Element) -> str:
    """An equation, or a part of one, as text."""
    return "".join(_shown(child) for child in element)


def _shown(element: Element) -> str:
    name = str(element.tag).removeprefix(M)
    if name == "t":
        return element.text or ""
    if name.endswith("Pr"):
        return ""
    if name == "f":
        return f"{_group(element, 'num')}/{_group(element, 'den')}"
    if name == "sSup":
        return f"{_part(element, 'e')}^{_group(element, 'sup')}"
    if name == "sSub":
        return f"{_part(element, 'e')}_{_group(element, 'sub')}"
    if name == "sSubSup":
        return f"{_part(element, 'e')}_{_group(element, 'sub')}^{_group(element, 'sup')}"
    if name == "sPre":
        return f"_{_group(element, 'sub')}^{_group(element, 'sup')}{_part(element, 'e')}"
    if name == "rad":
        degree = _part(element, "deg")
        return f"{f'root({degree})' if degree else '√'}({_part(element, 'e')})"
    if name == "nary":
        return _large(element)
    if name == "d":
        return _bracketed(element)
    if name == "func":
        return f"{_part(element, 'fName')} {_part(element, 'e')}"
    if name in ("limLow", "limUpp"):
        return f"{_part(element, 'e')}{'_' if name == 'limLow' else '^'}{_group(element, 'lim')}"
    if name == "m":
        rows = (
            ", ".join(linear(cell) for cell in row if cell.tag == f"{M}e") for row in element.iter(f"{M}mr")
        )
        return f"[{'; '.join(rows)}]"
    if name == "eqArr":
        return "; ".join(linear(row) for row in element if row.tag == f"{M}e")
    return linear(element)


def _part(element: Element, name: str) -> str:
    found = element.find(f"{M}{name}")
    return "" if found is None else linear(found)


def _group(element: Element, name: str) -> str:
    """A part, in brackets where it is more than one sign or number."""
    text = _part(element, name)
    return text if text.isalnum() or len(text) < 2 else f"({text})"


def _property(element: Element, name: str, otherwise: str) -> str:
    found = element.find(f"*/{M}{name}")
    return otherwise if found is None else found.get(_VAL, "")


def _large(element: Element) -> str:
    """A sum, an integral and the like."""
    text = _property(element, "chr", "∫")
    for name, mark in (("sub", "_"), ("sup", "^")):
        if _part(element, name):
            text += f"{mark}{_group(element, name)}"
    return f"{text} {_part(element, 'e')}"


def _bracketed(element: Element) -> str:
    inner = _property(element, "sepChr", "|").join(linear(part) for part in element if part.tag == f"{M}e")
    return f"{_property(element, 'begChr', '(')}{inner}{_property(element, 'endChr', ')')}"
