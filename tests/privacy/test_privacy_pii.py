"""What is taken for personal data, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.config import PrivacySettings
from pincite.errors import SettingsError
from pincite.privacy.findings import Found
from pincite.privacy.patterns import OwnPattern
from pincite.privacy.pii import KINDS, MASK, Redactor, in_words, masked

REDACTOR = Redactor()


def found(text: str, redactor: Redactor = REDACTOR) -> list[tuple[str, str]]:
    return [(one.kind, text[one.start : one.end]) for one in redactor.find(text)]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Write to john.doe+x@mail.example.co.uk.", "email", "john.doe+x@mail.example.co.uk"),
        ("(j\u00fcrgen@m\u00fcller-gmbh.de)", "email", "j\u00fcrgen@m\u00fcller-gmbh.de"),
        ("{ann, bob.b}@uni.edu", "email", "{ann, bob.b}@uni.edu"),
        ("ann (at) uni (dot) edu", "email", "ann (at) uni (dot) edu"),
        ("mail ann.smith at uni dot ac dot uk now", "email", "ann.smith at uni dot ac dot uk"),
        ("ann.smith@\nuni.edu", "email", "ann.smith@\nuni.edu"),
        ("ann.smith@uni. edu", "email", "ann.smith@uni. edu"),
        ("\uff41nn\uff20uni\uff0eedu", "email", "\uff41nn\uff20uni\uff0eedu"),
        ("a\u200bnn@u\u00adni.edu", "email", "a\u200bnn@u\u00adni.edu"),
        ("https://x.example/?to=ann@uni.edu", "email", "ann@uni.edu"),
        ("Call +49 30 901820 now", "phone", "+49 30 901820"),
        ("Call +49\u00a030\u00a0901820 now", "phone", "+49\u00a030\u00a0901820"),
        ("or 0049 30 901820.", "phone", "0049 30 901820"),
        ("+1 (202) 555-0143", "phone", "+1 (202) 555-0143"),
        ("Phone: +1 555 010 9999", "phone", "+1 555 010 9999"),
        ("IBAN: DE89 3704 0044 0532 0130 00.", "iban", "DE89 3704 0044 0532 0130 00"),
        ("DE89 3704 0044\n0532 0130 00", "iban", "DE89 3704 0044\n0532 0130 00"),
        ("de89-3704-0044-0532-0130-00", "iban", "de89-3704-0044-0532-0130-00"),
        ("GB29NWBK60161331926819", "iban", "GB29NWBK60161331926819"),
        ("\uff24\uff25\uff18\uff19370400440532013000", "iban", "\uff24\uff25\uff18\uff19370400440532013000"),
        ("card 4111 1111 1111 1111,", "card", "4111 1111 1111 1111"),
        ("4111\u20131111\u20131111\u20131111", "card", "4111\u20131111\u20131111\u20131111"),
        ("3782 822463 10005", "card", "3782 822463 10005"),
        ("5555555555554444", "card", "5555555555554444"),
        ("2223003122003222", "card", "2223003122003222"),
        ("SSN 219-09-9998", "us_ssn", "219-09-9998"),
        ("Social Security No. 219099998", "us_ssn", "219099998"),
        ("NI no. AB123456C", "uk_nino", "AB123456C"),
        ("AB 12 34 56 C", "uk_nino", "AB 12 34 56 C"),
        ("NHS number 943 476 5919", "uk_nhs", "943 476 5919"),
        ("Steuer-ID: 86 095 742 719", "de_tax_id", "86 095 742 719"),
        ("15 070649 C 103", "de_pension", "15 070649 C 103"),
        ("2 55 08 14 168 025 38", "fr_nir", "2 55 08 14 168 025 38"),
        ("DNI 12345678Z", "es_dni", "12345678Z"),
        ("12.345.678-Z", "es_dni", "12.345.678-Z"),
        ("X1234567L", "es_dni", "X1234567L"),
        ("RSSMRA85T10A562S", "it_codice_fiscale", "RSSMRA85T10A562S"),
        ("BSN: 111222333", "nl_bsn", "111222333"),
        ("85.07.30-033.28", "be_national_number", "85.07.30-033.28"),
        ("PESEL 44051401359", "pl_pesel", "44051401359"),
        ("811228-9874", "se_personnummer", "811228-9874"),
        ("756.9217.0769.85", "ch_ahv", "756.9217.0769.85"),
        ("born on 12 March 1984 in Ulm", "birth_date", "12 March 1984"),
        ("Date of birth (dd/mm/yyyy): 01/02/1990", "birth_date", "01/02/1990"),
        ("geboren am 3. M\u00e4rz 1975", "birth_date", "3. M\u00e4rz 1975"),
        ("n\u00e9e le 14/07/1989", "birth_date", "14/07/1989"),
        ("Passport No. C01X00T47", "passport", "C01X00T47"),
        ("Reisepass-Nr.: C01X00T47", "passport", "C01X00T47"),
        ("L898902C36UTO7408122F1204159ZE184226B<<<<<10", "passport", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"),
    ],
)  # fmt: skip
def test_what_is_found(text: str, kind: str, value: str) -> None:
    assert found(text) == [(kind, value)]
    assert kind in KINDS


def test_every_kind_has_an_example_above() -> None:
    cases = test_what_is_found.pytestmark[0].args[1]
    assert {kind for _, kind, _ in cases} == set(KINDS)


@pytest.mark.parametrize(
    "text",
    [
        "doi:10.1016/4111111111111111",
        "https://doi.org/10.1103/PhysRevLett.4111111111111111",
        "arXiv:1706.03762v5, version 1.2.3, section 4.2.1, pp. 1234-5678, eq. (12)",
        "ISBN 978-3-16-148410-0 and ISBN-10 3-16-148410-X; ISSN 2049-3630",
        "ORCID 0000-0002-1825-0097",
        "0.4111111111111111 and 4111111111111111.5",
        "12 4111 1111 1111 1111 37",
        "4111 1111 1111 1112",
        "9999 9999 9999 9999",
        "DE89 3704 0044 0532 0130 01",
        "XDE89370400440532013000, DE8937040044053201300012",
        "000-12-3456, 666-12-3456, 912-12-3456, 123-00-4567, 123-45-0000",
        "1-219-09-9998, 219-09-9998-7, 219099998",
        "the model reaches 28.4 BLEU and 41.8 after 3.5 days; mAP@0.5:0.95, R@10, P@1",
        "a @decorator, user@host, git@github.com:owner/name.git",
        "943 476 5919",
        "44051401359 cells were counted, 111222333 of them twice",
        "20190405T1200, 12345678A, 2019-04-05",
        "The contract was signed on 12 March 1984.",
        "He will pass 12345678 tokens; born in 1984",
        "550e8400-e29b-41d4-a716-446655440000",
        "+ 12 345 678 912 345 and x+4915112345678",
        "+0.25 +1.50 +12.75 -3.00",
        "Rente 65 170839 \u0130 003, codice fiscale RSS MRA85T10A562\u0130",
    ],
)
def test_what_is_not_taken(text: str) -> None:
    assert found(text) == []


def test_national_telephone_numbers_need_the_country() -> None:
    german = Redactor(region="DE")
    assert found("Tel. 030 901820", german) == [("phone", "030 901820")]
    assert found("Tel. 030 901820") == []
    assert found("030901820 items", german) == [], "without separators the words beside it must say so"
    assert found("hep-th/0906.327 and gr-qc/9906327", german) == []
    assert found("Tel.: 030901820", german) == [("phone", "030901820")]


def test_only_the_kinds_asked_for() -> None:
    text = "ann@uni.edu, DE89 3704 0044 0532 0130 00"
    assert found(text, Redactor(["iban"])) == [("iban", "DE89 3704 0044 0532 0130 00")]


def test_the_head_of_a_column_says_what_a_number_is() -> None:
    text = "111222333"
    assert REDACTOR.find(text, lambda start, end: "BSN") == [Found("nl_bsn", 0, 9)]
    assert REDACTOR.find(text, lambda start, end: "Amount") == []


def test_of_overlapping_findings_the_longer_one_counts() -> None:
    own = Redactor(patterns=[OwnPattern("staff", r"ann"), OwnPattern("mail_line", r"Mail: \S+")])
    assert found("Mail: ann@uni.edu", own) == [("mail_line", "Mail: ann@uni.edu")]
    assert found("ann of ann@uni.edu", own) == [("staff", "ann"), ("email", "ann@uni.edu")]


@given(st.text(alphabet=st.sampled_from("aZ09 @.+-\n\t\u200b\u00ad\uff10\u2013/()DE"), max_size=80))
def test_masks_keep_length_and_line_ends(text: str) -> None:
    result = REDACTOR.mask(text)
    assert len(result) == len(text)
    for before, after in zip(text, result, strict=True):
        assert after in (before, MASK)
        assert (before in "\n\t") <= (after == before)


@given(st.text(max_size=60), st.text(max_size=60))
def test_an_account_number_is_found_within_any_text(before: str, after: str) -> None:
    text = f"{before} DE89 3704 0044 0532 0130 00; {after}"
    assert "0532" not in REDACTOR.mask(text)[len(before) : len(before) + 30]


def test_masking_twice_changes_nothing() -> None:
    once = REDACTOR.mask("ann@uni.edu, born on 12 March 1984, card 4111 1111 1111 1111")
    assert REDACTOR.mask(once) == once


def test_masked_ranges_keep_cells_apart() -> None:
    assert masked("ab\tcd\nef", [Found("x", 1, 7)]) == f"a{MASK}\t{MASK * 2}\n{MASK}f"


def test_counts_in_words_never_say_what_was_found() -> None:
    assert in_words({"iban": 1, "email": 2, "staff": 3}) == "2 e-mail addresses, 1 IBAN and 3 staff"
    assert in_words({"card": 1}) == "1 card number"


# Settings


def settings(**values: str) -> PrivacySettings:
    return PrivacySettings.model_validate({"pii": "flag", **values})


def test_off_looks_for_nothing(tmp_path: Path) -> None:
    assert Redactor.of_settings(PrivacySettings(), tmp_path) is None


def test_kinds_and_regions_are_checked(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no kind 'mail'") as error:
        Redactor.of_settings(settings(pii_kinds="email, mail"), tmp_path)
    assert "iban" in error.value.remedy
    with pytest.raises(SettingsError, match="no country 'Mars'"):
        Redactor.of_settings(settings(pii_region="Mars"), tmp_path)
    redactor = Redactor.of_settings(settings(pii_kinds="IBAN", pii_region="de"), tmp_path)
    assert redactor is not None
    assert found("ann@uni.edu", redactor) == []


def test_own_patterns_are_read_from_beside_the_library(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text(
        "\ufeff# staff\n\nstaff_number = \\bP-\\d{5}\\b\n  project=(?i)project heron\n", encoding="utf-8"
    )
    redactor = Redactor.of_settings(settings(pii_patterns="own.txt"), tmp_path)
    assert redactor is not None
    text = "\u00e4\u00e4 P-12345 works on Project Heron"
    assert found(text, redactor) == [("staff_number", "P-12345"), ("project", "Project Heron")]
    only = Redactor.of_settings(settings(pii_patterns="own.txt", pii_kinds="project"), tmp_path)
    assert only is not None
    assert found(text, only) == [("project", "Project Heron")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("staff", "not NAME = REGULAR EXPRESSION"),
        ("Staff = x", "not NAME = REGULAR EXPRESSION"),
        ("staff =", "not NAME = REGULAR EXPRESSION"),
        ("email = x", "the name email is taken"),
        ("staff = (", "missing"),
        ("staff = (?=x)", "invalid"),
        ("staff = x*", "matches where there is nothing"),
    ],
)
def test_a_wrong_pattern_is_told_with_its_line(tmp_path: Path, line: str, reason: str) -> None:
    (tmp_path / "own.txt").write_text(f"# first\n{line}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=f"own.txt, line 2: .*{reason}"):
        Redactor.of_settings(settings(pii_patterns="own.txt"), tmp_path)


def test_patterns_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        Redactor.of_settings(settings(pii_patterns="none.txt"), tmp_path)
    (tmp_path / "own.txt").write_bytes(b"a = \xff")
    with pytest.raises(SettingsError, match="not UTF-8"):
        Redactor.of_settings(settings(pii_patterns="own.txt"), tmp_path)


def test_a_hostile_pattern_cannot_hang() -> None:
    """With a backtracking engine this takes longer than the universe has existed."""
    own = Redactor([], [OwnPattern("evil", r"(a+)+\$")])
    assert found("a" * 50_000, own) == []


def test_the_fingerprint_changes_with_what_is_found() -> None:
    prints = {
        Redactor().fingerprint,
        Redactor(["email"]).fingerprint,
        Redactor(region="DE").fingerprint,
        Redactor(patterns=[OwnPattern("staff", "x")]).fingerprint,
    }
    assert len(prints) == 4
    assert Redactor().fingerprint == Redactor(reversed(KINDS)).fingerprint
