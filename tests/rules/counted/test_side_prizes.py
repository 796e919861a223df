"""The winners of side prizes. Rulebook E-103 to E-107."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.counted.side_prizes import (
    BOSTONS,
    BY_PLACE,
    COUNTER,
    DECIDES,
    FIRST,
    HAS_ONE,
    HIGH_GAME,
    HIGH_HAND,
    LOW_GAME,
    LOW_SCORE,
    PLAYED,
    SETS,
    TIES,
    BadSidePrize,
    GameFigures,
    SidePrize,
    awarded,
)

LONERS = SidePrize(name="Loner pot", decides=COUNTER, counter="Loners")


def loners(*counts):
    return [GameFigures(counters={"Loners": count}) for count in counts]


def points(*figures):
    return [GameFigures(points=figure) for figure in figures]


def places(*teams):
    return {team: place for place, team in enumerate(teams, start=1)}


def test_who_has_most_wins_and_whoever_has_none_is_on_no_board():
    [given] = awarded([LONERS], {1: loners(1, 2), 2: loners(0, 0), 3: loners(2)}, places(1, 2, 3))

    assert given.rows == ((1, 3), (3, 2))
    assert (given.winners, given.figure) == ((1,), 3)


def test_first_place_wins_no_side_prize_so_the_next_has_it():
    prize = SidePrize(name="Loner pot", decides=COUNTER, counter="Loners", not_first=True)

    [given] = awarded([prize], {1: loners(3), 2: loners(2)}, places(1, 2), first={1})

    assert (given.winners, given.figure, given.passed) == ((2,), 2, ((1, FIRST),))


def test_who_has_won_a_side_prize_above_does_not_win_another():
    games = {1: [GameFigures(points=31, bostons=2)], 2: [GameFigures(points=20, bostons=1)]}
    high = SidePrize(name="High game", decides=HIGH_GAME)
    pot = SidePrize(name="Boston pot", decides=BOSTONS, one_each=True)

    [first, second] = awarded([high, pot], games, places(1, 2))

    assert first.winners == (1,)
    assert (second.winners, second.passed) == ((2,), ((1, HAS_ONE),))


def test_by_game_4_else_the_best_record():
    # In Columbus the Boston pot goes to the most Bostons by game 4, otherwise to the best record.
    pot = SidePrize(name="Boston pot", decides=BOSTONS, by_game=4, else_best=True)
    late = [*[GameFigures()] * 4, GameFigures(bostons=1)]

    [given] = awarded([pot], {1: late, 2: [GameFigures()] * 5}, places(2, 1))

    assert (given.winners, given.figure, given.rows) == ((2,), None, ())
    [given] = awarded([pot], {1: late[1:], 2: [GameFigures()] * 5}, places(2, 1))
    assert (given.winners, given.figure) == ((1,), 1)


def test_a_tie_is_shared_or_the_better_place_decides_or_it_is_played_for():
    games = {1: loners(2), 2: loners(2), 3: loners(1)}

    def won(ties, **more):
        prize = SidePrize(name="Pot", decides=COUNTER, counter="Loners", ties=ties)
        [given] = awarded([prize], games, places(3, 2, 1), **more)
        return given.winners, given.is_tied

    assert won("split") == ((2, 1), False)
    assert won(BY_PLACE) == ((2,), False)
    assert won(PLAYED) == ((2, 1), True)
    assert won(PLAYED, played={"Pot": 1}) == ((1,), False)
    assert won(PLAYED, played={"Pot": 3}) == ((2, 1), True)


def test_while_a_side_prize_is_tied_it_bars_nobody_from_the_next():
    tied = SidePrize(name="Pot", decides=COUNTER, counter="Loners", ties=PLAYED)
    high = SidePrize(name="High", decides=HIGH_GAME, one_each=True)
    games = {1: [*loners(1), *points(9)], 2: [*loners(1), *points(5)]}

    assert awarded([tied, high], games, places(1, 2))[1].winners == (1,)
    assert awarded([tied, high], games, places(1, 2), played={"Pot": 1})[1].winners == (2,)


def test_the_low_score_goes_to_nobody_who_missed_more_than_one_game():
    low = SidePrize(name="Low score", decides=LOW_SCORE)
    games = {1: points(9, 9, 9), 2: points(8, None, 9), 3: points(1)}

    [given] = awarded([low], games, places(1, 2, 3))

    assert given.rows == ((2, 17), (1, 27))


def test_high_and_low_are_over_finished_games_and_a_hand_over_hands():
    games = {1: points(9, None, 3), 2: points(7, 4), 3: [GameFigures(high_hand=6)]}

    high, low, hand = awarded(
        [
            SidePrize(name="High", decides=HIGH_GAME),
            SidePrize(name="Low", decides=LOW_GAME),
            SidePrize(name="Hand", decides=HIGH_HAND),
        ],
        games,
        places(1, 2, 3),
    )

    assert ((high.winners, high.figure), (low.winners, low.figure)) == (((1,), 9), ((1,), 3))
    assert (hand.winners, hand.figure) == ((3,), 6)


def test_who_has_left_wins_nothing():
    assert awarded([LONERS], {1: loners(2), 2: loners(1)}, {2: 1})[0].rows == ((2, 1),)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " ", "decides": BOSTONS},
        {"name": "Pot", "decides": "charm"},
        {"name": "Pot", "decides": COUNTER},
        {"name": "Pot", "decides": BOSTONS, "counter": "Loners"},
        {"name": "Pot", "decides": BOSTONS, "ties": "quarrel"},
        {"name": "Pot", "decides": BOSTONS, "by_game": -1},
    ],
)
def test_a_side_prize_says_what_decides_it(wrong):
    with pytest.raises(BadSidePrize):
        SidePrize(**wrong)


def test_a_side_prize_is_said_in_words():
    pot = SidePrize(name="Pot", decides=BOSTONS, by_game=4, else_best=True, not_first=True, one_each=True)

    assert " ".join(pot.rule) == (
        "Most Bostons, by game 4. If nobody has any, the best place in the standings wins it. After a tie "
        "they share it. First place wins no side prize. Nobody wins two side prizes."
    )
    assert LONERS.words == "Most loners"
    assert SidePrize(**pot.as_json()) == pot


# --- any event -----------------------------------------------------------------------------------------

FIGURES = st.builds(
    GameFigures,
    points=st.none() | st.integers(-3, 5),
    high_hand=st.none() | st.integers(0, 4),
    bostons=st.integers(0, 2),
    sets=st.integers(0, 2),
    counters=st.fixed_dictionaries({"Loners": st.integers(0, 2)}),
)


@st.composite
def events(draw):
    teams = range(1, draw(st.integers(1, 6)) + 1)
    prizes = []
    for number in range(draw(st.integers(1, 3))):
        decides = draw(st.sampled_from(list(DECIDES)))
        prizes.append(
            SidePrize(
                name=f"Prize {number}",
                decides=decides,
                counter="Loners" if decides == COUNTER else "",
                ties=draw(st.sampled_from(list(TIES))),
                by_game=draw(st.integers(0, 3)),
                else_best=draw(st.booleans()),
                not_first=draw(st.booleans()),
                one_each=draw(st.booleans()),
            )
        )
    games = {team: draw(st.lists(FIGURES, max_size=4)) for team in teams}
    ranks = {team: draw(st.integers(1, 6)) for team in teams}
    played = {prize.name: draw(st.sampled_from(teams)) for prize in prizes if draw(st.booleans())}
    return prizes, games, ranks, set(draw(st.sets(st.sampled_from(teams), max_size=2))), played


def naive(prize, games):
    """A team's figure, computed independently of the rules; None if it has none."""
    counts = {
        COUNTER: lambda game: game.counters["Loners"],
        BOSTONS: lambda game: game.bostons,
        SETS: lambda game: game.sets,
    }
    limit = prize.by_game if prize.by_game else len(games)
    shown = [game for number, game in enumerate(games) if number < limit]
    if prize.decides in counts:
        return sum(map(counts[prize.decides], shown)) or None
    of_hand = prize.decides == HIGH_HAND
    told = [game.high_hand if of_hand else game.points for game in shown]
    told = sorted(figure for figure in told if figure is not None)
    if not told:
        return None
    return {HIGH_GAME: told[-1], HIGH_HAND: told[-1], LOW_GAME: told[0], LOW_SCORE: sum(told)}[prize.decides]


@given(events())
def test_nobody_who_may_win_has_a_better_figure_than_who_wins(day):
    prizes, games, ranks, first, played = day
    has_one = set()

    for prize, has in zip(prizes, awarded(prizes, games, ranks, first=first, played=played), strict=True):
        may = {
            team
            for team in games
            if not (prize.not_first and team in first) and not (prize.one_each and team in has_one)
        }
        own = {team: naive(prize, games[team]) for team in may}
        if prize.decides == LOW_SCORE:
            finished = {
                team: sum(game.points is not None for game in games[team][: prize.by_game or None])
                for team in games
            }
            enough = max(finished.values()) - 1
            own = {team: figure for team, figure in own.items() if finished[team] >= max(enough, 1)}
        there = {team: figure for team, figure in own.items() if figure is not None}
        sign = -1 if prize.decides in (LOW_GAME, LOW_SCORE) else 1
        best = {team for team in there if sign * there[team] == max(sign * each for each in there.values())}
        if not there and prize.else_best:
            best = {team for team in may if ranks[team] == min(ranks[each] for each in may)}
        if prize.ties == BY_PLACE:
            best = {team for team in best if ranks[team] == min(ranks[each] for each in best)}
        is_open = len(best) > 1 and prize.ties == PLAYED
        if is_open and played.get(prize.name) in best:
            best, is_open = {played[prize.name]}, False
        assert (set(has.winners), has.is_tied) == (best, is_open)
        assert has.figure == (there[has.winners[0]] if best and there else None)
        if not is_open:
            has_one |= best
