"""Why a step of the day can't be taken yet, for the button and the command."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from rules.competition.clock import SHORTEST_ROUND, RoundSlot
from rules.competition.pairing.seating import IN_ROUNDS
from rules.competition.phase_two.formats import SIZES
from scoring.models import Cut, Hand
from scoring.queries.rounds.open_floor import is_calling
from tournament.errors import Refused
from tournament.models import Event, Game, Round
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import is_paused, phase, phase_one_slots
from tournament.queries.countdown import at_the_time
from tournament.queries.day_rows import day_rows
from tournament.queries.game import group_size
from tournament.queries.seats import RoundSpan

RECALL_WITHIN = timedelta(seconds=30)
MOST_LISTED = 6
NUMBERS = {2: "two", 3: "three", 4: "four"}


def slots_left(event: Event, at: datetime) -> tuple[RoundSlot, ...]:
    """The coming half-hours of Phase I with at least ten minutes of play. Seven queries at most."""
    slots = phase_one_slots(event, at)
    used = _last_used(event, slots, at)
    return tuple(slot for slot in slots if slot.number > used and slot.whistle_at - at >= SHORTEST_ROUND)


def _last_used(event: Event, slots: Sequence[RoundSlot], at: datetime) -> int:
    """The last half-hour that a called round uses. A round that ended early frees those not yet begun."""
    called = [row for row in day_rows(event).called if row.phase.kind == PhaseKind.ONE]
    used = sorted((row.slot for row in called), reverse=True)
    begun = max((slot.number for slot in slots if slot.called_at <= at), default=0)
    if not used or used[0] < begun:
        return used[0] if used else 0
    games = Game.objects.standing().filter(event=event, phase__kind="one", kind=GameKind.GAME)
    ends = games.aggregate(last=Max("over_at"), on=Count("pk", filter=Q(over_at=None)))
    if ends["on"] or ends["last"] is None:
        return used[0]
    begun = max((slot.number for slot in slots if slot.called_at < ends["last"]), default=0)
    # The last round keeps the half-hour in which it was played, which is after the previous round's.
    return min(used[0], max(begun, used[1] + 1 if len(used) > 1 else 1))


def next_slot(event: Event, at: datetime) -> RoundSlot | None:
    """The next half-hour of Phase I with at least ten minutes of play. Seven queries at most."""
    return next(iter(slots_left(event, at)), None)


def next_span(event: Event, games: int, at: datetime) -> RoundSpan | None:
    """The next round's half-hours: as many as its games need, or are left. Seven queries.

    No round goes on from one session into the next (Rulebook E-69). None if not even a short round fits.
    """
    slots = slots_left(event, at)
    if not slots:
        return None
    session = [slot for slot in slots if slot.session == slots[0].session]
    return RoundSpan(first=slots[0], last=session[: turns_for(event, games)][-1])


def rounds_in(slots: Sequence[RoundSlot], turns: int) -> int:
    """The number of rounds of ``turns`` half-hours that fit, session by session. No query."""
    sessions = Counter(slot.session for slot in slots)
    return sum(-(-count // turns) for count in sessions.values())


def turns_for(event: Event, games: int) -> int:
    """The number of half-hours that ``games`` games take; one if teams may sit out a round. Two queries."""
    if phase(event, "one").sits_out:
        return 1
    tables = max(1, day_rows(event).tables_in_use)
    return max(1, -(-games // tables))


@dataclass(frozen=True, kw_only=True)
class RoundsLeft:
    """The number of rounds that can still be called. ``warning`` is set if tables are short."""

    rounds: int
    turns: int
    warning: str


def rounds_left(event: Event, slots: Sequence[RoundSlot]) -> RoundsLeft:
    """The rounds that still fit, with the teams that are here. Three queries."""
    here = day_rows(event).teams_here
    games = here // group_size(event) + phase(event, "one").has_empty_chair(here)
    turns = turns_for(event, games)
    rounds = rounds_in(slots, turns)
    if turns == 1:
        return RoundsLeft(rounds=rounds, turns=1, warning="")
    tables = day_rows(event).tables_in_use
    more = games - tables
    return RoundsLeft(
        rounds=rounds,
        turns=turns,
        warning=f"{here} {event.entrant}s make {games} games, and {tables} "
        f"table{' is' if tables == 1 else 's are'} in use: a round takes {turns} half-hours, and some rest. "
        f"{more} more table{'' if more == 1 else 's'} would seat everybody.",
    )


def why_no_draft(event: Event, at: datetime, slot: RoundSlot | None) -> Refused | None:
    """Why the next round can't be drafted in ``slot``; None if it can. Nine queries at most."""
    one = phase(event, PhaseKind.ONE)
    if one.closed_at:
        return Refused("phase-one.closed" if event.way.has_bracket else "phase-one.closed-for-players")
    if one.seating not in IN_ROUNDS:
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


def why_no_cut(event: Event, at: datetime) -> Refused | None:
    """Why the cut can't be settled now, apart from ties; None if it can. A fixed number of queries."""
    one = phase(event, PhaseKind.ONE)
    if one.closed_at:
        return Refused("cut.settled", has_bracket=event.way.has_bracket)
    if not one.started_at:
        return Refused("cut.not-begun")
    if why_not := _still_on(event, at):
        return why_not
    return Refused("cut.time-left") if is_calling(event, at) else None


def why_no_skip(event: Event) -> Refused | None:
    """Why Phase I can't be skipped; None if it can (Rulebook E-68). Three queries at most."""
    phase = event.phases.get(kind="one")
    if not event.way.has_bracket:
        return Refused("skip.alone")
    if event.way.pairs_up:
        return Refused("skip.pairs")
    if phase.closed_at:
        return Refused("cut.settled", has_bracket=event.way.has_bracket)
    if phase.rounds.called().exists():
        return Refused("skip.has-games")
    here = event.teams.present().count()
    if here not in SIZES:
        return Refused("skip.size", least=SIZES[0], most=SIZES[-1], here=here, is_one=here == 1)
    return None


def why_no_playoff_at_all(event: Event) -> Refused | None:
    """Why ties of this event aren't played off; None if they are. No query."""
    return None if event.way.plays_off else Refused("playoff.alone")


def why_no_correction(game: Game) -> Refused | None:
    """Why no hand of a game can be changed any more; None if it can. No query, with its phase."""
    if game.phase.closed_at and not game.event.way.has_bracket:
        return Refused("hand.places-settled")
    if game.phase.closed_at and not game.bracket_position:
        return Refused("hand.cut-settled")
    return None


def why_no_reopening(event: Event) -> Refused | None:
    """Why a settled cut can't be reopened; None if it can. Two queries."""
    if not Cut.objects.filter(phase__event=event, reopened_at=None).exists():
        return Refused("cut.not-settled", has_bracket=event.way.has_bracket)
    return why_no_way_back(event)


def why_no_way_back(event: Event) -> Refused | None:
    """Why Phase II can't be taken back any more; None if it can. One query."""
    hands = Hand.objects.standing().filter(game__event=event, game__phase__kind=PhaseKind.TWO)
    tables = sorted(set(hands.values_list("game__table__number", flat=True)))
    return Refused("cut.final", tables=tables, is_one=len(tables) == 1) if tables else None


def _still_on(event: Event, at: datetime) -> Refused | None:
    games = Game.objects.filter(event=event, phase__kind=PhaseKind.ONE)
    playing = games.open().filter(table__isnull=False)
    numbers = sorted(playing.values_list("table__number", flat=True))
    if len(numbers) > MOST_LISTED:
        return Refused("phase-one.many-tables-play", tables=len(numbers))
    if len(numbers) > 1:
        return Refused("phase-one.tables-play", tables=numbers)
    if numbers:
        return Refused("phase-one.table-plays", table=numbers[0])
    waiting = games.waiting().filter(round__whistle_at__gt=at).count()
    if waiting == 1:
        return Refused("phase-one.game-waits")
    return Refused("phase-one.games-wait", games=waiting) if waiting else None
