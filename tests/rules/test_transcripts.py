"""Whole games as a referee would read them aloud: one file for each ruleset in ``transcripts/``.

A line that starts with ``>`` is a report, and the lines under it are the rules' response. The first line
names the game and its house rules.
"""

import json
from pathlib import Path

import pytest

from rules.games import all_games, find_ruleset
from rules.ruleset.hands import ImpossibleHand

TRANSCRIPTS = Path(__file__).parent / "transcripts"


def transcript_of(heading, reports):
    """The transcript of a game: every report, its score, and the game's state after it."""
    game, _, house = heading.partition(" ")
    ruleset = find_ruleset(game, json.loads(house or "{}"))
    lines, scores = [heading], []
    for report in reports:
        lines += ["", f"> {report}"]
        try:
            scores.append(ruleset.score(json.loads(report)))
        except ImpossibleHand as impossible:
            lines += [f"  Refused ({error.field}): {error.message}" for error in impossible.errors]
            continue
        state = ruleset.game(scores)
        standing = state.units if state.units is not None else state.points
        lines += [f"  {scores[-1].headline}"]
        lines += [
            f"    {reason.source:5} {reason.sentence}" for reason in (*scores[-1].because, *state.because)
        ]
        lines += [f"  = {', '.join(f'{side} {count}' for side, count in standing.items())}"]
        lines += [f"  Over: {state.winner or 'nobody'} wins."] * state.over
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_a_game_reads_as_it_did(game):
    transcript = (TRANSCRIPTS / f"{game}.txt").read_text()
    heading, *rest = transcript.splitlines()

    retold = transcript_of(heading, [line.removeprefix("> ") for line in rest if line.startswith("> ")])

    assert retold == transcript
