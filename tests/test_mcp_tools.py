"""The tools for language models, and `pincite mcp`, with the protocol's own client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

from pincite import Library
from pincite.domain import TokenScope
from pincite.errors import TooManyRequestsError
from pincite.mcp import Seen, make_server, shapes
from support.loaded import share_encoder
from support.samples import PAPERS, squash

QUESTION = "What happened to the noise during defrosting?"
TOOLS = {
    "search",
    "ask",
    "read_page",
    "list_documents",
    "list_collections",
    "summarise",
    "extract",
    "compare",
}


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture(scope="module")
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library, create=False) as opened:
        yield opened


def call(seen: Seen, tool: str, **arguments: Any) -> Any:
    """The result of one tool, within this process."""

    async def calling() -> Any:
        async with Client(make_server(lambda request, scope: seen)) as client:
            return await client.call_tool(tool, arguments)

    return anyio.run(calling)


def read(seen: Seen, uri: str) -> str | None:
    """The text of a resource; None where there is none."""

    async def reading() -> Any:
        async with Client(make_server(lambda request, scope: seen)) as client:
            try:
                return await client.read_resource(uri)
            except MCPError:
                return None

    result = anyio.run(reading)
    return None if result is None else str(result.contents[0].text)


def listed() -> list[Any]:
    async def listing() -> Any:
        async with Client(make_server(lambda request, scope: Seen(None))) as client:  # type: ignore[arg-type]
            return await client.list_tools()

    return list(anyio.run(listing).tools)


def test_tools_say_when_to_use_them_and_that_they_only_read() -> None:
    tools = listed()
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert "Use it" in tool.description
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.open_world_hint is False
        assert all(field.get("description") for field in tool.input_schema.get("properties", {}).values())
        assert tool.output_schema["type"] == "object"


def test_an_answer_has_verbatim_quotes(library: Library) -> None:
    result = call(Seen(library), "ask", question=QUESTION)
    answer = result.structured_content
    assert answer["answered"]
    for citation in answer["citations"]:
        assert squash(citation["quote"]) in squash(library.page(citation["document"], citation["page"]).text)
        assert f"[{citation['number']}]" in answer["text"]
        assert citation["quote"] in result.content[0].text
    schema = next(tool for tool in listed() if tool.name == "ask").output_schema
    jsonschema.validate(answer, schema)


def test_a_refusal_says_so_and_shows_the_nearest(library: Library) -> None:
    answer = call(Seen(library), "ask", question="Who won the chess championship in 1972?").structured_content
    assert (answer["answered"], answer["citations"]) == (False, [])
    assert 0 < len(answer["nearest"]) <= 3


def test_research_is_cited(library: Library) -> None:
    both = ["heat-pumps.pdf", "courtyard-noise.pdf"]
    summary = call(Seen(library), "summarise", document=both[0], aspects=["limitations"])
    assert summary.structured_content["citations"]
    found = call(Seen(library), "extract", documents=both, fields=["number of dwellings", "cost"])
    fields = [field for one in found.structured_content["extractions"] for field in one["fields"]]
    assert all(bool(field["citations"]) == (field["state"] == "found") for field in fields)
    table = call(Seen(library), "compare", documents=both).structured_content
    assert len(table["documents"]) == 2
    for result in (summary, found):
        assert "[1]" in result.content[0].text or "“" in result.content[0].text


def test_documents_and_collections_are_listed(library: Library) -> None:
    first = call(Seen(library), "list_documents", limit=3).structured_content
    rest = call(Seen(library), "list_documents", limit=3, cursor=first["next"]).structured_content
    names = [one["file_name"] for part in (first, rest) for one in part["documents"]]
    assert len(set(names)) == len(names) == 4
    assert rest["next"] is None
    found = call(Seen(library), "list_documents", words="courtyards").structured_content["documents"]
    assert [one["file_name"] for one in found] == ["courtyard-noise.pdf"]
    assert call(Seen(library), "list_collections").structured_content["collections"][0]["documents"] == 4


def test_long_pages_come_in_parts(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.mcp.work.PAGE_LENGTH", 1000)
    document = library.document("courtyard-noise.pdf")
    text, offset = "", 0
    while offset is not None:
        part = call(
            Seen(library), "read_page", document=document.id, page=1, offset=offset
        ).structured_content
        assert len(part["text"]) <= 1000
        text, offset = text + part["text"], part["next_offset"]
    assert text == library.page(document.id, 1).text


def test_results_are_bounded(library: Library) -> None:
    result = call(Seen(library), "search", question="heat", k=30)
    assert all(len(one["text"]) <= shapes.PASSAGE_LENGTH + 2 for one in result.structured_content["passages"])
    assert call(Seen(library), "search", question="heat", k=31).is_error
    assert call(Seen(library), "search", question="h" * 10_001).is_error


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("read_page", {"document": "nothing.pdf", "page": 1}, "list_documents"),
        ("read_page", {"document": "heat-pumps.pdf", "page": 999}, "no page 999"),
        ("read_page", {"document": "heat-pumps.pdf", "page": 1, "offset": 99_999}, "characters"),
        ("ask", {"question": QUESTION, "collection": "nothing"}, "list_collections"),
        ("ask", {"question": QUESTION, "mode": "composed"}, "language model"),
        ("ask", {"question": QUESTION, "mode": "invented"}, "mode"),
        ("extract", {"documents": ["heat-pumps.pdf"], "schema": "/etc/passwd"}, "no schema"),
        ("extract", {"documents": ["heat-pumps.pdf"], "schema": "pyproject.toml"}, "no schema"),
        ("compare", {"documents": ["heat-pumps.pdf", "heat-pumps.pdf"]}, "two"),
        ("list_documents", {"cursor": "nonsense"}, "cursor"),
        ("summarise", {"document": "../../etc/passwd"}, "no document"),
        ("delete", {}, "Unknown tool"),
    ],
)
def test_errors_say_what_helps(library: Library, tool: str, arguments: dict[str, Any], said: str) -> None:
    result = call(Seen(library), tool, **arguments)
    assert result.is_error
    assert said in result.content[0].text
    assert "Traceback" not in result.content[0].text


def test_a_fault_tells_nothing_of_the_inside() -> None:
    def access(request: Any, scope: TokenScope) -> Seen:
        raise ZeroDivisionError("the secret")

    async def calling() -> Any:
        async with Client(make_server(access)) as client:
            return await client.call_tool("ask", {"question": QUESTION})

    result = anyio.run(calling)
    assert result.is_error
    assert "secret" not in result.content[0].text


def test_who_may_not_is_told(library: Library) -> None:
    def access(request: Any, scope: TokenScope) -> Seen:
        if scope is TokenScope.ASK:
            raise TooManyRequestsError("too many questions", "Wait 5 s, and try again.", 5)
        return Seen(library)

    async def calling() -> Any:
        async with Client(make_server(access)) as client:
            return await client.call_tool("ask", {"question": QUESTION}), await client.call_tool(
                "search", {"question": QUESTION}
            )

    asked, searched = anyio.run(calling)
    assert asked.content[0].text == "Too many questions. Wait 5 s, and try again."
    assert not searched.is_error


def test_resources(library: Library) -> None:
    seen = Seen(library)
    document = library.document("courtyard-noise.pdf").id
    assert "Results (page 1)" in (read(seen, f"pincite://documents/{document}/outline") or "")
    assert "5.2 dB" in (read(seen, f"pincite://documents/{document}/pages/1") or "")
    for uri in (
        f"pincite://documents/{document}/pages/99",
        f"pincite://documents/{document}/pages/-1",
        f"pincite://documents/{document}/pages/1e3",
        "pincite://documents/nothing/pages/1",
        "pincite://documents/..%2F..%2Fetc/outline",
        "file:///etc/passwd",
    ):
        assert read(seen, uri) is None


def test_nothing_exists_outside_the_one_collection(library_copy: Path) -> None:
    with Library.open(library_copy) as library:
        library.add(PAPERS / "heat-pumps.pdf", collection="pumps")
        seen = Seen(library, library.store.collection("pumps").id)
        assert [one.name for one in seen.collections()] == ["pumps"]
        names = {one["file_name"] for one in call(seen, "list_documents").structured_content["documents"]}
        assert names == {"heat-pumps.pdf"}
        passages = call(seen, "search", question=QUESTION, k=30).structured_content["passages"]
        assert {one["file_name"] for one in passages} == {"heat-pumps.pdf"}
        other = library.document("courtyard-noise.pdf").id
        for name in (other, other[:8], "courtyard-noise.pdf"):
            assert call(seen, "read_page", document=name, page=1).is_error
            assert call(seen, "search", question=QUESTION, documents=[name]).is_error
        assert call(seen, "search", question=QUESTION, collection="default").is_error
        assert read(seen, f"pincite://documents/{other}/pages/1") is None


def command(folder: Path, *options: str) -> StdioServerParameters:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "pincite", "mcp", "--library", str(folder), *options],
        env=environment,
    )


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_command_serves_the_client(sample_library: Path, mode: str) -> None:
    async def calling() -> Any:
        async with Client(
            stdio_client(command(sample_library, "--collection", "default")), mode=mode
        ) as client:
            return await client.call_tool("ask", {"question": QUESTION})

    assert "5.2 dB" in anyio.run(calling).content[0].text


def test_nothing_but_the_protocol_is_written(sample_library: Path) -> None:
    messages = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "ask", "arguments": {}}},
        {"jsonrpc": "2.0", "id": 3, "method": "no/method"},
    ]
    run = command(sample_library)
    with subprocess.Popen(
        [run.command, *run.args],
        env=run.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(
            "this is no message\n" + "".join(json.dumps(message) + "\n" for message in messages)
        )
        process.stdin.flush()
        replies = {}
        while len(replies) < 3:
            reply = json.loads(process.stdout.readline())
            replies[reply.get("id")] = reply
        process.stdin.close()  # the program that started it has ended
        assert process.wait(20) == 0
    assert replies[1]["result"]["serverInfo"]["name"] == "pincite"
    assert replies[2]["result"]["isError"] is True
    assert "error" in replies[3]


def test_a_wrong_call_of_the_command_is_an_error(sample_library: Path, tmp_path: Path) -> None:
    for folder, options in ((sample_library, ("--collection", "none")), (tmp_path / "no-library", ())):
        run = command(folder, *options)
        ended = subprocess.run(
            [run.command, *run.args], env=run.env, capture_output=True, text=True, timeout=60, check=False
        )
        assert ended.returncode == 2
        assert ended.stdout == ""
        assert ended.stderr.startswith("error: ")
