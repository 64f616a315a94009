"""The page that reports are: one file, no script, nothing loaded from anywhere, light and dark, fit for paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
:root { color-scheme: light dark; --paper: #fdfcfa; --ink: #22201c; --quiet: #6b665d; --rule: #e2ddd3;
  --mark: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191816; --ink: #e9e5dc; --quiet: #a19a8c; --rule: #38352f; --mark: #e0ac4e; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; }
p { margin: .25rem 0; max-width: 45rem; }
.quiet { color: var(--quiet); }
.warning { color: var(--mark); font-weight: 600; }
.wide { overflow-x: auto; margin: .5rem 0 1.5rem; }
table { border-collapse: collapse; font-size: 14px; }
th, td { text-align: start; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; color: var(--quiet); }
thead th { border-bottom-width: 2px; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: 1rem 2.5rem 1rem 0; display: inline-block; vertical-align: top; max-width: 100%; }
figcaption { color: var(--quiet); font-size: 13px; max-width: 17rem; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: var(--quiet); }
svg.whisker { height: 14px; max-width: none; vertical-align: middle; }
td:first-child { min-width: 9rem; }
.soft { stroke: var(--rule); stroke-width: 1; }
.line { stroke: var(--mark); stroke-width: 1.75; }
.area { fill: var(--mark); opacity: .75; }
.dot { fill: var(--mark); stroke: none; }
@media print { body { max-width: none; padding: 0; } tr, figure { break-inside: avoid; } }
"""


def page(title: str, body: Iterable[str]) -> str:
    """A whole page.

    Args:
        title: Plain text.
        body: Parts in HTML.
    """
    # Even if something got past the escaping, nothing would run or be fetched.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{_shown(title)}</h1>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text.

    Args:
        text: Of the paragraph.
        kind: `quiet`, `warning` or nothing.
    """
    return f'<p class="{kind}">{_shown(text)}</p>' if kind else f"<p>{_shown(text)}</p>"


def heading(text: str) -> str:
    """The head of a section."""
    return f"<h2>{escape(text)}</h2>"


def figure(picture: str, caption: str) -> str:
    """A picture with what it shows; nothing without one."""
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>" if picture else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Sequence[int] = ()) -> str:
    """A table of plain texts and pictures.

    Args:
        head: Titles of the columns.
        rows: Cells.
        numbers: Columns, from 0, that hold numbers.
    """
    kinds = [' class="number"' if place in numbers else "" for place in range(len(head))]
    shown = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>' for kind, name in zip(kinds, head, strict=True)
    )
    lines = []
    for row in rows:
        cells = [
            f"<td{kind}>{cell if isinstance(cell, Picture) else _shown(cell)}</td>"
            for kind, cell in zip(kinds, row, strict=True)
        ]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return (
        f'<div class="wide"><table><thead><tr>{shown}</tr></thead><tbody>\n'
        + "\n".join(lines)
        + "\n</tbody></table></div>"
    )


class Picture(str):
    """SVG that is put into a cell as it is."""

    __slots__ = ()


def _shown(text: str) -> str:
    """Text in which letters of both directions stay apart from what surrounds them."""
    return f"<bdi>{escape(text)}</bdi>" if any(ord(letter) >= 0x590 for letter in text) else escape(text)
