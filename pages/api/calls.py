"""The API: its calls, its problems, and the OpenAPI file that describes them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation

from pages.api.event.codes import CALLS
from pages.api.event.problems import TYPE, Problem, ProblemError, answer_with, invalid, problem_from
from pages.api.seasons.club import router

ROOT = "/api/v1/"
WORDS = """\
Everything that an event shows to everybody can be read without a token, also by the scripts of other
websites (CORS). Writing needs a token that an organizer of the event makes on its page *Programs*: send it as
`Authorization: Bearer …`. A token has one scope: `read` (the log, games’ sheets), `results` (games, hands,
totals; games’ sheets), `desk` (teams, check-in, lists) or `run` (all of that, and what an organizer presses).
Each call says which it takes. A token may be limited to some tables.

**The token of a club** is good at all events of the club where the organizer who gave it is one, and at the
events that it opens. `GET club` lists them.

**An evening** goes like this. With the token of a club, open an event; else take the slug that you were
given, or one from `GET events`, which lists neither practice events nor archived ones. `GET …/entry` says
what is asked about a hand, or about a whole game. Sign teams up and check them in. `GET …/today` says what
the next step of the day is, which call takes it, and why it can’t be taken yet: while it waits for the
clock, wait; if teams are tied at the cut, `GET …/cut` says which, and a play-off hand or a lot decides.
Between two steps, `GET …/games` has each game, its table and its state. For each game that is `playing`,
read its sheet: while its stage is `open`, enter the next hand, or the game’s total; at the stage `whistle`,
enter the one hand that was in progress when the time was up, or end the game; at `decider`, the game is
tied: enter one more hand. It is `over` when the rules say so. The server scores: don’t compute results,
read `won_by` and `hands_won`.

**A season** is read without a token: a league’s weeks, teams, table, games and players, and a series’ table.
Ids last: a team’s number and a player’s id at an event, a team’s id in a league, a person’s id in a club.

**Time.** All times are ISO 8601. An event may have a separate clock: `GET /live/{slug}?poll` says what it
shows (`now`) and how fast it runs (`speed`); `GET …/schedule` says when it is planned to end.

**Problems** are `application/problem+json` (RFC 9457). Nothing was changed. Their `code` never changes, the
sentence in `detail` may. `errors` names fields, each with a code. Codes of the API itself are
CODES; all others are refusals of the event’s rules. The reference (`/api/v1/`) lists them all. Only a 408,
412, 429 or 503 is worth sending again as it is; a 500 (`call.failed`) is a mistake of the server’s.

**Once.** A call with an `Idempotency-Key` acts once, no matter how often it is sent, and for as long as the
event is there. The key is any text; it belongs to your program. A call that was refused, or a preview,
doesn’t use it up. Sent again with another call or body it is refused (`sent.otherwise`). After a network
error, send it again with the same key. Calls without a key say how something is (seated, checked in,
withdrawn): sending them again is harmless.

**Which hand.** `sequence` says which hand of the game you take it for; a sheet has it as `next_hand`. If that
hand is there already, nothing is entered, and you get a 422 or, if it is the same hand, the sheet.

**Preview.** `preview=1` does everything that the call does, returns what it changes, and undoes it; the
version in it is undone, too.

**Versions.** An event’s version grows with everything that happens, at any table. It is the beginning of each
ETag of a call under `events/{slug}` (`W/"v812-…"`): with `If-None-Match` an unchanged answer is a 304; with
`If-Match`, of which only the version counts, a writing call is refused with 412 if anything has happened
since, unless what it asks for is done already: sent again with its key, it gets its answer.

**Lists** come in pages. `after` is the `next` of the page before, or the number of the last item that you
have, to ask for newer ones later.

**Standings.** `games_won` counts byes and forfeits; `hands` are the units that decide games, in which a
Boston may count double; `difference` is hands won less hands lost; running games count with their score so
far unless `is_held_back`. `rank` is shared by teams that are tied, `place` is the row.

**Busy.** A 429 or 503 has `Retry-After`: wait, and send it again with the same key.
""".replace("CODES", ", ".join(f"`{code}`" for code in CALLS))

DESCRIBED = {
    400: "The body is no JSON.",
    401: "No token, or one that was revoked or is another event’s.",
    403: "The token isn’t for this.",
    404: "There is no such thing at this event.",
    408: "The body came too slowly.",
    412: "Something has happened at the event since.",
    413: "The body is too long.",
    422: "Refused, or a parameter or the body has the wrong shape.",
}


@cache
def examples() -> Any:
    """A body and an answer of each call, recorded by tests/pages/api/test_examples.py."""
    return json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))


def _press(call: Any, shapes: Any) -> dict[str, Any]:
    """The example of a press: all answer alike, and the body is made from its shape."""
    answer = dict(examples().get("call_round", {}))
    if "requestBody" not in call:
        return answer
    content = call["requestBody"]["content"]["application/json"]["schema"]
    shape = shapes[content["$ref"].rpartition("/")[2]]
    return {**answer, "body": {name: _sample(name, field) for name, field in shape["properties"].items()}}


def _sample(name: str, field: Any) -> Any:
    """A value of a field's type."""
    kind = next((each for each in field.get("anyOf", ()) if each.get("type") != "null"), field)
    if "enum" in kind:
        return kind["enum"][0]
    if "const" in kind:
        return kind["const"]
    if kind.get("format") == "date-time":
        return "2026-06-27T15:25:00-05:00"
    if kind["type"] == "array":
        return [1, 2]
    second = 2 if name == "other" else 1
    return {"integer": second, "boolean": True}.get(kind["type"], "They asked for it")


BUSY = {
    "description": "Too many requests wait: send it again, with the same key.",
    "headers": {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}},
}


class Api(NinjaAPI):
    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name of the call's function. Also notes the scopes that it takes, which ninja doesn't show."""
        name = operation.view_func.__name__
        if scopes := [scope for check in operation.auth_callbacks for scope in getattr(check, "scopes", ())]:
            self.scopes[name] = " or ".join(f"`{scope.value}`" for scope in scopes)
        return name

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Any = None) -> Any:
        """The OpenAPI file, with the problem responses of each call."""
        self.scopes: dict[str, str] = {}
        schema = super().get_openapi_schema(path_prefix=ROOT)
        shape = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schema["components"]["schemas"] |= {**shape.pop("$defs"), "Problem": shape}
        content = {TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for path, calls in schema["paths"].items():
            for method, call in calls.items():
                if scope := self.scopes.get(call["operationId"]):
                    words = call.get("description", "")
                    call["description"] = f"{words}\n\nScope of the token: {scope}.".strip()
                shown = examples().get(call["operationId"], {})
                if "/actions/" in path:
                    shown = _press(call, schema["components"]["schemas"])
                if "body" in shown:
                    call["requestBody"]["content"]["application/json"]["example"] = shown["body"]
                if "answer" in shown:
                    call["responses"][200]["content"]["application/json"]["example"] = shown["answer"]
                call["responses"] |= {status: {**BUSY, "content": content} for status in (429, 503)}
                statuses = [404, 422, *([401, 403] if "security" in call else [])]
                statuses += [400, 408, 412, 413] if method == "post" else []
                call["responses"] |= {
                    status: {"description": DESCRIBED[status], "content": content}
                    for status in sorted(statuses)
                }
        return schema


def not_found(request: HttpRequest, error: Any) -> HttpResponse:
    return answer_with(
        ProblemError(404, str(error) or "There is no such thing at this event.", code="call.nothing")
    )


def problem(request: HttpRequest, error: Any) -> HttpResponse:
    return answer_with(error)


api = Api(title="Uptown", version="1", description=WORDS, openapi_url=None, docs_url=None)
api.add_router("", router)
api.add_exception_handler(ProblemError, problem)
api.add_exception_handler(HttpError, problem_from)
api.add_exception_handler(ValidationError, invalid)
api.add_exception_handler(Http404, not_found)
