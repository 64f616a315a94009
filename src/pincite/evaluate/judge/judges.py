"""The models that judge, each with its price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.config import ModelSettings, Settings
from pincite.errors import ModelMissingError, UsageError
from pincite.evaluate.judge.prompt import MOST_TOKENS, SCHEMA
from pincite.evaluate.judge.spending import FREE, Price, read_prices
from pincite.llm import open_model
from pincite.llm.contract import LanguageModel, Message, Reply
from pincite.llm.estimate import estimate_tokens


@dataclass(frozen=True, slots=True)
class Judge:
    """A language model that judges.

    Attributes:
        name: As it is told in reports.
        model: It.
        price: Of its tokens; nothing for one on this machine that has no price.
    """

    name: str
    model: LanguageModel
    price: Price

    def count_tokens(self, prompt: Sequence[Message]) -> int:
        """Tokens of a prompt with the form of the verdict, estimated here: no server is asked before it must be."""
        return sum(estimate_tokens(message.text) for message in prompt) + estimate_tokens(str(SCHEMA))

    def ask(self, prompt: Sequence[Message]) -> Reply:
        """Its reply; raises as `LanguageModel.generate`."""
        return self.model.complete(prompt, max_tokens=MOST_TOKENS, schema=SCHEMA)


def open_judges(settings: Settings, names: Sequence[str] = (), prices: str = "") -> list[Judge]:
    """The judges of these names.

    Args:
        settings: Of the library: judges are models of the server that `model` names.
        names: Of models there; the model of the settings when empty.
        prices: Further prices, as `judge.prices` has them; they go before.

    Raises:
        UsageError: if a name is given twice, or the price of a remote model is not known.
        RemoteNotAllowedError: if text would leave this machine, and that is not allowed.
        SettingsError: if settings do not fit together.
        ModelError: if a model cannot be used.
    """
    if len(set(names)) < len(names):
        raise UsageError("a judge is named twice", "Name each judge once; `--double` judges a sample twice.")
    known = {**read_prices(settings.judge.prices), **read_prices(prices)}
    return [_open(settings.model, name, known) for name in names or [settings.model.name]]


def _open(settings: ModelSettings, name: str, prices: Mapping[str, Price]) -> Judge:
    model = open_model(settings.model_copy(update={"name": name, "temperature": 0.0}))
    if model is None:
        raise ModelMissingError(
            "no language model is set that could judge",
            "Start Ollama, or set `model.provider`; docs/models.md tells how.",
        )
    use = model.use
    price = prices.get(use.name, prices.get(use.provider))
    if price is None and use.remote:
        raise UsageError(
            f"what {use.name} costs is not known, and so not what judging would cost",
            f'Say it with --price "{use.name}=PROMPT:REPLY", in US dollars a million tokens, or set `judge.prices`.',
        )
    return Judge(use.name, model, price or FREE)
