"""Questions that a sentence answers, made of its own words.

"The mean drift was 6.8 mm a year." answers "What was the mean drift?". Only sentences are taken that say how much
something is, what a word means, or in English when and why something was so and within what time it is to be done:
there the words before the verb, and behind it, are the question. Where a language or a sentence is not known so, there
is no question; a wrong one would be worse.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST_SENTENCE = 240
MOST_WORDS = 9
LEAST_WORDS = 2

_NAME = r"(?P<name>[^\s.,;:()\[\]\"“”„«»]+(?: [^\s.,;:()\[\]\"“”„«»]+){1,8}?)"
_AMOUNT = r"[−–-]?[£$€]?\d"


@dataclass(frozen=True, slots=True)
class Form:
    """How sentences of a language say something, and how that is asked for.

    Attributes:
        sentence: What the sentence begins with. Its groups fill the question.
        question: Says where.
        words: Words that say the same in the sentence and in the question otherwise, e.g. an article by its gender.
    """

    sentence: re.Pattern[str]
    question: str
    words: tuple[tuple[str, str], ...] = ()


def _form(sentence: str, question: str, **words: str) -> Form:
    filled = sentence.replace("NAME", _NAME).replace("AMOUNT", _AMOUNT)
    return Form(re.compile(filled), question, tuple(words.items()))


_ABOUT_EN = r"(?:(?:about|around|only|nearly|roughly|approximately|on average|less than|more than|at least|at most) )*"
_ABOUT_DE = (
    r"(?:(?:etwa|rund|ca\.|circa|nur|knapp|über|bei|im Mittel|im Durchschnitt|durchschnittlich|mindestens"
    r"|höchstens) )*"
)
_ABOUT_FR = r"(?:(?:de|d’environ|d'environ|environ|en moyenne|seulement|près de) )*"
_ABOUT_ES = r"(?:(?:de|unos|unas|aproximadamente|solo|casi|en promedio) )*"
_ABOUT_IT = r"(?:(?:di|circa|pari a|in media|solo|quasi) )*"
_ABOUT_PT = r"(?:(?:de|cerca|aproximadamente|apenas|quase|em média) )*"
_ABOUT_NL = r"(?:(?:ongeveer|circa|slechts|bijna|gemiddeld|minstens|hoogstens) )*"

_DONE = r"(?:\w+(?:ed|own|ought|aught)|built|made|set|held|kept|found|left|lost|sold|told|written|taken|given|chosen)"
"""English participles."""
_PLAIN = r"[\w’'-]+"
_WHEN = r"(?:in|on|since) (?:\w+ )?(?:\d{1,2},? )?(?:\w+ )?[12]\d{3}[.,;]"
_TERM = r"within [^.,;]*?(?:days|hours|weeks|months|years)"

FORMS: dict[str, tuple[Form, ...]] = {
    "en": (
        _form(rf"The NAME (?P<verb>is|was|are|were) {_ABOUT_EN}AMOUNT", "What {verb} the {name}?"),
        _form(rf"The NAME averaged {_ABOUT_EN}AMOUNT", "What was the average {name}?"),
        _form(r"The NAME (?P<verb>is|was) defined as ", "How {verb} the {name} defined?"),
        _form(r"[“\"](?P<name>[^“”\"]{3,60})[”\"] means ", "What does “{name}” mean?"),
        _form(
            rf"The NAME (?P<verb>was|were) (?P<rest>{_DONE}(?: {_PLAIN}){{0,5}}?) {_WHEN}",
            "When {verb} the {name} {rest}?",
        ),
        _form(
            rf"The NAME (?P<verb>is|was|are|were) (?P<rest>(?:not )?{_DONE}(?: {_PLAIN}){{0,8}}?),? because ",
            "Why {verb} the {name} {rest}?",
        ),
        _form(
            rf"The NAME (?P<verb>shall|must|may) (?P<rest>(?:{_PLAIN} ){{0,12}}?{_PLAIN}) {_TERM}",
            "Within what time {verb} the {name} {rest}?",
        ),
    ),
    "de": (
        _form(
            rf"(?P<article>Der|Die|Das) NAME (?P<verb>ist|war|beträgt|betrug|liegt|lag) {_ABOUT_DE}AMOUNT",
            "Wie hoch {verb} {article} {name}?",
            beträgt="ist",
            betrug="war",
        ),
    ),
    "fr": (
        _form(rf"La NAME (?P<verb>est|était) {_ABOUT_FR}AMOUNT", "Quelle {verb} la {name} ?"),
        _form(rf"Le NAME (?P<verb>est|était) {_ABOUT_FR}AMOUNT", "Quel {verb} le {name} ?"),
    ),
    "es": (
        _form(
            rf"(?P<article>La|El) NAME (?P<verb>es|era|fue) {_ABOUT_ES}AMOUNT",
            "¿Cuál {verb} {article} {name}?",
        ),
    ),
    "it": (
        _form(
            rf"(?P<article>La|Il|Lo) NAME (?P<verb>è|era|fu) {_ABOUT_IT}AMOUNT",
            "Qual {verb} {article} {name}?",
        ),
    ),
    "pt": (
        _form(
            rf"(?P<article>A|O) NAME (?P<verb>é|era|foi) {_ABOUT_PT}AMOUNT", "Qual {verb} {article} {name}?"
        ),
    ),
    "nl": (
        _form(
            rf"(?P<article>De|Het) NAME (?P<verb>is|was|bedraagt|bedroeg) {_ABOUT_NL}AMOUNT",
            "Wat {verb} {article} {name}?",
            bedraagt="is",
            bedroeg="was",
        ),
    ),
}
"""By language. What is asked for is told in the nominative in all of them, so that its words stay as they are."""

_BREAKS = frozenset(
    """that which who whom whose where when while if because as than this these those it they we is was are were has had
    der die das dass welche welcher welches wenn weil während dieser diese dieses es sie wir und
    que qui dont où quand si lorsque ce cette ces il elle
    quien donde cuando porque este esta estos che chi dove quando se questo questa
    onde porque este esta dat die waar wanneer omdat deze""".split()
)
"""With one of these, the words before the verb are more than a name, or mean what stands before the sentence."""
_ARTICLES = frozenset("the der die das la le el il lo a o de het".split())


def question_of(sentence: str, language: str) -> str:
    """The question that a sentence answers; empty where there is none.

    Args:
        sentence: A whole one.
        language: Its language, as in "en".
    """
    if len(sentence) > LONGEST_SENTENCE or not sentence.endswith("."):
        return ""
    for form in FORMS.get(language, ()):
        found = form.sentence.match(sentence)
        if found is not None and _is_name(found["name"], language):
            parts = {key: dict(form.words).get(value, value) for key, value in found.groupdict().items()}
            if "article" in parts:
                parts["article"] = parts["article"].lower()
            return form.question.format(**parts)
    return ""


def _is_name(text: str, language: str) -> bool:
    words = text.split()
    if not LEAST_WORDS <= len(words) <= MOST_WORDS:
        return False
    # Articles stand within a name ("the distance between the unit and the wall") where they are no pronouns.
    allowed = _ARTICLES if language != "de" else frozenset({"der", "des", "dem"})
    return not any(word in _BREAKS and word not in allowed for word in words)
