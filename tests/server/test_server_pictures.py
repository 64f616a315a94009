"""Pictures of pages: drawn once for all who wait, in processes that may die."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from tests.ingest.small_files import encrypted, write_pdf
from tests.parse.builders import raw_pdf

from pincite.config import ParseSettings
from pincite.errors import DocumentError, PasswordNeededError
from pincite.parse import ParserPool
from pincite.server import pictures
from pincite.server.pictures import PagePicture, Pictures, step_of
from support.samples import PAPERS

PAPER = PAPERS / "heat-pumps.pdf"
A4 = (595.28, 841.89)
SHA = "a" * 64


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    with ParserPool(ParseSettings(workers=1)) as made:
        yield made


@pytest.fixture
def drawing(pool: ParserPool) -> Pictures:
    """Its process is started once for all tests."""
    made = Pictures(ParseSettings(), processes=1)
    made._pool = pool
    return made


def size_of(data: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "JPEG"
        return image.size


def test_widths_come_in_steps() -> None:
    assert [step_of(width) for width in (1, 160, 161, 900, 3200, 99_999)] == [160, 160, 240, 1000, 3200, 3200]


def test_a_picture_has_the_width_asked_for(drawing: Pictures) -> None:
    async def run() -> None:
        for width in (160, 800):
            data = await drawing.get(PagePicture(SHA, 1, width), PAPER, A4)
            assert size_of(data)[0] == width

    asyncio.run(run())


def test_what_several_ask_for_at_once_is_drawn_once(
    drawing: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    render = ParserPool.render

    def counted(pool: ParserPool, path: Path, index: int, **more: float) -> object:
        drawn.append(index)
        return render(pool, path, index, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(ParserPool, "render", counted)

    async def run() -> None:
        wanted = [PagePicture(SHA, 1 + number % 2, 320) for number in range(20)]
        found = await asyncio.gather(*(drawing.get(picture, PAPER, A4) for picture in wanted))
        assert len(set(found)) == 2
        assert sorted(drawn) == [1, 2]
        await drawing.get(wanted[0], PAPER, A4)
        assert len(drawn) == 2
        drawing.forget(SHA)
        await drawing.get(wanted[0], PAPER, A4)
        assert len(drawn) == 3

    asyncio.run(run())


def test_who_leaves_takes_nothing_from_others(drawing: Pictures) -> None:
    async def run() -> None:
        picture = PagePicture(SHA, 1, 320)
        first = asyncio.create_task(drawing.get(picture, PAPER, A4))
        second = asyncio.create_task(drawing.get(picture, PAPER, A4))
        await asyncio.sleep(0)
        first.cancel()
        assert size_of(await second)[0] == 320
        with pytest.raises(asyncio.CancelledError):
            await first

    asyncio.run(run())


def test_memory_is_bounded(drawing: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_KEPT_BYTES", 40_000)

    async def run() -> None:
        for index in range(1, 4):
            for width in (160, 240):
                await drawing.get(PagePicture(SHA, index, width), PAPER, A4)
                assert sum(map(len, drawing._kept.values())) == drawing._kept_bytes <= 40_000
        assert 0 < len(drawing._kept) < 6

    asyncio.run(run())


def test_a_giant_page_is_drawn_small(drawing: Pictures, tmp_path: Path) -> None:
    giant = tmp_path / "giant.pdf"
    giant.write_bytes(raw_pdf("0 0 100 100 re f", box=(0, 0, 200_000, 200_000)))
    tall = tmp_path / "tall.pdf"
    tall.write_bytes(raw_pdf("0 0 1 100 re f", box=(0, 0, 3, 200_000)))

    async def run() -> None:
        columns, rows = size_of(await drawing.get(PagePicture(SHA, 1, 3200), giant, (200_000, 200_000)))
        assert columns * rows <= pictures.MOST_PIXELS
        columns, rows = size_of(await drawing.get(PagePicture("b" * 64, 1, 3200), tall, (3, 200_000)))
        assert columns * rows <= pictures.MOST_PIXELS

    asyncio.run(run())


def test_a_page_that_hangs_is_given_up_and_not_tried_again_at_once(tmp_path: Path) -> None:
    drawing = Pictures(ParseSettings(seconds_per_page=0.3), processes=1)
    boxes = "".join(f"{x} {y} 500 500 re f* " for x in range(60) for y in range(60))
    slow = tmp_path / "slow.pdf"
    slow.write_bytes(raw_pdf("/P cs /P1 scn " + boxes * 400))

    async def run() -> None:
        with pytest.raises(DocumentError, match="page 1 cannot be shown") as caught:
            await drawing.get(PagePicture(SHA, 1, 3200), slow, (612, 792))
        assert slow.name not in caught.value.message
        with pytest.raises(DocumentError, match="page 1 cannot be shown"):
            await drawing.get(PagePicture(SHA, 1, 160), Path("not looked at"), (612, 792))
        assert size_of(await drawing.get(PagePicture("b" * 64, 1, 160), PAPER, A4))[0] == 160

    try:
        asyncio.run(run())
    finally:
        drawing.close()


def test_what_has_no_picture(drawing: Pictures, tmp_path: Path) -> None:
    locked = encrypted(tmp_path / "locked.pdf", write_pdf(tmp_path / "open.pdf", "A heron."), "secret")

    async def run() -> None:
        with pytest.raises(PasswordNeededError):
            await drawing.get(PagePicture(SHA, 1, 160), locked, (612, 792))
        with pytest.raises(DocumentError):
            await drawing.get(PagePicture("b" * 64, 99, 160), PAPER, A4)

    asyncio.run(run())


def test_a_closed_one_draws_nothing() -> None:
    drawing = Pictures(ParseSettings())
    drawing.close()
    drawing.close()

    async def run() -> None:
        with pytest.raises(DocumentError):
            await drawing.get(PagePicture(SHA, 1, 160), PAPER, A4)

    asyncio.run(run())
