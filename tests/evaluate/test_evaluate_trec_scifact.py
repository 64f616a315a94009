"""TREC's collections between tags, and SciFact in both of its forms."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from pincite.errors import UsageError
from pincite.evaluate.importers import import_questions
from pincite.evaluate.questions import read_questions

DOCUMENTS = """<DOC>
<DOCNO> AP-1 </DOCNO>
<HEAD>not taken</HEAD>
<HEADLINE>The bridge &amp; the mill</HEADLINE>
<TEXT>
<P>The bridge was built
in 1890.</P>
</TEXT>
<TEXT>It is made of iron.</TEXT>
</DOC>

<DOC>
<DOCNO>AP-2</DOCNO>
<TEXT>The m\xfchl stands at the weir.</TEXT>
</DOC>
"""
TOPICS = """<top>
<num> Number: 51
<title> Topic: iron bridge

<desc> Description:
Of which metal is it?
</top>

<top>
<num> Number: 52
<title>
<desc> Description: Where does the mill stand?
<narr> Narrative: The weir.
</top>
"""
QRELS = "51 0 AP-1 2\n51 0 AP-2 0\n52 0 AP-2 1\n53 0 AP-9 1\n"
CORPUS = """doc_id,title,abstract,structured
4,"Bridges, old","['It\\'s of iron.'
 ""Hale's work.""]",False
5,Mills,[],False
"""
CLAIMS = """id,claim,evidence_doc_id,evidence_label,evidence_sentences,cited_doc_ids
1,Bridges are of iron.,4,SUPPORT,[0],[4 5]
1,Bridges are of iron.,5,CONTRADICT,[0],[4 5]
2,Mills grind.,,,[],[77]
3,Mills stand.,,,[],[]
"""


def trec(folder: Path, documents: str = DOCUMENTS, topics: str = TOPICS, qrels: str = QRELS) -> Path:
    (folder / "documents" / "ap").mkdir(parents=True)
    (folder / "documents" / "ap" / "ap880212").write_bytes(documents.encode("latin-1"))
    (folder / "topics.51-52").write_text(topics, "utf-8")
    (folder / "qrels.txt").write_text(qrels, "utf-8")
    return folder


def asked(target: Path) -> dict[str, dict[str, int]]:
    read = read_questions((target / "questions.jsonl").read_bytes())
    return {one.question: dict(one.documents) for one in read}


def texts(target: Path) -> list[str]:
    return sorted(file.read_text("utf-8") for file in (target / "documents").rglob("*.txt"))


@pytest.mark.parametrize("packed", [False, True])
def test_documents_and_topics_between_tags(tmp_path: Path, packed: bool) -> None:
    source = trec(tmp_path / "set")
    if packed:
        file = source / "documents" / "ap" / "ap880212"
        file.with_suffix(".gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    done = import_questions("trec", source, tmp_path / "to")
    assert texts(tmp_path / "to") == [
        "The bridge & the mill\n\nThe bridge was built in 1890.\n\nIt is made of iron.\n",
        "The mühl stands at the weir.\n",
    ]
    names = {name: grade for found in asked(tmp_path / "to").values() for name, grade in found.items()}
    assert list(asked(tmp_path / "to")) == ["iron bridge", "Where does the mill stand?"]
    assert sorted(names.values()) == [1, 2]
    assert done.skipped == {"judged queries that have no text": 1}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"documents": "<DOC>\n<TEXT>a</TEXT>\n</DOC>\n"}, "ap880212, line 1: the document has no <DOCNO>"),
        ({"documents": DOCUMENTS + "<DOC>\n<DOCNO>AP-3</DOCNO>\n"}, "line 16: <doc> has no end"),
        ({"documents": DOCUMENTS.replace("</DOC>", "", 1)}, "line 1: <doc> has no end"),
        ({"documents": DOCUMENTS * 2}, "line 16: the document 'AP-1' is there twice"),
        ({"topics": TOPICS.replace("<num> Number: 52", "")}, "topics.51-52, line 9: the topic has no <num>"),
        ({"qrels": "51 AP-1 1\n"}, "qrels.txt, line 1: it has 3 columns instead of 4"),
        ({"topics": ""}, "no question that can be asked"),
    ],
    ids=range(7),
)
def test_damaged_collections(tmp_path: Path, changes: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        import_questions("trec", trec(tmp_path / "set", **changes), tmp_path / "to")
    assert message in raised.value.message
    assert not list(tmp_path.glob("to*"))


def test_a_folder_that_is_no_collection(tmp_path: Path) -> None:
    source = trec(tmp_path / "set")
    (source / "documents" / "ap" / "cut.gz").write_bytes(gzip.compress(b"<DOC>" * 1000)[:-9])
    with pytest.raises(UsageError, match=r"cut\.gz: it is no whole gzip file"):
        import_questions("trec", source, tmp_path / "to")
    (source / "topics.more").write_text("")
    with pytest.raises(UsageError, match=r"2 files topics\*"):
        import_questions("trec", source, tmp_path / "to")
    (tmp_path / "bare").mkdir()
    for name in ("topics", "qrels"):
        (tmp_path / "bare" / name).write_text("")
    with pytest.raises(UsageError, match="has no files"):
        import_questions("trec", tmp_path / "bare", tmp_path / "to")


def tables(folder: Path, corpus: str = CORPUS, claims: str = CLAIMS) -> Path:
    folder.mkdir()
    (folder / "corpus_train.csv").write_text(corpus, "utf-8")
    (folder / "claims_validation.csv").write_text(claims, "utf-8")
    return folder


def test_claims_in_tables_and_in_lines_are_the_same(tmp_path: Path) -> None:
    done = import_questions("scifact", tables(tmp_path / "tables"), tmp_path / "a")
    assert texts(tmp_path / "a") == ["Bridges, old\n\nIt's of iron. Hale's work.\n"]
    assert asked(tmp_path / "a") == {"Bridges are of iron.": {"4.txt": 1}}
    assert done.skipped == {
        "passages without text": 1,
        "judgements of passages that are missing or have no text": 2,
        "queries without a relevant passage": 2,
    }
    (tmp_path / "lines").mkdir()
    corpus = [
        {"doc_id": 4, "title": "Bridges, old", "abstract": ["It's of iron.", "Hale's work."]},
        {"doc_id": 5, "title": "Mills", "abstract": []},
    ]
    claims = [
        {"id": 1, "claim": "Bridges are of iron.", "evidence": {}, "cited_doc_ids": [4, 5]},
        {"id": 2, "claim": "Mills grind.", "evidence": {}, "cited_doc_ids": [77]},
        {"id": 3, "claim": "Mills stand.", "evidence": {}, "cited_doc_ids": []},
    ]
    for name, records in (("corpus.jsonl", corpus), ("claims_dev.jsonl", claims)):
        (tmp_path / "lines" / name).write_text("\n".join(map(json.dumps, records)), "utf-8")
    again = import_questions("scifact", tmp_path / "lines", tmp_path / "b")
    assert (texts(tmp_path / "b"), asked(tmp_path / "b")) == (texts(tmp_path / "a"), asked(tmp_path / "a"))
    assert again.skipped == done.skipped


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"corpus": "doc_id,title\n4,a\n"}, "corpus_train.csv, line 2: it has no `abstract`"),
        ({"corpus": CORPUS + "6,short\n"}, "line 5: it has not as many cells as there are columns"),
        ({"corpus": CORPUS + "4,again,[],False\n"}, "the abstract '4' is there twice"),
        ({"corpus": CORPUS + '6,"open'}, "corpus_train.csv: it is no table"),
        ({"claims": "id,claim,cited_doc_ids\n"}, "no question that can be asked"),
    ],
    ids=range(5),
)
def test_damaged_tables(tmp_path: Path, changes: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        import_questions("scifact", tables(tmp_path / "set", **changes), tmp_path / "to")
    assert message in raised.value.message
    assert not list(tmp_path.glob("to*"))
