"""A member's chat, as they see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.notices import Author, ReplyState, Role
from meetwithoutfear.domain.wire import Own, Time, View


@dataclass(frozen=True)
class MessageView(View, called="Message"):
    """As it stands in the reader's own chat."""

    id: Own[UUID]
    seq: Own[int]
    role: Own[Role]
    author: Own[Author]
    content: Own[str] = field(repr=False)
    stage: Own[int]
    created_at: Own[Time]
    reply_to: Own[UUID | None]
    reply_state: Own[ReplyState | None]


@dataclass(frozen=True)
class SpokenView(Helping, called="MessageAndReply"):
    """A message and what the guide answered; `reply` is null when a repeated request finds it still in the making."""

    message: MessageView
    reply: MessageView | None
    draft: Own[str | None] = field(repr=False)
    ready_to_share: Own[bool]
    feel_heard_offered: Own[bool]
    intensity: Own[int | None]
