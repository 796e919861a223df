"""A league's week that is imported from a list, as an archived event (Rulebook L-6, L-8)."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction

from rules.ruleset.hands import HandFacts
from rules.seasons.score_lines import ScoreLine
from scoring.cut.commands_cut import settle_cut
from scoring.game.commands_phase_one import start_phase_one
from scoring.models import GameScore
from scoring.recording.commands_hands import record_hand
from seasons.clubs.commands_clubs import lock_club
from seasons.leagues.commands_leagues import THREE, enter_teams, league_teams, new_league, plan_of_week
from seasons.leagues.league_table import league_of, players_known, week_of
from seasons.leagues.results import MOST_WEEKS, Results
from seasons.models import (
    Appearance,
    Club,
    ClubEvent,
    Credit,
    League,
    LeagueWeek,
    SeriesEvent,
    Shelf,
    Shelved,
)
from seasons.people.commands_people import recognize_as_answered
from tournament.errors import Refused
from tournament.event.rules_of_event import ruleset_for
from tournament.event.sitting import chairs_for
from tournament.floor.commands_seats import make_games
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event, Game, Role, Round, Team
from tournament.models.events import SignUp
from tournament.models.schedule import PhaseKind
from tournament.settings.commands_event import open_event

HANDS = "Hands"
"""The name of the counter for each side's hands, in games that are decided by points."""


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
    old = week_of(existing, week) if (existing := league_of(club, name)) else None
    if old:
        # Lock order: events before clubs. The new event needs no lock: no one else sees it yet.
        lock_event(old.event_id)
    club = lock_club(club)
    if not 1 <= week <= MOST_WEEKS:
        raise Refused("league.week", most=MOST_WEEKS, field="week")
    league = league_of(club, name) or new_league(club, name, at)
    before = week_of(league, week)
    if before and before != old:
        # It was imported meanwhile, so its event isn't locked.
        raise Refused("league.week-meanwhile", league=league, week=week)
    if before and not before.is_imported:
        raise Refused("league.played", league=league, week=week)
    if before and not replaces:
        raise Refused("league.week-there", league=league, week=week, field="replaces")
    in_series = _end_week(before, at) if before else []
    teams = league_teams(league, results.names.values(), at)
    known = players_known([team.pk for team in teams.values()])
    threes = any(len(names) == THREE for names in (*known.values(), *results.players.values()))
    event = _opened(league, week, results, len(teams), threes, user, device, today, at)
    by = Actor(event.badges.get(role=Role.ORGANIZER), device)
    ClubEvent.objects.create(event=event, club=club, at=at)
    row = LeagueWeek.objects.create(league=league, number=week, event=event, is_imported=True, at=at)
    for placed in in_series:
        SeriesEvent.objects.create(series_id=placed.series_id, event=event, is_final=placed.is_final, at=at)
    entered = enter_teams(event, teams, results, by, at)
    _play(event, results.games, entered, by, at)
    _settle_places(event, by, at)
    _archive(event, Shelf.ARCHIVE, by, at)
    if answers is not None:
        recognize_as_answered(event=event, club=club, answers=answers, by=by, at=at)
    log(event, "league.imported", by=by, at=at, league=league.name, week=week, games=len(results.games))
    return row


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
    plan = plan_of_week(league, week, held_on, teams, threes).with_(
        house_rules={"game_end": "clock"}, counters=(HANDS,) if results.has_hands else ()
    )
    event = open_event(plan=plan, user=user, device=device, at=at)
    write(event, sign_up=SignUp.CLOSED)
    return event


def _play(
    event: Event, lines: Sequence[ScoreLine], teams: Mapping[str, Team], by: Actor, at: datetime
) -> None:
    """Record each game with its totals, effective at the end of the evening."""
    phase = event.phases.get(kind=PhaseKind.ONE)
    start_phase_one(phase, by=by, at=at)
    begins, ends = min(phase.starts_at, at), min(phase.ends_at, at)
    write(phase, started_at=begins, calls_held_at=begins)
    # A game counts only for players who had signed up before it (``sat_at`` in seasons/ratings/grades.py).
    event.players.update(signed_up_at=begins)
    row = Round.objects.create(
        phase=phase, number=1, slot=1, called_at=begins, play_from=begins, whistle_at=ends
    )
    event.refresh_from_db()
    ruleset, tables = ruleset_for(event), list(event.tables.all())
    for index, line in enumerate(lines):
        pair = tuple(teams[key] for key in line.teams)
        game = Game(
            event=event,
            phase=phase,
            round=row,
            table=tables[index % len(tables)],
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


def _end_week(week: LeagueWeek, at: datetime) -> list[SeriesEvent]:
    """End the week's results, and who played. Returns its places in series, which have ended, too.

    The event becomes a draft, so no list shows it; its rows stay.
    """
    write(week, ended_at=at)
    Appearance.objects.now().filter(player__event=week.event).update(ended_at=at)
    in_series = list(SeriesEvent.objects.now().filter(event=week.event))
    for placed in in_series:
        write(placed, ended_at=at)
    by = Actor(week.event.badges.filter(role=Role.ORGANIZER).earliest("pk"), "list")
    _archive(week.event, Shelf.DRAFT, by, at)
    return in_series


def _archive(event: Event, shelf: Shelf, by: Actor, at: datetime) -> None:
    """Shelve without the checks of ``shelve_event``: imported games are over, even if the evening isn't."""
    Shelved.objects.create(event=event, shelf=shelf, at=at, by=by.badge)
    shelves: dict[str, Any] = {f"is_{each.value}": each == shelf for each in Shelf}
    log(event, "event.shelved", by=by, at=at, **shelves)
