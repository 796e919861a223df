"""A substitute from the people present, found at the desk and asked on a phone (Rulebook E-125 ff.)."""

from uuid import uuid4

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, organizer_of, still_clock, wearing
from tournament.entries.commands_sign_up import sign_up_single
from tournament.event.names import player_names
from tournament.models import SubstituteRequest


@pytest.fixture
def event():
    event = build.event(is_practice=True)
    still_clock(event, build.at(15, 1))
    return event


@pytest.fixture
def game(event):
    build.teams(event, 3)
    return build.called_round(event).games.exclude(kind="bye").get()


@pytest.fixture
def bye(event, game):
    return event.games.get(kind="bye").everybody()[0]


@pytest.fixture
def jo(event):
    return wearing(build.referee(event).badge)


def desk_page(team, ends=""):
    return f"/{team.event.slug}/desk/{team.pk}/substitute/{ends}"


def sent(team, **more):
    return {"key": uuid4(), "player": team.players.first().pk, "reason": "Ill", **more}


def test_the_list_says_who_is_free_and_why(event, game, bye, jo):
    sign_up_single(event=event, key=uuid4(), name="Sol", by=build.organizer(event), at=build.MEET)
    team = game.team("NS")

    page = words(jo.get(desk_page(team)))

    assert "Sol looks for a partner Has agreed : Sol plays" in page
    assert f"{bye.players.first()} {bye} has no game now: for this game only" in page
    assert str(game.team("EW").players.first()) not in page


def test_who_has_agreed_at_the_table_plays_in_two_taps(event, game, bye, jo):
    team, helper = game.team("NS"), bye.players.first()

    answer = jo.post(desk_page(team, "here/"), sent(team, agreed=helper.pk), follow=True)

    assert f"{helper} substitutes for {team.players.first()}. The team keeps its results." in words(answer)
    assert player_names(team.players.all())[0] == helper.name
    own = words(wearing(bye.badge).get(f"/{event.slug}/team/"))
    assert f"{helper} plays for {team} at table {game.table.number} now." in own
    # The desk doesn't ask whether a helper is the same person.
    assert "Same person?" not in words(organizer_of(event).get(f"/{event.slug}/desk/"))


def test_who_is_asked_on_the_phone_says_yes(event, game, bye, jo):
    team, helper = game.team("NS"), bye.players.first()
    asked = jo.post(desk_page(team, "here/"), sent(team, phone=helper.pk), follow=True)
    assert f"{helper} was asked to play for {team.players.first()} and hasn’t answered yet." in words(asked)
    phone = wearing(bye.badge)

    page = words(phone.get(f"/{event.slug}/team/"))
    assert f"{helper}: Play for {team} at table {game.table.number}?" in page
    request = SubstituteRequest.objects.get()
    answer = words(phone.post(f"/{event.slug}/team/substitute/{request.key}/", {"says": "yes"}, headers=HTMX))

    assert f"{helper} plays for {team} at table {game.table.number} now." in answer
    assert "Yes, I play" not in answer
    assert player_names(team.players.all())[0] == helper.name


def test_what_a_game_does_to_both_standings_is_said_before_anybody_agrees(event, game, bye, jo):
    team, phone = game.team("NS"), wearing(bye.badge)
    jo.post(desk_page(team, "here/"), sent(team, phone=bye.players.first().pk))
    nothing = f"The game counts only for the other side: {team} gets nothing for it."

    for counts, one, own in (
        ("chair", f"Hands count for {team}.", "own standing stays as it is."),
        ("both", f"The game counts for {team}.", "own standing gets all of it, too."),
        ("nobody", nothing, "own standing stays as it is."),
    ):
        build.rewritten(event, substitutes_count=counts)
        assert f"{one} The substitute’s {own}" in words(jo.get(desk_page(team)))
        assert f"{one} Your {own}" in words(phone.get(f"/{event.slug}/team/"))


def test_who_says_no_is_asked_no_more_and_nobody_answers_for_another_team(event, game, bye, jo):
    team = game.team("NS")
    jo.post(desk_page(team, "here/"), sent(team, phone=bye.players.first().pk))
    address = f"/{event.slug}/team/substitute/{SubstituteRequest.objects.get().key}/"
    phone = wearing(bye.badge)

    of_others = wearing(team.badge).post(address, {"says": "yes"})
    unsaid = phone.post(address, {})
    answer = words(phone.post(address, {"says": "no"}, follow=True))

    assert of_others.status_code == 404
    assert (unsaid.status_code, "Press Yes or No." in words(unsaid)) == (422, True)
    assert "Yes, I play" not in answer
    assert "hasn’t answered" not in words(jo.get(desk_page(team)))
