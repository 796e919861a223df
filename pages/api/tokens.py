"""Authentication of calls: a token of the event with a suitable scope."""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.access import Request
from pages.api.problems import ProblemError
from tournament.models import Actor, Event, Token
from tournament.models.links import hash_of
from tournament.models.programs import Scope


class ApiRequest(Request):
    token: Token


class Bearer(HttpBearer):
    """Authentication by a token with one of ``scopes``. The token's badge is the actor in the log."""

    def __init__(self, *scopes: Scope) -> None:
        self.scopes = scopes
        super().__init__()

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        found = token_of(token)
        if found is None or found.badge.event_id != request.event.pk:  # type: ignore[attr-defined]
            return None
        if found.scope not in self.scopes:
            meant = " or ".join(f"“{scope.label}” ({scope.value})" for scope in self.scopes)
            detail = f"This call is for tokens that may {meant}. Ask an organizer for one."
            raise ProblemError(403, detail, code="token.scope")
        request.token, request.by = found, Actor(found.badge, "API")  # type: ignore[attr-defined]
        return found


def token_of(secret: str) -> Token | None:
    """The token with this secret and its badge; None if it is unknown or revoked. One query."""
    found = Token.objects.select_related("badge").filter(hashed=hash_of(secret))
    return found.filter(badge__revoked_at=None).first()


def tokens(event: Event) -> list[Token]:
    """The event's tokens with their badges, those in use first. One query."""
    found = Token.objects.filter(badge__event=event).select_related("badge").order_by("pk")
    return sorted(found, key=lambda token: token.badge.revoked_at is not None)


def its_table(request: ApiRequest, number: int | None) -> None:
    """:raises ProblemError: if the token is for other tables."""
    tables = request.token.tables
    if tables and number not in tables:
        listed = ", ".join(map(str, tables))
        detail = f"This token is for the results of Table {listed} only."
        raise ProblemError(403, detail, code="token.tables")


ANY = Bearer(*Scope)
READ = Bearer(Scope.READ)
SHEETS = Bearer(Scope.READ, Scope.RESULTS)
RESULTS = Bearer(Scope.RESULTS)
DESK = Bearer(Scope.DESK)
