"""The seating of a draft or of the current round, as the organizer sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.competition.taking_part import WayOfTakingPart
from rules.time.clock import RoundSlot
from rules.time.hours import MOST_SESSIONS
from scoring.game.slots import next_slot
from scoring.hands.begun import begun
from scoring.rounds.seating_lines import (
    SeatedGame,
    SeatedTeam,
    figures,
    figures_alone,
    game_line,
    seating_facts,
    team_line,
)
from scoring.rounds.steps import RECALL_WITHIN, mark_of, too_early, why_no_draft, why_no_recall
from tournament.errors import Refused
from tournament.event.day_rows import day_rows
from tournament.event.names import TeamName, in_words, name_of, round_title
from tournament.event.rules_of_event import group_size
from tournament.models import Event, Game, Round, Seat, Team
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import seating_of
from tournament.schedule.countdown import Countdown, countdown


@dataclass(frozen=True, kw_only=True)
class DraftNews:
    """What has changed since a round was drafted.

    Those who ``came`` aren't in it; those who ``left`` are, and have left or sit out.
    """

    came: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    out: tuple[int, ...] = ()
    """Tables of its games that are out of use now."""

    def __bool__(self) -> bool:
        return bool(self.came or self.left or self.out)

    @property
    def words(self) -> str:
        """``Since the draft: Kitty Katz came.``"""
        tables = [str(number) for number in self.out]
        parts = (
            f"{in_words(self.came)} came" if self.came else "",
            f"{in_words(self.left)} can’t play" if self.left else "",
            f"table{'s' if len(tables) > 1 else ''} {in_words(tables)} went out of use" if tables else "",
        )
        return f"Since the draft: {', '.join(filter(None, parts))}." if self else ""


@dataclass(frozen=True, kw_only=True)
class SeatingPage:
    """A seating and what may be done with it.

    ``seats`` sit at a table, or three if ``seats_three``. Without ``has_rounds``, those out wait for the next
    free table.
    """

    stage: str
    """Empty (no draft and no round on), ``draft`` or ``called``."""
    title: str
    round_id: int | None
    way: str
    mark: int
    games: tuple[SeatedGame, ...]
    byes: tuple[SeatedTeam, ...]
    out: tuple[SeatedTeam, ...]
    """Those here but not in it."""
    away: tuple[TeamName, ...]
    """Teams in the seating that have left."""
    figures: tuple[str, ...]
    tables: tuple[int, ...]
    teams: tuple[TeamName, ...]
    takes_part: WayOfTakingPart
    seats: int
    seats_three: bool
    has_rounds: bool
    where: Mapping[int, str]
    """Says where each entrant is now."""
    why_not: Refused | None
    """Why the next round can't be called."""
    why_no_draft: Refused | None
    """Why it can't be drafted."""
    recall: Countdown | None
    """The rest of the half minute."""
    news: DraftNews
    """What has changed since the draft."""

    @property
    def resting(self) -> tuple[SeatedTeam, ...]:
        gone = {team.team_id for team in self.away}
        return tuple(one for one in (*self.byes, *self.out) if one.team.team_id not in gone)


def round_to_change(event: Event) -> Round | None:
    """The draft, or else the current round; None before the first and after Phase I. One query."""
    of_phase_one = [row for row in day_rows(event).rounds if row.phase.kind == PhaseKind.ONE]
    rounds = [row for row in of_phase_one if not row.phase.closed_at]
    return max(rounds, key=lambda row: row.number, default=None)


def draft_news(row: Round | None) -> DraftNews:
    """The changes since the draft; none without one. Four queries.

    A team that somebody took out of the draft by hand is not missing from it.
    """
    if row is None or row.called_at:
        return DraftNews()
    event = row.phase.event
    seats = Seat.objects.filter(game__round=row)
    ever, now = set(seats.values_list("team", flat=True)), seats.filter(game__recalled_at=None)
    out = now.filter(game__table__is_out_of_use=True).values_list("game__table__number", flat=True)
    is_seated = set(now.values_list("team", flat=True))
    here, left = [], []
    for team in event.teams.filter(waits_since=None).order_by("number"):
        is_here = team.checked_in_at and not team.withdrawn_at and not team.sits_out_of(row.number)
        if is_here and team.pk not in ever:
            here.append(team.name)
        elif not is_here and team.pk in is_seated:
            left.append(team.name)
    return DraftNews(came=tuple(here), left=tuple(left), out=tuple(sorted(set(out))))


def seating_page(event: Event, at: datetime) -> SeatingPage:
    """The seating at ``at``. Thirty queries at most, for any number of teams."""
    phase = event.phases.get(kind="one")
    row = round_to_change(event)
    has_rounds = phase.has_rounds
    drafted = Game.objects.filter(round=row, recalled_at=None).with_everybody().select_related("table")
    games = [game for game in drafted if has_rounds or not game.over_at] if row else []
    here = list(event.teams.present())
    tables = list(event.tables.filter(is_out_of_use=False))
    facts = seating_facts(event, phase, row, games, tables)
    seated = [team for game in games for team in game.everybody()]
    is_seated = {team.pk for team in seated}
    lines = tuple(game_line(facts, game) for game in games if not game.is_bye)
    is_draft = row is not None and row.called_at is None
    slot = next_slot(event, at)
    not_drafted = why_no_draft(event, at, slot)
    return SeatingPage(
        stage="draft" if is_draft else "called" if row else "",
        title=round_title(row, phase) if row else "",
        round_id=row.pk if row else None,
        way=seating_of(phase, _session(slot, is_next=is_draft or row is None)).name,
        mark=mark_of(event),
        games=tuple(sorted(lines, key=lambda line: (line.table is None, line.table or 0))),
        byes=tuple(team_line(facts, team) for game in games if game.is_bye for team in game.everybody()),
        out=tuple(team_line(facts, team) for team in here if team.pk not in is_seated) if row else (),
        away=tuple(name_of(team) for team in seated if team.withdrawn_at or not team.checked_in_at),
        figures=()
        if not has_rounds
        else figures(lines, facts)
        if not event.way.by_chair
        else figures_alone(games, facts),
        tables=tuple(table.number for table in tables),
        teams=tuple(
            sorted((name_of(team) for team in {*seated, *here}), key=lambda one: one.name.casefold())
        ),
        takes_part=event.way,
        seats=group_size(event),
        seats_three=phase.seats_three,
        has_rounds=has_rounds,
        where={team.pk: "sits out" if has_rounds else "waits for a game" for team in here}
        | {team.pk: _where(game, team) for game in games for team in game.everybody()},
        why_not=not_drafted or (too_early(event, slot, at) if slot else None),
        why_no_draft=not_drafted,
        recall=_recall(event, row, at, has_hands=bool(facts.begun)),
        news=draft_news(row),
    )


def _session(slot: RoundSlot | None, *, is_next: bool) -> int:
    """The session of the round shown: the next one, or the one called before ``slot``."""
    if slot is None:
        return MOST_SESSIONS
    return slot.session - 1 if slot.opens and slot.session > 1 and not is_next else slot.session


def _where(game: Game, team: Team) -> str:
    where = "the bye" if game.is_bye else f"table {game.table.number}" if game.table else "waits for a table"
    return where if team.checked_in_at and not team.withdrawn_at else f"has left, {where}"


def recall_left(event: Event, row: Round | None, at: datetime) -> Countdown | None:
    """The rest of the half minute in which a round can be recalled. One query at most."""
    if row is None or row.called_at is None or at - row.called_at > RECALL_WITHIN:
        return None
    return _recall(event, row, at, has_hands=bool(begun(Game.objects.filter(round=row))))


def _recall(event: Event, row: Round | None, at: datetime, *, has_hands: bool) -> Countdown | None:
    if row is None or row.called_at is None or why_no_recall(row, at, has_hands=has_hands):
        return None
    return countdown(at, row.called_at + RECALL_WITHIN)
