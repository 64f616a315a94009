"""Pictures: upright, on white, within limits, a page each."""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pincite.domain import formats as media
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse import ParserPool
from pincite.parse.files import read_file
from pincite.parse.pictures import _pictures, draw


def corner(path: Path) -> tuple[tuple[int, ...], list[int]]:
    """Rows and columns of the only picture, and its upper left pixel as blue, green, red."""
    (pixels,) = _pictures(path)
    return pixels.shape[:2], pixels[0, 0].tolist()


def red_corner() -> Image.Image:
    picture = Image.new("RGB", (40, 20), "white")
    picture.putpixel((0, 0), (255, 0, 0))
    return picture


def test_a_picture_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the right side of the picture is its top
    red_corner().save(tmp_path / "a.png", exif=exif)
    (pixels,) = _pictures(tmp_path / "a.png")
    assert pixels.shape[:2] == (40, 20)
    assert pixels[0, 19].tolist() == [0, 0, 255]


@pytest.mark.parametrize("ending", ["png", "tif", "webp"])
def test_formats_without_loss(tmp_path: Path, ending: str) -> None:
    red_corner().save(tmp_path / f"a.{ending}", lossless=True)
    assert corner(tmp_path / f"a.{ending}") == ((20, 40), [0, 0, 255])


def test_what_is_transparent_is_paper(tmp_path: Path) -> None:
    Image.new("RGBA", (4, 4), (0, 0, 0, 0)).save(tmp_path / "a.png")
    assert corner(tmp_path / "a.png")[1] == [255, 255, 255]


def test_sixteen_bits_keep_their_range(tmp_path: Path) -> None:
    values = np.array([[65535, 32768], [0, 16384]], np.uint16)
    Image.fromarray(values).save(tmp_path / "a.png")
    (pixels,) = _pictures(tmp_path / "a.png")
    assert pixels[:, :, 0].tolist() == [[255, 127], [0, 63]]


def test_print_colours(tmp_path: Path) -> None:
    Image.new("CMYK", (8, 8), (0, 255, 255, 0)).save(tmp_path / "a.jpg")
    blue, green, red = corner(tmp_path / "a.jpg")[1]
    assert (red > 200, green < 60, blue < 60) == (True, True, True)


def test_each_picture_of_a_tiff_is_a_page(tmp_path: Path) -> None:
    pages = [Image.new("RGB", (60, 80), "white") for _ in range(3)]
    pages[0].save(tmp_path / "a.tiff", save_all=True, append_images=pages[1:])
    document = read_file(tmp_path / "a.tiff")
    assert document.media_type == media.TIFF
    assert [page.label for page in document.pages] == ["image 1", "image 2", "image 3"]
    assert "pages_without_text" in [notice.code for notice in document.notices]


def test_a_huge_picture_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    header = (30_000).to_bytes(4, "big") * 2 + bytes([1, 0, 0, 0, 0])
    data = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(ParseLimitError, match=r"a\.png is too large"):
        read_file(tmp_path / "a.png")


def test_a_damaged_picture_says_so(tmp_path: Path) -> None:
    red_corner().save(tmp_path / "a.png")
    (tmp_path / "b.png").write_bytes((tmp_path / "a.png").read_bytes()[:60])
    with pytest.raises(DamagedFileError, match=r"b\.png is no picture"):
        read_file(tmp_path / "b.png")


def test_a_picture_is_drawn_as_wide_as_asked_and_never_stretched(tmp_path: Path) -> None:
    pages = [Image.new("RGB", (40, 20), colour) for colour in ("blue", "red")]
    path = tmp_path / "a.tif"
    pages[0].save(path, save_all=True, append_images=pages[1:])
    assert draw(path, 2, 20, 1_000_000).tolist() == [[[255, 0, 0]] * 20] * 10
    assert draw(path, 1, 99, 1_000_000).shape == (20, 40, 3)
    assert draw(path, 1, 40, 200).shape == (10, 20, 3)
    with pytest.raises(DamagedFileError, match="no picture 3"):
        draw(path, 3, 20, 1_000_000)


def test_the_parser_draws_pictures_of_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    red_corner().resize((400, 200), Image.Resampling.NEAREST).save(path)
    with ParserPool() as pool:
        image = pool.render(path, 1, dpi=36, width=144)
        with pytest.raises(UnsupportedFileError):
            pool.render(path, 1)
    assert image.shape == (36, 72, 3)
    assert image[0, 0].tolist() == [255, 0, 0]
