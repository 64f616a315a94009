"""What a hyphen at a line's end means: by the document's other words, then by how words are built."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pincite.parse.characters import HYPHENS
from pincite.parse.line import Line

_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010’'][^\W\d_]+)*")
_TAIL = re.compile(r"([^\W\d_]+(?:[-\u2010][^\W\d_]+)*)[-\u2010]$")
_HEAD = re.compile(r"^([^\W\d_]+)")

_COMPOUND_ENDS = frozenset({
    "aided", "aware", "based", "bit", "byte", "centric", "class", "coded", "dependent", "dimensional", "driven", "end",
    "fold", "free", "friendly", "grained", "hand", "independent", "known", "level", "like", "line", "mode", "order",
    "oriented", "party", "point", "purpose", "quality", "related", "risk", "scale", "service", "side", "sized",
    "specific", "step", "style", "term", "time", "to", "type", "up", "wide", "year",
})  # fmt: skip
"""Words that mostly follow another with a hyphen."""

_CLOSED_STARTS = frozenset("any every over some there under where".split())
"""Words that are the beginning of longer ones more often than of compounds with a hyphen."""

_ENDINGS = frozenset(
    "able ably fore hood ization ized less ling ment ments ness ning ping ring ship ties ting ward wards".split()
)
"""Ends of words that look like words."""

_OPEN_PREFIXES = frozenset("all anti cross ex half multi non post pseudo quasi self semi".split())
"""Beginnings that some authors set off with a hyphen and others do not."""

_MOST_WORDS = 100_000


@dataclass(slots=True)
class Words:
    """The words of a document that no line end divides: evidence for what a hyphen at a line's end means."""

    seen: Counter[str] = field(default_factory=Counter)
    _sorted: list[str] = field(default_factory=list)

    def add(self, lines: Iterable[Line]) -> None:
        """Count the words of lines, except for those that a line's end may have cut."""
        for line in lines:
            words = _WORD.findall(line.text.lower())
            if line.text[-1:] in HYPHENS:
                words = words[:-1]
            self.seen.update(words)
        if len(self.seen) > _MOST_WORDS:
            # Of a very large document the frequent words are remembered.
            self.seen = Counter(dict(self.seen.most_common(_MOST_WORDS // 2)))
        self._sorted = []

    def keeps_hyphen(self, before: str, after: str) -> bool:
        """Whether the hyphen between the end of a line and the next belongs to the word.

        Args:
            before: Text of the line, ending with the hyphen.
            after: Text of the next line.
        """
        tail, head = _TAIL.search(before), _HEAD.match(after)
        if tail is None or head is None:
            return True
        left, right = tail.group(1).lower(), head.group(1).lower()
        if head.group(1)[0].isupper():
            # "Smith-Jones" is no divided word; "EXPERI-MENTS" may be.
            return not head.group(1).isupper() or not self.seen[left + right]
        last = left.rsplit("-", 1)[-1]
        joined, compound = self.seen[last + right], self.seen[f"{left}-{right}"]
        if joined or compound:
            return compound > joined
        if right in _COMPOUND_ENDS and self.seen[left]:
            return True
        return self._is_compound(left, last, right)

    def _is_compound(self, left: str, last: str, right: str) -> bool:
        """Whether two parts that nowhere else stand together are words of their own."""
        if last in _CLOSED_STARTS or right in _ENDINGS or self._has_relative(last, right):
            return False
        if not self.seen[right]:
            return False
        if last in _OPEN_PREFIXES:
            return self._sets_off(last)
        return len(right) > 3 and (left != last or (len(last) > 3 and self.seen[last] > 0))

    def _has_relative(self, left: str, right: str) -> bool:
        """Whether another form of the joined word occurs: "understands" tells of "under-standing"."""
        stem = (left + right)[: max(len(left) + 1, len(left) + len(right) - 3)]
        return len(stem) >= 7 and next(self._beginning_with(stem), None) is not None

    def _sets_off(self, prefix: str) -> bool:
        """Whether the document mostly writes a prefix with a hyphen."""
        set_off = sum(1 for _ in self._beginning_with(f"{prefix}-"))
        closed = sum(self.seen[word[len(prefix) :]] > 0 for word in self._beginning_with(prefix))
        return set_off >= closed

    def _beginning_with(self, start: str) -> Iterator[str]:
        if not self._sorted:
            self._sorted = sorted(self.seen)
        place = bisect_left(self._sorted, start)
        while place < len(self._sorted) and self._sorted[place].startswith(start):
            yield self._sorted[place]
            place += 1
