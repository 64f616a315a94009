"""Logging in over HTTP: cookies, and what the open routes say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pincite import Library
from pincite.accounts import OPERATOR
from support.accounts import PASSWORD
from support.served import ADDRESS, Served

SESSION = "/api/v1/session"


@pytest.fixture
def served_with(library_copy: Path, cheap_passwords: None) -> Iterator[Callable[..., Served]]:
    """The sample library, served with other settings."""
    import contextlib

    with contextlib.ExitStack() as stack:

        def serve(**sections: dict[str, object]) -> Served:
            library = stack.enter_context(Library.open(library_copy, settings=sections))
            return Served(library, stack)

        yield serve


def log_in(client: TestClient, name: str = "Ada", password: str = PASSWORD, **more: str) -> int:
    given = {"name": name, "password": password, **more}
    return client.post(SESSION, json=given).status_code


def test_without_accounts_nobody_needs_to_log_in(served: Served) -> None:
    client = served.anybody()
    told = client.get(SESSION).json()
    assert told["account"] is None
    assert not told["login_needed"]
    assert not told["accounts"]
    assert "admin" in told["scopes"]
    assert log_in(client) == 409
    assert client.get("/api/v1/account").status_code == 404
    assert client.get("/api/v1/tokens").status_code == 404


def test_log_in_look_and_log_out(served: Served) -> None:
    served.account("Ada", admin=True)
    client = served.anybody()
    before = client.get(SESSION).json()
    assert before["login_needed"]
    assert before["scopes"] == []
    assert log_in(client) == 200
    told = client.get(SESSION).json()
    assert told["account"]["name"] == "Ada"
    assert told["account"]["admin"]
    assert client.get("/api/v1/account").json()["name"] == "Ada"
    listed = client.get("/api/v1/account/sessions").json()["items"]
    assert [session["current"] for session in listed] == [True]
    secret = client.cookies["pincite_session"]
    assert client.delete(SESSION).status_code == 204
    assert "pincite_session" not in client.cookies
    client.cookies.set("pincite_session", secret, domain="127.0.0.1")
    assert client.get("/api/v1/account").status_code == 401


def test_the_cookie_is_guarded(served: Served) -> None:
    served.account("Ada", admin=True)
    answer = served.anybody().post(SESSION, json={"name": "Ada", "password": PASSWORD})
    value, *attributes = answer.headers["set-cookie"].split("; ")
    assert value.startswith("pincite_session=")
    assert set(attributes) == {"Path=/", "Max-Age=1209600", "HttpOnly", "SameSite=Lax"}
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("root", "name", "path"),
    [("", "__Host-pincite_session", "Path=/"), ("/pincite", "__Secure-pincite_session", "Path=/pincite")],
)
def test_behind_tls_browsers_guard_its_name(
    served_with: Callable[..., Served], root: str, name: str, path: str
) -> None:
    served = served_with(server={"names": "docs.example.org", "proxies": "10.0.0.1", "root_path": root})
    served.account("Ada", admin=True)
    forwarded = {
        "x-forwarded-proto": "https",
        "x-forwarded-host": "docs.example.org",
        "x-forwarded-for": "192.0.2.7",
        "origin": "https://docs.example.org",
    }
    with TestClient(served.app, ADDRESS, headers=forwarded, client=("10.0.0.1", 1000)) as client:
        answer = client.post(root + SESSION, json={"name": "Ada", "password": PASSWORD})
        assert answer.status_code == 200
        value, *attributes = answer.headers["set-cookie"].split("; ")
        assert value.startswith(f"{name}=")
        assert set(attributes) == {path, "Max-Age=1209600", "HttpOnly", "SameSite=Lax", "Secure"}
        secret = value.partition("=")[2]
        account = root + "/api/v1/account"
        assert client.get(account, headers={"cookie": f"{name}={secret}"}).status_code == 200
        assert client.get(account, headers={"cookie": f"pincite_session={secret}"}).status_code == 401
        told = client.get(f"{account}/sessions", headers={"cookie": f"{name}={secret}"}).json()["items"]
        assert told[0]["address"] == "192.0.2.7"


def test_a_login_comes_as_json_and_not_from_elsewhere(served: Served) -> None:
    served.account("Ada", admin=True)
    client = served.anybody()
    text = '{"name": "Ada", "password": "' + PASSWORD + '"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        assert client.post(SESSION, content=text, headers={"content-type": kind}).status_code == 422
    foreign = {"origin": "https://evil.example"}
    assert (
        client.post(SESSION, json={"name": "Ada", "password": PASSWORD}, headers=foreign).status_code == 403
    )


def test_refusals_look_the_same(served: Served) -> None:
    served.account("Ada", admin=True)
    disabled = served.account("Ben")
    served.accounts.set_disabled(disabled.id, True, by=OPERATOR)
    answers = [
        served.anybody().post(
            SESSION,
            content=json.dumps({"name": name, "password": password}),
            headers={"content-type": "application/json"},
        )
        for name, password in [
            ("nobody", PASSWORD),
            ("Ada", "wrong"),
            ("Ben", PASSWORD),
            ("odd\0name", "\0"),
        ]
    ]
    bodies = [answer.json() for answer in answers]
    for body in bodies:
        assert body.pop("request")
    assert [answer.status_code for answer in answers] == [401] * 4
    assert bodies == [bodies[0]] * 4
    assert not any("set-cookie" in answer.headers for answer in answers)


def test_too_many_failures_are_told_with_the_wait(served: Served) -> None:
    served.account("Ada", admin=True)
    for name in ("Ada", "nobody"):
        answers = [served.anybody().post(SESSION, json={"name": name, "password": "wrong"}) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [401] * 5 + [429]
        assert answers[-1].headers["retry-after"] in ("1", "2")


def test_the_secret_is_changed_with_a_safe_answer_only(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    import datetime as dt

    from pincite.accounts import sessions

    client = served.client("Ada", admin=True)
    secret = client.cookies["pincite_session"]
    monkeypatch.setattr(sessions, "ROTATED_AFTER", dt.timedelta())
    assert client.delete("/api/v1/account/sessions").status_code == 200
    assert client.cookies["pincite_session"] == secret
    assert client.get("/api/v1/account").status_code == 200
    fresh = client.cookies["pincite_session"]
    assert fresh != secret


def test_signing_up_by_invitation(served: Served) -> None:
    admin = served.client("Ada", admin=True)
    made = admin.post("/api/v1/invitations", json={"note": "for Ben"}).json()
    secret = made["link"]["secret"]
    assert made["link"]["path"] == f"/#/invitation/{secret}"
    assert secret not in admin.get("/api/v1/invitations").text
    client = served.anybody()
    taken = client.post(
        f"{SESSION}/sign-up", json={"name": "ada", "password": PASSWORD, "invitation": secret}
    )
    free = client.post(f"{SESSION}/sign-up", json={"name": "Ben", "password": PASSWORD, "invitation": secret})
    assert taken.status_code == free.status_code == 202
    assert taken.json() == free.json()
    assert log_in(client, "Ben") == 200
    again = client.post(
        f"{SESSION}/sign-up", json={"name": "Cem", "password": PASSWORD, "invitation": secret}
    )
    assert again.status_code == 404
    without = client.post(f"{SESSION}/sign-up", json={"name": "Cem", "password": PASSWORD})
    assert without.status_code == 404


def test_setting_a_password_with_a_link(served: Served) -> None:
    admin = served.client("Ada", admin=True)
    made = admin.post("/api/v1/accounts", json={"name": "Ben"}).json()
    assert not made["account"]["has_password"]
    secret = made["link"]["secret"]
    client = served.anybody()
    assert log_in(client, "Ben", "") == 401
    given = {"secret": secret, "password": "short"}
    assert client.post(f"{SESSION}/password", json=given).status_code == 400
    given["password"] = PASSWORD
    assert client.post(f"{SESSION}/password", json=given).status_code == 204
    assert client.post(f"{SESSION}/password", json=given).status_code == 404
    assert log_in(client, "Ben") == 200


def test_no_secret_is_told_back_in_an_error(served: Served) -> None:
    served.account("Ada", admin=True)
    for body in (
        {"name": "Ada", "password": "geheim" * 200},
        {"name": "Ada", "password": ["geheim"]},
        {"name": "Ada", "password": "geheim", "geheim": 1, "code": 5},
    ):
        answer = served.anybody().post(SESSION, json=body)
        assert answer.status_code == 422
        assert "geheim" not in answer.text.replace('"geheim: ', "").replace("body.geheim", "")
