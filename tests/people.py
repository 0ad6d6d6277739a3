"""The cast: people who use the product over real HTTP. Tests read as their story."""

# What comes over the wire may be anything; what it is stands at each answer.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

import httpx

import answers as a
from hearing import Listener, Refused, events_in
from waiting import PATIENCE_SECONDS, wait_until

PASSWORD = "a long walk home"
# Nobody here speaks TLS, but every client would read the list of authorities for itself: that takes as long as a request.
AUTHORITIES = httpx.create_ssl_context()


class Person:
    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.email = f"{name.lower()}@example.org"
        self.http = httpx.Client(
            base_url=f"{url}/api/v1", timeout=PATIENCE_SECONDS, trust_env=False, verify=AUTHORITIES
        )
        self.session_id = ""
        self.link_token = ""

    def close(self) -> None:
        self.http.close()

    def asks(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.http.request(method, path, json=body, **more)

    def does(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        answer = self.asks(method, path, body, **more)
        if not answer.is_success:
            raise Refused(answer)
        return answer.json()["data"] if answer.content else None

    def is_refused(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, str]:
        answer = self.asks(method, path, body, **more)
        assert not answer.is_success, f"{method} {path} was allowed"
        return answer.status_code, answer.json()["error"]["code"]

    def here(self, path: str = "") -> str:
        return f"/sessions/{self.session_id}{path}"

    def registers(self) -> Person:
        sign_in = self.does(
            "POST", "/auth/register", {"email": self.email, "password": PASSWORD, "name": self.name}
        )
        self.carries(sign_in["token"])
        return self

    def signs_in(self, password: str = PASSWORD) -> Person:
        sign_in = self.does("POST", "/auth/login", {"email": self.email, "password": password})
        self.carries(sign_in["token"])
        return self

    def carries(self, token: str) -> None:
        """As any client but a browser does: a token, no cookies."""
        self.http.cookies.clear()
        self.http.headers["Authorization"] = f"Bearer {token}"

    def starts_session(
        self, partner: str = "Bob", topic: str | None = None, relation: str | None = None
    ) -> str:
        made = self.does("POST", "/sessions", {"partnerName": partner, "topic": topic, "relation": relation})
        self.session_id = made["session"]["id"]
        self.link_token = made["invitation"]["token"]
        return self.link_token

    def invites_again(self, **words: str) -> str:
        self.link_token = self.does("POST", self.here("/invitation"), words)["invitation"]["token"]
        return self.link_token

    def joins(self, token: str, relation: str | None = None) -> Person:
        accepted = self.does("POST", f"/invitations/{token}/accept", {"relation": relation})
        self.session_id = accepted["sessionId"]
        return self

    def joins_as_newcomer(self, token: str) -> Person:
        words = {"name": self.name, "email": self.email, "password": PASSWORD}
        accepted = self.does("POST", f"/invitations/{token}/accept", words)
        self.carries(accepted["token"])
        self.session_id = accepted["sessionId"]
        return self

    def calls_it(self, relation: str | None) -> a.Session:
        """Says what the two are to each other."""
        return self.does("PUT", self.here("/relation"), {"relation": relation})["session"]

    def signs_compact(self) -> a.Compact:
        return self.does("POST", self.here("/compact/sign"))

    def pauses(self) -> a.Session:
        return self.does("POST", self.here("/pause"))["session"]

    def resumes(self) -> a.Session:
        return self.does("POST", self.here("/resume"))["session"]

    def archives(self) -> a.Session:
        return self.does("POST", self.here("/archive"))["session"]

    def leaves(self) -> a.Session:
        return self.does("POST", self.here("/leave"))["session"]

    def sees_session(self) -> a.Session:
        return self.does("GET", self.here())["session"]

    def sees_care(self) -> a.Care:
        care = self.sees_session()["care"]
        assert care, f"{self.name} is not in care"
        return care

    def sees_list(self, **query: str) -> list[dict[str, Any]]:
        return self.does("GET", "/sessions", params=query)["items"]

    def reads_chat(self) -> list[str]:
        return [message["content"] for message in self.does("GET", self.here("/messages"))["items"]]

    def has_on_screen(self, words: str | None = None) -> None:
        """The app says that the conversation was shown, up to these words or to its end."""
        items = self.does("GET", self.here("/messages"))["items"]
        last = next(item for item in reversed(items) if words is None or item["content"] == words)
        self.does("POST", self.here("/messages/seen"), {"seq": last["seq"]})

    def opens_share_tab(self) -> None:
        self.does("POST", self.here("/share-tab/seen"))

    def sees(self, words: str) -> bool:
        """In their own chat."""
        return any(words in content for content in self.reads_chat())

    def says(self, content: str, intensity: int | None = None) -> a.Said:
        words = {"content": content, **({"emotionalIntensity": intensity} if intensity else {})}
        return self.does("POST", self.here("/messages"), words)

    def thinks(self, content: str) -> dict[str, Any]:
        return self.does("POST", self.here("/inner-thoughts"), {"content": content})

    def reads_journal(self) -> list[str]:
        return [item["content"] for item in self.does("GET", self.here("/inner-thoughts"))["items"]]

    def last_message(self, role: str = "USER") -> a.Message:
        items = self.does("GET", self.here("/messages"))["items"]
        return next(item for item in reversed(items) if item["role"] == role)

    def asks_again(self, message_id: str) -> a.Said:
        return self.does("POST", self.here(f"/messages/{message_id}/retry"))

    def stops(self, message_id: str) -> dict[str, bool]:
        return self.does("POST", self.here(f"/messages/{message_id}/stop"))

    def feels_heard(self, *feelings: str, most: str | None = None, words: str | None = None) -> a.Heard:
        chosen = [{"feeling": feeling, "most": feeling == most} for feeling in feelings]
        return self.does(
            "POST", self.here("/feel-heard"), {"confirmed": True, "feelings": chosen, "words": words}
        )

    def comes_to_guess(self, *told: str) -> Person:
        """Signs, talks, feels heard: from here on it is about the other."""
        self.signs_compact()
        for words in told or ("It has been a long and lonely year.",):
            self.says(words)
        self.feels_heard()
        return self

    def drafts(self, content: str, **more: Any) -> a.Drafted:
        return self.does("POST", self.here("/empathy/draft"), {"content": content, **more})

    def looks_once_more(self, content: str) -> str | None:
        """At words about to be shared: what in them may hurt."""
        return self.does("POST", self.here("/empathy/last-look"), {"content": content})["concern"]

    def shares_statement(self, content: str, **more: Any) -> a.Attempt:
        words = {"consent": True, "content": content, **more}
        return self.does("POST", self.here("/empathy/consent"), words)["attempt"]

    def sees_exchange(self) -> a.Exchange:
        return self.does("GET", self.here("/empathy/status"))

    def my_status(self) -> str | None:
        mine = self.sees_exchange()["myAttempt"]
        return mine["status"] if mine else None

    def sees_own_attempt(self) -> a.Attempt:
        mine = self.sees_exchange()["myAttempt"]
        assert mine, f"{self.name} has no statement"
        return mine

    def comes_to(self, status: str) -> a.Exchange:
        """Waits until their own statement reads so."""
        wait_until(lambda: self.my_status() == status, f"{self.name} is {status}")
        return self.sees_exchange()

    def is_offered(self) -> a.Offer | None:
        return self.does("GET", self.here("/empathy/share-suggestion"))["suggestion"]

    def is_shown_offer(self) -> a.Offer:
        offer = self.is_offered()
        assert offer, f"{self.name} is not invited to share"
        return offer

    def answers_offer(self, action: str, **more: Any) -> a.Responded:
        return self.does("POST", self.here("/empathy/share-suggestion/respond"), {"action": action, **more})

    def shares_context(self, content: str) -> a.Responded:
        wait_until(self.is_offered, f"{self.name} is invited to share")
        return self.answers_offer("accept", content=content)

    def declines_offer(self) -> a.Responded:
        wait_until(self.is_offered, f"{self.name} is invited to share")
        return self.answers_offer("decline")

    def resubmits(self, content: str) -> a.Standing:
        return self.does("POST", self.here("/empathy/resubmit"), {"content": content})

    def keeps_statement(self) -> a.Standing:
        return self.does("POST", self.here("/empathy/keep"))

    def validates(self, rating: str, feedback: str | None = None, *, share: bool = False) -> a.Judged:
        words = {"rating": rating, "feedback": feedback, "shareFeedback": share}
        return self.does("POST", self.here("/empathy/validate"), words)

    def accepts_difference(self) -> a.Judged:
        return self.does("POST", self.here("/empathy/skip-refinement"))

    def sees_partner_statement(self) -> a.PartnerAttempt | None:
        return self.does("GET", self.here("/empathy/partner"))["attempt"]

    def is_shown_guess(self) -> a.PartnerAttempt:
        guess = self.sees_partner_statement()
        assert guess, f"{self.name} is shown nothing"
        return guess

    def understands(self, partner: Person) -> Person:
        """Both guess, both find themselves in the other's guess: from here on it is about needs."""
        for one, other in ((self, partner), (partner, self)):
            one.shares_statement(f"I imagine that {other.name} is tired.")
        for one in (self, partner):
            one.comes_to("REVEALED")
        for one in (self, partner):
            one.validates("ACCURATE")
        return self

    def finds_needs(self) -> list[a.Need]:
        return self.does("POST", self.here("/needs/extract"))["needs"]

    def sees_needs(self) -> list[a.Need]:
        return self.does("GET", self.here("/needs"))["needs"]

    def adds_need(self, need: str, category: str = "CONNECTION", description: str = "") -> a.Need:
        words = {"need": need, "category": category, "description": description}
        return self.does("POST", self.here("/needs"), words)["need"]

    def confirms_needs(self, *ids: str, adjustment: str | None = None) -> list[a.Need]:
        said = [{"needId": each, "confirmed": True, "adjustment": adjustment} for each in ids]
        return self.does("POST", self.here("/needs/confirm"), {"confirmations": said})["needs"]

    def shares_needs(self, *ids: str) -> list[a.Need]:
        """These, or all that are confirmed."""
        wanted = ids or [need["id"] for need in self.sees_needs() if need["confirmed"]]
        return self.does("POST", self.here("/needs/consent"), {"needIds": list(wanted)})["needs"]

    def compares_needs(self) -> a.Comparison:
        return self.does("GET", self.here("/needs/comparison"))

    def sees_ground(self) -> a.Ground:
        return self.does("GET", self.here("/common-ground"))

    def is_told_of_ground(self) -> list[a.GroundItem]:
        wait_until(lambda: self.sees_ground()["analysisComplete"], f"{self.name} is told of common ground")
        return self.sees_ground()["commonGround"]

    def confirms_ground(self, *ids: str, confirmed: bool = True) -> a.Ground:
        said = [{"commonGroundId": each, "confirmed": confirmed} for each in ids]
        return self.does("POST", self.here("/common-ground/confirm"), {"confirmations": said})

    def proposes_ground(self, **item: Any) -> a.GroundItem:
        return self.does("POST", self.here("/common-ground/propose"), item)["item"]

    def stands_with(self, partner: Person, need: str = "to be heard") -> Person:
        """Both name the same need and say yes to it: from here on it is about something to try."""
        for one in (self, partner):
            one.shares_needs(one.adds_need(need)["id"])
        for one in (self, partner):
            one.confirms_ground(one.is_told_of_ground()[0]["id"])
        return self

    def sees_pool(self) -> a.Pool:
        return self.does("GET", self.here("/strategies"))

    def has_idea(self, description: str, **more: Any) -> a.Added:
        return self.does("POST", self.here("/strategies"), {"description": description, **more})

    def asks_for_ideas(self, **more: Any) -> list[a.Idea]:
        return self.does("POST", self.here("/strategies/suggest"), more)["suggestions"]

    def is_ready(self) -> a.Readiness:
        return self.does("POST", self.here("/strategies/ready"))

    def reopens(self) -> dict[str, str]:
        return self.does("POST", self.here("/strategies/reopen"))

    def ranks(self, *ids: str) -> a.Ranking:
        return self.does("POST", self.here("/strategies/rank"), {"rankedIds": list(ids)})

    def ranks_with(self, partner: Person) -> a.Idea:
        """Both are ready and rank the same one idea, which it gives: the first by its words, for the order is by chance."""
        for one in (self, partner):
            one.is_ready()
        wanted = min(self.sees_pool()["strategies"], key=itemgetter("description"))
        for one in (self, partner):
            one.ranks(wanted["id"])
        return wanted

    def sees_overlap(self) -> a.Overlap:
        return self.does("GET", self.here("/strategies/overlap"))

    def proposes(self, description: str, **more: Any) -> a.Agreement:
        words = {"description": description, "type": "MICRO_EXPERIMENT", **more}
        return self.does("POST", self.here("/agreements"), words)["agreement"]

    def answers(self, agreement_id: str, *, yes: bool, **more: Any) -> a.Confirmation:
        path = self.here(f"/agreements/{agreement_id}/confirm")
        return self.does("POST", path, {"confirmed": yes, **more})

    def agrees_with(self, partner: Person, follow_up: str | None = None) -> str:
        """Both are ready, rank the same, and one says yes to the other's words. Gives the agreement's id."""
        wanted = self.ranks_with(partner)
        made = self.proposes(wanted["description"], strategyId=wanted["id"], followUpDate=follow_up)
        partner.answers(made["id"], yes=True)
        return str(made["id"])

    def sees_agreements(self) -> list[a.Agreement]:
        return self.does("GET", self.here("/agreements"))["agreements"]

    def resolves(self) -> a.Resolution:
        return self.does("POST", self.here("/resolve"))

    def closes(self) -> a.Closing:
        return self.does("POST", self.here("/close"))

    def looks_back(self, agreement_id: str, **said: Any) -> a.CheckIns:
        word = {"done": "YES", "wish": "COMPLETE", **said}
        return self.does("POST", self.here(f"/agreements/{agreement_id}/check-in"), word)

    def sees_check_in(self, agreement_id: str) -> a.CheckIns:
        return self.does("GET", self.here(f"/agreements/{agreement_id}/check-in"))

    def sees_consents(self) -> list[a.Consent]:
        return self.does("GET", "/me/consents")["items"]

    def is_seen(self, target: str) -> list[bool]:
        """Of each consent of that kind, newest first, whether the other one has seen it."""
        return [item["seenAt"] is not None for item in self.sees_consents() if item["targetType"] == target]

    def takes_back(self, target: str) -> a.Consent:
        """The newest consent of that kind."""
        found = next(
            item for item in self.sees_consents() if item["targetType"] == target and not item["revokedAt"]
        )
        return self.does("POST", f"/me/consents/{found['id']}/revoke")["consent"]

    def sees_pending(self) -> a.Pending:
        return self.does("GET", self.here("/pending-actions"))

    def sees_badge(self) -> a.Badge:
        return self.does("GET", "/notifications/badge-count")

    def tells_intensity(self, intensity: int, context: str | None = None) -> a.ToldEmotion:
        return self.does("POST", self.here("/emotions"), {"intensity": intensity, "context": context})

    def goes_on(self) -> a.Session:
        return self.does("POST", self.here("/safety/continue"))["session"]

    @contextmanager
    def saying(self, content: str, path: str = "/messages/stream") -> Iterator[Iterator[tuple[str, Any]]]:
        """The reply as it comes in: pairs of event and data."""
        with self.http.stream("POST", self.here(path), json={"content": content}) as answer:
            if not answer.is_success:
                answer.read()
                raise Refused(answer)
            yield events_in(answer)

    @contextmanager
    def listening(self, after: int | None = None) -> Iterator[Listener]:
        listener = Listener(self.http, after)
        try:
            yield listener
        finally:
            listener.close()
