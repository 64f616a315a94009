"""An answer as OpenAI's protocol has it, in whole or in pieces."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import BaseModel

from pincite.answer.events import Checked, Done
from pincite.domain import Answer, AnswerSentence, Incomplete
from pincite.library.talking import Reply
from pincite.llm.estimate import estimate_tokens
from pincite.server.answers import AnswerShape
from pincite.server.openai.errors import error_body
from pincite.server.openai.shapes import (
    ChatPiece,
    ChatReply,
    Choice,
    Delta,
    ErrorReply,
    PieceChoice,
    ReplyMessage,
    Usage,
)
from pincite.server.openai.sources import Shown, answer_text, closing_text, sentences_text
from pincite.server.questions import Outcome, counting
from pincite.server.streams import Event, StreamProblem


class LastPieces(BaseModel):
    """What a stream ends with."""

    pieces: list[ChatPiece]


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes one answer.

    Attributes:
        model: As the client named it.
        prompt: All that the client sent, for counting.
        reply: What answers.
        shown: What the text shows of citations.
        address: Of the API as the client reaches it.
        ended: Told what became of the question.
        include_usage: Whether a stream ends with the number of tokens.
    """

    model: str
    prompt: str
    reply: Reply
    shown: Shown
    address: str
    ended: Outcome
    include_usage: bool = False
    id: str = field(default_factory=lambda: f"chatcmpl-{secrets.token_hex(12)}")
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self) -> Generator[Event]:
        """The answer, when it is there: as the one event "done".

        Raises:
            PinciteError: as for `Library.ask`.
        """
        with counting(self.ended) as count:
            for event in self.reply.asking:
                if isinstance(event, Done):
                    count(event.answer)
                    yield Event("done", self._reply(self._named(event.answer)))

    def pieces(self) -> Generator[Event]:
        """The answer in pieces: whole sentences, each checked before it is sent. The last event has the last pieces.

        Raises:
            PinciteError: as for `Library.ask`.
        """
        sentences: list[AnswerSentence] = []
        sent = ""
        yield Event("piece", self._piece(Delta(role="assistant", content="")))
        with counting(self.ended) as count:
            for event in self.reply.asking:
                if isinstance(event, Checked):
                    sentences.append(event.sentence)
                    new = sentences_text(sentences, self.shown).removeprefix(sent)
                    sent += new
                    yield Event("piece", self._piece(Delta(content=new)))
                elif isinstance(event, Done):
                    count(event.answer)
                    yield Event("done", LastPieces(pieces=self._last(self._named(event.answer), sent)))

    def _last(self, answer: Answer, sent: str) -> list[ChatPiece]:
        text = self._text(answer)
        # What was sent cannot be taken back: an answer that begins otherwise would follow it.
        rest = text.removeprefix(sent) if text.startswith(sent) else f"\n\n{text}"
        end = PieceChoice(delta=Delta(), finish_reason=_finish(answer))
        pieces = [self._piece(Delta(content=rest))] if rest else []
        pieces.append(self._with([end], pincite=AnswerShape.of(answer)))
        if self.include_usage:
            pieces.append(self._with([], usage=self._usage(sent + rest)))
        return pieces

    def _reply(self, answer: Answer) -> ChatReply:
        text = self._text(answer)
        return ChatReply(
            id=self.id,
            created=self.created,
            model=self.model,
            choices=[Choice(message=ReplyMessage(content=text), finish_reason=_finish(answer))],
            usage=self._usage(text),
            pincite=AnswerShape.of(answer),
        )

    def _piece(self, delta: Delta) -> ChatPiece:
        return self._with([PieceChoice(delta=delta)])

    def _with(
        self, choices: list[PieceChoice], *, usage: Usage | None = None, pincite: AnswerShape | None = None
    ) -> ChatPiece:
        return ChatPiece(
            id=self.id, created=self.created, model=self.model, choices=choices, usage=usage, pincite=pincite
        )

    def _text(self, answer: Answer) -> str:
        return answer_text(answer, self.shown) + closing_text(answer, self.shown, self.address)

    def _usage(self, text: str) -> Usage:
        prompt, completion = estimate_tokens(self.prompt), estimate_tokens(text)
        return Usage(prompt_tokens=prompt, completion_tokens=completion, total_tokens=prompt + completion)

    def _named(self, answer: Answer) -> Answer:
        """An answer that says which model saw text, be it only that of the messages before."""
        if answer.model is None and self.reply.understood_by is not None:
            return replace(answer, model=self.reply.understood_by)
        return answer


def _finish(answer: Answer) -> Literal["stop", "length"]:
    return "length" if answer.incomplete is Incomplete.CUT_OFF else "stop"


def encoded(event: Event) -> bytes:
    """An event of `Writer.pieces`, or an error, on the wire."""
    data = event.data
    if isinstance(data, LastPieces):
        return b"".join(map(_piece_line, data.pieces)) + b"data: [DONE]\n\n"
    if isinstance(data, StreamProblem):
        return _line(ErrorReply.model_validate(error_body(data.status, data.type, data.detail, data.remedy)))
    if isinstance(data, ChatPiece):
        return _piece_line(data)
    raise TypeError(f"{type(data).__name__} is no piece of an answer")


def _line(data: BaseModel) -> bytes:
    return f"data: {data.model_dump_json()}\n\n".encode()


def _piece_line(piece: ChatPiece) -> bytes:
    """A piece without the fields that it has no value for: clients tell pieces apart by what is there."""
    sent = piece.model_dump(
        mode="json", exclude={name for name in ("usage", "pincite") if getattr(piece, name) is None}
    )
    for choice in sent["choices"]:
        choice["delta"] = {name: value for name, value in choice["delta"].items() if value is not None}
    return f"data: {json.dumps(sent, ensure_ascii=False)}\n\n".encode()
