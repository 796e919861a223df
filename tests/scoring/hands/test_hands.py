from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.commands.ending import forfeit_game, void_game
from scoring.commands.hands import correct_hand, record_hand, strike_hand
from scoring.models import GameScore, Hand
from scoring.queries.integrity import integrity
from tests import build
from tournament.errors import Refused
from tournament.models import Game, Side

pytestmark = pytest.mark.django_db

AT_TWENTY = build.at(15, 20)


@pytest.fixture
def by(game):
    return build.organizer(game.event)


def score(game):
    return (*build.units(game), *build.points(game))


def correct(hand, facts, reason="The books were counted again", at=AT_TWENTY):
    return correct_hand(
        hand=hand, hand_id=uuid4(), facts=facts, reason=reason, by=build.organizer(hand.game.event), at=at
    )


def strike(hand, reason="Entered at the wrong table", at=AT_TWENTY):
    return strike_hand(hand=hand, hand_id=uuid4(), reason=reason, by=build.organizer(hand.game.event), at=at)


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


def test_a_hand_says_who_entered_it_when_and_from_which_device(game):
    jo = build.referee(game.event, "Jo")

    hand = record_hand(hand_id=uuid4(), game=game, facts=build.FOUR_MADE, by=jo, at=build.at(15, 12))

    assert (str(hand.by), hand.device, hand.at) == ("Jo", "phone", build.at(15, 12))
    entry = game.event.log.get(action="hand.recorded")
    assert entry.words.startswith("Table 1, hand 1: ")


def test_a_hand_sent_twice_is_stored_once(game, by):
    hand_id = uuid4()

    for _ in range(2):
        record_hand(hand_id=hand_id, game=game, facts=build.FOUR_MADE, by=by, at=build.at(15, 12))

    assert score(game) == (1, 0, 4, 0)


def test_a_hand_is_saved_in_ten_statements_and_its_transaction(game, by, django_assert_num_queries):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])

    with django_assert_num_queries(12):
        record_hand(hand_id=uuid4(), game=game, facts=build.FOUR_MADE, by=by, at=build.at(15, 20))

    assert score(game) == (2, 1, 8, 4)


def test_an_entry_of_another_table_is_not_taken_for_this_one(game, by):
    hand, other = build.hand(game), build.game(build.event(name="Another Hall"))

    with pytest.raises(Refused, match="another table"):
        record_hand(hand_id=hand.pk, game=other, facts=build.FOUR_MADE, by=by, at=build.at(15, 12))


def test_a_hand_has_the_next_number_or_is_refused(game):
    build.hand(game, sequence=1)

    with pytest.raises(Refused, match="Hand 1 is in already"):
        build.hand(game, sequence=1)
    with pytest.raises(Refused, match="Hand 2 comes next"):
        build.hand(game, sequence=3)

    assert Hand.objects.count() == 1


def test_a_hand_that_cannot_have_happened_is_refused_and_names_the_field(game):
    with pytest.raises(Refused) as refused:
        build.hand(game, replace(build.FOUR_MADE, books=14))

    assert refused.value.field == "books"
    assert not Hand.objects.exists()


def test_three_hands_win_the_game_and_free_the_table(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE, build.FIVE_NO_TRUMP], at=build.at(15, 20))

    game.refresh_from_db()
    result = GameScore.objects.get(game=game)
    assert (result.winner, result.ending, game.over_at) == (game.team("NS"), "won", build.at(15, 20))
    assert not game.deadlines.filter(done_at=None).exists()


def test_nothing_is_recorded_after_the_game_is_won(game):
    build.won(game)

    with pytest.raises(Refused, match=r"This game is over\. Team 1 won 3–0\."):
        build.hand(game)

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


def test_a_corrected_hand_counts_as_corrected_and_the_old_one_stays(game):
    old = build.hand(game, build.FOUR_MADE)

    new = correct(old, build.FIVE_NO_TRUMP)

    assert score(game) == (2, 0, 5, 0)
    assert list(Hand.objects.standing()) == [new]
    assert Hand.objects.get(pk=old.pk).facts == old.facts


def test_a_hand_is_corrected_or_taken_back_once_and_with_a_reason(game):
    old, other = build.hand(game), build.hand(game)

    with pytest.raises(Refused, match="Write why"):
        correct(old, build.FOUR_SET, reason=" ")
    with pytest.raises(Refused, match="1 to 13"):
        correct(old, replace(build.FOUR_MADE, books=0))
    correct(old, build.FOUR_SET)
    strike(other)

    with pytest.raises(Refused, match="already"):
        correct(old, build.FOUR_MADE)
    with pytest.raises(Refused, match="already"):
        strike(other)


def test_a_correction_that_would_have_ended_the_game_earlier_asks_for_the_later_hands_first(game):
    build.hands(game, [build.FOUR_MADE, build.FOUR_MADE, build.EW_FOUR_MADE])

    with pytest.raises(Refused, match="would have been over earlier"):
        correct(Hand.objects.get(sequence=1), build.BOSTON)

    assert score(game) == (2, 1, 8, 4)


def test_a_struck_hand_counts_no_more_and_its_number_is_free_again(game):
    build.hand(game, build.FOUR_MADE)
    second = build.hand(game, build.EW_FOUR_MADE)

    strike(second)
    build.hand(game, build.FOUR_MADE, sequence=2)

    assert score(game) == (2, 0, 8, 0)
    assert Hand.objects.count() == 4


def test_striking_the_last_hand_opens_the_game_again(game):
    build.won(game)

    strike(Hand.objects.standing().order_by("sequence").last())

    game.refresh_from_db()
    assert game.over_at is None
    assert GameScore.objects.get(game=game).winner is None


def test_a_game_does_not_open_again_while_its_teams_play_elsewhere(game):
    build.won(game)
    later = build.called_round(game.event, at=build.at(15, 30))
    assert later.games.count() == 1

    last = Hand.objects.filter(game=game).order_by("sequence").last()
    strike(last, at=build.at(15, 40))

    game.refresh_from_db()
    result = GameScore.objects.get(game=game)
    assert (result.game.side("NS").units, result.ending, result.winner) == (2, "whistle", game.team("NS"))
    assert game.over_at


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


def test_the_integrity_check_finds_nothing_after_all_this_and_something_when_a_number_was_changed_by_hand(
    game,
):
    hand = build.hand(game)
    correct(hand, build.FIVE_NO_TRUMP)
    strike(Hand.objects.standing().get(), at=build.at(15, 25))
    build.won(game, at=build.at(15, 10) + timedelta(minutes=16))
    assert integrity(game.event) == []

    Side.objects.filter(game=game, name="NS").update(points=99)

    assert integrity(game.event) == [f"{game}, NS: points is 99, the hands say 12."]


def test_a_mark_that_was_used_for_another_hand_is_not_taken_for_it():
    game, hand_id = build.game(), uuid4()
    by = build.organizer(game.event)
    record_hand(hand_id=hand_id, game=game, facts=build.FOUR_MADE, by=by, at=build.THREE)

    with pytest.raises(Refused, match="used for another hand: "):
        record_hand(hand_id=hand_id, game=game, facts=build.FIVE_NO_TRUMP, by=by, at=build.THREE)

    assert Hand.objects.count() == 1
