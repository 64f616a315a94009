"""What is a request for a summary or comparison, and what only looks like one."""

from __future__ import annotations

import time

import pytest

from pincite.research.intent import Intent, intent

SUMMARISE = """
summarise this
Summarize this paper.
summarize
Please summarise the document
Can you summarize this contract for me?
could you please sum up this article
Give me a summary
Give me a short summary of this book, please.
give me a summary of "Heat pumps in old houses"
Summarise river-gauges.pdf
Summarize the paper in three sentences
Write a brief summary of the attached report
I would like a summary of this document
a quick overview of these papers
What is this paper about?
what's this about
What is this document all about?
What does this paper say?
tl;dr
TLDR
TL;DR please
What's the gist?
Give me the key points of this report
What are the main ideas in this book?
Summary
Summary of the contract
Fasse dieses Dokument zusammen
Fass das bitte kurz zusammen
Fassen Sie den Vertrag zusammen.
Kannst du mir eine Zusammenfassung geben?
Bitte eine kurze Zusammenfassung des Berichts
Worum geht es in diesem Artikel?
Worum geht es?
Diesen Text zusammenfassen
Résume cet article
Résumez ce document, s'il vous plaît
Fais-moi un résumé de ce livre
Pouvez-vous résumer ce contrat ?
De quoi parle ce document ?
Resume este artículo
Hazme un resumen del contrato
¿De qué trata este libro?
Resumir este documento por favor
Riassumi questo articolo
Fammi un riassunto del documento
Di cosa parla questo libro?
""".strip().splitlines()

COMPARE = """
Compare these papers
compare the two contracts
Please compare them.
compare both
Compare "A study of rivers" with "Noise in courtyards"
compare heat-pumps.pdf and river-gauges.pdf
Can you compare all these documents?
How do these papers differ?
What are the main differences between these contracts?
Give me a comparison of the three reports
Vergleiche diese Dokumente
Vergleichen Sie die beiden Verträge miteinander
Wie unterscheiden sich diese Artikel?
Compare ces articles
Comparez les deux contrats
Compara estos documentos
Compara los dos artículos
Confronta questi documenti
""".strip().splitlines()

QUESTIONS = """
How large was the summary table?
What does the summary say about noise?
What does the executive summary recommend?
compare the accuracy of A and B in table 3
Compare the results of model A with those of model B
Who wrote the summary?
Where is the summary of findings?
On which page does the abstract begin?
What is the summary statistic used in table 2?
Summarise the results of the second experiment
Summarize what the authors say about latency
Summarize the termination clause
What is the overview of costs in section 3?
What is this clause about?
What is the fee about to become?
What is about 5 km away from the dam?
How do the two pumps differ in noise?
What are the differences between the pumps?
How does the method compare to the baseline?
Compare fees and charges
Is there a comparison of the three methods?
Which papers compare BM25 with dense retrieval?
What does this paper say about limitations?
What does the contract say on termination?
What do the documents say about the deposit?
tl;dr of section 4
What does TL;DR stand for?
Does the paper have a summary?
Give me the address of the seller
Give me a list of all parties
Write a letter to the landlord
What is a digest?
What are the main ideas of chapter 3?
What are the main points of contact?
Give me the key points of the termination clause
What is an abstract syntax tree?
Define summary judgment
When is summary judgment granted?
The court granted summary judgment to whom?
When was the overview map drawn?
What is a synopsis of the third chapter?
Worum geht es in Kapitel 3?
Was steht in der Zusammenfassung über Lärm?
Wie groß ist die Tabelle in der Zusammenfassung?
Vergleiche die Genauigkeit von A und B
Wer hat den Vergleich der Verträge durchgeführt?
Que dit le résumé sur le bruit ?
Qui a écrit le résumé ?
Comparez les coûts de A et B
¿Qué dice el resumen sobre el ruido?
¿Quién escribió el resumen?
Compara los precios de 2018 y 2019
Chi ha scritto il riassunto?
Cosa dice il riassunto sul rumore?
Confronta i prezzi
What is the deposit?
What is it?
Who are they?
hi
thanks

Resume the download
How do I resume work after a break?
Did the company resume payments?
Summarise this paper and then tell me which of the limitations matters most for hospitals in rural areas
What are these?
What is this?
Contrast agents
Comparative advantage
All contracts
Overview map
""".strip().splitlines()


@pytest.mark.parametrize("text", SUMMARISE)
def test_requests_for_a_summary(text: str) -> None:
    assert intent(text) is Intent.SUMMARISE


@pytest.mark.parametrize("text", COMPARE)
def test_requests_for_a_comparison(text: str) -> None:
    assert intent(text) is Intent.COMPARE


@pytest.mark.parametrize("text", QUESTIONS)
def test_what_only_looks_like_one_stays_a_question(text: str) -> None:
    assert intent(text) is Intent.QUESTION


def test_there_are_enough_cases() -> None:
    assert len({*SUMMARISE, *COMPARE, *QUESTIONS}) >= 110
    assert len(QUESTIONS) >= len(SUMMARISE)


@pytest.mark.parametrize(
    "text",
    [
        "summarise " + "this " * 50_000,
        "compare " + '"a" and ' * 20_000,
        "\ud800 tl;dr",
        "a " * 100_000,
        "resume " + "una" * 90,
        "summarise " + "lolailun" * 30,
    ],
)
def test_anything_may_be_typed(text: str) -> None:
    begin = time.perf_counter()
    assert intent(text) in Intent
    assert time.perf_counter() - begin < 1  # patterns that backtrack for ever would take years
