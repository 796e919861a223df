"""Who is to be paired in the next round, and what they have played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations, product
from operator import itemgetter

from django.db.models import F

from rules.competition.lots import draw
from rules.competition.pairing.empty_chair import EMPTY
from rules.competition.pairing.pairing import Entrant
from rules.competition.taking_part import TEAMS, WayOfTakingPart
from rules.competition.tie_breaks import ranks_by_games_won
from scoring.queries.standings.standings import standings
from tournament.models import Event, Game, Phase, Seat, Team
from tournament.models.floor import GameKind
from tournament.queries.kept_apart import apart_of


@dataclass(frozen=True, kw_only=True)
class Played:
    """An earlier game: all who sat there, who played together, and who won. A bye has one side.

    ``winner`` is a team or player of the winning side; None where nobody won.
    """

    round: int
    table: int | None
    players: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    winner: int | None = None
    is_over: bool = True


@dataclass(frozen=True, kw_only=True)
class PairingInput:
    """The teams that are here, and what they have played so far.

    With ``has_empty_chair``, one table of people who come alone has three (Rulebook E-212).
    """

    entrants: Sequence[Entrant[int]]
    numbers: Mapping[int, int]
    played: Sequence[Played]
    round: int
    later: int
    words: str
    seats: int = 4
    way: WayOfTakingPart = TEAMS
    apart: frozenset[frozenset[int]] = frozenset()
    has_empty_chair: bool = False

    @property
    def people(self) -> Mapping[int, int]:
        """Everybody's number where partners change; an empty chair has the highest."""
        empty = {EMPTY: max(self.numbers.values()) + 1} if self.has_empty_chair else {}
        return {**self.numbers, **empty}


def played_in(event: Event) -> list[Played]:
    """The games of Phase I so far, byes too, by round and table. One query."""
    games = Game.objects.standing().filter(
        event=event, phase__kind="one", kind__in=(GameKind.GAME, GameKind.BYE)
    )
    seats = (
        Seat.objects.filter(game__in=games)
        .order_by("game__round__number", F("game__table__number").asc(nulls_last=True), "game_id", "pk")
        .values_list(
            "game__round__number",
            "game__table__number",
            "game_id",
            "game__score__winner",
            "game__over_at",
            "side__name",
            "team_id",
        )
    )
    played = []
    for (number, table, _, winner, over_at), group in groupby(seats, key=itemgetter(0, 1, 2, 3, 4)):
        sides: dict[str, tuple[int, ...]] = {}
        sat = [(side, team) for *_, side, team in group]
        for side, team in sat:
            sides[side] = (*sides.get(side, ()), team)
        players = tuple(team for _, team in sat)
        played.append(
            Played(
                round=number or 0,
                table=table,
                players=players,
                sides=tuple(sides.values()),
                winner=winner,
                is_over=over_at is not None,
            )
        )
    return played


def entrants_of(
    phase: Phase,
    teams: Mapping[int, Team],
    played: Iterable[Played],
    words: str,
    apart: Iterable[frozenset[int]],
) -> Iterable[Entrant[int]]:
    """Everybody to pair, with standing, opponents so far, opponents to avoid, byes and home."""
    from_whom = apart_of(apart)
    met = times_met(played)
    numbers = sorted(team.number for team in teams.values())
    lots = {number: place for place, number in enumerate(draw(numbers, words) if words else numbers)}
    table = standings(phase.event)
    by_wins = ranks_by_games_won(table.tie_breaks)
    rows = [row for row in table.rows if row.team_id in teams and not row.is_gone]
    rows.sort(key=lambda row: (row.rank, lots[row.number]))
    for row in rows:
        team = teams[row.team_id]
        fixed = team.fixed_table
        yield Entrant(
            team=team.pk,
            standing=row.rank - 1,
            won=row.won if by_wins else 0,
            met=met.get(team.pk, {}),
            apart=from_whom.get(team.pk, frozenset()),
            byes=row.byes,
            city=home_of(team) if phase.keeps_homes_apart else "",
            table=fixed.number if fixed and not fixed.is_out_of_use else None,
        )


def times_met(played: Iterable[Played]) -> dict[int, dict[int, int]]:
    """The number of times each team has met each other team on opposite sides. No query."""
    met: dict[int, dict[int, int]] = {}
    for game in played:
        for side, across in permutations(game.sides, 2):
            for me, other in product(side, across):
                mine = met.setdefault(me, {})
                mine[other] = mine.get(other, 0) + 1
    return met


def home_of(team: Team) -> str:
    """A team's home, normalized: "New Orleans" and "new orleans" are one. No query."""
    return " ".join(team.home.casefold().split())
