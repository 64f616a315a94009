from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.answer.draft import DraftReader, DraftSentence

DRAFT = """# The answer [1]

First sentence of it all [1]. Second one. [2] Third (3), e.g. by
Dr. Smith who goes on. **Bold** words

**A line in bold:**
- item one [1].
- item two `a[1]` in arr[0]. And more. [3]
  1. sub item [2,
3]

| City [1] | Year |
|---|---|
| Paris | 1998 [1] |
| Rome | [2] |

```python
x = a[1]  # [2]

y = x[2]
```
After the code [9].
> quoted text. More of it [1]
---
东京是首都。[1]大阪也是城市【2】。
¿Es así? Sí. [4] Das stimmt (vgl. Abb. 3) so [2–4]. यह ठीक है। [1] Ends without a stop [1]"""


def read(draft: str, cuts: list[int], sources: int = 4) -> tuple[list[DraftSentence], int]:
    reader = DraftReader(sources)
    edges = [0, *sorted(min(cut, len(draft)) for cut in cuts), len(draft)]
    found = [s for low, high in pairwise(edges) for s in reader.feed(draft[low:high])]
    return found + reader.finish(), reader.invented


def texts(draft: str) -> list[str]:
    return [sentence.text for sentence in read(draft, [])[0]]


def test_sentences_with_their_markers() -> None:
    found, invented = read(DRAFT, [])
    assert invented == 1
    assert [(s.text, s.cited) for s in found if not s.code] == [
        ("The answer", (1,)),
        ("First sentence of it all.", (1,)),
        ("Second one.", (2,)),
        ("Third, e.g. by\nDr. Smith who goes on.", (3,)),
        ("**Bold** words", ()),
        ("**A line in bold:**", ()),
        ("item one.", (1,)),
        ("item two `a[1]` in arr[0].", ()),
        ("And more.", (3,)),
        ("sub item", (2, 3)),
        ("City | Year |\n|---|---|", (1,)),
        ("Paris | 1998 |", (1,)),
        ("Rome | |", (2,)),
        ("After the code.", ()),
        ("quoted text.", ()),
        ("More of it", (1,)),
        ("东京是首都。", (1,)),
        ("大阪也是城市。", (2,)),
        ("¿Es así?", ()),
        ("Sí.", (4,)),
        ("Das stimmt (vgl. Abb. 3) so.", (2, 3, 4)),
        ("यह ठीक है।", (1,)),
        ("Ends without a stop", (1,)),
    ]
    assert [s.text for s in found if s.heading] == [
        "The answer",
        "**A line in bold:**",
        "City | Year |\n|---|---|",
    ]
    assert [s.text for s in found if s.code] == ["```python\nx = a[1]  # [2]\n\ny = x[2]\n```"]


def test_leads_and_texts_are_the_markdown() -> None:
    plain = (
        "## Head\n\nOne. Two.\n\n- a b c.\n- d e f. G h.\n\n| A | B |\n|:-:|---|\n| c | d |\n\n"
        "---\n\n> q r s.\n\n```\nx\n```\n\n1. Last."
    )
    found, _ = read(plain, [])
    assert "".join(s.lead + s.text for s in found) == plain
    assert [s.lead for s in found][:4] == ["## ", "\n\n", " ", "\n\n- "]


@given(st.lists(st.integers(0, len(DRAFT)), max_size=12))
def test_any_split_of_the_stream_gives_the_same(cuts: list[int]) -> None:
    assert read(DRAFT, cuts) == read(DRAFT, [])


@settings(max_examples=60)
@given(st.text(alphabet="aA1 .[](),-|`#*>\n。!", max_size=120), st.integers(0, 4))
def test_no_text_is_lost_and_splits_never_matter(draft: str, sources: int) -> None:
    whole = read(draft, [], sources)
    assert read(draft, list(range(len(draft))), sources) == whole
    letters = re.sub(
        r"[^aA]",
        "",
        "".join(s.lead + s.text for s in whole[0]).replace("The source", "").replace("the source", ""),
    )
    assert letters == re.sub(r"[^aA]", "", draft)


def test_a_sentence_comes_as_soon_as_the_next_one_has_begun() -> None:
    reader = DraftReader(3)
    assert reader.feed("The sky is blue. [1] The") == []
    assert [s.text for s in reader.feed(" sea")] == ["The sky is blue."]
    assert [s.text for s in reader.feed(" too [2].\n")] == []
    assert [(s.text, s.cited) for s in reader.feed("\n- It is")] == [("The sea too.", (2,))]
    assert [s.text for s in reader.finish()] == ["It is"]


def test_wrapped_lines_are_one_sentence_and_short_ones_are_not() -> None:
    assert texts("The long line that a model wrapped because it thinks that screens are\nNarrow is one.") == [
        "The long line that a model wrapped because it thinks that screens are\nNarrow is one."
    ]
    assert texts("Total: 5\nCount: 7") == ["Total: 5", "Count: 7"]


def test_an_unclosed_block_of_code_is_kept_as_code() -> None:
    found, _ = read("See:\n```\na[1]\n", [])
    assert [(s.text, s.code) for s in found] == [("See:", False), ("```\na[1]", True)]


def test_nothing_gives_nothing() -> None:
    assert read("", []) == ([], 0)
    assert read("\n\n---\n [1] \n", [])[0] == []
