"""Write the description of the API, from which the page's client is generated: `python -m pincite.server.describe`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from pincite.library import Library
from pincite.server.app import create_app


def described() -> str:
    """The description as it stands in `ui/openapi.json`."""
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "library") as library:
        return json.dumps(create_app(library).openapi(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(described())
