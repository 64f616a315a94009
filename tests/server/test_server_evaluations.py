"""Evaluations over HTTP: run in the background, followed, stopped, gone on with, compared; each account its own."""

from __future__ import annotations

import csv
import io
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from pincite.domain import Role
from pincite.errors import PinciteError
from pincite.evaluate import running
from pincite.evaluate.questions import read_questions
from pincite.evaluate.running import Run, prepare
from pincite.library import Library
from pincite.server.evaluating import Evaluating
from pincite.server.routes import evaluations as routes
from support.loaded import share_encoder
from support.samples import EXAMPLES
from support.served import Served
from support.server_events import read

EVALUATIONS = "/api/v1/evaluations"
QUESTIONS = (EXAMPLES / "questions.jsonl").read_bytes()
TWO = (
    b'{"question": "Which refrigerant do the heat pumps use?", "document": "heat-pumps.pdf", "quote": "R290"}\n'
    b'{"question": "Which law governs?", "document": "nowhere.pdf", "quote": "the law"}\n'
)


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)
    monkeypatch.setattr(routes, "LOOK_SECONDS", 0.02)


@pytest.fixture
def ann(served: Served) -> Any:
    """The owner of the sample papers."""
    return served.client("ann", admin=True)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Holds up the asking of questions until it is set."""
    go, ask = threading.Event(), running.ask

    def wait(*arguments: Any) -> Any:
        assert go.wait(30)
        return ask(*arguments)

    monkeypatch.setattr(running, "ask", wait)
    yield go
    go.set()


def create(client: Any, data: bytes = QUESTIONS, **query: str) -> dict[str, Any]:
    response = client.post(EVALUATIONS, content=data, params=query)
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


def followed(client: Any, identity: str) -> dict[str, Any]:
    """The evaluation at its end."""
    told = read(client.get(f"{EVALUATIONS}/{identity}/events").text)
    assert [name for name, _ in told[:-1]] == ["progress"] * (len(told) - 1)
    name, done = told[-1]
    assert name == "done"
    whole: dict[str, Any] = done
    return whole


def test_a_file_is_run_in_the_background_and_followed(ann: Any) -> None:
    made = create(ann, name="Samples", file_name="questions.jsonl")
    assert (made["state"] in ("waiting", "running"), made["questions"], made["usable"]) == (True, 14, 14)
    assert (made["name"], made["file_name"], made["exclusions"]) == ("Samples", "questions.jsonl", [])
    done = followed(ann, made["id"])
    assert (done["state"], done["asked"], done["failed"], done["changed"]) == ("done", 14, 0, False)
    measures = {one["name"]: one for one in done["measures"]}
    assert measures["hit@10"]["count"] == 11
    assert measures["refused"]["count"] == 3
    for one in measures.values():
        assert 0 <= one["low"] <= one["value"] <= one["high"] <= 1
        assert one["words"]
    assert [one["rank"] for one in done["ranks"]] == [*range(1, 11), None]
    assert sum(one["questions"] for one in done["ranks"]) == 11
    assert done["median_milliseconds"] > 0
    assert followed(ann, made["id"]) == done, "coming back later tells the same"
    listed = ann.get(EVALUATIONS).json()["items"]
    assert [(one["id"], one["state"]) for one in listed] == [(made["id"], "done")]


def test_each_question_can_be_opened_where_it_was_found(ann: Any) -> None:
    made = create(ann)
    followed(ann, made["id"])
    results = ann.get(f"{EVALUATIONS}/{made['id']}/results", params={"limit": 200}).json()["items"]
    assert [one["number"] for one in results] == list(range(1, 15))
    refrigerant = results[3]
    assert (refrigerant["rank"], refrigerant["refused"], refrigerant["held"]) == (1, False, True)
    place = refrigerant["place"]
    page = ann.get(f"/api/v1/{place['links']['page']}").json()
    assert page["text"][place["start"] : place["end"]] == refrigerant["expected"]["quote"]
    assert refrigerant["first"]["document"]["file_name"] == "heat-pumps.pdf"
    first = ann.get(f"{EVALUATIONS}/{made['id']}/results", params={"limit": 5}).json()
    rest = ann.get(
        f"{EVALUATIONS}/{made['id']}/results", params={"limit": 200, "cursor": first["next"]}
    ).json()
    assert first["items"] + rest["items"] == results
    assert rest["next"] is None
    assert ann.get(f"{EVALUATIONS}/{made['id']}/results", params={"cursor": "x"}).status_code == 400


def test_results_are_filtered(ann: Any) -> None:
    made = create(ann, QUESTIONS + TWO)
    followed(ann, made["id"])
    results = ann.get(f"{EVALUATIONS}/{made['id']}/results", params={"limit": 200}).json()["items"]

    def only(name: str) -> list[int]:
        found = ann.get(f"{EVALUATIONS}/{made['id']}/results", params={"limit": 200, "only": name})
        return [one["number"] for one in found.json()["items"]]

    asked = [one for one in results if one["state"] == "done"]
    placed = [one for one in asked if one["scoring"] != "none"]
    assert only("excluded") == [16]
    assert only("failed") == []
    assert only("missed") == [one["number"] for one in placed if one["rank"] is None]
    assert only("not_first") == [one["number"] for one in placed if (one["rank"] or 0) > 1]
    assert only("refused") == [one["number"] for one in asked if one["answerable"] and one["refused"]]
    wrongly = [one["number"] for one in asked if not one["answerable"] and not one["refused"]]
    assert only("answered") == wrongly


def test_what_cannot_be_scored_is_excluded_and_told(ann: Any) -> None:
    made = create(ann, TWO)
    assert (made["questions"], made["usable"], made["excluded"]) == (2, 1, 1)
    assert made["exclusions"] == [
        {
            "line": 2,
            "question": "Which law governs?",
            "reason": "there is no document 'nowhere.pdf'",
        }
    ]
    done = followed(ann, made["id"])
    assert {one["name"]: one["count"] for one in done["measures"]}["hit@1"] == 1
    refused = next(one for one in done["measures"] if one["name"] == "refused")
    assert (refused["value"], refused["low"], refused["high"], refused["count"]) == (None, None, None, 0)


def test_a_file_of_which_nothing_can_be_scored_fails(ann: Any) -> None:
    done = followed(ann, create(ann, TWO.split(b"\n")[1])["id"])
    assert (done["state"], done["usable"]) == ("failed", 0)
    assert done["failure"]
    assert done["remedy"]


def test_a_run_in_which_every_question_fails_has_failed(ann: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise PinciteError("the encoder is gone")

    monkeypatch.setattr(Library, "ask", fail)
    done = followed(ann, create(ann)["id"])
    assert (done["state"], done["asked"], done["failed"]) == ("failed", 14, 14)
    assert {one["value"] for one in done["measures"] if one["kind"] == "retrieval"} == {0.0}
    results = ann.get(f"{EVALUATIONS}/{done['id']}/results", params={"only": "failed"}).json()["items"]
    assert results[0]["reason"] == "The encoder is gone."


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"", "the file is empty"),
        (b"PK\x03\x04", "that is no file of questions but a workbook or archive"),
        (b"\x00\x01\x02", "the file is not text"),
        (b"document,page\na.pdf,1\n", "the first line of the table names no column `question`"),
        (b'{"question": "Who?", "documnt": "a.pdf"}', "line 1: there is no field 'documnt'"),
    ],
)
def test_a_wrong_file_is_refused_with_what_helps(ann: Any, data: bytes, detail: str) -> None:
    response = ann.post(EVALUATIONS, content=data)
    assert (response.status_code, response.json()["detail"]) == (400, detail)
    assert response.json()["remedy"]
    assert ann.get(EVALUATIONS).json()["items"] == []


def test_a_file_that_is_too_large_is_refused(ann: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "LARGEST_FILE", 100)
    assert ann.post(EVALUATIONS, content=b"x" * 101).status_code == 413


def test_a_client_that_leaves_ends_nothing(ann: Any, held: threading.Event) -> None:
    made = create(ann)
    with ann.stream("GET", f"{EVALUATIONS}/{made['id']}/events") as response:
        assert next(response.iter_lines()).startswith("event: progress")
        held.set()  # or the stream of a test's client would never end
    assert followed(ann, made["id"])["state"] == "done"


def test_one_that_runs_is_stopped_and_gone_on_with(
    ann: Any, held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "STORE_SECONDS", 0.0)
    made = create(ann)
    assert ann.post(f"{EVALUATIONS}/{made['id']}/run").status_code == 400, "it has not ended"
    stopped = ann.post(f"{EVALUATIONS}/{made['id']}/stop").json()
    assert stopped["id"] == made["id"]
    held.set()
    done = followed(ann, made["id"])
    assert done["state"] == "stopped"
    assert done["asked"] < 14
    again = ann.post(f"{EVALUATIONS}/{made['id']}/run").json()
    assert again["id"] == made["id"], "nothing changed, so that it is gone on with"
    whole = followed(ann, made["id"])
    assert (whole["state"], whole["asked"]) == ("done", 14)
    assert ann.post(f"{EVALUATIONS}/{made['id']}/stop").json()["state"] == "done"


def test_one_that_waits_is_stopped_at_once(ann: Any, held: threading.Event) -> None:
    first, second = create(ann), create(ann)
    assert ann.post(f"{EVALUATIONS}/{second['id']}/stop").json()["state"] == "stopped"
    held.set()
    assert followed(ann, first["id"])["state"] == "done"
    assert ann.get(f"{EVALUATIONS}/{second['id']}").json()["asked"] == 0


def test_one_that_has_ended_is_run_anew_and_compared(served: Served, ann: Any) -> None:
    made = create(ann)
    followed(ann, made["id"])
    library = served.library.seen_by(served.account("ann").viewer)
    library.remove("heat-pumps.pdf")
    again = ann.post(f"{EVALUATIONS}/{made['id']}/run").json()
    assert again["id"] != made["id"]
    assert (again["questions"], again["excluded"]) == (14, 3)
    followed(ann, again["id"])
    compared = ann.get(f"{EVALUATIONS}/{again['id']}/compare", params={"with": made["id"]}).json()
    assert (compared["evaluation"]["id"], compared["other"]["id"]) == (again["id"], made["id"])
    assert (compared["shared"], compared["same_documents"]) == (11, False)
    found = {one["name"]: one for one in compared["differences"]}
    assert found["hit@10"]["count"] == 8
    for one in found.values():
        assert one["value"] - one["other"] == pytest.approx(one["difference"])
        assert one["low"] <= one["difference"] <= one["high"]
    results = ann.get(f"{EVALUATIONS}/{made['id']}/results", params={"limit": 200}).json()["items"]
    assert results[3]["gone"], "a document that is gone is not shown, and it is told"
    assert results[3]["place"] is None


def test_a_restart_breaks_it_off_and_it_can_be_gone_on_with(
    served: Served, ann: Any, held: threading.Event
) -> None:
    made = create(ann)
    context = served.app.state.context
    leaving = threading.Thread(target=context.evaluating.leave)
    leaving.start()
    held.set()
    leaving.join(30)
    found = ann.get(f"{EVALUATIONS}/{made['id']}").json()
    assert found["state"] == "broken_off"
    assert found["asked"] < 14
    assert {one["name"] for one in found["measures"]} >= {"hit@1", "refused"}
    assert followed(ann, made["id"])["state"] == "broken_off", "a stream of it ends at once"
    assert ann.post(f"{EVALUATIONS}/{made['id']}/run").json()["id"] == made["id"]
    whole = followed(ann, made["id"])
    assert (whole["state"], whole["asked"]) == ("done", 14)


def test_a_killed_process_is_noticed_when_the_lease_has_run_out(
    served: Served, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Evaluating, "start", lambda *_: None)  # as if it had been killed at once
    made = create(ann)
    assert made["state"] == "waiting"
    monkeypatch.setattr("pincite.store.evaluations.time.time", lambda: 1e12)
    assert ann.get(f"{EVALUATIONS}/{made['id']}").json()["state"] == "broken_off"


def test_deleting_ends_it(ann: Any, held: threading.Event) -> None:
    made = create(ann)
    assert ann.delete(f"{EVALUATIONS}/{made['id']}").status_code == 204
    held.set()
    for path in ("", "/results", "/events", "/export"):
        assert ann.get(f"{EVALUATIONS}/{made['id']}{path}").status_code == 404
    assert ann.get(EVALUATIONS).json()["items"] == []


def test_nobody_runs_more_than_a_few(ann: Any, served: Served, held: threading.Event) -> None:
    made = [create(ann) for _ in range(4)]
    refused = ann.post(EVALUATIONS, content=QUESTIONS)
    assert refused.status_code == 429
    assert refused.headers["retry-after"]
    ben = served.client("ben")
    library = served.library.seen_by(served.account("ann").viewer)
    library.share(library.collections()[0].id, "ben", Role.VIEWER)
    assert create(ben)["usable"] == 14
    waiting = next(one["id"] for one in made if state(ann, one["id"]) == "waiting")
    ann.post(f"{EVALUATIONS}/{waiting}/stop")
    until = time.monotonic() + 10
    while ann.post(EVALUATIONS, content=QUESTIONS).status_code == 429:
        assert time.monotonic() < until, "one that was stopped goes on taking a place"
        time.sleep(0.02)
    held.set()
    ended = [followed(ann, one["id"])["state"] for one in made]
    assert sorted(ended) == ["done", "done", "done", "stopped"]


def state(client: Any, identity: str) -> Any:
    return client.get(f"{EVALUATIONS}/{identity}").json()["state"]


def test_each_account_has_its_own(served: Served, ann: Any) -> None:
    made = create(ann)
    followed(ann, made["id"])
    ben = served.client("ben")
    missing = ben.get(f"{EVALUATIONS}/{'0' * 20}")
    for response in (
        ben.get(f"{EVALUATIONS}/{made['id']}"),
        ben.get(f"{EVALUATIONS}/{made['id']}/results"),
        ben.get(f"{EVALUATIONS}/{made['id']}/events"),
        ben.get(f"{EVALUATIONS}/{made['id']}/export"),
        ben.post(f"{EVALUATIONS}/{made['id']}/run"),
        ben.post(f"{EVALUATIONS}/{made['id']}/stop"),
        ben.delete(f"{EVALUATIONS}/{made['id']}"),
    ):
        assert response.status_code == missing.status_code == 404
    assert ben.get(EVALUATIONS).json()["items"] == []
    assert ben.get(EVALUATIONS, params={"cursor": made["id"]}).status_code == 400
    own = create(ben)
    assert (own["usable"], own["excluded"]) == (3, 11), "ben sees none of the documents"
    assert own["exclusions"][0]["reason"] == "there is no document 'courtyard-noise.pdf'"
    for one, other in ((own, made), (made, own)):
        response = ben.get(f"{EVALUATIONS}/{one['id']}/compare", params={"with": other["id"]})
        assert response.status_code == 404
    followed(ben, own["id"])


def test_what_is_no_longer_shared_is_not_shown(served: Served, ann: Any) -> None:
    library = served.library.seen_by(served.account("ann").viewer)
    shelf = library.create_collection("shelf")
    library.add_to_collection("heat-pumps.pdf", shelf.id)
    ben = served.client("ben")
    library.share(shelf.id, "ben", Role.VIEWER)
    made = create(ben, collection=shelf.id)
    assert made["collection"] == {"id": shelf.id, "name": "shelf"}
    assert made["excluded"] == 8
    followed(ben, made["id"])
    library.unshare(shelf.id, served.account("ben").id)
    found = ben.get(f"{EVALUATIONS}/{made['id']}").json()
    assert (found["collection"], found["collection_gone"]) == (None, True)
    results = ben.get(f"{EVALUATIONS}/{made['id']}/results", params={"limit": 200}).json()["items"]
    asked = [one for one in results if one["state"] == "done" and one["answerable"]]
    assert len(asked) == 3
    assert {(one["place"], one["first"], one["cited"], one["gone"]) for one in asked} == {
        (None, None, None, True)
    }
    exported = ben.get(f"{EVALUATIONS}/{made['id']}/export", params={"format": "json"})
    assert "page_label" not in exported.text
    assert ben.post(f"{EVALUATIONS}/{made['id']}/run").status_code == 404


def test_it_goes_with_its_account(served: Served, ann: Any) -> None:
    ben = served.client("ben")
    made = create(ben)
    followed(ben, made["id"])
    identity = served.account("ben").id
    assert ann.delete(f"/api/v1/accounts/{identity}", params={"confirm": "ben"}).status_code == 204
    assert served.library.store.evaluations.all().items == ()
    assert served.library.store.check(deep=True) == []


def test_reports_are_saved_and_never_shown(ann: Any) -> None:
    made = create(ann, name="<b>Spring</b>")
    followed(ann, made["id"])
    for form, begins in (("html", "<!doctype html>"), ("md", "# ")):
        report = ann.get(f"{EVALUATIONS}/{made['id']}/export", params={"format": form})
        assert report.text.startswith(begins)
        assert report.headers["content-disposition"].startswith("attachment")
        assert "<b>Spring" not in report.text


def test_exports(ann: Any) -> None:
    data = b'{"question": "=1+1 or what is the refrigerant?", "document": "heat-pumps.pdf", "quote": "R290"}'
    made = create(ann, data, name="R290")
    followed(ann, made["id"])
    response = ann.get(f"{EVALUATIONS}/{made['id']}/export")
    assert "R290.csv" in response.headers["content-disposition"]
    row = next(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert row["question"] == "'=1+1 or what is the refrigerant?", "no formula"
    assert (row["document"], row["scored by"]) == ("heat-pumps.pdf", "quote")
    whole = json.loads(ann.get(f"{EVALUATIONS}/{made['id']}/export", params={"format": "json"}).text)
    assert whole["results"][0]["expected"]["quote"] == "R290"
    assert {one["name"] for one in whole["measures"]} >= {"hit@1", "ndcg@10"}


def test_what_its_confidence_is_worth_and_what_it_ran_on(ann: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    done = followed(ann, create(ann)["id"])
    assert done["median_milliseconds"] <= done["most_milliseconds"]
    found = sum(one["questions"] for one in done["ranks"] if one["rank"])
    total = sum(one["questions"] * one["rank"] for one in done["ranks"] if one["rank"])
    assert done["mean_rank"] == pytest.approx(total / found)
    assert "cores" in done["machine"]
    assert done["sample"] is None
    told = ann.get(f"{EVALUATIONS}/{done['id']}/calibration").json()
    assert told["counted"] == sum(one["count"] for one in told["bins"]) == 14
    assert len(told["bins"]) == 10
    assert 0 < told["ece"] < 1
    assert told["curve"][-1]["coverage"] == 1
    monkeypatch.setattr("pincite.server.calibration_shapes.MOST_POINTS", 3)
    few = ann.get(f"{EVALUATIONS}/{done['id']}/calibration").json()
    assert [few["curve"][0], few["curve"][-1]] == [told["curve"][0], told["curve"][-1]]
    assert len(few["curve"]) == 3
    assert ann.get(f"{EVALUATIONS}/nothing/calibration").status_code == 404


def test_without_accounts_there_are_evaluations_as_well(served: Served) -> None:
    anybody = served.anybody()
    made = create(anybody)
    assert followed(anybody, made["id"])["state"] == "done"
    ann = served.client("ann", admin=True)
    assert [one["id"] for one in ann.get(EVALUATIONS).json()["items"]] == [made["id"]], (
        "the first account has it"
    )


def test_one_of_the_command_line_is_stopped_here(served: Served) -> None:
    anybody = served.anybody()
    library = served.library
    claim = prepare(library, read_questions(QUESTIONS))
    with Run(library, claim) as run:
        told = run.progress()
        next(told)
        assert anybody.get(f"{EVALUATIONS}/{claim.evaluation}").json()["state"] == "running"
        assert anybody.post(f"{EVALUATIONS}/{claim.evaluation}/stop").status_code == 200
        run._standing = library.store.evaluations.renew(claim)  # as its thread does every few seconds
        assert list(told) == []
    assert anybody.get(f"{EVALUATIONS}/{claim.evaluation}").json()["state"] == "stopped"
