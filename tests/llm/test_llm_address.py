from __future__ import annotations

import pytest

from pincite.errors import RemoteNotAllowedError, SettingsError
from pincite.llm.address import is_loopback, read_address, require_peer


@pytest.mark.parametrize(
    ("text", "url", "remote"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434", False),
        ("127.0.0.1:11434/", "http://127.0.0.1:11434", False),
        ("localhost", "http://localhost", False),
        ("http://[::1]:8080/v1/", "http://[::1]:8080/v1", False),
        ("0.0.0.0:11434", "http://127.0.0.1:11434", False),
        ("127.9.9.9", "http://127.9.9.9", False),
        ("HTTPS://API.example.com:443/v1", "https://api.example.com/v1", True),
        ("192.168.1.5:11434", "http://192.168.1.5:11434", True),
        ("127.0.0.1.attacker.test", "http://127.0.0.1.attacker.test", True),
        ("http://2130706433/", "http://2130706433", True),
        ("http://127.1", "http://127.1", True),
    ],
)
def test_addresses(text: str, url: str, remote: bool) -> None:
    address = read_address(text)
    assert (address.url, address.remote) == (url, remote)


def test_the_port() -> None:
    assert read_address("localhost", default_port=11434).url == "http://localhost:11434"
    assert read_address("localhost:80", default_port=11434).port == 80
    assert read_address("https://example.com").port == 443


@pytest.mark.parametrize(
    "text",
    [
        "file:///etc/passwd",
        "ftp://localhost",
        "http://",
        "http://user:secret@localhost",
        "http://localhost:x",
        "",
        "http://localhost/?key=secret",
        "http://localhost:99999",
        "http://[::1",
    ],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_address(text)
    assert caught.value.remedy
    assert "secret" not in caught.value.message


@pytest.mark.parametrize(
    ("text", "peer", "allowed"),
    [
        ("localhost", "127.0.0.1", True),
        ("localhost", "::1", True),
        ("localhost", "10.0.0.1", False),
        ("localhost", "169.254.169.254", False),
        ("api.example.com", "203.0.113.9", True),
        ("api.example.com", "10.0.0.1", True),
        ("api.example.com", "127.0.0.1", True),
        ("api.example.com", "169.254.169.254", False),
        ("api.example.com", "::ffff:169.254.169.254", False),
        ("api.example.com", "fe80::1%eth0", False),
        ("api.example.com", "fd00:ec2::254", False),
        ("api.example.com", "224.0.0.1", False),
        ("api.example.com", "0.0.0.0", False),
        ("api.example.com", "?", False),
    ],
)
def test_the_machine_that_was_really_reached(text: str, peer: str, allowed: bool) -> None:
    if allowed:
        require_peer(read_address(text), peer)
        return
    with pytest.raises(RemoteNotAllowedError, match="nothing may be sent"):
        require_peer(read_address(text), peer)


def test_loopback() -> None:
    assert is_loopback("LOCALHOST")
    assert is_loopback("::ffff:127.0.0.1")
    assert not is_loopback("localhost.example.com")
