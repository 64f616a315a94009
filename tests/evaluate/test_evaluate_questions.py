"""Files of questions as people and spreadsheets write them."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain import Expectation
from pincite.errors import UsageError
from pincite.evaluate import questions
from pincite.evaluate.questions import FIELDS, read_questions
from support.samples import EXAMPLES

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40).map(str.strip)
ASKED = TEXT.filter(lambda text: any(character.isalnum() for character in text))


def read(text: str) -> list[Expectation]:
    return read_questions(text.encode())


def refused(data: bytes | str) -> str:
    with pytest.raises(UsageError) as caught:
        read_questions(data.encode() if isinstance(data, str) else data)
    assert caught.value.remedy
    return caught.value.message


def test_the_sample_file_is_read() -> None:
    found = read_questions((EXAMPLES / "questions.jsonl").read_bytes())
    assert len(found) == 14
    assert found[0].page == 1
    assert found[3].page == "211"
    assert len(found[5].phrases) == 2
    assert found[2].answers == ("0.60 m", "0.6 m")
    assert [one.line for one in found if one.answerable is False] == [12, 13, 14]


def test_a_table_is_read_as_lines_are() -> None:
    lines = read(
        '{"question": "Who?", "document": "a.pdf", "page": "12", "phrases": ["b", "c"], "answer": ["d", "e"]}\n'
        '{"question": "Why?", "answerable": false}'
    )
    table = read("Question,document,page,phrases,answer,Answerable\nWho?,a.pdf,12,b|c,d | e,\nWhy?,,,,,no\n")
    assert table[0].line == 2, "the first line names the columns"
    assert [{**vars_of(one), "line": 0} for one in table] == [{**vars_of(one), "line": 0} for one in lines]


def vars_of(expected: Expectation) -> dict[str, Any]:
    return {name: getattr(expected, name) for name in Expectation.__dataclass_fields__}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_spreadsheets_write_in_many_ways(delimiter: str, encoding: str) -> None:
    rows = [
        ("question", "document", "quote"),
        ("Was kostet es? 5 €", "Müll.pdf", f"Es „kostet“{delimiter} 5 €"),
    ]
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    (found,) = read_questions(out.getvalue().encode(encoding))
    assert (found.question, found.document, found.quote) == rows[1]


def test_formulas_are_texts() -> None:
    (found,) = read('question,document,quote\n"=HYPERLINK(""http://x"")",a.pdf,=1+1\n')
    assert (found.question, found.quote) == ('=HYPERLINK("http://x")', "=1+1")


def test_a_cell_may_have_several_lines_and_errors_name_where_it_begins() -> None:
    found = read('question,document,quote\n"Who\nis it?",a.pdf,"one\ntwo"\n\nAnd?,b.pdf,\n')
    assert [(one.line, one.question) for one in found] == [(2, "Who\nis it?"), (6, "And?")]


@pytest.mark.parametrize("said", ["false", "No", "0", "unanswerable", " FALSE "])
def test_unanswerable_is_said_in_several_ways(said: str) -> None:
    assert read(f"question,answerable\nWho?,{said}\n")[0].answerable is False


def test_unanswerable_as_the_answer() -> None:
    (found,) = read('{"question": "Who?", "answer": "Unanswerable"}')
    assert (found.answerable, found.answers) == (False, ())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "it is not JSON: Expecting property name enclosed in double quotes at character 2"),
        ('{"question": "a", "question": "b"}', "the field 'question' is there twice"),
        ('{"question": "a", "page": NaN}', "NaN is no value"),
        ('{"question": "a", "page": 1' + "0" * 5000 + "}", "it is not JSON that can be read"),
        ('{"question": ' + "[" * 90_000 + "}", "it is not JSON that can be read"),
        ('{"question": " ?! "}', "it has no question"),
        ("{}", "it has no question"),
        ('{"question": 5}', "the field `question` is no text"),
        ('{"question": "a", "quote": ["b"]}', "the field `quote` is no text"),
        ('{"question": "a", "page": true}', "the field `page` is neither a whole number nor a text"),
        ('{"question": "a", "page": 1.5}', "the field `page` is neither a whole number nor a text"),
        ('{"question": "a", "page": 0}', "the field `page` is below 1"),
        ('{"question": "a", "answerable": "perhaps"}', "the field `answerable` is neither true nor false"),
        (
            '{"question": "a", "answer": {"b": 1}}',
            "the field `answer` is no text, and no list of at most 20 texts",
        ),
        ('{"question": "a", "quote": "b"}', "a page, quote or phrases need the field `document`"),
        (
            '{"question": "a", "document": "d", "quote": "b", "phrases": ["c"]}',
            "it has a quote and phrases: give one of them",
        ),
        (
            '{"question": "a", "answerable": false, "answer": "b"}',
            "a question that the documents do not answer has neither a place nor an answer",
        ),
        (
            '{"question": "a", "answerable": true, "answer": "unanswerable"}',
            "it is said to be answerable and unanswerable",
        ),
        ('{"question": "a", "note": "b"}', "there is no field 'note'"),
        (
            '{"question": "a", "documents": ["b"]}',
            "the field `documents` is no object of 1 to 1,000 names with grades",
        ),
        (
            '{"question": "a", "documents": {"b": 0}}',
            "a grade in `documents` is no whole number from 1 to 1,000",
        ),
        (
            '{"question": "a", "documents": {"b": true}}',
            "a grade in `documents` is no whole number from 1 to 1,000",
        ),
        (
            '{"question": "a", "documents": {"b": 1, " b": 2}}',
            "a name in `documents` is empty or there twice",
        ),
        (
            '{"question": "a", "document": "c", "documents": {"b": 1}}',
            "it has `documents` and another place: give one of them",
        ),
        ('{"question": "' + "a" * 10_001 + '"}', "the field `question` has more than 10,000 characters"),
        ('{"question": "' + "a" * 100_000 + '"}', "it has more than 100,000 characters"),
    ],
    ids=lambda value: value[:40],
)
def test_wrong_lines_are_named(line: str, message: str) -> None:
    assert refused('{"question": "Right?"}\n' + line) == f"line 2: {message}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (b"\xff\xfe\x00", "the file is not text"),
        (b"\x81\x8d", "the file is not text"),
        (b"PK\x03\x04rest", "that is no file of questions but a workbook or archive"),
        (b'[{"question": "a"}]', "the file is one JSON list"),
        (b"what,where\na,b\n", "the first line of the table names no column `question`"),
        (b"question,Page,page\na,1,2\n", "two columns are called 'page'"),
        (b"question\n", "the file has no questions"),
        (b"question\na,b\n", "line 2: it has 2 cells, and the first line names 1 columns"),
        (b'question\n"a\nb\nc\n', "line 2: it cannot be read as CSV: unexpected end of data"),
    ],
)
def test_wrong_files(data: bytes, message: str) -> None:
    assert refused(data) == message


def test_many_wrong_lines_are_counted() -> None:
    message = refused("\n".join(['{"x": 1}'] * 7))
    assert message.startswith("line 1: there is no field 'x'; line 2: ")
    assert message.endswith("; and 2 more lines are wrong")


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "larger than" in refused(b"x" * 20_000_001)
    monkeypatch.setattr(questions, "MOST_QUESTIONS", 2)
    assert len(read('{"question": "a"}\n' * 2)) == 2
    assert refused('{"question": "a"}\n' * 3) == "the file has more than 2 questions"


def outcome(data: bytes) -> list[Expectation] | UsageError:
    """The questions, or the one error that a file may raise."""
    try:
        return read_questions(data)
    except UsageError as error:
        return error


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    found = outcome(data)
    assert found.message and found.remedy if isinstance(found, UsageError) else found


PLAIN = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(0, 1) | st.sampled_from(["", "a", "yes", "1"])
)
ANY = PLAIN | st.lists(PLAIN, max_size=2) | st.just({"a": 1})


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from([*FIELDS, "x"]), ANY, max_size=5), min_size=1, max_size=4))
def test_any_lines_are_read_or_refused(lines: list[dict[str, Any]]) -> None:
    found = outcome("\n".join(map(json.dumps, lines)).encode())
    assert found.remedy if isinstance(found, UsageError) else len(found) == len(lines)


@settings(deadline=None)
@given(st.lists(st.tuples(ASKED, TEXT.filter(bool), TEXT), min_size=1, max_size=5))
def test_what_is_written_is_what_is_read(rows: list[tuple[str, str, str]]) -> None:
    wanted = [(question, document, quote) for question, document, quote in rows]
    lines = [json.dumps({"question": q, "document": d, "quote": t}, ensure_ascii=False) for q, d, t in rows]
    from_lines = read("\n".join(lines))
    assert [(one.question, one.document, one.quote) for one in from_lines] == wanted
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerows([("question", "document", "quote"), *rows])
    from_table = read(out.getvalue())
    assert [(one.question, one.document, one.quote) for one in from_table] == wanted
