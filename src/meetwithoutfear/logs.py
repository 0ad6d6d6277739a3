"""Structured logs: one JSON object a line, ids and closed vocabularies only.

Of an exception the kind and the places are written, never its message: it may quote what somebody wrote."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

ORDINARY = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in ORDINARY}
        if record.exc_info and record.exc_info[0]:
            line["failure"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
        return json.dumps(line, default=str)


def set_up_logs(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # Libraries stay quiet whatever the level: at their most talkative they print the values of statements.
    for own in ("meetwithoutfear", "uvicorn"):
        logging.getLogger(own).setLevel(level.upper())
