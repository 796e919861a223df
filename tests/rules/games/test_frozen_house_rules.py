"""Older frozen house rules, which lack newer ones, still load, and their hands score the same."""

import json
from pathlib import Path

import pytest

from rules.games import find_ruleset

FROZEN = json.loads((Path(__file__).parent / "frozen" / "events.json").read_text(encoding="utf-8"))
# Columbus's later defaults; a migration wrote them into the house rules of its earlier events.
SINCE = {"columbus-no-kitty": {"renege_costs": "books", "game_bonus": 0}}


@pytest.mark.parametrize(
    "event",
    [pytest.param(event, id=f"{number} {event['game']}") for number, event in enumerate(FROZEN["events"])],
)
def test_hands_under_frozen_house_rules_score_the_same_as_before(event):
    ruleset = find_ruleset(event["game"], event["house"] | SINCE.get(event["game"], {}))
    played, states = [], []

    scores = [ruleset.score(hand) for hand in FROZEN["hands"]]
    for score in scores[: len(event["states"])]:
        played.append(score)
        state = ruleset.game(played)
        states.append([state.over, state.winner, dict(state.points)])

    assert event["house"].items() <= ruleset.house.items()
    assert [
        [score.winner, dict(score.units), dict(score.points), score.boston, score.awarded] for score in scores
    ] == event["scores"]
    assert states == event["states"]
