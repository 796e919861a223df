"""What an event chose for the rounds of Phase II, as the rules sheet says it (Rulebook E-79)."""

import pytest

from rules.competition.phase_two.formats import Choice
from rules.competition.phase_two.words import rounds_in_words


@pytest.mark.parametrize(
    ("choice", "sentences"),
    [
        pytest.param(Choice(), (), id="nothing is said of the usual"),
        pytest.param(Choice(final_games=3), ("The final is best of 3 games.",), id="the final"),
        pytest.param(
            Choice(semi_games=3, final_games=3),
            ("The semi-finals and the final are best of 3 games.",),
            id="what is alike is said together",
        ),
        pytest.param(
            Choice(quarter_hands=2, final_games=5, final_hands=4),
            (
                "The quarter-finals are best 2 of 3 hands.",
                "The final is best of 5 games, each of them best 4 of 7 hands.",
            ),
            id="games and hands",
        ),
        pytest.param(Choice(early_hands=1), ("The earlier rounds are one hand.",), id="one hand"),
        pytest.param(
            Choice(format="double", semi_games=3, quarter_games=3),
            ("The upper and lower finals are best of 3 games.",),
            id="only what the format asks for",
        ),
        pytest.param(
            Choice(format="groups", table_hands=2),
            ("The games of the groups are best 2 of 3 hands.",),
            id="groups",
        ),
    ],
)
def test_a_sentence_for_each_choice(choice, sentences):
    assert rounds_in_words(choice) == sentences
