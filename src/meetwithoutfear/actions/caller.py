"""Who asks, when, and on which store: what every action is given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from meetwithoutfear.config import Settings
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.view import SessionView, view_for
from meetwithoutfear.engines.engine import Listener
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.idempotency import Once
from meetwithoutfear.store.people import User


@dataclass(frozen=True)
class Visitor:
    """Somebody at the door: not signed in, or not asked whether they are."""

    store: Database
    settings: Settings
    now: datetime
    device_name: str


@dataclass(frozen=True)
class Caller:
    """Somebody signed in."""

    store: Database
    settings: Settings
    now: datetime
    user: User
    device_id: UUID
    listener: Listener
    once: Once | None = None

    @property
    def user_id(self) -> UUID:
        return self.user.id

    def view(self, session: Session) -> SessionView:
        return view_for(self.user_id, session, self.now, self.settings.patience)
