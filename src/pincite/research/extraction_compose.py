"""Fields that a language model reads out, each checked against the text: what does not stand there is not shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from pincite.answer.cite import Quote
from pincite.answer.sources import Source
from pincite.answer.verify import Verifier, supporting_quotes
from pincite.domain import Document, FieldState, FieldType
from pincite.encode.contract import Encoder
from pincite.errors import ModelError
from pincite.llm.contract import Finish, LanguageModel
from pincite.llm.structured import Structured, read_structured
from pincite.research.extraction import Choice, taken
from pincite.research.extraction_prompt import ANSWER, QUOTE, messages, reply_schema
from pincite.research.relevance import value_finder
from pincite.research.schema import Field
from pincite.research.taken import Taken
from pincite.research.valued import DIVIDER, Typed
from pincite.research.values import find_numbers
from pincite.store import Store

FIELDS_A_PROMPT = 6
SOURCES_A_FIELD = 3
TOKENS_A_FIELD = 120
SPARE_TOKENS = 64
"""Left free in the window: servers add a few tokens of their own."""
OVERRULED = 0.75
"""A sentence that is this surely about a field is shown though the model found nothing."""
_SAME = {"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-", "\u2010": "-", "\u2011": "-"}
"""Characters that models write for others."""
_SPACE = re.compile(r"[\s\u00ad]+")


def compose(
    model: LanguageModel,
    store: Store,
    encoder: Callable[[], Encoder],
    document: Document,
    choices: Sequence[Choice],
    max_tokens: int,
) -> tuple[list[Taken], ModelError | None]:
    """Have a model read the best passages of each field.

    Args:
        model: The model.
        store: The library.
        encoder: Checks wording.
        document: The document.
        choices: What was found without a model; its nearest sentences are what the model is shown.
        max_tokens: Most tokens of a reply.

    Returns:
        The fields, and why the model failed after it had read some of them: the others are quoted then, and noted.

    Raises:
        ModelError: if the model cannot be used at all.
    """
    quoted = {field.item.name: field for field in taken(document, choices)}
    read: dict[str, Taken] = {}
    failure: ModelError | None = None
    for group in _groups(choices):
        try:
            read |= _read(model, store, encoder, document, group, quoted, max_tokens)
        except ModelError as error:
            if not read:
                raise
            failure = error
            break
    left = {choice.item.name for group in _groups(choices) for choice in group} - read.keys()
    for name in left:
        quoted[name] = replace(quoted[name], note="Quoted: the language model failed before this field.")
    return [read.get(choice.item.name, quoted[choice.item.name]) for choice in choices], failure


def _read(
    model: LanguageModel,
    store: Store,
    encoder: Callable[[], Encoder],
    document: Document,
    group: Sequence[Choice],
    quoted: Mapping[str, Taken],
    max_tokens: int,
) -> dict[str, Taken]:
    fields, sources = _fitting(model, document, group, max_tokens)
    schema = reply_schema(fields)
    reply = model.complete(messages(fields, sources), max_tokens=_room(fields, max_tokens), schema=schema)
    answer = read_structured(reply.text, schema)
    reader = _Reader(answer, Verifier(store, encoder, sources), sources, reply.finish is Finish.LENGTH)
    return {item.name: reader.field(item, quoted[item.name]) for item in fields}


def _groups(choices: Sequence[Choice]) -> Iterator[list[Choice]]:
    """Fields that are asked for together: neighbours of the schema are mostly told of in the same passages."""
    asked = [choice for choice in choices if choice.nearest and choice.state is not FieldState.NOT_APPLICABLE]
    for start in range(0, len(asked), FIELDS_A_PROMPT):
        yield asked[start : start + FIELDS_A_PROMPT]


def _fitting(
    model: LanguageModel, document: Document, group: Sequence[Choice], max_tokens: int
) -> tuple[list[Field], list[Source]]:
    """The group's fields, and its best passages as far as they fit into the window, in the document's order."""
    fields = [choice.item for choice in group]
    prompt = sum(model.count_tokens(message.text) for message in messages(fields, []))
    room = model.window - prompt - _room(fields, max_tokens) - SPARE_TOKENS
    kept: dict[int, Source] = {}
    for rank in range(SOURCES_A_FIELD):
        for choice in group:
            stored = choice.nearest[rank].stored if rank < len(choice.nearest) else None
            if stored is None or stored.pk in kept:
                continue
            cost = model.count_tokens(stored.chunk.text) + 24
            if cost <= room or not kept:
                kept[stored.pk] = Source(0, stored, document)
                room -= cost
    ordered = sorted(kept.values(), key=lambda source: source.stored.ordinal)
    return fields, [replace(source, number=number) for number, source in enumerate(ordered, start=1)]


def _room(fields: Sequence[Field], max_tokens: int) -> int:
    return min(max_tokens, TOKENS_A_FIELD * len(fields))


class _Reader:
    """Takes fields out of one reply."""

    def __init__(
        self, answer: Structured, verifier: Verifier, sources: Sequence[Source], cut_off: bool
    ) -> None:
        self._answer = answer
        self._verifier = verifier
        self._sources = sources
        self._cut_off = cut_off or answer.cut_off

    def field(self, item: Field, quoted: Taken) -> Taken:
        """A field as the model filled it in, if the text bears it out; else as it was found without the model."""
        if item.name not in self._answer.value:
            return replace(quoted, note=f"The model's reply could not be used: it {self._problem(item)}.")
        value = self._answer.value[item.name]
        if value is None:
            return _nothing(quoted)
        if item.type is FieldType.YES_NO:
            return self._yes_no(item, value, quoted)
        texts = value if isinstance(value, list) else [value]
        texts = [text.strip() for text in texts if text.strip()]
        if not texts:
            return _nothing(quoted)
        found = [pair for pair in (self._one(item, text) for text in texts) if pair is not None]
        if not found:
            return replace(quoted, note=f"Not verified: the model wrote “{_short(texts[0])}”.")
        missing = len(texts) - len(found)
        typed = found[0][0]
        if item.type is FieldType.LIST:
            names = tuple(dict.fromkeys(pair[0].text for pair in found))
            typed = Typed(DIVIDER.join(names), names)
        quotes = {quote.spans: quote for _, quotes in found for quote in quotes}
        note = f"{missing} of {len(texts)} values were not in the text and are left out." if missing else ""
        return Taken(item, FieldState.FOUND, typed, tuple(quotes.values()), max(quoted.confidence, 0.5), note)

    def _problem(self, item: Field) -> str:
        own = [p.message for p in self._answer.problems if re.split(r"[.\[]", p.path)[0] == item.name]
        if own:
            return own[0]
        return "was cut off before this field" if self._cut_off else "left this field out"

    def _yes_no(self, item: Field, value: dict[str, str], quoted: Taken) -> Taken:
        said, words = value[ANSWER].strip().lower(), value[QUOTE].strip()
        if said not in ("yes", "no") or not words:
            return _nothing(quoted)
        found = self._stands(words) or self._supported(words)
        if not found:
            return replace(quoted, note=f"Not verified: the model quoted “{_short(words)}”.")
        typed = Typed("Yes" if said == "yes" else "No", said == "yes")
        return Taken(item, FieldState.FOUND, typed, tuple(found), max(quoted.confidence, 0.5))

    def _one(self, item: Field, text: str) -> tuple[Typed, list[Quote]] | None:
        """A value and where it stands: word for word, in the same form, or said by a sentence in other words."""
        same = self._same_form(item, text)
        if same is not None:
            return same
        if value_finder(item) is not None and item.type is not FieldType.LIST and not item.names:
            return None  # a date or number that the text does not have
        quotes = self._stands(text)
        if quotes:
            return Typed(_verbatim(text, quotes[0].text)), quotes[:1]
        quotes = self._supported(text)
        return (Typed(DIVIDER.join(quote.text for quote in quotes)), quotes) if quotes else None

    def _same_form(self, item: Field, text: str) -> tuple[Typed, list[Quote]] | None:
        find = value_finder(item)
        own = _forms(item, text)
        if find is None or not own:
            return None
        for quote in self._sentences():
            for value in find(quote.text):
                if any(value.normalised == form and unit in ("", value.unit) for form, unit in own):
                    return Typed(value.text, value.normalised, value.unit), [quote]
        return None

    def _stands(self, text: str) -> list[Quote]:
        """The sentences in which a text stands, its spacing and quotation marks aside; none when it is a scrap."""
        wanted = _plain(text)
        if len(wanted) < 2:
            return []
        # "20 °C" does not stand in "−20 °C", nor "5,000" in "5,000,000".
        before = r"(?<![\w.,$€£-])" if wanted[0].isdigit() else r"(?<!\w)"
        after = r"(?![\w]|[.,]\d)" if wanted[-1].isdigit() else r"(?!\w)"
        pattern = re.compile(f"{before}{re.escape(wanted)}{after}")
        return [quote for quote in self._sentences() if pattern.search(_plain(quote.text))]

    def _supported(self, text: str) -> list[Quote]:
        verdict = self._verifier.check(text)
        return supporting_quotes(verdict.support) if verdict.supported else []

    def _sentences(self) -> Iterator[Quote]:
        for source in self._sources:
            for number, place in enumerate(source.sentences):
                yield Quote(source.text(number), source.document, place.spans, place.reading)


def _forms(item: Field, text: str) -> list[tuple[str | float | None, str]]:
    """What a model's text may mean: a value with its unit, in one form."""
    find = value_finder(item)
    found = find(text)[:1] if find is not None else []
    if not found and item.type in (FieldType.MONEY, FieldType.NUMBER):
        found = find_numbers(text)[:1]  # models leave currencies and units out
    if found:
        return [(found[0].normalised, found[0].unit)]
    return [(text, "")] if item.type is FieldType.DURATION else []  # "P30D"


def _nothing(quoted: Taken) -> Taken:
    """What is left when the model found nothing."""
    if quoted.state is FieldState.FOUND and quoted.confidence >= OVERRULED:
        return replace(quoted, note="The model found nothing here; this is the document's own sentence.")
    return Taken(quoted.item, FieldState.NOT_REPORTED, confidence=quoted.confidence)


def _plain(text: str) -> str:
    return _SPACE.sub(" ", _folded(text)).strip(" .;,")


def _folded(text: str) -> str:
    """A text as it is compared, character for character."""
    return "".join(_SAME.get(character, character) for character in text).casefold()


def _verbatim(text: str, sentence: str) -> str:
    """The value as the sentence has it; the sentence where its place cannot be told."""
    folded = _folded(sentence)
    pieces = [re.escape(piece) for piece in _plain(text).split(" ")]
    match = re.search(r"[\s\u00ad]+".join(pieces), folded)
    return sentence[match.start() : match.end()] if match and len(folded) == len(sentence) else sentence


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
