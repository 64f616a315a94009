"""Where the right answers of questions stand in a library, and which questions cannot be scored with it.

Gold is a document, a page and the words on it, never a chunk: how documents are cut must not change what is right.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.domain import (
    Document,
    EvaluationResult,
    Expectation,
    PagePlace,
    Passage,
    ResultState,
    Scoring,
    Span,
)
from pincite.errors import NotFoundError
from pincite.library import Library
from pincite.library.within import words_pattern
from pincite.plain_text import page_reference
from pincite.store.evaluation_rows import question_key
from pincite.terms import fold

MOST_PLACES = 100
"""A text that stands in a document more often is no place."""

_PAGES_AT_ONCE = 100
_PLAIN_WORD = re.compile(r"[a-z0-9]{2,}", re.IGNORECASE)
_DIVIDED = re.compile(r"(?<=\w)[-\u00ad\u2010]\s*\n\s*(?=\w)|\u00ad")
"""A word that was copied from two lines."""


class UnreachableError(Exception):
    """A question cannot be scored with this library; says why."""


@dataclass(frozen=True, slots=True)
class _PageText:
    index: int
    label: str
    text: str
    lowered: str


def examined(
    library: Library, questions: Sequence[Expectation], collection: str | None = None
) -> list[EvaluationResult]:
    """Each question with its place in the library, to be asked; or excluded, with the reason.

    Args:
        library: As whoever asks sees it.
        questions: From a file.
        collection: Id of the collection that is asked; None for everything.

    Raises:
        NotFoundError: if there is no such collection.
    """
    results = list(_sorted_out(questions))
    shelf = _Shelf(library.documents(collection))
    by_document: dict[str, list[int]] = defaultdict(list)
    for place, result in enumerate(results):
        if result.state is ResultState.WAITING and result.expected.documents:
            try:
                results[place] = shelf.judged(result)
            except UnreachableError as error:
                results[place] = _excluded(result, str(error))
        elif result.state is ResultState.WAITING and result.expected.document:
            try:
                by_document[shelf.find(result.expected.document).id].append(place)
            except UnreachableError as error:
                results[place] = _excluded(result, str(error))
    for identity, places in by_document.items():
        pages = _pages(library, identity)
        for place in places:
            try:
                results[place] = _placed(results[place], identity, pages)
            except UnreachableError as error:
                results[place] = _excluded(results[place], str(error))
    return results


def found_in(passage: Passage, result: EvaluationResult, spans: Sequence[Span]) -> bool:
    """Whether a passage holds one of the things that a question asks for.

    A quote is held by a passage that has at least half of it, or of which at least half is within it: so the same
    answer counts the same however documents are cut.

    Args:
        passage: As found.
        result: The question.
        spans: One of `EvaluationResult.wanted`.
    """
    if result.place is None or passage.document.id != result.place.document:
        return False
    return stands_in(passage.spans, result.scoring, spans)


def ranks_of(passages: Sequence[Passage], result: EvaluationResult, deepest: int) -> tuple[int | None, ...]:
    """For each thing that is to be found its rank, None where that is beyond the deepest one; see `EvaluationResult`.

    Args:
        passages: As found, in order.
        result: The question.
        deepest: The last rank that counts.
    """
    if result.expected.documents:
        ranks = document_ranks(passages, result)
    else:
        ranks = tuple(
            next((passage.rank for passage in passages if found_in(passage, result, spans)), None)
            for spans in result.wanted
        )
    return tuple(rank if rank is not None and rank <= deepest else None for rank in ranks)


def document_ranks(passages: Sequence[Passage], result: EvaluationResult) -> tuple[int | None, ...]:
    """For each relevant document of a question its rank among the documents found; None where it is not.

    Args:
        passages: As found, in order: a document has the place of its first.
        result: A question whose documents have grades.
    """
    ranks: dict[str, int] = {}
    shelf = _Shelf(list({passage.document.id: passage.document for passage in passages}.values()))
    for passage in passages:
        ranks.setdefault(passage.document.id, len(ranks) + 1)
    found: list[int | None] = []
    for name, _ in result.expected.documents:
        try:
            found.append(ranks[shelf.find(name).id])
        except UnreachableError:
            found.append(None)
    return tuple(found)


def stands_in(held: Sequence[Span], scoring: Scoring, wanted: Sequence[Span]) -> bool:
    """The same for spans of the right document."""
    if scoring == "document":
        return True
    if scoring == "page":
        return any(one.page_index == other.page_index for one in held for other in wanted)
    size = sum(span.end - span.start for span in held)
    return any(2 * _common(held, span) >= min(size, span.end - span.start) > 0 for span in wanted)


def _common(held: Sequence[Span], span: Span) -> int:
    return sum(
        max(0, min(one.end, span.end) - max(one.start, span.start))
        for one in held
        if one.page_index == span.page_index
    )


def _sorted_out(questions: Sequence[Expectation]) -> Iterator[EvaluationResult]:
    """The questions as they are asked, without those that no library could score."""
    lines: dict[str, int] = {}
    for number, expected in enumerate(questions, start=1):
        result = EvaluationResult(number, expected, "none", ResultState.WAITING)
        if expected.draft:
            yield _excluded(result, "it is a draft that nobody has accepted")
            continue
        same = lines.setdefault(question_key(expected), expected.line)
        if same != expected.line:
            yield _excluded(result, f"it is the same as line {same}")
        elif (
            not (expected.document or expected.documents or expected.answers) and expected.answerable is None
        ):
            yield _excluded(result, "nothing says what is right: neither a document nor an answer")
        else:
            yield result


def _excluded(result: EvaluationResult, reason: str) -> EvaluationResult:
    return replace(result, state=ResultState.EXCLUDED, reason=reason)


class _Shelf:
    """Documents by what people call them."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._ids = {document.id: document for document in documents}
        self._names: dict[str, list[Document]] = defaultdict(list)
        self._titles: dict[str, list[Document]] = defaultdict(list)
        for document in documents:
            self._names[document.file_name.casefold()].append(document)
            self._titles[_title_key(document.title)].append(document)

    def find(self, name: str) -> Document:
        if name in self._ids:
            return self._ids[name]
        found = self._names.get(name.casefold()) or self._titles.get(_title_key(name)) or []
        if not found:
            raise UnreachableError(f"there is no document {name!r}")
        if len(found) > 1:
            raise UnreachableError(f"{len(found)} documents are called {name!r}: give the id of one")
        return found[0]

    def judged(self, result: EvaluationResult) -> EvaluationResult:
        """A question whose relevant documents are all there: without one of them its ideal could not be reached."""
        found = {self.find(name).id for name, _ in result.expected.documents}
        if len(found) < len(result.expected.documents):
            raise UnreachableError("two names in `documents` are of the same document")
        return replace(result, scoring="document")


def _title_key(title: str) -> str:
    return " ".join(fold(title).split())


def _pages(library: Library, identity: str) -> list[_PageText]:
    """The pages of a document; none when it is gone by now."""
    found: list[_PageText] = []
    try:
        with library.store.snapshot():
            last = 0
            while facts := library.store.page_facts(identity, after=last, limit=_PAGES_AT_ONCE):
                texts = dict(library.store.page_texts(identity, first=last + 1, limit=_PAGES_AT_ONCE))
                for one in facts:
                    text = texts[one.index]
                    found.append(_PageText(one.index, one.label, text, text.lower()))
                last = facts[-1].index
    except NotFoundError:
        return []
    return found


def _placed(result: EvaluationResult, identity: str, pages: Sequence[_PageText]) -> EvaluationResult:
    expected = result.expected
    candidates = _candidates(expected, pages)
    if not pages:
        raise UnreachableError(f"there is no document {expected.document!r}")
    if not candidates:
        raise UnreachableError(f"the document has no page {expected.page}: it has {len(pages)}")
    if not expected.texts:
        page = next((page for page in candidates[0] if page.text.strip()), None)
        if page is None:
            raise UnreachableError(
                "there is no text on the page" if expected.page else "the document has no text"
            )
        span = Span(page.index, 0, len(page.text))
        scoring: Scoring = "document" if expected.page is None else "page"
        return replace(result, scoring=scoring, place=_place(identity, page, span), wanted=((span,),))
    for these in candidates:
        wanted = tuple(tuple(_occurrences(text, these)) for text in expected.texts)
        if all(wanted):
            if max(map(len, wanted)) > MOST_PLACES:
                raise UnreachableError(f"a quote stands there more than {MOST_PLACES} times")
            span = wanted[0][0]
            page = next(page for page in these if page.index == span.page_index)
            return replace(result, scoring="quote", place=_place(identity, page, span), wanted=wanted)
    raise UnreachableError(_missing(expected, pages))


def _candidates(expected: Expectation, pages: Sequence[_PageText]) -> list[list[_PageText]]:
    """The pages that may be meant, the likelier ones first: what is printed, then the place in the file."""
    wanted = expected.page
    if wanted is None:
        return [list(pages)] if pages else []
    if isinstance(wanted, int):
        return [[page] for page in pages if page.index == wanted]
    labelled = [[page] for page in pages if page.label.casefold() == wanted.casefold()]
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 9 else 0
    return labelled + [[page] for page in pages if page.index == number and [page] not in labelled]


def _occurrences(text: str, pages: Sequence[_PageText]) -> Iterator[Span]:
    words = unicodedata.normalize("NFC", _DIVIDED.sub("", text)).split()
    pattern = words_pattern(words)
    # To look for one word is a hundred times as fast as the pattern, and it is on few pages.
    rare = max(_PLAIN_WORD.findall(" ".join(words)), key=len, default="").lower()
    for page in pages:
        if rare in page.lowered:
            yield from (Span(page.index, *match.span()) for match in pattern.finditer(page.text))


def _missing(expected: Expectation, pages: Sequence[_PageText]) -> str:
    """Why a quote is not where it should be."""
    for text in expected.texts:
        elsewhere = next(_occurrences(text, pages), None)
        if elsewhere is None:
            shown = text if len(text) <= 60 else text[:59] + "…"
            return f"the quote {shown!r} is not in the document, or not on one page"
        if expected.page is not None:
            page = next(page for page in pages if page.index == elsewhere.page_index)
            named = page_reference(page.index, page.label)
            if not any(next(_occurrences(text, these), None) for these in _candidates(expected, pages)):
                return f"the quote is not on page {expected.page}, but on {named}"
    return "the quotes are not on one page"


def _place(identity: str, page: _PageText, span: Span) -> PagePlace:
    return PagePlace(identity, page.index, page.label, span.start, span.end)
