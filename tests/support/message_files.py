"""E-mails, and messages as Outlook keeps them."""

from __future__ import annotations

import datetime as dt
import struct
from email.message import EmailMessage
from pathlib import Path

from support.compound_file import write_compound_file


def message(**headers: str) -> EmailMessage:
    """An e-mail without text; headers replace those that it has."""
    made = EmailMessage()
    made["From"] = "Ann Example <ann@example.org>"
    made["To"] = "Bo <bo@example.org>"
    made["Subject"] = "Renewal of the lease"
    made["Date"] = "Tue, 03 Mar 2026 10:00:00 +0100"
    for name, value in headers.items():
        del made[name]
        made[name] = value
    return made


def outlook(path: Path, **more: bytes) -> Path:
    """A message of Outlook with a file attached; streams replace those that it has, empty ones leave them out."""

    def text(words: str) -> bytes:
        return words.encode("utf-16-le")

    ticks = (
        dt.datetime(2026, 3, 3, 9, tzinfo=dt.UTC) - dt.datetime(1601, 1, 1, tzinfo=dt.UTC)
    ) // dt.timedelta(microseconds=1)
    properties = bytes(32) + struct.pack("<IIQ", 0x00390040, 6, ticks * 10)
    streams = {
        "__properties_version1.0": properties,
        "__substg1.0_0037001F": text("Renewal of the lease"),
        "__substg1.0_0C1A001F": text("Ann Example"),
        "__substg1.0_5D01001F": text("ann@example.org"),
        "__substg1.0_0E04001F": text("Bo"),
        "__substg1.0_1000001F": text("The fee is 417\r\nper year.\r\n\r\nRegards"),
        "__attach_version1.0_#00000000/__substg1.0_3707001F": text("prices.csv"),
        "__attach_version1.0_#00000000/__substg1.0_37010102": b"id,price\n" + b"1,2\n" * 1200,
        **more,
    }
    return write_compound_file(path, {name: data for name, data in streams.items() if data})
