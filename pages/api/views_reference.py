"""The reference of the API as a page, from the OpenAPI file."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from accounts.access import Request, anybody
from pages.api.event.codes import every_code
from pages.api.views import schema

TITLES = {
    "Read": "What everybody may read",
    "Leagues": "Leagues and series",
    "Token": "With a token",
    "Write": "Results, check-ins and lists",
    "Run": "What an organizer presses",
    "Webhooks": "Webhooks",
    "Club": "With the token of a club",
}
"""The groups of calls, in this order, by their tag."""


@dataclass(frozen=True, kw_only=True)
class ReferenceField:
    name: str
    kind: str
    words: SafeString
    is_needed: bool = True


@dataclass(frozen=True, kw_only=True)
class ReferenceCall:
    key: str
    title: str
    method: str
    path: str
    words: SafeString
    takes: tuple[ReferenceField, ...]
    """Parameters of the address, the query and headers, then the fields of the body."""
    returns: tuple[ReferenceField, ...]
    body: str
    """An example, as JSON."""
    answer: str


@dataclass(frozen=True, kw_only=True)
class CallGroup:
    key: str
    title: str
    calls: tuple[ReferenceCall, ...]


@anybody
@never_cache
@require_safe
def reference(request: Request) -> HttpResponse:
    context = {"groups": groups(), "about": _about(), "codes": every_code()}
    return render(request, "api/reference.html", context)


@cache
def groups() -> tuple[CallGroup, ...]:
    """All calls. No query."""
    file = schema()
    return tuple(
        CallGroup(key=tag.lower(), title=title, calls=tuple(_calls(file, tag)))
        for tag, title in TITLES.items()
    )


@cache
def _about() -> SafeString:
    return _html(schema()["info"]["description"])


def _calls(file: Any, tag: str) -> Iterator[ReferenceCall]:
    for path, methods in file["paths"].items():
        for method, call in methods.items():
            if call["tags"] == [tag]:
                body = _json(call.get("requestBody"))
                answer = _json(call["responses"][200])
                yield ReferenceCall(
                    key=call["operationId"],
                    title=call["summary"],
                    method=method.upper(),
                    path=path,
                    words=_html(call.get("description", "")),
                    takes=(*_parameters(call), *_fields(file, body)),
                    returns=tuple(_fields(file, answer)),
                    body=_example(body),
                    answer=_example(answer),
                )


def _json(of: Any) -> dict[str, Any]:
    content: dict[str, Any] = (of or {}).get("content", {}).get("application/json", {})
    return content


def _example(of: dict[str, Any]) -> str:
    return json.dumps(of["example"], ensure_ascii=False, indent=1) if "example" in of else ""


def _parameters(call: Any) -> Iterable[ReferenceField]:
    for each in call.get("parameters", ()):
        where = {"query": "query", "header": "header"}.get(each["in"], "")
        yield ReferenceField(
            name=each["name"],
            kind=", ".join(filter(None, (_kind(each["schema"]), where))),
            words=_inline(each.get("description", each["schema"].get("description", ""))),
            is_needed=each.get("required", False),
        )


def _fields(file: Any, of: dict[str, Any]) -> Iterable[ReferenceField]:
    """The fields of a body or an answer; those of a list's items."""
    shape = _shape(file, of.get("schema", {}))
    needed = shape.get("required", ())
    for name, field in shape.get("properties", {}).items():
        inner = _shape(file, field)
        yield ReferenceField(
            name=name,
            kind=_kind(field),
            words=_inline(field.get("description") or inner.get("description", "")),
            is_needed=name in needed,
        )


def _shape(file: Any, schema: Any) -> Any:
    """What a reference leads to, also of a list's items."""
    if schema.get("type") == "array":
        return _shape(file, schema["items"])
    for each in (schema, *schema.get("anyOf", ()), *schema.get("allOf", ())):
        if "$ref" in each:
            return file["components"]["schemas"][each["$ref"].rpartition("/")[2]]
    return schema


def _kind(schema: Any) -> str:
    """The type in words: ``number``, ``list of text``."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2].removesuffix("Shape")
    if "anyOf" in schema or "allOf" in schema:
        every = [_kind(each) for each in schema.get("anyOf", schema.get("allOf", ()))]
        return " or ".join(dict.fromkeys(every))
    if "enum" in schema:
        return (
            "one of "
            + ", ".join(json.dumps(each) for each in schema["enum"][:MOST_VALUES])
            + (" …" if len(schema["enum"]) > MOST_VALUES else "")
        )
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    return KINDS.get(schema.get("format") or schema.get("type", ""), "object")


MOST_VALUES = 20
KINDS = {
    "integer": "whole number", "number": "number", "boolean": "true or false", "string": "text",
    "date-time": "time", "date": "day", "time": "time of day", "uuid": "UUID", "null": "null",
}  # fmt: skip


def _inline(words: str) -> SafeString:
    # The parser escapes HTML.
    html: SafeString = mark_safe(_parser().renderInline(words))  # noqa: S308
    return html


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("js-default", {"html": False})


def _html(words: str) -> SafeString:
    # The parser escapes HTML.
    html: SafeString = mark_safe(_parser().render(words))  # noqa: S308
    return html
