"""How a view is written down. A view is all that one member may see of something, in plain names; what makes it decides who
sees what, and whatever carries it outward writes it as it stands, in the same way everywhere."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)
from uuid import UUID


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


@dataclass(frozen=True)
class Size:
    """How long a text may be, for the same library."""

    most: int
    least: int = 0

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], Mapping[str, object]]
    ) -> dict[str, object]:
        return {**handler(source), "max_length": self.most, "min_length": self.least}


T = TypeVar("T")
Own = Annotated[T, "the reader alone: it is about them, or theirs"]
Both = Annotated[T, "both, in the same words"]
WhileJoined = Annotated[T, "the other one, from joining until leaving"]
Guest = Annotated[T, "whoever holds the link"]


def describe_fields(schema: dict[str, Any], view: type) -> None:
    """All of its fields are there, each with what is said under it. Asked for with the documents: to read the sources at
    every start took a third of it."""
    schema["required"] = list(schema["properties"])
    for name, said in said_under_fields(view).items():
        schema["properties"][to_camel(name)]["description"] = said


def said_under_fields(view: type) -> dict[str, str]:
    here = next(node for node in module_tree(view.__module__).body if is_class(node, view.__name__))
    found, last = dict[str, str](), ""
    for node in here.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
            continue
        if last and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found[last] = inspect.cleandoc(str(node.value.value))
        last = ""
    return found


def is_class(node: ast.AST, name: str) -> TypeGuard[ast.ClassDef]:
    return isinstance(node, ast.ClassDef) and node.name == name


@cache
def module_tree(name: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[name]))


class View:
    """Of the frozen records that go over the wire: exactly their fields, and what is said under a field describes it. Each
    field says who sees it (docs/who-sees-what.md is made of that); one that is a view again says it itself."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = {
        "alias_generator": to_camel,
        "serialize_by_alias": True,
        "extra": "forbid",
        "json_schema_extra": describe_fields,
    }

    def __init_subclass__(cls, called: str | None = None) -> None:
        """`called`: its name in the documents, where the package has something else of its own name."""
        cls.__qualname__ = called or cls.__qualname__

    @classmethod
    def of(cls, record: object, **others: Any) -> Self:  # noqa: ANN401  # what each field holds
        """Of a record, the fields that it has under the same names; the others are said."""
        names = [field.name for field in fields(cls) if field.name not in others]  # type: ignore[arg-type]
        return cls(**{name: getattr(record, name) for name in names}, **others)


Names = Callable[[str], str]
"""How the field of that name is called outside."""
Decoder = Callable[[Any], Any]


def plain(found: Any, names: Names = to_camel, time: Callable[[datetime], str] = iso) -> Any:  # noqa: ANN401
    """As JSON can hold it: the wire has its own names and times, what is kept has others."""
    match found:
        case Enum():
            return found.value
        case datetime():
            return time(found)
        case date():
            return found.isoformat()
        case UUID():
            return str(found)
        case list() | tuple():
            return [plain(one, names, time) for one in found]
        case frozenset():
            return sorted(plain(one, names, time) for one in found)
        case Mapping():
            return {str(plain(key)): plain(value, names, time) for key, value in found.items()}
        case _ if is_dataclass(found):
            return {names(each.name): plain(getattr(found, each.name), names, time) for each in fields(found)}
        case _:
            return found


def decoder(hint: Any, names: Names = to_camel) -> Decoder:  # noqa: ANN401  # a type, as annotations have it
    """What reads a value of that type from JSON."""
    origin, parts = get_origin(hint), [part for part in get_args(hint) if part not in (type(None), ...)]
    if origin in (Union, UnionType):
        given = decoder(parts[0], names)
        if given is keep_as_is:
            return keep_as_is
        # An empty text once stood for a time that was not there.
        return lambda kept: None if kept is None or kept == "" else given(kept)
    if origin in (tuple, frozenset):
        each = decoder(parts[0], names)
        return lambda kept: origin(map(each, kept or ()))
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        make: Any = hint
        decoders = {one.name: decoder(hints[one.name], names) for one in fields(hint)}
        return lambda kept: make(**{name: of(kept.get(names(name))) for name, of in decoders.items()})
    if hint in (date, datetime):
        read: Decoder = hint.fromisoformat
        return read
    return hint if isinstance(hint, type) and issubclass(hint, Enum | UUID) else keep_as_is


def keep_as_is(kept: Any) -> Any:  # noqa: ANN401
    return kept
