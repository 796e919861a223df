"""Hands worked out on paper from the sources; ``cases/`` holds one file for each game."""

import json
from pathlib import Path

import pytest

from rules.games import find_ruleset
from rules.games.hands import ImpossibleHand

CASES = [
    pytest.param(file.stem, case, id=f"{file.stem}: {case['says']}")
    for file in sorted(Path(__file__).parent.glob("cases/*.json"))
    for case in json.loads(file.read_text())
]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_a_hand_earns_what_was_worked_out_on_paper(game, case):
    ruleset = find_ruleset(game, case["house"])

    if "refused" in case:
        with pytest.raises(ImpossibleHand) as impossible:
            ruleset.score(case["hand"])
        found = [error.field for error in impossible.value.errors]
    else:
        score = ruleset.score(case["hand"]).as_json()
        found = {key: score.get(key) for key in case["earns"]}

    assert found == (case["earns"] if "earns" in case else [case["refused"]])
