"""The whole library through the eyes of accounts: every way in which text could reach somebody else."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import event, select

from pincite import Library
from pincite.answer.events import Checked
from pincite.domain import Level, Lost, Passage, Role, TurnState, Viewer
from pincite.errors import ForbiddenError, NotFoundError, UsageError
from pincite.store.tables import accounts
from support.loaded import share_encoder
from support.paragraphs import write_document
from support.viewers import account_id, delete_account, make_account

WORDS = "heron osprey"
QUESTION = "What is the code word of the bird station?"


class Rooms(NamedTuple):
    """A library with two accounts, each with one document of the same name about the same things."""

    all: Library
    ann: Library
    bob: Library
    viewer: Viewer
    ann_document: str
    bob_document: str


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("views")
    with pytest.MonkeyPatch.context() as patched:
        share_encoder(patched)
        with Library.open(folder / "library") as library:
            viewers = {
                name: make_account(library.store, name, first=name == "Ann") for name in ("Ann", "Bob")
            }
            for (name, viewer), word in zip(viewers.items(), WORDS.split(), strict=True):
                # The rare words are in both: a list of shared terms would tell of the other one.
                path = write_document(
                    folder / name / "station.pdf",
                    (
                        ("h", f"Report of the {word} station"),
                        (
                            "p",
                            f"The code word of the bird station is {word}. Nobody else may know the word {word}.",
                        ),
                        (
                            "p",
                            "The wranglestone weir was measured by Quillfeather and Brackenthwaite in 1911.",
                        ),
                        ("p", f"The station of {name} was founded in the year 19{len(word)}2 by the river."),
                    ),
                )
                view = library.seen_by(viewer)
                view.create_collection("birds")
                assert len(view.add([path], collection="birds").added) == 1
    return folder


@pytest.fixture
def rooms(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    share_encoder(monkeypatch)
    shutil.copytree(made / "library", tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        ann, bob = _accounts(library)
        views = library.seen_by(ann), library.seen_by(bob)
        yield Rooms(library, *views, bob, views[0].documents()[0].id, views[1].documents()[0].id)


def _accounts(library: Library) -> list[Viewer]:
    with library.store.reading() as connection:
        rows = connection.execute(select(accounts.c.pk, accounts.c.space).order_by(accounts.c.pk))
        return [Viewer(*row) for row in rows]


def test_no_way_in_leads_to_what_is_anothers(rooms: Rooms) -> None:
    bob = rooms.bob
    said = [
        bob.search(QUESTION, k=100),
        bob.search("heron", k=100, dense=False),
        bob.search("heron", k=100, lexical=False, rerank=False),
        bob.ask(QUESTION),
        bob.ask("Which station is about the heron?"),
        bob.ask("Summarise the document."),
        bob.ask("Summarise Report of the heron station."),
        bob.summarize("station.pdf"),
        bob.converse("What is the code word?"),
        bob.converse("Summarise this document"),
        bob.converse("Compare these documents."),
        bob.extract(["station.pdf"], schema="paper"),
        *(bob.graph(level=level) for level in Level),
        bob.collections(),
        bob.documents(),
        bob.find_documents(words="station"),
        bob.conversations(),
        [bob.turns(conversation.id) for conversation in bob.conversations()],
        bob.pages("station.pdf"),
    ]
    for answer in said:
        text = repr(answer)
        if "heron?" in text or "heron station." in text:
            text = text.replace("Which station is about the heron?", "").replace(
                "Summarise Report of the heron station.", ""
            )
        assert "heron" not in text
        assert rooms.ann_document not in text
        assert "Ann" not in text
    assert "osprey" in repr(said[0])
    assert "osprey" in repr(said[3])


def test_links_of_rare_words_are_those_between_what_is_seen(rooms: Rooms) -> None:
    shared = {word for edge in rooms.all.graph().edges for word in edge.shared}
    assert shared
    assert not any(edge.shared for edge in rooms.bob.graph().edges)


@pytest.mark.parametrize("kind", ["document", "collection"])
def test_every_way_in_refuses_the_ids_of_others(rooms: Rooms, kind: str) -> None:
    bob = rooms.bob
    foreign = rooms.ann_document if kind == "document" else rooms.ann.collection("birds").id
    own = rooms.bob_document
    scope = {"documents": [foreign]} if kind == "document" else {"collection": foreign}
    talk = bob.converse("What is the code word?").number
    assert talk == 1
    for call in (
        lambda: bob.search(QUESTION, **scope),
        lambda: bob.ask(QUESTION, **scope),
        lambda: bob.ask("Summarise this document.", **scope),
        lambda: bob.ask("Compare these documents.", **scope),
        lambda: bob.converse(QUESTION, **scope),
        lambda: bob.graph(**scope),
        lambda: bob.summarize(foreign),
        lambda: bob.extract([own, foreign], schema="paper"),
        lambda: bob.compare([own, foreign]),
        lambda: bob.document(foreign),
        lambda: bob.pages(foreign),
        lambda: bob.remove(foreign),
        lambda: bob.remove(own, collection=foreign),
        lambda: bob.reindex(foreign),
    ):
        with pytest.raises(NotFoundError, match=r"there is no (document|collection)"):
            call()
    if kind == "document":
        with pytest.raises(NotFoundError):
            bob.original(rooms.ann.document(foreign))


def ranked(passages: list[Passage]) -> list[tuple[str, list[float]]]:
    # Sums of other lengths differ in their last digits.
    return [
        (p.text, [0.0 if value is None else round(value, 4) + 0.0 for value in astuple(p.scores)])
        for p in passages
    ]


def test_a_view_ranks_as_a_library_with_these_documents_only(
    rooms: Rooms, made: Path, tmp_path: Path
) -> None:
    verbs = ("measured", "founded", "painted", "visited", "sold")
    more = [
        write_document(
            tmp_path / f"{verb}.pdf", (("p", f"In 1911 the weir was {verb} by the river wardens."),)
        )
        for verb in verbs
    ]
    rooms.bob.add(more[:3], collection="birds")
    rooms.ann.add(more[3:], collection="birds")
    with Library.open(tmp_path / "alone") as alone:
        alone.add([made / "Bob" / "station.pdf", *more[:3]], collection="birds")
        for question in (QUESTION, "river", "Who measured the weir in 1911?"):
            there = alone.search(question, k=50)
            assert len(there) == 4
            for _ in range(2):  # the second time from what is held in memory
                assert ranked(rooms.bob.search(question, k=50)) == ranked(there)
            assert rooms.bob.ask(question).text == alone.ask(question).text
            assert len(rooms.all.search(question, k=50)) == 7


def test_what_is_held_in_memory_follows_what_is_shared(rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    before = bob.search(QUESTION, k=50)
    ann.share("birds", "Bob", Role.VIEWER)
    shared = bob.search(QUESTION, k=50)
    assert ranked(shared) == ranked(rooms.all.search(QUESTION, k=50))
    assert {name for p in shared for name in p.document.collections} == {"birds"}
    ann.create_collection("hidden from Bob")
    ann.add_to_collection(rooms.ann_document, "hidden from Bob")
    assert "hidden" not in repr(bob.search(QUESTION, k=50))
    assert "hidden" in repr(ann.search(QUESTION, k=50))
    assert "hidden" not in repr(bob.graph())
    ann.unshare(ann.collection("birds").id, account_id(rooms.all.store, rooms.viewer))
    assert bob.search(QUESTION, k=50) == before


def test_a_grant_withdrawn_between_two_questions(rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    birds = ann.collection("birds").id
    ann.share("birds", "Bob", Role.VIEWER)
    first = bob.converse("What is the code word of the bird station?", collection=birds)
    assert first.answer is not None
    assert "heron" in first.answer.text
    talk = bob.last_conversation()
    assert talk is not None
    assert bob.conversations("heron") == [talk]
    assert bob.quoted_in(ann.document(rooms.ann_document)).turns == 1
    assert ann.quoted_in(ann.document(rooms.ann_document)).turns == 0
    ann.unshare(birds, account_id(rooms.all.store, rooms.viewer))
    (turn,) = bob.turns(talk.id)
    assert (turn.state, turn.answer, turn.failure) == (TurnState.FORGOTTEN, None, "")
    assert turn.question == first.question
    assert bob.conversations("heron") == []
    assert bob.conversations("code word") == [talk]
    with pytest.raises(NotFoundError):
        bob.converse("And when was it founded?", conversation=talk.id)
    with pytest.raises(NotFoundError):
        bob.retry(talk.id)
    assert "heron" not in repr(bob.turns(talk.id))
    # Shared again, it can be read again; asked by a follow-up, it is understood again.
    ann.share("birds", "Bob", Role.VIEWER)
    assert bob.turns(talk.id)[0].answer == first.answer
    # Who removes it takes it from everybody's old answers, but not from their own.
    own = ann.converse("What is the code word of the bird station?")
    ann.remove(rooms.ann_document)
    assert bob.turns(talk.id)[0].state is TurnState.FORGOTTEN
    (kept,) = ann.turns(ann.conversations()[0].id)
    assert own.answer is not None
    assert kept.answer is not None
    assert kept.answer.text == own.answer.text
    assert set(kept.lost.values()) == {Lost.REMOVED}


def test_what_goes_out_of_sight_before_it_is_sought_is_not_found(rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    birds = ann.collection("birds").id
    ann.share("birds", "Bob", Role.VIEWER)
    talking = bob.converse_events("What is the code word of the bird station?", collection=birds)
    with talking:
        next(talking)  # it is about to search
        ann.unshare(birds, account_id(rooms.all.store, rooms.viewer))
        list(talking)
    (turn,) = bob.turns(talking.conversation)
    assert turn.answer is not None
    assert (turn.answer.refused, turn.answer.passages) == (True, ())
    assert "heron" not in repr(turn)


def test_what_was_found_is_not_kept_when_it_goes_out_of_sight_before_it_is(rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    birds = ann.collection("birds").id
    ann.share("birds", "Bob", Role.VIEWER)
    talking = bob.converse_events("What is the code word of the bird station?", collection=birds)
    with talking:
        for happened in talking:
            if isinstance(happened, Checked):
                ann.unshare(birds, account_id(rooms.all.store, rooms.viewer))
    (turn,) = bob.turns(talking.conversation)
    assert (turn.state, turn.answer) == (TurnState.FAILED, None)
    assert "removed while it was written" in turn.failure
    (turn,) = rooms.all.turns(talking.conversation)
    assert "heron" not in repr(turn)


def test_conversations_are_their_accounts(rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    ann.converse("What is the code word of the bird station?")
    (talk,) = ann.conversations()
    assert bob.conversations() == []
    assert bob.last_conversation() is None
    for call in (
        lambda: bob.conversation(talk.id),
        lambda: bob.conversation_by_id(talk.id),
        lambda: bob.conversation(talk.title),
        lambda: bob.turns(talk.id),
        lambda: bob.converse("And?", conversation=talk.id),
        lambda: bob.retry(talk.id),
        lambda: bob.rename_conversation(talk.id, "mine"),
        lambda: bob.delete_conversation(talk.id),
    ):
        with pytest.raises(NotFoundError, match="there is no conversation"):
            call()
    assert rooms.all.conversations() == [talk]
    assert rooms.all.last_conversation() is None
    rooms.all.converse("What is the code word of the bird station?")
    assert rooms.all.last_conversation() is not None
    assert ann.conversations() == [talk]


def test_what_is_removed_is_found_nowhere_and_its_key_means_nothing_new(rooms: Rooms, made: Path) -> None:
    ann, bob = rooms.ann, rooms.bob
    ann.share("birds", "Bob", Role.VIEWER)
    assert "heron" in repr(bob.search("heron", k=5))
    ann.remove(rooms.ann_document)
    assert "heron" not in repr(bob.search("heron", k=50))
    report = ann.add([made / "Bob" / "station.pdf"], collection="default")
    assert len(report.added) == 1  # of another space: the same bytes are a document of Ann's own
    assert report.added[0].document.id != rooms.bob_document
    assert {p.document.id for p in bob.search(QUESTION, k=50)} == {rooms.bob_document}
    assert rooms.all.check() == []


def test_a_small_collection_is_searched_before_anything_is_ranked(rooms: Rooms, tmp_path: Path) -> None:
    library = rooms.all
    crowd = write_document(
        tmp_path / "crowd.pdf", tuple(("p", f"The code word of station {n} is sparrow.") for n in range(60))
    )
    rooms.ann.add([crowd], collection="birds")
    assert len(library.search("code word", k=10, collection=rooms.bob.collection("birds").id)) >= 1
    assert {p.document.id for p in rooms.bob.search("code word", k=3)} == {rooms.bob_document}


def test_adding_through_a_view_needs_the_role(rooms: Rooms, made: Path, tmp_path: Path) -> None:
    ann, bob = rooms.ann, rooms.bob
    new = write_document(tmp_path / "new.pdf", (("p", "The code word of the third station is wren."),))
    ann.share("birds", "Bob", Role.VIEWER)
    birds = ann.collection("birds").id
    with pytest.raises(ForbiddenError):
        bob.add([new], collection=birds)
    with bob.receiving() as received:
        received.write(new.read_bytes())
        with pytest.raises(ForbiddenError):
            bob.hand_in(received, file_name="new.pdf", collection=birds)
    with pytest.raises(ForbiddenError):
        bob.reindex(rooms.ann_document)
    ann.share("birds", "Bob", Role.EDITOR)
    assert len(bob.add([new], collection=birds).added) == 1
    assert len(ann.documents("birds")) == 2
    # What a stranger calls a collection is made in the stranger's own space.
    bob.add([new], collection="another")
    assert ann.collections() == [c for c in ann.collections() if c.name != "another"]
    assert bob.collection("another").shared_by == ""
    with pytest.raises(UsageError):
        bob.create_collection("another")


def test_all_goes_with_its_account(rooms: Rooms) -> None:
    rooms.bob.converse("What is the code word of the bird station?")
    delete_account(rooms.all.store, rooms.viewer)
    assert rooms.bob.search(QUESTION) == []
    assert [document.id for document in rooms.all.documents()] == [rooms.ann_document]
    assert "osprey" not in repr(rooms.all.search("osprey", k=50))
    assert rooms.all.conversations() == []
    assert rooms.all.check() == []


def test_a_view_asks_no_more_of_the_database_the_more_it_holds(rooms: Rooms, tmp_path: Path) -> None:
    def statements(view: Library) -> int:
        seen: list[str] = []

        def count(*arguments: object) -> None:
            seen.append(str(arguments[2]))

        engine = view.store._backend.engine
        event.listen(engine, "before_cursor_execute", count)
        try:
            view.search(QUESTION, k=10)
        finally:
            event.remove(engine, "before_cursor_execute", count)
        return len(seen)

    rooms.bob.search(QUESTION)
    few, of_all = statements(rooms.bob), statements(rooms.all)
    texts = random.Random(1).sample(range(1000), 6)
    paths = [write_document(tmp_path / f"{n}.pdf", (("p", f"Station {n} has a code word."),)) for n in texts]
    rooms.bob.add(paths, collection="birds")
    rooms.bob.search(QUESTION)
    assert statements(rooms.bob) == few
    assert few <= of_all + 4


def test_similar_documents_are_those_that_are_seen(rooms: Rooms) -> None:
    """The two are nearly the same, and resemble each other only for who sees both."""
    (found,) = rooms.all.similar(rooms.ann_document)
    assert found.document.id == rooms.bob_document
    assert 0.5 < found.score <= 1
    assert rooms.ann.similar(rooms.ann_document) == []
    for unseen in (rooms.ann_document, rooms.ann_document[:12]):
        with pytest.raises(NotFoundError):
            rooms.bob.similar(unseen)
    for limit in (0, 101):
        with pytest.raises(UsageError):
            rooms.all.similar(rooms.ann_document, limit)
