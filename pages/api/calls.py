"""The API: its calls, its problems, and the OpenAPI file that describes them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation

from pages.api.problems import TYPE, Problem, ProblemError, answer_with, invalid, problem_from
from pages.api.writes import router

ROOT = "/api/v1/"
WORDS = """\
Everything that an event shows to everybody can be read without a token. Writing needs a token that an
organizer of the event makes on its page *Programs*: send it as `Authorization: Bearer …`.

**An evening** goes like this. `GET events` has the event's slug. `GET …/entry` says what is asked about a
hand, or about a whole game. With a token for the desk, sign teams up and check them in. The organizers call
the rounds. `GET …/games` has each game, its table and its state. For each game that is `playing`, read its
sheet: while its stage is `open`, enter the next hand, or the game's total; at the stage `whistle`, enter
the hand in progress, or end the game; at `decider`, enter one more hand. It is `over` when the rules say
so.

**Problems** are `application/problem+json` (RFC 9457). Their `code` is stable. Nothing was changed.

**Once.** A call with an `Idempotency-Key` acts once, no matter how often it is sent. After a network error,
send it again with the same key.

**Preview.** `preview=1` does everything that the call does, returns what it changes, and undoes it.

**Versions.** An event's version grows with everything that happens. It is the beginning of each ETag
(`W/"v812-…"`): with `If-None-Match` an unchanged answer is a 304; with `If-Match` a writing call is refused
with 412 if something has happened since.

**Busy.** A 429 or 503 has `Retry-After`: wait, and send it again with the same key.
"""

DESCRIBED = {
    400: "The body is no JSON.",
    401: "No token, or one that was revoked or is another event's.",
    403: "The token isn't for this.",
    404: "There is no such thing at this event.",
    412: "Something has happened at the event since.",
    422: "Refused, or a parameter or the body has the wrong shape.",
}


class Api(NinjaAPI):
    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Any = None) -> Any:
        """The OpenAPI file, with the problems that each call may answer."""
        schema = super().get_openapi_schema(path_prefix=ROOT)
        shape = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schema["components"]["schemas"] |= {**shape.pop("$defs"), "Problem": shape}
        content = {TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for calls in schema["paths"].values():
            for method, call in calls.items():
                statuses = [404, 422, *([401, 403] if "security" in call else [])]
                statuses += [400, 412] if method == "post" else []
                call["responses"] |= {
                    status: {"description": DESCRIBED[status], "content": content}
                    for status in sorted(statuses)
                }
        return schema


def not_found(request: HttpRequest, error: Any) -> HttpResponse:
    return answer_with(ProblemError(404, str(error) or "There is no such thing at this event."))


def problem(request: HttpRequest, error: Any) -> HttpResponse:
    return answer_with(error)


api = Api(title="Uptown", version="1", description=WORDS, openapi_url=None, docs_url=None)
api.add_router("", router)
api.add_exception_handler(ProblemError, problem)
api.add_exception_handler(HttpError, problem_from)
api.add_exception_handler(ValidationError, invalid)
api.add_exception_handler(Http404, not_found)
