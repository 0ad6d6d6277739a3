"""Letters about an account, as rows with a job each. Where no mail is sent none is written."""

from __future__ import annotations

from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Visitor
from meetwithoutfear.domain.account import Letter
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.outbox import insert_mail

MAIL_JOB = "send_mail"


async def write_letter(
    tx: Tx, sender: Caller | Visitor, letter: Letter, user_id: UUID | None, email: str | None = None
) -> None:
    """To the address the account has when it is sent, unless another is given. Without a user as much is written, and
    nothing is sent: neither an answer nor its time tells known addresses from unknown ones."""
    if sender.settings.smtp_url is not None:
        mail_id = await insert_mail(tx, sender.now, user_id=user_id, letter=letter, email=email)
        await enqueue(tx, MAIL_JOB, {"mailId": str(mail_id)}, sender.now)
