"""How a view is written down. A view is all that one member may see of something, in plain names; what makes it decides who
sees what, and whatever carries it outward writes it as it stands, in the same way everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, ClassVar


def iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def to_camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


class InIso:
    """The API's library asks an annotation for its schema, a mapping; so the rule can stand here without the library."""

    @staticmethod
    def __get_pydantic_core_schema__(
        source: object, handler: Callable[[object], Mapping[str, object]]
    ) -> dict[str, object]:
        written = {
            "type": "function-plain",
            "function": iso,
            "return_schema": {"type": "str"},
            "when_used": "json",
        }
        return {**handler(source), "serialization": written}


Time = Annotated[datetime, InIso]


class View:
    """Of the frozen records that go over the wire: exactly their fields, and what is said under a field describes it."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = {
        "alias_generator": to_camel,
        "serialize_by_alias": True,
        "extra": "forbid",
        "use_attribute_docstrings": True,
    }
