"""Who may log in, how they prove it, and what they did: passwords, sessions, tokens, invitations, the audit log."""

from pincite.accounts.accounts import Accounts
from pincite.accounts.audit import Audit
from pincite.accounts.credentials import Credential
from pincite.accounts.records import OPERATOR, Actor, AuditEntry, LinkRecord, SessionRecord, TokenRecord

__all__ = [
    "OPERATOR",
    "Accounts",
    "Actor",
    "Audit",
    "AuditEntry",
    "Credential",
    "LinkRecord",
    "SessionRecord",
    "TokenRecord",
]
