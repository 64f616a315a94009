"""What judging costs: estimated before, metered during, stopped at a budget."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pincite.errors import SettingsError

_REMEDY = 'Write them as in "model=2.50:10.00": US dollars a million tokens of prompt and of reply.'


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars a million tokens."""

    prompt: float = 0.0
    reply: float = 0.0

    def of(self, prompt_tokens: int, reply_tokens: int) -> float:
        """What a prompt and its reply cost, in US dollars."""
        return (prompt_tokens * self.prompt + reply_tokens * self.reply) / 1_000_000


FREE = Price()


def read_prices(text: str) -> dict[str, Price]:
    """Prices by the name of a model, or of a provider for all its models.

    Args:
        text: As in "some-model=2.50:10,anthropic=3:15".

    Raises:
        SettingsError: if it says anything else.
    """
    prices = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, numbers = part.rpartition("=")
        prompt, _, reply = numbers.partition(":")
        try:
            price = Price(float(prompt), float(reply))
        except ValueError as error:
            raise SettingsError(f"{part!r} is no price", _REMEDY) from error
        if not name or not all(math.isfinite(value) and value >= 0 for value in (price.prompt, price.reply)):
            raise SettingsError(f"{part!r} is no price", _REMEDY)
        prices[name.strip()] = price
    return prices


class Meter:
    """Counts what was spent.

    Args:
        budget: US dollars that may be spent; None for any amount.

    Attributes:
        spent: So far.
    """

    def __init__(self, budget: float | None) -> None:
        self._budget = budget
        self.spent = 0.0

    def allows(self, cost: float) -> bool:
        """Whether so much more may be spent; what costs nothing always may."""
        return self._budget is None or cost == 0 or self.spent + cost <= self._budget

    def add(self, cost: float) -> None:
        """So much more was spent."""
        self.spent += cost
