"""A tie-break that only this module knows ranks and is shown: a new one needs no change elsewhere."""

import json

import pytest

from rules.competition.game_lines import GameLine
from rules.standings.bubble import OUT, THROUGH, outlooks
from rules.standings.standings import rank
from rules.standings.tie_break import Changes, OwnGames
from rules.standings.tie_breaks import register
from tests import build
from tests.pages.setup.papers import send
from tests.pages.visit import opened, organizer_of, still_clock

GIVEN_AWAY = OwnGames(
    key="given_away",
    name="Fewest hands given away",
    heading="Given",
    sentence="Fewer hands that the other side won.",
    by="hands given away",
    is_fewest=True,
    changes=Changes.RISES,
    shows=lambda hands: f"{hands} gone",
    of=lambda got: got.units_against,
)


@pytest.fixture
def given_away():
    withdraw = register(GIVEN_AWAY)
    yield
    withdraw()


def test_its_bound_is_known_while_games_are_played(given_away):
    """Team 2 may win as many games as team 1, and has given away more hands already."""
    lines = [GameLine(1, 3, 1, units_ns=3), GameLine(3, 2, 3, units_ns=3), GameLine(2, 4, None)]
    ranked = rank([1, 2], lines, tie_breaks=("games_won", "given_away"))

    found = outlooks(ranked, [((2,), (4,))], places=1, rounds_left=0)

    assert [found[team].chance for team in (1, 2)] == [THROUGH, OUT]


@pytest.mark.django_db
def test_a_new_tie_break_is_in_the_settings_and_ranks_teams_everywhere(given_away):
    event = build.event(is_practice=True, advance_count=2)
    build.teams(event, 4)
    client = organizer_of(event)
    offered = client.get(f"/{event.slug}/event/").context["paper"].tie_breaks.others

    send(client, event, tie_breaks="given_away games_won")
    build.played_phase_one(event, rounds=2)
    still_clock(event, build.at(17))

    assert GIVEN_AWAY in offered
    page = opened(event, "standings/")
    assert GIVEN_AWAY.heading in [head.words for head in page.find("th", scope="col")]
    assert f"{GIVEN_AWAY.name}. {GIVEN_AWAY.sentence}" in page.one("details", id="chain-key").words
    assert " gone" in page.words
    assert f"1. {GIVEN_AWAY.name}. {GIVEN_AWAY.sentence}" in opened(event, "rules/").words
    exported = json.loads(client.get(f"/{event.slug}/results/results.json").content)
    assert exported["event"]["tie_breaks"] == ["given_away", "games_won"]
    answer = client.get(f"/api/v1/events/{event.slug}/standings").json()
    assert answer["tie_breaks"] == "By hands given away, then games won."
