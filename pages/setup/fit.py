"""Whether the teams fit the tables and hours, by a short simulation; and what would fit better."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from rules.games import find_ruleset
from rules.seating.known import BY_STANDING, OPEN_PLAY, SEATINGS, find_seating, without_rounds
from rules.standings.tie_breaks import CRITERIA
from rules.standings.what_counts import BYES, is_fair_bye
from rules.time.clock import Timetable
from scoring.simulation.simulation_input import plan_of_day, settings_of
from scoring.simulation.simulation_page import MOST_TEAMS
from simulation.days.hands import players_figures
from simulation.days.plan import hours_of
from simulation.days.simulate import Forecast, Totals, play_days
from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.event.names import count
from tournament.event.rules_of_event import group_size, tie_breaks_for
from tournament.models import Event, Phase
from tournament.models.events import ByeCounts
from tournament.models.schedule import ShortOfTables
from tournament.schedule.clock import timetable
from tournament.settings.locked import why_no_other_seating
from tournament.settings.plan import DayPlan

DAYS, HANDS = 3, 40
"""Days to simulate, and hands for a game without stored figures. Few, because a request waits for them."""

WAVES, SIT_OUT = "waves", "sitout"


@dataclass(frozen=True, kw_only=True)
class PhaseOneWay:
    """One way to play Phase I. It ``is_own`` if the event uses it; one with the most games ``has_most``."""

    key: str
    label: str
    means: str
    games: str
    is_own: bool
    has_most: bool


@dataclass(frozen=True, kw_only=True)
class Fit:
    """How Phase I fits the hall."""

    sentence: str
    misfits: tuple[str, ...]
    """Sentences on what doesn't fit."""
    ways: tuple[PhaseOneWay, ...]
    why_not: Refused | None
    """Set if the way can't change any more."""


def fit(event: Event, at: datetime) -> Fit | None:
    """How Phase I fits the hall with the teams signed up; None if that is unknown. At most nine queries.

    It is None for more than ``MOST_TEAMS`` teams, because the simulation would take too long.
    """
    one = phase(event, "one")
    teams = event.teams.with_place().count()
    tables = event.tables.filter(is_out_of_use=False).count()
    if (
        one.closed_at
        or not event.way.has_phase_one
        or not tables
        or not group_size(event) <= teams <= MOST_TEAMS
    ):
        return None
    games, own = _in_a_round(event, teams), _own(event)
    keys = _keys(event, is_short=games > tables)
    day = timetable(event, at)
    forecasts = {key: _event_forecast(event, day, teams, tables, key) for key in dict.fromkeys((own, *keys))}
    most = max(forecasts, key=lambda key: (round(forecasts[key].games_per_team, 1), key == own))
    ways = tuple(
        PhaseOneWay(
            key=key,
            label=_label(key) if key != WAVES or games > tables else "Rounds",
            means=_means(event, key, teams, tables, games),
            games=_games(forecast),
            is_own=key == own,
            has_most=key == most and len(forecasts) > 1,
        )
        for key, forecast in forecasts.items()
    )
    more = games - tables
    seats_all = (
        f" {more} more table{'' if more == 1 else 's'} would seat everybody at once." if more > 0 else ""
    )
    who = f"{teams} {event.entrant}s on {tables} table{'' if tables == 1 else 's'}"
    return Fit(
        misfits=tuple(_misfits(event, day, forecasts[own], teams, tables)),
        sentence=f"{who}: {', '.join(f'{way.games} {_in(way.key)}' for way in ways)}.{seats_all}",
        ways=ways,
        why_not=why_no_other_seating(event),
    )


def misfits(event: Event, at: datetime, teams: int, tables: int) -> tuple[str, ...]:
    """Sentences on what doesn't fit for ``teams`` on ``tables`` (Rulebook E-132). At most seven queries."""
    if teams < group_size(event):
        return ()
    day = timetable(event, at)
    forecast = _event_forecast(event, day, teams, tables, _own(event)) if teams <= MOST_TEAMS else None
    return tuple(_misfits(event, day, forecast, teams, tables))


def _event_forecast(event: Event, day: Timetable, teams: int, tables: int, key: str) -> Forecast:
    one = phase(event, "one")
    house = tuple(sorted(event.house_rules.items()))
    seating = key if key in SEATINGS else _in_rounds(one)
    settings = settings_of(event, one) | {"sits_out": key == SIT_OUT}
    return _forecast(day, event.game, house, seating=seating, teams=teams, tables=tables, **settings)


def _misfits(
    event: Event, day: Timetable, forecast: Forecast | None, entrants: int, tables: int
) -> Iterable[str]:
    """Sentences on what doesn't fit, each with what would (Rulebook E-132). No query."""
    one, slots = phase(event, "one"), hours_of(day).slots
    turns = max(1, -(-_in_a_round(event, entrants) // tables))
    held = len(slots) // turns
    seating = find_seating(one.seating, event.way)
    needs, needed = seating.needs(entrants), seating.tables_for(entrants)
    if needs and needs.rounds > held:
        yield (
            f"{needs.rounds} rounds are needed until {needs.what}; these hours hold {held}. Add "
            f"{count(needs.rounds - held, 'round')}, or choose another way of seating."
        )
    if needs and needs.then and needs.rounds < held:
        yield (
            f"After {count(needs.rounds, 'round')} {needs.what}; these hours hold {held}. Then {needs.then}."
        )
    if needed and tables < needed:
        yield (
            f"{entrants} {event.entrant}s need {needed} tables for one side to stay, and "
            f"{tables} {'is' if tables == 1 else 'are'} in use: until there are more, the list says where "
            "people sit, and not the placards."
        )
    order, byes = tie_breaks_for(event), event.bye_counts
    if _sits_out(event, entrants, tables) and not (event.best_of_games or is_fair_bye(byes, order)):
        yield (
            f"With {count(entrants, event.entrant)} somebody sits out in each round, and a bye {BYES[byes]}. "
            f"Places go by {CRITERIA[order[0]].by} first, so who sits out gets too little or too much. Under "
            f"What counts, let a bye count as {ByeCounts.OWN.label}."
        )
    ruleset = find_ruleset(event.game, event.house_rules)
    if slots and not ruleset.play.has_cards and one.has_rounds:
        begins, ends = slots[-1]
        game = players_figures(event.game, event.house_rules, HANDS).mean_minutes
        if game > ends - begins:
            yield (
                f"A game takes about {game:.0f} minutes, and a round has {ends - begins:.0f}: tables will be "
                "late for the next one. Make the rounds longer, or the games shorter."
            )
    if forecast and forecast.ends_at[0] > forecast.due:
        awards_at = day.phase("two").ends_at
        over, awards = (moment.astimezone(event.zone) for moment in (forecast.ends_at[0], awards_at))
        yield (
            f"The last game would be over at about {over:%-I:%M %p}, after the awards at "
            f"{awards:%-I:%M %p}. Begin earlier, or play less."
        )


def _in_a_round(event: Event, entrants: int) -> int:
    """The games of a round. No query, if Phase I is loaded."""
    return entrants // group_size(event) + phase(event, "one").has_empty_chair(entrants)


def _sits_out(event: Event, entrants: int, tables: int) -> bool:
    """Whether somebody has a bye in each round. No query, if Phase I is loaded."""
    one, size = phase(event, "one"), group_size(event)
    if not one.has_rounds:
        return False
    is_short = one.sits_out and entrants // size > tables
    return is_short or bool(entrants % size and not one.has_empty_chair(entrants))


def chosen(plan: DayPlan, key: str) -> DayPlan:
    if key in without_rounds():
        return plan.with_(seating=key)
    short = ShortOfTables.SIT_OUT if key == SIT_OUT else ShortOfTables.WAVES
    return plan.with_(seating=_in_rounds(plan), short_of_tables=short)


LABELS = {WAVES: "Rounds, with a second wave", SIT_OUT: "Rounds, some sit out in turn"}
IN = {WAVES: "in rounds", SIT_OUT: "in rounds that some sit out"}


def _label(key: str) -> str:
    return LABELS.get(key) or SEATINGS[key].short


def _in(key: str) -> str:
    return IN.get(key) or f"in {SEATINGS[key].short.lower()}"


def _own(event: Event) -> str:
    one = phase(event, "one")
    if not one.has_rounds:
        return one.seating
    return SIT_OUT if one.sits_out else WAVES


def _keys(event: Event, *, is_short: bool) -> tuple[str, ...]:
    if event.way.by_chair:
        return (WAVES,)
    may_sit_out = find_seating(_in_rounds(phase(event, "one"))).pairs_each_round
    return (WAVES, *((SIT_OUT,) if is_short and may_sit_out else ()), OPEN_PLAY.key)


def _in_rounds(one: Phase | DayPlan) -> str:
    """The key of its seating, or of the usual one if it has no rounds."""
    return str(one.seating if one.has_rounds else BY_STANDING.key)


@lru_cache(maxsize=256)
def _forecast(day: Timetable, game: str, house: tuple[tuple[str, object], ...], **settings: Any) -> Forecast:
    hands = players_figures(game, dict(house), HANDS)
    plan = plan_of_day(find_ruleset(game, dict(house)), day, hands, **settings)
    totals = Totals()
    play_days(plan, range(1, DAYS + 1), 1, totals, hands)
    return totals.forecast(plan)


def _games(forecast: Forecast) -> str:
    """The games of each team: ``2 games each``, ``3 or 4 games each``, ``about 5 games each``."""
    fewest, most = round(forecast.fewest_games), round(forecast.most_games)
    if fewest == most:
        return f"{most} game{'' if most == 1 else 's'} each"
    if most == fewest + 1:
        return f"{fewest} or {most} games each"
    return f"about {round(forecast.games_per_team)} games each"


def _means(event: Event, key: str, teams: int, tables: int, games: int) -> str:
    if key in SEATINGS:
        return SEATINGS[key].help
    if games <= tables:
        return "Everybody plays in each half-hour."
    if key == SIT_OUT:
        out = teams - 2 * tables
        return (
            f"Each half-hour {tables} games are played, and {out} {event.entrant}s sit out: nobody again "
            "before all have."
        )
    turns = -(-games // tables)
    return (
        f"A round lasts {turns} half-hours: {tables} games begin, and {games - tables} more in the same "
        "round as tables open up."
    )
