"""Who leaves a round robin before half of it never played in it (Rulebook E-224)."""

from rules.competition.game_lines import GameLine
from rules.standings.leavers import is_void, void_teams


def beaten(*others):
    """Games that "gone" has won against these."""
    return [GameLine("gone", other, "gone", units_ns=3) for other in others]


def test_half_of_the_games_is_half_of_one_against_each_other_team():
    assert void_teams(beaten("a", "b", "c"), ["gone"], entrants=8) == {"gone"}
    assert void_teams(beaten("a", "b", "c", "d"), ["gone"], entrants=8) == set()
    assert void_teams(beaten("a", "b", "c"), ["gone"], entrants=7) == set()


def test_byes_and_games_that_are_on_are_no_games_played():
    bye, running = GameLine("gone", None, "gone", kind="bye"), GameLine("gone", "d", None)

    assert void_teams([*beaten("a", "b", "c"), bye, running], ["gone"], entrants=8) == {"gone"}


def test_who_is_here_is_never_void_however_few_games_it_has():
    assert void_teams(beaten("a"), [], entrants=8) == set()


def test_its_games_are_void_for_its_opponents_and_a_play_off_is_not():
    game, other = beaten("a")[0], GameLine("a", "b", "a")

    assert (is_void(game, {"gone"}), is_void(other, {"gone"})) == (True, False)
    assert not is_void(GameLine("gone", "a", "a", kind="playoff"), {"gone"})
