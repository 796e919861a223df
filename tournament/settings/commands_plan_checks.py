"""The checks of an event's plan, and the settings that follow from others."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rules.competition.phase_two.formats import FORMATS, SIZES, Choice, plan_of
from rules.counted.counters import all_counters
from rules.counted.side_prizes import BadSidePrize, SidePrize
from rules.evenings.fit import what_does_not_fit, what_is_wrong, why_no_final
from rules.games import find_ruleset
from rules.money.pots import BY_PLACE, DRAWN, SECOND_CHANCE, SETS, BadPot, Pot
from rules.ruleset.ruleset import Ruleset
from rules.seating.known import SEATINGS, find_seating, is_of_people, of_a_session
from rules.standings.tie_breaks import in_totals, own_order
from tournament.errors import Refused, refuse
from tournament.models import Event
from tournament.models.events import PairsUp, ResultsBy, SeedsBy
from tournament.models.schedule import LeftOver
from tournament.models.typed_names import clean_name
from tournament.settings.locked import counters_in_use, pots_in_use
from tournament.settings.plan import DayPlan


def check_who_plays(event: Event, plan: DayPlan) -> None:
    if plan.way.members == event.way.members or plan.way.sits == event.way.sits or not event.teams.exists():
        return
    if plan.game == event.game:
        raise Refused(
            "event.signed-up-alone" if event.way.is_one else "event.signed-up-in-teams", field="seating"
        )
    raise Refused("event.team-size", field="game")


def check_counters(event: Event, plan: DayPlan) -> None:
    counters = all_counters(find_ruleset(plan.game, plan.house_rules), plan.counters)
    refuse(next((why for name, why in counters_in_use(event).items() if name not in counters), None))


def _check_side_prizes(ruleset: Ruleset, plan: DayPlan) -> None:
    counters, names = all_counters(ruleset, plan.counters), set()
    for stored in plan.side_prizes:
        try:
            prize = SidePrize(**stored)
        except BadSidePrize as cannot_be:
            raise Refused("rules", words=str(cannot_be), field="counters") from cannot_be
        if prize.name in names:
            raise Refused("event.side-prize-twice", name=prize.name, field="counters")
        if prize.counter and prize.counter not in counters:
            raise Refused(
                "event.side-prize-counter", name=prize.name, counter=prize.counter, field="counters"
            )
        names.add(prize.name)


def _check_pots(ruleset: Ruleset, plan: DayPlan) -> None:
    names, prizes = set(), {stored["name"] for stored in plan.side_prizes}
    for stored in plan.pots:
        try:
            pot = Pot(**stored)
        except BadPot as cannot_be:
            raise Refused("rules", words=str(cannot_be), field="money_word") from cannot_be
        if pot.name in names:
            raise Refused("event.pot-twice", name=pot.name, field="money_word")
        if pot.goes_to == DRAWN and not plan.has_raffles:
            raise Refused("event.raffles", field="has_raffles")
        if pot.goes_to == SECOND_CHANCE and not Choice(**plan.phase_two).second_chance:
            raise Refused("event.pot-second-chance", name=pot.name, field="money_word")
        if pot.goes_to not in (*BY_PLACE, DRAWN, *prizes):
            raise Refused("event.pot-goes-to", name=pot.name, prize=pot.goes_to, field="money_word")
        if pot.fine_cents and pot.fine_counter not in (SETS, *all_counters(ruleset, plan.counters)):
            raise Refused("event.pot-fine", name=pot.name, counter=pot.fine_counter, field="money_word")
        names.add(pot.name)


def check_pots_in_use(event: Event, plan: DayPlan) -> None:
    names = {stored["name"] for stored in plan.pots}
    refuse(next((why for name, why in pots_in_use(event).items() if name not in names), None))


def settled_plan(plan: DayPlan) -> DayPlan:
    """The plan, after checks, with the settings that follow from others filled in."""
    plan = replace(plan, name=clean_name(plan.name), venue=clean_name(plan.venue))
    if not plan.name:
        raise Refused("event.name", field="name")
    try:
        ruleset = find_ruleset(plan.game, plan.house_rules)
    except ValueError as unknown:
        raise Refused("rules", words=str(unknown), field="house_rules") from unknown
    way = plan.way
    if plan.seating not in SEATINGS:
        raise Refused("event.seating", field="seating")
    plan = plan.with_(seating=find_seating(plan.seating, way).key)
    if not way.partners_change:
        if way.by_chair and plan.left_over == LeftOver.THREE:
            raise Refused(
                "event.no-table-of-three", game=ruleset.name, seats=len(ruleset.seats), field="left_over"
            )
        plan = plan.with_(pairs_up=PairsUp.NEVER, left_over=LeftOver.SIT_OUT)
    if way.pairs_up:
        # Rulebook E-113: two pairs at least, and nobody is left over.
        plan = plan.with_(advance_count=max(4, plan.advance_count + plan.advance_count % 2))
    if not way.has_bracket:
        plan = _until_the_awards(plan)
    if way.has_phase_one:
        plan = plan.with_(seeds_by=SeedsBy.PHASE_ONE)
    else:
        plan = _straight_to_the_bracket(plan)
    plan = plan.without_defaults()
    _check_day(plan)
    plan = _check_clock(plan)
    if is_of_people(plan.seating) and not way.by_chair:
        raise Refused("event.no-partners", game=ruleset.name, field="seating")
    try:
        choice = Choice(**plan.phase_two)
        if not way.offers_second_chance:
            choice = replace(choice, second_chance=False)
        chosen = (choice if ruleset.ends.counts_hands else choice.without_hands()).as_json()
    except ValueError as cannot_be:
        raise Refused("rules", words=str(cannot_be), field="two_format") from cannot_be
    if not (way.has_phase_one or choice.ends_in_a_final):
        raise Refused("event.straight-table", format=FORMATS[choice.format].name, field="two_format")
    plan = plan.with_(phase_two=chosen)
    _check_side_prizes(ruleset, plan)
    _check_pots(ruleset, plan)
    results = plan.results_by if ruleset.play.has_cards else ResultsBy.TOTALS
    counters, by_totals = all_counters(ruleset, plan.counters), results != ResultsBy.HANDS
    order = own_order(ruleset, plan.tie_breaks, way, counters, by_totals=by_totals)
    if by_totals and in_totals(order) != order:
        raise Refused("event.order-of-hands", game=ruleset.name, field="results_by")
    # Rulebook E-215: a play-off has no whistle.
    by_game = plan.plays_off_games and not ruleset.ends.is_clocked
    return plan.with_(tie_breaks=list(order), results_by=results, plays_off_games=by_game)


def check_fit(plan: DayPlan) -> None:
    """Refuse breaks and rounds that don't fit the hours, and awards before the final (Rulebook E-220)."""
    with _refusing_jumps("breaks"):
        name, why_not = what_does_not_fit(plan, in_rounds=plan.has_rounds and plan.way.has_phase_one)
    # Who comes is known at the draw.
    if not why_not and plan.way.has_bracket and plan.way.has_phase_one:
        sides = plan.way.in_phase_two(plan.advance_count)
        games = plan_of(Choice(**plan.phase_two), sides).in_a_row
        name, why_not = "awards_at", why_no_final(plan, games)
    if why_not:
        raise Refused("rules", words=why_not, field=name)


def _until_the_awards(plan: DayPlan) -> DayPlan:
    """The plan without a Phase II: Phase I lasts until the awards (Rulebook E-53, E-133)."""
    plan = replace(plan, phase_two_at=plan.awards_at, phase_two_on=None)
    if not plan.sessions:
        return replace(plan, phase_one_until=None)
    *before, last = plan.sessions
    return replace(plan, sessions=(*before, replace(last, ends_at=None)))


def _straight_to_the_bracket(plan: DayPlan) -> DayPlan:
    """The plan without a Phase I: the bracket begins when Phase I would (Rulebook E-223)."""
    return replace(
        plan,
        phase_two_at=plan.phase_one_at,
        phase_two_on=None,
        phase_one_until=None,
        sessions=(),
        long_break_after=0,
    )


def _check_clock(plan: DayPlan) -> DayPlan:
    for name, shown in plan.local().every():
        with _refusing_jumps(name):
            plan.from_local(shown)
    with _refusing_jumps("breaks"):
        plan = plan.with_breaks_everywhere()
        why_not = plan.why_no_long_break()
    if why_not:
        raise Refused("rules", words=why_not, field="long_break_after")
    return plan


@contextmanager
def _refusing_jumps(name: str) -> Iterator[None]:
    """Refuse a time that doesn't exist, on a night when the clocks go forward."""
    try:
        yield
    except ValueError as jumped:
        raise Refused("event.time-skipped", jumped=str(jumped), field=name) from jumped


def _check_day(plan: DayPlan) -> None:
    name, why_not = what_is_wrong(
        plan, has_phase_two=plan.way.has_bracket, has_phase_one=plan.way.has_phase_one
    )
    if why_not:
        raise Refused("rules", words=why_not, field=name)
    ways = {session.seating for session in plan.sessions} - {""}
    if ways - set(of_a_session()) or (ways and not find_seating(plan.seating).may_be_followed):
        raise Refused("event.session-seating", field="sessions")
    if plan.advance_count not in SIZES:
        raise Refused("event.advance-count", field="advance_count")
    if plan.tables < 1:
        raise Refused("event.tables", field="tables")
    if plan.long_break_after and not plan.has_rounds:
        raise Refused("event.long-break", field="long_break_after")
