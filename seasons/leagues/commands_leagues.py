"""A club, its leagues, and a league's weeks that are played here (Rulebook L-9)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import combinations, product
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify

from rules.evenings.known import EVENINGS
from seasons.clubs.commands_clubs import account_of, lock_club
from seasons.leagues.league_table import league_of, players_known, week_at, week_of
from seasons.leagues.results import Results
from seasons.models import Club, ClubEvent, Credit, DrawnWeek, League, LeagueEntry, LeagueTeam, LeagueWeek
from tournament.entries.commands_sign_up import register_walk_up
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, DrawnGame, Event, Game, KeptApart, Role, Team
from tournament.models.events import SubstitutesCount
from tournament.models.typed_names import clean_name
from tournament.settings.commands_event import open_event
from tournament.settings.plan import DayPlan

LONGEST_LEAGUE = 60
THREE = 3


def find_or_make_club(*, name: str = "", at: datetime) -> Club:
    """The club of this name, or the only club if ``name`` is empty. If there is no club, it is made.

    :raises Refused: if no club has this name, or there are several and ``name`` is empty.
    """
    name, clubs = clean_name(name), list(Club.objects.order_by("pk"))
    if not clubs:
        return Club.objects.create(name=name or "Our club", made_at=at)
    found = [club for club in clubs if club.name.casefold() == name.casefold()] if name else clubs
    if len(found) == 1:
        return found[0]
    names = [club.name for club in clubs]
    raise (
        Refused("league.no-club", name=name, clubs=names)
        if name
        else Refused("league.several-clubs", clubs=names)
    )


@transaction.atomic
def find_or_make_league(*, club: Club, name: str, teams: Sequence[str], at: datetime) -> League:
    """The club's league of this name. Makes it, and those of ``teams`` that it lacks, with their numbers."""
    lock_club(club)
    league = league_of(club, name) or new_league(club, name, at)
    league_teams(league, dict.fromkeys(filter(None, map(clean_name, teams))), at, are_numbered=True)
    return league


@transaction.atomic
def number_teams(
    *, event: Event, club: Club, league: League, numbers: Mapping[int, int | None], by: Actor, at: datetime
) -> League:
    """Give the league's teams the club's own numbers, by team id; None takes one away (Rulebook L-2).

    :raises Refused: if two teams would have the same number.
    """
    lock_event(event.pk)
    lock_club(club)
    teams = list(league.teams.all())
    now = {team.pk: numbers.get(team.pk, team.own_number) for team in teams}
    many = Counter(number for number in now.values() if number is not None)
    if twice := next((number for number, count in many.items() if count > 1), None):
        raise Refused("league.number-twice", number=twice)
    changed = [team for team in teams if team.own_number != now[team.pk]]
    league.teams.filter(pk__in=[team.pk for team in changed]).update(own_number=None)
    for team in changed:
        write(team, own_number=now[team.pk])
    if changed:
        log(event, "league.numbered", by=by, at=at, league=league.name, teams=len(changed))
    return league


@transaction.atomic
def open_week(
    *,
    event: Event,
    club: Club,
    league: League,
    number: int,
    held_on: date,
    now: datetime,
    by: Actor,
    at: datetime,
) -> LeagueWeek:
    """Open the event of a drawn week, with the league's teams signed up. ``event`` is any of the club's.

    In open play, teams of different rooms don't meet. All pairs in a room meet once, and twice if they were
    drawn for it (Rulebook L-9). The sides are as drawn (L-25).

    :raises Refused: if the week isn't drawn, or has an event.
    """
    lock_event(event.pk)
    club = lock_club(club)
    drawn = league.drawn.now().filter(number=number).first()
    if drawn is None:
        raise Refused("league.not-drawn", week=number, field="number")
    if week_of(league, number):
        raise Refused("league.week-open", league=league, week=number, field="number")
    in_rooms = {team for room in drawn.rooms for team in room}
    teams = {team.name.casefold(): team for team in league.teams.all() if team.number in in_rooms}
    known = players_known([team.pk for team in teams.values()])
    threes = any(len(names) == THREE for names in known.values())
    plan = plan_of_week(league, number, held_on, len(teams), threes)
    opened = open_event(plan=plan, user=account_of(by), device=by.device, at=now)
    theirs = Actor(opened.badges.get(role=Role.ORGANIZER), by.device)
    ClubEvent.objects.create(event=opened, club=club, at=now)
    row = LeagueWeek.objects.create(league=league, number=number, event=opened, at=now)
    entered = enter_teams(opened, teams, Results(), theirs, now, is_here=False)
    _keep_to_rooms(drawn, {teams[key].number: team for key, team in entered.items()}, theirs, now)
    log(opened, "league.opened", by=theirs, at=now, league=league.name, week=number, teams=len(teams))
    return row


def _keep_to_rooms(drawn: DrawnWeek, teams: Mapping[int, Team], by: Actor, at: datetime) -> None:
    """Keep teams of different rooms apart, and store the drawn games with their sides."""
    for one_room, other_room in combinations(drawn.rooms, 2):
        KeptApart.objects.bulk_create(
            KeptApart(event=by.badge.event, one=teams[one], other=teams[other], at=at, by=by.badge)
            for one, other in product(one_room, other_room)
        )
    DrawnGame.objects.bulk_create(
        DrawnGame(event=by.badge.event, north=teams[north], east=teams[east]) for north, east in drawn.games
    )


@transaction.atomic
def credit_game(*, event: Event, game: Game, week: int, by: Actor, at: datetime) -> Game:
    """Count a make-up game for the week that it belongs to (Rulebook L-10). The event's own week undoes that.

    :raises Refused: if the event isn't a week of a league.
    """
    event = lock_event(event.pk)
    own = week_at(event)
    if own is None:
        raise Refused("league.none")
    Credit.objects.now().filter(game=game).update(ended_at=at)
    if week != own.number:
        Credit.objects.create(game=game, number=week, at=at)
    log(event, "league.credited", by=by, at=at, game=game, who=str(game), week=week)
    return game


@transaction.atomic
def change_absence(
    *,
    event: Event,
    club: Club,
    league: League,
    absence: str,
    forfeit_points: int,
    substitutes_count: str = SubstitutesCount.CHAIR,
    by: Actor,
    at: datetime,
) -> League:
    """Change how missed games count. It applies to all weeks, because the table is always computed.

    ``substitutes_count`` applies only to weeks that are opened afterwards (Rulebook L-42).
    """
    event = lock_event(event.pk)
    lock_club(club)
    write(league, absence=absence, forfeit_points=forfeit_points, substitutes_count=substitutes_count)
    log(event, "league.absence", by=by, at=at, league=league.name, missed=league.get_absence_display())
    return league


def new_league(club: Club, name: str, at: datetime) -> League:
    name = clean_name(name)
    if not name:
        raise Refused("league.name", field="league")
    if len(name) > LONGEST_LEAGUE:
        raise Refused("league.name-long", most=LONGEST_LEAGUE, field="league")
    stem = slugify(name)[:50] or "league"
    is_free = not League.objects.filter(slug=stem).exists()
    slug = stem if is_free else f"{stem}-{uuid4().hex[:6]}"
    return League.objects.create(club=club, name=name, slug=slug, made_at=at)


def league_teams(
    league: League, names: Iterable[str], at: datetime, *, are_numbered: bool = False
) -> dict[str, LeagueTeam]:
    """The league's teams of these names, by casefolded name. Missing teams are made.

    ``are_numbered`` says that somebody wrote them in the order of their numbers.
    """
    teams = {team.name.casefold(): team for team in league.teams.all()}
    last = league.teams.aggregate(last=Max("number"))["last"] or 0
    taken = {team.own_number for team in teams.values()}
    names = list({name.casefold(): name for name in names}.values())
    new = [name for name in names if name.casefold() not in teams]
    made = [
        LeagueTeam.objects.create(
            league=league,
            number=number,
            own_number=number if are_numbered and number not in taken else None,
            name=name,
            made_at=at,
        )
        for number, name in enumerate(new, last + 1)
    ]
    teams |= {team.name.casefold(): team for team in made}
    return {name.casefold(): teams[name.casefold()] for name in names}


def plan_of_week(league: League, week: int, held_on: date, teams: int, threes: bool) -> DayPlan:
    evening = EVENINGS["league-night"]
    settings: dict[str, Any] = {
        **evening.settings, "third_player": threes, "substitutes_count": league.substitutes_count
    }  # fmt: skip
    name = f"{league.name}, week {week}"
    return DayPlan(name=name, held_on=held_on, tables=max(1, teams // 2), **evening.hours(), **settings)


def enter_teams(
    event: Event,
    teams: Mapping[str, LeagueTeam],
    results: Results,
    by: Actor,
    at: datetime,
    *,
    is_here: bool = True,
) -> dict[str, Team]:
    """Sign the teams up. Their players are those of the list, else of their last week, else placeholders."""
    known, entered = players_known([team.pk for team in teams.values()]), {}
    for key, team in sorted(teams.items(), key=lambda each: each[1].number):
        unknown = tuple(f"Player {seat} of team {team.number}" for seat in (1, 2))
        players = results.players.get(key) or known.get(team.pk, ())[: event.way.members] or unknown
        made = register_walk_up(
            event=event, key=uuid4(), name=team.name, players=players, is_here=is_here, by=by, at=at
        )
        LeagueEntry.objects.create(team=made, of=team)
        entered[key] = made
    return entered
