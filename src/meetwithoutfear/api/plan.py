"""What an endpoint asks for, found without the framework's walk through its dependencies, and its answer, written down
without being looked through once more: both cost more than all else that a request does.

Only what is plain is done here. A parameter that does not pass, a body that is no JSON, anything rare is left to the
framework, whose refusals stand in the documents."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fastapi import Request, Response
from fastapi._compat import ModelField
from fastapi.dependencies.models import Dependant
from pydantic import BaseModel, TypeAdapter

Handle = Callable[[Request], Coroutine[Any, Any, Response]]
JSON_TYPES = {"application/json", "application/json; charset=utf-8"}


class NotPlain(Exception):
    """For the framework."""


@dataclass(frozen=True)
class Plan:
    """Of one callable: from where each of its arguments comes."""

    call: Callable[..., Any]
    asked_first: Sequence[tuple[str, Plan]]
    path: Sequence[ModelField]
    query: Sequence[ModelField]
    body: ModelField | None
    request_name: str | None

    async def arguments(self, request: Request) -> dict[str, Any]:
        found = {name: await plan.value(request) for name, plan in self.asked_first}
        for field in self.path:
            found[field.name] = validate_field(field, request.path_params[field.alias])
        for field in self.query:
            given = request.query_params.get(field.alias) if request.scope["query_string"] else None
            found[field.name] = field.get_default() if given is None else validate_field(field, given)
        if self.body is not None:
            found[self.body.name] = validate_field(self.body, await json_of(request))
        if self.request_name is not None:
            found[self.request_name] = request
        return found

    async def value(self, request: Request) -> Any:  # noqa: ANN401  # whatever it is that is called
        made = self.call(**await self.arguments(request))
        return await made if inspect.isawaitable(made) else made


def plan_for(asked: Dependant) -> Plan | None:
    """Nothing where it asks for what is not plain. What has no name is there for the documents alone."""
    named = [(each.name, plan_for(each)) for each in asked.dependencies if each.name is not None]
    first = [(name, plan) for name, plan in named if plan is not None]
    others = (asked.header_params, asked.cookie_params, asked.body_params[1:])
    is_plain = not any(others) and asked.response_param_name is None and len(first) == len(named)
    if not is_plain or asked.call is None or asked.background_tasks_param_name is not None:
        return None
    body = asked.body_params[0] if asked.body_params else None
    return Plan(asked.call, first, asked.path_params, asked.query_params, body, asked.request_param_name)


def validate_field(field: ModelField, given: object) -> Any:  # noqa: ANN401  # as it is annotated
    found, errors = field.validate(given)
    if errors:
        raise NotPlain
    return found


async def json_of(request: Request) -> Any:  # noqa: ANN401  # whatever was sent
    if request.headers.get("content-type", "").lower() not in JSON_TYPES:
        raise NotPlain
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError):
        raise NotPlain from None


class Answers:
    """An endpoint, with its plan, its answer's shape and what stands in when something is not plain."""

    def __init__(self, plan: Plan, shape: type[BaseModel], status: int, by_framework: Handle) -> None:
        self.plan, self.shape, self.status, self.by_framework = plan, shape, status, by_framework

    @cached_property
    def writer(self) -> TypeAdapter[Any]:
        """Made when it is first needed: to make all of them would delay the start."""
        shape: Any = self.shape.model_fields["data"].annotation
        return TypeAdapter(shape)

    async def __call__(self, request: Request) -> Response:
        try:
            arguments = await self.plan.arguments(request)
        except NotPlain:
            return await self.by_framework(request)
        found = await self.plan.call(**arguments)
        if not isinstance(found, dict):
            return found if isinstance(found, Response) else Response(status_code=self.status)
        data = self.writer.dump_json(found["data"])
        return Response(b'{"success":true,"data":%b}' % data, self.status, media_type="application/json")
