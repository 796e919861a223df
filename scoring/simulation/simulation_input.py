"""The input of a simulation: the plan of the day, and the figures of its hands."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from rules.competition.phase_two.formats import Choice
from rules.competition.taking_part import WayOfTakingPart
from rules.games import won_with
from rules.ruleset.ruleset import Ruleset
from rules.ruleset.totals import is_total
from rules.seating.known import SEATINGS, find_seating
from rules.standings.tie_breaks import tie_breaks_of
from rules.standings.what_counts import USUAL, WhatCounts
from rules.time.clock import Timetable
from scoring.game.pace import USUAL_POINTS_GAME, played_out
from scoring.hands.tally import score_of
from scoring.models import Hand, SimulationRun
from simulation.days.figures import HandFigures, HandOutcome, hands_a_game
from simulation.days.hands import end_of_game, outcome_of, players_figures
from simulation.days.plan import (
    SimulationPlan,
    a_round,
    alternative_tie_breaks,
    countable_tie_breaks,
)
from tournament.event.day_rows import phase
from tournament.event.rules_of_event import choice_of, ruleset_for, tie_breaks_for
from tournament.floor.kept_apart import kept_apart
from tournament.models import Event, Phase
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import timetable

MEASURED_FROM = 20
"""How many games must be over before the day's own hands are used."""


FIRST_CHOICE = Choice()


def formats_of(event: Event) -> tuple[str, ...]:
    """The formats to compare, the event's own first; only its own where people come alone. One query."""
    return formats_in(event.way, event.phases.get(kind=PhaseKind.ONE).seating)


def formats_in(way: WayOfTakingPart, seating: str) -> tuple[str, ...]:
    """The formats to compare for a way of taking part and a ``Phase.seating``."""
    others = () if way.by_chair else (key for key, each in SEATINGS.items() if each.is_compared)
    return tuple(dict.fromkeys((seating, *others)))


def figures_for(event: Event, at: datetime) -> dict[str, Any]:
    """The day's own figures once there are enough, else the built-in players'. Nine queries at most.

    Includes the tie-breaks, what counts, the format of Phase II and the teams kept apart, so that later
    changes don't mix two settings in one run.
    """
    return {
        **_figures_for(event, at),
        "tie_breaks": list(tie_breaks_for(event)),
        "what_counts": asdict(event.what_counts),
        "phase_two": choice_of(event).as_json(),
        "pairs_up": event.pairs_up if event.way.pairs_up else "",
        "plays_phase_two": event.plays_phase_two,
        "apart": _apart(event),
    }


def _apart(event: Event) -> list[list[int]]:
    """The pairs that are kept apart, by their numbers among the event's teams in order of number."""
    pairs = kept_apart(event)
    here = event.teams.with_place().order_by("number") if pairs else ()
    numbers = {team.pk: number for number, team in enumerate(here, start=1)}
    return sorted(sorted(numbers[pk] for pk in pair) for pair in pairs if numbers.keys() >= pair)


def _figures_for(event: Event, at: datetime) -> dict[str, Any]:
    ruleset, games = ruleset_for(event), [game for game in played_out(event) if game.hands]
    if len(games) >= MEASURED_FROM:
        frozen = timetable(event, at).frozen
        hands = Hand.objects.standing().filter(
            game__in=[game.game_id for game in games], is_decider=False, is_awarded=False
        )
        brought = [
            outcome_of(ruleset, score_of(ruleset, hand.parsed))
            for hand in hands
            if not (hand.parsed.forfeited_by or is_total(hand.parsed))
        ]
        lengths = [game.hand_length(frozen).total_seconds() / 60 for game in games]
        if brought:
            return _as_json(HandFigures.of(brought, lengths), f"{len(brought)} hands of this day")
    figures = players_figures(event.game, dict(ruleset.house))
    return _as_json(figures, from_players(ruleset, figures))


def from_players(ruleset: Ruleset, figures: HandFigures) -> str:
    """The source of these ``figures``, in words. A game on a score card has totals only. No query."""
    if ruleset.play.has_cards:
        return f"the built-in players’ hands, at about {figures.mean_minutes:.0f} minutes each"
    return f"the built-in players’ games, at about {figures.mean_minutes:.0f} minutes each"


def hands_of(figures: Mapping[str, Any]) -> HandFigures:
    shortest, usual, longest = figures["minutes"]
    hands = tuple(
        (weight, HandOutcome(tuple(units), tuple(points), *how))
        for weight, units, points, *how in figures["hands"]
    )
    return HandFigures(hands, (shortest, usual, longest))


def is_readable(figures: Mapping[str, Any]) -> bool:
    return "hands" in figures


def plan_of_run(
    event: Event, run: SimulationRun, day: Timetable, seating: str, hands: HandFigures | None = None
) -> SimulationPlan:
    """A run's plan in one format. Without ``hands`` it can only read results. No query."""
    many = {"teams": run.teams, "tables": run.tables}
    return plan_of_event(event, run.figures, day, hands, seating=seating, **many)


def plan_of_event(
    event: Event,
    figures: Mapping[str, Any],
    day: Timetable,
    hands: HandFigures | None,
    *,
    seating: str,
    teams: int,
    tables: int,
) -> SimulationPlan:
    """The plan of an event's day in one format, with the settings in ``figures`` (``figures_for``).

    One query for the phases, unless they are loaded.

    :raises ValueError: if there are too few to play, or no table.
    """
    one = phase(event, PhaseKind.ONE)
    begun_with = {
        "tie_breaks": figures.get("tie_breaks", ()),
        "what_counts": WhatCounts(**figures.get("what_counts", {})),
        "sits_out": one.sits_out and find_seating(seating).pairs_each_round,
        "choice": Choice(**figures.get("phase_two", {})),
        "pairs_up": figures.get("pairs_up", ""),
        "plays_phase_two": figures.get("plays_phase_two", True),
        "apart": frozenset(frozenset(pair) for pair in figures.get("apart", ()) if max(pair) <= teams),
    }
    settings = settings_of(event, one) | begun_with
    size = {"seating": seating, "teams": teams, "tables": tables}
    return plan_of_day(ruleset_for(event), day, hands, **settings | size)


def settings_of(event: Event, one: Phase) -> dict[str, Any]:
    """What ``plan_of_day`` takes from an event's settings. All values are hashable. No query."""
    return {
        "advance": event.advance_count,
        "tie_breaks": tie_breaks_for(event),
        "what_counts": event.what_counts,
        "sits_out": one.sits_out,
        "choice": choice_of(event),
        "pairs_up": event.pairs_up if event.way.pairs_up else "",
        "plays_phase_two": event.plays_phase_two,
        "rematch_minutes": one.rematch_minutes,
        "makes_three": one.seats_three,
    }


def plan_of_day(
    ruleset: Ruleset,
    day: Timetable,
    hands: HandFigures | None,
    *,
    seating: str,
    teams: int,
    tables: int,
    advance: int,
    tie_breaks: Sequence[str] = (),
    what_counts: WhatCounts = USUAL,
    sits_out: bool = False,
    choice: Choice = FIRST_CHOICE,
    pairs_up: str = "",
    plays_phase_two: bool = True,
    rematch_minutes: float = 60.0,
    makes_three: bool = False,
    apart: frozenset[frozenset[int]] = frozenset(),
) -> SimulationPlan:
    """A plan by these rules, with the game's usual tie-breaks unless others are given. No query.

    :raises ValueError: if there are too few to play, or no table.
    """
    usual_order, goal = tie_breaks_of(ruleset), ruleset.ends.goal
    order = countable_tie_breaks(tie_breaks) or countable_tie_breaks(usual_order)
    usual = (ruleset.ends.is_clocked and a_round(day)) or USUAL_POINTS_GAME.total_seconds() / 60
    return SimulationPlan(
        timetable=day,
        teams=teams,
        tables=tables,
        advance=advance,
        seating=seating,
        end=end_of_game(ruleset),
        sides=len(ruleset.sides),
        is_clocked=ruleset.ends.is_clocked,
        choice=choice,
        ends={hands: end_of_game(won_with(ruleset, hands)) for hands in choice.hands_chosen},
        tie_breaks=order,
        other_tie_breaks=alternative_tie_breaks(order, usual_order),
        what_counts=what_counts,
        sits_out=sits_out,
        pairs_up=pairs_up,
        plays_phase_two=plays_phase_two,
        rematch_minutes=rematch_minutes,
        makes_three=makes_three,
        apart=apart,
        usual_minutes=hands.mean_minutes * hands_a_game(hands, goal) if hands and goal else usual,
    )


def _as_json(figures: HandFigures, source: str) -> dict[str, Any]:
    return {
        "hands": [[weight, *outcome] for weight, outcome in figures.outcomes],
        "minutes": list(figures.minutes),
        "source": source,
    }
