"""Open play, without rounds: a free table gets the next game from the waiting list. Rulebook E-1."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from itertools import combinations
from types import MappingProxyType
from typing import Generic

from rules.competition.pairing.pairing import largest_matching
from rules.competition.team import Team, listed
from rules.time.clock import FOREVER


@dataclass(frozen=True, slots=True)
class WaitingEntrant(Generic[Team]):
    """A team on the waiting list, with its rank (``standing``).

    It never meets the teams in ``apart`` (Rulebook E-65).
    """

    team: Team
    since: datetime
    """When it began to wait."""
    standing: int = 0
    last_met: Mapping[Team, datetime] = field(default_factory=lambda: MappingProxyType({}))
    """When it last met each opponent."""
    apart: frozenset[Team] = frozenset()


class Why(Enum):
    WHISTLE = "No game can finish before the whistle at today’s pace."
    ALONE = "Nobody else is waiting."
    MET = "It has just met everybody who is waiting."
    APART = "It is kept apart from everybody who is waiting."
    NO_TABLE = "No table is free."
    LONGER_WAIT = "Others have waited longer."
    OWN_TABLE = "The table that it needs is not free."
    ODD_ONE = "Those whom it may meet have a game."


@dataclass(frozen=True, slots=True)
class Held(Generic[Team]):
    """A team that keeps waiting, and why; ``until`` is when the reason ends, if known."""

    team: Team
    why: Why
    until: datetime | None = None


def games_to_call(
    waiting: Iterable[WaitingEntrant[Team]],
    tables: Sequence[int],
    now: datetime,
    *,
    rematch_after: timedelta = timedelta(hours=1),
) -> tuple[tuple[int, tuple[Team, Team]], ...]:
    """The next games at the free tables, from the waiting list.

    No two teams meet again within ``rematch_after``. As many games as possible are called, for the teams that
    have waited longest: no team is called ahead of a longer-waiting one that could have played in the same
    number of games. Of several solutions it is the one that ends the most minutes of waiting, then the
    nearest in standing.
    """
    in_order = _longest_first(waiting)
    couples = _longest_waits(in_order, _who_may_meet(in_order, now, rematch_after), len(tables), now)
    return _at_tables(in_order, couples, tables)


def why_held(
    waiting: Iterable[WaitingEntrant[Team]],
    called: Collection[Team],
    now: datetime,
    *,
    has_table: bool,
    rematch_after: timedelta = timedelta(hours=1),
) -> tuple[Held[Team], ...]:
    """The teams that keep waiting after these are ``called``, longest first.

    ``has_table``: a table is still free.
    """
    in_order = _longest_first(waiting)
    may_meet = _who_may_meet(in_order, now, rematch_after)
    at_table = {number for number, one in enumerate(in_order) if one.team in called}
    return tuple(
        _why(number, in_order, may_meet, at_table, has_table, rematch_after)
        for number in range(len(in_order))
        if number not in at_table
    )


def _longest_first(waiting: Iterable[WaitingEntrant[Team]]) -> list[WaitingEntrant[Team]]:
    return sorted(waiting, key=lambda one: (one.since, listed(one.team)))


def _who_may_meet(
    waiting: Sequence[WaitingEntrant[Team]], now: datetime, rematch_after: timedelta
) -> set[tuple[int, int]]:
    return {
        (one, other)
        for one, other in combinations(range(len(waiting)), 2)
        if _next_meeting(waiting[one], waiting[other], rematch_after) <= now
    }


def _at_tables(
    waiting: Sequence[WaitingEntrant[Team]], couples: Sequence[tuple[int, int]], tables: Sequence[int]
) -> tuple[tuple[int, tuple[Team, Team]], ...]:
    return tuple(
        (table, (waiting[one].team, waiting[other].team))
        for table, (one, other) in zip(tables, couples, strict=False)
    )


def _longest_waits(
    waiting: Sequence[WaitingEntrant[Team]], may_meet: set[tuple[int, int]], tables: int, now: datetime
) -> tuple[tuple[int, int], ...]:
    """The most pairs that fit the tables, from the shortest front part of the list that yields as many."""
    if not tables or not may_meet:
        return ()
    most = min(tables, len(waiting) // 2)
    # Usually the teams that have waited longest can all be paired, and no shorter part yields as many.
    couples = _nearest_in(2 * most, waiting, may_meet, now)
    if len(couples) == most:
        return couples
    goal = min(tables, len(largest_matching(len(waiting), [(*couple, 0) for couple in may_meet])))
    # One more team adds at most one pair, so the shortest part yields exactly the goal.
    low, high = 2 * goal, len(waiting)
    while low < high:
        middle = (low + high) // 2
        within = [(*couple, 0) for couple in may_meet if couple[1] < middle]
        if len(largest_matching(middle, within)) >= goal:
            high = middle
        else:
            low = middle + 1
    return _nearest_in(low, waiting, may_meet, now)


def _nearest_in(
    stretch: int, waiting: Sequence[WaitingEntrant[Team]], may_meet: set[tuple[int, int]], now: datetime
) -> tuple[tuple[int, int], ...]:
    """The most pairs from the first ``stretch`` of the list that end the most waiting, then the nearest."""
    spread = max(one.standing for one in waiting) - min(one.standing for one in waiting)
    per_minute = len(waiting) * spread**2 + 1
    minutes = [int((now - one.since).total_seconds() // 60) for one in waiting]
    edges = [
        (
            one,
            other,
            (waiting[one].standing - waiting[other].standing) ** 2
            - per_minute * (minutes[one] + minutes[other]),
        )
        for one, other in sorted(may_meet)
        if other < stretch
    ]
    return largest_matching(stretch, edges)


def _next_meeting(
    one: WaitingEntrant[Team], other: WaitingEntrant[Team], rematch_after: timedelta
) -> datetime:
    if other.team in one.apart or one.team in other.apart:
        return FOREVER
    met, also = one.last_met.get(other.team), other.last_met.get(one.team)
    if met is None or also is None:
        last = met or also
        return last + rematch_after if last else min(one.since, other.since)
    return max(met, also) + rematch_after


def _why(
    number: int,
    waiting: Sequence[WaitingEntrant[Team]],
    may_meet: set[tuple[int, int]],
    called: set[int],
    has_table: bool,
    rematch_after: timedelta,
) -> Held[Team]:
    one = waiting[number]
    others = [other for index, other in enumerate(waiting) if index != number]
    if not others:
        return Held(one.team, Why.ALONE)
    if all(_next_meeting(one, other, rematch_after) == FOREVER for other in others):
        return Held(one.team, Why.APART)
    if not any(number in couple for couple in may_meet):
        return Held(one.team, Why.MET, min(_next_meeting(one, other, rematch_after) for other in others))
    if not has_table:
        is_later = bool(called) and all(waiting[index].since <= one.since for index in called)
        if is_later:
            # The list shows whom the call leaves waiting, not who waited before it.
            return Held(one.team, Why.LONGER_WAIT if len(others) > len(called) else Why.ALONE)
        return Held(one.team, Why.NO_TABLE)
    return Held(one.team, Why.ODD_ONE)
