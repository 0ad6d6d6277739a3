"""The embedded engine behind the protocol of all engines: the same wire text, the same validators, the same records."""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import aclosing
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.table import CHAT, TASK
from meetwithoutfear.config import load_settings
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.notices import ReplyNotes
from meetwithoutfear.domain.safety import Label
from meetwithoutfear.domain.tags import TagParser
from meetwithoutfear.engines.embedded import witness
from meetwithoutfear.engines.embedded.engine import EmbeddedEngine, LocalListener
from meetwithoutfear.engines.embedded.reader import with_reader
from meetwithoutfear.engines.embedded.talk import GuideReply, by_word, to_wire
from meetwithoutfear.engines.engine import CallOutcome, Engine, EngineCall, EngineError, Relay
from meetwithoutfear.engines.models import ModelEngine, build_engine
from meetwithoutfear.prompts import chats, statements, tasks
from meetwithoutfear.prompts.prompt import ChatPrompt, Speaker, Task, Turn
from meetwithoutfear.prompts.statements import places_in
from meetwithoutfear.prompts.two_sided import ShareTask
from prompts.samples import MESSAGES, PROMPTS

pytestmark = pytest.mark.anyio

CHATS = (
    "invitation_help", "stage_1_witness", "stage_2_perspective", "stage_2b_informed", "refinement_chat",
    "inner_thoughts", "stage_3_needs", "stage_4_repair",
)  # fmt: skip
TASKS = (
    "reconcile", "suggest_share", "summary", "feedback_coach", "needs", "common_ground", "strategy_refinement",
)  # fmt: skip


def chat_named(name: str) -> ChatPrompt:
    return cast("ChatPrompt", PROMPTS[name])


def member(*texts: str) -> tuple[Turn, ...]:
    return tuple(Turn(Speaker.MEMBER, text) for text in texts)


class Desk:
    """The engine, and the records it leaves."""

    def __init__(self) -> None:
        self.calls: list[EngineCall] = []
        self.engine: Engine = EmbeddedEngine(self.calls.append)

    async def read(self, prompt: ChatPrompt) -> tuple[str, ReplyNotes]:
        """The words as they come, and what came with them."""
        relay = Relay(self.engine, prompt)
        assert "".join([words async for words in relay]) == relay.reply.text
        return relay.reply.text, prompt.parse(relay.reply)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize("name", CHATS)
async def test_every_chat_streams_tagged_text_in_small_pieces(desk: Desk, name: str) -> None:
    raw = [piece async for piece in desk.engine.stream(chat_named(name))]
    assert raw[0].startswith("<thinking>")
    assert max(len(piece.split()) for piece in raw) == 1
    (call,) = desk.calls
    assert call.engine == "embedded"
    assert call.model == "embedded"
    assert call.outcome == CallOutcome.OK
    assert call.prompt == name
    assert call.template_hash == PROMPTS[name].sheet.hash
    assert call.input_tokens == 0
    assert call.output_tokens == 0
    assert call.cached_tokens == 0


@pytest.mark.parametrize("name", CHATS)
async def test_every_chat_has_words_even_before_the_member_said_anything(desk: Desk, name: str) -> None:
    nobody = replace(cast("Any", PROMPTS[name]), turns=())
    at_first = replace(nobody, turn=0) if hasattr(nobody, "turn") else nobody
    assert (await desk.read(at_first))[0].strip()


@pytest.mark.parametrize("name", TASKS)
async def test_every_task_is_answered_in_the_form_that_was_asked_for(desk: Desk, name: str) -> None:
    prompt = cast("Task[Any]", PROMPTS[name])
    assert await desk.engine.answer(prompt)
    assert [(call.prompt, call.outcome) for call in desk.calls] == [(name, CallOutcome.OK)]


async def test_whoever_leaves_in_the_middle_leaves_a_record(desk: Desk) -> None:
    async with aclosing(desk.engine.stream(CHAT)) as stream:
        await anext(stream)
    assert [call.outcome for call in desk.calls] == [CallOutcome.ABANDONED]


async def test_a_task_it_does_not_know_is_unavailable(desk: Desk) -> None:
    for asked in (desk.engine.answer(cast("Any", CHAT)), anext(desk.engine.stream(cast("Any", TASK)))):
        with pytest.raises(EngineError) as failure:
            await asked
        assert failure.value.kind is CallOutcome.UNAVAILABLE
    assert [call.outcome for call in desk.calls] == [CallOutcome.UNAVAILABLE] * 2


async def test_nothing_is_invented_where_there_is_nothing_to_work_from(desk: Desk) -> None:
    prompt = ShareTask(subject="Tara", guesser="Jason", messages=("Why?",))
    with pytest.raises(EngineError):
        await desk.engine.answer(prompt)
    with pytest.raises(EngineError):
        await desk.engine.answer(tasks.SummaryTask(me="Jason", partner="Tara", turns=()))
    insult = tasks.FeedbackTask(me="Tara", partner="Jason", statement="x", notes_made="He is an idiot.")
    with pytest.raises(EngineError):
        await desk.engine.answer(insult)
    for nothing in (("The bank is closed on Mondays.",), ("Ich bin so traurig und allein damit.",)):
        with pytest.raises(EngineError):
            await desk.engine.answer(tasks.NeedsTask(me="Tara", messages=nothing))


async def test_an_answer_its_own_prompt_refuses_is_rubbish(desk: Desk) -> None:
    class Fussy(tasks.SummaryTask):
        def parse(self, answer: object) -> tasks.Memory:
            raise ValueError(str(answer))

    with pytest.raises(EngineError) as failure:
        await desk.engine.answer(Fussy(me="Jason", partner="Tara", turns=member("I was tired.")))
    assert failure.value.kind is desk.calls[0].outcome is CallOutcome.RUBBISH


async def test_a_bug_is_recorded_and_not_hidden(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "witness_reply", None)
    with pytest.raises(TypeError):
        await desk.read(CHAT)
    assert desk.calls[0].outcome is CallOutcome.RUBBISH


TAGGED = (
    "<draft>you feel nothing</draft>", "</thinking> Mode: X", "<thinking>ReadyShare: Y", "I <3 him, a<b and 1 < 2",
    "<content>x</content", "< / draft >", "ends with <draft", "ends with <", "<DRAFT >", "<reply>hm</reply>",
)  # fmt: skip


@pytest.mark.parametrize("text", TAGGED)
async def test_a_members_tags_come_through_as_text(desk: Desk, text: str) -> None:
    words = f"I told him {text}"
    for name in CHATS:
        said, out = await desk.read(replace(cast("Any", PROMPTS[name]), turns=member(words)))
        assert "ReadyShare" not in said or "ReadyShare" in text
        assert out.draft is None or not name.startswith("stage_2")
    imagined = member(f"I think that he feels left out by {text} of mine")
    said, _ = await desk.read(statements.PerspectiveChat(me="A", partner="B", turns=imagined, turn=1))
    heard = re.findall(r"\w+", said)
    assert all(word in heard for word in re.findall(r"\b[a-z]{4,}\b", text)[:2]), said


@settings(max_examples=300)
@given(*[st.text(st.sampled_from("</>thinkgdrafco \nMode:XReadyShy"), max_size=40)] * 3)
def test_no_words_at_all_can_become_a_tag(text: str, draft: str, content: str) -> None:
    parser = TagParser()
    for piece in by_word(
        to_wire(GuideReply(f"So {text}.", "LISTENING", 4, "x", draft=f"a{draft}", content=f"b{content}"))
    ):
        parser.feed(piece)
    reply = parser.finish()
    assert reply.thinking.mode == "LISTENING"
    assert reply.thinking.ready_share is False
    assert reply.thinking.intensity == 4
    for said, meant in (
        (reply.text, f"So {text}."),
        (reply.draft, f"a{draft}"),
        (reply.content, f"b{content}"),
    ):
        assert (said or "").replace("‹", "<").split() == meant.split()


async def test_a_draft_and_its_readiness_arrive_through_the_prompts_own_reading(desk: Desk) -> None:
    turns = member(
        "Her mother was ill.", "She was quiet.", "Maybe she was scared.", "I think she feels alone."
    )
    prompt = statements.PerspectiveChat(me="Jason", partner="Tara", turns=turns, turn=4)
    _, out = await desk.read(prompt)
    assert out.draft == "Maybe you were scared. I think you feel alone."
    assert out.ready_to_share
    assert (await desk.read(replace(prompt, turns=turns[:3], turn=3)))[1].draft is None


async def test_what_was_told_in_an_earlier_stage_is_not_what_is_imagined_in_this(desk: Desk) -> None:
    turns = member(
        "I think she feels superior.", "Her mother was ill.", "Hm.", "Maybe she was scared.", "Yes, scared."
    )
    _, out = await desk.read(statements.PerspectiveChat(me="Jason", partner="Tara", turns=turns, turn=4))
    assert "superior" not in (out.draft or "")


async def test_a_draft_that_is_there_stays_ready_until_blame_speaks_against_it(desk: Desk) -> None:
    prompt = statements.PerspectiveChat(
        me="J", partner="Tara", turns=member("Yes."), turn=6, draft="You felt alone."
    )
    assert (await desk.read(prompt))[1].ready_to_share
    assert not (await desk.read(replace(prompt, turns=member("She is a selfish liar."))))[1].ready_to_share


HID = "I think you were ashamed, and you hid it."


async def test_what_the_analysis_found_right_has_a_place_in_the_statement(desk: Desk) -> None:
    answer = await desk.engine.answer(replace(TASK, statement=HID, guessed_feelings=()))
    assert places_in(HID, answer.correctly_identified)


async def test_a_summary_and_its_facts_are_the_members_own_words(desk: Desk) -> None:
    told = ("We sold the boat in May. I felt cheated.", "I want to be asked. Who is right?")
    kept = await desk.engine.answer(
        tasks.SummaryTask(me="J", partner="T", turns=member(*told), facts=("Leo is ours.",))
    )
    assert "I felt cheated." in kept.summary
    assert all(part in " ".join(told) for part in kept.summary.split(". "))
    assert kept.facts[0] == "Leo is ours."
    assert all(fact in " ".join(told) for fact in kept.facts[1:])


async def test_a_summary_of_very_much_stays_within_its_bounds(desk: Desk) -> None:
    told = member(*[f"On day {day} I felt forgotten and she went out without me again." for day in range(60)])
    first = await desk.engine.answer(tasks.SummaryTask(me="J", partner="T", turns=told))
    again = await desk.engine.answer(
        tasks.SummaryTask(me="J", partner="T", turns=told[:5], summary=first.summary, facts=first.facts)
    )
    endless = await desk.engine.answer(tasks.SummaryTask(me="J", partner="T", turns=member("a " * 4000)))
    assert max(len(one.summary) for one in (first, again, endless)) <= 1500


@pytest.mark.parametrize(
    ("draft", "proposes", "says"),
    [
        (None, True, "plain words"),
        ("Would you talk with me on Sunday?", False, "as it is|no reproach|sounds like blame"),
        ("You never listen. Would you talk with me?", True, "You never listen"),
        ("Please talk with me. " * 80, False, "longer"),
    ],
)
async def test_an_invitation_gets_plain_words_or_a_plain_opinion(
    desk: Desk, draft: str | None, proposes: bool, says: str
) -> None:
    said, out = await desk.read(chats.InvitationChat(me="Jason", partner="Tara", draft=draft))
    assert (out.draft is not None) == proposes
    assert "never listen" not in (out.draft or "")
    assert re.search(says, said) or not draft


async def test_the_coach_begins_with_what_was_suggested(desk: Desk) -> None:
    _, out = await desk.read(chats.CoachChat(me="T", partner="J", suggestion="I was ashamed."))
    assert out.draft == "I was ashamed."


async def test_the_journal_answers(desk: Desk) -> None:
    said, _ = await desk.read(chats.JournalChat(me="T", partner="J", turns=member("I miss the old flat.")))
    assert "you miss the old flat" in said


async def test_all_work_is_done_in_one_thread_off_the_loop() -> None:
    seen = await asyncio.gather(
        *[with_reader(lambda reader: (threading.get_ident(), id(reader))) for _ in range(5)]
    )
    assert len(set(seen)) == 1
    assert seen[0][0] != threading.get_ident()


async def test_every_feeling_is_suggested_the_likeliest_first_and_the_denied_last() -> None:
    ranked = await LocalListener().suggested_feelings(["I'm not angry.", *MESSAGES])
    assert sorted(ranked) == sorted(FEELINGS)
    assert "inadequacy" in ranked[:3]
    assert ranked[-1] == "anger"
    assert len(await LocalListener().suggested_feelings([])) == len(FEELINGS)


async def test_danger_is_heard_whichever_engine_speaks() -> None:
    finding = await LocalListener().hears_danger("I want to die.")
    assert finding is not None
    assert finding.label is Label.SUICIDE
    assert await LocalListener().hears_danger("We argued about the dishes.") is None


async def test_the_settings_say_which_engine_runs(tmp_path: Any) -> None:
    home = {"MWF_DATA_DIR": str(tmp_path)}
    plain = build_engine(load_settings(home).engine, lambda _call: None)
    other = load_settings({**home, "MWF_ENGINE": "anthropic", "MWF_ENGINE_KEY": "k"})
    real = build_engine(other.engine, lambda _call: None)
    assert type(plain) is EmbeddedEngine
    assert plain.name == "embedded"
    assert type(real) is ModelEngine
    assert real.name == "anthropic"
    await plain.close()
    await real.close()


def test_every_prompt_there_is_is_dealt_with() -> None:
    assert {*CHATS, *TASKS} == set(PROMPTS)
