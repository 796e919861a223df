"""The recount of a played day: it agrees with the pages, and would report a wrong one."""

import ast
import re
from pathlib import Path

import pytest

import tools.rehearsal.recount
from rules.standings.tie_breaks import CRITERIA, LAST_TWO
from tests.conftest import ROOT
from tests.tools.rehearsal.bots import lived
from tools.rehearsal.recount.counting import counted
from tools.rehearsal.recount.facts import Game, Hand, Side
from tools.rehearsal.recount.recount import Recount
from tools.rehearsal.recount.standings import BY_NAME, MET

NOT_RECOUNTED = {
    *("buchholz", "median_buchholz", "sonneborn_berger"),
    *("bostons", "forfeits", "penalties"),
}
"""A day of bots refuses an order with one of these."""

PLANTED = {
    "standings/?whole=1": (r'(<td class="rank" role="cell">\s*)1\b', r"\g<1>2"),
    "standings/near/": (r'(data-label="Hands" role="cell">)\d+', r"\g<1>99"),
    "results/": (r'data-place="1"', 'data-place="2"'),
    "results/results.json": (r'"rank": 1,', '"rank": 3,'),
    "results/standings.csv": (r"(?m)^1,1,", "1,4,"),
    "results/games.csv": (r",True\b", ",False"),
    "awards/": (r"<b>4</b>", "<b>5</b>"),
    "": (r'data-place="3"', 'data-place="1"'),
    # The wall shows the podium or the bracket, in rotation.
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
def test_a_wrong_place_on_any_page_is_found_and_named(longer):
    troubles = ("ties", "corrections", "round", "pause", "forfeits", "substitutes")
    day, spoken, _ = lived(teams=4, seed=5, troubles=troubles)
    read: dict[str, str] = {}

    def page(address: str) -> str:
        read[address] = read.get(address) or day.organizer.text(address)
        return read[address]

    assert Recount(page).objections() == []
    befell = ("correction", "opened again", "substitute", "gives up", "pause", "called early")
    assert all(any(what in words for words in spoken) for what in befell)

    # One part of the recount reads all pages of a kind, so every third is enough; --long checks all.
    for address, (right, wrong) in list(PLANTED.items())[:: 1 if longer > 1 else 3]:
        spoiled, many = re.subn(right, wrong, page(address), count=1)
        assert many == 1, address

        objections = Recount(
            lambda asked, at=address, text=spoiled: text if asked == at else page(asked)
        ).objections()

        assert any(spoken.startswith(f"/{address}") for spoken in objections), (address, objections)


def test_the_recount_imports_none_of_the_projects_rules():
    folder = Path(tools.rehearsal.recount.__file__).parent
    imported = {
        node.module or ""
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom)
    }

    ours = {name.partition(".")[0] for name in imported} & {folder.name for folder in ROOT.iterdir()}
    assert ours == {"tools"}
    assert all(name.startswith("tools.rehearsal.recount.") for name in imported if name.startswith("tools"))


def test_the_recount_knows_every_tie_break_except_the_declared_ones():
    assert {*BY_NAME, MET, *LAST_TWO} | NOT_RECOUNTED == set(CRITERIA)


def test_two_sets_lose_a_game_whose_points_are_equal():
    hands = tuple(
        Hand("Bid, and set.", other, {}, {of: -points, other: 0}, False)
        for of, other, points in (("1", "2", 3), ("2", "1", 1), ("2", "1", 2))
    )
    sides = (Side("1", "Ada", (1,), 0, 2, True), Side("2", "Ben", (2,), 0, -3, False))

    count = counted(Game(1, "Semi-final", "ended", "won", None, sides, hands), "columbus-no-kitty")

    assert (count.won, count.points) == (0, (2, -3))
