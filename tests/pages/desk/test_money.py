"""The donations: the list, the totals, and taking an entry back."""

import csv
from random import Random
from uuid import UUID, uuid4

import pytest

from pages.money import typed
from rules.money.pots import SETS, TEAM, Pot
from scoring.prizes.payouts import payouts
from scoring.recording.commands_hands import strike_hand
from tests import build
from tests.pages.reading import words
from tests.pages.visit import opened, organizer_of
from tools.rehearsal.browser import Element
from tournament.models import Donation, Event
from tournament.models.links import sealed
from tournament.money.commands_donations import counter_donation, take_donation
from tournament.money.ledger import in_their_pots


def gift(event, cents, by, method="cash", team=None):
    return take_donation(
        event=event, key=uuid4(), amount_cents=cents, method=method, team=team, by=by, at=build.MEET
    )


def test_the_totals_say_how_much_by_which_way_and_who_took_it(event, desk, dee):
    address = f"/{event.slug}/desk/money/"
    empty = words(desk.get(address))
    gift(event, 1000, dee, team=build.team(event, "Kitty Katz"))
    gift(event, 500, build.organizer(event))
    sent = {"key": uuid4(), "amount": "7.50", "method": "other", "note": "Thank you"}

    page = words(desk.post(f"/{event.slug}/desk/donation/", sent, follow=True))

    assert "Nothing given yet Donations are taken at the desk" in empty
    assert "Thank you! It is entered." in page
    assert "Total $22.50 Cash $15 Other $7.50 Taken by Dee $17.50 Taken by Organizer $5" in page
    assert "$10 cash · Kitty Katz 2:00 PM, Dee" in page
    assert "$7.50 other · A guest 2:00 PM, Dee · Thank you" in page


def test_an_entry_and_its_counter_entry_stay_and_its_receipt_is_invalid(event, organizer, desk, dee, client):
    entry = gift(event, 1050, dee)
    counter = {"key": uuid4(), "reason": "Counted twice"}
    csv_address = f"/{event.slug}/desk/money.csv"

    page = words(desk.post(f"/{event.slug}/desk/donation/{entry.pk}/counter/", counter, follow=True))
    table = b"".join(organizer.get(csv_address).streaming_content).decode("utf-8-sig")
    receipt = words(client.get(f"/{event.slug}/receipt/{sealed('receipt', entry.key)}/"))

    assert "Total $0" in page
    assert "−$10.50 cash · A guest 2:00 PM, Dee · Counted twice taken back" in page
    assert "$10.50 cash · A guest 2:00 PM, Dee taken back" in page
    first, second = csv.DictReader(table.splitlines())
    assert (first["giver"], first["amount"], first["is_taken_back"]) == ("A guest", "10.50", "True")
    assert first["at"].endswith("T14:00:00-05:00")
    assert (second["amount"], second["takes_back"], second["note"]) == (
        "-10.50",
        first["entry"],
        "Counted twice",
    )
    assert "Taken back: this receipt is not valid" in receipt
    assert "As a table (CSV)" in words(organizer.get(f"/{event.slug}/desk/money/"))
    assert "As a table (CSV)" not in page
    assert desk.get(csv_address).status_code == 403


def test_the_drawer_is_counted_against_the_ledger_and_the_report_names_who(event, organizer, desk, dee):
    def moved(kind, amount):
        sent = {"key": uuid4(), "kind": kind, "amount": amount}
        return desk.post(f"/{event.slug}/desk/money/cash/", sent, follow=True)

    gift(event, 1000, dee)
    moved("float", "50")
    moved("counted", "58.5")

    page = words(moved("handed", "20"))
    refused = moved("handed", "41")
    unknown = words(moved("burned", "1"))
    after = words(desk.get(f"/{event.slug}/desk/money/"))
    report = words(organizer.get(f"/{event.slug}/desk/payouts/report/"))

    assert "Counted in the drawer $58.50 by " in report
    assert "$1.50 less than the ledger said then" in report
    assert "$40 in cash, by the ledger. Last counted: $58.50, $1.50 short ." in page
    assert "Total $10" in page
    assert after.count("−$20 cash · Handed over") == after.count("cash · Handed over") == 1
    assert refused.status_code == 422
    assert words(refused).count("By the ledger the drawer has only $40.00.") == 1
    assert "Choose what happened" in unknown


def test_an_entry_to_a_pot_is_taken_by_one_press_and_has_its_receipt(event, desk, client):
    pot = Pot(name="Boston pot", entry_cents=500, prizes=(100,))
    Event.objects.update(pots=[pot.as_json()], zelle="a@b.org")
    page = f"/{event.slug}/desk/{build.team(event, 'Kitty Katz').pk}/"
    before = words(desk.get(page))

    sent = {"key": uuid4(), "amount": "10.00", "pot": "Boston pot", "method": "zelle"}
    desk.post(f"{page}donate/", sent)
    wrong = desk.post(f"{page}donate/", {**sent, "key": uuid4(), "pot": "Another pot"})

    assert "Boston pot gave $0 of $10 to be in it not in $10 cash" in before
    assert "Boston pot gave $10 of $10 to be in it ✓ in" in words(desk.get(page))
    assert "This event has no such pot." in words(wrong)
    receipt = words(client.get(f"/{event.slug}/receipt/{sealed('receipt', UUID(str(sent['key'])))}/"))
    assert "$10 From Kitty Katz For Boston pot How Zelle" in receipt
    assert client.get(f"/{event.slug}/receipt/{uuid4()}/").status_code == 404
    sentence = "Zelle a@b.org Or cash at the desk. Nobody has to give to play, only to be in a pot."
    assert sentence in words(client.get(f"/{event.slug}/pay/"))


def test_an_entry_to_a_pot_is_taken_on_the_teams_line_at_the_desk(event, desk):
    Event.objects.update(pots=[Pot(name="Boston pot", entry_cents=100, prizes=(100,)).as_json()])
    katz = build.team(event, "Kitty Katz")
    board, donate = f"/{event.slug}/desk/", f"/{event.slug}/desk/{katz.pk}/donate/"
    entry = {"amount": "2.00", "pot": "Boston pot", "method": "cash"}

    before = words(desk.get(board))
    after = words(desk.post(donate, {"key": uuid4(), **entry}, follow=True))

    assert ["$2 Boston pot of Kitty Katz" in page for page in (before, after)] == [True, False]
    assert Donation.objects.get().pot == "Boston pot"


def asked_for(part: Element) -> dict[str, str]:
    """The sum that one press takes for each pot, by its name."""
    forms = [form for form in part.find("form") if form.find("input", name="pot") and form.find("button")]
    return {
        form.one("input", name="pot").attributes["value"]: form.one("input", name="amount").attributes[
            "value"
        ]
        for form in forms
    }


@pytest.mark.parametrize("is_practice", [True, False])
def test_the_desk_the_teams_page_and_the_pot_show_the_same_sum(is_practice):
    """A step pays, takes back, lets the team leave or return, or adds or strikes a hand that it had set."""
    terms = {"Both": (1000, 150), "Entry": (700, 0), "Fine": (0, 50)}
    pots = [
        Pot(name=name, entry_cents=entry, entry_per=TEAM, fine_cents=fine, fine_counter=SETS, prizes=(100,))
        for name, (entry, fine) in terms.items()
    ]
    event = build.event(is_practice=is_practice, pots=[pot.as_json() for pot in pots])
    game, chance, client = build.game(event), Random(28), organizer_of(event)
    by, katz = {"by": build.organizer(event), "at": build.THREE}, game.team("NS")
    gave, sets, is_gone = dict.fromkeys(terms, 0), [], False
    for _ in range(30):
        step, name = (
            chance.choice(("gives", "gives", "leaves", "is set", "has its hand back")),
            chance.choice([*terms]),
        )
        if step == "gives":
            cents = chance.choice((50, 150, 500, 1000, 1150))
            entry = take_donation(
                event=event, key=uuid4(), amount_cents=cents, method="cash", team=katz, pot=name, **by
            )
            if chance.random() < 0.3:
                counter_donation(donation=entry, key=uuid4(), reason="Left", **by)
            else:
                gave[name] += cents
        elif step == "leaves":
            is_gone = not is_gone
            event.teams.filter(pk=katz.pk).update(withdrawn_at=build.THREE if is_gone else None)
        elif step == "is set" and len(sets) < 2:
            sets.append(build.hand(game, build.FOUR_SET))
        elif sets:
            strike_hand(hand=sets.pop(), hand_id=uuid4(), reason="Never dealt", **by)

        line = opened(event, "desk/", client).one("li", id=f"team-{katz.pk}")
        page = opened(event, f"desk/{katz.pk}/", client).one("div", id="team")
        held = {pot.title: pot.cents for pot in payouts(event, build.THREE).pots}

        owed = {
            name: (0 if is_gone else max(0, entry - gave[name]))
            + max(0, fine * len(sets) - max(0, gave[name] - entry))
            for name, (entry, fine) in terms.items()
        }
        assert held == {"Donations": 0, **gave}
        chips = [chip.words == "✓ in" for chip in page.find("span") if chip.words in ("✓ in", "not in")]
        assert chips == [katz.pk in teams for teams in in_their_pots(event).values()]
        assert (
            asked_for(line)
            == asked_for(page)
            == {name: typed(cents) for name, cents in owed.items() if cents}
        ), (step, name, gave, len(sets), is_gone)


def test_an_entry_fee_is_not_called_suggested(event, desk, client):
    Event.objects.update(money_word="entry fee")

    for visitor, path in ((desk, "desk/money/"), (client, "pay/"), (client, "sign-up/")):
        page = words(visitor.get(f"/{event.slug}/{path}"))
        assert "Nobody has to pay to play." in page, path
        assert "uggested" not in page, path


def test_an_empty_pot_promises_no_envelope_once_the_places_are_final(event, organizer):
    Event.objects.update(pots=[Pot(prizes=(100,), club_percent=20).as_json()])
    build.teams(event, 4)
    address, promised = f"/{event.slug}/desk/payouts/", "as soon as the places are final"
    waits = words(organizer.get(address))
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)

    final = words(organizer.get(address))

    assert [promised in page for page in (waits, final)] == [True, False]
    assert "No envelope The places are final, and the pots have no money for the winners." in final


def test_prizes_are_paid_from_their_page_and_only_organizers_see_it(event, organizer, desk, dee):
    Event.objects.update(pots=[Pot(prizes=(100,), club_percent=20).as_json()], money_for="Lake Food Bank")
    build.teams(event, 4)
    gift(event, 1001, dee)
    address = f"/{event.slug}/desk/payouts/"
    waits = words(organizer.get(address))
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    [winner] = organizer.get(address).context["page"].envelopes

    sent = {"key": uuid4(), "winner": winner.winner, "amount_cents": winner.open, "method": "cash"}
    paid = words(organizer.post(f"{address}pay/", sent, follow=True))
    again = words(organizer.post(f"{address}pay/", {**sent, "key": uuid4()}))
    slip, report = (words(organizer.get(f"{address}{page}/")) for page in ("envelopes", "report"))

    assert "The places aren’t final yet." in waits
    assert "Paid. It is in the ledger." in paid
    assert f"$8.01 {winner.team.name} Donations, 1st place: $8.01 ✓ paid" in paid
    assert "This envelope has changed since." in again
    assert f"{winner.team.name} {' & '.join(winner.players)} $8.01" in slip
    assert "Received (name and date)" in slip
    assert "For Lake Food Bank $2, of which $0 handed over" in report
    assert "✓ The ledger balances to the cent" in report
    assert "Cash by the ledger $2 Counted in the drawer not counted" in report
    assert {desk.get(f"{address}{page}").status_code for page in ("", "envelopes/", "report/")} == {403}
