"""The five-minute rule: what a team that is not ready loses, and when. Rulebook E-13 to E-17."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rules.competition.clock import Span, deadline

MINUTES = 5
HANDS = 3


@dataclass(frozen=True, slots=True)
class Late:
    """What one team has lost so far by not being ready, and when it loses the next hand.

    ``next_deadline`` is None when it is seated, or has nothing left to lose.
    """

    hands: int
    next_deadline: datetime | None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """One hand that fell to nobody or to one side because the other was late.

    ``step`` counts the five minutes since the call. ``to`` is the side that gains the hand, one unit and no
    points (Rulebook E-15); None when both were late and nobody gains (Rulebook E-17).
    """

    step: int
    due_at: datetime
    to: str | None


@dataclass(frozen=True, slots=True)
class TableCall:
    """What the five-minute rule has made of one call to a table, up to a moment.

    ``is_over`` says that a side has the hands that make a game. ``needs_referee`` says that both teams were
    late at once, which only a referee settles (Rulebook E-17).
    """

    forfeits: tuple[Forfeit, ...]
    units: tuple[int, int]
    next_deadline: datetime | None
    is_over: bool
    needs_referee: bool


def late_hands(
    called_at: datetime,
    seated_at: datetime | None,
    at: datetime,
    frozen: Iterable[Span] = (),
    *,
    minutes: int = MINUTES,
    most: int = HANDS,
) -> Late:
    """The hands that a team has lost by ``at``, called to the table at ``called_at`` and seated at
    ``seated_at``.

    Rulebook E-13: the call starts the five minutes and "We're seated" stops them. Rulebook E-14: one hand
    after five minutes, another after every further five, and the game at the third. Rulebook E-16: the
    minutes stand still in breaks and pauses. A team that sits down at the very last moment is in time.
    """
    spans = tuple(frozen)
    for step in range(1, most + 1):
        due_at = deadline(called_at, minutes * step, spans)
        if seated_at is not None and seated_at <= due_at:
            return Late(step - 1, None)
        if at < due_at:
            return Late(step - 1, due_at)
    return Late(most, None)


def call(
    called_at: datetime,
    ns_seated_at: datetime | None,
    ew_seated_at: datetime | None,
    at: datetime,
    frozen: Iterable[Span] = (),
    *,
    minutes: int = MINUTES,
    needed: tuple[int, int] = (HANDS, HANDS),
) -> TableCall:
    """What both teams have lost and gained by ``at``, after one call to their table.

    ``needed`` are the hands that each side still needs for the game: three each before the first hand, fewer
    when the teams are called back from a break in the middle of a game. It is a function of the moment and of
    nothing else, so that it comes out the same however seldom it is asked.
    """
    spans = tuple(frozen)
    forfeits: list[Forfeit] = []
    units = {"NS": 0, "EW": 0}
    goal = {"NS": needed[0], "EW": needed[1]}
    next_deadline: datetime | None = None
    while all(units[side] < goal[side] for side in units):
        step = len(forfeits) + 1
        due_at = deadline(called_at, minutes * step, spans)
        missing = [
            side
            for side, seated_at in (("NS", ns_seated_at), ("EW", ew_seated_at))
            if seated_at is None or seated_at > due_at
        ]
        if not missing:
            break
        if at < due_at:
            next_deadline = due_at
            break
        to = {"NS": "EW", "EW": "NS"}[missing[0]] if len(missing) == 1 else None
        forfeits.append(Forfeit(step, due_at, to))
        if to is None:
            # Rulebook E-17: two absent teams would go on losing nothing to each other for ever.
            if len(forfeits) >= HANDS and ns_seated_at is None and ew_seated_at is None:
                break
        else:
            units[to] += 1
    return TableCall(
        forfeits=tuple(forfeits),
        units=(units["NS"], units["EW"]),
        next_deadline=next_deadline,
        is_over=any(units[side] >= goal[side] for side in units),
        needs_referee=any(forfeit.to is None for forfeit in forfeits),
    )
