"""The call: what a phone shows from its line is what its team's page says."""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.rounds.commands_rounds import recall_round
from tests import build
from tests.pages.reading import tags
from tests.pages.visit import statements, still_clock, wearing
from tools.rehearsal.browser import read

pytestmark = pytest.mark.slow

CALLED = build.at(15, 0, 1)


def card_of(page):
    """The card of a page and the page's title, without what is one browser's."""
    section = re.search(r'<section class="now-card.*?</section>', page, re.DOTALL)[0]
    for own in (r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>', r'name="entered_by" value="[^"]*"'):
        section = re.sub(own, "", section)
    title = re.search(r"<title>.*?</title>", page, re.DOTALL)[0]
    return re.sub(r"\s*([<>])\s*", r"\1", tags(section)), unescape(tags(title))


def line_of(call, team):
    found = re.search(rf'<p data-team="{team.number}" data-called="([^"]*)"([^>]*)>(.*)</p>', call)
    return (found[1], found[3]) if found else None


def shown_by(call, team):
    """The card that a phone makes from its line of the call, as static/js/stream/call.js does."""
    key, words = line_of(call, team)
    shape = re.search(rf'<p data-team="{team.number}" [^>]*data-card="(\d+)"', call)[1]
    html = re.search(rf'<template data-card="{shape}">(.*?)</template>', call, re.DOTALL)[1]
    values = dict(enumerate(re.findall("<b>(.*?)</b>", words)))
    values |= {"game": key.split()[0], "badge": "7"}
    fill = {str(name): value for name, value in values.items()}
    return card_of(re.sub(r"\{(\w+)\}", lambda blank: fill[blank[1]], html))


def the_call(event):
    return Client().get(f"/{event.slug}/team/called/").content.decode()


def teams_with_a_home(event):
    build.teams(event, 6)


def three_players(event):
    for number in range(1, 5):
        build.pair(event, f"Ann {number}", f"Bo {number}", f"Cy {number}")


def odd_teams(event):
    build.teams(event, 5)


def people(event):
    build.people(event, 8)


def odd_people(event):
    build.people(event, 7)


@pytest.mark.parametrize(
    ("plan", "who_comes"),
    [
        pytest.param({}, teams_with_a_home, id="teams"),
        pytest.param({"third_player": True}, three_players, id="teams of three, one of whom sits out"),
        pytest.param({"seating": "alone"}, people, id="partners who change"),
        pytest.param({"seating": "alone"}, odd_people, id="partners who change, and a bye"),
        pytest.param({"game": "bid-fair"}, people, id="one against one"),
        pytest.param({}, odd_teams, id="teams, and a bye"),
        pytest.param({"tables": 2}, teams_with_a_home, id="teams, and a game that waits for a table"),
        pytest.param({"game": "euchre-card", "results_by": "totals"}, teams_with_a_home, id="another game"),
        pytest.param({"ready_minutes": 1}, teams_with_a_home, id="a minute to be seated"),
    ],
)
def test_the_card_of_a_line_is_the_card_of_the_page(plan, who_comes):
    event = build.event(is_practice=True, **plan)
    who_comes(event)
    games = build.called_round(event).games.all()
    still_clock(event, CALLED)

    call = the_call(event)

    teams = [team for game in games for team in game.everybody()]
    pages = [wearing(team.badge).get(f"/{event.slug}/team/").content.decode() for team in teams]
    assert len(teams) >= 4
    assert [shown_by(call, team) for team in teams] == [card_of(page) for page in pages]
    keys = [read(page).one(id="now").attributes["data-called"] for page in pages]
    assert [line_of(call, team)[0] for team in teams] == keys


def test_a_line_has_no_card_after_a_while_and_ends_with_its_call():
    event = build.event(is_practice=True)
    one, *_, last = build.teams(event, 3)
    row = build.called_round(event)
    bye = row.games.get(kind="bye")
    other = next(team for team in (one, last) if team not in bye.everybody())
    still_clock(event, CALLED)
    fresh = the_call(event)
    still_clock(event, build.at(15, 0, 25))
    later = the_call(event)
    recall_round(row=row, by=build.organizer(event), at=build.at(15, 0, 26))

    assert "You have a bye this round" in line_of(fresh, bye.team("NS"))[1]
    assert line_of(later, bye.team("NS")) == (f"{bye.pk} bye", "")
    assert line_of(later, other) == (line_of(fresh, other)[0], "")
    assert "<template" not in later
    assert "<p" not in the_call(event)


def test_a_team_that_left_is_not_called():
    game = build.game()
    game.team("EW").__class__.objects.filter(pk=game.team("EW").pk).update(withdrawn_at=CALLED)

    assert line_of(the_call(game.event), game.team("EW")) is None


def test_the_call_takes_as_many_statements_for_eight_teams_as_for_two():
    taken = []
    for count in (2, 8):
        event = build.event(is_practice=True, name=f"{count} teams")
        build.teams(event, count)
        build.called_round(event)
        still_clock(event, CALLED)
        taken.append(statements(Client(), f"/{event.slug}/team/called/"))

    assert taken[0] == taken[1]
