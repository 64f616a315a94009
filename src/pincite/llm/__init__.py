"""Language models: one small contract, and the providers behind it."""

from pincite.llm.find import found_on_this_machine, installed_models, open_model

__all__ = ["found_on_this_machine", "installed_models", "open_model"]
