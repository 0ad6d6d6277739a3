"""What is written about an account. Closed texts: whoever reads a mailbox learns that there is an account, and nothing of
it. Not even the new address is told to the old one, which may be read by somebody one has left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from meetwithoutfear.actions.links import LINK_LIFETIME, LONG_LINK_LIFETIME, make_link
from meetwithoutfear.domain.account import Letter, Purpose
from meetwithoutfear.domain.text import clean_email
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.outbox import Mail
from meetwithoutfear.store.people import Link, find_user

NOT_ASKED = "If you did not ask for it, you need not do anything."
NOT_YOU = """If this was not you, choose a new password; that signs out every other device:

{base_url}/forgot"""

WELCOME = """Hello,

somebody, most likely you, made an account at Meet Without Fear with this address. This link confirms that the address
is yours. It works once, within a day:

{link}

Open it where you are signed in, or have your password at hand: then everything stays as it is. If it was not you who
made the account, the link makes it yours all the same: everybody else is signed out, and you can delete what is there.
"""

SIGN_IN = f"""Hello,

this link signs you in to Meet Without Fear. It works once, within 30 minutes:

{{link}}

{NOT_ASKED}
"""

NEW_PASSWORD = f"""Hello,

with this link you choose a new password for Meet Without Fear, and every other device is signed out. It works once,
within 30 minutes:

{{link}}

{NOT_ASKED} Your password stays as it is.
"""

NEW_EMAIL = f"""Hello,

somebody, most likely you, wants to use this address for their account at Meet Without Fear. This link does it. It works
once, within a day, where you are signed in or with your password:

{{link}}

{NOT_ASKED} Please do not pass the link on.
"""

EMAIL_IN_USE = f"""Hello,

somebody, most likely you, wants to use this address for another account at Meet Without Fear. There is already one with
this address, and both cannot have it. You can sign in to the one there is with a link, and delete it if you do not need
it:

{{base_url}}/link

{NOT_ASKED}
"""

PASSWORD_CHANGED = f"""Hello,

the password of your account at Meet Without Fear was changed, and every other device was signed out.

{NOT_YOU}
"""

EMAIL_CHANGED = """Hello,

your account at Meet Without Fear has another address from now on. Nothing more about it comes to this one.

If this was not you, please write to whoever runs {base_url}.
"""

SIGNED_OUT = f"""Hello,

your account at Meet Without Fear was signed out on every device.

{NOT_YOU}
"""

# The subject and the words of each; and what its link is good for, and how long.
TEXTS: dict[Letter, tuple[str, str]] = {
    Letter.WELCOME: ("Confirm your address", WELCOME),
    Letter.SIGN_IN: ("Your sign-in link", SIGN_IN),
    Letter.NEW_PASSWORD: ("Choose a new password", NEW_PASSWORD),
    Letter.NEW_EMAIL: ("Confirm your new address", NEW_EMAIL),
    Letter.PASSWORD_CHANGED: ("Your password was changed", PASSWORD_CHANGED),
    Letter.EMAIL_CHANGED: ("Your address was changed", EMAIL_CHANGED),
    Letter.SIGNED_OUT: ("You were signed out everywhere", SIGNED_OUT),
}
LINKS = {
    Letter.WELCOME: (Purpose.SIGN_IN, LONG_LINK_LIFETIME),
    Letter.SIGN_IN: (Purpose.SIGN_IN, LINK_LIFETIME),
    Letter.NEW_PASSWORD: (Purpose.NEW_PASSWORD, LINK_LIFETIME),
    Letter.NEW_EMAIL: (Purpose.NEW_EMAIL, LONG_LINK_LIFETIME),
}


@dataclass(frozen=True)
class Written:
    to: str
    subject: str
    body: str


async def account_letter(tx: Tx, mail: Mail, base_url: str, now: datetime) -> Written | None:
    """Nothing where there is no such account, and nothing to confirm where all is confirmed."""
    user, letter = mail.user, mail.letter
    if user is None or letter is None or (letter is Letter.WELCOME and user.email_proven):
        return None
    to, link = mail.email or user.email, ""
    subject, words = TEXTS[letter]
    if letter is Letter.NEW_EMAIL and await find_user(tx, clean_email(to)):
        words = EMAIL_IN_USE
    elif letter in LINKS:
        purpose, lifetime = LINKS[letter]
        link = await make_link(tx, Link(user.id, purpose, to), base_url, now + lifetime)
    return Written(to, subject, words.format(link=link, base_url=base_url))
