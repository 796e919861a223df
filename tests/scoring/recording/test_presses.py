"""A press that writes several facts is undone by one press, which takes back all of them."""

from uuid import uuid4

import pytest

from rules.competition.penalties import GAME, HAND, OUT, WARNING
from scoring.integrity import integrity
from scoring.models import Hand, RulingKind
from scoring.recording.commands_ending import forfeit_game
from scoring.recording.commands_slips import record_slip
from scoring.recording.commands_undo import undo_press
from scoring.recording.commands_whole_game import CorrectedHand, correct_game, swap_sides
from scoring.rulings.commands_rulings import make_ruling
from scoring.sheet.presses import undone_words
from scoring.sheet.ruling_rows import Case, penalties_before
from scoring.sheet.sheet import sheet, sheet_games
from scoring.sheet.slip import SlipLine
from tests import build
from tests.scoring.acting import correct, last_hand, strike
from tests.scoring.phase_two import TEN_PAST, begun, bracket_game, called
from tournament.errors import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NOW, SOON = build.at(15, 22), build.at(15, 22, 20)
TWO = [build.FOUR_MADE, build.EW_FOUR_MADE]


@pytest.fixture
def game():
    """A game in which each side has won a hand."""
    game = build.game()
    build.hands(game, TWO, at=build.at(15, 20))
    return game


def signed(game, at=NOW):
    return {"by": build.organizer(game.event), "at": at}


def forfeits(game):
    forfeit_game(game=game, side="EW", hand_ids=[uuid4() for _ in range(3)], **signed(game))


def rules(penalty):
    def ruled(game):
        case = Case(kind=RulingKind.CONDUCT, against="EW", penalty=penalty)
        make_ruling(ruling_id=uuid4(), game=game, case=case, reason="Shouted", **signed(game))

    return ruled


def rules_a_misdeal(game):
    case = Case(kind=RulingKind.MISDEAL, hand=last_hand(game))
    make_ruling(ruling_id=uuid4(), game=game, case=case, reason="Thirteen cards", **signed(game))


def rules_a_renege(game):
    case = Case(kind=RulingKind.RENEGE, hand=last_hand(game), reneges=("EW",))
    make_ruling(ruling_id=uuid4(), game=game, case=case, reason="A spade", **signed(game))


def swaps(game):
    swap_sides(game=game, key=uuid4(), reason="Wrong side", **signed(game))


def corrects_all(game):
    first, second = game.hands.order_by("sequence")
    lines = [
        CorrectedHand(facts=build.BOSTON, replaces=first.pk),
        CorrectedHand(replaces=second.pk),
        CorrectedHand(facts=build.FOUR_SET),
    ]
    correct_game(game=game, key=uuid4(), lines=lines, reason="The slip", **signed(game))


def enters_a_slip(game):
    lines = [SlipLine(hand_id=uuid4(), sequence=3 + number, facts=build.FOUR_MADE) for number in range(2)]
    record_slip(game=game, lines=lines, **signed(game))


PRESSES = [
    pytest.param(forfeits, id="forfeit the game"),
    pytest.param(rules(WARNING), id="a warning"),
    pytest.param(rules(HAND), id="a ruling: the hand"),
    pytest.param(rules(GAME), id="a ruling: the game"),
    pytest.param(rules(OUT), id="a ruling: out of the event"),
    pytest.param(rules_a_misdeal, id="a misdeal"),
    pytest.param(rules_a_renege, id="a renege"),
    pytest.param(swaps, id="swap the sides"),
    pytest.param(corrects_all, id="correct the game"),
    pytest.param(enters_a_slip, id="a slip"),
    pytest.param(lambda game: build.hand(game, at=NOW), id="a hand"),
    pytest.param(lambda game: correct(last_hand(game), build.BOSTON, at=NOW), id="a correction"),
    pytest.param(lambda game: strike(last_hand(game), at=NOW), id="a hand taken back"),
]


def counting(game):
    return [hand.parsed for hand in Hand.objects.standing().filter(game=game).order_by("sequence")]


def seen(game, at=SOON):
    return sheet(sheet_games(game.event).get(pk=game.pk), at)


def undone(game, at=SOON):
    undo_press(game=game, press=seen(game, at).undo.press, key=uuid4(), **signed(game, at))


def state(game):
    """All that counts: the hands, the score, who is here, and penalties."""
    again = build.again(game)
    here = [team.withdrawn_at for team in again.event.teams.order_by("pk")]
    penalties = penalties_before(game.event, RulingKind.CONDUCT, game.team("EW"))
    return counting(game), build.units(game), build.points(game), again.over_at, here, penalties


@pytest.mark.both
@pytest.mark.parametrize("presses", PRESSES)
def test_undo_takes_back_all_that_a_press_did(game, presses):
    before = state(game)
    presses(game)
    assert seen(game).undo

    undone(game)

    assert state(game) == before
    assert integrity(game.event) == []


def test_undo_is_offered_for_the_press_and_not_for_one_of_its_hands(game):
    forfeits(game)

    undo = seen(game).undo

    assert undo.sentence == "Saved: 2 hands."
    assert undo.takes_back == 3
    assert seen(game, build.at(15, 23)).undo is None


@pytest.mark.parametrize("presses", [forfeits, rules(WARNING)], ids=["hands", "a ruling"])
def test_undo_lasts_a_minute_also_for_a_press_that_waited_on_a_phone(game, presses):
    presses(game)
    press, late = seen(game).undo.press, build.at(15, 23)

    with pytest.raises(Refused, match="The minute to undo this is over"):
        undo_press(game=game, press=press, key=uuid4(), **signed(game, late))
    undo_press(game=game, press=press, key=uuid4(), effective_at=SOON, **signed(game, build.at(15, 28)))

    assert seen(game, late).undo is None
    assert (counting(game), build.again(game).over_at) == (TWO, None)
    assert integrity(game.event) == []


@pytest.mark.both
@pytest.mark.parametrize(
    ("presses", "sentence"),
    [
        pytest.param(forfeits, "Taken back: 2 hands.", id="the game forfeited"),
        pytest.param(rules(GAME), "Taken back: the ruling.", id="a ruling"),
        pytest.param(swaps, "Taken back: the changes of 2 hands.", id="swap the sides"),
        pytest.param(lambda game: build.hand(game, at=NOW), "Taken back: hand 3.", id="a hand"),
        pytest.param(
            lambda game: correct(last_hand(game), build.BOSTON, at=NOW),
            "Taken back: the correction of hand 2.",
            id="a correction",
        ),
        pytest.param(
            lambda game: strike(last_hand(game), at=NOW), "Undone: hand 2 counts again.", id="a strike"
        ),
    ],
)
def test_what_undo_took_back_is_said_in_words(game, presses, sentence):
    presses(game)
    press = seen(game).undo.press

    undone(game)

    assert undone_words(game, press) == sentence


def test_undo_sent_twice_is_done_once(game):
    forfeits(game)
    press, key = seen(game).undo.press, uuid4()

    for _ in range(2):
        undo_press(game=game, press=press, key=key, **signed(game, SOON))

    assert Hand.objects.filter(game=game, is_struck=True).count() == 2
    assert Hand.objects.filter(pk=key).exists()


def test_undo_is_refused_once_one_of_its_hands_was_corrected(game):
    forfeits(game)
    press = seen(game).undo.press
    correct(last_hand(game), build.EW_FOUR_MADE, at=SOON)

    with pytest.raises(Refused, match="Something was changed since"):
        undo_press(game=game, press=press, key=uuid4(), **signed(game, SOON))


def test_undoing_the_forfeit_of_a_bracket_game_takes_back_what_followed():
    event = begun()
    semi = called(event, "S1")
    forfeit_game(game=semi, side="EW", hand_ids=[uuid4() for _ in range(3)], **signed(semi, TEN_PAST))
    other = called(event, "S2")
    build.won(other, at=TEN_PAST)
    assert bracket_game(event, "F")

    press = Hand.objects.filter(game=semi).first().pressed
    undo_press(game=semi, press=press, key=uuid4(), **signed(semi, build.at(17, 10, 30)))

    assert (bracket_game(event, "F"), bracket_game(event, "S1").over_at, counting(semi)) == (None, None, [])
    assert integrity(event) == []


def test_a_team_that_a_ruling_sent_away_has_its_walkovers_undone():
    event = begun(phase_two={"format": "single", "semi_games": 3})
    game = called(event, "S1")
    case = Case(kind=RulingKind.CONDUCT, against="EW", penalty=OUT)
    at = build.at(17, 6)
    make_ruling(ruling_id=uuid4(), game=game, case=case, reason="Shouted", **signed(game, at))
    walkovers = event.games.filter(score__ending="walkover")
    assert walkovers.exists()

    undone(game, at=build.at(17, 6, 20))

    assert not walkovers.exists()
    assert integrity(event) == []


def test_a_referee_cannot_undo_the_ruling_of_another(game):
    case = Case(kind=RulingKind.CONDUCT, against="EW", penalty=WARNING)
    ruling = make_ruling(ruling_id=uuid4(), game=game, case=case, reason="Shouted", **signed(game))

    with pytest.raises(Refused, match="A ruling is final"):
        undo_press(game=game, press=ruling.pk, key=uuid4(), by=build.referee(game.event), at=SOON)

    ruling.refresh_from_db()
    assert ruling.taken_back_at is None
