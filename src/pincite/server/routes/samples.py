"""Papers to try Pincite with: which there are, and adding them as if they were uploaded."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request
from pydantic import Field

from pincite.domain import Collection, TokenScope
from pincite.library import Library
from pincite.server.callers import InLibrary, context_of
from pincite.server.routes.uploads import Receipt, UploadedFile
from pincite.server.rules import ruled
from pincite.server.samples import SAMPLES, Sample
from pincite.server.shapes import DocumentRef, Shape
from pincite.server.uploads import Taken, known_in, taken_before

router = APIRouter(tags=["documents"])


class SamplePaper(Shape):
    """A paper that comes with Pincite."""

    name: str = Field(examples=["heat-pumps"])
    file_name: str = Field(examples=["heat-pumps.pdf"])
    title: str = Field(examples=["Radar Level Sensors at Small River Gauges"])
    authors: list[str] = Field(examples=[["A. Author"]])
    year: int = Field(examples=[2023])
    pages: int = Field(examples=[8])
    questions: list[str] = Field(description="Three that it answers.")
    document: DocumentRef | None = Field(description="Your own document of it; null where you have none.")


class Samples(Shape):
    """The papers to try."""

    items: list[SamplePaper]


@router.get("/samples", response_model=Samples, **ruled(TokenScope.READ))
def list_samples(library: InLibrary) -> Samples:
    """Three papers to try Pincite with, and questions that they answer."""
    return Samples(items=[_paper(library, sample) for sample in SAMPLES])


@router.post("/samples", status_code=202, response_model=Receipt, **ruled(TokenScope.WRITE))
def add_samples(request: Request, library: InLibrary) -> Receipt:
    """Add the papers to your own collection for what goes to none by name, as if you had uploaded them."""
    collection = library.default_collection()
    batch = secrets.token_hex(10)
    files = [_added(library, collection, sample, batch) for sample in SAMPLES]
    queued = sum(file.state == "queued" for file in files)
    if queued:
        context_of(request).audit(request, "document.samples", collection.id, files=queued, batch=batch)
    return Receipt(batch=batch, files=[UploadedFile.of(file) for file in files])


def _paper(library: Library, sample: Sample) -> SamplePaper:
    known = library.store.document_by_sha256(sample.sha256)
    return SamplePaper(
        name=sample.name,
        file_name=sample.file_name,
        title=sample.title,
        authors=list(sample.authors),
        year=sample.year,
        pages=sample.pages,
        questions=list(sample.questions),
        document=None if known is None else DocumentRef.of(known),
    )


def _added(library: Library, collection: Collection, sample: Sample, batch: str) -> Taken:
    content = sample.path.read_bytes()
    known = known_in(library, collection, sample.sha256)
    if known is not None:
        return taken_before(sample.file_name, len(content), known)
    with library.receiving() as received:
        received.write(content)
        job = library.hand_in(received, file_name=sample.file_name, collection=collection.id, batch=batch)
    return Taken(sample.file_name, len(content), "queued", job=job.id)
