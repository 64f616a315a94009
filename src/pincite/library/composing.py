"""How a language model takes part in what is written, by mode."""

from __future__ import annotations

from typing import Literal, get_args

from pincite.answer.ask import Composing
from pincite.answer.compose import told
from pincite.errors import ModelError, ModelUnreachableError, UsageError
from pincite.library.base import Base

AnswerMode = Literal["auto", "quoted", "composed"]


class Composers(Base):
    """What answers and summaries have in common."""

    def _composing(self, mode: str | None, *, show_unsupported: bool) -> Composing:
        """How the language model takes part in a mode."""
        chosen = mode or self.settings.answer.mode
        if chosen not in get_args(AnswerMode):
            raise UsageError(f"there is no mode {chosen!r}", 'Choose "auto", "quoted" or "composed".')
        if chosen == "quoted":
            return Composing()
        required = chosen == "composed"
        model, failure = None, ""
        try:
            model = self.language_model()
        except ModelError as error:
            if required:
                raise
            failure = told(error)
        if required and model is None:
            raise ModelUnreachableError(
                "no language model is set, and no Ollama runs on this machine",
                "Start one (`ollama serve`), or set `model.provider`; in mode quoted answers need none.",
            )
        return Composing(
            model,
            max_tokens=self.settings.model.max_tokens,
            required=required,
            show_unsupported=show_unsupported,
            failure=failure,
        )
