"""Compound files (OLE, [MS-CFB]) as old Office programs write them, as small as they can be."""

from __future__ import annotations

import struct
from pathlib import Path

_SECTOR = 512
_LEAST = 4096
"""Shorter streams would have to lie in a stream of small sectors: all are padded with zeros instead."""

_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_NONE = 0xFFFFFFFF


def write_compound_file(path: Path, streams: dict[str, bytes]) -> Path:
    """A compound file with these streams; "storage/stream" for one in a storage."""
    entries: list[tuple[str, int, bytes | None]] = [("Root Entry", 5, None)]
    children: dict[int, list[int]] = {0: []}
    storages: dict[str, int] = {}
    for name, data in streams.items():
        parent = 0
        if "/" in name:
            storage, name = name.split("/")
            if storage not in storages:
                storages[storage] = len(entries)
                children[0].append(len(entries))
                children[len(entries)] = []
                entries.append((storage, 1, None))
            parent = storages[storage]
        children[parent].append(len(entries))
        entries.append((name, 2, data.ljust(_LEAST, b"\0")))
    chains: list[int] = []
    content = b""
    starts: dict[int, int] = {}
    for number, (_, _, held) in enumerate(entries):
        if held is not None:
            starts[number] = len(chains)
            content += _padded(held)
            chains += _chain(len(chains), len(_padded(held)) // _SECTOR)
    directory_start = len(chains)
    directory = _padded(b"".join(_entry(number, entries, children, starts) for number in range(len(entries))))
    chains += _chain(directory_start, len(directory) // _SECTOR)
    tables = 1
    while (len(chains) + tables) * 4 > tables * _SECTOR:
        tables += 1
    first_table = len(chains)
    chains += [_TABLE] * tables
    table = b"".join(struct.pack("<I", one) for one in chains)
    table = table.ljust(tables * _SECTOR, b"\xff")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack(
        "<HHHHH6xIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, tables, directory_start, 0, 4096, _END, 0, _END, 0
    )
    places = [first_table + number for number in range(tables)] + [_FREE] * (109 - tables)
    header += struct.pack("<109I", *places)
    path.write_bytes(header + content + directory + table)
    return path


def _padded(data: bytes) -> bytes:
    return data.ljust(-(-len(data) // _SECTOR) * _SECTOR, b"\0")


def _chain(start: int, count: int) -> list[int]:
    return [start + number + 1 for number in range(count - 1)] + [_END]


def _entry(
    number: int,
    entries: list[tuple[str, int, bytes | None]],
    children: dict[int, list[int]],
    starts: dict[int, int],
) -> bytes:
    name, kind, data = entries[number]
    own = next((siblings for siblings in children.values() if number in siblings), [])
    later = own[own.index(number) + 1 :] if own else []
    encoded = (name + "\0").encode("utf-16-le")
    return struct.pack(
        "<64sHBBIII16xI8x8xIQ",
        encoded,
        len(encoded),
        kind,
        1,
        _NONE,
        later[0] if later else _NONE,
        children[number][0] if children.get(number) else _NONE,
        0,
        starts.get(number, 0),
        len(data) if data is not None else 0,
    )
