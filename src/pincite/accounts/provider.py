"""Logging in with an identity provider: OpenID Connect, authorisation code flow with PKCE.

https://openid.net/specs/openid-connect-core-1_0.html, RFC 7636 (PKCE), RFC 9207 (issuer in the answer).

What is believed of the provider is issuer and subject, which name somebody for ever. Mail addresses and names can be
changed there, also to those of others: they link nothing.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import json
import os
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from pincite.config import AccountSettings
from pincite.errors import IdentityProviderError, SettingsError

if TYPE_CHECKING:
    from joserfc.jwk import KeySet

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signatures that only the provider can make: none with the client's secret, and not "none"."""
SCOPE = "openid profile"
FLOW_LASTS = 600
"""Seconds from the beginning of a login to its end."""
KEPT_FOR = 3600.0
"""Seconds that the provider's description and keys are kept."""
ASKED_AGAIN_AFTER = 60.0
"""Seconds before keys are fetched again for a signature that none of them made."""
TIMEOUT = 10.0
AT_A_TIME = 4
"""Logins that are ended at once: a slow provider must not take the threads that answer everybody else."""
PATIENCE = 2.0
"""Seconds that others wait for their turn."""
LARGEST_ANSWER = 1_000_000
LEEWAY = 60
"""Seconds by which clocks may differ."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody, as the provider names them.

    Attributes:
        issuer: The provider.
        subject: Who it is there.
        name: What they are called there, to be suggested.
    """

    issuer: str
    subject: str
    name: str

    @property
    def key(self) -> str:
        """What the database holds."""
        return f"{self.issuer} {self.subject}"


@dataclass(frozen=True, slots=True)
class _Flow:
    state: str
    nonce: str
    verifier: str
    session: str | None


class Provider:
    """The identity provider of the settings.

    Args:
        settings: Name the provider, and the client that this server is there.

    Raises:
        SettingsError: if its address is not https, or the client is not named.
    """

    def __init__(self, settings: AccountSettings) -> None:
        from cryptography.fernet import Fernet

        self.issuer = settings.oidc_issuer
        if not _is_secure(self.issuer):
            raise SettingsError(
                "`accounts.oidc_issuer` is no https address", "Only this machine may be without."
            )
        if not settings.oidc_client:
            raise SettingsError("`accounts.oidc_client` is missing", "Give the id this server has there.")
        self._client = settings.oidc_client
        self._secret = _client_secret(settings.oidc_secret_variable)
        # What a login needs at its end is kept by the browser, where only this process can read or change it.
        self._seal = Fernet(Fernet.generate_key())
        self._lock = threading.Lock()
        self._exchanges = threading.BoundedSemaphore(AT_A_TIME)
        self._described: tuple[float, dict[str, Any]] | None = None
        self._keys: tuple[float, KeySet] | None = None

    def begin(self, redirect: str, *, session: str | None = None) -> tuple[str, str]:
        """Begin a login.

        Args:
            redirect: Where the provider sends the browser back to.
            session: Id of the session whose account is to be linked; None to log in.

        Returns:
            Where to send the browser, and what it must bring back in a cookie.

        Raises:
            IdentityProviderError: if the provider cannot be reached.
        """
        from authlib.common.urls import add_params_to_uri
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        flow = _Flow(state, nonce, verifier, session)
        parameters = {
            "response_type": "code",
            "client_id": self._client,
            "redirect_uri": redirect,
            "scope": SCOPE,
            "state": flow.state,
            "nonce": flow.nonce,
            "code_challenge": create_s256_code_challenge(flow.verifier),
            "code_challenge_method": "S256",
        }
        address = add_params_to_uri(self._endpoint("authorization_endpoint"), list(parameters.items()))
        sealed = self._seal.encrypt(json.dumps(asdict(flow)).encode()).decode("ascii")
        return str(address), sealed

    def finish(self, sealed: str, answer: dict[str, str], redirect: str) -> tuple[Identity, str | None]:
        """End a login with what the provider sent the browser back with.

        Args:
            sealed: From the cookie.
            answer: The parameters of the address: `code`, `state`, perhaps `iss` or `error`.
            redirect: As at the beginning.

        Returns:
            Who it is, and the session whose account is to be linked, if that was the purpose.

        Raises:
            IdentityProviderError: if anything does not fit.
        """
        flow = self._opened(sealed)
        if not hmac.compare_digest(flow.state.encode(), answer.get("state", "").encode("utf-8", "replace")):
            raise _refused("the answer belongs to another login")
        if answer.get("iss", self.issuer) != self.issuer:
            raise _refused("the answer comes from another provider")
        if not answer.get("code"):
            raise _refused("the provider let nobody in")
        tokens = self._exchange(answer["code"], flow.verifier, redirect)
        claims = self._claims(tokens, flow.nonce)
        names = (claims.get(claim) for claim in ("preferred_username", "name"))
        name = next((name for name in names if isinstance(name, str) and name.strip()), "")
        return Identity(self.issuer, str(claims["sub"]), name), flow.session

    def _opened(self, sealed: str) -> _Flow:
        from cryptography.fernet import InvalidToken

        try:
            return _Flow(**json.loads(self._seal.decrypt(sealed.encode("utf-8", "replace"), ttl=FLOW_LASTS)))
        except InvalidToken:
            raise _refused("the login took too long, or was begun elsewhere") from None

    def _exchange(self, code: str, verifier: str, redirect: str) -> dict[str, Any]:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "code_verifier": verifier,
            "client_id": self._client,
        }
        methods = self._description().get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        auth = None
        if self._secret and "client_secret_basic" in methods:
            auth = (quote(self._client, safe=""), quote(self._secret, safe=""))
        elif self._secret:
            form["client_secret"] = self._secret
        address = self._endpoint("token_endpoint")
        with _turn(self._exchanges):
            return _fetch("POST", address, data=form, auth=auth)

    def _claims(self, tokens: dict[str, Any], nonce: str) -> dict[str, Any]:
        """What the provider says of who logged in, once all of it was checked."""
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.errors import JoseError

        raw = tokens.get("id_token")
        if not isinstance(raw, str):
            raise _refused("the provider sent no identity")
        try:
            try:
                token = jwt.decode(raw, self._key_set(), algorithms=list(ALGORITHMS))
            except (JoseError, ValueError):
                # It may have new keys.
                token = jwt.decode(raw, self._key_set(fresh=True), algorithms=list(ALGORITHMS))
            claims = CodeIDToken(
                token.claims,
                token.header,
                options={
                    "iss": {"essential": True, "value": self.issuer},
                    "aud": {"essential": True, "value": self._client},
                    "sub": {"essential": True},
                    "exp": {"essential": True},
                    "nonce": {"essential": True, "value": nonce},
                },
                params={
                    "nonce": nonce,
                    "client_id": self._client,
                    "access_token": tokens.get("access_token"),
                },
            )
            claims.validate(leeway=LEEWAY)
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise _refused(f"the provider's identity is not valid ({type(error).__name__})") from None
        audience = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
        subject = claims["sub"]
        if self._client not in audience or not isinstance(subject, str) or not 0 < len(subject) <= 255:
            raise _refused("the provider's identity is not for this server")
        return dict(claims)

    def _key_set(self, *, fresh: bool = False) -> KeySet:
        from joserfc.jwk import KeySet

        with _turn(self._lock):
            now = time.monotonic()
            old = ASKED_AGAIN_AFTER if fresh else KEPT_FOR
            if self._keys is None or now - self._keys[0] >= old:
                address = self._endpoint("jwks_uri", locked=True)
                self._keys = (now, KeySet.import_key_set(_fetch("GET", address)))  # type: ignore[arg-type]
            return self._keys[1]

    def _endpoint(self, name: str, *, locked: bool = False) -> str:
        address = (self._describe() if locked else self._description()).get(name)
        if not isinstance(address, str) or not _is_secure(address):
            raise _refused(f"the provider names no secure {name}")
        return address

    def _description(self) -> dict[str, Any]:
        with _turn(self._lock):
            return self._describe()

    def _describe(self) -> dict[str, Any]:
        from authlib.oidc.discovery import get_well_known_url

        now = time.monotonic()
        if self._described is None or now - self._described[0] >= KEPT_FOR:
            found = _fetch("GET", str(get_well_known_url(self.issuer, external=True)))
            if found.get("issuer") != self.issuer:
                raise _refused("the provider calls itself otherwise than `accounts.oidc_issuer`")
            self._described = (now, found)
        return self._described[1]


@contextlib.contextmanager
def _turn(lock: threading.Lock | threading.BoundedSemaphore) -> Iterator[None]:
    if not lock.acquire(timeout=PATIENCE):
        raise IdentityProviderError("the identity provider is too slow", "Try again in a moment.")
    try:
        yield
    finally:
        lock.release()


def _client_secret(variable: str) -> str:
    if not variable:
        return ""
    secret = os.environ.get(variable, "").strip()
    if not secret:
        raise SettingsError(
            f"the environment variable {variable} is empty", "`accounts.oidc_secret_variable` names it."
        )
    return secret


def _is_secure(address: str) -> bool:
    """Whether an address is encrypted, or does not leave this machine."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    if parts.scheme == "https":
        return bool(host)
    if parts.scheme != "http":
        return False
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _fetch(method: str, address: str, **options: Any) -> dict[str, Any]:
    """An answer in JSON; never more than is reasonable, and never from where it was redirected to."""
    import httpx

    unreachable = IdentityProviderError(
        "the identity provider does not answer as it should",
        "Try again; an administrator finds more in the log.",
    )
    try:
        with (
            httpx.Client(timeout=TIMEOUT, follow_redirects=False) as client,
            client.stream(method, address, headers={"accept": "application/json"}, **options) as response,
        ):
            body = bytearray()
            for piece in response.iter_bytes():
                body += piece
                if len(body) > LARGEST_ANSWER:
                    raise unreachable
        if response.status_code != httpx.codes.OK:
            raise unreachable
        found = json.loads(body)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        raise unreachable from None
    if not isinstance(found, dict):
        raise unreachable
    return found


def _refused(reason: str) -> IdentityProviderError:
    return IdentityProviderError(reason, "Begin the login again.")
