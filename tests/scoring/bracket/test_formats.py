"""Every format in the database, played and corrected at random, compared with the rules alone."""

from random import Random

import pytest

from rules.competition.phase_two.formats import FORMATS
from scoring.bracket.bracket import bracket_page
from scoring.bracket.commands_bracket import start_phase_two
from scoring.bracket.drawn import outcomes, phase_two
from scoring.integrity import integrity
from scoring.models import Cut
from tests import build
from tests.scoring.acting import correct_all
from tournament.event.rules_of_event import plan_for
from tournament.floor.commands_floor import call_game
from tournament.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def event():
    event = build.event(advance_count=5)
    build.teams(event, 5)
    build.played_phase_one(event, 1)
    build.cut_settled(event)
    return event


def play_next(event, random):
    waiting = Game.objects.standing().filter(event=event, phase__kind="two", over_at=None).order_by("pk")
    game = waiting.select_related("event").with_everybody().first()
    if game is None:
        return False
    call_game(game=game, by=build.organizer(event), at=build.at(17, 5))
    build.won(Game.objects.get(pk=game.pk), random.choice(["NS", "EW"]), at=build.at(17, 10))
    return True


def turn(event, random):
    """Correct each hand of a random game, as if its sides had been swapped."""
    over = Game.objects.standing().filter(event=event, phase__kind="two", over_at__isnull=False)
    game = random.choice(list(over.with_everybody()))
    winner = "EW" if game.score.winner_id == game.team("NS").pk else "NS"
    correct_all(game, winner, at=build.at(17, 30))


@pytest.mark.embedded
@pytest.mark.parametrize("key", FORMATS)
def test_a_corrected_bracket_equals_one_drawn_from_the_final_results(event, key):
    type(event).objects.filter(pk=event.pk).update(phase_two={"format": key})
    event.refresh_from_db()
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    random = Random(key)

    for number in range(60):
        if not play_next(event, random):
            break
        if number in (2, 5):
            turn(event, random)

    cut, phase = Cut.objects.get(reopened_at=None), event.phases.get(kind="two")
    now = phase_two(cut, phase)
    seeds = [seed.team for seed in cut.seeds.select_related("team")]
    kept = {position: game.teams() for position, game in now.games.items()}
    afresh = plan_for(event, 5).drawn(seeds, outcomes(now.games.values()), kept)
    assert afresh == now.drawn
    assert not afresh.left
    assert phase.closed_at
    assert {key: set(game.teams()) for key, game in now.games.items()} == {
        key: set(pair) for key, pair in afresh.pairs.items() if None not in pair
    }
    page = bracket_page(event, build.at(18))
    assert len(page.podium) + len(page.others) == 5
    assert integrity(event) == []
