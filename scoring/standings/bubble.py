"""Each team's chance to make the cut, in words."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from rules.standings.bubble import EDGE, NEXT, OUT, THROUGH, Outlook, outlooks
from rules.standings.what_counts import CHAIR
from scoring.game.slots import rounds_in, slots_left, turns_for
from scoring.standings.standings import Standings
from tournament.event.rules_of_event import group_size
from tournament.models import Event, Phase
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import timetable

WORDS = {THROUGH: "through", EDGE: "on the edge", NEXT: "next in line", OUT: "out"}
"""The word beside a team's name; none while its chance is open."""

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def bubble(
    event: Event, one: Phase, table: Standings, at: datetime, rounds: int | None = None
) -> Mapping[int, Outlook[int]]:
    """Each team's outlook, by id, while Phase I is on; empty before its first game is over.

    ``rounds`` is the number of rounds that can still be called. If it is given, no query; if not, seven at
    most, or four if the event's day is loaded.
    """
    if not (table.games_over and one.started_at and one.closed_at is None):
        return MappingProxyType({})
    if not one.has_rounds:
        # Games are called as tables open up, until the whistle.
        left = None if at < timetable(event, at).phase(PhaseKind.ONE).ends_at else 0
    else:
        left = _rounds_left(event, table, at) if rounds is None else rounds
    what = event.what_counts
    return outlooks(table.ranked, table.running, places=table.cutoff, rounds_left=left, what=what)


def _rounds_left(event: Event, table: Standings, at: datetime) -> int:
    slots, games = slots_left(event, at), len(table.ranked) // group_size(event)
    return rounds_in(slots, turns_for(event, games)) if slots else 0


def chance_in_words(outlook: Outlook[int], event: Event, places: int) -> str:
    """A sentence on what is certain for a team, or what it still needs. No query."""
    cut = event.way.cut
    goal, through, puts = f"{cut.who.lower()} {NUMBERS.get(places, places)}", cut.you_get, cut.gets_you
    if outlook.chance == THROUGH:
        return f"{through} whatever happens."
    if outlook.chance == NEXT:
        return f"You’re next in line: if somebody above you leaves, you move up to {goal}."
    if outlook.chance == OUT:
        return f"You can’t reach {goal} any more, unless others leave."
    if outlook.left is None and event.what_counts.substitutes != CHAIR:
        return "A game with a substitute counts otherwise, so nothing is certain yet."
    if outlook.left is None:
        return "In open play nobody knows how many games are left, so nothing is certain yet."
    if not outlook.left:
        return f"Your games are played. Whether you reach {goal} is up to the others."
    if outlook.sure == 1:
        return f"One more win {puts} whatever else happens."
    if outlook.sure:
        more = NUMBERS.get(outlook.sure, outlook.sure)
        return f"{more} more wins {puts.replace('s you', ' you')} whatever else happens.".capitalize()
    if outlook.needs:
        wins = f"{NUMBERS.get(outlook.needs, outlook.needs)} more win{'' if outlook.needs == 1 else 's'}"
        return f"You can still get there: you need {wins}, and other games to go your way."
    return "You can still get there: win, and hope that other games go your way."
