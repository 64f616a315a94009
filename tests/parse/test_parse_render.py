"""Images of pages, and what a page holds beside its text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.parse.builders import raw_pdf, show

from pincite.config import ParseSettings
from pincite.errors import (
    DamagedFileError,
    DocumentError,
    ParseLimitError,
    PasswordNeededError,
    UnsupportedFileError,
)
from pincite.parse import ParserPool, process
from pincite.parse.render import image_size


def save(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    return path


def test_a_page_as_it_is_displayed(tmp_path: Path) -> None:
    path = save(tmp_path, raw_pdf("", "1 0 0 rg 0 0 306 396 re f", page="/Rotate 90"))
    with ParserPool() as pool:
        image = pool.render(path, 2, dpi=36)
    assert image.shape == (306, 396, 3)
    # The lower left quarter turned clockwise is the upper left one.
    assert image[70, 100].tolist() == [255, 0, 0]
    assert (image[200:] == 255).all()
    assert (image[:, 250:] == 255).all()


@pytest.mark.parametrize(
    ("width", "height", "dpi", "size"),
    [
        (612, 792, 72, (612, 792)),
        (612, 792, 50, (425, 550)),
        (200_000, 200_000, 108, (1000, 1000)),
        (1, 10_000_000, 108, (1, 1_000_000)),
        (10_000_000, 1, 108, (1_000_000, 1)),
        (1, 1, 1, (1, 1)),
    ],
)
def test_images_stay_within_the_cap(width: float, height: float, dpi: float, size: tuple[int, int]) -> None:
    columns, rows = image_size(width, height, dpi, 1_000_000)
    assert columns * rows <= 1_000_000
    assert (columns, rows) == pytest.approx(size, rel=0.01)


@pytest.mark.parametrize(
    "box", [(0, 0, 200_000, 200_000), (0, 0, 30, 2_000_000), (-1_000_000, -1_000_000, 1_000_000, 1_000_000)]
)
def test_a_giant_page_is_read_and_drawn_small(tmp_path: Path, box: tuple[float, ...]) -> None:
    path = save(tmp_path, raw_pdf(show(1, 700, "text"), box=box))
    with ParserPool(ParseSettings(memory_mb=400)) as pool:
        (page,) = pool.parse(path).pages
        image = pool.render(path, 1, pixels=1_000_000)
    assert page.text == "text"
    assert image.shape[0] * image.shape[1] <= 1_000_000


def test_an_image_that_does_not_fit_into_memory_is_refused(tmp_path: Path) -> None:
    path = save(tmp_path, raw_pdf(show(72, 700, "text")))
    with ParserPool(ParseSettings(memory_mb=300)) as pool:
        with pytest.raises(ParseLimitError):
            pool.render(path, 1, dpi=5000, pixels=1_000_000_000)
        assert pool.parse(path).pages[0].text == "text"


def test_what_cannot_be_drawn(tmp_path: Path) -> None:
    path = save(tmp_path, raw_pdf(show(72, 700, "text")))
    page = tmp_path / "page.pdf"
    page.write_bytes(b"<html><body>Please log in")
    with ParserPool() as pool:
        with pytest.raises(DamagedFileError):
            pool.render(path, 2)
        with pytest.raises(DamagedFileError):
            pool.render(path, 0)
        with pytest.raises(UnsupportedFileError):
            pool.render(page, 1)
        with pytest.raises(DocumentError):
            pool.details(tmp_path / "absent.pdf", 1)


def test_drawing_that_takes_too_long_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import sys, time\nfrom pincite.parse import worker\n"
    program += "worker._TASKS['render'] = lambda *a: time.sleep(60)\nworker.main(int(sys.argv[1]))"
    monkeypatch.setattr(process, "PROGRAM", program)
    path = save(tmp_path, raw_pdf(show(72, 700, "text")))
    with ParserPool(ParseSettings(seconds_per_page=0.3)) as pool:
        with pytest.raises(ParseLimitError, match=r"page 1 of file\.pdf took longer"):
            pool.render(path, 1)
        assert pool.details(path, 1).hidden == (), "another process took over"


def test_an_encrypted_page(tmp_path: Path) -> None:
    import pikepdf

    path = save(tmp_path, raw_pdf(show(72, 700, "text")))
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.save(encryption=pikepdf.Encryption(user="y", owner="x"))
    with ParserPool() as pool:
        with pytest.raises(PasswordNeededError):
            pool.render(path, 1)
        assert not (pool.render(path, 1, password="y") == 255).all()


def test_details_of_a_page(tmp_path: Path) -> None:
    content = (
        show(72, 700, "seen and read")
        + "BT 3 Tr /F1 10 Tf 72 600 Td (unseen) Tj ET"
        + show(-500, 500, "far off")
    )
    path = save(tmp_path, raw_pdf(content, page="/Rotate 270"))
    with ParserPool() as pool:
        details = pool.details(path, 1)
    assert details.rotation == 270
    assert [hidden.text for hidden in details.hidden] == ["unseen", "far off"]
    unseen, far = details.hidden
    assert far.frame is None
    assert unseen.frame is not None
    # Turned by 270 degrees, x runs up: 72 points from the left are 72 from the lower end.
    assert unseen.frame.y1 == pytest.approx(1 - 72 / 612, abs=0.01)
    assert np.isfinite(details.seconds)
