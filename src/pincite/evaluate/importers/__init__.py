"""Public sets of questions, written as documents and files of questions that `pincite add` and `pincite eval` read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pincite.errors import UsageError
from pincite.evaluate.importers.folder import Imported, ImportFolder
from pincite.evaluate.importers.judged import import_beir, import_cranfield, import_marco_judgements
from pincite.evaluate.importers.marco import import_marco
from pincite.evaluate.importers.natural import import_natural
from pincite.evaluate.importers.scifact import import_scifact
from pincite.evaluate.importers.squad import import_squad
from pincite.evaluate.importers.trec import import_trec

IMPORTERS: Mapping[str, Callable[[Path, ImportFolder], None]] = {
    "squad": import_squad,
    "nq": import_natural,
    "msmarco": import_marco,
    "msmarco-qrels": import_marco_judgements,
    "beir": import_beir,
    "cranfield": import_cranfield,
    "scifact": import_scifact,
    "trec": import_trec,
}
"""By the kind of set."""


def import_questions(kind: str, source: Path, target: Path) -> Imported:
    """Write a public set as documents and files of questions.

    Args:
        kind: One of `IMPORTERS`.
        source: The file or folder of the set.
        target: The folder to make; it must not exist.

    Raises:
        UsageError: if the kind is unknown, the source cannot be read or is damaged, no question is left, or the folder
            exists. Nothing is left behind then.
    """
    if kind not in IMPORTERS:
        raise UsageError(f"there is no kind {kind!r}", f"The kinds are {', '.join(IMPORTERS)}.")
    try:
        with ImportFolder(target) as folder:
            IMPORTERS[kind](source, folder)
            return folder.finish()
    except OSError as error:
        raise UsageError(
            f"{error.filename or source}: {error.strerror or error}", "Name the set as it was downloaded."
        ) from error
