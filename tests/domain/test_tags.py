"""What a person sees of an engine's raw text."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meetwithoutfear.domain.tags import Reply, TagParser, Thinking

NOTES = "Mode: BUILDING\nReadyShare: Y\nFeelHeardCheck: N\nUserIntensity: 7\nStrategy: stay with her words"
READ = Thinking("BUILDING", ready_share=True, feel_heard=False, intensity=7, strategy="stay with her words")
TAG = re.compile(r"</?(thinking|draft|content|response)>", re.IGNORECASE)


def parse(*chunks: str) -> Reply:
    parser = TagParser()
    shown = "".join(parser.feed(chunk) for chunk in chunks)
    reply = parser.finish()
    assert reply.text.startswith(shown)
    return reply


def test_notes_are_kept_and_never_shown() -> None:
    reply = parse(f"<thinking>\n{NOTES}\n</thinking>\n\nThat sounds heavy.")
    assert reply == Reply("That sounds heavy.", thinking=READ)


def test_a_draft_is_lifted_out_of_the_reply() -> None:
    reply = parse(
        "Shall we write it down?\n\n<draft>\nI think you felt left out.\n</draft>\n\nTake your time."
    )
    assert reply == Reply("Shall we write it down?\n\nTake your time.", draft="I think you felt left out.")


def test_a_proposal_of_the_write_coach_is_lifted_out_too() -> None:
    assert parse("Like this? <content>I felt alone.</content>") == Reply(
        "Like this?", content="I felt alone."
    )


@pytest.mark.parametrize(
    "raw",
    [
        f"<THINKING>{NOTES}</Thinking>Hello you.",
        f"< thinking >{NOTES}</ thinking>Hello you.",
        f"<thinkng>{NOTES}</thikning>Hello you.",
        f"<thinking_1>{NOTES}</thinking>Hello you.",
        f"<thoughts>{NOTES}</think>Hello you.",
        f'<thinking type="notes">{NOTES}</thinking>Hello you.',
        f"<thinking\n{NOTES}</thinking\nHello you.",
        f"<thinking>{NOTES}</thinking></thinking></draft>Hello you.",
        f"<thinking>{NOTES}\n\nHello you.",
        f"<thinking>no note<thinking>{NOTES}</thinking>Hello you.",
        f"<thinking>no note<thinking>{NOTES}</thinking> unseen</thinking>Hello you.",
        f"<thinking>{NOTES} and no <draft> yet</thinking>Hello you.",
        f"{NOTES}\n\nHello you.",
        f"- {NOTES}</thinking>Hello you.",
        f"<response><thinking>{NOTES}</thinking>Hello you.</response>",
        f"<thinking>{NOTES}</thinking>Hello <thinking>unseen</thinking> you.",
        f"<thinking>{NOTES}</thinking>Hello you.<thin",
        f"<thinking>{NOTES}</thinking>Hello you.<draft></draft></",
    ],
)
def test_tags_of_any_spelling_never_reach_a_person_and_never_swallow_the_reply(raw: str) -> None:
    reply = parse(raw)
    assert reply.text == "Hello you."
    assert reply.draft is None
    assert reply.thinking.mode == "BUILDING"
    assert reply.thinking.intensity == 7


@pytest.mark.parametrize(
    "text",
    [
        "I <3 this. 1 < 2, 3 > 2, a<b and b>c, <-- there, ->, <>, </3, <",
        "Say it as <name> would. I keep < thinking of it, and < draft after < draft",
        "Mode is a word. Strategy too.",
        "A <drafty room of one's own> and <content of a letter>, <reply to him>",
        "<thinkingaboutyouallthetime> is one word",
        "I was <draft of a letter",
    ],
)
def test_stray_brackets_are_ordinary_text(text: str) -> None:
    assert parse(text).text == text


@pytest.mark.parametrize(
    "raw", ["<thinking>she seems hurt, go slowly", "<thinking>\nStrategy: wait\nand see", ""]
)
def test_a_thought_that_never_ends_shows_nothing_at_all(raw: str) -> None:
    assert parse(raw).is_empty


def test_a_note_with_one_word_for_a_value_ends_with_its_line() -> None:
    reply = parse("<thinking>Strategy: wait\nUserIntensity: 4\nThat was a long day.")
    assert reply == Reply("That was a long day.", thinking=Thinking(intensity=4, strategy="wait"))


def test_an_unclosed_draft_ends_with_its_paragraph() -> None:
    reply = parse("Here it is. <draft>\nI think you felt alone.\n\nDoes that fit?")
    assert reply == Reply("Here it is. Does that fit?", draft="I think you felt alone.")


def test_a_draft_inside_an_unclosed_thought_is_still_a_draft() -> None:
    reply = parse("<thinking>Mode: BUILDING\n\nReady?<draft>You felt alone.</draft>Tell me.")
    assert reply == Reply("Ready?\nTell me.", draft="You felt alone.", thinking=Thinking("BUILDING"))


@pytest.mark.parametrize(
    "raw",
    [
        "<draft>You felt <thinking>unseen</thinking> alone.</draft>",
        "<draft>You felt <thinking>unseen</draft>",
        "<draft>You felt <thinking>unseen",
        "<draft>You felt <thinking>unseen</thinking>",
    ],
)
def test_a_thought_inside_a_draft_is_left_out_of_it(raw: str) -> None:
    reply = parse(raw)
    assert "unseen" not in f"{reply.text}{reply.draft}"
    assert "You felt" in f"{reply.draft}"


def test_a_reply_after_an_unclosed_thought_has_no_seams() -> None:
    assert parse("<thinking>a<thinking>b</thinking>", "Hel", "lo").text == "Hello"


def test_a_draft_in_a_draft_is_one_draft() -> None:
    assert parse("<draft>You<draft>felt</draft>alone.</draft>Yes?") == Reply("Yes?", draft="You felt alone.")
    assert parse("<draft>You<draft>felt</draft>alone?") == Reply("alone?", draft="You felt")
    assert parse("<draft>You felt<content> alone.") == Reply("", draft="You felt alone.")


def test_drafts_and_contents_close_each_other() -> None:
    assert parse("<draft>You felt alone.</content>Yes?") == Reply("Yes?", draft="You felt alone.")


def test_the_last_draft_counts_and_an_empty_one_does_not() -> None:
    assert parse("<draft>one</draft><draft>two</draft><draft> </draft>").draft == "two"


def test_words_left_and_right_of_a_tag_do_not_grow_together() -> None:
    assert parse("one<draft>x</draft>two").text == "one two"
    assert parse("one\n\n\n<draft>x</draft>\n\n\ntwo").text == "one\n\ntwo"
    assert parse("<draft>a<<reply>draft>b</draft>").draft == "a< draft>b"


def test_text_is_shown_as_soon_as_it_cannot_be_a_tag() -> None:
    parser = TagParser()
    assert [parser.feed(piece) for piece in ("Hel", "lo", " ", "you <", "3 and <thin", "g> <", "thinking>x")] == [
        "Hel", "lo", "", " you", " <3 and", " <thing>", "",
    ]  # fmt: skip


def test_a_reply_without_tags_is_not_held_back_by_the_search_for_notes() -> None:
    parser = TagParser()
    assert [parser.feed(piece) for piece in ("Mo", "de", "rate", " words")] == ["", "", "Moderate", " words"]


@pytest.mark.parametrize(
    ("notes", "read"),
    [
        ("mode: listening", Thinking("LISTENING")),
        ("**Ready Share**: yes, I think", Thinking(ready_share=True)),
        ("FeelHeardCheck: [N]", Thinking(feel_heard=False)),
        ("user_intensity: 10/10", Thinking(intensity=10)),
        ("UserIntensity: 11", Thinking()),
        ("UserIntensity: 100", Thinking()),
        ("UserIntensity: high", Thinking()),
        ("ReadyShare: perhaps\nMode:\nStrategy:", Thinking()),
        ("Mode: MIRROR\nMode: BRIDGING", Thinking("BRIDGING")),
    ],
)
def test_notes_are_read_with_some_patience(notes: str, read: Thinking) -> None:
    assert parse(f"<thinking>{notes}</thinking>").thinking == read


WORDS = [
    "Hello",
    "you",
    "<3",
    "a<b",
    "Mode:",
    "x>y",
    "\n\n",
    " ",
    "\n",
    "Strategy: wait",
    "ReadyShare: Y",
    "é",
    "<",
    ">",
    "/",
]
TAGS = ["<thinking>", "</thinking>", "<draft>", "</draft>", "<content>", "</content>", "<THINKNG>", "</ draft >", "<reply>",
        "<thinking", "</", "<thinking mode=x>", "</thinking\n"]  # fmt: skip
SOUP = st.lists(st.sampled_from(WORDS + TAGS), max_size=14).map("".join) | st.text(
    alphabet="<>/ thinkdraf:\nM", max_size=60
)


@given(SOUP, st.data())
@example("<thinking>Mode: x</thinking>Hi<draft>a</draft>", None)
def test_any_chunking_gives_the_same_as_one_chunk(raw: str, data: st.DataObject | None) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(raw)), max_size=20))) if data else range(len(raw))
    pieces = [raw[start:end] for start, end in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    whole, cut = TagParser(), TagParser()
    assert whole.feed(raw) == "".join(cut.feed(piece) for piece in pieces)
    assert whole.finish() == cut.finish()


@given(SOUP)
def test_no_soup_of_tags_lets_a_tag_through(raw: str) -> None:
    reply = parse(raw)
    assert not TAG.search(reply.text)
    assert not TAG.search(reply.draft or "")
    assert not TAG.search(reply.content or "")


@given(
    st.lists(
        st.sampled_from(["Hello", "you", "<3", "1 < 2", "a<b and b>c", "->", "\n\n", "Strategy", "<name>"])
    )
)
def test_text_without_tags_comes_through_as_it_is(words: list[str]) -> None:
    assert parse(" ".join(words)).text == " ".join(words).strip()


PROSE = (
    st.lists(st.sampled_from(["warm", "words", "1 < 2", "<3", "\n"]), min_size=1)
    .map(" ".join)
    .filter(str.strip)
)
THOUGHT = st.lists(
    st.sampled_from(["SECRET", "Mode: SECRET", "Strategy: SECRET", "<draft>", "</draft>", "\n"])
).map("".join)
DRAFTS = st.builds("<{0}>{1}</{0}>".format, st.sampled_from(["draft", "content", "DRAFT"]), PROSE)
REPLIES = st.lists(PROSE | DRAFTS | THOUGHT.map("<thinking>{}</thinking>".format), min_size=1)


@given(REPLIES)
def test_every_word_outside_thoughts_survives_and_no_thought_does(parts: list[str]) -> None:
    reply = parse(" ".join(parts))
    outside = [part for part in parts if not part.startswith("<") or part.startswith("<3")]
    assert reply.text.split() == " ".join(outside).split()
    assert "SECRET" not in f"{reply.text}{reply.draft}{reply.content}"


@given(st.text())
def test_no_text_at_all_makes_the_parser_fail(raw: str) -> None:
    reply = parse(*raw)
    assert reply == parse(raw)


def test_a_thousand_open_tags_are_just_noise() -> None:
    assert parse("<thinking>" * 1000 + "Mode: MIRROR" + "</thinking>" * 8 + "Hello").text == "Hello"
