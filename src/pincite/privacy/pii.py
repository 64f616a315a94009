"""Personal data in text: found by its form and its check digits, not by guessing.

Names of people are not looked for: who is named in a contract or a paper is what its readers ask for. What is found are
the numbers and addresses by which somebody can be reached, billed or passed off as.
"""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Self

from pincite.config import PrivacySettings
from pincite.errors import SettingsError
from pincite.privacy import banking, contacts, identity
from pincite.privacy.exempt import exempt_ranges
from pincite.privacy.findings import Found, Named, words_near
from pincite.privacy.national import NUMBERS, national_numbers
from pincite.privacy.patterns import OwnPattern, read_patterns
from pincite.privacy.reading import plain

MASK = "\u2588"
"""Takes the place of each character of what is blacked out."""

DETECTION_VERSION = 1
"""Counted up when other things are found: documents are then out of date."""

_NAMES = {
    "email": ("e-mail address", "e-mail addresses"),
    "phone": ("telephone number", "telephone numbers"),
    "iban": ("IBAN", "IBANs"),
    "card": ("card number", "card numbers"),
    "birth_date": ("date of birth", "dates of birth"),
    "passport": ("passport number", "passport numbers"),
    "us_ssn": ("US social security number", "US social security numbers"),
    "uk_nino": ("UK national insurance number", "UK national insurance numbers"),
    "uk_nhs": ("NHS number", "NHS numbers"),
    "de_tax_id": ("German tax number", "German tax numbers"),
    "de_pension": ("German pension number", "German pension numbers"),
    "fr_nir": ("French social security number", "French social security numbers"),
    "es_dni": ("Spanish identity number", "Spanish identity numbers"),
    "it_codice_fiscale": ("codice fiscale", "codici fiscali"),
    "nl_bsn": ("Dutch BSN", "Dutch BSNs"),
    "be_national_number": ("Belgian national number", "Belgian national numbers"),
    "pl_pesel": ("PESEL", "PESELs"),
    "se_personnummer": ("personnummer", "personnummer"),
    "ch_ahv": ("Swiss AHV number", "Swiss AHV numbers"),
}

KINDS: tuple[str, ...] = tuple(_NAMES)
"""What can be found, in the order in which it is told; own patterns add to it."""

_NATIONAL = frozenset(number.kind for number in NUMBERS)
_FIRST = {kind: rank for rank, kind in enumerate(("email", "iban", "passport", "birth_date", "card"))}
"""Which of two findings that overlap is kept, where they begin at the same place and are equally long."""


class Redactor:
    """Finds personal data, and blacks it out.

    Args:
        kinds: What is looked for, of `KINDS`.
        patterns: A user's own patterns, all of which are looked for.
        region: Country whose telephone numbers are found without their prefix, as in "DE"; empty for none.
    """

    def __init__(
        self, kinds: Iterable[str] = KINDS, patterns: Sequence[OwnPattern] = (), region: str = ""
    ) -> None:
        self._kinds = frozenset(kinds)
        self._patterns = tuple(patterns)
        self._region = region

    @classmethod
    def of_settings(cls, settings: PrivacySettings, folder: Path) -> Self | None:
        """What the settings ask for; None where personal data is left alone.

        Args:
            settings: The settings.
            folder: The library's folder, from which a relative path of the patterns is meant.

        Raises:
            SettingsError: if a kind or the region is unknown, or the patterns cannot be used.
        """
        if settings.pii == "off":
            return None
        file = settings.pii_patterns.strip()
        patterns = read_patterns(folder / Path(file).expanduser(), KINDS) if file else []
        named = [name.strip().casefold() for name in settings.pii_kinds.split(",") if name.strip()]
        own = {pattern.name for pattern in patterns}
        for name in named:
            if name not in _NAMES and name not in own:
                raise SettingsError(
                    f"setting 'privacy.pii_kinds': there is no kind {name!r}",
                    f"Kinds are: {', '.join([*KINDS, *sorted(own)])}.",
                )
        if named:
            patterns = [pattern for pattern in patterns if pattern.name in named]
        return cls(
            [kind for kind in KINDS if not named or kind in named], patterns, _region(settings.pii_region)
        )

    @property
    def fingerprint(self) -> str:
        """Of what is found: the same for two that find the same."""
        rules = [
            DETECTION_VERSION,
            sorted(self._kinds),
            [(pattern.name, pattern.expression) for pattern in self._patterns],
            self._region,
        ]
        return hashlib.sha256(json.dumps(rules).encode()).hexdigest()[:16]

    def find(self, text: str, named: Callable[[int, int], str] | None = None) -> list[Found]:
        """What is found, in order, without overlaps.

        Args:
            text: Any text.
            named: Of a range of it that is in a table, what says what stands there: the head of its column, and the
                cell before it.
        """
        reading = plain(text)
        found = [
            Found(one.kind, *reading.original(one.start, one.end))
            for one in self._detected(reading.text, _named(reading.text, named, reading.original))
        ]
        return _settled([*found, *self._own(text)])

    def mask(self, text: str) -> str:
        """The text with what is found in it blacked out, of the same length."""
        return masked(text, self.find(text))

    def _own(self, text: str) -> Iterator[Found]:
        for pattern in self._patterns:
            yield from pattern.find(text)

    def _detected(self, text: str, named: Named) -> Iterator[Found]:
        kinds = self._kinds
        if "email" in kinds:
            yield from contacts.emails(text)
        if "iban" in kinds:
            yield from banking.ibans(text)
        numbers: list[Found] = []
        if "card" in kinds:
            numbers += banking.cards(text)
        if "birth_date" in kinds:
            numbers += identity.birth_dates(text, named)
        if "passport" in kinds:
            numbers += identity.passports(text, named)
        if kinds & _NATIONAL:
            numbers += national_numbers(text, named, kinds)
        if "phone" in kinds:
            numbers += contacts.phones(text, named, self._region)
        exempt = exempt_ranges(text) if numbers else ()
        starts = [start for start, _ in exempt]
        for one in numbers:
            place = bisect_left(starts, one.end) - 1
            if place < 0 or exempt[place][1] <= one.start:
                yield one


def _named(
    text: str, elsewhere: Callable[[int, int], str] | None, original: Callable[[int, int], tuple[int, int]]
) -> Named:
    near = words_near(text)
    if elsewhere is None:
        return near

    def named(start: int, end: int, words: re.Pattern[str]) -> bool:
        # The cells beside it are other things' values: what is near does not count in a table.
        head = elsewhere(*original(start, end))
        return words.search(head) is not None if head else near(start, end, words)

    return named


def _region(name: str) -> str:
    region = name.strip().upper()
    if region:
        import phonenumbers  # reads its metadata when first used

        if region not in phonenumbers.SUPPORTED_REGIONS:
            raise SettingsError(
                f"setting 'privacy.pii_region': there is no country {name!r}",
                'Countries are written as in ISO 3166, as "DE" or "US".',
            )
    return region


def _settled(found: Sequence[Found]) -> list[Found]:
    """Of findings that overlap the longest, in order."""
    kept: list[Found] = []
    ranked = sorted(
        found, key=lambda one: (one.start - one.end, one.start, _FIRST.get(one.kind, len(_FIRST)))
    )
    taken: list[tuple[int, int]] = []
    for one in ranked:
        place = bisect_left(taken, (one.end, 0))
        if place and taken[place - 1][1] > one.start:
            continue
        taken.insert(place, (one.start, one.end))
        kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def masked(text: str, found: Iterable[Found]) -> str:
    """A text with ranges blacked out: one mark for each character; ends of lines and cells stay."""
    parts: list[str] = []
    end = 0
    for one in found:
        parts.append(text[end : one.start])
        parts.append("".join(c if c in "\n\t" else MASK for c in text[one.start : one.end]))
        end = one.end
    return "".join([*parts, text[end:]])


def in_words(counts: dict[str, int]) -> str:
    """How much of which kinds was found, as in "2 e-mail addresses and 1 IBAN"; never what."""
    order = [*KINDS, *sorted(set(counts) - set(KINDS))]
    parts = [f"{counts[kind]} {_noun(kind, counts[kind])}" for kind in order if counts.get(kind)]
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _noun(kind: str, count: int) -> str:
    return _NAMES[kind][count > 1] if kind in _NAMES else kind
