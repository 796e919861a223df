"""Presses that are refused, each with what its refusal advises."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from uuid import uuid4

from rules.competition.penalties import HAND, WARNING
from rules.ruleset.hands import HandFacts
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import reopen_cut, settle_cut
from scoring.models import Hand, RulingKind
from scoring.recording.commands_ending import end_at_whistle, forfeit_game, reopen_game, void_game
from scoring.recording.commands_hands import correct_hand, record_hand, strike_hand
from scoring.recording.commands_undo import undo_press
from scoring.recording.commands_whole_game import CorrectedHand, correct_game, swap_sides
from scoring.rounds.commands_move_game import move_game, recall_game
from scoring.rounds.commands_rounds import draft_round, recall_round
from scoring.rounds.commands_seating_by_hand import seat_teams, swap_teams, unseat_team
from scoring.rulings.commands_rulings import make_ruling, supersede_ruling
from scoring.sheet.ruling_rows import Case
from tests import build
from tests.scoring.acting import last_hand
from tests.scoring.phase_two import begun, bracket_game, called, won
from tests.scoring.rounds.seating import current
from tournament.entries.commands_presence import check_in_team
from tournament.floor.commands_floor import call_game
from tournament.models import Actor, Event

MINE, THEIRS = build.FOUR_MADE, build.EW_FOUR_MADE
WHY = "The slip"


@dataclass(frozen=True)
class Scene:
    """A press that is refused, and what its refusal advises. ``press`` is pressed again after ``advice``."""

    event: Event
    press: Callable[[], object]
    advice: Callable[[], object]
    replaces: bool = False  # The advice is done instead of the press.


def signed(event, at, by: Actor | None = None):
    return {"by": by or build.organizer(event), "at": at}


def of_two(*hands):
    game = build.game()
    build.hands(game, hands, at=build.at(15, 10))
    return game, signed(game.event, build.at(15, 12))


def nth(game, number):
    return (
        Hand.objects.standing()
        .filter(game=game)
        .select_related("game__event")
        .order_by("sequence")[number - 1]
    )


def lines(game, *facts):
    hands = Hand.objects.standing().filter(game=game).order_by("sequence").values_list("pk", flat=True)
    return [CorrectedHand(facts=each, replaces=pk) for each, pk in zip_longest(facts, hands)]


def corrects(hand, facts, now, **more):
    return partial(correct_hand, hand=hand, hand_id=uuid4(), facts=facts, reason=WHY, **now, **more)


def strikes(hand, now):
    return partial(strike_hand, hand=hand, hand_id=uuid4(), reason=WHY, **now)


def all_struck(game, now):
    for hand in Hand.objects.standing().filter(game=game).order_by("-sequence"):
        strikes(hand, now)()


# --- corrections ----------------------------------------------------------------------------------


def a_hand_after_the_end():
    game, now = of_two(MINE, THEIRS, MINE, MINE)
    whole = partial(
        correct_game, game=game, key=uuid4(), lines=lines(game, MINE, MINE, MINE), reason=WHY, **now
    )
    return Scene(game.event, corrects(nth(game, 2), MINE, now), whole, replaces=True)


def only_a_total_ends_it():
    event = build.event(results_by="totals")
    game = build.seated(build.game_between(event, "Kitty Katz", "Boston Bound"), at=build.at(15, 1))
    now = signed(event, build.at(15, 31))
    total = HandFacts(total_hands={"NS": 3, "EW": 1}, total_points={"NS": 12, "EW": -2})
    enter = partial(record_hand, hand_id=uuid4(), game=game, facts=total, **now)
    return Scene(event, partial(end_at_whistle, game=game, **now), enter, replaces=True)


def without_a_reason():
    game, now = of_two(MINE)
    press = partial(correct_hand, hand=nth(game, 1), hand_id=uuid4(), facts=THEIRS, reason="", **now)
    return Scene(game.event, press, corrects(nth(game, 1), THEIRS, now), replaces=True)


def corrected_meanwhile():
    game, now = of_two(MINE)
    old = nth(game, 1)
    corrects(old, THEIRS, now)()
    return Scene(
        game.event,
        corrects(old, build.FOUR_SET, now),
        lambda: corrects(nth(game, 1), build.FOUR_SET, now)(),
        True,
    )


def a_tie_in_a_round_that_is_passed():
    event = build.event()
    build.teams(event, 4)
    game = build.called_round(event).games.order_by("pk").first()
    for each in event.games.all():
        build.hands(each, [MINE, MINE, THEIRS, MINE], at=build.at(15, 20))
    build.called_round(event, at=build.at(15, 30))
    now = signed(event, build.at(15, 40))
    tied = lines(game, MINE, THEIRS, THEIRS, MINE)
    whole = partial(correct_game, game=game, reason=WHY, **now)
    return Scene(
        event,
        partial(whole, key=uuid4(), lines=tied),
        partial(whole, key=uuid4(), lines=[*tied, CorrectedHand(facts=MINE)]),
        replaces=True,
    )


def after_the_cut():
    event = begun()
    hand = last_hand(event.games.filter(phase__kind="one").first())
    now = signed(event, build.at(17, 3))
    return Scene(event, corrects(hand, build.BOSTON, now), partial(reopen_cut, event=event, **now))


def reopened_after_a_hand():
    event = begun()
    now = signed(event, build.at(17, 12))
    build.hand(called(event, "S1"), at=build.at(17, 10))
    return Scene(
        event, partial(reopen_cut, event=event, **now), lambda: all_struck(bracket_game(event, "S1"), now)
    )


def built_on(*, plays: bool = False):
    event = begun()
    for position in ("S1", "S2"):
        won(event, position)
    call_game(game=bracket_game(event, "F"), **signed(event, build.at(17, 12)))
    if plays:
        build.hand(bracket_game(event, "F"), at=build.at(17, 14))
    semi, at = bracket_game(event, "S1"), build.at(17, 20)
    press = partial(swap_sides, game=semi, reason=WHY)
    by = build.referee(event)
    return Scene(
        event,
        partial(press, key=uuid4(), **signed(event, at, by)),
        partial(press, key=uuid4(), **signed(event, at)),
        replaces=True,
    )


def a_call_taken_back_with_a_hand():
    event = begun()
    game, at = called(event, "S1"), build.at(17, 14)
    build.hand(game, at=at)
    press = partial(recall_game, game=game, **signed(event, at))
    return Scene(event, press, strikes(nth(game, 1), signed(event, at)))


def after_the_next_round():
    event = build.event()
    build.teams(event, 4)
    game = build.called_round(event).games.order_by("pk").first()
    for each in event.games.all():
        build.won(each, at=build.at(15, 20))
    build.called_round(event, at=build.at(15, 30))
    press, at = partial(swap_sides, game=game, reason=WHY), build.at(15, 40)
    by = build.referee(event)
    return Scene(
        event,
        partial(press, key=uuid4(), **signed(event, at, by)),
        partial(press, key=uuid4(), **signed(event, at)),
        replaces=True,
    )


def what_counts_already():
    game, now = of_two(MINE)
    whole = partial(correct_game, game=game, reason=WHY, **now)
    return Scene(
        game.event,
        partial(whole, key=uuid4(), lines=lines(game, MINE)),
        partial(whole, key=uuid4(), lines=lines(game, THEIRS)),
        replaces=True,
    )


def over_already():
    game, now = of_two(MINE, MINE, MINE)
    press = partial(record_hand, hand_id=uuid4(), game=game, facts=THEIRS, **now)
    return Scene(game.event, press, corrects(nth(game, 3), THEIRS, now))


def entered_by_another():
    game, now = of_two(MINE)
    press = partial(record_hand, hand_id=uuid4(), game=game, facts=THEIRS, **now)
    return Scene(game.event, partial(press, sequence=1), partial(press, sequence=2), replaces=True)


def a_hand_is_missing():
    game, now = of_two()
    press = partial(record_hand, game=game, facts=THEIRS, **now)
    return Scene(
        game.event, partial(press, hand_id=uuid4(), sequence=2), partial(press, hand_id=uuid4(), sequence=1)
    )


def undone_after_a_correction():
    game, now = of_two()
    press = uuid4()
    forfeit_game(game=game, side="EW", hand_ids=[press, uuid4(), uuid4()], **now)
    corrects(nth(game, 3), THEIRS, now)()
    whole = partial(correct_game, game=game, key=uuid4(), lines=lines(game), reason=WHY, **now)
    return Scene(
        game.event, partial(undo_press, game=game, press=press, key=uuid4(), **now), whole, replaces=True
    )


def undone_after_a_minute():
    game, now = of_two(MINE, THEIRS)
    press, hand = last_hand(game).pressed, nth(game, 2)
    whole = partial(correct_hand, hand=hand, hand_id=uuid4(), facts=MINE, reason=WHY, **now)
    return Scene(
        game.event, partial(undo_press, game=game, press=press, key=uuid4(), **now), whole, replaces=True
    )


# --- rulings and endings --------------------------------------------------------------------------


def rules(game, now, penalty):
    case = Case(kind=RulingKind.CONDUCT, against="EW", penalty=penalty)
    return partial(make_ruling, ruling_id=uuid4(), game=game, case=case, reason=WHY, **now)


def a_forfeit_after_the_end():
    game, now = of_two(MINE, MINE, MINE)
    return Scene(game.event, rules(game, now, HAND), rules(game, now, WARNING), replaces=True)


def superseded_though_undone():
    game, now = of_two(MINE)
    ruling = rules(game, now, HAND)()
    undo_press(game=game, press=ruling.pk, key=uuid4(), **now)
    case = Case(kind=RulingKind.CONDUCT, against="EW", penalty=WARNING)
    press = partial(supersede_ruling, ruling=ruling, ruling_id=uuid4(), case=case, reason=WHY, **now)
    return Scene(game.event, press, rules(game, now, WARNING), replaces=True)


def no_result_in_the_bracket():
    event = begun()
    game, now = called(event, "S1"), signed(event, build.at(17, 10))
    forfeits = partial(forfeit_game, game=game, side="EW", hand_ids=[uuid4() for _ in range(3)], **now)
    return Scene(event, partial(void_game, game=game, reason=WHY, **now), forfeits, replaces=True)


def a_hand_of_a_game_with_no_result():
    game, now = of_two(MINE)
    void_game(game=game, reason=WHY, **now)
    enters = partial(record_hand, hand_id=uuid4(), game=game, facts=THEIRS, **now)
    return Scene(game.event, enters, partial(reopen_game, game=game, **now))


# --- seating --------------------------------------------------------------------------------------


def a_round(count=4):
    event = build.event(tables=4, advance_count=2)
    build.teams(event, count)
    build.called_round(event)
    return event, signed(event, build.at(15, 12))


def swaps_two_tables(event, now, reason=WHY):
    one, other = (game.team("NS") for game in current(event)[:2])
    return partial(swap_teams, event=event, one=one, other=other, reason=reason, **now)


def a_game_that_has_begun():
    event, now = a_round()
    game = current(event)[0]
    build.hand(game)
    return Scene(event, swaps_two_tables(event, now), lambda: all_struck(game, now))


def a_game_that_is_over():
    event, now = a_round()
    game = current(event)[0]
    build.won(game, at=build.at(15, 11))
    return Scene(event, swaps_two_tables(event, now), lambda: all_struck(game, now))


def a_change_without_a_reason():
    event, now = a_round()
    return Scene(event, swaps_two_tables(event, now, ""), swaps_two_tables(event, now), replaces=True)


def no_round_yet():
    event = build.event()
    one, other, *_ = build.teams(event, 4)
    now = signed(event, build.THREE)

    def press():
        games = current(event)
        pair = (games[0].team("NS"), games[1].team("NS")) if games else (one, other)
        swap_teams(event=event, one=pair[0], other=pair[1], reason=WHY, **now)

    return Scene(event, press, partial(draft_round, event=event, **now))


def a_round_that_was_whistled():
    event, _ = a_round()
    press = swaps_two_tables(event, signed(event, build.at(15, 31)))

    def next_round():
        for game in current(event):
            build.won(game, at=build.at(15, 20))
        now = signed(event, build.at(15, 31))
        draft = draft_round(event=event, **now)
        one, other = (game.team("NS") for game in draft.games.order_by("pk"))
        swap_teams(event=event, one=one, other=other, reason=WHY, **now)

    return Scene(event, press, next_round, replaces=True)


def a_team_that_is_not_here():
    event, now = a_round(3)
    late = build.team(event, "Late", is_here=False)
    rests = current(event, "bye")[0].team("NS")
    press = partial(seat_teams, event=event, teams=(late, rests), reason=WHY, **now)
    return Scene(event, press, partial(check_in_team, team=late, **now))


def a_team_that_has_a_seat():
    event, now = a_round(3)
    [game], [bye] = current(event), current(event, "bye")
    seated, rests = game.team("NS"), bye.team("NS")
    press = partial(seat_teams, event=event, teams=(seated, rests), reason=WHY, **now)
    return Scene(
        event, press, partial(swap_teams, event=event, one=seated, other=rests, reason=WHY, **now), True
    )


def a_swap_of_opponents():
    event, now = a_round()
    one, other = current(event)[0].everybody()
    press = partial(swap_teams, event=event, one=one, other=other, reason=WHY, **now)
    return Scene(event, press, swaps_two_tables(event, now), replaces=True)


def a_recall_with_a_hand():
    event, _ = a_round(6)
    games = current(event)
    build.hand(games[2], at=build.at(15, 0, 10))
    now = signed(event, build.at(15, 0, 20))
    press = partial(recall_round, row=games[0].round, **now)
    return Scene(event, press, swaps_two_tables(event, now), replaces=True)


def a_recall_that_is_late():
    event, now = a_round()
    press = partial(recall_round, row=current(event)[0].round, **now)
    return Scene(event, press, swaps_two_tables(event, now), replaces=True)


def a_table_that_is_taken():
    event, now = a_round()
    game, other = current(event)
    build.hand(other)
    press = partial(move_game, game=game, reason=WHY, **now)
    free = event.tables.get(number=3)
    return Scene(event, partial(press, table=other.table), partial(press, table=free), replaces=True)


def a_move_without_a_reason():
    event, now = a_round()
    press = partial(move_game, game=current(event)[0], table=event.tables.get(number=3), **now)
    return Scene(event, partial(press, reason=""), partial(press, reason=WHY), replaces=True)


def a_team_without_a_seat():
    event, now = a_round()
    late = build.team(event, "Late")
    press = partial(unseat_team, event=event, team=late, reason=WHY, **now)
    rests = build.team(event, "Later")
    seats = partial(seat_teams, event=event, teams=(late, rests), reason=WHY, **now)
    return Scene(event, press, seats)


# --- cut and bracket ------------------------------------------------------------------------------


def cut_before_the_day():
    event = build.event(advance_count=2)
    build.teams(event, 4)
    now = signed(event, build.at(17))
    return Scene(event, partial(settle_cut, event=event, **now), partial(build.played_phase_one, event, 2))


def cut_while_a_table_plays():
    event, _ = a_round()
    one, other = current(event)
    build.won(one, at=build.at(15, 10))
    build.hand(other, MINE, at=build.at(15, 10))
    later = signed(event, build.at(17))
    return Scene(
        event,
        partial(settle_cut, event=event, **later),
        lambda: build.hand(other, build.FIVE_NO_TRUMP, at=build.at(15, 20)),
    )


def cut_twice():
    event = begun()
    now = signed(event, build.at(17, 3))
    return Scene(event, partial(settle_cut, event=event, **now), partial(reopen_cut, event=event, **now))


def opened_again_twice():
    event = begun()
    now = signed(event, build.at(17, 3))
    reopen_cut(event=event, **now)
    return Scene(event, partial(reopen_cut, event=event, **now), partial(settle_cut, event=event, **now))


def bracket_without_a_cut():
    event = build.event(advance_count=4)
    build.teams(event, 4)
    build.played_phase_one(event, 2)
    now = signed(event, build.at(17, 3))
    return Scene(event, partial(start_phase_two, event=event, **now), partial(settle_cut, event=event, **now))


def bracket_begun_twice():
    event = begun()
    now = signed(event, build.at(17, 3))
    press = partial(start_phase_two, event=event, **now)
    return Scene(event, press, partial(call_game, game=bracket_game(event, "S1"), **now), replaces=True)
