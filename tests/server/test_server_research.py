"""Summaries, extraction, comparison, graph and their files over HTTP."""

from __future__ import annotations

import asyncio
import csv
import io
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite import Library
from pincite.server import work as works
from pincite.server.app import create_app
from support.live_server import served as running
from support.loaded import share_encoder
from support.served import ADDRESS
from support.server_events import events, read

HTTP = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0), timeout=60, verify=False)
"""One for all tests: making one takes long."""
API = "/api/v1"
CONTRACT = "seed-bank-agreement.pdf"
OWN = """
[[field]]
name = "law"
label = "Governing law"
probes = ["This Agreement is governed by the law of the State"]
cues = ["governed by ... law/laws"]
"""


@pytest.fixture(scope="module")
def library(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("research") / "library"
    shutil.copytree(sample_library, folder)
    with pytest.MonkeyPatch.context() as patch:
        share_encoder(patch)
        with Library.open(folder) as opened:
            yield opened


@pytest.fixture(scope="module")
def client(library: Library) -> Iterator[TestClient]:
    with TestClient(create_app(library), ADDRESS, headers={"origin": ADDRESS}) as opened:
        yield opened


@pytest.fixture(scope="module")
def ids(library: Library) -> dict[str, str]:
    """Ids of the sample papers by their file names, the contract's first."""
    found = sorted(library.documents(), key=lambda one: one.file_name != CONTRACT)
    return {one.file_name: one.id for one in found}


def test_a_summary(client: TestClient, ids: dict[str, str]) -> None:
    path = f"{API}/documents/{ids[CONTRACT]}/summary"
    wanted = {"aspects": ["parties", "Who pays for insurance?"], "sentences": 2}
    told = read(client.post(f"{path}/stream", json=wanted).text)
    assert [name for name, _ in told] == ["progress", "progress", "done"]
    assert [data["done"] for _, data in told[:2]] == [0, 1]
    summary = told[-1][1]
    assert [section["aspect"] for section in summary["sections"]] == ["parties", "Who pays for insurance?"]
    numbers = {citation["number"] for citation in summary["citations"]}
    cited = {n for section in summary["sections"] for s in section["sentences"] for n in s["citations"]}
    assert cited == numbers
    again = client.post(path, json=wanted).json()
    assert again["kept"]
    assert again["sections"] == summary["sections"]


def test_a_summary_that_makes_no_sense(client: TestClient, ids: dict[str, str]) -> None:
    path = f"{API}/documents/{ids[CONTRACT]}/summary"
    assert client.post(path, json={"sentences": 11}).status_code == 422
    assert client.post(path, json={"aspects": [], "kind": "paper"}).status_code == 422
    assert client.post(path, json={"kind": "poem"}).status_code == 422
    for name in (CONTRACT, "0" * 20, ids[CONTRACT][:8]):
        assert client.post(f"{API}/documents/{name}/summary", json={}).status_code == 404
        assert client.post(f"{API}/documents/{name}/summary/stream", json={}).status_code == 404


def test_fields_are_extracted(client: TestClient, ids: dict[str, str]) -> None:
    wanted = {"documents": list(ids.values())[:2], "own_schema": {"format": "toml", "text": OWN}}
    told = read(client.post(f"{API}/extractions/stream", json=wanted).text)
    assert [name for name, _ in told] == ["progress", "progress", "done"]
    assert told[0][1]["document"]["id"] == ids[CONTRACT]
    assert told[0][1]["total"] == 2
    first, second = told[-1][1]["extractions"]
    assert first["fields"][0]["state"] == "found"
    assert first["fields"][0]["citations"][0]["document"]["id"] == ids[CONTRACT]
    assert second["document"]["id"] == wanted["documents"][1]
    whole = client.post(f"{API}/extractions", json=wanted).json()["extractions"]
    assert whole[0]["kept"]
    assert whole[0]["fields"] == first["fields"]


def test_own_schemas_in_json(client: TestClient, ids: dict[str, str]) -> None:
    text = '{"properties": {"governing_law": {"type": "string", "title": "Governing law"}}}'
    wanted = {"documents": [ids[CONTRACT]], "own_schema": {"format": "json", "text": text}}
    found = client.post(f"{API}/extractions", json=wanted).json()["extractions"][0]
    assert [field["name"] for field in found["fields"]] == ["governing_law"]


def test_a_schema_is_never_a_path(client: TestClient, ids: dict[str, str], tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text(OWN, encoding="utf-8")
    for name in (str(secret), "../secret.toml", "contract.toml", "", "\x00", f"file://{secret}"):
        body = {"documents": [ids[CONTRACT]], "schema_name": name}
        response = client.post(f"{API}/extractions", json=body)
        assert response.status_code in (404, 422), name
        assert "Governing law" not in response.text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("toml", "[[field]"),
        ("toml", ""),
        ("toml", "a = " + "[" * 5000),
        ("toml", "a = " + "9" * 5000),
        ("json", "{"),
        ("json", "[" * 100_000),
        ("json", "null"),
        ("json", '{"properties": {"a": {"type": "object"}}}'),
        ("json", "9" * 5000),
    ],
)
@pytest.mark.parametrize("path", ["extractions", "extractions/stream", "comparisons"])
def test_wrong_schemas_are_told(
    client: TestClient, ids: dict[str, str], kind: str, text: str, path: str
) -> None:
    body = {"documents": list(ids.values())[:2], "own_schema": {"format": kind, "text": text}}
    response = client.post(f"{API}/{path}", json=body)
    assert response.status_code == 400
    assert response.json()["remedy"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.one_of(st.text(max_size=80), st.text('[]={}"#.,0123 \nfieldname', max_size=80)),
    toml=st.booleans(),
)
def test_any_text_of_a_schema_is_answered(
    client: TestClient, ids: dict[str, str], text: str, toml: bool
) -> None:
    body = {"documents": [ids[CONTRACT]], "own_schema": {"format": "toml" if toml else "json", "text": text}}
    assert client.post(f"{API}/extractions", json=body).status_code in (200, 400)


def test_two_schemas_are_one_too_many(client: TestClient, ids: dict[str, str]) -> None:
    both = {"schema_name": "contract", "own_schema": {"format": "toml", "text": OWN}}
    assert client.post(f"{API}/extractions", json={"documents": [ids[CONTRACT]], **both}).status_code == 400


def test_schemas_are_listed(client: TestClient) -> None:
    listed = client.get(f"{API}/schemas").json()["items"]
    assert {"contract", "general", "paper"} <= {one["name"] for one in listed}
    assert all(one["fields"] and one["text"].strip() for one in listed)


def test_documents_are_compared(client: TestClient, ids: dict[str, str]) -> None:
    papers = [identity for name, identity in ids.items() if name != CONTRACT][:2]
    wanted = {"documents": papers, "schema_name": "paper"}
    told = read(client.post(f"{API}/comparisons/stream", json=wanted).text)
    assert [name for name, _ in told] == ["progress", "progress", "done"]
    compared = told[-1][1]
    assert [one["document"]["id"] for one in compared["documents"]] == papers
    for one in compared["documents"]:
        assert len(one["cells"]) == len(compared["dimensions"])
    numbers = {citation["number"] for citation in compared["citations"]}
    used = {n for one in compared["documents"] for cell in one["cells"] for n in cell["citations"]}
    assert used <= numbers
    assert client.post(f"{API}/comparisons", json=wanted).json()["kept"] == 2


def test_comparisons_that_make_no_sense(client: TestClient, ids: dict[str, str]) -> None:
    one = ids[CONTRACT]
    assert client.post(f"{API}/comparisons", json={"documents": [one]}).status_code == 422
    assert client.post(f"{API}/comparisons", json={"documents": [one, one]}).status_code == 400
    missing = client.post(f"{API}/comparisons", json={"documents": [one, "0" * 20]})
    assert missing.status_code == 404
    assert "Seed" not in missing.text


def test_tables_are_files(client: TestClient, ids: dict[str, str]) -> None:
    wanted = {"documents": [ids[CONTRACT]], "own_schema": {"format": "toml", "text": OWN}}
    path = f"{API}/extractions/export"
    written = client.post(path, params={"format": "csv"}, json=wanted)
    assert written.headers["content-disposition"].startswith('attachment; filename="extraction.csv"')
    rows = list(csv.reader(io.StringIO(written.content.decode("utf-8-sig"))))
    assert rows[0][:3] == ["Document", "File", "Governing law"]
    assert rows[1][1] == CONTRACT
    with zipfile.ZipFile(io.BytesIO(client.post(path, json=wanted).content)) as book:
        assert "xl/workbook.xml" in book.namelist()
    told = client.post(path, params={"format": "json"}, json=wanted).json()
    assert told["extractions"][0]["document"]["id"] == ids[CONTRACT]
    assert client.post(path, params={"format": "exe"}, json=wanted).status_code == 422
    two = {"documents": list(ids.values())[:2], "schema_name": "general"}
    for ending, begins in (("md", b"# Comparison"), ("csv", b"\xef\xbb\xbfDimension"), ("xlsx", b"PK")):
        found = client.post(f"{API}/comparisons/export", params={"format": ending}, json=two)
        assert found.content.startswith(begins)


def test_no_value_runs_as_a_formula(client: TestClient, ids: dict[str, str]) -> None:
    text = '[[field]]\nname = "fee"\nlabel = "=HYPERLINK(1)"\nprobes = ["What is the storage fee?"]\n'
    wanted = {"documents": [ids[CONTRACT]], "own_schema": {"format": "toml", "text": text}}
    written = client.post(f"{API}/extractions/export", params={"format": "csv"}, json=wanted)
    assert "'=HYPERLINK(1)" in written.text.splitlines()[0]


def test_the_graph(client: TestClient, ids: dict[str, str]) -> None:
    graph = client.get(f"{API}/graph").json()
    assert {node["document"] for node in graph["nodes"] if node["kind"] == "document"} == set(ids.values())
    names = {node["id"] for node in graph["nodes"]}
    assert all({edge["source"], edge["target"]} <= names for edge in graph["edges"])
    one = client.get(f"{API}/graph", params={"document": ids[CONTRACT], "level": "sections"}).json()
    assert {node["document"] for node in one["nodes"]} <= {"", ids[CONTRACT]}
    drawn = client.get(f"{API}/graph/export")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.headers["content-disposition"].startswith("attachment")
    assert client.get(f"{API}/graph/export", params={"format": "dot"}).text.startswith(("graph", "digraph"))
    assert client.get(f"{API}/graph", params={"collection": "0" * 20}).status_code == 404
    assert client.get(f"{API}/graph", params={"document": CONTRACT}).status_code == 404
    assert client.get(f"{API}/graph", params={"level": "atoms"}).status_code == 422


def test_a_graph_can_be_too_large(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.server.routes.graph.MOST_CHUNKS", 10)
    assert client.get(f"{API}/graph", params={"level": "chunks"}).status_code == 413
    assert client.get(f"{API}/graph").status_code == 200


def test_leaving_ends_an_extraction(
    client: TestClient, library: Library, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(works, "SLOW_CLIENT_SECONDS", 5)
    with running(client.app) as address:
        body: dict[str, Any] = {"documents": list(ids.values()), "schema_name": "general", "fresh": True}
        with HTTP.stream("POST", f"{address}{API}/extractions/stream", json=body) as response:
            name, told = next(events(response.iter_lines()))
            assert (name, told["done"]) == ("progress", 0)
        streams = client.app.state.context.streams  # type: ignore[attr-defined]
        assert asyncio.run(streams.finish(20))
