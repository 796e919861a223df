"""The half-hours of Phase I that rounds can still use."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q

from rules.time.clock import SHORTEST_ROUND, RoundSlot
from tournament.event.day_rows import day_rows, phase
from tournament.event.rules_of_event import group_size
from tournament.floor.seats_now import RoundSpan
from tournament.models import Event, Game
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import phase_one_slots


def slots_left(event: Event, at: datetime) -> tuple[RoundSlot, ...]:
    """The coming half-hours of Phase I with at least ten minutes of play. Seven queries at most."""
    slots = phase_one_slots(event, at)
    used = _last_used(event, slots, at)
    return tuple(slot for slot in slots if slot.number > used and slot.whistle_at - at >= SHORTEST_ROUND)


def _last_used(event: Event, slots: Sequence[RoundSlot], at: datetime) -> int:
    """The last half-hour that a called round uses. A round that ended early frees those not yet begun."""
    called = [row for row in day_rows(event).called if row.phase.kind == PhaseKind.ONE]
    used = sorted((row.slot for row in called), reverse=True)
    begun = max((slot.number for slot in slots if slot.called_at <= at), default=0)
    if not used or used[0] < begun:
        return used[0] if used else 0
    ends = day_rows(event).once_a_version(_ends)
    if ends["on"] or ends["last"] is None:
        return used[0]
    begun = max((slot.number for slot in slots if slot.called_at < ends["last"]), default=0)
    # The last round keeps the half-hour in which it was played, which is after the previous round's.
    return min(used[0], max(begun, used[1] + 1 if len(used) > 1 else 1))


def _ends(event: Event) -> dict[str, Any]:
    """When the last game of Phase I was over, and how many are on."""
    games = Game.objects.standing().filter(event=event, phase__kind="one", kind=GameKind.GAME)
    return games.aggregate(last=Max("over_at"), on=Count("pk", filter=Q(over_at=None)))


def next_slot(event: Event, at: datetime) -> RoundSlot | None:
    """The next half-hour of Phase I with at least ten minutes of play. Seven queries at most."""
    return next(iter(slots_left(event, at)), None)


def next_span(event: Event, games: int, at: datetime) -> RoundSpan | None:
    """The next round's half-hours: as many as its games need, or are left. Seven queries.

    No round goes on from one session into the next (Rulebook E-69). None if not even a short round fits.
    """
    slots = slots_left(event, at)
    if not slots:
        return None
    session = [slot for slot in slots if slot.session == slots[0].session]
    return RoundSpan(first=slots[0], last=session[: turns_for(event, games)][-1])


def rounds_in(slots: Sequence[RoundSlot], turns: int) -> int:
    """The number of rounds of ``turns`` half-hours that fit, session by session. No query."""
    sessions = Counter(slot.session for slot in slots)
    return sum(-(-count // turns) for count in sessions.values())


def turns_for(event: Event, games: int) -> int:
    """The number of half-hours that ``games`` games take; one if teams may sit out a round. Two queries."""
    if phase(event, "one").sits_out:
        return 1
    tables = max(1, day_rows(event).tables_in_use)
    return max(1, -(-games // tables))


@dataclass(frozen=True, kw_only=True)
class RoundsLeft:
    """The number of rounds that can still be called."""

    rounds: int
    turns: int
    warning: str
    """Set if tables are short."""


def rounds_left(event: Event, slots: Sequence[RoundSlot]) -> RoundsLeft:
    """The rounds that still fit, with the teams that are here. Three queries."""
    here = day_rows(event).teams_here
    games = here // group_size(event) + phase(event, "one").has_empty_chair(here)
    turns = turns_for(event, games)
    rounds = rounds_in(slots, turns)
    if turns == 1:
        return RoundsLeft(rounds=rounds, turns=1, warning="")
    tables = day_rows(event).tables_in_use
    more = games - tables
    return RoundsLeft(
        rounds=rounds,
        turns=turns,
        warning=f"{here} {event.entrant}s make {games} games, and {tables} "
        f"table{' is' if tables == 1 else 's are'} in use: a round takes {turns} half-hours, and some rest. "
        f"{more} more table{'' if more == 1 else 's'} would seat everybody.",
    )
