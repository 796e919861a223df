"""A paper slip's hands are entered together, all or none, and once."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.integrity import integrity
from scoring.models import GameScore, Hand
from scoring.recording.commands_slips import SlipRefused, record_slip
from scoring.sheet.sheet import sheet_games
from scoring.sheet.slip import SlipLine, slip_reading
from tests import build
from tournament.models import LogEntry, Round

pytestmark = pytest.mark.django_db


def line(sequence, facts=build.FOUR_MADE):
    return SlipLine(hand_id=uuid4(), sequence=sequence, facts=facts)


def enter(game, lines):
    return record_slip(game=game, lines=lines, by=build.organizer(game.event), at=build.at(15, 25))


def test_hands_of_a_slip_are_entered_once_and_in_the_order_of_numbers(game):
    lines = [line(3, build.FIVE_NO_TRUMP), line(1, build.EW_FOUR_MADE), line(2, build.FOUR_MADE)]

    entered, again = enter(game, lines), enter(game, lines)

    written = [lines[1].hand_id, lines[2].hand_id, lines[0].hand_id]
    assert list(Hand.objects.order_by("sequence").values_list("pk", flat=True)) == written
    assert [hand.pk for hand in again] == [hand.pk for hand in entered]
    assert (build.units(game), GameScore.objects.get(game=game).ending) == ((3, 1), "won")
    assert LogEntry.objects.filter(action="slip.entered").count() == 1
    assert integrity(game.event) == []


def test_one_impossible_hand_refuses_the_slip_and_is_marked_on_its_line(game):
    bad = line(2, replace(build.FOUR_MADE, books=14))

    with pytest.raises(SlipRefused, match="Nothing is saved yet") as refused:
        enter(game, [line(1), bad, line(3)])

    assert list(refused.value.lines) == [bad.hand_id]
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("places", "words"),
    [
        pytest.param([1, 1], "Two lines are numbered 1.", id="a number twice"),
        pytest.param([1, 3], "Hand 2 is missing", id="a gap"),
        pytest.param([2], "Hand 1 is missing", id="a late start"),
        pytest.param([1, 2, 3, 4], "The game was over before this hand.", id="a hand too many"),
    ],
)
def test_hands_that_cannot_follow_each_other_are_refused(game, places, words):
    with pytest.raises(SlipRefused) as refused:
        enter(game, [line(place) for place in places])

    assert words in " ".join(map(str, refused.value.lines.values()))
    assert not Hand.objects.exists()


def test_a_hand_that_is_in_already_is_named(game):
    build.hand(game, build.FOUR_SET)

    with pytest.raises(SlipRefused) as refused:
        enter(game, [line(1), line(2)])

    refusal = str(next(iter(refused.value.lines.values())))
    assert f"Hand 1 is in already: {game.team('NS')} bid 4 Uptown and took 9: set" in refusal


def test_a_line_that_says_a_hand_again_is_that_hand(game):
    hand = build.hand(game)

    hands = enter(game, [line(1), line(2)])

    assert [each.sequence for each in hands] == [2]
    assert Hand.objects.filter(game=game).count() == 2
    assert enter(game, [line(1)]) == [hand]


def test_a_slip_sent_again_with_another_hand_is_refused(game):
    first = line(1)
    enter(game, [first])

    with pytest.raises(SlipRefused) as refused:
        enter(game, [replace(first, facts=build.FOUR_SET)])

    assert "This form was used for another hand" in str(refused.value.lines[first.hand_id])


def test_after_the_whistle_somebody_says_when_they_were_played(game):
    Round.objects.filter(pk=game.round_id).update(whistle_at=build.at(15, 20))

    with pytest.raises(SlipRefused, match="Time is up") as refused:
        enter(build.again(game), [line(1), line(2)])

    assert refused.value.field == "played"


@pytest.mark.both
def test_a_slip_is_read_back_in_words_with_its_sum(game, django_assert_num_queries):
    shown = sheet_games(game.event).get(pk=game.pk)
    lines = [line(2, build.FOUR_SET), line(1, build.FIVE_NO_TRUMP)]

    with django_assert_num_queries(1):
        reading = slip_reading(shown, lines, build.at(15, 20))

    ns, ew = game.team("NS"), game.team("EW")
    assert [reading.lines[each.hand_id].headline for each in lines] == [
        f"{ns} bid 4 Uptown and took 9: set, counts one for {ew}.",
        f"{ns} bid 5 No Trump and took 11: made, counts two.",
    ]
    assert reading.game == f"With these hands it is 2–1, {ns} against {ew}. The game goes on."
    assert not Hand.objects.exists()
