"""Authentication of calls: a token of the event with a suitable scope."""

from typing import Any

from ninja.security import HttpBearer

from accounts.access import SHOWS_ONLY, Request
from pages.api.event.codes import CALLS
from pages.api.event.problems import ProblemError
from seasons.clubs.commands_club_tokens import badge_at, club_of_token, reaches
from seasons.models import Club
from tournament.models import Actor, Event, Token
from tournament.models.links import hash_of
from tournament.models.programs import Scope


class ApiRequest(Request):
    token: Token
    club: Club


class Bearer(HttpBearer):
    """Authentication by a token with one of ``scopes``. The token's badge is the actor in the log."""

    def __init__(self, *scopes: Scope) -> None:
        self.scopes = scopes
        super().__init__()

    def authenticate(self, request: Any, token: str) -> Any:
        found = token_of(token)
        if found is None or not reaches(found, request.event):
            return None
        self.check(found)
        is_shown = request.method in SHOWS_ONLY
        badge = found.badge if is_shown else badge_at(token=found, event=request.event, at=request.at)
        request.token, request.by = found, Actor(badge, "API")
        return found if badge.revoked_at is None else None

    def check(self, token: Token) -> None:
        """:raises ProblemError: if the token has another scope."""
        if token.scope not in self.scopes:
            meant = " or ".join(f"“{scope.label}” ({scope.value})" for scope in self.scopes)
            detail = f"This call is for tokens that may {meant}. Ask an organizer for one."
            raise ProblemError(403, detail, code="token.scope")


class ClubBearer(Bearer):
    """Authentication of calls that belong to no event, by a club's token."""

    def authenticate(self, request: Any, token: str) -> Any:
        found = token_of(token)
        if found is None:
            return None
        self.check(found)
        request.token, request.club = found, club_of_token(found)
        if request.club is None:
            raise ProblemError(403, CALLS["token.not-of-club"], code="token.not-of-club")
        return found


def token_of(secret: str) -> Token | None:
    """The token with this secret and its badge; None if it is unknown or revoked. One query."""
    found = Token.objects.select_related("badge__event", "giver").filter(hashed=hash_of(secret))
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
READ = Bearer(Scope.READ, Scope.RUN)
SHEETS = Bearer(Scope.READ, Scope.RESULTS, Scope.RUN)
RESULTS = Bearer(Scope.RESULTS, Scope.RUN)
DESK = Bearer(Scope.DESK, Scope.RUN)
RUN = Bearer(Scope.RUN)
OF_CLUB, RUNS_CLUB = ClubBearer(*Scope), ClubBearer(Scope.RUN)
