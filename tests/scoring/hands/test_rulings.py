"""What referees rule, and what it does to hands and teams."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.games.hands import HandFacts
from scoring.commands.rulings import make_ruling, supersede_ruling
from scoring.models import GameScore, Hand, Ruling
from scoring.queries.hands.rulings import Case, judged_then, rulings
from scoring.queries.integrity import integrity
from tests import build
from tournament.commands.badges import change_referee
from tournament.commands.floor import call_head_referee, call_referee
from tournament.commands.teams import rename_team
from tournament.errors import Refused
from tournament.models import Game, Team

pytestmark = pytest.mark.django_db

NOON = build.at(15, 12)


@pytest.fixture(scope="module")
def a_game(kept):
    return build.game_between(build.event(), "Kitty Katz", "Boston Bound")


@pytest.fixture
def game(a_game):
    return build.again(a_game)


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


def units(game):
    row = GameScore.objects.get(game=game)
    return row.game.side("NS").units, row.game.side("EW").units


def renege(hand, *sides, **more):
    return Case(kind="renege", hand=hand, reneges=sides, **more)


def conduct(penalty, side="NS"):
    return Case(kind="conduct", against=side, penalty=penalty)


def test_a_renege_moves_three_books_of_a_hand_on_the_sheet(game, jo):
    hand = build.hand(game)

    ruling = ruled(game, jo, renege(hand, "NS", book=4))

    assert judged_then(ruling).headline == "Kitty Katz reneged: three books go to Boston Bound."
    assert judged_then(ruling).because[0].source == "F-17"
    assert units(game) == (0, 1)
    assert ruling.hand == Hand.objects.standing().get()
    assert (ruling.hand.facts["reneges"], ruling.hand.reason) == (["NS"], "Ruling: Seen by all")
    assert integrity(game.event) == []


def test_a_renege_in_the_hand_now_played_is_recorded_with_it(game, jo):
    case = Case(kind="renege", played=build.FOUR_SET, sequence=1, reneges=("EW",))

    ruling = ruled(game, jo, case)

    assert Hand.objects.get().told == replace(build.FOUR_SET, reneges=("EW",))
    assert judged_then(ruling).headline == "Boston Bound reneged: three books go to Kitty Katz."
    assert units(game) == (1, 0)


def test_one_renege_each_cancels_and_leaves_the_hand_as_it_counted(game, jo):
    hand = build.hand(game)

    ruled(game, jo, renege(hand, "EW", "NS"))

    assert units(game) == (1, 0)
    assert "one renege cancels another" in judged_then(Ruling.objects.get()).headline


def test_a_renege_called_too_late_costs_nothing_and_the_hand_stays(game, jo):
    hand = build.hand(game)

    ruling = ruled(game, jo, renege(hand, "NS", is_in_time=False))

    assert judged_then(ruling).headline.startswith("No penalty. It was called too late")
    assert Hand.objects.get() == hand == ruling.hand


def test_a_ruling_sent_twice_is_made_once(game, jo):
    hand, sent = build.hand(game), uuid4()

    first = ruled(game, jo, renege(hand, "NS"), ruling_id=sent)
    second = ruled(game, jo, renege(hand, "NS"), ruling_id=sent)

    assert first == second
    assert Hand.objects.count() == 2


def test_a_misdeal_has_no_score_and_is_dealt_again(game, jo):
    ruling = ruled(game, jo, Case(kind="misdeal"))

    assert judged_then(ruling).headline == "Misdeal: the hand has no score. The same dealer deals again."
    assert not Hand.objects.exists()


def test_a_misdeal_seen_late_takes_its_hand_back(game, jo):
    hand = build.hand(game)

    ruled(game, jo, Case(kind="misdeal", hand=hand))

    assert units(game) == (0, 0)
    assert Hand.objects.get(is_struck=True).reason == "Ruling: Seen by all"


def test_a_penalty_forfeits_the_hand_by_the_commands_that_do_so_anyway(game, jo):
    ruling = ruled(game, jo, conduct("hand"))

    assert units(game) == (0, 1)
    assert ruling.hand.facts == {"forfeited_by": "NS"}
    assert integrity(game.event) == []


def test_a_penalty_forfeits_the_game(game, jo):
    build.hand(game)

    ruled(game, jo, conduct("game"))

    assert GameScore.objects.get(game=game).winner == game.team("EW")
    assert integrity(game.event) == []


def test_a_team_that_is_out_forfeits_its_game_and_is_not_seated_again(game, jo):
    ruled(game, jo, conduct("out", "EW"))

    assert GameScore.objects.get(game=game).winner == game.team("NS")
    assert Team.objects.get(pk=game.team("EW").pk).withdrawn_at == NOON


def test_the_second_offence_of_the_same_team_is_the_second_time(game, jo):
    ruled(game, jo, conduct("warning"))
    ruled(game, jo, Case(kind="delay", against="NS", penalty="warning"))
    ruled(game, jo, conduct("none"))

    again = ruled(game, jo, conduct("warning"))

    assert [reason.sentence for reason in judged_then(again).because] == [
        "The second time, conduct costs by the table: the hand is forfeited.",
        "The referee chose otherwise: a warning.",
    ]


def test_a_hand_of_a_game_that_is_over_is_not_forfeited(game, jo):
    build.won(game)

    with pytest.raises(Refused, match="Choose a warning"):
        ruled(game, jo, conduct("hand"))


@pytest.mark.parametrize(
    ("case", "reason", "sentence"),
    [
        pytest.param(conduct("warning"), "  ", "Write what happened", id="no reason"),
        pytest.param(Case(kind="conduct", penalty="warning"), "Loud", "Choose the team", id="no team"),
        pytest.param(Case(kind="conduct", against="NS"), "Loud", "Choose the penalty", id="no penalty"),
        pytest.param(Case(kind="renege", reneges=("NS",)), "Seen", "Say how the hand was", id="no hand"),
        pytest.param(
            Case(kind="renege", reneges=("NS",), played=HandFacts(forfeited_by="EW")),
            "Seen", "was not played",
            id="a forfeited hand",
        ),
        pytest.param(
            Case(kind="renege", reneges=("NS",), played=replace(build.FOUR_MADE, books=14)),
            "Seen", "1 to 13",
            id="a hand that cannot be",
        ),
    ],
)  # fmt: skip
def test_a_ruling_that_leaves_a_question_open_is_refused(game, jo, case, reason, sentence):
    with pytest.raises(Refused, match=sentence):
        ruled(game, jo, case, reason)

    assert not Ruling.objects.exists()


def test_a_hand_of_another_game_is_not_ruled_on_here(game, jo):
    other = build.hand(build.game(build.event(name="Another Hall")))

    with pytest.raises(Refused, match="from another game"):
        ruled(game, jo, renege(other, "NS"))


def test_nobody_rules_on_their_own_game(game, jo):
    play_in(jo, game.team("EW"))

    with pytest.raises(Refused, match="You play in this game"):
        ruled(game, jo, conduct("warning"))


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


def test_a_team_makes_no_ruling(game):
    by = build.referee(game.event)
    by.badge.role = "team"

    with pytest.raises(Refused, match="A referee rules on this"):
        ruled(game, by, conduct("warning"))


def test_a_head_referee_supersedes_a_renege_and_both_stay(game, jo, head):
    hand = build.hand(game)
    old = ruled(game, jo, renege(hand, "NS"))

    new = superseded(old, head, renege(None))

    assert units(game) == (1, 0)
    assert [(row.headline, row.is_superseded) for row in rulings(game.event)] == [
        ("No penalty. No renege was proven.", False),
        ("Kitty Katz reneged: three books go to Boston Bound.", True),
    ]
    assert new.supersedes == old
    assert integrity(game.event) == []


def test_a_superseded_penalty_gives_the_hands_back(game, jo, head):
    build.hand(game)
    old = ruled(game, jo, conduct("game"))

    superseded(old, head, conduct("warning"))

    assert units(game) == (1, 0)
    assert Game.objects.get(pk=game.pk).over_at is None
    assert integrity(game.event) == []


def test_a_team_that_was_put_out_is_back(game, jo, head):
    old = ruled(game, jo, conduct("out"))

    superseded(old, head, conduct("warning"))

    assert Team.objects.get(pk=game.team("NS").pk).withdrawn_at is None


def test_a_misdeal_that_was_none_gives_the_hand_back(game, jo, head):
    old = ruled(game, jo, Case(kind="misdeal", hand=build.hand(game)))

    superseded(old, head, Case(kind="misdeal", is_misdeal=False))

    assert units(game) == (1, 0)
    assert integrity(game.event) == []


def test_a_hand_that_was_a_misdeal_after_all_is_taken_back(game, jo, head):
    old = ruled(game, jo, Case(kind="misdeal", hand=build.hand(game), is_misdeal=False))

    superseded(old, head, Case(kind="misdeal"))

    assert units(game) == (0, 0)
    assert integrity(game.event) == []


def test_a_superseded_penalty_is_no_first_time(game, jo, head):
    old = ruled(game, jo, conduct("warning"))

    new = superseded(old, head, conduct("warning"))

    assert judged_then(new).because[0].sentence == "The first time, conduct costs by the table: a warning."


def test_a_ruling_says_what_it_said_when_later_penalties_followed(game, jo):
    first = ruled(game, jo, conduct("warning"))
    said = rulings(game.event)

    ruled(game, jo, conduct("warning"))

    assert rulings(game.event)[1:] == said
    assert judged_then(first).because[0].sentence == "The first time, conduct costs by the table: a warning."


def test_a_ruling_speaks_of_a_team_by_the_name_it_has_now(game, jo):
    ruled(game, jo, renege(build.hand(game), "NS"))

    rename_team(team=game.team("NS"), name="Joker Joy", by=jo, at=build.at(16))

    (row,) = rulings(game.event)
    assert row.headline == "Joker Joy reneged: three books go to Boston Bound."


def test_a_ruling_is_final_for_a_referee_who_is_not_the_head(game, jo):
    old = ruled(game, jo, conduct("warning"))

    with pytest.raises(Refused, match="A ruling is final"):
        superseded(old, build.referee(game.event, "Kim"), conduct("none"))


def test_a_ruling_is_superseded_once(game, jo, head):
    old = ruled(game, jo, conduct("warning"))
    superseded(old, head, conduct("none"))

    with pytest.raises(Refused, match="replaced already"):
        superseded(old, head, conduct("hand"))


def test_a_ruling_is_superseded_on_the_same_question(game, jo, head):
    old = ruled(game, jo, conduct("warning"))

    with pytest.raises(Refused, match="answer the same question"):
        superseded(old, head, Case(kind="misdeal"))


def test_what_was_ruled_already_is_not_ruled_again(game, jo, head):
    old = ruled(game, jo, Case(kind="misdeal"))

    with pytest.raises(Refused, match="the ruling already"):
        superseded(old, head, Case(kind="misdeal"))


def test_an_organizer_supersedes_too(game, jo):
    old = ruled(game, jo, conduct("warning"))

    superseded(old, build.organizer(game.event), conduct("none"))

    assert Ruling.objects.count() == 2


def test_precedents_are_of_the_same_kind_newest_first(game, jo):
    ruled(game, jo, conduct("warning"), at=build.at(15, 1))
    ruled(game, jo, Case(kind="delay", against="NS", penalty="warning"), at=build.at(15, 2))
    ruled(game, jo, conduct("none", "EW"), at=build.at(15, 3))

    assert [row.clock for row in rulings(game.event, kind="conduct")] == ["3:03 PM", "3:01 PM"]


def test_the_head_referee_is_called_and_the_ruling_of_another_leaves_the_call(game, jo, head):
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


def test_nobody_is_called_to_a_game_at_no_table(game, jo):
    Game.objects.filter(pk=game.pk).update(called_at=None)

    with pytest.raises(Refused, match="isn't at a table"):
        call_head_referee(game=game, why="", by=jo, at=NOON)


def play_in(by, team):
    change_referee(badge=by.badge, is_head=False, plays_in=team, by=build.organizer(team.event), at=NOON)
    by.badge.refresh_from_db()


def test_in_bid_euchre_a_renege_costs_two_points_by_the_same_guide():
    game = build.game_between(build.event(game="bid-euchre"), "Kitty Katz", "Boston Bound")
    played = HandFacts(bidder="NS", bid=4, tricks={"NS": 5, "EW": 1})

    ruling = ruled(
        game, build.referee(game.event), Case(kind="renege", played=played, sequence=1, reneges=("EW",))
    )

    score = GameScore.objects.get(game=game)
    assert (score.game.side("NS").points, score.game.side("EW").points) == (5, -1)
    assert judged_then(ruling).headline.startswith("Boston Bound reneged")
    assert integrity(game.event) == []


def test_a_ruling_keeps_what_was_noted_beside_the_hand(game, jo):
    hand = build.hand(game, replace(build.FOUR_MADE, bidder_seat="N"))

    ruling = ruled(game, jo, renege(hand, "NS"))

    assert ruling.hand.notes == {"bidder_seat": "N"}
