"""Text → words with their place, stem and case: what claims are compared by."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from pincite.terms import analyse, fold

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*")
_MARKDOWN = re.compile(
    r"!?\[(?P<label>[^\]\n]*)\]\([^)\s]*\)|(?P<ticks>`+)(?P<code>.+?)(?P=ticks)|\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)"
    r"|^[ \t]*>[ \t]?|^[ \t]*#{1,6}[ \t]+|</?[a-z]{1,6}>",
    re.MULTILINE,
)
_STARTS = re.compile(r"(?:^|[.!?:;|]|\n)[\s\"“‘'(\[«¿¡•*-]*$")

# Irregular forms that stemming does not bring together.
_IRREGULAR = """
am:be are:be is:be was:be were:be been:be arisen:arise arose:arise ate:eat eaten:eat awoke:awake beaten:beat
became:become began:begin begun:begin bent:bend bit:bite bitten:bite bled:bleed blew:blow blown:blow born:bear
bore:bear borne:bear bought:buy bound:bind bred:breed broke:break broken:break brought:bring built:build
burnt:burn came:come caught:catch children:child chose:choose chosen:choose clung:cling crept:creep dealt:deal
did:do done:do drank:drink drawn:draw drew:draw driven:drive drove:drive drunk:drink dug:dig fallen:fall
fed:feed feet:foot fell:fall felt:feel fled:flee flew:fly flown:fly forbade:forbid forbidden:forbid
forgot:forget forgotten:forget fought:fight found:find froze:freeze frozen:freeze gave:give geese:goose
given:give gone:go got:get gotten:get grew:grow grown:grow had:have has:have heard:hear held:hold hid:hide
hidden:hide hung:hang kept:keep knew:know known:know laid:lay lain:lie leapt:leap led:lead left:leave
lent:lend lit:light lost:lose made:make meant:mean men:man met:meet mice:mouse overcame:overcome
overthrew:overthrow overthrown:overthrow paid:pay ran:run rang:ring rebuilt:rebuild risen:rise rode:ride
rose:rise said:say sang:sing sank:sink sat:sit saw:see seen:see sent:send shaken:shake shook:shake shone:shine
shot:shoot shown:show shrank:shrink slept:sleep slew:slay slain:slay sold:sell sought:seek spent:spend
spoke:speak spoken:speak sprang:spring spun:spin stole:steal stolen:steal stood:stand struck:strike
stuck:stick sung:sing sunk:sink swam:swim swept:sweep swore:swear sworn:swear swum:swim swung:swing taken:take
taught:teach teeth:tooth thought:think threw:throw thrown:throw told:tell took:take tore:tear torn:tear
understood:understand undertaken:undertake undertook:undertake went:go withdrawn:withdraw withdrew:withdraw
withheld:withhold woke:wake women:woman won:win wore:wear worn:wear wound:wind woven:weave wove:weave
written:write wrote:write people:person theses:thesis analyses:analysis criteria:criterion
phenomena:phenomenon lives:life wives:wife wolves:wolf leaves:leaf halves:half
"""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text.

    Attributes:
        text: As written.
        folded: Without case and diacritics.
        term: Its stem; "" for a stop word.
        start: Offset of its first character.
        capital: Whether it begins with a capital letter.
        first: Whether it begins a sentence, or what looks like one: its capital says nothing there.
    """

    text: str
    folded: str
    term: str
    start: int
    capital: bool = False
    first: bool = False

    @property
    def end(self) -> int:
        """Offset after its last character."""
        return self.start + len(self.text)


def plain_text(markdown: str) -> str:
    """A text without Markdown's signs."""
    return _MARKDOWN.sub(lambda m: m.group("label") or m.group("code") or "", markdown)


def words(text: str, language: str = "en") -> list[Word]:
    """The words of a text in order; runs of scripts without spaces as pairs of characters."""
    found: list[Word] = []
    for match in _WORD.finditer(text):
        word, start = match.group(), match.start()
        terms = _terms(word, language)
        first = _STARTS.search(text[max(0, start - 12) : start]) is not None
        if len(terms) > 1 and not word.isascii():
            found.extend(Word(word, term, term, start) for term in terms)
        else:
            term = terms[-1] if terms else ""
            found.append(Word(word, fold_word(word), term, start, word[0].isupper(), first))
    return found


@functools.lru_cache(maxsize=100_000)
def fold_word(word: str) -> str:
    """A word without case, diacritics and a possessive ending."""
    folded = fold(word).replace("’", "'")
    return folded.removesuffix("'s").removesuffix("'")


@functools.lru_cache(maxsize=100_000)
def _terms(word: str, language: str) -> tuple[str, ...]:
    folded = fold_word(word)
    if language == "en":
        folded = _irregular().get(folded, folded)
    return tuple(analyse(folded, language))


@functools.cache
def _irregular() -> dict[str, str]:
    return dict(pair.split(":", 1) for pair in _IRREGULAR.split())
