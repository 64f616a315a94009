"""What the tests in a browser share: Chromium, and a real server over a copy of the sample library.

They need Playwright, a Chromium on this machine and the built page; `make test-browser` sees to these. Where one is
missing they are skipped with the reason, or fail if PINCITE_BROWSER=required.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pincite.accounts import Accounts, passwords
from pincite.library import Library
from pincite.server.page import BUILD_COMMAND, is_built
from support.accounts import PASSWORD
from support.browsing import OpenContext, Watch, close_all, log_in
from support.server_process import ServerProcess, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

HERE = Path(__file__).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# Read now: later, the variables of whoever runs the tests are taken away.
REQUIRED = os.environ.get("PINCITE_BROWSER") == "required"
PATIENCE = int(os.environ.get("PINCITE_PATIENCE", "30000"))
"""Milliseconds in which what is expected must happen; generous, as other tests may use the same cores."""


def missing() -> str:
    """Why there can be no test in a browser; empty if there can."""
    if find_spec("playwright") is None:
        return "Playwright is not installed: uv pip install --group browser"
    if CHROMIUM is None:
        return "there is no Chromium on this machine: apt-get install chromium"
    return "" if is_built() else f"the page was not built: {BUILD_COMMAND}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = missing()
    if not reason:
        return
    if REQUIRED:
        raise pytest.UsageError(reason)
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser. Not for the whole run: while it is open, its event loop keeps other tests from having one."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)

    # Its own sandbox cannot be set up by root, as which tests run in containers.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def contexts() -> list[BrowserContext]:
    """What a test has opened in the browser. It is closed before its server ends: pages still ask for something."""
    return []


@pytest.fixture
def served_samples(library_copy: Path, contexts: list[BrowserContext]) -> Iterator[ServerProcess]:
    """The sample papers, served without accounts; it may be killed, and started again."""
    with serving(library_copy, "--workers", "1") as server:
        server.until_ready()
        yield server
        close_all(contexts)


@pytest.fixture
def served_empty(tmp_path: Path, contexts: list[BrowserContext]) -> Iterator[ServerProcess]:
    """A new library, as somebody finds it who starts Pincite for the first time."""
    with serving(tmp_path / "library", "--workers", "1") as server:
        server.until_ready()
        yield server
        close_all(contexts)


@pytest.fixture
def served_accounts(
    library_copy: Path, monkeypatch: pytest.MonkeyPatch, contexts: list[BrowserContext]
) -> Iterator[ServerProcess]:
    """The sample papers, which are Ann's, the administrator; Ben has an account and no documents."""
    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))
    with Library.open(library_copy) as library:
        accounts = Accounts(library.store, library.settings.accounts)
        accounts.create("ann", PASSWORD, True)
        accounts.create("ben", PASSWORD, False)
    with serving(library_copy, "--workers", "1") as server:
        server.until_ready()
        yield server
        close_all(contexts)


@pytest.fixture(scope="module")
def shared_samples(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The sample papers, served for all tests of a module: for those that only look, or add what disturbs nobody."""
    copy = shutil.copytree(sample_library, tmp_path_factory.mktemp("shared") / "library")
    with serving(Path(copy), "--workers", "1") as server:
        server.until_ready()
        yield server


@pytest.fixture(scope="module")
def shared_servers(
    sample_library: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, ServerProcess]]:
    """One server of each kind that `states.Server` names, for all tests of a module; begun when it is asked for."""
    from browser.shared_servers import SharedServers

    with contextlib.ExitStack() as stack:
        yield SharedServers(sample_library, tmp_path_factory.mktemp("states"), stack)


@pytest.fixture
def watches() -> Iterator[list[Watch]]:
    """All that was watched in a test; at its end nothing must have gone wrong that the test did not expect."""
    found: list[Watch] = []
    yield found
    faults = [fault for watch in found for fault in watch.faults()]
    assert not faults, "\n".join(faults)


@pytest.fixture
def open_context(
    chromium: Browser, watches: list[Watch], contexts: list[BrowserContext]
) -> Iterator[OpenContext]:
    """Opens a browser of its own for somebody: `open_context(server, user="ann", color_scheme="dark")`."""

    def open_one(server: ServerProcess, *, user: str = "", **options: Any) -> BrowserContext:
        options = {"viewport": {"width": 1280, "height": 800}, "base_url": server.url, **options}
        context = chromium.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        watch = Watch(server.url)
        watch.attach(context)
        watches.append(watch)
        if user:
            log_in(context, server.url, user, PASSWORD)
        return context

    yield open_one
    close_all(contexts)


@pytest.fixture
def page(open_context: OpenContext, served_samples: ServerProcess) -> Page:
    """The reading room over the sample papers, opened, without accounts."""
    page = open_context(served_samples).new_page()
    page.goto("/")
    return page


@pytest.fixture
def watch(page: Page, watches: list[Watch]) -> Watch:
    """What is reported of `page`: `watch.allow(...)` says what a test expects."""
    return watches[0]
