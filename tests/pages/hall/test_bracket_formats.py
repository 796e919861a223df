"""The bracket's page and picture in formats with several parts."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.test import Client

from rehearsal.browser import read
from scoring.commands.bracket import start_phase_two
from tests import build

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SVG = "{http://www.w3.org/2000/svg}"


def begun(**plan):
    event = build.event(advance_count=8, **plan)
    teams = build.teams(event, 8)
    type(teams[0]).objects.filter(pk=teams[0].pk).update(name="Tom & Jerry <3 the longest name of the hall")
    build.played_phase_one(event, 1)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


def at(event, path):
    return Client().get(f"/{event.slug}/{path}")


def test_a_double_elimination_has_three_parts_and_says_that_the_second_final_may_not_be_needed():
    event = begun(phase_two={"format": "double"})

    page = read(at(event, "bracket/").content.decode())

    assert [title.words for title in page.find("h2")] == ["Upper bracket", "Lower bracket", "Final"]
    assert "Second final · for the trophy · only if it is needed" in page.words
    assert len(page.find(data_slot="*")) == 15


def test_groups_show_their_tables_and_who_would_go_on():
    event = begun(phase_two={"format": "groups"})

    page = read(at(event, "bracket/").content.decode())

    assert [title.words for title in page.find("h2")] == ["Group A", "Group B", "Knock-out"]
    assert [row.words.endswith(", goes on 0 0 0") for row in page.find("tr", data_line="*")] == [
        True, True, False, False,
    ] * 2  # fmt: skip
    assert "1st of group A" in page.words


@pytest.mark.parametrize("key", ["swiss", "robin", "groups"])
def test_a_table_says_what_put_each_team_below_the_one_above(key):
    event = begun(phase_two={"format": key})
    assert "place-why" not in at(event, "bracket/").content.decode()
    build.bracket_played_on(event, build.at(17, 5))

    page = read(at(event, "bracket/").content.decode())

    tables = [found.find("tr", data_line="*") for found in page.find("table")]
    for lines in tables:
        said = [line.find("span", **{"class": "place-why"}) for line in lines]
        assert [len(why) for why in said] == [0, *[1] * (len(lines) - 1)]
        for number, (above, line) in enumerate(pairwise(lines), start=2):
            name = above.find("a")[0].words
            (why,) = line.find("span", **{"class": "place-why"})
            assert why.words.startswith(("1st", "2nd", "3rd", f"{number}th"))
            assert name in why.words
            won = [each.find("td")[1].words for each in (above, line)]
            assert ("on games won" in why.words) == (won[0] != won[1])


@pytest.mark.parametrize("key", ["single", "double", "swiss", "groups"])
def test_the_picture_has_a_box_for_each_game_and_its_words_can_be_read(key):
    event = begun(phase_two={"format": key} if key != "single" else {})

    answer = at(event, "bracket.svg")

    assert answer.headers["Content-Type"] == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.content.decode())
    games = len(read(at(event, "bracket/").content.decode()).find(data_slot="*"))
    assert len(drawn.findall(f"{SVG}g")) == games
    assert drawn.find(f"{SVG}title").text == f"{event.name}: the bracket"
    assert "Tom & Jerry <3 the long…" in "".join(drawn.itertext())


def test_before_the_cut_the_picture_is_empty():
    event = build.event()

    assert at(event, "bracket.svg").status_code == 200
