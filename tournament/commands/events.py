"""Opening an event and changing its day."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.text import slugify

from rules.competition.phase_two.formats import SIZES, Choice
from rules.competition.schedule import is_past_midnight, wall_time
from rules.competition.tie_breaks import order_in_words, own_order
from rules.games import ends_by_hands, find_ruleset
from rules.games.seats import is_for_individuals, team_size, why_not_individuals
from tournament.commands.audit_log import log
from tournament.commands.badges import make_badge
from tournament.commands.deadlines import follow_schedule
from tournament.commands.locks import lock_event
from tournament.commands.rounds import call_waiting_games
from tournament.errors import Refused
from tournament.models import Actor, Badge, Break, Event, Phase, Role, Table
from tournament.models.events import Agreed, HandsFrom, LateForfeits, StandingsShown
from tournament.models.schedule import PhaseKind, Seating, ShortOfTables
from tournament.queries.game import plays_alone, tie_breaks_for
from tournament.queries.seats import why_no_other_format, why_no_other_order, why_no_other_seating

AWARDS_LAST = timedelta(hours=1)
YEARS = range(2000, 2101)
HALF_HOUR_BREAKS = (time(15, 30), time(16), time(16, 30), time(17), time(17, 30), time(18), time(18, 30))


@dataclass(frozen=True, kw_only=True)
class DayPlan:
    """An event as its organizer fills it in. The defaults are seed 004's day (Rulebook E-10)."""

    name: str
    held_on: date
    venue: str = ""
    timezone: str = "America/Chicago"
    meet_at: time = time(14)
    phase_one_at: time = time(15)
    phase_two_at: time = time(17)
    awards_at: time = time(19)
    breaks: Sequence[time] = HALF_HOUR_BREAKS
    break_minutes: int = 5
    tables: int = 8
    game: str = "fahrenheit"
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    advance_count: int = 7
    tie_breaks: Sequence[str] = ()
    phase_two: Mapping[str, Any] = field(default_factory=dict)
    calls_phase_two: bool = False
    ready_minutes: int = 5
    sign_up_minutes: int | None = 60
    contact_days: int = 30
    donation_player_cents: int = 500
    donation_team_cents: int = 1000
    standings_shown: str = StandingsShown.LIVE
    late_forfeits: str = LateForfeits.ITSELF
    hands_from: str = HandsFrom.REFEREES
    agreed_by: str = Agreed.REFEREE
    is_practice: bool = False
    seating: str = Seating.SWISS
    keeps_homes_apart: bool = False
    rematch_minutes: int = 60
    short_of_tables: str = ShortOfTables.WAVES

    def moment(self, clock: time) -> datetime:
        """When the clock on the hall's wall shows that time; at night it is past midnight (Rulebook E-67).

        :raises ValueError: if the clocks jump over it that day.
        """
        days = timedelta(days=is_past_midnight(self.meet_at, clock))
        return wall_time(self.held_on + days, clock, ZoneInfo(self.timezone))


class EventRefused(Refused):
    """The event can't be opened or changed as asked."""


@transaction.atomic
def open_event(*, plan: DayPlan, user: Any, device: str = "", at: datetime) -> Event:
    """Open an event with its day, tables and an organizer's badge for ``user`` (None in a practice event).

    A practice event's clock begins at the meet and greet, and from then on its moments are that clock's.

    :raises EventRefused: if the day runs backwards, is of no year of ours, or a house rule is not one of the
        game's.
    """
    plan = _settled(plan)
    clock: dict[str, Any] = {}
    if plan.is_practice:
        clock = {"clock_real": at, "clock_shown": plan.moment(plan.meet_at)}
        at = clock["clock_shown"]
    event = Event.objects.create(
        name=plan.name,
        slug=_free_slug(plan.name),
        venue=plan.venue,
        timezone=plan.timezone,
        opened_at=at,
        is_practice=plan.is_practice,
        **clock,
        **_settings(plan),
    )
    _write_schedule(event, plan)
    Table.objects.bulk_create(Table(event=event, number=n) for n in range(1, plan.tables + 1))
    make_badge(event=event, role=Role.PUBLIC, name="Public page", at=at)
    make_badge(event=event, role=Role.CLOCK, name="The clock", at=at)
    organizer = make_badge(
        event=event, role=Role.ORGANIZER, name=user.get_username() if user else "Organizer", user=user, at=at
    )
    log(event, "event.opened", f"{event.name} opened.", by=Actor(organizer, device), at=at)
    return event


@transaction.atomic
def change_event(*, event: Event, plan: DayPlan, by: Actor, at: datetime) -> Event:
    """Change the event's day. The game and its house rules stay as they are once Phase I has started.

    :raises EventRefused: if the plan can't be, or touches what is frozen.
    """
    event = lock_event(event.pk)
    plan = _settled(plan)
    if event.house_rules_frozen_at and (plan.game, dict(plan.house_rules)) != (event.game, event.house_rules):
        raise EventRefused(
            "The game and its house rules were frozen when Phase I started. The rest can still change.",
            field="house_rules",
        )
    _check_who_plays(event, plan)
    before = tie_breaks_for(event)
    why_not = why_no_other_seating(event)
    if why_not and plan.seating != event.phases.get(kind=PhaseKind.ONE).seating:
        raise EventRefused(why_not, field="seating")
    why_not = why_no_other_format(event)
    if why_not and dict(plan.phase_two) != event.phase_two:
        raise EventRefused(why_not, field="two_format")
    Event.objects.filter(pk=event.pk).update(
        name=plan.name, venue=plan.venue, timezone=plan.timezone, **_settings(plan)
    )
    event.refresh_from_db()
    order = tie_breaks_for(event)
    _check_order(event, before, order)
    _write_schedule(event, plan)
    _set_tables(event, plan.tables)
    follow_schedule(event, at=at)
    call_waiting_games(phase=event.phases.get(kind=PhaseKind.ONE), by=by, at=at)
    log(event, "event.changed", "The settings were changed.", by=by, at=at)
    if order != before:
        words = f"Places are decided by {order_in_words(order)}."
        log(event, "event.tie-breaks", words, by=by, at=at, before=before, now=order)
    return event


@transaction.atomic
def set_clock(*, event: Event, shown: datetime, speed: float, real: datetime, by: Actor) -> Event:
    """Move a practice event's clock to ``shown`` and let it run ``speed`` times as fast from ``real`` on.

    :raises EventRefused: if the event is not a practice event, or the clock would run backwards.
    """
    event = lock_event(event.pk)
    if not event.is_practice:
        raise EventRefused("Only a practice event's clock can be moved. A real day runs on the hall's clock.")
    if not 0 <= speed <= 3600:
        raise EventRefused("The clock runs from 0 (stopped) to 3,600 times as fast.", field="speed")
    last = _last_moment(event)
    if event.clock_shown and shown < last:
        # To the next whole minute: that is what can be typed.
        free = (last + timedelta(seconds=59)).astimezone(ZoneInfo(event.timezone))
        raise EventRefused(
            "A practice event's clock only moves forward, or what happened would lie in the future. "
            f"Set it to {free:%-I:%M %p} or later.",
            field="shown",
        )
    event.clock_real, event.clock_shown, event.clock_speed = real, shown, speed
    Event.objects.filter(pk=event.pk).update(clock_real=real, clock_shown=shown, clock_speed=speed)
    log(
        event,
        "clock.moved",
        f"The practice clock was set to {shown.astimezone(event.zone):%-I:%M %p}.",
        by=by,
        at=shown,
        speed=speed,
    )
    return event


def plan_of(event: Event) -> DayPlan:
    """The plan the event follows now, to be filled in again. Three queries."""
    phases = {row.kind: row for row in event.phases.all()}
    starts = {kind: row.starts_at.astimezone(event.zone) for kind, row in phases.items()}
    rests = list(event.breaks.all())
    lasts = (rests[0].ends_at - rests[0].starts_at) if rests else timedelta(minutes=DayPlan.break_minutes)
    return DayPlan(
        name=event.name,
        venue=event.venue,
        timezone=event.timezone,
        held_on=starts[PhaseKind.MEET].date(),
        meet_at=starts[PhaseKind.MEET].time(),
        phase_one_at=starts[PhaseKind.ONE].time(),
        phase_two_at=starts[PhaseKind.TWO].time(),
        awards_at=starts[PhaseKind.AWARDS].time(),
        breaks=tuple(rest.starts_at.astimezone(event.zone).time() for rest in rests),
        break_minutes=int(lasts.total_seconds() // 60),
        tables=event.tables.filter(is_out_of_use=False).count(),
        game=event.game,
        house_rules=event.house_rules,
        advance_count=event.advance_count,
        tie_breaks=tuple(event.tie_breaks),
        phase_two=event.phase_two,
        calls_phase_two=event.calls_phase_two,
        ready_minutes=event.ready_minutes,
        sign_up_minutes=event.sign_up_minutes,
        contact_days=event.contact_days,
        donation_player_cents=event.donation_player_cents,
        donation_team_cents=event.donation_team_cents,
        standings_shown=event.standings_shown,
        late_forfeits=event.late_forfeits,
        hands_from=event.hands_from,
        agreed_by=event.agreed_by,
        is_practice=event.is_practice,
        seating=phases[PhaseKind.ONE].seating,
        keeps_homes_apart=phases[PhaseKind.ONE].keeps_homes_apart,
        rematch_minutes=phases[PhaseKind.ONE].rematch_minutes,
        short_of_tables=phases[PhaseKind.ONE].short_of_tables,
    )


def _last_moment(event: Event) -> datetime:
    latest = event.log.order_by("-at").values_list("at", flat=True).first()
    return latest or event.opened_at


def _settings(plan: DayPlan) -> dict[str, Any]:
    return {
        "is_individual": plan.seating == Seating.INDIVIDUALS,
        "game": plan.game,
        "house_rules": dict(plan.house_rules),
        "advance_count": plan.advance_count,
        "tie_breaks": list(plan.tie_breaks),
        "phase_two": dict(plan.phase_two),
        "calls_phase_two": plan.calls_phase_two,
        "ready_minutes": plan.ready_minutes,
        "sign_up_minutes": plan.sign_up_minutes,
        "contact_days": plan.contact_days,
        "donation_player_cents": plan.donation_player_cents,
        "donation_team_cents": plan.donation_team_cents,
        "standings_shown": plan.standings_shown,
        "late_forfeits": plan.late_forfeits,
        "hands_from": plan.hands_from,
        "agreed_by": plan.agreed_by,
    }


def _check_who_plays(event: Event, plan: DayPlan) -> None:
    """:raises EventRefused: if people came in twos and should play alone, or the other way round."""
    comes_alone = plan.seating == Seating.INDIVIDUALS
    plays = comes_alone or team_size(find_ruleset(plan.game, plan.house_rules)) == 1
    if (plays, comes_alone) == (plays_alone(event), event.is_individual) or not event.teams.exists():
        return
    if comes_alone != event.is_individual and plan.game == event.game:
        raise EventRefused(
            f"People have signed up {'alone' if event.is_individual else 'in teams'} already, so that "
            "stays for today. Open another event for the other way.",
            field="seating",
        )
    raise EventRefused(
        "Teams have signed up already, and this game is played by teams of another size. "
        "Open another event for it.",
        field="game",
    )


def _check_order(event: Event, before: Sequence[str], now: Sequence[str]) -> None:
    """:raises EventRefused: if places that are settled would be decided in another way (Rulebook A-15)."""
    why_not = why_no_other_order(event)
    if why_not and tuple(before) != tuple(now):
        raise EventRefused(why_not)


def _settled(plan: DayPlan) -> DayPlan:
    """The plan, once it can be; a game that everybody plays alone is seated so, whatever was chosen."""
    try:
        ruleset = find_ruleset(plan.game, plan.house_rules)
    except ValueError as unknown:
        raise EventRefused(str(unknown), field="house_rules") from unknown
    if is_for_individuals(ruleset):
        plan = replace(plan, seating=Seating.INDIVIDUALS)
    if plan.seating == Seating.INDIVIDUALS:
        # Rulebook E-53: they play no bracket, so Phase I lasts until the awards.
        plan = replace(plan, phase_two_at=plan.awards_at)
    _check_day(plan)
    _check_clock(plan)
    why_not = why_not_individuals(ruleset) if plan.seating == Seating.INDIVIDUALS else ""
    if why_not:
        raise EventRefused(why_not, field="seating")
    is_individual = plan.seating == Seating.INDIVIDUALS
    try:
        choice = Choice(**plan.phase_two)
        chosen = (choice if ends_by_hands(ruleset) else choice.without_hands()).told()
    except ValueError as cannot_be:
        raise EventRefused(str(cannot_be), field="two_format") from cannot_be
    order = own_order(ruleset, plan.tie_breaks, is_individual=is_individual)
    return replace(plan, tie_breaks=order, phase_two=chosen)


def _check_clock(plan: DayPlan) -> None:
    """:raises EventRefused: if a time doesn't come on the day on which the clocks are put forward."""
    times = {name: getattr(plan, name) for name in ("meet_at", "phase_one_at", "phase_two_at", "awards_at")}
    for name, clock in [*times.items(), *(("breaks", clock) for clock in plan.breaks)]:
        try:
            plan.moment(clock)
        except ValueError as jumped:
            raise EventRefused(f"{jumped} Choose another time.", field=name) from jumped


def _check_day(plan: DayPlan) -> None:
    if plan.held_on.year not in YEARS:
        raise EventRefused(
            f"Is {plan.held_on.year} the right year? Write the day on which the event is held.",
            field="held_on",
        )
    has_phase_two = plan.seating != Seating.INDIVIDUALS
    # As the wall shows them: which times the clocks jump over is said afterwards.
    meet, one, two, awards = (
        (is_past_midnight(plan.meet_at, clock), clock)
        for clock in (plan.meet_at, plan.phase_one_at, plan.phase_two_at, plan.awards_at)
    )
    if not meet <= one < two <= awards or (has_phase_two and two == awards):
        raise EventRefused(
            "The day runs meet and greet, Phase I, Phase II, awards: put their times in that order.",
            field="phase_one_at",
        )
    if plan.advance_count not in SIZES:
        raise EventRefused("From 2 to 128 teams go through to Phase II.", field="advance_count")
    if plan.tables < 1:
        raise EventRefused("The hall needs at least one table.", field="tables")
    if plan.seating not in Seating.values:
        raise EventRefused("Choose one of the ways of seating from the list.", field="seating")


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "event"
    if not Event.objects.filter(slug=stem).exists() and stem not in RESERVED_SLUGS:
        return stem
    return f"{stem}-{secrets.token_hex(3)}"


# Words that stand where an event's slug would in an address.
RESERVED_SLUGS = frozenset(
    {"account", "sign-in", "sign-out", "password", "key", "code", "join", "setup"}
    | {"new", "live", "static", "offline"}
)


def _write_schedule(event: Event, plan: DayPlan) -> None:
    starts = [plan.moment(at) for at in (plan.meet_at, plan.phase_one_at, plan.phase_two_at, plan.awards_at)]
    ends = [*starts[1:], starts[-1] + AWARDS_LAST]
    for kind, starts_at, ends_at in zip(PhaseKind.values, starts, ends, strict=True):
        Phase.objects.update_or_create(
            event=event, kind=kind, defaults={"starts_at": starts_at, "ends_at": ends_at}
        )
    event.phases.filter(kind=PhaseKind.ONE).update(
        seating=plan.seating,
        keeps_homes_apart=plan.keeps_homes_apart,
        rematch_minutes=plan.rematch_minutes,
        short_of_tables=plan.short_of_tables,
    )
    event.breaks.all().delete()
    lasts = timedelta(minutes=plan.break_minutes)
    Break.objects.bulk_create(
        Break(event=event, starts_at=plan.moment(starts), ends_at=plan.moment(starts) + lasts)
        for starts in sorted(set(plan.breaks))
    )


def _set_tables(event: Event, count: int) -> None:
    """Have so many tables in use: the highest numbers go first, and those that went so come back first.

    One that was put out of use by itself, with others above it in use, stays so.
    """
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
    """The badge the clock signs with."""
    return event.badges.get(role=Role.CLOCK)
