"""The papers to try: what is told of them, and that they are added as uploads are."""

from __future__ import annotations

import pytest

from pincite import Library
from pincite.server.samples import SAMPLES, Sample
from support.samples import PAPERS, sample, squash
from support.served import Served


@pytest.mark.parametrize("paper", SAMPLES, ids=lambda paper: paper.name)
def test_what_is_told_of_them_is_true(paper: Sample) -> None:
    known = sample(paper.name)
    assert paper.title == known["title"]
    assert list(paper.authors) == known["authors"]
    assert paper.year == known["year"]
    assert paper.pages == known["pages"]
    answered = {each["question"] for each in known["questions"] if each["answer"]}
    assert set(paper.questions) <= answered
    assert paper.path == PAPERS / paper.file_name


def test_every_question_is_answered_from_its_paper(served: Served) -> None:
    for paper in SAMPLES:
        true = {each["question"]: each["answer"] for each in sample(paper.name)["questions"]}
        for question in paper.questions:
            citations = served.library.ask(question).citations
            quotes = "".join(squash(each.quote) for each in citations if each.document.title == paper.title)
            assert squash(true[question]) in quotes, question


def test_they_are_added_once(served: Served) -> None:
    ann, ben = served.client("ann", admin=True), served.client("ben")
    papers = ben.get("/api/v1/samples").json()["items"]
    assert [paper["name"] for paper in papers] == [paper.name for paper in SAMPLES]
    assert [paper["document"] for paper in papers] == [None, None, None]

    sent = ben.post("/api/v1/samples")
    assert sent.status_code == 202
    files = sent.json()["files"]
    assert [file["state"] for file in files] == ["queued"] * 3
    jobs = ben.get("/api/v1/jobs", params={"batch": sent.json()["batch"]}).json()["items"]
    assert {job["id"] for job in jobs} == {file["job"] for file in files}
    entries = ann.get("/api/v1/audit", params={"action": "document.samples"}).json()["items"]
    assert [entry["details"]["files"] for entry in entries] == [3]

    viewer = served.account("ben").viewer
    library: Library = served.library.seen_by(viewer)
    served.library.worker().run(once=True)
    assert {document.file_name for document in library.documents()} == {paper.file_name for paper in SAMPLES}
    papers = ben.get("/api/v1/samples").json()["items"]
    assert [paper["document"]["title"] for paper in papers] == [paper.title for paper in SAMPLES]
    again = ben.post("/api/v1/samples").json()
    assert [file["state"] for file in again["files"]] == ["known"] * 3
    assert [file["document"]["id"] for file in again["files"]] == [
        paper["document"]["id"] for paper in papers
    ]


def test_everybody_has_their_own(served: Served) -> None:
    ann, ben = served.client("ann", admin=True), served.client("ben")
    assert all(paper["document"] for paper in ann.get("/api/v1/samples").json()["items"]), (
        "hers from the start"
    )
    assert not any(paper["document"] for paper in ben.get("/api/v1/samples").json()["items"])
