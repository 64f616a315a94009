"""Every route, called by those who may not: generated from the API's description.

Ben owns one of everything. Vic may read his collection, Sam has an account and nothing of Ben's, Ann is the
administrator. A route that declares no rule, or names something in its path of which this test has no example, fails.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from pincite import Library
from pincite.accounts import Actor, passwords
from pincite.domain import Expectation, Role, TokenScope
from pincite.evaluate.running import prepare
from pincite.server.limits import Limits
from pincite.server.routing import api_routes
from support.description import Operation, operations
from support.paragraphs import write_document
from support.served import Served

PUBLIC = {
    "GET /api/v1/health",
    "GET /api/v1/ready",
    "GET /api/v1/session",
    "POST /api/v1/session",
    "POST /api/v1/session/sign-up",
    "POST /api/v1/session/password",
    "GET /api/v1/oidc/start",
    "GET /api/v1/oidc/callback",
}
"""Routes that need no login. Whoever adds one must mean it."""

NOBODYS = {
    "page": "1",
    "index": "1",
    "name": "paper",
    "schema": "paper",
    "model": "pincite",
    "number": "1",
    "turn": "1",
    "format": "md",
}
"""What stands in paths and belongs to nobody."""

UNKNOWN = "0f" * 10
REFERENCES = ("collection", "document", "documents", "source", "target", "conversation", "job", "ids")
"""Members of bodies and queries that name something of somebody."""

STREAMS_WITHOUT_END = re.compile(r"/events$")


@dataclass
class World:
    """The application, who calls, and what Ben has."""

    served: Served
    ids: dict[str, str]
    ben: TestClient
    vic: TestClient
    sam: TestClient
    nobody: TestClient

    def operations(self, wanted: Callable[[Operation], bool]) -> list[Operation]:
        return [each for each in operations(self.served.app) if wanted(each)]

    def call(
        self, client: TestClient, operation: Operation, ids: dict[str, str] | None = None, **more: Any
    ) -> httpx.Response:
        arguments = {"params": operation.query(), **operation.body(), **more}
        known = {**NOBODYS, **self.ids, **(ids or {})}
        return client.request(operation.method, operation.address(known), **arguments)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("isolation")
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        patch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))
        for name in ("request", "question", "address"):  # the test asks more often than anybody may
            patch.setattr(Limits, name, lambda *_: None)
        library = stack.enter_context(Library.open(folder / "library"))
        served = Served(library, stack)
        stack.callback(served.app.state.context.close)
        yield made(served, folder)


def made(served: Served, folder: Path) -> World:
    """Ben's things, and the others."""
    ann = served.account("ann", admin=True)
    ben, vic = served.account("ben"), served.account("vic")
    clients = {name: served.client(name) for name in ("ben", "vic", "sam")}
    library = served.library.seen_by(ben.viewer)
    text = "The code word of this expedition is heron. It was chosen by Ben himself."
    file = write_document(folder / "heron.pdf", (("h", "heron"), ("p", text)))
    collection = library.create_collection("birds")
    report = library.add([file], collection=collection.id)
    document = report.added[0].document
    library.share(collection.id, "vic", Role.VIEWER)
    with library.receiving() as received:
        received.write(b"The second code word is osprey.")
        job = library.hand_in(received, file_name="osprey.txt", collection=collection.id)
    followed = folder / "followed"
    followed.mkdir()
    watched = library.watch(followed, collection.id)
    library.converse("What is the code word?")
    conversation = library.last_conversation()
    assert conversation is not None
    asked = Expectation("What is the code word?", document="heron.pdf", quote="is heron")
    evaluation = prepare(library, [asked]).evaluation
    accounts = served.accounts
    _, credential = accounts.log_in("ben", "a long enough secret")
    accounts.tokens.create(ben, "script", tuple(TokenScope), days=1, maker=credential, by=Actor(ben))
    accounts.links.invite(days=1, by=Actor(ann))
    ids = {
        "collection": collection.id,
        "document": document.id,
        "job": job.id,
        "watched": watched.id,
        "conversation": conversation.id,
        "evaluation": evaluation,
        "token": accounts.tokens.all(ben)[0].id,
        "session": accounts.sessions.all(ben)[0].id,
        "account": vic.id,
        "invitation": accounts.links.invitations()[0].id,
    }
    return World(served, ids, clients["ben"], clients["vic"], clients["sam"], served.anybody())


def test_every_route_declares_a_rule_and_is_described(world: World) -> None:
    described = {str(each) for each in world.operations(lambda _: True)}
    for path, route in api_routes(world.served.app):
        assert route.include_in_schema, path
        assert all(f"{method} {path}" in described for method in (route.methods or set())), path
    for each in world.operations(lambda _: True):
        assert each.rule, f"{each} declares no rule"
        unknown = set(each.parameters) - world.ids.keys() - NOBODYS.keys()
        assert not unknown, f"{each}: this test has no example of {unknown}"


def test_what_names_something_says_whose(world: World) -> None:
    """A path with a document or collection declares a role; one with another thing, that it is the account's own."""
    for each in world.operations(lambda _: True):
        named = set(each.parameters) - NOBODYS.keys()
        if named & {"document", "collection"}:
            assert each.rule["role"], each
        elif named:
            assert each.rule["own"] or each.rule["admin"], each


def test_which_routes_are_open_to_everybody(world: World) -> None:
    opened = {str(each) for each in world.operations(lambda each: each.rule["scope"] is None)}
    assert opened == PUBLIC


def test_without_login(world: World) -> None:
    others = {
        "nothing": {},
        "a wrong token": {"authorization": "Bearer pin_" + "0" * 43},
        "another way": {"authorization": "Basic YmVuOmJlbg=="},
        "a wrong cookie": {"cookie": "pincite_session=" + "0" * 43},
    }
    for each in world.operations(lambda each: each.rule["scope"] is not None):
        for name, headers in others.items():
            response = world.call(world.nobody, each, headers=headers)
            assert response.status_code == 401, f"{each} with {name}: {response.status_code} {response.text}"
            assert "heron" not in response.text


def test_with_a_token_that_may_less(world: World) -> None:
    clients = {
        scope: world.served.program("ann", *(other for other in TokenScope if other is not scope))
        for scope in TokenScope
    }
    for each in world.operations(lambda each: each.rule["scope"] is not None):
        response = world.call(clients[TokenScope(each.rule["scope"])], each)
        assert response.status_code == 403, f"{each}: {response.status_code} {response.text}"
        assert each.method == "HEAD" or "scope" in response.text, each


def test_what_is_for_administrators(world: World) -> None:
    for each in world.operations(lambda each: each.rule["admin"]):
        for client in (world.ben, world.vic, world.served.program("ben")):
            response = world.call(client, each)
            assert response.status_code == 403, f"{each}: {response.status_code} {response.text}"


def is_somebodys(operation: Operation) -> bool:
    return bool(operation.rule["role"] or operation.rule["own"]) and bool(
        set(operation.parameters) - NOBODYS.keys()
    )


def test_somebody_else(world: World) -> None:
    """Ben's things do not exist for Sam: the answer is that for things which really do not exist."""
    for each in world.operations(is_somebodys):
        unknown = {name: UNKNOWN for name in each.parameters if name not in NOBODYS}
        other = world.call(world.sam, each)
        none = world.call(world.sam, each, unknown)
        assert other.status_code == 404, f"{each}: {other.status_code} {other.text}"
        assert none.status_code == 404, f"{each}: {none.status_code} {none.text}"
        assert same_but_for_ids(other, world.ids.values()) == same_but_for_ids(none, [UNKNOWN]), str(each)
        assert "heron" not in other.text
    assert_all_is_there(world)


def test_an_administrator_sees_nobodys_documents(world: World) -> None:
    ann = world.served.client("ann")
    for each in world.operations(is_somebodys):
        response = world.call(ann, each)
        assert response.status_code == 404, f"{each}: {response.status_code} {response.text}"
    assert_all_is_there(world)


def test_a_viewer(world: World) -> None:
    """May what a viewer may; what needs more is refused as such, because the collection is seen."""
    for each in world.operations(
        lambda each: is_somebodys(each) and not STREAMS_WITHOUT_END.search(each.path)
    ):
        response = world.call(world.vic, each)
        if each.rule["own"]:
            assert response.status_code == 404, f"{each}: {response.status_code} {response.text}"
        elif each.rule["role"] == Role.VIEWER.value:
            # What is asked for need not be there (an example's page, words): but it is not refused.
            assert response.status_code not in (401, 403), f"{each}: {response.status_code} {response.text}"
            assert response.status_code < 500, f"{each}: {response.status_code} {response.text}"
        else:
            assert response.status_code == 403, f"{each}: {response.status_code} {response.text}"
    # The one thing that a viewer may change: to be one no more.
    library = world.served.library.seen_by(world.served.account("ben").viewer)
    library.share(world.ids["collection"], "vic", Role.VIEWER)
    assert_all_is_there(world)


def test_ids_in_bodies_and_queries(world: World) -> None:
    """What is named beside the path is as hidden as what is named in it."""
    seen = 0
    for each in world.operations(lambda each: each.rule["scope"] is not None and not each.rule["admin"]):
        for name in REFERENCES:
            arguments = naming(world, each, name)
            if arguments is None:
                continue
            seen += 1
            own = own_things(world)
            response = world.call(world.sam, each, own, **arguments)
            assert "heron" not in response.text, each
            if response.status_code == 200:
                # Lists and bulk calls: nothing is found, or each outcome says so.
                assert tells_nothing(response, world), f"{each} {name}: {response.text}"
            else:
                assert response.status_code == 404, f"{each} {name}: {response.status_code} {response.text}"
    assert seen > 5
    assert_all_is_there(world)


def naming(world: World, operation: Operation, name: str) -> dict[str, Any] | None:
    """Arguments that name something of Ben's; None where the route takes no such thing."""
    value: Any = world.ids[
        "document" if name in ("documents", "ids") else name if name in world.ids else "collection"
    ]
    if name in operation.query_names():
        return {"params": {**operation.query(), name: value}}
    properties = operation.body_schema().get("properties", {})
    if name not in properties:
        return None
    taken = operation.resolved(properties[name])
    if "array" in str(taken):
        value = [value, value[::-1]][: max(1, taken.get("minItems", 1))]
    body = operation.body()["json"]
    return {"json": {**body, name: value}}


def own_things(world: World) -> dict[str, str]:
    """Sam's own document and so on, for the paths of routes that name Ben's in their body."""
    library = world.served.library.seen_by(world.served.account("sam").viewer)
    with_conversation = library.last_conversation() or library.begin_conversation("mine")
    return {"collection": library.default_collection().id, "conversation": with_conversation.id}


def tells_nothing(response: httpx.Response, world: World) -> bool:
    body = response.json()
    if body.get("items") == []:
        return True
    text = response.text
    return "osprey" not in text and "birds" not in text


def same_but_for_ids(response: httpx.Response, ids: Any) -> dict[str, Any]:
    if response.request.method == "HEAD":
        return {"length": response.headers["content-length"]}
    text = response.text
    for identity in ids:
        text = text.replace(identity, "ID")
    body: dict[str, Any] = httpx.Response(200, text=text).json()
    del body["request"]
    return body


def assert_all_is_there(world: World) -> None:
    """Nothing that was refused had an effect."""
    library = world.served.library
    assert library.document_by_id(world.ids["document"]).title == "heron"
    assert library.collection_by_id(world.ids["collection"]).name == "birds"
    assert library.conversation_by_id(world.ids["conversation"])
    assert not library.store.evaluations.get(world.ids["evaluation"]).asked
    assert not library.job(world.ids["job"]).state.ended
    ben, vic = world.served.account("ben"), world.served.account("vic")
    assert world.ids["token"] in [token.id for token in world.served.accounts.tokens.all(ben)]
    assert world.ids["session"] in [session.id for session in world.served.accounts.sessions.all(ben)]
    shares = library.seen_by(ben.viewer).shares(world.ids["collection"])
    assert {share.account for share in shares} == {ben.id, vic.id}


def test_ids_cannot_be_guessed(world: World) -> None:
    """80 bits at least, and no order."""
    for name, identity in world.ids.items():
        bits = len(identity) * (4 if re.fullmatch("[0-9a-f]+", identity) else 5.9)
        assert bits >= 80, name
    library = world.served.library
    made = [library.create_collection(f"c{number}").id for number in range(50)]
    assert made != sorted(made)
    assert len({identity[:4] for identity in made}) > 40
