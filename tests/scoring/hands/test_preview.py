"""The preview of what a correction would change."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.commands.bracket import start_phase_two
from scoring.commands.hands import correct_hand
from scoring.commands.preview import preview
from scoring.models import Hand
from scoring.queries.integrity import integrity
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.floor import call_game
from tournament.errors import Refused
from tournament.models import Actor, Event, Game

pytestmark = [pytest.mark.embedded, pytest.mark.django_db, pytest.mark.slow]

EW_WON_IT = build.FOUR_SET


def of(hand: Hand, facts, *, by: Actor | None = None, at=None):
    event = hand.game.event
    return preview(hand=hand, facts=facts, by=by or build.referee(event), at=at or build.at(15, 25))


def last_hand(game: Game) -> Hand:
    return (
        Hand.objects.standing().filter(game=game).select_related("game__event").order_by("-sequence").first()
    )


def played(event: Event, count: int = 4) -> list[Game]:
    """Round 1 of ``count`` teams; North-South won every game 3–2."""
    build.teams(event, count)
    games = list(build.called_round(event).games.order_by("pk"))
    for game in games:
        build.hands(game, [build.FOUR_MADE, build.FOUR_SET] * 2 + [build.FOUR_MADE], at=build.at(15, 20))
    return games


def bracket(event: Event) -> Game:
    """The first semifinal of four teams, played at 5:05 PM; the final exists."""
    build.teams(event, 4)
    build.played_phase_one(event, rounds=3)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    for game in Game.objects.filter(event=event, bracket_position__startswith="S").order_by(
        "bracket_position"
    ):
        call_game(game=game, by=build.organizer(event), at=build.at(17, 2))
        reports = [build.FOUR_MADE, build.FOUR_SET] * 2 + [build.FOUR_MADE]
        build.hands(Game.objects.get(pk=game.pk), reports, at=build.at(17, 8))
    return Game.objects.get(event=event, bracket_position="S1")


@pytest.fixture
def event():
    return build.event(advance_count=2)


def test_a_change_that_leaves_the_winner_is_safe_also_after_the_next_round_was_called(event):
    game = played(event)[0]

    before = of(last_hand(game), build.FIVE_NO_TRUMP)
    build.called_round(event, at=build.at(15, 30))
    after = of(last_hand(game), build.FIVE_NO_TRUMP, at=build.at(15, 40))

    assert [(seen.verdict, seen.may_save) for seen in (before, after)] == [("safe", True)] * 2
    assert (before.game_was, before.game_now) == (
        f"{game.team('NS')} won 3–2.",
        f"{game.team('NS')} won 4–2.",
    )


def test_it_says_who_would_move_and_who_would_cross_the_line(event):
    game = played(event)[0]

    seen = of(last_hand(game), EW_WON_IT)

    assert seen.verdict == "safe"
    moved = {move.team: (move.was, move.now) for move in seen.moves}
    assert moved[game.team("NS").name][0] < moved[game.team("NS").name][1]
    assert seen.line == (
        f"{game.team('EW')} would be above the cutoff.",
        f"{game.team('NS')} would be below the cutoff.",
    )


def test_who_would_be_tied_at_the_cutoff_is_neither_above_nor_below_it():
    event = build.event(advance_count=3)
    first, second = played(event)
    apart = of(last_hand(first), build.FIVE_NO_TRUMP)
    correct_hand(
        hand=last_hand(first),
        hand_id=uuid4(),
        facts=build.FIVE_NO_TRUMP,
        reason="They bid five.",
        by=build.referee(event),
        at=build.at(15, 24),
    )

    tied = of(last_hand(first), build.FOUR_MADE)

    assert apart.line == (
        f"{second.team('EW')} would be above the cutoff.",
        f"{first.team('EW')} would be below the cutoff.",
    )
    assert tied.line == (f"{second.team('EW')} and {first.team('EW')} would be tied at the cutoff.",)


def test_taking_the_last_hand_back_opens_the_game_again(event):
    game = played(event)[0]

    seen = of(last_hand(game), None)

    assert (seen.verdict, seen.game_now) == (
        "safe",
        f"{game.team('NS')} 2–2 {game.team('EW')}, still being played.",
    )


def test_once_the_next_round_was_called_another_winner_is_a_ruling_of_a_head_referee(event):
    game = played(event)[0]
    build.called_round(event, at=build.at(15, 30))
    action = {"facts": EW_WON_IT, "reason": "The slip says so.", "at": build.at(15, 40)}
    head = build.referee(event, "Hedy")
    head.badge.is_head = True
    head.badge.save()

    seen = of(last_hand(game), EW_WON_IT, at=build.at(15, 40))
    with pytest.raises(Refused, match="a head referee or an organizer"):
        correct_hand(hand=last_hand(game), hand_id=uuid4(), by=build.referee(event), **action)
    correct_hand(hand=last_hand(game), hand_id=uuid4(), by=head, **action)

    assert (seen.verdict, seen.may_save, "Rulebook E-32" in seen.why) == ("ruling", False, True)
    assert seen.why.startswith("Round 2 was paired by the standings since,")
    assert build.again(game).score.winner == game.team("EW")
    assert integrity(event) == []


def test_after_the_cut_it_is_too_late_and_says_what_the_bracket_would_have_been():
    event = build.event(advance_count=4)
    build.teams(event, 4)
    build.played_phase_one(event, rounds=3)
    build.cut_settled(event)
    first, second = standings(event).rows[:2]
    theirs = Game.objects.filter(event=event, kind="game").among((first.team_id, second.team_id)).get()
    winner_is_ns = theirs.score.winner_id == theirs.team("NS").pk
    facts = build.FOUR_SET if winner_is_ns else replace(build.FOUR_SET, bidder="EW")

    seen = of(last_hand(theirs), facts, at=build.at(17, 2))

    assert (seen.verdict, seen.may_save) == ("late", False)
    assert seen.why.startswith("Who goes through is settled.")


def test_in_the_bracket_another_winner_changes_who_plays_the_final_while_it_waits():
    event = build.event(advance_count=4)
    game = bracket(event)

    seen = of(last_hand(game), None, at=build.at(17, 10))

    assert seen.verdict == "safe"
    final = Game.objects.get(event=event, bracket_position="F", recalled_at=None)
    assert f"Final: {final} would be taken back, and the place is empty again." in seen.bracket


@pytest.mark.parametrize(
    ("has_a_hand", "why"),
    [
        pytest.param(False, "{final} (final) has been called to table", id="called"),
        pytest.param(True, "This takes back the final {final} and its hands,", id="with a hand"),
    ],
)
def test_once_the_final_was_called_it_needs_a_ruling(has_a_hand, why):
    event = build.event(advance_count=4)
    game = bracket(event)
    final = Game.objects.get(event=event, bracket_position="F", recalled_at=None)
    call_game(game=final, by=build.organizer(event), at=build.at(17, 12))
    if has_a_hand:
        build.hand(Game.objects.get(pk=final.pk), at=build.at(17, 16))

    seen = of(last_hand(game), EW_WON_IT, at=build.at(17, 17))
    opened = of(last_hand(game), None, by=build.organizer(event), at=build.at(17, 17))

    assert (seen.verdict, seen.may_save) == ("ruling", False)
    assert why.format(final=final) in seen.why
    assert {line.partition(":")[0] for line in seen.bracket} == {"Third place", "Final"}
    assert of(last_hand(game), EW_WON_IT, by=build.organizer(event), at=build.at(17, 17)).may_save
    assert (opened.verdict, "its teams or its table are busy again" in opened.why) == ("late", True)
    assert Game.objects.get(pk=final.pk).recalled_at is None
