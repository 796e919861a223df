"""An old tablet at a table works without sign-in, for that table only, until it is ended."""

from uuid import uuid4

from django.test import Client

from scoring.reports.commands_agreement import witness_results
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, organizer_of, still_clock, wearing
from tests.scoring.acting import left_the_table
from tournament.badges.commands_badges import open_tablet
from tournament.models import Role

HAND = {"bidder": "NS", "bid": "4 uptown", "books": "10", "asked": "hand"}


def hall(agreed_by="teams"):
    """Two games at tables 1 and 2, and a tablet that opened the link for table 1."""
    event = build.event(is_practice=True, tables=4, agreed_by=agreed_by)
    build.teams(event, 4)
    games = build.called_round(event, at=build.THREE).games.order_by("table__number")
    still_clock(event, build.at(15, 2))
    badge = open_tablet(event=event, number=1, by=build.organizer(event), at=build.THREE)
    tablet = Client()
    answer = tablet.get(f"/join/{badge.secret}/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/{event.slug}/tablet/"
    return event, games, badge, tablet


def test_after_the_whistle_a_tablet_shows_no_countdown_of_those_who_left():
    event, (game, _), _, tablet = hall()
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])
    left_the_table(game)

    still_clock(event, build.at(15, 29))
    before = words(tablet.get(f"/{event.slug}/tablet/"))
    still_clock(event, build.at(15, 31))
    after = words(tablet.get(f"/{event.slug}/tablet/"))

    assert "left to be seated" in before
    assert "Not everybody is seated. A referee says how the game ends." in after
    assert "left to be seated" not in after


def hand_for(game, tablet, event):
    page = tablet.get(f"/{event.slug}/tablet/").content.decode()
    assert f'name="game" value="{game.pk}"' in page
    return {**HAND, "hand_id": str(uuid4()), "sequence": "1", "came_as": "1", "game": game.pk}


def test_a_tablet_seats_teams_saves_and_undoes_hands_and_calls_a_referee():
    event, (game, _), _, tablet = hall()
    at, team = f"/{event.slug}/tablet", game.team("NS")

    assert f"{team.name}: we’re ready" in words(tablet.get(f"{at}/"))
    tablet.post(f"{at}/seated/", {"game": game.pk, "team": team.pk})
    assert f"{team.name}: we’re ready" not in words(tablet.get(f"{at}/"))

    means = tablet.post(f"{at}/hand/preview/", hand_for(game, tablet, event), headers=HTMX)
    assert "bid 4 Uptown and took 10: made" in words(means)
    saved = tablet.post(f"{at}/hand/", hand_for(game, tablet, event), headers=HTMX)
    hand = game.hands.get()
    assert saved.status_code == 200
    assert "Save hand 2" in words(saved)
    assert hand.by.role == Role.TABLET

    undo = {"game": game.pk, "press": str(hand.pk), "key": str(uuid4())}
    tablet.post(f"{at}/undo/", undo)
    assert "Save hand 1" in words(tablet.get(f"{at}/"))
    refused = tablet.post(f"{at}/undo/", undo)
    assert refused.status_code == 422
    assert "A tablet takes back its last hand, for a minute. Call a referee" in words(refused)

    tablet.post(f"{at}/referee/", {"game": game.pk, "why": "A renege is claimed."})
    game.refresh_from_db()
    assert game.referee_called_for == "Tablet at table 1: A renege is claimed."


def test_a_tablet_does_nothing_at_another_table_and_opens_no_other_page():
    event, (game, other), _, tablet = hall()
    at = f"/{event.slug}"

    sent = {"hand": hand_for(game, tablet, event), "seated": {"team": other.team("NS").pk}, "referee": {}}
    answers = {
        action: tablet.post(f"{at}/tablet/{action}/", typed | {"game": other.pk})
        for action, typed in sent.items()
    }
    pages = ["floor/", "desk/", "tables/", "team/", f"game/{game.pk}/", "tablets/"]

    assert [answer.status_code for answer in answers.values()] == [422] * 3
    assert "That game isn’t at table 1 now. Reload the page" in words(answers["seated"])
    assert not other.hands.exists()
    assert [tablet.get(f"{at}/{page}").status_code for page in pages] == [403] * len(pages)


def test_players_agree_to_their_tablets_game_and_it_follows_its_table():
    event, games, _, tablet = hall()
    page = f"/{event.slug}/tablet/"
    for number in (1, 2, 3):
        sent = {**hand_for(games[0], tablet, event), "sequence": number, "came_as": number}
        tablet.post(f"{page}hand/", sent)
    build.won(games[1])

    over = words(tablet.get(page))
    own = words(wearing(games[0].team("NS").badge).get(f"/{event.slug}/team/"))
    still_clock(event, build.at(15, 40))
    later = build.called_round(event, at=build.at(15, 35)).games.get(table__number=1)

    assert "This tablet shows the next game" in over
    assert "Is that right?" in own
    assert f'value="{later.pk}"' in tablet.get(page).content.decode()


def test_the_floor_lists_a_tablets_result_until_a_referee_witnesses_it():
    event, games, _, tablet = hall(agreed_by="referee")
    for number in (1, 2, 3):
        sent = {**hand_for(games[0], tablet, event), "sequence": number, "came_as": number}
        tablet.post(f"/{event.slug}/tablet/hand/", sent)
    build.won(games[1])
    floor = organizer_of(event)

    waits = words(floor.get(f"/{event.slug}/floor/"))
    witness_results(event=event, by=build.organizer(event), at=build.at(15, 5))

    assert "1 result not agreed yet" in waits
    assert "not agreed yet" not in words(floor.get(f"/{event.slug}/floor/"))


def test_the_floor_ends_a_tablet_with_one_press_and_it_says_what_to_do():
    event, _, badge, tablet = hall()
    floor = organizer_of(event)

    assert "End the tablet at table 1" in words(floor.get(f"/{event.slug}/floor/"))
    ended = floor.post(f"/{event.slug}/floor/tablet/{badge.pk}/end/", headers=HTMX)

    assert "End the tablet" not in words(ended)
    answer = tablet.get(f"/{event.slug}/tablet/")
    assert answer.status_code == 403
    assert "An organizer opens one on the page Tablets" in words(answer)


def test_the_page_of_tablets_opens_one_for_a_table_and_shows_its_code():
    event = build.event(is_practice=True, tables=4)
    organizer, at = organizer_of(event), f"/{event.slug}/tablets"

    page = organizer.post(f"{at}/open/", {"number": 2}, headers=HTMX)
    again = organizer.post(f"{at}/open/", {"number": 2}, headers=HTMX)
    wrong = organizer.post(f"{at}/open/", {"number": 9}, headers=HTMX)
    badge = event.badges.get(role=Role.TABLET)

    assert badge.secret in page.content.decode()
    assert badge.secret in again.content.decode()
    assert "The event has no table 9." in words(wrong)
    assert "No table has a tablet" in words(organizer.post(f"{at}/{badge.pk}/end/", headers=HTMX))
