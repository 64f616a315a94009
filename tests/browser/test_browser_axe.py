"""Axe finds nothing wrong with any screen, in light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from browser.states import STATES, State
from support.browsing import OpenContext, Watch
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""All that can be another in the dark: nothing but colours is."""
FIND = """
async (what) => {
  const found = await axe.run(document, {
    runOnly: what,
    resultTypes: ['violations'],
    // Cards of chips and tooltips float at the end of the document, outside of its parts, as they must.
    rules: what.type === 'tag' ? {region: {enabled: false}} : {},
  });
  const told = ({html, any}) => `${html.slice(0, 160)} (${any.map((check) => check.message).join('; ')})`;
  return found.violations.map(({id, nodes}) => `${id}: ${nodes.map(told).join(' | ')}`);
}
"""
SMALL = """
() => {
  // What a thumb meets counts, which may be more than what is drawn; links in sentences may be as high as their line.
  const pressed = 'button, select, summary, textarea, input, [role^=menuitem], [role=tab], [role=slider]';
  const meets = (element, x, y) => {
    const met = document.elementFromPoint(x, y);
    return met !== null && (element.contains(met) || [...(element.labels ?? [])].some((label) => label.contains(met)));
  };
  return [...document.querySelectorAll(pressed)].flatMap((element) => {
    const {left, top, width, height} = element.getBoundingClientRect();
    // A large one may go on under a bar that stays where it is.
    if (width >= 24 && height >= 24) return [];
    const x = left + width / 2;
    const y = top + height / 2;
    // Chips of citations stand in sentences.
    if (element.closest('p, [role=article] sup') || !meets(element, x, y)) return [];
    const small = [[-11.5, 0], [11.5, 0], [0, -11.5], [0, 11.5]].some(([right, down]) =>
      x + right >= 0 && x + right < innerWidth && y + down >= 0 && y + down < innerHeight &&
      !meets(element, x + right, y + down));
    return small ? [`${Math.round(width)} × ${Math.round(height)} px: ${element.outerHTML.slice(0, 160)}`] : [];
  });
}
"""
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


@pytest.mark.parametrize("state", STATES, ids=[state.name for state in STATES])
def test_axe_finds_nothing(
    shared_servers: Mapping[str, ServerProcess], open_context: OpenContext, watches: list[Watch], state: State
) -> None:
    context = open_context(shared_servers[state.server], user=state.user, reduced_motion="reduce", **WIDE)
    if state.told:
        watches[-1].allow(state.told)
    page = context.new_page()
    page.goto(f"/#{state.path}")
    state.reach(page)
    found = [f"wide, {fault}" for fault in faults(page)]
    as_on_a_phone(page)
    if state.afresh:
        page.goto("about:blank")
        page.goto(f"/#{state.path}")
        state.reach(page)
    drawn(page)
    found += [f"narrow, {fault}" for fault in faults(page)]
    found += [f"narrow, too small for a thumb, {small}" for small in page.evaluate(SMALL)]
    assert not found, "\n".join(found)


def as_on_a_phone(page: Page) -> None:
    """Make the window a phone's, as a new one with these options of Playwright would be."""
    devices = page.context.new_cdp_session(page)
    devices.send("Emulation.setDeviceMetricsOverride", PHONE)
    devices.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    expect(page.locator("html")).to_have_js_property("clientWidth", PHONE["width"])
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")


def drawn(page: Page) -> None:
    """What was changed is drawn, at its place and in its colours: they pass from element to element, frame by frame."""
    page.evaluate(
        """
        async () => {
          for (let quiet = 0; quiet < 4; quiet += 1) {
            await new Promise((resolve) => requestAnimationFrame(resolve));
            const moves = ({playState, effect}) =>
              playState === 'running' && effect.getTiming().iterations !== Infinity;
            if (document.getAnimations().some(moves)) quiet = 0;
          }
        }
        """
    )


def faults(page: Page) -> list[str]:
    """What axe finds in light and in dark, and whether all has room beside each other."""
    if page.evaluate("typeof axe") == "undefined":
        # By the debugger, not as a script of the page, which its policy would not allow.
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = []
    for theme, what in (
        ("light", {"type": "tag", "values": RULES}),
        ("dark", {"type": "rule", "values": COLOURS}),
    ):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
        expect(page.locator(f"html[data-theme={theme}]")).to_have_count(1)
        drawn(page)
        found += [f"{theme}: {fault}" for fault in page.evaluate(FIND, what)]
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*found, f"{wider} px wider than the window"] if wider > 0 else found
