"""Ways to damage files of formats other than PDF: of their bytes, of their marks, and of what a packed file holds."""

from __future__ import annotations

import io
import random
import re
import zipfile

from benchmarks.mutations import cut, flip, repeat, splice

_MARK = re.compile(rb"<[^<>]{1,200}>|\{\\?[^{}\s]{0,20}|\}|\\[a-z]{1,20}|[|`#\[\]\"',;:&]")
_NUMBER = re.compile(rb"\d+")
_ODD_NUMBERS = (
    b"0",
    b"-1",
    b"65536",
    b"1048577",
    b"2147483648",
    b"99999999999999999999",
    b"1e308",
    b"NaN",
    b"",
)
_ODD_BYTES = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"&#0;", b"&#xD800;", b"\\ud800", b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
    b"\xe2\x80\xae", b"]]>", b"<![CDATA[", b"=?utf-8?B?!!?=", b"\\u-1?", b"A" * 3000,
)  # fmt: skip
_DEEP = (1, 2, 50, 3000)


def marks(chance: random.Random, data: bytes) -> bytes:
    """Leave out, swap or nest deeply what gives the text its structure; odd numbers, odd signs."""
    for _ in range(chance.choice((1, 3, 12))):
        deed = chance.randrange(4)
        if deed == 0:
            place = chance.randrange(len(data) + 1)
            data = data[:place] + chance.choice(_ODD_BYTES) + data[place:]
            continue
        found = list((_NUMBER if deed == 1 else _MARK).finditer(data[:200_000]))
        if not found:
            continue
        one = chance.choice(found)
        if deed == 1:
            new = chance.choice(_ODD_NUMBERS)
        elif deed == 2:
            new = chance.choice(found).group()
        else:
            new = one.group() * chance.choice((0, *_DEEP))
        data = data[: one.start()] + new + data[one.end() :]
    return data


def members(chance: random.Random, data: bytes) -> bytes:
    """Damage one member of a packed file, leave one out, write one twice, or give one another's name."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        content = [(name, file.read(name)) for name in file.namelist()]
    deed = chance.randrange(8)
    place = chance.randrange(len(content))
    name, held = content[place]
    if deed == 0:
        del content[place]
    elif deed == 1:
        content.append((f"../{name}", held))
    elif deed == 2:
        content[place] = (name, chance.choice(content)[1])
    elif deed == 3 and held:
        content[place] = (name, flip(chance, held, b""))
    elif held:
        content[place] = (name, marks(chance, held))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, held in content:
            file.writestr(name, held)
    return out.getvalue()


def mutate_other(chance: random.Random, data: bytes, other: bytes) -> tuple[str, bytes]:
    """One way of damage, and the damaged file."""
    if data.startswith(b"PK") and chance.random() < 0.8:
        return "members", members(chance, data)
    if chance.random() < 0.6:
        return "marks", marks(chance, data)
    name, deed = chance.choice((("flip", flip), ("cut", cut), ("repeat", repeat), ("splice", splice)))
    return name, deed(chance, data, other)
