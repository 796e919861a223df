"""Payouts by places and side prizes, and a report that balances (Rulebook M-1 to M-14)."""

from random import Random
from uuid import uuid4

import pytest

from rules.counted.side_prizes import BOSTONS, COUNTER, SidePrize
from rules.money.pots import CARRIED, DRAWN, PLAYED, SETS, Pot
from rules.ruleset.hands import HandFacts
from scoring.prizes.commands_payouts import decide_place, pay_prize
from scoring.prizes.payouts import TICKET, Envelope, payouts, pot_asks
from scoring.prizes.side_prizes import side_prizes
from tests import build
from tests.scoring.prizes.evenings import LAST, evening
from tournament.errors import Refused
from tournament.models import Donation
from tournament.money.commands_donations import counter_donation, move_cash, take_donation

pytestmark = pytest.mark.django_db

MOST = SidePrize(name="Most Bostons", decides=BOSTONS)


def give(event, team, cents, pot="", method="cash"):
    return take_donation(
        event=event, key=uuid4(), amount_cents=cents, method=method, team=team, pot=pot,
        by=build.organizer(event), at=build.MEET,
    )  # fmt: skip


def asks_of(team):
    return pot_asks(team.event, {team.pk: False})[team.pk]


def pay(event, envelope, method="cash", **more):
    payout = {"winner": envelope.winner, "amount_cents": envelope.open, "method": method, **more}
    return pay_prize(event=event, key=uuid4(), **payout, by=build.organizer(event), at=LAST)


def test_the_places_win_the_first_pot_and_the_rest_is_the_clubs():
    event = evening(Pot(prizes=(60, 40), club_percent=50))
    for team in event.teams.all():
        give(event, team, 1005)
    before = payouts(event, LAST)
    with pytest.raises(Refused, match="Settle them first"):
        pay(event, Envelope(winner=event.teams.first().pk, team=None, players=(), lines=()))
    build.cut_settled(event)

    page = payouts(event, LAST)

    assert (before.is_final, before.envelopes, before.report.waits) == (False, (), 2010)
    assert before.report.balances
    assert [(each.lines[0].place, each.cents) for each in page.envelopes] == [("1st", 1206), ("2nd", 804)]
    assert (page.report.given, page.report.prizes, page.report.club) == (4020, 2010, 2010)
    assert page.report.balances


@pytest.mark.both
def test_a_team_is_in_a_pot_with_both_partners_or_not_at_all():
    pot = Pot(name="Boston pot", entry_cents=500, goes_to="Most Bostons", prizes=(100,), unwon=CARRIED)
    event = build.event(pots=[pot.as_json()], side_prizes=[MOST.as_json()], is_practice=True)
    team = build.team(event)
    give(event, team, 500, "Boston pot")

    [half] = asks_of(team)
    give(event, team, 500, "Boston pot")
    [whole] = asks_of(team)

    assert (half.open, half.is_in, whole.open, whole.is_in) == (500, False, 0, True)


def test_who_is_not_in_the_pot_does_not_win_it_and_the_board_says_so():
    pot = Pot(name="Loner pot", entry_cents=500, goes_to="Loners", prizes=(100,), unwon=CARRIED)
    prize = SidePrize(name="Loners", decides=COUNTER, counter="Loners")
    event = build.event(
        game="euchre-card", seating="alone", results_by="totals", is_practice=True,
        pots=[pot.as_json()], side_prizes=[prize.as_json()],
    )  # fmt: skip
    build.people(event, 4)
    game = build.called_round(event).games.get()
    most, next_to = game.team("N"), game.team("E")
    give(event, next_to, 500, "Loner pot")
    facts = HandFacts(total_points={"NS": 10, "EW": 4}, counters={"Loners": {"N": 3, "E": 1}})
    build.hand(game, facts, at=build.at(15, 20))

    board = side_prizes(event, LAST).prizes[0]

    assert board.goes_to == next_to.name
    assert board.why == (
        f"Only those in its pot can win it, so it goes to {next_to.name}, not to {most.name}.",
    )


@pytest.mark.both
def test_a_team_owes_a_fine_for_each_bid_it_had_set():
    pot = Pot(name="Set pot", fine_cents=50, fine_counter=SETS, prizes=(100,))
    event = build.event(pots=[pot.as_json()], is_practice=True)
    game = build.game(event)
    build.hand(game, build.FOUR_SET)

    [ask], [nothing] = (asks_of(game.team(side)) for side in ("NS", "EW"))
    give(event, game.team("NS"), 50, "Set pot")
    [given] = asks_of(game.team("NS"))

    assert (ask.counted, ask.open, nothing.open, given.open) == (1, 50, 0, 0)


def test_an_envelope_is_paid_once_and_never_beyond_what_the_drawer_holds():
    event = evening(Pot(prizes=(100,)))
    entry = give(event, event.teams.first(), 3000, method="zelle")
    build.cut_settled(event)
    [envelope] = payouts(event, LAST).envelopes

    with pytest.raises(Refused, match="the drawer has only"):
        pay(event, envelope)
    with pytest.raises(Refused, match="changed since"):
        pay(event, envelope, "zelle", amount_cents=2999)
    pay(event, envelope, "zelle")
    with pytest.raises(Refused, match="changed since"):
        pay(event, envelope, "zelle")
    [paid] = payouts(event, LAST).envelopes
    counter_donation(donation=entry, key=uuid4(), reason="Left", by=build.organizer(event), at=LAST)
    [after] = payouts(event, LAST).envelopes

    assert (paid.open, after.open, after.too_much) == (0, 0, 3000)
    assert payouts(event, LAST).report.balances


@pytest.mark.both
@pytest.mark.slow
def test_a_tied_place_waits_until_somebody_says_who_won_it():
    """The losers of the quarterfinals share places 5 to 7."""
    event = build.event(pots=[Pot(prizes=(40, 20, 20, 10, 10), ties=PLAYED).as_json()], is_practice=True)
    build.teams(event, 8)
    give(event, event.teams.first(), 10_000)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    before = payouts(event, LAST)
    [tie] = before.pots[0].ties
    best, *others = (event.teams.get(pk=name.team_id) for name in tie.teams)
    decided = {"event": event, "by": build.organizer(event), "at": LAST}

    decide_place(tie=tie.key, team=best, **decided)
    page = payouts(event, LAST)

    assert (tie.place, before.report.waits, page.report.waits) == ("5th", 1000, 0)
    assert {each.winner: each.cents for each in page.envelopes}[best.pk] == 1000
    assert page.report.balances
    with pytest.raises(Refused, match="Nobody is tied for that prize"):
        decide_place(tie=tie.key, team=others[0], **decided)


def test_a_drawn_ticket_is_paid_to_a_name():
    pot = Pot(name="50-50", goes_to=DRAWN, prizes=(100,), club_percent=50)
    event = evening(pot, has_raffles=True)
    build.cut_settled(event)
    give(event, None, 4001, "50-50")
    [envelope] = payouts(event, LAST).envelopes

    with pytest.raises(Refused, match="drawn ticket"):
        pay(event, envelope)
    pay(event, envelope, note="Kim")

    assert (envelope.winner, envelope.cents) == (TICKET, 2001)
    assert [entry.note for entry in event.donations.filter(kind="paid")] == ["Kim"]


@pytest.mark.both
@pytest.mark.slow
def test_the_ledger_the_drawer_and_the_report_agree_on_evenings_by_chance():
    pots = (
        Pot(prizes=(50, 30), club_percent=10, step_cents=100),
        Pot(name="Side pot", entry_cents=500, prizes=(100,), cap_cents=1500, unwon=CARRIED),
    )
    event = evening(*pots)
    build.cut_settled(event)
    by, chance, cash = build.organizer(event), Random(28), 0
    move_cash(event=event, key=uuid4(), kind="float", amount_cents=5000, by=by, at=LAST)
    for _ in range(25):
        team = chance.choice([None, *event.teams.all()])
        method = chance.choice(("cash", "cash", "card"))
        entry = give(event, team, chance.randrange(1, 2000), chance.choice(("", "Side pot")), method)
        cash += entry.amount_cents * (method == "cash")
        if chance.random() < 0.2:
            counter_donation(donation=entry, key=uuid4(), reason="Left", by=by, at=LAST)
            cash -= entry.amount_cents * (method == "cash")
    page = payouts(event, LAST)
    assert page.envelopes

    for envelope in page.envelopes:
        pay(event, envelope)
        cash -= envelope.cents
    done = payouts(event, LAST).report
    move_cash(event=event, key=uuid4(), kind="handed", amount_cents=min(done.club, done.cash), by=by, at=LAST)
    done = payouts(event, LAST).report

    assert (done.balances, done.unpaid, done.cash) == (True, 0, 5000 + cash - done.handed)
    assert -sum(Donation.objects.filter(kind="paid").values_list("amount_cents", flat=True)) == done.prizes
