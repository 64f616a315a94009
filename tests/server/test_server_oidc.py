"""Logging in with an identity provider."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pincite import Library
from pincite.accounts import OPERATOR, provider
from pincite.accounts.provider import Provider, _is_secure
from pincite.config import AccountSettings
from pincite.errors import IdentityProviderError, SettingsError
from support.accounts import PASSWORD
from support.identity_provider import CLIENT, SECRET, IdentityProvider
from support.served import Served

API = "/api/v1"
FAILED = "/#/login-failed"


@pytest.fixture(scope="module")
def identity_provider() -> Iterator[IdentityProvider]:
    running = IdentityProvider()
    yield running
    running.stop()


@pytest.fixture
def idp(identity_provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch) -> IdentityProvider:
    monkeypatch.setenv("TEST_CLIENT_SECRET", SECRET)
    identity_provider.subject, identity_provider.token = "u-1", None
    identity_provider.claims, identity_provider.description = {}, {}
    return identity_provider


@pytest.fixture
def serve(
    library_copy: Path, cheap_passwords: None, idp: IdentityProvider
) -> Iterator[Callable[..., Served]]:
    with contextlib.ExitStack() as stack:

        def start(**more: object) -> Served:
            settings = {
                "oidc_issuer": idp.issuer,
                "oidc_client": CLIENT,
                "oidc_secret_variable": "TEST_CLIENT_SECRET",
                **more,
            }
            library = stack.enter_context(Library.open(library_copy, settings={"accounts": settings}))
            served = Served(library, stack)
            served.account("Ada", admin=True)
            return served

        yield start


def browser(served: Served) -> TestClient:
    client = served.anybody()
    client.follow_redirects = False
    del client.headers["origin"]  # browsers send none when they follow a link
    return client


def log_in(client: TestClient, idp: IdentityProvider, change: Callable[[str], str] = str) -> str:
    """Log in with the provider; gives where that leads."""
    begun = client.get(f"{API}/oidc/start")
    assert begun.status_code == 303
    back = idp.authorize(begun.headers["location"])
    ended = client.get(change(back))
    assert ended.status_code == 303
    return str(ended.headers["location"])


def name(client: TestClient) -> str | None:
    account = client.get(f"{API}/session").json()["account"]
    return account and str(account["name"])


def link(served: Served, idp: IdentityProvider, who: str) -> TestClient:
    client = served.client(who)
    client.follow_redirects = False
    begun = client.post(f"{API}/account/oidc", json={"password": PASSWORD})
    assert begun.status_code == 200
    back = idp.authorize(begun.json()["address"])
    assert client.get(back).headers["location"] == "/#/account"
    return client


def test_an_account_is_linked_by_who_is_logged_in(
    serve: Callable[..., Served], idp: IdentityProvider
) -> None:
    served = serve()
    assert served.anybody().get(f"{API}/session").json()["provider"]
    assert log_in(browser(served), idp) == FAILED
    client = link(served, idp, "Ben")
    assert client.get(f"{API}/account").json()["linked"]
    other = browser(served)
    assert log_in(other, idp) == "/"
    assert name(other) == "Ben"
    idp.subject = "u-2"
    assert log_in(browser(served), idp) == FAILED


def test_linking_needs_the_password_and_the_same_login(
    serve: Callable[..., Served], idp: IdentityProvider
) -> None:
    served = serve()
    client = served.client("Ben")
    client.follow_redirects = False
    assert client.post(f"{API}/account/oidc", json={"password": "wrong"}).status_code == 403
    begun = client.post(f"{API}/account/oidc", json={"password": PASSWORD}).json()
    back = idp.authorize(begun["address"])
    victim = served.client("Cem")
    victim.follow_redirects = False
    victim.cookies.set("pincite_login", client.cookies["pincite_login"], domain="127.0.0.1", path="/")
    assert victim.get(back).headers["location"] == FAILED
    assert not victim.get(f"{API}/account").json()["linked"]


def test_an_identity_is_of_one_account(serve: Callable[..., Served], idp: IdentityProvider) -> None:
    served = serve()
    link(served, idp, "Ben")
    client = served.client("Cem")
    client.follow_redirects = False
    begun = client.post(f"{API}/account/oidc", json={"password": PASSWORD}).json()
    assert client.get(idp.authorize(begun["address"])).headers["location"] == FAILED
    other = browser(served)
    log_in(other, idp)
    assert name(other) == "Ben"


def test_unlinking(serve: Callable[..., Served], idp: IdentityProvider) -> None:
    served = serve()
    client = link(served, idp, "Ben")
    assert not client.delete(f"{API}/account/oidc").json()["linked"]
    assert log_in(browser(served), idp) == FAILED


def test_signing_up_links_nothing_that_is_there(serve: Callable[..., Served], idp: IdentityProvider) -> None:
    served = serve(oidc_sign_up=True)
    idp.claims = {"preferred_username": "ADA", "email": "ada@example.org", "email_verified": True}
    client = browser(served)
    assert log_in(client, idp) == "/"
    assert name(client) == "ADA 2"
    told = client.get(f"{API}/account").json()
    assert not told["admin"]
    assert not told["has_password"]
    again = browser(served)
    idp.claims = {"preferred_username": "somebody else"}
    log_in(again, idp)
    assert name(again) == "ADA 2"
    from support.served import ADDRESS

    assert again.delete(f"{API}/account/oidc", headers={"origin": ADDRESS}).status_code == 409


@pytest.mark.parametrize("claim", ["", "\u202e", 5, ["x"], "x" * 1000, None])
def test_odd_names_are_no_obstacle(
    serve: Callable[..., Served], idp: IdentityProvider, claim: object
) -> None:
    served = serve(oidc_sign_up=True)
    idp.claims = {"preferred_username": claim}
    client = browser(served)
    assert log_in(client, idp) == "/"
    assert name(client)


def test_who_is_disabled_stays_out(serve: Callable[..., Served], idp: IdentityProvider) -> None:
    served = serve()
    link(served, idp, "Ben")
    served.accounts.set_disabled(served.account("Ben").id, True, by=OPERATOR)
    client = browser(served)
    assert log_in(client, idp) == FAILED
    assert name(client) is None


def other_state(address: str) -> str:
    return address.replace("state=", "state=x")


def no_code(address: str) -> str:
    return address.replace("code=", "error=")


def other_code(address: str) -> str:
    return address.replace("code=code", "code=edoc")


def other_issuer(address: str) -> str:
    return address.replace("iss=http", "iss=https")


@pytest.mark.parametrize("change", [other_state, no_code, other_code, other_issuer])
def test_an_answer_that_does_not_fit_lets_nobody_in(
    serve: Callable[..., Served], idp: IdentityProvider, change: Callable[[str], str]
) -> None:
    served = serve(oidc_sign_up=True)
    client = browser(served)
    assert log_in(client, idp, change) == FAILED
    assert name(client) is None


def test_the_login_ends_where_it_began(serve: Callable[..., Served], idp: IdentityProvider) -> None:
    served = serve(oidc_sign_up=True)
    attacker, victim = browser(served), browser(served)
    back = idp.authorize(attacker.get(f"{API}/oidc/start").headers["location"])
    assert victim.get(back).headers["location"] == FAILED
    victim.get(f"{API}/oidc/start")
    assert victim.get(back).headers["location"] == FAILED
    assert attacker.get(back).headers["location"] == "/"
    assert attacker.get(back).headers["location"] == FAILED, "a code works once, and so does its cookie"


def claims_of(**claims: Any) -> Callable[[IdentityProvider], None]:
    return lambda idp: idp.claims.update(claims)


def foreign_key(idp: IdentityProvider) -> None:
    from joserfc.jwk import RSAKey

    foreign = RSAKey.generate_key(2048, parameters={"kid": "first"})
    idp.token = lambda claims: idp.sign(claims, foreign)


def by_the_secret(idp: IdentityProvider) -> None:
    idp.token = idp.sign_with_secret


def unsigned(idp: IdentityProvider) -> None:
    import base64
    import json

    def token(claims: dict[str, Any]) -> str:
        parts = [
            base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
            for part in ({"alg": "none"}, claims)
        ]
        return ".".join([*parts, ""])

    idp.token = token


@pytest.mark.parametrize(
    "mischief",
    [
        claims_of(iss="https://login.example.org"),
        claims_of(aud="another"),
        claims_of(aud=["another"]),
        claims_of(aud=None),
        claims_of(exp=int(time.time()) - 600),
        claims_of(exp=None),
        claims_of(iat=int(time.time()) + 6000),
        claims_of(nonce="another"),
        claims_of(nonce=None),
        claims_of(sub=None),
        claims_of(sub=""),
        claims_of(sub=7),
        claims_of(sub="x" * 300),
        claims_of(aud=["another", CLIENT], azp="another"),
        foreign_key,
        by_the_secret,
        unsigned,
    ],
)
def test_tokens_that_are_not_valid_let_nobody_in(
    serve: Callable[..., Served], idp: IdentityProvider, mischief: Callable[[IdentityProvider], None]
) -> None:
    served = serve(oidc_sign_up=True)
    mischief(idp)
    client = browser(served)
    assert log_in(client, idp) == FAILED
    assert name(client) is None


def test_new_keys_are_fetched_and_old_ones_kept(
    serve: Callable[..., Served], idp: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve(oidc_sign_up=True)
    for _ in range(2):
        idp.requests.clear()
        assert log_in(browser(served), idp) == "/"
    assert idp.requests == ["/token"]
    idp.rotate()
    assert log_in(browser(served), idp) == FAILED, "not again at once: else anybody could make us ask"
    monkeypatch.setattr(provider, "ASKED_AGAIN_AFTER", 0.0)
    assert log_in(browser(served), idp) == "/"


@pytest.mark.parametrize(
    "described",
    [
        {"issuer": "https://login.example.org"},
        {"authorization_endpoint": "http://login.example.org/authorize"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"authorization_endpoint": None},
    ],
)
def test_a_provider_that_says_odd_things_is_not_used(
    serve: Callable[..., Served], idp: IdentityProvider, described: dict[str, object]
) -> None:
    served = serve()
    idp.description = described
    answer = browser(served).get(f"{API}/oidc/start")
    assert answer.status_code == 502
    assert "location" not in answer.headers


def test_redirects_of_the_provider_are_not_followed(idp: IdentityProvider) -> None:
    with pytest.raises(IdentityProviderError):
        provider._fetch("GET", f"{idp.issuer}/elsewhere")
    with pytest.raises(IdentityProviderError):
        provider._fetch("GET", f"{idp.issuer}/nothing")


def test_a_slow_provider_holds_up_only_a_few(idp: IdentityProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider, "PATIENCE", 0.01)
    slow = Provider(AccountSettings(oidc_issuer=idp.issuer, oidc_client=CLIENT))
    with slow._lock, pytest.raises(IdentityProviderError, match="slow"):
        slow.begin("http://127.0.0.1/back")
    address, sealed = slow.begin("http://127.0.0.1/back")
    state = address.partition("state=")[2].partition("&")[0]
    for _ in range(provider.AT_A_TIME):
        slow._exchanges.acquire()
    with pytest.raises(IdentityProviderError, match="slow"):
        slow.finish(sealed, {"state": state, "code": "x"}, "http://127.0.0.1/back")


def test_a_provider_that_is_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(IdentityProviderError):
        Provider(AccountSettings(oidc_issuer="http://127.0.0.1:9", oidc_client="x")).begin("http://here")


@pytest.mark.parametrize(
    ("address", "secure"),
    [
        ("https://login.example.org/realm", True),
        ("http://127.0.0.1:8080", True),
        ("http://[::1]:8080", True),
        ("http://localhost", True),
        ("http://login.example.org", False),
        ("http://127.0.0.1.example.org", False),
        ("http://localhost.example.org", False),
        ("ftp://127.0.0.1", False),
        ("https://", False),
        ("//login.example.org", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_providers_are_encrypted_or_on_this_machine(address: str, secure: bool) -> None:
    assert _is_secure(address) == secure


def test_settings_that_do_not_fit_are_told() -> None:
    for settings in (
        {"oidc_issuer": "http://login.example.org", "oidc_client": "x"},
        {"oidc_issuer": "https://login.example.org"},
        {"oidc_issuer": "https://login.example.org", "oidc_client": "x", "oidc_secret_variable": "NOT_THERE"},
    ):
        with pytest.raises(SettingsError):
            Provider(AccountSettings(**settings))


def test_without_a_provider_its_routes_lead_nowhere(served: Served) -> None:
    client = browser(served)
    assert client.get(f"{API}/oidc/start").status_code == 409
    served.account("Ada", admin=True)
    assert client.get(f"{API}/oidc/start").status_code == 404
    assert client.get(f"{API}/oidc/callback?code=x&state=y").status_code == 404
    linking = served.client("Ada").post(f"{API}/account/oidc", json={"password": PASSWORD})
    assert linking.status_code == 404
