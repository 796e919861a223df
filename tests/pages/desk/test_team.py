"""One team at the desk, in its row of the board and on its own page."""

from uuid import uuid4

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.reading import words
from tournament.commands.donations import counter_donation, take_donation
from tournament.commands.teams import place_team
from tournament.models import Donation, Team


@pytest.fixture
def katz(event):
    return build.team(event, "Kitty Katz", is_here=False)


def at(team, action="", *, page=False):
    return f"/{team.event.slug}/desk/{team.pk}/{action}{'?at=team' if page else ''}"


def test_a_teams_page_shows_its_link_its_players_and_what_it_gave(event, desk, katz):
    gift = {"key": uuid4(), "amount_cents": 750, "method": "cash", "team": katz}
    take_donation(event=event, **gift, by=build.organizer(event), at=build.MEET)

    page = words(desk.get(at(katz)))

    assert "▲ 1 Kitty Katz Dee 1 & Ray 1" in page
    assert f"http://testserver/join/{katz.badge.secret}/" in page
    assert "$7.50 cash · Kitty Katz 2:00 PM, taken by Organizer Receipt Total $7.50 ." in page


def test_a_team_withdraws_and_returns(event, desk, katz):
    gone = desk.post(at(katz, "withdraw/", page=True), follow=True)
    assert "Withdrawn They are back" in words(gone)

    back = desk.post(at(katz, "return/", page=True), follow=True)

    assert "Withdraw the team" in words(back)
    assert Team.objects.get().withdrawn_at is None


def test_a_team_in_a_game_does_not_withdraw_but_leaves_game_and_day_in_one_press(event, desk):
    game = build.game(event)
    build.hand(game, at=build.MEET)

    refused = desk.post(at(game.team("NS"), "withdraw/", page=True))
    answer = desk.post(at(game.team("NS"), "leave-game/", page=True), {"key": uuid4()}, follow=True)

    game.refresh_from_db()
    assert refused.status_code == 422
    assert "That game is forfeited, then they can leave." in words(refused)
    assert "Forfeit this game and leave the event" in words(refused)
    assert (game.score.winner, game.score.ending) == (game.team("EW"), "forfeit")
    assert "Withdrawn" in words(answer)


def test_a_team_says_where_it_is_from_and_where_it_can_sit(event, desk, katz):
    typed = {"home": "Gary,  Indiana", "needs_accessible": "on", "fixed_table": "3"}

    answer = desk.post(at(katz, "place/", page=True), typed, follow=True)

    katz.refresh_from_db()
    assert (katz.home, katz.needs_accessible, katz.fixed_table.number) == ("Gary, Indiana", True, 3)
    assert "From Gary, Indiana" in words(answer)


def test_somebody_sits_in_and_the_player_is_back(event, desk, katz):
    leaves = katz.players.first()
    address = f"/{event.slug}/desk/{katz.pk}/substitute/"

    page = desk.post(
        address, {"key": uuid4(), "player": leaves.pk, "name": "Cleo", "reason": "Ill"}, follow=True
    )
    assert f"Cleo substitutes for {leaves}" in words(page)
    assert "Cleo" in words(desk.get(f"/{event.slug}/desk/"))

    page = desk.post(f"/{event.slug}/desk/player/{leaves.pk}/back/", follow=True)
    assert f"{leaves} is back." in words(page)
    assert "substitute for" not in words(page).split("New substitute")[0].split("Who plays now")[1]


def test_a_misspelled_player_is_corrected_at_the_desk_and_the_log_says_so(event, desk, katz):
    dee, _ = katz.players.order_by("pk")

    answer = desk.post(f"/{event.slug}/desk/player/{dee.pk}/correct/", {"name": "  Di  One "}, follow=True)

    assert "Di One is corrected." in words(answer)
    assert "▲ 1 Kitty Katz Di One & Ray 1" in words(answer)
    assert event.log.order_by("-pk").first().words == "Dee 1 is spelled Di One now."


# --- donations ------------------------------------------------------------------------------------


def taps_on(desk, event):
    page = read(desk.get(f"/{event.slug}/desk/").content.decode())
    return [button.words for button in page.find("button", name="tap")]


def test_what_was_given_is_on_the_row_and_only_who_has_not_given_is_asked(event, desk, dee, katz):
    first, second = katz.players.order_by("pk")
    before = taps_on(desk, event)

    tap = {"key": uuid4(), "method": "cash", "tap": f"500 {first.pk}"}
    for _ in range(2):
        page = words(desk.post(at(katz, "donate/"), tap, follow=True))

    given = Donation.objects.get()
    assert before == ["$5 Dee of Kitty Katz", "$5 Ray of Kitty Katz", "$10 team Kitty Katz"]
    assert (given.amount_cents, given.method) == (500, "cash")
    assert "gave $5 cash by Dee" in page
    assert taps_on(desk, event) == ["$5 Ray of Kitty Katz"]
    desk.post(at(katz, "donate/"), tap | {"key": uuid4(), "tap": f"500 {second.pk}"})
    row = read(desk.get(f"/{event.slug}/desk/").content.decode()).one("li", id=f"team-{katz.pk}")
    assert taps_on(desk, event) == []
    [other] = row.find("a", **{"class": "give-other"})
    assert "Take this amount" in words(desk.get(other.attributes["href"]))
    counter_donation(donation=given, key=uuid4(), reason="Another team's", by=dee, at=build.MEET)
    assert taps_on(desk, event) == ["$5 Dee of Kitty Katz"]


def test_who_needs_a_wheelchair_accessible_table_is_on_the_row_and_at_the_top(event, desk, katz):
    needs = {"home": "", "needs_accessible": True, "fixed_table": None}
    place_team(team=katz, **needs, by=build.organizer(event), at=build.MEET)

    page = read(desk.get(f"/{event.slug}/desk/").content.decode())

    assert "♿ Wheelchair" in page.one("li", id=f"team-{katz.pk}").words
    assert page.one("div", id="desk-board").words.startswith(
        "Wheelchair-accessible table: 1 Kitty Katz Teams"
    )


def test_the_suggested_amounts_are_the_events_own(event, desk, katz):
    event.donation_player_cents, event.donation_team_cents = 800, 0
    event.save(update_fields=["donation_player_cents", "donation_team_cents"])

    page = desk.get(f"/{event.slug}/desk/").content.decode()

    taps = [f'name="tap" value="800 {player.pk}"' for player in katz.players.all()]
    assert [tap in page for tap in taps] == [True, True]
    assert page.count('name="tap"') == 2


# --- swaps and costs ------------------------------------------------------------------------------


def test_a_teams_lost_link_is_renewed_at_the_desk(event, desk):
    team = build.team(event)
    old = team.badge.secret

    answer = desk.post(f"/{event.slug}/desk/{team.pk}/link/", follow=True)

    new = type(team.badge).objects.get(pk=team.badge.pk).secret
    assert f"/join/{new}/" in answer.content.decode()
    assert "Here is their new link. The old one is closed." in words(answer)
    assert [desk.get(f"/join/{secret}/").status_code for secret in (old, new)] == [404, 302]


def test_a_donation_is_the_teams_or_one_players_and_says_whose(desk, katz):
    one = katz.players.first()
    page = words(desk.get(at(katz)))
    assert f"$5 {one.name.split()[0]}" in page
    assert "$10 team" in page

    desk.post(at(katz, "donate/"), {"key": uuid4(), "method": "cash", "tap": f"500 {one.pk}"})
    desk.post(at(katz, "donate/"), {"key": uuid4(), "method": "cash", "amount": "7", "giver": one.pk})
    desk.post(at(katz, "donate/"), {"key": uuid4(), "method": "cash", "tap": "1000"})

    assert [(entry.player, entry.team) for entry in Donation.objects.order_by("pk")] == [
        (one, katz),
        (one, katz),
        (None, katz),
    ]
    assert f"$5 cash · {one.name} of {katz.name}" in words(desk.get(at(katz)))
