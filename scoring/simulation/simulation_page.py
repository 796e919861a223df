"""The page of a simulation: what it says so far of each format."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules.competition.pairing.meetings import Meetings
from rules.ruleset.ruleset import Ruleset
from rules.seating.answers import NOBODY
from rules.seating.known import find_seating
from rules.seating.seating import Seating
from rules.standings.tie_breaks import CRITERIA, tie_breaks_of
from scoring.models import SimulationRun
from scoring.simulation.simulation_input import formats_of, plan_of_run
from simulation.days.plan import (
    countable_tie_breaks,
)
from simulation.days.simulate import Forecast, Totals
from tournament.event.rules_of_event import group_size, ruleset_for
from tournament.models import Event
from tournament.schedule.clock import timetable

MOST_TEAMS, MOST_TABLES = 200, 100
FEWEST_DAYS, MOST_DAYS = 100, 5000


@dataclass(frozen=True, kw_only=True)
class FormatRow:
    """The forecast for one format. Shares are percentages."""

    label: str
    is_own: bool
    """Marks the event's own format."""
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
    """How often pairs meet."""

    how: str
    rows: tuple[MetRow, ...]
    again: int
    """The percentage of repeats."""
    least_again: int
    """The least possible."""
    evenest: str


@dataclass(frozen=True, kw_only=True)
class EveningForecast:
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


def heads_of(seating: Seating, *, has_bracket: bool) -> Heads:
    """The headings for a format, with or without a Phase II after it. No query."""
    heads = Heads() if has_bracket else Heads(tie="Tie for a prize", over="Last game over")
    if not seating.is_of_people:
        return heads
    again = heads.again if seating.partner is NOBODY else "Partners again"
    return replace(heads, games="Games a player", again=again)


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
    evening: EveningForecast | None
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
        is_clocked=ruleset_for(event).ends.is_clocked,
        run=_run(event, run) if run else None,
    )


def order_label(tie_breaks: Sequence[str], ruleset: Ruleset) -> str:
    """The name of an order: its first tie-break, or that it is the game's usual one. No query."""
    if tuple(tie_breaks) == countable_tie_breaks(tie_breaks_of(ruleset)):
        return "the usual order"
    return f"{CRITERIA[tie_breaks[0]].by} first"


def _run(event: Event, run: SimulationRun) -> SimulationSoFar:
    day, own = timetable(event, run.asked_at), find_seating(formats_of(event)[0], event.way)
    forecasts: dict[Seating, Forecast] = {}
    for key in run.formats:
        if run.figures and run.totals.get(key, {}).get("days") == run.days:
            totals = Totals.from_json(run.totals[key])
            forecasts[find_seating(key, event.way)] = totals.forecast(plan_of_run(event, run, day, key))
    ruleset, mine = ruleset_for(event), forecasts.get(own)
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
        formats=tuple(_row(seating, forecast, seating == own) for seating, forecast in forecasts.items()),
        own=own.short,
        evening=_evening(mine, event) if mine else None,
        tie_breaks=tuple(TiedRow(label=CRITERIA[key].by, tied=_percent(share)) for key, share in tied_at_cut),
        other_tie_breaks=tuple(
            TiedRow(label=order_label(tie_breaks, ruleset), tied=_percent(tied), others=_percent(others))
            for tie_breaks, tied, others in otherwise
        ),
    )


def often(times: int) -> str:
    """``never``, ``once``, ``twice``, ``3 times``."""
    return ("never", "once", "twice")[times] if times < 3 else f"{times} times"


def _evening(forecast: Forecast, event: Event) -> EveningForecast:
    as_opponents = "as opponents" if event.way.partners_change else "in a game"
    of_each = (("as partners", forecast.partners), (as_opponents, forecast.opponents))
    return EveningForecast(
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


def _row(seating: Seating, forecast: Forecast, is_own: bool) -> FormatRow:
    return FormatRow(
        label=seating.short,
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
