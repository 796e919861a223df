"""Money at the desk: suggested, never asked for before play (Rulebook E-21)."""

from datetime import datetime
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
    """Enter a donation of any amount: a team's, one of its players', or a guest's.

    Sent twice with the same ``key``, it is entered once.

    :raises Refused: if the player isn't of that team, or the amount is nothing, or more than a desk
        would take.
    """
    lock_event(event.pk)
    known = Donation.objects.filter(key=key).first()
    if known:
        return known
    if team and player and player.team_id != team.pk:
        raise Refused("donation.giver", player=player, team=team, field="giver")
    if method not in Method.values:
        raise Refused("donation.method", field="method")
    if amount_cents <= 0:
        raise Refused("donation.amount", field="amount")
    if amount_cents > MOST_CENTS:
        raise Refused("donation.too-much", field="amount")
    donation = Donation.objects.create(
        key=key,
        event=event,
        team=team,
        player=player,
        amount_cents=amount_cents,
        method=method,
        note=note.strip()[:200],
        at=at,
        by=by.badge,
    )
    log(
        event,
        "donation.taken",
        by=by,
        at=at,
        donation=donation,
        giver=giver_of(team, player),
        cents=amount_cents,
        method=str(method),
    )
    return donation


@transaction.atomic
def counter_donation(*, donation: Donation, key: UUID, reason: str, by: Actor, at: datetime) -> Donation:
    """Take back an entry with a counter-entry; both stay on the page.

    :raises Refused: if it was taken back already, or no reason is given.
    """
    lock_event(donation.event_id)
    donation = Donation.objects.select_related("event").get(pk=donation.pk)
    known = Donation.objects.filter(key=key).first()
    if known:
        return known
    if donation.counters_id:
        raise Refused("donation.is-counter")
    if Donation.objects.filter(counters=donation).exists():
        raise Refused("donation.countered")
    if not reason.strip():
        raise Refused("donation.reason", field="reason")
    counter = Donation.objects.create(
        key=key,
        event=donation.event,
        team=donation.team,
        player=donation.player,
        amount_cents=-donation.amount_cents,
        method=donation.method,
        counters=donation,
        note=reason.strip()[:200],
        at=at,
        by=by.badge,
    )
    log(
        donation.event,
        "donation.countered",
        by=by,
        at=at,
        donation=donation,
        cents=donation.amount_cents,
        reason=counter.note,
    )
    return counter
