"""What an account sees of a library, and what it may do with it."""

from __future__ import annotations

import base64
import contextlib
import itertools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_builders import add, document_of

from pincite.domain import Role, Viewer
from pincite.errors import ConflictError, ForbiddenError, NotFoundError, UsageError
from pincite.store import Store
from pincite.store.access import EVERYTHING
from pincite.store.collections import get_by_id
from pincite.store.tables import collection_documents, documents, grants
from support.viewers import account_id, delete_account, make_account


class Rooms(NamedTuple):
    """A library with two accounts, each with a document in a collection of its own."""

    ann: Store
    bob: Store
    heron: str
    osprey: str


@pytest.fixture
def rooms(store: Store, tmp_path: Path) -> Rooms:
    ann = store.seen_by(make_account(store, "Ann", first=True))
    bob = store.seen_by(make_account(store, "Bob"))
    for view in (ann, bob):
        view.create_collection("secret")
    heron = add(ann, tmp_path, "the code word is heron", name="code.txt", collection="secret")
    osprey = add(bob, tmp_path, "the code word is osprey", name="code.txt", collection="secret")
    return Rooms(ann, bob, heron, osprey)


def viewer_of(view: Store) -> Viewer:
    viewer = view.access.viewer
    assert viewer is not None
    return viewer


def names(view: Store) -> dict[str, int]:
    return {collection.name: collection.documents for collection in view.collections()}


def pk_of(store: Store, identity: str) -> int:
    with store.reading() as connection:
        found = connection.execute(sa.select(documents.c.pk).where(documents.c.id == identity)).scalar_one()
    return int(found)


def same_errors(view: Store, *calls: tuple[Callable[..., object], str, str]) -> None:
    """What is another's is told in the same words as what does not exist."""
    for call, foreign, nothing in calls:
        messages = []
        for name in (foreign, nothing):
            with pytest.raises(NotFoundError) as caught:
                call(name)
            messages.append((caught.value.message.replace(name, "…"), caught.value.remedy))
        assert messages[0] == messages[1]


def test_everything_read_is_the_viewers_own(store: Store, rooms: Rooms) -> None:
    ann, bob, heron, osprey = rooms
    assert [document.id for document in store.documents()] == [heron, osprey]
    assert [document.id for document in bob.documents()] == [osprey]
    assert names(bob) == {"secret": 1}
    assert bob.document("code.txt").id == osprey
    assert ann.document("code.txt").id == heron
    with pytest.raises(NotFoundError, match="more than one"):
        store.document("code.txt")
    foreign = pk_of(store, heron)
    (chunk,) = store.neighbours(foreign, 0)
    assert bob.documents_left([heron, osprey]) == [osprey]
    assert bob.documents_by_pk([foreign]) == {}
    assert bob.chunks([chunk.pk]) == []
    assert bob.chunk_places([chunk.pk]) == []
    assert bob.neighbours(foreign, 0) == []
    assert bob.token_data([chunk.pk]) == [b""]
    assert bob.page_labels([(foreign, 1)]) == {}
    assert bob.token_counts([foreign]) == {}
    assert bob.memberships([foreign]) == {}
    assert [pk for pk, _ in bob.document_revisions()] == [pk_of(store, osprey)]
    for wanted in (None, [foreign, pk_of(store, osprey)]):
        assert set(bob.vectors(wanted).document_pks.tolist()) == {pk_of(store, osprey)}
    original = store.document(heron)
    assert store.original_path(original).is_file()
    with pytest.raises(NotFoundError):
        bob.original_path(original)


def test_not_yours_is_told_as_if_it_did_not_exist(rooms: Rooms) -> None:
    ann, bob, heron, _ = rooms
    nothing = "f" * 20
    secret = ann.collection("secret").id
    same_errors(
        bob,
        (bob.document, heron, nothing),
        (bob.document_by_id, heron, nothing),
        (bob.pages, heron, nothing),
        (bob.parameters, heron, nothing),
        (lambda name: bob.page(name, 1), heron, nothing),
        (lambda name: bob.scope(None, [name]), heron, nothing),
        (bob.remove_document, heron, nothing),
        (lambda name: bob.rename_document(name, "mine"), heron, nothing),
        (lambda name: bob.add_to_collection(name, "secret"), heron, nothing),
        (lambda name: bob.move_document(name, "secret", "secret"), heron, nothing),
        (bob.role_on, heron, nothing),
        (bob.document_to_change, heron, nothing),
        (bob.collections_of, heron, nothing),
        (bob.documents, secret, nothing),
        (bob.collection, secret, nothing),
        (bob.collection_by_id, secret, nothing),
        (bob.scope, secret, nothing),
        (bob.delete_collection, secret, nothing),
        (lambda name: bob.rename_collection(name, "mine"), secret, nothing),
        (bob.shares, secret, nothing),
        (lambda name: bob.share(name, "Bob", Role.OWNER), secret, nothing),
        (lambda name: bob.unshare(name, "x"), secret, nothing),
        (lambda name: bob.find_documents(collection=name), secret, nothing),
        (lambda name: bob.put_same_bytes("0" * 64, name), secret, nothing),
        (bob.require_editor, secret, nothing),
    )


def test_a_beginning_of_an_id_is_one_of_those_that_are_seen(store: Store, rooms: Rooms) -> None:
    with store.writing() as connection:
        for identity, new in ((rooms.heron, "abcd1" + "0" * 15), (rooms.osprey, "abcd2" + "0" * 15)):
            connection.execute(documents.update().where(documents.c.id == identity).values(id=new))
    with pytest.raises(NotFoundError, match="more than one"):
        store.document("abcd")
    assert rooms.bob.document("abcd").id.startswith("abcd2")
    with pytest.raises(NotFoundError, match="no document"):
        rooms.bob.document("abcd1")


def test_the_own_comes_before_what_is_shared_of_one_name(rooms: Rooms) -> None:
    ann, bob, heron, osprey = rooms
    ann.share("secret", "bob", Role.VIEWER)
    assert bob.document("code.txt").id == osprey
    assert bob.document(heron).id == heron
    assert [d.id for d in bob.documents("secret")] == [osprey]
    own, shared = bob.collections()
    assert (own.name, own.role, own.shared_by) == ("secret", Role.OWNER, "")
    assert (shared.name, shared.role, shared.shared_by) == ("secret", Role.VIEWER, "Ann")
    assert [d.id for d in bob.documents(shared.id)] == [heron]
    bob.rename_collection("secret", "mine")
    assert bob.collection("secret").id == shared.id


def test_two_that_are_shared_under_one_name_are_told_apart_by_id(store: Store, rooms: Rooms) -> None:
    eve = store.seen_by(make_account(store, "Eve"))
    for view in (rooms.ann, rooms.bob):
        view.share("secret", "Eve", Role.VIEWER)
    with pytest.raises(NotFoundError, match="more than one collection") as caught:
        eve.documents("secret")
    assert rooms.ann.collection("secret").id in caught.value.remedy
    assert len(eve.documents()) == 2
    with pytest.raises(NotFoundError, match="more than one document"):
        eve.document("code.txt")


def test_who_works_on_the_folder_means_the_space_without_a_name(store: Store, rooms: Rooms) -> None:
    assert store.collection("secret").id == rooms.ann.collection("secret").id
    assert [d.id for d in store.documents("secret")] == [rooms.heron]
    made = store.create_collection("from the command line")
    assert made.id in [collection.id for collection in rooms.ann.collections()]
    assert made.id not in [collection.id for collection in rooms.bob.collections()]


def test_a_name_may_not_look_like_the_id_of_an_own_collection(rooms: Rooms) -> None:
    with pytest.raises(ConflictError):
        rooms.ann.create_collection(rooms.ann.collection("secret").id)
    # Of another's ids nobody learns by this: it is a name like any other, found by none but its owner.
    foreign = rooms.ann.collection("secret").id
    made = rooms.bob.create_collection(foreign)
    assert rooms.bob.collection(foreign).id == made.id
    assert rooms.ann.collection(foreign).name == "secret"


def test_the_same_bytes_in_two_spaces_are_two_documents(store: Store, rooms: Rooms, tmp_path: Path) -> None:
    ann, bob = rooms.ann, rooms.bob
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("same")
    first = ann.add_document(document_of(ann, tmp_path, "same", name="a.txt"), collection="secret")
    digest = first.document.sha256
    assert bob.document_by_sha256(digest, "secret") is None
    assert bob.put_same_bytes(digest, "secret") is None
    other = bob.add_document(document_of(bob, tmp_path, "same", name="b.txt"), collection="secret")
    assert (first.outcome, other.outcome) == ("added", "added")
    assert first.document.id != other.document.id
    assert other.document.file_name == "b.txt"
    again = bob.add_document(document_of(bob, tmp_path, "same", name="b.txt"), collection="secret")
    assert (again.outcome, again.document.id) == ("existing", other.document.id)
    bob.remove_document(other.document.id)
    assert ann.original_path(ann.document(first.document.id)).is_file()
    ann.remove_document(first.document.id)
    assert not list((store.folder / "originals").rglob(f"{digest}*"))
    assert store.check(deep=True) == []


def test_an_editor_does_not_learn_what_else_the_owner_has(rooms: Rooms, tmp_path: Path) -> None:
    ann, bob = rooms.ann, rooms.bob
    hidden = add(ann, tmp_path, "plans", name="layoffs.txt", collection="secret")
    ann.create_collection("common")
    ann.share("common", "Bob", Role.EDITOR)
    digest = ann.document(hidden).sha256
    assert bob.put_same_bytes(digest, "common") is None
    brought = bob.add_document(document_of(bob, tmp_path, "plans", name="found.txt"), collection="common")
    assert (brought.outcome, brought.document.file_name) == ("added", "found.txt")
    assert brought.document.id != hidden
    # Whoever sees both is told, and both go on being read and indexed again as what they are.
    assert ann.document_by_sha256(digest, "common") is not None
    new = document_of(ann, tmp_path, "plans", name="found.txt")
    again = ann.add_document(new, collection=None, replace=brought.document.id)
    assert (again.outcome, again.document.id, again.retired) == ("replaced", brought.document.id, None)
    assert ann.document(hidden).file_name == "layoffs.txt"


def test_who_brings_the_same_bytes_needs_no_right_on_the_document_that_has_them(
    rooms: Rooms, tmp_path: Path
) -> None:
    ann, bob = rooms.ann, rooms.bob
    ann.share("secret", "Bob", Role.VIEWER)
    ann.create_collection("common")
    ann.share("common", "Bob", Role.EDITOR)
    with pytest.raises(ForbiddenError):
        bob.add_to_collection(rooms.heron, "common")
    with pytest.raises(ForbiddenError):
        bob.put_same_bytes(ann.document(rooms.heron).sha256, ann.collection("secret").id)
    found, put = bob.put_same_bytes(ann.document(rooms.heron).sha256, "common") or (None, False)
    assert put
    assert found is not None
    assert found.id == rooms.heron
    assert set(found.collections) == {"secret", "common"}


@pytest.mark.parametrize("role", list(Role))
def test_each_role_may_do_its_own(store: Store, rooms: Rooms, tmp_path: Path, role: Role) -> None:
    ann, bob = rooms.ann, rooms.bob
    secret = ann.collection("secret").id
    ann.create_collection("other")
    for name in (secret, "other"):
        ann.share(name, "Bob", role)
    assert bob.role_in(secret) is role
    assert bob.role_on(rooms.heron) is role
    assert bob.page(rooms.heron, 1).text == "the code word is heron"
    editing: list[Callable[[], object]] = [
        lambda: bob.require_editor(secret),
        lambda: bob.document_to_change(rooms.heron),
        lambda: bob.rename_document(rooms.heron, "A bird"),
        lambda: add(bob, tmp_path, "more", name="more.txt", collection=secret),
        lambda: bob.add_document(
            document_of(bob, tmp_path, "new code"), collection=None, replace=rooms.heron
        ),
        lambda: bob.add_to_collection(rooms.heron, "other"),
        lambda: bob.remove_from_collection(rooms.heron, "other"),
        lambda: bob.move_document(rooms.heron, secret, "other"),
        lambda: bob.remove_document(rooms.heron),
    ]
    owning: list[Callable[[], object]] = [
        lambda: bob.shares(secret),
        lambda: bob.share(secret, "bob", role),
        lambda: bob.unshare(secret, account_id(store, viewer_of(ann))),
        lambda: bob.rename_collection(secret, "new name"),
        lambda: bob.delete_collection("other"),
    ]
    for needed, calls in ((Role.EDITOR, editing), (Role.OWNER, owning)):
        for call in calls:
            if role.covers(needed):
                with contextlib.suppress(ConflictError):  # an owner may try, and the maker stays
                    call()
            else:
                with pytest.raises(ForbiddenError, match=f"as {role.value} you may not") as caught:
                    call()
                assert caught.value.remedy
    if role is Role.VIEWER:
        assert ann.document(rooms.heron).title == "A Title"
    assert [finding for finding in store.check(deep=True) if finding.severity != "info"] == []


def test_a_document_leaves_only_the_collections_of_which_the_viewer_is_an_editor(rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    ann.create_collection("common")
    ann.add_to_collection(rooms.heron, "common")
    ann.share("common", "Bob", Role.EDITOR)
    assert bob.document(rooms.heron).collections == ("common",)
    assert bob.role_on(rooms.heron) is Role.EDITOR
    bob.remove_document(rooms.heron)
    with pytest.raises(NotFoundError):
        bob.document(rooms.heron)
    assert ann.document(rooms.heron).collections == ("secret",)
    ann.remove_document(rooms.heron)
    with pytest.raises(NotFoundError):
        ann.document(rooms.heron)


def test_documents_stay_in_their_space(rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    bob.share("secret", "Ann", Role.OWNER)
    foreign = bob.collection("secret").id
    with pytest.raises(UsageError, match="another account"):
        ann.add_to_collection(rooms.heron, foreign)
    with pytest.raises(UsageError, match="another account"):
        ann.move_document(rooms.heron, "secret", foreign)


def test_a_move_is_all_or_nothing(rooms: Rooms) -> None:
    ann = rooms.ann
    ann.create_collection("new")
    revision = ann.revision()
    moved = ann.move_document(rooms.heron, "secret", "new")
    assert moved.collections == ("new",)
    assert ann.revision() == revision + 1
    with pytest.raises(NotFoundError, match="is not in collection 'secret'"):
        ann.move_document(rooms.heron, "secret", "new")
    assert ann.move_document(rooms.heron, "new", "new").collections == ("new",)


def test_a_given_title_stays_when_the_document_is_indexed_again(rooms: Rooms, tmp_path: Path) -> None:
    ann = rooms.ann
    assert ann.rename_document(rooms.heron, "  A \n bird ").title == "A bird"
    assert [d.id for d in ann.find_documents(words="BIRD").items] == [rooms.heron]
    new = document_of(ann, tmp_path, "the code word is heron", name="code.txt", title="Found anew")
    assert ann.add_document(new, collection=None, replace=rooms.heron).document.title == "A bird"
    assert [d.id for d in ann.find_documents(words="bird").items] == [rooms.heron]
    assert ann.find_documents(words="anew").items == ()
    assert ann.rename_document(rooms.heron, "").title == "Found anew"
    for title in ("x" * 501, "a\x07b", "\u202egnp"):
        with pytest.raises(UsageError, match="title"):
            ann.rename_document(rooms.heron, title)


def test_default_collections_are_made_when_they_are_needed(store: Store, rooms: Rooms) -> None:
    assert rooms.ann.default_collection().id == store.default_collection().id
    made = rooms.bob.default_collection()
    assert (made.name, made.role) == ("default", Role.OWNER)
    assert rooms.bob.default_collection().id == made.id != store.default_collection().id
    for change in (
        lambda: rooms.bob.delete_collection("default"),
        lambda: rooms.bob.rename_collection("default", "x"),
    ):
        with pytest.raises(UsageError, match="cannot be removed"):
            change()


def test_two_requests_make_one_default_collection(store: Store, rooms: Rooms) -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(rooms.bob.default_collection().id)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 4


def test_a_collection_is_shared_and_taken_back(store: Store, rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    secret = ann.collection("secret").id
    bobs, anns = (account_id(store, viewer_of(view)) for view in (bob, ann))
    share = ann.share(secret, " BOB ", Role.VIEWER)
    assert (share.account, share.name, share.role, share.holder) == (bobs, "Bob", Role.VIEWER, False)
    assert ann.share(secret, "bob", Role.EDITOR).role is Role.EDITOR
    assert [(s.name, s.role, s.holder) for s in ann.shares(secret)] == [
        ("Ann", Role.OWNER, True),
        ("Bob", Role.EDITOR, False),
    ]
    bob.unshare(secret, bobs)  # whoever was given it may leave
    with pytest.raises(NotFoundError):
        bob.collection(secret)
    with pytest.raises(NotFoundError, match="not shared"):
        ann.unshare(secret, bobs)
    with pytest.raises(NotFoundError, match="no account"):
        ann.share(secret, "Nobody", Role.VIEWER)
    for change in (lambda: ann.unshare(secret, anns), lambda: ann.share(secret, "Ann", Role.EDITOR)):
        with pytest.raises(ConflictError, match="stays its owner"):
            change()
    ann.share(secret, "Bob", Role.OWNER)
    with pytest.raises(ConflictError, match="stays its owner"):
        bob.unshare(secret, anns)


def test_the_last_owner_stays_when_the_maker_is_gone(store: Store, rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    ann.share("secret", "Bob", Role.OWNER)
    secret = ann.collection("secret").id
    delete_account(store, viewer_of(ann))
    assert [share.name for share in bob.shares(secret)] == ["Bob"]
    with pytest.raises(ConflictError, match="at least one owner"):
        bob.unshare(secret, account_id(store, viewer_of(bob)))
    with pytest.raises(ConflictError, match="at least one owner"):
        bob.share(secret, "Bob", Role.VIEWER)
    assert bob.delete_collection(secret) == 1
    assert store.check(deep=True) == []


def test_what_only_an_account_has_goes_with_it(store: Store, rooms: Rooms, tmp_path: Path) -> None:
    ann, bob = rooms.ann, rooms.bob
    bob.create_collection("shared")
    kept = add(bob, tmp_path, "kept", name="kept.txt", collection="shared")
    bob.add_to_collection(rooms.osprey, "shared")
    bob.share("shared", "Ann", Role.OWNER)
    alone = add(bob, tmp_path, "alone", name="alone.txt", collection="secret")
    talk = bob.conversations.create("Of birds")
    bob.conversations.begin_turn(talk.id, "What?")
    nobodys = store.conversations.create("On the command line")
    delete_account(store, viewer_of(bob))
    left = {document.id for document in store.documents()}
    assert left == {rooms.heron, rooms.osprey, kept}
    assert alone not in left
    assert [conversation.id for conversation in store.conversations.all()] == [nobodys.id]
    assert names(ann) == {"default": 0, "secret": 1, "shared": 2}
    assert bob.documents() == []
    assert bob.collections() == []
    assert bob.conversations.all() == []
    assert store.check(deep=True) == []
    # The maker of its space is gone; who owns it now may go on with it.
    add(ann, tmp_path, "new", name="new.txt", collection="shared")
    delete_account(store, viewer_of(ann))
    assert names(store) == {"default": 0}
    assert not list((store.folder / "originals").rglob("*.txt"))
    assert store.check(deep=True) == []


def test_the_first_account_is_given_what_is_there(store: Store, tmp_path: Path) -> None:
    there = add(store, tmp_path, "before")
    talk = store.conversations.create("Before accounts")
    ann = store.seen_by(make_account(store, "Ann", first=True))
    bob = store.seen_by(make_account(store, "Bob"))
    assert [document.id for document in ann.documents()] == [there]
    assert ann.role_on(there) is Role.OWNER
    assert ann.conversations.get_by_id(talk.id).title == "Before accounts"
    assert bob.documents() == []
    assert bob.conversations.all() == []
    assert store.conversations.last() is None  # it is somebody's now
    with pytest.raises(NotFoundError):
        bob.conversations.get(talk.id)


def test_a_grant_that_is_withdrawn_counts_in_a_scope_made_before(rooms: Rooms, store: Store) -> None:
    ann, bob = rooms.ann, rooms.bob
    secret = ann.collection("secret").id
    ann.share(secret, "Bob", Role.VIEWER)
    scopes = [bob.scope(), bob.scope(secret), bob.scope(None, [rooms.heron])]
    assert [len(bob.search_chunks([["heron"]], scope, 10)) for scope in scopes] == [1, 1, 1]
    ann.unshare(secret, account_id(store, viewer_of(bob)))
    for scope in scopes:
        assert bob.search_chunks([["heron"]], scope, 10) == []
        now = bob.scope_now(scope)
        assert pk_of(store, rooms.heron) not in (now.document_pks or ())
        assert bob.search_pages([["heron"]], now, 10) == []
        assert pk_of(store, rooms.heron) not in bob.outlined(scope)
        rare = bob.rare_terms(scope, 9, wanted=lambda _: True, without=np.zeros(0, np.int64))
        assert "heron" not in rare.terms
    assert bob.scope_now(scopes[0]).document_pks == (pk_of(store, rooms.osprey),)


def test_a_key_is_never_used_again(store: Store, rooms: Rooms, tmp_path: Path) -> None:
    ann, bob = rooms.ann, rooms.bob
    before = viewer_of(bob)
    ann.share("secret", "Bob", Role.VIEWER)
    foreign = pk_of(store, rooms.heron)
    ann.remove_document(rooms.heron)
    add(ann, tmp_path, "another", name="other.txt", collection="default")
    assert bob.documents_by_pk([foreign]) == {}
    delete_account(store, before)
    after = store.seen_by(make_account(store, "Bob"))
    assert viewer_of(after).pk > before.pk
    assert after.collections() == []


def test_nothing_is_left_of_what_a_deleted_account_was_just_making(store: Store, rooms: Rooms) -> None:
    delete_account(store, viewer_of(rooms.bob))
    for call in (lambda: rooms.bob.create_collection("new"), rooms.bob.default_collection):
        with pytest.raises(NotFoundError):
            call()
    assert [collection.shared_by for collection in store.collections()] == ["", ""]
    assert store.check(deep=True) == []


def test_all_at_once_nothing_is_doubled_and_nothing_mixed(store: Store, tmp_path: Path) -> None:
    views = [store.seen_by(make_account(store, name, first=name == "Ann")) for name in ("Ann", "Bob")]
    errors: list[Exception] = []

    def work(view: Store, number: int) -> None:
        try:
            folder = tmp_path / str(number)
            folder.mkdir()
            made = view.create_collection("same name", exist_ok=True)
            add(view, folder, "same bytes", "same pages", name="same.txt", collection=made.id)
        except Exception as error:  # told below, in the thread of the test
            errors.append(error)

    threads = [threading.Thread(target=work, args=(views[n % 2], n)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len({view.document("same.txt").id for view in views}) == 2
    for view in views:
        assert [c.documents for c in view.collections() if c.name == "same name"] == [1]
        assert len(view.documents()) == 1
    assert store.check(deep=True) == []


def test_lists_are_given_part_by_part_in_every_order(rooms: Rooms, tmp_path: Path) -> None:
    ann, bob = rooms.ann, rooms.bob
    facts = [("Émile", 1999, 3), ("ample", None, 1), ("Zebra", 1999, 2), ("ample", 2020, 1), ("bird", 1, 1)]
    for number, (title, year, count) in enumerate(facts):
        texts = [f"{title} {number} {page}" for page in range(count)]
        add(ann, tmp_path, *texts, name=f"{number}.txt", title=title, year=year, collection="default")
    for sort, descending in itertools.product(("added", "title", "year", "pages", "size"), (True, False)):
        whole = ann.find_documents(collection="default", sort=sort, descending=descending)  # type: ignore[arg-type]
        assert whole.next is None
        parts, cursor = [], None
        while True:
            part = ann.find_documents(
                collection="default",
                sort=sort,  # type: ignore[arg-type]
                descending=descending,
                limit=2,
                cursor=cursor,
            )
            parts += part.items
            cursor = part.next
            if cursor is None:
                break
        assert parts == list(whole.items)
        assert len(parts) == 5
    titles = [d.title for d in ann.find_documents(collection="default", sort="title", descending=False).items]
    assert titles == ["ample", "ample", "bird", "Émile", "Zebra"]
    years = [d.year for d in ann.find_documents(collection="default", sort="year").items]
    assert years == [2020, 1999, 1999, 1, None]
    assert bob.find_documents().items == (bob.document(rooms.osprey),)
    assert bob.find_documents(words="émile").items == ()


def test_lists_are_filtered(rooms: Rooms, tmp_path: Path) -> None:
    ann = rooms.ann
    clean = add(ann, tmp_path, "x", name="100%_done.txt", notices=(), language="de", authors=("Zoë Ü",))
    assert [d.id for d in ann.find_documents(warnings=False).items] == [clean]
    assert [d.id for d in ann.find_documents(warnings=True).items] == [rooms.heron]
    assert [d.id for d in ann.find_documents(language="de").items] == [clean]
    assert [d.id for d in ann.find_documents(kind="other", words="zoe TITLE").items] == [clean]
    assert [d.id for d in ann.find_documents(words="0%_").items] == [clean]
    assert ann.find_documents(words="1%d").items == ()
    assert ann.find_documents(kind="paper").items == ()
    assert ann.find_documents(words="\x00 \ud800 '; --").items == ()


@pytest.mark.parametrize(
    "cursor",
    [
        *(
            "",
            "x",
            "é",
            "W10",
            "bnVsbA",
            "WyJhZGRlZCIsdHJ1ZSwxLDFd",
            "WyJhZGRlZCIsdHJ1ZSwieCIsInkiXQ",
            "A" * 9000,
        ),
        base64.urlsafe_b64encode(b"[" * 2900).decode().rstrip("="),
        base64.urlsafe_b64encode(rb'["added", true, "\ud800", 1]').decode().rstrip("="),
    ],
)
def test_a_cursor_of_something_else_is_refused(rooms: Rooms, cursor: str) -> None:
    with pytest.raises(UsageError, match="cursor"):
        rooms.ann.find_documents(cursor=cursor)


def test_a_cursor_belongs_to_its_order(rooms: Rooms, tmp_path: Path) -> None:
    add(rooms.ann, tmp_path, "second", name="second.txt")
    cursor = rooms.ann.find_documents(limit=1).next
    for changes in ({"descending": False}, {"sort": "title"}):
        with pytest.raises(UsageError, match="cursor"):
            rooms.ann.find_documents(limit=1, cursor=cursor, **changes)  # type: ignore[arg-type]
    for limit in (0, 201):
        with pytest.raises(UsageError, match="a part of"):
            rooms.ann.find_documents(limit=limit)


def test_results_are_kept_for_those_who_see_what_they_were_made_from(rooms: Rooms) -> None:
    ann, bob = rooms.ann, rooms.bob
    assert ann.results.put("k", "summary", {"text": "heron"}, [rooms.heron])
    assert bob.results.get("k") is None
    assert not bob.results.put("other", "summary", {}, [rooms.heron])
    ann.share("secret", "Bob", Role.VIEWER)
    assert bob.results.get("k") == {"text": "heron"}


def test_a_check_finds_documents_and_collections_where_they_do_not_belong(store: Store, rooms: Rooms) -> None:
    with store.writing() as connection:
        connection.execute(
            collection_documents.update()
            .where(collection_documents.c.document_pk == pk_of(store, rooms.heron))
            .values(collection_pk=sa.select(grants.c.collection_pk).where(
                grants.c.account_pk == viewer_of(rooms.bob).pk).scalar_subquery())
        )  # fmt: skip
        connection.execute(grants.delete().where(grants.c.account_pk == viewer_of(rooms.ann).pk))
    found = {finding.name for finding in store.check()}
    assert found == {"wrong_space", "collection_without_owner"}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    held=st.lists(st.sets(st.integers(0, 2), min_size=1), min_size=6, max_size=6),
    granted=st.lists(st.sampled_from([None, *Role]), min_size=3, max_size=3),
)
def test_a_view_holds_exactly_what_is_granted(
    shelves: tuple[Store, Viewer, list[str], list[int]], held: list[set[int]], granted: list[Role | None]
) -> None:
    store, viewer, ids, collections = shelves
    with store.writing() as connection:
        connection.execute(grants.delete().where(grants.c.account_pk == viewer.pk))
        connection.execute(collection_documents.delete())
        for document, inside in zip(ids, held, strict=True):
            for number in inside:
                row = {"collection_pk": collections[number], "document_pk": pk_of(store, document)}
                connection.execute(collection_documents.insert(), row)
        for pk, role in zip(collections, granted, strict=True):
            if role is not None:
                row = {"collection_pk": pk, "account_pk": viewer.pk, "role": role.value}
                connection.execute(grants.insert(), row)
    view = store.seen_by(viewer)
    open_to = {number for number, role in enumerate(granted) if role is not None}
    expected = [document for document, inside in zip(ids, held, strict=True) if inside & open_to]
    assert [document.id for document in view.documents()] == expected
    assert [d.id for d in view.find_documents(descending=False).items] == expected
    hits = view.search_chunks([["word"]], view.scope(), 100)
    pks = {pk_of(store, document) for document in expected}
    assert {chunk.document_pk for chunk in store.chunks([hit.chunk_pk for hit in hits])} == pks
    # Scores are those of a library with these documents only.
    alone = store.search_chunks([["word"]], store.scope(None, expected), 100) if expected else []
    assert hits == alone
    assert set(view.vectors().document_pks.tolist()) == pks
    for document, inside in zip(ids, held, strict=True):
        roles = [role for number in inside & open_to if (role := granted[number]) is not None]
        if roles:
            assert view.role_on(document) is max(roles, key=list(Role).index)
            assert len(view.document(document).collections) == len(inside & open_to)


@pytest.fixture
def shelves(store: Store, tmp_path: Path) -> tuple[Store, Viewer, list[str], list[int]]:
    viewer = make_account(store, "Somebody")
    ids = [
        add(store, tmp_path, "word " * (number + 1), "page two", name=f"{number}.txt") for number in range(6)
    ]
    made = [store.create_collection(f"c{number}").id for number in range(3)]
    with store.reading() as connection:
        return store, viewer, ids, [get_by_id(connection, EVERYTHING, identity) for identity in made]
