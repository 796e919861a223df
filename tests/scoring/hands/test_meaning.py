"""What a hand would mean, said before it is saved."""

from dataclasses import replace

import pytest

from scoring.commands.ending import end_at_whistle
from scoring.models import Hand
from scoring.queries.game.meaning import meaning
from scoring.queries.game.sheet import sheet_games
from tests import build


@pytest.fixture(scope="module")
def a_game(kept):
    return build.game_between(build.event(), "Kitty Katz", "Boston Bound")


def meaning_of(game, facts, at=None, **more):
    return meaning(sheet_games(game.event).get(pk=game.pk), facts, at or build.at(15, 20), **more)


@pytest.mark.parametrize(
    ("before", "facts", "headline", "said", "is_over"),
    [
        pytest.param(
            [build.FOUR_MADE, build.FOUR_MADE, build.EW_FOUR_MADE, build.EW_FOUR_MADE],
            build.FIVE_NO_TRUMP,
            "Kitty Katz bid 5 No Trump and took 11: made, counts two.",
            "Kitty Katz win the game 4–2.",
            True,
            id="the hand that wins the game",
        ),
        pytest.param(
            [],
            build.FOUR_SET,
            "Kitty Katz bid 4 Uptown and took 9: set, counts one for Boston Bound.",
            "Boston Bound lead 1–0.",
            False,
            id="a set",
        ),
        pytest.param(
            [build.EW_FOUR_MADE],
            build.FOUR_MADE,
            "Kitty Katz bid 4 Uptown and took 10: made, counts one.",
            "The game is tied, 1–1.",
            False,
            id="a hand that levels",
        ),
    ],
)
def test_the_meaning_says_what_the_hand_counts_and_where_the_game_stands(
    game, before, facts, headline, said, is_over
):
    build.hands(game, before)

    means = meaning_of(game, facts)

    assert (means.headline, means.game, means.is_over) == (headline, said, is_over)


def test_the_rule_that_decides_is_named(game):
    means = meaning_of(game, build.FIVE_NO_TRUMP)

    assert (means.tone, means.rule, means.source) == ("made", "A no trump bid counts two.", "F-12")


def test_after_the_whistle_the_hand_in_progress_is_the_last(game):
    build.hands(game, [build.EW_FOUR_MADE])

    means = meaning_of(game, build.FIVE_NO_TRUMP, build.at(15, 31))

    assert means.game == "Kitty Katz win the game 2–1: they are ahead at the whistle."


def test_the_deciding_hand_adds_nothing(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])
    end_at_whistle(game=game, by=build.referee(game.event), at=build.at(15, 30))

    means = meaning_of(game, build.FOUR_SET, build.at(15, 32))

    assert means.game == "Boston Bound win the game: this hand decides, and adds nothing to the 1–1."


def test_a_hand_that_cannot_have_happened_is_said_so(game):
    means = meaning_of(game, replace(build.FOUR_MADE, books=14))

    assert (means.tone, means.headline) == ("refused", "This can’t have happened")


def test_a_correction_is_read_with_the_hands_around_it(game):
    first = build.hand(game, build.FOUR_MADE)
    build.hands(game, [build.FOUR_MADE, build.FOUR_MADE])

    means = meaning_of(game, build.FIVE_NO_TRUMP, replaces=first)

    assert means.headline == "The hands after it don’t fit"


def test_asking_writes_nothing(game, django_assert_num_queries):
    found = sheet_games(game.event).get(pk=game.pk)

    with django_assert_num_queries(1):
        meaning(found, build.FOUR_MADE, build.at(15, 20))

    assert not Hand.objects.exists()
