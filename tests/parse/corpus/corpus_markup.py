"""Markdown and LaTeX."""

from __future__ import annotations

from tests.parse.corpus.corpus_entry import Entry, page, read, refused

from pincite.domain import Notice
from pincite.errors import DamagedFileError

_MARKDOWN = (
    read(
        "a fence of three marks that holds a comment",
        "fence.md",
        "# Title\n\n```sh\n# not a heading\nx = 1\n```\n\n## C#\n\nText.\n",
        page(
            "section Title",
            ("heading", "Title"),
            ("code", "# not a heading\nx = 1"),
            ("heading", "C#"),
            ("paragraph", "Text."),
        ),
    ),
    read(
        "a fence of tildes",
        "tildes.md",
        "# Title\n\n~~~\n# not a heading\n~~~\n",
        page("section Title", ("heading", "Title"), ("code", "# not a heading")),
    ),
    read(
        "a fence of four marks around one of three",
        "four.md",
        "# Title\n\n````\n```\n# not a heading\n```\n````\n",
        page("section Title", ("heading", "Title"), ("code", "```\n# not a heading\n```")),
    ),
    read(
        "lists, a task, a quotation, a link and a picture",
        "kinds.markdown",
        "Words *over*\ntwo lines, [a link](http://x.org) & `code`.\n\n- one\n  - deep\n- [x] done\n\n3. three\n\n"
        "> Said so.\n\n![A red pump](pump.png)\n\n$$\nE = mc^2\n$$\n",
        page(
            "part 1",
            ("paragraph", "Words over two lines, a link & code."),
            ("list_item", "one"),
            ("list_item", "deep"),
            ("list_item", "☑ done"),
            ("list_item", "3. three"),
            ("paragraph", "Said so."),
            ("caption", "A red pump"),
            ("formula", "E = mc^2"),
        ),
    ),
    read(
        "a table with a bar within a cell",
        "table.md",
        "| Id | Name | Price |\n|---|:-:|---:|\n| 190 | Pump \\| small | 12 |\n| 191 | *Valve* | |\n",
        page("part 1", ("table", "Id\tName\tPrice\n190\tPump | small\t12\n191\tValve")),
    ),
    read(
        "footnotes",
        "notes.md",
        "Rent[^a] is due.\n\n[^a]: Without heating.\n",
        page("part 1", ("paragraph", "Rent[a] is due."), ("footnote", "[a] Without heating.")),
    ),
    read(
        "a head, and HTML that hides a script",
        "head.md",
        "---\ntitle: The Rent\n---\n\n<div>\n<p>Centred.</p>\n</div>\n\n<script>bad()</script>\n\nEnd.\n",
        page("part 1", ("paragraph", "Centred."), ("paragraph", "End.")),
    ),
    read(
        "a link that would run a script",
        "link.md",
        "[Click](javascript:alert(1)) here. ![x](http://outside.example/?answer=1)\n",
        page("part 1", ("paragraph", "Click here. x")),
    ),
    read(
        "ten thousand quotations in one another",
        "deep.md",
        ">" * 10_000 + " deep\n\nAfter.\n",
        page("part 1", ("paragraph", "deep"), ("paragraph", "After.")),
    ),
    refused(
        "nothing but a remark", "remark.md", "<!-- nothing -->\n", DamagedFileError, "remark.md has no text"
    ),
)

_LATEX = (
    read(
        "a paper with a note, a formula and a reference",
        "paper.tex",
        r"""\documentclass{article}
\title{On Pumps}\author{Ann Smith}
\begin{document}
\maketitle
\section{Introduction}
Pumps cost 5\,\% more~\cite{smith20}\footnote{A note.} here. % hidden
\begin{equation}
  E = mc^2
\end{equation}
\begin{itemize}\item One \item Two\end{itemize}
\begin{verbatim}
% not a comment
\end{verbatim}
\begin{thebibliography}{9}\bibitem{smith20} A. Smith, 2020.\end{thebibliography}
\end{document}
Not read.
""",
        page(
            "section On Pumps",
            ("heading", "On Pumps"),
            ("heading", "Introduction"),
            ("paragraph", "Pumps cost 5 % more [smith20][1] here."),
            ("footnote", "[1] A note."),
            ("formula", "E = mc^2"),
            ("list_item", "One"),
            ("list_item", "Two"),
            ("code", "% not a comment"),
            ("reference", "[smith20] A. Smith, 2020."),
        ),
    ),
    read(
        "files that it takes in",
        "parts.tex",
        "\\input{secret}\nText.\n\n\\include{../../etc/passwd}\n",
        page("part 1", ("paragraph", "Text.")),
        notices=[
            Notice(
                "parts_not_read",
                "The source takes in files that are not read: secret, ../../etc/passwd.",
            )
        ],
    ),
    read(
        "a table with cells over columns and rows, and a figure",
        "table.tex",
        r"\begin{table}\caption{Prices}\begin{tabular}{lrr} & \multicolumn{2}{c}{Price} \\ Region & 2023 & 2024 \\ "
        r"\multirow{2}{*}{South} & 30 & 40 \\ & 50 & 60 \end{tabular}\end{table}"
        r"\begin{figure}\includegraphics{a.pdf}\caption{A pump.}\end{figure}",
        page(
            "part 1",
            ("caption", "Prices"),
            ("table", "Price\nRegion\t2023\t2024\nSouth\t30\t40\n50\t60"),
            ("caption", "A pump."),
        ),
        notices=[Notice("pictures_not_read", "Pictures and drawings are not read.")],
    ),
    read(
        "an old encoding, and accents as commands",
        "accents.tex",
        "\\usepackage[latin1]{inputenc}\n\\section{Größe}\nna\\\"{\\i}ve \\'ecole Straße".encode("latin-1"),
        page("section Größe", ("heading", "Größe"), ("paragraph", "naïve école Straße")),
    ),
    read(
        "a brace that is never closed",
        "open.tex",
        "Start.\n\n\\textbf{open and \\footnote{never closed",
        page(
            "part 1", ("paragraph", "Start."), ("paragraph", "open and [1]"), ("footnote", "[1] never closed")
        ),
    ),
    refused(
        "nothing but a remark",
        "remark.tex",
        "\\documentclass{article}\n\\begin{document}\n% nothing\n\\end{document}",
        DamagedFileError,
        "remark.tex has no text",
    ),
)

MARKUP: tuple[Entry, ...] = (*_MARKDOWN, *_LATEX)
