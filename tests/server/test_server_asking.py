"""Searching and asking over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite import Library
from pincite.server.app import create_app
from support.live_server import served as running
from support.loaded import share_encoder
from support.model_server import ModelServer, Scripted
from support.served import ADDRESS
from support.server_events import events, read

HTTP = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0), timeout=60, verify=False)
"""One for all tests: making one takes long."""
FEE = "What is the storage fee?"
SUPPORTED = "The Provider shall not subcontract any Service [1]."
API = "/api/v1"


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture(scope="module")
def client(sample_library: Path) -> Iterator[TestClient]:
    """A reader of the sample papers, which no test here changes."""
    with pytest.MonkeyPatch.context() as patch:
        share_encoder(patch)
        with Library.open(sample_library) as library:
            app = create_app(library)
            with TestClient(app, ADDRESS, headers={"origin": ADDRESS}) as opened:
                yield opened


def post(client: TestClient, path: str, **body: Any) -> Any:
    response = client.post(f"{API}/{path}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def document(client: TestClient, file_name: str) -> str:
    found = post(client, "search", question=FEE, k=100)["passages"]
    return next(p["document"]["id"] for p in found if p["document"]["file_name"] == file_name)


def test_search(client: TestClient) -> None:
    found = post(client, "search", question=FEE, k=3)
    assert [passage["rank"] for passage in found["passages"]] == [1, 2, 3]
    first = found["passages"][0]
    assert first["document"]["file_name"] == "seed-bank-agreement.pdf"
    assert first["links"]["original"].endswith(f"{first['document']['id']}/original#page={first['page']}")
    assert first["links"]["page"] == f"documents/{first['document']['id']}/pages/{first['page']}"
    assert first["place"].endswith(f"page {first['page_label']}") or "of the file" in first["place"]
    words = first["signals"]["words"]
    assert words["value"] == 1.0
    assert words["text"] == "has 2 of the question’s 2 words: storage, fee"
    assert first["signals"]["meaning"]["text"] == "close in meaning"
    assert first["scores"]["late"] > 0.5
    assert found["seconds"] > 0


def test_stages_of_a_search_can_be_left_out(client: TestClient) -> None:
    found = post(client, "search", question=FEE, k=1, dense=False, rerank=False)["passages"][0]
    assert found["scores"]["dense"] is None
    assert found["signals"]["meaning"] == {"value": None, "text": "not looked at"}
    response = client.post(f"{API}/search", json={"question": FEE, "dense": False, "lexical": False})
    assert response.status_code == 400
    assert response.json()["remedy"]
    assert client.post(f"{API}/search", json={"question": FEE, "precise": True}).status_code == 400


def test_an_answer_has_all_that_shows_its_quotes(client: TestClient) -> None:
    answer = post(client, "ask", question=FEE)
    assert not answer["refused"]
    assert answer["mode"] == "quoted"
    assert answer["counts"]["documents"] >= 1
    numbers = [citation["number"] for citation in answer["citations"]]
    assert numbers == list(range(1, len(numbers) + 1))
    library: Library = client.app.state.context.library  # type: ignore[attr-defined]
    for citation in answer["citations"]:
        texts = []
        for span in citation["spans"]:
            page = library.page(citation["document"]["id"], span["page"])
            texts.append(page.text[span["start"] : span["end"]])
        assert "".join(texts).split() == citation["quote"].split()
        assert citation["page"] == citation["spans"][0]["page"]
        assert {one["page"] for one in citation["rectangles"]} <= {s["page"] for s in citation["spans"]}
        for one in citation["rectangles"]:
            assert one["rectangles"]
            assert all(0 <= r["x0"] < r["x1"] <= 1 and 0 <= r["y0"] < r["y1"] <= 1 for r in one["rectangles"])
        assert citation["lost"] is None
    for sentence in answer["sentences"]:
        assert set(sentence["citations"]) <= set(numbers)


def test_a_refusal_is_no_error(client: TestClient) -> None:
    answer = post(client, "ask", question="Who wrote Hamlet?")
    assert answer["refused"]
    assert answer["text"] == "Your documents do not say."
    assert answer["reason_text"] == "The nearest passages do not answer it."
    assert answer["citations"] == []
    assert len(answer["passages"]) == 3
    assert answer["suggestions"] == {"collections": [], "words": []}


def test_a_refusal_of_a_part_names_collections_that_answer(client: TestClient) -> None:
    found = post(client, "search", question="How loud are heat pumps?", k=1)["passages"][0]["document"]["id"]
    answer = post(client, "ask", question=FEE, documents=[found])
    assert answer["refused"]
    assert [one["name"] for one in answer["suggestions"]["collections"]] == ["default"]


def test_words_of_the_documents_are_suggested(client: TestClient) -> None:
    answer = post(client, "ask", question="Who pays for insurance of the building?")
    assert answer["refused"]
    assert "liability" in answer["suggestions"]["words"]


def test_a_greeting_is_answered(client: TestClient) -> None:
    answer = post(client, "ask", question="hello")
    assert (answer["refused"], answer["reason"], answer["citations"]) == (False, "greeting", [])


def test_an_answer_is_told_as_it_comes(client: TestClient) -> None:
    response = client.post(f"{API}/ask/stream", json={"question": FEE})
    assert response.headers["content-type"].startswith("text/event-stream")
    told = read(response.text)
    names = [name for name, _ in told]
    assert names[:3] == ["stage", "stage", "stage"]
    assert set(names[3:-1]) == {"sentence"}
    assert names[-1] == "done"
    answer = told[-1][1]
    assert [data["sentence"] for name, data in told if name == "sentence"] == answer["sentences"]
    cited = [one for name, data in told if name == "sentence" for one in data["citations"]]
    assert cited == answer["citations"]


@pytest.mark.parametrize("path", ["ask", "ask/stream", "search"])
def test_what_does_not_exist_is_not_found(client: TestClient, path: str) -> None:
    known = document(client, "seed-bank-agreement.pdf")
    for body in (
        {"documents": ["0" * 20]},
        {"documents": [known, "../../etc/passwd"]},
        {"documents": [known[:6]]},  # the beginning of an id would do on the command line
        {"documents": ["seed-bank-agreement.pdf"]},
        {"collection": "default"},
        {"collection": "\x00"},
        {"collection": "' OR 1=1 --"},
    ):
        response = client.post(f"{API}/{path}", json={"question": FEE, **body})
        assert response.status_code == 404, body
        assert response.json()["type"] == "not-found"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"question": "x" * 10_001},
        {"question": FEE, "documents": []},
        {"question": FEE, "documents": ["a"] * 201},
        {"question": FEE, "mode": "loud"},
        {"question": FEE, "unknown": 1},
        {"question": 5},
        {"question": None},
    ],
)
def test_wrong_questions_are_told(client: TestClient, body: dict[str, Any]) -> None:
    response = client.post(f"{API}/ask", json=body)
    assert response.status_code == 422
    assert response.json()["type"] == "invalid-request"


def test_half_a_character_is_no_text(client: TestClient) -> None:
    response = client.post(
        f"{API}/ask", content=b'{"question": "\\ud800"}', headers={"content-type": "application/json"}
    )
    assert response.status_code == 422


QUESTIONS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["cost-of-living", "who's liable?", '"thirty', "C++", "a/b", "k=60", "NEAR(a b)", "*", "fee*"]
    ),
    st.text("العربيةעברית契約書 ‮⁦\x00\x07\n\t", max_size=20),
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(question=QUESTIONS, stream=st.booleans())
def test_any_text_is_a_question(client: TestClient, question: str, stream: bool) -> None:
    response = client.post(f"{API}/ask/stream" if stream else f"{API}/ask", json={"question": question})
    assert response.status_code == 200
    answer = read(response.text)[-1][1] if stream else response.json()
    assert answer["question"] == question
    found = client.post(f"{API}/search", json={"question": question, "k": 3})
    assert found.status_code == 200


def test_ten_ask_at_once(client: TestClient) -> None:
    with running(client.app) as address:

        def one(number: int) -> Any:
            path = "ask" if number % 2 else "ask/stream"
            response = HTTP.post(f"{address}{API}/{path}", json={"question": FEE})
            assert response.status_code == 200
            return response.json() if number % 2 else read(response.text)[-1][1]

        with ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(one, range(10)))
    assert len({json.dumps(answer["citations"]) for answer in answers}) == 1


# With a language model


@pytest.fixture
def composing(sample_library: Path, model_server: ModelServer) -> Iterator[tuple[str, ModelServer]]:
    """The address of a server whose answers a scripted model composes."""
    with Library.open(sample_library, settings=model_server.settings()) as library:
        library.ask("What is the fee?", mode="quoted")  # loads the encoder
        with running(create_app(library)) as address:
            yield f"{address}{API}", model_server


SUBCONTRACT = {"question": "May the Provider subcontract any Service?", "mode": "composed"}


def test_a_draft_arrives_while_it_is_written(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    model.say(Scripted(f"{SUPPORTED} It", hang_after=3))
    with HTTP.stream("POST", f"{address}/ask/stream", json=SUBCONTRACT) as response:
        told = events(response.iter_lines())
        assert next(data for name, data in told if name == "draft")["text"]
        assert not model.dropped.is_set()
    assert model.dropped.wait(10)  # who leaves ends the model's work


def test_a_client_of_a_whole_answer_that_leaves_ends_the_model(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    model.say(Scripted(SUPPORTED, hang_after=2))
    with pytest.raises(httpx.ReadTimeout):
        HTTP.post(f"{address}/ask", json=SUBCONTRACT, timeout=httpx.Timeout(30, read=2))
    assert model.dropped.wait(10)


def test_removed_sentences_are_told(composing: tuple[str, ModelServer]) -> None:
    address, model = composing
    model.say(f"{SUPPORTED} The fee is 99 million euros [1].")
    response = HTTP.post(f"{address}/ask/stream", json=SUBCONTRACT)
    told = read(response.text)
    answer = told[-1][1]
    assert [data["sentence"]["text"] for name, data in told if name == "removed"] == [
        "The fee is 99 million euros."
    ]
    assert answer["counts"]["removed"] == 1
    assert answer["removed"][0]["problem"]
    assert answer["model"]["name"] == "tiny:1b"
    assert answer["model"]["address"] == ""
    assert "99 million" not in answer["text"]


@pytest.mark.parametrize("path", ["ask", "ask/stream"])
def test_a_model_that_fails_is_told(composing: tuple[str, ModelServer], path: str) -> None:
    address, model = composing
    model.say(Scripted(status=500))
    response = HTTP.post(f"{address}/{path}", json=SUBCONTRACT)
    if path == "ask":
        assert response.status_code == 502
        problem = response.json()
    else:
        name, problem = read(response.text)[-1]
        assert name == "error"
    assert problem["type"] == "model-reply"
    assert problem["remedy"]
    auto = HTTP.post(f"{address}/ask", json={**SUBCONTRACT, "mode": "auto"}).json()
    assert auto["mode"] == "quoted"
    assert auto["failure"]
