"""The rules sheet on the wall: the rules of the game, and this event's settings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pages.flyer.sentences import SPARE, flyer_of, late, told
from pages.hall.movement_picture import MovementPicture, movement_picture
from rules.competition.taking_part import WayOfTakingPart
from rules.counted.counters import all_counters
from rules.games import find_ruleset, rules_sheet
from rules.ruleset.ruleset import Section
from rules.seating.known import find_seating
from rules.standings.leavers import VOIDED
from rules.standings.tie_breaks import CRITERIA, tie_breaks_of
from rules.standings.what_counts import WhatCounts
from tournament.event.day_rows import day_rows
from tournament.event.names import count
from tournament.event.rules_of_event import ruleset_for, tie_breaks_for
from tournament.models import Event
from tournament.models.events import Agreed, HandsFrom, LateForfeits, ResultsBy, StandingsShown
from tournament.models.schedule import LeftOver, PhaseKind
from tournament.settings.plan import DayPlan

LATE = "Late teams"
PLACES = "How places are decided"

ENTERED_AS = {
    ResultsBy.HANDS: "the hands",
    ResultsBy.TOTALS: "each game’s total",
    ResultsBy.EITHER: "the hands of a game or its total",
}
ENTERED = {
    HandsFrom.REFEREES: "Referees enter {what}.",
    HandsFrom.TEAMS: "Referees enter {what}, or the players themselves.",
}
AGREED = {
    Agreed.REFEREE: "A result counts once a referee has entered or seen it.",
    Agreed.TEAMS: "A result counts once both sides agree to it.",
    Agreed.QUIET: "A result counts once nobody has objected for three minutes.",
}
OBJECTIONS = "Within {minutes} either side may object to an agreed result. Then it is final."
SHOWN = {
    StandingsShown.LIVE: "The standings move after every hand.",
    StandingsShown.AFTER_ROUND: "The standings move after each round.",
    StandingsShown.HIDDEN: "The standings are shown {revealed}.",
}


def wall_sheet(event: Event) -> tuple[Section, ...]:
    """The sections of the sheet, in order. Two queries, unless the event's day is loaded.

    :raises rules.games.UnknownGame: if there is no such game.
    """
    sections = {section.title: section for section in rules_sheet(event.game, event.house_rules)}
    one = next(phase for phase in day_rows(event).phases if phase.kind == PhaseKind.ONE)
    places = _places(tie_breaks_for(event), event.way, event.what_counts, _leavers(event, one.seating))
    return (*_with_late(sections, event), places, Section("Today", tuple(_today(event))))


def planned_sheet(plan: DayPlan) -> tuple[Section, ...]:
    """The sheet of an event that isn't open yet, without its hours. No query.

    :raises rules.games.UnknownGame: if there is no such game.
    """
    sections = {section.title: section for section in rules_sheet(plan.game, plan.house_rules)}
    ruleset = find_ruleset(plan.game, plan.house_rules)
    counters, by_totals = all_counters(ruleset, plan.counters), plan.results_by != ResultsBy.HANDS
    order = tie_breaks_of(ruleset, plan.tie_breaks, plan.way, counters, by_totals=by_totals)
    what = WhatCounts(
        plan.bye_counts, plan.best_of_games, plan.substitutes_count, extra_hand=plan.extra_hand_counts
    )
    places = _places(order, plan.way, what, _leavers(plan, plan.seating))
    return (*_with_late(sections, plan), places)


def _with_late(sections: dict[str, Section], settings: Event | DayPlan) -> Iterable[Section]:
    house = sections.pop(LATE, None)
    more = house.paragraphs if house else ()
    yield from sections.values()
    third = () if settings.late_forfeits == LateForfeits.GAME else ("The third one is the game.",)
    title = "Late players" if settings.way.is_one else LATE
    yield Section(title, ("".join(late(settings)), *third, *more))


def movement_of(event: Event) -> MovementPicture:
    """How people move after a round. One query, unless the event's day is loaded, and one for its tables."""
    one = next(phase for phase in day_rows(event).phases if phase.kind == PhaseKind.ONE)
    return movement_picture(
        find_seating(one.seating, event.way), event.tables.filter(is_out_of_use=False).count()
    )


@dataclass(frozen=True, kw_only=True)
class WaysFromTables:
    """Where people go from each table, in the order of the tables; ``when`` says after which rounds."""

    tables: tuple[tuple[str, ...], ...]
    when: str


def ways_from_tables(event: Event) -> WaysFromTables:
    """Where people go after a round: from as many tables as those who are here fill, or all if nobody is.

    Two queries, and one for the day unless it is loaded.
    """
    if not event.way.has_phase_one:
        return WaysFromTables(tables=(), when="")
    one = next(phase for phase in day_rows(event).phases if phase.kind == PhaseKind.ONE)
    tables = event.tables.filter(is_out_of_use=False).count()
    here = event.teams.present().count()
    filled = here // event.way.in_a_game(ruleset_for(event)) + one.has_empty_chair(here)
    when = "After each round"
    seating = find_seating(one.seating, event.way)
    filled = seating.tables_for(here) or filled
    needs = seating.needs(here or tables * event.way.in_a_game(ruleset_for(event)))
    if needs and needs.then:
        if filled > tables or needs.rounds < 2:
            return WaysFromTables(tables=(), when="")
        when = f"After each of the first {count(needs.rounds - 1, 'round')}"
    playing = min(filled or tables, tables)
    ways = tuple(seating.from_table(playing, table) for table in range(1, playing + 1))
    return WaysFromTables(tables=ways, when=f"{when}, with {count(playing, 'table')}")


def _leavers(settings: Event | DayPlan, seating: str) -> tuple[str, ...]:
    is_told = settings.voids_early_leavers and find_seating(seating).meets_everybody
    return (VOIDED,) if is_told else ()


def _places(order: Sequence[str], way: WayOfTakingPart, what: WhatCounts, more: Sequence[str]) -> Section:
    steps = [
        f"{number}. {CRITERIA[key].name}. {CRITERIA[key].sentence}" for number, key in enumerate(order, 1)
    ]
    if not way.has_phase_one:
        return Section(PLACES, ("The bracket decides every place.",))
    asked = f"Each step is asked only of {way.entrant}s that are tied after all the steps before."
    return Section(PLACES, (*steps, asked, *dict.fromkeys((*what.sentences, *more, what.tie))))


def _today(event: Event) -> list[str]:
    flyer, is_straight = flyer_of(event), not event.way.has_phase_one
    lines = [
        *told(flyer, "hours", "through", *(["phase-ii"] if event.phase_two or is_straight else []), "prizes")
    ]
    one = next(phase for phase in day_rows(event).phases if phase.kind == PhaseKind.ONE)
    if one.left_over == LeftOver.THREE:
        lines.append(
            "Three people left over make a table of three: East is alone, and also plays the empty chair’s "
            "cards, face up. It counts as at any table."
        )
    lines += told(flyer, "breaks")
    if event.way.spare:
        lines.append(SPARE)
    what = ENTERED_AS[ResultsBy(event.results_by)]
    decided = [ENTERED[HandsFrom(event.hands_from)].format(what=what), AGREED[Agreed(event.agreed_by)]]
    if event.objection_minutes:
        decided.append(OBJECTIONS.format(minutes=count(event.objection_minutes, "minute")))
    # Rulebook E-96: with a bracket there is no reveal.
    revealed = "once it is settled who goes through" if event.way.has_bracket else "at the reveal"
    shown = SHOWN[StandingsShown(event.standings_shown)].format(revealed=revealed)
    return [*lines, *decided, *([] if is_straight else [shown]), *told(flyer, "own")]
