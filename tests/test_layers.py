"""Imports point downwards, and importing does nothing but define names."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite

SOURCE = Path(pincite.__file__).parent

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"errors"}),
    frozenset({"domain", "config", "runtime"}),
    frozenset(
        {
            "chunking",
            "languages",
            "orders",
            "places",
            "plain_text",
            "privacy",
            "sentences",
            "tables",
            "terms",
            "units",
        }
    ),
    frozenset({"ocr"}),
    frozenset({"parse"}),
    frozenset({"store", "encode", "llm"}),
    frozenset({"search"}),
    frozenset({"accounts", "answer", "export", "ingest"}),
    frozenset({"research"}),
    frozenset({"library"}),
    frozenset({"evaluate", "mcp"}),
    frozenset({"server"}),
    frozenset({"cli"}),
    frozenset({"__main__"}),
)
"""From the lowest up. The parts of one layer do not know each other."""

NEIGHBOURS = {
    ("chunking", "sentences"),
    ("chunking", "tables"),
    ("chunking", "units"),
    ("languages", "terms"),
    ("orders", "terms"),
    ("privacy", "orders"),
    ("privacy", "terms"),
    ("units", "tables"),
    ("terms", "sentences"),
}
"""Exceptions: parts of one layer that may build on each other."""

FORBIDDEN = {
    ("ingest", "search"),
    ("ingest", "answer"),
    ("parse", "chunking"),
    ("search", "parse"),
    ("research", "ingest"),
}
"""Downward, and still not wanted: adding must not depend on finding, nor finding on file formats."""

RUN_BY_ALEMBIC = "pincite.store.migrations"
"""Alembic's scripts: run by it, never imported by us."""


def module_name(path: Path) -> str:
    parts = ["pincite", *path.relative_to(SOURCE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = sorted((module_name(path), path) for path in SOURCE.rglob("*.py"))


def part(module: str) -> str:
    """The part of Pincite a module belongs to: "pincite.store.read" → "store"."""
    return module.split(".")[1] if "." in module else ""


def layer(name: str) -> int:
    return next(number for number, names in enumerate(LAYERS) if name in names)


def imported(module: str, path: Path) -> Iterator[str]:
    """Every module of Pincite that a module names in an import, wherever in it that stands."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            # `from pincite import store` names a part as well as `from pincite.store import …`.
            names = [f"{base}.{alias.name}" if base == "pincite" else base for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "pincite")


def test_every_part_has_a_layer() -> None:
    parts = {part(module) for module, _ in MODULES} - {""}
    assert parts >= {"domain", "parse", "store", "encode", "search", "answer", "ingest", "library", "cli"}
    assert parts <= frozenset().union(*LAYERS)


@pytest.mark.parametrize(("module", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_imports_point_down(module: str, path: Path) -> None:
    above = part(module)
    if not above:
        return  # the package itself only hands out names: see below
    for name in imported(module, path):
        below = part(name)
        if below in ("", above) or below not in frozenset().union(*LAYERS):
            continue  # the part itself, or a name that the package hands out
        allowed = layer(below) < layer(above) or (above, below) in NEIGHBOURS
        assert allowed, f"{module} imports {name}"
        assert (above, below) not in FORBIDDEN, f"{module} imports {name}"


@pytest.mark.parametrize(("module", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_lower_parts_do_not_use_the_names_the_package_hands_out(module: str, path: Path) -> None:
    """`from pincite import Library` below the surfaces would be an import upwards that looks harmless."""
    if part(module) in ("", "cli", "server", "mcp", "evaluate", "__main__"):
        return
    names = {name.split(".")[1] for name in imported(module, path) if "." in name}
    assert not names & {"Library", "Answer", "Document", "Passage", "Citation"}


def test_the_walker_sees_every_form_of_import(tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    source.write_text(
        "import pincite.store.read\nfrom pincite import library, Answer\n"
        "def f():\n    from pincite.cli.app import main\n    from ..search import engine\n    from . import gate\n"
        "import numpy\n",
        encoding="utf-8",
    )
    assert sorted(imported("pincite.answer.module", source)) == [
        "pincite.Answer",
        "pincite.answer",
        "pincite.cli.app",
        "pincite.library",
        "pincite.search",
        "pincite.store.read",
    ]


def run_python(program: str) -> dict[str, object]:
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120
    )
    assert result.returncode == 0, result.stderr
    loaded: dict[str, object] = json.loads(result.stdout)
    return loaded


WATCHED = """
import importlib, json, sys

events = []
def watch(event, arguments):
    if event.startswith("socket.") and event not in ("socket.gethostname",):
        events.append(event)
    elif event in ("sqlite3.connect", "subprocess.Popen"):
        events.append(event)
    elif event == "open" and str(arguments[0]).endswith((".safetensors", ".onnx", ".npz", "tokenizer.json")):
        events.append(f"open {arguments[0]}")
sys.addaudithook(watch)

found = {}
for name in MODULES:
    importlib.import_module(name)
    heavy = [package for package in ("openvino", "alembic", "onnx", "torch", "rapidocr") if package in sys.modules]
    if events or heavy:
        found[name] = events + heavy
        break
print(json.dumps(found))
"""


def test_importing_loads_no_model_and_opens_no_connection() -> None:
    names = [name for name, _ in MODULES if not name.startswith(RUN_BY_ALEMBIC)]
    assert len(names) > 50
    assert run_python(f"MODULES = {names!r}\n{WATCHED}") == {}


def test_the_watch_would_see_them(tmp_path: Path) -> None:
    (tmp_path / "opens.py").write_text(
        "import sqlite3\nsqlite3.connect(':memory:').close()\n", encoding="utf-8"
    )
    (tmp_path / "listens.py").write_text("import socket\nsocket.socket().close()\n", encoding="utf-8")
    for name in ("opens", "listens", "alembic"):
        program = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nMODULES = [{name!r}]\n{WATCHED}"
        assert list(run_python(program)) == [name]


def test_importing_the_package_is_light() -> None:
    program = (
        "import json, sys, pincite; print(json.dumps({'loaded': [name for name in "
        "('numpy', 'sqlalchemy', 'pydantic', 'tokenizers', 'rich', 'typer') if name in sys.modules]}))"
    )
    assert run_python(program) == {"loaded": []}


@pytest.mark.parametrize(("module", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_importing_reads_no_environment(module: str, path: Path) -> None:
    """Outside of functions nothing looks at environment variables."""
    for node in at_import(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("environ", "getenv"), f"{module}, line {node.lineno}"


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that are run when a module is imported: bodies of functions are not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for default in [*child.args.defaults, *child.args.kw_defaults, *child.decorator_list]:
                if default is not None:
                    yield from ast.walk(default)
            continue
        if isinstance(child, ast.Lambda):
            continue
        yield child
        yield from at_import(child)


def test_the_package_hands_out_what_it_says() -> None:
    names = pincite.__all__
    assert sorted(names) == list(names), "kept in order, so that additions are easy to see"
    assert dir(pincite) == names
    for name in names:
        assert getattr(pincite, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        pincite.Nothing  # noqa: B018 - the access is the test


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    guarded = [node for node in tree.body if isinstance(node, ast.If)]
    assert [ast.unparse(node.test) for node in guarded] == ["TYPE_CHECKING"]
    seen = {
        alias.name for node in guarded[0].body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert seen | {"__version__"} == set(pincite.__all__)
