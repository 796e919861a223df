"""A game that ended with no result has none until it is opened again, however its hands are changed."""

from uuid import uuid4

import pytest

from rules.competition.penalties import HAND
from scoring.integrity import integrity
from scoring.models import GameScore, Hand, RulingKind
from scoring.recording.commands_ending import reopen_game, void_game
from scoring.recording.commands_undo import undo_press
from scoring.recording.commands_whole_game import CorrectedHand, correct_game, swap_sides
from scoring.reports.meaning import meaning
from scoring.rulings.commands_rulings import make_ruling, supersede_ruling
from scoring.sheet.ruling_rows import Case
from scoring.sheet.sheet import sheet, sheet_games
from tests import build
from tests.scoring.acting import correct, last_hand, strike
from tournament.errors import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NOW, SOON = build.at(15, 20), build.at(15, 20, 20)


@pytest.fixture
def game():
    """A game in which each side has won a hand, and a ruling gave North-South another."""
    game = build.game()
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 15))
    case = Case(kind=RulingKind.CONDUCT, against="EW", penalty=HAND)
    make_ruling(ruling_id=uuid4(), game=game, case=case, reason="Shouted", **signed(game, NOW))
    return game


def signed(game, at=SOON):
    return {"by": build.organizer(game.event), "at": at}


def ends_with_no_result(game, at=SOON):
    void_game(game=game, reason="The lights went out", **signed(game, at))


def opens_again(game, at=SOON):
    reopen_game(game=game, **signed(game, at))


def standing(game):
    return list(Hand.objects.standing().filter(game=game).order_by("sequence"))


def undoes_the_last_press(game):
    undo_press(game=game, press=last_hand(game).pressed, key=uuid4(), **signed(game))


def corrects_all(game):
    lines = [CorrectedHand(facts=build.FOUR_MADE, replaces=hand.pk) for hand in standing(game)]
    correct_game(game=game, key=uuid4(), lines=lines, reason="The slip", **signed(game))


def adds_hands(game):
    lines = [CorrectedHand(facts=hand.parsed, replaces=hand.pk) for hand in standing(game)]
    lines += [CorrectedHand(facts=build.FOUR_MADE)]
    correct_game(game=game, key=uuid4(), lines=lines, reason="The slip", **signed(game))


def swaps(game):
    swap_sides(game=game, key=uuid4(), reason="Wrong side", **signed(game))


def rules_a_misdeal(game):
    case = Case(kind=RulingKind.MISDEAL, hand=standing(game)[0])
    make_ruling(ruling_id=uuid4(), game=game, case=case, reason="Thirteen cards", **signed(game))


def rules_a_renege(game):
    case = Case(kind=RulingKind.RENEGE, hand=standing(game)[1], reneges=("EW",))
    make_ruling(ruling_id=uuid4(), game=game, case=case, reason="A spade", **signed(game))


def supersedes(game):
    case = Case(kind=RulingKind.CONDUCT, against="EW", penalty="warning")
    [ruling] = game.rulings.all()
    supersede_ruling(ruling=ruling, ruling_id=uuid4(), case=case, reason="Too hard", **signed(game))


CHANGES = [
    pytest.param(undoes_the_last_press, id="an undo"),
    pytest.param(lambda game: correct(standing(game)[1], build.FOUR_MADE, at=SOON), id="a correction"),
    pytest.param(lambda game: strike(standing(game)[0], at=SOON), id="a hand taken back"),
    pytest.param(corrects_all, id="all hands corrected"),
    pytest.param(adds_hands, id="a hand added"),
    pytest.param(swaps, id="the sides swapped"),
    pytest.param(rules_a_misdeal, id="a misdeal"),
    pytest.param(rules_a_renege, id="a renege"),
    pytest.param(supersedes, id="a ruling superseded"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_no_change_of_its_hands_gives_a_game_a_result_after_all(game, change):
    ends_with_no_result(game)
    before = standing(game)

    change(game)

    score = GameScore.objects.get(game=game)
    assert standing(game) != before
    assert (score.was_voided, score.winner, build.again(game).over_at) == (True, None, SOON)
    assert integrity(game.event) == []


@pytest.mark.both
def test_a_game_that_is_opened_again_is_as_it_was(game):
    before = sheet(sheet_games(game.event).get(pk=game.pk), SOON)
    ends_with_no_result(game)

    for _ in range(2):
        opens_again(game)

    assert sheet(sheet_games(game.event).get(pk=game.pk), SOON) == before
    assert integrity(game.event) == []


@pytest.mark.both
def test_a_game_that_is_opened_again_ends_as_its_corrected_hands_say(game):
    ends_with_no_result(game)
    corrects_all(game)

    opens_again(game)

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending, score.void_reason) == (game.team("NS"), "won", "")
    assert integrity(game.event) == []


def test_a_game_ended_without_result_offers_no_undo_of_its_last_hand(game):
    ends_with_no_result(game)
    assert sheet(sheet_games(game.event).get(pk=game.pk), SOON).undo is None

    correct(standing(game)[0], build.BOSTON, at=build.at(15, 20, 30))

    assert sheet(sheet_games(game.event).get(pk=game.pk), build.at(15, 20, 40)).undo.how == "Corrected"


def test_the_preview_of_a_correction_says_that_the_game_has_no_result(game):
    ends_with_no_result(game)
    found, hand = sheet_games(game.event).get(pk=game.pk), standing(game)[1]

    assert meaning(found, build.FOUR_MADE, SOON, replaces=hand).game == "The game has no result."


def test_a_tied_game_is_reopened_late_only_with_its_deciding_hand():
    game = build.game()
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 15))
    ends_with_no_result(game)
    build.called_round(game.event, at=build.at(15, 35))
    later = build.at(15, 40)
    with pytest.raises(Refused, match="needs its deciding hand"):
        opens_again(game, later)

    lines = [CorrectedHand(facts=hand.parsed, replaces=hand.pk) for hand in standing(game)]
    lines += [CorrectedHand(facts=last_hand(game).parsed)]
    correct_game(game=game, key=uuid4(), lines=lines, reason="The slip", **signed(game, later))
    opens_again(game, later)

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending) == (game.team("EW"), "decider")
    assert integrity(game.event) == []
