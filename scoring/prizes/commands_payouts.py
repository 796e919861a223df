"""Pay prizes, and decide who won a tied place (Rulebook M-8, M-13)."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from rules.money.ledger import PAID
from rules.money.words import dollars
from scoring.models import SidePrizeWin
from scoring.prizes.payouts import TICKET, payouts
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_event
from tournament.models import Actor, Donation, Event, Team
from tournament.models.donations import Method
from tournament.money.ledger import drawer_of, entry_words, pot_name


@transaction.atomic
def pay_prize(
    *,
    event: Event,
    key: UUID,
    winner: int,
    amount_cents: int,
    method: str,
    by: Actor,
    at: datetime,
    note: str = "",
) -> list[Donation]:
    """Pay what is still open in a winner's envelope, with one entry for each pot. Once for each ``key``.

    ``winner`` is a team's id, or ``TICKET``; then ``note`` names the person with the drawn ticket.

    :raises Refused: if the envelope isn't what the payer saw, or the drawer has too little cash.
    """
    event = lock_event(event.pk)
    known = Donation.objects.filter(key=key).first()
    content = (event, winner, amount_cents, method, note.strip())
    now = f"{dollars(amount_cents)}, {method}"
    if known := sent_before("money.paid", known, key=key, content=content, now=now, was=entry_words):
        return [known]
    if method not in Method.values:
        raise Refused("donation.method", field="method")
    page = payouts(event, at)
    envelope = next((each for each in page.envelopes if each.winner == winner), None)
    if envelope is None or not page.is_final:
        raise Refused("payout.early")
    if not envelope.open or envelope.open != amount_cents:
        raise Refused("payout.changed")
    note = note.strip()[:200]
    if winner == TICKET and not note:
        raise Refused("payout.who", field="note")
    if method == Method.CASH and (expected := drawer_of(event).expected) < envelope.open:
        raise Refused("money.not-there", cash=max(0, expected), field="method")
    team = event.teams.get(pk=winner) if winner else None
    paid: list[Donation] = []
    for line in envelope.lines:
        if not line.open:
            continue
        paid.append(
            event.donations.create(
                # The first entry has the key itself, so that a repeated request finds it.
                key=uuid5(key, line.pot) if paid else key,
                kind=PAID,
                pot=line.pot,
                team=team,
                amount_cents=-line.open,
                method=method,
                note=note,
                at=at,
                by=by.badge,
            )
        )
        facts: dict[str, Any] = {"cents": line.open, "method": str(method), "pot": pot_name(event, line.pot)}
        log(event, "money.paid", by=by, at=at, donation=paid[-1], winner=team or note, **facts)
    return paid


@transaction.atomic
def decide_place(*, event: Event, tie: str, team: Team, by: Actor, at: datetime) -> SidePrizeWin:
    """Give a pot's tied place to the team that won the hand or drew the card. The last decision counts."""
    event = lock_event(event.pk)
    tied = {each.key: each for page in payouts(event, at).pots for each in page.ties}
    if tie not in tied or team.pk not in {each.team_id for each in tied[tie].teams}:
        raise Refused("side-prize.not-tied")
    won = SidePrizeWin.objects.create(event=event, prize=tie, team=team, at=at, by=by.badge)
    log(event, "side-prize.decided", by=by, at=at, team=team, prize=f"the {tied[tie].place} place")
    return won
