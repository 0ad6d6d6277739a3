"""Pushes reach the browser they are for, can be read there and nowhere else, and never knock inside our own house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from fakes import FakeClock
from looking import rows
from meetwithoutfear.actions.notifications import Endpoint, may_be_reached
from meetwithoutfear.store.tables import jobs, mails, push_subscriptions
from people import Person
from pushing import Browser, PushService
from serving import Served, served, settings_for
from waiting import wait_until

KEY = "AQID" * 10 + "AQI"
VAPID = {"MWF_VAPID_PRIVATE_KEY": KEY, "MWF_VAPID_SUBJECT": "mailto:us@example.org"}


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService().open() as open_service:
        yield open_service


@pytest.fixture
def server(database_url: str, tmp_path: Path, clock: FakeClock) -> Iterator[Served]:
    with served(settings_for(database_url, tmp_path, **VAPID), clock) as running:
        yield running


def subscribes(somebody: Person, service: PushService, name: str) -> Browser:
    browser = Browser(service, name)
    somebody.does("POST", "/me/push-subscriptions", browser.subscription)
    return browser


def bob_is_invited(alice: Person, server: Served) -> None:
    server.engine.finds = ["gaps"]
    alice.shares_statement("Canary: I imagine that you feel alone.")
    alice.comes_to("AWAITING_SHARING")
    server.rests()
    server.clock.passes(minutes=2)


def tries(server: Served) -> int:
    wanted = sa.select(jobs.c.attempts).where(jobs.c.kind == "send_mail")
    return sum(row.attempts for row in rows(server.settings.database_url, wanted))


@pytest.mark.both_databases
def test_a_push_says_as_much_as_a_mail_on_each_of_the_browsers(
    couple: tuple[Person, Person], server: Served, service: PushService
) -> None:
    alice, bob = couple
    phone, laptop = subscribes(bob, service, "phone"), subscribes(bob, service, "laptop")
    other = subscribes(alice, service, "other")
    bob_is_invited(alice, server)
    service.wait_for(2)
    server.rests()
    link = f"{server.settings.base_url}/sessions/{bob.session_id}"
    told = {"title": "You could share a little more with Alice, if you like", "url": link}
    assert phone.shows() == laptop.shows() == [told]
    assert other.shows() == []
    _, headers, body = service.taken[0]
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Authorization"].endswith(f"k={bob.does('GET', '/push/key')['key']}")
    assert b"Alice" not in body


def test_a_browser_that_is_gone_is_forgotten(
    couple: tuple[Person, Person], server: Served, service: PushService
) -> None:
    alice, bob = couple
    subscribes(bob, service, "phone")
    service.answers = [410]
    bob_is_invited(alice, server)
    wait_until(
        lambda: rows(server.settings.database_url, push_subscriptions.select()) == [], "it is forgotten"
    )
    server.rests()
    assert rows(server.settings.database_url, mails.select()) == []


def test_a_service_in_trouble_is_asked_again_and_one_that_says_no_is_not(
    couple: tuple[Person, Person], server: Served, service: PushService
) -> None:
    alice, bob = couple
    phone = subscribes(bob, service, "phone")
    service.answers = [503, 429]
    bob_is_invited(alice, server)
    for number in (1, 2):
        wait_until(lambda number=number: tries(server) == number, f"failure {number} is noted")
        [mail] = rows(server.settings.database_url, mails.select())
        assert mail.handed_over_at is None
        server.clock.passes(minutes=10)
    service.wait_for(1)
    server.rests()
    assert len(phone.shows()) == 1
    service.answers = [403]
    bob.declines_offer()
    bob.shares_statement("I imagine that you feel unseen.")
    bob.comes_to("REVEALED")
    server.rests()
    server.clock.passes(hours=2)
    server.rests()
    server.clock.passes(hours=2)
    server.rests()
    assert service.asked == 4
    assert len(phone.shows()) == 1


def test_without_a_wish_or_a_subscription_nothing_is_pushed(
    couple: tuple[Person, Person], server: Served, service: PushService
) -> None:
    alice, bob = couple
    phone, laptop = subscribes(bob, service, "phone"), subscribes(bob, service, "laptop")
    bob.does("DELETE", "/me/push-subscriptions", {"endpoint": phone.endpoint})
    bob.does("DELETE", "/me/push-subscriptions", {"endpoint": phone.endpoint})
    bob.does("PUT", "/me/notifications", {"email": True, "push": False, "quietHours": None})
    bob_is_invited(alice, server)
    server.rests()
    assert service.asked == 0
    # A browser is told of whoever signed in on it last, and of nobody else.
    alice.does("POST", "/me/push-subscriptions", laptop.subscription)
    assert alice.is_refused("POST", "/me/push-subscriptions", {"endpoint": laptop.endpoint}) == (
        422,
        "VALIDATION_ERROR",
    )
    [left] = rows(server.settings.database_url, push_subscriptions.select())
    assert str(left.user_id) == alice.does("GET", "/me")["user"]["id"]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/abc",
        "https://localhost/abc",
        "https://10.0.0.7/abc",
        "https://192.168.1.1/abc",
        "https://169.254.169.254/latest",
        "https://[fd00::1]/abc",
        "https://somebody@push.example.net/abc",
        "https://push.example.net/a b",
        "https://push.example.net/\r\nX: y",
        "https://push.example.net:port/abc",
        "file:///etc/passwd",
        "ftp://push.example.net/abc",
        "https://",
    ],
)
def test_only_services_on_the_open_net_are_knocked_at(
    alice: Person, service: PushService, endpoint: str
) -> None:
    keys = Browser(service, "x").subscription["keys"]
    refused = alice.is_refused("POST", "/me/push-subscriptions", {"endpoint": endpoint, "keys": keys})
    assert refused == (422, "VALIDATION_ERROR")


def test_a_name_that_leads_inside_is_not_followed(database_url: str, tmp_path: Path) -> None:
    at_home = settings_for(database_url, tmp_path)
    outside = settings_for(database_url, tmp_path, MWF_BASE_URL="https://meet.example.org")
    place = Endpoint("push.example.net", 443, "/abc", secure=True)
    assert may_be_reached(place, "93.184.215.14", outside)
    for address in ("10.0.0.7", "127.0.0.1", "::1", "169.254.169.254", "fd00::1", "0.0.0.0", "224.0.0.1"):  # noqa: S104
        assert not may_be_reached(place, address, outside)
    assert may_be_reached(Endpoint("127.0.0.1", 80, "/", secure=False), "127.0.0.1", at_home)
    assert not may_be_reached(Endpoint("127.0.0.1", 80, "/", secure=False), "10.0.0.7", at_home)


def test_a_browser_has_real_keys(alice: Person, service: PushService) -> None:
    fine = Browser(service, "x").subscription
    for name, value in (("p256dh", "AAAA"), ("p256dh", "!" * 87), ("auth", "AAAA"), ("auth", "")):
        odd = {**fine, "keys": {**fine["keys"], name: value}}
        assert alice.is_refused("POST", "/me/push-subscriptions", odd) == (422, "VALIDATION_ERROR")


def test_a_device_that_is_signed_out_is_told_nothing_more(
    alice: Person, server: Served, service: PushService
) -> None:
    phone = Person(server.url, "Alice").signs_in()
    subscribes(phone, service, "phone")
    here = subscribes(alice, service, "here")
    [other] = [one["id"] for one in alice.does("GET", "/me/devices")["items"] if not one["current"]]
    alice.asks("DELETE", f"/me/devices/{other}")
    phone.close()
    left = rows(server.settings.database_url, push_subscriptions.select())
    assert [row.endpoint for row in left] == [here.endpoint]
