from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

Run = Callable[..., Result]


def test_a_summary_for_people(run: Run, library_copy: Path) -> None:
    done = run("summarize", "seed-bank-agreement.pdf", library=library_copy)
    assert done.exit_code == 0
    assert done.stderr == ""
    title, *parts = done.stdout.split("\n\n")
    assert title == "Services Agreement for Seed Storage and Germination Testing"
    by_heading = {part.split("\n")[0]: part for part in parts}
    assert "commences on 1 April 2023" in by_heading["Term"]
    assert "[1]" in done.stdout
    places, effort = parts[-2:]
    assert places.startswith("[1]")
    assert "12. Termination" in places
    assert effort.startswith("as a contract, ")
    assert "read, from page" in effort


def test_what_is_not_reported_is_said(run: Run, library_copy: Path) -> None:
    done = run("summarize", "heat-pumps.pdf", "--aspects", "limitations, whale song ,", library=library_copy)
    assert done.exit_code == 0
    assert "\nLimitations\n" in done.stdout
    assert "Not reported: Whale song.\n" in done.stdout


def test_a_summary_in_json(run_json: Callable[..., Any], library_copy: Path) -> None:
    made = run_json("summarize", "heat-pumps.pdf", "river-gauges.pdf", "heat-pumps.pdf", library=library_copy)
    assert [s["document"]["file_name"] for s in made["summaries"]] == ["heat-pumps.pdf", "river-gauges.pdf"]
    for summary in made["summaries"]:
        assert {"kind", "mode", "sections", "citations", "pages_read", "pages_used", "cached"} <= set(summary)
        numbers = {citation["number"] for citation in summary["citations"]}
        for section in summary["sections"]:
            for sentence in section["sentences"]:
                assert set(sentence["citations"]) <= numbers


def test_wrong_calls(run: Run, library_copy: Path) -> None:
    assert run("summarize", library=library_copy).exit_code == 2
    assert run("summarize", "none.pdf", library=library_copy).exit_code == 2
    done = run("summarize", "heat-pumps.pdf", "--kind", "poem", library=library_copy)
    assert done.exit_code == 2
    assert "paper, contract" in done.stderr
    assert run("summarize", "heat-pumps.pdf", "--aspects", " , ", library=library_copy).exit_code == 2
