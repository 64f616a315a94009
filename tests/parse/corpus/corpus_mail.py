"""E-mails, messages of Outlook, and archives: files that hold files."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

from tests.parse.corpus.corpus_entry import Content, Entry, cut, holding, page, read, refused
from tests.support.message_files import message, outlook
from tests.support.office_files import packed, paragraph, word

from pincite.domain import Notice
from pincite.errors import DamagedFileError, ParseLimitError, PasswordNeededError

_HEAD = (
    ("field", "From: Ann Example <ann@example.org>"),
    ("field", "To: Bo <bo@example.org>"),
    ("field", "Date: Tue, 03 Mar 2026 10:00:00 +0100"),
    ("field", "Subject: Renewal of the lease"),
)
_OUTLOOK_HEAD = (
    ("field", "From: Ann Example <ann@example.org>"),
    ("field", "To: Bo"),
    ("field", "Date: Tue, 03 Mar 2026 09:00:00 +0000"),
    ("field", "Subject: Renewal of the lease"),
)


def _attached(*names: str) -> Notice:
    count = "1 file is" if len(names) == 1 else f"{len(names)} files are"
    return Notice(
        "attachments", f"{count} attached, added as documents where they can be read: {', '.join(names)}."
    )


def _mail(fill: Callable[[EmailMessage], None]) -> Content:
    made = message()
    fill(made)
    return made.as_bytes()


def _two_forms(made: EmailMessage) -> None:
    made.set_content("Open this message in a browser.")
    made.add_alternative(
        "<style>p{}</style><p>The deposit is <b>900</b> euros.</p><script>evil()</script><div hidden>no</div>"
        "<ul><li>First of two things</li><li>Second of the two things</li></ul><p>And a further sentence.</p>",
        subtype="html",
    )


def _nested(made: EmailMessage) -> None:
    inner = message(Subject="The offer")
    inner.set_content("We offer 417 a year.")
    made.set_content("See below.")
    made.add_attachment(inner)
    made.add_attachment(b"id,price\n1,2\n", maintype="text", subtype="csv", filename="../../prices.csv")


_FALSE_CHARSET = (
    b"From: =?iso-8859-1?Q?J=F6rg_M=FCller?= <j@example.org>\r\nTo: b@example.org\r\n"
    b"Subject: =?utf-8?B?w5xiZXJnYWJl?=\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: text/plain; charset="no-such-charset"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'
    b"Die \xdcbergabe ist am 3. M\xe4rz.\r\n"
)

_MESSAGES = (
    read(
        "headers, a text, what it answers to",
        "renewal.eml",
        _mail(
            lambda made: made.set_content("The fee is 417\nper year.\n\nRegards\n> What is the fee?\n> Bo\n")
        ),
        page(
            "message 1",
            *_HEAD,
            ("paragraph", "The fee is 417 per year."),
            ("paragraph", "Regards"),
            ("paragraph", "> What is the fee? > Bo"),
        ),
    ),
    read(
        "two forms, of which HTML says more",
        "forms.eml",
        _mail(_two_forms),
        page(
            "message 1",
            *_HEAD,
            ("paragraph", "The deposit is 900 euros."),
            ("list_item", "First of two things"),
            ("list_item", "Second of the two things"),
            ("paragraph", "And a further sentence."),
        ),
        notices=[Notice("hidden_text", "Text that the page hides is left out.", (1,))],
    ),
    read(
        "a message and a table attached",
        "nested.eml",
        _mail(_nested),
        page("message 1", *_HEAD, ("paragraph", "See below.")),
        notices=[_attached("The offer.eml", "../../prices.csv")],
    ),
    read(
        "an encoding that there is not",
        "charset.eml",
        _FALSE_CHARSET,
        page(
            "message 1",
            ("field", "From: Jörg Müller <j@example.org>"),
            ("field", "To: b@example.org"),
            ("field", "Subject: Übergabe"),
            ("paragraph", "Die Übergabe ist am 3. März."),
        ),
    ),
    refused(
        "headers and nothing else",
        "bare.eml",
        b"X-A: 1\r\nX-B: 2\r\nX-C: 3\r\n\r\n",
        DamagedFileError,
        "bare.eml is no message that can be read",
    ),
    refused("nothing", "empty.eml", b"", DamagedFileError, "empty.eml is empty"),
    read(
        "a text and a file attached",
        "renewal.msg",
        outlook,
        page(
            "message 1", *_OUTLOOK_HEAD, ("paragraph", "The fee is 417 per year."), ("paragraph", "Regards")
        ),
        notices=[_attached("prices.csv")],
    ),
    read(
        "a text in HTML alone",
        "html.msg",
        lambda path: outlook(
            path,
            **{
                "__substg1.0_1000001F": b"",
                "__substg1.0_10130102": b"<html><body><p>The deposit is <b>900</b>.</p></body></html>",
            },
        ),
        page("message 1", *_OUTLOOK_HEAD, ("paragraph", "The deposit is 900.")),
        notices=[_attached("prices.csv")],
    ),
    read(
        "a text that is kept in no form that is read",
        "compressed.msg",
        lambda path: outlook(path, **{"__substg1.0_1000001F": b""}),
        page("message 1", *_OUTLOOK_HEAD),
        notices=[
            Notice(
                "text_not_read",
                "The message's text is kept in a way that is not read (compressed RTF).",
                (1,),
            ),
            _attached("prices.csv"),
        ],
    ),
)


def _slip(path: Path) -> None:
    """Names that lead out of the folder, a link to a file of the system, one name twice."""
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("../../escape.txt", "One.")
        file.writestr("/etc/escape.md", "Two.")
        file.writestr("..\\..\\escape.csv", "a,b\n1,2\n")
        link = zipfile.ZipInfo("link.txt")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        file.writestr(link, "/etc/passwd")


def _encrypted(path: Path) -> None:
    """An archive that says of its file that it is encrypted."""
    packed(path, {"secret.txt": "Text."})
    data = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    path.write_bytes(data)


def _broken_member(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("good.txt", "Sound.")
        file.writestr("bad.txt", "Broken.")
    path.write_bytes(path.read_bytes().replace(b"Broken.", b"Brokem."))


def _mixed(path: Path) -> None:
    inner = word(path.with_name("inner.docx"), paragraph("Text."))
    packed(
        path,
        {
            "papers/report.docx": inner.read_bytes(),
            "papers/notes.md": "# Notes",
            "empty.txt": "",
            "run.exe": b"MZ" + bytes(100),
            "__MACOSX/papers/._notes.md": "x",
            ".DS_Store": "x",
            "Größe.txt": "Text.",
        },
    )
    inner.unlink()


def _many(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as file:
        for number in range(20_001):
            file.writestr(f"{number}.txt", "")


def _zeros(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, file.open("zeros.txt", "w") as member:
        for _ in range(100):
            member.write(bytes(1 << 20))


_ARCHIVES = (
    holding(
        "documents, and files that are none",
        "papers.zip",
        _mixed,
        "papers/report.docx",
        "papers/notes.md",
        "Größe.txt",
        left_out=[("empty.txt", "it is empty"), ("run.exe", "it is a program")],
    ),
    holding(
        "names that lead elsewhere, and a link",
        "slip.zip",
        _slip,
        "../../escape.txt",
        "/etc/escape.md",
        "../../escape.csv",
        left_out=[("link.txt", "it is a link to another file")],
    ),
    holding(
        "an archive in it",
        "nested.zip",
        lambda path: packed(path, {"inner.zip": packed(path, {"a.txt": "Text."}).read_bytes()}),
        "inner.zip",
    ),
    holding(
        "a file whose check sum is wrong",
        "broken.zip",
        _broken_member,
        "good.txt",
        left_out=[("bad.txt", "it cannot be unpacked")],
    ),
    refused("encrypted", "locked.zip", _encrypted, PasswordNeededError, "locked.zip is encrypted"),
    refused(
        "no files", "none.zip", lambda path: packed(path, {}), DamagedFileError, "none.zip holds no files"
    ),
    refused(
        "more files than any archive of documents has",
        "many.zip",
        _many,
        ParseLimitError,
        "many.zip holds 20,001 files, more than the 20,000 allowed",
    ),
    refused(
        "100 MB of zeros in 100 KB",
        "bomb.zip",
        _zeros,
        ParseLimitError,
        "bomb.zip is refused: it unpacks to more than 200 times its size",
    ),
    refused(
        "cut in half",
        "cut.zip",
        cut(_mixed),
        DamagedFileError,
        "cut.zip is damaged: its directory cannot be read (File is not a zip file)",
    ),
)

MAIL: tuple[Entry, ...] = (*_MESSAGES, *_ARCHIVES)
