"""How good one answer is: its wording, its citations, and what of it the documents support.

Everything is between 0 and 1, more is better, and None where a question does not allow it to be told.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from pincite.domain import Answer, AnswerScores, Citation, EvaluationResult, Page
from pincite.evaluate.gold import stands_in
from pincite.evaluate.metrics import holds
from pincite.store import Store

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def squad_tokens(text: str) -> list[str]:
    """The words of an answer in the normal form of SQuAD's evaluation script.

    Rajpurkar et al., "SQuAD: 100,000+ Questions for Machine Comprehension of Text", EMNLP 2016: lower case, without
    punctuation (which is taken out and not replaced, unlike in `metrics.normalised`) and English articles.
    """
    return _ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split()


def exact_match(text: str, answers: Sequence[str]) -> float:
    """1 if a text is one of the answers in SQuAD's normal form, else 0.

    Raises:
        ValueError: if there are no answers.
    """
    return _best(text, answers, lambda mine, right: float(mine == right))


def token_f1(text: str, answers: Sequence[str]) -> float:
    """Harmonic mean of the precision and recall of the words of a text, for the answer for which it is highest.

    As in SQuAD's script; where a normal form has no words, 1 if neither has any.

    Raises:
        ValueError: if there are no answers.
    """
    return _best(text, answers, _f1)


def answer_scores(store: Store, answer: Answer, wanted: EvaluationResult) -> AnswerScores:
    """All that one answer comes to.

    The gold answer counts as covered if a quote that is shown has it. A citation is right if its document and page
    are, and its quote holds the wording or stands where the gold quote does. Precision and recall of citations are as
    in Gao et al., "Enabling Large Language Models to Generate Text with Citations", EMNLP 2023, with the known places
    in the stead of a model's judgement: precision is the share of citations that are right, recall that of the places
    wanted which some citation has. Wording, coverage and citations say nothing of questions without a right answer.

    Args:
        store: As whoever asks sees it.
        answer: To the question.
        wanted: The question with its places.
    """
    shown = () if answer.refused else answer.citations
    answers = wanted.expected.answers if wanted.answerable else ()
    text = "" if answer.refused else " ".join(sentence.text for sentence in answer.sentences)
    return AnswerScores(
        exact_match=exact_match(text, answers) if answers else None,
        token_f1=token_f1(text, answers) if answers else None,
        answer_covered=float(any(holds(one.quote, answers) for one in shown)) if answers else None,
        citation_precision=_precision(shown, wanted),
        citation_recall=_recall(shown, wanted),
        verbatim=_verbatim(store, shown),
        supported=_supported(answer),
    )


def _best(text: str, answers: Sequence[str], score: Callable[[list[str], list[str]], float]) -> float:
    if not answers:
        raise ValueError("there is no answer to compare with")
    mine = squad_tokens(text)
    return max(score(mine, squad_tokens(right)) for right in answers)


def _f1(mine: list[str], right: list[str]) -> float:
    if not mine or not right:
        return float(mine == right)
    common = (Counter(mine) & Counter(right)).total()
    return 2 * common / (len(mine) + len(right))


def _precision(shown: Sequence[Citation], wanted: EvaluationResult) -> float | None:
    if not shown or not wanted.answerable or wanted.expected.documents:
        return None  # relevance of whole documents says nothing of a quote
    if not (wanted.wanted or wanted.expected.answers):
        return None
    return sum(_right(one, wanted) for one in shown) / len(shown)


def _right(citation: Citation, wanted: EvaluationResult) -> bool:
    answers = wanted.expected.answers
    if wanted.scoring != "none" and not any(_has(citation, wanted, number) for number in _numbers(wanted)):
        return False
    return not answers or holds(citation.quote, answers)


def _recall(shown: Sequence[Citation], wanted: EvaluationResult) -> float | None:
    numbers = _numbers(wanted)
    if wanted.scoring == "none" or not wanted.answerable or not numbers:
        return None
    return sum(any(_has(one, wanted, number) for one in shown) for number in numbers) / len(numbers)


def _numbers(wanted: EvaluationResult) -> range:
    return range(len(wanted.wanted))


def _has(citation: Citation, wanted: EvaluationResult, number: int) -> bool:
    """Whether a citation is of the right document and stands where one of the things wanted does."""
    right = wanted.place is not None and citation.document.id == wanted.place.document
    return right and stands_in(citation.spans, wanted.scoring, wanted.wanted[number])


def _verbatim(store: Store, shown: Sequence[Citation]) -> float | None:
    if not shown:
        return None
    pages = store.page_many({(one.document.id, span.page_index) for one in shown for span in one.spans})
    return sum(is_verbatim(one, pages) for one in shown) / len(shown)


def is_verbatim(citation: Citation, pages: Mapping[tuple[str, int], Page]) -> bool:
    """Whether a quote is on its page word for word; the texts of several spans follow each other in it.

    Args:
        citation: As shown.
        pages: Those that it names, by document id and index; one that is missing has no words.
    """
    pieces = []
    for span in citation.spans:
        page = pages.get((citation.document.id, span.page_index))
        pieces.append("" if page is None else page.text[span.start : span.end])
    if not all(pieces):
        return False
    return re.fullmatch(" ?".join(map(re.escape, pieces)), citation.quote) is not None


def _supported(answer: Answer) -> float | None:
    """The share of the sentences written that verification left standing; those removed count as written."""
    if answer.refused and not answer.removed:
        return None
    unsupported = set(answer.removed) | {one for one in answer.sentences if one.problem}
    stated = [one for one in answer.sentences if one.citations and not one.problem and not answer.refused]
    written = len(stated) + len(unsupported)
    return len(stated) / written if written else None
