"""PDFs and pictures."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import Literal

import pikepdf
from PIL import Image, ImageDraw, ImageFont
from tests.parse.builders import font_of, raw_pdf, show
from tests.parse.corpus.corpus_entry import LOG_IN, Content, Entry, page, read, refused

from pincite.domain import Notice
from pincite.domain import formats as media
from pincite.errors import DamagedFileError, ParseLimitError, PasswordNeededError, UnsupportedFileError

_SENTENCE = "The fee is 417 euros a year."
_WORDS = "The deposit is nine hundred dollars"


def _locked(user: str, revision: Literal[3, 6] = 6) -> Content:
    """A page that a password of its reader opens; with an empty one it says only what may be done with it."""

    def write(path: Path) -> None:
        encryption = pikepdf.Encryption(
            user=user, owner="x", R=revision, aes=revision > 3, metadata=revision > 3
        )
        with pikepdf.open(io.BytesIO(raw_pdf(show(72, 700, _SENTENCE)))) as pdf:
            pdf.save(path, encryption=encryption)

    return write


def _attached(path: Path) -> None:
    with pikepdf.open(io.BytesIO(raw_pdf(show(72, 700, _SENTENCE)))) as pdf:
        pdf.attachments["prices.csv"] = b"id,price\n1,2\n"
        pdf.save(path)


def _columns() -> bytes:
    """Two columns on the same baselines below a title; the last sentence of the left goes on in the right."""
    left = (
        "The first column says what the fee",
        "is, and when it is due, so that all",
        "who pay it know how",
    )
    right = (
        "much they owe. Whoever pays late",
        "owes a tenth more, whatever the",
        "reason is that they give.",
    )
    content = show(200, 740, "Fees of the year", 16, "F2")
    for number, (one, other) in enumerate(zip(left, right, strict=True)):
        content += show(60, 700 - 12 * number, one) + show(330, 700 - 12 * number, other)
    return raw_pdf(content)


def _wrong_letters() -> bytes:
    """Letters that the file says are others, so that no word can be read."""
    shown = "the deposit is nine hundred dollars and due on the first of each month"
    entries, table = font_of({letter: chr(ord(letter) + 5) for letter in set(shown)})
    lines = "".join(show(72, 700 - 14 * number, shown, font="F9") for number in range(8))
    return raw_pdf(lines, fonts={"F9": entries}, objects=[table])


def _picture(*words: str, form: str = "PNG") -> Content:
    """A picture of a line of words a page."""

    def write(path: Path) -> None:
        font = ImageFont.load_default(40)
        pictures = []
        for text in words:
            picture = Image.new("RGB", (900, 200), "white")
            ImageDraw.Draw(picture).text((60, 70), text, "black", font=font)
            pictures.append(picture)
        more = {"save_all": True, "append_images": pictures[1:]} if len(pictures) > 1 else {}
        pictures[0].save(path, form, **more)

    return write


def _huge(path: Path) -> None:
    """The head of a picture of 40,000 times 40,000 pixels."""
    Image.new("1", (1, 1)).save(path, "PNG")
    data = bytearray(path.read_bytes())
    data[16:24] = (40_000).to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    path.write_bytes(data)


def _ocr(*pages: int) -> Notice:
    count = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
    return Notice(
        "pages_read_by_ocr",
        f"{count} read from the picture, with a mean confidence of 99 %: check quotes on the page.",
        pages,
    )


_UNREAD = (
    "1 page without text; it shows something that was not read, because reading of pictures (OCR) was off: add the "
    "file again with it."
)

_PDF = (
    read(
        "a heading and a paragraph",
        "plain.pdf",
        raw_pdf(
            show(72, 720, "1 Fees", 16, "F2")
            + show(72, 690, "The fee is 417 euros a year, and it is due on the first day of")
            + show(72, 678, "March, whatever day of the week that is.")
        ),
        page(
            "1",
            ("heading", "1 Fees"),
            (
                "paragraph",
                "The fee is 417 euros a year, and it is due on the first day of March, whatever day of the week that "
                "is.",
            ),
        ),
    ),
    read(
        "printed numbers of its pages",
        "labels.pdf",
        raw_pdf(
            show(72, 700, "One sentence."),
            show(72, 700, "Another sentence."),
            catalog="/PageLabels << /Nums [0 << /S /r /St 3 >> 1 << /S /D /P (A-) >>] >>",
        ),
        page("iii", ("paragraph", "One sentence.")),
        page("A-1", ("paragraph", "Another sentence.")),
    ),
    read(
        "a line drawn twice to look bold",
        "bold.pdf",
        raw_pdf(
            show(72, 700, "Total due 4,200")
            + show(72.3, 700, "Total due 4,200")
            + show(72, 600, "bye bye, 1000 bookkeepers")
        ),
        page("1", ("paragraph", "Total due 4,200"), ("paragraph", "bye bye, 1000 bookkeepers")),
    ),
    read(
        "words without spaces between them",
        "spaces.pdf",
        raw_pdf("BT /F1 10 Tf 72 700 Td [(Pump)-300(was)-300(replaced)] TJ ET"),
        page("1", ("paragraph", "Pump was replaced")),
    ),
    read(
        "two columns",
        "columns.pdf",
        _columns(),
        page(
            "1",
            ("heading", "Fees of the year"),
            (
                "paragraph",
                "The first column says what the fee is, and when it is due, so that all who pay it know how much "
                "they owe. Whoever pays late owes a tenth more, whatever the reason is that they give.",
            ),
        ),
    ),
    read(
        "a page turned on its side",
        "turned.pdf",
        raw_pdf(
            "BT /F1 10 Tf 0 1 -1 0 300 100 Tm (The first line.) Tj ET BT /F1 10 Tf 0 1 -1 0 312 100 Tm "
            "(The second line.) Tj ET",
            page="/Rotate 90",
        ),
        page("1", ("paragraph", "The first line. The second line.")),
    ),
    read(
        "text that nobody sees",
        "hidden.pdf",
        raw_pdf(
            show(72, 700, "Deposit: 900")
            + "3 Tr\n"
            + show(72, 650, "The deposit is really 1")
            + "0 Tr 1 g\n"
            + show(72, 600, "It is 1, says the white line")
        ),
        page("1", ("paragraph", "Deposit: 900")),
        notices=[
            Notice(
                "hidden_text",
                "1 page with hidden text, which is left out: invisible, of the colour of what it stands on.",
                (1,),
            )
        ],
    ),
    read(
        "letters that cannot be told",
        "letters.pdf",
        _wrong_letters(),
        page("1"),
        notices=[
            Notice(
                "pages_unreadable",
                "1 page whose text cannot be read (a font's code table is missing or wrong), which is left out: "
                "reading of pictures (OCR) was off, add the file again with it.",
                (1,),
            )
        ],
    ),
    read(
        "a page that is a giant",
        "giant.pdf",
        raw_pdf(show(72, 700, _SENTENCE), box=(0, 0, 200_000, 200_000)),
        page("1", ("paragraph", _SENTENCE)),
    ),
    read(
        "limits on printing alone",
        "limits.pdf",
        _locked(""),
        page("1", ("paragraph", _SENTENCE)),
    ),
    read(
        "a file attached",
        "attached.pdf",
        _attached,
        page("1", ("paragraph", _SENTENCE)),
        notices=[Notice("attachments_not_read", "1 attached file was not read.")],
    ),
    read(
        "an outline that leads back to itself",
        "loop.pdf",
        raw_pdf(
            show(72, 700, _SENTENCE),
            catalog="/Outlines 3 0 R",
            objects=[
                "<< /First 4 0 R /Last 4 0 R /Count 1 >>",
                "<< /Title (Again) /Parent 3 0 R /Next 4 0 R /First 4 0 R /Dest [0 /Fit] >>",
            ],
        ),
        page("1", ("paragraph", _SENTENCE)),
        isolated=True,
    ),
    read(
        "a page that draws itself",
        "itself.pdf",
        raw_pdf(
            show(72, 700, _SENTENCE) + "/X Do\n",
            resources="/XObject << /X 3 0 R >>",
            objects=[
                "<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 3 0 R >> >> "
                "/Length 5 >>\nstream\n/X Do\nendstream"
            ],
        ),
        page("1", ("paragraph", _SENTENCE)),
        isolated=True,
    ),
    read(
        "an empty page among others",
        "blank.pdf",
        raw_pdf(show(72, 700, _SENTENCE), "", show(72, 700, "Another sentence.")),
        page("1", ("paragraph", _SENTENCE)),
        page("2"),
        page("3", ("paragraph", "Another sentence.")),
        notices=[Notice("pages_without_text", "1 page without text.", (2,))],
    ),
    refused("encrypted", "locked.pdf", _locked("y"), PasswordNeededError, "locked.pdf is encrypted"),
    refused(
        "encrypted as old programs do",
        "old.pdf",
        _locked("y", 3),
        PasswordNeededError,
        "old.pdf is encrypted",
    ),
    refused(
        "cut after its first lines",
        "cut.pdf",
        raw_pdf(show(72, 700, _SENTENCE))[:300],
        DamagedFileError,
        "cut.pdf is damaged or incomplete",
    ),
    refused("nothing", "empty.pdf", b"", DamagedFileError, "empty.pdf is empty"),
    refused("no pages", "none.pdf", raw_pdf(), DamagedFileError, "none.pdf has no pages"),
    refused(
        "a page of a server", "page.pdf", LOG_IN, UnsupportedFileError, "page.pdf is an HTML page, not a PDF"
    ),
)

_PICTURES = (
    read(
        "words that OCR reads",
        "words.png",
        _picture(_WORDS),
        page("image 1", ("paragraph", _WORDS)),
        notices=[_ocr(1)],
        ocr=True,
    ),
    read(
        "a picture of another kind of that name",
        "photo.png",
        _picture(_WORDS, form="JPEG"),
        page("image 1"),
        notices=[Notice("pages_without_text", _UNREAD, (1,))],
        media_type=media.JPEG,
    ),
    refused(
        "more pixels than any scan has",
        "huge.png",
        _huge,
        ParseLimitError,
        "huge.png is too large",
        isolated=True,
    ),
    read(
        "without OCR",
        "words.jpg",
        _picture(_WORDS, form="JPEG"),
        page("image 1"),
        notices=[Notice("pages_without_text", _UNREAD, (1,))],
    ),
    refused(
        "cut in half",
        "cut.jpeg",
        b"\xff\xd8\xff\xe0" + bytes(50),
        DamagedFileError,
        "cut.jpeg is no picture that can be read",
    ),
    read(
        "two pictures, one of them empty",
        "pages.tiff",
        _picture(_WORDS, "", form="TIFF"),
        page("image 1", ("paragraph", _WORDS)),
        page("image 2"),
        notices=[Notice("pages_without_text", "1 page without text.", (2,)), _ocr(1)],
        ocr=True,
    ),
    refused("nothing", "empty.tif", b"", DamagedFileError, "empty.tif is empty"),
    read(
        "without OCR",
        "words.webp",
        _picture(_WORDS, form="WEBP"),
        page("image 1"),
        notices=[Notice("pages_without_text", _UNREAD, (1,))],
    ),
    refused("nothing", "empty.webp", b"", DamagedFileError, "empty.webp is empty"),
    refused(
        "a picture that moves",
        "moving.webp",
        b"GIF89a" + bytes(50),
        UnsupportedFileError,
        "moving.webp is a GIF image, which is not read",
    ),
)

PAGES: tuple[Entry, ...] = (*_PDF, *_PICTURES)
