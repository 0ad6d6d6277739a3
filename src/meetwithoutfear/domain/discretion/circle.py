"""What is already spoken of between the two of a session."""

from __future__ import annotations

from meetwithoutfear.domain.discretion.drafting import Circle
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side


def circle_of(session: Session) -> Circle:
    """The topic, what was shared either way, and what has been revealed."""
    names = {member.name for member in session.members.values()} | {session.partner_name}
    attempts = session.exchange.attempts
    shared = [offer.shared for attempt in attempts.values() for offer in attempt.shared_context]
    revealed = [attempts[each].statement for each in Side if attempts[each].revealed]
    return Circle.of(names - {""}, session.topic, (*shared, *revealed))
