from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pincite.config import Settings
from pincite.domain import Block, BlockKind, Page, ParsedDocument
from pincite.encode.contract import Encoder, PassageText
from pincite.encode.onnx import load_onnx_encoder
from pincite.encode.tokens import pack_tokens, unpack_tokens
from pincite.ingest.index import index_document
from pincite.store import NewDocument
from support.encoder import write_encoder

HEADING = "seed vault"
SENTENCES = ["The heron nests.", "The osprey eats fish.", "The vault fee is a fee per year."]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    return load_onnx_encoder(write_encoder(tmp_path_factory.mktemp("model") / "tiny", max_tokens=80))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "birds of the lake.pdf"
    path.write_bytes(b"the file's own bytes")
    return path


def parsed(title: str = "", sentences: list[str] | None = None) -> ParsedDocument:
    """A page with a running head, a heading and a paragraph."""
    body = " ".join(SENTENCES if sentences is None else sentences)
    text = f"Journal of Birds\n\n{HEADING}\n\n{body}"
    start = text.index(HEADING)
    blocks = (
        Block(BlockKind.RUNNING_HEAD, 0, 16),
        Block(BlockKind.HEADING, start, start + len(HEADING), level=1),
        Block(BlockKind.PARAGRAPH, start + len(HEADING) + 2, len(text), section=(HEADING,)),
    )
    page = Page(1, "1", text, 612, 792, np.zeros((len(text), 4), np.uint16), blocks)
    return ParsedDocument("application/pdf", title, (), None, (page,), (), ())


def index(
    encoder: Encoder, source: Path, document: ParsedDocument, *, context: str = "section", tokens: int = 200
) -> NewDocument:
    settings = Settings.model_validate({"chunk": {"context": context, "tokens": tokens, "overlap_tokens": 0}})
    return index_document(
        source, "0" * 64, document, encoder=encoder, settings=settings, progress=lambda done, total: None
    )


def test_what_is_stored_of_a_document(encoder: Encoder, source: Path) -> None:
    new = index(encoder, source, parsed())
    assert (new.file_name, new.title, new.size) == (source.name, "birds of the lake", source.stat().st_size)
    assert new.language == "en"
    used = {"tokens": 200, "overlap_tokens": 0, "context": "section"}
    assert new.parameters["chunk"] == Settings().chunk.model_dump() | used
    assert new.parameters["encoder"] == "tiny"
    assert index(encoder, source, parsed(title="Birds")).title == "Birds"


def test_running_heads_are_not_searched(encoder: Encoder, source: Path) -> None:
    new = index(encoder, source, parsed())
    assert all("journal" not in terms for terms in [*new.page_terms, *(chunk.terms for chunk in new.chunks)])
    assert "heron" in new.page_terms[0].split()


def test_chunks_come_in_order_with_their_own_vectors(encoder: Encoder, source: Path) -> None:
    """Batches are sorted by length inside; each vector must come back to its own text."""
    new = index(
        encoder, source, parsed(sentences=[s for n in range(40) for s in SENTENCES[n % 3 :]]), tokens=16
    )
    assert len(new.chunks) > 20
    starts = [chunk.chunk.spans[0].start for chunk in new.chunks]
    assert starts == sorted(starts)
    for chunk in new.chunks:
        section = ". ".join(t for t in chunk.chunk.section if t not in chunk.chunk.text)
        ((_, alone),) = encoder.encode_passages([PassageText(chunk.chunk.text, section)])
        assert np.allclose(chunk.pooled, alone.pooled.astype(np.float16), atol=2e-3)
        assert chunk.tokens == pack_tokens(alone.tokens, alone.token_starts)


def test_context_is_read_but_has_no_tokens_of_its_own(encoder: Encoder, source: Path) -> None:
    pooled, counts = {}, {}
    for context in ("none", "section", "title"):
        new = index(encoder, source, parsed(title="osprey lake"), context=context, tokens=16)
        last = new.chunks[-1]
        assert HEADING not in last.chunk.text
        pooled[context] = last.pooled
        counts[context] = len(unpack_tokens([last.tokens], encoder.identity.token_dims).vectors)
    assert len(set(counts.values())) == 1
    assert not np.allclose(pooled["none"], pooled["section"], atol=1e-3)
    assert not np.allclose(pooled["section"], pooled["title"], atol=1e-3)


def test_section_titles_are_search_terms_of_every_chunk_below(encoder: Encoder, source: Path) -> None:
    new = index(encoder, source, parsed(), tokens=16)
    assert len(new.chunks) > 1
    assert all({"seed", "vault"} <= set(chunk.terms.split()) for chunk in new.chunks)


def test_token_counts_are_chunks_that_hold_the_token(encoder: Encoder, source: Path) -> None:
    new = index(encoder, source, parsed(), tokens=16)
    expected: dict[int, int] = {}
    for chunk in new.chunks:
        ((_, encoding),) = encoder.encode_passages([PassageText(chunk.chunk.text)])
        for token in set(encoding.token_ids.tolist()):
            expected[token] = expected.get(token, 0) + 1
    ids, counts = new.token_counts
    assert dict(zip(ids.tolist(), counts.tolist(), strict=True)) == expected
    assert ids.tolist() == sorted(ids.tolist())


def test_chunks_fit_the_encoder_whatever_is_set(encoder: Encoder, source: Path) -> None:
    """Beyond what the encoder reads it would silently see only the beginning."""
    words = "heron " * 400
    new = index(encoder, source, parsed(sentences=[words.strip() + "."]), tokens=8192)
    assert len(new.chunks) > 4
    assert max(encoder.count_tokens(chunk.chunk.text) for chunk in new.chunks) <= encoder.room
    assert sum(chunk.chunk.text.count("heron") for chunk in new.chunks) == 400


def test_a_document_without_text_is_a_document_without_chunks(encoder: Encoder, source: Path) -> None:
    page = Page(1, "1", "", 612, 792, np.zeros((0, 4), np.uint16), ())
    new = index(encoder, source, ParsedDocument("application/pdf", "", (), None, (page,), (), ()))
    assert new.chunks == []
    assert new.page_terms == [""]
    assert len(new.token_counts[0]) == len(new.token_counts[1]) == 0


def test_progress_goes_from_none_to_all(encoder: Encoder, source: Path) -> None:
    steps: list[tuple[int, int]] = []
    new = index_document(
        source,
        "0" * 64,
        parsed(sentences=SENTENCES * 30),
        encoder=encoder,
        settings=Settings.model_validate({"chunk": {"tokens": 16, "overlap_tokens": 0}}),
        progress=lambda done, total: steps.append((done, total)),
    )
    total = len(new.chunks)
    assert total > 16
    assert steps[0] == (0, 0)
    assert steps[-1] == (total, 1)
    assert [done for done, _ in steps] == sorted({done for done, _ in steps})


def test_a_part_in_another_language_is_searched_in_that_and_by_the_documents_words(
    encoder: Encoder, source: Path
) -> None:
    sentences = [
        "The heron nests at the lake and the osprey is often seen with it in the evening of the year.",
        "Die Verträge mit dem Mieter sind nach dem Ende des Jahres nicht mehr gültig.",
    ]
    text = "\n\n".join(sentences)
    second = len(sentences[0]) + 2
    blocks = (
        Block(BlockKind.PARAGRAPH, 0, second - 2),
        Block(BlockKind.PARAGRAPH, second, len(text)),
    )
    page = Page(1, "1", text, 612, 792, np.zeros((len(text), 4), np.uint16), blocks)
    new = index(encoder, source, ParsedDocument("text/plain", "", (), None, (page,), (), ()))
    terms = " ".join(chunk.terms for chunk in new.chunks).split()
    assert new.language == "en"
    for found in (terms, new.page_terms[0].split()):
        # The German stem, and the form that a question in English looks for.
        assert {"nest", "vertrag", "miet", "mieter"} <= set(found)
        assert not {"die", "dem", "sind", "the"} & set(found)
