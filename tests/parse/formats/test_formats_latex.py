from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from tests.support.written import blocks, codes, labels, read_bytes, readings, sections, texts


def body_of(folder: Path, body: str, head: str = "") -> list[tuple[str, str]]:
    source = (
        f"\\documentclass{{article}}\n{head}\n\\begin{{document}}\n{body}\n\\end{{document}}\nAfter the end."
    )
    return blocks(read_bytes(folder, "a.tex", source))


def test_a_paper_in_order(tmp_path: Path) -> None:
    document = read_bytes(
        tmp_path,
        "a.tex",
        r"""\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc} % a remark
\title{On \emph{Pumps}\thanks{Paid by nobody.}}
\author{Ann Smith\\University of X \and Ben Jones}
\date{March 2021}
\begin{document}
\maketitle
\begin{abstract}
We look at pumps.
\end{abstract}
\section{Introduction}\label{sec:in}
Pumps cost 5\,\% more~\cite{smith20, jones} than
in $x_1^2$ years. % hidden \section{No}
It goes on\footnote{A note with \textbf{bold} words.} here, see Section~\ref{sec:in}.

Second ``quoted'' paragraph --- of \textit{it}.
\begin{equation}\label{eq:a}
  E = mc^2
\end{equation}
where $c$ is fast. \[ a + b \]
\subsection{Lists}
\begin{itemize}
  \item One
  \begin{enumerate}
    \item Deep \item Deeper
  \end{enumerate}
  \item[Term] Meaning
\end{itemize}
\begin{verbatim}
% not a comment
\section{not a section}
\end{verbatim}
Use \verb|\x{%}| so.
\begin{thebibliography}{9}
\bibitem{smith20} A. Smith, \emph{Pumps}, 2020.
\bibitem[Jon19]{jones} B. Jones.
\end{thebibliography}
\end{document}
Not read.
""",
    )
    assert blocks(document) == [
        ("heading", "On Pumps"),
        ("paragraph", "We look at pumps."),
        ("heading", "Introduction"),
        (
            "paragraph",
            "Pumps cost 5 % more [smith20, jones] than in x_1^2 years. It goes on[1] here, see Section sec:in.",
        ),
        ("footnote", "[1] A note with bold words."),
        ("paragraph", "Second “quoted” paragraph — of it."),
        ("formula", "E = mc^2"),
        ("paragraph", "where c is fast."),
        ("formula", "a + b"),
        ("heading", "Lists"),
        ("list_item", "One"),
        ("list_item", "1. Deep"),
        ("list_item", "2. Deeper"),
        ("list_item", "Term Meaning"),
        ("code", "% not a comment\n\\section{not a section}"),
        ("paragraph", "Use \\x{%} so."),
        ("reference", "[smith20] A. Smith, Pumps, 2020."),
        ("reference", "[Jon19] B. Jones."),
    ]
    assert (document.title, document.authors, document.year) == ("On Pumps", ("Ann Smith", "Ben Jones"), 2021)
    assert sections(document)["We look at pumps."] == ("Abstract",)
    assert sections(document)["One"] == ("Introduction", "Lists")
    assert codes(document) == []


def test_tables_have_heads_spans_and_captions(tmp_path: Path) -> None:
    source = r"""
\begin{table}[ht]\centering
\caption{Prices of \emph{pumps}}\label{tab:a}
\begin{tabular}{l r@{.}l}
\toprule
 & \multicolumn{2}{c}{Price} \\
\cmidrule(lr){2-3}
Region & 2023 & 2024 \\ \midrule
North \& West & 10 & 20 \\[2pt]
\multirow{2}{*}{South} & 30 & 40 \\
 & 50 & 60 \\ \bottomrule
\end{tabular}
\end{table}
\begin{figure}\includegraphics[width=1cm]{a.pdf}\caption[short]{A pump.}\end{figure}
"""
    document = read_bytes(tmp_path, "a.tex", source)
    assert blocks(document) == [
        ("caption", "Prices of pumps"),
        ("table", "Price\nRegion\t2023\t2024\nNorth & West\t10\t20\nSouth\t30\t40\n50\t60"),
        ("caption", "A pump."),
    ]
    assert readings(document) == [
        "North & West: Price 2023 10; Price 2024 20",
        "South: Price 2023 30; Price 2024 40",
        "South: Price 2023 50; Price 2024 60",
    ]
    assert codes(document) == ["pictures_not_read"]


def test_own_abbreviations_are_written_out(tmp_path: Path) -> None:
    head = "\\newcommand{\\pump}{heat pump}\n\\def\\eg{e.g.\\ the \\pump}\n\\newcommand{\\two}[2]{#1 and #2}"
    assert body_of(tmp_path, "A \\pump{} here, \\eg, and \\two{one}{two}.", head) == [
        ("paragraph", "A heat pump here, e.g. the heat pump, and onetwo."),
    ]


def test_abbreviations_that_grow_without_end_are_bounded(tmp_path: Path) -> None:
    names = [f"\\a{letter}" for letter in "abcdefghijk"]
    head = "\\def\\aa{xx}" + "".join(
        f"\\def{name}{{{before * 50}}}\n" for before, name in itertools.pairwise(names)
    )
    found = body_of(tmp_path, "Start. \\ak", head)
    assert found[0][1].startswith("Start.")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            r"na\"{\i}ve \'ecole gar\c con \v{S}koda Stra{\ss}e \O re \aa",
            "naïve école garçon Škoda Straße Øre å",
        ),
        (r"pages 3--5, a~b, \$5 \& \#1 \_x \{y\} 100\%", "pages 3–5, a b, $5 & #1 _x {y} 100%"),
        (
            r"\href{http://x.org}{the \textbf{site}} and \url{http://y.org/a_b%20c}",
            "the site and http://y.org/a_b",
        ),
        (r"line one\\ line two", "line one\nline two"),
        (r"\unknown[opt]{kept} {\large big} word", "kept big word"),
        (r"\LaTeX{} is \dots\ fine", "LaTeX is … fine"),
        ("open {brace and \\footnote{never closed", "open brace and [1]"),
    ],
)
def test_words(tmp_path: Path, source: str, text: str) -> None:
    assert body_of(tmp_path, source)[0] == ("paragraph", text)


def test_files_that_are_taken_in_are_told_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("Secret.", encoding="utf-8")
    document = read_bytes(
        tmp_path, "a.tex", "\\input{secret}\nText.\n\n\\include{../../etc/passwd}\n\\bibliography{refs}"
    )
    assert texts(document) == ["Text."]
    assert [notice.code for notice in document.notices] == ["parts_not_read"]
    assert "secret, ../../etc/passwd, refs" in document.notices[0].message


def test_a_book_has_chapters_above_sections(tmp_path: Path) -> None:
    source = (
        "\\documentclass{book}\\begin{document}\\chapter{One}Text.\\section{Part of it}More.\\end{document}"
    )
    document = read_bytes(tmp_path, "a.tex", source)
    assert sections(document)["More."] == ("One", "Part of it")
    assert labels(document) == ["section One"]


def test_comments_leave_no_gap(tmp_path: Path) -> None:
    assert body_of(tmp_path, "One% remark\n two.\n% a whole line\nThree \\% four.") == [
        ("paragraph", "Onetwo. Three % four.")
    ]


def test_a_fragment_without_a_frame_is_read(tmp_path: Path) -> None:
    assert blocks(read_bytes(tmp_path, "a.tex", "\\section{Fees}\nThe fee is 417.")) == [
        ("heading", "Fees"),
        ("paragraph", "The fee is 417."),
    ]


@pytest.mark.parametrize(
    "source", ["{" * 20_000, "\\textbf{" * 5_000, "\\begin{x}" * 5_000 + "a", "$" * 5_001, "\\"]
)
def test_odd_sources_neither_hang_nor_break(tmp_path: Path, source: str) -> None:
    assert read_bytes(tmp_path, "a.tex", f"Start.\n\n{source}").pages[0].text.startswith("Start.")
