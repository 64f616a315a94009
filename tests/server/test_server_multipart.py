"""The reader of uploads: whatever arrives, in whatever pieces."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import TooLargeError, UsageError
from pincite.server.multipart import LONGEST_FIELD, MOST_FIELDS, MultipartReader, NotMultipartError

HEADER = b"multipart/form-data; boundary=frontier"


@dataclass
class Heard:
    """Writes down what the reader tells."""

    files: list[tuple[str, str, bytes]] = field(default_factory=list)
    fields: list[tuple[str, str]] = field(default_factory=list)
    open: tuple[str, str] | None = None
    content: bytes = b""

    def begin_file(self, field: str, name: str) -> None:
        assert self.open is None
        self.open, self.content = (field, name), b""

    def data(self, data: bytes) -> None:
        assert self.open is not None
        self.content += data

    def end_file(self) -> None:
        assert self.open is not None
        self.files.append((*self.open, self.content))
        self.open = None

    def field(self, name: str, value: str) -> None:
        assert self.open is None
        self.fields.append((name, value))


def part(disposition: bytes, content: bytes = b"content") -> bytes:
    return b"--frontier\r\nContent-Disposition: " + disposition + b"\r\n\r\n" + content + b"\r\n"


def form(*parts: bytes) -> bytes:
    return b"".join(parts) + b"--frontier--\r\n"


def read(body: bytes, *, header: bytes = HEADER, size: int = 1 << 20, most_files: int = 100) -> Heard:
    heard = Heard()
    reader = MultipartReader(header, heard, most_files)
    for start in range(0, len(body), size):
        reader.feed(body[start : start + size])
    reader.finish()
    return heard


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_files_and_fields_in_pieces_of_any_size(size: int) -> None:
    content = b"\r\n--frontie\r\n--frontierX \x00\xff" * 3
    body = form(
        part(b'form-data; name="ocr"', b"false"),
        part(b'form-data; name="files"; filename="one.pdf"', content),
        part(b'form-data; name="files"; filename="two.pdf"', b""),
    )
    heard = read(body, size=size)
    assert heard.fields == [("ocr", "false")]
    assert heard.files == [("files", "one.pdf", content), ("files", "two.pdf", b"")]


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        (b'form-data; name="f"; filename="a; b.pdf"', "a; b.pdf"),
        (b'form-data; name="f"; filename="say \\"a\\".pdf"', 'say "a".pdf'),
        (b'form-data; name="f"; filename="say %22a%22%0D%0A.pdf"', 'say "a"\r\n.pdf'),
        (b'form-data; name="f"; filename="100%25 done.pdf"', "100%25 done.pdf"),
        (b'form-data; name="f"; filename="C:\\dir\\a.pdf"', "C:\\dir\\a.pdf"),
        (b'form-data; name="f"; filename="..\\\\..\\\\escape.txt"', "..\\..\\escape.txt"),
        (b"form-data; name=f; filename=plain.pdf", "plain.pdf"),
        (b'form-data; filename="first.pdf"; name="f"', "first.pdf"),
        ('form-data; name=f; filename="résumé ?.pdf"'.encode(), "résumé ?.pdf"),
        ('form-data; name=f; filename="résumé.pdf"'.encode("latin-1"), "résumé.pdf"),
        (b"form-data; name=f; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf", "résumé.pdf"),
        (b"form-data; name=f; filename*=UTF-8''..%2F..%2Fescape.txt; filename=\"plain.pdf\"", "plain.pdf"),
        (b'FORM-DATA ; NAME="f" ; FileName="upper.pdf"', "upper.pdf"),
        (b'form-data; name="f"; filename=""', ""),
        (b'form-data; name="f"; filename="never closed.pdf', '"never closed.pdf'),
    ],
)
def test_names_as_clients_write_them(disposition: bytes, name: str) -> None:
    assert read(form(part(disposition))).files == [("f", name, b"content")]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nothing of the kind",
        b"--frontier",
        b"--frontier\r\n",
        b"--other\r\n\r\n\r\n--other--",
        part(b'form-data; name="files"; filename="cut.pdf"'),
        part(b'form-data; name="files"; filename="cut.pdf"') + b"--frontier",
        b"--frontier\r\nContent-Disposition: form-data\r\n\r\nx\r\n--frontier--",
        b"--frontier\r\nContent-Type: text/plain\r\n\r\nx\r\n--frontier--",
        b"--frontier\r\n\r\nx\r\n--frontier--",
        form(part(b'attachment; name="files"; filename="x.pdf"')),
        b"--frontier\r\nNo colon\r\n\r\nx\r\n--frontier--",
        b"--frontier\r\nContent-Disposition: form-data; name=" + b"x" * 20_000 + b"\r\n\r\n\r\n--frontier--",
        b"--frontier\r\n" + b"X-Header: x\r\n" * 100 + b"\r\n\r\n--frontier--",
    ],
)
def test_what_is_no_form(body: bytes) -> None:
    with pytest.raises(UsageError):
        read(body)


@pytest.mark.parametrize(
    "header", [b"", b"application/json", b"multipart/mixed; boundary=frontier", b"text/plain"]
)
def test_other_media_types(header: bytes) -> None:
    with pytest.raises(NotMultipartError):
        read(form(), header=header)


@pytest.mark.parametrize("boundary", [b"", b"; boundary=", b'; boundary=""', b"; boundary=" + b"x" * 300])
def test_boundaries_that_are_none(boundary: bytes) -> None:
    with pytest.raises(UsageError):
        read(form(), header=b"multipart/form-data" + boundary)


def test_a_form_without_parts() -> None:
    assert read(form()).files == []


def test_limits() -> None:
    file = part(b'form-data; name="files"; filename="x"')
    assert len(read(form(*[file] * 5), most_files=5).files) == 5
    with pytest.raises(TooLargeError, match="more files"):
        read(form(*[file] * 6), most_files=5)
    with pytest.raises(TooLargeError, match="fields"):
        read(form(*[part(b"form-data; name=x", b"")] * (MOST_FIELDS + 1)))
    with pytest.raises(TooLargeError, match="bytes"):
        read(form(part(b"form-data; name=x", b"x" * (LONGEST_FIELD + 1))))


NAMES = st.text(
    st.characters(exclude_characters='"\\%\r\n\x00', exclude_categories=["Cs"]), min_size=1, max_size=40
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(NAMES, st.binary(max_size=200)), max_size=4),
    st.integers(1, 300),
)
def test_what_was_sent_is_what_is_read(files: list[tuple[str, bytes]], size: int) -> None:
    parts = [
        part(b'form-data; name="files"; filename="' + name.encode() + b'"', content)
        for name, content in files
    ]
    assert read(form(*parts), size=size).files == [("files", name, content) for name, content in files]


PIECES = st.one_of(
    st.binary(max_size=30),
    st.sampled_from(
        [b"--frontier", b"--frontier--", b"\r\n", b"\r", b"\n", b"\r\n\r\n", b"Content-Disposition: form-data; ",
         b"name=", b'"', b"filename", b"*=", b"UTF-8''", b"%", b"\\", b";", b"\x00", b"\xff", b"--", b": "]
    ),
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=30), st.integers(1, 50))
def test_any_bytes_are_read_or_refused(pieces: list[bytes], size: int) -> None:
    with contextlib.suppress(UsageError):
        read(b"".join(pieces), size=size, most_files=3)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_header_is_read_or_refused(header: bytes) -> None:
    for start in (b"", b"multipart/form-data; boundary=", b"multipart/form-data"):
        with contextlib.suppress(UsageError):
            read(b"--x\r\n", header=start + header)
