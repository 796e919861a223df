"""A team's next seat after its game, as far as the results so far decide it (Rulebook E-86)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.competition.pairing.next_table import next_table
from rules.competition.pairing.pairing import Entrant
from rules.games.seats import SEAT_WORDS, SEATS, SIDE_WORDS, SIDES
from scoring.queries.rounds.entrants import PairingInput, played_in
from scoring.queries.rounds.pairing import WAYS, GroupPairing, last_round, who_goes
from tournament.models import Event, Team
from tournament.models.schedule import BY_RESULT, PEOPLE_MOVE, PhaseKind, Seating
from tournament.queries.clock import phase
from tournament.queries.kept_apart import kept_apart
from tournament.queries.names import in_words

BY_NO_RESULT = (Seating.ONE_SEAT, Seating.MOVEMENT, Seating.ROUND_ROBIN)
"""The ways of seating that don't depend on a round's results."""

MOST_NAMED = 3
"""The most tables still playing that a sentence names."""


@dataclass(frozen=True, kw_only=True)
class NextSeat:
    """A team's next seat. ``table`` is None while it isn't known, and for a team that sits out.

    ``chair`` is its chair at the table, once everything is known. A team that sits out ``waits_for`` nothing.
    """

    table: int | None
    chair: str = ""
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


def next_seat(event: Event, team: Team) -> NextSeat | None:
    """The next seat of a team whose game is over; None if no result or chair decides it. Five queries."""
    return next((seat for one, seat in next_seats(event) if one == team), None)


def next_seats(event: Event) -> list[tuple[Team, NextSeat]]:
    """The next seats of all whose game of this round is over, in order of team number. Five queries at most.

    Empty if there is a draft, because it may be changed by hand; if games waited for a table; and if a team
    needs a fixed one.
    """
    one = phase(event, PhaseKind.ONE)
    if one.seating not in (*BY_RESULT, *PEOPLE_MOVE, *BY_NO_RESULT) or one.rounds.drafts().exists():
        return []
    number = one.rounds.called().count() + 1
    teams = {each.pk: each for each in event.teams.to_seat(number).order_by("number")}
    given = replace(_given(event, teams), has_empty_chair=one.has_empty_chair(len(teams)))
    games, _ = last_round(given)
    tables = [game.table for game in games if game.table is not None]
    playing = {place for place, game in enumerate(games, start=1) if not game.is_over}
    if len(playing) == len(games) or len(set(tables)) < len(games):
        return []
    if any(each.fixed_table_id for each in teams.values()):
        return []
    is_full = {pk for game in games for pk in game.players} == teams.keys()
    if one.seating in BY_NO_RESULT and (is_full or one.seating != Seating.ONE_SEAT):
        playing = set()
    still = {pk for game in games if not game.is_over for pk in game.players}
    # Results still to come don't change who sits at a table that waits for none of them.
    seated = WAYS[Seating(one.seating)](given)
    goes, _ = who_goes(given, one.seating)
    seats = []
    for pk, team in teams.items():
        if pk in still:
            continue
        table, places = None, tuple(sorted(playing))
        if playing and is_full:
            table, places = _while_some_play(one.seating, goes, pk, playing)
        if places:
            waits_for = tuple(tables[place - 1] for place in places)
            seats.append((team, NextSeat(table=tables[table - 1] if table else None, waits_for=waits_for)))
        elif told := _told(seated, pk, teams, tables):
            seats.append((team, told))
    return seats


def _given(event: Event, teams: Mapping[int, Team]) -> PairingInput:
    played = played_in(event)
    byes = Counter(game.players[0] for game in played if len(game.players) == 1)
    return PairingInput(
        entrants=[Entrant(pk, byes=byes[pk]) for pk in teams],
        numbers={team.pk: team.number for team in teams.values()},
        played=played,
        round=1 + max((game.round for game in played), default=0),
        later=0,
        words="",
        way=event.way,
        apart=frozenset(pair for pair in kept_apart(event) if teams.keys() >= pair),
    )


def _while_some_play(
    seating: str, goes: Sequence[Sequence[tuple[int, ...]]], team: int, playing: Collection[int]
) -> tuple[int | None, tuple[int, ...]]:
    """The table, or those it waits for. ``goes`` are each game's sides, the winner's first."""
    mine = next(place for place, sides in enumerate(goes, start=1) if any(team in side for side in sides))
    won, lost = goes[mine - 1]
    side = won if team in won else lost
    known = next_table(seating, len(goes), mine, side.index(team), won=side is won, playing=playing)
    return known.table, known.waits_for


def _told(
    seated: GroupPairing, team: int, teams: Mapping[int, Team], tables: Sequence[int]
) -> NextSeat | None:
    groups = seated.groups
    place = next((place for place, group in enumerate(groups) if team in group), None)
    if place is None:
        return NextSeat(table=None)
    if place >= len(tables):
        return None
    group, size = groups[place], (len(groups[place]) + 1) // 2
    # Partners have every other chair: North and South, East and West.
    mine = group[group.index(team) % 2 :: 2] if size > 1 else (team,)
    kept = [table for one in group for table in seated.keeps.get(one, ())]
    return NextSeat(
        table=kept[0] if kept else tables[place],
        chair=_chair(group.index(team), size),
        partner=next((teams[pk].name for pk in mine if pk != team), "" if size == 1 else "an empty chair"),
        against=tuple(teams[pk].name for pk in group if pk not in mine),
    )


def _chair(place: int, size: int) -> str:
    """The words for a place at a table: a team's side or, if two people play on a side, one person's seat."""
    return SEAT_WORDS[SEATS[place]] if size > 1 else SIDE_WORDS[SIDES[place]]
