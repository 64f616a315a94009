from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.sentences import sentence_ranges


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_ranges(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Dr. Smith met Mr. Jones. They spoke.", ["Dr. Smith met Mr. Jones.", "They spoke."]),
        ("See Fig. 3 and Eq. (2). It holds.", ["See Fig. 3 and Eq. (2).", "It holds."]),
        ("Smith et al. show this. We agree.", ["Smith et al. show this.", "We agree."]),
        ("It cost 3.5 million. That is much.", ["It cost 3.5 million.", "That is much."]),
        ("J. R. R. Tolkien wrote it.", ["J. R. R. Tolkien wrote it."]),
        ("Use salt, e.g. NaCl. Then stir.", ["Use salt, e.g. NaCl.", "Then stir."]),
        ("1. Open the valve. 2. Wait.", ["1. Open the valve.", "2. Wait."]),
        ("“Stop.” He left.", ["“Stop.”", "He left."]),
        ("これは文です。次の文です。", ["これは文です。", "次の文です。"]),
        (
            "They sell pipes, valves, etc. The rest is stored.",
            ["They sell pipes, valves, etc.", "The rest is stored."],
        ),
        (
            "The term of the contract with Acme Inc. begins now.",
            ["The term of the contract with Acme Inc. begins now."],
        ),
        ("Is it so?yes. Really", ["Is it so?yes.", "Really"]),
        ("It rose.¹ It fell.²,³ The end.", ["It rose.¹", "It fell.²,³", "The end."]),
        ("We use 1 m². The rest is sold.", ["We use 1 m².", "The rest is sold."]),
        ("هل انتهى العقد؟ نعم. دفع 1,250 دينارا.", ["هل انتهى العقد؟", "نعم.", "دفع 1,250 دينارا."]),
        (
            "האם נחתם החוזה?\u200f כן, ביום 3.5.2024. תודה.",
            ["האם נחתם החוזה?\u200f", "כן, ביום 3.5.2024.", "תודה."],
        ),
        ("یہ معاہدہ ہے۔ کرایہ 500 ہے۔", ["یہ معاہدہ ہے۔", "کرایہ 500 ہے۔"]),
        ("यह अनुबंध है।किराया ५०० है। और?", ["यह अनुबंध है।", "किराया ५०० है।", "और?"]),
        ("他问：“好吗？”她点头。是!真的?对。", ["他问：“好吗？”", "她点头。", "是!", "真的?", "对。"]),
        ("円周率は３．１４である．次。", ["円周率は３．１４である．", "次。"]),
        ("Es caro. ¿cuánto cuesta? ¡nada!", ["Es caro.", "¿cuánto cuesta?", "¡nada!"]),
        ("Πότε λήγει; Το 2024. Ναι", ["Πότε λήγει;", "Το 2024.", "Ναι"]),
        ("Fees rise; they fall.", ["Fees rise; they fall."]),
        ("Срок, т.е. год. См. рис. 3. Он истёк.", ["Срок, т.е. год.", "См. рис. 3.", "Он истёк."]),
        ("", []),
        ("   ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


def test_thai_is_cut_at_spaces_between_long_clauses_only() -> None:
    clause = "ผู้เช่าต้องชำระค่าเช่าเดือนละห้าพันบาทภายในวันที่ห้าของทุกเดือนโดยไม่ต้องเตือน"
    text = f"{clause} {clause} จำนวน 5 ครั้ง และ ABC จบ"
    assert split(text) == [clause, clause, "จำนวน 5 ครั้ง และ ABC จบ"]


@given(st.text())
def test_sentences_cover_everything_but_white_space(text: str) -> None:
    ranges = sentence_ranges(text)
    position = 0
    for start, end in ranges:
        assert not text[position:start].strip()
        assert text[start:end].strip() == text[start:end] != ""
        position = end
    assert not text[position:].strip()


@pytest.mark.parametrize(
    "caption", ["Table 1. Accounts of the year", "Fig. 2-3. The vault", "Figure A. Seeds"]
)
def test_the_number_of_a_caption_is_no_sentence(caption: str) -> None:
    assert [caption[start:end] for start, end in sentence_ranges(caption)] == [caption]
    assert len(sentence_ranges(f"See Table 1. {caption}")) > 1
