"""The seating page: a round is drafted, reviewed, changed by hand, published and recalled."""

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


def test_the_form_of_a_new_table_lets_wests_chair_be_empty_where_three_have_a_table():
    event = practice(0, seating="alone", left_over="three", tables=3)
    build.people(event, 10)
    build.called_round(event)
    build.people(event, 1)
    client = organizer_of(event)
    page = client.get(f"/{event.slug}/seating/")
    start = {name: field.initial or "" for name, field in page.context["seat_form"].fields.items()}

    client.post(f"/{event.slug}/seating/seat/", {**start, "reason": "One came late"})

    assert "Nobody: a table of three" in page.content.decode()
    assert [len(game.everybody()) for game in event.games.standing().filter(kind="game")] == [4, 4, 3]
