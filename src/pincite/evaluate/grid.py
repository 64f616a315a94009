"""Retrieval with many settings over the same questions: which stage, weight or size of chunks is worth what.

Results go into a folder, so that a run that was killed goes on, and further settings can be added to it. Only numbers
are kept there: no text of documents, and of the questions only their order in the file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from pincite import __version__
from pincite.config import ChunkSettings
from pincite.domain import EvaluationResult, Expectation, PagePlace, Passage, ResultState
from pincite.errors import LibraryError, PinciteError, UsageError
from pincite.evaluate.gold import examined, ranks_of
from pincite.evaluate.machine import machine
from pincite.evaluate.measures import DEEPEST
from pincite.evaluate.running import PASSAGES_OF_DOCUMENTS, passage_place
from pincite.evaluate.variants import AS_SET, Variant
from pincite.library import Library
from pincite.library.recut import recut
from pincite.library.talking import told
from pincite.store.evaluation_rows import question_key
from pincite.store.files import only_one

TOTAL = "total"
"""The whole search, beside the times of its stages."""

_FORMAT = 1
_ABOUT = "grid.json"
_AT_ONCE = 25
"""Questions asked with one variant before the next one has its turn: the machine is the same for all of them, then."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Tried:
    """What one variant came to.

    Attributes:
        variant: The settings.
        results: One for each question that can be scored, in the order of the file; of answers they know nothing.
        milliseconds: The time of each stage and of the whole, by question; what failed has none.
    """

    variant: Variant
    results: list[EvaluationResult] = field(default_factory=list)
    milliseconds: list[Mapping[str, float]] = field(default_factory=list)


@dataclass(slots=True)
class Grid:
    """Variants and what they came to.

    Attributes:
        about: What the results depend on, and where they were measured; JSON.
        excluded: Questions that cannot be scored with this library, with the reasons.
        tried: The variants in the order in which they were asked for, that of the settings of the library first.
    """

    about: dict[str, Any]
    excluded: list[EvaluationResult]
    tried: list[Tried]


@dataclass(frozen=True, slots=True)
class Step:
    """How far it is.

    Attributes:
        doing: What is being done, in words.
        done: How much of it.
        total: How much there is to do.
    """

    doing: str
    done: int
    total: int


class GridRun:
    """Asks the questions with each variant, and keeps what comes.

    Args:
        library: As whoever asks sees it.
        questions: From one or more files.
        variants: From `variants`.
        folder: Where results go; made if it does not exist, and else gone on with.
        collection: Id of the collection that is asked; None for everything.
        facts: What else the results depend on, for the report; values of JSON.

    Raises:
        UsageError: if the folder holds something else, or results of other questions, documents or settings; or if no
            question can be scored.
        LibraryError: if the folder cannot be written.
        NotFoundError: if there is no such collection.
    """

    def __init__(
        self,
        library: Library,
        questions: Sequence[Expectation],
        variants: Sequence[Variant],
        folder: Path,
        *,
        collection: str | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        self._library = library
        self._collection = collection
        self._folder = folder
        self._variants = list(variants)
        looked_up = examined(library, questions, collection)
        self.excluded = [one for one in looked_up if one.state is ResultState.EXCLUDED]
        self._usable = [one for one in looked_up if one.state is ResultState.WAITING]
        self._wanted = [one for one in self._usable if one.scoring != "none"]
        if not self._wanted:
            raise UsageError(
                f"none of {len(questions)} questions has a place that this library has",
                "Look at the reasons with `pincite eval run`, and correct the file or add the documents.",
            )
        self._about = self._manifest(questions, facts or {})

    def __enter__(self) -> GridRun:
        with contextlib.ExitStack() as stack:
            with _writing(self._folder):
                self._refuse_other_things()
                (self._folder / "results").mkdir(parents=True, exist_ok=True)
            if not stack.enter_context(only_one(self._folder / "lock")):
                raise UsageError(f"{self._folder} is being written", "Wait for the other run, or end it.")
            self._settle()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def progress(self) -> Iterator[Step]:
        """Ask what was not asked yet, and tell how far it is.

        Raises:
            PinciteError: if the library cannot be used, or a document cannot be cut.
        """
        settings = self._library.settings
        cuts = sorted(self._variants, key=lambda one: _cut_name(one.chunk(settings)))
        for _, group in groupby(cuts, key=lambda one: _cut_name(one.chunk(settings))):
            yield from self._group(list(group))
        changed = self._library.store.fingerprint(self._collection) != self._about["documents"]
        self._about["changed"] = self._about.get("changed", False) or changed
        self._keep_about()

    def grid(self) -> Grid:
        """What there is by now."""
        tried = []
        for variant in self._variants:
            lines = list(self._lines(variant))
            answered = {line["number"]: line for line in lines}
            results = [_result(one, answered[one.number]) for one in self._wanted if one.number in answered]
            tried.append(Tried(variant, results, [line["ms"] for line in lines if line["ms"]]))
        return Grid(self._about, self.excluded, tried)

    def write(self, name: str, text: str) -> None:
        """Put a file into the folder, whole or not at all."""
        with _writing(self._folder):
            new = self._folder / f"{name}.new"
            new.write_text(text, encoding="utf-8")
            new.replace(self._folder / name)

    def _group(self, variants: Sequence[Variant]) -> Iterator[Step]:
        """All variants of one cut of the documents."""
        chunk = variants[0].chunk(self._library.settings)
        done = {variant: {line["number"] for line in self._lines(variant)} for variant in variants}
        left = sum(len(self._wanted) - len(numbers) for numbers in done.values())
        if not left:
            return
        ids: Mapping[str, str] | None = None
        library = self._library
        with contextlib.ExitStack() as stack:
            if chunk != self._library.settings.chunk:
                name = _cut_name(chunk)
                folder = self._folder / f"library-{name}"
                yield Step(f"cutting documents anew ({name})", 0, self._about["document_count"])
                library, ids = recut(self._library, chunk, folder, collection=self._collection)
                stack.callback(shutil.rmtree, folder, ignore_errors=True)
                stack.callback(library.close)
            files = {
                variant: stack.enter_context(_appending(self._path(variant), variant)) for variant in variants
            }
            total, asked = left, 0
            for turn, start in enumerate(range(0, len(self._wanted), _AT_ONCE)):
                some = self._wanted[start : start + _AT_ONCE]
                # Whoever is first finds nothing warm: each has that turn once.
                for variant in _rotated(variants, turn):
                    missing = [one for one in some if one.number not in done[variant]]
                    for one in missing:
                        line = self._ask(library, ids, variant, one)
                        files[variant].write(json.dumps(line) + "\n")
                    files[variant].flush()
                    asked += len(missing)
                    if missing:
                        yield Step(f"{variant.name}: questions", asked, total)

    def _ask(
        self, library: Library, ids: Mapping[str, str] | None, variant: Variant, wanted: EvaluationResult
    ) -> dict[str, Any]:
        view = library.searching_by(variant.search(library.settings))
        collection = self._collection if ids is None else None
        k = PASSAGES_OF_DOCUMENTS if wanted.expected.documents else DEEPEST
        begin = time.perf_counter()
        try:
            found = view.retrieve(wanted.expected.question, k=k, collection=collection, stages=variant.stages)
        except Exception as error:
            if not isinstance(error, PinciteError):  # one question must not hide the others
                _log.exception("a question of a grid failed")
            why = told(error) if isinstance(error, PinciteError) else f"unexpected {type(error).__name__}"
            return {"number": wanted.number, "failed": why, "ms": None}
        times = {**found.timings, TOTAL: time.perf_counter() - begin}
        passages = found.passages if ids is None else [_named(passage, ids) for passage in found.passages]
        return {
            "number": wanted.number,
            "ranks": ranks_of(passages, wanted, DEEPEST),
            "first": asdict(passage_place(passages[0])) if passages else None,
            "ms": {stage: round(seconds * 1000, 3) for stage, seconds in times.items()},
        }

    def _manifest(self, questions: Sequence[Expectation], facts: Mapping[str, Any]) -> dict[str, Any]:
        settings = self._library.settings
        keys = "".join(question_key(one) for one in questions)
        library = self._library
        return {
            "format": _FORMAT,
            "version": __version__,
            "questions": hashlib.sha256(keys.encode()).hexdigest(),
            "question_count": len(questions),
            "excluded": len(self.excluded),
            "without_a_place": len(self._usable) - len(self._wanted),
            "documents": library.store.fingerprint(self._collection),
            "document_count": len(library.documents(self._collection)),
            "collection": self._collection,
            "settings": {
                "encoder.name": Path(settings.encoder.name).name,
                **{f"chunk.{name}": value for name, value in settings.chunk.model_dump().items()},
                **{
                    f"search.{name}": value
                    for name, value in settings.search.model_dump(exclude={"cross_encoder"}).items()
                },
            },
            **facts,
            "machine": machine(),
        }

    def _refuse_other_things(self) -> None:
        """Nothing is put into a folder that holds something else."""
        if (self._folder / _ABOUT).exists() or not self._folder.exists():
            return
        if any(one.name not in ("lock", "results") for one in self._folder.iterdir()):
            raise UsageError(f"{self._folder} holds other things", "Name a new folder.")

    def _settle(self) -> None:
        """Go on with what the folder holds, or begin."""
        path = self._folder / _ABOUT
        if not path.exists():
            self._keep_about()
            return
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
            told = {key: before[key] for key in ("format", "version", "questions", "documents", "settings")}
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise UsageError(f"{path} cannot be read", "Name a new folder.") from error
        differs = [key for key, value in told.items() if value != self._about[key]]
        differs += ["collection"] if before.get("collection") != self._collection else []
        if differs:
            raise UsageError(
                f"{self._folder} holds results of another {' and another '.join(differs)}",
                "Name a new folder, or ask again as at first.",
            )
        self._about = before

    def _keep_about(self) -> None:
        self.write(_ABOUT, json.dumps(self._about, ensure_ascii=False, indent=1))

    def _path(self, variant: Variant) -> Path:
        name = "settings" if variant.name == AS_SET else variant.name
        plain = "".join(letter if letter.isalnum() else "-" for letter in name)[:60]
        digest = hashlib.sha256(json.dumps(variant.values).encode()).hexdigest()[:8]
        return self._folder / "results" / f"{plain}-{digest}.jsonl"

    def _lines(self, variant: Variant) -> Iterator[dict[str, Any]]:
        """What is kept of a variant; the line at which a run was killed is left out."""
        path = self._path(variant)
        if not path.exists():
            return
        whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")
        for line in whole.splitlines()[1:]:
            yield json.loads(line)


def _result(wanted: EvaluationResult, line: Mapping[str, Any]) -> EvaluationResult:
    if "failed" in line:
        return replace(wanted, state=ResultState.FAILED, reason=line["failed"])
    first = None if line["first"] is None else PagePlace(**line["first"])
    ranks = tuple(line["ranks"])
    return replace(wanted, state=ResultState.DONE, ranks=ranks, first=first, milliseconds=line["ms"][TOTAL])


def _named(passage: Passage, ids: Mapping[str, str]) -> Passage:
    """A passage of documents that were cut anew, as of the document that they are."""
    return replace(passage, document=replace(passage.document, id=ids[passage.document.id]))


def _cut_name(chunk: ChunkSettings) -> str:
    return f"{chunk.tokens}-{chunk.overlap_tokens}-{chunk.context}"


def _rotated(variants: Sequence[Variant], turn: int) -> list[Variant]:
    at = turn % len(variants)
    return [*variants[at:], *variants[:at]]


@contextlib.contextmanager
def _appending(path: Path, variant: Variant) -> Iterator[IO[str]]:
    """The file of a variant, to go on with behind its last whole line."""
    with _writing(path.parent):
        if path.exists():
            whole = path.read_bytes().rfind(b"\n") + 1
            with path.open("r+b") as broken:
                broken.truncate(whole)
        with path.open("a", encoding="utf-8") as file:
            if file.tell() == 0:
                file.write(json.dumps({"variant": variant.name, "values": dict(variant.values)}) + "\n")
            yield file


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LibraryError(
            f"{folder} cannot be written: {error.strerror or error}", "Name another folder, or make room."
        ) from error
