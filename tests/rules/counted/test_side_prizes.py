"""The winners of side prizes. Rulebook E-103 to E-107."""

from dataclasses import replace

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
    Awarded,
    BadSidePrize,
    GameFigures,
    SidePrize,
    awarded,
)

LONERS = SidePrize(name="Pot", decides=COUNTER, counter="Loners")
PLACES = {1: 1, 2: 2, 3: 3}


def loners(*counts, points=None):
    return [GameFigures(counters={"Loners": count}, points=points) for count in counts]


def points(*figures):
    return [GameFigures(points=figure) for figure in figures]


def test_the_highest_count_wins_and_a_zero_or_a_team_that_left_is_unlisted():
    games = {1: loners(1, 2), 2: loners(0, 0), 3: loners(2), 4: loners(9)}

    [given] = awarded([LONERS], games, PLACES)

    assert given == Awarded(prize=LONERS, rows=((1, 3), (3, 2)), winners=(1,), figure=3)


def test_first_place_wins_no_side_prize_so_the_next_has_it():
    prize = replace(LONERS, not_first=True)

    [given] = awarded([prize], {1: loners(3), 2: loners(2)}, PLACES, first={1})

    assert (given.winners, given.figure, given.passed) == ((2,), 2, ((1, FIRST),))


@pytest.mark.parametrize(
    ("decides", "games", "rows"),
    [
        (HIGH_GAME, {1: points(9, None, 3), 2: points(7, 4)}, ((1, 9), (2, 7))),
        (LOW_GAME, {1: points(9, None, 3), 2: points(7, 4)}, ((1, 3), (2, 4))),
        (HIGH_HAND, {1: points(9), 3: [GameFigures(high_hand=6)]}, ((3, 6),)),
        # Nobody has the low score who missed more than one game.
        (LOW_SCORE, {1: points(9, 9, 9), 2: points(8, None, 9), 3: points(1)}, ((2, 17), (1, 27))),
    ],
)
def test_high_and_low_are_over_finished_games_and_a_hand_over_hands(decides, games, rows):
    [given] = awarded([SidePrize(name="Pot", decides=decides)], games, PLACES)

    assert (given.rows, given.winners, given.figure) == (rows, (rows[0][0],), rows[0][1])


def test_by_game_4_else_the_best_record():
    # In Columbus the Boston pot goes to the most Bostons by game 4, otherwise to the best record.
    pot = SidePrize(name="Boston pot", decides=BOSTONS, by_game=4, else_best=True)
    late = [*[GameFigures()] * 4, GameFigures(bostons=1)]

    [too_late] = awarded([pot], {1: late, 2: [GameFigures()] * 5}, {2: 1, 1: 2})
    [in_time] = awarded([pot], {1: late[1:], 2: [GameFigures()] * 5}, {2: 1, 1: 2})

    assert too_late == Awarded(prize=pot, rows=(), winners=(2,), figure=None)
    assert in_time == Awarded(prize=pot, rows=((1, 1),), winners=(1,), figure=1)


def test_a_tie_is_shared_or_the_better_place_decides_or_it_is_played_for():
    games = {1: loners(2), 2: loners(2), 3: loners(1)}

    def won(ties, **more):
        [given] = awarded([replace(LONERS, ties=ties)], games, {3: 1, 2: 2, 1: 3}, **more)
        return given.winners, given.is_tied

    assert won("split") == ((2, 1), False)
    assert won(BY_PLACE) == ((2,), False)
    assert won(PLAYED) == ((2, 1), True)
    assert won(PLAYED, played={"Pot": 1}) == ((1,), False)
    assert won(PLAYED, played={"Pot": 3}) == ((2, 1), True)


def test_while_a_side_prize_is_tied_it_bars_nobody_from_the_next():
    tied = replace(LONERS, ties=PLAYED)
    high = SidePrize(name="High", decides=HIGH_GAME, one_each=True)
    games = {1: loners(1, points=9), 2: loners(1, points=5)}

    assert awarded([tied, high], games, {1: 1, 2: 2})[1].winners == (1,)
    assert awarded([tied, high], games, {1: 1, 2: 2}, played={"Pot": 1})[1].winners == (2,)


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
    prize = SidePrize(name="Pot", decides=BOSTONS, by_game=4, else_best=True, not_first=True, one_each=True)

    assert " ".join(prize.rule) == (
        "Most Bostons, by game 4. If nobody has any, the best place in the standings wins it. After a tie "
        "they share it. First place wins no side prize. Nobody wins two side prizes."
    )
    assert LONERS.words == "Most loners"
    assert SidePrize(**prize.as_json()) == prize


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
    """Prizes, each team's games, the places of those who have not left, who is first, and who won a tie."""
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
    places = draw(st.dictionaries(st.sampled_from(teams), st.integers(1, 6), min_size=len(teams) - 1))
    played = {prize.name: draw(st.sampled_from(teams)) for prize in prizes if draw(st.booleans())}
    return prizes, games, places, set(draw(st.sets(st.sampled_from(teams), max_size=2))), played


def naive(prize, games):
    """A team's figure, computed independently of the rules, and its finished games; None if it has none."""
    shown = games[: prize.by_game] if prize.by_game else games
    if prize.decides in (COUNTER, BOSTONS, SETS):
        counts = {
            COUNTER: lambda game: game.counters["Loners"],
            BOSTONS: lambda game: game.bostons,
            SETS: lambda game: game.sets,
        }
        return sum(map(counts[prize.decides], shown)) or None, 0
    figures = [game.high_hand if prize.decides == HIGH_HAND else game.points for game in shown]
    figures = sorted(figure for figure in figures if figure is not None)
    if not figures:
        return None, 0
    by = {HIGH_GAME: figures[-1], HIGH_HAND: figures[-1], LOW_GAME: figures[0], LOW_SCORE: sum(figures)}
    return by[prize.decides], len(figures)


@given(events())
def test_a_side_prize_goes_to_the_best_figure_of_those_who_may_win_it(day):
    prizes, games, places, first, played = day
    has_one = set()

    for prize, has in zip(prizes, awarded(prizes, games, places, first=first, played=played), strict=True):
        by_team = {team: naive(prize, games[team]) for team in places}
        # The low score goes to nobody who missed more than one game.
        least = (
            max((many for _, many in by_team.values()), default=0) - 1 if prize.decides == LOW_SCORE else 0
        )
        figures = {
            team: figure for team, (figure, many) in by_team.items() if figure is not None and many >= least
        }
        barred = dict.fromkeys(has_one if prize.one_each else (), HAS_ONE)
        barred |= dict.fromkeys(first if prize.not_first else (), FIRST)
        may = places.keys() - barred
        sign = -1 if prize.decides in (LOW_GAME, LOW_SCORE) else 1
        top = max((sign * figures[team] for team in may & figures.keys()), default=None)
        best = {team for team in may & figures.keys() if sign * figures[team] == top}
        if top is None and prize.else_best:
            best = {team for team in may if places[team] == min(places[each] for each in may)}
        if prize.ties == BY_PLACE:
            best = {team for team in best if places[team] == min(places[each] for each in best)}
        is_tied = len(best) > 1 and prize.ties == PLAYED
        if is_tied and played.get(prize.name) in best:
            best, is_tied = {played[prize.name]}, False
        if not is_tied:
            has_one |= best

        assert (set(has.winners), has.is_tied) == (best, is_tied)
        assert has.figure == (None if top is None else sign * top)
        by_figure = sorted(figures, key=lambda team: (-sign * figures[team], places[team], team))
        assert has.rows == tuple((team, figures[team]) for team in by_figure)
        passed = [
            team for team in by_figure if team in barred and (top is None or sign * figures[team] >= top)
        ]
        assert has.passed == tuple((team, barred[team]) for team in passed)
