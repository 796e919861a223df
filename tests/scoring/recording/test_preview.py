"""The preview of what a correction would change."""

from dataclasses import replace

import pytest

from scoring.bracket.commands_bracket import start_phase_two
from scoring.integrity import integrity
from scoring.recording.commands_preview import preview
from scoring.standings.standings import standings
from tests import build
from tests.scoring.acting import correct, last_hand
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game
from tournament.models import Actor, Event, Game

pytestmark = [pytest.mark.embedded, pytest.mark.django_db, pytest.mark.slow]


NOW, EW_WON_IT = build.at(15, 25), build.FOUR_SET
THREE_TWO = [build.FOUR_MADE, build.FOUR_SET] * 2 + [build.FOUR_MADE]


def of(game: Game, facts, *, by: Actor | None = None, at=NOW):
    """The preview for another result of the last hand of a game."""
    return preview(hand=last_hand(game), facts=facts, by=by or build.referee(game.event), at=at)


def played(event: Event) -> list[Game]:
    """Round 1 of four teams; North-South won every game 3–2."""
    build.teams(event, 4)
    games = list(build.called_round(event).games.order_by("pk"))
    for game in games:
        build.hands(game, THREE_TWO, at=build.at(15, 20))
    return games


def after_the_cut() -> Event:
    event = build.event(advance_count=4)
    build.teams(event, 4)
    build.played_phase_one(event, rounds=3)
    build.cut_settled(event)
    return event


@pytest.fixture(scope="module")
def bracket(kept) -> Event:
    """Both semifinals were won 3–2 at 5:08 PM; the final waits."""
    event = after_the_cut()
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    for position in ("S1", "S2"):
        call_game(game=in_position(event, position), by=build.organizer(event), at=build.at(17, 2))
        build.hands(in_position(event, position), THREE_TWO, at=build.at(17, 8))
    return event


def in_position(event: Event, position: str) -> Game:
    return Game.objects.select_related("event").get(event=event, bracket_position=position)


@pytest.fixture
def event():
    return build.event(advance_count=2)


def test_a_change_that_leaves_the_winner_is_safe_also_in_the_next_round(event):
    game = played(event)[0]

    before = of(game, build.FIVE_NO_TRUMP)
    build.called_round(event, at=build.at(15, 30))
    after = of(game, build.FIVE_NO_TRUMP, at=build.at(15, 40))

    ns = game.team("NS")
    assert [(seen.verdict, seen.may_save) for seen in (before, after)] == [("safe", True)] * 2
    assert (before.game_was, before.game_now) == (f"{ns} won 3–2.", f"{ns} won 4–2.")


def test_it_says_who_would_move_or_cross_the_line_and_what_would_be_open(event):
    game = played(event)[0]
    ns, ew = game.team("NS"), game.team("EW")

    lost, opened = of(game, EW_WON_IT), of(game, None)

    assert (lost.verdict, opened.verdict) == ("safe", "safe")
    moved = {move.team: (move.was, move.now) for move in lost.moves}
    assert moved[ns.name][0] < moved[ns.name][1]
    assert lost.across_cutoff == (f"{ew} would be above the cutoff.", f"{ns} would be below the cutoff.")
    assert opened.game_now == f"{ns} 2–2 {ew}, still being played."


def test_who_would_be_tied_at_the_cutoff_is_neither_above_nor_below_it():
    first, second = played(build.event(advance_count=3))

    apart = of(first, build.FIVE_NO_TRUMP)
    correct(last_hand(first), build.FIVE_NO_TRUMP, at=build.at(15, 24))
    tied = of(first, build.FOUR_MADE)

    one, other = second.team("EW"), first.team("EW")
    assert apart.across_cutoff == (f"{one} would be above the cutoff.", f"{other} would be below the cutoff.")
    assert tied.across_cutoff == (f"{one} and {other} would be tied at the cutoff.",)


def test_after_the_next_call_only_a_head_referee_changes_a_winner(event):
    game = played(event)[0]
    build.called_round(event, at=build.at(15, 30))
    head, at = build.referee(event, "Hedy"), build.at(15, 40)
    head.badge.is_head = True
    head.badge.save()

    seen = of(game, EW_WON_IT, at=at)
    with pytest.raises(Refused, match="a head referee or an organizer"):
        correct(last_hand(game), EW_WON_IT, by=build.referee(event), at=at)
    correct(last_hand(game), EW_WON_IT, by=head, at=at)

    assert (seen.verdict, seen.may_save, "Rulebook E-32" in seen.why) == ("ruling", False, True)
    assert seen.why.startswith("Round 2 was paired by the standings since,")
    assert build.again(game).score.winner == game.team("EW")
    assert integrity(event) == []


def test_after_the_cut_it_is_too_late():
    event = after_the_cut()
    first, second = standings(event).rows[:2]
    theirs = event.games.filter(kind="game").among((first.team_id, second.team_id)).get()
    bidder = "NS" if theirs.score.winner_id == theirs.team("NS").pk else "EW"

    seen = of(theirs, replace(build.FOUR_SET, bidder=bidder), at=build.at(17, 2))

    assert (seen.verdict, seen.may_save) == ("late", False)
    assert seen.why.startswith("Who goes through is settled.")


def test_while_the_final_waits_it_would_be_taken_back(bracket):
    final = in_position(bracket, "F")

    seen = of(in_position(bracket, "S1"), None, at=build.at(17, 10))

    assert seen.verdict == "safe"
    assert f"Final: {final} would be taken back, and the place is empty again." in seen.bracket


@pytest.mark.parametrize(
    ("has_a_hand", "why"),
    [
        pytest.param(False, "{final} (final) has been called to table", id="called"),
        pytest.param(True, "This takes back {final} (final) and its hands,", id="with a hand"),
    ],
)
def test_once_the_final_was_called_it_needs_a_ruling(bracket, has_a_hand, why):
    semi, final, head = in_position(bracket, "S1"), in_position(bracket, "F"), build.organizer(bracket)
    call_game(game=final, by=head, at=build.at(17, 12))
    if has_a_hand:
        build.hand(in_position(bracket, "F"), at=build.at(17, 16))

    seen = of(semi, EW_WON_IT, at=build.at(17, 17))
    by_head, opened = (of(semi, facts, by=head, at=build.at(17, 17)) for facts in (EW_WON_IT, None))

    assert (seen.verdict, seen.may_save, by_head.may_save) == ("ruling", False, True)
    assert why.format(final=final) in seen.why
    assert {line.partition(":")[0] for line in seen.bracket} == {"Third place", "Final"}
    assert (opened.verdict, opened.may_save) == ("ruling", True)
    assert in_position(bracket, "F").recalled_at is None
