"""The own account, tokens, all accounts and the audit log over HTTP."""

from __future__ import annotations

import csv
import io
import logging

import pyotp
import pytest

from pincite.domain import TokenScope
from support.accounts import PASSWORD
from support.served import Served

API = "/api/v1"
NEW = "another long secret"


def test_the_own_name_and_password(served: Served) -> None:
    served.account("Ada", admin=True)
    client, other = served.client("Ben"), served.client("Ben")
    assert client.patch(f"{API}/account", json={"name": "Benjamin"}).json()["name"] == "Benjamin"
    assert client.patch(f"{API}/account", json={"password": NEW}).status_code == 400
    change = {"password": NEW, "current_password": "wrong"}
    assert client.patch(f"{API}/account", json=change).status_code == 403
    assert other.get(f"{API}/account").status_code == 200
    change["current_password"] = PASSWORD
    assert client.patch(f"{API}/account", json=change).status_code == 200
    assert client.get(f"{API}/account").status_code == 200
    assert other.get(f"{API}/account").status_code == 401


def test_own_sessions_are_ended_and_no_others(served: Served) -> None:
    admin = served.client("Ada", admin=True)
    client, other = served.client("Ben"), served.client("Ben")
    listed = {
        session["current"]: session for session in client.get(f"{API}/account/sessions").json()["items"]
    }
    assert admin.delete(f"{API}/account/sessions/{listed[False]['id']}").status_code == 404
    assert client.delete(f"{API}/account/sessions/{listed[False]['id']}").status_code == 204
    assert other.get(f"{API}/account").status_code == 401
    served.client("Ben")
    assert client.delete(f"{API}/account/sessions").json() == {"ended": 1}
    assert client.get(f"{API}/account").status_code == 200


def test_a_second_factor(served: Served) -> None:
    client = served.client("Ada", admin=True)
    told = client.post(f"{API}/account/totp").json()
    assert client.put(f"{API}/account/totp", json={"code": "000000"}).status_code == 403
    code = pyotp.TOTP(told["secret"]).now()
    codes = client.put(f"{API}/account/totp", json={"code": code}).json()["codes"]
    assert client.get(f"{API}/account").json()["second_factor"]
    assert client.post(f"{API}/account/totp").status_code == 409
    login = {"name": "Ada", "password": PASSWORD}
    assert served.anybody().post(f"{API}/session", json=login).status_code == 401
    assert served.anybody().post(f"{API}/session", json={**login, "code": codes[0]}).status_code == 200
    wrong, right = {"password": "wrong"}, {"password": PASSWORD}
    assert client.post(f"{API}/account/totp/recovery-codes", json=wrong).status_code == 403
    fresh = client.post(f"{API}/account/totp/recovery-codes", json=right).json()["codes"]
    assert not set(fresh) & set(codes)
    assert client.post(f"{API}/account/totp/off", json=wrong).status_code == 403
    assert not client.post(f"{API}/account/totp/off", json=right).json()["second_factor"]


def test_tokens(served: Served) -> None:
    admin, client = served.client("Ada", admin=True), served.client("Ben")
    given = {"name": "nightly", "scopes": ["read", "account"], "days": 30}
    made = client.post(f"{API}/tokens", json=given)
    assert made.status_code == 201
    secret, identity = made.json()["secret"], made.json()["token"]["id"]
    listed = client.get(f"{API}/tokens")
    assert secret not in listed.text
    assert [token["scopes"] for token in listed.json()["items"]] == [["account", "read"]]
    bearer = {"authorization": f"Bearer {secret}"}
    program = served.anybody()
    assert program.get(f"{API}/account", headers=bearer).json()["name"] == "Ben"
    more = {"name": "more", "scopes": ["write"], "days": 30}
    assert program.post(f"{API}/tokens", json=more, headers=bearer).status_code == 403
    for method, path, body in (
        ("PATCH", "account", {"name": "Mallory"}),
        ("PATCH", "account", {"password": NEW, "current_password": PASSWORD}),
        ("POST", "account/totp", None),
        ("POST", "account/totp/off", {"password": PASSWORD}),
        ("DELETE", "session", None),
    ):
        assert program.request(method, f"{API}/{path}", json=body, headers=bearer).status_code == 403, path
    assert admin.delete(f"{API}/tokens/{identity}").status_code == 404
    assert client.delete(f"{API}/tokens/{identity}").status_code == 204
    assert program.get(f"{API}/account", headers=bearer).status_code == 401


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "", "scopes": ["read"]},
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["everything"]},
        {"name": "x", "scopes": ["read"], "days": 0},
        {"name": "x", "scopes": ["read"], "days": 10**9},
        {"name": "x", "scopes": ["read"], "secret": "mine"},
    ],
)
def test_tokens_that_cannot_be_made(served: Served, wrong: dict[str, object]) -> None:
    assert served.client("Ada", admin=True).post(f"{API}/tokens", json=wrong).status_code == 422


ADMINISTRATORS = (
    ("GET", "accounts"),
    ("POST", "accounts"),
    ("GET", "accounts/{id}"),
    ("PATCH", "accounts/{id}"),
    ("DELETE", "accounts/{id}"),
    ("POST", "accounts/{id}/reset"),
    ("DELETE", "accounts/{id}/totp"),
    ("GET", "invitations"),
    ("POST", "invitations"),
    ("DELETE", "invitations/x"),
    ("GET", "audit"),
    ("GET", "audit/export"),
)


@pytest.mark.parametrize(("method", "path"), ADMINISTRATORS)
def test_only_administrators_manage(served: Served, method: str, path: str) -> None:
    admin, client = served.client("Ada", admin=True), served.client("Ben")
    reader = served.program("Ada", *(set(TokenScope) - {TokenScope.ADMIN}))
    url = f"{API}/{path.format(id=served.account('Ada').id)}"
    body = {"name": "Cem"} if (method, path) == ("POST", "accounts") else {}
    sent = body if method in ("POST", "PATCH") else None
    assert served.anybody().request(method, url, json=sent).status_code == 401
    assert client.request(method, url, json=sent).status_code == 403
    assert reader.request(method, url, json=sent).status_code == 403
    assert admin.request(method, url, json=sent).status_code not in (401, 403, 422, 500)


def test_accounts_are_managed(served: Served) -> None:
    admin = served.client("Ada", admin=True)
    made = admin.post(f"{API}/accounts", json={"name": "Cem", "password": PASSWORD})
    assert made.status_code == 201
    assert made.json()["link"] is None
    identity = made.json()["account"]["id"]
    assert admin.post(f"{API}/accounts", json={"name": "cem"}).status_code == 409
    assert [item["name"] for item in admin.get(f"{API}/accounts?words=CE").json()["items"]] == ["Cem"]
    first = admin.get(f"{API}/accounts?limit=1").json()
    assert [item["name"] for item in first["items"]] == ["Ada"]
    rest = admin.get(f"{API}/accounts", params={"cursor": first["next"]}).json()
    assert [item["name"] for item in rest["items"]] == ["Cem"]
    client = served.client("Cem")
    change = {"name": "Cemal", "admin": True, "disabled": True}
    changed = admin.patch(f"{API}/accounts/{identity}", json=change).json()
    assert (changed["name"], changed["admin"], changed["disabled"]) == ("Cemal", True, True)
    assert client.get(f"{API}/account").status_code == 401
    own = served.account("Ada").id
    assert admin.patch(f"{API}/accounts/{own}", json={"admin": False}).status_code == 409
    refused = admin.delete(f"{API}/accounts/{identity}")
    assert refused.status_code == 400
    assert "documents" in refused.json()["detail"]
    assert admin.delete(f"{API}/accounts/{identity}?confirm=Cemal").status_code == 204
    assert admin.get(f"{API}/accounts/{identity}").status_code == 404


def test_the_first_account_can_be_made_by_whoever_is_there(served: Served) -> None:
    client = served.anybody()
    assert client.post(f"{API}/accounts", json={"name": "Ada"}).status_code == 400
    given = {"name": "Ada", "admin": True, "password": PASSWORD}
    assert client.post(f"{API}/accounts", json=given).status_code == 201
    assert client.post(f"{API}/accounts", json={**given, "name": "Eve"}).status_code == 401


def test_the_audit_log_tells_who_did_what(served: Served) -> None:
    admin = served.client("Ada", admin=True)
    served.anybody().post(f"{API}/session", json={"name": "ada", "password": "wrong"})
    served.anybody().post(f"{API}/session", json={"name": "nobody", "password": "wrong"})
    admin.post(f"{API}/invitations", json={"note": "=HYPERLINK(1)"})
    entries = admin.get(f"{API}/audit").json()["items"]
    assert [(entry["action"], entry["account_name"], entry["outcome"]) for entry in entries[:3]] == [
        ("invitation.create", "Ada", "done"),
        ("session.login", "", "failed"),
        ("session.login", "Ada", "failed"),
    ]
    assert entries[0]["request"]
    assert entries[0]["address"] == "testclient"
    sessions = admin.get(f"{API}/audit?action=session&limit=2").json()
    assert {entry["action"] for entry in sessions["items"]} == {"session.login"}
    rest = admin.get(f"{API}/audit", params={"action": "session", "cursor": sessions["next"]}).json()
    assert len(rest["items"]) == 1
    assert admin.get(f"{API}/audit?action=sess").json()["items"] == []
    own = served.account("Ada").id
    assert {e["account_id"] for e in admin.get(f"{API}/audit?account={own}").json()["items"]} == {own}
    late, early = "2999-01-01T00:00:00Z", "2001-01-01"
    assert admin.get(f"{API}/audit", params={"since": late}).json()["items"] == []
    assert admin.get(f"{API}/audit", params={"until": early}).json()["items"] == []
    assert len(admin.get(f"{API}/audit", params={"since": early, "until": late}).json()["items"]) > 3
    for wrong in ({"cursor": "x"}, {"since": "0001-01-01T00:00:00+14:00"}):
        assert admin.get(f"{API}/audit", params=wrong).status_code == 400


def test_no_cell_of_the_exported_log_runs(served: Served) -> None:
    served.account("Ada", admin=True)
    served.accounts.create("=1+2", PASSWORD)
    served.client("=1+2")
    exported = served.client("Ada").get(f"{API}/audit/export")
    assert exported.headers["content-type"].startswith("text/csv")
    assert "attachment" in exported.headers["content-disposition"]
    rows = list(csv.reader(io.StringIO(exported.text)))
    assert len({len(row) for row in rows}) == 1
    assert "'=1+2" in {row[2] for row in rows}


def test_without_accounts_nothing_is_written_down(served: Served) -> None:
    client = served.anybody()
    client.post(f"{API}/accounts", json={"name": "Ada"})
    served.account("Ada", admin=True)
    admin = served.client("Ada")
    assert {entry["action"] for entry in admin.get(f"{API}/audit").json()["items"]} <= {
        "account.create",
        "session.login",
    }


def test_no_secret_gets_into_the_log_or_the_database(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    admin = served.client("Ada", admin=True)
    secrets = [PASSWORD, NEW, admin.cookies["pincite_session"]]
    invitation = admin.post(f"{API}/invitations", json={}).json()["link"]["secret"]
    link = admin.post(f"{API}/accounts", json={"name": "Ben"}).json()["link"]["secret"]
    browser = served.anybody()
    browser.post(f"{API}/session/sign-up", json={"name": "Cem", "password": NEW, "invitation": invitation})
    browser.post(f"{API}/session/password", json={"secret": link, "password": NEW})
    browser.post(f"{API}/session", json={"name": "Ben", "password": NEW})
    secrets += [invitation, link, browser.cookies["pincite_session"]]
    secrets.append(browser.post(f"{API}/tokens", json={"name": "t", "scopes": ["read"]}).json()["secret"])
    browser.get(f"{API}/account", headers={"authorization": f"Bearer {secrets[-1]}"})
    totp = browser.post(f"{API}/account/totp").json()["secret"]
    code = pyotp.TOTP(totp).now()
    codes = browser.put(f"{API}/account/totp", json={"code": code}).json()["codes"]
    secrets += codes
    browser.patch(f"{API}/account", json={"password": PASSWORD, "current_password": NEW})
    browser.post(f"{API}/session", json={"name": PASSWORD, "password": "Ada"})
    stored = b"".join(p.read_bytes() for p in served.library.folder.rglob("*") if p.is_file())
    logged = caplog.text
    for secret in secrets:
        assert len(secret) > 10
        assert secret.encode() not in stored
        assert secret not in logged
    assert totp not in logged


def test_the_first_administrator_gets_what_is_there(served: Served) -> None:
    first = served.client("Ada", admin=True)
    second = served.client("Ben", admin=True)
    assert len(served.library.seen_by(served.account("Ada").viewer).documents()) == 4
    assert served.library.seen_by(served.account("Ben").viewer).documents() == []
    own = served.account("Ada").id
    refused = second.delete(f"{API}/accounts/{own}").json()["detail"]
    assert "4 documents" in refused
    assert second.delete(f"{API}/accounts/{own}?confirm=Ada").status_code == 204
    assert first.get(f"{API}/account").status_code == 401
    assert served.library.documents() == []
    assert not [path for path in (served.library.folder / "originals").rglob("*") if path.is_file()]
