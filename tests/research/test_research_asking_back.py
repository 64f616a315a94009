"""Questions that a sentence answers."""

from __future__ import annotations

import pytest

from pincite.research.asking_back import question_of


@pytest.mark.parametrize(
    ("language", "sentence", "question"),
    [
        ("en", "The mean drift was 6.8 mm a year.", "What was the mean drift?"),
        (
            "en",
            "The distance between the unit and the wall is about 0.4 m.",
            "What is the distance between the unit and the wall?",
        ),
        ("en", "The installed cost averaged 14,870 pounds.", "What was the average installed cost?"),
        ("en", "The seasonal factor is defined as heat over work.", "How is the seasonal factor defined?"),
        ("en", "“Commencement Date” means 1 April 2023.", "What does “Commencement Date” mean?"),
        ("de", "Die mittlere Abweichung betrug rund 3 mm.", "Wie hoch war die mittlere Abweichung?"),
        ("de", "Der Anteil der Wärme ist 12 %.", "Wie hoch ist der Anteil der Wärme?"),
        ("fr", "La température moyenne était de 12 °C.", "Quelle était la température moyenne ?"),
        ("fr", "Le débit maximal est environ 3 m³/s.", "Quel est le débit maximal ?"),
        ("es", "El coste medio fue de 200 euros.", "¿Cuál fue el coste medio?"),
        ("it", "La durata media è di 3 ore.", "Qual è la durata media?"),
        ("pt", "O custo médio foi de 30 euros.", "Qual foi o custo médio?"),
        ("nl", "De gemiddelde afwijking bedroeg 3 mm.", "Wat was de gemiddelde afwijking?"),
    ],
)
def test_words_before_the_verb_are_asked_for(language: str, sentence: str, question: str) -> None:
    assert question_of(sentence, language) == question


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The radar failed because a nest blocked the beam."),
        ("en", "The sensor was repaired in May."),
        ("en", "The value was 3."),
        ("en", "The unit that was moved is 3 m away."),
        ("en", "The mean drift was 6.8 mm a year"),
        ("en", "The drift of (all) sensors was 3 mm."),
        ("en", "It was 3 mm."),
        ("en", f"The mean drift was 6.8 mm {'a year and ' * 30}again."),
        ("en", "Die mittlere Abweichung betrug 3 mm."),
        ("pl", "Średni dryf wynosił 3 mm."),
        ("", "The mean drift was 6.8 mm a year."),
        ("de", "Die Häuser, die wir maßen, waren 3 km entfernt."),
    ],
)
def test_where_there_is_no_question(language: str, sentence: str) -> None:
    assert question_of(sentence, language) == ""
