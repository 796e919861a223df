"""The seating page: a round is drafted, reviewed, changed by hand, published and recalled."""

import pytest

from scoring.rounds.commands_rounds import draft_round
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock
from tools.rehearsal.browser import read
from tournament.models import Game

pytestmark = pytest.mark.slow


def practice(teams, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    still_clock(event, build.THREE)
    return event


def words_in(answer, root):
    return read(answer.content.decode()).one(id=root).words


def test_today_offers_a_draft_and_then_half_a_minute_to_recall_it():
    event = practice(teams=5)
    client, today = organizer_of(event), f"/{event.slug}/today/"
    assert "Draft it first, and look" in words_in(client.get(today), "next-step")

    page = client.post(f"/{event.slug}/seating/draft/", follow=True)

    game = Game.objects.with_everybody().get(event=event, table__number=1)
    ns, ew = game.teams()
    assert page.redirect_chain == [(f"/{event.slug}/seating/", 302)]
    seating = words_in(page, "seating")
    assert seating.startswith(
        "Seating Round 1, a draft · Rounds, by standing · no rematch Nobody is called yet"
    )
    card, why = words_in(page, f"game-{game.pk}"), f"Why they meet: {ns} vs. {ew}"
    assert card == f"Table 1 {ns.emblem} {ns} Swap {ew.emblem} {ew} Swap {why}"
    assert "Bye" in seating
    assert not Game.objects.open().exists()
    assert "Call round 1 as drafted Look at the draft" in words_in(client.get(today), "next-step")

    called = client.post(f"/{event.slug}/round/", follow=True)

    assert "Called by mistake? Recall it 0:30" in words_in(called, "next-step")


def test_a_press_publishes_the_draft_that_was_seen_and_leads_to_the_floor():
    event = practice(teams=4)
    client, publish = organizer_of(event), f"/{event.slug}/seating/publish/"
    row = draft_round(event=event, by=build.organizer(event), at=build.THREE)
    page = read(client.get(f"/{event.slug}/seating/").content.decode())
    seen = {name: page.find("input", name=name)[0].attributes["value"] for name in ("round", "seen")}

    unseen = client.post(publish, {"round": row.pk, "seen": "1"})
    answer = client.post(publish, seen)

    assert unseen.status_code == 422
    assert "This draft has changed since" in words(unseen)
    assert answer["Location"] == f"/{event.slug}/floor/"
    assert Game.objects.open().count() == 2


def test_a_new_table_may_have_an_empty_west_where_three_have_a_table():
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


def test_two_are_kept_apart_and_let_meet_again(event, organizer):
    one, other = build.teams(event, 2)
    seating = f"/{event.slug}/seating/"

    kept = words(organizer.post(f"{seating}apart/", {"one": one.number, "other": other.number}, follow=True))
    draft_round(event=event, by=build.organizer(event), at=build.MEET)
    drafted = words(organizer.get(seating))
    met = words(organizer.post(f"{seating}apart/{event.kept_apart.get().pk}/may-meet/", follow=True))

    assert "Team 1 and Team 2 are kept apart from the next draft on." in kept
    assert "Team 1 and Team 2 should be kept apart, and couldn’t be" in drafted
    assert "Let them meet" in drafted
    assert "Team 1 and Team 2 may meet." in met
    assert "Let them meet" not in met
