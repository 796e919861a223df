"""The games of Phase I for standings and statistics: who played on which side, and the results."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Q

from rules.competition.game_lines import Elsewhere, GameLine, Line, SidesLine
from rules.standings.what_counts import counts_for
from scoring.standings.hidden import is_hidden
from tournament.models import Event, Seat
from tournament.models.events import StandingsShown, SubstitutesCount
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind


class _SeatRow(NamedTuple):
    game: int
    side: int
    team: int
    round: int | None
    kind: str
    is_running: bool
    winner: int | None
    units: int
    points: int
    bostons: int
    own: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that counts, over or not."""

    game_id: int
    line: Line[int]
    round: int | None
    is_running: bool
    has_begun: bool
    """If it is over or has a counting hand; not for a bye."""
    bostons: tuple[tuple[int, int], ...]

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        if isinstance(self.line, SidesLine):
            return self.line.sides
        return tuple((team,) for team in (self.line.ns, self.line.ew) if team is not None)


def phase_one_games(event: Event, *, is_public: bool = False) -> tuple[list[PlayedGame], list[PlayedGame]]:
    """The games of Phase I that count, and those held back. One query, for any number of games.

    One more where substitutes count otherwise (Rulebook E-151). With ``is_public``, a running round is held
    back if the event shows standings after each round (E-26), and all games until the reveal if it hides them
    (E-94; two more queries).
    """
    games = games_of_phase(event, PhaseKind.ONE)
    if is_public and is_hidden(event):
        return [], games
    if not is_public or event.standings_shown != StandingsShown.AFTER_ROUND:
        return games, []
    running = {game.round for game in games if game.is_running}
    return [game for game in games if game.round not in running], [
        game for game in games if game.round in running
    ]


def games_of_phase(event: Event, kind: str) -> list[PlayedGame]:
    """The games of a phase, held back or not. One query; two where substitutes count otherwise (E-151)."""
    # Tuples: model objects for a thousand teams' seats would take most of the time.
    seats = (
        Seat.objects.filter(game__event=event, game__phase__kind=kind, game__recalled_at=None)
        .filter(game__score__isnull=False)
        .annotate(is_running=Q(game__over_at=None))
        .order_by("game_id", "side_id", "pk")
        .values_list(
            "game_id",
            "side_id",
            "team_id",
            "game__round_id",
            "game__kind",
            "is_running",
            "game__score__winner_id",
            "side__units",
            "side__points",
            "side__bostons",
            "own_points",
        )
    )
    games, elsewhere = groupby(map(_SeatRow._make, seats), key=attrgetter("game")), _elsewhere(event)
    return [_played(list(taken), tuple(elsewhere.get(pk, ()))) for pk, taken in games]


def _elsewhere(event: Event) -> Mapping[int, Sequence[tuple[int, tuple[int, ...]]]]:
    """For each game with a substitute who is one of the people here, whom it counts for (Rulebook E-151).

    One query; none where such games count for the chair.
    """
    if (substitutes := event.substitutes_count) == SubstitutesCount.CHAIR:
        return {}
    helped = Seat.objects.helped().filter(game__event=event)
    found = defaultdict[int, list[tuple[int, tuple[int, ...]]]](list)
    for game, team, own in helped.values_list("game_id", "team_id", "helper__same_as__team_id"):
        found[game].append((team, counts_for(team, own, substitutes)))
    return found


def _played(seats: Sequence[_SeatRow], elsewhere: Elsewhere[int]) -> PlayedGame:
    first = seats[0]
    bostons = tuple((seat.team, seat.bostons) for seat in seats if seat.bostons)
    counts = not first.is_running or any(seat.units or seat.points for seat in seats)
    has_begun = counts and first.kind != GameKind.BYE
    line = replace(_line(seats), elsewhere=elsewhere)
    return PlayedGame(first.game, line, first.round, first.is_running, has_begun, bostons)


def _line(seats: Sequence[_SeatRow]) -> Line[int]:
    one = seats[0]
    if len(seats) > 2:
        return _line_of_people(seats)
    if len(seats) == 1:
        return GameLine(one.team, None, one.winner, one.units, kind=one.kind, round=one.round)
    other = seats[1]
    return GameLine(
        ns=one.team,
        ew=other.team,
        winner=one.winner,
        units_ns=one.units,
        units_ew=other.units,
        points_ns=one.points,
        points_ew=other.points,
        kind=one.kind,
        round=one.round,
    )


def _line_of_people(seats: Sequence[_SeatRow]) -> SidesLine[int]:
    sides = [list(side) for _, side in groupby(seats, key=attrgetter("side"))]
    teams = tuple(tuple(seat.team for seat in side) for side in sides)
    winner = seats[0].winner
    return SidesLine(
        sides=teams,
        won=next((index for index, side in enumerate(teams) if winner in side), None),
        units=tuple(side[0].units for side in sides),
        points=tuple(side[0].points for side in sides),
        own=tuple((seat.team, seat.own) for seat in seats if seat.own),
        kind=seats[0].kind,
        round=seats[0].round,
    )
