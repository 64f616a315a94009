"""A small OpenID Connect provider on loopback: real HTTP, real keys, and whatever mischief a test wants."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

CLIENT, SECRET = "pincite", "the client's secret of the test"


class IdentityProvider:
    """Lets everybody in as `subject`.

    Attributes:
        issuer: Its address.
        subject: Who logs in next.
        claims: Further claims of who logs in next; None takes one away.
        description: Changes of what it says about itself.
        token: Makes the token instead, where set.
        requests: Paths that were asked for.
    """

    def __init__(self) -> None:
        self.subject = "u-1"
        self.claims: dict[str, Any] = {}
        self.description: dict[str, Any] = {}
        self.token: Callable[[dict[str, Any]], str] | None = None
        self.requests: list[str] = []
        self.key = RSAKey.generate_key(2048, parameters={"kid": "first", "use": "sig", "alg": "RS256"})
        self._codes: dict[str, dict[str, str]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def authorize(self, address: str) -> str:
        """What a browser does there: the address that it is sent back to."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert address.startswith(f"{self.issuer}/authorize?")
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = f"code-{len(self._codes)}"
        self._codes[code] = asked
        back = {"code": code, "state": asked["state"], "iss": self.issuer}
        return f"{asked['redirect_uri']}?{urlencode(back)}"

    def rotate(self) -> None:
        """Sign with a new key from now on."""
        self.key = RSAKey.generate_key(2048, parameters={"kid": "second", "use": "sig", "alg": "RS256"})

    def sign(self, claims: dict[str, Any], key: RSAKey | None = None) -> str:
        """A token of its own."""
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, key or self.key)

    def sign_with_secret(self, claims: dict[str, Any]) -> str:
        """A token that the client itself could have made."""
        return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET), algorithms=["HS256"])

    def _described(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            **self.description,
        }

    def _exchange(self, form: dict[str, str], authorization: str) -> dict[str, Any] | None:
        asked = self._codes.pop(form.get("code", ""), None)
        name, _, secret = base64.b64decode(authorization.partition(" ")[2]).decode().partition(":")
        verifier = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).decode().rstrip("=")
        if (
            asked is None
            or name != CLIENT
            or secret != "the%20client%27s%20secret%20of%20the%20test"
            or asked["redirect_uri"] != form["redirect_uri"]
            or asked["code_challenge"] != challenge
        ):
            return None
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": self.subject,
            "aud": CLIENT,
            "exp": now + 300,
            "iat": now,
            "nonce": asked["nonce"],
            **self.claims,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        return {"id_token": (self.token or self.sign)(claims), "access_token": "a", "token_type": "Bearer"}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.requests.append(self.path)
                if self.path == "/.well-known/openid-configuration":
                    self._send(provider._described())
                elif self.path == "/keys":
                    self._send({"keys": [provider.key.as_dict(private=False)]})
                elif self.path == "/elsewhere":
                    self._lead(302, "/keys")
                elif self.path.startswith("/authorize?"):
                    self._lead(303, provider.authorize(provider.issuer + self.path))
                else:
                    self._send(None)

            def do_POST(self) -> None:
                provider.requests.append(self.path)
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                form = {name: values[0] for name, values in parse_qs(body).items()}
                self._send(provider._exchange(form, self.headers.get("authorization", "")))

            def _lead(self, status: int, address: str) -> None:
                self.send_response(status)
                self.send_header("location", address)
                self.send_header("content-length", "0")
                self.end_headers()

            def _send(self, value: dict[str, Any] | None) -> None:
                body = json.dumps(value or {"error": "invalid_request"}).encode()
                self.send_response(200 if value is not None else 400)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: object) -> None:
                """Nothing."""

        return Handler
