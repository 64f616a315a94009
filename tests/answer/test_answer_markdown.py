from __future__ import annotations

import pytest

from pincite.answer.markdown import inert, markdown, without_links
from pincite.domain import AnswerSentence


@pytest.mark.parametrize(
    ("draft", "kept"),
    [
        ("See ![the plan](https://evil.example/?q=500) here.", "See here."),
        ("![](https://evil.example/a.png)", ""),
        ('An ![x](https://evil.example/a.png "title") end', "An end"),
        ("![x][ref] end", "end"),
        ("!![x](https://evil.example/a)[y](https://evil.example/b)", "! y"),
        ("The [lease](https://evil.example/500) runs.", "The lease runs."),
        ("[![x](https://evil.example/a)](https://evil.example/b)", ""),
        ("Arrays: `a[1]` and a[1] stay.", "Arrays: `a[1]` and a[1] stay."),
        ("f(x) and [1] stay", "f(x) and [1] stay"),
    ],
)
def test_links_become_their_wording_and_images_go(draft: str, kept: str) -> None:
    assert without_links(draft) == kept


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("![x](https://evil.example)", "!\\[x]\\(https://evil.example)"),
        ("[x](javascript:alert(1))", "[x]\\(javascript:alert(1))"),
        ("[1]: https://evil.example", "[1]\\: https://evil.example"),
        ("<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)>"),
        ("</p><!-- x -->", "\\</p>\\<!-- x -->"),
        ("`![x](https://evil.example)`", "`!\\[x]\\(https://evil.example)`"),
        ("p < 0.05 and 3 <4", "p < 0.05 and 3 <4"),
        ("Why! [sic] (yes)", "Why! [sic] (yes)"),
    ],
)
def test_what_is_left_of_them_is_inert(text: str, escaped: str) -> None:
    assert inert(text) == escaped


def test_sentences_with_their_leads_and_markers() -> None:
    sentences = [
        AnswerSentence("Fees", (), "## "),
        AnswerSentence("It is 5.", (1, 2), "\n\n- "),
        AnswerSentence("More.", (2,)),
        AnswerSentence("2019 | 5 |", (3,), "\n| "),
        AnswerSentence("```\na[1]\n```", (4,), "\n\n"),
        AnswerSentence("It is 6.", (), "\n\n", "the number 6 is not in the sources"),
    ]
    assert markdown(sentences) == (
        "## Fees\n\n- It is 5. [1] [2] More. [2]\n| 2019 | 5 [3] |\n\n```\na[1]\n```\n\n[4]\n\n"
        "It is 6. (not supported: the number 6 is not in the sources)"
    )


def test_quoted_sentences_are_joined_by_spaces() -> None:
    assert markdown([AnswerSentence("One.", (1,)), AnswerSentence("Two.", (2,))]) == "One. [1] Two. [2]"


@pytest.mark.parametrize(
    ("lead", "code", "live"),
    [
        ("\n\n", "```html\n<b>x</b>\n```", True),
        (" ", "```html\n<b>x</b>\n```", False),
        ("\n\n", "```\n```\n<b>x</b>\n```", False),
        ("\n\n", "```\n<b>x</b>", False),
    ],
)
def test_only_a_closed_block_of_code_stays_as_it_is(lead: str, code: str, live: bool) -> None:
    text = markdown([AnswerSentence("First.", ()), AnswerSentence(code, (), lead)])
    assert ("\\<b>" not in text) == live
