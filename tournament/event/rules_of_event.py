"""The game of an event: its rules, tie-breaks and format."""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from rules.competition.phase_two.formats import Choice, plan_of
from rules.competition.phase_two.plan import Plan
from rules.counted.counters import all_counters, with_counters
from rules.games import find_ruleset, won_with
from rules.ruleset.entry import EntryTiles
from rules.ruleset.ruleset import Ruleset
from rules.ruleset.totals import total_entry
from rules.standings.tie_breaks import is_counted_apart, knows_bostons, settled_by_figures, tie_breaks_of
from tournament.event.day_rows import phase
from tournament.event.names import ordinal
from tournament.models import Event, Game
from tournament.models.events import ResultsBy
from tournament.models.schedule import PhaseKind


@lru_cache(maxsize=64)
def _ruleset(key: str, house: str, hands: int = 0) -> Ruleset:
    return won_with(find_ruleset(key, json.loads(house)), hands)


def ruleset_for(event: Event, hands: int = 0) -> Ruleset:
    """The event's game with its house rules; if ``hands`` is given, won with that many hands."""
    return _ruleset(event.game, json.dumps(event.house_rules) if event.house_rules else "{}", hands)


def game_ruleset(game: Game) -> Ruleset:
    """The event's rules, with the hands of the game's round (Rulebook E-79). The game's event is loaded."""
    event, position = game.event, game.bracket_position
    return ruleset_for(event, choice_of(event).hands_in(position) if position else 0)


def counters_of(event: Event) -> tuple[str, ...]:
    """The counters beside the score: those of the house rules, then the event's own (Rulebook E-101)."""
    return all_counters(ruleset_for(event), event.counters)


def boards_title(event: Event) -> str:
    """The title of the page with the boards of side prizes and counters; empty if there are none."""
    if event.side_prizes:
        return "Side prizes"
    if counters_of(event):
        return "Counters"
    return "The Boston wall" if knows_bostons(ruleset_for(event)) else ""


def entry_for(event: Event, *, is_total: bool) -> EntryTiles:
    """The entry form for a hand or a game's total. Where partners change, counters are per seat."""
    ruleset = ruleset_for(event)
    tiles = total_entry(ruleset) if is_total else ruleset.entry
    seats = ruleset.seats if event.way.partners_change else ()
    return with_counters(tiles, counters_of(event), seats)


def tie_breaks_for(event: Event) -> tuple[str, ...]:
    """The tie-breaks: the event's own, or those of its game (Rulebook A-15)."""
    by_totals = event.results_by != ResultsBy.HANDS
    counters = counters_of(event)
    return tie_breaks_of(ruleset_for(event), event.tie_breaks, event.way, counters, by_totals=by_totals)


def choice_of(event: Event) -> Choice:
    return Choice(**event.phase_two)


def plan_for(event: Event, size: int, missed: int = 0) -> Plan:
    """The plan of Phase II for ``size`` teams in the event's format. No query.

    ``missed`` teams play for the second chance (Rulebook E-227).
    """
    figures = settled_by_figures(tie_breaks_for(event))
    ranking = tuple(key for key in figures if not is_counted_apart(key))
    return plan_of(choice_of(event), size, ranking, missed=missed)


def group_size(event: Event) -> int:
    """The number of entrants in one game: two teams, or as many individuals as a table needs."""
    return event.way.in_a_game(ruleset_for(event))


def if_straight(event: Event) -> dict[str, Any]:
    """The value for sentences of the log that name a bracket without a Phase I (Rulebook E-223)."""
    return {} if event.way.has_phase_one else {"is_straight": True}


@dataclass(frozen=True, kw_only=True)
class Announced:
    at: datetime
    words: str


def is_phase_one_played(event: Event) -> bool:
    """Whether Phase I has begun and the cut hasn't closed it. At most one query."""
    return event.house_rules_frozen_at is not None and phase(event, PhaseKind.ONE).closed_at is None


def announced(event: Event) -> Announced | None:
    """The last announced change of who goes through, during Phase I. At most two queries."""
    if not is_phase_one_played(event):
        return None
    entry = event.log.filter(action="phase-one.changed").order_by("-pk").first()
    return Announced(at=entry.at, words=entry.words) if entry else None


def other_cutoff(before: int, now: int) -> str:
    """The effect of a changed cutoff: ``7th place no longer goes through to Phase II``."""
    first, last = min(before, now) + 1, max(before, now)
    between = " and " if last == first + 1 else " to "
    places = ordinal(first) if first == last else f"{ordinal(first)}{between}{ordinal(last)}"
    many = "" if first == last else "s"
    ends = f"go{'' if many else 'es'} through to Phase II"
    return f"{places} place{many} no longer {ends}" if now < before else f"{places} place{many} {ends}, too"
