"""States that need more than the sample papers: a model, other files, other people, a server that is away."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.states import ANSWERED, REFUSED, State, asked, evaluated, heading, open_paper, settled
from support.model_server import Scripted
from support.small_pdfs import damaged_pdf, encrypted_pdf, long_pdf

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.model_server import Prompt

COMPOSED = "How much louder are heat pump units in courtyards, and what made them quieter?"
SLOW = "How loud is a unit in a courtyard at night?"
_SUPPORTED = (
    "The level at the nearest window was on average 4.6 dB above the value calculated from the data sheet [1].",
    "Hard walls on three or four sides reflect what a free field would carry away [1].",
)
_REMOVED = "Rubber feet under the unit reduced the level by another 9.5 dB [1]."


def scripted(prompt: Prompt) -> Scripted:
    """What the model writes: an answer, one sentence of which nothing supports, or half of one."""
    if SLOW in prompt.user:
        return Scripted(" ".join(_SUPPORTED), hang_after=26)
    return Scripted(" ".join((*_SUPPORTED, _REMOVED)))


def _working(page: Page) -> None:
    """A sentence is checked, the next one half written."""
    box = page.get_by_label("Question", exact=True)
    box.fill(SLOW)
    box.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^citation 1,"))).to_be_visible()
    expect(page.get_by_text("Hard walls on")).to_be_visible()
    settled(page)


def _removed(page: Page) -> None:
    asked(COMPOSED)(page)
    page.get_by_role("button", name=re.compile("Why this answer")).click()
    expect(page.get_by_text("Rubber feet").first).to_be_visible()
    page.get_by_role("heading", name="What was removed").scroll_into_view_if_needed()
    settled(page)


def _followed(page: Page) -> None:
    asked("What is the storage fee?")(page)
    box = page.get_by_label("Question", exact=True)
    box.fill("When is it due?")
    box.press("Enter")
    expect(page.get_by_text("Understood as")).to_be_visible()
    expect(page.get_by_role("group", name="Answer", exact=True)).to_have_count(2)
    settled(page)


def _scope(page: Page) -> None:
    heading("Ask your documents")(page)
    page.get_by_role("button", name="Choose documents").click()
    expect(page.get_by_role("dialog", name="What to ask")).to_be_visible()
    settled(page)


def _deleted(page: Page) -> None:
    """A conversation, as what a test deletes is gone for the next one."""
    asked(ANSWERED)(page)
    page.get_by_role("button", name="More about this conversation").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    settled(page)


def away(path: str, reach: Callable[[Page], None]) -> Callable[[Page], None]:
    """The server cannot be reached any more at addresses that fit a pattern."""

    def reach_away(page: Page) -> None:
        page.route(re.compile(path), lambda route: route.abort("connectionrefused"))
        reach(page)

    return reach_away


def _ask_away(page: Page) -> None:
    box = page.get_by_label("Question", exact=True)
    box.fill(ANSWERED)
    box.press("Enter")
    expect(page.get_by_role("button", name="Back to the box")).to_be_visible()
    settled(page)


def _library_away(page: Page) -> None:
    # What was loaded before stays; this is for who comes while the server is away.
    page.reload()
    expect(page.get_by_text("Pincite does not answer.").first).to_be_visible()
    settled(page)


def _uploads(page: Page) -> None:
    """One file is being read, one waits for its password, one could not be read."""
    heading("Library")(page)
    # What was sent for the picture before is no longer under way.
    for job in page.request.get("/api/v1/jobs").json()["items"]:
        if job["state"] in ("queued", "running"):
            page.request.post(f"/api/v1/jobs/{job['id']}/cancel", headers={"origin": page.url.split("/#")[0]})
    page.reload()
    # As wide as the window, so that it is another file than in the picture before.
    pages = 90 + page.evaluate("innerWidth") % 7
    with page.expect_file_chooser() as chooser:
        page.get_by_role("main").get_by_role("button", name="Choose files").first.click()
    chooser.value.set_files([damaged_pdf(), encrypted_pdf(pages), long_pdf(pages)])
    page.get_by_role("button", name=re.compile("Show the work under way")).click()
    tray = page.get_by_role("region", name="Work under way")
    expect(tray.get_by_placeholder("Password")).to_be_visible()
    expect(tray.get_by_text(re.compile(r"page \d+ of"))).to_be_visible()


def _invited(page: Page) -> None:
    heading("Settings")(page)
    page.get_by_role("button", name="Invite somebody").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    settled(page)


def _token(page: Page) -> None:
    heading("Settings")(page)
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    settled(page)


def _factor(page: Page) -> None:
    heading("Settings")(page)
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("dialog", name="Set up a second factor")).to_be_visible()
    settled(page)


def _compared_runs(page: Page) -> None:
    evaluated(page)
    page.get_by_role("button", name="Run again").click()
    compared = page.get_by_role("heading", name="Compared")
    expect(compared).to_be_visible()
    expect(page.get_by_text("asked in both")).to_be_visible()
    compared.scroll_into_view_if_needed()
    settled(page)


def opened(title: str) -> Callable[[Page], None]:
    """The screen of a document of which there are no pages to be drawn, or that was read with losses."""

    def reach(page: Page) -> None:
        heading("Library")(page)
        page.get_by_role("link", name=re.compile(title)).first.click()
        expect(page.get_by_role("heading", level=1, name=re.compile(title))).to_be_visible()
        settled(page)

    return reach


def _warned(page: Page) -> None:
    opened("Survey of the East Bank")(page)
    expect(page.locator("section[data-page] canvas").first).to_be_visible()
    if page.get_by_role("tab", name="Warnings").count() == 0:
        page.get_by_role("button", name="Summary and details").click()
    page.get_by_role("tab", name=re.compile("Warnings")).click()
    settled(page)


def _thumbnails(page: Page) -> None:
    open_paper(page)
    pages = page.get_by_role("tab", name="Pages")
    if pages.count() == 0:
        # Where there is no room beside the pages, it is opened over them.
        page.get_by_role("button", name="Outline and pages").click()
    pages.click()
    expect(page.get_by_role("tabpanel").locator("img").first).to_be_visible()
    for picture in page.get_by_role("tabpanel").locator("img").all():
        picture.evaluate("(img) => img.decode()")
    settled(page)


def _selected(page: Page) -> None:
    open_paper(page)
    words = page.locator("section[data-page] .textLayer span").filter(has_text="Abstract").first
    words.click(click_count=3)
    expect(page.get_by_role("button", name="Ask about this")).to_be_visible()
    settled(page)


def _map_card(page: Page) -> None:
    heading("Map")(page)
    picture = page.get_by_role("application")
    expect(picture.locator("canvas[data-ready=true]")).to_be_visible()
    picture.press("ArrowRight")
    expect(page.get_by_role("button", name="Open document")).to_be_visible()
    settled(page)


def _refused_login(page: Page) -> None:
    heading(re.compile("Log in|Pincite"))(page)
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password", exact=True).fill("not this one")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    settled(page)


RARE_STATES: tuple[State, ...] = (
    State("ask-working", "/ask", _working, server="composing"),
    State("ask-composed", "/ask", asked(COMPOSED), server="composing"),
    State("ask-removed", "/ask", _removed, server="composing"),
    State("ask-refusal-composing", "/ask", asked(REFUSED), server="composing"),
    State("ask-follow-up", "/ask", _followed),
    State("ask-scope", "/ask", _scope),
    State("ask-deleted", "/ask", _deleted),
    State("ask-away", "/ask", away("/ask/stream", _ask_away), told="net::ERR_"),
    State(
        "library-away", "/library", away("/api/v1/(documents|collections)", _library_away), told="net::ERR_"
    ),
    State("library-mixed", "/library", heading("Library"), server="mixed"),
    State("library-uploads", "/library", _uploads, server="uploads"),
    State(
        "document-read-as-text",
        "/library",
        opened("Notes of the Site Visit"),
        server="mixed",
        told="status of 422",
    ),
    State("document-losses", "/library", _warned, server="mixed"),
    State("document-thumbnails", "/library", _thumbnails),
    State("document-selection", "/library", _selected),
    State("map-card", "/map", _map_card),
    State("evaluate-compared", "/evaluate", _compared_runs),
    State("settings-second-factor", "/settings/account", _factor, server="accounts", user="ann"),
    State("settings-token", "/settings/tokens", _token, server="accounts", user="ann"),
    State("settings-invitation", "/settings/people", _invited, server="accounts", user="ann"),
    State("login-refused", "/login", _refused_login, server="accounts", told="status of 401"),
)
