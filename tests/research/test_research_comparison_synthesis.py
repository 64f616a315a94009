"""What a language model writes about a table, against the table."""

from __future__ import annotations

import pytest

from pincite.answer.claims import read_claim
from pincite.domain import Comparison, FieldType
from pincite.research.comparison import tabulate
from pincite.research.comparison_synthesis import check, rows_of
from support.extractions import document, extraction, field, found


def comparison() -> Comparison:
    fields = [
        field("optimiser", FieldType.LIST),
        field("dataset_size", FieldType.NUMBER),
        field("limitation"),
    ]
    a, b, c = (
        document(name, title=title) for name, title in zip("abc", ("Heron", "Osprey", "Kestrel"), strict=True)
    )
    return tabulate(
        [
            extraction(
                a,
                fields,
                [
                    found(fields[0], a, "Adam", ("Adam",)),
                    found(fields[1], a, "1,200 images", 1200.0, "images", start=20),
                    found(fields[2], a, "The model was not tested on night images.", start=60),
                ],
            ),
            extraction(
                b,
                fields,
                [
                    found(fields[0], b, "SGD", ("SGD",)),
                    found(fields[1], b, "3,400 images", 3400.0, "images", start=20),
                    found(fields[2], b, "Rain was a problem for the detector.", start=60),
                ],
            ),
            extraction(c, fields, [found(fields[0], c, "Adam", ("Adam",)), None, None]),
        ],
        fields,
    )


ROWS = rows_of(comparison())


@pytest.mark.parametrize(
    ("text", "cited", "citations"),
    [
        ("Heron uses the optimiser Adam.", (), (1,)),
        ("Heron uses Adam, while Osprey uses SGD.", (), (1, 4)),
        ("Heron and Kestrel use the optimiser Adam.", (), (1, 7)),
        ("Osprey has a dataset of 3,400 images.", (), (5,)),
        ("The dataset size is 1200 images.", (1,), (2,)),
        ("Heron was not tested on night images.", (), (3,)),
        ("Heron has 1,200 images and Osprey has 3,400 images.", (), (2, 5)),
    ],
)
def test_what_the_table_says_stays(text: str, cited: tuple[int, ...], citations: tuple[int, ...]) -> None:
    assert check(read_claim(text), cited, ROWS) == ("", citations)


@pytest.mark.parametrize(
    ("text", "cited", "problem"),
    [
        ("Osprey has a dataset of 3,500 images.", (), "3,500"),
        ("Heron uses Adam and was trained at Stanford.", (), "Stanford"),
        ("Heron uses SGD, while Osprey uses Adam.", (), "is not in the row of"),
        ("Heron and Osprey use the optimiser Adam.", (), "“Osprey”"),
        ("Kestrel has a dataset of 1,200 images.", (), "“Kestrel”"),
        ("Heron was tested on night images.", (), "denied"),
        ("Osprey has the larger dataset with 3,400 images.", (), "“larger” ranks"),
        ("All documents use Adam.", (), "“All” ranks"),
        ("Adam is a widely used optimiser.", (), "of which document"),
        ("Heron detects birds by their songs in forests.", (), "is not in the row of"),
        ("The dataset size is 1200 images.", (2,), "1200"),
    ],
)
def test_what_it_does_not_say_goes(text: str, cited: tuple[int, ...], problem: str) -> None:
    said, citations = check(read_claim(text), cited, ROWS)
    assert problem in said
    assert citations == ()
