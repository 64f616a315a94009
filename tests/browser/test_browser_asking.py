"""Questions in the browser: the words marked on the page are the quote, refusals, conversations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from browser.marked_words import check_ink, plain, words_under
from support.browsing import OpenContext
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def ask(page: Page, question: str) -> Locator:
    """Ask, and wait for the answer: the part of the page that holds it."""
    box = page.get_by_label("Question", exact=True)
    box.fill(question)
    box.press("Enter")
    turn = page.get_by_role("article").filter(has=page.get_by_role("heading", name=question))
    turn.get_by_role("group", name="Answer").or_(turn.get_by_text("do not say")).first.wait_for()
    return turn


def marked_page(page: Page) -> Locator:
    """The page beside the answer on which something is marked, when it is drawn with its text."""
    section = page.get_by_role("complementary").locator("section[data-page]:has([data-mark=quote])").first
    section.locator("canvas").wait_for()
    section.locator(".textLayer span").first.wait_for(state="attached")
    return section


@pytest.mark.parametrize(
    "question",
    [
        "May the provider subcontract?",
        "How many radiators were replaced per house on average?",
        "How many readings were taken at Hagg Bridge?",
        "What does the study of noise in courtyards measure?",
    ],
)
def test_the_words_marked_on_the_page_are_the_quote(
    open_context: OpenContext, shared_samples: ServerProcess, question: str
) -> None:
    page = open_context(shared_samples).new_page()
    page.goto("/#/ask")
    turn = ask(page, question)
    citations = citations_of(page)
    for number, citation in citations.items():
        turn.get_by_role("button", name=f"citation {number},").first.click()
        section = marked_page(page)
        page.wait_for_function(
            "(s) => s.getAnimations({subtree: true}).length === 0", arg=section.element_handle()
        )
        assert words_under(section) == plain(citation["quote"])
        check_ink(section)
        assert section.get_attribute("data-page") == str(citation["page"])


def citations_of(page: Page) -> dict[int, Any]:
    """The citations of the last answer of the conversation that is open, by number, as the server keeps them."""
    page.wait_for_url(re.compile(r"/#/ask/[\w-]+"))
    conversation = page.url.rpartition("/")[2].partition("?")[0]
    answer = page.context.request.get(f"/api/v1/conversations/{conversation}").json()["latest"][-1]["answer"]
    assert answer["citations"], answer
    return {citation["number"]: citation for citation in answer["citations"]}


def test_a_refusal_says_so_and_shows_what_is_nearest(
    open_context: OpenContext, shared_samples: ServerProcess
) -> None:
    page = open_context(shared_samples).new_page()
    page.goto("/#/ask")
    turn = ask(page, "Who designed the dam at Upper Lake?")
    expect(turn.get_by_text("Your documents do not say.")).to_be_visible()
    expect(turn.get_by_role("button", name=re.compile("^citation"))).to_have_count(0)
    nearest = turn.get_by_role("button", name=re.compile("^Open "))
    expect(nearest).to_have_count(3)
    nearest.first.click()
    marked_page(page)


def test_a_greeting_is_no_question(open_context: OpenContext, shared_samples: ServerProcess) -> None:
    page = open_context(shared_samples).new_page()
    page.goto("/#/ask")
    box = page.get_by_label("Question", exact=True)
    box.fill("hello")
    box.press("Enter")
    turn = page.get_by_role("article").last
    expect(turn.get_by_role("heading", name="hello")).to_be_visible()
    expect(turn.get_by_text("Your documents do not say.")).to_have_count(0)
    expect(turn.get_by_role("button", name=re.compile("^citation"))).to_have_count(0)


def test_a_conversation_goes_on_is_renamed_found_and_deleted_with_undo(
    served_samples: ServerProcess, open_context: OpenContext
) -> None:
    page = open_context(served_samples).new_page()
    page.clock.install()
    page.goto("/#/ask")
    ask(page, "How many heat pumps were tested?")
    box = page.get_by_label("Question", exact=True)
    box.fill("And where were they?")
    box.press("Enter")
    second = page.get_by_role("article").filter(has=page.get_by_role("heading", name="And where were they?"))
    expect(second.get_by_text("Understood as")).to_be_visible()

    conversations = page.get_by_role("complementary", name="Conversations").or_(
        page.get_by_role("navigation", name="Conversations")
    )
    conversations.get_by_role("button", name=re.compile("^More about")).click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_label("New title").fill("Heat in old houses")
    page.get_by_label("New title").press("Enter")
    entry = conversations.get_by_role("link", name=re.compile("Heat in old houses"))
    expect(entry).to_be_visible()
    search = conversations.get_by_label("Search conversations")
    search.fill("nothing of the kind")
    expect(conversations.get_by_text("No conversation has these words.")).to_be_visible()
    search.fill("old houses")
    expect(entry).to_be_visible()
    search.fill("")

    def delete() -> None:
        conversations.get_by_role("button", name=re.compile("^More about")).click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(entry).to_have_count(0)

    delete()
    page.get_by_role("button", name="Undo").click()
    expect(entry).to_be_visible()
    delete()
    assert count_conversations(page) == 1, "the server is asked when there is no undo any more"
    page.clock.fast_forward(11_000)
    page.wait_for_function(
        "async () => (await (await fetch('/api/v1/conversations')).json()).items.length === 0"
    )
    page.reload()
    expect(page.get_by_text("Questions that you ask are kept here.")).to_be_visible()


def count_conversations(page: Page) -> int:
    return len(page.context.request.get("/api/v1/conversations").json()["items"])
