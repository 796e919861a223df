"""Problems (RFC 9457): the responses to calls that can't be done."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Field, Schema

from pages.actions import ActionForm
from tournament.errors import SENTENCES

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
    503: "Not possible right now",
}


class FieldProblem(Schema):
    field: str = Field(description="The field of the body, the query or the header; empty: the whole call.")
    detail: str


class Problem(Schema):
    """An answer that isn't a result. Nothing was changed."""

    type: str = Field(description="`about:blank`, or `urn:uptown:refusal:` and the code of the refusal.")
    title: str
    status: int
    detail: str = Field(description="What is wrong and what to do, in a sentence for people.")
    code: str = Field("", description="The code of the refusal: it never changes, its sentence may.")
    errors: list[FieldProblem] = []


class ProblemError(Exception):
    def __init__(
        self, status: int, detail: str, *, code: str = "", errors: tuple[FieldProblem, ...] = ()
    ) -> None:
        super().__init__(detail)
        self.problem = Problem(
            type=f"urn:uptown:refusal:{code}" if code else "about:blank",
            title=TITLES[status],
            status=status,
            detail=detail,
            code=code,
            errors=list(errors),
        )


def problem_in(form: ActionForm) -> ProblemError:
    """The problem for a form with errors. It has the refusal's code, if a command refused."""
    found = [
        (FieldProblem(field="" if name == "__all__" else name, detail=str(each["message"])), each["code"])
        for name, errors in form.errors.get_json_data().items()
        for each in errors
    ]
    code = next((code for _, code in found if code in SENTENCES), "")
    return ProblemError(422, form.sentence, code=code, errors=tuple(error for error, _ in found))


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
    errors = tuple(FieldProblem(field=_named(each["loc"]), detail=str(each["msg"])) for each in error.errors)
    listed = "; ".join(f"{each.field}: {each.detail}" for each in errors)
    detail = f"The OpenAPI file says what to send. {listed}"
    return answer_with(ProblemError(422, detail, code="call.shape", errors=errors))


def _named(location: tuple[str | int, ...]) -> str:
    """Where an error is: the name of a parameter or a header, or the path in the body."""
    *_, last = location
    if location[0] == "header":
        return str(last).replace("_", "-").title()
    return ".".join(map(str, location[2:] if location[0] == "body" and len(location) > 2 else location[1:]))
