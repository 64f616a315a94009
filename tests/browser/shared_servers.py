"""Servers over libraries of several kinds, which tests share and that begin when the first one needs them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from browser.rare_states import scripted
from pincite.accounts import Accounts, passwords
from pincite.library import Library
from support.accounts import PASSWORD
from support.model_server import ModelServer
from support.server_process import ServerProcess, serving
from support.small_pdfs import survey_with_losses
from support.texts import library_of

NOTES = """# Notes of the site visit

Present: the surveyor, the tenant of the mill, and the keeper of the weir.

# The upper weir

The sill is worn by 12 cm in the middle. The keeper closes the second gate by hand, as its motor has not run since May.

# The mill

The tenant asks for a rail along the path. A quote of 1,860 pounds was read out, and nobody objected to it.

The next visit is on 4 November."""


class SharedServers(Mapping[str, ServerProcess]):
    """By the names of `browser.states.Server`.

    Args:
        samples: A library with the sample papers, which is copied.
        folder: Where the copies are.
        stack: Ends what was begun.
    """

    KINDS = ("samples", "empty", "accounts", "composing", "mixed", "uploads")

    def __init__(self, samples: Path, folder: Path, stack: contextlib.ExitStack) -> None:
        self._samples = samples
        self._folder = folder
        self._stack = stack
        self._begun: dict[str, ServerProcess] = {}

    def __getitem__(self, kind: str) -> ServerProcess:
        if kind not in self._begun:
            server = self._stack.enter_context(
                serving(self._library(kind), "--workers", "1", **self._environment(kind))
            )
            server.until_ready()
            self._begun[kind] = server
        return self._begun[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self.KINDS)

    def __len__(self) -> int:
        return len(self.KINDS)

    def _environment(self, kind: str) -> dict[str, str]:
        if kind != "composing":
            return {}
        model = ModelServer()
        self._stack.callback(model.stop)
        model.answer(scripted)
        return model.environment()

    def _library(self, kind: str) -> Path:
        folder = self._folder / kind
        if kind in ("empty", "uploads"):
            return folder
        shutil.copytree(self._samples, folder)
        if kind == "accounts":
            with pytest.MonkeyPatch.context() as patch, Library.open(folder) as library:
                patch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))
                accounts = Accounts(library.store, library.settings.accounts)
                accounts.create("ann", PASSWORD, True)
                accounts.create("ben", PASSWORD, False)
        elif kind == "mixed":
            survey = self._folder / "east-bank.pdf"
            survey.write_bytes(survey_with_losses())
            with library_of(folder, Notes_of_the_Site_Visit=NOTES) as library:
                report = library.add([survey])
                assert report.added, report.failed
        return folder
