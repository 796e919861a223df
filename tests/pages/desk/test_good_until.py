"""Paper and links say until when their code is good."""

from datetime import date, timedelta

from django.test import Client

from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock
from tests.scoring.alone import games_of
from tournament.badges.commands_badges import give_badge


def test_badges_and_a_teams_link_say_until_when_they_are_good(db, settings):
    event = build.event()
    give_badge(event=event, role="desk", name="Di", by=build.organizer(event), at=build.MEET)
    team, organizer = build.team(event), organizer_of(event)
    pages = [f"/{event.slug}/people/badges/", f"/{event.slug}/desk/{team.pk}/"]

    for days, sentence in (
        (timedelta(days=30), "The link is good until July 2"),
        (None, "The link is good for the whole event and after it."),
    ):
        settings.LINKS_LAST = days
        for page in pages:
            assert sentence in words(organizer.get(page))


def test_a_sign_up_says_until_when_its_link_is_good(db, settings):
    event = build.event(held_on=date(2031, 6, 28))
    team = build.team(event, is_here=False)
    settings.LINKS_LAST = timedelta(days=30)

    page = words(Client().get(f"/{event.slug}/signed-up/{team.badge.secret}/"))

    assert "The link is good until July 28, 2031." in page


def test_a_card_and_a_placard_say_how_long_they_are_good(db):
    event = build.event(seating="up", is_practice=True)
    build.teams(event, 6)
    for game in games_of(build.called_round(event)):
        build.won(game)
    still_clock(event, build.at(15, 25))

    card, placard = (words(Client().get(f"/{event.slug}/{path}/")) for path in ("next-cards", "placards"))

    assert card.count("Good for this one seat. If the wall says another, go by the wall.") == 6
    assert placard.count("Both codes: the whole event") == 8


def test_the_links_of_a_practice_event_never_close(event, settings):
    settings.LINKS_LAST = timedelta(days=30)
    team = build.team(event)

    page = words(organizer_of(event).get(f"/{event.slug}/desk/{team.pk}/"))

    assert "The link is good for the whole event and after it." in page


def test_posters_say_how_long_their_code_is_good(event):
    poster = words(organizer_of(event).get(f"/{event.slug}/desk/poster/"))
    sign_up = words(Client().get(f"/{event.slug}/sign-up/poster/"))

    assert "The code is good for the whole event." in poster
    assert "The code is good until the organizer closes sign-up; after that, come to the desk." in sign_up
