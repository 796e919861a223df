"""Corrections after the bracket moved on (Rulebook E-75): what falls, who may decide, what counts again."""

from uuid import uuid4

import pytest

from scoring.commands.bracket import start_phase_two
from scoring.commands.hands import correct_hand
from scoring.models import Hand
from scoring.queries.integrity import integrity
from scoring.queries.phase_two.bracket import bracket_page
from tests import build
from tournament.commands.floor import call_game
from tournament.errors import Refused
from tournament.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIX = build.at(18)


@pytest.fixture(scope="module")
def event(kept):
    """An event whose four teams have played the bracket; North-South won both semifinals and the final."""
    event = build.event(advance_count=4)
    build.teams(event, 4)
    build.played_phase_one(event, 2)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    for position in ("S1", "S2", "F"):
        call_game(game=there(event, position), by=build.organizer(event), at=build.at(17, 5))
        build.won(there(event, position), at=build.at(17, 10))
    return event


def there(event, position):
    return (
        Game.objects.standing()
        .select_related("event")
        .with_everybody()
        .get(event=event, bracket_position=position)
    )


def turned(game, facts, *, by, at=SIX):
    """Correct every hand of a game to ``facts``; the last correction decides it."""
    for hand in Hand.objects.standing().filter(game=game).order_by("sequence"):
        correct_hand(hand=hand, hand_id=uuid4(), facts=facts, reason="The sides were swapped", by=by, at=at)


def test_a_referee_is_told_every_game_that_would_fall(event):
    final, semi = there(event, "F"), there(event, "S1")

    with pytest.raises(Refused) as refused:
        turned(semi, build.EW_FOUR_MADE, by=build.referee(event))

    assert str(refused.value) == (
        f"This takes back the final {final} and its hands, so it needs a ruling by a head referee or an "
        "organizer, with a reason (Rulebook E-75)."
    )
    assert there(event, "F") == final
    assert integrity(event) == []


def test_an_organizer_says_so_and_the_final_is_played_again(event):
    final, semi = there(event, "F"), there(event, "S1")

    turned(semi, build.EW_FOUR_MADE, by=build.organizer(event))

    again = there(event, "F")
    assert again.teams() == (semi.team("EW"), final.team("EW"))
    assert again.over_at is None
    final.refresh_from_db()
    assert final.recalled_at == SIX
    assert Hand.objects.filter(game=final).count() == 3
    assert event.log.get(action="bracket.fell").facts["game"] == str(final.key)
    assert event.phases.get(kind="two").closed_at is None
    assert bracket_page(event, SIX).podium == ()
    assert integrity(event) == []


def test_a_correction_that_is_corrected_brings_the_final_back(event):
    final, semi = there(event, "F"), there(event, "S1")
    turned(semi, build.EW_FOUR_MADE, by=build.organizer(event))

    turned(semi, build.FOUR_MADE, by=build.organizer(event), at=build.at(18, 5))

    assert there(event, "F") == final
    assert there(event, "F").over_at
    assert [placed.team.team_id for placed in bracket_page(event, SIX).podium[:1]] == [final.team("NS").pk]
    assert integrity(event) == []
