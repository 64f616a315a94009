"""Files of questions: what is asked, and what is known of the right answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pincite.domain import Expectation
from pincite.errors import UsageError
from pincite.evaluate.question_file import Line, LineError, decoded, lines

MOST_QUESTIONS = 10_000
LONGEST_QUESTION = 10_000
LONGEST_TEXT = 5_000
"""Characters of a quote, a phrase, an answer or a document's name."""
MOST_TEXTS = 20
"""Phrases, or wordings of an answer, of one question."""
MOST_DOCUMENTS = 1_000
"""Relevant documents of one question."""
HIGHEST_GRADE = 1_000
LARGEST_PAGE = 1_000_000
SEPARATOR = "|"
"""Between several phrases or answers in one cell of a table."""

FIELDS = ("question", "document", "page", "quote", "phrases", "answer", "answerable", "documents", "draft")
_UNANSWERABLE = "unanswerable"
_TRUTHS = {
    **dict.fromkeys(("true", "yes", "1", "answerable"), True),
    **dict.fromkeys(("false", "no", "0", _UNANSWERABLE), False),
}
_SHOWN = 5
"""Wrong lines that are named."""


def read_questions(data: bytes) -> list[Expectation]:
    """The questions of a file, in order.

    One JSON object a line, or a CSV table whose first line names its columns. `question` is what is asked; where the
    answer is: `document` (title, file name or id), `page` (a number is the page's place in the file, a text what is
    printed on it) and `quote` (word for word) or `phrases` (several such texts, each to be found); what is right:
    `answer` (one wording or several), or `answerable`: false where the documents do not say. Instead of a place:
    `documents`, an object with the names of all relevant documents and their grades; a table cannot have it.

    Nothing is ever calculated: a cell that looks like a formula is a text.

    Raises:
        UsageError: if the file cannot be read, or any of its lines is wrong: the first of them are named.
    """
    questions: list[Expectation] = []
    wrong: list[tuple[int, str]] = []
    for line in lines(decoded(data)):
        try:
            questions.append(_expectation(line))
        except LineError as error:
            wrong.append((line.number, str(error)))
        if len(questions) + len(wrong) > MOST_QUESTIONS:
            raise UsageError(
                f"the file has more than {MOST_QUESTIONS:,} questions", "Split it into several files."
            )
    if wrong:
        remedy = f"The fields of a line are {', '.join(FIELDS)}; only the first is always needed."
        raise UsageError(_told(wrong), remedy)
    if not questions:
        raise UsageError("the file has no questions", "Write one on each line below the first.")
    return questions


def read_question_file(path: Path) -> list[Expectation]:
    """As `read_questions`.

    Raises:
        UsageError: also if it cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}", "Name a file of questions."
        ) from error
    return read_questions(data)


def _told(wrong: list[tuple[int, str]]) -> str:
    text = "; ".join(f"line {number}: {what}" for number, what in wrong[:_SHOWN])
    more = len(wrong) - _SHOWN
    return text if more <= 0 else f"{text}; and {more} more {'line is' if more == 1 else 'lines are'} wrong"


def _expectation(line: Line) -> Expectation:
    if line.error:
        raise LineError(line.error)
    given = {name: value for name, value in line.fields.items() if value is not None}
    unknown = next((name for name in given if name not in FIELDS), None)
    if unknown is not None:
        raise LineError(f"there is no field {_short(unknown)!r}")
    read = _Fields(given, typed=line.typed)
    answers, answerable = read.texts("answer"), read.truth("answerable")
    if [answer.casefold() for answer in answers] == [_UNANSWERABLE]:
        if answerable is True:
            raise LineError("it is said to be answerable and unanswerable")
        answers, answerable = (), False
    found = Expectation(
        question=read.text("question", LONGEST_QUESTION),
        line=line.number,
        document=read.text("document"),
        page=read.page(),
        quote=read.text("quote"),
        phrases=read.texts("phrases"),
        answers=answers,
        answerable=answerable,
        documents=read.documents(),
        draft=read.truth("draft") or False,
    )
    _check(found)
    return found


def _check(found: Expectation) -> None:
    if not any(character.isalnum() for character in found.question):
        raise LineError("it has no question")
    placed = bool(found.document or found.page is not None or found.texts)
    if found.documents and placed:
        raise LineError("it has `documents` and another place: give one of them")
    if found.answerable is False and (placed or found.answers or found.documents):
        raise LineError("a question that the documents do not answer has neither a place nor an answer")
    if placed and not found.document:
        raise LineError("a page, quote or phrases need the field `document`")
    if found.quote and found.phrases:
        raise LineError("it has a quote and phrases: give one of them")


class _Fields:
    """The fields of a line, each as what it is to be.

    Args:
        given: Those that the line has.
        typed: Whether the values have types; else all are texts.
    """

    def __init__(self, given: dict[str, Any], *, typed: bool) -> None:
        self._given = given
        self._typed = typed

    def text(self, name: str, longest: int = LONGEST_TEXT) -> str:
        return _text(name, self._given.get(name, ""), longest)

    def texts(self, name: str) -> tuple[str, ...]:
        value = self._given.get(name, "")
        if isinstance(value, str):
            value = [value] if self._typed else value.split(SEPARATOR)
        if not isinstance(value, list) or len(value) > MOST_TEXTS:
            raise LineError(f"the field `{name}` is no text, and no list of at most {MOST_TEXTS} texts")
        found = [_text(name, each, LONGEST_TEXT) for each in value]
        return tuple(dict.fromkeys(each for each in found if each))

    def documents(self) -> tuple[tuple[str, int], ...]:
        value = self._given.get("documents")
        if value is None:
            return ()
        if not isinstance(value, dict) or not 1 <= len(value) <= MOST_DOCUMENTS:
            raise LineError(
                f"the field `documents` is no object of 1 to {MOST_DOCUMENTS:,} names with grades"
            )
        found: dict[str, int] = {}
        for name, grade in value.items():
            if isinstance(grade, bool) or not isinstance(grade, int) or not 1 <= grade <= HIGHEST_GRADE:
                raise LineError(f"a grade in `documents` is no whole number from 1 to {HIGHEST_GRADE:,}")
            if not (read := _text("documents", name, LONGEST_TEXT)) or read in found:
                raise LineError("a name in `documents` is empty or there twice")
            found[read] = grade
        return tuple(found.items())

    def truth(self, name: str) -> bool | None:
        value = self._given.get(name)
        if value is None or isinstance(value, bool):
            return value
        said = _TRUTHS.get(value.strip().casefold()) if isinstance(value, str) else None
        if said is None:
            raise LineError(f"the field `{name}` is neither true nor false")
        return said

    def page(self) -> int | str | None:
        value = self._given.get("page")
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            if not 1 <= value <= LARGEST_PAGE:
                raise LineError(f"the field `page` is {'below 1' if value < 1 else 'too large'}")
            return value
        if isinstance(value, str):
            return _text("page", value, 100) or None
        raise LineError("the field `page` is neither a whole number nor a text")


def _text(name: str, value: Any, longest: int) -> str:
    if not isinstance(value, str):
        raise LineError(f"the field `{name}` is no text")
    if len(value) > longest:
        raise LineError(f"the field `{name}` has more than {longest:,} characters")
    return value.strip()


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"
