"""True sentences in other words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from benchmarks.lying.text import (
    DATE,
    MONTH,
    MONTHS,
    NAME,
    NUMBER,
    Written,
    from_words,
    in_words,
    lower_first,
)

SYNONYMS = {
    "began": "started", "started": "began", "located": "situated", "large": "big", "largest": "biggest",
    "created": "made", "received": "got", "purchased": "bought", "obtained": "got", "required": "needed",
    "requires": "needs", "approximately": "about", "about": "approximately", "constructed": "built",
    "built": "constructed", "established": "founded", "founded": "established", "additional": "further",
    "numerous": "many", "primarily": "mainly", "mainly": "primarily", "became": "turned into",
    "stated": "said", "famous": "well-known", "notable": "noteworthy", "assist": "help",
    "permitted": "allowed", "allowed": "permitted", "allows": "lets", "often": "frequently",
    "important": "significant", "significant": "important", "various": "different", "used": "employed",
    "children": "kids", "area": "region", "region": "area", "nearly": "almost", "almost": "nearly",
    "however": "nevertheless", "completed": "finished", "ended": "finished", "killed": "slain",
    "shows": "demonstrates", "showed": "demonstrated", "such as": "like", "due to": "because of",
    "in order to": "to", "may": "can", "prior to": "before", "terminate": "end", "agreement": "contract",
    "obligations": "duties", "written": "in writing", "pursuant to": "under", "commence": "start",
    "provide": "give", "purchase": "buy", "entire": "whole", "respond": "answer", "people": "persons",
}  # fmt: skip
_PARTICIPLES = (
    r"(?:\w+ed|born|built|held|made|won|known|given|taken|found|written|shown|led|begun|sold|lost|sent|set)"
)
_PAST = r"(?:\w+ed|won|led|wrote|made|took|became|began|had|has|was|is|were|are|gave|built|held|came|went|lost|sold)"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"^Who ({_PAST}) (.+)\?$"), "{a} {1} {2}."),
    (re.compile(rf"^(?:What|Which) (?:[a-z]+ )?[a-z]+ ({_PAST}) (.+)\?$"), "{a} {1} {2}."),
    (re.compile(rf"^How many ([a-z]+(?: [a-z]+)?) ({_PAST}) (.+)\?$"), "{a} {1} {2} {3}."),
    (re.compile(r"^What (is|was|are|were) (the .+)\?$"), "{2} {1} {a}."),
    (re.compile(rf"^When (was|were) (.+) ({_PARTICIPLES})( .+)?\?$"), "{2} {1} {3}{4} in {a}."),
    (re.compile(rf"^Where (is|was|are|were) (.+) ({_PARTICIPLES})( .+)?\?$"), "{2} {1} {3}{4} in {a}."),
    (
        re.compile(
            rf"^In (?:what|which) (?:year|city|country|state|month) (was|were) (.+) ({_PARTICIPLES})( .+)?\?$"
        ),
        "{2} {1} {3}{4} in {a}.",
    ),
)
_PREPOSITION = re.compile(
    r"\bin (in|on|at|near|by|from|between|after|before|during|about|around|within|along"
    r"|the (?:north|south|east|west)\w* of)\b"
)
_CUT = re.compile(
    r",? (?:which|because|although|while|whereas|so that|who|where)\b|, (?:and|but|with|including|such as)\b|;"
)
_UNSAFE = re.compile(
    r"\b(?:if|unless|not|except|without|provided|until|only|whether|neither|either|no|than)\b", re.IGNORECASE
)
_PASSIVE = re.compile(r"^([A-Z][\w ]{2,60}?) was (\w{3,}ed) by ([A-Z][a-z]+(?: [A-Z][a-z]+){0,3})\.$")
_ACTIVE = re.compile(
    r"^([A-Z][a-z]+(?: [A-Z][a-z]+){1,2}) (\w{3,}ed) ((?:the|a|an) [a-z]+(?: [a-z]+)?)( (?:in|on|at|for) [^,]+)?\.$"
)
_SUBJECT = re.compile(r"^([A-Z][a-z]+ [A-Z][a-z]+(?: [A-Z][a-z]+)?) (?:was|is|had|has|did|\w+ed)\b")


def statement(question: str, answer: str) -> Written | None:
    """A question and its answer as a statement."""
    for pattern, form in _FORMS:
        match = pattern.match(question)
        if match is None:
            continue
        filled = form.replace("{a}", answer.rstrip("."))
        for number in range(1, len(match.groups()) + 1):
            filled = filled.replace(f"{{{number}}}", match.group(number) or "")
        filled = _PREPOSITION.sub(r"\1", filled)
        return Written("question and answer", filled[0].upper() + filled[1:], True)
    return None


def in_other_words(before: str, sentence: str, chooser: Random) -> Iterator[Written]:
    """The sentence in each way that its words allow.

    Args:
        before: The sentence before it; "" where there is none.
        sentence: The sentence.
        chooser: Chooses.
    """
    yield Written("verbatim", sentence, True)
    cuts = [match for match in _CUT.finditer(sentence) if len(sentence[: match.start()].split()) >= 6]
    if cuts and not _UNSAFE.search(sentence):
        yield Written("part of a sentence", sentence[: chooser.choice(cuts).start()] + ".", True)
    if (replaced := _synonyms(sentence)) != sentence:
        yield Written("synonyms", replaced, True)
    if (worded := _numbers(sentence)) != sentence:
        yield Written("number written otherwise", worded, True)
    if DATE.search(sentence):
        yield Written("date written otherwise", DATE.sub(_day_first, sentence), True)
    if match := _PASSIVE.match(sentence):
        yield Written(
            "passive or active", f"{match.group(3)} {match.group(2)} {lower_first(match.group(1))}.", True
        )
    if match := _ACTIVE.match(sentence):
        thing = match.group(3)
        text = (
            f"{thing[0].upper()}{thing[1:]} was {match.group(2)} by {match.group(1)}{match.group(4) or ''}."
        )
        yield Written("passive or active", text, True)
    subject = _SUBJECT.match(before)
    if subject and re.match(r"(?:He|She) ", sentence) and len(NAME.findall(before)) == 0:
        yield Written("pronoun resolved", f"{subject.group(1)} {sentence.split(' ', 1)[1]}", True)


def joined(one: str, two: str) -> Written:
    """Two sentences as one."""
    return Written("two sentences joined", f"{one[:-1]}, and {lower_first(two)}", True)


def _synonyms(sentence: str) -> str:
    for word, synonym in SYNONYMS.items():
        sentence = re.sub(rf"\b{word}\b(?!\x00)", synonym.replace(" ", "\x00 ") + "\x00", sentence)
    return sentence.replace("\x00", "")


def _numbers(sentence: str) -> str:
    def digits(match: re.Match[str]) -> str:
        text = match.group()
        return (
            in_words(int(text))
            if text.isdigit() and 1 < int(text) < 100 and match.string[match.end() :][:1] == " "
            else text
        )

    def words(match: re.Match[str]) -> str:
        value = from_words(match.group())
        return match.group() if value is None or value < 3 else str(value)

    if re.search(MONTH, sentence):
        return sentence
    changed = NUMBER.sub(digits, sentence)
    return changed if changed != sentence else re.sub(r"\b[a-z]+\b", words, sentence)


def _day_first(match: re.Match[str]) -> str:
    month, day, year = match.groups()
    return f"{day} {month} {year}" if int(day) % 2 else f"{year}-{MONTHS.index(month) + 1:02}-{int(day):02}"
