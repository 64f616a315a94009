"""The page on formats, made from their table.

`python -m pincite.cli.formats_reference > docs/formats.md` writes it; a test compares the two.
"""

from __future__ import annotations

import sys

from pincite.domain.formats import FORMATS

_INTRODUCTION = """\
# What can be read

<!-- Made by `python -m pincite.cli.formats_reference`; change `pincite/domain/formats.py` instead. -->

What a file is, its content says, not its name; the name's ending decides only between formats that are text. A folder
is searched for files with the endings below. Each file is read in a process of its own, within limits on size,
memory and time (see the settings `parse.*`), without network and without running anything in it. What is not read of a
file is told as a warning on its document.

A *page* is what a citation names, beside the exact words: the unit that a person can find again in the file.

"""


def reference() -> str:
    """The page as Markdown."""
    rows = ["| format | endings | page | what is kept | limits |", "|---|---|---|---|---|"]
    for one in FORMATS:
        name = one.name.removeprefix("an ").removeprefix("a ")
        endings = " ".join(f"`{suffix}`" for suffix in one.suffixes)
        cells = (name[:1].upper() + name[1:], endings, one.unit, one.kept, one.limits)
        rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return _INTRODUCTION + "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.stdout.write(reference())
