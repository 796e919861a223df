"""A league's drawn weeks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.seasons.draw import Pair, SeasonDraw, Week, evenness
from seasons.models import Club, DrawJob, League

MOST_DRAWS = 3


@dataclass(frozen=True, kw_only=True)
class DrawnRow:
    """A drawn week with the names of its teams: each room, and the pairs that meet twice."""

    number: int
    rooms: tuple[tuple[str, ...], ...]
    twice: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    """Has, for each team, its name and its opponents, first when it sits North–South, then when it sits
    East–West (Rulebook L-25).
    """


def drawn_weeks(league: League, numbers: Sequence[int], first: int) -> list[Week]:
    """The drawn weeks before ``first``. As in the rules, a team is its index in ``numbers``. One query."""
    index_of = {number: index for index, number in enumerate(numbers)}

    def pairs(groups: Any) -> tuple[Pair, ...]:
        return tuple((index_of[one], index_of[other]) for one, other in groups)

    return [
        Week(
            rooms=tuple(tuple(index_of[team] for team in room) for room in row.rooms),
            twice=pairs(row.twice),
            games=pairs(row.games),
        )
        for row in league.drawn.now().filter(number__lt=first).order_by("number")
    ]


def drawn_rows(league: League, after: int = 0) -> list[DrawnRow]:
    """The drawn weeks after week ``after``, with team names. Two queries."""
    names = dict(league.teams.values_list("number", "name"))
    return [
        DrawnRow(
            number=row.number,
            rooms=tuple(tuple(names[team] for team in room) for room in row.rooms),
            twice=tuple((names[one], names[other]) for one, other in row.twice),
            sides=tuple(_sides(row.rooms, row.games, names)),
        )
        for row in league.drawn.now().filter(number__gt=after).order_by("number")
    ]


def _sides(
    rooms: Sequence[Sequence[int]], games: Sequence[Sequence[int]], names: Mapping[int, str]
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    for team in (team for room in rooms for team in room):
        north = tuple(names[other] for one, other in games if one == team)
        east = tuple(names[one] for one, other in games if other == team)
        yield names[team], north, east


def draw_in_words(drawn: SeasonDraw) -> str:
    even = evenness(drawn)
    least, most = even.shared
    return (
        f"Each pair shares a room {least} to {most} times and plays {even.met[0]} to {even.met[1]} games. "
        f"The squares of the shared weeks add up to {even.squares:,}; no draw has less than {even.least:,}."
    )


def draws_of(club: Club) -> list[DrawJob]:
    """The last requested draws, the newest first. One query."""
    return list(
        DrawJob.objects.filter(league__club=club).select_related("league").order_by("-pk")[:MOST_DRAWS]
    )
