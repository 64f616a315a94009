"""`make screenshots`: pictures of every screen and state into docs/screenshots, light, dark and as wide as a phone.

No test by its name, so that only the command takes them; but with all that tests here have: a fault of a screen fails.
`PINCITE_SHOTS` names another folder; `PINCITE_STATES`, the states to be taken by a pattern of their names.
"""

from __future__ import annotations

import datetime as dt
import io
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from browser.rare_states import RARE_STATES
from browser.states import STATES, State
from support.browsing import OpenContext, Watch
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

FOLDER = Path(os.environ.get("PINCITE_SHOTS", Path(__file__).parents[2] / "docs" / "screenshots"))
WANTED = re.compile(os.environ.get("PINCITE_STATES", ""))
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS = ("light", "dark", "phone")
ALL = (*STATES, *RARE_STATES)
CHOSEN = [state for state in ALL if WANTED.search(state.name)]
LATER = dt.timedelta(hours=2, minutes=10)
"""How much later it is in the browser: all that was made for the pictures, as long as they take, is 2 hours old."""
LARGEST = 80_000
"""Bytes of a picture."""

# Where a library lies and at which port it is served is this machine's affair, and another with each run.
_AS_ANYWHERE = """
(named) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const plain = (text) => named.reduce((left, [found, shown]) => left.replaceAll(found, shown), text);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (plain(node.data) !== node.data) node.data = plain(node.data);
  }
  for (const field of document.querySelectorAll('input')) {
    if (field.type !== 'file' && plain(field.value) !== field.value) field.value = plain(field.value);
  }
}
"""


@pytest.mark.parametrize("state", CHOSEN, ids=[state.name for state in CHOSEN])
def test_picture(
    shared_servers: Mapping[str, ServerProcess], open_context: OpenContext, watches: list[Watch], state: State
) -> None:
    server = shared_servers[state.server]
    for options in (WIDE, PHONE):
        context = open_context(server, user=state.user, reduced_motion="reduce", **options)
        watches[-1].allow(*filter(None, [state.told]))
        tidy(context, server)
        page = context.new_page()
        page.clock.set_fixed_time(dt.datetime.now(dt.UTC) + LATER)
        page.goto(f"/#{state.path}")
        state.reach(page)
        page.mouse.move(0, 0)
        page.evaluate("document.fonts.ready.then(() => 1)")
        named = [(str(server.folder), "/home/ann/Pincite"), (server.url, "http://127.0.0.1:8750")]
        page.evaluate(_AS_ANYWHERE, named)
        if options is PHONE:
            take(page, f"{state.name}-phone")
        else:
            take(page, f"{state.name}-light")
            page.emulate_media(color_scheme="dark", reduced_motion="reduce")
            # Colours are new with the next picture.
            page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            take(page, f"{state.name}-dark")
        context.close()


def tidy(context: BrowserContext, server: ServerProcess) -> None:
    """Take away what earlier states left: each is shown as if it were the first."""
    for kind in ("conversations", "evaluations"):
        listed = context.request.get(f"/api/v1/{kind}?limit=200")
        if not listed.ok:
            continue
        for one in listed.json()["items"]:
            gone = context.request.delete(f"/api/v1/{kind}/{one['id']}", headers={"origin": server.url})
            assert gone.ok, gone.text()


def take(page: Page, name: str) -> None:
    """Take a picture and keep it, as good as it may be large."""
    taken = Image.open(io.BytesIO(page.screenshot(caret="hide", animations="disabled"))).convert("RGB")
    for quality in (72, 58, 45):
        kept = io.BytesIO()
        taken.save(kept, "webp", quality=quality, method=4)
        if kept.tell() <= LARGEST:
            break
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.webp").write_bytes(kept.getvalue())


def test_index() -> None:
    """The list of all pictures, for who reads the documentation; and nothing there that is in none of its lines."""
    lines = [
        "# Screens",
        "",
        "Every screen and state of the page, light, dark and as wide as a phone; taken by `make screenshots`",
        "of the sample papers, in Chromium.",
        "",
        "| State | Light | Dark | Phone |",
        "|---|---|---|---|",
    ]
    names = set()
    for state in ALL:
        pictures = [f"{state.name}-{look}.webp" for look in LOOKS]
        names.update(pictures)
        links = " | ".join(f"[{look}]({picture})" for look, picture in zip(LOOKS, pictures, strict=True))
        lines.append(f"| {state.name.replace('-', ', ', 1).replace('-', ' ')} | {links} |")
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "README.md").write_text("\n".join(lines) + "\n", "utf-8")
    for picture in FOLDER.glob("*.webp"):
        if picture.name not in names:
            picture.unlink()
