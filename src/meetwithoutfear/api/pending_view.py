"""What waits for the caller, on the wire."""

from __future__ import annotations

from meetwithoutfear.api.models import Id, Wire
from meetwithoutfear.domain.pending import PendingItem, PendingType, Priority
from meetwithoutfear.domain.wire import Time


class AboutItem(Wire):
    suggested_content: str | None
    area_hint: None = None


class Item(Wire):
    type: PendingType
    priority: Priority
    item_id: Id
    created_at: Time
    seen_at: Time | None
    data: AboutItem

    @classmethod
    def of(cls, item: PendingItem, suggestion: str | None = None) -> Item:
        about = suggestion if item.type is PendingType.SHARE_OFFER else None
        return cls(
            type=item.type,
            priority=item.priority,
            item_id=item.item_id,
            created_at=item.created_at,
            seen_at=item.seen_at,
            data=AboutItem(suggested_content=about),
        )
