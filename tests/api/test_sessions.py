"""Two people meet in one session."""

from __future__ import annotations

from collections.abc import Mapping

from answers import there
from fakes import FakeClock
from people import Person
from waiting import wait_until


def meet(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())


def test_two_people_meet_and_both_sign(alice: Person, bob: Person) -> None:
    link = alice.starts_session(partner="Bob", topic="The move")
    assert alice.sees_session()["turn"] == {
        "kind": "YOURS",
        "waitingFor": None,
        "actions": ["SIGN_COMPACT", "TALK", "PAUSE", "ARCHIVE", "LEAVE", "INVITE"],
    }
    alice.signs_compact()
    assert alice.sees_session()["turn"]["kind"] == "YOURS"
    bob.joins(link)
    bob.signs_compact()
    hers, his = alice.sees_session(), bob.sees_session()
    assert hers["status"] == his["status"] == "ACTIVE"
    assert hers["partner"] == {"name": "Bob", "joined": True, "stage": 1}
    assert his["partner"] == {"name": "Alice", "joined": True, "stage": 1}
    assert hers["me"]["stages"]["0"]["status"] == "COMPLETED"
    assert hers["me"]["stages"]["1"]["status"] == "IN_PROGRESS"
    assert his["topic"] == "The move"


def test_the_inviter_goes_on_alone(alice: Person) -> None:
    alice.starts_session()
    assert alice.signs_compact() == {
        "signed": True,
        "signedAt": "2026-11-15T12:00:00.000Z",
        "partnerSigned": False,
    }
    assert alice.sees_session()["me"]["stage"] == 1


def test_each_hears_of_the_other_without_asking(alice: Person, bob: Person) -> None:
    link = alice.starts_session()
    with alice.listening() as hers:
        bob.joins(link)
        assert hers.hears("session.joined")["sessionId"] == alice.session_id
        bob.signs_compact()
        assert hers.hears("partner.stage_completed")["data"] == {"stage": 0}
    with bob.listening() as his:
        alice.signs_compact()
        assert his.hears("partner.stage_completed")["data"] == {"stage": 0}


def test_signing_twice_is_signing_once(alice: Person, clock: FakeClock) -> None:
    alice.starts_session()
    first = alice.signs_compact()
    clock.passes(hours=1)
    assert alice.signs_compact() == first
    assert len(alice.reads_chat()) == 2


def test_a_chat_is_its_owners_alone(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    alice.signs_compact()
    assert len(alice.reads_chat()) == 3
    assert len(bob.reads_chat()) == 1


def test_old_messages_are_found_by_the_cursor(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    alice.signs_compact()
    newest = alice.does("GET", alice.here("/messages"), params={"limit": 2})
    assert [message["seq"] for message in newest["items"]] == [2, 3]
    before = alice.does("GET", alice.here("/messages"), params={"limit": 2, "cursor": newest["nextCursor"]})
    assert [message["seq"] for message in before["items"]] == [1]
    assert before["nextCursor"] is None


def test_a_pause_is_one_members_and_both_see_it(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    assert alice.pauses()["paused"] == {"byMe": True, "byPartner": False}
    assert bob.sees_session()["paused"] == {"byMe": False, "byPartner": True}
    bob.resumes()
    assert bob.sees_session()["paused"]["byPartner"] is True
    alice.resumes()
    assert bob.sees_session()["paused"] == {"byMe": False, "byPartner": False}


def test_who_leaves_ends_it_for_both_and_takes_their_words_along(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    with alice.listening() as hers:
        assert bob.leaves()["status"] == "ENDED"
        hers.hears("session.left")
    assert bob.is_refused("GET", bob.here()) == (404, "NOT_FOUND")
    assert bob.is_refused("GET", bob.here("/messages")) == (404, "NOT_FOUND")
    assert bob.sees_list() == []
    hers_now = alice.sees_session()
    assert hers_now["status"] == "ENDED"
    assert hers_now["partner"] == {"name": "Your partner", "joined": False, "stage": None}
    assert alice.is_refused("POST", alice.here("/pause")) == (409, "SESSION_ENDED")
    assert len(alice.reads_chat()) == 2


def test_leaving_twice_gives_the_same_answer(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    first = bob.leaves()
    assert bob.leaves() == first


def test_who_stayed_may_leave_too_and_takes_their_words_along(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    bob.leaves()
    alice.leaves()
    assert alice.is_refused("GET", alice.here()) == (404, "NOT_FOUND")
    assert alice.sees_list() == []


def test_an_archived_session_comes_back_with_news(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    alice.archives()
    assert alice.sees_list() == []
    assert [item["id"] for item in alice.sees_list(archived="true")] == [alice.session_id]
    bob.signs_compact()
    assert [item["id"] for item in alice.sees_list()] == [alice.session_id]


def test_the_list_runs_by_own_activity_and_in_pages(alice: Person, clock: FakeClock) -> None:
    made = []
    for name in ("Ada", "Ben", "Cem"):
        alice.starts_session(partner=name)
        made.append(alice.session_id)
        clock.passes(minutes=1)
    alice.session_id = made[0]
    alice.signs_compact()
    page = alice.does("GET", "/sessions", params={"limit": 2})
    assert [item["partnerName"] for item in page["items"]] == ["Ada", "Cem"]
    rest = alice.does("GET", "/sessions", params={"limit": 2, "cursor": page["nextCursor"]})
    assert [item["partnerName"] for item in rest["items"]] == ["Ben"]
    assert rest["nextCursor"] is None


def test_the_version_counts_changes_of_the_own_view_alone(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    hers, his = alice.sees_session()["version"], bob.sees_session()["version"]
    alice.archives()
    assert alice.sees_session()["version"] == hers + 1
    assert bob.sees_session()["version"] == his


def test_a_session_of_others_is_like_none(alice: Person, eve: Person) -> None:
    alice.starts_session()
    missing = "00000000-0000-4000-8000-000000000000"
    calls = [
        ("GET", ""),
        ("GET", "/messages"),
        ("GET", "/compact/status"),
        ("POST", "/pause"),
        ("POST", "/leave"),
    ]
    calls += [("POST", "/resume"), ("POST", "/archive"), ("POST", "/compact/sign")]
    for method, path in calls:
        foreign = eve.asks(method, f"/sessions/{alice.session_id}{path}")
        nothing = eve.asks(method, f"/sessions/{missing}{path}")
        nonsense = eve.asks(method, f"/sessions/nonsense{path}")
        assert foreign.status_code == nothing.status_code == nonsense.status_code == 404
        assert foreign.content == nothing.content == nonsense.content


def test_the_same_key_makes_one_session_and_answers_twice(alice: Person) -> None:
    key = {"Idempotency-Key": "one intent"}
    first = alice.does("POST", "/sessions", {"partnerName": "Bob"}, headers=key)
    again = alice.does("POST", "/sessions", {"partnerName": "Bob"}, headers=key)
    assert first == again
    assert len(alice.sees_list()) == 1
    refused = alice.is_refused("POST", "/sessions", {"partnerName": "Ben"}, headers=key)
    assert refused == (409, "CONFLICT")


def test_a_key_is_forgotten_after_a_day(alice: Person, clock: FakeClock) -> None:
    key = {"Idempotency-Key": "one intent"}
    alice.does("POST", "/sessions", {"partnerName": "Bob"}, headers=key)
    clock.passes(hours=26)

    def forgotten() -> bool:
        alice.does("POST", "/sessions", {"partnerName": "Bob"}, headers=key)
        return len(alice.sees_list()) == 2

    wait_until(forgotten, "the key is forgotten")


def test_a_session_contains_what_is_read_of_its_parts(ranked: tuple[Person, Person]) -> None:
    for one in ranked:
        whole = one.sees_session()
        assert whole["needs"] == one.sees_needs()
        assert whole["comparison"] == one.compares_needs()
        assert {**there(whole["ground"]), "help": None} == one.sees_ground()
        assert whole["pool"] == one.sees_pool()
        assert whole["overlap"] == one.sees_overlap()
        assert whole["readiness"] == {"ready": True, "partnerReady": True, "canStartRanking": False}
        assert there(whole["ranking"])["partnerSubmitted"]
        assert whole["agreements"] == []


def test_a_session_contains_agreements_with_what_was_said_looking_back(
    ranked: tuple[Person, Person],
) -> None:
    alice, bob = ranked
    agreed = alice.proposes("Ten minutes on Sunday")
    bob.answers(agreed["id"], yes=True)
    alice.resolves()
    bob.looks_back(agreed["id"], felt="Lighter.", share=False)
    for one in (alice, bob):
        (seen,) = one.sees_session()["agreements"]
        assert {**seen, "help": None} == one.sees_check_in(agreed["id"])
    assert alice.sees_session()["agreements"][0]["partner"] is None


def test_nothing_of_what_has_not_begun_is_there(couple: tuple[Person, Person]) -> None:
    alice, _ = couple
    seen: Mapping[str, object] = alice.sees_session()
    for part in ("draft", "draftConcern", "comparison", "ground", "pool", "readiness", "ranking", "overlap"):
        assert seen[part] is None
    for part in ("needs", "agreements"):
        assert seen[part] == []


def test_a_draft_is_in_the_session_of_its_writer_alone(couple: tuple[Person, Person]) -> None:
    alice, bob = couple
    kept = alice.drafts("You never listen, you selfish pig.")
    seen = alice.sees_session()
    assert (seen["draft"], seen["draftConcern"]) == (kept["draft"], kept["concern"])
    assert bob.sees_session()["draft"] is None
