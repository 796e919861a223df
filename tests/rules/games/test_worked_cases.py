"""Hands worked out on paper: what each earns by its house rules, its sentence, or the refused fields.

``cases/`` holds one file for each game.
"""

import json
import re
from pathlib import Path

import pytest

from rules.games import find_ruleset
from rules.games.hands import ImpossibleHand

CASES = [
    pytest.param(file.stem, case, id=f"{file.stem}: {case['says']}")
    for file in sorted(Path(__file__).parent.glob("cases/*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("game", "case"), [each for each in CASES if "earns" in each.values[1]])
def test_a_hand_earns_what_was_worked_out_on_paper(game, case):
    score = find_ruleset(game, case["house"]).score(case["hand"]).as_json()

    assert {key: score.get(key) for key in case["earns"]} == case["earns"]


@pytest.mark.parametrize(("game", "case"), [each for each in CASES if "refused" in each.values[1]])
def test_what_cannot_have_happened_is_refused_and_the_field_named_in_a_sentence(game, case):
    with pytest.raises(ImpossibleHand) as impossible:
        find_ruleset(game, case["house"]).score(case["hand"])

    errors = impossible.value.errors
    assert [error.field for error in errors] == case["refused"]
    assert [error.message for error in errors if not re.fullmatch(r'["A-Z0-9].*\.', error.message)] == []
