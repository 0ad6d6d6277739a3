"""TypeScript types from the OpenAPI document, so that the web client cannot drift from the server."""

from __future__ import annotations

from typing import Any

from meetwithoutfear.config import load_settings
from meetwithoutfear.main import build_app

HEADER = "// Generated from the server's OpenAPI document by `make docs`. Do not edit.\n\n"
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def openapi() -> Schema:
    settings = load_settings({"MWF_SECRET_KEY": "x" * 32, "MWF_DATABASE_URL": "sqlite:///unused.db"})
    return build_app(settings).openapi()


def api_types() -> str:
    schemas: dict[str, Schema] = openapi()["components"]["schemas"]
    # The client unwraps the envelope once, in its fetch; it needs no type for each.
    wanted = sorted(name for name in schemas if not name.startswith("Envelope_"))
    return HEADER + "\n".join(declaration(name, schemas[name]) for name in wanted)


def declaration(name: str, schema: Schema) -> str:
    if "properties" not in schema and schema.get("type") != "object":
        return f"export type {type_name(name)} = {expression(schema)};\n"
    required = set(schema.get("required", ()))
    fields = [
        f"  {field}{'' if field in required else '?'}: {expression(value)};"
        for field, value in schema.get("properties", {}).items()
    ]
    return f"export interface {type_name(name)} {{\n" + "".join(f"{line}\n" for line in fields) + "}\n"


def type_name(name: str) -> str:
    """Generic models come as Envelope_SignIn_; brackets are not names."""
    return "".join(part[:1].upper() + part[1:] for part in name.strip("_").split("_"))


def expression(schema: Schema) -> str:
    if "$ref" in schema:
        return type_name(schema["$ref"].rsplit("/", 1)[-1])
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(literal(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(expression(option) for option in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"({expression(schema['items'])})[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {expression(values) if isinstance(values, dict) and values else 'unknown'}>"
    return SCALARS.get(schema.get("type", ""), "unknown")


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
