"""Ways to damage a PDF, for fuzzing: of its bytes, of its cross-references, and of what is inside its streams."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pikepdf

Mutation = Callable[[random.Random, bytes, bytes], bytes]
"""Takes a source of chance, a file and another file; gives the damaged one."""

_NUMBER = re.compile(rb"(?<![\w.])[-+]?\d+\.?\d*")
_NAME = re.compile(rb"/[A-Za-z][\w.+-]*")
_ODD_NUMBERS = (
    b"0", b"-1", b"1", b"255", b"65536", b"-2147483648", b"2147483647", b"4294967296", b"99999999999999999999",
    b"0.0000000001", b"-0.0", b"1000000.5", b"3.402823e38", b".", b"--5",
)  # fmt: skip
_ODD_VALUES: tuple[Any, ...] = (
    0, -1, 2**31 - 1, -(2**31), 10**15, 0.0, -1e30, 1e30, "", "x" * 5000, True, None, [], {},
)  # fmt: skip
_MOST_STREAMS = 6


def flip(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Change some bytes."""
    del other
    changed = bytearray(data)
    for _ in range(chance.choice((1, 2, 8, 64, 512))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def cut(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Leave out a piece, or the end."""
    del other
    start = chance.randrange(len(data))
    if chance.random() < 0.3:
        return data[:start]
    return data[:start] + data[start + chance.choice((1, 7, 100, 5000)) :]


def repeat(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Write a piece several times, somewhere else."""
    del other
    start, place = chance.randrange(len(data)), chance.randrange(len(data))
    piece = data[start : start + chance.choice((1, 20, 300, 5000))]
    return data[:place] + piece * chance.choice((1, 2, 50)) + data[place:]


def splice(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """The beginning of one file and the end of another, or a piece of the one within the other."""
    start, end = chance.randrange(len(data)), chance.randrange(len(other))
    if chance.random() < 0.5:
        return data[:start] + other[end:]
    return data[:start] + other[end : end + 3000] + data[start:]


def break_references(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Change numbers outside of streams: places of objects, references to them, lengths, sizes."""
    del other
    parts = re.split(rb"(stream\r?\n.*?endstream)", data, flags=re.DOTALL)
    places = range(0, len(parts), 2)
    for _ in range(chance.choice((1, 3, 20))):
        place = chance.choice(places)
        parts[place] = _replace_some(chance, parts[place], _NUMBER, _odd_number)
    return b"".join(parts)


def break_streams(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Change what is inside compressed streams: numbers, names, order; the rest of the file stays sound."""
    del other
    with pikepdf.open(io.BytesIO(data)) as pdf:
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        chance.shuffle(streams)
        changed = 0
        for stream in streams:
            try:
                content = stream.read_bytes()
            except pikepdf.PdfError:
                continue  # an image in a form that pikepdf does not decode
            if content:
                stream.write(_mutated(chance, content))
                changed += 1
            if changed >= chance.randint(1, _MOST_STREAMS):
                break
        return _saved(pdf, compress=chance.random() < 0.5)


def break_objects(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Change values of dictionaries and lists: odd values, other objects, entries lost."""
    del other
    with pikepdf.open(io.BytesIO(data)) as pdf:
        holders = [
            thing
            for thing in pdf.objects
            if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream, pikepdf.Array))
        ]
        for _ in range(chance.choice((1, 3, 12))):
            _change_entry(chance, chance.choice(holders), holders)
        return _saved(pdf, compress=True)


def _change_entry(chance: random.Random, holder: Any, holders: Sequence[Any]) -> None:
    keys = list(range(len(holder))) if isinstance(holder, pikepdf.Array) else list(holder.keys())
    if not keys:
        return
    key = chance.choice(keys)
    if isinstance(holder, pikepdf.Stream) and key == "/Length":
        return
    deed = chance.randrange(3)
    if deed == 0:
        del holder[key]
    elif deed == 1:
        holder[key] = chance.choice(holders)
    else:
        value = chance.choice(_ODD_VALUES)
        if value is None:
            holder[key] = pikepdf.Name("/Odd")
        elif isinstance(value, float):
            holder[key] = pikepdf.Object.parse(f"{value:f}".encode())
        else:
            holder[key] = pikepdf.Array() if value == [] else pikepdf.Dictionary() if value == {} else value


def _mutated(chance: random.Random, content: bytes) -> bytes:
    for _ in range(chance.choice((1, 4, 30))):
        deed = chance.randrange(4)
        if deed == 0:
            content = _replace_some(chance, content, _NUMBER, _odd_number)
        elif deed == 1:
            names = _NAME.findall(content[:20_000]) or [b"/X"]
            content = _replace_some(chance, content, _NAME, lambda c, _, names=names: c.choice(names))  # type: ignore[misc]
        elif deed == 2:
            lines = content.split(b"\n")
            start = chance.randrange(len(lines))
            lines[start : start + 3] = lines[start : start + 3] * chance.choice((0, 2, 20))
            content = b"\n".join(lines)
        elif content:
            content = flip(chance, content, b"")
    return content


def _replace_some(
    chance: random.Random,
    data: bytes,
    pattern: re.Pattern[bytes],
    new: Callable[[random.Random, bytes], bytes],
) -> bytes:
    found = list(pattern.finditer(data))
    for match in sorted(chance.sample(found, min(len(found), 3)), key=lambda match: -match.start()):
        data = data[: match.start()] + new(chance, match.group()) + data[match.end() :]
    return data


def _odd_number(chance: random.Random, old: bytes) -> bytes:
    if chance.random() < 0.5:
        return chance.choice(_ODD_NUMBERS)
    try:
        return str(int(old) + chance.choice((-1, 1, 10, 1000))).encode()
    except ValueError:
        return old * 2


def _saved(pdf: pikepdf.Pdf, *, compress: bool) -> bytes:
    out = io.BytesIO()
    pdf.save(out, compress_streams=compress, static_id=True)
    return out.getvalue()


MUTATIONS: dict[str, Mutation] = {
    "flip": flip,
    "cut": cut,
    "repeat": repeat,
    "splice": splice,
    "references": break_references,
    "streams": break_streams,
    "objects": break_objects,
}
"""All of them by name."""


def mutate(chance: random.Random, data: bytes, other: bytes) -> tuple[str, bytes]:
    """One way of damage and the damaged file; a way that does not suit the file gives way to simpler ones."""
    name = chance.choices(list(MUTATIONS), weights=(2, 1, 1, 1, 2, 4, 4))[0]
    try:
        return name, MUTATIONS[name](chance, data, other)
    except Exception:  # pikepdf raises all kinds of them on odd files
        return "flip", flip(chance, data, other)
