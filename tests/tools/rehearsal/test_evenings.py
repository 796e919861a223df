"""Evenings that clubs play, lived through the pages in this process."""

from dataclasses import replace

import pytest
from django.utils import timezone

from rules.evenings.evening import Evening
from rules.evenings.fit import what_does_not_fit, what_is_wrong
from rules.evenings.known import EVENINGS
from tests import build
from tests.tools.rehearsal.bots import lived
from tools.play import main
from tools.rehearsal.declared import evening
from tools.rehearsal.troubles import KINDS

TEAMS = {1: 9, 2: 10, 3: 13, 4: 8, 5: 11}
"""How many teams, or people, come on the day of each seed."""


def made_up(key: str, *, rounds: int = 3, **settings: object) -> Evening:
    """An invented evening with these settings; two hours more if they include a Phase II."""
    phase_one = Evening(key=key, name=key, about="", source="", rounds=rounds, minutes=25, settings=settings)
    return replace(phase_one, two=120 if evening(phase_one).way.has_bracket else 0)


POINTS_FIRST = ("scored", "games_won")
FOUR_HANDS = {"game_end": "points_or_hands", "hands_in_game": 4}
CARD = {"game": "euchre-card", "tie_breaks": POINTS_FIRST}
OTHERS = (
    made_up("either", game="bid-whist", results_by="either"),
    made_up("threes", third_player=True, substitutes_count="both", results_by="either"),
    made_up("helpers alone", **CARD, seating="one-up", substitutes_count="nobody"),
    made_up("whist by totals", results_by="totals", bye_counts="nothing", best_of_games=2),
    made_up("open by totals", results_by="totals", seating="open", standings_shown="hidden"),
    made_up("rise and fly", results_by="totals", seating="rise", rounds=4),
    made_up(
        "pinochle", game="pinochle-card", seating="movement", bye_counts="average", tie_breaks=POINTS_FIRST
    ),
    made_up("robin", game="spades-card", seating="robin", standings_shown="after_round"),
    made_up("stay", game="pinochle-card", seating="stay", standings_shown="hidden"),
    made_up("split", game="columbus-no-kitty", seating="split", results_by="totals"),
    made_up("alone", **CARD, seating="alone", standings_shown="hidden"),
    made_up("chairs", **CARD, seating="one-seat", best_of_games=3, rounds=4),
    made_up("up", **CARD, seating="one-up", bye_counts="average"),
    made_up("red", **CARD, seating="one-red"),
    made_up("stays", game="bid-euchre", seating="one-stay", results_by="totals", standings_shown="hidden"),
    made_up(
        "extra hand",
        game="bid-whist",
        house_rules={"game_end": "hands_played", "hands_in_game": 2},
        counters=("Loners",),
        extra_hand_counts=True,
        plays_phase_two=False,
    ),
    made_up(
        "euchre by hands",
        game="bid-euchre",
        house_rules={"game_end": "hands_played", "hands_in_game": 3},
        seating="up",
        plays_phase_two=False,
    ),
    made_up("game points", tie_breaks=("game_points", "games_won"), bye_counts="win"),
    made_up("game points of a race", game="bid-whist", tie_breaks=("games_won", "game_points")),
    made_up("leaving a robin", seating="robin", voids_early_leavers=True, rounds=4),
    made_up("sign-up bracket", seeds_by="entry", rounds=0),
    made_up("at most four hands", game="bid-euchre", house_rules=FOUR_HANDS, plays_phase_two=False),
    made_up("solo", game="solo-bid-euchre", seating="alone", results_by="totals"),
)
EVERY = {known.key: known for known in (*EVENINGS.values(), *OTHERS)}
TODAYS = list(EVENINGS)[timezone.localdate().toordinal() % len(EVENINGS)]
"""The known evening whose turn it is; ``--long`` lives them all, and those made up."""


def cases() -> list[object]:
    long = pytest.mark.long
    first, *others = TEAMS
    return [
        *(pytest.param(key, first, marks=() if key == TODAYS else long) for key in EVERY),
        *(pytest.param(key, seed, marks=long) for key in EVERY for seed in others),
    ]


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize(("key", "seed"), cases())
def test_an_evening_is_lived_from_the_sign_up_to_the_podium(key, seed, rounds):
    day, _, complaints = lived(
        declared=evening(EVERY[key]),
        name=EVERY[key].name,
        teams=TEAMS[seed],
        seed=seed,
        troubles=set(KINDS) - {"sit-out"},
        rounds=max(rounds, 3),
    )

    assert [place for place, _ in day.visitor.podium()] == [1, 2, 3]
    assert complaints == []


@pytest.mark.parametrize("key", EVERY)
def test_the_hours_of_every_evening_fit_its_phases(key):
    declared = evening(EVERY[key])
    hours = declared.times(build.DAY)

    way = declared.way
    wrong = what_is_wrong(hours, has_phase_two=way.has_bracket, has_phase_one=way.has_phase_one)
    assert wrong == ("", "")
    in_rounds = way.has_phase_one and not declared.is_open
    assert what_does_not_fit(hours, in_rounds=in_rounds) == ("", "")


def test_the_evenings_are_listed_a_name_a_line(capsys):
    main(["--evenings"])

    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(EVENINGS)
