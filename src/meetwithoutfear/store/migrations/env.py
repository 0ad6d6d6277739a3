"""Alembic's entry: the connection is handed in by store.migrate, so no second driver and no second setting is needed."""

from __future__ import annotations

from alembic import context

from meetwithoutfear.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=False)
with context.begin_transaction():
    context.run_migrations()
