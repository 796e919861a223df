"""The beginning of Phase I, in rounds or without."""

from datetime import datetime

from tournament.commands.audit_log import log
from tournament.models import Actor, Event, Phase
from tournament.queries.game import ruleset_for


def start_phase_one(phase: Phase, *, by: Actor, at: datetime) -> None:
    """Phase I begins, and from now on the house rules are frozen. The caller holds the phase's lock."""
    Phase.objects.filter(pk=phase.pk).update(started_at=at)
    Event.objects.filter(pk=phase.event_id).update(
        house_rules_frozen_at=at, house_rules=dict(ruleset_for(phase.event).house)
    )
    log(phase.event, "phase-one.started", "Phase I began. The house rules are frozen.", by=by, at=at)
