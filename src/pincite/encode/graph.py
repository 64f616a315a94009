"""A BERT encoder as an OpenVINO graph, built directly from its weights: no converter, no other framework.

Two choices matter for speed on a CPU. Attention is one fused operation. Where the CPU multiplies 8-bit integers
fast (VNNI), all dense layers run in int8 with static ranges: activations are rescaled per channel into the
weights first (SmoothQuant, Xiao et al. 2023, https://arxiv.org/abs/2211.10438), so that the few channels with huge
values, typical of BERT, do not cost all others their precision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.encode.packed_weights import BLOCK, PackedRows
from pincite.runtime import openvino

Weights = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class BertShape:
    """Sizes of a BERT encoder."""

    layers: int
    heads: int
    hidden: int
    epsilon: float = 1e-12


@dataclass(frozen=True, slots=True)
class Quantisation:
    """Static int8 ranges of the inputs of dense layers, by layer name.

    Attributes:
        low: Smallest input after smoothing.
        high: Largest input after smoothing.
        smooth: Divisor of each input channel, float32 of shape (channels,).
    """

    low: Mapping[str, float]
    high: Mapping[str, float]
    smooth: Mapping[str, NDArray[np.float32]]


@dataclass(slots=True)
class BertGraph:
    """Builds the graph; `model` is the way in.

    Attributes:
        weights: Parameters by their names in the official file.
        shape: Sizes.
        projection: Token projection, float32 of shape (hidden, token_dims).
        quantisation: Ranges for int8; float arithmetic when None.
        mean: Taken away from unit token vectors before they are projected, float32 of shape (hidden,).
        words: Vectors of the vocabulary where they are not among the weights.
        dense_inputs: Filled while building: the graph node that enters each dense layer, for calibration.
    """

    weights: Weights
    shape: BertShape
    projection: NDArray[np.float32]
    quantisation: Quantisation | None = None
    mean: NDArray[np.float32] | None = None
    words: PackedRows | None = None
    dense_inputs: dict[str, Any] = field(default_factory=dict)

    def model(self, *, expose_dense_inputs: bool = False) -> Any:
        """The graph.

        Its inputs are `ids` and `mask`, int64 (batch, tokens); its outputs pooled unit vectors (batch, hidden)
        and projected unit token vectors (batch, tokens, token_dims).

        Args:
            expose_dense_inputs: Whether what enters each dense layer is an output too, for calibration.
        """
        ov, op = openvino(), openvino().opset15
        ids = op.parameter([-1, -1], np.int64, "ids")
        mask = op.parameter([-1, -1], np.int64, "mask")
        real = op.convert(mask, np.float32)
        # Added to attention scores: 0 for real tokens, a large negative number for padding.
        bias = _unsqueeze(_unsqueeze(op.multiply(op.subtract(real, _scalar(1)), _scalar(1e4)), 1), 1)
        hidden = self._embed(ids)
        for layer in range(self.shape.layers):
            hidden = self._layer(hidden, bias, f"encoder.layer.{layer}.")
        weight = _unsqueeze(real, 2)
        summed = op.reduce_sum(op.multiply(hidden, weight), _ints(1))
        pooled = _unit(op.divide(summed, op.reduce_sum(weight, _ints(1))), axis=1)
        centred = hidden
        if self.mean is not None:
            centred = op.subtract(_unit(hidden, axis=2), _constant(self.mean[None, None]))
        tokens = _unit(op.matmul(centred, _constant(self.projection), False, False), axis=2)
        results = [op.result(pooled), op.result(tokens)]
        if expose_dense_inputs:
            results += [op.result(hidden), *(op.result(node) for node in self.dense_inputs.values())]
        return ov.Model(results, [ids, mask], "bert")

    def _embed(self, ids: Any) -> Any:
        op = openvino().opset15
        words = self._words(ids)
        # All tokens are of the first of the two token types, so its vector joins the positions'.
        positions = (
            self.weights["embeddings.position_embeddings.weight"]
            + self.weights["embeddings.token_type_embeddings.weight"][0]
        )
        length = op.gather(op.shape_of(ids), _ints(1), _scalar_int(0))
        used = op.slice(_constant(positions[None]), _ints(0), length, _ints(1), _ints(1))
        return self._norm(op.add(words, used), "embeddings.LayerNorm")

    def _words(self, ids: Any) -> Any:
        op = openvino().opset15
        if self.words is None:
            table = _constant(self.weights["embeddings.word_embeddings.weight"])
            return op.gather(table, ids, _scalar_int(0))
        # Unpacked after the look-up: all of them as floats would take 384 MB of memory.
        codes = op.gather(op.constant(self.words.codes), ids, _scalar_int(0))
        scales = op.gather(op.constant(self.words.scales), ids, _scalar_int(0))
        blocks = op.reshape(op.convert(codes, np.float32), _ints(0, 0, -1, BLOCK), True)
        scaled = op.multiply(blocks, _unsqueeze(op.convert(scales, np.float32), 3))
        return op.reshape(scaled, _ints(0, 0, self.shape.hidden), True)

    def _layer(self, x: Any, bias: Any, name: str) -> Any:
        op = openvino().opset15
        heads, size = self.shape.heads, self.shape.hidden // self.shape.heads
        query, key, value = (
            op.transpose(
                op.reshape(self._dense(x, f"{name}attention.self.{part}"), _ints(0, 0, heads, size), True),
                _ints(0, 2, 1, 3),
            )
            for part in ("query", "key", "value")
        )
        attended = op.transpose(op.scaled_dot_product_attention(query, key, value, bias), _ints(0, 2, 1, 3))
        attended = op.reshape(attended, _ints(0, 0, self.shape.hidden), True)
        attended = self._dense(attended, f"{name}attention.output.dense")
        x = self._norm(op.add(attended, x), f"{name}attention.output.LayerNorm")
        inner = op.gelu(self._dense(x, f"{name}intermediate.dense"), "erf")
        return self._norm(op.add(self._dense(inner, f"{name}output.dense"), x), f"{name}output.LayerNorm")

    def _norm(self, x: Any, name: str) -> Any:
        op = openvino().opset15
        normal = op.mvn(x, _ints(-1), True, self.shape.epsilon, "inside_sqrt")
        gain, shift = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        return op.add(op.multiply(normal, _constant(gain[None, None])), _constant(shift[None, None]))

    def _dense(self, x: Any, name: str) -> Any:
        op = openvino().opset15
        weight, shift = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        if self.quantisation is None:
            self.dense_inputs[name] = x
            product = op.matmul(x, _constant(weight), False, True)
        else:
            smooth = self.quantisation.smooth[name]
            x = op.multiply(x, _constant(np.reciprocal(smooth)[None, None]))
            low, high = (
                _constant(np.full((1, 1, 1), bound, np.float32))
                for bound in (self.quantisation.low[name], self.quantisation.high[name])
            )
            x = op.fake_quantize(x, low, high, low, high, 256)
            scaled = weight * smooth
            step = np.maximum(np.abs(scaled).max(axis=1, keepdims=True), 1e-8) / 127
            codes = np.clip(np.rint(scaled / step), -127, 127).astype(np.int8)
            restored = op.multiply(op.convert(op.constant(codes), np.float32), _constant(step))
            product = op.matmul(x, restored, False, True)
        return op.add(product, _constant(shift[None, None]))


def _constant(values: NDArray[Any]) -> Any:
    return openvino().opset15.constant(np.ascontiguousarray(values, dtype=np.float32))


def _scalar(value: float) -> Any:
    return openvino().opset15.constant(np.float32(value))


def _scalar_int(value: int) -> Any:
    return openvino().opset15.constant(np.array(value, np.int64))


def _ints(*values: int) -> Any:
    return openvino().opset15.constant(np.array(values, np.int64))


def _unsqueeze(x: Any, axis: int) -> Any:
    return openvino().opset15.unsqueeze(x, _scalar_int(axis))


def _unit(x: Any, *, axis: int) -> Any:
    return openvino().opset15.normalize_l2(x, _ints(axis), 1e-12, "max")
