"""How a term is written."""

from __future__ import annotations

from pincite.domain import BlockKind, Chunk, Sentence, SharedKind, Span
from pincite.research.mentions import Mention, mentions, shared_name
from pincite.sentences import sentence_ranges
from pincite.store import StoredChunk

NAME, WORD, IDENTIFIER = SharedKind.NAME, SharedKind.WORD, SharedKind.IDENTIFIER


def chunk(text: str, kind: BlockKind = BlockKind.PARAGRAPH) -> StoredChunk:
    sentences = tuple(Sentence(a, b, (Span(3, a, b),), kind) for a, b in sentence_ranges(text))
    return StoredChunk(1, 1, 0, Chunk(text, (), sentences))


def seen(text: str, term: str, kind: BlockKind = BlockKind.PARAGRAPH) -> Mention | None:
    return mentions(chunk(text, kind), [term], "en").get(term)


def test_kinds() -> None:
    assert seen("We thank Ottoline for it.", "ottolin") == Mention(NAME, "Ottoline", ("Ottoline",), 3)
    assert seen("Set it in krb5.conf first.", "krb5_conf") == Mention(
        IDENTIFIER, "krb5.conf", ("krb5.conf",), 3
    )
    assert seen("Boulders of gneiss lay there.", "gneiss") == Mention(WORD, "gneiss", ("gneiss",), 3)
    assert seen("Boulders lay there.", "boulder") == Mention(WORD, "Boulders", ("Boulders",), 3)
    assert seen("OpenFOAM runs.", "openfoam") == Mention(NAME, "OpenFOAM", ("OpenFOAM",), 3)


def test_a_word_that_is_also_written_small_is_no_name() -> None:
    mention = seen("In 2019 Boulders were few. No boulders lay there.", "boulder")
    assert mention is not None
    assert (mention.kind, mention.text) == (WORD, "boulders")


def test_capitals_of_headings_say_nothing() -> None:
    mention = seen("Drift Of Glacial Boulders", "glacial", BlockKind.HEADING)
    assert mention is not None
    assert mention.kind is WORD


def test_names_are_taken_whole_without_the_marks_of_notes() -> None:
    mention = seen("It was The Royal Drift Society⁷ that paid.", "drift")
    assert mention is not None
    assert mention.name == ("Royal", "Drift", "Society")


def test_what_stands_in_an_address_or_not_at_all_has_no_mention() -> None:
    assert seen("See https://quokka.example/zanzibar for more.", "zanzibar") is None
    assert seen("Write to quokka@example.org.", "quokka") is None
    assert seen("Nothing of it.", "quokka") is None


def of(*name: str, kind: SharedKind = NAME) -> Mention:
    return Mention(kind, name[0], name, 1)


def test_what_two_mentions_share() -> None:
    assert shared_name(of("Jupyter"), of("Jupyter", "Notebook")) == (NAME, "Jupyter")
    assert shared_name(of("Ottoline", "Greave"), of("Dr", "Ottoline", "Greave")) == (NAME, "Ottoline Greave")
    assert shared_name(of("Ottoline", "Greave"), of("Ottoline", "Maddern")) is None
    assert shared_name(of("Ottoline", "A"), of("Ottoline", "A", "Maddern")) is None
    assert shared_name(of("Boulder"), of("boulders", kind=WORD)) == (WORD, "boulders")
