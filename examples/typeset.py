"""Typesets the sample documents from their sources and writes down what is true of them.

    python examples/typeset.py [--output FOLDER]

The PDFs are the same byte for byte in every run with the same versions of reportlab, pyphen and zlib. The
truth comes from the sources and from the places that the typesetter chose, never from reading a PDF back.
"""

from __future__ import annotations

import argparse
import json
import zlib
from importlib.metadata import version
from pathlib import Path

from press.document import typeset
from press.looks import register_fonts

HERE = Path(__file__).resolve().parent


def versions() -> dict[str, str]:
    """What the bytes of the PDFs depend on, besides the sources."""
    return {
        "reportlab": version("reportlab"),
        "pyphen": version("pyphen"),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }


def main() -> None:
    """Write papers/*.pdf and truth.json into the folder asked for."""
    parser = argparse.ArgumentParser(description="Typeset the sample documents.")
    parser.add_argument("--output", type=Path, default=HERE, help="folder to write to (default: examples/)")
    output: Path = parser.parse_args().output
    (output / "papers").mkdir(parents=True, exist_ok=True)
    register_fonts()
    documents = []
    for source in sorted((HERE / "sources").glob("*.txt")):
        result = typeset(source)
        (output / "papers" / f"{result.name}.pdf").write_bytes(result.pdf)
        documents.append(result.truth)
        print(f"{result.name}.pdf: {result.truth['pages']} pages, {len(result.pdf) / 1000:.0f} kB")
    truth = {"typeset_with": versions(), "documents": documents}
    (output / "truth.json").write_text(
        json.dumps(truth, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
