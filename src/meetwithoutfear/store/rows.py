"""Records as rows: a field of a record stands in the column of its name.

What a column's type cannot say of a value is said by the field's: tuples, sets and records inside JSON, closed vocabularies
in plain text columns, whose a private text is. Only what has changed is written, and only here: no other module sets a
status."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, Generic, TypeVar, get_origin, get_type_hints
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.text import Private
from meetwithoutfear.domain.wire import Names, decoder, keep_as_is, plain
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.schema import SealedJson

R = TypeVar("R")
Values = dict[str, Any]
Place = Mapping[str, Any]
"""The columns that say which row, or whose."""
NOBODY = UUID(int=0)


class Rows(Generic[R]):
    """One kind of record in one table. Fields without a column are selected by their name, or given when a record is made.

    `names` has the columns that are not called as their field is; `spread` those of a field that is a mapping, one for each
    of its keys; `made` makes others of the record; `json_names` the keys of records inside JSON."""

    def __init__(
        self,
        kind: type[R],
        table: sa.Table,
        *,
        names: Mapping[str, str] | None = None,
        spread: Mapping[str, Mapping[Any, str]] | None = None,
        made: Callable[[R], Values] | None = None,
        json_names: Mapping[str, str] | None = None,
    ) -> None:
        self.kind, self.table = kind, table
        self.spread, self.made = spread or {}, made
        self.in_json: Names = lambda name: (json_names or {}).get(name, name)
        called = {name: (names or {}).get(name, name) for name in names_of(kind)}
        self.columns = {
            name: table.c[column]
            for name, column in called.items()
            if column in table.c and name not in self.spread
        }
        self.others = [name for name in called if name not in self.columns and name not in self.spread]
        hints = get_type_hints(kind)
        self.json = [column.name for column in self.columns.values() if is_json(column)]
        self.private = {name for name in self.columns if get_origin(hints[name]) is Private}
        self.decoders = {
            name: decode
            for name, column in self.columns.items()
            if column.name in self.json or type(column.type) is sa.String
            if (decode := decoder(hints[name], self.in_json)) is not keep_as_is
        }

    def select(self, prefix: str = "") -> list[sa.Label[Any]]:
        """For rows that hold several records."""
        parts = [self.table.c[column] for spread in self.spread.values() for column in spread.values()]
        return [column.label(prefix + column.name) for column in (*self.columns.values(), *parts)]

    def record(self, row: Row[Any], prefix: str = "", owner: UUID = NOBODY, **given: Any) -> R:  # noqa: ANN401
        found = row._mapping  # noqa: SLF001  # SQLAlchemy's name for a row as a mapping
        known = {name: found[prefix + column.name] for name, column in self.columns.items()}
        known |= {name: found[prefix + name] for name in self.others if prefix + name in found}
        for name, decode in self.decoders.items():
            known[name] = decode(known[name])
        for name in self.private:
            known[name] = Private(owner, known[name])
        for name, parts in self.spread.items():
            each = {key: found[prefix + column] for key, column in parts.items()}
            known[name] = {key: value for key, value in each.items() if value is not None}
        return self.kind(**{**known, **given})

    async def one(self, tx: Tx, wanted: sa.Select[Any], **given: Any) -> R | None:  # noqa: ANN401
        row = await tx.one_or_none(wanted)
        return self.record(row, **given) if row else None

    async def known(self, tx: Tx, wanted: sa.Select[Any], **given: Any) -> R:  # noqa: ANN401
        if found := await self.one(tx, wanted, **given):
            return found
        raise NotFound

    async def all(self, tx: Tx, wanted: sa.Select[Any], **given: Any) -> list[R]:  # noqa: ANN401
        return [self.record(row, **given) for row in await tx.all(wanted)]

    def row(self, record: R, **place: Any) -> Values:  # noqa: ANN401
        found = {column.name: getattr(record, name) for name, column in self.columns.items()}
        for column in self.json:
            found[column] = plain(found[column], self.in_json, datetime.isoformat)
        for name, parts in self.spread.items():
            given = getattr(record, name)
            for key, column in parts.items():
                found[column] = given.get(key, None if self.table.c[column].nullable else 0)
        return {**found, **(self.made(record) if self.made else {}), **place}

    async def insert(self, tx: Tx, record: R, **place: Any) -> None:  # noqa: ANN401
        await insert_all(tx, self.table, [self.row(record, **place)])

    async def save(self, tx: Tx, *changes: tuple[Place, R, R]) -> None:
        """Each with its place, as it was and as it is: whichever has changed, in one statement."""
        written = [(place, self.row(before), self.row(after)) for place, before, after in changes]
        changed = [(place, known, values) for place, known, values in written if known != values]
        if not changed:
            return
        columns = [c for c in changed[0][1] if any(known[c] != values[c] for _, known, values in changed)]
        rows = [
            {f"this_{column}": value for column, value in place.items()} | {c: values[c] for c in columns}
            for place, _, values in changed
        ]
        here = [self.table.c[column] == sa.bindparam(f"this_{column}") for column in changed[0][0]]
        await tx.execute(sa.update(self.table).where(*here), rows)

    async def save_each(self, tx: Tx, before: Iterable[Any], after: Iterable[Any], **place: Any) -> None:  # noqa: ANN401
        """Records with an id: what is gone is deleted, what is new gets that place, what has changed is saved."""
        known, found = ({record.id: record for record in records} for records in (before, after))
        if gone := known.keys() - found.keys():
            await tx.delete(self.table, self.table.c.id.in_(gone))
        for each, record in found.items():
            if each in known:
                await self.save(tx, ({"id": each}, known[each], record))
            else:
                await self.insert(tx, record, **place)

    async def replace(
        self,
        tx: Tx,
        record: R,
        key: Collection[str],
        *,
        where: sa.ColumnElement[bool] | None = None,
        new: Place | None = None,
        **place: Any,  # noqa: ANN401
    ) -> None:
        """Whatever stands under that key. `new` is written only where nothing did."""
        values = self.row(record, **place)
        insert = tx.insert(self.table).values(**values, **(new or {}))
        changed = {column: value for column, value in values.items() if column not in key}
        await tx.execute(insert.on_conflict_do_update(index_elements=list(key), set_=changed, where=where))


def is_at(table: sa.Table, **place: Any) -> sa.ColumnElement[bool]:  # noqa: ANN401
    return sa.and_(*(table.c[column] == value for column, value in place.items()))


async def insert_row(tx: Tx, table: sa.Table, **values: Any) -> None:  # noqa: ANN401
    await insert_all(tx, table, [values])


async def insert_new(tx: Tx, table: sa.Table, **values: Any) -> None:  # noqa: ANN401
    """Unless it is there already."""
    await tx.execute(tx.insert(table).values(**values).on_conflict_do_nothing())


async def insert_all(tx: Tx, table: sa.Table, rows: Sequence[Values]) -> None:
    if rows:
        await tx.execute(sa.insert(table), rows)


def names_of(kind: Any) -> list[str]:  # noqa: ANN401  # a record, or its class
    return [field.name for field in fields(kind)]


def is_json(column: sa.Column[Any]) -> bool:
    return isinstance(column.type, sa.JSON | SealedJson)
