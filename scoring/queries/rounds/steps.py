"""Why a step of the day can't be taken yet. The button and the command ask here and say the same."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from rules.competition.clock import SHORTEST_ROUND, RoundSlot
from rules.competition.phase_two.formats import SIZES
from scoring.models import Cut, Hand
from scoring.queries.rounds.open_floor import is_calling
from scoring.queries.rounds.pairing import WAYS
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
    """The half-hours of Phase I to come that still have ten minutes' play in them. Seven queries at most."""
    slots = phase_one_slots(event, at)
    used = _last_used(event, slots, at)
    return tuple(slot for slot in slots if slot.number > used and slot.whistle_at - at >= SHORTEST_ROUND)


def _last_used(event: Event, slots: Sequence[RoundSlot], at: datetime) -> int:
    """The last half-hour that the rounds called so far take; 0 before the first.

    A round that is over sooner than was thought gives back those that haven't begun.
    """
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
    # It stays behind the round before it, and keeps the half-hour in which it was played.
    return min(used[0], max(begun, used[1] + 1 if len(used) > 1 else 1))


def next_slot(event: Event, at: datetime) -> RoundSlot | None:
    """The next half-hour of Phase I that still has ten minutes' play in it. Six queries."""
    return next(iter(slots_left(event, at)), None)


def next_span(event: Event, games: int, at: datetime) -> RoundSpan | None:
    """The half-hours of the next round: as many as its games need turns at the tables, while there are some.

    No round goes on from one session into the next (Rulebook E-69). None if not even a short round fits.
    Seven queries.
    """
    slots = slots_left(event, at)
    if not slots:
        return None
    session = [slot for slot in slots if slot.session == slots[0].session]
    return RoundSpan(first=slots[0], last=session[: turns_for(event, games)][-1])


def rounds_in(slots: Sequence[RoundSlot], turns: int) -> int:
    """How many rounds of so many turns each fit into these half-hours, session by session. No query."""
    sessions = Counter(slot.session for slot in slots)
    return sum(-(-count // turns) for count in sessions.values())


def turns_for(event: Event, games: int) -> int:
    """How many half-hours so many games take at the tables in use; one where some sit out. Two queries."""
    if phase(event, "one").sits_out:
        return 1
    tables = max(1, day_rows(event).tables_in_use)
    return max(1, -(-games // tables))


@dataclass(frozen=True, kw_only=True)
class RoundsLeft:
    """How many rounds can still be called, and how many half-hours each takes.

    ``warning`` says it where there are fewer tables than games; empty otherwise.
    """

    rounds: int
    turns: int
    warning: str


def rounds_left(event: Event, slots: Sequence[RoundSlot]) -> RoundsLeft:
    """The rounds that fit into these half-hours, with the teams that are here. Three queries."""
    here = day_rows(event).teams_here
    games = here // group_size(event)
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


def why_no_draft(event: Event, at: datetime, slot: RoundSlot | None) -> str:
    """Why the next round can't even be drafted; empty if it can. Nine queries at most.

    ``slot`` is its half-hour (``next_slot``).
    """
    one = phase(event, PhaseKind.ONE)
    if one.closed_at:
        if not event.way.has_bracket:
            return "Phase I is closed: the first places are settled."
        return "Phase I is closed: the teams that go through are settled."
    if one.seating not in WAYS:
        return (
            "This event isn't played in rounds: the next game is called as a table frees. "
            "Until Phase I starts, that can be changed in Settings."
        )
    playing = _still_on(event, "one", at)
    if playing:
        return playing
    too_few = _too_few(event)
    if too_few:
        return too_few
    if not day_rows(event).tables_in_use:
        return "No table is in use. Put one back into use on the Tables page."
    if slot is None:
        return "No round fits before the end of Phase I. Settle who goes through."
    return ""


def _too_few(event: Event) -> str:
    """Why so few can't play a round; empty if there are enough. One query."""
    here = day_rows(event).teams_here
    if not event.way.by_chair:
        return "At least two teams must be checked in before a round can be seated." if here < 2 else ""
    needed = group_size(event)
    if here >= needed:
        return ""
    return (
        f"A table needs {NUMBERS[needed]} people, and {here} {'is' if here == 1 else 'are'} here. "
        "Check in more of them before a round is seated."
    )


def why_no_round(event: Event, at: datetime, slot: RoundSlot | None, *, is_early: bool = False) -> str:
    """Why the next round can't be called in ``slot`` now; empty if it can. Ten queries at most.

    ``is_early`` if the organizer calls it before its time: nobody need rest because of the clock.
    """
    why_not = why_no_draft(event, at, slot)
    if not why_not and is_paused(event):
        return "The day is paused. Resume play, then call the round."
    too_soon = too_early(event, slot, at) if slot else ""
    return why_not or ("" if is_early and can_be_early(slot) else too_soon)


def can_be_early(slot: RoundSlot | None) -> bool:
    """Whether a round may be called before its time: a session's first waits for its session."""
    return slot is not None and not slot.opens


class TooEarly(str):
    """Why not yet: nothing but the clock is in the way."""

    __slots__ = ()


def too_early(event: Event, slot: RoundSlot, at: datetime) -> str:
    """When a round begins that hasn't begun yet; empty once it has."""
    if at >= slot.called_at:
        return ""
    clock = at_the_time(event, slot.called_at, at)
    if slot.number == 1:
        return TooEarly(f"Round 1 is called {clock}. Until then there is time to sign up and check in.")
    if slot.opens:
        return TooEarly(f"Session {slot.session} begins {clock}. Its first round is called then.")
    return TooEarly(f"The next round is called {clock}. Until then everybody rests.")


def why_no_recall(row: Round, at: datetime, *, has_hands: bool) -> str:
    """Why a called round can't be taken back; empty if it can. No query, if its phase came with it."""
    if row.recalled_at:
        return f"{row} has been recalled already."
    if row.called_at is None:
        return f"{row} is a draft still: nobody was called."
    if row.phase.seating not in WAYS:
        return "Play is open, and no round can be recalled. Hold the next games back on the floor instead."
    if at - row.called_at > RECALL_WITHIN:
        return (
            f"{row} was called more than 30 seconds ago, and play has moved on. "
            "Swap, move or unseat them by hand instead, as long as they have no hand."
        )
    return f"{row} has its first hand already, so it can't be recalled." if has_hands else ""


def mark_of(event: Event) -> int:
    """What the seating looks like, as a number that moves with every draft and change by hand. One query."""
    changed = Q(action__startswith="seats.") | Q(action__in=("round.drafted", "round.recalled", "game.moved"))
    return event.log.filter(changed).order_by("-pk").values_list("pk", flat=True).first() or 0


def why_no_cut(event: Event, at: datetime) -> str:
    """Why the cut can't be settled now; empty if it can, ties apart. A fixed number of queries."""
    one = phase(event, PhaseKind.ONE)
    if one.closed_at:
        return "The cut is settled already."
    if not one.started_at:
        return "Phase I hasn't begun. Call the first round."
    return _still_on(event, "one", at) or _still_calling(event, at)


def why_no_skip(event: Event) -> str:
    """Why Phase I can't be left out; empty if it can (Rulebook E-68). Three queries at most."""
    phase = event.phases.get(kind="one")
    if not event.way.has_bracket:
        return "People who come alone play no bracket, so their Phase I can’t be left out."
    if phase.closed_at:
        return "The cut is settled already."
    if phase.rounds.called().exists():
        return "Phase I has games already. Play it out, or settle who goes through."
    here = event.teams.present().count()
    if here not in SIZES:
        return f"Phase II takes from {SIZES[0]} to {SIZES[-1]} teams, and {here} {_is_are(here)} here."
    return ""


def _is_are(count: int) -> str:
    return "is" if count == 1 else "are"


def why_no_playoff_at_all(event: Event) -> str:
    """Why no tie of this event is played off; empty if ties can be. No query."""
    if not event.way.plays_off:
        return (
            "People who come alone are parted by lot: there is no partner to play off with (Rulebook E-53)."
        )
    return ""


def why_no_correction(game: Game) -> str:
    """Why no hand of a game can be changed any more; empty if it can. No query, if its phase came."""
    if game.phase.closed_at and not game.event.way.has_bracket:
        return "The first places are settled. An organizer opens them again before a hand is changed."
    if game.phase.closed_at and not game.bracket_position:
        return "Who goes through is settled. An organizer opens the cut again before a hand is changed."
    return ""


def why_no_reopening(event: Event) -> str:
    """Why a settled cut can't be opened again; empty if it can. Two queries."""
    if not Cut.objects.filter(phase__event=event, reopened_at=None).exists():
        return "The cut isn't settled yet."
    if Hand.objects.filter(game__event=event, game__phase__kind="two").exists():
        return "The first hand of Phase II has been played, so the cut is final (Rulebook E-4)."
    return ""


def _still_on(event: Event, kind: str, at: datetime) -> str:
    """What is still played, or waits for a table; empty if nothing. Two queries."""
    if playing := _tables_playing(event, kind):
        return playing
    waiting = Game.objects.waiting().filter(event=event, phase__kind=kind, round__whistle_at__gt=at).count()
    if waiting:
        games = "1 game waits" if waiting == 1 else f"{waiting} games wait"
        return f"{games} for a table, and {'is' if waiting == 1 else 'are'} called as soon as one frees."
    return ""


def _still_calling(event: Event, at: datetime) -> str:
    """Whether open play may call another game; empty if it won't. Ten queries at most."""
    if not is_calling(event, at):
        return ""
    return "There is time for more games. Hold them back first, if Phase I is to end now."


def _tables_playing(event: Event, kind: str) -> str:
    numbers = sorted(
        Game.objects.open()
        .filter(event=event, phase__kind=kind, table__isnull=False)
        .values_list("table__number", flat=True)
    )
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f"Table {numbers[0]} is still playing. Its game ends first."
    some = f"Tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    if len(numbers) > MOST_LISTED:
        some = f"{len(numbers)} tables"
    return f"{some} are still playing. Their games end first."
