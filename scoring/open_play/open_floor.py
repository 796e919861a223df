"""The state of open play: who has waited since when, free tables and who keeps them, and the pace."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from rules.competition.pairing.open_play import Why
from rules.seating.known import find_seating, without_rounds
from rules.seating.seating import TableSeating
from rules.time.clock import Timetable, deadline, elapsed, face
from rules.time.pace import Pace
from scoring.game.pace import pace_of, played_out_among
from tournament.event.day_rows import phase
from tournament.floor.calling import Elsewhere, busy_elsewhere
from tournament.floor.kept_apart import drawn_games, kept_apart, still_to_play
from tournament.models import Event, Game, Phase, Round, Table, Team
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import timetable, whistle_of
from tournament.schedule.countdown import wall

TIME_IS_UP = "Time’s up: no more games are called."


@dataclass(frozen=True, kw_only=True)
class Keeper:
    team: Team
    rose_id: int


@dataclass(frozen=True, kw_only=True)
class OpenFloor:
    """Phase I without rounds, at one moment.

    ``waiting`` has the teams that wait, longest first, and since when; ``last_met`` when two teams were last
    called to a game; ``apart`` the pairs to keep apart; ``drawn`` the games drawn ahead and not called yet.
    ``keepers`` are the winners who wait at ``free`` tables, by table number.
    """

    event: Event
    elsewhere: Elsewhere
    """What the room's other event uses now."""
    phase: Phase
    seating: TableSeating
    round: Round
    at: datetime
    plan: Timetable
    waiting: tuple[tuple[Team, datetime], ...]
    last_met: Mapping[frozenset[int], datetime]
    apart: frozenset[frozenset[int]]
    drawn: Sequence[tuple[int, int]]
    tables: tuple[Table, ...]
    free: tuple[Table, ...]
    keepers: Mapping[int, Keeper]
    running: tuple[timedelta, ...]
    pace: Pace
    whistle_at: datetime

    @property
    def winners_stay(self) -> bool:
        return self.seating.winners_stay

    @property
    def a_game(self) -> timedelta:
        frozen = self.plan.if_resumed(self.at).frozen
        return deadline(self.at, self.pace.game.total_seconds() / 60, frozen) - self.at

    @property
    def is_over(self) -> bool:
        """Whether no further game could end before the whistle. A pause doesn't shorten the time."""
        return self.at + self.a_game > self.whistle_at

    @property
    def held(self) -> str:
        """Why no game is called now; empty if games are called. Rulebook E-41."""
        now = face(self.plan, self.at)
        if self.at >= self.whistle_at:
            return TIME_IS_UP
        if self.is_over:
            return Why.WHISTLE.value
        if self.phase.calls_held_at:
            return "The organizer holds back the next games."
        if now.paused:
            return "Play is paused. Games are called again when it resumes."
        if now.in_break:
            until = wall(self.event, now.in_break.ends_at, self.at)
            return f"Break until {until}. Games are called again then."
        return ""


def open_round(event: Event) -> Round | None:
    """The current session's round in open play, or the last one's; None before play is open. One query."""
    one = phase(event, PhaseKind.ONE)
    if one.has_rounds or one.closed_at:
        return None
    return open_rounds().filter(phase__event=event).order_by("-number").first()


def open_rounds() -> QuerySet[Round]:
    """The rounds of all sessions of every event in open play, with phase and event. One query."""
    return (
        Round.objects.called()
        .filter(phase__kind=PhaseKind.ONE, phase__seating__in=without_rounds(), phase__closed_at=None)
        .select_related("phase__event")
    )


def open_floor(event: Event, at: datetime) -> OpenFloor | None:
    """Open play at ``at``; None if the event has rounds, or play isn't open.

    Nine queries; in a shared room three more.
    """
    row = open_round(event)
    if row is None or row.called_at is None:
        return None
    seating = find_seating(row.phase.seating)
    assert isinstance(seating, TableSeating)
    plan = timetable(event, at)
    whistle_at = whistle_of(plan, row) or plan.session(PhaseKind.ONE, at).ends_at
    games = list(
        Game.objects.standing()
        .filter(event=event, phase=row.phase, called_at__isnull=False)
        .select_related("score", "round", "table")
        .with_everybody()
        .order_by("called_at", "pk")
    )
    teams = {team.pk: team for team in event.teams.to_seat()}
    running = [game for game in games if not game.over_at]
    busy = {game.table_id for game in running}
    tables = tuple(event.tables.filter(is_out_of_use=False))
    elsewhere = busy_elsewhere(event)
    busy |= {table.pk for table in tables if table.number in elsewhere.tables}
    free = tuple(table for table in tables if table.pk not in busy)
    left = still_to_play(drawn_games(event), games)
    keepers = _keepers(games, teams, free) if seating.winners_stay else {}
    return OpenFloor(
        event=event,
        elsewhere=elsewhere,
        phase=row.phase,
        seating=seating,
        round=row,
        at=at,
        plan=plan,
        waiting=_waiting(row.called_at, games, teams, {keeper.team.pk for keeper in keepers.values()}),
        last_met=_last_met(games, {frozenset(pair) for pair in left}),
        apart=kept_apart(event),
        drawn=left,
        tables=tables,
        free=free,
        keepers=keepers,
        running=tuple(elapsed(game.called_at, at, plan.frozen) for game in running if game.called_at),
        pace=pace_of(event, played_out_among(games), plan.frozen),
        whistle_at=whistle_at,
    )


def _last_met(games: Sequence[Game], drawn: Collection[frozenset[int]]) -> dict[frozenset[int], datetime]:
    """The time when each pair last met. One ``drawn`` to meet again counts as not met (Rulebook L-9)."""
    couples = [(frozenset(each.everybody_ids()), each.called_at) for each in games]
    return {couple: moment for couple, moment in couples if moment and couple not in drawn}


def is_calling(event: Event, at: datetime) -> bool:
    """Whether open play calls another game, now or after a break or a pause. Eleven queries at most."""
    floor = open_floor(event, at)
    return bool(floor and not floor.is_over and not floor.phase.calls_held_at)


def _waiting(
    opened_at: datetime, games: Sequence[Game], teams: Mapping[int, Team], keeping: set[int]
) -> tuple[tuple[Team, datetime], ...]:
    since = {pk: max(opened_at, team.checked_in_at or opened_at) for pk, team in teams.items()}
    for game in games:
        for pk in game.everybody_ids():
            if pk not in since:
                continue
            if game.over_at is None:
                del since[pk]
            else:
                since[pk] = max(since[pk], game.over_at)
    waiting = [(teams[pk], moment) for pk, moment in since.items() if pk not in keeping]
    return tuple(sorted(waiting, key=lambda one: (one[1], one[0].number)))


def _keepers(games: Sequence[Game], teams: Mapping[int, Team], free: Sequence[Table]) -> dict[int, Keeper]:
    last_at = {game.table_id: game for game in games}
    last_of = {pk: game.pk for game in games for pk in game.everybody_ids()}
    keepers: dict[int, Keeper] = {}
    for table in free:
        game = last_at.get(table.pk)
        winner = game.score.winner_id if game else None
        if game and winner and winner in teams and last_of[winner] == game.pk:
            rose = next(pk for pk in game.everybody_ids() if pk != winner)
            keepers[table.number] = Keeper(team=teams[winner], rose_id=rose)
    return keepers
