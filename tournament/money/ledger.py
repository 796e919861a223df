"""The ledger of payments, with its totals and the cash drawer, and the teams in each pot."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rules.money.ledger import COUNTED, FLOAT, GIVEN, HANDED, PAID, Drawer, drawer, in_pots
from rules.money.pots import Pot
from rules.money.words import dollars
from tournament.event.rooms import events_in_room
from tournament.models import Donation, Event, Player, Team
from tournament.models.links import sealed


@dataclass(frozen=True, kw_only=True)
class DonationRow:
    """One entry of the event at ``slug``. A counter-entry has the id of the entry that it takes back."""

    pk: int
    slug: str
    event: str
    receipt: str
    """The secret of its receipt."""
    kind: str
    pot: str
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

    @property
    def is_given(self) -> bool:
        return self.kind == GIVEN and not self.is_counter

    @property
    def can_be_countered(self) -> bool:
        return self.kind != COUNTED and not self.is_counter and not self.is_countered


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
    by_pot: tuple[Total, ...]
    by_event: tuple[Total, ...]
    drawer: Drawer


def money(*events: Event) -> Money:
    """The ledger of an event, or of both in a room, newest first, with its totals. One query.

    Events in one room have one drawer (Rulebook E-206).
    """
    ledger = Donation.objects.filter(event__in=events)
    entries = list(ledger.select_related("event", "team", "player", "by").order_by("-pk"))
    given = [entry for entry in entries if entry.kind == GIVEN]
    in_a_pot = any(entry.pot for entry in given)
    return Money(
        rows=donation_rows(entries),
        total=dollars(sum(entry.amount_cents for entry in given)),
        by_method=_totals((entry.get_method_display(), entry) for entry in given),
        by_taker=_totals((entry.by.name, entry) for entry in given),
        by_pot=_totals((pot_name(entry.event, entry.pot), entry) for entry in given) if in_a_pot else (),
        by_event=_totals((entry.event.name, entry) for entry in given) if len(events) > 1 else (),
        drawer=drawer(entry.as_entry for entry in reversed(entries)),
    )


def ledger_of(event: Event) -> list[Donation]:
    """Every entry, oldest first. One query."""
    return list(event.donations.order_by("pk"))


def drawer_of(event: Event) -> Drawer:
    """The cash that should be in the room's drawer now, by the ledger. Two queries at most."""
    entries = Donation.objects.filter(event__in=events_in_room(event)).order_by("pk")
    return drawer(entry.as_entry for entry in entries)


def last_count(event: Event) -> Donation | None:
    """The last time that the room's drawer was counted, with who did it. Two queries at most."""
    counts = Donation.objects.filter(event__in=events_in_room(event), kind=COUNTED)
    return counts.select_related("by").order_by("pk").last()


def pots_of(event: Event) -> tuple[Pot, ...]:
    """The event's pots. The one without a name is for donations or entry fees (Rulebook M-1)."""
    pots = [Pot(**stored) for stored in event.pots]
    return tuple(pots) if any(not pot.name for pot in pots) else (Pot(), *pots)


def pot_name(event: Event, pot: str) -> str:
    return pot or f"{event.money_word.capitalize()}s"


def given_by_team(event: Event) -> dict[int, dict[str, int]]:
    """The sums that each team paid into each pot, in cents, by team id. One query."""
    entries: dict[int, list[Donation]] = {}
    for entry in event.donations.filter(kind=GIVEN, team__isnull=False):
        entries.setdefault(entry.team_id or 0, []).append(entry)
    return {team: in_pots(entry.as_entry for entry in mine) for team, mine in entries.items()}


def in_their_pots(event: Event) -> dict[str, frozenset[int]]:
    """The teams in each pot with an entry fee, by its name (Rulebook M-2). One query; none without one."""
    asking = [pot for pot in pots_of(event) if pot.entry_cents]
    given = given_by_team(event) if asking else {}
    return {
        pot.name: frozenset(
            team for team, gave in given.items() if pot.asks(event.way.sits, gave.get(pot.name, 0)).is_in
        )
        for pot in asking
    }


def donation_rows(entries: Iterable[Donation]) -> tuple[DonationRow, ...]:
    entries = list(entries)
    countered = {entry.counters_id for entry in entries}
    return tuple(
        DonationRow(
            pk=entry.pk,
            slug=entry.event.slug,
            event=entry.event.name,
            receipt=sealed("receipt", entry.key),
            kind=entry.kind,
            pot=entry.pot,
            at=entry.at,
            giver=_who(entry),
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
    """A donor's name: ``Kitty Katz``, ``Ann of Kitty Katz``, ``A guest``."""
    if team and player and player.name != team.name:
        return f"{player.name} of {team.name}"
    return str(team or player or "A guest")


def entry_words(entry: Donation) -> str:
    """An entry on one line, saved or not: ``A guest, $5, cash, Boston pot: from the jar``."""
    parts = (_who(entry), dollars(entry.amount_cents), entry.get_method_display(), entry.pot)
    return ", ".join(filter(None, parts)) + (f": {entry.note}" if entry.note else "")


WITHOUT_A_GIVER = {
    FLOAT: "Change for the drawer",
    HANDED: "Handed over",
    COUNTED: "The drawer, counted",
    PAID: "Prize of the drawn ticket",
}


def _who(entry: Donation) -> str:
    if entry.kind == GIVEN:
        return giver_of(entry.team, entry.player)
    return f"Prize of {entry.team}" if entry.team else WITHOUT_A_GIVER[entry.kind]


def _totals(labeled: Iterable[tuple[str, Donation]]) -> tuple[Total, ...]:
    sums: dict[str, list[int]] = {}
    for label, entry in labeled:
        sums.setdefault(label, []).append(entry.amount_cents)
    return tuple(
        Total(label=label, amount=dollars(sum(amounts)), entries=len(amounts))
        for label, amounts in sorted(sums.items())
    )
