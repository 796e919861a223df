"""Donations: what was given, how, and who took it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Donation, Event, Player, Team


@dataclass(frozen=True, kw_only=True)
class DonationRow:
    """One entry. A counter-entry has the id of the entry that it takes back."""

    pk: int
    at: datetime
    giver: str
    cents: int
    amount: str
    method: str
    taken_by: str
    note: str
    counters_id: int | None
    is_countered: bool

    @property
    def is_counter(self) -> bool:
        return self.counters_id is not None


@dataclass(frozen=True, kw_only=True)
class Total:
    label: str
    amount: str
    entries: int


@dataclass(frozen=True, kw_only=True)
class Money:
    rows: tuple[DonationRow, ...]
    total: str
    by_method: tuple[Total, ...]
    by_taker: tuple[Total, ...]


def money(event: Event) -> Money:
    """The event's donations, newest first, with their totals. One query."""
    entries = list(event.donations.select_related("team", "player", "by").order_by("-pk"))
    return Money(
        rows=donation_rows(entries),
        total=dollars(sum(entry.amount_cents for entry in entries)),
        by_method=_totals((entry.get_method_display(), entry) for entry in entries),
        by_taker=_totals((entry.by.name, entry) for entry in entries),
    )


def donation_rows(entries: Iterable[Donation]) -> tuple[DonationRow, ...]:
    entries = list(entries)
    countered = {entry.counters_id for entry in entries}
    return tuple(
        DonationRow(
            pk=entry.pk,
            at=entry.at,
            giver=giver_of(entry.team, entry.player),
            cents=entry.amount_cents,
            amount=dollars(entry.amount_cents),
            method=entry.get_method_display(),
            taken_by=entry.by.name,
            note=entry.note,
            counters_id=entry.counters_id,
            is_countered=entry.pk in countered,
        )
        for entry in entries
    )


def giver_of(team: Team | None, player: Player | None) -> str:
    """Who gave a donation: ``Kitty Katz``, ``Ann of Kitty Katz``, ``A guest``."""
    if team and player and player.name != team.name:
        return f"{player.name} of {team.name}"
    return str(team or player or "A guest")


def dollars(cents: int) -> str:
    """An amount: ``$10``, ``$7.50``, ``−$5``."""
    sign, whole, rest = "−" if cents < 0 else "", abs(cents) // 100, abs(cents) % 100
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"


def _totals(labeled: Iterable[tuple[str, Donation]]) -> tuple[Total, ...]:
    sums: dict[str, list[int]] = {}
    for label, entry in labeled:
        sums.setdefault(label, []).append(entry.amount_cents)
    return tuple(
        Total(label=label, amount=dollars(sum(amounts)), entries=len(amounts))
        for label, amounts in sorted(sums.items())
    )
