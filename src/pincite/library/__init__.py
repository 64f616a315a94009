"""`Library`: everything Pincite does, for the command line, the server and other programs alike."""

from __future__ import annotations

from pincite.library.care import Care
from pincite.library.documents import DEFAULT_COLLECTION
from pincite.library.examples import Exemplifying
from pincite.library.extraction import Extracting
from pincite.library.places import LIBRARY_VARIABLE, compiled_cache, default_folder
from pincite.library.watching import Watching
from pincite.library.within import Within

__all__ = ["DEFAULT_COLLECTION", "LIBRARY_VARIABLE", "Library", "compiled_cache", "default_folder"]


class Library(Watching, Within, Exemplifying, Extracting, Care):
    """A library of documents in a folder. Safe to use from several threads, and by several processes at once.

    Use `Library.open`; it is a context manager.
    """
