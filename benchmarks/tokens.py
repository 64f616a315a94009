"""How far the estimate of tokens is from what real vocabularies make of the same text.

    python -m benchmarks.tokens --data DIR [VOCABULARY...]

Vocabularies are files: `tokenizer.json`, SentencePiece models, `.tiktoken`, and tekken's JSON; the encoder's own is
always one. Texts are XQuAD's in 12 languages, and tables, code and JSON. Shown is estimate / count: below 1 a prompt
could be too long for the window, far above 1 the window is not used.
"""

from __future__ import annotations

import argparse
import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pincite.encode.model_files import MINILM, model_folder
from pincite.llm.estimate import estimate_tokens

Count = Callable[[str], int]

# How vocabularies that come as bare ranks take text apart first; that of several models of the GPT family.
_PARTS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("vocabularies", type=Path, nargs="*")
    arguments = parser.parse_args()
    counts = {"encoder": counter(model_folder(MINILM) / "tokenizer.json")}
    counts |= {path.name[:18]: counter(path) for path in arguments.vocabularies}
    print(f"{'text':9}{'characters':>11}" + "".join(f"{name:>20}" for name in counts))
    for name, text in texts(arguments.data).items():
        ratios = [estimate_tokens(text) / count(text) for count in counts.values()]
        print(f"{name:9}{len(text):>11,}" + "".join(f"{ratio:>20.2f}" for ratio in ratios))


def texts(data: Path) -> dict[str, str]:
    """Text by name."""
    found = {}
    for path in sorted((data / "xquad").glob("xquad.*.json")):
        articles = json.loads(path.read_text(encoding="utf-8"))["data"]
        paragraphs = [part["context"] for article in articles for part in article["paragraphs"]]
        found[path.suffixes[-2][1:]] = "\n\n".join(paragraphs)[:60_000]
    rows = [f"Net sales: 2018 {i},577; 2017 {i},373.25 | {i * 7}% | (${i}.{i})" for i in range(200)]
    found["table"] = "\n".join(rows)
    found["code"] = Path(__file__).read_text(encoding="utf-8")
    found["json"] = (data / "xquad" / "xquad.en.json").read_text(encoding="utf-8")[:40_000]
    return found


def counter(path: Path) -> Count:
    """Counts the tokens of a text by a vocabulary's file."""
    if path.suffix == ".tiktoken":
        lines = path.read_bytes().splitlines()
        ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines)}
        return _by_ranks(ranks, _PARTS)
    if path.suffix != ".json":
        import sentencepiece

        model: Any = sentencepiece.SentencePieceProcessor(str(path))
        return lambda text: len(model.encode(text))
    content = json.loads(path.read_text(encoding="utf-8"))
    if "vocab" in content and "config" in content:
        config = content["config"]
        size = config["default_vocab_size"] - config["default_num_special_tokens"]
        ranks = {base64.b64decode(token["token_bytes"]): token["rank"] for token in content["vocab"][:size]}
        return _by_ranks(ranks, config["pattern"])
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _by_ranks(ranks: dict[bytes, int], parts: str) -> Count:
    import tiktoken

    encoding: Any = tiktoken.Encoding("measured", pat_str=parts, mergeable_ranks=ranks, special_tokens={})
    return lambda text: len(encoding.encode(text, disallowed_special=()))


if __name__ == "__main__":
    main()
