"""Opening an event and changing its settings."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils.text import slugify

from rules.competition.hours import what_is_wrong
from rules.competition.phase_two.formats import SIZES, Choice
from rules.competition.tie_breaks import order_in_words, own_order
from rules.counted.counters import all_counters
from rules.counted.side_prizes import BadSidePrize, SidePrize
from rules.games import ends_by_hands, find_ruleset
from rules.games.ruleset import Ruleset, is_clocked
from rules.money.pots import DRAWN, PLACES, SETS, BadPot, Pot
from tournament.commands.audit_log import log
from tournament.commands.badges import make_badge
from tournament.commands.deadlines import follow_schedule
from tournament.commands.locks import lock_event, write
from tournament.commands.rounds import call_waiting_games
from tournament.errors import Refused, refuse
from tournament.models import Actor, Badge, Break, Event, Phase, Player, Role, Table
from tournament.models.events import PairsUp, ResultsBy
from tournament.models.floor import GameKind
from tournament.models.schedule import (
    OF_A_SESSION,
    PEOPLE_MOVE,
    TURNS_TO,
    WITHOUT_ROUNDS,
    LeftOver,
    PhaseKind,
    Seating,
)
from tournament.models.typed_names import clean_name
from tournament.queries.countdown import wall
from tournament.queries.game import counters_of, is_phase_one_played, other_cutoff, tie_breaks_for
from tournament.queries.money import pot_name, pots_of
from tournament.queries.plan import DayPlan, columns
from tournament.queries.seats import (
    why_no_other_count,
    why_no_other_end,
    why_no_other_format,
    why_no_other_order,
    why_no_other_seating,
)

AWARDS_LAST = timedelta(hours=1)


@transaction.atomic
def open_event(*, plan: DayPlan, user: Any, device: str = "", at: datetime) -> Event:
    """Open an event with its schedule, tables and an organizer's badge. Practice events need no ``user``."""
    plan = _settled(plan)
    clock: dict[str, Any] = {}
    if plan.is_practice:
        clock = {"clock_real": at, "clock_shown": plan.moment(plan.meet_at)}
        at = clock["clock_shown"]
    event = Event.objects.create(slug=_free_slug(plan.name), opened_at=at, **clock, **_columns(plan))
    _write_schedule(event, plan)
    Table.objects.bulk_create(Table(event=event, number=n) for n in range(1, plan.tables + 1))
    make_badge(event=event, role=Role.PUBLIC, name="Public page", at=at)
    make_badge(event=event, role=Role.CLOCK, name="The clock", at=at)
    organizer = make_badge(
        event=event, role=Role.ORGANIZER, name=user.get_username() if user else "Organizer", user=user, at=at
    )
    log(event, "event.opened", by=Actor(organizer, device), at=at, name=event.name)
    return event


@transaction.atomic
def change_event(*, event: Event, plan: DayPlan, by: Actor, at: datetime, reason: str = "") -> Event:
    """Change the event's settings. The game and its house rules are frozen once Phase I has started.

    During Phase I, changing the cutoff, the tie-breaks or what counts needs a ``reason``, shown to the teams.
    """
    event = lock_event(event.pk)
    plan = replace(_settled(plan), is_practice=event.is_practice)
    if event.house_rules_frozen_at and (plan.game, dict(plan.house_rules)) != (event.game, event.house_rules):
        raise Refused("event.frozen", field="house_rules")
    _check_who_plays(event, plan)
    _check_counters(event, plan)
    _check_pots_in_use(event, plan)
    prizes, pots, was_by_game = list(event.side_prizes), list(event.pots), event.plays_off_games
    before, through, counted = tie_breaks_for(event), event.advance_count, event.what_counts
    if plan.seating != event.phases.get(kind=PhaseKind.ONE).seating:
        refuse(why_no_other_seating(event))
    if dict(plan.phase_two) != event.phase_two:
        refuse(why_no_other_format(event))
    plays_on = event.way.has_bracket
    Event.objects.filter(pk=event.pk).update(**_columns(plan))
    event.refresh_from_db()
    order, what = tie_breaks_for(event), event.what_counts
    changes = []
    if plays_on != event.way.has_bracket:
        # Rulebook E-133.
        refuse(why_no_other_end(event))
        if event.way.has_bracket:
            changes.append(f"A Phase II is played: the first {event.advance_count} go on to it.")
        else:
            changes.append("No Phase II is played: the first three take the prizes.")
    elif through != event.advance_count:
        changes.append(f"{other_cutoff(through, event.advance_count)}: the first {event.advance_count} do.")
    if order != before:
        # Rulebook A-15: places that are decided stay decided by the same tie-breaks.
        refuse(why_no_other_order(event))
        changes.append(f"Places are decided by {order_in_words(order)}.")
    if what != counted:
        # Rulebook E-93, E-142.
        refuse(why_no_other_count(event))
        if what.extra_hand != counted.extra_hand and event.games.filter(hands__is_decider=True).exists():
            raise Refused("event.extra-hand-played", field="extra_hand_counts")
        changes += what.instead_of(counted)
    if changes and is_phase_one_played(event):
        _announce(event, " ".join(changes), reason=clean_name(reason), by=by, at=at)
    if was_by_game != event.plays_off_games and event.games.standing().filter(kind=GameKind.PLAYOFF).exists():
        raise Refused("event.playoff-made", field="plays_off_games")
    _write_schedule(event, plan)
    _set_tables(event, plan.tables)
    follow_schedule(event, at=at)
    call_waiting_games(phase=event.phases.get(kind=PhaseKind.ONE), by=by, at=at)
    log(event, "event.changed", by=by, at=at)
    if order != before:
        facts: dict[str, Any] = {"before": list(before), "now": list(order), "order": order_in_words(order)}
        log(event, "event.tie-breaks", by=by, at=at, **facts)
    if prizes != event.side_prizes:
        log(event, "event.side-prizes", by=by, at=at, words=_prize_words(event))
    if pots != event.pots:
        log(event, "event.pots", by=by, at=at, words=_pot_words(event))
    if what != counted:
        log(event, "event.what-counts", by=by, at=at, words=" ".join(what.instead_of(counted)))
    return event


@transaction.atomic
def set_clock(*, event: Event, shown: datetime, speed: float, real: datetime, by: Actor) -> Event:
    """Move a practice event's clock to ``shown`` and let it run ``speed`` times as fast from ``real`` on."""
    event = lock_event(event.pk)
    if not event.is_practice:
        raise Refused("clock.real")
    if not 0 <= speed <= 3600:
        raise Refused("clock.speed", field="speed")
    last = _last_moment(event)
    if event.clock_shown and shown < last:
        # Rounded up, because only whole minutes can be typed.
        free = wall(event, last + timedelta(seconds=59))
        raise Refused("clock.backwards", free=free, field="shown")
    write(event, clock_real=real, clock_shown=shown, clock_speed=speed)
    log(event, "clock.moved", by=by, at=shown, shown=wall(event, shown), speed=f"{speed:g}")
    return event


def _last_moment(event: Event) -> datetime:
    latest = event.log.order_by("-at").values_list("at", flat=True).first()
    return latest or event.opened_at


def _columns(plan: DayPlan) -> dict[str, Any]:
    return {**columns(plan, Event), "takes_part": plan.way.key, "spans_days": plan.spans_days}


def _check_who_plays(event: Event, plan: DayPlan) -> None:
    if plan.way.members == event.way.members or not event.teams.exists():
        return
    if plan.way.sits == event.way.sits:
        there = Player.objects.filter(team__event=event, left_at=None).order_by("team").values("team")
        full = there.annotate(many=Count("pk")).filter(many__gt=plan.way.members).first()
        if full:
            raise Refused(
                "event.third-signed-up", team=event.teams.get(pk=full["team"]), field="third_player"
            )
        return
    if plan.game == event.game:
        raise Refused(
            "event.signed-up-alone" if event.way.is_one else "event.signed-up-in-teams", field="seating"
        )
    raise Refused("event.team-size", field="game")


def _check_counters(event: Event, plan: DayPlan) -> None:
    """Refuse to remove a counter in use: its counts would be on no board (Rulebook E-101)."""
    for name in set(counters_of(event)) - set(
        all_counters(find_ruleset(plan.game, plan.house_rules), plan.counters)
    ):
        if event.games.filter(hands__facts__counters__has_key=name).exists():
            raise Refused("event.counter-in-use", counter=name, field="counters")


def _prize_words(event: Event) -> str:
    prizes = [SidePrize(**told) for told in event.side_prizes]
    said = " ".join(f"{prize.name}: {' '.join(prize.rule)}" for prize in prizes)
    return f"Side prizes: {said}" if said else "There are no side prizes any more."


def _check_side_prizes(ruleset: Ruleset, plan: DayPlan) -> None:
    counters, names = all_counters(ruleset, plan.counters), set()
    for told in plan.side_prizes:
        try:
            prize = SidePrize(**told)
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
    names, prizes = set(), {told["name"] for told in plan.side_prizes}
    for told in plan.pots:
        try:
            pot = Pot(**told)
        except BadPot as cannot_be:
            raise Refused("rules", words=str(cannot_be), field="money_word") from cannot_be
        if pot.name in names:
            raise Refused("event.pot-twice", name=pot.name, field="money_word")
        if pot.goes_to == DRAWN and not plan.has_raffles:
            raise Refused("event.raffles", field="has_raffles")
        if pot.goes_to not in (PLACES, DRAWN, *prizes):
            raise Refused("event.pot-goes-to", name=pot.name, prize=pot.goes_to, field="money_word")
        if pot.fine_cents and pot.fine_counter not in (SETS, *all_counters(ruleset, plan.counters)):
            raise Refused("event.pot-fine", name=pot.name, counter=pot.fine_counter, field="money_word")
        names.add(pot.name)


def _check_pots_in_use(event: Event, plan: DayPlan) -> None:
    """Refuse to remove a pot that has money in it."""
    kept = {"", *(told["name"] for told in plan.pots)}
    gone = event.donations.exclude(pot__in=kept).values_list("pot", flat=True).first()
    if gone:
        raise Refused("event.pot-in-use", name=gone, field="money_word")


def _pot_words(event: Event) -> str:
    return " ".join(f"{pot_name(event, pot.name)}: {' '.join(pot.rule)}" for pot in pots_of(event))


def _announce(event: Event, what: str, *, reason: str, by: Actor, at: datetime) -> None:
    if not reason:
        raise Refused("event.reason", change=what, field="reason")
    log(event, "phase-one.changed", by=by, at=at, what=what, reason=reason)


def _settled(plan: DayPlan) -> DayPlan:
    """The plan, after checks, with the settings that follow from others filled in."""
    plan = replace(plan, name=clean_name(plan.name), venue=clean_name(plan.venue))
    if not plan.name:
        raise Refused("event.name", field="name")
    try:
        ruleset = find_ruleset(plan.game, plan.house_rules)
    except ValueError as unknown:
        raise Refused("rules", words=str(unknown), field="house_rules") from unknown
    way = plan.way
    if way.seatings and plan.seating not in way.seatings:
        plan = plan.with_(seating=way.seating)
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
    plan = plan.without_defaults()
    _check_day(plan)
    plan = _check_clock(plan)
    if plan.seating in (Seating.INDIVIDUALS, *PEOPLE_MOVE) and not way.seatings:
        raise Refused("event.no-partners", game=ruleset.name, field="seating")
    try:
        choice = Choice(**plan.phase_two)
        chosen = (choice if ends_by_hands(ruleset) else choice.without_hands()).as_json()
    except ValueError as cannot_be:
        raise Refused("rules", words=str(cannot_be), field="two_format") from cannot_be
    _check_side_prizes(ruleset, plan)
    _check_pots(ruleset, plan)
    order = own_order(ruleset, plan.tie_breaks, way, all_counters(ruleset, plan.counters))
    results = plan.results_by if ruleset.play.has_cards else ResultsBy.TOTALS
    # Rulebook E-215: a play-off has no whistle.
    by_game = plan.plays_off_games and not is_clocked(ruleset)
    return plan.with_(tie_breaks=list(order), phase_two=chosen, results_by=results, plays_off_games=by_game)


def _until_the_awards(plan: DayPlan) -> DayPlan:
    """The plan without a Phase II: Phase I lasts until the awards (Rulebook E-53, E-133)."""
    plan = replace(plan, phase_two_at=plan.awards_at, phase_two_on=None)
    if not plan.sessions:
        return replace(plan, phase_one_until=None)
    *before, last = plan.sessions
    return replace(plan, sessions=(*before, replace(last, ends_at=None)))


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
    name, why_not = what_is_wrong(plan, has_phase_two=plan.way.has_bracket)
    if why_not:
        raise Refused("rules", words=why_not, field=name)
    ways = {session.seating for session in plan.sessions} - {""}
    if ways - set(OF_A_SESSION) or (ways and plan.seating not in TURNS_TO):
        raise Refused("event.session-seating", field="sessions")
    if plan.advance_count not in SIZES:
        raise Refused("event.advance-count", field="advance_count")
    if plan.tables < 1:
        raise Refused("event.tables", field="tables")
    if plan.seating not in Seating.values:
        raise Refused("event.seating", field="seating")
    if plan.long_break_after and {plan.seating, *ways} & set(WITHOUT_ROUNDS):
        raise Refused("event.long-break", field="long_break_after")


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "event"
    if not Event.objects.filter(slug=stem).exists() and stem not in RESERVED_SLUGS:
        return stem
    return f"{stem}-{secrets.token_hex(3)}"


# Other URLs begin with these words, so none may be a slug.
RESERVED_SLUGS = frozenset(
    {"account", "sign-in", "sign-out", "password", "key", "code", "join", "setup"}
    | {"new", "live", "static", "offline", "trust", "api"}
)


def _write_schedule(event: Event, plan: DayPlan) -> None:
    walls, sessions = plan.local(), plan.spans()
    meet, two, awards = (plan.from_local(shown) for shown in (walls.meet, walls.two, walls.awards))
    starts = [meet, sessions[0].starts_at, two, awards]
    ends = [sessions[0].starts_at, sessions[-1].ends_at, awards, awards + AWARDS_LAST]
    for kind, starts_at, ends_at in zip(PhaseKind.values, starts, ends, strict=True):
        Phase.objects.update_or_create(
            event=event, kind=kind, defaults={"starts_at": starts_at, "ends_at": ends_at}
        )
    event.phases.filter(kind=PhaseKind.ONE).update(**columns(plan, Phase))
    event.breaks.all().delete()
    breaks = [Break(event=event, starts_at=rest.starts_at, ends_at=rest.ends_at) for rest in plan.rests()]
    between = zip(sessions[:-1], sessions[1:], (session.seating for session in plan.sessions), strict=True)
    gaps = [
        Break(event=event, starts_at=before.ends_at, ends_at=after.starts_at, is_gap=True, seating=seating)
        for before, after, seating in between
    ]
    Break.objects.bulk_create((*breaks, *gaps))


def _set_tables(event: Event, count: int) -> None:
    """Put ``count`` tables in use. The highest numbers go first; gaps made by hand stay."""
    used = [table.number for table in event.tables.all() if not table.is_out_of_use]
    if count < len(used):
        event.tables.filter(number__in=sorted(used)[count:]).update(is_out_of_use=True)
    above = event.tables.filter(is_out_of_use=True, number__gt=max(used, default=0))
    back = list(above.order_by("number").values_list("number", flat=True))[: max(0, count - len(used))]
    event.tables.filter(number__in=back).update(is_out_of_use=False)
    last = max([*used, *event.tables.values_list("number", flat=True)], default=0)
    missing = count - len(used) - len(back)
    Table.objects.bulk_create(Table(event=event, number=last + n) for n in range(1, missing + 1))


def clock_badge(event: Event) -> Badge:
    return event.badges.get(role=Role.CLOCK)
