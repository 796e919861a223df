"""The bracket's page and picture, in formats with several parts."""

from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from django.test import Client

from pages.hall.bracket_picture import picture
from pages.hall.wall_bracket import ROWS, bracket_walls
from scoring.bracket.bracket import bracket_page
from scoring.bracket.commands_bracket import start_phase_two
from tests import build
from tools.rehearsal.browser import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NOW = build.at(17, 5)
SVG = "{http://www.w3.org/2000/svg}"


def bracket_of(size, **plan):
    """An event in which Phase II of ``size`` teams has just begun."""
    event = build.event(advance_count=size, tables=size, **plan)
    build.teams(event, size)
    build.played_phase_one(event, 1)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


def in_the_tree(each):
    return [cell for cell in each.cells if cell.kind != "third"]


def fed(rounds):
    """Each game of these rounds with the games or byes of the round before that lead to it."""
    for before, after in pairwise(rounds):
        ways = 1 if before.is_straight else 2
        cells = in_the_tree(before)
        for number, cell in enumerate(in_the_tree(after)):
            yield cell, [one for one in cells[number * ways : (number + 1) * ways] if one.kind != "empty"]


SIZES = [
    *[(size, {}) for size in (2, 6, 16)],
    (9, {"consolation": True}),
    *[(size, {"format": "double"}) for size in (3, 5, 8)],
    *[pytest.param(size, {"format": "double"}, marks=pytest.mark.long) for size in (6, 16)],
    *[pytest.param(size, {}, marks=pytest.mark.long) for size in (4, 7, 40)],
]


@pytest.mark.parametrize(("size", "choice"), SIZES)
def test_a_line_leads_from_each_game_to_the_next_also_on_the_wall(size, choice):
    page = bracket_page(bracket_of(size, phase_two=choice), NOW)

    walls = bracket_walls(page)

    shown = {cell.key for wall in walls for part in wall.parts for each in part.rounds for cell in each.cells}
    joined = {
        (cell.key, before.key)
        for wall in walls
        for part in wall.parts
        for cell, befores in fed(part.rounds)
        for before in befores
    }
    for part in page.parts:
        for cell, before in fed(part.rounds):
            assert (cell.label, cell.is_joined) == (cell.label, bool(before))
        assert {cell.key for each in part.rounds for cell in each.cells} <= shown
        assert {(cell.key, one.key) for cell, ones in fed(part.rounds) for one in ones} <= joined
    for wall in walls:
        assert sum(max(len(each.cells) for each in part.rounds) for part in wall.parts) <= ROWS


def at(event, path):
    return Client().get(f"/{event.slug}/{path}")


@pytest.mark.parametrize(
    ("key", "parts", "rounds", "goes_on", "sentence", "games"),
    [
        (
            "double",
            "Upper bracket, Lower bracket, Final",
            "Upper quarter-finals, Upper semi-finals, Upper final, "
            "Lower round 1, Lower round 2, Lower round 3, Lower final, Second final",
            [],
            "Second final · for the trophy · only if it is needed",
            15,
        ),
        (
            "groups",
            "Group A, Group B, Knock-out",
            "Round 1, Round 2, Round 3, Round 1, Round 2, Round 3, Semi-finals, Final",
            [True, True, False, False] * 2,
            "1st of group A",
            16,
        ),
        (
            "shrinking",
            "Down to 4, Knock-out",
            "Round 1, Round 2, Semi-finals, Final",
            [True] * 4 + [False] * 4,
            "1st of the 8",
            12,
        ),
    ],
)
def test_a_brackets_picture_has_a_readable_box_for_each_game(key, parts, rounds, goes_on, sentence, games):
    event = bracket_of(8, phase_two={"format": key})
    event.teams.filter(number=1).update(name="Tom & Jerry <3 the longest name of the hall")

    page = read(at(event, "bracket/").content.decode())
    answer = at(event, "bracket.svg")

    assert ", ".join(title.words for title in page.find("h2")) == parts
    assert ", ".join(title.words for title in page.find("h3")) == rounds
    assert [row.words.endswith(", goes on 0 0 0") for row in page.find("tr", data_line="*")] == goes_on
    assert sentence in page.words
    assert answer.headers["Content-Type"] == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.content.decode())
    assert len(drawn.findall(f"{SVG}g")) == len(page.find(data_slot="*")) == games
    assert drawn.find(f"{SVG}title").text == f"{event.name}: the bracket"
    assert "Tom & Jerry <3 the long…" in "".join(drawn.itertext())


@pytest.mark.parametrize(
    "key", ["swiss", "groups", *(pytest.param(key, marks=pytest.mark.long) for key in ("robin", "shrinking"))]
)
def test_a_table_says_what_put_each_team_below_the_one_above(key):
    event = bracket_of(8, phase_two={"format": key})
    assert "place-why" not in at(event, "bracket/").content.decode()
    build.bracket_played_on(event, build.at(17, 5))

    page = read(at(event, "bracket/").content.decode())

    # A format without a final is not called a bracket on its page, in the navigation, or on the wall.
    title = {"swiss": "Phase II", "robin": "Phase II"}.get(key, "Bracket")
    assert page.one("h1").words == title
    assert "The bracket" not in at(event, "screen/?pin=bracket").content.decode()
    tables = [found.find("tr", data_line="*") for found in page.find("table")]
    for lines in tables:
        reasons = [line.find("span", **{"class": "place-why"}) for line in lines]
        assert [len(why) for why in reasons] == [0, *[1] * (len(lines) - 1)]
        for number, (above, line) in enumerate(pairwise(lines), start=2):
            name = above.find("a")[0].words
            (why,) = line.find("span", **{"class": "place-why"})
            assert why.words.startswith(("1st", "2nd", "3rd", f"{number}th"))
            assert name in why.words
            won = [each.find("td")[1].words for each in (above, line)]
            assert ("on games won" in why.words) == (won[0] != won[1])


def test_the_bracket_picture_labels_first_games_with_their_seeds():
    event = bracket_of(6)

    root = ElementTree.fromstring(at(event, "bracket.svg").content.decode())

    labels = [group.find(f"{SVG}text").text for group in root.findall(f"{SVG}g")]
    assert labels[:5] == [
        "Bye · seed 1",
        "Quarter-final 1 · seeds 4 and 5",
        "Bye · seed 2",
        "Quarter-final 2 · seeds 3 and 6",
        "Semi-final 1",
    ]


def drawn_at(event):
    """The corners of each box in the picture."""
    root = ElementTree.fromstring(at(event, "bracket.svg").content.decode())
    for group in root.findall(f"{SVG}g"):
        box = group.find(f"{SVG}rect")
        x, y, width, height = (float(box.get(each)) for each in ("x", "y", "width", "height"))
        yield (x, y, x + width, y + height)


@pytest.mark.parametrize(("size", "key"), [(2, "single"), (4, "single"), (6, "single"), (5, "double")])
def test_no_box_of_the_picture_covers_another_or_is_cut_off(size, key):
    event = bracket_of(size, phase_two={"format": key})

    boxes = list(drawn_at(event))

    width, height = picture(bracket_page(event, NOW)).width, picture(bracket_page(event, NOW)).height
    assert all(x >= 0 and y >= 0 and right <= width and low <= height for x, y, right, low in boxes)
    for one, other in combinations(boxes, 2):
        assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
