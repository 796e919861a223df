"""A league's weeks: imported from a list as an archived event (Rulebook L-6, L-8), or opened (L-9)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import combinations, product
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify

from rules.evenings.known import EVENINGS
from rules.games.hands import HandFacts
from rules.seasons.score_lines import ScoreLine
from scoring.commands.cut import settle_cut
from scoring.commands.hands import record_hand
from scoring.commands.rounds import start_phase_one
from scoring.models import GameScore
from seasons.commands.clubs import account_of, lock_club
from seasons.commands.people import recognize_as_answered
from seasons.models import (
    Club,
    ClubEvent,
    Credit,
    DrawnWeek,
    League,
    LeagueEntry,
    LeagueTeam,
    LeagueWeek,
    Shelf,
    Shelved,
)
from seasons.queries.leagues import league_of, players_known, week_at, week_of
from seasons.queries.results import MOST_WEEKS, Results
from tournament.commands.audit_log import log
from tournament.commands.events import open_event
from tournament.commands.locks import lock_event, write
from tournament.commands.seats import make_games
from tournament.commands.teams import register_walk_up
from tournament.errors import Refused
from tournament.models import Actor, DrawnGame, Event, Game, KeptApart, Role, Round, Team
from tournament.models.events import SignUp, SubstitutesCount
from tournament.models.schedule import PhaseKind
from tournament.models.typed_names import clean_name
from tournament.queries.game import ruleset_for
from tournament.queries.plan import DayPlan
from tournament.queries.sitting import chairs_for

LONGEST_LEAGUE = 60
THREE = 3
HANDS = "Hands"
"""The name of the counter for each side's hands, in games that are decided by points."""


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
    """The club's league of this name. Makes it, and those of ``teams`` that it lacks."""
    lock_club(club)
    league = league_of(club, name) or _new_league(club, name, at)
    _teams_of(league, dict.fromkeys(filter(None, map(clean_name, teams))), at)
    return league


@transaction.atomic
def import_week(
    *,
    club: Club,
    name: str,
    week: int,
    results: Results,
    replaces: bool,
    user: Any,
    device: str,
    today: date,
    at: datetime,
    answers: Mapping[str, int | None] | None = None,
) -> LeagueWeek:
    """Import a week's results: make an archived event, with a total for each game.

    Makes the league and the teams if they are missing. ``replaces`` allows it to replace the results of an
    earlier import. With an organizer's ``answers``, the players are recognized (``recognize_as_answered``).

    :raises Refused: if the week was played here, or has results and ``replaces`` is false.
    """
    old = week_of(there, week) if (there := league_of(club, name)) else None
    if old:
        # Lock order: events before clubs. The new event needs no lock: no one else sees it yet.
        lock_event(old.event_id)
    club = lock_club(club)
    if not 1 <= week <= MOST_WEEKS:
        raise Refused("league.week", most=MOST_WEEKS, field="week")
    league = league_of(club, name) or _new_league(club, name, at)
    before = week_of(league, week)
    if before and before != old:
        # It was imported meanwhile, so its event isn't locked.
        raise Refused("league.week-meanwhile", league=league, week=week)
    if before and not before.is_imported:
        raise Refused("league.played", league=league, week=week)
    if before and not replaces:
        raise Refused("league.week-there", league=league, week=week, field="replaces")
    if before:
        _end_week(before, at)
    teams = _teams_of(league, results.names.values(), at)
    known = players_known([team.pk for team in teams.values()])
    threes = any(len(names) == THREE for names in (*known.values(), *results.players.values()))
    event = _opened(league, week, results, len(teams), threes, user, device, today, at)
    by = Actor(event.badges.get(role=Role.ORGANIZER), device)
    ClubEvent.objects.create(event=event, club=club, at=at)
    row = LeagueWeek.objects.create(league=league, number=week, event=event, is_imported=True, at=at)
    entered = _entered(event, teams, results, by, at)
    _play(event, results.games, entered, by, at)
    _settle_places(event, by, at)
    _archive(event, Shelf.ARCHIVE, by, at)
    if answers is not None:
        recognize_as_answered(event=event, club=club, answers=answers, by=by, at=at)
    log(event, "league.imported", by=by, at=at, league=league.name, week=week, games=len(results.games))
    return row


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
    plan = _plan(league, number, held_on, len(teams), any(len(names) == THREE for names in known.values()))
    opened = open_event(plan=plan, user=account_of(by), device=by.device, at=now)
    theirs = Actor(opened.badges.get(role=Role.ORGANIZER), by.device)
    ClubEvent.objects.create(event=opened, club=club, at=now)
    row = LeagueWeek.objects.create(league=league, number=number, event=opened, at=now)
    entered = _entered(opened, teams, Results(), theirs, now, is_here=False)
    _keep_to_rooms(drawn, {teams[key].number: team for key, team in entered.items()}, theirs, now)
    log(opened, "league.opened", by=theirs, at=now, league=league.name, week=number, teams=len(teams))
    return row


def _keep_to_rooms(drawn: DrawnWeek, teams: Mapping[int, Team], by: Actor, at: datetime) -> None:
    """Keep teams of different rooms apart, and store the drawn games with their sides."""
    for here, there in combinations(drawn.rooms, 2):
        KeptApart.objects.bulk_create(
            KeptApart(event=by.badge.event, one=teams[one], other=teams[other], at=at, by=by.badge)
            for one, other in product(here, there)
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


@transaction.atomic
def undo_week(*, week: LeagueWeek, by: Actor, at: datetime) -> LeagueWeek:
    """Withdraw the results of an imported week. Repeating it changes nothing.

    :raises Refused: if the week was played here.
    """
    lock_event(week.event_id)
    week = LeagueWeek.objects.select_related("league", "event").get(pk=week.pk)
    if not week.is_imported:
        raise Refused("league.played", league=week.league, week=week.number)
    if week.ended_at is None:
        _end_week(week, at)
        log(week.event, "league.undone", by=by, at=at, league=week.league.name, week=week.number)
    return week


def _new_league(club: Club, name: str, at: datetime) -> League:
    name = clean_name(name)
    if not name:
        raise Refused("league.name", field="league")
    if len(name) > LONGEST_LEAGUE:
        raise Refused("league.name-long", most=LONGEST_LEAGUE, field="league")
    stem = slugify(name)[:50] or "league"
    is_free = not League.objects.filter(slug=stem).exists()
    slug = stem if is_free else f"{stem}-{uuid4().hex[:6]}"
    return League.objects.create(club=club, name=name, slug=slug, made_at=at)


def _teams_of(league: League, names: Iterable[str], at: datetime) -> dict[str, LeagueTeam]:
    """The league's teams of these names, by casefolded name. Missing teams are made with the next numbers."""
    teams = {team.name.casefold(): team for team in league.teams.all()}
    last = league.teams.aggregate(last=Max("number"))["last"] or 0
    names = list({name.casefold(): name for name in names}.values())
    new = [name for name in names if name.casefold() not in teams]
    made = [
        LeagueTeam.objects.create(league=league, number=number, name=name, made_at=at)
        for number, name in enumerate(new, last + 1)
    ]
    teams |= {team.name.casefold(): team for team in made}
    return {name.casefold(): teams[name.casefold()] for name in names}


def _opened(
    league: League,
    week: int,
    results: Results,
    teams: int,
    threes: bool,
    user: Any,
    device: str,
    today: date,
    at: datetime,
) -> Event:
    """Open the event of an imported week: a league night in which only the points decide a game."""
    held_on = results.held_on or today - timedelta(days=1)
    plan = _plan(league, week, held_on, teams, threes).with_(
        house_rules={"game_end": "clock"}, counters=(HANDS,) if results.has_hands else ()
    )
    event = open_event(plan=plan, user=user, device=device, at=at)
    write(event, sign_up=SignUp.CLOSED)
    return event


def _plan(league: League, week: int, held_on: date, teams: int, threes: bool) -> DayPlan:
    evening = EVENINGS["league-night"]
    settings: dict[str, Any] = {
        **evening.settings, "third_player": threes, "substitutes_count": league.substitutes_count
    }  # fmt: skip
    name = f"{league.name}, week {week}"
    return DayPlan(name=name, held_on=held_on, tables=max(1, teams // 2), **evening.hours(), **settings)


def _entered(
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


def _play(
    event: Event, lines: Sequence[ScoreLine], teams: Mapping[str, Team], by: Actor, at: datetime
) -> None:
    """Record each game with its totals, effective at the end of the evening."""
    phase = event.phases.get(kind=PhaseKind.ONE)
    start_phase_one(phase, by=by, at=at)
    begins, ends = min(phase.starts_at, at), min(phase.ends_at, at)
    write(phase, started_at=begins, calls_held_at=begins)
    # A game counts only for players who had signed up before it (``sat_at`` in seasons/queries/ratings.py).
    event.players.update(signed_up_at=begins)
    row = Round.objects.create(
        phase=phase, number=1, slot=1, called_at=begins, play_from=begins, whistle_at=ends
    )
    event.refresh_from_db()
    ruleset, tables = ruleset_for(event), list(event.tables.all())
    for place, line in enumerate(lines):
        pair = tuple(teams[key] for key in line.teams)
        game = Game(
            event=event,
            phase=phase,
            round=row,
            table=tables[place % len(tables)],
            made_at=at,
            called_at=begins,
        )
        make_games([(game, chairs_for(ruleset, pair))])
        GameScore.objects.create(game=game)
        facts = _facts(ruleset.sides, line)
        record_hand(hand_id=uuid4(), game=game, facts=facts, by=by, at=at, effective_at=ends)
        if line.week:
            Credit.objects.create(game=game, number=line.week, at=at)
    event.games.update(over_at=ends)


def _settle_places(event: Event, by: Actor, at: datetime) -> None:
    """Make the places final, so that the archive shows the podium. A tie that needs a lot stays open."""
    try:
        settle_cut(event=event, by=by, at=at)
    except Refused:
        return


def _facts(sides: Sequence[str], line: ScoreLine) -> HandFacts:
    def by_side(figures: Sequence[int]) -> dict[str, int]:
        return dict(zip(sides, figures, strict=True))

    return HandFacts(
        total_points=by_side(line.points),
        total_bostons=by_side(line.bostons),
        won_by=sides[line.teams.index(line.won)] if line.won else None,
        counters={HANDS: by_side(line.hands)} if line.hands else None,
    )


def _end_week(week: LeagueWeek, at: datetime) -> None:
    """End the week's results. The event becomes a draft, so no list shows it; its rows stay."""
    write(week, ended_at=at)
    by = Actor(week.event.badges.filter(role=Role.ORGANIZER).earliest("pk"), "list")
    _archive(week.event, Shelf.DRAFT, by, at)


def _archive(event: Event, shelf: Shelf, by: Actor, at: datetime) -> None:
    """Shelve without the checks of ``shelve_event``: imported games are over, even if the evening isn't."""
    Shelved.objects.create(event=event, shelf=shelf, at=at, by=by.badge)
    said: dict[str, Any] = {f"is_{each.value}": each == shelf for each in Shelf}
    log(event, "event.shelved", by=by, at=at, **said)
