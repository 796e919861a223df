"""What a refusal advises works: each is met, its advice is followed, and then the press goes through."""

from collections.abc import Callable
from functools import partial

import pytest

from scoring.integrity import integrity
from tests.house.reading import refusals_of
from tests.scoring import refused as scenes
from tests.scoring.refused import Scene
from tournament.errors import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ADVICE: dict[str, Callable[[], Scene]] = {
    "bracket.begun": scenes.bracket_begun_twice,
    "bracket.no-cut": scenes.bracket_without_a_cut,
    "cut.final": scenes.reopened_after_a_hand,
    "cut.not-begun": scenes.cut_before_the_day,
    "cut.not-settled": scenes.opened_again_twice,
    "cut.settled": scenes.cut_twice,
    "game.needs-total": scenes.only_a_total_ends_it,
    "game.needs-winner": scenes.no_result_in_the_bracket,
    "game.nothing-to-change": scenes.what_counts_already,
    "game.void": scenes.a_hand_of_a_game_with_no_result,
    "hand.changed": scenes.corrected_meanwhile,
    "hand.cut-settled": scenes.after_the_cut,
    "hand.game-over": scenes.over_already,
    "hand.needs-decider": scenes.a_tie_in_a_round_that_is_passed,
    "hand.not-next": scenes.a_hand_is_missing,
    "hand.reason": scenes.without_a_reason,
    "hand.there": scenes.entered_by_another,
    "hand.too-late": scenes.a_hand_after_the_end,
    "move.reason": scenes.a_move_without_a_reason,
    "move.taken": scenes.a_table_that_is_taken,
    "phase-one.table-plays": scenes.cut_while_a_table_plays,
    "recall.game-has-hands": scenes.a_call_taken_back_with_a_hand,
    "recall.has-hands": scenes.a_recall_with_a_hand,
    "recall.late": scenes.a_recall_that_is_late,
    "ruling.game-over": scenes.a_forfeit_after_the_end,
    "ruling.undone": scenes.superseded_though_undone,
    "seat.has-one": scenes.a_team_that_has_a_seat,
    "seat.none": scenes.a_team_without_a_seat,
    "seating.begun": scenes.a_game_that_has_begun,
    "seating.no-round": scenes.no_round_yet,
    "seating.not-here": scenes.a_team_that_is_not_here,
    "seating.over": scenes.a_game_that_is_over,
    "seating.reason": scenes.a_change_without_a_reason,
    "seating.whistled": scenes.a_round_that_was_whistled,
    "swap.opponents": scenes.a_swap_of_opponents,
    "undo.changed": scenes.undone_after_a_correction,
    "undo.late": scenes.undone_after_a_minute,
    "winner.game-falls": partial(scenes.built_on, plays=True),
    "winner.next-game-called": scenes.built_on,
    "winner.next-round-seated": scenes.after_the_next_round,
}

READ_AGAIN = "The page is old: loading it again shows what counts."
ANOTHER = "Somebody else may: it names who."
CHOOSE = "The form asks for something else to be chosen or written."
NEVER = "The event or the rules exclude it, and the sentence says so."
WAIT = "It waits for somebody who is named."
NOTHING_TO_PRESS = {
    "bracket.alone": NEVER, "bracket.bought-already": READ_AGAIN, "bracket.buy-back-stays": NEVER,
    "bracket.no-buy-back": NEVER, "bracket.not-begun": READ_AGAIN, "bracket.unreadable": WAIT,
    "cut.not-final": WAIT, "cut.objected": WAIT,
    "cut.no-tie": READ_AGAIN, "cut.tied": WAIT, "cut.tied-for-places": WAIT, "cut.time-left": WAIT,
    "cut.too-few-pairs": WAIT, "cut.too-few-players": WAIT, "cut.too-few-teams": WAIT,
    "game.changed": READ_AGAIN, "game.no-two-sides": NEVER, "game.no-whistle": WAIT,
    "game.none-ready": WAIT,
    "game.not-called": WAIT, "game.not-played": NEVER, "game.over": READ_AGAIN,
    "game.side": CHOOSE, "game.taken-back": READ_AGAIN, "game.void-reason": CHOOSE,
    "hand.after-the-game": READ_AGAIN, "hand.by-total": READ_AGAIN, "hand.changed-otherwise": READ_AGAIN,
    "hand.no-totals": READ_AGAIN, "hand.not-decider": ANOTHER, "hand.other-table": READ_AGAIN,
    "hand.own-game": ANOTHER, "hand.places-settled": ANOTHER, "hand.saved-otherwise": READ_AGAIN,
    "move.game-over": NEVER, "move.not-called": WAIT, "move.out-of-use": CHOOSE, "move.same-table": NEVER,
    "move.taken-back": READ_AGAIN, "recall.done": READ_AGAIN, "recall.draft": READ_AGAIN,
    "recall.entry-waits": WAIT, "recall.of-a-round": NEVER,
    "ruling.final": ANOTHER, "ruling.hand-gone": READ_AGAIN, "ruling.next-own": ANOTHER,
    "ruling.next-own-team": ANOTHER, "ruling.no-referee": ANOTHER, "ruling.other-game": READ_AGAIN,
    "ruling.other-question": READ_AGAIN, "ruling.other-table": READ_AGAIN, "ruling.own-game": ANOTHER,
    "ruling.reason": CHOOSE, "ruling.same": READ_AGAIN, "ruling.superseded": READ_AGAIN,
    "seat.no-opponent": CHOOSE, "seat.no-table": WAIT, "seat.too-few-players": CHOOSE,
    "seating.not-of-event": CHOOSE, "swap.no-seat": CHOOSE, "swap.partners": CHOOSE, "swap.same": CHOOSE,
    "total.no-dispute": READ_AGAIN, "winner.games-fall": ANOTHER,
}  # fmt: skip
KINDS = (
    "bracket", "cut", "game", "hand", "move", "recall", "ruling", "seat", "seating", "swap", "total", "undo",
    "winner",
)  # fmt: skip
"""The first words of the codes of corrections, undo, seating, cut and bracket."""


@pytest.mark.parametrize("code", ADVICE)
def test_what_a_refusal_advises_works(code):
    scene = ADVICE[code]()

    with pytest.raises(Refused) as refused:
        scene.press()
    scene.advice()
    if not scene.replaces:
        scene.press()

    assert refused.value.code == code
    assert integrity(scene.event) == []


def test_each_refusal_has_advice_or_says_why_it_has_none():
    of_scoring = {code for code, homes in refusals_of().items() if homes[0].parts[0] == "scoring"}
    codes = {code for code in of_scoring if code.partition(".")[0] in KINDS}

    assert codes == {*ADVICE, *NOTHING_TO_PRESS} - {"phase-one.table-plays"}
