"""An open library: its folder, settings, store and models, which everything else is built on."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from pincite.config import SearchSettings, Settings, load_settings
from pincite.domain import Viewer
from pincite.encode.contract import Encoder
from pincite.errors import LibraryVersionError, ModelMissingError, PinciteError, UsageError
from pincite.library.places import compiled_cache, default_folder
from pincite.llm import found_on_this_machine, installed_models, open_model
from pincite.search.engine import Engine, Stages
from pincite.store import Store
from pincite.terms import ANALYSIS_VERSION

if TYPE_CHECKING:
    from pincite.encode.cross import CrossEncoder
    from pincite.llm.contract import InstalledModel, LanguageModel


class _Models:
    """What all views of a library share: models are loaded once, vectors are held once."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.encoder: Encoder | None = None
        self.cross: CrossEncoder | None = None
        self.language_lock = threading.Lock()
        self.language: LanguageModel | None = None


class Base:
    """Opens and closes a library, and loads its models when they are first needed."""

    def __init__(
        self, folder: Path, store: Store, settings: Settings, given: Mapping[str, Any] | None = None
    ) -> None:
        self.folder = folder
        self.settings = settings
        # What was told as an argument at its opening: it wins over all that is written into its settings later.
        self.given: Mapping[str, Any] = given or {}
        store.signing = settings.privacy.sign
        self._store = store
        self._viewer: Viewer | None = None
        self._models = _Models()
        self._engine = Engine(store, self._encoder, settings.search, self._cross_encoder)

    @property
    def store(self) -> Store:
        """Where everything is kept, as far as this view of the library goes."""
        return self._store

    def seen_by(self, viewer: Viewer | None) -> Self:
        """The library as an account sees it: what is not shared with it does not exist.

        Models and what search holds in memory are those of this library, and it is this one that is closed.

        Args:
            viewer: Whose eyes; None for all of it, as whoever may read the library's folder sees it.
        """
        view = copy.copy(self)
        view._store = self._store.seen_by(viewer)
        view._viewer = viewer
        view._engine = self._engine.through(view._store)
        return view

    def searching_by(self, search: SearchSettings) -> Self:
        """The library with other settings of search; it is this one that is closed.

        Args:
            search: All of them; `cross_encoder` counts as it was at the opening.
        """
        view = copy.copy(self)
        view.settings = self.settings.model_copy(update={"search": search})
        view._engine = self._engine.searching_by(search)
        return view

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        create: bool = True,
        settings: Mapping[str, Any] | None = None,
    ) -> Self:
        """Open a library, or make a new one.

        Args:
            path: Its folder; `default_folder()` when None.
            create: Whether to make it if it does not exist.
            settings: Settings that win over the library's file and the environment, by section, e.g.
                `{"search": {"candidates": 50}}`.

        Raises:
            SettingsError: if a setting is wrong.
            NotFoundError: if there is no library and `create` is false.
            LibraryError: if it cannot be used.
        """
        folder = Path(path) if path is not None else default_folder()
        loaded = load_settings(folder, overrides=settings)
        return cls(folder, Store.open(folder, create=create), loaded, settings)

    def close(self) -> None:
        """Release the library's files."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def language_model(self) -> LanguageModel | None:
        """The language model of the settings; None where answers are quoted.

        Kept once it was found. One that was found without being asked for may go away again: it is looked for each
        time, which takes no time when it is not there.

        Raises:
            ModelError: if the model that was asked for cannot be used.
            SettingsError: if its settings do not fit together.
        """
        settings = self.settings.model
        with self._models.language_lock:
            if (
                self._models.language is not None
                and settings.provider == "auto"
                and not found_on_this_machine()
            ):
                self._models.language = None
            if self._models.language is None:
                self._models.language = open_model(settings)
            return self._models.language

    def warm_up_model(self) -> threading.Thread:
        """Have the language model loaded, if there is one, while the user is still typing.

        Gives the thread that asks for it. What fails there fails again, and is told, with the first question.
        """

        def load() -> None:
            with contextlib.suppress(PinciteError):
                model = self.language_model()
                if model is not None:
                    model.warm_up()

        thread = threading.Thread(target=load, daemon=True)
        thread.start()
        return thread

    def installed_models(self) -> list[InstalledModel]:
        """The models that the server of the settings offers; none where there is no server.

        Raises:
            ModelError: if the server that was asked for cannot say.
        """
        return installed_models(self.settings.model)

    def _encoder(self) -> Encoder:
        with self._models.lock:
            if self._models.encoder is None:
                encoder = self._load_encoder()
                mine = json.dumps(encoder.identity.as_dict(), sort_keys=True)
                recorded = self._store.claim_meta("encoder", mine)
                encoder.identity.require(json.loads(recorded))
                self._models.encoder = encoder
            return self._models.encoder

    def _load_encoder(self) -> Encoder:
        chosen = self.settings.encoder
        cache = compiled_cache()
        precision = None if chosen.precision == "auto" else chosen.precision
        if chosen.name == "multilingual":
            from pincite.encode.multilingual import load_multilingual

            return load_multilingual(precision=precision, streams=chosen.streams, cache=cache)
        if chosen.name == "minilm":
            from pincite.encode.minilm import load_minilm

            return load_minilm(precision=precision, streams=chosen.streams, cache=cache)
        from pincite.encode.onnx import load_onnx_encoder

        return load_onnx_encoder(self._model_folder(chosen.name), streams=chosen.streams, cache=cache)

    def _cross_encoder(self) -> CrossEncoder:
        with self._models.lock:
            if self._models.cross is None:
                from pincite.encode.cross import OnnxCrossEncoder

                folder = self._model_folder(self.settings.search.cross_encoder)
                self._models.cross = OnnxCrossEncoder(folder, cache=compiled_cache())
            return self._models.cross

    def _model_folder(self, name: str) -> Path:
        from pincite.encode.model_files import models_home

        for folder in (Path(name).expanduser(), models_home() / name):
            if folder.is_dir():
                return folder
        raise ModelMissingError(
            f"there is no model folder {name!r}", "Give the path of a folder with an ONNX model."
        )

    def _check_precise(self, stages: Stages) -> None:
        if stages.precise and not self.settings.search.cross_encoder:
            raise UsageError(
                "precise mode needs a cross-encoder",
                "Set `search.cross_encoder` to the folder of an ONNX cross-encoder.",
            )

    def _check_analysis(self) -> None:
        recorded = self._store.meta("analysis")  # recorded when documents are added; questions only read
        if recorded not in (None, ANALYSIS_VERSION):
            raise LibraryVersionError(
                "the library's search terms were made by another version of Pincite",
                "Let all documents be read again: `pincite add --reindex FILES`, or *Read again* in the library.",
            )
