"""Who did what, for administrators."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from pincite.accounts import AuditEntry
from pincite.accounts.times import stamp
from pincite.domain import TokenScope
from pincite.errors import UsageError
from pincite.research.tabular import neutral
from pincite.server.account_shapes import ID, TIME
from pincite.server.callers import InContext
from pincite.server.rules import ruled
from pincite.server.shapes import Listing, Shape

router = APIRouter(prefix="/audit", tags=["audit"])

Detail = str | bool | int | float
COLUMNS = ("time", "account id", "account", "address", "action", "object", "outcome", "details", "request")


class AuditInfo(Shape):
    """Something that somebody did."""

    at: str = Field(examples=[TIME])
    account_id: str | None = Field(examples=[ID], description="Null where no account did it.")
    account_name: str = Field(examples=["Ada"], description="As it was called then.")
    address: str = Field(examples=["192.0.2.7"])
    action: str = Field(examples=["session.login"])
    object: str = Field(examples=[ID], description="Id of what it was done with; empty where there is none.")
    outcome: str = Field(examples=["done"], description="done, failed or refused")
    details: dict[str, Detail | list[Detail] | None] = Field(examples=[{"reason": "password"}])
    request: str = Field(examples=[ID], description="Id of the request, as in the server's log.")

    @classmethod
    def of(cls, entry: AuditEntry) -> AuditInfo:
        """The form of an entry."""
        return cls(
            at=entry.at,
            account_id=entry.account_id,
            account_name=entry.account_name,
            address=entry.address,
            action=entry.action,
            object=entry.object,
            outcome=entry.outcome,
            details=entry.details,
            request=entry.request,
        )


class Chosen:
    """Which entries are wanted.

    Raises:
        UsageError: if a time is outside of what can be told.
    """

    def __init__(
        self,
        account: Annotated[
            str | None, Query(max_length=100, description="Id of the account that did it.", examples=[ID])
        ] = None,
        action: Annotated[
            str | None,
            Query(
                max_length=60,
                description='What was done; "session" stands for all that begins with "session.".',
                examples=["session"],
            ),
        ] = None,
        since: Annotated[dt.datetime | None, Query(description="Not before.", examples=[TIME])] = None,
        until: Annotated[dt.datetime | None, Query(description="Before.", examples=[TIME])] = None,
    ) -> None:
        self.account = account
        self.action = action
        self.since = None if since is None else _stamped(since)
        self.until = None if until is None else _stamped(until)


InChosen = Annotated[Chosen, Depends()]


@router.get("", **ruled(TokenScope.ADMIN, admin=True))
def list_audit(
    context: InContext,
    chosen: InChosen,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Listing[AuditInfo]:
    """What was done, the last first."""
    found = context.accounts.audit.entries(
        account=chosen.account,
        action=chosen.action,
        since=chosen.since,
        until=chosen.until,
        limit=limit,
        cursor=cursor,
    )
    return Listing(items=[AuditInfo.of(entry) for entry in found.items], next=found.next)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: {"description": "A table.", "content": {"text/csv": {"schema": {"type": "string"}}}}},
    **ruled(TokenScope.ADMIN, admin=True),
)
def export_audit(request: Request, context: InContext, chosen: InChosen) -> StreamingResponse:
    """What was done as a CSV file, the last first; no cell can run as a formula."""
    context.audit(request, "audit.export")
    entries = context.accounts.audit.all(
        account=chosen.account, action=chosen.action, since=chosen.since, until=chosen.until
    )
    headers = {"content-disposition": 'attachment; filename="audit.csv"'}
    return StreamingResponse(_lines(entries), media_type="text/csv; charset=utf-8", headers=headers)


def _lines(entries: Iterator[AuditEntry]) -> Iterator[str]:
    yield _line(COLUMNS)
    for entry in entries:
        yield _line(
            (
                entry.at,
                entry.account_id or "",
                entry.account_name,
                entry.address,
                entry.action,
                entry.object,
                entry.outcome,
                json.dumps(entry.details, ensure_ascii=False, sort_keys=True) if entry.details else "",
                entry.request,
            )
        )


def _line(cells: tuple[str, ...]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([neutral(cell) for cell in cells])
    return out.getvalue()


def _stamped(moment: dt.datetime) -> str:
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=dt.UTC)
    try:
        return stamp(aware)
    except OverflowError:
        raise UsageError("this time is before or after all that can be told", "Give another one.") from None
