from __future__ import annotations

from dataclasses import replace

import pytest
from test_answer_prompt import source

from pincite.answer.pack import Packed, pack
from pincite.answer.prompt import RULES, Asked
from pincite.answer.sources import Source
from pincite.config import ModelSettings
from pincite.domain import Chunk, Passage, Scores, Sentence, Span
from pincite.errors import ModelWindowError
from pincite.llm import open_model
from pincite.llm.contract import LanguageModel, Message, Role
from pincite.store import StoredChunk
from support.model_server import ModelServer

QUESTION = Asked("What is the deposit of the flat at the mill?")


@pytest.fixture
def model(model_server: ModelServer) -> LanguageModel:
    found = open_model(ModelSettings(**model_server.settings()["model"]))
    assert found is not None
    return found


def long_source(number: int, sentences: int = 40) -> Source:
    """A source of about 600 tokens, half of it on the next page."""
    texts = [
        f"Clause {number}.{n} says that the tenant keeps key {n} of room {number}." for n in range(sentences)
    ]
    places, position = [], 0
    for n, text in enumerate(texts):
        page = 4 if n < sentences // 2 else 5
        places.append(Sentence(position, position + len(text), (Span(page, position, position + len(text)),)))
        position += len(text) + 1
    chunk = Chunk(" ".join(texts), ("Keys",), tuple(places))
    document = source("").document
    passage = Passage(
        rank=number,
        text=chunk.text,
        document=document,
        section=chunk.section,
        spans=chunk.spans,
        scores=Scores(),
        page_label="iv",
        sentences=chunk.sentences,
        chunk_id=number,
    )
    return Source(number, StoredChunk(number, 1, number, chunk), document, passage)


def packed(model: LanguageModel, sources: list[Source], window: int, **asked: object) -> Packed:
    return pack(replace(QUESTION, **asked), sources, model, window=window, max_tokens=1024)  # type: ignore[arg-type]


def tokens(model: LanguageModel, made: Packed) -> int:
    return sum(model.count_tokens(message.text) for message in made.messages)


def test_everything_that_fits_is_in_the_prompt(model: LanguageModel) -> None:
    sources = [long_source(number) for number in range(1, 4)]
    made = packed(model, sources, 16_000)
    assert (made.sources, made.left_out, made.max_tokens) == (tuple(sources), (), 1024)


def test_sources_go_by_rank_and_what_is_left_out_is_known(model: LanguageModel) -> None:
    """L01: rules and question are whole, the first sources are there, the rest is named."""
    sources = [long_source(number) for number in range(1, 13)]
    made = packed(model, sources, 2048)
    assert made.messages[0].text == RULES
    assert made.messages[-1].text.endswith(f"Question: {QUESTION.question}")
    kept = len(made.sources)
    assert 1 <= kept < 12
    assert [s.number for s in made.sources] == list(range(1, kept + 1))
    assert tokens(model, made) + made.max_tokens <= 2048
    assert made.max_tokens >= 512
    left = {passage.chunk_id for passage in made.left_out}
    assert left >= set(range(kept + 1, 13))
    assert left | {s.number for s in made.sources} == set(range(1, 13))


def test_a_long_source_is_cut_at_a_sentence(model: LanguageModel) -> None:
    whole = long_source(1, sentences=200)
    made = packed(model, [whole], 2048)
    (cut,), (rest,) = made.sources, made.left_out
    text = whole.stored.chunk.text
    assert cut.stored.chunk.text.endswith(".")
    assert f"{cut.stored.chunk.text} {rest.text}" == text
    assert len(cut.stored.chunk.sentences) + len(rest.sentences) == 200
    assert all(rest.text[s.start : s.end].startswith("Clause 1.") for s in rest.sentences)
    assert cut.stored.pk == whole.stored.pk
    assert (rest.spans[0].page_index, rest.page_label) in ((4, "iv"), (5, ""))


def test_a_window_that_is_too_small_for_one_sentence(model: LanguageModel) -> None:
    with pytest.raises(ModelWindowError, match="tiny:1b") as raised:
        packed(model, [long_source(1)], 300)
    assert raised.value.remedy
    with pytest.raises(ModelWindowError):
        packed(model, [long_source(1)], 2048, question="Why? " * 2000)


def test_what_was_said_before_is_cut_from_its_beginning(model: LanguageModel) -> None:
    said = tuple(Message(Role.USER, f"Question {n} " + "about the tenant " * 20) for n in range(30))
    made = packed(model, [long_source(1)], 4096, history=said)
    kept = made.messages[1:-1]
    assert 1 <= len(kept) < 30
    assert kept == list(said[-len(kept) :])
    assert made.sources
