"""A score card for one against one, and for three against three, as a round of the event (Rulebook SC-1)."""

from uuid import uuid4

import pytest

from rehearsal.browser import read
from rules.games.hands import HandFacts
from scoring.commands.hands import record_hand
from scoring.queries.integrity import integrity
from scoring.queries.standings.standings import standings
from tests import build
from tests.pages.reading import words
from tests.pages.visit import still_clock, wearing
from tournament.commands.events import change_event
from tournament.commands.teams import sign_up_team
from tournament.errors import Refused
from tournament.queries.plan import plan_of

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def event_of(players, **plan):
    event = build.event(
        game="score-card", house_rules={"players_on_a_side": players}, is_practice=True, **plan
    )
    still_clock(event, build.at(15, 1))
    return event


def sign_up(event, names, name=""):
    made = sign_up_team(
        event=event, key=uuid4(), name=name, players=names, by=build.organizer(event), at=build.MEET
    )
    return build.check_in(made, at=build.MEET)


def played(event, game, first, second):
    one, other = game.by_side()
    facts = HandFacts(total_points={one: first, other: second})
    record_hand(
        game=game, hand_id=uuid4(), facts=facts, sequence=1, by=build.referee(event), at=build.at(15, 20),
        effective_at=build.at(15, 20),
    )  # fmt: skip


@pytest.mark.parametrize("players", [1, 3])
def test_a_round_is_played_from_sign_up_to_the_standings(players, client):
    event = event_of(players)
    sign_up(event, NAMES[:players], "Kitty Katz" if players > 1 else "")
    sign_up(event, NAMES[players : 2 * players], "Aces" if players > 1 else "")
    game = build.called_round(event).games.get()
    jo = wearing(build.referee(event).badge)
    pages = ("seats/", "slips/", "placards/", "screen/", "rules/", "games/", f"games/{game.pk}/")
    before = [client.get(f"/{event.slug}/{page}").status_code for page in pages]
    sheet = words(jo.get(f"/{event.slug}/game/{game.pk}/"))
    own = words(wearing(game.everybody()[0].badge).get(f"/{event.slug}/team/"))

    played(event, game, 500, 90)

    rows = standings(event).rows
    assert [(row.won, row.points) for row in rows] == [(1, 500), (0, 90)]
    assert integrity(event) == []
    assert set(before) == {200}
    assert {client.get(f"/{event.slug}/{page}").status_code for page in pages} == {200}
    assert ("You sit North–South, on every other chair" in own) == (players == 3)
    assert ("Ann & Bo & Cy" in sheet) == (players == 3)


def test_a_team_of_three_a_side_is_three_names_and_all_of_them_come():
    event = event_of(3)

    with pytest.raises(Refused, match="A team is three players: write all names"):
        sign_up(event, NAMES[:2], "Two")
    with pytest.raises(Refused, match="A team is three players: write all names"):
        sign_up(event, NAMES[:4], "Four")


def test_six_at_a_table_dont_change_partners():
    with pytest.raises(Refused, match="that takes two on a side"):
        event_of(3, seating="alone")


def test_the_size_of_a_side_stays_once_teams_have_signed_up():
    event = event_of(3)
    sign_up(event, NAMES[:3], "Kitty Katz")

    with pytest.raises(Refused, match="Teams have signed up already"):
        change_event(
            event=event, plan=plan_of(event).with_(house_rules={"players_on_a_side": 2}),
            by=build.organizer(event), at=build.MEET,
        )  # fmt: skip


def test_the_sheet_on_the_wall_says_how_many_sit_at_a_table(client):
    event = event_of(3)

    assert "Six players, three against three; each side has every other chair." in words(
        client.get(f"/{event.slug}/rules/")
    )


@pytest.mark.parametrize(
    ("players", "chairs"),
    [
        (1, "North South"),
        (3, "North–South East–West East–West North–South North–South East–West"),
    ],
)
def test_the_placard_shows_every_chair(players, chairs, client):
    event = event_of(players)

    page = read(client.get(f"/{event.slug}/placards/").content.decode())

    placard = page.find("section", **{"class": "sheet placard"})[0]
    assert " ".join(one.words for one in placard.find("span", **{"class": "placard-chair"})) == chairs
