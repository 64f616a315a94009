"""What there is to know about an answer beside its sentences, in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.cli.text import one_line, page_reference, plural
from pincite.domain import Answer, Incomplete, ModelUse, Passage

_ITEM = re.compile(r"(?:[-*+\u2022]|\d{1,3}[.)]|\(?[a-z][.)])\s*$")
_HEADING = re.compile(r"#{1,6}\s*$")
_EMPHASIS = re.compile(r"\*\*(\S(?:[^*]*\S)?)\*\*")


@dataclass(frozen=True, slots=True)
class Shape:
    """How a sentence stands in its answer.

    Attributes:
        parted: Whether white space is above it.
        heading: Whether it is a heading.
        bullet: What stands before it as an item of a list.
    """

    parted: bool = False
    heading: bool = False
    bullet: str = ""


def shape_of(lead: str) -> Shape:
    """What a sentence's lead in Markdown says about its place."""
    heading = _HEADING.search(lead) is not None
    item = _ITEM.search(lead)
    bullet = item.group().strip() if item else ""
    return Shape(lead.count("\n") > 1 or heading, heading, "\u2022" if bullet in ("-", "*", "+") else bullet)


def without_emphasis(text: str) -> str:
    """A model's text without the stars of Markdown around bold words."""
    return _EMPHASIS.sub(r"\1", text)


def notes(answer: Answer) -> list[str]:
    """Sentences on what an answer lacks, and on who read what."""
    lines = [_ends_early(answer), _refused_by_model(answer), _written_by(answer), _removed(answer)]
    if answer.left_out:
        places = "; ".join(dict.fromkeys(_place(passage) for passage in answer.left_out))
        lines.append(
            f"{plural(len(answer.left_out), 'passage')} did not fit into the model's window: {places}."
        )
    return [line for line in lines if line]


def _ends_early(answer: Answer) -> str:
    failure = one_line(answer.failure)
    if answer.incomplete is Incomplete.CUT_OFF:
        return failure or "The answer is cut off: the model reached its limit (setting `model.max_tokens`)."
    if answer.incomplete is Incomplete.FAILED:
        return f"The answer is not whole. {failure}"
    if answer.incomplete is Incomplete.STOPPED:
        return "The answer was stopped, and is not whole."
    return f"Quoted, because the language model could not be used. {failure}" if failure else ""


def _refused_by_model(answer: Answer) -> str:
    if answer.model is None or not answer.refused:
        return ""
    name = one_line(answer.model.name)
    if answer.reason == "unsupported":
        return f"Nothing that {name} wrote is in the passages it was given."
    return f"{name} found no answer in the passages it was given." if answer.reason == "not_found" else ""


def _written_by(answer: Answer) -> str:
    if answer.model is None:
        return ""
    where = _where(answer.model)
    if answer.mode == "composed" and not answer.refused:
        return f"Composed by {one_line(answer.model.name)} {where}."
    return f"Read by {one_line(answer.model.name)} {where}."


def _where(model: ModelUse) -> str:
    if model.remote:
        return f"at {one_line(model.address)}: text of your documents was sent there"
    return "on this machine"


def _removed(answer: Answer) -> str:
    count = len(answer.removed)
    if not count or answer.refused:
        return ""
    if any(sentence.problem for sentence in answer.sentences):
        return f"{plural(count, 'sentence')} {_were(count)} not supported by your documents."
    which = "it is" if count == 1 else "they are"
    return (
        f"{plural(count, 'sentence')} {_were(count)} removed: {which} not supported by your documents "
        "(--show-unsupported shows more)."
    )


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _place(passage: Passage) -> str:
    index = passage.spans[0].page_index if passage.spans else 1
    return f"{one_line(passage.document.title)}, {page_reference(index, passage.page_label)}"
