from __future__ import annotations

from pincite.answer.claims import read_claim
from pincite.answer.sources import Source
from pincite.answer.told import Support, read_sources, repeated
from pincite.domain import Chunk, Document, Sentence, Span
from pincite.sentences import sentence_ranges
from pincite.store import StoredChunk

TEXT = (
    "Marie Curie was born in Warsaw. She moved to Paris in 1891. She met Pierre there. The winters were cold."
)
DOCUMENT = Document("d", "f.pdf", "Lives", (), None, "en", "application/pdf", "0", 1, 1, 1, (), (), (), "")


def source(text: str = TEXT, number: int = 1) -> Source:
    sentences = tuple(Sentence(a, b, (Span(1, a, b),)) for a, b in sentence_ranges(text))
    return Source(number, StoredChunk(number, 1, 0, Chunk(text, ("Youth",), sentences)), DOCUMENT)


def test_every_sentence_knows_its_titles_and_whom_its_pronoun_means() -> None:
    told = read_sources([source(), source("It rained.", 2)])
    assert [one.row for one in told] == [0, 1, 2, 3, 4]
    assert [[part.text for part in one.evidence.context] for one in told] == [
        ["Lives. Youth"],
        ["Lives. Youth", "Marie Curie"],
        ["Lives. Youth", "Marie Curie"],
        ["Lives. Youth"],
        ["Lives. Youth"],
    ]


def test_the_sentence_with_the_name_supports_as_well() -> None:
    one = source()
    told = read_sources([one])
    assert told[1].supports(read_claim("Marie Curie moved to Paris.")) == (Support(one, 1), Support(one, 0))
    assert told[1].supports(read_claim("She moved to Paris.")) == (Support(one, 1),)


def test_sentences_that_are_repeated_word_by_word() -> None:
    one = source()
    told = read_sources([one, source("It rained.", 2)])
    assert repeated(read_claim("**She met Pierre** there"), told, 3) == (Support(one, 2),)
    assert repeated(read_claim("She met Pierre there. The winters were cold."), told, 3) == (
        Support(one, 2),
        Support(one, 3),
    )
    assert repeated(read_claim("She met Pierre there. The winters were cold."), told, 1) == ()
    assert repeated(read_claim("The winters were cold. It rained."), told, 3) == ()
    assert repeated(read_claim("She met Pierre"), told, 3) == ()
