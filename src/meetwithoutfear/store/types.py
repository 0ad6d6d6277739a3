"""Column types that mean the same on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB


class UtcTime(sa.TypeDecorator[datetime]):
    """Times are UTC or refused: SQLite would silently forget the zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Json = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
BigId = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def choice(kind: type[Enum], *, checked: bool = True) -> sa.Enum:
    """An enum kept as text and, unless it grows with every feature, checked by the database."""
    return sa.Enum(
        kind,
        name=kind.__name__.lower(),
        native_enum=False,
        create_constraint=checked,
        length=32 if checked else 64,
        values_callable=values,
    )


def values(kind: Any) -> list[str]:  # noqa: ANN401  # SQLAlchemy passes the enum class untyped
    return [str(member.value) for member in kind]
