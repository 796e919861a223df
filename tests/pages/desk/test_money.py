"""The donations: the list, the totals, and taking an entry back."""

import csv
from uuid import uuid4

from rules.money.pots import Pot
from tests import build
from tests.pages.reading import words
from tournament.commands.donations import take_donation
from tournament.models import Event


def gift(event, cents, by, method="cash", team=None):
    return take_donation(
        event=event, key=uuid4(), amount_cents=cents, method=method, team=team, by=by, at=build.MEET
    )


def test_the_totals_say_how_much_by_which_way_and_who_took_it(event, desk, dee):
    empty = words(desk.get(f"/{event.slug}/desk/money/"))
    gift(event, 1000, dee, team=build.team(event, "Kitty Katz"))
    gift(event, 750, dee, method="other")
    gift(event, 500, build.organizer(event))

    page = words(desk.get(f"/{event.slug}/desk/money/"))

    assert "Nothing given yet Donations are taken at the desk" in empty
    assert "Total $22.50 Cash $15 Other $7.50 Taken by Dee $17.50 Taken by Organizer $5" in page
    assert "$10 cash · Kitty Katz 2:00 PM, Dee" in page


def test_an_organizer_takes_the_entries_along_as_a_table_and_the_desk_does_not(event, organizer, desk, dee):
    entry = gift(event, 1050, dee, team=build.team(event, "Kitty Katz"))
    counter = {"key": uuid4(), "reason": "Counted twice"}
    desk.post(f"/{event.slug}/desk/donation/{entry.pk}/counter/", counter)
    address = f"/{event.slug}/desk/money.csv"

    answer = organizer.get(address)

    first, second = csv.DictReader(
        b"".join(answer.streaming_content).decode().removeprefix("\ufeff").splitlines()
    )
    assert (first["giver"], first["amount"], first["is_taken_back"]) == ("Kitty Katz", "10.50", "True")
    assert (second["amount"], second["takes_back"], second["note"]) == (
        "-10.50",
        first["entry"],
        "Counted twice",
    )
    assert first["at"].endswith("T14:00:00-05:00")
    assert desk.get(address).status_code == 403
    assert "As a table (CSV)" in words(organizer.get(f"/{event.slug}/desk/money/"))
    assert "As a table (CSV)" not in words(desk.get(f"/{event.slug}/desk/money/"))


def test_an_entry_is_taken_back_by_a_counter_entry_and_both_stay(event, desk, dee):
    entry = gift(event, 1000, dee)

    answer = desk.post(
        f"/{event.slug}/desk/donation/{entry.pk}/counter/",
        {"key": uuid4(), "reason": "Counted twice"},
        follow=True,
    )

    page = words(answer)
    assert "Total $0" in page
    assert "−$10 cash · A guest 2:00 PM, Dee · Counted twice taken back" in page
    assert "$10 cash · A guest 2:00 PM, Dee taken back" in page


def test_a_guest_gives_too(event, desk):
    sent = {"key": uuid4(), "amount": "20", "method": "other", "note": "Thank you"}

    answer = desk.post(f"/{event.slug}/desk/donation/", sent, follow=True)

    assert "Thank you! It is entered." in words(answer)
    assert "$20 other · A guest 2:00 PM, Dee · Thank you" in words(answer)


def test_the_drawer_is_counted_against_the_ledger_and_money_is_handed_over(event, desk, dee):
    address, money = f"/{event.slug}/desk/money/cash/", f"/{event.slug}/desk/money/"
    gift(event, 1000, dee)
    for kind, amount in (("float", "50"), ("counted", "58.5"), ("handed", "20")):
        answer = desk.post(address, {"key": uuid4(), "kind": kind, "amount": amount}, follow=True)

    page = words(answer)
    assert "$40 in cash, by the ledger. Last counted: $58.50, $1.50 short ." in page
    assert "Total $10" in page
    assert "−$20 cash · Handed over" in page
    refused = desk.post(address, {"key": uuid4(), "kind": "handed", "amount": "41"})
    assert refused.status_code == 422
    assert words(refused).count("By the ledger the drawer has only $40.00.") == 1
    assert "Choose what happened" in words(
        desk.post(address, {"key": uuid4(), "kind": "burned", "amount": "1"})
    )
    assert words(desk.get(money)).count("Handed over") == 1


def test_an_entry_to_a_pot_is_taken_by_one_press_and_has_its_receipt(event, desk, client):
    Event.objects.update(
        pots=[Pot(name="Boston pot", entry_cents=500, prizes=(100,)).as_json()], zelle="a@b.org"
    )
    team = build.team(event, "Kitty Katz")
    page = f"/{event.slug}/desk/{team.pk}/"
    before = words(desk.get(page))

    sent = {"key": uuid4(), "amount": "10.00", "pot": "Boston pot", "method": "zelle"}
    desk.post(f"{page}donate/", sent)
    wrong = desk.post(f"{page}donate/", {**sent, "key": uuid4(), "pot": "Another pot"})

    assert "Boston pot gave $0 of $10 to be in it not in $10 cash" in before
    assert "Boston pot gave $10 of $10 to be in it ✓ in" in words(desk.get(page))
    assert "This event has no such pot." in words(wrong)
    receipt = words(client.get(f"/{event.slug}/receipt/{sent['key']}/"))
    assert "$10 From Kitty Katz For Boston pot How Zelle" in receipt
    assert client.get(f"/{event.slug}/receipt/{uuid4()}/").status_code == 404
    said = "Zelle a@b.org Or cash at the desk. Nobody has to give to play, only to be in a pot."
    assert said in words(client.get(f"/{event.slug}/pay/"))


def test_an_entry_fee_is_not_called_suggested(event, desk, client):
    Event.objects.update(money_word="entry fee")

    for page, said in ((desk, "desk/money/"), (client, "pay/"), (client, "sign-up/")):
        read = words(page.get(f"/{event.slug}/{said}"))
        assert "Nobody has to pay to play." in read, said
        assert "uggested" not in read, said


def test_what_was_taken_back_has_no_valid_receipt(event, desk, dee, client):
    entry = gift(event, 1000, dee)
    desk.post(f"/{event.slug}/desk/donation/{entry.pk}/counter/", {"key": uuid4(), "reason": "Left"})

    page = words(client.get(f"/{event.slug}/receipt/{entry.key}/"))

    assert "Taken back: this receipt is not valid" in page


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
    paid = organizer.post(f"{address}pay/", sent, follow=True)
    again = organizer.post(f"{address}pay/", {**sent, "key": uuid4()})

    assert "The places aren’t final yet." in waits
    assert "Paid. It is in the ledger." in words(paid)
    assert f"$8.01 {winner.team.name} Donations, 1st place: $8.01 ✓ paid" in words(paid)
    assert "This envelope has changed since." in words(again)
    slip = words(organizer.get(f"{address}envelopes/"))
    assert f"{winner.team.name} {' & '.join(winner.players)} $8.01" in slip
    assert "Received (name and date)" in slip
    report = words(organizer.get(f"{address}report/"))
    assert "For Lake Food Bank $2, of which $0 handed over" in report
    assert "✓ It balances to the cent" in report
    assert {desk.get(f"{address}{page}").status_code for page in ("", "envelopes/", "report/")} == {403}
