"""A composed answer: the model writes, each sentence is checked as soon as it is complete."""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Iterable
from dataclasses import replace

from pincite.answer.draft import DraftReader, DraftSentence
from pincite.answer.events import AnswerEvent, Draft, Stage
from pincite.answer.fair_copy import FairCopy
from pincite.answer.gather import Material, refusal
from pincite.answer.markdown import markdown
from pincite.answer.pack import Packed, pack
from pincite.answer.prompt import Asked
from pincite.domain import Answer, Incomplete
from pincite.errors import ModelError, ModelReplyError, ModelWindowError, PinciteError
from pincite.llm.contract import Finish, Generation, LanguageModel

_COMPLETE = re.compile(r"[.!?\u2026\u3002\uff01\uff1f|][\"'\u201d\u2019)\]*_]*$")


class Composition:
    """An answer that a language model composes.

    Args:
        asked: The question.
        quoted: The same answered with the documents' own sentences: how sure that is, and how long it took.
        material: What the model is given, and is checked against.
        model: Writes.
        max_tokens: Most tokens it may write.
        show_unsupported: Whether unsupported sentences are shown, marked.
    """

    def __init__(
        self,
        asked: Asked,
        quoted: Answer,
        material: Material,
        model: LanguageModel,
        *,
        max_tokens: int,
        show_unsupported: bool = False,
    ) -> None:
        self._asked = asked
        self._quoted = quoted
        self._material = material
        self._model = model
        self._max_tokens = max_tokens
        self._copy = FairCopy(asked.sought, material, show_unsupported=show_unsupported)
        self._timings = dict(quoted.timings)
        self._packed: Packed | None = None
        self._generation: Generation | None = None
        self._begun = False
        self._stopped = False
        self._incomplete: Incomplete | None = Incomplete.STOPPED  # until the draft's end is reached
        self._failure = ""
        self._last_lap = time.perf_counter()

    @property
    def came_to_nothing(self) -> bool:
        """Whether the draft ended too early for any sentence of it to be shown."""
        if self._incomplete is Incomplete.CUT_OFF:
            return not self._copy.supported and not self._copy.removed
        return self._incomplete is Incomplete.FAILED and not self._copy.supported

    @property
    def failure(self) -> str:
        """What failed, with its remedy."""
        return self._failure

    def events(self) -> Generator[AnswerEvent]:
        """Compose.

        Raises:
            ModelError: if the model fails before it has written anything.
            LibraryDamagedError: if a quote is not what stands at its place.
        """
        yield Stage("read")
        self._last_lap = time.perf_counter()
        window = self._model.window
        try:
            yield from self._write(window)
        except ModelWindowError:
            if self._packed is None:
                raise
            # The server counts otherwise than we do, or its window is smaller than it said: half the prompt, once.
            yield from self._write(min(window // 2, self._packed.tokens * 2 // 3))
        yield Stage("check")

    def stop(self) -> None:
        """End the draft; from any thread."""
        self._stopped = True
        if self._generation is not None:
            self._generation.close()

    def result(self) -> Answer:
        """The answer, as far as it has come."""
        copy = self._copy
        reason = self._reason_to_refuse()
        passages, confidence = self._material.passages, self._quoted.confidence
        if reason:
            answer = refusal(self._asked.question, reason, passages, confidence, self._timings)
        else:
            answer = Answer(
                question=self._asked.question,
                refused=False,
                reason="",
                text=markdown(copy.sentences),
                sentences=tuple(copy.sentences),
                citations=tuple(copy.citations),
                passages=passages,
                confidence=confidence,
                timings=self._timings,
                incomplete=self._incomplete,
                failure=self._failure,
            )
        return replace(
            answer,
            mode="composed",
            asked_as=self._quoted.asked_as,
            model=self._model.use,
            removed=tuple(copy.removed),
            left_out=self._packed.left_out if self._packed else (),
        )

    def _reason_to_refuse(self) -> str:
        if self._copy.not_found:
            return "not_found"
        early = self._incomplete in (Incomplete.STOPPED, Incomplete.FAILED) or self.came_to_nothing
        return "" if early or self._copy.supported else "unsupported"

    def _write(self, window: int) -> Generator[AnswerEvent]:
        packed = pack(
            self._asked, self._material.sources, self._model, window=window, max_tokens=self._max_tokens
        )
        self._packed = packed
        reader = DraftReader(len(packed.sources))
        try:
            with self._model.generate(packed.messages, max_tokens=packed.max_tokens) as generation:
                self._generation = generation
                for piece in generation:
                    self._lap("write" if self._begun else "read")
                    if self._stopped:
                        break
                    yield from self._take(piece, reader)
                    if self._copy.settled:
                        break
                if not self._stopped and not self._copy.settled:
                    yield from self._end(reader, generation.reply.finish)
                    return
        except ModelError as error:
            if not self._begun and not self._stopped:
                raise
            if not self._stopped:
                self._incomplete, self._failure = Incomplete.FAILED, told(error)
        if self._copy.settled:
            self._incomplete = None
        yield from self._check(sentence for sentence in reader.finish() if _is_complete(sentence))

    def _take(self, piece: str, reader: DraftReader) -> Generator[AnswerEvent]:
        if not self._begun and piece.strip():
            self._begun = True
            yield Stage("write")
        yield Draft(piece)
        yield from self._check(reader.feed(piece))

    def _end(self, reader: DraftReader, finish: Finish) -> Generator[AnswerEvent]:
        if not self._begun:
            raise ModelReplyError(
                f"{self._model.use.name} wrote nothing",
                "Ask again, or try another model: `pincite models test` shows whether one can answer.",
            )
        sentences = reader.finish()
        self._incomplete = None
        if finish is Finish.LENGTH:
            self._incomplete = Incomplete.CUT_OFF
            sentences = [sentence for sentence in sentences if _is_complete(sentence)]
        yield from self._check(sentences)
        if self.came_to_nothing:
            self._failure = (
                f"{self._model.use.name} reached its limit before its first sentence was complete. "
                "Allow it more tokens (setting `model.max_tokens`), or use a model with a larger window."
            )

    def _check(self, sentences: Iterable[DraftSentence]) -> Generator[AnswerEvent]:
        for sentence in sentences:
            events = self._copy.add(sentence)
            self._lap("check")
            yield from events

    def _lap(self, stage: str) -> None:
        """Add the time since the last lap to a stage."""
        now = time.perf_counter()
        self._timings[stage] = self._timings.get(stage, 0.0) + now - self._last_lap
        self._last_lap = now


def told(error: PinciteError) -> str:
    """An error and its remedy as one text."""
    return f"{error.message[:1].upper()}{error.message[1:].rstrip('.')}. {error.remedy}".strip()


def _is_complete(sentence: DraftSentence) -> bool:
    """Whether a draft's last sentence is whole although the draft is not."""
    return not sentence.code and _COMPLETE.search(sentence.text.rstrip()) is not None
