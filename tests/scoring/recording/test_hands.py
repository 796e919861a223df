from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.integrity import integrity
from scoring.models import GameScore, Hand
from scoring.recording.commands_ending import forfeit_game, void_game
from scoring.recording.commands_hands import record_hand
from tests import build
from tests.scoring.acting import correct, strike
from tournament.errors import Refused
from tournament.models import Game, Side

pytestmark = pytest.mark.django_db

AT_TWENTY = build.at(15, 20)


@pytest.fixture
def by(game):
    return build.organizer(game.event)


def score(game):
    return (*build.units(game), *build.points(game))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param(build.FOUR_MADE, (1, 0, 4, 0), id="a made bid counts one"),
        pytest.param(build.FOUR_SET, (0, 1, 0, 0), id="a set bid is the opponents' hand"),
        pytest.param(build.FIVE_NO_TRUMP, (2, 0, 5, 0), id="a no trump counts two"),
        pytest.param(build.BOSTON, (2, 0, 7, 0), id="a Boston counts two"),
        pytest.param(
            replace(build.FOUR_MADE, books=11, reneges=("NS",)), (0, 1, 0, 0), id="a renege gives three books"
        ),
        pytest.param({"forfeited_by": "EW"}, (1, 0, 0, 0), id="a forfeited hand counts one and no points"),
    ],
)
def test_a_hand_gives_each_side_what_it_earned(game, facts, expected):
    build.hand(game, facts)

    assert score(game) == expected


def test_a_hand_is_stored_once_and_its_id_is_taken_for_no_other_hand(game):
    jo, other = build.referee(game.event, "Jo"), build.game(build.event(name="Another Hall"))
    sent = {"hand_id": uuid4(), "game": game, "facts": build.FOUR_MADE, "by": jo, "at": build.at(15, 12)}

    hand, again = record_hand(**sent), record_hand(**sent)
    with pytest.raises(Refused, match="used for another hand: "):
        record_hand(**sent | {"facts": build.FIVE_NO_TRUMP})
    with pytest.raises(Refused, match="another table"):
        record_hand(**sent | {"game": other})

    assert (again, Hand.objects.get()) == (hand, hand)
    assert (str(hand.by), hand.device, hand.at) == ("Jo", "phone", build.at(15, 12))


def test_saving_a_hand_takes_as_many_statements_after_two_as_after_one(game):
    build.hand(game)
    taken = []

    for _ in range(2):
        with CaptureQueriesContext(connection) as statements:
            build.hand(game, build.EW_FOUR_MADE)
        taken.append(len(statements))

    assert taken[0] == taken[1]


def test_a_hand_that_is_not_the_next_or_cannot_have_happened_is_refused(game):
    build.hand(game, sequence=1)

    with pytest.raises(Refused, match="Hand 1 is in already"):
        build.hand(game, build.FOUR_SET, sequence=1)
    with pytest.raises(Refused, match="Hand 2 comes next"):
        build.hand(game, sequence=3)
    with pytest.raises(Refused) as refused:
        build.hand(game, replace(build.FOUR_MADE, books=14))

    assert (refused.value.field, Hand.objects.count()) == ("books", 1)


def test_three_hands_win_the_game_and_are_the_last(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE, build.FIVE_NO_TRUMP], at=AT_TWENTY)

    with pytest.raises(Refused, match=r"This game is over\. Team 1 won 3–1\."):
        build.hand(game)

    result = GameScore.objects.get(game=game)
    assert (result.winner, result.ending, result.game.over_at) == (game.team("NS"), "won", AT_TWENTY)
    assert not game.deadlines.filter(done_at=None).exists()
    assert Hand.objects.count() == 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        pytest.param({"called_at": None}, "called to a table", id="before it is called"),
        pytest.param({"recalled_at": build.at(15, 1)}, "taken back", id="after it was taken back"),
    ],
)
def test_nothing_is_recorded_in_a_game_that_is_not_at_a_table(game, change, sentence):
    Game.objects.filter(pk=game.pk).update(**change)

    with pytest.raises(Refused, match=sentence):
        build.hand(game)


def test_a_hand_is_changed_once_for_a_reason_and_its_old_version_stays(game):
    old, other = build.hand(game), build.hand(game, build.EW_FOUR_MADE)
    with pytest.raises(Refused, match="Write why"):
        correct(old, build.FIVE_NO_TRUMP, reason=" ", at=AT_TWENTY)
    with pytest.raises(Refused, match="1 to 13"):
        correct(old, replace(build.FOUR_MADE, books=0), at=AT_TWENTY)

    new = correct(old, build.FIVE_NO_TRUMP, at=AT_TWENTY)
    strike(other, at=AT_TWENTY)
    second = build.hand(game, build.FOUR_SET, sequence=2)
    with pytest.raises(Refused, match="already"):
        correct(old, build.FOUR_MADE, at=AT_TWENTY)
    with pytest.raises(Refused, match="already"):
        strike(other, at=AT_TWENTY)

    assert score(game) == (2, 1, 5, 0)
    assert (list(Hand.objects.standing()), Hand.objects.count()) == ([new, second], 5)
    assert Hand.objects.get(pk=old.pk).facts == old.facts


def test_a_correction_that_ends_the_game_before_later_hands_is_refused(game):
    build.hands(game, [build.FOUR_MADE, build.FOUR_MADE, build.EW_FOUR_MADE])

    with pytest.raises(Refused, match="would have been over earlier"):
        correct(Hand.objects.get(sequence=1), build.BOSTON, at=AT_TWENTY)

    assert score(game) == (2, 1, 8, 4)


def test_a_game_does_not_open_again_while_its_teams_play_elsewhere(game):
    build.won(game)
    assert build.called_round(game.event, at=build.at(15, 30)).games.count() == 1

    strike(Hand.objects.filter(game=game).latest("sequence"), at=build.at(15, 40))

    result = GameScore.objects.get(game=game)
    assert (result.game.side("NS").units, result.ending, result.winner) == (2, "whistle", game.team("NS"))
    assert result.game.over_at


def test_a_forfeited_game_goes_hand_by_hand_to_the_other_side(game, by):
    build.hand(game, build.FOUR_MADE)

    with pytest.raises(Refused, match="Choose who forfeits"):
        forfeit_game(game=game, side="XX", hand_ids=[uuid4()], by=by, at=AT_TWENTY)
    forfeit_game(game=game, side="NS", hand_ids=[uuid4() for _ in range(3)], by=by, at=AT_TWENTY)

    result = GameScore.objects.get(game=game)
    assert (build.units(game), result.winner, result.ending) == ((1, 3), game.team("EW"), "forfeit")


def test_a_game_has_no_result_only_for_a_reason_and_while_it_is_open(game, by):
    with pytest.raises(Refused, match="Write why"):
        void_game(game=game, reason="", by=by, at=AT_TWENTY)

    void_game(game=game, reason="Both teams went home", by=by, at=AT_TWENTY)

    result = GameScore.objects.get(game=game)
    assert (result.winner, result.ending) == (None, "void")
    with pytest.raises(Refused, match="no result"):
        build.hand(game)
    with pytest.raises(Refused, match="over already"):
        void_game(game=game, reason="Too late", by=by, at=build.at(15, 25))


@pytest.mark.tampers
def test_the_integrity_check_finds_only_a_number_that_was_changed_by_hand(
    game,
):
    new = correct(build.hand(game), build.FIVE_NO_TRUMP, at=AT_TWENTY)
    strike(new, at=build.at(15, 25))
    build.won(game, at=build.at(15, 26))
    assert integrity(game.event) == []

    Side.objects.filter(game=game, name="NS").update(points=99)

    assert integrity(game.event) == [f"{game}, NS: points is 99, the hands say 12."]
