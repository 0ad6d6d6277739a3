"""Statements that are no understanding never pass, and right ones do. Another hand wrote them than the rules."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from meetwithoutfear.domain.feelings import ChosenFeeling
from meetwithoutfear.domain.gap import GapAnalysis, Recommendation
from meetwithoutfear.engines.embedded.gap import GapInput, analyse
from meetwithoutfear.engines.embedded.reader import Reader, load_reader

DATA = Path(__file__).parent / "data"
DENIALS = (
    "I don't think that {}",
    "It's not true that {}",
    "I refuse to believe that {}",
    "You only claim that {}",
)
MAIN_CLAUSE = re.compile(
    r"^(?:(?:I (?:think|guess|imagine|believe|suppose|reckon)|maybe|perhaps)(?: that)? )?(?=you(?:'re|'ve)?\b)",
    re.IGNORECASE,
)


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


CHIPS = (True, False)
"""Whether they have. The reader remembers what it read last, so each case comes in all ways before the next."""
TRAPS, RIGHT = cases("gap_traps.jsonl"), cases("gap_right.jsonl")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return load_reader()


def analysis_of(
    reader: Reader, case: dict[str, Any], *, subject: bool = True, guesser: bool = True
) -> GapAnalysis:
    confirmed = tuple(ChosenFeeling(feeling, most=True) for feeling in case["feelings"])
    return analyse(
        reader.detector,
        reader.scale,
        GapInput(
            case["statement"],
            tuple(case["subject_words"]),
            confirmed if subject else (),
            tuple(case["guesser_feelings"]) if guesser else (),
        ),
    )


def goes_on(analysis: GapAnalysis) -> bool:
    """Would it become READY?"""
    optional = (
        analysis.recommended_action is Recommendation.OFFER_OPTIONAL and not analysis.suggested_share_focus
    )
    return optional or analysis.recommended_action is Recommendation.PROCEED


def test_there_are_enough_of_both() -> None:
    assert len(TRAPS) >= 60
    assert len(RIGHT) >= 60


def test_no_trap_passes_whoever_has_named_feelings(reader: Reader) -> None:
    passed = []
    for case, subject, guesser in product(TRAPS, CHIPS, CHIPS):
        analysis = analysis_of(reader, case, subject=subject, guesser=guesser)
        if analysis.recommended_action is Recommendation.PROCEED or (subject and goes_on(analysis)):
            passed.append((case["statement"], subject, guesser))
    assert passed == []


def test_nine_of_ten_right_statements_go_on_with_both_peoples_chips(reader: Reader) -> None:
    held = [case["statement"] for case in RIGHT if not goes_on(analysis_of(reader, case))]
    assert len(held) <= 0.1 * len(RIGHT), held


def test_a_denial_planted_into_a_right_statement_never_raises_its_score(reader: Reader) -> None:
    raised = []
    for case, chips, denial in product(RIGHT, CHIPS, DENIALS):
        opening = MAIN_CLAUSE.match(case["statement"])
        if not opening:
            continue
        rest = case["statement"][opening.end() :]
        planted = {**case, "statement": denial.format(rest[:1].lower() + rest[1:])}
        before, after = (analysis_of(reader, one, subject=chips, guesser=chips) for one in (case, planted))
        if after.alignment_score > before.alignment_score:
            raised.append((planted["statement"], before.alignment_score, after.alignment_score))
    assert raised == []
