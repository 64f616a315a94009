"""A server that goes away while the page is used: what was asked is kept, and goes on when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from support.browsing import OpenContext, Watch, close_all
from support.model_server import ModelServer, Scripted
from support.server_process import ServerProcess, serving

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SUPPORTED = "The Provider shall not subcontract any Service [1]."
QUESTION = "May the Provider subcontract any Service?"
GONE = r"net::ERR_|status of 503"


@pytest.fixture
def served_composing(
    library_copy: Path, model_server: ModelServer, contexts: list[BrowserContext]
) -> Iterator[ServerProcess]:
    """The sample papers, with answers that a scripted model composes."""
    with serving(library_copy, "--workers", "1", **model_server.environment()) as server:
        server.until_ready()
        yield server
        close_all(contexts)


def opened(
    open_context: OpenContext, watches: list[Watch], server: ServerProcess, path: str = "/#/ask"
) -> Page:
    page = open_context(server).new_page()
    watches[-1].allow(GONE)
    page.goto(path)
    return page


def begin(page: Page) -> None:
    box = page.get_by_label("Question", exact=True)
    box.fill(QUESTION)
    box.press("Enter")


def test_a_server_killed_in_mid_stream_is_told_and_its_question_goes_on(
    served_composing: ServerProcess,
    model_server: ModelServer,
    open_context: OpenContext,
    watches: list[Watch],
) -> None:
    page = opened(open_context, watches, served_composing)
    model_server.say(Scripted(" ".join([SUPPORTED] * 20), delay=0.2))
    begin(page)
    expect(page.get_by_text("shall not subcontract").first).to_be_visible()
    served_composing.kill()
    expect(page.get_by_text("The server went away while answering; your question is kept.")).to_be_visible()
    expect(page.get_by_role("article", name=QUESTION)).to_be_visible()

    model_server.say(SUPPORTED)
    served_composing.start()
    # It looks for the server by itself, and finds that nobody goes on answering.
    expect(page.get_by_text("The answer was broken off.")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    finished = page.get_by_text("composed by")
    expect(finished).to_be_visible()
    expect(page.get_by_role("article", name=QUESTION)).to_have_count(1)
    expect(page.get_by_role("button", name="citation 1").first).to_be_visible()


def test_an_answer_is_stopped_and_asked_for_again(
    served_composing: ServerProcess,
    model_server: ModelServer,
    open_context: OpenContext,
    watches: list[Watch],
) -> None:
    page = opened(open_context, watches, served_composing)
    model_server.say(Scripted(f"{SUPPORTED} The Trust", hang_after=3))
    begin(page)
    page.get_by_role("button", name="Stop").click()
    assert model_server.dropped.wait(20), "who stops an answer ends the model's work"
    model_server.say(SUPPORTED)
    page.get_by_role("button", name="Ask again").first.click()
    menu = page.get_by_role("menuitem", name="Ask again", exact=True)
    finished = page.get_by_text("composed by")
    expect(menu.or_(finished).first).to_be_visible()
    if menu.is_visible():
        menu.click()
    expect(finished).to_be_visible()


def test_a_screen_opened_while_the_server_is_away_says_so_and_loads_later(
    served_composing: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    page = opened(open_context, watches, served_composing)
    expect(page.get_by_label("Question", exact=True)).to_be_visible()
    served_composing.kill()
    page.get_by_role("link", name="Library", exact=True).click()
    told = page.get_by_text("Pincite does not answer.").first
    expect(told).to_be_visible()
    expect(page.get_by_role("button", name="Try again").first).to_be_visible()
    served_composing.start()
    expect(page.get_by_text("Radar Level Sensors at Small River Gauges").first).to_be_visible()
