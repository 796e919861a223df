"""The pace of the day: how long a game takes, how long teams wait, and when all games will be over."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from rules.time.clock import Span, deadline, resumed

MEASURED_FROM = 3
"""The day is measured once this many games are over; the first one may have been unusual."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a game and a hand take."""

    game: timedelta
    hand: timedelta | None
    """None if they are measured, but only totals were entered."""
    games: int
    """The number that are over. While they are too few, ``is_measured`` is false and the lengths are the
    usual ones.
    """
    is_measured: bool


def pace(games: Sequence[timedelta], hands: Sequence[timedelta], usual: Pace) -> Pace:
    """Today's pace: the median of the games and hands so far; the usual one until three games are over.

    Rulebook E-43. The median ignores the one game with a long argument.
    """
    if len(games) < MEASURED_FROM:
        return Pace(usual.game, usual.hand, len(games), is_measured=False)
    return Pace(_median(games), _median(hands) if hands else None, len(games), is_measured=True)


def left_of_games(begun: Iterable[timedelta], a_game: timedelta) -> tuple[timedelta, ...]:
    """The time left for each running game at the pace ``a_game``, shortest first.

    A game that has already taken longer counts as over in a minute.
    """
    return tuple(sorted(max(a_game - so_far, timedelta(minutes=1)) for so_far in begun))


def turn_in(ahead: int, ends: Sequence[timedelta], a_game: timedelta, *, seats: int) -> timedelta:
    """How long a team with ``ahead`` others before it on the waiting list waits for a table.

    ``ends`` are the times until the running games end; each free table takes ``seats`` teams from the list.
    """
    if not ends:
        return timedelta()
    turn = ahead // seats
    return ends[turn % len(ends)] + a_game * (turn // len(ends))


def end_of(start: datetime, waves: float, a_game: timedelta, frozen: Iterable[Span] = ()) -> datetime:
    """The moment when ``waves`` games, one after the other, are over; nobody plays in the frozen spans."""
    return deadline(start, waves * a_game.total_seconds() / 60, frozen)


def waves_of_rounds(games: Iterable[tuple[int, float]], tables: int) -> dict[int, float]:
    """The length of each round at ``tables`` tables, in usual games played one after the other.

    ``games`` has the round of each remaining game, and its length in usual games: more than one for a series
    (Rulebook E-80). Every game of a round counts as long as the longest one.
    """
    longest, count = dict[int, float](), Counter[int]()
    for number, lasts in games:
        longest[number] = max(lasts, longest.get(number, 0))
        count[number] += 1
    return {number: -(-count[number] // max(tables, 1)) * longest[number] for number in sorted(count)}


def times_of_rounds(
    start: datetime, waves: Sequence[float], a_game: timedelta, frozen: Iterable[Span] = ()
) -> tuple[datetime, ...]:
    """The start of each round and, last, the end of all; ``waves`` are the rounds' lengths in games."""
    spans = tuple(frozen)
    ends = [end_of(start, sum(waves[:number]), a_game, spans) for number in range(len(waves) + 1)]
    return (*(resumed(end, spans) for end in ends[:-1]), ends[-1])


def _median(lengths: Sequence[timedelta]) -> timedelta:
    return timedelta(seconds=median(length.total_seconds() for length in lengths))
