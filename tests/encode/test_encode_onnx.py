from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.support.encoder import HIDDEN, WORDS, write_cross_encoder, write_encoder

from pincite.encode.contract import PassageText
from pincite.encode.cross import OnnxCrossEncoder
from pincite.encode.onnx import load_onnx_encoder
from pincite.errors import ModelError, ModelMismatchError, ModelMissingError

PAIR = [WORDS.index("heron"), WORDS.index("nests")]


@pytest.mark.parametrize("types", [False, True])
def test_pooled_is_the_mean_of_the_tables_rows(tmp_path: Path, types: bool) -> None:
    encoder = load_onnx_encoder(write_encoder(tmp_path / "m", types=types))
    ((_, encoding),) = encoder.encode_passages([PassageText("heron nests")])
    table = np.random.default_rng(0).standard_normal((100, HIDDEN)).astype(np.float32)
    expected = table[[2, *PAIR, 3]].mean(axis=0)
    assert np.allclose(encoding.pooled, expected / np.linalg.norm(expected), atol=1e-5)
    assert encoder.identity.dims == encoder.identity.token_dims == HIDDEN


def test_prefixes_make_questions_and_passages_differ(tmp_path: Path) -> None:
    plain = load_onnx_encoder(write_encoder(tmp_path / "plain"))
    e5 = load_onnx_encoder(write_encoder(tmp_path / "e5", prefixes=("query: ", "passage: ")))
    for encoder, same in ((plain, True), (e5, False)):
        ((_, passage),) = encoder.encode_passages([PassageText("heron nests")])
        question = encoder.encode_question("heron nests")
        assert np.allclose(passage.pooled, question.pooled, atol=1e-5) is same
        assert passage.token_ids.tolist() == question.token_ids.tolist() == PAIR
    assert plain.identity != e5.identity


def test_identity_tells_models_of_equal_size_apart(tmp_path: Path) -> None:
    one = load_onnx_encoder(write_encoder(tmp_path / "model", seed=1))
    two = load_onnx_encoder(write_encoder(tmp_path / "model", seed=2))
    one.identity.require(one.identity.as_dict())
    with pytest.raises(ModelMismatchError) as caught:
        one.identity.require(two.identity.as_dict())
    assert caught.value.remedy


def test_missing_files_are_named(tmp_path: Path) -> None:
    folder = write_encoder(tmp_path / "m")
    (folder / "tokenizer.json").unlink()
    with pytest.raises(ModelMissingError, match=r"tokenizer\.json"):
        load_onnx_encoder(folder)


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        load_onnx_encoder(write_cross_encoder(tmp_path / "m"))


def test_cross_encoder_scores_pairs_and_remembers_them(tmp_path: Path) -> None:
    encoder = OnnxCrossEncoder(write_cross_encoder(tmp_path / "c"))
    texts = ["heron eats fish", "osprey osprey", "osprey", "osprey"]
    assert encoder.score("the osprey", texts) == [1.0, 3.0, 2.0, 2.0]
    encoder._model = None  # type: ignore[assignment]  # a second pass through the model would fail now
    assert encoder.score("the osprey", texts[::-1]) == [2.0, 2.0, 3.0, 1.0]
    assert encoder.score("the osprey", []) == []
