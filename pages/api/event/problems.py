"""Problems (RFC 9457): the responses to calls that can't be done."""

from collections.abc import Iterable
from typing import Any

from django.forms import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Field, Schema

from pages.actions import ActionForm
from pages.api.event.codes import CALLS, in_words, of_field
from pages.web import RefusedError
from tournament.errors import Refused

TYPE = "application/problem+json"
TITLES = {
    400: "The request can’t be read",
    401: "A token is needed",
    403: "The token doesn’t allow this",
    404: "There is nothing at this address",
    408: "The body came too slowly",
    411: "The body’s length is missing",
    412: "The event has changed meanwhile",
    413: "The body is too long",
    422: "Refused",
    429: "Too many requests",
    500: "The server made a mistake",
    503: "Not possible right now",
}


class FieldProblem(Schema):
    field: str = Field(description="The field of the body, the query or the header; empty: the whole call.")
    code: str = Field(description="What is wrong with it. It never changes.")
    detail: str


class Problem(Schema):
    """An answer that isn't a result. Nothing was changed."""

    type: str = Field(description="`urn:uptown:refusal:` and the code.")
    title: str
    status: int
    detail: str = Field(description="What is wrong and what to do, in a sentence for people.")
    code: str = Field(description="The code of the problem: it never changes, its sentence may.")
    errors: list[FieldProblem] = []


class ProblemError(Exception):
    def __init__(self, status: int, detail: str, *, code: str, errors: tuple[FieldProblem, ...] = ()) -> None:
        super().__init__(detail)
        self.problem = Problem(
            type=f"urn:uptown:refusal:{code}",
            title=TITLES[status],
            status=status,
            detail=detail,
            code=code,
            errors=list(errors),
        )


def refused(why: Refused) -> ProblemError:
    return ProblemError(422, in_words(why), code=why.code)


def wrong_fields(errors: Iterable[FieldProblem]) -> ProblemError:
    found = tuple(errors)
    listed = " ".join(f"{each.field}: {each.detail}" for each in found)
    return ProblemError(422, listed, code="call.fields", errors=found)


def problem_in(form: ActionForm) -> ProblemError:
    """The problem for a form with errors: a command's refusal, or else its wrong fields."""
    found = {field: list(errors) for field, errors in form.errors.as_data().items()}
    for field, errors in found.items():
        for error in errors:
            if isinstance(error, RefusedError):
                why = error.refused
                named = FieldProblem(field=_outside(field), code=why.code, detail=in_words(why))
                return ProblemError(422, named.detail, code=why.code, errors=(named,))
    return wrong_fields(_field(field, error) for field, errors in found.items() for error in errors)


def _field(field: str, error: ValidationError) -> FieldProblem:
    code, detail = of_field(error.code or "", " ".join(error.messages))
    return FieldProblem(field=_outside(field), code=code, detail=detail)


def _outside(field: str) -> str:
    return "" if field == "__all__" else field


def answer_with(error: ProblemError) -> HttpResponse:
    problem = error.problem
    response = JsonResponse(problem.dict(), status=problem.status, content_type=TYPE)
    response["Cache-Control"] = "no-store"
    if problem.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def problem_from(request: HttpRequest, error: Any) -> HttpResponse:
    """The response to an error of ninja's: 401 without a token, 400 for a body that isn't JSON."""
    status = error.status_code
    if status == 401:
        detail = "Send “Authorization: Bearer …” with a token. Organizers make one on the page Programs."
        return answer_with(ProblemError(401, detail, code="token.missing"))
    detail = f"{error.message}. Send JSON as the OpenAPI file says."
    return answer_with(ProblemError(400, detail, code="call.json"))


def invalid(request: HttpRequest, error: Any) -> HttpResponse:
    """The response to a parameter or a body of the wrong shape."""
    errors = tuple(
        FieldProblem(field=_named(each["loc"]), code=of_field(each["type"], "")[0], detail=str(each["msg"]))
        for each in error.errors
    )
    listed = "; ".join(f"{each.field}: {each.detail}" for each in errors)
    detail = f"The OpenAPI file says what to send. {listed}"
    return answer_with(ProblemError(422, detail, code="call.shape", errors=errors))


def _named(location: tuple[str | int, ...]) -> str:
    """Where an error is: the name of a parameter or a header, or the path in the body."""
    *_, last = location
    if location[0] == "header":
        return str(last).replace("_", "-").title()
    return ".".join(map(str, location[2:] if location[0] == "body" and len(location) > 2 else location[1:]))


def failed(request: HttpRequest) -> HttpResponse:
    """The response to a call that failed by our fault."""
    return answer_with(ProblemError(500, CALLS["call.failed"], code="call.failed"))
