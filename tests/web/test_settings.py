"""The settings: how one is told outside the app, what one takes along, and going for good."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pushing import Browser, PushService
from serving import served, settings_for
from waiting import wait_until
from web.accessibility import WALKED, is_fine
from web.person import PASSWORD, Person
from web.story import both_with_the_guide

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium

pytestmark = pytest.mark.browser

KEY = "AQID" * 10 + "AQI"
VAPID = {"MWF_VAPID_PRIVATE_KEY": KEY, "MWF_VAPID_SUBJECT": "mailto:us@example.org"}

# The push service of the browser's maker: this browser is subscribed to ours instead.
SUBSCRIBES = """made => {
    let current = null;
    const subscription = {
        endpoint: made.endpoint, toJSON: () => ({...made, expirationTime: null}),
        unsubscribe: async () => { current = null; return true; },
    };
    PushManager.prototype.subscribe = async () => (current = subscription);
    PushManager.prototype.getSubscription = async () => current;
}"""

IS_SUBSCRIBED = """async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.pushManager.getSubscription()) !== null;
}"""
NOTES = """async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({title, data}) => ({title, url: data}));
}"""


@pytest.fixture
def pushing(tmp_path: Path, migrated: str) -> Iterator[str]:
    with served(settings_for(migrated, tmp_path, **VAPID)) as running:
        yield running.url


def test_what_somebody_wishes_is_there_again_after_a_reload(visitor: Callable[..., Person]) -> None:
    alice = visitor("Alice", timezone_id="Europe/Berlin")
    alice.comes_home()
    alice.follows("Settings")
    mail = alice.page.get_by_label("Write to me by e-mail")
    expect(mail).to_be_checked()
    expect(alice.page.get_by_label("From", exact=True)).to_have_value("22:00")
    mail.uncheck()
    alice.writes("From", "21:30")
    alice.writes("Until", "")
    alice.presses("Save notifications")
    expect(alice.page.get_by_label("Until")).to_be_focused()
    alice.reads("Please fill this in.")
    alice.writes("Until", "09:00")
    alice.presses("Save notifications")
    alice.reads("Saved.")
    expect(alice.page.get_by_label("Time zone")).to_have_value("Europe/Berlin")
    expect(alice.page.get_by_label("Until")).to_have_value("09:00")
    alice.page.reload()
    expect(mail).not_to_be_checked()
    expect(alice.page.get_by_label("From", exact=True)).to_have_value("21:30")
    expect(alice.page.get_by_label("Until")).to_have_value("09:00")

    alice.page.get_by_label("Keep quiet hours").uncheck()
    expect(alice.page.get_by_label("Until")).to_have_count(0)
    alice.presses("Save notifications")
    alice.reads("Saved.")
    alice.page.reload()
    expect(mail).not_to_be_checked()
    expect(alice.page.get_by_label("Keep quiet hours")).not_to_be_checked()


def test_everything_of_mine_comes_as_one_file(alice: Person) -> None:
    alice.comes_home()
    alice.starts_a_session_with("Bob", "The move to the coast")
    alice.opens("/settings")
    with alice.page.expect_download() as coming:
        alice.follows("Download everything")
    assert coming.value.suggested_filename == "meet-without-fear.zip"
    archive = zipfile.ZipFile(io.BytesIO(Path(coming.value.path()).read_bytes()))
    assert json.loads(archive.read("export.json"))["account"]["email"] == alice.email
    assert "The move to the coast" in archive.read("export.md").decode()
    alice.arrives_at("Settings")


def test_deleting_the_account_takes_two_steps_and_ends_the_sessions_without_a_word(
    alice: Person, bob: Person
) -> None:
    both_with_the_guide(alice, bob)
    bob.opens("/settings")
    bob.page.get_by_text("Delete your account").click()
    bob.reads("What you have shared stays with the person you shared it with, without your name.")
    bob.page.get_by_role("button", name="Delete my account").click(force=True)
    bob.arrives_at("Settings")
    bob.page.get_by_label("I understand that this cannot be undone").check()
    bob.writes_here("Current password", "not his password")
    bob.presses("Delete my account")
    bob.reads("This is not the password of this account.")
    bob.writes_here("Current password", PASSWORD)
    bob.presses("Delete my account")
    bob.arrives_at("Goodbye, and take good care")
    alice.arrives_at("A session that has ended")
    alice.reads("This session has ended")
    alice.no_longer_reads("deleted")

    bob.opens("/settings")
    bob.arrives_at("Welcome back")
    bob.signs_in()
    bob.reads("This e-mail address and password do not match.")


def test_without_a_key_of_the_server_no_notes_on_this_device_are_offered(alice: Person) -> None:
    alice.comes_home()
    with alice.page.expect_response("**/api/v1/push/key") as answer:
        alice.opens("/settings")
    assert answer.value.json()["data"] == {"key": None}
    expect(alice.page.get_by_label("Write to me by e-mail")).to_be_visible()
    alice.may_not_press("Turn on for this device")


def test_a_browser_that_refuses_says_so(visitor: Callable[..., Person], pushing: str) -> None:
    alice = visitor("Alice", pushing)
    alice.comes_home()
    alice.opens("/settings")
    alice.presses("Turn on for this device")
    alice.reads("This device does not let us show you notes.")
    alice.may_press("Turn on for this device")


def test_a_device_is_told_from_a_click_until_another_or_until_one_signs_out(
    visitor: Callable[..., Person], pushing: str
) -> None:
    alice = visitor("Alice", pushing, permissions=["notifications"])
    alice.comes_home()
    alice.opens("/settings")
    with PushService().open() as service:
        subscription = Browser(service, "phone").subscription
        alice.page.evaluate(SUBSCRIBES, subscription)
        with alice.page.expect_request("**/me/push-subscriptions") as told:
            alice.presses("Turn on for this device")
        alice.reads("Turned on for this device.")
        assert told.value.method == "POST"
        assert told.value.post_data_json == subscription
        with alice.page.expect_request("**/me/push-subscriptions") as told:
            alice.presses("Turn off for this device")
        alice.reads("Turned off for this device.")
        assert told.value.method == "DELETE"
        assert told.value.post_data_json == {"endpoint": subscription["endpoint"]}
        alice.presses("Turn on for this device")
        alice.may_press("Turn off for this device")
        assert alice.page.evaluate(IS_SUBSCRIBED)
        alice.presses("Sign out")
        alice.arrives_at("Understand each other again, without facing each other while it hurts")
        wait_until(lambda: not alice.page.evaluate(IS_SUBSCRIBED), "this device is told nothing any more")


def test_a_push_becomes_a_note_that_knows_where_to_lead(address: str, windowed: Chromium) -> None:
    page = windowed.new_page()
    alice = Person(page, address, "Alice")
    page.context.grant_permissions(["notifications"], origin=alice.url)
    alice.opens("/")
    browser = page.context.new_cdp_session(page)
    registrations: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda update: registrations.extend(one["registrationId"] for one in update["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/push.js').then(() => navigator.serviceWorker.ready)")
    words = {"title": "Alice has shared something with you", "url": f"{alice.url}/sessions/1"}
    push = {"origin": alice.url, "registrationId": registrations[-1], "data": json.dumps(words)}

    def is_shown() -> bool:
        # As a push service does: what comes while the worker is still waking up is lost, and sent again.
        notes = page.evaluate(NOTES)
        if not notes:
            browser.send("ServiceWorker.deliverPushMessage", push)
        return words in notes

    wait_until(is_shown, "the note is shown")


@pytest.mark.slow
@pytest.mark.parametrize("width", WALKED)
def test_the_settings_are_accessible_and_fit(
    visitor: Callable[..., Person], pushing: str, width: int
) -> None:
    size = {"viewport": {"width": width, "height": 700}, "reduced_motion": "reduce"}
    alice = visitor("Alice", pushing, **size)
    alice.comes_home()
    alice.opens("/settings")
    alice.page.get_by_text("This device", exact=True).wait_for()
    alice.may_press("Turn on for this device")
    alice.page.get_by_text("Delete your account").click()
    is_fine(alice, "Settings")
    alice.page.get_by_label("I understand that this cannot be undone").check()
    for folded in ("Change your e-mail address", "Change your password"):
        alice.page.get_by_text(folded).click()
    is_fine(alice, "Settings")
    for folded in ("Change your e-mail address", "Change your password"):
        alice.page.get_by_text(folded).click()
    alice.writes_here("Current password", PASSWORD)
    alice.page.get_by_role("button", name="Delete my account").click()
    is_fine(alice, "Goodbye, and take good care")
