"""What all tables have in common: names of constraints, and column types that mean the same on SQLite and PostgreSQL.

Whatever a person said, wrote or is known to feel stands in a column of type `SealedText` or `SealedJson`: what is done to
words at rest is done in `seal` and `unseal`, and nowhere else."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum
from itertools import chain
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from meetwithoutfear.domain.side import Side

T = TypeVar("T")

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


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


def seal(words: T) -> T:
    """Words are kept as they are; the disk is the operator's to protect."""
    return words


def unseal(kept: T) -> T:
    return kept


class SealedText(sa.TypeDecorator[Any]):
    impl: Any = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> Any:  # noqa: ANN401, ARG002
        return None if value is None else seal(value)

    def process_result_value(self, value: Any, dialect: sa.Dialect) -> Any:  # noqa: ANN401, ARG002
        return None if value is None else unseal(value)


class SealedJson(SealedText):
    impl = Json
    cache_ok = True


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


Parts = tuple[sa.schema.SchemaItem, ...]


def table(name: str, *parts: sa.schema.SchemaItem | Parts) -> sa.Table:
    found = [part if isinstance(part, tuple) else (part,) for part in parts]
    return sa.Table(name, metadata, *chain.from_iterable(found))


def required(kind: Any, *names: str, **options: Any) -> Parts:  # noqa: ANN401  # a column's own
    return tuple(sa.Column(name, kind, nullable=False, **options) for name in names)


def optional(kind: Any, *names: str, **options: Any) -> Parts:  # noqa: ANN401  # a column's own
    return tuple(sa.Column(name, kind, **options) for name in names)


def own_id() -> sa.Column[Any]:
    return sa.Column("id", sa.Uuid, primary_key=True)


def partial_index(
    name: str, *columns: sa.Column[Any], where: sa.ColumnElement[bool], unique: bool = False
) -> sa.Index:
    return sa.Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def own_room(*, primary_key: bool = False) -> Parts:
    """What belongs to one member in one session, and goes with them."""
    names = ["session_id", "side"]
    return (
        *required(sa.Uuid, "session_id", primary_key=primary_key),
        *required(choice(Side), "side", primary_key=primary_key),
        sa.ForeignKeyConstraint(names, [f"members.{name}" for name in names], ondelete="CASCADE"),
    )


def of_user(**options: Any) -> sa.Column[Any]:  # noqa: ANN401  # a column's own
    return sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), **options)


def of_session(**options: Any) -> sa.Column[Any]:  # noqa: ANN401  # a column's own
    return sa.Column("session_id", sa.ForeignKey("sessions.id", ondelete="CASCADE"), **options)
