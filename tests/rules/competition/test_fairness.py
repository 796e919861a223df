from rules.competition.fairness import ledger
from rules.competition.game_lines import GameLine


def test_fairness_counts_byes_and_rematches_but_no_open_or_playoff_games():
    lines = [
        GameLine(1, 2, 1),
        GameLine(2, 1, 1),
        GameLine(1, None, 1, 3, kind="bye"),
        GameLine(1, 2, None),
        GameLine(1, 2, 2, kind="playoff"),
    ]

    rows = [(row.team, row.games, row.byes, row.rematches) for row in ledger([2, 1], lines)]

    assert rows == [(1, 2, 1, 1), (2, 2, 0, 1)]


def test_opponents_are_as_strong_as_their_other_games_say():
    lines = [GameLine(1, 2, 1), GameLine(2, 3, 2), GameLine(2, 4, 2), GameLine(1, 3, 1)]

    shares = {share.team: share.opponents_won for share in ledger([1, 2, 3, 4], lines)}

    # Team 1 met 2, who won both of its other games, and 3, who lost its only other game.
    assert shares[1] == 2 / 3
    # Team 4 met 2, who won one of its two other games.
    assert shares[4] == 1 / 2
