"""Donations at the desk: suggested, and never a condition of playing (Rulebook E-21)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.locks import lock_event
from tournament.errors import Refused
from tournament.models import Actor, Donation, Event, Player, Team
from tournament.models.donations import Method
from tournament.queries.money import giver_of

MOST_CENTS = 1_000_000


@transaction.atomic
def take_donation(
    *,
    event: Event,
    key: UUID,
    amount_cents: int,
    method: str,
    by: Actor,
    at: datetime,
    team: Team | None = None,
    player: Player | None = None,
    note: str = "",
) -> Donation:
    """Enter a donation by a team, a player or a guest; once for each ``key``."""
    lock_event(event.pk)
    if known := Donation.objects.filter(key=key).first():
        return known
    if team and player and player.team_id != team.pk:
        raise Refused("donation.giver", player=player, team=team, field="giver")
    if method not in Method.values:
        raise Refused("donation.method", field="method")
    if amount_cents <= 0:
        raise Refused("donation.amount", field="amount")
    if amount_cents > MOST_CENTS:
        raise Refused("donation.too-much", field="amount")
    given = {"team": team, "player": player, "amount_cents": amount_cents, "method": method}
    written = {"note": note.strip()[:200], "at": at, "by": by.badge}
    donation = event.donations.create(key=key, **given, **written)
    facts: dict[str, Any] = {"giver": giver_of(team, player), "cents": amount_cents, "method": str(method)}
    log(event, "donation.taken", by=by, at=at, donation=donation, **facts)
    return donation


@transaction.atomic
def counter_donation(*, donation: Donation, key: UUID, reason: str, by: Actor, at: datetime) -> Donation:
    """Take back an entry with a counter-entry; both stay on the page."""
    lock_event(donation.event_id)
    donation = Donation.objects.select_related("event").get(pk=donation.pk)
    if known := Donation.objects.filter(key=key).first():
        return known
    if donation.counters_id:
        raise Refused("donation.is-counter")
    if Donation.objects.filter(counters=donation).exists():
        raise Refused("donation.countered")
    if not reason.strip():
        raise Refused("donation.reason", field="reason")
    event, cents = donation.event, donation.amount_cents
    same = {"team_id": donation.team_id, "player_id": donation.player_id, "method": donation.method}
    written = {"note": reason.strip()[:200], "at": at, "by": by.badge}
    counter = event.donations.create(key=key, counters=donation, amount_cents=-cents, **same, **written)
    log(event, "donation.countered", by=by, at=at, donation=donation, cents=cents, reason=counter.note)
    return counter
