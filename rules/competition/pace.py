"""The pace of the day: how long a game takes, when one's turn comes, when all will be over."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from rules.competition.clock import Span, deadline, resumed

MEASURED_FROM = 3
"""So many games must be over before the day is measured by them: the first may have been a mishap."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a game and a hand take.

    ``games`` of the day were measured; while they are too few, ``is_measured`` is false and the figures are
    the usual ones.
    """

    game: timedelta
    hand: timedelta
    games: int
    is_measured: bool


def pace(games: Sequence[timedelta], hands: Sequence[timedelta], usual: Pace) -> Pace:
    """Today's pace: the median of the games and hands so far; the usual one until three games are over.

    Rulebook E-43. The median, since one long argument should not hold up a whole hall.
    """
    if len(games) < MEASURED_FROM:
        return Pace(usual.game, usual.hand, len(games), is_measured=False)
    return Pace(_median(games), _median(hands) if hands else usual.hand, len(games), is_measured=True)


def left_of_games(begun: Iterable[timedelta], a_game: timedelta) -> tuple[timedelta, ...]:
    """How long the running games will still take, the next to end first, each at the pace of ``a_game``.

    One that has taken longer already may end any minute.
    """
    return tuple(sorted(max(a_game - so_far, timedelta(minutes=1)) for so_far in begun))


def turn_in(place: int, ends: Sequence[timedelta], a_game: timedelta, *, seats: int) -> timedelta:
    """How long whoever stands at ``place`` in line (0 is the first) waits for a table.

    ``ends`` is when the running games end, and each table that frees takes ``seats`` teams from the line.
    """
    if not ends:
        return timedelta()
    turn = place // seats
    return ends[turn % len(ends)] + a_game * (turn // len(ends))


def end_of(start: datetime, waves: float, a_game: timedelta, frozen: Iterable[Span] = ()) -> datetime:
    """When so many games one after the other are over; nobody plays in the frozen spans."""
    return deadline(start, waves * a_game.total_seconds() / 60, frozen)


def waves_of_rounds(games: Iterable[tuple[int, float]], tables: int) -> dict[int, float]:
    """How many usual games one after the other each round takes at so many tables.

    ``games`` has the round of everything that is still to be played, and how many usual games it lasts: a
    series more than one (Rulebook E-80). A round lasts as if all of it took as long as its longest.
    """
    longest, count = dict[int, float](), Counter[int]()
    for number, lasts in games:
        longest[number] = max(lasts, longest.get(number, 0))
        count[number] += 1
    return {number: -(-count[number] // max(tables, 1)) * longest[number] for number in sorted(count)}


def times_of_rounds(
    start: datetime, waves: Sequence[float], a_game: timedelta, frozen: Iterable[Span] = ()
) -> tuple[datetime, ...]:
    """When each round of so many games one after the other begins, and last when all of them are over."""
    spans = tuple(frozen)
    ends = [end_of(start, sum(waves[:number]), a_game, spans) for number in range(len(waves) + 1)]
    return (*(resumed(end, spans) for end in ends[:-1]), ends[-1])


def _median(lengths: Sequence[timedelta]) -> timedelta:
    return timedelta(seconds=median(length.total_seconds() for length in lengths))
