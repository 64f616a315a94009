"""Menus of documents: at what opened them and within the window, however low or narrow it is."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from support.browsing import OpenContext
from support.server_process import ServerProcess

WIDTHS = (1440, 390)


@pytest.mark.parametrize("view", ["table", "cards"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_menu_stays_at_its_document(
    open_context: OpenContext, shared_samples: ServerProcess, width: int, view: str
) -> None:
    kept = [{"name": "pincite", "value": f'{{"documentView": "{view}"}}'}]
    storage = {"cookies": [], "origins": [{"origin": shared_samples.url, "localStorage": kept}]}
    size = {"width": width, "height": 500}
    page = open_context(shared_samples, viewport=size, storage_state=storage).new_page()
    page.goto("/#/library")
    button = page.get_by_role("button", name=re.compile("^Actions for ")).first
    button.click()
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    expect(menu).to_be_in_viewport(ratio=1)
    at, box = button.bounding_box(), menu.bounding_box()
    assert at is not None
    assert box is not None
    assert box["x"] <= at["x"] + at["width"]
    assert at["x"] <= box["x"] + box["width"]
    below, above = box["y"] - (at["y"] + at["height"]), at["y"] - (box["y"] + box["height"])
    assert 0 <= max(below, above) <= 8
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
