"""Hands worked out on paper: their scores by house rules, their sentences, or the refused fields.

``cases/`` holds one file for each game.
"""

import json
import re
from pathlib import Path

import pytest

from rules.games import find_ruleset
from rules.games.hands import ImpossibleHand

FILES = sorted(Path(__file__).parent.glob("cases/*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_hand_earns_what_was_worked_out_on_paper_or_is_refused_with_the_field_and_a_sentence(file):
    for case in json.loads(file.read_text(encoding="utf-8")):
        ruleset = find_ruleset(file.stem, case["house"])
        if "earns" in case:
            score = ruleset.score(case["hand"]).as_json()
            assert {key: score.get(key) for key in case["earns"]} == case["earns"], case["says"]
            continue
        with pytest.raises(ImpossibleHand) as impossible:
            ruleset.score(case["hand"])
        errors = impossible.value.errors
        assert [error.field for error in errors] == case["refused"], case["says"]
        assert [error.message for error in errors if not re.fullmatch(r'["A-Z0-9].*\.', error.message)] == []
