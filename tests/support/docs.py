"""Commands of the documentation, as a reader would run them."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ADDRESS = "http://127.0.0.1:8750"
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of commands.

    Attributes:
        file: Where it stands.
        line: The line where it begins.
        commands: What is to be run.
        shown: The JSON that the documentation shows below it; None for none.
    """

    file: str
    line: int
    commands: str
    shown: Any = None

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Ran:
    """What became of a block.

    Attributes:
        block: It.
        code: Its exit code.
        output: What it wrote.
        errors: What it wrote to standard error.
    """

    block: Block
    code: int
    output: str
    errors: str


def blocks(file: Path, root: Path) -> Iterator[Block]:
    """The blocks of a file that call the server with curl, in order.

    Blocks are fenced as `sh`; one fenced as `json` right after shows what comes back.
    """
    text = file.read_text(encoding="utf-8")
    found = list(_FENCE.finditer(text))
    for place, fence in enumerate(found):
        if fence[1] not in ("sh", "console", "bash") or not re.search(r"\bcurl\b", fence[2]):
            continue
        after = found[place + 1] if place + 1 < len(found) else None
        shown = after is not None and after[1] == "json" and not text[fence.end() : after.start()].strip()
        yield Block(
            str(file.relative_to(root)),
            text.count("\n", 0, fence.start()) + 1,
            re.sub(r"^\$ ", "", fence[2], flags=re.MULTILINE),
            json.loads(after[2]) if shown and after is not None else None,
        )


def run(all_blocks: Sequence[Block], address: str, folder: Path, prelude: str = "") -> list[Ran]:
    """Run blocks one after the other in one shell, so that variables of earlier ones hold; until one fails.

    Args:
        all_blocks: In order.
        address: Of the server, in place of the one in the documentation.
        folder: Where they run.
        prelude: Run before the first.
    """
    # The first command that fails ends the shell, with its code noted for the block that it is in.
    script = ["set -eo pipefail", "n=start", "trap 'echo $? >code.$n' EXIT", prelude]
    for number, block in enumerate(all_blocks):
        commands = block.commands.replace(ADDRESS, address)
        script.append(f"n={number}\n{{\n{commands}\n}} >out.{number} 2>err.{number}\necho 0 >code.{number}")
    subprocess.run(["bash", "-c", "\n".join(script)], cwd=folder, check=False, timeout=300)
    ran = []
    for number, block in enumerate(all_blocks):
        code = folder / f"code.{number}"
        if code.exists():
            output, errors = (
                (folder / f"{name}.{number}").read_text("utf-8", errors="replace") for name in ("out", "err")
            )
            ran.append(Ran(block, int(code.read_text()), output, errors))
    return ran


def differences(shown: Any, real: Any, place: str = "") -> list[str]:
    """How what the documentation shows differs in form from what came: fields and kinds, not values."""
    if isinstance(shown, dict) and isinstance(real, dict):
        return [
            difference
            for name, value in shown.items()
            for difference in (
                differences(value, real[name], f"{place}.{name}")
                if name in real
                else [f"{place}.{name} is not there"]
            )
        ]
    if isinstance(shown, list) and isinstance(real, list):
        if shown and not real:
            return [f"{place} is empty"]
        return differences(shown[0], real[0], f"{place}[0]") if shown and real else []
    if shown is None or real is None:
        return []
    number = (int, float)
    same = type(shown) is type(real) or (
        isinstance(shown, number) and isinstance(real, number) and bool not in (type(shown), type(real))
    )
    return [] if same else [f"{place} is {type(real).__name__}, not {type(shown).__name__}"]
