"""Needs, common ground and ideas: nothing is accepted that the words do not carry; the last room sees nothing private."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any, cast, get_type_hints

import pytest

from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.notices import ReplyNotes
from meetwithoutfear.domain.stages import Phase
from meetwithoutfear.domain.tags import Reply, Thinking
from meetwithoutfear.prompts import chats, tasks
from meetwithoutfear.prompts.prompt import Speaker, Turn, Unacceptable
from meetwithoutfear.prompts.tasks import SharedNeed
from prompts.samples import GOOD_GROUND, GOOD_NEEDS, GOOD_REFINEMENT, PROMPTS
from prompts.test_chats import told

NEEDS = cast("tasks.NeedsTask", PROMPTS["needs"])
GROUND = cast("tasks.CommonGroundTask", PROMPTS["common_ground"])
IDEA = cast("tasks.IdeaTask", PROMPTS["strategy_refinement"])
LOOKING = cast("chats.NeedsChat", PROMPTS["stage_3_needs"])
REPAIR = cast("chats.RepairChat", PROMPTS["stage_4_repair"])


def with_need(**changes: object) -> dict[str, Any]:
    answer: dict[str, Any] = deepcopy(GOOD_NEEDS)
    answer["needs"][1].update(changes)
    return answer


def with_item(**changes: object) -> dict[str, Any]:
    return {"items": [{**GOOD_GROUND["items"][0], **changes}]}


def test_needs_are_read_with_their_quotes() -> None:
    first, second = NEEDS.parse(json.dumps(GOOD_NEEDS)).needs
    assert first.category == NeedCategory.RECOGNITION
    assert second.confidence == 0.5
    assert second.evidence == ("I lie awake and do the sums again and again.", "everybody looked")
    assert "RECOGNITION" in json.dumps(NEEDS.schema)
    assert "theirs" in json.dumps(GROUND.schema)
    assert "refined" in json.dumps(IDEA.schema)


@pytest.mark.parametrize(
    "quote",
    [
        "I lay awake and did the sums",
        "I lie awake and do the sums again and again!",
        "i lie awake and do the sums",
        "do the sums again and again. I was so ashamed",
        "He keeps saying it will be fine, I lie awake",
        "   ",
        "",
        "I",
    ],
    ids=["reworded", "embellished", "other case", "of two messages", "joined", "blank", "empty", "nothing"],
)
def test_a_quote_that_nobody_wrote_is_refused(quote: str) -> None:
    with pytest.raises(Unacceptable, match=r"needs\.1\.evidence\.1") as refusal:
        NEEDS.parse(with_need(evidence=["everybody looked", quote]))
    assert "awake" not in str(refusal.value)


def test_a_quote_is_kept_as_it_stands_in_the_message() -> None:
    written = replace(NEEDS, messages=("Am Telefon:\nich war\n  so m\u00fcde.",))
    need = {**GOOD_NEEDS["needs"][0], "evidence": ["ich war so mu\u0308de."]}
    assert written.parse({"needs": [need]}).needs[0].evidence == ("ich war\n  so m\u00fcde.",)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"need": "that he listens"}, "must say what this person needs"),
        ({"need": "an apology"}, "must say what this person needs"),
        ({"need": "To be accepted  as I am."}, "is there already"),
        ({"need": "To feel safe"}, "is there already"),
        ({"need": ""}, "need"),
        ({"need": "x" * 121}, "need"),
        ({"category": "MONEY"}, "category"),
        ({"evidence": []}, "evidence"),
        ({"evidence": ["everybody looked"] * 6}, "evidence"),
        ({"confidence": 1.1}, "confidence"),
    ],
)
def test_a_need_that_is_none_is_refused(change: dict[str, object], fault: str) -> None:
    with pytest.raises(Unacceptable, match=fault):
        NEEDS.parse(with_need(**change))


def test_there_is_one_need_at_least_and_not_more_than_eight() -> None:
    one = GOOD_NEEDS["needs"][:1]
    assert len(NEEDS.parse({"needs": one}).needs) == 1
    for wrong in ([], [{**one[0], "need": f"need {number}"} for number in range(9)]):
        with pytest.raises(Unacceptable, match="needs"):
            NEEDS.parse({"needs": wrong})


def test_common_ground_names_where_it_comes_from() -> None:
    (item,) = GROUND.parse(GOOD_GROUND).items
    assert item.need == "to be heard"
    assert item.category == NeedCategory.CONNECTION
    assert item.ours == 1
    assert item.theirs == 2


def test_nothing_in_common_is_an_answer() -> None:
    assert GROUND.parse({"items": []}).items == ()
    with pytest.raises(Unacceptable, match="items"):
        GROUND.parse({})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"ours": 3}, "must each be the number"),
        ({"theirs": 3}, "must each be the number"),
        ({"theirs": 0}, "theirs"),
        ({"theirs": None}, "theirs"),
        ({"category": "FAIRNESS"}, "category: must be that of one of the two"),
        ({"category": "AUTONOMY"}, "category: must be that of one of the two"),
        ({"need": "you should open the letters"}, "need: must say what both need"),
        ({"description": ""}, "description"),
    ],
)
def test_what_the_two_lists_do_not_carry_is_refused(change: dict[str, object], fault: str) -> None:
    with pytest.raises(Unacceptable, match=fault):
        GROUND.parse(with_item(**change))


def test_the_same_common_ground_does_not_come_twice_nor_too_often() -> None:
    item = GOOD_GROUND["items"][0]
    with pytest.raises(Unacceptable, match="is there already"):
        GROUND.parse({"items": [item, {**item, "need": "To be heard."}]})
    with pytest.raises(Unacceptable, match="items"):
        GROUND.parse({"items": [{**item, "need": f"need {number}"} for number in range(6)]})


def test_where_one_shared_nothing_nothing_is_in_common() -> None:
    with pytest.raises(Unacceptable, match="number"):
        replace(GROUND, theirs=()).parse(GOOD_GROUND)


def test_common_ground_sees_shared_needs_and_nothing_else() -> None:
    hints = get_type_hints(tasks.CommonGroundTask)
    assert {field.name: hints[field.name] for field in fields(tasks.CommonGroundTask)} == {
        "ours": tuple[SharedNeed, ...],
        "theirs": tuple[SharedNeed, ...],
    }
    assert {field.name for field in fields(SharedNeed)} == {"need", "category", "description"}
    assert "heard" not in repr(GROUND.ours)


def test_a_refinement_is_read_and_may_be_none() -> None:
    assert IDEA.parse(GOOD_REFINEMENT).refined == GOOD_REFINEMENT["refined"]
    for nothing in (None, "", IDEA.description, f" {IDEA.description} "):
        assert IDEA.parse({"refined": nothing, "reason": "It is clear."}).refined is None
    for bad in (
        {"refined": "x" * 801, "reason": "r"},
        {"refined": "x", "reason": "r" * 201},
        {"refined": "x"},
    ):
        with pytest.raises(Unacceptable):
            IDEA.parse(bad)


def test_looking_for_needs_is_paced_and_reads_words_alone() -> None:
    assert told(replace(LOOKING, turn=1, needs=())) == {"first_words"}
    assert told(LOOKING) == {"has_needs"}
    assert told(replace(LOOKING, intensity=8, needs=())) == {"very_strong"}
    reply = Reply("What would it give you?", draft="x", thinking=Thinking(intensity=4))
    assert LOOKING.parse(reply) == ReplyNotes(intensity=4)


@pytest.mark.parametrize("phase", Phase)
def test_each_phase_of_repair_is_told_in_its_own_words(phase: Phase) -> None:
    more = (Turn(Speaker.MEMBER, "One."), Turn(Speaker.MEMBER, "Two."))
    assert told(replace(REPAIR, phase=phase)) == {"first_words", phase.lower()}
    assert told(replace(REPAIR, phase=phase, turns=more, intensity=9)) == {phase.lower(), "very_strong"}
    assert REPAIR.parse(Reply("What exactly?", content="x")) == ReplyNotes()


def test_the_last_room_has_no_place_for_private_words_nor_for_the_partners_ideas() -> None:
    """A new field is a decision about consent: it belongs into this table only after thinking about it."""
    hints = get_type_hints(chats.RepairChat)
    assert {field.name: hints[field.name] for field in fields(chats.RepairChat)} == {
        "me": str,
        "partner": str,
        "topic": str | None,
        "turns": tuple[Turn, ...],  # the member's own, of this stage
        "common_ground": tuple[str, ...],  # confirmed by both
        "phase": Phase,
        "own_ideas": tuple[str, ...],
        "intensity": int | None,
    }


def test_an_idea_is_refined_without_anything_from_a_room() -> None:
    assert {field.name for field in fields(tasks.IdeaTask)} == {
        "description", "duration", "measure", "needs",
    }  # fmt: skip
