"""Further lies, written before anything was measured and asked only at the end: how well the checks carry over.

The first set showed that single words in place of others got through; the check that was then added for them was
calibrated on the other half of the articles. The second set was written after that and showed that added and swapped
words got through; the checks of those were then written with its examples of the other half at hand. The third set was
written after those, by the author of the checks but before it was asked; nothing was changed for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.lying.text import Written

_STRONGER = {
    "some": "all", "many": "all", "several": "all", "often": "always", "usually": "always",
    "sometimes": "always", "generally": "always", "mostly": "entirely", "partly": "entirely",
    "most of": "all of", "rarely": "never", "at least": "exactly", "at most": "exactly",
    "nearly": "more than", "almost": "more than", "up to": "at least", "less than": "at least",
    "more than": "at most", "not less than": "not more than", "no later than": "no earlier than",
    "reasonable": "all",
}  # fmt: skip
_RELATIONS = {
    "because": "although", "because of": "despite", "due to": "despite", "during": "after", "until": "since",
    "since": "until", "although": "because", "inside": "outside", "near": "far from", "within": "beyond",
    "under": "over", "between": "outside", "while": "after", "together with": "instead of",
    "as well as": "but not", "in addition to": "in place of", "with": "without", "for": "against",
    "from": "to",
}  # fmt: skip
_VERBS = "destroyed sold abandoned painted translated rented doubled inherited smuggled ignored".split()
_NOUNS = "bridge orchestra harbour newspaper satellite monastery railway vaccine treaty volcano".split()
_HEDGES = re.compile(
    r"\b(?:may|might|could) (?:have (?:been )?)?"
    r"|\b(?:is|was|are|were) (?:believed|thought|said|considered|expected) to "
)
_SUPERLATIVE = re.compile(r"\bone of the ((?:most \w+|\w+est)) (\w+?)s\b")
_ORDINAL = re.compile(r"\b(\d{1,2})(st|nd|rd|th)\b")
_LISTED = re.compile(r"([A-Z][a-z]+), ([A-Z][a-z]+),? and ([A-Z][a-z]+)\b")
_AFTER_ARTICLE = re.compile(r"\bthe ([a-z]{5,})\b")
_VERB = re.compile(r"\b(?:was|were|had|has|have|he|she|it|they|who|which) ([a-z]{3,}ed)\b")


def from_sentence(sentence: str, names: Sequence[str], chooser: Random) -> Iterator[Written]:
    """Each of these lies that the sentence's words allow.

    Args:
        sentence: True.
        names: Names of other documents.
        chooser: Chooses.
    """
    for kind, table in (("quantifier", _STRONGER), ("relation", _RELATIONS)):
        present = [word for word in table if re.search(rf"\b{word}\b", sentence)]
        if present:
            word = max(present, key=len) if kind == "quantifier" else chooser.choice(present)
            yield Written(kind, re.sub(rf"\b{word}\b", table[word], sentence, count=1), False)
    if match := _HEDGES.search(sentence):
        yield Written("certainty", f"{sentence[: match.start()]}certainly {sentence[match.end() :]}", False)
    if match := _SUPERLATIVE.search(sentence):
        text = f"{sentence[: match.start()]}the {match.group(1)} {match.group(2)}{sentence[match.end() :]}"
        yield Written("superlative", text, False)
    if match := _ORDINAL.search(sentence):
        wrong = int(match.group(1)) + chooser.choice((1, 2, 3))
        yield Written("ordinal", f"{sentence[: match.start()]}{wrong}th{sentence[match.end() :]}", False)
    if (match := _LISTED.search(sentence)) and names:
        text = f"{sentence[: match.end(1)]}, {chooser.choice(names)}{sentence[match.end(1) :]}"
        yield Written("list made longer", text, False)
    if found := list(_AFTER_ARTICLE.finditer(sentence)):
        match = chooser.choice(found)
        yield Written(
            "noun", sentence[: match.start(1)] + chooser.choice(_NOUNS) + sentence[match.end(1) :], False
        )
    if found := list(_VERB.finditer(sentence)):
        match = chooser.choice(found)
        yield Written(
            "verb", sentence[: match.start(1)] + chooser.choice(_VERBS) + sentence[match.end(1) :], False
        )


def second(sentence: str, chooser: Random) -> Iterator[Written]:
    """Lies of the second set that the sentence's words allow."""
    found = list(_AFTER_ARTICLE.finditer(sentence))
    if len(found) >= 2 and found[0].group(1) != found[-1].group(1):
        one, two = found[0], found[-1]
        between = sentence[one.end(1) : two.start(1)]
        text = sentence[: one.start(1)] + two.group(1) + between + one.group(1) + sentence[two.end(1) :]
        yield Written("second set: two words swapped", text, False)
    addition = chooser.choice(
        (" at the request of the government", " for the first time", ", which was later withdrawn")
    )
    yield Written("second set: addition", f"{sentence[:-1]}{addition}.", False)
    if " and " in sentence:
        yield Written("second set: and → or", sentence.replace(" and ", " or ", 1), False)
    yield Written("second set: time", f"Until recently, {sentence[0].lower()}{sentence[1:]}", False)


_ADVERBS = "dramatically deliberately reluctantly illegally unexpectedly voluntarily".split()
_OTHER_TIME = {
    "was": "will be", "were": "will be", "is": "used to be", "are": "used to be", "has": "would have",
    "had": "should have", "shall": "would like to", "will": "hopes to",
}  # fmt: skip
_SUPERLATIVES = {
    "larger": "largest", "smaller": "smallest", "higher": "highest", "lower": "lowest", "older": "oldest",
    "longer": "longest", "shorter": "shortest", "greater": "greatest", "earlier": "earliest", "later": "latest",
    "better": "best", "stronger": "strongest", "more": "the most",
}  # fmt: skip
_THE_MANY = re.compile(r"\bthe ([a-z]{4,}[^s\W]s)\b")
_SMALL_LIST = re.compile(r"\b[a-z]{4,}, ([a-z]{4,}),? (?:and|or) [a-z]{4,}\b")


def third(sentence: str, own_names: Sequence[str], passage: str, chooser: Random) -> Iterator[Written]:
    """Lies of the third set that the sentence's words allow.

    Args:
        sentence: True.
        own_names: Names of its passage.
        passage: What it stands in.
        chooser: Chooses.
    """

    def put(match: re.Match[str], text: str, kind: str) -> Written:
        changed = f"{sentence[: match.start(1)]}{text}{sentence[match.end(1) :]}"
        return Written(f"third set: {kind}", changed, False)

    if found := list(_VERB.finditer(sentence)):
        match = chooser.choice(found)
        yield put(match, f"{chooser.choice(_ADVERBS)} {match.group(1)}", "adverb added")
    nouns = [noun for noun in _AFTER_ARTICLE.findall(passage) if not re.search(rf"\b{noun}\b", sentence)]
    if nouns:
        text = f"{sentence[:-1]} because of the {chooser.choice(nouns)}."
        yield Written("third set: cause of the same passage added", text, False)
    places = [name for name in own_names if name not in sentence]
    if places:
        text = f"{sentence[:-1]}, according to {chooser.choice(places)}."
        yield Written("third set: name of the same passage added", text, False)
    for kind, table in (("other tense or mood", _OTHER_TIME), ("superlative", _SUPERLATIVES)):
        if found := [m for word in table for m in re.finditer(rf"\b({word})\b", sentence)]:
            match = chooser.choice(found)
            yield put(match, table[match.group(1)], kind)
    if many := _THE_MANY.search(sentence):
        yield put(many, f"foreign {many.group(1)}", "narrowed")
    if nouns and (listed := _SMALL_LIST.search(sentence)):
        yield put(listed, chooser.choice(nouns), "list item of the same passage")
