"""Old Word documents, made new ones by LibreOffice where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import olefile

from pincite.errors import DamagedFileError, ParseLimitError, PasswordNeededError, UnsupportedFileError
from pincite.parse.formats import office_program, word
from pincite.parse.formats.opc import MACROS
from pincite.parse.formats.writer import DocumentWriter

if TYPE_CHECKING:
    from pincite.parse.files import Source

PROGRAMS = ("soffice", "libreoffice")
SECONDS = 180.0
_ENCRYPTED = 0x0100

# No macro, nothing fetched, no proxy but one that does not answer.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
{items}
</oor:items>
"""
_ITEM = """<item oor:path="/org.openoffice.{path}">
<prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop>
</item>"""
_VALUES = (
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Writer/Content/Update", "Link", "0"),
    ("Inet/Settings", "ooInetProxyType", "2"),
    ("Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPSProxyPort", "9"),
)


def read(source: Source, writer: DocumentWriter) -> None:
    """Read an old Word document.

    Args:
        source: The file.
        writer: Takes its pages.

    Raises:
        DamagedFileError: if LibreOffice makes nothing of it.
        ParseLimitError: if that takes too long.
        PasswordNeededError: if it is encrypted.
        UnsupportedFileError: if there is no LibreOffice.
    """
    _look_into(source, writer)
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise UnsupportedFileError(
            f"{source.name} is an old Word document, which is read only with LibreOffice, and that is not installed",
            "Save it as .docx or PDF, or install LibreOffice.",
        )
    with tempfile.TemporaryDirectory(prefix="pincite-", ignore_cleanup_errors=True) as name:
        converted = _converted(source, program, Path(name))
        word.read(replace(source, path=converted), writer)


def _look_into(source: Source, writer: DocumentWriter) -> None:
    """Refuse what is encrypted, tell of macros."""
    try:
        with olefile.OleFileIO(str(source.path)) as file:
            with file.openstream("WordDocument") as stream:
                head = stream.read(12)
            macros = file.exists("Macros")
    except Exception as error:  # the library raises whatever a damaged directory leads to
        raise DamagedFileError(f"{source.name} is damaged: {error}", "Get the file again.") from None
    if len(head) == 12 and int.from_bytes(head[10:12], "little") & _ENCRYPTED:
        raise PasswordNeededError(f"{source.name} is encrypted", "Save it without a password, and add that.")
    if macros:
        writer.notice(*MACROS)


def _converted(source: Source, program: str, folder: Path) -> Path:
    """The document as a new one.

    Raises:
        DamagedFileError: if nothing was made of it.
        ParseLimitError: if it took too long.
    """
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    items = "\n".join(_ITEM.format(path=path, name=name, value=value) for path, name, value in _VALUES)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS.format(items=items), "utf-8")
    # Its own name may look like an option, or like another format.
    copy = folder / "document.doc"
    shutil.copyfile(source.path, copy)
    command = (
        program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore", "--nologo", "--nodefault",
        "--nolockcheck", "--convert-to", "docx", "--outdir", str(folder / "new"), str(copy),
    )  # fmt: skip
    with subprocess.Popen(  # noqa: S603 - our own interpreter and program
        [sys.executable, "-I", "-S", office_program.__file__, str(folder), str(SECONDS), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        code = process.wait()
    if code == office_program.TIME_IS_OVER:
        raise ParseLimitError(
            f"LibreOffice took more than {SECONDS:.0f} seconds to open {source.name}",
            "Open it and save it as .docx.",
        )
    converted = folder / "new" / "document.docx"
    if not converted.is_file():
        raise DamagedFileError(
            f"LibreOffice cannot open {source.name}", "Open it in Word and save it as .docx, or get it again."
        )
    return converted
