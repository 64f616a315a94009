"""Example questions, kept as long as the documents stay as they are: making them takes as long as a dozen answers."""

from __future__ import annotations

import threading
from collections import OrderedDict

from pincite.library import Library
from pincite.library.examples import ExampleQuestion

MOST_KEPT = 200


class Examples:
    """What was made of which documents. Two who see the same documents share it; safe to use from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, list[ExampleQuestion]] = OrderedDict()
        # Held while they are made: who asks for the same meanwhile waits, and does not make them again.
        self._lock = threading.Lock()

    def of(self, library: Library, collection: str | None) -> list[ExampleQuestion]:
        """Those of a library as somebody sees it, or of a collection.

        Raises:
            NotFoundError: if there is no such collection.
            ModelError: if the encoder cannot be used.
        """
        seen = library.store.fingerprint(collection)
        with self._lock:
            if seen not in self._kept:
                self._kept[seen] = library.example_questions(collection)
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(seen)
            return self._kept[seen]
