"""The written games equal what the rules and the players make of them today."""

import pytest

from tests.rules.cards.table_talk import GAMES_WITH_CARDS
from tests.rules.replay.transcripts import FILES, transcript

GAMES = GAMES_WITH_CARDS


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_and_told_as_it_is_written(game):
    written = (FILES / f"{game}.txt").read_text(encoding="utf-8")

    assert transcript(game) == written


def test_every_game_is_written_and_no_other():
    assert {file.stem for file in FILES.glob("*.txt")} == set(GAMES)
