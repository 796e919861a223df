"""Why a step of the day can't be taken yet, for the button and the command."""

from datetime import datetime, timedelta

from django.db.models import Q

from rules.time.clock import RoundSlot
from scoring.models import Hand
from tournament.errors import Refused
from tournament.event.day_rows import day_rows, phase
from tournament.event.rules_of_event import group_size
from tournament.models import Event, Game, Round
from tournament.models.floor import GameQuerySet
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import is_paused
from tournament.schedule.countdown import at_the_time

RECALL_WITHIN = timedelta(seconds=30)
MOST_LISTED = 6
NUMBERS = {2: "two", 3: "three", 4: "four"}


def why_no_draft(event: Event, at: datetime, slot: RoundSlot | None) -> Refused | None:
    """Why the next round can't be drafted in ``slot``; None if it can. Nine queries at most."""
    one = phase(event, PhaseKind.ONE)
    if one.closed_at:
        return Refused("phase-one.closed" if event.way.has_bracket else "phase-one.closed-for-players")
    if not event.way.has_phase_one:
        return Refused("day.no-phase-one")
    if not one.has_rounds:
        return Refused("round.no-rounds")
    if why_not := _still_on(event, at) or _too_few(event):
        return why_not
    if not day_rows(event).tables_in_use:
        return Refused("table.none-in-use")
    return Refused("round.no-time") if slot is None else None


def _too_few(event: Event) -> Refused | None:
    here = day_rows(event).teams_here
    if not event.way.by_chair:
        return Refused("teams.too-few") if here < 2 else None
    needed = group_size(event)
    if here >= needed or phase(event, "one").has_empty_chair(here):
        return None
    return Refused("round.too-few-players", needed=NUMBERS[needed], here=here, is_one=here == 1)


def why_no_round(
    event: Event, at: datetime, slot: RoundSlot | None, *, is_early: bool = False
) -> Refused | None:
    """Why the next round can't be called in ``slot``; None if it can. Ten queries at most."""
    if why_not := why_no_draft(event, at, slot):
        return why_not
    if is_paused(event):
        return Refused("day.is-paused")
    return too_early(event, slot, at) if slot and not (is_early and can_be_early(slot)) else None


def can_be_early(slot: RoundSlot | None) -> bool:
    """Whether a round may be called before its time: the first of a session may not."""
    return slot is not None and not slot.opens


def too_early(event: Event, slot: RoundSlot, at: datetime) -> Refused | None:
    """The refusal to call a round before its time; None from then on."""
    if at >= slot.called_at:
        return None
    clock = at_the_time(event, slot.called_at, at)
    if slot.opens and slot.number > 1:
        return Refused("round.too-early-for-session", session=slot.session, clock=clock)
    return Refused("round.too-early-for-first" if slot.number == 1 else "round.too-early", clock=clock)


def is_only_early(why_not: object) -> bool:
    return isinstance(why_not, Refused) and ".too-early" in why_not.code


def why_no_recall(row: Round, at: datetime, *, has_hands: bool) -> Refused | None:
    """Why a called round can't be recalled; None if it can. No query, if its phase came with it."""
    if row.recalled_at:
        return Refused("recall.done", round=row.number)
    if row.called_at is None:
        return Refused("recall.draft", round=row.number)
    if at - row.called_at > RECALL_WITHIN:
        return Refused("recall.late", round=row.number)
    return Refused("recall.has-hands", round=row.number) if has_hands else None


def mark_of(event: Event) -> int:
    """A number that changes with every draft and manual change of the seating. One query."""
    changed = Q(action__startswith="seats.") | Q(action__in=("round.drafted", "round.recalled", "game.moved"))
    return event.log.filter(changed).order_by("-pk").values_list("pk", flat=True).first() or 0


def why_no_way_back(event: Event) -> Refused | None:
    """Why Phase II can't be taken back any more; None if it can. One query."""
    hands = Hand.objects.standing().filter(game__event=event, game__phase__kind=PhaseKind.TWO)
    tables = sorted(set(hands.values_list("game__table__number", flat=True)))
    return Refused("cut.final", tables=tables, is_one=len(tables) == 1) if tables else None


def _still_on(event: Event, at: datetime) -> Refused | None:
    numbers = day_rows(event).once_a_version(_tables_of_phase_one)
    if len(numbers) > MOST_LISTED:
        return Refused("phase-one.many-tables-play", tables=len(numbers))
    if len(numbers) > 1:
        return Refused("phase-one.tables-play", tables=numbers)
    if numbers:
        return Refused("phase-one.table-plays", table=numbers[0])
    waiting = _games_of_phase_one(event).waiting().filter(round__whistle_at__gt=at).count()
    if waiting == 1:
        return Refused("phase-one.game-waits")
    return Refused("phase-one.games-wait", games=waiting) if waiting else None


def _tables_of_phase_one(event: Event) -> list[int]:
    playing = _games_of_phase_one(event).open().filter(table__isnull=False)
    return sorted(playing.values_list("table__number", flat=True))


def _games_of_phase_one(event: Event) -> GameQuerySet:
    return Game.objects.filter(event=event, phase__kind=PhaseKind.ONE)
