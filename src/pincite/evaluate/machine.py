"""What something was measured on."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("pincite", "openvino", "numpy")
"""Those on which results and times depend."""


def machine(packages: Sequence[str] = PACKAGES) -> dict[str, Any]:
    """Processor, cores, system, load, and the versions of the packages; nothing that names the machine or its user."""
    name = platform.processor()
    information = Path("/proc/cpuinfo")
    if information.exists():
        match = re.search(r"^model name\s*:\s*(.+)$", information.read_text(encoding="utf-8"), re.MULTILINE)
        name = match.group(1) if match else name
    versions = {}
    for package in packages:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    return {
        "cpu": name,
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "load_at_start": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "versions": versions,
    }
