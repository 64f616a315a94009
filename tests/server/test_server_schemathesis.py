"""The whole API under generated requests: nothing fails in the server, and all answers are as described.

A long run: `PINCITE_SCHEMATHESIS=200 pytest tests/server/test_server_schemathesis.py -n0` makes so many examples of
each operation, from a new seed; the usual run makes few, always the same.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import ignored_auth

from pincite import Library
from pincite.server.app import API
from support.loaded import share_encoder
from support.model_server import ModelServer
from support.served import Served
from support.serving import Running, running

EXAMPLES = int(os.environ.get("PINCITE_SCHEMATHESIS", "0"))
FEW = 1

ENDLESS = {"/jobs/events"}
"""Streams that end with their client only: they are tested by themselves."""


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


REFUSED = [400, 401, 403, 404, 405, 409, 413, 414, 415, 416, 422, 429, 431]
CONFIG: dict[str, Any] = {
    "checks": {
        # What a form allows may still make no sense: a name that is taken, a cursor of another list, an empty file.
        "positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", *map(str, REFUSED)]},
        "negative_data_rejection": {"expected-statuses": list(map(str, REFUSED))},
    },
    "operations": [
        {
            # Whether some other server answers is what this one is asked.
            "include-path": f"{API}/settings/model/test",
            "checks": {
                "not_a_server_error": {"expected-statuses": ["2xx", "4xx", "502", "503", "504"]},
                "positive_data_acceptance": {"expected-statuses": ["2xx", "4xx", "502", "503", "504"]},
            },
        }
    ],
}


def check_all(server: Running, token: str = "", *, login: bool = True) -> None:
    """Send generated requests to all operations, and fail with all that was wrong.

    Args:
        server: To whom.
        token: Sent with each request; empty for none.
        login: Whether who does not log in is to be turned away.
    """
    auth = {"auth": {"openapi": {"token": {"bearer": token}}}} if token else {}
    schema = schemathesis.openapi.from_url(
        f"{server.url}{API}/openapi.json", config=SchemathesisConfig.from_dict(CONFIG | auth)
    )
    left_out = [] if login else [ignored_auth]
    wrong: list[str] = []
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.removeprefix(API) not in ENDLESS:
            for mode in GenerationMode:
                wrong += _failures(operation, mode, left_out)
    assert not wrong, "\n\n".join(wrong)


def _failures(operation: Any, mode: GenerationMode, left_out: list[Any]) -> list[str]:
    @settings(
        max_examples=EXAMPLES or FEW,
        deadline=None,
        database=None,
        derandomize=not EXAMPLES,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        case.call_and_validate(timeout=60, excluded_checks=left_out)

    try:
        send()
    except Unsatisfiable:  # an operation that takes nothing cannot be called wrongly
        return []
    except (Exception, BaseExceptionGroup) as error:
        return [f"{operation.label} ({mode.value}): {_told(error)}"]
    return []


def _told(error: BaseException) -> str:
    if isinstance(error, BaseExceptionGroup):
        return "\n".join(map(_told, error.exceptions))
    return f"{type(error).__name__}: {error}\n{getattr(error, 'message', '')}"


@contextlib.contextmanager
def ready(served: Served) -> Iterator[Running]:
    """A server that has loaded what it needs."""
    with running(served.app) as server:
        served.app.state.context.readiness.load().join()
        yield server


@pytest.fixture
def served(library_copy: Path, cheap_passwords: None, model_server: ModelServer) -> Iterator[Served]:
    """A library with a language model, as that may not be what fails."""
    model_server.say("During defrosting the level rose by 5.2 dB [1].")
    with (
        Library.open(library_copy, settings=model_server.settings()) as library,
        contextlib.ExitStack() as stack,
    ):
        yield Served(library, stack)


def test_without_accounts(served: Served) -> None:
    with ready(served) as server:
        check_all(server, login=False)


def test_with_a_token(served: Served) -> None:
    served.account("ada", admin=True)
    with ready(served) as server:
        check_all(server, served.token("ada"))


def test_without_login(served: Served) -> None:
    served.account("ada", admin=True)
    with ready(served) as server:
        check_all(server)
