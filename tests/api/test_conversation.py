"""Talking with the guide over HTTP: what is saved when, what the guide is shown, and what becomes of its answer."""

from __future__ import annotations

import pytest

from answers import there
from fakes import shown
from meetwithoutfear.domain.text import MESSAGE_LIMIT
from meetwithoutfear.prompts import chats, statements
from meetwithoutfear.prompts.prompt import Speaker, Turn
from people import Person
from serving import Served

QUIET = "We have hardly spoken since May."


@pytest.fixture
def signed(alice: Person) -> Person:
    alice.starts_session()
    alice.signs_compact()
    return alice


@pytest.mark.both_databases
def test_what_is_said_is_answered_and_both_are_in_the_own_chat(signed: Person, server: Served) -> None:
    server.engine.says = ["You say it has been quiet. What is that like?"]
    said = signed.says(QUIET)
    assert said["message"]["content"] == QUIET
    assert said["message"]["role"] == "USER"
    assert said["message"]["stage"] == 1
    assert there(said["reply"])["content"] == "You say it has been quiet. What is that like?"
    assert there(said["reply"])["replyTo"] == said["message"]["id"]
    assert said["help"] is None
    assert signed.reads_chat()[-2:] == [QUIET, "You say it has been quiet. What is that like?"]
    seqs = [item["seq"] for item in signed.does("GET", signed.here("/messages"))["items"]]
    assert seqs == list(range(1, len(seqs) + 1))


def test_the_partner_sees_and_hears_nothing_of_it(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    alice.signs_compact()
    chat, session = bob.reads_chat(), bob.sees_session()
    with bob.listening() as inbox:
        alice.says(QUIET, intensity=7)
        alice.thinks("I would never tell him that.")
        assert bob.reads_chat() == chat
        assert bob.sees_session() == session
        alice.pauses()
        assert inbox.next()["type"] == "session.paused"


def test_a_reply_streams_and_its_tags_stay_behind(signed: Person, server: Served) -> None:
    server.engine.says = [
        "<thinking>Mode: LISTENING\nUserIntensity: 6</thinking>It is quiet, and it weighs on you."
    ]
    with signed.saying(QUIET) as events:
        told = list(events)
    names = [name for name, _ in told]
    assert names[0] == "metadata"
    assert names[-1] == "complete"
    assert set(names[1:-1]) == {"chunk"}
    words = "".join(data["text"] for name, data in told if name == "chunk")
    assert words.strip() == "It is quiet, and it weighs on you."
    complete = told[-1][1]
    assert complete["reply"]["content"] == "It is quiet, and it weighs on you."
    assert complete["message"]["id"] == told[0][1]["messageId"]
    assert complete["intensity"] == 6
    assert "thinking" not in str(told)


def test_the_message_is_saved_before_the_first_byte_and_the_reply_outlives_the_client(
    signed: Person, server: Served
) -> None:
    server.engine.holds = True
    with signed.listening() as other_device:
        with signed.saying(QUIET) as events:
            name, data = next(events)
            assert name == "metadata"
            assert signed.last_message()["id"] == data["messageId"]
            assert signed.last_message()["replyState"] == "PENDING"
            assert signed.sees_session()["turn"]["kind"] == "GUIDE"
        # Nobody is reading any more.
        other_device.hears("message.created")
        server.engine.holds = False
        other_device.hears("message.created")
    assert signed.reads_chat()[-2:] == [QUIET, "I hear you."]
    assert signed.last_message()["replyState"] == "DONE"
    assert signed.sees_session()["turn"]["kind"] == "YOURS"


def test_one_reply_at_a_time_and_the_journal_beside_it(signed: Person, server: Served) -> None:
    server.engine.holds = True
    with signed.saying(QUIET) as events:
        next(events)
        before = signed.reads_chat()
        assert signed.is_refused("POST", signed.here("/messages"), {"content": "And?"}) == (409, "CONFLICT")
        assert signed.is_refused("POST", signed.here(f"/messages/{signed.last_message()['id']}/retry")) == (
            409,
            "CONFLICT",
        )
        assert signed.reads_chat() == before
        with signed.saying("Only for me.", "/inner-thoughts/stream") as thoughts:
            assert next(thoughts)[0] == "metadata"
            server.engine.holds = False
            assert list(thoughts)[-1][0] == "complete"
        assert list(events)[-1][0] == "complete"


def test_whoever_has_heard_enough_keeps_what_was_said_and_may_ask_again(
    signed: Person, server: Served
) -> None:
    server.engine.holds = True
    with signed.saying(QUIET) as events:
        message_id = next(events)[1]["messageId"]
        assert next(events) == ("chunk", {"text": "I"})
        assert signed.stops(message_id) == {"stopped": True}
        name, complete = list(events)[-1]
    assert name == "complete"
    assert complete["reply"]["content"] == "I"
    assert signed.last_message()["replyState"] == "STOPPED"
    server.engine.holds = False
    again = signed.asks_again(message_id)
    assert there(again["reply"])["content"] == "I hear you."
    assert signed.reads_chat()[-3:] == [QUIET, "I", "I hear you."]
    assert signed.stops(message_id) == {"stopped": True}
    assert signed.asks_again(message_id)["reply"] == again["reply"]


def test_an_engine_that_is_down_loses_nothing(signed: Person, server: Served) -> None:
    server.engine.is_down = True
    answer = signed.asks("POST", signed.here("/messages"), {"content": QUIET})
    error = answer.json()["error"]
    assert answer.status_code == 503
    assert error["code"] == "ENGINE_UNAVAILABLE"
    assert error["details"] == {"messageId": signed.last_message()["id"]}
    assert signed.last_message()["replyState"] == "FAILED"
    with signed.saying("Are you there?") as events:
        told = list(events)
    assert told[-1][0] == "error"
    assert told[-1][1]["code"] == "ENGINE_UNAVAILABLE"
    server.engine.is_down = False
    assert there(signed.asks_again(told[-1][1]["messageId"])["reply"])["content"] == "I hear you."
    assert signed.reads_chat()[-3:] == [QUIET, "Are you there?", "I hear you."]


def test_a_reply_without_a_word_is_asked_for_once_more(signed: Person, server: Served) -> None:
    empty = "<thinking>Mode: LISTENING</thinking>"
    server.engine.says = [empty, "Now I have words."]
    assert there(signed.says(QUIET)["reply"])["content"] == "Now I have words."
    server.engine.says = [empty, empty]
    assert signed.is_refused("POST", signed.here("/messages"), {"content": "And?"}) == (
        503,
        "ENGINE_UNAVAILABLE",
    )


@pytest.mark.both_databases
def test_a_repeated_request_says_it_once(signed: Person, server: Served) -> None:
    key = {"Idempotency-Key": "a phone on a train"}
    first = signed.does("POST", signed.here("/messages"), {"content": QUIET}, headers=key)
    again = signed.does("POST", signed.here("/messages"), {"content": QUIET}, headers=key)
    assert again["message"] == first["message"] | {"replyState": "DONE"}
    assert again["reply"] == first["reply"]
    assert signed.reads_chat().count(QUIET) == 1
    assert len(server.engine.asked) == 1


def test_there_is_nothing_to_ask_again_about_where_nobody_asked(signed: Person, eve: Person) -> None:
    said = signed.says(QUIET)
    own_reply = there(said["reply"])["id"]
    assert signed.is_refused("POST", signed.here(f"/messages/{own_reply}/retry")) == (
        409,
        "INVALID_TRANSITION",
    )
    for path in (f"/messages/{signed.session_id}/retry", "/messages/nonsense/stop"):
        assert signed.is_refused("POST", signed.here(path)) == (404, "NOT_FOUND")
    eve.session_id = signed.session_id
    for path in (f"/messages/{said['message']['id']}/retry", f"/messages/{own_reply}/stop"):
        assert eve.is_refused("POST", eve.here(path)) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"content": ""},
        {"content": "   \n"},
        {"content": "x" * (MESSAGE_LIMIT + 1)},
        {"content": QUIET, "emotionalIntensity": 11},
        {"content": QUIET, "emotionalIntensity": "strong"},
        {"content": ["no"]},
        {"content": QUIET, "role": "AI"},
    ],
)
def test_what_cannot_be_said_is_refused_before_any_stream_and_changes_nothing(
    signed: Person, server: Served, body: dict[str, object]
) -> None:
    before = signed.reads_chat()
    for path in ("/messages", "/messages/stream", "/inner-thoughts", "/inner-thoughts/stream"):
        assert signed.is_refused("POST", signed.here(path), body) == (422, "VALIDATION_ERROR")
    assert signed.reads_chat() == before
    assert server.engine.asked == []


def test_words_are_kept_as_they_were_written(signed: Person) -> None:
    for words in ("<b>not bold</b> & \u202eright to left", "👩‍👩‍👧 \u0301e\u0301", "x" * MESSAGE_LIMIT):
        signed.says(words)
        assert len(signed.last_message()["content"]) <= MESSAGE_LIMIT
    signed.says("<b>not bold</b> & all")
    assert signed.last_message()["content"] == "<b>not bold</b> & all"


def test_the_guide_is_asked_as_the_members_own_stage_wants_it(signed: Person, server: Served) -> None:
    unsigned = Person(server.url, "Una").registers()
    unsigned.starts_session(partner="Bob", topic="The move")
    unsigned.says("How do I put it?")
    unsigned.close()
    signed.says(QUIET, intensity=8)
    signed.feels_heard()
    signed.says("Perhaps he is tired.")
    signed.thinks("Only for me.")
    invitation, witness, perspective, journal = server.engine.asked
    assert isinstance(invitation, chats.InvitationChat)
    assert invitation.me == "Una"
    assert invitation.partner == "Bob"
    assert invitation.topic == "The move"
    assert isinstance(witness, chats.WitnessChat)
    assert witness.turn == 1
    assert witness.intensity == 8
    assert witness.turns[-1] == Turn(Speaker.MEMBER, QUIET)
    assert isinstance(perspective, statements.PerspectiveChat)
    assert perspective.turn == 1
    assert isinstance(journal, chats.JournalChat)


def test_the_journal_and_the_conversation_do_not_know_of_each_other(signed: Person, server: Served) -> None:
    signed.says(QUIET)
    signed.thinks("Only for me.")
    journal_prompt = server.engine.asked[-1]
    signed.says("And now?")
    chat_prompt = server.engine.asked[-1]
    assert QUIET not in shown(journal_prompt)
    assert "Only for me." not in shown(chat_prompt)
    assert QUIET in shown(chat_prompt)
    assert signed.reads_journal() == ["Only for me.", "I hear you."]
    assert not signed.sees("Only for me.")


def test_a_prompt_for_one_member_holds_nothing_of_the_other(
    alice: Person, bob: Person, server: Served
) -> None:
    bob.joins(alice.starts_session())
    for somebody in (alice, bob):
        somebody.signs_compact()
    alice.says("She said the word lighthouse.")
    bob.says("Bob talks about harvest.")
    bob.thinks("Bob writes about winter.")
    alice.says("And once more the lighthouse.")
    hers, his = shown(server.engine.asked[-1]), shown(server.engine.asked[1])
    assert hers.count("lighthouse") == 2
    assert not any(word in hers for word in ("harvest", "winter"))
    assert "harvest" in his
    assert "lighthouse" not in his


@pytest.mark.both_databases
def test_the_history_comes_in_pages(signed: Person) -> None:
    for number in range(4):
        signed.says(f"Thought {number}")
    newest = signed.does("GET", signed.here("/messages"), params={"limit": 3})
    assert [item["content"] for item in newest["items"]] == ["I hear you.", "Thought 3", "I hear you."]
    older = signed.does("GET", signed.here("/messages"), params={"limit": 3, "cursor": newest["nextCursor"]})
    assert [item["seq"] for item in older["items"]] == [item["seq"] - 3 for item in newest["items"]]
    signed.thinks("Only for me.")
    journal = signed.does("GET", signed.here("/inner-thoughts"), params={"limit": 1})
    assert [item["seq"] for item in journal["items"]] == [2]
    assert journal["nextCursor"] == "2"


def test_an_ended_session_takes_no_new_words_but_finishes_its_sentence(
    alice: Person, bob: Person, server: Served
) -> None:
    bob.joins(alice.starts_session())
    server.engine.holds = True
    with alice.saying(QUIET) as events:
        next(events)
        bob.leaves()
        assert alice.is_refused("POST", alice.here("/inner-thoughts"), {"content": "Hello?"}) == (
            409,
            "SESSION_ENDED",
        )
        server.engine.holds = False
        assert list(events)[-1][0] == "complete"
    assert alice.reads_chat()[-2:] == [QUIET, "I hear you."]


def test_a_draft_comes_with_the_reply_but_not_before_its_time(signed: Person, server: Served) -> None:
    signed.says(QUIET)
    signed.feels_heard()
    drafting = (
        "<thinking>Mode: BUILDING\nReadyShare: Y</thinking>How is this? <draft>He may feel alone.</draft>"
    )
    for turn in range(1, 5):
        server.engine.says = [drafting]
        said = signed.says(f"Thought {turn}")
        assert there(said["reply"])["content"] == "How is this?"
        assert said["draft"] == ("He may feel alone." if turn >= 4 else None)
        assert said["readyToShare"] is (turn >= 4)


def test_the_engine_can_offer_and_never_confirm(signed: Person, server: Served) -> None:
    wish = "<thinking>FeelHeardCheck: Y</thinking>It seems you feel heard. I have confirmed it for you."
    for turn in range(1, 4):
        server.engine.says = [wish]
        assert signed.says(f"Thought {turn}")["feelHeardOffered"] is (turn >= 3)
    assert signed.sees_session()["me"]["stage"] == 1
