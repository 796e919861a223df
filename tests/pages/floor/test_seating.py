"""The seating: drafted, looked at, changed by hand, published, recalled, on one page."""

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.models import Game, Round

pytestmark = pytest.mark.slow


def practice(teams=4, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    still_clock(event, build.THREE)
    return event


def organizer_of(event):
    return wearing(build.organizer(event).badge)


def words(answer, root="seating"):
    return read(answer.content.decode()).one(id=root).words


def drafted(event, client):
    client.post(f"/{event.slug}/seating/draft/")
    return Round.objects.drafts().get()


def game_at(event, number):
    return Game.objects.with_everybody().get(event=event, table__number=number, recalled_at=None)


def test_a_draft_shows_who_would_sit_where_and_calls_nobody():
    event = practice(teams=5)
    client = organizer_of(event)

    page = client.post(f"/{event.slug}/seating/draft/", follow=True)

    game = game_at(event, 1)
    assert page.redirect_chain == [(f"/{event.slug}/seating/", 302)]
    assert words(page).startswith("Round 1, a draft Rounds, by standing · no rematch Nobody is called yet")
    assert (
        words(page, f"game-{game.pk}") == f"Table 1 {game.team('NS').emblem} {game.team('NS')} Swap"
        f" {game.team('EW').emblem} {game.team('EW')} Swap"
    )
    assert "Bye" in words(page)
    assert not Game.objects.open().exists()


def test_a_press_publishes_the_draft_that_was_seen_and_leads_to_the_floor():
    event = practice()
    client = organizer_of(event)
    row = drafted(event, client)
    page = read(client.get(f"/{event.slug}/seating/").content.decode())
    seen = {name: page.find("input", name=name)[0].attributes["value"] for name in ("round", "seen")}

    unseen = client.post(f"/{event.slug}/seating/publish/", {"round": row.pk, "seen": "1"})
    answer = client.post(f"/{event.slug}/seating/publish/", seen)

    assert unseen.status_code == 422
    assert b"Somebody has changed this draft since" in unseen.content
    assert answer["Location"] == f"/{event.slug}/floor/"
    assert Game.objects.open().count() == 2


def test_a_draft_is_drawn_again_or_thrown_away():
    event = practice()
    client = organizer_of(event)
    first = drafted(event, client)

    client.post(f"/{event.slug}/seating/draft/", {"round": first.pk})
    second = Round.objects.drafts().get()
    page = client.post(f"/{event.slug}/seating/discard/", {"round": second.pk}, follow=True)

    assert second != first
    assert "Draft the next round" in words(page)


def test_the_floor_offers_the_draft_and_then_half_a_minute_to_recall_it():
    event = practice()
    client = organizer_of(event)
    assert "Draft it first, and look" in words(client.get(f"/{event.slug}/floor/"), "next-step")
    drafted(event, client)
    assert "Call round 1 as drafted Look at the draft" in words(
        client.get(f"/{event.slug}/floor/"), "next-step"
    )

    floor = client.post(f"/{event.slug}/round/", follow=True)

    assert "Called by mistake? Recall it 0:30" in words(floor, "next-step")


@pytest.mark.parametrize("second", [29, 31])
def test_a_round_called_by_mistake_is_a_draft_again_if_it_is_recalled_within_half_a_minute(second):
    event = practice()
    client = organizer_of(event)
    client.post(f"/{event.slug}/round/")
    still_clock(event, build.at(15, 0, second))
    row = Round.objects.called().get()
    before = words(client.get(f"/{event.slug}/seating/"))

    page = client.post(f"/{event.slug}/seating/recall/", {"round": row.pk}, follow=True)

    if second < 30:
        assert "You can take it back for 0:01" in before
        assert words(page).startswith("Round 1, a draft")
        assert not Game.objects.open().exists()
    else:
        assert "Recall" not in before
        assert (page.status_code, b"more than 30 seconds ago" in page.content) == (422, True)


def test_two_teams_are_swapped_by_hand_and_the_page_says_so():
    event = practice()
    client = organizer_of(event)
    drafted(event, client)
    one, other = game_at(event, 1).team("NS"), game_at(event, 2).team("NS")

    typed = {"one": one.number, "other": other.number, "reason": "They are sisters"}
    page = client.post(f"/{event.slug}/seating/swap/", typed, follow=True)

    assert f"{one} and {other} have swapped." in page.content.decode()
    assert (game_at(event, 1).team("NS"), game_at(event, 2).team("NS")) == (other, one)


def test_a_published_seating_is_changed_with_a_reason_only():
    event = practice()
    one, other = (game.team("NS") for game in build.called_round(event).games.order_by("pk")[:2])

    answer = organizer_of(event).post(
        f"/{event.slug}/seating/swap/", {"one": one.number, "other": other.number}
    )

    assert "Write why the seating is changed" in answer.content.decode()


def test_a_late_team_is_seated_against_the_bye_by_hand():
    event = practice(teams=3)
    client = organizer_of(event)
    drafted(event, client)
    bye = Game.objects.get(kind="bye", recalled_at=None).team("NS")
    late = build.team(event, "Late Bloomers")
    assert "Late Bloomers Here, and not in this round" in words(client.get(f"/{event.slug}/seating/"))

    client.post(
        f"/{event.slug}/seating/seat/", {"one": late.number, "other": bye.number, "reason": "Here now"}
    )

    assert {team.name for team in game_at(event, 2).teams()} == {"Late Bloomers", bye.name}


def test_a_team_is_taken_out_and_a_game_moved_by_hand():
    event = practice()
    client = organizer_of(event)
    drafted(event, client)
    client.post(
        f"/{event.slug}/seating/move/", {"game": game_at(event, 1).pk, "table": 5, "reason": "Near the door"}
    )
    gone, stays = game_at(event, 5).teams()

    client.post(f"/{event.slug}/seating/unseat/", {"one": gone.number, "reason": "They went to eat"})

    assert Game.objects.get(kind="bye", recalled_at=None).team("NS") == stays


@pytest.mark.parametrize(
    ("action", "typed", "sentence"),
    [
        ("swap", {"reason": "So"}, "Choose a team."),
        ("seat", {"one": "99999999"}, "Choose a team that sits out."),
        ("unseat", {}, "Choose a team that has a seat."),
        ("move", {"game": "x"}, "Choose the game."),
        ("move", {"game": 0, "table": 1, "reason": "So"}, "no such game"),
        ("move", {"game": 0, "table": 99, "reason": "So"}, "no table with that number"),
    ],
)
def test_what_is_not_understood_is_said_at_its_place(action, typed, sentence):
    event = practice()
    client = organizer_of(event)
    drafted(event, client)
    build.team(event)

    answer = client.post(f"/{event.slug}/seating/{action}/", typed)

    assert answer.status_code == 422
    assert sentence in answer.content.decode()
