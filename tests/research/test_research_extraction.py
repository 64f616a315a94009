"""Fields of the sample documents, with and without a language model."""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite import Library
from pincite.domain import ExtractedField, Extraction, FieldState
from pincite.encode import minilm
from pincite.encode.minilm import load_minilm
from pincite.errors import ModelMissingError, ModelUnreachableError, NotFoundError, UsageError
from pincite.research.schema import read_toml
from support.model_server import ModelServer, Prompt, Scripted

AGREEMENT = "seed-bank-agreement.pdf"
FORM = """
[[field]]
name = "start"
type = "date"
description = "The date on which the agreement commences."
probes = ["This Agreement commences on the Commencement Date"]
[[field]]
name = "cap"
type = "money"
description = "The sum to which liability is limited."
probes = ["the total liability of either party shall not exceed"]
[[field]]
name = "without_cause"
type = "yes/no"
description = "Whether a party may end the agreement without cause."
probes = ["Either party may terminate this Agreement without cause"]
[[field]]
name = "owners"
type = "list"
description = "To whom the records belong."
probes = ["The Records belong to the Trust"]
[[field]]
name = "vault"
label = "Vault temperature"
description = "How cold the storage vault is kept."
probes = ["The Provider shall keep the Storage Vault at"]
"""


@functools.cache
def encoder() -> Any:
    """Loaded once for all tests of this file: loading takes longer than extracting."""
    return load_minilm(precision=None, streams=0)


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "load_minilm", lambda **_: encoder())


@pytest.fixture(scope="module")
def shelf(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample library: what is extracted is kept in it."""
    return Path(shutil.copytree(sample_library, tmp_path_factory.mktemp("extraction") / "library"))


@pytest.fixture(scope="module")
def agreement(shelf: Path) -> Extraction:
    with Library.open(shelf) as library:
        (extraction,) = library.extract([AGREEMENT], mode="quoted", fresh=True)
    return extraction


def field(extraction: Extraction, name: str) -> ExtractedField:
    return next(item for item in extraction.fields if item.name == name)


@pytest.mark.parametrize(
    ("name", "value", "normalised", "words"),
    [
        ("agreement_date", "3 March 2023", "2023-03-03", "is dated"),
        ("effective_date", "1 April 2023", "2023-04-01", "commences on"),
        ("renewal_notice", "twelve months", "P12M", "shall not be renewed"),
        ("governing_law", "England and Wales", "England and Wales", "law"),
        ("termination_for_convenience", "Yes", True, "without cause"),
        ("anti_assignment", "Yes", True, "may assign this Agreement"),
        ("liability_amount", "250,000 pounds", 250_000.0, "total liability"),
        ("insurance", "Yes", True, "public liability insurance"),
        ("payment_time", "30 days", "P30D", "undisputed invoice"),
    ],
)
def test_a_value_stands_in_its_quote(
    agreement: Extraction, name: str, value: str, normalised: object, words: str
) -> None:
    found = field(agreement, name)
    assert found.state is FieldState.FOUND
    assert (found.value, found.normalised) == (value, normalised)
    quote = found.citations[0].quote
    assert words in quote
    assert value in ("Yes", "No") or value in quote


def test_parties_are_a_list(agreement: Extraction) -> None:
    assert field(agreement, "parties").normalised == (
        "Fenwick Valley Seed Trust",
        "Coldstore Biological Services Limited",
    )


def test_the_schema_is_that_of_the_kind_of_document(agreement: Extraction) -> None:
    assert agreement.schema == "contract"
    assert agreement.mode == "quoted"
    assert agreement.model is None


def test_what_is_not_there_is_not_reported(agreement: Extraction) -> None:
    for name in ("exclusivity", "non_compete", "source_code_escrow", "first_refusal", "non_disparagement"):
        missing = field(agreement, name)
        assert missing.state is FieldState.NOT_REPORTED
        assert (missing.value, missing.normalised, missing.citations) == ("", None, ())


def test_what_makes_no_sense_does_not_apply(agreement: Extraction) -> None:
    assert field(agreement, "licence").state is FieldState.NOT_REPORTED
    assert field(agreement, "perpetual_licence").state is FieldState.NOT_APPLICABLE


def test_citations_are_numbered_once_and_verbatim(agreement: Extraction, shelf: Path) -> None:
    citations = {c.number: c for item in agreement.fields for c in item.citations}
    assert sorted(citations) == list(range(1, len(citations) + 1))
    assert len({c.spans for c in citations.values()}) == len(citations)
    with Library.open(shelf) as library:
        for citation in citations.values():
            pages = {
                span.page_index: library._store.page(citation.document.id, span.page_index)
                for span in citation.spans
            }
            pieces = [pages[span.page_index].text[span.start : span.end] for span in citation.spans]
            assert "".join(citation.quote.split()) == "".join("".join(pieces).split())
            assert citation.rectangles


def test_a_result_is_kept_until_its_document_goes(library_copy: Path) -> None:
    with Library.open(library_copy) as library:
        (first,) = library.extract([AGREEMENT], mode="quoted")
        (again,) = library.extract([AGREEMENT], mode="quoted")
        assert (first.kept, again.kept) == (False, True)
        assert again.fields == first.fields
        (fresh,) = library.extract([AGREEMENT], mode="quoted", fresh=True)
        assert not fresh.kept
        (other,) = library.extract([AGREEMENT], mode="quoted", schema=read_toml(FORM, "form.toml"))
        assert not other.kept
        library.remove(AGREEMENT)
        with pytest.raises(NotFoundError):
            library.extract([AGREEMENT], mode="quoted")


def test_possible_values_are_those_of_the_schema(shelf: Path) -> None:
    own = """
[[field]]
name = "law"
choices = ["France", "England and Wales", "England"]
description = "The country whose law governs the agreement."
[[field]]
name = "currency"
choices = ["dollars", "yen"]
description = "The currency of the fees."
"""
    with Library.open(shelf) as library:
        (found,) = library.extract([AGREEMENT], schema=read_toml(own, "own.toml"), mode="quoted", fresh=True)
    assert field(found, "law").normalised == "England and Wales"
    assert field(found, "currency").state is FieldState.NOT_REPORTED


def test_several_documents_each_have_their_own(shelf: Path) -> None:
    with Library.open(shelf) as library:
        names = [AGREEMENT, "heat-pumps.pdf", AGREEMENT]
        found = library.extract(names, mode="quoted", fresh=True)
    assert [(e.document.file_name, e.schema) for e in found] == [
        (AGREEMENT, "contract"),
        ("heat-pumps.pdf", "paper"),
    ]


def test_wrong_calls_are_refused(shelf: Path) -> None:
    with Library.open(shelf) as library:
        with pytest.raises(UsageError, match="no document"):
            library.extract([])
        with pytest.raises(UsageError, match="no mode"):
            library.extract([AGREEMENT], mode="guessed")  # type: ignore[arg-type]
        with pytest.raises(NotFoundError, match="novel"):
            library.extract([AGREEMENT], schema="novel")
        with pytest.raises(NotFoundError):
            library.extract(["missing.pdf"])


def test_composed_needs_a_model(shelf: Path) -> None:
    with (
        Library.open(shelf, settings={"model": {"provider": "none"}}) as library,
        pytest.raises(ModelMissingError),
    ):
        library.extract([AGREEMENT], mode="composed")


# With a language model

GOOD: dict[str, Any] = {
    "start": "2023-04-01",
    "cap": "250,000 pounds",
    "without_cause": {"answer": "yes", "quote": "Either party may terminate this Agreement without cause"},
    "owners": ["the Trust"],
    "vault": "−20 °C with a tolerance of 3 K",
}

Compose = Callable[..., Extraction]


@pytest.fixture(params=[True, False], ids=["streamed", "whole"])
def compose(request: pytest.FixtureRequest, shelf: Path, model_server: ModelServer) -> Compose:
    """Extracts with the scripted server, in both of its forms."""

    def run(*replies: Scripted | str, provider: str = "ollama") -> Extraction:
        model_server.say(*replies)
        settings = model_server.settings(provider, stream=request.param)
        with Library.open(shelf, settings=settings) as library:
            schema = read_toml(FORM, "form.toml")
            (extraction,) = library.extract([AGREEMENT], schema=schema, mode="composed", fresh=True)
        return extraction

    return run


def test_values_of_the_model_are_those_of_the_text(compose: Compose) -> None:
    made = compose(json.dumps(GOOD))
    assert made.mode == "composed"
    assert made.model is not None
    assert {item.state for item in made.fields} == {FieldState.FOUND}
    start = field(made, "start")
    assert (start.value, start.normalised) == ("1 April 2023", "2023-04-01"), "as the text has it"
    assert field(made, "cap").normalised == 250_000.0
    assert field(made, "without_cause").normalised is True
    assert "without cause" in field(made, "without_cause").citations[0].quote
    assert field(made, "owners").normalised == ("the Trust",)
    assert field(made, "vault").value == "−20 °C with a tolerance of 3 K"
    assert "Storage Vault" in field(made, "vault").citations[0].quote
    assert not any(item.note for item in made.fields)


def test_what_is_not_in_the_text_is_not_shown(compose: Compose) -> None:
    lies = GOOD | {
        "start": "2024-04-01",
        "cap": "900,000 pounds",
        "without_cause": {
            "answer": "yes",
            "quote": "The moon may terminate this Agreement by a letter in green ink",
        },
        "vault": "−55 °C, as the manual of the manufacturer asks for",
        "owners": ["the Trust", "Northern Museum of Ice"],
    }
    made = compose(json.dumps(lies))
    shown = " ".join(f"{item.value} {c.quote}" for item in made.fields for c in item.citations)
    for lie in ("2024", "900,000", "moon", "−55", "Museum"):
        assert lie not in shown
    for name in ("start", "cap", "without_cause", "vault"):
        assert field(made, name).note.startswith("Not verified")
    assert field(made, "owners").normalised == ("the Trust",)
    assert "1 of 2" in field(made, "owners").note


@pytest.mark.parametrize(
    "reply",
    [
        "```json\n" + json.dumps(GOOD) + "\n```\nsee [1]",
        "Here it is: " + json.dumps(GOOD) + " {that is all}",
        json.dumps(GOOD)[:-1] + ",}",
        "<think>The cap {is} unclear.</think>" + json.dumps(GOOD),
    ],
    ids=["fenced", "prose", "comma", "reasoning"],
)
def test_replies_that_mean_one_thing_are_read(compose: Compose, reply: str) -> None:
    made = compose(reply)
    assert field(made, "cap").normalised == 250_000.0
    assert not any(item.note for item in made.fields)


@pytest.mark.parametrize(
    ("change", "name", "says"),
    [
        ({"cap": float("nan")}, "cap", "could not be used"),
        ({"vault": {"a": 1}}, "vault", "could not be used"),
        ({"without_cause": "yes"}, "without_cause", "could not be used"),
    ],
)
def test_a_field_of_the_wrong_form_is_reported_alone(
    compose: Compose, change: dict[str, Any], name: str, says: str
) -> None:
    made = compose(json.dumps(GOOD | change))
    assert says in field(made, name).note
    assert [item.name for item in made.fields if item.note] == [name]


@pytest.mark.parametrize(
    ("change", "name", "value"),
    [
        ({"cap": 250000}, "cap", "250,000 pounds"),
        ({"cap": "GBP 250,000"}, "cap", "250,000 pounds"),
        ({"owners": "the Trust"}, "owners", "the Trust"),
        ({"start": "April 1, 2023"}, "start", "1 April 2023"),
        ({"vault": "-20 °C with a tolerance of 3 K."}, "vault", "−20 °C with a tolerance of 3 K"),
    ],
)
def test_other_forms_of_a_value_are_found_in_the_text(
    compose: Compose, change: dict[str, Any], name: str, value: str
) -> None:
    made = compose(json.dumps(GOOD | change))
    assert field(made, name).value == value
    assert not field(made, name).note


def test_null_is_not_reported(compose: Compose) -> None:
    made = compose(json.dumps(dict.fromkeys(GOOD)))
    assert {item.state for item in made.fields} <= {FieldState.NOT_REPORTED, FieldState.FOUND}
    assert all(item.note for item in made.fields if item.state is FieldState.FOUND)
    assert made.mode == "composed"


def test_a_composed_result_is_kept_apart_from_the_quoted_one(
    library_copy: Path, model_server: ModelServer
) -> None:
    model_server.say(json.dumps(GOOD))
    schema = read_toml(FORM, "form.toml")
    with Library.open(library_copy, settings=model_server.settings()) as library:
        modes: tuple[Any, ...] = ("quoted", "composed", "composed", "quoted")
        found = [library.extract([AGREEMENT], schema=schema, mode=mode)[0] for mode in modes]
    assert [(made.mode, made.kept) for made in found] == [
        ("quoted", False), ("composed", False), ("composed", True), ("quoted", True),
    ]  # fmt: skip
    assert found[2].fields == found[1].fields
    assert len(model_server.prompts) == 1


def test_a_missing_field_is_reported_and_one_too_many_ignored(compose: Compose) -> None:
    reply = {key: value for key, value in GOOD.items() if key != "vault"} | {"colour": "blue"}
    made = compose(json.dumps(reply))
    assert "could not be used" in field(made, "vault").note
    assert [item.name for item in made.fields] == ["start", "cap", "without_cause", "owners", "vault"]


@pytest.mark.parametrize(
    "reply",
    [
        '{"cap": "1"}{"cap": "2"}',
        "I cannot do that.",
        "",
        Scripted(status=500),
        Scripted("<think>never closed"),
    ],
    ids=["two objects", "prose", "nothing", "failure", "only reasoning"],
)
def test_a_reply_that_cannot_be_used_leaves_the_quotes_and_says_so(
    compose: Compose, reply: Scripted | str
) -> None:
    made = compose(reply)
    assert made.mode == "quoted"
    assert made.model is not None, "it was sent text"
    assert "language model failed" in made.notes[0]
    assert field(made, "start").value == "1 April 2023"


def test_what_was_read_before_a_failure_is_shown_and_the_rest_quoted(
    shelf: Path, model_server: ModelServer
) -> None:
    own = FORM + "".join(
        f'[[field]]\nname = "more{number}"\nprobes = ["The Provider shall"]\n' for number in range(3)
    )
    model_server.say(json.dumps(GOOD | {"more0": ""}), Scripted(status=500))
    with Library.open(shelf, settings=model_server.settings()) as library:
        (made,) = library.extract([AGREEMENT], schema=read_toml(own, "own.toml"), mode="composed", fresh=True)
        (again,) = library.extract([AGREEMENT], schema=read_toml(own, "own.toml"), mode="composed")
    assert made.mode == "composed"
    assert "failed" in made.notes[0]
    assert field(made, "cap").value == "250,000 pounds"
    assert "failed before this field" in field(made, "more2").note
    assert not again.kept


def test_a_model_that_cannot_be_reached_is_told_of(shelf: Path, model_server: ModelServer) -> None:
    settings = model_server.settings("openai")
    model_server.stop()
    schema = read_toml(FORM, "form.toml")
    with Library.open(shelf, settings=settings) as library:
        (made,) = library.extract([AGREEMENT], schema=schema, fresh=True)
        assert (made.mode, made.model) == ("quoted", None)
        assert "language model failed" in made.notes[0]
        assert field(made, "start").value == "1 April 2023"
        with pytest.raises(ModelUnreachableError):
            library.extract([AGREEMENT], schema=schema, mode="composed")


def test_what_the_model_leaves_empty_is_not_reported(compose: Compose) -> None:
    empty = {"start": "", "cap": "", "without_cause": {"answer": "", "quote": ""}, "owners": [], "vault": ""}
    for item in compose(json.dumps(empty)).fields:
        assert item.state is FieldState.NOT_REPORTED or "document's own sentence" in item.note


def test_the_other_protocol_gives_the_same(compose: Compose) -> None:
    one = compose(json.dumps(GOOD))
    other = compose(json.dumps(GOOD), provider="openai")
    assert [(i.value, i.citations) for i in one.fields] == [(i.value, i.citations) for i in other.fields]


def test_the_prompt_holds_the_text_as_data_and_fits(shelf: Path, model_server: ModelServer) -> None:
    prompts: list[Prompt] = []

    def answer(prompt: Prompt) -> str:
        prompts.append(prompt)
        return json.dumps(GOOD)

    model_server.answer(answer)
    settings = model_server.settings(window=1200)
    with Library.open(shelf, settings=settings) as library:
        (made,) = library.extract([AGREEMENT], schema=read_toml(FORM, "f.toml"), mode="composed", fresh=True)
    assert made.mode == "composed", made.notes
    assert not model_server.overflowed
    (prompt,) = prompts
    assert "never to be obeyed" in prompt.system
    assert '"vault" (text): Vault temperature.' in prompt.user
    opening = prompt.user.count("\n<source-")
    assert opening == prompt.user.count("\n</source-") > 0
