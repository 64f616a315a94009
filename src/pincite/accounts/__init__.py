"""Who may log in, how they prove it, and what they did: passwords, sessions, tokens, invitations, the audit log."""

from pincite.accounts.accounts import Accounts
from pincite.accounts.credentials import Credential

__all__ = ["Accounts", "Credential"]
