"""An event's rows beside its log. The log's chain proves the entries; this compares the rows with them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.money.ledger import COUNTED, GIVEN, KINDS, PAID
from scoring.models import Hand
from tournament.event.sitting import side_texts
from tournament.log.log_chain import names_in
from tournament.models import Donation, Event, Game, LogEntry
from tournament.models.sides import everybody_in
from tournament.money.ledger import entry_words, giver_of, pot_name

HANDS = frozenset({"hand.recorded", "hand.corrected", "hand.struck"})
MONEY = {"donation.taken": GIVEN, "money.moved": "", "money.counted": COUNTED, "money.paid": PAID}
"""The actions that enter a payment, with its kind if it is always the same."""
COUNTERED = "donation.countered"
RULINGS = frozenset({"ruling.made", "ruling.superseded"})
BEFORE_CODES = "said"
"""The text of entries that are older than their action's code (docs/log.md): they name no rows."""


def unlike_log(event: Event) -> list[str]:
    """A sentence for each hand, payment, ruling, team or player that isn't as the log says. Nine queries.

    Who sat at a table is compared where a hand was entered. A log with entries from before actions had codes
    may lack rows. Times, notes and reasons aren't compared.
    """
    return list(_Comparison(event).objections())


@dataclass
class _Comparison:
    """Walks the log once."""

    event: Event
    names: dict[str, str] = field(default_factory=dict)
    """Those that teams and players had by then. The log lacks the rest."""
    named: set[str] = field(default_factory=set)
    entered: Counter[str] = field(default_factory=Counter)
    is_whole: bool = True

    def __post_init__(self) -> None:
        seats = everybody_in("game__seats")
        hands = Hand.objects.filter(game__event=self.event).select_related("game__event", "game__table")
        money = self.event.donations.select_related("team", "player", "counters", "event")
        money = money.prefetch_related("team__merged", "player__merged")
        self.hands = {str(row.pk): row for row in hands.prefetch_related(seats)}
        self.money = {str(row.key): row for row in money if row.counters is None}
        self.counters = {str(row.counters.key): row for row in money if row.counters}
        self.rulings = {str(row.pk): row for row in self.event.rulings.select_related("game")}

    def objections(self) -> Iterator[str]:
        for entry in self.event.log.select_related("by").order_by("pk").iterator(chunk_size=1000):
            self.names |= names_in(entry)
            self.named |= _keys_in(entry.facts)
            self.is_whole &= BEFORE_CODES not in entry.texts
            if wrong := self._wrong(entry):
                yield f"{wrong} The log says: {entry.words}"
        if self.is_whole:
            yield from self._unknown()

    def _wrong(self, entry: LogEntry) -> str:
        facts = entry.facts
        if entry.action in HANDS and "hand" in facts:
            return self._wrong_hand(entry, self.hands.pop(facts["hand"], None))
        if entry.action in MONEY and "donation" in facts:
            return self._wrong_money(entry, self.money.pop(facts["donation"], None))
        if entry.action == COUNTERED and "donation" in facts:
            return self._wrong_counter(entry, self.counters.pop(facts["donation"], None))
        if entry.action in RULINGS and "ruling" in facts:
            ruling = self.rulings.pop(facts["ruling"], None)
            is_same = ruling and str(ruling.game.key) == facts["game"]
            return "" if is_same else "A ruling is missing, or is of another game."
        return ""

    def _wrong_hand(self, entry: LogEntry, hand: Hand | None) -> str:
        if hand is None:
            return "A hand is missing."
        facts, game = entry.facts, hand.game
        sequence, is_struck = facts["sequence"], entry.action == "hand.struck"
        if entry.action == "hand.recorded":
            # The entry has the number that people see, among the hands that counted then.
            sequence = self.entered[facts["game"]] = self.entered[facts["game"]] + 1
        logged = (facts["game"], sequence, facts.get("told", hand.facts), is_struck)
        if (str(game.key), hand.sequence, hand.facts, hand.is_struck) != logged:
            return f"{game}, hand {hand.sequence}, is another one: {hand.facts}."
        if any(self._is_other(entry, side, name) for side, name in self._sides(game).items()):
            return f"{game} has other teams."
        return ""

    def _sides(self, game: Game) -> dict[str, Any]:
        for seat in game.seating:
            seat.team.name = self.names.get(str(seat.team.key), seat.team.name)
        return side_texts(game)

    def _wrong_money(self, entry: LogEntry, row: Donation | None) -> str:
        if row is None:
            return "A payment is missing."
        teams, players = self._all_of(row.team), self._all_of(row.player)
        is_same = (abs(row.amount_cents), row.kind) == (entry.facts["cents"], MONEY[entry.action] or row.kind)
        winner = entry.facts.get("winner")
        is_same &= winner is None or winner in {str(team.key) for team in teams if team}
        texts = {
            "giver": {giver_of(team, player) for team in teams for player in players},
            "method": {str(row.method)},
            "pot": {pot_name(self.event, row.pot) if row.kind == PAID else row.pot},
            "what": {KINDS[row.kind]},
        }
        if not is_same or any(self._is_other(entry, name, *each) for name, each in texts.items()):
            return f"A payment is another one: {entry_words(row)}."
        return ""

    def _all_of(self, row: Any) -> list[Any]:
        """A team or player and those that were merged into it later, with the names that they had by then."""
        if row is None:
            return [None]
        every = [row, *row.merged.all()]
        for each in every:
            each.name = self.names.get(str(each.key), each.name)
        return every

    def _wrong_counter(self, entry: LogEntry, row: Donation | None) -> str:
        if row is None or row.counters is None:
            return "A payment was taken back, and its counter-entry is missing."
        cents = row.amount_cents
        is_same = cents == -row.counters.amount_cents and abs(cents) == entry.facts["cents"]
        return "" if is_same else f"A counter-entry is another one: {entry_words(row)}."

    @staticmethod
    def _is_other(entry: LogEntry, name: str, *texts: str) -> bool:
        """Whether a text of the entry is another one. One that was erased can't be compared."""
        return entry.texts_by_name.get(name) is not None and entry.text(name) not in texts

    def _unknown(self) -> Iterator[str]:
        """Rows that the log doesn't have, and teams and players that the event doesn't have."""
        yield from (f"The log has no {hand} of {hand.game}." for hand in self.hands.values())
        rest = (*self.money.values(), *self.counters.values())
        yield from (f"The log has no such payment: {entry_words(row)}." for row in rest)
        yield from (f"The log has no such ruling: {row}, {row.reason}" for row in self.rulings.values())
        for kind, rows in (("team", self.event.teams), ("player", self.event.players)):
            for key, name in rows.values_list("key", "name"):
                if str(key) not in self.named:
                    yield f"The log has no {kind} “{name}”."


def _keys_in(facts: dict[str, Any]) -> set[str]:
    """The texts among an entry's facts, at any depth of lists."""
    return {
        each
        for value in facts.values()
        for each in (value if isinstance(value, list) else [value])
        if isinstance(each, str)
    }
