from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.pairing import Cost, Entrant, RoundPairing, cost_of, pair

Couples = tuple[tuple[int, int], ...]


def couples(text: str) -> Couples:
    """The pairs of a text such as "03 12"."""
    return tuple((int(one), int(other)) for one, other in text.split())


def field(size: int, met: Iterable[tuple[int, int]] = (), **figures: Sequence[object]) -> list[Entrant[int]]:
    """Teams 0, 1, 2 … in order of standing, after the games ``met``; other figures are those of the first."""
    times: list[dict[int, int]] = [{} for _ in range(size)]
    for one, other in met:
        times[one][other] = times[other][one] = times[one].get(other, 0) + 1
    return [
        Entrant(team, team, times[team], **{name: of[team] for name, of in figures.items() if team < len(of)})  # type: ignore[arg-type]
        for team in range(size)
    ]


def seatings(teams: list[int]) -> Iterator[tuple[Couples, int | None]]:
    """All possible pairings of the teams, with the bye."""
    if len(teams) % 2:
        for bye in teams:
            for pairs, _ in seatings([team for team in teams if team != bye]):
                yield pairs, bye
        return
    if not teams:
        yield (), None
        return
    first, *others = teams
    for other in others:
        for pairs, _ in seatings([team for team in others if team != other]):
            yield ((first, other), *pairs), None


def everybody(seating: RoundPairing[int]) -> list[int]:
    out = [] if seating.bye is None else [seating.bye]
    return sorted([team for couple in seating.pairs for team in couple] + out)


@st.composite
def fields(draw: st.DrawFn, largest: int = 8) -> list[Entrant[int]]:
    """Fields with random meetings, byes, cities, fixed tables and sides, and teams that are kept apart."""
    teams = range(draw(st.integers(2, largest)))
    two = st.tuples(st.sampled_from(teams), st.sampled_from(teams)).filter(lambda two: two[0] != two[1])
    apart = draw(st.lists(two, max_size=4))
    return [
        Entrant(
            one.team,
            standing=draw(st.integers(0, 6)),
            met=one.met,
            byes=draw(st.integers(0, 2)),
            city=draw(st.sampled_from(["", "", "Gary", "Joliet"])),
            table=draw(st.sampled_from([None, None, None, 1, 2])),
            side=draw(st.sampled_from(["", "", "", "NS", "EW"])),
            apart=frozenset(other for team, other in apart if team == one.team),
            won=draw(st.integers(0, 3)),
        )
        for one in field(len(teams), draw(st.lists(two, max_size=14)))
    ]


# Only 0 and 1 have not met yet, and 2 and 3.
TWO_AND_TWO = couples("02 03 12 13")
ONE_REMEMBERS = [Entrant(0, 0, {1: 1}), Entrant(1, 1), Entrant(2, 2), Entrant(3, 3)]


@pytest.mark.parametrize(
    ("entrants", "pairs", "bye"),
    [
        pytest.param(field(4), "01 23", None, id="the nearest meet"),
        pytest.param(field(4, couples("01 02 13 23")), "03 12", None, id="rather than meet again"),
        pytest.param(ONE_REMEMBERS, "02 13", None, id="even if only one of them remembers"),
        pytest.param(field(4, couples("01 01 02 03 12 13")), "02 13", None, id="or meet a third time"),
        pytest.param(field(5, byes=(0, 0, 1, 1, 1)), "02 34", 1, id="no second bye"),
        pytest.param(field(3, couples("01")), "02", 1, id="the bye moves up rather than make two meet again"),
        pytest.param(field(6, couples("23"), won=(3, 3, 2, 1, 1, 0)), "01 24 35", None, id="as many won"),
        pytest.param(field(6, couples("23")), "02 13 45", None, id="the nearest where games won don't count"),
        pytest.param(field(4, city="GGJJ"), "02 13", None, id="not from one home city"),
        pytest.param(field(4, TWO_AND_TWO, city="GG"), "01 23", None, id="unless others would meet again"),
        pytest.param(field(4, table=(1, 2)), "02 13", None, id="two tables that teams can't leave"),
        pytest.param(field(4, table=(1, 1)), "01 23", None, id="one table that two teams can't leave"),
        pytest.param(field(4, side=("", "NS", "EW", "EW")), "02 13", None, id="two that need the same seats"),
        pytest.param(field(2, side=("", "NS")), "10", None, id="the lower one needs North-South"),
        pytest.param(field(2, side=("EW",)), "10", None, id="the upper one needs East-West"),
        pytest.param(field(2, side=("NS", "NS")), "01", None, id="the same seats, and nobody else"),
        # Kept apart (Rulebook E-65).
        pytest.param(field(2, apart=({1},)), "01", None, id="kept apart, and nobody else"),
        pytest.param(field(3, byes=(1, 0, 1), apart=({1},)), "02", 1, id="no second bye to keep two apart"),
    ],
)
def test_what_matters_more_decides_who_meets(entrants, pairs, bye):
    drawn = pair(entrants)

    assert (drawn.pairs, drawn.bye) == (couples(pairs), bye)


def test_teams_meet_again_where_all_have_met_or_the_others_are_kept_apart():
    all_have_met = field(4, couples("01 02 03 12 13 23"))
    others_apart = field(4, TWO_AND_TWO, apart=({1},))

    assert pair(all_have_met) == RoundPairing(couples("01 23"), None, 2, Cost(rematches=2, distance=2))
    assert pair(others_apart) == RoundPairing(couples("02 13"), None, 2, Cost(rematches=2, distance=8))


def test_a_seating_made_by_hand_has_its_cost_too():
    entrants = field(
        7,
        couples("01 01"),
        byes=(0, 0, 0, 0, 1, 0, 1),
        table=(None, None, None, None, None, 1, 2),
        apart=({1},),
        city=("", "", "Gary", "Gary"),
        won=(3,),
    )

    assert cost_of(entrants, couples("01 23 56"), bye=4) == Cost(
        second_byes=1,
        torn_tables=1,
        kept_apart=1,
        rematches=4,
        bye_height=1,
        same_city=1,
        wins=9,
        distance=3,
    )


@given(fields())
def test_no_other_seating_costs_less(entrants):
    drawn = pair(entrants)

    every = (cost_of(entrants, *seating) for seating in seatings([entrant.team for entrant in entrants]))
    assert drawn.cost == min(every)


@given(fields(largest=12), st.randoms(use_true_random=False))
def test_the_order_in_which_teams_are_handed_in_does_not_change_the_cost(entrants, random):
    shuffled = random.sample(entrants, len(entrants))
    lowest_can_differ = len({entrant.standing for entrant in entrants}) < len(entrants)

    assert pair(shuffled).cost.rematches == pair(entrants).cost.rematches
    assert lowest_can_differ or pair(shuffled) == pair(entrants)


# --- fields too large for the complete graph --------------------------------------------------------------


@pytest.mark.parametrize(
    "size",
    [600, 601, pytest.param(2_404, marks=pytest.mark.slow), pytest.param(10_000, marks=pytest.mark.long)],
)
def test_a_large_field_in_which_adjacent_teams_have_met_is_seated_well(size):
    # In each group of four, first meets third and second meets fourth: a distance of two, twice.
    seating = pair(field(size, [(team, team + 1) for team in range(0, size - 1, 2)]))

    assert everybody(seating) == list(range(size))
    assert (seating.is_exact, seating.cost) == (False, Cost(distance=8 * (size // 4)))


@pytest.mark.slow
def test_in_a_large_field_the_circle_is_widened_until_nobody_is_left_over():
    # The first forty have all met, so each of them must play somebody below.
    seating = pair(field(502, combinations(range(40), 2)))

    assert (everybody(seating), seating.rematches, seating.is_exact) == ([*range(502)], 0, False)


@pytest.mark.long
def test_a_large_field_in_which_all_near_have_met_is_seated_all_the_same():
    near = ((team, other) for team in range(2_002) for other in range(team + 1, min(team + 257, 2_002)))

    seating = pair(field(2_002, near))

    assert (len(seating.pairs), seating.bye, seating.is_exact) == (1_001, None, False)


def test_a_large_field_keeps_cities_and_its_pairs_apart():
    apart = [{team + 2} if team % 4 == 0 else set() for team in range(600)]

    seating = pair(field(600, city="GGEE" * 150, apart=apart))

    assert (len(seating.pairs), seating.cost.same_city, seating.cost.kept_apart) == (300, 0, 0)
