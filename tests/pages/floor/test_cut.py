"""The cut: nothing is decided silently."""

import pytest
from django.test import Client

from rehearsal.browser import read
from scoring.models import Cut
from scoring.queries.phase_two.certificate import certificate_page
from scoring.queries.phase_two.cut import cut_page
from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.models import Game

pytestmark = pytest.mark.slow


def tied_event(teams=8):
    """An event after Phase I, with several teams tied at the cutoff."""
    event = build.event(is_practice=True, advance_count=5)
    build.teams(event, teams)
    build.played_alike(event)
    still_clock(event, build.at(17))
    return event


def organizer_of(event):
    return wearing(build.organizer(event).badge)


def cut_of(answer):
    return read(answer.content.decode()).one(id="cut")


def settle_all(client, event):
    while ties := cut_page(event, build.at(17)).ties:
        client.post(f"/{event.slug}/cut/lot/", {"team": [team.team_id for team in ties[0].teams]})
    return client.post(f"/{event.slug}/cut/settle/", follow=True)


def test_a_tie_is_shown_as_one_and_nothing_is_settled_silently():
    event = tied_event()
    client = organizer_of(event)

    page = cut_of(client.get(f"/{event.slug}/cut/"))
    refused = client.post(f"/{event.slug}/cut/settle/")

    tie = cut_page(event, build.at(17)).ties[0]
    names = [team.name for team in tie.teams]
    tied = f"{', '.join(names[:-1])} and {names[-1]}"
    assert f"Tied: {tied}" in page.words
    assert f"{tied} are tied after every tie-break." in page.words
    assert [button.words for button in page.find("button", disabled="*")] == ["Settle the cut"]
    assert (refused.status_code, Cut.objects.exists()) == (422, False)


def test_a_play_off_hand_is_made_called_and_settles_the_tie():
    event = tied_event()
    tie = next(tie for tie in cut_page(event, build.at(17)).ties)
    client = organizer_of(event)
    ids = [team.team_id for team in tie.teams]

    page = client.post(f"/{event.slug}/cut/playoff/", {"team": ids}, follow=True)

    hands = Game.objects.filter(event=event, kind="playoff")
    assert cut_of(page).words.count("Play-off hand ") >= hands.count()
    for game in hands:
        client.post(f"/{event.slug}/game/{game.pk}/call/")
        game.refresh_from_db()
        build.hand(game, at=build.at(17, 1))
    level = [team for again in cut_page(event, build.at(17, 2)).ties for team in again.teams]
    assert len([team for team in tie.teams if team in level]) < len(tie.teams)


def test_the_settled_cut_says_so_its_certificate_shows_what_decided_and_it_is_opened_again():
    event = tied_event()
    client = organizer_of(event)
    before = Client().get(f"/{event.slug}/certificate/").content.decode()

    settled = settle_all(client, event)
    certificate = Client().get(f"/{event.slug}/certificate/").content.decode()
    rows = certificate_page(event).rows
    reopened = client.post(f"/{event.slug}/cut/reopen/", follow=True)

    assert "The cut isn’t settled yet" in before
    assert "The cut is settled" in cut_of(settled).words
    assert all(row.why in certificate for row in rows[1:])
    assert any("by lot, after" in row.why for row in rows)
    assert "Settled by Organizer at 5:00 PM." in read(certificate).words
    assert "Settle who goes through" in cut_of(reopened).words
    assert not Cut.objects.filter(reopened_at=None).exists()


def test_games_not_agreed_yet_are_listed_and_hold_nothing_up():
    event = build.event(is_practice=True, advance_count=2, agreed_by="teams")
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)
    still_clock(event, build.at(17))
    organizer = organizer_of(event)

    page = cut_of(organizer.get(f"/{event.slug}/cut/"))
    assert "2 games are not agreed yet. The cut can be settled anyway." in page.words
    assert "Table 1 · Round 1" in page.words

    settle_all(organizer, event)

    assert Cut.objects.exists()
