"""What locks an event's settings, what is announced when one changes, and what is logged."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count

from rules.counted.side_prizes import SidePrize
from rules.standings.leavers import STAY, VOIDED
from rules.standings.tie_breaks import order_in_words
from tournament.errors import Refused
from tournament.event.day_rows import phase, with_its_day
from tournament.event.rules_of_event import counters_of, other_cutoff, tie_breaks_for
from tournament.models import Event, Game, Player
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.money.ledger import pot_name, pots_of
from tournament.settings.plan import DayPlan


@dataclass(frozen=True, kw_only=True)
class Lock:
    """Settings that are decided together, and why they can't change any more.

    A change that ``announces`` something during Phase I needs a reason, which the teams read. A change is
    logged as ``action``, with the facts that ``logs`` gets from the plan before and the event now.
    """

    fields: tuple[str, ...] = ()
    """Their names on the settings form."""
    decides: Callable[[DayPlan], Any]
    """Their value."""
    why_not: Callable[[Event], Refused | None] = lambda event: None
    announces: Callable[[DayPlan, DayPlan], Iterable[str]] = lambda before, now: ()
    action: str = ""
    logs: Callable[[DayPlan, Event], Mapping[str, Any]] = lambda before, event: {}


@dataclass(frozen=True, kw_only=True)
class Locked:
    """Why settings of an event can't change: the fields of its form, and its counters and pots, by name."""

    fields: Mapping[str, Refused] = field(default_factory=dict)
    counters: Mapping[str, Refused] = field(default_factory=dict)
    pots: Mapping[str, Refused] = field(default_factory=dict)


def locked(event: Event) -> Locked:
    """What is locked now. Six queries, and one for each counter."""
    event = with_its_day(event)
    whys = [(lock, why) for lock in LOCKS if (why := lock.why_not(event))]
    fields = {name: why for lock, why in whys for name in lock.fields}
    return Locked(fields=fields, counters=counters_in_use(event), pots=pots_in_use(event))


def counters_in_use(event: Event) -> dict[str, Refused]:
    """The counters that were counted: without one, its counts would be on no board (Rulebook E-101)."""
    return {
        name: Refused("event.counter-in-use", counter=name, field="counters")
        for name in counters_of(event)
        if event.games.filter(hands__facts__counters__has_key=name).exists()
    }


def pots_in_use(event: Event) -> dict[str, Refused]:
    """The pots that have money in them. One query."""
    names = event.donations.exclude(pot="").values_list("pot", flat=True).order_by("pot").distinct()
    return {name: Refused("event.pot-in-use", name=name, field="money_word") for name in names}


def why_no_other_rules(event: Event) -> Refused | None:
    if not event.house_rules_frozen_at:
        return None
    return Refused("event.frozen", has_one=event.way.has_phase_one, field="house_rules")


def why_no_other_order(event: Event) -> Refused | None:
    """Rulebook A-15: places that are decided stay decided by the same tie-breaks."""
    if phase(event, PhaseKind.ONE).closed_at:
        return Refused("event.order-settled", has_bracket=event.way.has_bracket)
    return None


def why_no_other_count(event: Event) -> Refused | None:
    """How byes, best games and substitutes count (Rulebook E-93, E-142)."""
    if phase(event, PhaseKind.ONE).closed_at:
        return Refused("event.count-settled", has_bracket=event.way.has_bracket, field="bye_counts")
    return None


def _why_no_other_extra_hand(event: Event) -> Refused | None:
    """Whether a deciding hand counts: not once there was one."""
    counting = event.games.filter(hands__is_decider=True, hands__is_struck=False, hands__replaced_by=None)
    return Refused("event.extra-hand-played", field="extra_hand_counts") if counting.exists() else None


def _why_no_other_end(event: Event) -> Refused | None:
    """Whether there is a Phase II (Rulebook E-133)."""
    if phase(event, PhaseKind.ONE).closed_at:
        return Refused("event.end-settled", field="plays_phase_two")
    return None


def _why_no_other_seeds(event: Event) -> Refused | None:
    """What decides the order of the bracket (Rulebook E-223)."""
    if phase(event, PhaseKind.ONE).started_at:
        return Refused("event.seeds-decided", has_one=event.way.has_phase_one, field="seeds_by")
    return None


def _why_no_other_format(event: Event) -> Refused | None:
    """Rulebook E-71."""
    if phase(event, PhaseKind.TWO).started_at:
        return Refused("event.format-drawn", field="two_format")
    return None


def why_no_other_seating(event: Event) -> Refused | None:
    """One query."""
    if Game.objects.standing().filter(event=event, phase__kind="one", called_at__isnull=False).exists():
        return Refused("event.seating-begun", field="seating")
    return None


def _why_no_two_a_team(event: Event) -> Refused | None:
    """Whether a team may have a third player: not otherwise, if one has."""
    if not event.third_player:
        return None
    players = Player.objects.filter(team__event=event, left_at=None).order_by("team").values("team")
    full = players.annotate(many=Count("pk")).filter(many__gt=event.way.sits).first()
    if full is None or not event.way.spare:
        return None
    return Refused("event.third-signed-up", team=event.teams.get(pk=full["team"]), field="third_player")


def _why_no_other_playoff(event: Event) -> Refused | None:
    if event.games.standing().filter(kind=GameKind.PLAYOFF).exists():
        return Refused("event.playoff-made", field="plays_off_games")
    return None


def _other_end(before: DayPlan, now: DayPlan) -> Iterable[str]:
    if now.way.has_bracket:
        yield f"A Phase II is played: the first {now.advance_count} go on to it."
    else:
        yield "No Phase II is played: the first three take the prizes."


def _other_through(before: DayPlan, now: DayPlan) -> Iterable[str]:
    if before.way.has_bracket == now.way.has_bracket:
        yield f"{other_cutoff(before.advance_count, now.advance_count)}: the first {now.advance_count} do."


def _order_facts(before: DayPlan, event: Event) -> Mapping[str, Any]:
    order = tie_breaks_for(event)
    return {"before": list(tie_breaks_for(before)), "now": list(order), "order": order_in_words(order)}


def _prize_facts(before: DayPlan, event: Event) -> Mapping[str, Any]:
    sentence = " ".join(f"{prize.name}: {' '.join(prize.rule)}" for prize in map(_prize, event.side_prizes))
    return {"words": f"Side prizes: {sentence}" if sentence else "There are no side prizes any more."}


def _prize(stored: Mapping[str, Any]) -> SidePrize:
    return SidePrize(**stored)


def _pot_facts(before: DayPlan, event: Event) -> Mapping[str, Any]:
    return {"words": " ".join(f"{pot_name(event, pot.name)}: {' '.join(pot.rule)}" for pot in pots_of(event))}


LOCKS = (
    Lock(
        fields=("game", "house_rules"),
        decides=lambda plan: (plan.game, dict(plan.house_rules)),
        why_not=why_no_other_rules,
    ),
    Lock(fields=("seating",), decides=lambda plan: plan.seating, why_not=why_no_other_seating),
    Lock(fields=("two_format",), decides=lambda plan: dict(plan.phase_two), why_not=_why_no_other_format),
    Lock(
        fields=("plays_phase_two",),
        decides=lambda plan: plan.way.has_bracket,
        why_not=_why_no_other_end,
        announces=_other_end,
    ),
    Lock(fields=("seeds_by",), decides=lambda plan: plan.seeds_by, why_not=_why_no_other_seeds),
    Lock(decides=lambda plan: plan.advance_count, announces=_other_through),
    Lock(
        fields=("tie_breaks",),
        decides=tie_breaks_for,
        why_not=why_no_other_order,
        announces=lambda before, now: (f"Places are decided by {order_in_words(tie_breaks_for(now))}.",),
        action="event.tie-breaks",
        logs=_order_facts,
    ),
    Lock(decides=lambda plan: list(plan.side_prizes), action="event.side-prizes", logs=_prize_facts),
    Lock(decides=lambda plan: list(plan.pots), action="event.pots", logs=_pot_facts),
    Lock(
        fields=("bye_counts", "best_of_games", "substitutes_count", "extra_hand_counts"),
        decides=lambda plan: plan.what_counts,
        why_not=why_no_other_count,
        announces=lambda before, now: now.what_counts.instead_of(before.what_counts),
        action="event.what-counts",
        logs=lambda before, event: {"words": " ".join(event.what_counts.instead_of(before.what_counts))},
    ),
    Lock(
        fields=("voids_early_leavers",),
        decides=lambda plan: plan.voids_early_leavers,
        why_not=why_no_other_count,
        announces=lambda before, now: (VOIDED if now.voids_early_leavers else STAY,),
    ),
    Lock(
        fields=("extra_hand_counts",),
        decides=lambda plan: plan.extra_hand_counts,
        why_not=_why_no_other_extra_hand,
    ),
    Lock(
        fields=("plays_off_games",), decides=lambda plan: plan.plays_off_games, why_not=_why_no_other_playoff
    ),
    Lock(fields=("third_player",), decides=lambda plan: plan.third_player, why_not=_why_no_two_a_team),
)
