"""Somebody in front of a browser: does what the screen offers, by role and name, and looks at what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PASSWORD = "a long walk home"
RESTING_FRAMES = 4
RESTS = """frames => new Promise(rests => {
    let seen = "", still = 0;
    const look = () => {
        const place = `${scrollX} ${scrollY} ${document.documentElement.scrollHeight}`;
        still = place === seen ? still + 1 : 0;
        seen = place;
        if (still < frames) requestAnimationFrame(look);
        else rests();
    };
    look();
})"""


class Person:
    def __init__(self, page: Page, url: str, name: str) -> None:
        self.page = page
        self.url = url
        self.name = name
        self.email = f"{name.lower()}-{uuid4().hex}@example.org"

    def asks(self, path: str, **words: Any) -> Any:
        """Past the screen, as their own browser could: for what a test begins with, but is not about."""
        answer = self.page.request.post(f"{self.url}/api/v1{path}", data=words)
        assert answer.ok, answer.text()
        return answer.json()["data"]

    def has_an_account(self) -> None:
        self.asks("/auth/register", name=self.name, email=self.email, password=PASSWORD)

    def knows_the_guide(self) -> None:
        """Has read what it is, on this device."""
        self.page.context.add_init_script("localStorage.setItem('mwf:guide-known', 'yes')")

    def opens(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.url + path)

    def presses(self, name: str) -> None:
        self.points_at(self.page.get_by_role("button", name=name, exact=True)).click()

    def follows(self, name: str) -> None:
        self.points_at(self.page.get_by_role("link", name=name, exact=True)).click()

    def follows_first(self, name: str) -> None:
        self.points_at(self.page.get_by_role("link", name=name, exact=True).first).click()

    def points_at(self, target: Locator) -> Locator:
        """As people do, once the page rests: should it scroll between pressing and letting go, nothing would happen."""
        target.wait_for()
        self.page.evaluate(RESTS, RESTING_FRAMES)
        return target

    def writes(self, label: str, text: str) -> None:
        self.page.get_by_label(label).fill(text)

    def writes_here(self, label: str, text: str) -> None:
        """Where several fields bear the same name, and all but one are folded away."""
        self.page.get_by_label(label, exact=True).filter(visible=True).fill(text)

    def unfolds(self, name: str) -> None:
        self.points_at(self.page.locator("summary", has_text=name)).click()

    def arrives_at(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1, name=heading, exact=True)).to_be_visible()

    def reads(self, words: str) -> None:
        expect(self.page.get_by_text(words).filter(visible=True).first).to_be_visible()

    def no_longer_reads(self, words: str) -> None:
        expect(self.page.get_by_text(words)).to_have_count(0)

    def may_press(self, name: str) -> None:
        expect(self.page.get_by_role("button", name=name, exact=True)).to_be_visible()

    def may_not_press(self, name: str) -> None:
        expect(self.page.get_by_role("button", name=name, exact=True)).to_have_count(0)

    def comes_home(self) -> None:
        """Somebody new, in front of their first page."""
        self.has_an_account()
        self.opens("/")
        self.arrives_at(f"Hello, {self.name}")

    def registers(self) -> None:
        self.opens("/register")
        self.writes("Your name", self.name)
        self.writes("E-mail address", self.email)
        self.writes("Password", PASSWORD)
        self.presses("Create account")
        self.arrives_at(f"Hello, {self.name}")

    def signs_in(self) -> None:
        self.writes("E-mail address", self.email)
        self.writes("Password", PASSWORD)
        self.presses("Sign in")

    def starts_a_session_with(self, partner: str, topic: str = "") -> str:
        """Gives the invitation's link and stays on its page."""
        self.opens("/sessions/new")
        self.writes("Who is it with?", partner)
        self.writes("What is it about?", topic)
        self.presses("Create session")
        self.arrives_at(f"Invite {partner}")
        return self.page.get_by_label("Invitation link").input_value()

    def joins(self, link: str, inviter: str) -> None:
        self.opens(link)
        self.writes("Your name", self.name)
        self.writes("E-mail address", self.email)
        self.writes("Password", PASSWORD)
        self.presses("Accept and begin")
        self.arrives_at(f"You and {inviter}")

    def signs_the_compact(self) -> None:
        self.follows("Read the compact")
        self.arrives_at("The Curiosity Compact")
        self.presses("I promise")

    def conversation(self) -> Locator:
        return self.page.get_by_role("region", name="With the guide")

    def bubbles(self, of: str) -> Locator:
        """What the guide or oneself said, one list item each."""
        whose = self.page.get_by_text(of, exact=True)
        return self.page.get_by_role("listitem").filter(has=whose)

    def says(self, words: str, to: str = "Your words to the guide") -> None:
        self.writes(to, words)
        self.presses("Send")

    def says_and_is_answered(self, words: str, to: str = "Your words to the guide") -> str:
        said_before = self.bubbles("Guide").count()
        self.says(words, to)
        expect(self.bubbles("Guide")).to_have_count(said_before + 1)
        self.may_not_press("Stop the answer")
        return self.bubbles("Guide").last.inner_text()

    def has_said_once(self, words: str) -> None:
        expect(self.bubbles("You").filter(has_text=words)).to_have_count(1)

    def marks_the_page(self) -> None:
        """What a script left on the page is gone after a reload."""
        self.page.evaluate("window.marked = true")

    def has_never_reloaded(self) -> None:
        assert self.page.evaluate("window.marked === true")
