"""Encoders from a folder with an ONNX model, as model hubs publish them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pincite.encode.contract import EncoderIdentity
from pincite.encode.transformer import TransformerEncoder
from pincite.errors import ModelError, ModelMissingError
from pincite.runtime import CompiledModel, openvino

TOKEN_DIMS = 128
_INPUTS = {"input_ids": "ids", "attention_mask": "mask", "token_type_ids": "types"}


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """What the model's own files say of it.

    Attributes:
        max_tokens: Most tokens it reads.
        hidden: Dimensions of its vectors.
        prefixes: Put before questions and passages: `prompts` of a sentence-transformers configuration.
        pooling: "mean" or "cls".
    """

    max_tokens: int
    hidden: int
    prefixes: tuple[str, str]
    pooling: str


def model_file(folder: Path, name: str) -> Path:
    """A file of the model, in the folder or its `onnx` folder.

    Raises:
        ModelMissingError: if it is in neither.
    """
    for path in (folder / name, folder / "onnx" / name):
        if path.is_file():
            return path
    raise ModelMissingError(
        f"{folder} has no {name}",
        "A model's folder holds model.onnx, tokenizer.json and config.json, as published on model hubs.",
    )


def read_config(folder: Path) -> ModelConfig:
    """Read the configuration files of a model's folder.

    Raises:
        ModelMissingError: if `config.json` is missing.
        ModelError: if it is not what such files hold.
    """
    config = _json(model_file(folder, "config.json"))
    sentence = _json(folder / "sentence_bert_config.json")
    prompts = _json(folder / "config_sentence_transformers.json").get("prompts") or {}
    pooling = _json(folder / "1_Pooling" / "config.json")
    limit = sentence.get("max_seq_length") or config.get("max_position_embeddings") or 512
    hidden = config.get("hidden_size", 0)
    if not isinstance(limit, int) or not isinstance(hidden, int) or limit < 8:
        raise ModelError(
            f"{folder / 'config.json'} does not describe an encoder", "Check the model's folder."
        )
    return ModelConfig(
        max_tokens=limit,
        hidden=hidden,
        prefixes=(str(prompts.get("query", "")), str(prompts.get("passage", prompts.get("document", "")))),
        pooling="cls" if pooling.get("pooling_mode_cls_token") else "mean",
    )


def load_onnx_encoder(folder: Path, *, streams: int = 0, cache: Path | None = None) -> TransformerEncoder:
    """Load an encoder whose ONNX model gives one vector a token.

    The token projection is a fixed random rotation cut to TOKEN_DIMS (Johnson-Lindenstrauss): it needs no data and
    is the same on every machine. It keeps cosines less well than a fitted one.

    Raises:
        ModelMissingError: if a file is missing.
        ModelError: if the model's inputs or outputs are not those of an encoder.
    """
    config = read_config(folder)
    path = model_file(folder, "model.onnx")
    dims = min(TOKEN_DIMS, config.hidden - config.hidden % 2)
    projection = _rotation(config.hidden, dims)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    identity = EncoderIdentity(
        name=folder.name,
        digest=digest,
        dims=config.hidden,
        token_dims=dims,
        max_tokens=config.max_tokens,
        projection=hashlib.sha256(projection.tobytes()).hexdigest()[:16],
        prefixes=config.prefixes,
    )
    graph = _with_pooling(path, projection, config.pooling)
    compiled = CompiledModel(graph, precision="f32", streams=streams, cache=cache)
    tokenizer = Tokenizer.from_file(str(model_file(folder, "tokenizer.json")))
    return TransformerEncoder(identity, tokenizer, compiled)


def _rotation(hidden: int, dims: int) -> NDArray[np.float32]:
    if dims == hidden:
        return np.eye(hidden, dtype=np.float32)
    basis, _ = np.linalg.qr(np.random.default_rng(0).standard_normal((hidden, hidden)))
    return np.ascontiguousarray(basis[:, :dims], np.float32)


def _with_pooling(path: Path, projection: NDArray[np.float32], pooling: str) -> Any:
    """The model with pooling, projection and normalisation added, its inputs (ids, mask)."""
    ov, op = openvino(), openvino().opset15
    model = ov.Core().read_model(str(path))
    names = {name: port for port in model.inputs for name in port.names}
    unknown = [port.any_name for port in model.inputs if not port.names & _INPUTS.keys()]
    if unknown or "input_ids" not in names or "attention_mask" not in names:
        raise ModelError(
            f"{path.name} has other inputs than an encoder: {sorted(names)}", "Use a text encoder."
        )
    hidden = model.outputs[0].get_node().input_value(0)
    if hidden.get_partial_shape().rank.get_length() != 3:
        raise ModelError(f"{path.name} does not give one vector a token", "Export it without pooling.")
    ids = names["input_ids"].get_node()
    mask = names["attention_mask"].get_node()
    if "token_type_ids" in names:
        types = names["token_type_ids"].get_node()
        zeros = op.multiply(ids, op.constant(np.array(0, np.int64)))
        types.output(0).replace(zeros.output(0))
    axis = op.constant(np.array([1], np.int64))
    last = op.constant(np.array(2, np.int64))
    if pooling == "cls":
        pooled = op.gather(hidden, op.constant(np.array(0, np.int64)), op.constant(np.array(1, np.int64)))
    else:
        weight = op.unsqueeze(op.convert(mask, np.float32), last)
        pooled = op.divide(op.reduce_sum(op.multiply(hidden, weight), axis), op.reduce_sum(weight, axis))
    tokens = op.matmul(hidden, op.constant(projection), False, False)
    results = [
        op.result(op.normalize_l2(pooled, axis, 1e-12, "max")),
        op.result(op.normalize_l2(tokens, op.constant(np.array([2], np.int64)), 1e-12, "max")),
    ]
    return ov.Model(results, [ids, mask], "encoder")


def _json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ModelError(f"{path} cannot be read: {error}", "Download the model again.") from None
    return value if isinstance(value, dict) else {}
