"""Questions to begin with: of one's own documents, answered by them, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite import Library
from support.paragraphs import write_document
from support.served import Served

EXAMPLES = "/api/v1/questions/examples"


def test_they_are_answered_by_the_document_that_they_name(served: Served) -> None:
    client = served.anybody()
    found = client.get(EXAMPLES).json()["items"]
    assert len(found) == 3
    assert len({each["document"]["id"] for each in found}) == 3
    for each in found:
        answer = client.post("/api/v1/ask", json={"question": each["question"], "mode": "quoted"}).json()
        assert not answer["refused"]
        assert each["document"]["id"] in {citation["document"]["id"] for citation in answer["citations"]}


def test_they_are_made_once_for_the_same_documents(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    make = Library.example_questions

    def counted(library: Library, collection: str | None = None) -> object:
        nonlocal made
        made += 1
        return make(library, collection)

    monkeypatch.setattr(Library, "example_questions", counted)
    client = served.anybody()
    first = client.get(EXAMPLES).json()
    assert client.get(EXAMPLES).json() == first
    assert made == 1
    document = first["items"][0]["document"]["id"]
    served.library.remove(document)
    after = client.get(EXAMPLES).json()["items"]
    assert made == 2
    assert document not in {each["document"]["id"] for each in after}


def test_everybody_gets_those_of_what_they_see(served: Served, tmp_path: Path) -> None:
    served.account("ann", admin=True)
    ben = served.client("ben")
    assert ben.get(EXAMPLES).json() == {"items": []}
    library = served.library.seen_by(served.account("ben").viewer)
    text = "The mean depth of the northern pond was 3.4 m in the summer of 2021. It is full of newts."
    library.add([write_document(tmp_path / "pond.pdf", (("h", "The pond"), ("p", text)))])
    found = ben.get(EXAMPLES).json()["items"]
    assert [each["question"] for each in found] == ["What was the mean depth of the northern pond?"]
    assert "pond" not in served.client("ann").get(EXAMPLES).text


def test_of_a_collection(served: Served) -> None:
    client = served.anybody()
    collection = client.post("/api/v1/collections", json={"name": "contracts"}).json()["id"]
    served.library.add_to_collection("seed-bank-agreement.pdf", "contracts")
    found = client.get(EXAMPLES, params={"collection": collection}).json()["items"]
    assert {each["document"]["file_name"] for each in found} == {"seed-bank-agreement.pdf"}
    for unknown in ("contracts", "0f" * 10):
        assert client.get(EXAMPLES, params={"collection": unknown}).status_code == 404
