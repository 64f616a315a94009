"""Who may log in, how they prove it, and what they did: passwords, sessions, tokens, invitations, the audit log."""

from pincite.accounts.accounts import Accounts
from pincite.accounts.audit import Audit
from pincite.accounts.credentials import Credential
from pincite.accounts.links import link_path
from pincite.accounts.managing import Belongings
from pincite.accounts.records import (
    OPERATOR,
    Actor,
    AuditEntry,
    LinkKind,
    LinkRecord,
    SessionRecord,
    TokenRecord,
)

__all__ = [
    "OPERATOR",
    "Accounts",
    "Actor",
    "Audit",
    "AuditEntry",
    "Belongings",
    "Credential",
    "LinkKind",
    "LinkRecord",
    "SessionRecord",
    "TokenRecord",
    "link_path",
]
