"""Clauses that lawyers marked in contracts (CUAD), as the gold of the contract schema."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import contract_clauses

CATEGORIES = {
    "title": "Document Name",
    "parties": "Parties",
    "agreement_date": "Agreement Date",
    "effective_date": "Effective Date",
    "expiration": "Expiration Date",
    "renewal": "Renewal Term",
    "renewal_notice": "Notice Period To Terminate Renewal",
    "governing_law": "Governing Law",
    "termination_for_convenience": "Termination For Convenience",
    "change_of_control": "Change Of Control",
    "anti_assignment": "Anti-Assignment",
    "exclusivity": "Exclusivity",
    "non_compete": "Non-Compete",
    "compete_exception": "Competitive Restriction Exception",
    "no_solicit_customers": "No-Solicit Of Customers",
    "no_solicit_employees": "No-Solicit Of Employees",
    "non_disparagement": "Non-Disparagement",
    "first_refusal": "Rofr/Rofo/Rofn",
    "most_favoured": "Most Favored Nation",
    "revenue_share": "Revenue/Profit Sharing",
    "price_restriction": "Price Restrictions",
    "minimum_commitment": "Minimum Commitment",
    "volume_restriction": "Volume Restriction",
    "ip_ownership": "Ip Ownership Assignment",
    "joint_ip": "Joint Ip Ownership",
    "licence": "License Grant",
    "non_transferable_licence": "Non-Transferable License",
    "licensee_affiliates": "Affiliate License-Licensee",
    "unlimited_licence": "Unlimited/All-You-Can-Eat-License",
    "perpetual_licence": "Irrevocable Or Perpetual License",
    "source_code_escrow": "Source Code Escrow",
    "post_termination": "Post-Termination Services",
    "audit_rights": "Audit Rights",
    "liability_cap": "Cap On Liability",
    "uncapped_liability": "Uncapped Liability",
    "liquidated_damages": "Liquidated Damages",
    "warranty_duration": "Warranty Duration",
    "insurance": "Insurance",
    "covenant_not_to_sue": "Covenant Not To Sue",
    "third_party_beneficiary": "Third Party Beneficiary",
}
"""Names of fields of the contract schema, and what CUAD calls them."""

LONG = 60
"""Shorter spans may stand on several pages: they count on the marked pages only."""
RUN = 4
"""Texts are compared by their runs of so many words."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What is marked for one category in one contract; no spans when it has no such clause."""

    spans: tuple[str, ...]
    pages: frozenset[int]

    @property
    def present(self) -> bool:
        """Whether the contract has it."""
        return bool(self.spans)

    def holds(self, text: str, pages: Sequence[int]) -> bool:
        """Whether a quote is the clause, or half of the shorter one of both is in the other."""
        for span in self.spans:
            if len(span) < LONG:
                if self.pages.intersection(pages) and len(span) > 2 and _plain(span) in _plain(text):
                    return True
                continue
            own, other = _runs(text), _runs(span)
            shared = len(own & other)
            if own and shared >= 3 and shared >= 0.5 * min(len(own), len(other)):
                return True
        return False


def read_clauses(folder: Path) -> dict[tuple[str, str], Clause]:
    """By file and field."""
    names = {category: name for name, category in CATEGORIES.items()}
    return {
        (row["pdf"], names[row["category"]]): Clause(tuple(row["spans"]), frozenset(row["pages"]))
        for row in contract_clauses(folder)
        if row["category"] in names
    }


def calibrates(file: str) -> bool:
    """Contracts with odd numbers are for calibration and for looking at; those with even ones only for the report."""
    return int(re.sub(r"\D", "", file)) % 2 == 1


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _plain(text: str) -> str:
    return f" {' '.join(_words(text))} "


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _words(text)
    return set(zip(*(words[start:] for start in range(RUN)), strict=False))
