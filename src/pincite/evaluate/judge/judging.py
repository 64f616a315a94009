"""Judging the answers of an evaluation.

The questions are asked again, as the evaluation asked them, because no text of documents is kept with it. Each verdict
is kept as soon as it is there: a run that ends early goes on where it was, and pays nothing twice.
"""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from pincite.domain import Answer, EvaluationResult, Passage, ResultState
from pincite.errors import ModelReplyError, ModelTimeoutError, ModelWindowError, UsageError
from pincite.evaluate.judge.agreement import majority
from pincite.evaluate.judge.judges import Judge
from pincite.evaluate.judge.prompt import (
    MOST_TOKENS,
    VERSION,
    Case,
    Verdict,
    messages,
    read_verdict,
    verdict_key,
)
from pincite.evaluate.judge.spending import Meter
from pincite.evaluate.running import mode_of
from pincite.library import Library
from pincite.library.talking import told

SEED = 20_240
TRIES = 2
_FIRST = 3
"""Passages that are evidence even where nothing of them is cited."""


@dataclass(frozen=True, slots=True)
class Cases:
    """Answers that can be judged.

    Attributes:
        items: In the order of the questions.
        refused: Questions of the sample that were refused: there is no answer to judge.
        failed: Questions of the sample that failed in the evaluation.
    """

    items: tuple[Case, ...]
    refused: int
    failed: int


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one answer at one judge.

    Attributes:
        number: Of the question.
        judge: Its name.
        turn: 1, or 2 for the second judgement.
        verdict: None where the judge gave none that can be read: that is no bad verdict.
        cached: Whether it was there already.
        reason: Why there is none.
    """

    number: int
    judge: str
    turn: int
    verdict: Verdict | None
    cached: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What judging will come to, rather too much.

    Attributes:
        verdicts: Those to be made.
        cached: Those that are there already.
        tokens: Of all prompts.
        cost: In US dollars.
    """

    verdicts: int
    cached: int
    tokens: int
    cost: float


@dataclass(frozen=True, slots=True)
class Consensus:
    """What the judges say together of one answer.

    Attributes:
        number: Of the question.
        groundedness: As most judges say; None where there is no majority.
        hallucination: The same.
        faithfulness: The median.
        confidence: The median.
        votes: So many judges gave a verdict.
    """

    number: int
    groundedness: str | None
    hallucination: str | None
    faithfulness: float
    confidence: float
    votes: int


def cases(library: Library, identity: str, *, sample: int | None = None, seed: int = SEED) -> Cases:
    """The answers of an evaluation, or of a sample of its questions.

    Args:
        library: As whoever judges sees it.
        identity: Of the evaluation.
        sample: So many questions, drawn at random; all when None, or when there are no more.
        seed: The same one draws the same questions.

    Raises:
        NotFoundError: if there is no such evaluation, or its collection is gone.
        UsageError: if it has not ended, or was asked nothing.
    """
    evaluation = library.store.evaluations.get(identity)
    if not evaluation.state.ended:
        raise UsageError("the evaluation has not ended yet", "Wait for its end, or stop it.")
    asked = [
        one
        for one in library.store.evaluations.every_result(identity)
        if one.state in (ResultState.DONE, ResultState.FAILED)
    ]
    if not asked:
        raise UsageError("no question of the evaluation was asked", "Run it again with other questions.")
    if sample is not None and sample < len(asked):
        chosen = random.Random(seed).sample(asked, sample)  # noqa: S311 - a sample, no secret
        asked = sorted(chosen, key=lambda one: one.number)
    found, refused = [], 0
    failed = sum(one.state is ResultState.FAILED for one in asked)
    for result in asked:
        if result.state is ResultState.FAILED:
            continue
        answer = library.ask(
            result.expected.question, mode=mode_of(evaluation), collection=evaluation.collection
        )
        if answer.refused:
            refused += 1
        else:
            found.append(_case(result, answer))
    return Cases(tuple(found), refused, failed)


def estimate(library: Library, found: Sequence[Case], judges: Sequence[Judge], *, turns: int = 1) -> Estimate:
    """What judging would come to: verdicts that are kept already cost nothing.

    Args:
        library: Where they are kept.
        found: The answers.
        judges: Each judges all of them.
        turns: How often.
    """
    made = cached = tokens = 0
    cost = 0.0
    for case, judge, turn in _calls(found, judges, turns):
        if library.store.verdicts.get(_key(case, judge, turn)) is not None:
            cached += 1
            continue
        size = _tokens(judge, case)
        made, tokens = made + 1, tokens + size
        cost += judge.price.of(size, MOST_TOKENS)
    return Estimate(made, cached, tokens, cost)


class Judging:
    """Lets judges judge answers; iterate over it for what becomes of each.

    Args:
        library: Where verdicts are kept.
        found: The answers.
        judges: Each judges all of them.
        budget: US dollars that may be spent; None for any amount.
        turns: How often each answer is judged.

    Attributes:
        meter: What was spent.
        stopped: Whether it ended because the next verdict might have gone beyond the budget.
    """

    def __init__(
        self,
        library: Library,
        found: Sequence[Case],
        judges: Sequence[Judge],
        *,
        budget: float | None,
        turns: int = 1,
    ) -> None:
        self.meter = Meter(budget)
        self.stopped = False
        self._library = library
        self._calls = list(_calls(found, judges, turns))

    def __iter__(self) -> Iterator[Judged]:
        """What becomes of each answer.

        Raises:
            ModelError: if a model cannot be reached or used at all; what was judged is kept.
        """
        for case, judge, turn in self._calls:
            key = _key(case, judge, turn)
            kept = self._library.store.verdicts.get(key)
            if kept is not None:
                yield Judged(case.number, judge.name, turn, Verdict(**kept), cached=True)
                continue
            before, reason = self.meter.spent, ""
            for _ in range(TRIES):
                if not self.meter.allows(judge.price.of(_tokens(judge, case), MOST_TOKENS)):
                    self.stopped = True
                    return
                try:
                    verdict = self._ask(judge, case)
                except (ModelReplyError, ModelTimeoutError, ModelWindowError) as error:
                    reason = told(error)
                    continue
                cost = self.meter.spent - before
                self._library.store.verdicts.put(
                    key, asdict(verdict), judge=judge.name, prompt_version=VERSION, cost=cost
                )
                yield Judged(case.number, judge.name, turn, verdict)
                break
            else:
                yield Judged(case.number, judge.name, turn, None, reason=reason)

    def _ask(self, judge: Judge, case: Case) -> Verdict:
        """One attempt, which is paid for whatever comes of it."""
        prompt = _tokens(judge, case)
        prompt_tokens, reply_tokens = prompt, MOST_TOKENS
        try:
            reply = judge.ask(messages(case))
            prompt_tokens = prompt if reply.prompt_tokens is None else reply.prompt_tokens
            reply_tokens = MOST_TOKENS if reply.answer_tokens is None else reply.answer_tokens
        finally:
            self.meter.add(judge.price.of(prompt_tokens, reply_tokens))
        return read_verdict(reply)


def consensus(judged: Sequence[Judged]) -> list[Consensus]:
    """What the judges say together, for each answer of which one said anything at all; first judgements only."""
    by_number: dict[int, list[Verdict]] = {}
    for one in judged:
        if one.verdict is not None and one.turn == 1:
            by_number.setdefault(one.number, []).append(one.verdict)
    return [
        Consensus(
            number,
            majority([one.groundedness for one in verdicts]),
            majority([one.hallucination for one in verdicts]),
            statistics.median(one.faithfulness for one in verdicts),
            statistics.median(one.confidence for one in verdicts),
            len(verdicts),
        )
        for number, verdicts in sorted(by_number.items())
    ]


def counted(values: Sequence[str | None]) -> dict[str, int]:
    """How often each label was given; "no_majority" where there was none."""
    return dict(sorted(Counter(value or "no_majority" for value in values).items()))


def _calls(found: Sequence[Case], judges: Sequence[Judge], turns: int) -> Iterator[tuple[Case, Judge, int]]:
    """Answer by answer, so that what is there when the budget is spent has the votes of all judges."""
    for case in found:
        for judge in judges:
            for turn in range(1, turns + 1):
                yield case, judge, turn


def _key(case: Case, judge: Judge, turn: int) -> str:
    return verdict_key(case, judge.model.use, judge.model.version, turn)


def _tokens(judge: Judge, case: Case) -> int:
    return judge.count_tokens(messages(case))


def _case(result: EvaluationResult, answer: Answer) -> Case:
    text = " ".join(sentence.text for sentence in answer.sentences)
    evidence = [one for one in answer.passages if one.rank <= _FIRST or _is_cited(one, answer)]
    return Case(result.number, answer.question, text, tuple(one.text for one in evidence))


def _is_cited(passage: Passage, answer: Answer) -> bool:
    return any(
        one.document.id == passage.document.id
        and any(
            span.page_index == other.page_index and span.start < other.end and other.start < span.end
            for span in one.spans
            for other in passage.spans
        )
        for one in answer.citations
    )
