"""E-mails: headers, the richer of their texts, what is attached; messages of Outlook."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pincite.domain import BlockKind, ParsedDocument
from pincite.parse.files import read_file
from pincite.parse.formats.containers import unpack
from support.message_files import message, outlook


def written(path: Path, made: EmailMessage | bytes) -> Path:
    path.write_bytes(made if isinstance(made, bytes) else made.as_bytes())
    return path


def blocks(document: ParsedDocument) -> list[tuple[BlockKind, str]]:
    return [(b.kind, page.text[b.start : b.end]) for page in document.pages for b in page.blocks]


def test_headers_are_fields_and_paragraphs_stay_apart(tmp_path: Path) -> None:
    made = message()
    made.set_content("The fee is 417\nper year.\n\nRegards\n> What is the fee?\n> Bo\n")
    document = read_file(written(tmp_path / "a.eml", made))
    assert (document.title, document.authors, document.year) == (
        "Renewal of the lease",
        ("Ann Example",),
        2026,
    )
    assert [page.label for page in document.pages] == ["message 1"]
    assert blocks(document) == [
        (BlockKind.FIELD, "From: Ann Example <ann@example.org>"),
        (BlockKind.FIELD, "To: Bo <bo@example.org>"),
        (BlockKind.FIELD, "Date: Tue, 03 Mar 2026 10:00:00 +0100"),
        (BlockKind.FIELD, "Subject: Renewal of the lease"),
        (BlockKind.PARAGRAPH, "The fee is 417 per year."),
        (BlockKind.PARAGRAPH, "Regards"),
        (BlockKind.PARAGRAPH, "> What is the fee? > Bo"),
    ]
    assert document.notices == ()


def test_html_is_read_where_the_plain_text_says_little(tmp_path: Path) -> None:
    made = message()
    made.set_content("Open this message in a browser.")
    made.add_alternative(
        "<style>p{}</style><p>The deposit is <b>900</b> euros.</p><script>evil()</script><div hidden>no</div>"
        "<ul><li>First of two things</li><li>Second of the two things</li></ul><p>And a further sentence.</p>"
        "<table><tr><th>Pump</th><th>Price</th></tr><tr><td>A-1</td><td>417</td></tr></table>",
        subtype="html",
    )
    document = read_file(written(tmp_path / "a.eml", made))
    assert blocks(document)[4:] == [
        (BlockKind.PARAGRAPH, "The deposit is 900 euros."),
        (BlockKind.LIST_ITEM, "First of two things"),
        (BlockKind.LIST_ITEM, "Second of the two things"),
        (BlockKind.PARAGRAPH, "And a further sentence."),
        (BlockKind.TABLE, "Pump\tPrice\nA-1\t417"),
    ]
    assert [page.label for page in document.pages] == ["message 1"]
    assert [notice.code for notice in document.notices] == ["hidden_text"]


def test_plain_text_is_kept_where_it_says_as_much(tmp_path: Path) -> None:
    made = message()
    made.set_content("The deposit is 900 euros.")
    made.add_alternative("<p>The deposit is <b>900</b> euros.</p>", subtype="html")
    assert blocks(read_file(written(tmp_path / "a.eml", made)))[4:] == [
        (BlockKind.PARAGRAPH, "The deposit is 900 euros.")
    ]


def test_attachments_are_told_and_not_read_as_text(tmp_path: Path) -> None:
    made = message()
    made.set_content("See the file.")
    made.add_attachment(b"id,price\n1,2\n", maintype="text", subtype="csv", filename="prices.csv")
    document = read_file(written(tmp_path / "a.eml", made))
    assert "price" not in " ".join(text for _, text in blocks(document))
    assert [(n.code, "prices.csv" in n.message) for n in document.notices] == [("attachments", True)]


def test_encoded_words_old_encodings_and_a_false_charset(tmp_path: Path) -> None:
    raw = (
        b"From: =?iso-8859-1?Q?J=F6rg_M=FCller?= <j@example.org>\r\nTo: b@example.org\r\n"
        b"Subject: =?utf-8?B?w5xiZXJnYWJl?=\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: text/plain; charset="no-such-charset"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'
        b"Die \xdcbergabe ist am 3. M\xe4rz.\r\n"
    )
    document = read_file(written(tmp_path / "a.eml", raw))
    assert (document.title, document.authors) == ("Übergabe", ("Jörg Müller",))
    assert blocks(document)[-1][1] == "Die Übergabe ist am 3. März."


def test_a_broken_date_and_a_broken_address_do_not_matter(tmp_path: Path) -> None:
    raw = b"From: <<>@@, Ann\r\nTo: b@example.org\r\nSubject: x\r\nDate: yesterday\r\n\r\nThe word is heron.\r\n"
    document = read_file(written(tmp_path / "a.eml", raw))
    assert document.year is None
    assert blocks(document)[-1][1] == "The word is heron."


@pytest.mark.parametrize(
    "header",
    [
        "Date: Mon, 1 Jan 99999999999999999999 10:00:00 +0000",
        "Date: Mon, 1 Jan 2024 10:00:99999999999 +0000",
        f"From: {'(' * 3000}Ann{')' * 3000} <ann@example.org>",
        f"From: {'<' * 3000}ann@example.org",
    ],
)
def test_headers_that_no_program_writes_do_not_matter(tmp_path: Path, header: str) -> None:
    document = read_file(
        written(
            tmp_path / "a.eml",
            f"{header}\r\nTo: b@example.org\r\nX-A: 1\r\nSubject: Lease\r\n\r\nThe fee is 417.\r\n".encode(),
        )
    )
    assert document.title == "Lease"
    assert blocks(document)[-1] == (BlockKind.PARAGRAPH, "The fee is 417.")


# Messages of Outlook


def test_a_message_of_outlook(tmp_path: Path) -> None:
    document = read_file(outlook(tmp_path / "a.msg"))
    assert (document.title, document.authors, document.year) == (
        "Renewal of the lease",
        ("Ann Example",),
        2026,
    )
    assert blocks(document) == [
        (BlockKind.FIELD, "From: Ann Example <ann@example.org>"),
        (BlockKind.FIELD, "To: Bo"),
        (BlockKind.FIELD, "Date: Tue, 03 Mar 2026 09:00:00 +0000"),
        (BlockKind.FIELD, "Subject: Renewal of the lease"),
        (BlockKind.PARAGRAPH, "The fee is 417 per year."),
        (BlockKind.PARAGRAPH, "Regards"),
    ]
    assert [(notice.code, "prices.csv" in notice.message) for notice in document.notices] == [
        ("attachments", True)
    ]


def test_html_of_outlook_and_none_at_all(tmp_path: Path) -> None:
    html = b"<html><body><p>The deposit is <b>900</b>.</p></body></html>"
    body, markup = "__substg1.0_1000001F", "__substg1.0_10130102"
    document = read_file(outlook(tmp_path / "a.msg", **{body: b"", markup: html}))
    assert blocks(document)[-1] == (BlockKind.PARAGRAPH, "The deposit is 900.")
    document = read_file(outlook(tmp_path / "b.msg", **{body: b""}))
    assert [notice.code for notice in document.notices] == ["text_not_read", "attachments"]


def test_attachments_of_outlook_are_unpacked(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    unpacked = unpack(outlook(tmp_path / "a.msg"), "a.msg", folder)
    assert unpacked is not None
    assert [(member.name, unpacked.whole) for member in unpacked.members] == [("prices.csv", False)]
    assert (folder / unpacked.members[0].file).read_bytes().startswith(b"id,price\n1,2\n")
