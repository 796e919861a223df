"""Phase I starts with its first game."""

from datetime import datetime

from tournament.event.rules_of_event import if_straight, ruleset_for
from tournament.log.audit_log import log
from tournament.models import Actor, Event, Phase


def start_phase_one(phase: Phase, *, by: Actor, at: datetime) -> None:
    """Start Phase I and freeze the house rules. The caller holds the phase's lock."""
    Phase.objects.filter(pk=phase.pk).update(started_at=at)
    Event.objects.filter(pk=phase.event_id).update(
        house_rules_frozen_at=at, house_rules=dict(ruleset_for(phase.event).house)
    )
    log(phase.event, "phase-one.started", by=by, at=at, **if_straight(phase.event))
