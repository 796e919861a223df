"""Pots: what is paid into one, the entrants in it, and how it is divided (Rulebook M-1 to M-10)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Generic, TypeVar

from rules.money.words import dollars

Winner = TypeVar("Winner", bound=Hashable)
Unit = tuple[Winner, ...]
"""Winners who win together: one entrant, or the two who play Phase II as a pair."""

PLAYER, TEAM = "player", "team"
PLACES, SECOND_CHANCE, DRAWN = "places", "second-chance", "drawn"
BY_PLACE: Final = (PLACES, SECOND_CHANCE)
SHARES, AMOUNTS = "shares", "amounts"
SPLIT, PLAYED = "split", "played"
CLUB, CARRIED, MAIN = "club", "carried", "main"
TIES: Final = {SPLIT: "they share the prizes", PLAYED: "they play or draw for it"}
UNWON: Final = {
    CLUB: "goes to the club or charity",
    CARRIED: "stays in the pot for the next evening",
    MAIN: "goes into the first pot",
}
STEPS: Final = {1: "to the cent", 25: "to 25 cents", 100: "to the dollar", 500: "to 5 dollars"}
SETS: Final = "sets"
"""The fine's default reason: a bid that was set. Any other is the name of a counter."""
MOST_POTS: Final = 5
MOST_PRIZES: Final = 20
MOST_CENTS: Final = 1_000_000


class BadPot(ValueError):
    """The declaration of a pot is invalid."""


@dataclass(frozen=True, kw_only=True)
class Pot:
    """A pot as an event declares it. The first one has no name: it holds the donations or entry fees.

    ``prizes``, best place first, are percentages of what is left after the club's share, or cents. A fine is
    paid for each ``fine_counter``.
    """

    name: str = ""
    entry_cents: int = 0
    entry_per: str = PLAYER
    fine_cents: int = 0
    fine_counter: str = SETS
    goes_to: str = PLACES
    """``PLACES``, ``SECOND_CHANCE``, ``DRAWN``, or the name of a side prize."""
    by: str = SHARES
    prizes: tuple[int, ...] = ()
    club_percent: int = 0
    cap_cents: int = 0
    step_cents: int = 1
    ties: str = SPLIT
    unwon: str = CLUB

    def __post_init__(self) -> None:
        """:raises BadPot: if the pot can't be divided."""
        object.__setattr__(self, "prizes", tuple(self.prizes))
        what = self.name or "the first pot"
        cents = (self.entry_cents, self.fine_cents, self.cap_cents, *self.prizes)
        if not 0 <= self.club_percent <= 100 or any(not 0 <= each <= MOST_CENTS for each in cents):
            raise BadPot(f"Check the amounts of {what}: none is below zero or above $10,000.")
        if self.by == SHARES and sum(self.prizes) > 100:
            raise BadPot(f"The prizes of {what} come to {sum(self.prizes)} percent: 100 at most.")
        if len(self.prizes) > MOST_PRIZES or 0 in self.prizes:
            raise BadPot(f"{what[0].upper()}{what[1:]} has from 1 to {MOST_PRIZES} prizes, each above zero.")
        if not self.name and (self.unwon == MAIN or self.entry_cents or self.fine_cents):
            raise BadPot("The first pot has no entry or fine, and what nobody wins can’t go into it again.")
        known = self.ties in TIES and self.unwon in UNWON and self.step_cents in STEPS
        if not known or self.by not in (SHARES, AMOUNTS) or self.entry_per not in (PLAYER, TEAM):
            raise BadPot(f"Say who pays into {what}, and how it is divided.")

    def as_json(self) -> dict[str, Any]:
        """The pot for storage; ``Pot(**stored)`` reads it back."""
        return asdict(self) | {"prizes": list(self.prizes)}

    @property
    def rule(self) -> tuple[str, ...]:
        """The whole pot in sentences, for the wall and the log."""
        wins = {
            PLACES: "The best places win it",
            SECOND_CHANCE: "The best places of the second chance win it",
            DRAWN: "A ticket is drawn for it",
        }
        parts = [f"{each}%" if self.by == SHARES else dollars(each) for each in self.prizes]
        counted = "bid that is set" if self.fine_counter == SETS else f"“{self.fine_counter}” counted"
        per = "player, and both partners are in it or neither" if self.entry_per == PLAYER else "team"
        return (
            *((f"{dollars(self.entry_cents)} a {per}.",) if self.entry_cents else ()),
            *((f"{dollars(self.fine_cents)} for each {counted}.",) if self.fine_cents else ()),
            *((f"The club or charity gets {self.club_percent}%.",) if self.club_percent else ()),
            *((f"{wins.get(self.goes_to, f'The winner of “{self.goes_to}” wins it')}.",) if parts else ()),
            *((f"Prizes: {', '.join(parts)}, {STEPS[self.step_cents]}.",) if parts else ()),
            *((f"No prize is above {dollars(self.cap_cents)}.",) if self.cap_cents else ()),
            *((f"After a tie for a place {TIES[self.ties]}.",) if parts and self.goes_to in BY_PLACE else ()),
            f"{'What nobody wins' if parts else 'All of it'} {UNWON[self.unwon]}.",
        )

    def asks(self, players: int, given: int, counted: int = 0, *, is_gone: bool = False) -> PotAsk:
        """What the pot asks of a team of ``players`` that gave ``given`` cents, fined for ``counted``."""
        entry = self.entry_cents * (players if self.entry_per == PLAYER else 1)
        fine = self.fine_cents * counted
        return PotAsk(name=self.name, given=given, entry=entry, fine=fine, counted=counted, is_gone=is_gone)

    def pool(self, cents: int) -> int:
        """What is left of the pot's ``cents`` after the club's share."""
        return cents - cents * self.club_percent // 100

    def amounts(self, pool: int) -> tuple[int, ...]:
        """The prizes of ``pool`` cents, best place first, before the cap (Rulebook M-4, M-5)."""
        whole = pool // self.step_cents
        if self.by == AMOUNTS:
            if sum(self.prizes) <= pool:
                return self.prizes
            return tuple(self.step_cents * each for each in apportioned(whole, self.prizes))
        parts = apportioned(whole, (*self.prizes, 100 - sum(self.prizes)))
        return tuple(self.step_cents * each for each in parts[:-1])


@dataclass(frozen=True, kw_only=True)
class PotAsk:
    """A team's entry and fines for a pot, and what it gave, in cents. A debt costs no seat (M-2, M-3).

    What it gave goes to the entry first. A team that left is asked for its fines alone.
    """

    name: str
    given: int
    entry: int
    fine: int
    counted: int
    is_gone: bool

    @property
    def is_in(self) -> bool:
        """Whether the team paid for all of its players. If it paid less, none is in the pot."""
        return self.given >= self.entry

    @property
    def open(self) -> int:
        if self.is_gone and not self.is_in:
            return self.fine
        return max(0, self.entry + self.fine - self.given)


@dataclass(frozen=True, kw_only=True)
class Prize(Generic[Winner]):
    """One winner's prize. Winners who are tied have the same place."""

    place: int
    winner: Winner
    cents: int


@dataclass(frozen=True, kw_only=True)
class Division(Generic[Winner]):
    """A divided pot. The parts add up to its content, to the cent."""

    prizes: tuple[Prize[Winner], ...] = ()
    club: int = 0
    carried: int = 0
    moved: int = 0
    """Goes into the first pot."""
    waits: int = 0
    """Reserved until a tie is played off."""

    @property
    def total(self) -> int:
        return sum(prize.cents for prize in self.prizes) + self.club + self.carried + self.moved + self.waits


def divided(
    pot: Pot, cents: int, order: Sequence[Collection[Unit[Winner]]], *, is_open: bool = False
) -> Division[Winner]:
    """The pot of ``cents``, divided (Rulebook M-4 to M-9).

    ``order`` has the winners in the pot, best first, in groups that are tied. With ``is_open`` tied winners
    still have to play for it. A side prize says itself what happens after a tie (E-107), so the pot's own
    ``ties`` count for places alone.
    """
    due = pot.amounts(pot.pool(cents))
    capped = tuple(min(each, pot.cap_cents or each) for each in due)
    club = cents - sum(due)
    unwon, waits, place = sum(due) - sum(capped), 0, 0
    prizes: list[Prize[Winner]] = []
    plays = is_open or (pot.goes_to in BY_PLACE and pot.ties == PLAYED)
    for group in order:
        mine = sum(capped[place : place + len(group)])
        if len(group) > 1 and plays:
            waits += mine
        elif mine:
            shared = [
                Prize(place=place + 1, winner=winner, cents=_floor(mine, len(group), len(unit), pot))
                for unit in group
                for winner in unit
            ]
            club += mine - sum(prize.cents for prize in shared)
            prizes += shared
        place += len(group)
    unwon += sum(capped[place:])
    goes = {CLUB: 0, CARRIED: 0, MAIN: 0, pot.unwon: unwon}
    return Division(
        prizes=tuple(prizes), club=club + goes[CLUB], carried=goes[CARRIED], moved=goes[MAIN], waits=waits
    )


def undecided(pot: Pot, cents: int) -> Division[Any]:
    """The division of a pot that nobody has won yet. All prizes wait."""
    prizes = sum(min(each, pot.cap_cents or each) for each in pot.amounts(pot.pool(cents)))
    return Division(club=cents - prizes, waits=prizes)


def _floor(cents: int, units: int, members: int, pot: Pot) -> int:
    """An equal share, rounded down to whole steps, or to the cent if that is zero (Rulebook M-7)."""
    each = cents // units // members
    return each - each % pot.step_cents or each


def apportioned(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """``total`` in whole parts in proportion to ``weights``, by the largest-remainder method (Rulebook M-4).

    Of equal remainders the first is rounded up.
    """
    if not (whole := sum(weights)):
        return (0,) * len(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -(total * weights[index] % whole))
    for index in by_remainder[: total - sum(parts)]:
        parts[index] += 1
    return tuple(parts)
