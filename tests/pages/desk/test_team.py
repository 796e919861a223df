"""One team at the desk, in its row of the board and on its own page."""

from uuid import uuid4

import pytest

from scoring.rounds.commands_seating_by_hand import choose_who_rests
from tests import build
from tests.pages.reading import words
from tests.pages.visit import opened, organizer_of
from tools.rehearsal.browser import read
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import sign_up_team
from tournament.models import Donation, Team
from tournament.money.commands_donations import counter_donation, take_donation


@pytest.fixture
def katz(event):
    return build.team(event, "Kitty Katz", is_here=False)


def at(team, action="", *, page=False):
    return f"/{team.event.slug}/desk/{team.pk}/{action}{'?at=team' if page else ''}"


def board_of(desk, event):
    return read(desk.get(f"/{event.slug}/desk/").content.decode())


def taps_on(desk, event):
    return [button.words for button in board_of(desk, event).find("button", name="tap")]


def test_a_teams_page_has_its_details_and_the_desk_shows_where_it_can_sit(event, desk, katz):
    gift = {"key": uuid4(), "amount_cents": 750, "method": "cash", "team": katz}
    take_donation(event=event, **gift, by=build.organizer(event), at=build.MEET)
    typed = {"home": "Gary,  Indiana", "needs_accessible": "on", "fixed_table": "3"}

    page = words(desk.post(at(katz, "place/", page=True), typed, follow=True))
    board = board_of(desk, event).one("div", id="desk-board")

    katz.refresh_from_db()
    assert (katz.home, katz.needs_accessible, katz.fixed_table.number) == ("Gary, Indiana", True, 3)
    assert "▲ 1 Kitty Katz Dee 1 & Ray 1" in page
    assert "From Gary, Indiana" in page
    assert f"http://testserver/join/{katz.badge.secret}/" in page
    assert "$7.50 cash · Kitty Katz 2:00 PM, taken by Organizer Receipt Total $7.50 ." in page
    assert "♿ Wheelchair" in board.one("li", id=f"team-{katz.pk}").words
    needs = "Wheelchair-accessible table: 1 Kitty Katz Everybody 1"
    assert board.words.startswith(f"0 here · 1 not here yet · $7.50 given {needs}")


def test_a_team_is_offered_tables_in_use_and_its_own_fixed_table(event, desk, katz):
    event.tables.filter(number__in=(2, 3)).update(is_out_of_use=True)
    katz.fixed_table = event.tables.get(number=3)
    katz.save()

    page = read(desk.get(f"/{event.slug}/desk/{katz.pk}/").content.decode())

    offered = [option.words for option in page.one("select", name="fixed_table").find("option")]
    assert offered[:3] == ["any table", "Table 1", "Table 3"]


def test_a_misspelled_player_is_corrected_at_the_desk_and_the_log_says_so(event, desk, katz):
    dee, _ = katz.players.order_by("pk")

    answer = desk.post(f"/{event.slug}/desk/player/{dee.pk}/correct/", {"name": "  Di  One "}, follow=True)

    assert "Di One is corrected." in words(answer)
    assert "▲ 1 Kitty Katz Di One & Ray 1" in words(answer)
    assert event.log.order_by("-pk").first().words == "Dee 1 is spelled Di One now."


def test_a_teams_lost_link_is_renewed_at_the_desk(desk, katz):
    old = katz.badge.secret

    answer = desk.post(at(katz, "link/"), follow=True)

    katz.badge.refresh_from_db()
    assert f"/join/{katz.badge.secret}/" in answer.content.decode()
    assert "Here is their new link. The old one is closed." in words(answer)
    assert [desk.get(f"/join/{secret}/").status_code for secret in (old, katz.badge.secret)] == [404, 302]


def test_a_team_withdraws_and_returns(desk, katz):
    gone = words(desk.post(at(katz, "withdraw/", page=True), follow=True))
    back = words(desk.post(at(katz, "return/", page=True), follow=True))

    assert "Withdrawn They are back" in gone
    assert "Withdraw the team" in back
    assert Team.objects.get().withdrawn_at is None


def test_a_team_in_a_game_leaves_both_game_and_event_in_one_press(event, desk):
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


def test_somebody_sits_in_and_the_player_is_back(event, desk, katz):
    leaves = katz.players.first()
    sent = {"key": uuid4(), "player": leaves.pk, "name": "Cleo", "reason": "Ill"}

    page = words(desk.post(at(katz, "substitute/"), sent, follow=True))
    board = board_of(desk, event).words
    back = words(desk.post(f"/{event.slug}/desk/player/{leaves.pk}/back/", follow=True))

    assert f"Cleo substitutes for {leaves}" in page
    assert "Cleo" in board
    assert f"{leaves} is back." in back
    assert "substitute for" not in back.split("New substitute")[0].split("Who plays now")[1]


# --- on the board ---------------------------------------------------------------------------------


def test_what_was_given_is_on_the_row_and_only_who_has_not_given_is_asked(event, desk, dee, katz):
    first, second = katz.players.order_by("pk")
    asked, own_page = [taps_on(desk, event)], words(desk.get(at(katz)))

    def give(**sent):
        answer = desk.post(at(katz, "donate/"), {"key": uuid4(), "method": "cash"} | sent, follow=True)
        asked.append(taps_on(desk, event))
        return words(answer)

    once = {"key": uuid4(), "tap": f"500 {first.pk}"}
    give(**once)
    row = give(**once)
    give(amount="7", giver=second.pk)
    [other] = board_of(desk, event).one("li", id=f"team-{katz.pk}").find("a", **{"class": "give-other"})
    entry = Donation.objects.earliest("pk")
    counter_donation(donation=entry, key=uuid4(), reason="Another team's", by=dee, at=build.MEET)
    asked.append(taps_on(desk, event))
    give(tap="1000")

    dees, rays, both = ["$5 Dee of Kitty Katz"], ["$5 Ray of Kitty Katz"], ["$10 team Kitty Katz"]
    assert asked[:-1] == [dees + rays + both, rays, rays, [], dees]
    assert "$5 Dee" in own_page
    assert "$10 team" in own_page
    assert "gave $5 cash by Dee" in row
    assert "Take this amount" in words(desk.get(other.attributes["href"]))
    given = Donation.objects.filter(counters=None).order_by("pk")
    assert [(each.player, each.team, each.amount_cents, each.method) for each in given] == [
        (first, katz, 500, "cash"),
        (second, katz, 700, "cash"),
        (None, katz, 1000, "cash"),
    ]
    assert f"$5 cash · {first} of Kitty Katz" in words(desk.get(at(katz)))


@pytest.mark.parametrize(
    ("players", "asked"),
    [
        (["Nate Brown", "Ray Green"], ["$5 Nate", "$5 Ray"]),
        (["Nate Brown", "Nate Green"], ["$5 Nate Brown", "$5 Nate Green"]),
        (["Dr. Philomena Watson", "Deacon Jones"], ["$5 Dr. Philomena", "$5 Deacon Jones"]),
    ],
)
def test_buttons_name_partners_so_that_the_desk_can_tell_them_apart(event, desk, players, asked):
    build.pair(event, *players)

    page = words(desk.get(f"/{event.slug}/desk/"))

    assert all(f"{button} of {' & '.join(players)}" in page for button in asked)


def test_the_suggested_amounts_are_the_events_own(event, desk, katz):
    event.donation_player_cents, event.donation_team_cents = 800, 0
    event.save(update_fields=["donation_player_cents", "donation_team_cents"])

    assert taps_on(desk, event) == ["$8 Dee of Kitty Katz", "$8 Ray of Kitty Katz"]


def test_a_team_that_left_its_game_gets_it_back_on_its_page(event, desk):
    game = build.game(event)
    build.hand(game, at=build.MEET)
    asked = words(desk.get(at(game.team("NS"))))
    gone = words(desk.post(at(game.team("NS"), "leave-game/", page=True), {"key": uuid4()}, follow=True))

    back = words(desk.post(at(game.team("NS"), "return-to-game/", page=True), follow=True))

    game.refresh_from_db()
    assert f"Their game against {game.team('EW')} at Table 1 is forfeited." in asked
    assert "It can go on where it ended. They are back, and play on" in gone
    assert "are back, and have their game again." in back
    assert (game.over_at, game.team("NS").withdrawn_at) == (None, None)


def test_the_page_follows_who_sits_out_as_said_at_the_table():
    event = build.event(third_player=True)
    names = {"name": "Trio", "players": ("Ann", "Bo", "Cy")}
    trio = sign_up_team(event=event, key=uuid4(), **names, by=build.organizer(event), at=build.MEET)
    check_in_team(team=trio, by=build.organizer(event), at=build.MEET)
    build.team(event, "Aces")
    game, desk = build.called_round(event).games.get(), organizer_of(event)

    def page():
        return opened(event, f"desk/{trio.pk}/", desk).one(id="team")

    before = page()
    choose_who_rests(
        game=game, player=trio.players.get(name="Ann"), by=build.organizer(event), at=build.THREE
    )

    assert page().words != before.words
    # It says of no game that it may be ignored.
    assert "data-games" not in before.attributes
