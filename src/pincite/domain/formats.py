"""The formats of files that are read: how each is called, and what its pages are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

PDF = "application/pdf"
ZIP = "application/zip"
TEXT = "text/plain"
CSV = "text/csv"
TSV = "text/tab-separated-values"
JSON = "application/json"
JSON_LINES = "application/x-ndjson"
HTML = "text/html"
MHTML = "multipart/related"
MARKDOWN = "text/markdown"
LATEX = "text/x-tex"
SOURCE = "text/x-source"
NOTEBOOK = "application/x-ipynb+json"
EPUB = "application/epub+zip"
RTF = "application/rtf"
DOC = "application/msword"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ODT = "application/vnd.oasis.opendocument.text"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
ODP = "application/vnd.oasis.opendocument.presentation"
XLS = "application/vnd.ms-excel"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
PARQUET = "application/vnd.apache.parquet"
EMAIL = "message/rfc822"
OUTLOOK = "application/vnd.ms-outlook"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
WEBP = "image/webp"


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is read.

    Attributes:
        media_type: Its name for machines.
        name: Its name in a sentence, with its article: "a Word document".
        suffixes: Endings of file names, lower case, with the dot. Folders are searched for them; what a file is, its
            content decides, and its ending only between formats that are text.
        unit: What a page of it is.
        kept: What is kept of it.
        limits: Its own limits, beside those of every file; empty for none.
    """

    media_type: str
    name: str
    suffixes: tuple[str, ...]
    unit: str
    kept: str
    limits: str = ""


_SHEETS = (
    "each sheet with its name; cells as they are shown (dates, percent, currency), heads, merged cells, comments, text "
    "boxes; hidden sheets and rows, which are told; formulas without a stored value as they are written"
)
_OLD_SHEETS = (
    "each sheet with its name; values as they are stored (0.12, not 12%), heads, merged cells; hidden sheets, which "
    "are told"
)

_PICTURES = "the text in the picture as OCR reads it, upright as the camera says, with its place"
_PICTURE_LIMITS = "100 million pixels, 2,000 pictures a file"

FORMATS: tuple[Format, ...] = (
    Format(
        PDF,
        "a PDF",
        (".pdf",),
        "page, with its printed number",
        "text in reading order with the place of every character, headings, lists, tables, notes, captions, fields of "
        "forms, comments; pages without text are read from their picture",
    ),
    Format(
        DOCX,
        "a Word document",
        (".docx", ".docm", ".dotx"),
        "section, named after its heading",
        "paragraphs and tables in order, headings by style, lists with their numbers, text boxes, footnotes, endnotes, "
        "captions, equations on one line, values of charts, alternative texts; comments and deleted text as comments; "
        "headers and footers on a page of their own",
        "text in pictures is not read; hidden text is left out; macros are not run",
    ),
    Format(
        ODT,
        "an OpenDocument text",
        (".odt", ".ott"),
        "section, named after its heading",
        "the same as of Word documents; formulas as their author wrote them",
        "text in pictures is not read; hidden text is left out; macros are not run",
    ),
    Format(
        RTF,
        "an RTF file",
        (".rtf",),
        "section, named after its heading",
        "the same as of Word documents, as far as the file says it; equations as their signs alone",
        "text in pictures is not read; hidden text is left out; a table within a cell is text of the cell",
    ),
    Format(
        DOC,
        "an old Word document",
        (".doc",),
        "section, named after its heading",
        "the same as of Word documents",
        "needs LibreOffice on the machine; macros are not run",
    ),
    Format(
        PPTX,
        "a PowerPoint presentation",
        (".pptx", ".pptm", ".ppsx"),
        "slide",
        "titles, texts by their place on the slide, lists with levels and numbers, tables, values of charts, words "
        'of diagrams, alternative texts, speaker\'s notes below the heading "Notes", comments, hidden slides',
        "text in pictures is not read; hidden shapes and what stands beside a slide are left out; macros are not run",
    ),
    Format(
        ODP,
        "an OpenDocument presentation",
        (".odp",),
        "slide",
        "the same as of PowerPoint presentations",
        "text in pictures is not read; macros are not run",
    ),
    Format(
        XLSX,
        "an Excel workbook",
        (".xlsx", ".xlsm", ".xltx"),
        "rows of a sheet, by the sheet's own numbers",
        _SHEETS,
        "1,048,576 rows and 16,384 columns a sheet; pictures and charts are not read; encrypted ones are refused",
    ),
    Format(
        XLSB,
        "a binary Excel workbook",
        (".xlsb",),
        "rows of a sheet, by the sheet's own numbers",
        _OLD_SHEETS,
        "comments, text boxes, pictures and charts are not read; encrypted ones are refused",
    ),
    Format(
        XLS,
        "an old Excel workbook",
        (".xls",),
        "rows of a sheet, by the sheet's own numbers",
        _OLD_SHEETS,
        "comments, text boxes, pictures and charts are not read; encrypted ones are refused",
    ),
    Format(
        ODS,
        "an OpenDocument spreadsheet",
        (".ods",),
        "rows of a sheet, by the sheet's own numbers",
        _SHEETS,
        "1,048,576 rows and 16,384 columns a sheet; pictures and charts are not read; encrypted ones are refused",
    ),
    Format(
        CSV,
        "a CSV file",
        (".csv",),
        "range of rows, counted from 1 below the header; lines without anything do not count",
        "all records with their header, in any encoding, divided by comma, semicolon, tab or bar",
        "a record of up to 32 million characters",
    ),
    Format(
        TSV,
        "a TSV file",
        (".tsv", ".tab"),
        "range of rows, counted from 1 below the header; lines without anything do not count",
        "all records with their header, in any encoding",
        "a record of up to 32 million characters",
    ),
    Format(
        JSON,
        "a JSON file",
        (".json", ".geojson"),
        "path, or range of records where all is one list, counted from 1",
        "all names and values in order: lists of flat objects as tables, long texts as text",
        "64 MB, but any size where all is one list; nesting of 100 levels, deeper values as they are written",
    ),
    Format(
        JSON_LINES,
        "a JSON Lines file",
        (".jsonl", ".ndjson"),
        "range of records, counted from 1 without empty lines",
        "all records, flat ones as tables with the names of their values as heads; lines that are no valid JSON as "
        "they are written",
        "a record of up to 32 million characters",
    ),
    Format(
        PARQUET,
        "a Parquet file",
        (".parquet",),
        "range of rows, counted from 1",
        "all rows with the names of their columns, nested values as JSON",
        "needs the extra pincite[parquet]",
    ),
    Format(
        HTML,
        "an HTML page",
        (".html", ".htm", ".xhtml"),
        "section, named after its heading",
        "the main text without navigation, headers and footers of the site, banners and hidden elements; headings, "
        "lists, tables with their heads, code, captions and alternative texts, formulas as TeX where the page has "
        "that; title, authors and year",
        "32 MB; what is within frames or made by scripts is not read",
    ),
    Format(
        MHTML,
        "a saved web page (MHTML)",
        (".mhtml", ".mht"),
        "section, named after its heading",
        "as of an HTML page; pages of a frameset one after the other",
        "64 MB; what is within inline frames is not read",
    ),
    Format(
        MARKDOWN,
        "a Markdown file",
        (".md", ".markdown"),
        "section, named after its heading",
        "CommonMark with tables, footnotes, task and definition lists, code, formulas as TeX, words of links, "
        "alternative texts, HTML within; title, author and date of its head (front matter)",
        "16 MB; what files are linked is not read",
    ),
    Format(
        TEXT,
        "plain text",
        (".txt", ".text", ".log", ".rst", ".adoc", ".asc"),
        "range of lines, cited by line",
        "all lines as they are, in any encoding; paragraphs, lists, underlined and numbered headings, typewritten "
        "tables, running heads of pages that form feeds divide",
        "a line of more than 20,000 characters is divided",
    ),
    Format(
        EPUB,
        "an EPUB book",
        (".epub",),
        "printed page where the book marks them, else chapter",
        "chapters in reading order, as of an HTML page; notes, texts of drawings, alternative texts; title, authors "
        "and year",
        "unpacked size and members as of every packed file; 32 MB a chapter; books with copy protection are refused",
    ),
    Format(
        LATEX,
        "a LaTeX source",
        (".tex", ".latex"),
        "section, named after its heading",
        "text with its commands carried out as far as they are known, formulas as they are written, tables, lists, "
        "captions, footnotes, program code, references; title, authors and year",
        "16 MB; files that it takes in are told, not read",
    ),
    Format(
        SOURCE,
        "source code",
        tuple(
            """.py .pyi .js .mjs .cjs .jsx .ts .tsx .vue .svelte .java .kt .scala .groovy .c .h .cc .cpp .cxx .hh .hpp
            .cs .go .rs .rb .php .pl .swift .dart .lua .r .jl .m .hs .ml .ex .erl .clj .f90 .pas .vb .zig .sh .bash .zsh
            .ps1 .bat .sql .proto .graphql .tf .toml .ini .cfg .conf .properties .yaml .yml .xml .xsd .xsl .css .scss
            .less .diff .patch""".split()
        ),
        "range of lines, cited by line",
        "all lines as they are, under the names of classes, functions, tables and sections of settings",
        "a line of more than 20,000 characters is divided",
    ),
    Format(
        NOTEBOOK,
        "a notebook",
        (".ipynb",),
        "cell, by its place in the file",
        "texts as Markdown, code, outputs as text and tables; title and authors of its metadata",
        "128 MB; pictures and outputs for programs are told, not read",
    ),
    Format(
        EMAIL,
        "an e-mail",
        (".eml",),
        "message",
        "sender, recipients, date and subject as fields; the text, or the HTML's words where they say more; attached "
        "files and messages become documents of their own",
        "pictures within the text are not read",
    ),
    Format(
        OUTLOOK,
        "an Outlook message",
        (".msg",),
        "message",
        "the same as of e-mails",
        "text that is kept as compressed RTF alone is not read, which is told",
    ),
    Format(PNG, "a PNG image", (".png",), "image", _PICTURES, _PICTURE_LIMITS),
    Format(JPEG, "a JPEG image", (".jpg", ".jpeg"), "image", _PICTURES, _PICTURE_LIMITS),
    Format(TIFF, "a TIFF image", (".tif", ".tiff"), "image of the file", _PICTURES, _PICTURE_LIMITS),
    Format(WEBP, "a WebP image", (".webp",), "image of the file", _PICTURES, _PICTURE_LIMITS),
    Format(
        ZIP,
        "a ZIP archive",
        (".zip",),
        "those of the files in it",
        "each file of the formats above becomes a document of its own, named after the archive; the others are told",
        "20,000 files, 4 GB unpacked; archives in archives two deep; encrypted ones are refused",
    ),
)
"""All formats, in the order in which they are documented."""

_BY_TYPE = {one.media_type: one for one in FORMATS}
SUFFIXES = frozenset(suffix for one in FORMATS for suffix in one.suffixes)
"""Endings of the files that folders are searched for."""


def format_of(media_type: str) -> Format | None:
    """The format of a media type; None for one that is not read."""
    return _BY_TYPE.get(media_type)


def format_named(name: str) -> Format | None:
    """The format that the ending of a file's name promises; None for none."""
    suffix = PurePath(name).suffix.lower()
    return next((one for one in FORMATS if suffix in one.suffixes), None)
