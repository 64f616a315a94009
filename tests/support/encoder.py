"""A small real ONNX encoder and cross-encoder, built on the spot."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS = (
    "[PAD] [UNK] [CLS] [SEP] . , : query passage the a of heron osprey nests river lake fish eats fee is per year "
    "seed vault pump noise"
).split()
HIDDEN = 16


def write_tokenizer(folder: Path) -> Tokenizer:
    """A word-level tokenizer with BERT's frame, saved as tokenizer.json."""
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    return tokenizer


def write_encoder(
    folder: Path,
    *,
    seed: int = 0,
    prefixes: tuple[str, str] | None = None,
    max_tokens: int = 32,
    types: bool = False,
) -> Path:
    """A model folder as hubs publish them: token vectors are rows of a random table."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(folder)
    table = np.random.default_rng(seed).standard_normal((len(WORDS), HIDDEN)).astype(np.float32)
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["rows"], axis=0)]
    output = "rows"
    inputs = [_ids("input_ids"), _ids("attention_mask")]
    if types:
        inputs.append(_ids("token_type_ids"))
        nodes.append(helper.make_node("Cast", ["token_type_ids"], ["types"], to=TensorProto.FLOAT))
        nodes.append(helper.make_node("Unsqueeze", ["types", "axis"], ["wide"]))
        nodes.append(helper.make_node("Add", ["rows", "wide"], ["last_hidden_state"]))
        output = "last_hidden_state"
    shape = helper.make_tensor_value_info(output, TensorProto.FLOAT, ["b", "n", HIDDEN])
    constants = [numpy_helper.from_array(table, "table"), numpy_helper.from_array(np.array([2]), "axis")]
    _save(folder, nodes, inputs, shape, constants if types else constants[:1])
    _write(folder / "config.json", {"hidden_size": HIDDEN, "max_position_embeddings": max_tokens})
    if prefixes is not None:
        prompts = {"query": prefixes[0], "passage": prefixes[1]}
        _write(folder / "config_sentence_transformers.json", {"prompts": prompts})
    return folder


def write_cross_encoder(folder: Path) -> Path:
    """A cross-encoder whose score is the number of the pair's ids that are "osprey"."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(folder)
    nodes = [
        helper.make_node("Equal", ["input_ids", "wanted"], ["equal"]),
        helper.make_node("Cast", ["equal"], ["ones"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["ones", "axis"], ["logits"], keepdims=1),
    ]
    shape = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", 1])
    constants = [
        numpy_helper.from_array(np.array(WORDS.index("osprey")), "wanted"),
        numpy_helper.from_array(np.array([1]), "axis"),
    ]
    _save(folder, nodes, [_ids("input_ids"), _ids("attention_mask")], shape, constants)
    _write(folder / "config.json", {"hidden_size": HIDDEN, "max_position_embeddings": 64})
    return folder


def _ids(name: str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "n"])


def _save(
    folder: Path,
    nodes: list[onnx.NodeProto],
    inputs: list[onnx.ValueInfoProto],
    output: onnx.ValueInfoProto,
    constants: list[onnx.TensorProto],
) -> None:
    graph = helper.make_graph(nodes, "model", inputs, [output], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.checker.check_model(model)
    onnx.save(model, str(folder / "model.onnx"))


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
