from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pincite.encode.contract import PassageText
from pincite.encode.minilm import MAX_TOKENS, load_minilm
from pincite.encode.transformer import TransformerEncoder

TEXTS = [
    "The tenant may terminate with thirty days notice.",
    "Heat pumps were metered in twenty-three old town houses over two winters.",
    "A cat sat on the mat.",
    "",
    "The seed vault is kept at minus twenty degrees. " * 12,
]


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> TransformerEncoder:
    return load_minilm(precision="f32", streams=2, cache=tmp_path_factory.mktemp("compiled"))


def encode(encoder: TransformerEncoder, texts: list[str], context: str = "") -> list:
    found = dict(encoder.encode_passages([PassageText(text, context) for text in texts]))
    return [found[position] for position in range(len(texts))]


def test_a_known_cosine_of_the_official_model(exact: TransformerEncoder) -> None:
    # The example of the model's card, with the cosines it prints.
    one, two = encode(exact, ["That is a happy person", "That is a very happy person"])
    other = encode(exact, ["Today is a sunny day"])[0]
    assert one.pooled @ two.pooled == pytest.approx(0.943, abs=0.01)
    assert one.pooled @ other.pooled == pytest.approx(0.257, abs=0.03)


def test_batching_and_order_do_not_change_vectors(exact: TransformerEncoder) -> None:
    together = encode(exact, TEXTS)
    for text, encoding in zip(TEXTS, together, strict=True):
        alone = encode(exact, [text])[0]
        assert np.allclose(encoding.pooled, alone.pooled, atol=1e-4)
        assert np.allclose(encoding.tokens, alone.tokens, atol=1e-3)


def test_vectors_are_unit_and_finite_even_for_empty_text(exact: TransformerEncoder) -> None:
    for encoding in encode(exact, TEXTS):
        assert np.linalg.norm(encoding.pooled) == pytest.approx(1, abs=1e-4)
        assert np.allclose(np.linalg.norm(encoding.tokens, axis=1), 1, atol=1e-4)


def test_tokens_know_their_place_and_punctuation_has_none(exact: TransformerEncoder) -> None:
    text = "Fees: 4,200 pounds (net)."
    (encoding,) = encode(exact, [text])
    assert [text[start:].split()[0] for start in encoding.token_starts][:2] == ["Fees:", "4,200"]
    assert all(text[start].isalnum() for start in encoding.token_starts)


def test_context_changes_vectors_but_has_none_of_its_own(exact: TransformerEncoder) -> None:
    plain = encode(exact, [TEXTS[0]])[0]
    framed = encode(exact, [TEXTS[0]], "Termination. Lease of a shop")[0]
    assert framed.token_ids.tolist() == plain.token_ids.tolist()
    assert 0.5 < framed.pooled @ plain.pooled < 0.999


def test_long_context_is_shortened_and_long_text_refused(exact: TransformerEncoder) -> None:
    full = " ".join(["word"] * exact.room)
    assert len(encode(exact, [full], "context " * 300)[0].token_ids) == exact.room
    with pytest.raises(ValueError, match="does not fit"):
        encode(exact, [full + " word"])


def test_the_last_token_that_fits_is_read(exact: TransformerEncoder) -> None:
    filler = " ".join(["water"] * (exact.room - 1))
    one, two = encode(exact, [f"{filler} zebra", f"{filler} horse"])
    assert one.tokens[-1] @ two.tokens[-1] < 0.9
    assert not np.allclose(one.pooled, two.pooled, atol=1e-4)
    assert exact.room == MAX_TOKENS - 2


def test_questions_find_their_passage(exact: TransformerEncoder) -> None:
    question = exact.encode_question("How many days notice must the tenant give?")
    scores = [encoding.pooled @ question.pooled for encoding in encode(exact, TEXTS)]
    assert int(np.argmax(scores)) == 0
    assert question.tokens.shape == (len(question.token_ids), exact.identity.token_dims)


def test_an_endless_question_is_cut(exact: TransformerEncoder) -> None:
    assert len(exact.encode_question("why " * 5000).token_ids) == exact.room
    assert len(exact.encode_question("").token_ids) == 0


def test_eight_bits_keep_the_vectors(exact: TransformerEncoder, tmp_path: Path) -> None:
    small = load_minilm(precision="int8", streams=1, cache=tmp_path)
    assert small.identity == exact.identity
    for one, two in zip(encode(exact, TEXTS[:3]), encode(small, TEXTS[:3]), strict=True):
        assert one.pooled @ two.pooled > 0.995
        assert (one.tokens * two.tokens).sum(axis=1).min() > 0.95


def test_counting_agrees_with_encoding(exact: TransformerEncoder) -> None:
    offsets = exact.token_offsets(["Heat pumps", ""])
    assert [len(o) for o in offsets] == [2, 0]
    assert offsets[0].tolist() == [[0, 4], [5, 10]]
    assert exact.count_tokens("Heat pumps!") == 3
