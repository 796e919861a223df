"""The recount of a played day: it agrees, and it would say so if a page were wrong."""

import ast
import json
import re
from pathlib import Path

import pytest
from django.conf import settings

import rehearsal.recount
from rehearsal.browser import SmallBrowser
from rehearsal.day import BotDay
from rehearsal.recount.facts import Game, Side, Untrue
from rehearsal.recount.phase_two import played, they_bought_back
from rehearsal.recount.recount import Recount
from rehearsal.recount.standings import Count, Table
from tests import build

PLANTED = {
    "standings/?whole=1": (r'(<td class="rank" role="cell">\s*)1\b', r"\g<1>2"),
    "standings/near/": (r'(data-label="Hands" role="cell">)\d+', r"\g<1>99"),
    "results/": (r'data-place="1"', 'data-place="2"'),
    "results/results.json": (r'"rank": 1,', '"rank": 3,'),
    "results/standings.csv": (r"(?m)^1,1,", "1,4,"),
    "results/games.csv": (r",True\b", ",False"),
    "awards/": (r"<b>4</b>", "<b>5</b>"),
    "": (r'data-place="3"', 'data-place="1"'),
    # The podium or the bracket: the wall rotates between them.
    "screen/board/": (r'data-team="\d+"', 'data-team="99"'),
    "bracket/": (r'<span class="seed">seed 1</span>', '<span class="seed">seed 2</span>'),
    "bracket.svg": (r">1</tspan>", ">3</tspan>"),
    "certificate/": (r'(<td class="rank" role="cell">)2<', r"\g<1>1<"),
    "cut/?whole=1": (r'class="decided" data-label="[^"]+"', 'data-label="Points"'),
    "teams/1/": (r'(<p class="big">\s*)[^<]+', r"\g<1>Tenth"),
    "teams/1/picture.svg": (r"(prize|4th of 4)", "the moon"),
}
"""For each page a place that is made wrong."""


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.usefixtures("one_connection")
def test_a_wrong_place_on_any_page_is_found_and_named():
    day = BotDay(
        teams=4,
        seed=5,
        held_on=build.DAY,
        new_browser=SmallBrowser,
        say=(said := []).append,
        troubles=("ties", "corrections", "round", "pause", "forfeits", "substitutes"),
    )
    day.organizer.sign_in_with(settings.ORGANIZER_KEY)
    day.live()
    read: dict[str, str] = {}

    def page(address: str) -> str:
        read[address] = read.get(address) or day.organizer.text(address)
        return read[address]

    assert Recount(page).objections() == []
    befell = ("correction", "opened again", "substitute", "gives up", "pause", "called early")
    assert all(any(what in words for words in said) for what in befell)

    for address, (right, wrong) in PLANTED.items():
        spoiled, many = re.subn(right, wrong, page(address), count=1)
        assert many == 1, address

        objections = Recount(
            lambda asked, at=address, text=spoiled: text if asked == at else page(asked)
        ).objections()

        assert any(said.startswith(f"/{address}") for said in objections), (address, objections)


def test_the_recount_knows_none_of_the_houses_rules():
    folder = Path(rehearsal.recount.__file__).parent
    imported = {
        node.module or ""
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom)
    }

    assert not [
        name
        for name in imported
        if name.startswith(("rules", "simulation", "tournament", "scoring", "seasons", "pages"))
    ]
    assert [name for name in imported if name.startswith("rehearsal")]
    assert all(name.startswith("rehearsal.recount.") for name in imported if name.startswith("rehearsal"))


HAND = {"says": "Aces bid 4 Uptown and took 10: made, counts one.", "won_by": "NS", "is_decider": False}


def results(hands, **more):
    sides = [
        {"side": "NS", "name": "Aces", "teams": [1], "hands_won": 3, "points": 12, "won": True},
        {"side": "EW", "name": "Kings", "teams": [2], "hands_won": 0, "points": 0, "won": False},
    ]
    game = {
        "game": 7, "part": "Round 1", "state": "over", "ended": "won",
        "called_at": "2026-06-27T15:00:00-05:00", "over_at": None, "sides": sides, "hands": hands,
    }  # fmt: skip
    return json.dumps(
        {
            "event": {"game": "fahrenheit", "entrant": "team"},
            "podium": [],
            "standings": [{"team": 1, "name": "Aces", "has_left": False}],
            "games": [game | more],
        }
    )


def logged(hands):
    return json.dumps(
        [
            {
                "action": "hand.recorded",
                "words": f"Table 1, hand {number}: {hand['says']}",
                "game": 7,
            }
            for number, hand in enumerate(hands, start=1)
        ]
    )


def made(points=4, **more):
    return HAND | {"hands_won": {"NS": 1, "EW": 0}, "points": {"NS": points, "EW": 0}} | more


@pytest.mark.parametrize(
    ("exported", "entered", "sentence"),
    [
        pytest.param([made()] * 3, [made()] * 2, "the log", id="a hand that nobody entered"),
        pytest.param([made()] * 2, [made()] * 2, "its hands", id="a game that its hands don’t add up to"),
        pytest.param([made(points=5)] * 3, [made()] * 3, "counts", id="a hand that counts too much"),
    ],
)
def test_exports_that_contradict_each_other_are_found(exported, entered, sentence):
    texts = {"results/results.json": results(exported), "log/log.json": logged(entered)}

    with pytest.raises(Untrue, match=sentence):
        Recount(texts.__getitem__)


def met(part, winner, loser):
    sides = tuple(
        Side(name=name, called="", teams=(team,), hands=0, points=0, is_winner=False)
        for name, team in (("NS", winner), ("EW", loser))
    )
    game = Game(number=1, part=part, state="over", ended="won", at=None, sides=sides, hands=())
    return Count(game, (3, 0), (12, 0), 0)


def test_a_game_of_two_who_should_not_have_met_is_found():
    games = [met("Semi-final", 1, 4), met("Semi-final", 2, 3)]
    assert played("single", [1, 2, 3, 4], [*games, met("Final", 1, 2)], "fahrenheit").places[1] == (1, 1)

    with pytest.raises(Untrue, match="why do they meet"):
        played("single", [1, 2, 3, 4], [*games, met("Final", 1, 3)], "fahrenheit")


def test_in_a_double_elimination_nobody_goes_down_who_has_not_lost():
    games = [met("Upper semi-final", 1, 4), met("Upper semi-final", 2, 3), met("Lower round 1", 1, 3)]

    with pytest.raises(Untrue, match="haven't both lost once"):
        played("double", [1, 2, 3, 4], games, "fahrenheit")


def test_nobody_plays_in_the_lower_bracket_without_having_bought_back_in():
    games = [met("Upper semi-final", 1, 4), met("Upper semi-final", 2, 3), met("Lower round 1", 3, 4)]
    phase = played("double", [1, 2, 3, 4], games, "fahrenheit")

    they_bought_back(phase, frozenset({3, 4}), left=frozenset())
    with pytest.raises(Untrue, match=r"\[4\] lost once and didn't buy back in"):
        they_bought_back(phase, frozenset({3}), left=frozenset({4}))


def test_level_teams_are_parted_by_their_own_games_before_a_lot():
    games = [met("Round 1", 1, 2), met("Round 2", 2, 3), met("Round 3", 3, 4)]

    rows = Table(games, "fahrenheit", lots={2: 1, 3: 2}).ranked([1, 2, 3, 4])

    assert [(row.team, row.rank, row.step) for row in rows] == [
        (1, 1, ""),
        (2, 2, "+/−"),
        (3, 3, "each other"),
        (4, 4, "games"),
    ]
