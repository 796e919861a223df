"""Why the cut can't be settled, skipped, played off or reopened."""

from datetime import datetime

from rules.competition.phase_two.formats import SIZES
from scoring.cut.held_results import held_results, why_held
from scoring.models import Cut
from scoring.open_play.open_floor import is_calling
from scoring.rounds.steps import _still_on, why_no_way_back
from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.models import Event
from tournament.models.schedule import PhaseKind


def why_no_cut(event: Event, at: datetime) -> Refused | None:
    """Why the cut can't be settled now, apart from ties; None if it can. A fixed number of queries."""
    one = phase(event, PhaseKind.ONE)
    if one.closed_at:
        return Refused("cut.settled", has_bracket=event.way.has_bracket)
    if not event.way.has_phase_one:
        return Refused("day.no-phase-one")
    if not one.started_at:
        return Refused("cut.not-begun")
    if why_not := _still_on(event, at):
        return why_not
    if is_calling(event, at):
        return Refused("cut.time-left")
    return why_held(event, held_results(event, at))


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


def why_no_reopening(event: Event) -> Refused | None:
    """Why a settled cut can't be reopened; None if it can. Two queries."""
    if not Cut.objects.filter(phase__event=event, reopened_at=None).exists():
        return Refused("cut.not-settled", has_bracket=event.way.has_bracket)
    return why_no_way_back(event)
