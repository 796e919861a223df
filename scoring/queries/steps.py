"""Why a step of the day can't be taken yet. The button and the command ask here and say the same."""

from datetime import datetime, timedelta

from rules.contest.clock import RoundSlot
from scoring.models import Cut, Hand
from tournament.models import Event, Game
from tournament.queries.clock import phase_one_slots

SHORTEST_ROUND = timedelta(minutes=10)
MOST_LISTED = 6


def next_slot(event: Event, at: datetime) -> RoundSlot | None:
    """The next half-hour of Phase I that still has ten minutes' play in it. Three queries."""
    used = (
        event.phases.get(kind="one").rounds.called().order_by("-slot").values_list("slot", flat=True).first()
        or 0
    )
    later = [slot for slot in phase_one_slots(event) if slot.number > used]
    return next((slot for slot in later if slot.whistle_at - at >= SHORTEST_ROUND), None)


def why_no_round(event: Event, at: datetime) -> str:
    """Why the next round can't be called now; empty if it can. A fixed number of queries."""
    phase = event.phases.get(kind="one")
    if phase.closed_at:
        return "Phase I is closed: the teams that go through are settled."
    playing = _tables_playing(event, "one")
    if playing:
        return f"{playing} still playing. Their games end first."
    here, tables = event.teams.present().count(), event.tables.filter(is_out_of_use=False).count()
    if here < 2:
        return "At least two teams must be checked in before a round can be seated."
    slot = next_slot(event, at)
    if slot is None:
        return "No round fits before the end of Phase I. Settle who goes through."
    if tables < here // 2:
        return too_few_tables(here // 2, tables)
    return too_early(event, slot, at)


def too_few_tables(games: int, free: int) -> str:
    """What is missing for so many games at once."""
    needed = f"{games} games need {games} tables, and {free} {'is' if free == 1 else 'are'} free."
    return f"{needed} Add tables on the event's page, then call the round."


def too_early(event: Event, slot: RoundSlot, at: datetime) -> str:
    """When a round begins that hasn't begun yet; empty once it has."""
    if at >= slot.called_at:
        return ""
    clock = f"{slot.called_at.astimezone(event.zone):%-I:%M %p}"
    return f"The next round is called at {clock}. Until then the teams rest."


def why_no_cut(event: Event, at: datetime) -> str:
    """Why the cut can't be settled now; empty if it can, ties apart. A fixed number of queries."""
    phase = event.phases.get(kind="one")
    if phase.closed_at:
        return "The cut is settled already."
    if not phase.started_at:
        return "Phase I hasn't begun. Call the first round."
    playing = _tables_playing(event, "one")
    if playing:
        return f"{playing} still playing. Their games end first."
    return ""


def why_no_correction(game: Game) -> str:
    """Why no hand of a game can be changed any more; empty if it can. No query, if its phase came with it."""
    if game.phase.closed_at and not game.slot:
        return "Who goes through is settled. An organizer opens the cut again before a hand is changed."
    return ""


def why_no_reopening(event: Event) -> str:
    """Why a settled cut can't be opened again; empty if it can. Two queries."""
    if not Cut.objects.filter(phase__event=event, reopened_at=None).exists():
        return "The cut isn't settled yet."
    if Hand.objects.filter(game__event=event, game__phase__kind="two").exists():
        return "The first hand of Phase II has been played, so the cut stands (Rulebook E-4)."
    return ""


def _tables_playing(event: Event, kind: str) -> str:
    numbers = sorted(
        Game.objects.open()
        .filter(event=event, phase__kind=kind, table__isnull=False)
        .values_list("table__number", flat=True)
    )
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f"Table {numbers[0]} is"
    if len(numbers) > MOST_LISTED:
        return f"{len(numbers)} tables are"
    return f"Tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} are"
