"""A score card for one against one, and for three against three, as a round of the event (Rulebook SC-1)."""

import pytest

from rules.ruleset.hands import HandFacts
from scoring.integrity import integrity
from scoring.standings.standings import standings
from tests import build
from tests.pages.visit import opened, still_clock, wearing
from tournament.errors import Refused
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
THREE_A_SIDE = "Six players, three against three; each side has every other chair."


def event_of(players, **plan):
    house = {"players_on_a_side": players}
    event = build.event(game="score-card", house_rules=house, is_practice=True, **plan)
    still_clock(event, build.at(15, 1))
    return event


@pytest.mark.parametrize(
    ("players", "chairs"),
    [(1, "North South"), (3, "North–South East–West East–West North–South North–South East–West")],
)
def test_a_round_is_played_from_sign_up_to_the_standings(players, chairs):
    event = event_of(players)
    for names in (NAMES[:players], NAMES[players : 2 * players]):
        build.pair(event, *names)
    game = build.called_round(event).games.get()
    paths = ("seats/", "slips/", "placards/", "screen/", "rules/", "games/", f"games/{game.pk}/")
    pages = {path: opened(event, path) for path in paths}
    sheet = opened(event, f"game/{game.pk}/", wearing(build.referee(event).badge)).words
    own = opened(event, "team/", wearing(game.everybody()[0].badge)).words

    build.hand(game, HandFacts(total_points=dict(zip(game.by_side(), (500, 90), strict=True))))

    assert [(row.won, row.points) for row in standings(event).rows] == [(1, 500), (0, 90)]
    assert integrity(event) == []
    for path in paths:
        opened(event, path)
    placard = pages["placards/"].find("section", **{"class": "sheet placard"})[0]
    assert " ".join(one.words for one in placard.find("span", **{"class": "placard-chair"})) == chairs
    assert (THREE_A_SIDE in pages["rules/"].words) == (players == 3)
    assert ("You sit North–South, on every other chair" in own) == (players == 3)
    assert ("Ann & Bo & Cy" in sheet) == (players == 3)


def test_a_side_of_three_is_three_names_and_its_size_stays_after_sign_up():
    event = event_of(3)
    build.pair(event, *NAMES[:3])
    smaller = plan_of(event).with_(house_rules={"players_on_a_side": 2})

    for names in (NAMES[3:5], NAMES[2:6]):
        with pytest.raises(Refused, match="A team is three players: write all names"):
            build.pair(event, *names)
    with pytest.raises(Refused, match="Teams have signed up already"):
        change_event(event=event, plan=smaller, by=build.organizer(event), at=build.MEET)
    with pytest.raises(Refused, match="it isn’t played two against two"):
        event_of(3, seating="alone")
