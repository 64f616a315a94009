"""Problems tell everybody what helps them: commands are for those who look after the server."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from starlette.requests import Request

from pincite.errors import (
    ConflictError,
    ForbiddenError,
    ModelMissingError,
    ModelReplyError,
    NotFoundError,
    PinciteError,
    UsageError,
)
from pincite.server.problems import words_of
from support.served import Served

NOWHERE = "0f" * 10
PATHS = ("documents", "collections", "conversations", "jobs")


def remedies(client: TestClient) -> list[str]:
    answers = [client.get(f"/api/v1/{path}/{NOWHERE}") for path in PATHS]
    assert [answer.status_code for answer in answers] == [404] * len(PATHS)
    return [answer.json()["remedy"] for answer in answers]


def test_users_are_told_of_no_commands(served: Served) -> None:
    served.account("root", admin=True)
    for remedy in remedies(served.client("ann")):
        assert "not shared with you" in remedy
        assert "pincite" not in remedy


def test_who_looks_after_the_server_is(served: Served) -> None:
    assert all("`pincite " in remedy for remedy in remedies(served.anybody())), "without accounts"
    assert all("`pincite " in remedy for remedy in remedies(served.client("root", admin=True)))


def test_chat_clients_are_told_of_no_commands(served: Served) -> None:
    served.account("root", admin=True)
    ann = served.library.seen_by(served.account("ann").viewer)
    empty = ann.create_collection("empty")
    full = ann.create_collection("full")
    source = served.library.original(served.library.document("heat-pumps.pdf"))
    document = ann.add(source, collection=full.id).added[0].document
    request = {
        "model": f"pincite:{empty.id}",
        "messages": [{"role": "user", "content": "What is in it?"}],
        "pincite": {"documents": [document.id]},
    }
    answer = served.program("ann").post("/v1/chat/completions", json=request)
    assert answer.status_code == 404
    message = answer.json()["error"]["message"]
    assert "`" not in message
    assert "not shared with you" in message


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (
            NotFoundError("no", "`pincite collections` lists them; `add` makes new ones."),
            "Check the name or id:",
        ),
        (UsageError("no", "Name two or more; `pincite list` shows them."), "Name two or more."),
        (UsageError("no", "`pincite list` shows the documents."), ""),
        (ForbiddenError("no", "Use `pincite verify`."), "Ask the administrator."),
        (
            ModelReplyError("no", "Ask again. Or try another: `pincite models test`."),
            "Ask again. Or try another.",
        ),
        (ModelMissingError("no", "Run `pincite models install`."), "Ask the administrator."),
        (ConflictError("no", "Choose another name."), "Choose another name."),
    ],
)
def test_what_is_left_of_a_remedy(error: PinciteError, remedy: str) -> None:
    told = words_of(Request({"type": "http"}), error)
    assert told[0] == "no"
    assert told[1].startswith(remedy)
    assert bool(told[1]) is bool(remedy)
    assert "pincite" not in told[1]
