"""What the other processes of the concurrency tests do: python store_worker.py TASK LIBRARY FOLDER NUMBER."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from store_builders import add, document_of

from pincite.store import Store, write


def say(word: object) -> None:
    """Tell the test; it reads line by line."""
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def add_and_remove(store: Store, folder: Path, number: int) -> None:
    """Leaves two documents of its own, and one of the same bytes as everybody's."""
    for turn in range(4):
        own = add(store, folder, f"word{number} turn{turn}", "second", name=f"{number}-{turn}.txt")
        store.add_document(
            document_of(store, folder, "the same for all", name="same.txt"), collection="default"
        )
        store.search_chunks([["turn1"]], store.scope(), 10)
        if turn % 2:
            store.remove_document(own)


def same_bytes(store: Store, folder: Path, number: int) -> None:
    """Adds and removes the same bytes as everybody, so that each pulls the file from under the others."""
    for _ in range(6):
        new = document_of(store, folder, "contested", name="contested.txt", source=folder / "contested.txt")
        document = store.add_document(new, collection="default").document
        if number % 2:
            store.discard_original(new.sha256)
            with_luck = store.document_by_sha256(document.sha256)
            if with_luck is not None:
                try:
                    store.remove_document(with_luck.id)
                except Exception as error:
                    if "no document" not in str(error):
                        raise


def die_before_commit(store: Store, folder: Path, number: int) -> None:
    """Dies by a signal that cannot be caught, with all rows written and nothing committed."""
    insert = write._insert_contents

    def insert_and_die(*arguments: object) -> None:
        insert(*arguments)  # type: ignore[arg-type]
        os.kill(os.getpid(), signal.SIGKILL)

    write._insert_contents = insert_and_die  # type: ignore[assignment]
    add(store, folder, *["never seen"] * 300, name=f"{number}.txt")


def add_until_killed(store: Store, folder: Path, number: int) -> None:
    """Adds one document after the other and says so."""
    for turn in range(10_000):
        add(store, folder, *[f"turn{turn}"] * 20, name=f"{number}-{turn}.txt")
        say(turn)


def ask_often(store: Store, folder: Path, number: int) -> None:
    """Asks in the one conversation that there is."""
    conversation = store.conversations.all()[0]
    for turn in range(8):
        store.conversations.begin_turn(conversation.id, f"{number} {turn}")


def hold(store: Store, folder: Path, number: int) -> None:
    """Holds the write lock until its input ends."""
    with store._backend.writing():
        say("holding")
        sys.stdin.read()


if __name__ == "__main__":
    task, library, folder, number = sys.argv[1:]
    own_folder = Path(folder) / number
    own_folder.mkdir(exist_ok=True)
    with Store.open(Path(library)) as opened:
        globals()[task](opened, own_folder, int(number))
