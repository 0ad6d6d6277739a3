"""What the guide is told when, and what is read out of its replies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from meetwithoutfear.domain.notices import ReplyNotes
from meetwithoutfear.domain.tags import Reply, Thinking
from meetwithoutfear.prompts import chats, statements
from meetwithoutfear.prompts.prompt import Prompt, Speaker, Turn
from prompts.samples import PROMPTS, TALK

WITNESS = cast("chats.WitnessChat", PROMPTS["stage_1_witness"])
PERSPECTIVE = cast("statements.PerspectiveChat", PROMPTS["stage_2_perspective"])
INFORMED = cast("statements.InformedChat", PROMPTS["stage_2b_informed"])
COACH = cast("chats.CoachChat", PROMPTS["refinement_chat"])
INVITATION = cast("chats.InvitationChat", PROMPTS["invitation_help"])
JOURNAL = cast("chats.JournalChat", PROMPTS["inner_thoughts"])


def told(prompt: Prompt) -> set[str]:
    """The fragments that really stand in the rendering."""
    dynamic = prompt.render().dynamic
    return {name for name in prompt.fragments() if prompt.sheet.sections[name] in dynamic}


@pytest.mark.parametrize(
    ("turn", "intensity", "fragments"),
    [
        (1, None, {"first_words", "too_early_to_ask"}),
        (2, 7, {"too_early_to_ask"}),
        (3, 7, {"may_ask"}),
        (3, 8, {"very_strong"}),
        (1, 10, {"first_words", "too_early_to_ask", "very_strong"}),
    ],
)
def test_the_witness_waits_before_asking_whether_somebody_feels_heard(
    turn: int, intensity: int | None, fragments: set[str]
) -> None:
    assert told(replace(WITNESS, turn=turn, intensity=intensity)) == fragments


def test_the_offer_to_say_one_feels_heard_does_not_come_too_early_whatever_the_engine_notes() -> None:
    asked = Reply("Is there more?", thinking=Thinking(feel_heard=True, intensity=6))
    early, later = replace(WITNESS, turn=2).parse(asked), replace(WITNESS, turn=3).parse(asked)
    assert (early.feel_heard_offered, later.feel_heard_offered) == (False, True)
    assert later.intensity == 6


@pytest.mark.parametrize(
    ("turn", "draft", "fragments"),
    [
        (1, None, {"first_words", "too_early_for_a_draft"}),
        (3, None, {"too_early_for_a_draft"}),
        (4, None, {"may_draft"}),
        (7, None, {"may_draft"}),
        (8, None, {"long_without_a_draft"}),
        (4, "You felt alone.", {"has_draft"}),
        (9, "You felt alone.", {"has_draft"}),
    ],
)
def test_a_first_draft_is_due_from_the_fourth_turn_on(
    turn: int, draft: str | None, fragments: set[str]
) -> None:
    assert told(replace(PERSPECTIVE, turn=turn, draft=draft)) == fragments
    assert told(replace(PERSPECTIVE, turn=turn, draft=draft, intensity=9)) == fragments | {"very_strong"}


@pytest.mark.parametrize(
    ("turn", "changes", "fragments"),
    [
        (1, {}, {"first_words"}),
        (2, {}, {"may_draft"}),
        (3, {}, {"may_draft", "be_direct"}),
        (5, {}, {"may_draft", "be_direct", "stuck"}),
        (5, {"ready": True, "draft": "x"}, {"be_direct", "has_draft"}),
        (2, {"draft": "x"}, {"has_draft"}),
        (2, {"intensity": 8}, {"may_draft", "very_strong"}),
    ],
)
def test_the_second_look_is_paced_by_the_turns_since_it_began(
    turn: int, changes: dict[str, Any], fragments: set[str]
) -> None:
    assert told(replace(INFORMED, turn=turn, **changes)) == fragments


CONTENT = Thinking("BUILDING", ready_share=True, intensity=4)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_draft_that_comes_too_early_is_dropped(turn: int) -> None:
    output = replace(PERSPECTIVE, turn=turn).parse(Reply("Here.", draft="You felt alone.", thinking=CONTENT))
    assert output.draft is None
    assert output.ready_to_share is False


def test_a_draft_in_time_is_kept() -> None:
    output = replace(PERSPECTIVE, turn=4).parse(Reply("Here.", draft="You felt alone.", thinking=CONTENT))
    assert output == ReplyNotes("You felt alone.", ready_to_share=True, intensity=4)


def test_nothing_is_ready_that_does_not_exist() -> None:
    without, standing = PERSPECTIVE, replace(PERSPECTIVE, draft="You felt alone.")
    assert not without.parse(Reply("Shall we?", thinking=CONTENT)).ready_to_share
    assert standing.parse(Reply("Shall we?", thinking=CONTENT)).ready_to_share
    assert not standing.parse(Reply("Shall we?")).ready_to_share


def test_a_draft_nobody_could_send_is_none() -> None:
    assert PERSPECTIVE.parse(Reply("Here.", draft="x" * 2001)).draft is None
    assert COACH.parse(Reply("Here.", content="x" * 1001)).draft is None
    assert INVITATION.parse(Reply("Here.", content="x" * 1001)).draft is None


@pytest.mark.parametrize(
    "draft",
    [
        "You are pathetic and alone.",
        "You feels alone.",
        "You were sad when Marco left.",
        "Poor you, so alone.",
    ],
)
def test_a_draft_with_an_insult_a_name_or_a_broken_sentence_is_dropped(draft: str) -> None:
    output = replace(PERSPECTIVE, turn=4).parse(Reply("Here.", draft=draft, thinking=CONTENT))
    assert output.draft is None
    assert output.ready_to_share is False


def test_what_the_own_statement_says_already_may_stay_in_a_new_draft() -> None:
    kept = replace(INFORMED, turn=3, statement="You worry about Leo.")
    draft = "You worry about Leo. You feel alone."
    assert kept.parse(Reply("Here.", draft=draft, thinking=CONTENT)).draft == draft
    assert kept.parse(Reply("Here.", draft="You miss Leo. You feel alone.", thinking=CONTENT)).draft is None


def test_a_new_draft_is_possible_from_the_second_turn_on() -> None:
    reply = Reply("Here.", draft="You were ashamed.", thinking=CONTENT)
    first, second = replace(INFORMED, turn=1).parse(reply), replace(INFORMED, turn=2).parse(reply)
    assert (first.draft, second.draft) == (None, "You were ashamed.")
    assert (first.ready_to_share, second.ready_to_share) == (False, True)


def test_the_coach_proposes_content() -> None:
    reply = Reply("Like this?", draft="not asked for", content="I was ashamed.")
    assert COACH.parse(reply) == ReplyNotes("I was ashamed.")


def test_the_coach_is_told_where_they_are() -> None:
    many = tuple(Turn(Speaker.MEMBER, "hm") for _ in range(6))
    assert told(replace(COACH, turns=(), draft=None)) == {"begin"}
    assert told(COACH) == {"has_text"}
    assert told(replace(COACH, turns=many, iteration=3)) == {"has_text", "long", "asked_often"}


def test_an_invitation_is_worked_on_in_its_own_words() -> None:
    assert told(replace(INVITATION, turns=(), draft=None)) == {"first_words"}
    assert told(INVITATION) == {"has_text"}
    assert INVITATION.parse(Reply("Good?", content="Come.")) == ReplyNotes("Come.")


def test_the_journal_answers_with_words_alone() -> None:
    assert told(replace(JOURNAL, turns=TALK[:1])) == {"first_words"}
    assert told(replace(JOURNAL, intensity=8)) == {"very_strong"}
    assert JOURNAL.parse(Reply("Two things pull.", draft="x")) == ReplyNotes()
