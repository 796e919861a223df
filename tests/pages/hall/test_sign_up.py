"""Anybody signs up from their own phone."""

import re
from dataclasses import replace
from datetime import time
from uuid import UUID, uuid4

import pytest

from accounts.qr_code import qr_code
from pages.hall.forms_sign_up import SignUpTeamForm
from rules.competition.taking_part import SINGLES, TEAMS, WayOfTakingPart
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock, wearing
from tournament.badges.commands_badges import renew_link
from tournament.entries.commands_presence import withdraw_team
from tournament.entries.commands_sign_up import leave_list, pair_singles, sign_up_single
from tournament.models import Player, Role, Team
from tournament.schedule.commands_schedule_changes import add_minutes

TWO = {"player_1": "Dee Hall", "player_2": "Ray Ortiz", "name": "Kitty Katz", "contact": "555-0123"}


@pytest.mark.parametrize(
    ("way", "labels"),
    [
        pytest.param(SINGLES, ["Name"], id="one against one"),
        pytest.param(TEAMS, ["First player", "Second player", "Name of the team"], id="teams"),
        pytest.param(
            replace(TEAMS, members=3),
            ["First player", "Second player", "Third player", "Name of the team"],
            id="a way that is only declared: teams of three",
        ),
    ],
)
def test_everybody_who_enters_together_writes_a_name(way: WayOfTakingPart, labels):
    fields = SignUpTeamForm(way=way).visible_fields()

    assert [field.label for field in fields][: len(labels) + 1] == [*labels, "Phone or e-mail"]


def test_a_sign_up_sent_again_opens_its_page_only_on_the_same_phone(client, event):
    team, single = TWO | {"key": uuid4()}, {"player": "Mo", "key": uuid4()}
    pages = {"sign-up/": team, "sign-up/alone/": single}

    first, again = (
        {at: client.post(f"/{event.slug}/{at}", sent).url for at, sent in pages.items()} for _ in "12"
    )

    assert again == first
    assert [client.get(page).status_code for page in first.values()] == [200, 200]
    published = {UUID(key) for key in re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", str([*event.log.values()]))}
    assert {Team.objects.get().key, Player.objects.get(team=None).key} <= published
    assert not {sent["key"] for sent in pages.values()} & published
    for key in published | {team["key"], single["key"]}:
        assert client.get(f"/{event.slug}/signed-up/{key}/").status_code == 404
        assert client.post(f"/{event.slug}/signed-up/{key}/leave/").status_code == 404
    for key in published:
        for at, sent in pages.items():
            assert client.post(f"/{event.slug}/{at}", {**sent, "key": key}).status_code == 422


def test_a_new_private_link_closes_the_page_that_showed_the_old_one(client, event):
    page = client.post(f"/{event.slug}/sign-up/", TWO | {"key": uuid4()}).url

    renew_link(badge=Team.objects.get().badge, by=build.organizer(event), at=build.MEET)

    assert client.get(page).status_code == 404


def test_a_team_that_signs_up_gets_a_link_and_a_taken_name_is_refused(client, event):
    answer = client.post(f"/{event.slug}/sign-up/", TWO | {"key": uuid4()}, follow=True)
    others = {"player_1": "Ann Lee", "player_2": "Bo Day", "name": "Kitty Katz", "contact": "555-0199"}
    refused = client.post(f"/{event.slug}/sign-up/", others | {"key": uuid4()})

    page = words(answer)
    assert "You are in. Your number: ▲ 1 Kitty Katz Dee Hall & Ray Ortiz" in page
    assert "Show this at the desk" in page
    # There is no next round in open play or in the bracket.
    assert "Come to the desk when both of you are here. Then you are checked in." in page
    assert f"http://testserver/join/{event.badges.get(role=Role.TEAM).secret}/" in page
    assert "<svg" in answer.content.decode()
    assert refused.status_code == 422
    assert "There is a team called Kitty Katz already. Choose another name." in words(refused)
    for typed in others.values():
        assert f'value="{typed}"' in refused.content.decode()


def test_a_single_is_listed_by_first_name_and_finds_the_teams_link(client, event):
    sent = {"key": uuid4(), "player": "Kim Lee", "contact": "kim@example.org"}

    answer = client.post(f"/{event.slug}/sign-up/alone/", sent, follow=True)
    page = client.get(f"/{event.slug}/sign-up/alone/").content.decode()
    kim, by = Player.objects.get(team=None), build.organizer(event)
    jo, mo = (
        sign_up_single(event=event, key=uuid4(), name=name, by=by, at=build.MEET) for name in ("Jo", "Mo")
    )
    pair_singles(event=event, key=uuid4(), players=[kim, jo], name="", by=by, at=build.MEET)
    leave_list(player=mo, by=by, at=build.MEET)
    paired, off = (words(client.get(f"/{event.slug}/signed-up/{one.page_secret}/")) for one in (kim, mo))

    assert "Kim Lee, you are on the list Ask somebody below, or come to the desk" in words(answer)
    assert "Looking for a partner now Kim The desk brings you together" in words(page)
    assert "Lee" not in page
    assert "example.org" not in page
    assert "1 Kim Lee & Jo" in paired
    assert event.badges.get(role=Role.TEAM).secret in paired
    assert "You are off the list" in off


def test_the_poster_names_the_game_and_shows_the_wifi_only_to_the_crew(client):
    event = build.event(game="bid-euchre", wifi_name="Lake; 5G", wifi_password="pa:ss")
    address = f"/{event.slug}/sign-up/poster/"

    ours, poster = organizer_of(event).get(address), client.get(address)
    page = words(client.get(f"/{event.slug}/sign-up/"))

    for each in (ours, poster):
        assert f"Sign up to play Bid Euchre http://testserver/{event.slug}/sign-up/" in words(each)
    assert qr_code(f"http://testserver/{event.slug}/sign-up/") in poster.content.decode()
    assert "Wi-Fi: Lake; 5G Password: pa:ss" in words(ours)
    assert qr_code(r"WIFI:T:WPA;S:Lake\; 5G;P:pa\:ss;;") in ours.content.decode()
    assert "Wi-Fi: Lake" not in words(poster)
    assert "Suggested donation $5 a player or $10 a team, at the desk. Nobody has to give to play." in page


# --- when it closes ------------------------------------------------------------------------------


def an_hour_before(**plan):
    """An event whose sign-up closes one hour before play, at two."""
    return build.event(is_practice=True, sign_up_minutes=60, meet_at=time(13), **plan)


def test_sign_up_says_when_it_closes_and_the_organizer_closes_and_opens_it(client):
    event = an_hour_before()
    by, address = build.organizer(event), f"/{event.slug}/sign-up/"
    organizer, change = wearing(by.badge), f"/{event.slug}/desk/sign-ups/change/"

    def sends(*names):
        return client.post(address, {"key": uuid4(), "player_1": names[0], "player_2": names[1]}).status_code

    still_clock(event, build.at(13, 30))
    before, poster = words(client.get(address)), words(client.get(f"{address}poster/"))
    assert "Sign-up closes Saturday, June 27 at 2:00 PM. After that, come to the desk." in before
    assert "Until 2:00 PM; after that, at the desk." in poster
    organizer.post(change, {"close": "1"})
    assert "Sign-up is closed." in words(client.get(address))
    organizer.post(change, {"open": "1"})
    assert sends("Ann", "Bo") == 302

    add_minutes(event=event, minutes=20, by=by, at=build.at(13, 50))
    still_clock(event, build.at(14, 10))
    assert "Sign-up closes Saturday, June 27 at 2:20 PM." in words(client.get(address))
    still_clock(event, build.at(14, 30))
    assert "Sign-up is closed." in words(client.get(address))
    organizer.post(change, {"open": "1"})
    assert sends("Cy", "Di") == 302


def test_what_was_never_meant_is_taken_out_in_one_go():
    event = an_hour_before()
    here, by = build.team(event, "Kitty Katz"), build.organizer(event)
    junk = [build.team(event, f"Junk {number}", is_here=False) for number in range(3)]
    single = sign_up_single(event=event, key=uuid4(), name="Asdf", by=by, at=build.MEET)
    still_clock(event, build.MEET)
    organizer, address = wearing(by.badge), f"/{event.slug}/desk/sign-ups/"

    nobody = organizer.post(f"{address}clear/")
    chosen = {"team": [team.pk for team in (*junk, here)], "player": single.pk}
    page = words(organizer.post(f"{address}clear/", chosen, follow=True))

    assert (nobody.status_code, "Choose who is to be taken out" in words(nobody)) == (422, True)
    assert "4 removed. " in page
    assert "4 sign-ups, 2:00 PM" in page
    assert list(event.teams.filter(withdrawn_at=None)) == [here]
    assert Player.objects.get(pk=single.pk).left_at

    back = organizer.post(f"{address}undo/", {"removed_at": build.MEET.isoformat()}, follow=True)
    wrong = organizer.post(f"{address}undo/", {"removed_at": "2026-13-45"})

    assert "4 are back." in words(back)
    assert Player.objects.get(pk=single.pk).left_at is None
    assert (wrong.status_code, event.teams.with_place().count()) == (422, 4)


@pytest.mark.parametrize(
    ("plan", "places"),
    [
        ({}, "2 of 2 places for teams are free."),
        ({"game": "cutthroat-bid-whist"}, "2 of 2 places for players are free."),
    ],
    ids=["teams", "players"],
)
def test_a_free_place_says_whether_it_is_for_a_team_or_for_a_person(client, plan, places):
    event = build.event(capacity=2, is_practice=True, **plan)
    still_clock(event, build.MEET)

    pages = [words(client.get(f"/{event.slug}/sign-up/"))]
    pages.append(words(organizer_of(event).get(f"/{event.slug}/desk/sign-ups/")))

    assert places in pages[0]
    assert places.replace(" are", "") in pages[1]


def test_people_read_that_all_places_are_taken_and_see_their_number(client):
    event = build.event(capacity=1, is_practice=True)
    still_clock(event, build.MEET)
    build.team(event, "Kitty Katz")

    page = words(client.get(f"/{event.slug}/sign-up/"))
    signed_up = client.post(f"/{event.slug}/sign-up/", TWO | {"key": uuid4(), "name": "Aces"}, follow=True)
    team = Team.objects.get(name="Aces")
    own = wearing(team.badge)

    assert "The only place is taken. You go on the waiting list." in page
    assert "On the waiting list you are number 1" in words(signed_up)
    assert "Aces, you are on the waiting list Number 1" in words(own.get(f"/{event.slug}/team/"))

    withdraw_team(team=Team.objects.get(name="Kitty Katz"), by=build.organizer(event), at=build.MEET)

    assert "Aces, you moved up and have a place Check in" in words(own.get(f"/{event.slug}/team/"))
    assert "Off the waiting list Aces: you have a place." in words(client.get(f"/{event.slug}/screen/"))
    own.post(f"/{event.slug}/team/take-back/")
    assert Team.objects.get(name="Aces").withdrawn_at
