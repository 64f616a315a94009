"""Files within files: archives and attachments become documents of their own, by the command and in the background."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from small_files import HERON, OSPREY, found, names, write_pdf

from pincite import Library
from pincite.domain import Job, JobState
from pincite.errors import DamagedFileError, ParseLimitError, PasswordNeededError

OpenLibrary = Callable[..., Library]


def archive(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return path


def packed(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in members.items():
            file.writestr(name, data)
    return buffer.getvalue()


@pytest.fixture
def heron_bytes(tmp_path: Path) -> bytes:
    return write_pdf(tmp_path / "h" / "heron.pdf", HERON).read_bytes()


@pytest.fixture
def osprey_bytes(tmp_path: Path) -> bytes:
    return write_pdf(tmp_path / "o" / "osprey.pdf", OSPREY).read_bytes()


def hand_in(library: Library, file: Path, **more: Any) -> Job:
    with library.receiving() as received:
        received.write(file.read_bytes())
        return library.hand_in(received, file_name=file.name, collection="default", **more)


def work_all(library: Library) -> None:
    for _ in range(4):
        library.worker().run(once=True)


def left_over(library: Library) -> list[str]:
    folders = (library.folder / name for name in ("incoming", "tmp", "work"))
    return [str(path) for folder in folders if folder.is_dir() for path in folder.iterdir()]


def test_each_file_of_an_archive_is_a_document_and_the_rest_is_told(
    library: Library, tmp_path: Path, heron_bytes: bytes, osprey_bytes: bytes
) -> None:
    file = archive(
        tmp_path / "birds.zip",
        **{
            "2026/heron.pdf": heron_bytes,
            "osprey.pdf": osprey_bytes,
            "logo.gif": b"GIF89a....",
            "__MACOSX/osprey.pdf": b"x",
            ".DS_Store": b"x",
            "empty.txt": b"",
        },
    )
    report = library.add(file)
    assert [str(entry.path) for entry in report.added] == ["birds.zip/2026/heron.pdf", "birds.zip/osprey.pdf"]
    assert names(library) == ["birds.zip/2026/heron.pdf", "birds.zip/osprey.pdf"]
    assert [(str(one.path), one.error.message) for one in report.left_out] == [
        ("birds.zip/logo.gif", "birds.zip/logo.gif is left out: it is a GIF image"),
        ("birds.zip/empty.txt", "birds.zip/empty.txt is left out: it is empty"),
    ]
    assert not report.failed
    assert found(library, "What is the fee for the vault?")[0] == "birds.zip/osprey.pdf"
    again = library.add(file)
    assert (len(again.added), len(again.unchanged)) == (0, 2)
    assert left_over(library) == []


def test_an_archive_in_an_archive_and_no_further(
    library: Library, tmp_path: Path, heron_bytes: bytes, osprey_bytes: bytes
) -> None:
    third = packed(**{"heron.pdf": heron_bytes})
    second = packed(**{"osprey.pdf": osprey_bytes, "third.zip": third})
    report = library.add(archive(tmp_path / "first.zip", **{"second.zip": second}))
    assert [str(entry.path) for entry in report.added] == ["first.zip/second.zip/osprey.pdf"]
    assert [(str(one.path), type(one.error)) for one in report.failed] == [
        ("first.zip/second.zip/third.zip", ParseLimitError)
    ]


def test_names_in_archives_are_shown_and_never_paths(
    library: Library, tmp_path: Path, heron_bytes: bytes, osprey_bytes: bytes
) -> None:
    """FAULTS S01."""
    file = archive(
        tmp_path / "evil.zip", **{"../../escape.pdf": heron_bytes, "/tmp/escape\\..\\b.pdf": osprey_bytes}
    )
    library.add(file)
    assert sorted(names(library)) == ["evil.zip/escape.pdf", "evil.zip/tmp/escape/b.pdf"]
    assert not (tmp_path.parent / "escape.pdf").exists()
    assert not Path("/tmp/escape").exists()


def test_a_damaged_archive_and_one_without_files_are_refused(library: Library, tmp_path: Path) -> None:
    (tmp_path / "cut.zip").write_bytes(packed(**{"a.txt": b"words " * 1000})[:300])
    archive(tmp_path / "none.zip")
    report = library.add([tmp_path / "cut.zip", tmp_path / "none.zip"])
    assert [type(one.error) for one in report.failed] == [DamagedFileError, DamagedFileError]
    assert not report.added


def test_a_broken_member_does_not_lose_the_others(
    library: Library, tmp_path: Path, heron_bytes: bytes
) -> None:
    data = bytearray(packed(**{"a.txt": b"the word is osprey", "heron.pdf": heron_bytes}))
    at = data.index(b"the word is osprey")
    data[at : at + 3] = b"xyz"  # its checksum is wrong now
    (tmp_path / "a.zip").write_bytes(data)
    report = library.add(tmp_path / "a.zip")
    assert [str(entry.path) for entry in report.added] == ["a.zip/heron.pdf"]
    assert [str(one.path) for one in report.left_out] == ["a.zip/a.txt"]


def test_a_bomb_is_refused_and_nothing_stays(library: Library, tmp_path: Path) -> None:
    """FAULTS S03: what it says of its size is not believed."""
    file = archive(tmp_path / "bomb.zip", **{"a.txt": b"\0" * (80 << 20)})
    report = library.add(file)
    assert [type(one.error) for one in report.failed] == [ParseLimitError]
    assert left_over(library) == []


def test_an_encrypted_archive_says_so(library: Library, tmp_path: Path) -> None:
    data = bytearray(packed(**{"a.txt": b"the word is osprey"}))
    data[6] |= 1  # the flag of the member itself
    data[data.index(b"PK\x01\x02") + 8] |= 1  # and in the directory
    (tmp_path / "a.zip").write_bytes(data)
    report = library.add(tmp_path / "a.zip")
    assert [type(one.error) for one in report.failed] == [PasswordNeededError]


def test_in_the_background_an_archive_becomes_a_job_for_each_of_its_files(
    library: Library, tmp_path: Path, heron_bytes: bytes, osprey_bytes: bytes
) -> None:
    file = archive(
        tmp_path / "birds.zip", **{"heron.pdf": heron_bytes, "osprey.pdf": osprey_bytes, "a.gif": b"GIF89a"}
    )
    job = hand_in(library, file, batch="b")
    work_all(library)
    done = library.job(job.id)
    assert (done.state, done.document) == (JobState.DONE, None)
    assert done.note == "2 of its 3 files are added one by one; not added: a.gif: it is a GIF image"
    jobs = library.jobs(batch="b").items
    assert sorted(one.file_name for one in jobs) == [
        "birds.zip",
        "birds.zip/heron.pdf",
        "birds.zip/osprey.pdf",
    ]
    assert {one.state for one in jobs} == {JobState.DONE}
    assert sorted(names(library)) == ["birds.zip/heron.pdf", "birds.zip/osprey.pdf"]
    assert left_over(library) == []


def test_what_was_handed_on_before_a_death_is_there_once(
    library: Library, tmp_path: Path, heron_bytes: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = archive(tmp_path / "birds.zip", **{"heron.pdf": heron_bytes})
    job = hand_in(library, file)
    with monkeypatch.context() as patch:
        patch.setattr("pincite.ingest.task.told", _die)
        library.worker().run(once=True)
    work_all(library)
    if library.job(job.id).state is not JobState.DONE:
        library.retry_job(job.id)
    work_all(library)
    assert library.job(job.id).state is JobState.DONE
    assert names(library) == ["birds.zip/heron.pdf"]


def _die(_: object) -> str:
    raise OSError("the machine lost its power")


def test_attachments_of_a_message_are_documents_beside_it(
    library: Library, tmp_path: Path, osprey_bytes: bytes
) -> None:
    message = EmailMessage()
    message["From"] = "Ann <ann@example.org>"
    message["To"] = "Bo <bo@example.org>"
    message["Subject"] = "The offer"
    message.set_content("The code word of the offer is kestrel, as agreed on the telephone.")
    message.add_attachment(osprey_bytes, maintype="application", subtype="pdf", filename="offer.pdf")
    (tmp_path / "mail.eml").write_bytes(message.as_bytes())
    library.add(tmp_path / "mail.eml")
    assert names(library) == ["mail.eml", "mail.eml/offer.pdf"]
    assert found(library, "What is the code word of the offer?")[0] == "mail.eml"
    assert found(library, "What is the fee for the vault?")[0] == "mail.eml/offer.pdf"
