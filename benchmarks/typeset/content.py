"""What the tables say: rows, heads and values drawn from word lists, with questions for single cells."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from benchmarks.typeset import words


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values.

    Attributes:
        head: Its head, as typeset.
        asked: How a question names it.
        above: The head that spans it and its neighbours; "" for none.
        digits: Range of its values.
        decimals: Decimals of its values.
        percent: Whether its values carry "%".
        ask: A template of its own, used instead of the table's.
    """

    head: str
    asked: str
    above: str = ""
    digits: tuple[float, float] = (100, 9000)
    decimals: int = 0
    percent: bool = False
    ask: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its label, the label of the group it stands in, and its values as typeset."""

    label: str
    values: tuple[str, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """A table before it is typeset.

    Attributes:
        caption: Without its number.
        stub: Head of the label column.
        unit: What stands in brackets below the caption, or "".
        ask: Templates of questions, with {label}, {column}, {group} and {period}.
        period: What tells the table from others with the same labels: "2017", "the placebo group".
        currency: Whether amounts of the first row carry a dollar sign of its own.
        proper: Whether labels are names, which keep their capital in a question.
    """

    caption: str
    stub: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    ask: tuple[str, ...]
    period: str = ""
    unit: str = ""
    currency: bool = False
    proper: bool = True


@dataclass(slots=True)
class Wanted:
    """What a style asks of a table's content."""

    spanning: bool = False
    negative: bool = False
    currency: bool = False
    groups: bool = False
    long_heads: bool = False
    narrow: bool = False
    rows: tuple[int, int] = (6, 10)


@dataclass(slots=True)
class Source:
    """Random choices; periods already used are not used again within a document."""

    random: random.Random
    used: set[str] = field(default_factory=set)

    def pick(self, values: Sequence[str], wanted: Wanted) -> list[str]:
        """Some values, in a random order."""
        low, high = wanted.rows
        count = min(len(values), self.random.randint(low, high))
        return self.random.sample(list(values), count)

    def fresh(self, topic: str, values: Sequence[str]) -> str:
        """A value that this document has not used for the topic."""
        free = [value for value in values if f"{topic} {value}" not in self.used]
        value = self.random.choice(free)
        self.used.add(f"{topic} {value}")
        return value

    def values(self, columns: Sequence[Column], wanted: Wanted) -> tuple[str, ...]:
        """Values of a row, all different."""
        made: list[str] = []
        for column in columns:
            value = self._value(column, wanted)
            while value in made:
                value = self._value(column, wanted)
            made.append(value)
        return tuple(made)

    def _value(self, column: Column, wanted: Wanted) -> str:
        low, high = column.digits
        number = self.random.uniform(low, high)
        text = f"{number:,.{column.decimals}f}"
        if column.percent:
            text += "%"
        if wanted.negative and self.random.random() < 0.35:
            text = f"({text})"
        return text


def finance(source: Source, wanted: Wanted) -> Content:
    """Accounts over years."""
    ask: tuple[str, ...]
    last = int(source.fresh("finance", ["2006", "2009", "2012", "2015", "2018", "2021"]))
    years = [str(last - back) for back in range(2 if wanted.narrow or wanted.spanning else 3)]
    if wanted.spanning:
        columns = [
            Column(year, f"{asked} {year}", above)
            for above, asked in (("Parent company", "the parent company in"), ("Group", "the group in"))
            for year in years
        ]
    elif wanted.long_heads:
        columns = [
            Column(f"Year ended December 31, {year}", f"the year ended December 31, {year}") for year in years
        ]
    else:
        columns = [Column(year, year) for year in years]
        if wanted.currency:
            changed = f"By how much did {{label}} change from {years[1]} to {years[0]}?"
            columns = [*columns[:2], Column("Change", "", "", (1, 60), 1, percent=True, ask=changed)]
    if wanted.groups:
        rows = _grouped(source, wanted, columns, words.SEGMENTS, words.SEGMENT_LINES)
        ask = ("What {label} did {group} have in {column}?", "How much was {label} of {group} in {column}?")
    else:
        rows = _rows(source, wanted, columns, words.ACCOUNTS)
        ask = ("What were {label} in {column}?", "How much was {label} for {column}?", "{label} in {column}?")
    title = source.random.choice(["Selected financial data", "Summary of accounts", "Consolidated figures"])
    return Content(f"{title}, {years[-1]} to {years[0]}", "", tuple(columns), rows, ask,
                   unit="(in millions)", currency=wanted.currency, proper=False)  # fmt: skip


def sales(source: Source, wanted: Wanted) -> Content:
    """Sales of regions by quarter."""
    ask: tuple[str, ...]
    year = source.fresh("sales", ["2005", "2008", "2010", "2013", "2016", "2019"])
    ordinals = ["First", "Second", "Third", "Fourth"]
    columns = [Column(f"{o} quarter", f"{o.lower()} quarter") for o in ordinals[: 3 if wanted.narrow else 4]]
    if wanted.spanning:
        columns = [
            Column(o, f"{o.lower()} quarter {asked}", above)
            for above, asked in (("Retail", "in retail"), ("Wholesale", "in wholesale"))
            for o in ordinals[:2]
        ]
    if wanted.groups:
        rows = _grouped(source, wanted, columns, words.REGIONS, words.PRODUCTS)
        ask = ("What were sales of {label} in {group}, {column} of {period}?",)
    else:
        rows = _rows(source, wanted, columns, words.REGIONS)
        ask = (
            "What were sales for {label}, {column} of {period}?",
            "How much did {label} sell in {period}, {column}?",
        )
    return Content(f"Sales by region, {year}", "Region", tuple(columns), rows, ask, year, "(thousands)")


def staff(source: Source, wanted: Wanted) -> Content:
    """Employees of departments by kind of contract."""
    ask: tuple[str, ...]
    kinds = ["Full-time", "Part-time", "Contractors", "Trainees"][: 2 if wanted.narrow else 4]
    size = (3, 400)
    if wanted.spanning:
        first = int(source.fresh("staff", ["2003", "2007", "2011", "2014"]))
        years = [str(first), str(first + 1)]
        columns = [Column(k, f"{k.lower()} {y}", y, size) for y in years for k in kinds[:2]]
        period = ""
        ask = ("How many people did {label} have, {column}?", "{column} staff in {label}?")
        caption = f"Employees by department, {years[0]} and {years[1]}"
    else:
        period = source.fresh("staff", ["2002", "2006", "2010", "2017"])
        heads = [f"{k} employees at year end" if wanted.long_heads else k for k in kinds]
        asked = [f"{k.lower()} employees" for k in kinds[:2]] + [k.lower() for k in kinds[2:]]
        columns = [Column(h, a, "", size) for h, a in zip(heads, asked, strict=True)]
        ask = (
            "How many {column} did {label} have in {period}?",
            "What was the number of {column} in {label} at the end of {period}?",
        )
        caption = f"Employees by department at the end of {period}"
    if wanted.groups:
        rows = _grouped(source, wanted, columns, words.SITES, words.DEPARTMENTS)
        ask = ("How many {column} did {label} have at {group} in {period}?",)
    else:
        rows = _rows(source, wanted, columns, words.DEPARTMENTS)
    return Content(caption, "Department", tuple(columns), rows, ask, period)


def laboratory(source: Source, wanted: Wanted) -> Content:
    """Results of blood tests over weeks."""
    weeks = ["Baseline", "Week 4", "Week 12", "Week 26"][: 3 if wanted.narrow else 4]
    size = (2, 180)
    if wanted.spanning:
        columns = [
            Column(week, f"{week.lower()} in {arm.lower()}", arm, size, 1)
            for arm in ("Men", "Women")
            for week in weeks[1:3]
        ]
        period, caption = "", "Laboratory values of men and women"
        ask = ("What was {label} at {column}?", "What did {label} measure at {column}?")
        source.fresh("laboratory", ["men and women"])
    else:
        period = source.fresh("laboratory", ["placebo", "treatment", "control", "dose-finding"])
        heads = [f"Mean value at {w.lower()}" if wanted.long_heads else w for w in weeks]
        columns = [Column(h, w.lower(), "", size, 1) for h, w in zip(heads, weeks, strict=True)]
        caption = f"Laboratory values of the {period} group"
        ask = (
            "What was {label} at {column} in the {period} group?",
            "{label} of the {period} group at {column}?",
        )
    rows = _rows(source, wanted, columns, words.ANALYTES)
    return Content(caption, "Analyte", tuple(columns), rows, ask, period, proper=False)


def climate(source: Source, wanted: Wanted) -> Content:
    """Normals of weather stations."""
    ask: tuple[str, ...]
    quantities = [
        Column("Rainfall (mm)", "rainfall", "", (300, 2400)),
        Column("Temperature (°C)", "temperature", "", (2, 19), 1),
        Column("Sunshine (hours)", "sunshine hours", "", (900, 2600)),
        Column("Frost days", "frost days", "", (1, 160)),
    ]
    if wanted.long_heads:
        quantities = [
            Column("Mean annual rainfall in millimetres", "mean annual rainfall", "", (300, 2400)),
            Column("Mean annual temperature (°C)", "mean annual temperature", "", (2, 19), 1),
            Column("Number of days with frost", "days with frost", "", (1, 160)),
        ]
    if wanted.spanning:
        columns = [
            Column(q.head, f"{q.asked} in {period}", period, q.digits, q.decimals)
            for period in ("1951-1980", "1981-2010")
            for q in quantities[::3]
        ]
        ask = ("What {column} did {label} have?", "{column} at {label}?")
        period, caption = "", "Climate of the stations in two periods"
        source.fresh("climate", ["two periods"])
    else:
        columns = quantities[: 2 if wanted.narrow else 4]
        period = source.fresh("climate", ["1931-1960", "1961-1990", "1991-2020"])
        caption = f"Climate of the stations, {period}"
        ask = (
            "What was the normal value of {column} at {label} in {period}?",
            "{column} at {label}, {period}?",
        )
    rows = _rows(source, wanted, columns, words.TOWNS)
    return Content(caption, "Station", tuple(columns), rows, ask, period)


def engineering(source: Source, wanted: Wanted) -> Content:
    """Data sheets of machines; no two of a document have a model in common."""
    columns = [
        Column("Flow (l/min)", "flow", "", (10, 900)),
        Column("Head (m)", "head", "", (4, 95), 1),
        Column("Power (kW)", "power", "", (0.5, 45), 2),
        Column("Mass (kg)", "mass", "", (8, 640)),
    ]
    if wanted.long_heads:
        columns = [
            Column("Largest flow at rated speed (l/min)", "largest flow at rated speed", "", (10, 900)),
            Column("Head at best efficiency (m)", "head at best efficiency", "", (4, 95), 1),
            Column("Mass without motor (kg)", "mass without motor", "", (8, 640)),
        ]
    if wanted.spanning:
        columns = [
            Column(head, f"{asked} at {speed}", speed, size)
            for speed in ("1,450 rpm", "2,900 rpm")
            for head, asked, size in (("Flow (l/min)", "flow", (10, 900)), ("Power (kW)", "power", (2, 60)))
        ]
    columns = columns[: 2 if wanted.narrow else 4]
    series = source.fresh("engineering", words.SERIES)
    models = [f"{series}-{number}" for number in source.random.sample(range(110, 990, 10), 24)]
    if wanted.groups:
        rows = _grouped(source, wanted, columns, words.DRIVES, models[:12], repeat=False)
    else:
        rows = _rows(source, wanted, columns, models)
    ask = ("What is the {column} of the {label}?", "How much {column} does the {label} have?")
    return Content(f"Pumps of series {series}", "Model", tuple(columns), rows, ask)


def sports(source: Source, wanted: Wanted) -> Content:
    """Standings of a league."""
    columns = [
        Column("Won", "matches won", "", (1, 30)),
        Column("Drawn", "matches drawn", "", (1, 30)),
        Column("Lost", "matches lost", "", (1, 30)),
        Column("Points", "points", "", (31, 99)),
    ]
    if wanted.spanning:
        columns = [
            Column(c.head, f"{c.asked} {above.lower()}", above, c.digits)
            for above in ("At home", "Away")
            for c in columns[:3:2]
        ]
    if wanted.long_heads:
        columns = [
            Column("Matches won after extra time", "matches won after extra time", "", (1, 30)),
            Column("Goals against the club", "goals against", "", (20, 90)),
            Column("Points deducted by the league", "points deducted", "", (1, 19)),
        ]
    columns = columns[-3:] if wanted.narrow else columns
    season = source.fresh("sports", ["1998-99", "2003-04", "2008-09", "2013-14", "2018-19"])
    ask = (
        "How many {column} did {label} have in season {period}?",
        "{label}, season {period}: how many {column}?",
    )
    rows = _rows(source, wanted, columns, words.CLUBS)
    return Content(f"Final standings, season {season}", "Club", tuple(columns), rows, ask, season)


Topic = Callable[[Source, Wanted], Content]
TOPICS: dict[str, Topic] = {
    "finance": finance,
    "sales": sales,
    "staff": staff,
    "laboratory": laboratory,
    "climate": climate,
    "engineering": engineering,
    "sports": sports,
}
GROUPING = ("finance", "sales", "staff", "engineering")
"""Topics whose rows can stand in groups."""


def _rows(
    source: Source, wanted: Wanted, columns: Sequence[Column], labels: Sequence[str]
) -> tuple[Row, ...]:
    return tuple(Row(label, source.values(columns, wanted)) for label in source.pick(labels, wanted))


def _grouped(
    source: Source,
    wanted: Wanted,
    columns: Sequence[Column],
    groups: Sequence[str],
    labels: Sequence[str],
    *,
    repeat: bool = True,
) -> tuple[Row, ...]:
    """Three groups; the same labels in each, unless `repeat` is false."""
    chosen = source.random.sample(list(groups), 3)
    own = source.random.sample(list(labels), 3 if repeat else 9)
    return tuple(
        Row(label, source.values(columns, wanted), group)
        for number, group in enumerate(chosen)
        for label in (own if repeat else own[3 * number : 3 * number + 3])
    )
