"""Reports of evaluations: what they say, what cannot run in them, and what is not zero."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pincite import Library
from pincite.domain import Evaluation, Expectation
from pincite.evaluate import charts
from pincite.evaluate.calibration import RiskPoint, reliability
from pincite.evaluate.html_page import page, table
from pincite.evaluate.questions import read_questions
from pincite.evaluate.report import to_report
from pincite.evaluate.running import Run, prepare
from pincite.evaluate.spread import Ranks, ranks, times
from support.loaded import share_encoder
from support.samples import EXAMPLES

QUESTIONS = read_questions((EXAMPLES / "questions.jsonl").read_bytes())
HOSTILE = "<script>alert(1)</script> [x](javascript:alert) | =1+1 \u202eabc"


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture
def library(library_copy: Path) -> Iterator[Library]:
    with Library.open(library_copy) as opened:
        yield opened


def run(library: Library, questions: list[Expectation], **more: object) -> Evaluation:
    claim = prepare(library, questions, **more)  # type: ignore[arg-type]
    with Run(library, claim) as running:
        list(running.progress())
    return library.store.evaluations.get(claim.evaluation)


class Page(HTMLParser):
    """Elements of a page, each of which has its end."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_page_has_the_measures_the_questions_and_what_they_depend_on(library: Library) -> None:
    found = run(library, [*QUESTIONS, Expectation("Where?", 99, document="no.pdf")], name="Spring")
    shown = Page(to_report(library, found, "html"))
    text = " ".join(shown.words)
    for one in QUESTIONS:
        assert one.question in text
    for words in ("Spring", "mrr@10", "there is no document 'no.pdf'", "seed", "cores", "search.fusion"):
        assert words in text
    assert str(library.folder) not in text
    pictures = [attributes for tag, attributes in shown.elements if tag == "svg"]
    assert len(pictures) > 12
    assert all(one["aria-label"] for one in pictures)
    assert not {tag for tag, _ in shown.elements} & {"script", "link", "img", "a", "iframe", "form"}


def test_markdown_and_json_have_the_same_numbers(library: Library) -> None:
    found = run(library, QUESTIONS, sample={"of": 99, "seed": 7})
    told = json.loads(to_report(library, found, "json"), parse_constant=pytest.fail)
    text = to_report(library, found, "md")
    value = next(one["value"] for one in told["measures"] if one["name"] == "mrr@10")
    assert f"| `mrr@10` | 1 / rank of the first right passage | {value:.3f} |" in text
    assert told["bootstrap"] == {"resamples": 1000, "seed": 20240, "level": 0.95}
    assert told["conditions"]["sample"] == {"of": 99, "seed": 7}
    assert "a sample of 99, stratified by length, seed 7" in text
    assert told["conditions"]["machine"]["versions"]["pincite"]
    assert told["ranks"]["found"] + told["ranks"]["missed"] == sum(
        one["scoring"] != "none" and one["state"] == "done" for one in told["results"]
    )
    assert told["milliseconds"]["median"] <= told["milliseconds"]["most"]


def test_what_is_not_applicable_is_told_and_is_not_zero(library: Library) -> None:
    found = run(library, [Expectation("Which fish live there?", 1, answerable=False)])
    text = to_report(library, found, "md")
    assert "| `mrr@10` | 1 / rank of the first right passage | – | – | 0 |" in text
    shown = " ".join(Page(to_report(library, found, "html")).words)
    assert re.search(r"Not applicable, as no question counts: .*mrr@10", shown)
    assert "nan" not in text.lower().split()


def test_hostile_texts_stay_texts(library: Library) -> None:
    hostile = replace(QUESTIONS[0], question=HOSTILE)
    found = run(library, [hostile, replace(hostile, line=3, document=HOSTILE)], name=HOSTILE)
    whole = to_report(library, found, "html")
    shown = Page(whole)
    assert "script" not in {tag for tag, _ in shown.elements}
    assert "<bdi>&lt;script&gt;" in whole, "letters that turn direction do not turn what is around them"
    text = to_report(library, found, "md")
    assert "\\<script\\>" in text
    assert "\\[x\\]" in text
    assert not re.search(r"(?<!\\)<script", text)


def test_a_run_that_was_not_ended_says_so(library: Library) -> None:
    claim = prepare(library, QUESTIONS)
    with Run(library, claim) as running:
        for _ in running.progress():
            running.leave()
    found = library.store.evaluations.get(claim.evaluation)
    assert "It was not run to its end" in to_report(library, found, "md")
    assert "It was not run to its end" in to_report(library, found, "html")


def test_ranks_and_times() -> None:
    assert ranks([]) == Ranks(None, None, 0, 0)
    assert times([]).median is None
    assert (times([1, 2, 3]).median, times([5]).most) == (2, 5)


def test_charts_of_nothing_and_of_extremes() -> None:
    assert charts.whisker(None, None, None) == ""
    assert charts.risk_coverage([]) == ""
    for picture in (
        charts.whisker(0, 0, 0),
        charts.whisker(1, 0, 1),
        charts.columns([], "none"),
        charts.columns([("<1>", 0), ("2", 10_000)], 'a "b"'),
        charts.reliability(reliability([(0.0, False), (1.0, True)])),
        charts.reliability(reliability([])),
        charts.risk_coverage([RiskPoint(1, 0.5, 0), RiskPoint(0, 1, 1)]),
    ):
        shown = Page(picture)
        assert shown.elements[0][0] == "svg"
    assert "<td>&lt;b&gt;</td>" in table(("a",), [("<b>",)])
    assert "&lt;/title&gt;" in page("</title>", [])
