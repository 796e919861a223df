"""The input of a simulation of the event's day, and its results so far."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from rules.competition.clock import Timetable
from rules.competition.pairing.meetings import Meetings
from rules.competition.phase_two.formats import Choice
from rules.competition.taking_part import CHANGING_PARTNERS, WayOfTakingPart
from rules.competition.tie_breaks import CRITERIA, tie_breaks_of
from rules.competition.what_counts import USUAL, WhatCounts
from rules.games import won_with
from rules.games.ruleset import Ruleset, is_clocked, units_to_win
from rules.games.totals import is_total
from scoring.models import Hand, SimulationRun
from scoring.queries.hands.tally import score_of
from scoring.queries.rounds.pace import USUAL_POINTS_GAME, played_out
from simulation.days.figures import HandFigures, HandOutcome, hands_a_game
from simulation.days.hands import end_of_game, outcome_of, players_figures
from simulation.days.plan import (
    FORMATS,
    WAYS,
    SimulationPlan,
    a_round,
    alternative_tie_breaks,
    countable_tie_breaks,
)
from simulation.days.simulate import Forecast, Totals
from tournament.models import Event
from tournament.models.schedule import PEOPLE_MOVE, LeftOver, PhaseKind
from tournament.queries.clock import phase, timetable
from tournament.queries.game import choice_of, group_size, ruleset_for, tie_breaks_for

MEASURED_FROM = 20
"""How many games must be over before the day's own hands are used."""

MOST_TEAMS, MOST_TABLES = 200, 100
FEWEST_DAYS, MOST_DAYS = 100, 5000


FIRST_CHOICE = Choice()
SHORT = {
    "standing": "Rounds, by standing",
    "random": "Rounds, by lot",
    "robin": "Everybody against everybody",
    "movement": "One side moves up",
    "up": "Winners up, losers stay",
    "split": "Winners up, losers down",
    "stay": "Winners stay, losers move",
    "keep": "First winners keep tables",
    "malt": "MALT",
    "open": "Open play",
    "rise": "Rise and fly",
    "partners": "A new partner every round",
    "alone": "Everybody alone",
    "one-up": "Winners up, losers stay",
    "one-stay": "Winners stay, losers move",
    "one-red": "Red up, white down",
    "one-seat": "Everybody moves by chair",
}
TIED_IN = {key: one.by for key, one in CRITERIA.items()} | {
    "win_rate": "the share of games won",
    "unit_difference": "the difference",
    "score_difference": "the difference",
}


@dataclass(frozen=True, kw_only=True)
class FormatRow:
    """The forecast for one format. Shares are percentages. ``is_own`` marks the event's own format."""

    label: str
    is_own: bool
    games: float
    fewest: float
    most: float
    rematches: float
    tied: int
    cut_off: int
    on_time: int
    ends_at: datetime


@dataclass(frozen=True, kw_only=True)
class TiedRow:
    """A tie-break or another order, and the percentage of days on which the cutoff is still tied."""

    label: str
    tied: int
    others: int | None = None


@dataclass(frozen=True, kw_only=True)
class MetRow:
    """The percentage of pairs that meet this often."""

    often: str
    pairs: int


@dataclass(frozen=True, kw_only=True)
class Met:
    """How often pairs meet. ``again`` is the percentage of repeats, ``least_again`` the least possible."""

    how: str
    rows: tuple[MetRow, ...]
    again: int
    least_again: int
    evenest: str


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The forecast for the event's own format: its games, its end, its first place, and who meets whom."""

    games: float
    fewest: float
    most: float
    over: datetime
    nearly_always_over: datetime
    first_tied: int
    met: tuple[Met, ...]


@dataclass(frozen=True, kw_only=True)
class Heads:
    """Column headings. Some differ where people come alone, or where there is no Phase II."""

    games: str = "Games a team"
    again: str = "Met again"
    tie: str = "Tie at the cut"
    over: str = "Final over"


HEADS = {
    "partners": Heads(
        games="Games a player", again="Partners again", tie="Tie for a prize", over="Last game over"
    ),
    "alone": Heads(games="Games a player", tie="Tie for a prize", over="Last game over"),
}
WITHOUT_PHASE_TWO = Heads(tie="Tie for a prize", over="Last game over")
HEADS |= dict.fromkeys(PEOPLE_MOVE, HEADS["partners"])


def heads_of(seating: str, *, has_bracket: bool) -> Heads:
    """The headings for a format, with or without a Phase II after it. No query."""
    last = Heads() if has_bracket else WITHOUT_PHASE_TWO
    return replace(HEADS.get(seating, Heads()), tie=last.tie, over=last.over)


@dataclass(frozen=True, kw_only=True)
class SimulationSoFar:
    teams: int
    tables: int
    days: int
    per_cent: int
    is_running: bool
    is_stopped: bool
    heads: Heads
    source: str
    formats: tuple[FormatRow, ...]
    own: str
    evening: Evening | None
    tie_breaks: tuple[TiedRow, ...]
    other_tie_breaks: tuple[TiedRow, ...]


@dataclass(frozen=True, kw_only=True)
class SimulationPage:
    teams: int
    tables: int
    is_clocked: bool
    run: SimulationSoFar | None


def simulation_page(event: Event, at: datetime) -> SimulationPage:
    """The page at ``at``. Ten queries at most, for a run of any length."""
    run = event.simulation_runs.order_by("-pk").first()
    teams = event.teams.with_place().count()
    tables = event.tables.filter(is_out_of_use=False).count()
    return SimulationPage(
        teams=teams if teams >= group_size(event) else 16,
        tables=tables or 8,
        is_clocked=is_clocked(ruleset_for(event)),
        run=_run(event, run) if run else None,
    )


def formats_of(event: Event) -> tuple[str, ...]:
    """The formats to compare, the event's own first; only its own where people come alone. One query."""
    return formats_in(event.way, event.phases.get(kind=PhaseKind.ONE).seating)


def formats_in(way: WayOfTakingPart, seating: str) -> tuple[str, ...]:
    """The formats to compare for a way of taking part and a ``Phase.seating``."""
    if way.seatings:
        way = CHANGING_PARTNERS if way.pairs_up else way
        return (seating if seating in PEOPLE_MOVE else way.key,)
    own = next((key for key, value in WAYS.items() if value == seating), "standing")
    return (own, *(key for key in FORMATS if key != own))


def figures_for(event: Event, at: datetime) -> dict[str, Any]:
    """The day's own figures once there are enough, else the built-in players'. Seven queries at most.

    Includes the tie-breaks, what counts and the format of Phase II, so that later changes don't mix two
    settings in one run.
    """
    return {
        **_figures_for(event, at),
        "tie_breaks": list(tie_breaks_for(event)),
        "what_counts": asdict(event.what_counts),
        "phase_two": choice_of(event).as_json(),
        "pairs_up": event.pairs_up if event.way.pairs_up else "",
        "plays_phase_two": event.plays_phase_two,
    }


def _figures_for(event: Event, at: datetime) -> dict[str, Any]:
    ruleset, games = ruleset_for(event), played_out(event)
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
        return f"the built-in players' hands, at about {figures.mean_minutes:.0f} minutes each"
    return f"the built-in players' games, at about {figures.mean_minutes:.0f} minutes each"


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
    one = phase(event, PhaseKind.ONE)
    return plan_of_day(
        ruleset_for(event),
        day,
        hands,
        seating=seating,
        teams=run.teams,
        tables=run.tables,
        advance=event.advance_count,
        tie_breaks=run.figures.get("tie_breaks", ()),
        what_counts=WhatCounts(**run.figures.get("what_counts", {})),
        sits_out=one.sits_out and seating in ("standing", "random"),
        choice=Choice(**run.figures.get("phase_two", {})),
        pairs_up=run.figures.get("pairs_up", ""),
        plays_phase_two=run.figures.get("plays_phase_two", True),
        rematch_minutes=one.rematch_minutes,
        makes_three=one.left_over == LeftOver.THREE,
    )


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
) -> SimulationPlan:
    """A plan by these rules, with the game's usual tie-breaks unless others are given. No query.

    :raises ValueError: if there are too few to play, or no table.
    """
    usual_order, goal = tie_breaks_of(ruleset), units_to_win(ruleset)
    order = countable_tie_breaks(tie_breaks) or countable_tie_breaks(usual_order)
    usual = (is_clocked(ruleset) and a_round(day)) or USUAL_POINTS_GAME.total_seconds() / 60
    return SimulationPlan(
        timetable=day,
        teams=teams,
        tables=tables,
        advance=advance,
        seating=seating,
        end=end_of_game(ruleset),
        sides=len(ruleset.sides),
        is_clocked=is_clocked(ruleset),
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
        usual_minutes=hands.mean_minutes * hands_a_game(hands, goal) if hands and goal else usual,
    )


def order_label(tie_breaks: Sequence[str], ruleset: Ruleset) -> str:
    """The name of an order: its first tie-break, or that it is the game's usual one. No query."""
    if tuple(tie_breaks) == countable_tie_breaks(tie_breaks_of(ruleset)):
        return "the usual order"
    return f"{TIED_IN[tie_breaks[0]]} first"


def _as_json(figures: HandFigures, source: str) -> dict[str, Any]:
    return {
        "hands": [[weight, *outcome] for weight, outcome in figures.outcomes],
        "minutes": list(figures.minutes),
        "source": source,
    }


def _run(event: Event, run: SimulationRun) -> SimulationSoFar:
    day, own = timetable(event, run.asked_at), formats_of(event)[0]
    told: dict[str, Forecast] = {}
    for key in run.formats:
        if run.figures and run.totals.get(key, {}).get("days") == run.days:
            told[key] = Totals.from_json(run.totals[key]).forecast(plan_of_run(event, run, day, key))
    ruleset, mine = ruleset_for(event), told.get(own)
    tied_at_cut, otherwise = (mine.tied_at_cut, mine.otherwise) if mine else ((), ())
    return SimulationSoFar(
        teams=run.teams,
        tables=run.tables,
        days=run.days,
        per_cent=100 * run.done // (run.days * len(run.formats)),
        is_running=run.finished_at is None and run.stopped_at is None,
        is_stopped=run.stopped_at is not None,
        heads=heads_of(own, has_bracket=event.way.has_bracket),
        source=run.figures.get("source", ""),
        formats=tuple(_row(key, forecast, key == own) for key, forecast in told.items()),
        own=SHORT[own],
        evening=_evening(mine, event) if mine else None,
        tie_breaks=tuple(TiedRow(label=TIED_IN[key], tied=_percent(share)) for key, share in tied_at_cut),
        other_tie_breaks=tuple(
            TiedRow(label=order_label(tie_breaks, ruleset), tied=_percent(tied), others=_percent(others))
            for tie_breaks, tied, others in otherwise
        ),
    )


def often(times: int) -> str:
    """``never``, ``once``, ``twice``, ``3 times``."""
    return ("never", "once", "twice")[times] if times < 3 else f"{times} times"


def _evening(forecast: Forecast, event: Event) -> Evening:
    as_opponents = "as opponents" if event.way.partners_change else "in a game"
    of_each = (("as partners", forecast.partners), (as_opponents, forecast.opponents))
    return Evening(
        games=round(forecast.games_per_team, 1),
        fewest=round(forecast.fewest_games, 1),
        most=round(forecast.most_games, 1),
        over=forecast.ends_at[0],
        nearly_always_over=forecast.ends_at[1],
        first_tied=_percent(forecast.first_tied),
        met=tuple(_met(how, meetings) for how, meetings in of_each if meetings.shares),
    )


def _met(how: str, meetings: Meetings) -> Met:
    return Met(
        how=how,
        rows=tuple(MetRow(often=often(times), pairs=_percent(share)) for times, share in meetings.shares),
        again=_percent(meetings.again),
        least_again=_percent(meetings.least_again),
        evenest=", ".join(f"{often(times)} {_percent(share)} %" for times, share in meetings.evenest),
    )


def _row(key: str, forecast: Forecast, is_own: bool) -> FormatRow:
    return FormatRow(
        label=SHORT[key],
        is_own=is_own,
        games=round(forecast.games_per_team, 1),
        fewest=round(forecast.fewest_games, 1),
        most=round(forecast.most_games, 1),
        rematches=round(forecast.rematches, 1),
        tied=_percent(forecast.tied_at_cut[-1][1]),
        cut_off=_percent(forecast.cut_off),
        on_time=_percent(forecast.on_time),
        ends_at=forecast.ends_at[0],
    )


def _percent(share: float) -> int:
    return round(100 * share)
