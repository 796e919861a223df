"""The prizes from each pot, the winners' envelopes, and the report (Rulebook M-1 to M-14).

Winners come from the final places and the side prizes; nothing here decides one.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.money.ledger import PAID, MoneyReport, in_pots, report
from rules.money.pots import (
    BY_PLACE,
    DRAWN,
    PLACES,
    PLAYED,
    SECOND_CHANCE,
    Division,
    Pot,
    PotAsk,
    Unit,
    divided,
    undecided,
)
from scoring.bracket.bracket import bracket_page, final_places, places_of
from scoring.models import SidePrizeWin
from scoring.prizes.side_prizes import counted_in_all, side_prizes
from scoring.standings.board import board
from tournament.event.names import TeamName, name_of, ordinal, player_names
from tournament.models import Donation, Event, Team
from tournament.money.ledger import given_by_team, in_their_pots, ledger_of, pot_name, pots_of

TICKET = 0
"""The winner of a raffle, used in place of a team's id."""
Groups = list[list[Unit[int]]]


@dataclass(frozen=True, kw_only=True)
class PrizeLine:
    """A winner's prize from one pot, and how much of it is paid."""

    pot: str
    title: str
    place: str
    cents: int
    paid: int

    @property
    def open(self) -> int:
        return max(0, self.cents - self.paid)


@dataclass(frozen=True, kw_only=True)
class Envelope:
    """One winner's envelope."""

    winner: int
    """The team's id, or ``TICKET``."""
    team: TeamName | None
    players: tuple[str, ...]
    lines: tuple[PrizeLine, ...]

    @property
    def cents(self) -> int:
        return sum(line.cents for line in self.lines)

    @property
    def open(self) -> int:
        return sum(line.open for line in self.lines)

    @property
    def too_much(self) -> int:
        """The amount paid beyond what is due now, for example after a correction."""
        return sum(max(0, line.paid - line.cents) for line in self.lines)


@dataclass(frozen=True, kw_only=True)
class TiedPlace:
    """Tied teams that play or draw for a place of a pot."""

    key: str
    """The decision's ``SidePrizeWin.prize``."""
    place: str
    teams: tuple[TeamName, ...]


@dataclass(frozen=True, kw_only=True)
class PotPage:
    """A pot: the ``cents`` in it, its prize ``amounts`` (best place first), and how it is divided."""

    pot: Pot
    title: str
    cents: int
    amounts: tuple[int, ...]
    division: Division[int]
    ties: tuple[TiedPlace, ...]

    @property
    def prizes(self) -> int:
        return sum(prize.cents for prize in self.division.prizes)


@dataclass(frozen=True, kw_only=True)
class Payouts:
    """The pots and envelopes. Until the places are final, prizes wait and there is no envelope."""

    is_final: bool
    pots: tuple[PotPage, ...]
    envelopes: tuple[Envelope, ...]
    report: MoneyReport

    @property
    def pays(self) -> bool:
        """Whether any prize comes out of a pot; the awards name prizes without money, too."""
        return any(page.amounts for page in self.pots)


def payouts(event: Event, at: datetime) -> Payouts:
    """Everything about the prizes. About forty queries, for any number of teams."""
    rows = ledger_of(event)
    entries = [row.as_entry for row in rows]
    given, pots, who = in_pots(entries), pots_of(event), _Winners(event, at)
    pages: dict[str, PotPage] = {}
    # The first pot, which has no name, gets what moves out of the others, so it is divided last.
    for pot in sorted(pots, key=lambda pot: not pot.name):
        moved = 0 if pot.name else sum(page.division.moved for page in pages.values())
        pages[pot.name] = who.page(pot, given.get(pot.name, 0) + moved)
    return Payouts(
        is_final=who.is_final,
        pots=tuple(pages[pot.name] for pot in pots),
        envelopes=tuple(_envelopes(pages, who.teams, _paid(rows))),
        report=report(entries, {name: page.division for name, page in pages.items()}),
    )


class _Winners:
    """The data that decides who can win a pot: final places, side prizes, and the entrants of each pot."""

    def __init__(self, event: Event, at: datetime) -> None:
        bracket = bracket_page(event, at)
        table = board(event, at, is_public=False, with_chances=False)
        self.event = event
        self.is_final = bracket.is_over and not table.is_open
        self.places = {PLACES: final_places(bracket, table)} if self.is_final else {}
        if bracket.is_second_chance_over:
            self.places[SECOND_CHANCE] = places_of(bracket.second_chance)
        self.first_of = bracket.partners
        self.in_it = in_their_pots(event)
        self.teams = {team.pk: team for team in event.teams.prefetch_related("players")}
        prizes = side_prizes(event, at, bracket).prizes if self.is_final and event.side_prizes else ()
        self.side_prizes = {each.name: each for each in prizes}
        wins = SidePrizeWin.objects.filter(event=event).order_by("pk").values_list("prize", "team_id")
        self.wins = dict(wins)

    def page(self, pot: Pot, cents: int) -> PotPage:
        ties: Iterable[TiedPlace] = ()
        prize = self.side_prizes.get(pot.goes_to)
        if pot.goes_to == DRAWN:
            division = divided(pot, cents, [[(TICKET,)]])
        elif pot.goes_to in self.places:
            groups = self._by_place(pot)
            division = divided(pot, cents, groups)
            ties = self._ties(pot, groups) if division.waits else ()
        elif prize:
            winners: list[Unit[int]] = [(team.team_id,) for team in prize.winners]
            division = divided(pot, cents, [winners] if winners else [], is_open=prize.is_tied)
        else:
            division = undecided(pot, cents)
        return PotPage(
            pot=pot,
            title=pot_name(self.event, pot.name),
            cents=cents,
            amounts=pot.amounts(pot.pool(cents)),
            division=division,
            ties=tuple(ties),
        )

    def _by_place(self, pot: Pot) -> Groups:
        """The entrants in the pot, best first. A pair is one unit; tied units are one group."""
        places = self.places[pot.goes_to]
        in_it = self.in_it.get(pot.name, frozenset(places))
        units: dict[int, tuple[int, ...]] = {}
        for team in places:
            first = self.first_of.get(team, team)
            units[first] = tuple(sorted({*units.get(first, ()), team}))
        tied: dict[int, list[Unit[int]]] = {}
        for first in sorted(units, key=lambda each: places[each]):
            if in_it.issuperset(units[first]):
                tied.setdefault(places[first][0], []).append(units[first])
        groups: Groups = []
        for group in tied.values():
            while len(group) > 1 and (won := self._won(pot, 1 + sum(map(len, groups)), group)):
                groups.append([won])
                group = [unit for unit in group if unit != won]
            groups.append(group)
        return groups

    def _won(self, pot: Pot, place: int, group: Iterable[Unit[int]]) -> Unit[int] | None:
        """The unit that won a tied place by a hand or a card, if the pot has its ties played."""
        won = self.wins.get(_key(pot, place)) if pot.ties == PLAYED else None
        return next((unit for unit in group if won in unit), None)

    def _ties(self, pot: Pot, groups: Groups) -> Iterable[TiedPlace]:
        place = 1
        for group in groups:
            if len(group) > 1 and place <= len(pot.prizes):
                teams = tuple(name_of(self.teams[unit[0]]) for unit in group)
                yield TiedPlace(key=_key(pot, place), place=ordinal(place), teams=teams)
            place += len(group)


def _key(pot: Pot, place: int) -> str:
    """A pot's tied place as ``SidePrizeWin.prize``. The line break tells it from a side prize's name."""
    return f"{place}\n{pot.name}"[:40]


def _paid(rows: Iterable[Donation]) -> dict[tuple[int, str], int]:
    sums = defaultdict[tuple[int, str], int](int)
    for row in rows:
        if row.kind == PAID:
            sums[row.team_id or TICKET, row.pot] -= row.amount_cents
    return sums


def _envelopes(
    pages: Mapping[str, PotPage], teams: Mapping[int, Team], paid: Mapping[tuple[int, str], int]
) -> Iterable[Envelope]:
    """An envelope for everybody who wins or was paid anything, the largest first."""
    due: dict[tuple[int, str], tuple[str, int]] = {}
    for name, page in pages.items():
        by_place = page.pot.goes_to in BY_PLACE
        for prize in page.division.prizes:
            place = ordinal(prize.place) if by_place else ""
            due[prize.winner, name] = (place, prize.cents)
    lines: dict[int, list[PrizeLine]] = {}
    for winner, name in {**due, **paid}:
        place, cents = due.get((winner, name), ("", 0))
        had = paid.get((winner, name), 0)
        line = PrizeLine(pot=name, title=pages[name].title, place=place, cents=cents, paid=had)
        if line.cents or line.paid:
            lines.setdefault(winner, []).append(line)
    for winner in sorted(lines, key=lambda each: (-sum(line.cents for line in lines[each]), each)):
        team = teams.get(winner)
        yield Envelope(
            winner=winner,
            team=name_of(team) if team else None,
            players=player_names(team.players.all()) if team else (),
            lines=tuple(lines[winner]),
        )


def pot_asks(event: Event, gone: Mapping[int, bool]) -> dict[int, list[PotAsk]]:
    """What the pots ask of these teams, by id; ``gone`` says whether each left.

    One query if a pot has an entry or a fine, and six more if one has a fine.
    """
    pots = [pot for pot in pots_of(event) if pot.entry_cents or pot.fine_cents]
    given = given_by_team(event) if pots else {}
    fined = {pot.fine_counter for pot in pots if pot.fine_cents}
    counts = counted_in_all(event, fined) if fined else {}

    def ask(pot: Pot, team: int) -> PotAsk:
        gave = given.get(team, {}).get(pot.name, 0)
        counted = counts.get(team, {}).get(pot.fine_counter, 0) if pot.fine_cents else 0
        return pot.asks(event.way.sits, gave, counted, is_gone=gone[team])

    return {team: [ask(pot, team) for pot in pots] for team in gone}
