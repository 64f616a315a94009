"""Where libraries and compiled models are, unless named."""

from __future__ import annotations

import os
from pathlib import Path

LIBRARY_VARIABLE = "PINCITE_LIBRARY"


def default_folder() -> Path:
    """The library used when none is named: $PINCITE_LIBRARY, else a folder in the user's data folder."""
    from platformdirs import user_data_path

    chosen = os.environ.get(LIBRARY_VARIABLE)
    return Path(chosen) if chosen else user_data_path("pincite") / "library"


def compiled_cache() -> Path:
    """Folder of compiled models, shared by all libraries: a model's code is 60 MB and the same for each."""
    from platformdirs import user_cache_path

    return user_cache_path("pincite") / "compiled"
