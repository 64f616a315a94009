"""Personal data that belongs to nobody: made by the rules of each kind, with check digits worked out here."""

from __future__ import annotations

import random
from collections.abc import Callable

Make = Callable[[random.Random], str]


def digits(chance: random.Random, count: int) -> str:
    """So many random digits."""
    return "".join(chance.choice("0123456789") for _ in range(count))


def _luhn_digit(text: str) -> str:
    doubled = [int(c) * (2 if place % 2 == 0 else 1) for place, c in enumerate(reversed(text))]
    return str(-sum(d // 10 + d % 10 for d in doubled) % 10)


def _until(make: Callable[[], str], good: Callable[[str], bool]) -> str:
    while not good(text := make()):
        pass
    return text


def _email(c: random.Random) -> str:
    name = c.choice(["ann.heron", "bob_osprey", "c-weir", "dora.m.lake", "e1984", "info"])
    host = c.choice(["lake", "mail.weir", "uni-heron", "x1"])
    return f"{name}@{host}.{c.choice(['org', 'co.uk', 'de', 'edu', 'io'])}"


def _phone(c: random.Random) -> str:
    return c.choice(
        [
            f"+1 {c.choice(['202', '415', '617'])} {c.randint(300, 999)} {digits(c, 4)}",
            f"+1 ({c.choice(['202', '415', '617'])}) {c.randint(300, 999)}-{digits(c, 4)}",
            f"+44 20 7{digits(c, 3)} {digits(c, 4)}",
            f"+49 30 {c.randint(200000, 999999)}",
            f"+49 (0)151 {c.randint(10000000, 59999999)}",
            f"0033 1 4{c.randint(0, 9)} {digits(c, 2)} {digits(c, 2)} {digits(c, 2)}",
            f"+41 44 {c.randint(200, 999)} {digits(c, 2)} {digits(c, 2)}",
        ]
    )


def _iban(c: random.Random) -> str:
    country, body = c.choice(
        [
            ("DE", digits(c, 18)),
            ("FR", digits(c, 23)),
            ("GB", "NWBK" + digits(c, 14)),
            ("NL", "ABNA" + digits(c, 10)),
            ("CH", digits(c, 17)),
            ("PL", digits(c, 24)),
        ]
    )
    check = 98 - int("".join(str(int(x, 36)) for x in body + country + "00")) % 97
    number = f"{country}{check:02d}{body}"
    gap = c.choice(["", " ", " ", "\u00a0", "-"])
    text = gap.join(number[place : place + 4] for place in range(0, len(number), 4))
    return text.replace(" ", "\n", 1) if c.random() < 0.1 else text


def _card(c: random.Random) -> str:
    body = c.choice(
        ["4" + digits(c, 14), "51" + digits(c, 13), "2221" + digits(c, 11), "6011" + digits(c, 11)]
    )
    number = body + _luhn_digit(body)
    return c.choice(["", " ", "-"]).join(number[place : place + 4] for place in range(0, 16, 4))


def _ssn(c: random.Random) -> str:
    return (
        f"{c.choice([*range(1, 666), *range(667, 900)]):03d}-{c.randint(1, 99):02d}-{c.randint(1, 9999):04d}"
    )


def _nino(c: random.Random) -> str:
    pair = c.choice(["AB", "CE", "JK", "PX", "SR", "WL"])
    return c.choice(["{} {} {} {} {}", "{}{}{}{}{}"]).format(
        pair, digits(c, 2), digits(c, 2), digits(c, 2), c.choice("ABCD")
    )


def _nhs(c: random.Random) -> str:
    def check(text: str) -> int:
        return (11 - sum(int(d) * (10 - n) for n, d in enumerate(text)) % 11) % 11

    body = _until(lambda: digits(c, 9), lambda text: check(text) < 10 and text[0] != "0")
    return f"{body[:3]} {body[3:6]} {body[6:]}{check(body)}"


def _tax(c: random.Random) -> str:
    chosen = c.sample("0123456789", 9)
    twice = c.choice(chosen)
    first = [*chosen, twice]
    c.shuffle(first)
    if first[0] == "0":
        first[0], first[1] = first[1], first[0]
    if first[0] == "0":
        return _tax(c)
    product = 10
    for digit in first:
        product = 2 * ((int(digit) + product) % 10 or 10) % 11
    number = "".join(first) + str((11 - product) % 10)
    return c.choice([number, f"{number[:2]} {number[2:5]} {number[5:8]} {number[8:]}"])


def _pension(c: random.Random) -> str:
    letter = c.choice("ABCDEFGHKLMNPRSTWZ")
    area, born, serial = (
        f"{c.randint(10, 79)}",
        f"{c.randint(1, 28):02d}{c.randint(1, 12):02d}{digits(c, 2)}",
        digits(c, 2),
    )
    body = f"{area}{born}{ord(letter) - 64:02d}{serial}"
    total = sum(
        sum(map(int, str(int(d) * w)))
        for d, w in zip(body, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), strict=True)
    )
    return c.choice(["{} {} {} {}", "{}{}{}{}"]).format(area, born, letter, serial + str(total % 10))


def _nir(c: random.Random) -> str:
    parts = [
        c.choice("12"),
        digits(c, 2),
        f"{c.randint(1, 12):02d}",
        f"{c.randint(1, 95):02d}",
        digits(c, 3),
        digits(c, 3),
    ]
    key = 97 - int("".join(parts)) % 97
    return c.choice([" ", ""]).join([*parts, f"{key:02d}"])


def _dni(c: random.Random) -> str:
    letters = "TRWAGMYFPDXBNJZSQVHLCKE"
    number = c.randint(10_000_000, 99_999_999)
    if c.random() < 0.3:
        foreign = c.randint(0, 2)
        rest = digits(c, 7)
        return f"{'XYZ'[foreign]}{rest}{letters[int(f'{foreign}{rest}') % 23]}"
    return f"{number}{letters[number % 23]}"


def _fiscale(c: random.Random) -> str:
    def letters(count: int) -> str:
        return "".join(c.choice("BCDFGLMNPRSTVZ") for _ in range(count))

    body = (
        letters(6)
        + digits(c, 2)
        + c.choice("ABCDEHLMPRST")
        + f"{c.randint(1, 28):02d}"
        + letters(1)
        + digits(c, 3)
    )
    odd = dict(zip("0123456789", (1, 0, 5, 7, 9, 13, 15, 17, 19, 21), strict=True)) | dict(
        zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23),
            strict=True,
        )
    )
    total = sum(
        odd[x] if place % 2 == 0 else (int(x) if x.isdigit() else ord(x) - 65) for place, x in enumerate(body)
    )
    return body + chr(65 + total % 26)


def _bsn(c: random.Random) -> str:
    return _until(
        lambda: digits(c, 9),
        lambda t: (
            (sum(int(d) * w for d, w in zip(t, (9, 8, 7, 6, 5, 4, 3, 2, -1), strict=True)) % 11 == 0)
            and t[0] != "0"
        ),
    )


def _belgian(c: random.Random) -> str:
    born = f"{c.randint(40, 99)}{c.randint(1, 12):02d}{c.randint(1, 28):02d}"
    serial = f"{c.randint(1, 997):03d}"
    return f"{born[:2]}.{born[2:4]}.{born[4:]}-{serial}.{97 - int(born + serial) % 97:02d}"


def _pesel(c: random.Random) -> str:
    body = f"{c.randint(40, 99)}{c.randint(1, 12):02d}{c.randint(1, 28):02d}{digits(c, 4)}"
    total = sum(int(d) * w for d, w in zip(body, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3), strict=True))
    return body + str(-total % 10)


def _personnummer(c: random.Random) -> str:
    body = f"{c.randint(40, 99)}{c.randint(1, 12):02d}{c.randint(1, 28):02d}{digits(c, 3)}"
    return f"{body[:6]}-{body[6:]}{_luhn_digit(body)}"


def _ahv(c: random.Random) -> str:
    body = "756" + digits(c, 9)
    check = -sum(int(d) * (1 + 2 * (n % 2)) for n, d in enumerate(body)) % 10
    return f"756.{body[3:7]}.{body[7:11]}.{body[11]}{check}"


def _date(c: random.Random) -> str:
    day, month, year = c.randint(1, 28), c.randint(1, 12), c.randint(1930, 2005)
    name = ["January", "February", "March", "April", "May", "June", "July", "August"][month % 8]
    return c.choice(
        [
            f"{day:02d}/{month:02d}/{year}",
            f"{day} {name} {year}",
            f"{name} {day}, {year}",
            f"{year}-{month:02d}-{day:02d}",
        ]
    )


VALUES: dict[str, tuple[Make, tuple[str, ...]]] = {
    "email": (_email, ("Write to {} before Friday.", "Contact: {}", "({})")),
    "phone": (_phone, ("Call {} before noon.", "Tel.: {}", "or {}, every day.")),
    "iban": (_iban, ("Pay into {} within a week.", "IBAN: {}.", "account {},")),
    "card": (_card, ("The card {} was charged.", "Card no. {}.", "paid by {},")),
    "us_ssn": (_ssn, ("SSN {}.", "His number is {}.", "Social security: {},")),
    "uk_nino": (_nino, ("National Insurance number {}.", "NI no.: {}", "NINO {},")),
    "uk_nhs": (_nhs, ("NHS number {}.", "NHS no: {}", "her NHS number, {},")),
    "de_tax_id": (_tax, ("Steuer-ID: {}.", "IdNr. {}", "Steueridentifikationsnummer {},")),
    "de_pension": (_pension, ("Versicherungsnummer {}.", "RVNR: {}", "Rentenversicherung: {},")),
    "fr_nir": (_nir, ("Num\u00e9ro de s\u00e9curit\u00e9 sociale {}.", "NIR : {}", "avec {},")),
    "es_dni": (_dni, ("con DNI {}.", "NIF: {}", "de {},")),
    "it_codice_fiscale": (_fiscale, ("Codice fiscale {}.", "C.F. {}", "di {},")),
    "nl_bsn": (_bsn, ("BSN {}.", "Burgerservicenummer: {}", "met BSN {},")),
    "be_national_number": (_belgian, ("Rijksregisternummer {}.", "NISS: {}", "van {},")),
    "pl_pesel": (_pesel, ("PESEL {}.", "nr PESEL: {}", "PESEL: {},")),
    "se_personnummer": (_personnummer, ("Personnummer {}.", "pnr {}", "av {},")),
    "ch_ahv": (_ahv, ("AHV-Nr. {}.", "AVS: {}", "mit {},")),
    "birth_date": (_date, ("She was born on {} in Ulm.", "Date of birth: {}", "DOB {},")),
    "passport": (
        lambda c: f"{c.choice('CFGHJK')}{digits(c, 8)}",
        ("Passport No. {}.", "passport number: {}", "Passport {},"),
    ),
}  # fmt: skip
"""For each kind how a value is made, and sentences that hold one."""


_LOOK_ALIKES = (
    "See doi:10.####/################ and arXiv:####.#####v2.",
    "Table 3: #### #### #### #### ####",
    "Between ###-### and ######### cells, p = 0.############.",
    "Order ########## of ##.##.20##, item ###########.",
    "ISBN 978-#-###-#####-#, pp. ###-###.",
    "Section #.#.##, version #.##.###, build ########A.",
    "The values rose from ##,###,### to ###,###,### (+##.# %).",
    "Serial #############, lot #########, part AB######C.",
)


def look_alikes(chance: random.Random) -> str:
    """A sentence full of numbers that are nobody's."""
    return "".join(digits(chance, 1) if c == "#" else c for c in chance.choice(_LOOK_ALIKES))
