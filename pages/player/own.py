"""The screens of a team's own pages, and the game that a form of them is about."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied

from accounts.access import Request
from accounts.numbers import whole
from pages.header import header, header_clock
from pages.links import link_to
from pages.messages.push import public_key
from pages.nav import public, team_nav
from pages.player.call import called_key, the_call
from pages.player.forms import CallForm, CorrectForm
from pages.player.now import team_now
from pages.player.own_games import games_of, open_game
from pages.player.own_reports import own_results, replaced_report, reporting
from pages.web import Screen
from scoring.models import Ruling
from scoring.sheet.ruling_rows import RulingRow, rulings_for
from scoring.standings.hidden import is_hidden
from seasons.clubs.club_of_event import club_of, has_club
from seasons.people.people_of_club import with_own_page
from seasons.people.person_codes import code_of
from seasons.ratings.grades import people_by_player
from seasons.ratings.records import public_record
from tournament.event.day_rows import day_rows, phase
from tournament.event.names import who_sits
from tournament.event.sitting import substitutes_count_now
from tournament.floor.calling import game_to_play
from tournament.models import Event, Game, Player, SubstituteRequest, Team
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind


def own_page(request: Request) -> dict[str, Any]:
    team = team_of(request)
    games: list[Any] = games_of(request.event, team)
    one = phase(request.event, PhaseKind.ONE)
    page = team_now(request.event, team, request.at, games)
    called = next((game for game in games if game.called_at and not game.over_at), None)
    return {
        "page": page,
        "clock": header_clock(request.event, request.at, page.awaits),
        "own_games": " ".join(str(game.pk) for game in games if not game.over_at),
        "called_game": called.pk if called else "",
        "called": called_key(games, request.at),
        "call_form": CallForm(),
        "reporting": reporting(games, team, request.at),
        "replaced": replaced_report(games, team),
        "results": own_results(request.event, games, team, request.at),
        "rulings": _rulings(request.event, team),
        "action_key": uuid4(),
        "requests": requests_to(request.event, team),
        "helpers": helpers_of(request.event, team),
        "may_take_back": not team.checked_in_at and not team.withdrawn_at,
        "may_sit_out": team.checked_in_at and not team.withdrawn_at and not one.closed_at,
        "has_rounds": one.has_rounds,
        "team": team,
        "push_key": "" if request.event.is_practice else public_key(),
        "desk_link": None if team.checked_in_at else link_to(request, "site:join", team.badge.secret),
    }


def _codes(request: Request) -> list[tuple[Player, str, bool]]:
    """Each player, the code with which they claim their results, and whether they have their own page.

    Empty if the event belongs to no club. Three queries at most.
    """
    if not has_club(request.event):
        return []
    players = request.event.players.filter(team=team_of(request)).order_by("pk")
    have = set(with_own_page(request.event))
    return [(player, code_of(player), player.pk in have) for player in players]


def _record(request: Request) -> dict[str, Any]:
    """The players' joint record at the club's events, once the results are shown. Sixteen queries."""
    club, team = club_of(request.event), team_of(request)
    if club is None or is_hidden(request.event):
        return {"name": team.name, "record": None}
    is_whom = people_by_player(club)
    sits = [is_whom.get(player.pk) for player in who_sits(team.players.all())]
    people = frozenset(person for person in sits if person)
    is_known = len(people) == len(sits) > 0
    return {"name": team.name, "record": public_record(club, people) if is_known else None}


RECORD = Screen(
    needs="team",
    page="player/record.html",
    home="player:record",
    context=_record,
    layout=lambda request: {**header(request), **team_nav(request)},
)
OWN = Screen(
    needs="team",
    page="player/now.html",
    fragment="player/_now.html",
    home="player:now",
    context=own_page,
    layout=lambda request: {**header(request), **team_nav(request), "codes": _codes(request)},
)
CALLED = public(
    "player/_call.html",
    "",
    lambda request: {"call": the_call(request.event, request.at)},
    "player/_call.html",
    by_team=True,
)


HERE = Screen(
    needs="team",
    page="player/here.html",
    home="player:here",
    context=lambda request, code: {"code": code, "team": team_of(request)},
    layout=lambda request: {**header(request), **team_nav(request)},
)
CORRECT = Screen(
    needs="team",
    page="player/correct.html",
    home="player:correct",
    context=lambda request: {"form": CorrectForm(team_of(request)), "team": team_of(request)},
    layout=lambda request: {**header(request), **team_nav(request)},
)


@dataclass(frozen=True, kw_only=True)
class Helper:
    """A player of this team who substitutes in another ``team``, or is asked to; ``table`` is that team's.

    A request has its ``key``, the absent player (``who``), and for whom the game ``counts``.
    """

    name: str
    team: str
    table: int | None
    who: str = ""
    key: UUID | None = None
    counts: str = ""


def requests_to(event: Event, team: Team) -> tuple[Helper, ...]:
    """The requests that players of a team haven't answered. One query if it has any, and three for each."""
    if team.pk not in day_rows(event).once(_asked):
        return ()
    rows = (
        SubstituteRequest.objects.open()
        .filter(person__team=team)
        .select_related("person", "player__team__event")
    )
    return tuple(
        Helper(
            name=row.person.name,
            who=row.player.name,
            team=row.player.team.name,
            table=_table_of(row.player.team),
            key=row.key,
            counts=substitutes_count_now(row.player.team.event),
        )
        for row in rows
        if row.player.team
    )


def _asked(event: Event) -> frozenset[int | None]:
    return frozenset(event.requests.open().order_by().values_list("person__team", flat=True))


def helpers_of(event: Event, team: Team) -> tuple[Helper, ...]:
    """The players of a team who substitute in others now. One query if it has any, and two for each."""
    if team.pk not in day_rows(event).once(_lending):
        return ()
    rows = Player.objects.filter(same_as__team=team, left_at=None).select_related("team")
    return tuple(
        Helper(name=row.name, team=row.team.name, table=_table_of(row.team)) for row in rows if row.team
    )


def _rulings(event: Event, team: Team) -> tuple[RulingRow, ...]:
    """The rulings in a team's games, also in those that were taken back. Three queries if there are any."""
    return rulings_for(event, team) if team.pk in day_rows(event).once(_ruled) else ()


def _ruled(event: Event) -> frozenset[int | None]:
    rulings = Ruling.objects.filter(event=event).order_by()
    return frozenset(rulings.values_list("game__seats__team", flat=True))


def _lending(event: Event) -> frozenset[int | None]:
    helping = event.players.filter(same_as__isnull=False, left_at=None)
    return frozenset(helping.order_by().values_list("same_as__team", flat=True))


def _table_of(team: Team) -> int | None:
    game = game_to_play(team)
    return game.table.number if game and game.table else None


def posted_game(request: Request) -> Game | None:
    """The team's game that the form names; without one, its open game. One query, or two."""
    team, number = team_of(request), request.POST.get("game", "")
    if not number:
        return open_game(request.event, team)
    pk = whole(number)
    games = Game.objects.standing().of(team).filter(event=request.event).exclude(kind=GameKind.BYE)
    return None if pk is None else games.filter(pk=pk).first()


def team_of(request: Request) -> Team:
    if request.by.badge.team is None:
        raise PermissionDenied("This page belongs to a team.")
    # The phone may have signed in by the link of an entry that was merged (Rulebook E-166). One query then.
    return request.by.badge.team.merged_into or request.by.badge.team
