"""Cross-encoders: question and passage read together. Precise and slow; off unless asked for."""

from __future__ import annotations

import hashlib
import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from pincite.encode.onnx import model_file, read_config
from pincite.runtime import CompiledModel

_CACHED = 20_000


class CrossEncoder(ABC):
    """Scores pairs; scores are kept, so that asking again costs nothing."""

    def __init__(self) -> None:
        self._scores: OrderedDict[bytes, float] = OrderedDict()
        self._lock = threading.Lock()

    @abstractmethod
    def _score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Scores of the pairs, higher is better, on any scale."""

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Scores of a question with each text, in order."""
        keys = [hashlib.sha256(f"{len(question)}:{question}{text}".encode()).digest() for text in texts]
        with self._lock:
            known = {key: self._scores[key] for key in keys if key in self._scores}
        missing = list(dict.fromkeys(i for i, key in enumerate(keys) if key not in known))
        if missing:
            fresh = self._score(question, [texts[i] for i in missing])
            known |= {keys[i]: value for i, value in zip(missing, fresh, strict=True)}
        with self._lock:
            for key in keys:
                self._scores[key] = known[key]
                self._scores.move_to_end(key)
            while len(self._scores) > _CACHED:
                self._scores.popitem(last=False)
        return [known[key] for key in keys]


class OnnxCrossEncoder(CrossEncoder):
    """A cross-encoder from a folder with `model.onnx` and `tokenizer.json`, as model hubs publish them.

    Args:
        folder: The folder.
        cache: Folder for compiled code.

    Raises:
        ModelMissingError: if a file is missing.
        ModelError: if the model is not a cross-encoder with one score.
    """

    def __init__(self, folder: Path, *, cache: Path | None = None) -> None:
        super().__init__()
        self._tokenizer = Tokenizer.from_file(str(model_file(folder, "tokenizer.json")))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(read_config(folder).max_tokens, strategy="only_second")
        self._model = CompiledModel(model_file(folder, "model.onnx"), precision="f32", streams=0, cache=cache)

    def _score(self, question: str, texts: Sequence[str]) -> list[float]:
        encodings = self._tokenizer.encode_batch([(question, text) for text in texts])
        batches = []
        for encoding in encodings:
            ids = np.array([encoding.ids], np.int64)
            inputs = {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "token_type_ids": np.array([encoding.type_ids], np.int64),
            }
            batches.append([inputs[name] for name in self._model.input_names])
        return [float(outputs[0].reshape(-1)[0]) for _, outputs in self._model.run_many(batches)]
