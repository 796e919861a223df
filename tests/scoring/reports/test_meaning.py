"""The preview of what a hand would count."""

from dataclasses import replace

import pytest

from scoring.recording.commands_ending import end_at_whistle
from scoring.reports.meaning import meaning
from scoring.sheet.sheet import sheet_games
from tests import build

pytestmark = pytest.mark.embedded

TWENTY = build.at(15, 20)


@pytest.fixture(scope="module")
def a_game(kept):
    return build.game_between(build.event(), "Kitty Katz", "Boston Bound")


def meaning_of(game, facts, at=TWENTY, **more):
    return meaning(sheet_games(game.event).get(pk=game.pk), facts, at, **more)


FOUR_EACH = [build.FOUR_MADE, build.FOUR_MADE, build.EW_FOUR_MADE, build.EW_FOUR_MADE]


@pytest.mark.parametrize(
    ("before", "facts", "at", "sentence", "is_over"),
    [
        (FOUR_EACH, build.FIVE_NO_TRUMP, TWENTY, "Kitty Katz win the game 4–2.", True),
        ([], build.FOUR_SET, TWENTY, "Boston Bound lead 1–0.", False),
        (FOUR_EACH[3:], build.FOUR_MADE, TWENTY, "The game is tied, 1–1.", False),
        (
            FOUR_EACH[3:], build.FIVE_NO_TRUMP, build.at(15, 31),
            "Kitty Katz win the game 2–1: they are ahead at the whistle.", True,
        ),
    ],
    ids=["the last hand", "a set", "tied", "in progress at the whistle"],
)  # fmt: skip
def test_the_meaning_says_what_the_score_would_be(game, before, facts, at, sentence, is_over):
    build.hands(game, before)

    means = meaning_of(game, facts, at)

    assert (means.game, means.is_over) == (sentence, is_over)


def test_the_hand_and_its_rule_are_named_or_that_it_cannot_have_happened(game):
    means = meaning_of(game, build.FIVE_NO_TRUMP)
    refused = meaning_of(game, replace(build.FOUR_MADE, books=14))

    assert means.headline == "Kitty Katz bid 5 No Trump and took 11: made, counts two."
    assert (means.tone, means.rule, means.source) == ("made", "A no trump bid counts two.", "F-12")
    assert (refused.tone, refused.headline) == ("refused", "This can’t have happened")


def test_the_deciding_hand_adds_nothing(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])
    end_at_whistle(game=game, by=build.referee(game.event), at=build.at(15, 30))

    means = meaning_of(game, build.FOUR_SET, build.at(15, 32))

    assert means.game == "Boston Bound win the game: this hand decides, and adds nothing to the 1–1."


def test_a_correction_is_read_with_the_hands_around_it(game):
    first = build.hand(game, build.FOUR_MADE)
    build.hands(game, [build.FOUR_MADE, build.FOUR_MADE])

    means = meaning_of(game, build.FIVE_NO_TRUMP, replaces=first)

    assert means.headline == "The hands after it don’t fit"
