"""What waits for the caller, what they have consented to, and how they are told outside the app: preferences, browsers to
push to, and a way out that needs no sign-in."""

from __future__ import annotations

from datetime import time
from typing import Annotated

from pydantic import AfterValidator, Field

from meetwithoutfear.actions import consents, notifications
from meetwithoutfear.actions.consents import ConsentView
from meetwithoutfear.actions.notifications import BadgeCount
from meetwithoutfear.api.auth import CallerHere, MemberHere, VisitorHere, parsed_id
from meetwithoutfear.api.models import ListOf, Nothing, Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_anybody, routes_for_members
from meetwithoutfear.api.sessions import Cursor, Limit, bad_cursor
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.notifications import Preferences, QuietHours
from meetwithoutfear.domain.pending import SeenView, WaitingView
from meetwithoutfear.store.ids import from_letters
from meetwithoutfear.store.outbox import PushAddress


class ConsentAnswer(Wire):
    consent: ConsentView


POINT_BYTES = 65
AUTH_BYTES = 16
ENDPOINT_LIMIT = 1000

Hour = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", examples=["22:00"])]
# No space and no line break: what is written here goes into the head of a request.
Address = Annotated[
    str,
    Field(
        min_length=1,
        max_length=ENDPOINT_LIMIT,
        pattern=r"^[!-~]+$",
        examples=["https://push.example.net/abc"],
    ),
]


class QuietHoursBody(Wire):
    """By the clock of the caller's time zone."""

    begins: Annotated[Hour, Field(alias="from")]
    ends: Annotated[Hour, Field(alias="to")]


class PreferencesBody(Wire):
    """Mails and pushes about what waits; sign-in links and invitations always come."""

    email: YesOrNo
    push: YesOrNo
    quiet_hours: QuietHoursBody | None

    @classmethod
    def of(cls, wanted: Preferences) -> PreferencesBody:
        quiet = wanted.quiet_hours
        hours = QuietHoursBody(begins=f"{quiet.begins:%H:%M}", ends=f"{quiet.ends:%H:%M}") if quiet else None
        return cls(email=wanted.email, push=wanted.push, quiet_hours=hours)

    def wanted(self) -> Preferences:
        hours = self.quiet_hours
        quiet = (
            QuietHours(time.fromisoformat(hours.begins), time.fromisoformat(hours.ends)) if hours else None
        )
        return Preferences(self.email, self.push, quiet)


def a_point(text: str) -> str:
    key = from_letters(text)
    if len(key) != POINT_BYTES or key[0] != 4:  # noqa: PLR2004  # an uncompressed point begins with it
        raise ValueError("This is not a key of a browser.")
    return text


def a_secret(text: str) -> str:
    if len(from_letters(text)) != AUTH_BYTES:
        raise ValueError("This is not a secret of a browser.")
    return text


class Keys(Wire):
    p256dh: Annotated[str, Field(alias="p256dh", max_length=100), AfterValidator(a_point)]
    auth: Annotated[str, Field(max_length=100), AfterValidator(a_secret)]


class Subscription(Wire):
    """As the browser gives it."""

    endpoint: Address
    keys: Keys


class EndpointBody(Wire):
    endpoint: Address


class PushKey(Wire):
    key: str | None


doors = routes_for_anybody("notifications", "/notifications")
router = routes_for_members("notifications")


@router.get("/sessions/{session_id}/pending-actions")
async def list_pending(caller: MemberHere) -> WaitingView:
    return await notifications.list_pending(caller)


@router.post("/sessions/{session_id}/pending-actions/{item_id}/seen")
async def see_item(item_id: str, caller: MemberHere) -> SeenView:
    return await notifications.look_at_item(caller, parsed_id(item_id))


@router.get("/notifications/badge-count")
async def count_badges(caller: CallerHere) -> BadgeCount:
    return await notifications.count_badges(caller)


@router.get("/me/consents")
async def list_consents(caller: CallerHere, limit: Limit = 50, cursor: Cursor = None) -> ListOf[ConsentView]:
    """Everything the caller has agreed to share: what exactly, with whom, when; newest first."""
    try:
        before = parsed_id(cursor) if cursor else None
    except NotFound:
        raise bad_cursor() from None
    found = await consents.list_consents(caller, before, limit + 1)
    page = found[:limit]
    more = str(page[-1].id) if len(found) > limit else None
    return ListOf(items=page, next_cursor=more)


@router.post("/me/consents/{consent_id}/revoke")
async def revoke_consent(consent_id: str, caller: CallerHere) -> ConsentAnswer:
    """Takes back what was not seen yet; what was seen is left out of everything from now on."""
    return ConsentAnswer(consent=await consents.revoke_consent(caller, parsed_id(consent_id)))


@doors.post("/unsubscribe/{token}", responses=refusals(404))
async def unsubscribe(token: str, visitor: VisitorHere) -> Nothing:
    """No more mails about what waits. Mail providers call it for many people at once (RFC 8058); repeating does no harm."""
    await notifications.unsubscribe(visitor, token)
    return Nothing()


@router.get("/me/notifications")
async def read_preferences(caller: CallerHere) -> PreferencesBody:
    return PreferencesBody.of(await notifications.look_at_preferences(caller))


@router.put("/me/notifications")
async def change_preferences(body: PreferencesBody, caller: CallerHere) -> PreferencesBody:
    return PreferencesBody.of(await notifications.change_preferences(caller, body.wanted()))


@router.get("/push/key")
async def read_push_key(caller: CallerHere) -> PushKey:
    """What a browser needs to subscribe; null where push is off."""
    return PushKey(key=notifications.public_push_key(caller.settings))


@router.post("/me/push-subscriptions", status_code=201)
async def subscribe(body: Subscription, caller: CallerHere) -> EndpointBody:
    keys = from_letters(body.keys.p256dh), from_letters(body.keys.auth)
    await notifications.subscribe(caller, PushAddress(body.endpoint, *keys))
    return EndpointBody(endpoint=body.endpoint)


@router.delete("/me/push-subscriptions")
async def cancel_subscription(body: EndpointBody, caller: CallerHere) -> None:
    await notifications.cancel_subscription(caller, body.endpoint)
