"""A team's next seat after its game, as far as the results so far decide it (Rulebook E-86)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.competition.pairing.tables import TablePlan
from rules.ruleset.seats import SEAT_WORDS, SEATS, SIDE_WORDS, SIDES
from rules.seating.history import SeatedRound, last_round
from rules.seating.seating import DependsOn, RoundSeating
from scoring.game.slots import next_slot
from scoring.rounds.pairing import history_of
from tournament.event.day_rows import phase
from tournament.event.names import in_words
from tournament.floor.seats_now import table_plan, wishes
from tournament.models import Event, Team
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import seating_of

MOST_NAMED = 3
"""The most tables still playing that a sentence names."""


@dataclass(frozen=True, kw_only=True)
class NextSeat:
    """A team's next seat.

    A team that sits out ``waits_for`` nothing.
    """

    table: int | None
    """None while it isn't known, and for a team that sits out."""
    chair: str = ""
    """Its chair at the table, once everything is known."""
    partner: str = ""
    against: tuple[str, ...] = ()
    waits_for: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        if self.waits_for:
            where = f"table {self.table}," if self.table else "your seat is known"
            return f"Next: {where} {self.waits}."
        if self.table is None:
            return "Next: you sit out a round."
        partner = f"with {self.partner} " if self.partner else ""
        return f"Next: table {self.table}, {partner}against {in_words(self.against)}."

    @property
    def waits(self) -> str:
        return f"once {_tables(self.waits_for)} done" if self.waits_for else ""


def _tables(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"table {numbers[0]} is"
    return f"{len(numbers)} tables are" if len(numbers) > MOST_NAMED else f"tables {in_words(numbers)} are"


def next_seat(event: Event, team: Team, at: datetime) -> NextSeat | None:
    """The next seat of a team whose game is over; None if it isn't decided. Eighteen queries at most."""
    return next((seat for one, seat in next_seats(event, at) if one == team), None)


def next_seats(event: Event, at: datetime) -> list[tuple[Team, NextSeat]]:
    """The next seats of all whose game of this round is over, by team number. Eighteen queries at most.

    They are those that a draft made at ``at`` would have. Empty if there is a draft, because it may be
    changed by hand; if games waited for a table; if a team needs a certain one; and if no round follows.
    """
    one, slot = phase(event, PhaseKind.ONE), next_slot(event, at)
    if slot is None or one.closed_at or one.rounds.drafts().exists():
        return []
    seating = seating_of(one, slot.session)
    if not isinstance(seating, RoundSeating) or seating.depends is DependsOn.EVERYTHING:
        return []
    history = history_of(one, seating)
    games, _ = last_round(history)
    at_tables = {game.table for game in games if game.table is not None}
    playing = {number for number, game in enumerate(games, start=1) if not game.is_over}
    if len(playing) == len(games) or len(at_tables) < len(games):
        return []
    teams = {team.pk: team for team in event.teams.filter(pk__in=history.numbers).order_by("number")}
    tables = list(event.tables.filter(is_out_of_use=False))
    if wishes(teams.values(), tables):
        return []
    is_full = {pk for game in games for pk in game.players} == teams.keys()
    if seating.depends is DependsOn.NUMBER or (seating.depends is DependsOn.CHAIRS and is_full):
        playing = set()
    # Results still to come don't change who sits at a table that waits for none of them.
    seated = seating.next_round(history)
    groups = [tuple(teams[pk] for pk in group) for group in seated.groups]
    plan = table_plan(one, groups, seated.keeps, tables)
    if playing and plan.waiting:
        return []
    numbers = [number for number, _ in plan.seated]
    still = {pk for game in games if not game.is_over for pk in game.players}
    seats = []
    for pk, team in teams.items():
        if pk in still:
            continue
        table, waits_on = None, tuple(sorted(playing))
        if playing and is_full and (known := seating.next_table(history, pk)):
            table, waits_on = known.table, known.waits_for
        if waits_on:
            waits_for = tuple(games[number - 1].table or 0 for number in waits_on)
            seats.append((team, NextSeat(table=numbers[table - 1] if table else None, waits_for=waits_for)))
        elif seat := _decided(seated, plan, pk, teams):
            seats.append((team, seat))
    return seats


def _decided(
    seated: SeatedRound, plan: TablePlan[int], team: int, teams: Mapping[int, Team]
) -> NextSeat | None:
    """The seat of a team; None if its game waits for a table, or if the pairing leaves it out."""
    if team in seated.byes:
        return NextSeat(table=None)
    table, group = next(((table, group) for table, group in plan.seated if team in group), (None, ()))
    if table is None:
        return None
    size = (len(group) + 1) // 2
    # Partners have every other chair: North and South, East and West.
    mine = group[group.index(team) % 2 :: 2] if size > 1 else (team,)
    return NextSeat(
        table=table,
        chair=_chair(group.index(team), size),
        partner=next((teams[pk].name for pk in mine if pk != team), "" if size == 1 else "an empty chair"),
        against=tuple(teams[pk].name for pk in group if pk not in mine),
    )


def _chair(seat: int, size: int) -> str:
    """The words for a seat: a team's side or, if two people play on a side, one person's seat."""
    return SEAT_WORDS[SEATS[seat]] if size > 1 else SIDE_WORDS[SIDES[seat]]
