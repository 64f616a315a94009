"""Small PDFs, no two the same, made without any library: the client of a load test must cost little."""

from __future__ import annotations

import random

WORDS = (
    "pump valve seal pressure archive harvest signal ledger orchard turbine glacier canal survey mortar "
    "copper lantern ferry meadow engine granite"
).split()


def small_pdf(seed: int, pages: int = 2) -> bytes:
    """Pages of twenty lines that depend on the seed."""
    chance = random.Random(seed)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * page) for page in range(pages))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages),
    ]
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for page in range(pages):
        lines = [f"Note {seed} page {page + 1}."]
        lines += [" ".join(chance.choices(WORDS, k=9)).capitalize() + "." for _ in range(19)]
        text = "BT /F1 11 Tf 60 760 Td 16 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * page)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text.encode("ascii")))
    data = bytearray(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(data)
