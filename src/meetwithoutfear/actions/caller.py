"""Who asks, when, and on which store: what every action is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from meetwithoutfear.config import Settings
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.view import SessionView, decide_for, view_for
from meetwithoutfear.domain.waiting import changes_at
from meetwithoutfear.engines.engine import Listener
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.notes import Ids, Once, load_ids, save_ids
from meetwithoutfear.store.people import SignedIn, User


@dataclass(frozen=True)
class Visitor:
    """Somebody at the door: not signed in, or not asked whether they are."""

    store: Database
    settings: Settings
    now: datetime
    device_name: str


@dataclass
class Lasting:
    """Until when what is answered stays true if nobody does anything: some of it changes by the clock."""

    until: datetime | None = None

    def note(self, changes_at: datetime | None) -> None:
        known = [at for at in (self.until, changes_at) if at is not None]
        self.until = min(known, default=None)


@dataclass(frozen=True)
class Caller:
    """Somebody signed in."""

    store: Database
    settings: Settings
    now: datetime
    signed_in: SignedIn
    listener: Listener
    once: Once | None = None
    lasting: Lasting = field(default_factory=Lasting)

    @property
    def user(self) -> User:
        return self.signed_in.user

    @property
    def user_id(self) -> UUID:
        return self.signed_in.user.id

    @property
    def device_id(self) -> UUID:
        return self.signed_in.device_id

    async def earlier_ids(self, tx: Tx) -> Ids | None:
        """What this very request led to when it came for the first time; nothing if that is now."""
        return await load_ids(tx, self.user_id, self.once)

    async def keep_ids(self, tx: Tx, ids: Ids | None = None) -> None:
        """What it has led to, for when it comes again."""
        await save_ids(tx, self.user_id, self.once, ids or {}, self.now)

    def decide(self, session: Session, command: SessionCommand) -> Sequence[Event]:
        side = session.side_of(self.user_id)
        return decide_for(side, session, command, self.now, self.settings.patience)

    def note_clock(self, session: Session) -> None:
        """What is answered shows this session."""
        self.lasting.note(
            changes_at(session, session.side_of(self.user_id), self.settings.patience, self.now)
        )

    def view(self, session: Session) -> SessionView:
        return view_for(self.user_id, session, self.now, self.settings.patience)


@dataclass(frozen=True, kw_only=True)
class Here(Caller):
    """Somebody signed in, and the session they ask about; whether it is theirs, only `access_session` can tell."""

    session_id: UUID
