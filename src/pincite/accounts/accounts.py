"""The accounts of a library."""

from __future__ import annotations

from pincite.accounts.elsewhere import Elsewhere


class Accounts(Elsewhere):
    """The accounts of one library. Safe to use from several threads, and by several processes at once.

    Args:
        store: The library.
        settings: Rules for passwords, sessions and signing up.
        clock: Tells the time.
    """
