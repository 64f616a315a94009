"""Every screen of the page in the states that it can be in: pictures are taken of them, and axe looks at them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

Server = Literal["samples", "empty", "accounts", "composing", "mixed", "uploads"]
"""The sample papers without accounts; a new library; the sample papers, with Ann as administrator; with a model that
composes; with documents of other kinds; a library into which files are sent."""

ANSWERED = "May the provider subcontract?"
ENDED = """
Promise.all(document.getAnimations()
  .filter((one) => one.effect.getTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => undefined))).then(() => 1)
"""
"""What moves has come to its end: letters that fade in have too little contrast until then."""
REFUSED = "Who designed the dam at Upper Lake?"
QUESTIONS = Path(__file__).parents[2] / "examples" / "questions.jsonl"
PAPER = "Air-Source Heat Pumps in Old Town Houses"


@dataclass(frozen=True)
class State:
    """A screen in one state.

    Attributes:
        name: As in the names of pictures.
        path: Behind the hash.
        reach: What is done there to reach the state; returns when it stands.
        server: Which library.
        user: Who is logged in; "" for nobody.
        told: What the console tells when the state is reached, as a pattern.
        afresh: Whether a narrow window has to be led there anew, as what is open in a wide one is closed in it.
    """

    name: str
    path: str
    reach: Callable[[Page], None]
    server: Server = "samples"
    user: str = ""
    told: str = ""
    afresh: bool = False


def heading(name: str | re.Pattern[str]) -> Callable[[Page], None]:
    """Reached when a heading stands, and nothing is loading any more."""

    def reach(page: Page) -> None:
        expect(page.get_by_role("heading", name=name).first).to_be_visible()
        settled(page)

    return reach


def settled(page: Page) -> None:
    """Nothing loads. Not the browser's "network idle": what is being followed never is."""
    expect(page.get_by_text("Loading", exact=True)).to_have_count(0)
    page.wait_for_timeout(400)
    page.evaluate(ENDED)


def asked(question: str) -> Callable[[Page], None]:
    """An answer stands."""

    def reach(page: Page) -> None:
        box = page.get_by_label("Question", exact=True)
        box.fill(question)
        box.press("Enter")
        expect(page.get_by_role("group", name="Answer")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Why this (answer|result)"))).to_be_visible()
        settled(page)

    return reach


def _examples(page: Page) -> None:
    heading("Ask your documents")(page)
    expect(page.get_by_text("From your documents")).to_be_visible()
    settled(page)


def _page_beside(page: Page) -> None:
    asked(ANSWERED)(page)
    page.get_by_role("button", name="citation 1,").first.click()
    beside = page.get_by_role("complementary", name="Page beside the answer")
    expect(beside.locator("[data-mark=quote]").first).to_be_visible()
    expect(beside.locator("section:has([data-mark=quote]) canvas").first).to_be_visible()


def _why(page: Page) -> None:
    asked(ANSWERED)(page)
    page.get_by_role("button", name=re.compile("Why this answer")).click()
    expect(page.get_by_text("closeness").first).to_be_visible()


def _chip_card(page: Page) -> None:
    asked(ANSWERED)(page)
    page.get_by_role("button", name="citation 1,").first.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()


def _keys(page: Page) -> None:
    heading("Library")(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def _cards(page: Page) -> None:
    heading("Library")(page)
    page.get_by_text("Cards", exact=True).click(force=True)
    expect(page.locator("main img")).to_have_count(4)
    for picture in page.locator("main img").all():
        picture.evaluate("(img) => img.decode()")
    settled(page)


def _chosen(page: Page) -> None:
    heading("Library")(page)
    page.get_by_label(re.compile(f"^Choose {PAPER}")).check()
    page.get_by_label(re.compile("^Choose Noise")).check()
    expect(page.get_by_text("2 chosen")).to_be_visible()


def _found(page: Page) -> None:
    heading("Library")(page)
    page.get_by_label("Search titles and text").fill("seasonal performance")
    page.get_by_role("tab", name="In the text").click()
    expect(page.get_by_role("tabpanel").get_by_role("button").first).to_be_visible()
    settled(page)


def _not_found(page: Page) -> None:
    heading("Library")(page)
    page.get_by_label("Search titles and text").fill("seasonal performance")
    expect(page.get_by_role("button", name="Look in the text")).to_be_visible()
    settled(page)


def _share(page: Page) -> None:
    heading("Library")(page)
    page.get_by_role("link", name=re.compile("^default")).click()
    page.get_by_role("main").get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("dialog").get_by_text("Owner", exact=True)).to_be_visible()


def open_paper(page: Page) -> None:
    """A paper with its pages."""
    heading("Library")(page)
    page.get_by_role("link", name=re.compile(PAPER)).click()
    expect(page.get_by_role("heading", level=1, name=re.compile(PAPER))).to_be_visible()
    expect(page.locator("section[data-page] canvas").first).to_be_visible()
    settled(page)


def document_tab(tab: str) -> Callable[[Page], None]:
    """A paper with a tab of what is known of it."""

    def reach(page: Page) -> None:
        open_paper(page)
        if page.get_by_role("tab", name=tab).count() == 0:
            # Where there is no room beside the pages, what is known of them is opened over them.
            page.get_by_role("button", name="Summary and details").click()
        page.get_by_role("tab", name=tab).click()
        settled(page)

    return reach


def _document_text(page: Page) -> None:
    open_paper(page)
    page.get_by_role("toolbar").get_by_role("button", name="More").click()
    page.get_by_role("menuitemradio", name="Text only").or_(
        page.get_by_role("menuitem", name="Text only")
    ).click()
    expect(page.locator("section[data-page] p").first).to_be_visible()
    settled(page)


def _compared(page: Page) -> None:
    listed = json.loads(page.evaluate("fetch('api/v1/documents').then((answer) => answer.text())"))
    papers = [one["id"] for one in listed["items"] if one["kind"] == "paper"]
    page.goto(f"/#/compare?documents={','.join(papers)}&run=1")
    page.reload()
    # Beside each other in a table, or below each other where there is no room for one.
    expect(page.get_by_role("heading", name="From the table")).to_be_visible()
    settled(page)


def _menu(page: Page) -> None:
    heading("Library")(page)
    page.get_by_role("button", name=re.compile(f"^Actions for {PAPER}")).click()
    expect(page.get_by_role("menu")).to_be_visible()


def _copied(page: Page) -> None:
    """The button tells that it was copied; or a message, why not, as browsers allow it."""
    asked(ANSWERED)(page)
    copy = page.get_by_role("button", name="Copy with references")
    copy.click()
    message = page.get_by_role("region", name="Messages").get_by_role("button", name="Close")
    expect(message.or_(copy.locator("svg.lucide-check"))).to_be_visible()


def _find(page: Page) -> None:
    open_paper(page)
    page.get_by_role("button", name="Find in this document").click()
    page.keyboard.type("radiators")
    expect(page.get_by_text(re.compile(r"^\d+ of \d+")).first).to_be_visible()
    settled(page)


def evaluated(page: Page) -> None:
    """The questions of the examples were asked."""
    heading("Evaluate")(page)
    page.get_by_role("button", name="New evaluation").first.click()
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(QUESTIONS)
    page.get_by_role("button", name="Check and run").click()
    expect(page.get_by_role("button", name="Run again")).to_be_visible()
    expect(page.get_by_role("heading", name="Where the right place stood")).to_be_visible()
    settled(page)


def _confidence(page: Page) -> None:
    evaluated(page)
    page.get_by_role("heading", name="What its confidence is worth").scroll_into_view_if_needed()
    page.get_by_role("heading", name="Questions", exact=True).scroll_into_view_if_needed()
    settled(page)


def _map_list(page: Page) -> None:
    heading("Map")(page)
    page.get_by_text("List", exact=True).click(force=True)
    settled(page)


STATES: tuple[State, ...] = (
    State("start", "/start", heading("Three steps to your first question"), server="empty"),
    State("library-empty", "/library", heading("Your documents will be here"), server="empty"),
    State("ask-empty", "/ask", _examples),
    State("ask-answer", "/ask", asked(ANSWERED)),
    State("ask-chip", "/ask", _chip_card),
    State("ask-why", "/ask", _why),
    State("ask-page", "/ask", _page_beside),
    State("ask-copied", "/ask", _copied),
    State("ask-refusal", "/ask", asked(REFUSED)),
    State("library-table", "/library", heading("Library")),
    State("library-cards", "/library", _cards),
    State("library-chosen", "/library", _chosen),
    State("library-found", "/library", _found),
    State("library-not-found", "/library", _not_found),
    State("library-menu", "/library", _menu),
    State("library-share", "/library", _share, server="accounts", user="ann"),
    State("document", "/library", open_paper, afresh=True),
    State("document-text", "/library", _document_text, afresh=True),
    State("document-find", "/library", _find, afresh=True),
    State("document-summary", "/library", document_tab("Summary"), afresh=True),
    State("document-fields", "/library", document_tab("Fields"), afresh=True),
    State("document-warnings", "/library", document_tab("Warnings"), afresh=True),
    State("document-similar", "/library", document_tab("Similar"), afresh=True),
    State("document-details", "/library", document_tab("Details"), afresh=True),
    State("compare-empty", "/compare", heading("Compare")),
    State("compare-result", "/compare", _compared),
    State("map-picture", "/map", heading("Map")),
    State("map-list", "/map", _map_list),
    State("evaluate-empty", "/evaluate", heading("Evaluate")),
    State("evaluate-result", "/evaluate", evaluated),
    State("evaluate-confidence", "/evaluate", _confidence),
    State("keys", "/library", _keys),
    *(
        State(
            f"settings-{section}", f"/settings/{section}", heading("Settings"), server="accounts", user="ann"
        )
        for section in (
            "room account tokens model answers reading privacy server watched people audit backup about all".split()
        )
    ),
    State("login", "/login", heading(re.compile("Log in|Pincite")), server="accounts"),
    State("sign-up", "/sign-up", heading(re.compile("account|sign up", re.IGNORECASE)), server="accounts"),
    State("password", "/password/secret", heading("Set a new password"), server="accounts"),
    State("conversation-gone", "/ask/none", heading("This conversation is not there"), told="status of 404"),
    State(
        "collection-gone",
        "/library/none",
        heading("This collection is not there any more"),
        told="status of 404",
    ),
    State(
        "document-gone",
        "/documents/none",
        heading("This document is not in your library"),
        told="status of 404",
    ),
    State("nowhere", "/nowhere", heading("There is nothing at this address")),
)
