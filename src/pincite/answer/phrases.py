"""Words and noun phrases of English questions and answers, by closed lists of words: no model, no dictionary.

What is not in a list is taken for a noun or adjective. This is right often enough to find what "it" stands for, and
where it is not, the phrase found is longer than it should be.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

DETERMINERS = frozenset(
    """the a an this that these those my our your its their his her any some each every either no all both
    another""".split()
)
AUXILIARIES = frozenset(
    """is are was were be been being am do does did have has had can could will would shall should may might must
    isn't aren't wasn't weren't don't doesn't didn't haven't hasn't can't won't""".split()
)
QUESTION_WORDS = frozenset("what which who whom whose when where why how".split())
PREPOSITIONS = frozenset(
    """of in on at by for with from to into about between among under over during after before since until within
    without against through per than as via around near across regarding concerning""".split()
)
LINKS = frozenset(
    "and or but if that when while because where who whom which whose so whether although unless then nor".split()
)
PRONOUNS = frozenset(
    """i you he she it we they me him them us who there here one ones someone anyone something anything everything
    nothing himself herself itself themselves mine yours hers theirs""".split()
)
ADVERBS = frozenset(
    """not also very too only just more most less least much many often usually always never still yet already
    again even really exactly actually currently now today first early late well best better together out up down
    off back long likely possible due ago previously""".split()
)
VERBS = frozenset(
    """accept accommodate accompany accuse achieve acquire adapt add address adjust adopt advise affect agree
    allocate allow alter announce answer appear apply appoint approach approve argue arise arrange arrive ask
    assess assign associate assume attack attempt attend attract avoid base become begin believe belong borrow
    break bring build burn buy calculate call capture carry catch cause celebrate change charge check choose
    cite claim classify collapse collect combine come compare compete complete comply comprise compute concern
    conclude condemn confirm connect consider consist construct consume contain continue contribute control
    convert cook correspond cost cover create decide declare decrease defeat defend define deliver demand deny
    depend deploy derive describe deserve destroy detect determine develop die differ disagree discover discuss
    dispute distinguish distribute divide do dominate draw drink eat elect eliminate employ enable encounter
    encourage end enforce enroll ensure enter escape establish estimate evaluate examine exceed exclude exist
    expand expect expire explain express extend fail fall feed fight fill find finish fly follow found fund gain
    gather generate get give go govern grow guarantee handle happen have help hire hold hope hunt identify
    ignore impact implement imply impose improve include incorporate increase indicate infect influence inform
    inherit initiate inspire install instruct intend interact introduce invade invent invest invite involve join
    justify keep kill know lack last lay lead learn leave let lie listen live locate look lose love maintain
    make manage mean measure melt mention merge migrate move need negotiate notify observe obtain occur offer
    operate oppose organise organize originate own participate pass pay perform permit persuade pick play
    portray possess preach precede predict prefer prepare present prevent produce prohibit promise promote
    pronounce propose prosper protect prove provide publicise publish push put raise reach react read realise
    realize rebuild recall receive recognise recognize recommend record recover recruit reduce refer reflect
    refuse regulate reign reject relate rely remain remember remove renew rent repair repay replace report
    represent reproduce require rescue resign resist resolve respond restore restrict result retain retire
    return reveal ride rise run save say see seek seem select sell send separate serve set shoot show sign sing
    sink sit sleep solve speak specify spend split spread start state stay steal stop store strike study succeed
    suffer suggest supervise supply support surrender surround survive switch take teach tell tend terminate
    test think throw tie touch train transfer translate travel treat try turn undergo understand unite urge use
    vary visit wait walk want warn wear weigh win wish wonder work worry write""".split()
)
_IRREGULAR = frozenset(
    """said made took gave found held kept paid wrote written chose chosen won lost led built bought sold told began
    became came grew knew left meant ran saw sent set shown taken given known seen done gone fell born""".split()
)
_PLURAL_NOUNS = frozenset("people data children men women criteria phenomena media".split())
_SINGULAR_ENDS = ("ss", "us", "is", "news", "series", "species")
_ORGANISATION = frozenset(
    """university institute laboratories laboratory bank company corporation inc ltd llc gmbh ag corp association
    agency council committee ministry department office court group trust foundation society union bureau team board
    agreement contract section article table figure chapter appendix schedule party polytechnic college school church
    springs city town river lake island mountain street avenue bowl cup war act king queen empire republic""".split()
)
ROLES = frozenset(
    """party author tenant landlord buyer seller provider employer employee customer user company bank supplier licensee
    licensor borrower lender depositor contractor client owner insurer manufacturer researcher director manager
    president inventor writer founder patient doctor""".split()
)
"""Nouns for those who act."""
DOCUMENTS = frozenset(
    """agreement contract lease policy licence license treaty deed statute report paper study article book thesis
    document manual""".split()
)
"""Nouns for what is read."""
_MERGED = frozenset("of in on for to between about".split())
_WITH_BARE_VERB = frozenset("do does did can could will would shall should may might must to".split())
_MODALS = frozenset("can could will would shall should may might must".split())
_ASKING = frozenset("what which whose how many much".split())
_COPULAS = frozenset("is are was were".split())
_PREDICATE = re.compile(
    r".+(?:able|ible|ful|ous|ive|less|ient|ary|ed)|free|valid|true|open|late|new|old|safe|legal|liable|binding|final"
)
_BETWEEN_ITEMS = frozenset((",", "and", "or", ", and", ", or", "and/or", "as well as"))
_WORD = re.compile(r"\w+(?:[-'’.]\w+)*|[^\w\s]")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign of a text."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """In lower case, with a straight apostrophe."""
        return self.text.lower().replace("’", "'")


class Placed(Protocol):
    """What stands somewhere in a text."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""


AnyPhrase = TypeVar("AnyPhrase", bound=Placed)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase.

    Attributes:
        text: With its determiner and what an "of" or the like adds to it.
        core: The same without that.
        head: Its noun in lower case: of "the pressure sensor of the gauge" it is "sensor".
        start: Where it begins in its text.
        end: Where it ends.
        after: The preposition before it, in lower case; else empty.
        asked: The question word that it belongs to: "which" sensors, how "many" layers,
            "how" large; else empty.
    """

    text: str
    core: str
    head: str
    start: int
    end: int
    after: str = ""
    asked: str = ""

    @property
    def definite(self) -> bool:
        """Whether it begins with a determiner."""
        return self.core.split()[0].lower() in DETERMINERS

    @property
    def name(self) -> bool:
        """Whether it is a name: every word but small ones has a capital."""
        words = [word for word in self.core.split() if word.lower() not in DETERMINERS]
        return bool(words) and all(word[:1].isupper() for word in words if word.lower() not in PREPOSITIONS)

    @property
    def person(self) -> bool:
        """Whether it looks like the name of a person: two to four words with capitals, none of an organisation."""
        words = self.core.split()
        return (
            self.name
            and 2 <= len(words) <= 4
            and not self.definite
            and not any(word.lower().rstrip(".,") in _ORGANISATION or word.isupper() for word in words)
        )

    @property
    def single_name(self) -> bool:
        """Whether it is a name of one word, no year and no acronym."""
        return self.name and " " not in self.core and not self.time and not self.core.isupper()

    @property
    def bare(self) -> str:
        """Its core without a determiner."""
        return self.core.partition(" ")[2] if self.definite else self.core

    @property
    def plural(self) -> bool:
        """Whether it is of several things, by its noun's ending."""
        return self.head in _PLURAL_NOUNS or (
            self.head.endswith("s") and not self.head.endswith(_SINGULAR_ENDS) and not self.name
        )

    @property
    def time(self) -> bool:
        """Whether it is a year."""
        return _YEAR.fullmatch(self.head) is not None


def words_of(text: str) -> list[Word]:
    """Words and signs of a text in order."""
    return [Word(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


def is_year(text: str) -> bool:
    """Whether a text is a year."""
    return _YEAR.fullmatch(text) is not None


def is_verb(word: str) -> bool:
    """Whether a word is known as a verb, in any of its regular forms."""
    if word in VERBS or word in _IRREGULAR:
        return True
    for ending, put in (
        ("ies", "y"),
        ("es", ""),
        ("es", "e"),
        ("s", ""),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
    ):
        if word.endswith(ending) and word[: -len(ending)] + put in VERBS:
            return True
    return len(word) > 4 and word.endswith("ed")


def is_content(word: Word) -> bool:
    """Whether a word is none of the closed lists: a noun, adjective, name or number, or an unknown verb."""
    low = word.low
    return word.text[0].isalnum() and not any(
        low in words
        for words in (DETERMINERS, AUXILIARIES, QUESTION_WORDS, PREPOSITIONS, LINKS, PRONOUNS, ADVERBS)
    )


def noun_phrases(text: str) -> list[Phrase]:
    """The noun phrases of a sentence in order, each with what prepositions add to it ("the cap of the lease")."""
    words = words_of(text)
    found: list[Phrase] = []
    place = 0
    while place < len(words):
        core = _core(words, place)
        if core is None:
            place += 1
            continue
        end = core[1]
        while end + 1 < len(words) and words[end].low in _MERGED and not words[end + 1].low[0].isdigit():
            more = _core(words, end + 1)
            if more is None:
                break
            end = more[1]
        found.append(_phrase(text, words, core, end))
        place = end
    return found


def core_phrases(text: str) -> list[Phrase]:
    """The noun phrases of a sentence in order, those within others as well, each without prepositions."""
    words = words_of(text)
    found: list[Phrase] = []
    place = 0
    while place < len(words):
        core = _core(words, place)
        if core is None:
            place += 1
            continue
        found.append(_phrase(text, words, core, core[1]))
        place = core[1]
    return found


def listed(text: str) -> list[Phrase]:
    """The phrases of the longest enumeration of a sentence: "a radar sensor, a pressure sensor and a float"."""
    return longest_list(text, core_phrases(text), _BETWEEN_ITEMS)


def longest_list(text: str, phrases: Sequence[AnyPhrase], joints: Collection[str]) -> list[AnyPhrase]:
    """The longest run of two phrases or more that have nothing but joints between them."""
    longest: list[AnyPhrase] = []
    run: list[AnyPhrase] = []
    for phrase in phrases:
        between = text[run[-1].end : phrase.start].strip() if run else ""
        run = [*run, phrase] if between in joints else [phrase]
        if len(run) > max(1, len(longest)):
            longest = run
    return longest


def _phrase(text: str, words: list[Word], core: tuple[int, int], end: int) -> Phrase:
    first, core_end = core
    before = words[first - 1].low if first else ""
    return Phrase(
        text=text[words[first].start : words[end - 1].end],
        core=text[words[first].start : words[core_end - 1].end],
        head=_head(words[first:core_end]),
        start=words[first].start,
        end=words[end - 1].end,
        after=before if before in PREPOSITIONS else "",
        asked=before if before in _ASKING else "",
    )


def _head(core: list[Word]) -> str:
    """The noun of a phrase: its last word that is no number ("section 4"), but for a year."""
    if is_year(core[-1].low):
        return core[-1].low
    nouns = [word.low for word in core if not word.low[0].isdigit()]
    return nouns[-1] if nouns else core[-1].low


def _core(words: list[Word], place: int) -> tuple[int, int] | None:
    """First word and end of the phrase without prepositions that begins at a place."""
    first = place
    if words[place].low in DETERMINERS:
        place += 1
    begin = place
    while place < len(words) and is_content(words[place]):
        is_first = place == begin
        if place == first and _is_modals_verb(words, place):
            break
        if not (is_first and begin > first) and _is_verb_here(words, place, is_first):
            break
        if not is_first and _is_predicate(words, place):
            break
        place += 1
    if place - begin > 1 and _ends_with_verb(words, first, place):
        place -= 1
    return (first, place) if place > begin else None


def _ends_with_verb(words: list[Word], first: int, end: int) -> bool:
    """Whether the last word is the verb, known or not, that must follow a subject: "did Genghis Khan strike"."""
    if (
        first == 0
        or words[first - 1].low not in _WITH_BARE_VERB - {"to"}
        or not words[end - 1].text.islower()
    ):
        return False
    rest = words[end:]
    if any(word.low in VERBS for word in rest):
        return False
    return not rest or rest[0].low not in AUXILIARIES | ADVERBS


def _is_predicate(words: list[Word], place: int) -> bool:
    """Whether a word is what is asked of the phrase before it: "Is the plan free?"."""
    ends = place + 1 == len(words) or not is_content(words[place + 1])
    return ends and words[0].low in _COPULAS and _PREDICATE.fullmatch(words[place].low) is not None


def _is_modals_verb(words: list[Word], place: int) -> bool:
    """Whether a word is the verb of the modal before it, and not a subject between the two.

    "Who can insure the goods?" and "What can cause noise?", but "How can tenants leave?" and "What must notices say?".
    """
    modal = place - 1
    while modal > 0 and words[modal].low in ADVERBS:
        modal -= 1
    if modal < 1 or words[modal].low not in _MODALS:
        return False
    if words[modal - 1].low == "who" or not any(word.low in QUESTION_WORDS for word in words[:modal]):
        return True
    rest = words[place + 1 :]
    if not rest or not rest[0].text[0].isalnum() or rest[0].low in DETERMINERS:
        return True
    return (
        words[place].low in VERBS
        and rest[0].low not in AUXILIARIES
        and not any(word.low in VERBS for word in rest)
    )


def _is_verb_here(words: list[Word], place: int, is_first: bool) -> bool:
    """Whether a word that may be a verb is one here, rather than a noun of the phrase.

    Args:
        words: Of the sentence.
        place: The word's.
        is_first: Whether the phrase would begin with it.
    """
    word = words[place]
    if not is_verb(word.low) or (word.text[0].isupper() and place > 0):
        return False
    before = words[place - 1].low if place else ""
    following = words[place + 1] if place + 1 < len(words) else None
    base = word.low in VERBS
    if is_first:
        if before in PREPOSITIONS and before != "to":
            return False
        if before in AUXILIARIES:
            # A question's subject stands behind its auxiliary; a participle may as well.
            subject = place == 1 or any(other.low in QUESTION_WORDS for other in words[: place - 1])
            return not (base and subject)
        if before in ("what", "which"):
            return following is not None and following.low in DETERMINERS
        return True
    if following is not None and (following.low in AUXILIARIES or following.low in VERBS):
        return not base and not word.low.endswith("s")
    if base:
        # Without "do" or the like, the bare form is a verb only of several: "the authors use", but "the test set".
        return before.endswith("s") or any(other.low in _WITH_BARE_VERB for other in words[:place])
    return True
