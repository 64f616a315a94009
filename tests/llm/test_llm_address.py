from __future__ import annotations

import socket

import pytest

from pincite.errors import RemoteNotAllowedError, SettingsError
from pincite.llm.address import is_loopback, read_address, require_lead, require_peer


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
        "htps://user:secret@localhost",
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
        ("api.example.com", "100.100.100.200", False),
        ("api.example.com", "168.63.129.16", False),
        ("api.example.com", "255.255.255.255", False),
        ("api.example.com", "64:ff9b::a9fe:a9fe", False),
        ("api.example.com", "64:ff9b::cb00:7109", True),
        ("api.example.com", "2002:a9fe:a9fe::1", False),
        ("api.example.com", "::169.254.169.254", False),
        ("api.example.com", "::", False),
        ("api.example.com", "ff02::1", False),
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


@pytest.mark.parametrize(
    "text",
    [
        "http://2852039166",  # 169.254.169.254 as one number
        "http://0xa9fea9fe",
        "http://0251.0376.0251.0376",
        "http://169.254.43518",
        "http://[::ffff:169.254.169.254]",
        "http://metadata.example",
    ],
)
def test_where_an_address_leads_is_known_before_a_connection_is_made(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolved(host: str, port: int, **rest: object) -> list[tuple[object, ...]]:
        """As the C library reads numbers, and a name server that leads to the keys of a cloud machine."""
        try:
            peer = socket.inet_ntoa(socket.inet_aton(host))
        except OSError:
            peer = "::ffff:169.254.169.254" if ":" in host else "169.254.169.254"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (peer, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    with pytest.raises(RemoteNotAllowedError, match="nothing may be sent"):
        require_lead(read_address(text))


def test_a_name_that_leads_nowhere_is_left_to_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    require_lead(read_address("http://nowhere.example"))


def test_one_bad_lead_among_good_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [("203.0.113.9", 80), ("169.254.169.254", 80)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", place) for place in places])
    with pytest.raises(RemoteNotAllowedError):
        require_lead(read_address("http://both.example"))


def test_loopback() -> None:
    assert is_loopback("LOCALHOST")
    assert is_loopback("::ffff:127.0.0.1")
    assert not is_loopback("localhost.example.com")
