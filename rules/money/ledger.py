"""The ledger of an evening: what the drawer holds, and a report that balances (Rulebook M-11 to M-14)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.money.pots import Division

GIVEN, FLOAT, PAID, HANDED, COUNTED = "given", "float", "paid", "handed", "counted"
KINDS: Final = {
    GIVEN: "given",
    FLOAT: "put into the drawer as change",
    PAID: "paid as a prize",
    HANDED: "handed over",
    COUNTED: "counted in the drawer",
}
OUT: Final = (PAID, HANDED)
"""Kinds that take money out: their cents are negative. An entry that reverses one has the opposite sign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    kind: str
    cents: int
    is_cash: bool = True
    pot: str = ""


@dataclass(frozen=True, kw_only=True)
class Drawer:
    """The cash that the ledger expects now, and the last count, if any, with the difference it showed."""

    expected: int
    counted: int | None = None
    off_by: int = 0

    @property
    def short(self) -> int:
        return max(0, -self.off_by)


def drawer(entries: Iterable[LedgerEntry]) -> Drawer:
    """The drawer after ``entries``, in their order (Rulebook M-12)."""
    expected, counted, off_by = 0, None, 0
    for entry in entries:
        if entry.kind == COUNTED:
            counted, off_by = entry.cents, entry.cents - expected
        elif entry.is_cash:
            expected += entry.cents
    return Drawer(expected=expected, counted=counted, off_by=off_by)


@dataclass(frozen=True, kw_only=True)
class MoneyReport:
    """An evening's money, in cents. Money that isn't cash is in ``accounts``.

    ``given`` is the sum of ``prizes``, ``waits`` (until a tie is decided), ``club``, and ``carried`` to the
    next evening.
    """

    given: int
    prizes: int
    waits: int
    club: int
    carried: int
    change: int
    """Was put into the drawer."""
    paid: int
    handed: int
    cash: int
    accounts: int

    @property
    def unpaid(self) -> int:
        return self.prizes - self.paid

    @property
    def still_here(self) -> int:
        """The club's money that hasn't been handed over yet."""
        return self.club - self.handed

    @property
    def balances(self) -> bool:
        """Whether all money given is divided, and all not paid or handed over is there (Rulebook M-14)."""
        left = self.unpaid + self.waits + self.carried + self.still_here + self.change
        return self.given == self.prizes + self.waits + self.club + self.carried and left == (
            self.cash + self.accounts
        )


def report(entries: Iterable[LedgerEntry], divisions: Mapping[str, Division[Any]]) -> MoneyReport:
    """The report after ``entries``. ``divisions`` are by the name of the pot."""
    rows = [entry for entry in entries if entry.kind != COUNTED]
    of = {kind: sum(entry.cents for entry in rows if entry.kind == kind) for kind in KINDS}
    every = divisions.values()
    return MoneyReport(
        given=of[GIVEN],
        prizes=sum(prize.cents for each in every for prize in each.prizes),
        waits=sum(each.waits for each in every),
        club=sum(each.club for each in every),
        carried=sum(each.carried for each in every),
        change=of[FLOAT],
        paid=-of[PAID],
        handed=-of[HANDED],
        cash=sum(entry.cents for entry in rows if entry.is_cash),
        accounts=sum(entry.cents for entry in rows if not entry.is_cash),
    )


def in_pots(entries: Iterable[LedgerEntry]) -> dict[str, int]:
    """The cents given to each pot, by its name, less what was taken back."""
    sums: dict[str, int] = {}
    for entry in entries:
        if entry.kind == GIVEN:
            sums[entry.pot] = sums.get(entry.pot, 0) + entry.cents
    return sums
