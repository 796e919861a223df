"""The rules sheet on the wall: the rules of the game, and this event's settings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pages.hall.movement_picture import MovementPicture, movement_picture
from rules.competition.phase_two.formats import FORMATS
from rules.competition.phase_two.words import buying_back_in_words, rounds_in_words
from rules.competition.taking_part import WayOfTakingPart
from rules.counted.counters import all_counters
from rules.games import find_ruleset, rules_sheet
from rules.ruleset.ruleset import Section
from rules.seating.known import find_seating
from rules.standings.tie_breaks import CRITERIA, tie_breaks_of
from rules.standings.what_counts import WhatCounts
from tournament.event.day_rows import day_rows
from tournament.event.names import count, in_words
from tournament.event.rules_of_event import choice_of, ruleset_for, tie_breaks_for
from tournament.models import Event
from tournament.models.events import (
    Agreed,
    BreaksAt,
    HandsFrom,
    LateForfeits,
    PairsUp,
    ResultsBy,
    StandingsShown,
)
from tournament.models.schedule import LeftOver, PhaseKind
from tournament.schedule.countdown import wall
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
    places = _places(tie_breaks_for(event), event.way, event.what_counts)
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
    places = _places(order, plan.way, what)
    return (*_with_late(sections, plan), places)


def _breaks(event: Event) -> Iterable[str]:
    """The breaks in words (Rulebook E-10, E-171, E-219). No query once the event's day is loaded."""
    rows = day_rows(event)
    long, way = rows.long_break, BreaksAt(event.breaks_at)
    shown = (rest.starts_at.astimezone(event.zone) for rest in rows.breaks if rest is not long)
    times = in_words(dict.fromkeys(f"{starts:%-I:%M}" for starts in shown))
    if times and way == BreaksAt.NEVER:
        yield f"One round follows the other without a break: at {times}."
    elif times:
        when = "" if way == BreaksAt.TIMES else f" {way.label}:"
        yield f"Breaks of {count(event.break_minutes, 'minute')} are{when} at {times}."
    if long:
        lasts = count(event.long_break_minutes, "minute")
        yield f"After game {event.long_break_after}, at {wall(event, long.starts_at)}, is a break of {lasts}."


def _with_late(sections: dict[str, Section], settings: Event | DayPlan) -> Iterable[Section]:
    house = sections.pop(LATE, None)
    more = house.paragraphs if house else ()
    yield from sections.values()
    yield Section("Late players" if settings.way.is_one else LATE, (*_late(settings), *more))


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


def _late(event: Event | DayPlan) -> tuple[str, ...]:
    minutes = "a minute" if event.ready_minutes == 1 else f"{event.ready_minutes} minutes"
    what = "game" if event.late_forfeits == LateForfeits.GAME else "hand"
    who = f"A {event.way.entrant} that is not seated {minutes} after its table is called forfeits the {what}"
    if event.way.is_one:
        who = f"A player who is not seated {minutes} after the table is called forfeits the {what}"
    asked = " A referee is asked first." if event.late_forfeits == LateForfeits.PROPOSED else ""
    if what == "game":
        return (f"{who}. Leaving the table later costs a hand, and another after every {minutes} more.",)
    return (f"{who}, and another after every {minutes} more.{asked}", "The third one is the game.")


def _places(order: Sequence[str], way: WayOfTakingPart, what: WhatCounts) -> Section:
    steps = [
        f"{number}. {CRITERIA[key].name}. {CRITERIA[key].sentence}" for number, key in enumerate(order, 1)
    ]
    asked = f"Each step is asked only of {way.entrant}s that are tied after all the steps before."
    return Section(PLACES, (*steps, asked, *dict.fromkeys((*what.sentences, what.tie))))


def _today(event: Event) -> list[str]:
    rows = day_rows(event)
    hours = {
        phase.kind: f"{wall(event, phase.starts_at)} to {wall(event, phase.ends_at, phase.starts_at)}"
        for phase in rows.phases
    }
    one = next(phase for phase in rows.phases if phase.kind == PhaseKind.ONE)
    begin = [one.starts_at, *(gap.ends_at for gap in rows.gaps)]
    end = [*(gap.starts_at for gap in rows.gaps), one.ends_at]
    spans = zip(begin, end, strict=True)
    sessions = [f"{wall(event, starts)} to {wall(event, ends, starts)}" for starts, ends in spans]
    lines = [f"Phase I is from {in_words(sessions)}."]
    if not event.way.has_bracket:
        lines.append("The first three of the standings take the prizes.")
    else:
        lines.append(f"The best {event.advance_count} go on to Phase II, from {hours[PhaseKind.TWO]}.")
        if event.way.pairs_up:
            lines.append(f"They play it in pairs, {PairsUp(event.pairs_up).label}.")
        if event.phase_two:
            choice = choice_of(event)
            last = FORMATS[choice.format]
            lines.append(f"Phase II: {last.name}. {last.sentence}")
            lines += filter(None, (buying_back_in_words(choice), *rounds_in_words(choice)))
    if one.left_over == LeftOver.THREE:
        lines.append(
            "Three people left over make a table of three: East is alone, and also plays the empty chair’s "
            "cards, face up. It counts as at any table."
        )
    lines += _breaks(event)
    if event.way.spare:
        lines.append("A team has two players or three. Two play each game; a third takes turns with them.")
    what = ENTERED_AS[ResultsBy(event.results_by)]
    decided = ENTERED[HandsFrom(event.hands_from)].format(what=what), AGREED[Agreed(event.agreed_by)]
    # Rulebook E-96: with a bracket there is no reveal.
    revealed = "once it is settled who goes through" if event.way.has_bracket else "at the reveal"
    return [*lines, *decided, SHOWN[StandingsShown(event.standings_shown)].format(revealed=revealed)]
