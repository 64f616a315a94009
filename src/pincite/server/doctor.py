"""Whether a library is served soundly: `pincite doctor --server`."""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import sqlalchemy as sa

from pincite.accounts import Accounts
from pincite.config import ServerSettings
from pincite.domain import JobState
from pincite.errors import SettingsError
from pincite.library import Library
from pincite.llm.address import is_loopback
from pincite.server.guards import READ
from pincite.server.guards_proxy import is_within, read_networks
from pincite.server.page import BUILD_COMMAND, is_built
from pincite.server.readiness import LEAST_FREE_BYTES
from pincite.store.records import Finding
from pincite.store.tables import jobs

ASK_SECONDS = 5.0
WAITING_SECONDS = 120.0
"""A job that nobody takes for so long waits for a worker that does not exist."""

_KEYS = "keys"


def check_server(library: Library) -> list[Finding]:
    """Everything that is amiss with the settings, the folder and the server that may be running."""
    settings = library.settings.server
    found = list(_settings(settings))
    if found:
        return found
    found += _accounts(library, settings)
    found += _permissions(library.folder)
    found += _disk(library.folder)
    found += _waiting(library)
    found += _page()
    found += _running(settings)
    return found


def _settings(settings: ServerSettings) -> Iterator[Finding]:
    for read, name in READ:
        try:
            read(getattr(settings, name))
        except SettingsError as error:
            yield Finding("server_settings", "error", error.message, error.remedy)


def _accounts(library: Library, settings: ServerSettings) -> Iterator[Finding]:
    first = "Make the first account: `pincite accounts create NAME --admin`."
    known = Accounts(library.store, library.settings.accounts).exist()
    if not known and not is_loopback(settings.host):
        yield Finding("no_accounts", "error", f"without accounts, it is not served at {settings.host}", first)
    elif not known and settings.names:
        message = "without accounts, it is not served under the names in `server.names`"
        yield Finding("no_accounts", "error", message, first)
    if known and not settings.proxies and not is_loopback(settings.host):
        yield Finding(
            "no_encryption",
            "warning",
            "passwords and documents cross the network unencrypted",
            "Let it listen at 127.0.0.1, with a proxy in front that speaks TLS: docs/server.md shows one.",
        )
    if settings.names and not settings.proxies:
        yield Finding(
            "no_proxies",
            "warning",
            "it has further names, but believes no proxy: over https, calls from its own pages are refused",
            "Set `server.proxies` to the address of the proxy, 127.0.0.1 if it runs on this machine.",
        )


def _permissions(folder: Path) -> Iterator[Finding]:
    if os.name != "posix":
        return
    mode = folder.stat().st_mode
    if mode & stat.S_IWOTH:
        message = "everybody on this machine may change the library"
        yield Finding("permissions", "error", message, f"chmod 700 {folder}")
    elif mode & stat.S_IROTH:
        message = "everybody on this machine may read the library, whatever its accounts say"
        yield Finding("permissions", "warning", message, f"chmod 700 {folder}")
    for key in sorted((folder / _KEYS).glob("*.key")):
        if key.stat().st_mode & 0o077:
            yield Finding("permissions", "error", f"others may read {key.name}", f"chmod 600 {key}")


def _disk(folder: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE_BYTES:
        message = f"only {free // 1_000_000} MB are free on the library's disk"
        yield Finding("disk", "warning", message, "Make room, before adding documents fails.")


def _waiting(library: Library) -> Iterator[Finding]:
    now = time.time()
    with library.store.reading() as connection:
        lost = connection.execute(
            sa.select(sa.func.count()).where(
                jobs.c.state == JobState.RUNNING.value, jobs.c.lease_until < now - WAITING_SECONDS
            )
        ).scalar_one()
        working = connection.execute(
            sa.select(sa.func.count()).where(
                jobs.c.state == JobState.RUNNING.value, jobs.c.lease_until >= now
            )
        ).scalar_one()
        oldest = connection.execute(
            sa.select(sa.func.min(jobs.c.created_at)).where(
                jobs.c.state == JobState.QUEUED.value, sa.func.coalesce(jobs.c.not_before, 0) < now
            )
        ).scalar_one()
    start = "Start the server, or `pincite worker`."
    if lost:
        yield Finding("no_worker", "warning", f"{lost} job(s) were left by workers that ended", start)
    elif oldest is not None and not working and _age(str(oldest)) > WAITING_SECONDS:
        yield Finding("no_worker", "warning", "jobs wait, and no worker works", start)


def _page() -> Iterator[Finding]:
    if not is_built():
        yield Finding(
            "no_page",
            "warning",
            "the reading room's page was not built: the API alone is served",
            f"Run `{BUILD_COMMAND}` in the folder of Pincite's source.",
        )


def _age(at: str) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()


def _running(settings: ServerSettings) -> Iterator[Finding]:
    """What the running server says of itself; nothing where none runs, or at a port that is not known."""
    if not settings.port:
        return
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)  # noqa: S104
    url = f"http://{host}:{settings.port}{settings.root_path.rstrip('/')}/api/v1"
    try:
        with httpx.Client(timeout=ASK_SECONDS, trust_env=False) as client:
            told = client.get(f"{url}/health", headers={"X-Forwarded-Proto": "https"})
            ready = client.get(f"{url}/ready")
        if told.status_code != 200 or told.json().get("status") != "ok":
            raise ValueError
        parts = [str(part["name"]) for part in ready.json()["parts"] if not part["ok"]]
    except httpx.TransportError:
        return
    except (ValueError, KeyError, TypeError):
        message = f"what listens at port {settings.port} does not answer as Pincite does"
        yield Finding("foreign_server", "warning", message, "Choose another port: `server.port`.")
        return
    for name in parts:
        message = f"the running server says that this is not as it should be: {name}"
        yield Finding("not_ready", "warning", message, "Its log tells more.")
    believed = "strict-transport-security" in told.headers
    if believed != is_within("127.0.0.1", read_networks(settings.proxies)):
        yield Finding(
            "restart_needed",
            "warning",
            "the running server believes other proxies than the settings say",
            "Start it again.",
        )
