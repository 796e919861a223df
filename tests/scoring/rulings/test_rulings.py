"""Rulings by referees, and their effect on hands and teams."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.ruleset.hands import HandFacts
from scoring.integrity import integrity
from scoring.models import Hand, Ruling
from scoring.rulings.commands_rulings import make_ruling, supersede_ruling
from scoring.sheet.ruling_rows import Case, judged_then, rulings
from tests import build
from tournament.badges.commands_badges import change_referee
from tournament.errors import Refused
from tournament.floor.commands_floor import call_head_referee, call_referee
from tournament.models import Game

pytestmark = pytest.mark.django_db

NOON = build.at(15, 12)


@pytest.fixture(scope="module")
def a_game(kept):
    return build.game_between(build.event(), "Kitty Katz", "Boston Bound")


@pytest.fixture
def jo(game):
    return build.referee(game.event)


@pytest.fixture
def head(game):
    by = build.referee(game.event, "Head Hattie")
    change_referee(badge=by.badge, is_head=True, plays_in=None, by=build.organizer(game.event), at=NOON)
    by.badge.refresh_from_db()
    return by


def ruled(game, by, case, reason="Seen by all", **more):
    return make_ruling(
        **{"ruling_id": uuid4(), "at": NOON, **more}, game=game, case=case, reason=reason, by=by
    )


def superseded(ruling, by, case, reason="Looked at again"):
    return supersede_ruling(ruling=ruling, ruling_id=uuid4(), case=case, reason=reason, by=by, at=NOON)


def renege(hand, *sides, **more):
    return Case(kind="renege", hand=hand, reneges=sides, **more)


def conduct(penalty, side="NS"):
    return Case(kind="conduct", against=side, penalty=penalty)


def play_in(by, team):
    change_referee(badge=by.badge, is_head=False, plays_in=team, by=build.organizer(team.event), at=NOON)
    by.badge.refresh_from_db()


@pytest.mark.both
def test_a_renege_moves_three_books_once_and_keeps_the_hands_notes(game, jo):
    hand, sent = build.hand(game, replace(build.FOUR_MADE, bidder_seat="N")), uuid4()

    ruling, again = (ruled(game, jo, renege(hand, "NS", book=4), ruling_id=sent) for _ in range(2))

    assert judged_then(ruling).headline == "Kitty Katz reneged: three books go to Boston Bound."
    assert judged_then(ruling).because[0].source == "F-17"
    assert build.units(game) == (0, 1)
    assert (again, ruling.hand, Hand.objects.count()) == (ruling, Hand.objects.standing().get(), 2)
    assert (ruling.hand.facts["reneges"], ruling.hand.reason) == (["NS"], "Ruling: Seen by all")
    assert ruling.hand.notes == {"bidder_seat": "N"}
    assert integrity(game.event) == []


def test_a_renege_in_the_hand_now_played_is_recorded_with_it(game, jo):
    ruled(game, jo, Case(kind="renege", played=build.FOUR_SET, sequence=1, reneges=("EW",)))

    assert Hand.objects.get().parsed == replace(build.FOUR_SET, reneges=("EW",))
    assert [row.headline for row in rulings(game.event)] == [
        "Boston Bound reneged: three books go to Kitty Katz."
    ]


@pytest.mark.parametrize(
    ("sides", "more", "headline"),
    [
        pytest.param(("EW", "NS"), {}, "one renege cancels another", id="one renege each"),
        pytest.param(
            ("NS",), {"is_in_time": False}, "No penalty. It was called too late", id="called too late"
        ),
    ],
)
def test_a_renege_that_costs_nothing_leaves_the_hand_as_it_counted(game, jo, sides, more, headline):
    hand = build.hand(game)

    ruling = ruled(game, jo, renege(hand, *sides, **more))

    assert build.units(game) == (1, 0)
    assert headline in judged_then(ruling).headline


@pytest.mark.both
def test_a_second_offense_costs_more_and_the_first_ruling_is_unchanged(game, jo):
    first = ruled(game, jo, conduct("warning"))
    before = rulings(game.event)
    ruled(game, jo, Case(kind="delay", against="NS", penalty="warning"))
    ruled(game, jo, conduct("none"))

    again = ruled(game, jo, conduct("warning"))

    assert [reason.sentence for reason in judged_then(again).because] == [
        "The second time, conduct costs by the table: the hand is forfeited.",
        "The referee chose otherwise: a warning.",
    ]
    assert judged_then(first).because[0].sentence == "The first time, conduct costs by the table: a warning."
    assert before[0] in rulings(game.event)


def test_a_hand_of_a_game_that_is_over_is_not_forfeited(game, jo):
    build.won(game)

    with pytest.raises(Refused, match="Choose a warning"):
        ruled(game, jo, conduct("hand"))


FORFEITED, FOURTEEN = HandFacts(forfeited_by="EW"), replace(build.FOUR_MADE, books=14)
RENEGE = Case(kind="renege", reneges=("NS",))


@pytest.mark.parametrize(
    ("case", "reason", "sentence"),
    [
        pytest.param(conduct("warning"), "  ", "Write what happened", id="no reason"),
        pytest.param(replace(conduct("warning"), against=""), "Loud", "Choose the team", id="no team"),
        pytest.param(conduct(""), "Loud", "Choose the penalty", id="no penalty"),
        pytest.param(RENEGE, "Seen", "Say how the hand was", id="no hand"),
        pytest.param(replace(RENEGE, played=FORFEITED), "Seen", "was not played", id="a forfeited hand"),
        pytest.param(replace(RENEGE, played=FOURTEEN), "Seen", "1 to 13", id="a hand that cannot be"),
    ],
)
def test_a_ruling_that_leaves_a_question_open_is_refused(game, jo, case, reason, sentence):
    with pytest.raises(Refused, match=sentence):
        ruled(game, jo, case, reason)

    assert not Ruling.objects.exists()


def test_only_a_neutral_referee_rules_and_only_on_hands_of_the_game(game, jo):
    other = build.hand(build.game(build.event(name="Another Hall")))
    player, team = build.referee(game.event, "Kim"), build.referee(game.event, "Al")
    play_in(player, game.team("EW"))
    team.badge.role = "team"

    for by, case, sentence in (
        (jo, renege(other, "NS"), "from another game"),
        (player, conduct("warning"), "You play in this game"),
        (team, conduct("warning"), "A referee rules on this"),
    ):
        with pytest.raises(Refused, match=sentence):
            ruled(game, by, case)


def test_nobody_rules_on_a_team_they_meet_next():
    event = build.event()
    build.teams(event, 4)
    first, second = build.called_round(event).games.order_by("pk").select_related("event").with_everybody()
    jo = build.referee(event)
    play_in(jo, first.team("NS"))
    ruled(second, jo, conduct("warning"))
    build.won(second)
    build.reseat(first, EW=second.team("NS"))

    with pytest.raises(Refused, match="meets one of these teams next"):
        ruled(second, jo, conduct("warning"))


@pytest.mark.both
def test_a_head_referee_supersedes_a_renege_and_both_stay(game, jo, head):
    hand = build.hand(game)
    old = ruled(game, jo, renege(hand, "NS"))

    new = superseded(old, head, renege(None))

    assert build.units(game) == (1, 0)
    assert [(row.headline, row.is_superseded) for row in rulings(game.event)] == [
        ("No penalty. No renege was proven.", False),
        ("Kitty Katz reneged: three books go to Boston Bound.", True),
    ]
    assert new.supersedes == old
    assert integrity(game.event) == []


def state(game):
    """The score, the winning side if the game is over, and whether North-South have left the event."""
    game = build.again(game)
    winner = next((side for side in game.by_side() if game.team(side).pk == game.score.winner_id), "")
    return build.units(game), winner if game.over_at else "", game.team("NS").withdrawn_at is not None


@pytest.mark.parametrize(
    ("first", "did", "second"),
    [
        pytest.param(lambda hand: conduct("hand"), ((1, 1), "", False), conduct("none"), id="a hand"),
        pytest.param(lambda hand: conduct("game"), ((1, 3), "EW", False), conduct("warning"), id="a game"),
        pytest.param(lambda hand: conduct("out"), ((1, 3), "EW", True), conduct("warning"), id="put out"),
        pytest.param(
            lambda hand: Case(kind="misdeal", hand=hand),
            ((0, 0), "", False),
            Case(kind="misdeal", is_misdeal=False),
            id="a misdeal seen late",
        ),
    ],
)
def test_what_a_ruling_does_is_taken_back_once_it_is_superseded(game, jo, head, first, did, second):
    old = ruled(game, jo, first(build.hand(game)))
    after_it = (state(game), integrity(game.event))

    superseded(old, head, second)

    assert after_it == (did, [])
    assert (state(game), integrity(game.event)) == (((1, 0), "", False), [])


def test_a_ruling_is_superseded_by_the_head_once_on_the_same_question(game, jo, head):
    old, misdeal = ruled(game, jo, conduct("warning")), ruled(game, jo, Case(kind="misdeal"))

    for ruling, by, case, sentence in (
        (old, build.referee(game.event, "Kim"), conduct("none"), "A ruling is final"),
        (old, head, Case(kind="misdeal"), "answer the same question"),
        (misdeal, head, Case(kind="misdeal"), "That is the ruling already"),
    ):
        with pytest.raises(Refused, match=sentence):
            superseded(ruling, by, case)
    new = superseded(old, build.organizer(game.event), conduct("warning"))

    # A superseded penalty doesn't count as the first.
    assert judged_then(new).because[0].sentence == "The first time, conduct costs by the table: a warning."
    assert (Ruling.objects.count(), new.supersedes) == (3, old)
    with pytest.raises(Refused, match="replaced already"):
        superseded(old, head, conduct("hand"))


def test_precedents_are_of_the_same_kind_newest_first(game, jo):
    ruled(game, jo, conduct("warning"), at=build.at(15, 1))
    ruled(game, jo, Case(kind="delay", against="NS", penalty="warning"), at=build.at(15, 2))
    ruled(game, jo, conduct("none", "EW"), at=build.at(15, 3))

    assert [row.clock for row in rulings(game.event, kind="conduct")] == ["3:03 PM", "3:01 PM"]


@pytest.mark.both
def test_only_the_head_referee_ends_a_call_for_the_head_referee(game, jo, head):
    call_referee(game=game, why="A renege is claimed.", by=jo, at=NOON)

    for _ in range(2):
        call_head_referee(game=game, why="Both say no", by=jo, at=NOON)
    ruled(game, jo, conduct("warning"))

    game.refresh_from_db()
    assert game.referee_called_for == "The head referee is wanted by Jo: Both say no"
    assert game.event.log.filter(action="head.called").count() == 1
    ruled(game, head, conduct("none"))
    game.refresh_from_db()
    assert game.referee_called_at is None
    Game.objects.filter(pk=game.pk).update(called_at=None)
    with pytest.raises(Refused, match="isn’t at a table"):
        call_head_referee(game=game, why="", by=jo, at=NOON)
