"""The ledger: donations, which are not required to play (Rulebook E-21, M-1), and the cash drawer."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from rules.money.ledger import COUNTED, FLOAT, HANDED, KINDS, OUT
from rules.money.pots import MOST_CENTS
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_event
from tournament.models import Actor, Donation, Event, Player, Team
from tournament.models.donations import Method
from tournament.money.ledger import drawer_of, entry_words, giver_of, pots_of

CONTENT = ("event_id", "kind", "counters_id", "team_id", "player_id", "amount_cents", "method", "pot", "note")
"""What an entry says. The rest is who sent it, and when."""


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
    pot: str = "",
) -> Donation:
    """Enter a payment by a team, a player or a guest, into a ``pot`` if named. Idempotent by ``key``."""
    lock_event(event.pk)
    given = {"team": team, "player": player, "amount_cents": amount_cents, "method": method, "pot": pot}
    written = {"note": note.strip()[:200], "at": at, "by": by.badge}
    entry = Donation(event=event, key=key, **given, **written)
    if known := _sent_before(entry, "donation.taken"):
        return known
    if team and player and player.team_id != team.pk:
        raise Refused("donation.giver", player=player, team=team, field="giver")
    if pot not in {each.name for each in pots_of(event)}:
        raise Refused("donation.pot", field="pot")
    _check(amount_cents, method)
    entry.save()
    facts: dict[str, Any] = {"giver": giver_of(team, player), "cents": amount_cents, "method": str(method)}
    log(event, "donation.taken", by=by, at=at, donation=entry, pot=pot, **facts)
    return entry


def _sent_before(entry: Donation, action: str) -> Donation | None:
    known = Donation.objects.filter(key=entry.key).first()
    content = [getattr(entry, name) for name in CONTENT]
    return sent_before(action, known, key=entry.key, content=content, now=entry_words(entry), was=entry_words)


def _check(cents: int, method: str) -> None:
    if method not in Method.values:
        raise Refused("donation.method", field="method")
    if cents <= 0:
        raise Refused("donation.amount", field="amount")
    if cents > MOST_CENTS:
        raise Refused("donation.too-much", field="amount")


@transaction.atomic
def move_cash(
    *,
    event: Event,
    key: UUID,
    kind: str,
    amount_cents: int,
    by: Actor,
    at: datetime,
    method: str = Method.CASH,
    note: str = "",
) -> Donation:
    """Put change into the drawer, hand money over, or count the drawer (Rulebook M-11 to M-13).

    Only a count may be zero. Idempotent by ``key``.
    """
    lock_event(event.pk)
    if kind not in (FLOAT, HANDED, COUNTED):
        raise Refused("money.kind", field="kind")
    if kind != HANDED:
        method = Method.CASH
    cents = -amount_cents if kind in OUT else amount_cents
    written = {"method": method, "note": note.strip()[:200], "at": at, "by": by.badge}
    entry = Donation(event=event, key=key, kind=kind, amount_cents=cents, **written)
    if known := _sent_before(entry, "money.moved"):
        return known
    if method not in Method.values:
        raise Refused("donation.method", field="method")
    if amount_cents < (kind != COUNTED):
        raise Refused("money.amount", field="amount")
    expected = drawer_of(event).expected
    if kind == HANDED and method == Method.CASH and amount_cents > expected:
        raise Refused("money.not-there", cash=max(0, expected), field="amount")
    entry.save()
    if kind == COUNTED:
        log(event, "money.counted", by=by, at=at, donation=entry, cents=amount_cents, expected=expected)
    else:
        log(event, "money.moved", by=by, at=at, donation=entry, cents=amount_cents, what=KINDS[kind])
    return entry


@transaction.atomic
def counter_donation(*, donation: Donation, key: UUID, reason: str, by: Actor, at: datetime) -> Donation:
    """Reverse an entry with a counter-entry; both stay on the page. Idempotent by ``key``."""
    lock_event(donation.event_id)
    donation = Donation.objects.select_related("event").get(pk=donation.pk)
    event, cents = donation.event, donation.amount_cents
    shared = ("team_id", "player_id", "method", "kind", "pot")
    same = {name: getattr(donation, name) for name in shared}
    written = {"note": reason.strip()[:200], "at": at, "by": by.badge}
    counter = Donation(event=event, key=key, counters=donation, amount_cents=-cents, **same, **written)
    if known := _sent_before(counter, "donation.countered"):
        return known
    if donation.counters_id:
        raise Refused("donation.is-counter")
    if donation.kind == COUNTED:
        raise Refused("money.counted")
    if Donation.objects.filter(counters=donation).exists():
        raise Refused("donation.countered")
    if not reason.strip():
        raise Refused("donation.reason", field="reason")
    counter.save()
    log(event, "donation.countered", by=by, at=at, donation=donation, cents=abs(cents), reason=counter.note)
    return counter
