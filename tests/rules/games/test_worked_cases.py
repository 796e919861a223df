"""Hands worked out on paper: their scores by house rules, their sentences, or the refused fields.

``cases/`` holds one file for each game.
"""

import json
import re
from pathlib import Path

import pytest

from rules.games import find_ruleset
from rules.ruleset.hands import ImpossibleHand
from tests.rules.rulebook import paragraphs

CASES = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted(Path(__file__).parent.glob("cases/*.json"))
}


@pytest.mark.parametrize("game", CASES)
def test_a_hand_earns_what_paper_says_or_is_refused_with_a_sentence(game):
    for case in CASES[game]:
        ruleset = find_ruleset(game, case["house"])
        if "earns" in case:
            score = ruleset.score(case["hand"]).as_json()
            assert {key: score.get(key) for key in case["earns"]} == case["earns"], case["says"]
            continue
        with pytest.raises(ImpossibleHand) as impossible:
            ruleset.score(case["hand"])
        errors = impossible.value.errors
        assert [error.field for error in errors] == case["refused"], case["says"]
        assert [error.message for error in errors if not re.fullmatch(r'["A-Z0-9].*\.', error.message)] == []


@pytest.mark.parametrize("game", CASES)
def test_every_reason_of_a_worked_hand_is_in_the_rulebook(game):
    known = set(paragraphs())
    for case in CASES[game]:
        ruleset = find_ruleset(game, case["house"])
        scores = [ruleset.score(case["hand"])] if "earns" in case else []
        for reason in (*(why for score in scores for why in score.because), *ruleset.game(scores).because):
            assert reason.rule, case["says"]
            assert reason.source in known, case["says"]
            assert re.fullmatch(r"[A-Z].*\.", reason.sentence), case["says"]
