"""Who makes a request, and what a rule lets them do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import APIRouter, Request
from fastapi.testclient import TestClient

from pincite.domain import TokenScope
from pincite.server import app as application
from pincite.server.rules import ruled
from support.served import ADDRESS, Served

router = APIRouter()


@router.get("/probe", **ruled(TokenScope.READ))
def read(request: Request) -> dict[str, Any]:
    caller = request.state.caller
    return {"account": caller.account and caller.account.name, "admin": caller.admin}


@router.post("/probe", **ruled(TokenScope.WRITE))
def write() -> None:
    """Changes something."""


@router.get("/probe/admin", **ruled(TokenScope.ADMIN, admin=True))
def manage() -> None:
    """Only for administrators."""


@pytest.fixture(autouse=True)
def probes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "ROUTERS", (*application.ROUTERS, router))


READ, MANAGE = "/api/v1/probe", "/api/v1/probe/admin"


def test_without_accounts_everybody_may_do_everything(served: Served) -> None:
    client = served.anybody()
    assert client.get(READ).json() == {"account": None, "admin": True}
    assert client.get(MANAGE).status_code == 200


def test_with_an_account_a_login_is_needed_at_once(served: Served) -> None:
    client = served.anybody()
    assert client.get(READ).status_code == 200
    served.account("Ada", admin=True)
    refused = client.get(READ)
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == "Bearer"
    assert refused.json()["type"] == "not-signed-in"


def test_a_session_is_its_account(served: Served) -> None:
    admin, other = served.client("Ada", admin=True), served.client("Ben")
    assert admin.get(READ).json() == {"account": "Ada", "admin": True}
    assert other.get(READ).json() == {"account": "Ben", "admin": False}
    assert admin.get(MANAGE).status_code == 200
    assert other.get(MANAGE).status_code == 403


def test_a_token_may_do_what_its_scopes_say(served: Served) -> None:
    served.account("Ada", admin=True)
    reader = served.program("Ada", TokenScope.READ)
    assert reader.get(READ).json()["account"] == "Ada"
    assert reader.post(READ).status_code == 403
    assert reader.get(MANAGE).status_code == 403
    assert served.program("Ada", TokenScope.WRITE).post(READ).status_code == 200
    served.account("Ben")
    assert served.program("Ben", *TokenScope).get(MANAGE).status_code == 403


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer pin_0", "Basic QWRhOngK", "pin_", "Bearer \xe4"]
)
def test_what_is_no_token_is_no_login_even_beside_a_session(served: Served, header: str) -> None:
    client = served.client("Ada", admin=True)
    assert client.get(READ, headers={"authorization": header.encode("latin-1")}).status_code == 401


def test_a_cookie_changes_something_only_from_our_own_pages(served: Served) -> None:
    client = served.client("Ada", admin=True)
    del client.headers["origin"]
    assert client.get(READ).status_code == 200
    assert client.post(READ).status_code == 403
    for proof in ({"origin": ADDRESS}, {"sec-fetch-site": "same-origin"}, {"x-pincite": "1"}):
        assert client.post(READ, headers=proof).status_code == 200
    for foreign in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8751"},
        {"origin": "https://127.0.0.1:8750"},
        {"origin": "https://evil.example", "x-pincite": "1"},
        {"sec-fetch-site": "cross-site", "x-pincite": "1"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
    ):
        assert client.post(READ, headers=foreign).status_code == 403


def test_a_token_needs_no_origin(served: Served) -> None:
    served.account("Ada", admin=True)
    assert served.program("Ada").post(READ).status_code == 200


def test_a_request_reads_the_database_once(served: Served, count_statements: list[str]) -> None:
    client, program = served.client("Ada", admin=True), served.program("Ada")
    for caller in (client, program):
        caller.get(READ)
        count_statements.clear()
        assert caller.get(READ).status_code == 200
        assert len([text for text in count_statements if text.startswith("SELECT")]) == 1
        assert not [text for text in count_statements if text.startswith(("UPDATE", "INSERT"))]


@pytest.fixture
def count_statements(served: Served) -> Iterator[list[str]]:
    from sqlalchemy import event

    found: list[str] = []

    def seen(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        found.append(statement.lstrip())

    engine = served.library.store._backend.engine
    event.listen(engine, "before_cursor_execute", seen)
    yield found
    with contextlib.suppress(Exception):
        event.remove(engine, "before_cursor_execute", seen)


def test_open_routes_ask_for_nothing(served: Served, count_statements: list[str]) -> None:
    served.account("Ada", admin=True)
    client: TestClient = served.anybody()
    count_statements.clear()
    assert client.get("/api/v1/health").status_code == 200
    assert not [text for text in count_statements if "FROM sessions" in text]
