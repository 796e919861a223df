"""Corrections after the bracket moved on (Rulebook E-75): what falls, who may decide, what counts again."""

import pytest

from scoring.bracket.bracket import bracket_page
from scoring.integrity import integrity
from scoring.models import Hand
from tests import build
from tests.scoring.acting import correct_all
from tests.scoring.phase_two import begun, bracket_game, won
from tournament.errors import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIX = build.at(18)


@pytest.fixture(scope="module")
def event(kept):
    """An event whose four teams have played the bracket; North-South won both semifinals and the final."""
    event = begun()
    for position in ("S1", "S2", "F"):
        won(event, position)
    return event


def test_a_referee_reads_every_game_that_would_fall(event):
    final, semi = bracket_game(event, "F"), bracket_game(event, "S1")

    with pytest.raises(Refused) as refused:
        correct_all(semi, "EW", by=build.referee(event), at=SIX)

    assert str(refused.value) == (
        f"This takes back {final} (final) and its hands, so it needs a ruling by a head referee or an "
        "organizer, with a reason (Rulebook E-75)."
    )
    assert (bracket_game(event, "F"), integrity(event)) == (final, [])


@pytest.mark.both
def test_correcting_a_semifinal_opens_the_final_again_until_it_is_undone(event):
    final, semi = bracket_game(event, "F"), bracket_game(event, "S1")

    correct_all(semi, "EW", at=SIX)

    again = bracket_game(event, "F")
    assert (again.teams(), again.over_at) == ((semi.team("EW"), final.team("EW")), None)
    final.refresh_from_db()
    assert (final.recalled_at, Hand.objects.filter(game=final).count()) == (SIX, 3)
    assert event.log.get(action="bracket.fell").facts["game"] == str(final.key)
    assert event.phases.get(kind="two").closed_at is None
    assert (bracket_page(event, SIX).podium, integrity(event)) == ((), [])

    correct_all(semi, "NS", at=build.at(18, 5))

    assert bracket_game(event, "F") == final
    assert bracket_game(event, "F").over_at
    assert [placed.team.team_id for placed in bracket_page(event, SIX).podium[:1]] == [final.team("NS").pk]
    assert integrity(event) == []
