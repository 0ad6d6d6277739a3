"""How what is mailed and pushed is worded. The words are closed texts, in data/letters.md: whoever reads a mailbox learns
that there is an account, or that something waits, and nothing of it. Not even the new address is told to the old one, which
may be read by somebody one has left."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from meetwithoutfear.actions.credentials import LINK_LIFETIME, LONG_LINK_LIFETIME, make_link
from meetwithoutfear.actions.invitations import check_open, join_url
from meetwithoutfear.config import Settings
from meetwithoutfear.data import read_text
from meetwithoutfear.domain.errors import Gone, NotFound
from meetwithoutfear.domain.moves import News
from meetwithoutfear.domain.notifications import Letter, Purpose, headline, is_away, sentence
from meetwithoutfear.domain.text import clean_email
from meetwithoutfear.domain.view import partner_view
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import invitation_token, unsubscribe_token
from meetwithoutfear.store.outbox import Mail, load_preferences
from meetwithoutfear.store.people import InvitationRow, Link, find_user, load_invitation
from meetwithoutfear.store.sessions import load_for_work

LINKS = {
    Letter.WELCOME: (Purpose.SIGN_IN, LONG_LINK_LIFETIME),
    Letter.SIGN_IN: (Purpose.SIGN_IN, LINK_LIFETIME),
    Letter.NEW_PASSWORD: (Purpose.NEW_PASSWORD, LINK_LIFETIME),
    Letter.NEW_EMAIL: (Purpose.NEW_EMAIL, LONG_LINK_LIFETIME),
}
"""What the link in a letter is good for, and how long."""


@dataclass(frozen=True)
class MailText:
    to: str
    subject: str
    body: str
    link: str = ""
    unsubscribe_url: str | None = None
    """Of what is told about a session, and only of that."""


def read_words() -> dict[str, tuple[str, str]]:
    """The subject and the body of each."""
    _, *parts = re.split(r"^<!-- (\w+)(?:: (.*))? -->\n", read_text("letters.md"), flags=re.MULTILINE)
    letters = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return {name: (subject or "", f"{body.strip()}\n") for name, subject, body in letters}


WORDS = read_words()


async def write_mail(tx: Tx, settings: Settings, mail: Mail, now: datetime) -> MailText | None:
    """Nothing where there is nothing to be told any more."""
    if mail.session_id is not None:
        return await news_letter(tx, settings, mail, mail.session_id)
    if mail.letter is not None:
        return await account_letter(tx, mail, settings.base_url, now)
    invitation = await load_invitation(tx, mail.invitation_id) if mail.invitation_id else None
    return invitation_letter(settings, invitation, now) if invitation else None


async def account_letter(tx: Tx, mail: Mail, base_url: str, now: datetime) -> MailText | None:
    """Nothing where there is no such account, and nothing to confirm where all is confirmed."""
    user, letter = mail.user, mail.letter
    if user is None or letter is None or (letter is Letter.WELCOME and user.email_proven):
        return None
    to, link = mail.email or user.email, ""
    subject, words = WORDS[letter.lower()]
    if letter is Letter.NEW_EMAIL and await find_user(tx, clean_email(to)):
        subject, words = WORDS["email_in_use"]
    elif letter in LINKS:
        purpose, lifetime = LINKS[letter]
        link = await make_link(tx, Link(user.id, purpose, to), base_url, now + lifetime)
    return MailText(to, subject, words.format(link=link, base_url=base_url))


def invitation_letter(settings: Settings, invitation: InvitationRow, now: datetime) -> MailText | None:
    try:
        if check_open(invitation, now).email is None:
            return None
    except (NotFound, Gone):
        return None
    token = invitation_token(settings.secret_key, invitation.nonce)
    subject, words = WORDS["invitation"]
    body = words.format(
        partner=invitation.partner_name,
        inviter=invitation.inviter_name,
        link=join_url(settings.base_url, token),
        until=f"{invitation.expires_at:%d %B %Y}",
    )
    return MailText(str(invitation.email), subject, body)


async def news_letter(tx: Tx, settings: Settings, mail: Mail, session_id: UUID) -> MailText | None:
    """Nothing for somebody who has asked for no more of these since, or has been here while the mail server was not."""
    user = mail.user
    if user is None:
        return None
    preferences = await load_preferences(tx, user.id)
    if not (preferences.push if mail.subscription_id else preferences.email):
        return None
    session = await load_for_work(tx, session_id)
    side = session.side_of(user.id)
    if not is_away(session.members[side], mail.created_at):
        return None
    partner, token = partner_view(session, side).name, unsubscribe_token(settings.secret_key, user.id)
    link = f"{settings.base_url}/sessions/{session.id}"
    lines = "\n".join(f"- {sentence(kind, partner)}" for kind in mail.types)
    _, words = WORDS["reminder" if mail.types == (News.REMINDER,) else "news"]
    body = words.format(name=user.name, lines=lines, link=link)
    footer = WORDS["footer"][1].format(unsubscribe=f"{settings.base_url}/unsubscribe#{token}")
    unsubscribe_url = f"{settings.base_url}/api/v1/notifications/unsubscribe/{token}"
    return MailText(user.email, headline(mail.types, partner), f"{body}\n{footer}", link, unsubscribe_url)
