"""Why two teams meet: on the page of a game, and for organizers in the draft."""

import pytest

from scoring.rounds.commands_rounds import draft_round, publish_round
from scoring.rounds.commands_seating_by_hand import swap_teams
from scoring.rounds.steps import mark_of
from scoring.rounds.why_pairing import why_pairing
from tests import build
from tournament.models import Event, Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LATER = build.at(15, 31)


@pytest.fixture(scope="module")
def after_a_round(kept):
    """Six teams by standing. In round 1 three teams won 3–0."""
    event = build.event()
    build.teams(event, 6)
    for game in build.called_round(event).games.all():
        build.won(game)
    return event


@pytest.fixture
def event(after_a_round):
    return Event.objects.get(pk=after_a_round.pk)


def drafted(event):
    return draft_round(event=event, by=build.organizer(event), at=LATER, words="felt and gold")


def why(row):
    games = Game.objects.with_table_and_round().select_related("round__phase")
    return [why_pairing(game, LATER) for game in games.filter(round=row, recalled_at=None).order_by("table")]


def test_a_game_says_what_it_costs_and_what_the_next_best_round_would_be(event):
    first, *_ = why(drafted(event))

    assert first.costs[0] == "have not met before"
    assert "in the standings" in first.costs[-1] or first.costs[-1] == "share a place"
    assert len(first.instead) == 2
    assert first.then.endswith(".")
    assert first.lot == "felt and gold"


def test_it_says_the_same_before_and_after_the_round_is_played(event):
    row = drafted(event)
    before = why(row)
    publish_round(row=row, seen=mark_of(event), by=build.organizer(event), at=LATER)
    for game in row.games.all():
        build.won(game, side="EW", at=build.at(15, 50))

    assert why(row) == before


def test_a_round_changed_by_hand_says_that_another_costs_less(event):
    row = drafted(event)
    games = [game.teams() for game in row.games.order_by("table")]
    one, other = games[0][0], games[-1][0]
    swap_teams(event=event, one=one, other=other, reason="", by=build.organizer(event), at=LATER)

    assert "It costs less: this round leaves new opponents" in " ".join(each.then for each in why(row))


def test_drawn_by_lot_it_names_the_words_and_no_standing():
    event = build.event(seating="random")
    build.teams(event, 6)
    row = drafted(event)

    assert {each.lot for each in why(row)} == {"felt and gold"}
    assert {each.costs for each in why(row)} == {("have not met before",)}
    assert {each.then for each in why(row)} == {"The lot decided between them."}


def test_where_a_movement_decides_it_says_the_movement_alone():
    event = build.event(seating="up")
    build.teams(event, 6)

    for each in why(build.called_round(event)):
        assert (each.costs, each.instead) == ((), ())
        assert each.rule


def test_in_open_play_it_says_who_is_called_next():
    event = build.openly(4)
    game = Game.objects.with_table_and_round().select_related("round__phase").filter(event=event).first()

    each = why_pairing(game, LATER)

    assert (each.costs, each.instead) == ((), ())
    assert each.rule
