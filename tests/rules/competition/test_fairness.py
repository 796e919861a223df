from rules.competition.fairness import ledger
from rules.competition.game_lines import GameLine


def test_byes_and_rematches_are_counted():
    lines = [GameLine(1, 2, 1), GameLine(2, 1, 1), GameLine(1, None, 1, 3, kind="bye")]

    first, second = ledger([2, 1], lines)

    assert (first.team, first.games, first.byes, first.rematches) == (1, 2, 1, 1)
    assert (second.team, second.games, second.byes, second.rematches) == (2, 2, 0, 1)


def test_opponents_are_as_strong_as_their_other_games_say():
    lines = [GameLine(1, 2, 1), GameLine(2, 3, 2), GameLine(2, 4, 2), GameLine(1, 3, 1)]

    shares = {share.team: share.opponents_won for share in ledger([1, 2, 3, 4], lines)}

    # Team 1 met 2, who won both of its other games, and 3, who lost its only other game.
    assert shares[1] == 2 / 3
    # Team 4 met 2, who won one of its two other games.
    assert shares[4] == 1 / 2


def test_games_that_run_and_play_off_hands_do_not_count():
    lines = [GameLine(1, 2, None), GameLine(1, 2, 2, kind="playoff")]

    assert [share.games for share in ledger([1, 2], lines)] == [0, 0]
