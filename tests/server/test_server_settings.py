"""Settings over HTTP, whether the server is ready, and what it counts."""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
from collections import namedtuple
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.config import SETTINGS_FILE, load_settings
from pincite.domain import TokenScope
from pincite.library import Library
from pincite.library.settings import all_settings
from pincite.server import logs, readiness
from pincite.server.routes.settings import ON_THE_SERVER_ONLY
from support.model_server import ModelServer, Scripted
from support.served import Served

SETTINGS = "/api/v1/settings"


def test_all_settings_with_their_meaning(served: Served) -> None:
    body = served.anybody().get(SETTINGS).json()
    listed = {setting["key"]: setting for setting in body["settings"]}
    known = all_settings(served.library.folder)
    assert listed.keys() == known.keys()
    assert known.keys() >= ON_THE_SERVER_ONLY
    assert listed["search.candidates"]["value"] == listed["search.candidates"]["in_force"] == 100
    assert isinstance(listed["search.candidates"]["value"], int)
    assert listed["privacy.sign"]["value"] is True
    assert listed["search.lexical_weight"]["value"] == 0.5
    # Neither 1 nor "off" is a truth value.
    assert listed["parse.workers"]["value"] == 1
    assert not isinstance(listed["parse.workers"]["value"], bool)
    assert listed["privacy.pii"]["value"] == "off"
    assert all(setting["value"] == known[key].value for key, setting in listed.items())
    assert not listed["model.key_variable"]["editable"]
    assert body["restart_needed"] is False


def test_changes_are_written_and_wait_for_a_restart(served: Served) -> None:
    browser = served.anybody()
    response = browser.patch(SETTINGS, json={"values": {"search.candidates": 50, "answer.threshold": 0.3}})
    assert response.status_code == 200
    body = response.json()
    listed = {setting["key"]: setting for setting in body["settings"]}
    assert (listed["search.candidates"]["value"], listed["search.candidates"]["in_force"]) == (50, 100)
    assert listed["search.candidates"]["source"] == "file"
    assert body["restart_needed"] is True
    assert load_settings(served.library.folder).search.candidates == 50
    back = browser.patch(SETTINGS, json={"values": {"search.candidates": None, "answer.threshold": None}})
    assert back.json()["restart_needed"] is False


def test_what_the_server_was_told_as_an_argument_waits_for_no_restart(
    library_copy: Path, cheap_passwords: None
) -> None:
    told = {"server": {"port": 0, "workers": 2}}
    with contextlib.ExitStack() as stack, Library.open(library_copy, settings=told) as library:
        served = Served(library, stack)
        stack.callback(served.app.state.context.close)
        browser = served.anybody()
        body = browser.get(SETTINGS).json()
        listed = {setting["key"]: setting for setting in body["settings"]}
        assert (listed["server.port"]["value"], listed["server.port"]["in_force"]) == (8750, 0)
        assert body["restart_needed"] is False
        body = browser.patch(SETTINGS, json={"values": {"server.workers": 3, "search.candidates": 50}}).json()
        assert [setting["key"] for setting in body["settings"] if setting["waits"]] == ["search.candidates"]
        assert body["restart_needed"] is True


def test_words_that_could_be_truth_values_are_written_as_they_are(served: Served) -> None:
    browser = served.anybody()
    assert browser.patch(SETTINGS, json={"values": {"privacy.pii": "flag"}}).status_code == 200
    response = browser.patch(SETTINGS, json={"values": {"privacy.pii": "off", "server.workers": 1}})
    assert response.status_code == 200, response.text
    settings = load_settings(served.library.folder)
    assert (settings.privacy.pii, settings.server.workers) == ("off", 1)


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"search.candidates": 0}, 400),
        ({"search.candidates": 60, "search.nonsense": 1}, 400),
        ({"nonsense.nonsense": 1}, 400),
        ({"search": 1}, 400),
        ({"": 1}, 400),
        ({"search.candidates.deep": 1}, 400),
        ({"search.candidates": [1]}, 422),
        ({"answer.mode": "loud"}, 400),
        ({"search.candidates": 60, "model.key_variable": "AWS_SECRET_ACCESS_KEY"}, 403),
        ({"accounts.oidc_issuer": "https://elsewhere.example.org"}, 403),
        ({}, 422),
    ],
)
def test_wrong_changes_change_nothing(served: Served, values: dict[str, object], status: int) -> None:
    file = served.library.folder / SETTINGS_FILE
    before = file.read_bytes() if file.exists() else b""
    response = served.anybody().patch(SETTINGS, json={"values": values})
    assert response.status_code == status, response.text
    assert (file.read_bytes() if file.exists() else b"") == before


def test_settings_are_for_administrators(served: Served) -> None:
    admin, user = served.client("ann", admin=True), served.client("ben")
    for client, status in ((admin, 200), (user, 403), (served.anybody(), 401)):
        assert client.get(SETTINGS).status_code == status
        change = {"values": {"model.address": "http://169.254.169.254"}}
        assert client.patch(SETTINGS, json=change).status_code == status
        assert client.get("/metrics").status_code == status
    assert served.program("ann", TokenScope.READ).get(SETTINGS).status_code == 403
    assert served.program("ann", TokenScope.ADMIN).get(SETTINGS).status_code == 200
    # An address where no model server can be is set, but never asked.
    admin.patch(SETTINGS, json={"values": {"model.allow_remote": True}})
    tried = admin.post(f"{SETTINGS}/model/test")
    assert tried.status_code in (400, 403, 503)


def test_changes_are_noted_without_passwords(served: Served) -> None:
    admin = served.client("ann", admin=True)
    change = {"model.address": "http://ann:hunter2@127.0.0.1:9", "search.candidates": 50}
    assert admin.patch(SETTINGS, json={"values": change}).status_code == 200
    (noted,) = served.accounts.audit.entries(action="settings").items
    assert "hunter2" not in str(noted)
    assert "search.candidates = 50" in noted.details["changes"]


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest",
        "http://2852039166",
        "http://[::ffff:169.254.169.254]",
        "http://[fd00:ec2::254]",
        "http://100.100.100.200",
        "file:///etc/passwd",
    ],
)
def test_where_no_model_server_can_be(served: Served, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.delenv("PINCITE_MODEL__PROVIDER")
    resolve_numbers(monkeypatch)
    admin = served.client("ann", admin=True)
    values = {"model.provider": "openai", "model.address": address, "model.allow_remote": True}
    assert admin.patch(SETTINGS, json={"values": {**values, "model.name": "m"}}).status_code == 200
    tried = admin.post(f"{SETTINGS}/model/test")
    assert tried.status_code == (400 if address.startswith("file") else 403)


def resolve_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the C library does; the tests' guard of the network lets no other host through."""
    import socket

    real = socket.getaddrinfo

    def resolved(host: str, port: int, *rest: object, **named: object) -> object:
        try:
            number = socket.inet_ntoa(socket.inet_aton(host))
        except OSError:
            return real(host, port, *rest, **named)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)


def test_a_redirect_is_not_followed_and_not_shown(
    served: Served, monkeypatch: pytest.MonkeyPatch, model_server: ModelServer
) -> None:
    monkeypatch.delenv("PINCITE_MODEL__PROVIDER")
    model_server.say(
        Scripted(status=302, body="the secret of the inside", headers={"Location": "http://169.254.169.254/"})
    )
    values = {"model.provider": "openai", "model.address": model_server.address, "model.name": "tiny:1b"}
    browser = served.anybody()
    assert browser.patch(SETTINGS, json={"values": values}).status_code == 200
    tried = browser.post(f"{SETTINGS}/model/test")
    assert tried.status_code == 503
    assert "secret" not in tried.text
    assert "another address" in tried.json()["detail"]


def test_a_model_is_tried_out(
    served: Served, monkeypatch: pytest.MonkeyPatch, model_server: ModelServer
) -> None:
    monkeypatch.delenv("PINCITE_MODEL__PROVIDER")
    browser = served.anybody()
    values = {"model.provider": "openai", "model.address": model_server.address, "model.name": "tiny:1b"}
    browser.patch(SETTINGS, json={"values": values})
    model_server.say("ready")
    tried = browser.post(f"{SETTINGS}/model/test")
    assert tried.status_code == 200, tried.text
    assert tried.json()["replied"] is True
    assert tried.json()["remote"] is False


def test_ready(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = served.anybody()
    waiting = browser.get("/api/v1/ready")
    assert waiting.status_code == 503
    assert {"name": "encoder", "ok": False} in waiting.json()["parts"]
    context = served.app.state.context
    context.readiness.load().join()
    assert browser.get("/api/v1/ready").json() == {
        "ready": True,
        "parts": [{"name": name, "ok": True} for name in ("database", "encoder", "disk")],
    }
    running = [0, 2]
    context.readiness.watch_workers(lambda: (running[0], running[1]))
    assert browser.get("/api/v1/ready").status_code == 503
    running[0] = 1
    assert browser.get("/api/v1/ready").status_code == 200
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**12, 10**12, 1000))
    assert browser.get("/api/v1/ready").status_code == 503
    assert readiness.LEAST_FREE_BYTES > 1000


def test_counts(served: Served) -> None:
    browser = served.anybody()
    browser.get("/api/v1/health")
    browser.get("/api/v1/nothing/secret-id")
    browser.get("/api/v1/health", headers={"host": "evil.example"})
    served.app.state.context.metrics.question("answered")
    text = browser.get("/metrics").text
    assert 'pincite_requests_total{method="GET",route="/api/v1/health",status="200"} 1.0' in text
    assert 'pincite_requests_refused_total{guard="foreign-host"} 1.0' in text
    assert 'pincite_questions_total{outcome="answered"} 1.0' in text
    assert "pincite_documents 4.0" in text
    assert 'pincite_jobs{state="queued"} 0.0' in text
    assert "secret-id" not in text


def test_the_log_tells_what_happened_and_no_secret(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MY_MODEL_KEY", "verysecretkey")
    settings = load_settings(None, overrides={"model": {"key_variable": "MY_MODEL_KEY"}})
    kept = {
        name: (logging.getLogger(name).handlers, logging.getLogger(name).propagate)
        for name in ("pincite", "uvicorn")
    }
    try:
        logs.configure("json", settings)
        client = served.client("ann", admin=True)
        client.get("/api/v1/settings?question=what+is+secret", headers={"x-request-id": "my-request-1"})
        logging.getLogger("pincite.server").warning(
            "a server said Authorization: Bearer abc.def and verysecretkey and pin_%s\nnext", "a" * 30
        )
    finally:
        for name, (handlers, propagate) in kept.items():
            logging.getLogger(name).handlers = handlers
            logging.getLogger(name).propagate = propagate
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert lines[0]["id"] == "my-request-1"
    assert lines[0]["route"] == "/api/v1/settings"
    assert lines[0]["status"] == 200
    assert lines[0]["account"] == served.account("ann").id
    assert lines[0]["ms"] > 0
    text = json.dumps(lines)
    for secret in ("what", "verysecretkey", "abc.def", "a" * 30, client.cookies["pincite_session"]):
        assert secret not in text


@given(st.text(max_size=80))
def test_lines_of_the_log_stay_lines(text: str) -> None:
    record = logging.LogRecord("pincite", logging.INFO, "", 0, "%s", (text,), None)
    record.facts = {"route": text}
    for form in (logs.TextLines(()), logs.JsonLines(())):
        assert len(form.format(record).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Authorization: Bearer abc.DEF-1_2", "abc.DEF-1_2"),
        ("authorization: basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        ("Cookie: a=1; pincite_session=q1w2e3; b=2", "q1w2e3"),
        ("Cookie: __Host-pincite_session=q1w2e3", "q1w2e3"),
        ("pin_0123456789abcdef is a token", "0123456789abcdef"),
        ("the key sk-proj-12345678 is wrong", "12345678"),
        ("at http://user:secret@host/", "secret"),
    ],
)
def test_what_looks_like_a_secret_is_hidden(text: str, hidden: str) -> None:
    assert hidden not in logs.redact(text)
    assert (
        logs.redact("nothing to hide at http://127.0.0.1:8750") == "nothing to hide at http://127.0.0.1:8750"
    )


def test_the_library_is_asked_only_when_somebody_looks(tmp_path: Path) -> None:
    from pincite.server.metrics import Metrics

    library = Library.open(tmp_path / "library")
    metrics = Metrics(library)
    assert b"pincite_documents 0.0" in metrics.text()
    library.close()
