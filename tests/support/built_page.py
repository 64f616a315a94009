"""A built page in small: what a build leaves behind, with the kinds of files that the real one has."""

from __future__ import annotations

import gzip
from pathlib import Path

INDEX = (
    b'<!doctype html><html lang="en"><meta charset="utf-8"><title>Pincite</title>'
    b'<script type="module" src="./assets/index-B2xk41Qz.js"></script></html>'
)
SCRIPT = b"export const words = 'a script that is long enough to be compressed';\n" * 40
BROTLI = b"stands for what brotli makes of it"


def write_page(folder: Path) -> Path:
    """Write it; gives the folder."""
    files = {
        "index.html": INDEX,
        "favicon.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        "licences.json": b"[]",
        "assets/index-B2xk41Qz.js": SCRIPT,
        "assets/index-B2xk41Qz.js.br": BROTLI,
        "assets/index-B2xk41Qz.js.gz": gzip.compress(SCRIPT, mtime=0),
        "assets/index-c0ffee12.css": b"body { color: black }\n",
        "assets/inter-latin-9a8b7c6d.woff2": b"wOF2",
        "assets/pdf.worker-01ab23cd.mjs": b"export {};\n",
        "assets/cmaps/78-EUC-H.bcmap": b"\x00\x01",
        "assets/standard-fonts/FoxitDingbats.pfb": b"%!",
        "assets/jbig2-77aa88bb.wasm": b"\x00asm",
        "assets/.hidden": b"nobody's business",
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder
