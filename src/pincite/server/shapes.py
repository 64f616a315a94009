"""Forms that several routes send: what is common to all, and short forms of what others tell in full."""

from __future__ import annotations

from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from pincite.domain import Document

Item = TypeVar("Item")


class Shape(BaseModel):
    """Base of all that is sent and received: unknown fields are refused, not ignored."""

    model_config = ConfigDict(extra="forbid")


class Listing(Shape, Generic[Item]):
    """A part of a long list."""

    items: list[Item]
    next: str | None = Field(
        default=None, description="Give this as `cursor` for the part after; null at the end."
    )


class DocumentRef(Shape):
    """A document in short."""

    id: str = Field(examples=["5f0c3a9be1d24c7a8f10"])
    title: str = Field(examples=["Heat Pumps in Old Houses"])
    file_name: str = Field(examples=["heat-pumps.pdf"])
    authors: list[str] = Field(examples=[["A. Author"]])
    year: int | None = Field(examples=[2021])
    media_type: str = Field(examples=["application/pdf"])
    pages: int = Field(examples=[12])

    @classmethod
    def of(cls, document: Document) -> DocumentRef:
        """The short form of a document."""
        return cls(
            id=document.id,
            title=document.title,
            file_name=document.file_name,
            authors=list(document.authors),
            year=document.year,
            media_type=document.media_type,
            pages=document.pages,
        )
