"""Everything, as it stands in `0001_schema.sql`."""

from __future__ import annotations

import re
from pathlib import Path

from alembic import op

revision = "0001_schema"
down_revision = None

SCHEMA = (Path(__file__).parents[1] / "0001_schema.sql").read_text(encoding="utf-8")
IN_SQLITE = {
    "UUID": "CHAR(32)",
    "TIMESTAMPTZ": "DATETIME",
    "JSONB": "JSON",
    "BYTEA": "BLOB",
    "BIGINT": "INTEGER",
    "BIGSERIAL": "INTEGER",
    "false": "0",
}


def upgrade() -> None:
    connection = op.get_bind()
    schema = re.sub(r"^--.*$", "", SCHEMA, flags=re.MULTILINE)
    if connection.dialect.name == "sqlite":
        schema = re.sub(r"\b(" + "|".join(IN_SQLITE) + r")\b", lambda word: IN_SQLITE[word[0]], schema)
    for statement in schema.split(";\n"):
        if statement.strip():
            connection.exec_driver_sql(statement)


def downgrade() -> None:
    for table in reversed(re.findall(r"^CREATE TABLE (\w+)", SCHEMA, flags=re.MULTILINE)):
        op.drop_table(table)
