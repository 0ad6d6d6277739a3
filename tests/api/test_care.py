"""Care over real HTTP: after words of danger a conversation is about that alone, until the person says they are safe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from answers import there
from hearing import events_in
from looking import everything
from people import Person
from serving import Served, mwf_process, wait_until_ready

DESPAIR = "I want to kill myself."
FEAR = "I am afraid of him, he hits me when he is drunk."


@pytest.fixture
def alice_and_bob(alice: Person, bob: Person) -> tuple[Person, Person]:
    bob.joins(alice.starts_session())
    for somebody in (alice, bob):
        somebody.signs_compact()
    return alice, bob


STAYS, URGENT, OVER = "stays", "urgent", "over"
"""How the conversation stands after the fifth turn."""

TALKS: dict[str, tuple[list[tuple[str, str]], str]] = {
    "means named after a yes": (
        [
            ("I want to die", "have you thought about how"),
            ("yes", "Is there something near you"),
            ("yes i do", "call 112 now"),
            ("every night", "Who could be with you"),
            ("i already have the pills", "What makes it hard to call"),
        ],
        URGENT,
    ),
    "a hint that is denied": (
        [
            ("Everyone would be better off without me.", "are you having thoughts of ending your life"),
            ("no not really", "Are you safe right now"),
            ("yeah im ok", "tell me on where we were"),
            ("he forgot my birthday again", "I hear you."),
            ("that hurt", "I hear you."),
        ],
        OVER,
    ),
    "a figure of speech": (
        [
            (DESPAIR, "have you thought about how"),
            ("omg it was a figure of speech", "Are you safe right now"),
            ("i guess", ""),
            ("im safe, really, i was just angry", "are you safe now"),
            ("yes", "more gravely than you meant"),
        ],
        OVER,
    ),
    "silence": (
        [
            (DESPAIR, "have you thought about how"),
            ("...", "You need not say more"),
            ("idk", "Nothing is expected of you"),
            ("leave me alone", "That is all right"),
            ("whatever", ""),
        ],
        STAYS,
    ),
    "questions to the guide": (
        [
            (DESPAIR, "have you thought about how"),
            ("who can read this?", "Nobody but you"),
            ("are you a real person", "I am a program"),
            ("will you call the police?", "I cannot call anyone"),
            ("no i havent", "somebody who could sit with you"),
        ],
        STAYS,
    ),
    "afraid, and he comes home": (
        [
            (FEAR, "near you right now"),
            ("no hes at work", "could happen today"),
            ("idk", "Does somebody outside know"),
            ("my sister does", "This device may be looked at"),
            ("omg he is outside the door", "go where there are people"),
        ],
        URGENT,
    ),
    "got out": (
        [
            ("He threatened me with a knife and I am scared of him.", "near you right now"),
            ("yes he is in the kitchen", "Can you get out"),
            ("i left the house", "Are you safe"),
            ("yes im at my sisters", "tell me on where we were"),
            ("i dont know how it got this far", "I hear you."),
        ],
        OVER,
    ),
    "hurting oneself, and more": (
        [
            ("I cut myself again last night.", "Are you injured"),
            ("no", "thoughts of ending your life"),
            ("yes", "how you would do it"),
            ("on the bridge near work", "call 112 now"),
            ("no one is here", "Who could be with you"),
        ],
        URGENT,
    ),
    "wants to hurt him": (
        [
            ("I am going to hurt him.", "near you right now"),
            ("no he went out", "within your reach"),
            ("no", "take you in"),
            ("my mate tom i guess", "let them know now"),
            ("ok i called him, he is coming over", "Are you safe"),
        ],
        STAYS,
    ),
    "a child": (
        [
            ("He beats our children.", "Is the child in danger right now"),
            ("not now", "be with the child today"),
            ("my mum could", "line for the protection of children"),
            ("i am ashamed", "next hours safe"),
            ("she will fetch them", ""),
        ],
        STAYS,
    ),
    "turning to something else": (
        [
            (DESPAIR, "have you thought about how"),
            ("anyway. she never apologised for the cake", "We will come back to that"),
            ("no", ""),
            ("no", ""),
            ("can we go on?", "I want to go on"),
        ],
        STAYS,
    ),
    "taken back and said again": (
        [
            (DESPAIR, "have you thought about how"),
            ("forget it, i did not mean it like that", "Are you safe right now"),
            ("no", "call 112 now"),
            ("I want to kill myself", "Who could be with you"),
            ("tonight", ""),
        ],
        URGENT,
    ),
    "auf Deutsch": (
        [
            ("Ich will nicht mehr leben.", "wie du dein Leben beenden"),
            ("ja", "in deiner Nähe"),
            ("nein", "heute oder in den nächsten Tagen"),
            ("weiß nicht", "Du musst nicht mehr sagen"),
            ("meine schwester ist jetzt bei mir", "in Sicherheit"),
        ],
        STAYS,
    ),
    "auf Deutsch, dringend": (
        [
            ("Ich habe Angst vor meinem Mann, er schlägt mich.", "gerade in deiner Nähe"),
            ("ja er ist hier", "Kommst du hinaus"),
            ("nein", "in den nächsten Minuten"),
            ("ich habe die nachbarin angerufen", "in Sicherheit"),
            ("ja", "wo wir waren"),
        ],
        OVER,
    ),
}


@pytest.mark.parametrize(("turns", "end"), TALKS.values(), ids=TALKS.keys())
def test_a_talk_of_five_turns(alice: Person, server: Served, turns: list[tuple[str, str]], end: str) -> None:
    alice.starts_session()
    alice.signs_compact()
    alice.does("PATCH", "/me", {"region": "DE"})
    answers = list[str]()
    for words, expected in turns:
        answer = there(alice.says(words)["reply"])["content"]
        assert expected in answer
        assert answer not in answers or answer == "I hear you."
        answers.append(answer)
    care = alice.sees_session()["care"]
    assert (care is None) == (end is OVER)
    assert bool(care and care["urgent"]) == (end is URGENT)
    asked = [prompt.turns[-1].text for prompt in server.engine.asked]
    assert asked == [words for words, expected in turns if expected == "I hear you."]


def test_in_care_no_gate_moves_and_nothing_crosses_and_what_is_written_is_kept(
    alice_and_bob: tuple[Person, Person],
) -> None:
    alice, _ = alice_and_bob
    alice.says("It began in May.")
    alice.says(DESPAIR)
    assert alice.is_refused("POST", alice.here("/feel-heard"), {"confirmed": True}) == (409, "SAFETY_HOLD")
    assert "FEEL_HEARD" not in alice.sees_session()["turn"]["actions"]
    assert "CONTINUE" in alice.sees_session()["turn"]["actions"]
    alice.goes_on()
    alice.feels_heard()
    alice.says(DESPAIR)
    words = {"consent": True, "content": "You may be tired."}
    assert alice.is_refused("POST", alice.here("/empathy/consent"), words) == (409, "SAFETY_HOLD")
    assert there(alice.drafts("You may be tired, too.")["draft"])["content"] == "You may be tired, too."
    assert alice.tells_intensity(7)["emotion"]["intensity"] == 7
    alice.goes_on()
    assert alice.shares_statement("You may be tired.")["status"] == "HELD"


def test_nothing_said_in_care_is_ever_used_and_the_guide_goes_on_where_it_was(
    alice_and_bob: tuple[Person, Person], server: Served
) -> None:
    alice, _ = alice_and_bob
    alice.says("It began in May.")
    for words in (DESPAIR, "no i have not", "i told my brother", "yes"):
        alice.says(words)
    said = alice.says("In May she moved out.")
    assert there(said["reply"])["content"] == "I hear you."
    known = [turn.text for turn in server.engine.asked[-1].turns]
    assert known[-3:] == ["It began in May.", "I hear you.", "In May she moved out."]


def test_care_outlives_the_death_of_the_server_and_help_comes_with_every_turn(
    database_url: str, tmp_path: Path, unused_port: int
) -> None:
    url, log = f"http://127.0.0.1:{unused_port}", tmp_path / "server.log"
    env = {
        "MWF_DATABASE_URL": database_url,
        "MWF_DATA_DIR": str(tmp_path / "data"),
        "MWF_PORT": str(unused_port),
    }
    alice = Person(url, "Alice")
    with mwf_process("serve", env=env, log=log) as process:
        wait_until_ready(url)
        alice.registers().starts_session()
        alice.does("PATCH", "/me", {"region": "GB"})
        alice.says(DESPAIR)
        process.kill()
        process.wait()
    with mwf_process("serve", env=env, log=log):
        wait_until_ready(url)
        assert alice.sees_care()["about"] == "suicide"
        answer = alice.says("yes")
        assert "near you" in there(answer["reply"])["content"]
        assert there(answer["help"])["resources"][0]["contact"].startswith("999")
    alice.close()


def test_the_journal_answers_in_the_journal(alice: Person) -> None:
    alice.starts_session()
    alice.thinks(DESPAIR)
    alice.thinks("yes")
    assert "near you" in alice.reads_journal()[-1]
    assert not alice.sees("near you")
    assert "near you" not in there(alice.says("hello")["reply"])["content"]


def test_what_arrives_meanwhile_is_shown_after_care(alice: Person, bob: Person) -> None:
    token = alice.starts_session()
    alice.signs_compact()
    alice.says(DESPAIR)
    bob.joins(token)
    assert not alice.sees("has joined")
    with alice.listening() as inbox:
        alice.says("it was a figure of speech")
        alice.says("yes")
        assert inbox.hears("message.created")
    chat = alice.does("GET", alice.here("/messages"))["items"]
    assert "has joined" in chat[-1]["content"]
    assert [item["seq"] for item in chat] == list(range(1, len(chat) + 1))


def test_the_partner_goes_on_and_the_reveal_comes_while_one_is_in_care(
    alice_and_bob: tuple[Person, Person],
) -> None:
    alice, bob = alice_and_bob
    for somebody in (alice, bob):
        somebody.says("It has been a long year.")
        somebody.feels_heard()
    alice.shares_statement("I imagine that Bob is tired.")
    alice.says(DESPAIR)
    bob.shares_statement("I imagine that Alice is tired.")
    bob.comes_to("REVEALED")
    assert bob.sees("I imagine that Bob is tired.")
    assert not alice.sees("I imagine that Alice is tired.")
    before = alice.sees_session()["version"]
    alice.goes_on()
    assert alice.sees("I imagine that Alice is tired.")
    assert alice.sees_session()["version"] > before


def test_a_reply_cannot_be_asked_for_in_care(alice: Person, server: Served) -> None:
    alice.starts_session()
    server.engine.is_down = True
    assert alice.is_refused("POST", alice.here("/messages"), {"content": "It began in May."})[0] == 503
    server.engine.is_down = False
    failed = alice.last_message()
    alice.says(DESPAIR)
    path = alice.here(f"/messages/{failed['id']}/retry")
    assert alice.is_refused("POST", path) == (409, "SAFETY_HOLD")
    alice.goes_on()
    assert there(alice.asks_again(failed["id"])["reply"])["content"] == "I hear you."


def test_words_of_danger_in_a_statement_are_held_and_answered_in_the_chat(
    alice_and_bob: tuple[Person, Person],
) -> None:
    alice, bob = alice_and_bob
    for somebody in (alice, bob):
        somebody.says("It has been a long year.")
        somebody.feels_heard()
    words = {"consent": True, "content": "You do not see that I want to die."}
    assert alice.is_refused("POST", alice.here("/empathy/consent"), words) == (409, "SAFETY_HOLD")
    assert alice.sees_care()["about"] == "suicide"
    assert alice.sees("have you thought about how you would end your life")
    alice.goes_on()
    assert alice.does("POST", alice.here("/empathy/consent"), words)["attempt"]["content"] == words["content"]


@pytest.fixture
def invited(couple: tuple[Person, Person], server: Served) -> Person:
    """Bob, who is asked to share a little more."""
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    alice.shares_statement("I imagine that Bob is tired.")
    alice.comes_to("AWAITING_SHARING")
    return bob


def coach_answers(bob: Person, *said: str) -> Any:
    """The talk lives with the client, so the whole of it comes along; by turns the person's and the coach's."""
    turns = [{"role": ("user", "assistant")[at % 2], "content": words} for at, words in enumerate(said)]
    path = bob.here("/reconciler/refinement-chat/message")
    with bob.http.stream("POST", path, json={"messages": turns}) as answer:
        return dict(events_in(answer))["complete"]


def test_in_the_coach_danger_is_answered_there_and_the_chat_gets_no_line_of_it(
    invited: Person, server: Served
) -> None:
    bob, said = invited, "just say that I'm scared of her, she hits me when she yells"
    chat, asked = bob.reads_chat(), len(server.engine.asked)
    first = coach_answers(bob, said)
    assert "near you right now" in first["response"]
    assert first["help"]["resources"]
    assert bob.reads_chat() == chat
    care = bob.sees_session()["care"]
    assert there(care)["about"] is None
    assert there(care)["urgent"] is False
    second = coach_answers(bob, said, first["response"], "yes she is here")
    assert "way out" in second["response"]
    assert bob.reads_chat() == chat
    assert len(server.engine.asked) == asked
    path, words = (
        bob.here("/empathy/share-suggestion/respond"),
        {"action": "accept", "content": "I am tired."},
    )
    assert bob.is_refused("POST", path, words) == (409, "SAFETY_HOLD")
    assert "Before we go on" in there(bob.says("hello")["reply"])["content"]
    bob.goes_on()
    assert bob.answers_offer("accept", content="I am tired.")["status"] == "ACCEPTED"


def test_of_danger_in_the_coach_nothing_is_written_but_that_there_is_care(
    invited: Person, server: Served
) -> None:
    url = server.settings.database_url
    bob = invited
    bob.sees_session()
    before = everything(url)
    coach_answers(bob, "I want to kill myself")
    after = everything(url)
    changed = {table for table in before if before[table] != after[table]}
    assert changed <= {"members", "journal", "inbox", "users", "offers", "devices"}
    assert "suicide" not in str(after["members"])


def test_saying_in_the_coach_that_one_is_safe_ends_it(invited: Person) -> None:
    bob, talk = invited, list[str]()
    for words in ("I want to kill myself", "it was a figure of speech", "yes"):
        talk += [words, coach_answers(bob, *talk, words)["response"]]
    assert "more gravely" in talk[-1]
    assert bob.sees_session()["care"] is None
    assert not bob.sees("ending your life")


def test_a_hint_in_the_coach_is_asked_about_there_and_holds_nothing(invited: Person, server: Served) -> None:
    bob, said = invited, "everyone would be better off without me"
    first = coach_answers(bob, said)["response"]
    assert "thoughts of ending your life" in first
    assert bob.sees_session()["care"] is None
    server.engine.says = ["How would you like to say it?"]
    asked = coach_answers(bob, said, first, "no")["response"]
    assert "Are you safe right now" in asked
    assert "where we were" in coach_answers(bob, said, first, "no", asked, "yes")["response"]


def test_refining_a_suggestion_with_words_of_danger_is_answered_beside_it(invited: Person) -> None:
    bob = invited
    chat = bob.reads_chat()
    answer = bob.answers_offer("refine", instructions="Tell her that I want to die.")
    assert answer["proposedContent"] is None
    assert "end your life" in there(answer["response"])
    assert bob.reads_chat() == chat


def test_a_draft_is_saved_on_after_care_and_begins_it_again_only_by_another_danger(
    couple: tuple[Person, Person],
) -> None:
    alice, _ = couple
    alice.drafts(FEAR)
    assert alice.sees_care()["about"] == "abuse"
    alice.goes_on()
    said = alice.reads_chat()
    answer = alice.drafts(f"{FEAR} I want you to know it")
    assert there(answer["draft"])["content"].endswith("know it")
    assert alice.sees_session()["care"] is None
    assert alice.reads_chat() == said, "nothing is said about it again"
    alice.drafts(f"{FEAR} I want you to know it. {DESPAIR}")
    assert alice.sees_care()["about"] == "suicide"


class CountingEar:
    """The listener, and how often it was asked to listen."""

    def __init__(self, listener: Any) -> None:
        self.listener, self.heard = listener, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.listener, name)

    async def hears_danger(self, text: str) -> Any:
        self.heard += 1
        return await self.listener.hears_danger(text)


def test_access_and_state_come_before_any_word_is_looked_at(
    alice_and_bob: tuple[Person, Person], server: Served
) -> None:
    alice, bob = alice_and_bob
    ear = server.app.state.listener = CountingEar(server.app.state.listener)
    nowhere = "/sessions/00000000-0000-4000-8000-000000000000"
    for path, body in (
        ("/messages", {"content": DESPAIR}),
        ("/empathy/draft", {"content": DESPAIR}),
        ("/emotions", {"intensity": 3, "context": DESPAIR}),
        ("/strategies", {"description": DESPAIR}),
        ("/empathy/consent", {"consent": True, "content": DESPAIR}),
    ):
        assert alice.is_refused("POST", nowhere + path, body) == (404, "NOT_FOUND")
    assert alice.is_refused("POST", alice.here("/strategies"), {"description": DESPAIR})[0] == 409
    consent = {"consent": True, "content": DESPAIR}
    assert alice.is_refused("POST", alice.here("/empathy/consent"), consent)[0] == 409
    bob.leaves()
    assert alice.is_refused("POST", alice.here("/messages"), {"content": DESPAIR}) == (409, "SESSION_ENDED")
    assert ear.heard == 0


def test_a_repeated_request_is_not_listened_to_again(
    alice_and_bob: tuple[Person, Person], server: Served
) -> None:
    alice, _ = alice_and_bob
    ear = server.app.state.listener = CountingEar(server.app.state.listener)
    key = {"Idempotency-Key": "a phone on a train"}
    first = alice.does("POST", alice.here("/messages"), {"content": DESPAIR}, headers=key)
    again = alice.does("POST", alice.here("/messages"), {"content": DESPAIR}, headers=key)
    assert first["reply"] == again["reply"]
    assert ear.heard == 1
