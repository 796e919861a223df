"""What a rehearsal of the event's own day is made from, and what it says so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.contest.clock import Timetable
from rules.contest.hand_figures import HandFigures, HandOutcome, hands_a_game
from rules.contest.rehearse import FORMATS, OTHER_CHAINS, DayPlan, Forecast, Totals
from rules.rehearsed_hands import players_figures, units_to_win
from scoring.models import Hand, RehearsalRun
from scoring.queries.pace import games_played, hand_length
from scoring.queries.tally import ruleset_for
from tournament.models import Event
from tournament.models.schedule import PhaseKind, Seating
from tournament.queries.clock import timetable

MEASURED_FROM = 20
"""So many games of the day must be over before its own hands are drawn from."""

FEWEST_TEAMS, MOST_TEAMS, MOST_TABLES = 2, 200, 100
FEWEST_DAYS, MOST_DAYS = 100, 5000

FROM_PLAYERS = "the built-in players' hands, at five minutes each"

SEATINGS: Mapping[str, Seating] = {
    "standing": Seating.SWISS,
    "random": Seating.RANDOM,
    "robin": Seating.ROUND_ROBIN,
    "movement": Seating.MOVEMENT,
    "open": Seating.OPEN,
    "rise": Seating.RISE,
}

SHORT = {
    "standing": "Rounds, by standing",
    "random": "Rounds, by lot",
    "robin": "Everybody against everybody",
    "movement": "One side moves up",
    "open": "Open play",
    "rise": "Rise and fly",
}
CRITERIA = {
    "games_won": "games won",
    "win_rate": "the share of games won",
    "units": "hands won",
    "unit_difference": "the difference",
    "points": "points",
    "head_to_head": "the games against each other",
}


@dataclass(frozen=True, kw_only=True)
class FormatRow:
    """What one format would bring. Shares are in per cent. ``is_own`` is the event's own format."""

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
class ChainRow:
    """A step of the chain, or another chain: on how many days of a hundred the last place is still tied."""

    label: str
    tied: int
    others: int | None = None


@dataclass(frozen=True, kw_only=True)
class Rehearsal:
    """A run as its page shows it: how far it has come, and a row for every format that is whole."""

    teams: int
    tables: int
    days: int
    per_cent: int
    is_running: bool
    is_stopped: bool
    source: str
    formats: tuple[FormatRow, ...]
    own: str
    chain: tuple[ChainRow, ...]
    chains: tuple[ChainRow, ...]


@dataclass(frozen=True, kw_only=True)
class RehearsalPage:
    """The page: what would be asked for, why it can't be, and the last run."""

    teams: int
    tables: int
    why_not: str
    run: Rehearsal | None


def rehearsal_page(event: Event, at: datetime) -> RehearsalPage:
    """The page at ``at``. Eight queries at most, however long a run is."""
    run = event.rehearsal_runs.order_by("-pk").first()
    teams = event.teams.filter(withdrawn_at=None).count()
    tables = event.tables.filter(is_out_of_use=False).count()
    return RehearsalPage(
        teams=teams if teams >= FEWEST_TEAMS else 16,
        tables=tables or 8,
        why_not=why_no_rehearsal(event),
        run=_run(event, run) if run else None,
    )


def why_no_rehearsal(event: Event) -> str:
    """Why this event's day can't be rehearsed; empty if it can. No query."""
    if not units_to_win(ruleset_for(event)):
        return "A rehearsal draws hands won. This event's game is won by points, so there is nothing to draw."
    if event.is_individual:
        return (
            "A rehearsal plays days of teams and their bracket. Where people come alone, the movement is "
            "known beforehand: the seating of a draft shows it."
        )
    return ""


def own_format(event: Event) -> str:
    """The format of the event's Phase I; by standing where a rehearsal doesn't know it. One query."""
    seating = event.phases.get(kind=PhaseKind.ONE).seating
    return next((key for key, value in SEATINGS.items() if value == seating), "standing")


def figures_for(event: Event, at: datetime) -> dict[str, Any]:
    """What the hands are drawn from: the day's own once there are some, else the built-in players'.

    Five queries at most.
    """
    games = games_played(event)
    if len(games) >= MEASURED_FROM:
        frozen = timetable(event, at).frozen
        hands = Hand.objects.standing().filter(game__in=games, is_decider=False, is_awarded=False)
        brought = [_brought(hand) for hand in hands]
        lengths = [hand_length(game, frozen).total_seconds() / 60 for game in games]
        if brought:
            return _as_json(HandFigures.of(brought, lengths), f"{len(brought)} hands of this day")
    ruleset = ruleset_for(event)
    figures = players_figures(event.game, dict(ruleset.house))
    return _as_json(figures, FROM_PLAYERS)


def hands_of(figures: Mapping[str, Any]) -> HandFigures:
    """The figures as they were put away. No query."""
    shortest, usual, longest = figures["minutes"]
    return HandFigures(tuple(HandOutcome(*row) for row in figures["outcomes"]), (shortest, usual, longest))


def plan_of_run(event: Event, run: RehearsalRun, day: Timetable, seating: str) -> DayPlan:
    """The day of a run in one format. No query."""
    hands = hands_of(run.figures)
    goal = units_to_win(ruleset_for(event))
    return DayPlan(
        timetable=day,
        teams=run.teams,
        tables=run.tables,
        advance=min(event.advance_count, run.teams),
        seating=seating,
        units_to_win=goal,
        other_chains=OTHER_CHAINS,
        usual_minutes=hands.mean_minutes * hands_a_game(hands, goal),
    )


def _brought(hand: Hand) -> tuple[bool, int, int]:
    points = max(hand.points_ns, hand.points_ew, 0)
    return points > 0, max(hand.units_ns, hand.units_ew), points


def _as_json(figures: HandFigures, source: str) -> dict[str, Any]:
    rows = [[one.weight, one.is_made, one.units, one.points] for one in figures.outcomes]
    return {"outcomes": rows, "minutes": list(figures.minutes), "source": source}


def _run(event: Event, run: RehearsalRun) -> Rehearsal:
    day, own = timetable(event, run.asked_at), own_format(event)
    told: dict[str, Forecast] = {}
    for key in run.formats:
        if run.figures and run.totals.get(key, {}).get("days") == run.days:
            told[key] = Totals.from_json(run.totals[key]).forecast(plan_of_run(event, run, day, key))
    mine = told.get(own)
    return Rehearsal(
        teams=run.teams,
        tables=run.tables,
        days=run.days,
        per_cent=100 * run.done // (run.days * len(run.formats)),
        is_running=run.finished_at is None and run.stopped_at is None,
        is_stopped=run.stopped_at is not None,
        source=run.figures.get("source", ""),
        formats=tuple(_row(key, forecast, key == own) for key, forecast in told.items()),
        own=SHORT[own],
        chain=tuple(ChainRow(label=CRITERIA[key], tied=_percent(share)) for key, share in mine.tied_at_cut)
        if mine
        else (),
        chains=tuple(
            ChainRow(label=f"{CRITERIA[chain[0]]} first", tied=_percent(tied), others=_percent(others))
            for chain, tied, others in mine.otherwise
        )
        if mine
        else (),
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


def all_formats(first: str) -> tuple[str, ...]:
    """Every format, the event's own first: its answer comes soonest. No query."""
    return (first, *(key for key in FORMATS if key != first))
