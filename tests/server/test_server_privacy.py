"""Personal data where a server keeps what was asked, and signatures over HTTP."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from pincite import Library
from pincite.errors import SettingsError
from pincite.server.app import create_app
from support.served import Served

API = "/api/v1"
QUESTION = "What does ann.heron@lake.example owe to DE89 3704 0044 0532 0130 00?"


@pytest.mark.parametrize("pii", ["off", "flag", "redact"])
def test_personal_data_of_a_question_is_blacked_out_in_the_audit_log(
    library_copy: Path, cheap_passwords: None, pii: str
) -> None:
    settings = {"accounts": {"audit_questions": True}, "privacy": {"pii": pii}}
    with Library.open(library_copy, settings=settings) as library, contextlib.ExitStack() as stack:
        client = Served(library, stack).client("root", admin=True)
        client.post(f"{API}/search", json={"question": QUESTION})
        noted = client.get(f"{API}/audit").text
        with contextlib.closing(sqlite3.connect(library_copy / "library.sqlite3")) as database:
            kept = str(database.execute("SELECT group_concat(details) FROM audit").fetchone())
    assert "What does" in noted
    for value in ("ann.heron", "0532"):
        assert (value in noted) is (pii == "off")
        assert (value in kept) is (pii == "off")


def test_wrong_patterns_end_the_server_before_it_begins(library_copy: Path) -> None:
    with (
        Library.open(
            library_copy, settings={"privacy": {"pii": "flag", "pii_patterns": "none.txt"}}
        ) as library,
        pytest.raises(SettingsError, match="pii_patterns"),
    ):
        create_app(library)


def test_a_document_is_verified_for_who_sees_it(served: Served) -> None:
    root, other = served.client("root", admin=True), served.client("other")
    document = root.get(f"{API}/documents").json()["items"][0]["id"]
    sound = root.get(f"{API}/documents/{document}/verification").json()
    assert (sound["document"], sound["state"], sound["discrepancies"]) == (document, "sound", [])
    assert sound["chunks"] > 3
    assert len(sound["key"]) == 64
    assert other.get(f"{API}/documents/{document}/verification").status_code == 404
    with served.library.store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE documents SET title = 'Other' WHERE id = '{document}'")
    wrong = root.get(f"{API}/documents/{document}/verification").json()
    assert (wrong["state"], [one["kind"] for one in wrong["discrepancies"]]) == ("wrong", ["record_changed"])
