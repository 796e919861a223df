"""A thousand random evenings: drawer, ledger, envelopes and report agree to the cent (Rulebook M-14)."""

from random import Random

from rules.money.ledger import (
    COUNTED,
    FLOAT,
    GIVEN,
    HANDED,
    PAID,
    Drawer,
    LedgerEntry,
    drawer,
    in_pots,
    report,
)
from rules.money.pots import CARRIED, CLUB, MAIN, PLAYED, SPLIT, STEPS, Pot, divided

EVENINGS = 1000


class Till:
    """The oracle: money that really moves between jars, a drawer, accounts and envelopes."""

    def __init__(self):
        self.cash = self.accounts = self.change = 0
        self.jars, self.envelopes, self.handed = {"": 0}, {}, 0

    def comes(self, cents, is_cash, jar):
        self.jars[jar] = self.jars.get(jar, 0) + cents
        self.moves(cents, is_cash)

    def moves(self, cents, is_cash):
        self.cash += cents if is_cash else 0
        self.accounts += 0 if is_cash else cents


def evening(chance):
    """An evening's pots, its ledger, and its till."""
    sides = [
        Pot(
            name=name,
            entry_cents=chance.choice((0, 500, 333)),
            goes_to="Bostons",
            prizes=(chance.choice((100, 90)),),
            club_percent=chance.choice((0, 10)),
            cap_cents=chance.choice((0, 2500)),
            unwon=chance.choice((CLUB, CARRIED, MAIN)),
        )
        for name in ("Boston pot", "Set pot")[: chance.randrange(3)]
    ]
    prizes = chance.choice(((), (100,), (50, 30, 20), (40, 30, 20, 10)))
    first = Pot(
        prizes=prizes,
        club_percent=chance.choice((0, 25, 50)),
        step_cents=chance.choice(tuple(STEPS)),
        ties=chance.choice((SPLIT, PLAYED)),
    )
    ledger, till, given = [LedgerEntry(kind=FLOAT, cents=10_000)], Till(), []
    till.change = 10_000
    till.moves(10_000, True)
    for _ in range(chance.randrange(40)):
        if given and chance.random() < 0.2:
            # A refund, as when a team withdraws: a counter-entry to an earlier one.
            entry = given.pop(chance.randrange(len(given)))
            ledger.append(LedgerEntry(kind=GIVEN, cents=-entry.cents, is_cash=entry.is_cash, pot=entry.pot))
            till.comes(-entry.cents, entry.is_cash, entry.pot)
            continue
        pot = chance.choice(["", *(pot.name for pot in sides)])
        entry = LedgerEntry(
            kind=GIVEN, cents=chance.randrange(1, 4000), is_cash=chance.random() < 0.7, pot=pot
        )
        given.append(entry)
        ledger.append(entry)
        till.comes(entry.cents, entry.is_cash, entry.pot)
    return [*sides, first], ledger, till


def order_by_chance(chance):
    teams = list(range(1, chance.randrange(2, 9)))
    groups = []
    while teams:
        size = min(len(teams), chance.choice((1, 1, 1, 2, 3)))
        groups.append([(teams.pop(0),) for _ in range(size)])
    return groups


def test_drawer_ledger_envelopes_and_report_agree_on_every_evening():
    for seed in range(EVENINGS):
        chance = Random(seed)
        pots, ledger, till = evening(chance)
        assert {"": 0} | in_pots(ledger) == till.jars, seed

        # The jars fill the winners' envelopes, and what nobody wins is poured on.
        divisions, poured = {}, 0
        for pot in pots:
            cents = till.jars.get(pot.name, 0) + (0 if pot.name else poured)
            division = divisions[pot.name] = divided(pot, cents, order_by_chance(chance))
            poured += division.moved
            jar = cents
            for prize in division.prizes:
                till.envelopes[prize.winner] = till.envelopes.get(prize.winner, 0) + prize.cents
                jar -= prize.cents
            jar -= division.club + division.carried + division.moved + division.waits
            assert jar == 0, (seed, pot)
        done = report(ledger, divisions)
        assert done.balances, seed
        assert done.prizes == sum(till.envelopes.values()), seed

        # Each envelope is paid, in cash while the drawer has enough.
        for cents in filter(None, till.envelopes.values()):
            is_cash = cents <= till.cash
            ledger.append(LedgerEntry(kind=PAID, cents=-cents, is_cash=is_cash))
            till.moves(-cents, is_cash)
        club = min(done.club, till.cash)
        if club:
            ledger.append(LedgerEntry(kind=HANDED, cents=-club))
            till.moves(-club, True)
            till.handed = club
        lost = chance.choice((0, 0, 0, 500))
        ledger.append(LedgerEntry(kind=COUNTED, cents=max(0, till.cash - lost)))

        done = report(ledger, divisions)
        assert done.balances, seed
        assert (done.unpaid, done.handed, done.change) == (0, till.handed, till.change), seed
        assert (done.cash, done.accounts) == (till.cash, till.accounts), seed
        counted = max(0, till.cash - lost)
        assert drawer(ledger) == Drawer(expected=till.cash, counted=counted, off_by=counted - till.cash)
        # What remains is change, waiting prizes, money carried to the next evening, and the club's share.
        kept = sum(each.waits + each.carried for each in divisions.values())
        assert till.cash + till.accounts == till.change + kept + done.club - till.handed, seed


def test_a_count_that_is_off_stays_and_the_ledger_goes_on():
    entries = [
        LedgerEntry(kind=FLOAT, cents=5000),
        LedgerEntry(kind=GIVEN, cents=1000),
        LedgerEntry(kind=GIVEN, cents=700, is_cash=False),
        LedgerEntry(kind=COUNTED, cents=5900),
        LedgerEntry(kind=HANDED, cents=-1000),
    ]

    assert drawer(entries) == Drawer(expected=5000, counted=5900, off_by=-100)
    assert drawer(entries[:3]) == Drawer(expected=6000)


def test_a_report_that_does_not_balance_says_so():
    done = report([LedgerEntry(kind=GIVEN, cents=1000)], {"": divided(Pot(), 900, [])})

    assert not done.balances
