"""A team's page on its phone, at every moment of the day."""

from uuid import uuid4

import pytest

from pages.player.now import team_now
from scoring.bracket.commands_bracket import start_phase_two
from scoring.open_play.commands_open_play import hold_games
from scoring.recording.commands_ending import end_at_whistle, forfeit_game, void_game
from scoring.recording.commands_late import start_five_minutes
from scoring.rounds.commands_seating_by_hand import unseat_team
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.pages.reading import words
from tests.pages.visit import wearing
from tests.scoring.acting import left_the_table
from tournament.entries.commands_presence import withdraw_team
from tournament.floor.commands_floor import call_game, mark_seated

pytestmark = pytest.mark.slow

BY_POINTS = {"game": "euchre-card", "results_by": "totals", "tie_breaks": ["scored", "games_won"]}


def card(team, at):
    return team_now(team.event, team, at).card


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def game(event):
    return build.game_between(event, "Kitty Katz", "Boston Bound")


def sit(game, team):
    mark_seated(game=game, team=team, by=build.organizer(game.event), at=build.at(15, 1))


# --- between games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("is_here", "at", "reads"),
    [
        pytest.param(
            False, build.at(14, 30), ("away", "Check in", "The next round is called at 3:00 PM.", None),
            id="before it is here",
        ),
        pytest.param(True, build.at(14, 30), ("here", "3:00 PM", "", "30:00"), id="once it is here"),
        pytest.param(True, build.at(15, 1), ("here", "Any moment", "", None), id="when the call is overdue"),
    ],
)  # fmt: skip
def test_before_its_first_game_a_team_reads_when_it_is_called(event, is_here, at, reads):
    now = card(build.team(event, "Kitty Katz", is_here=is_here), at)

    assert (now.state, now.big, now.quiet, now.ring and now.ring.left.text) == reads


def test_a_team_without_a_game_reads_when_the_next_round_is_called(event):
    build.teams(event, 3)
    build.played_phase_one(event, 1)
    row = build.called_round(event, build.at(15, 30))
    out = row.games.exclude(kind="bye").get().team("NS")
    unseat_team(event=event, team=out, reason="Ill", by=build.organizer(event), at=build.at(15, 31))

    now = card(build.team(event), build.at(15, 40))

    assert card(out, build.at(15, 40)).quiet == "The next round is called at 4:00 PM."
    assert (now.state, now.big, now.ring.left.text) == ("here", "4:00 PM", "20:00")


def test_after_the_last_round_comes_the_cut_and_no_table_to_wait_for(event):
    one, _ = build.teams(event, 2)
    build.played_phase_one(event, rounds=4)

    late = card(build.team(event, "Kitty Katz"), build.at(16, 58))

    assert (late.state, late.big) == ("here", "No round left")
    assert late.line == "Next comes the cut. Thank you for coming: stay and watch."
    assert card(one, build.at(17, 6)).quiet == "Phase I is over. Next comes the cut."


@pytest.mark.parametrize(
    ("plan", "counts"),
    [
        pytest.param({}, "counts as a game won, with three hands and no points", id="hands win a game"),
        pytest.param(BY_POINTS, "counts as a game won, with no points", id="points come first"),
    ],
)
def test_a_bye_is_a_rest_that_counts(plan, counts):
    event = build.event(**plan)
    build.teams(event, 3)
    bye = build.called_round(event).games.get(kind="bye")

    now = team_now(event, bye.team("NS"), build.at(15, 10))

    assert (now.card.state, now.card.big, now.card.line) == ("bye", "Rest", f"It {counts}.")
    assert now.games[0].bye == counts


def test_after_its_game_a_team_reads_the_result_and_when_play_goes_on(game):
    build.won(game)

    now, rests = (card(game.team("EW"), build.at(15, minute)) for minute in (22, 31))

    assert (now.state, now.big, now.quiet) == ("over", "Lost 0–3", "The next round is called at 3:30 PM.")
    assert (rests.state, rests.big, rests.ring.left.text) == ("break", "3:35 PM", "4:00")


def test_a_team_reads_where_it_plays_next_before_it_reads_when():
    event = build.event(seating="up")
    build.teams(event, 6)
    last = build.called_round(event).games.get(table__number=3)
    build.won(last)

    now = card(last.team("NS"), build.at(15, 22))

    assert now.quiet.startswith("Next: table 2, once table 2 is done. The next round is called")


def test_a_team_whose_game_has_no_result_and_one_that_left_read_so(game):
    by, (one, other) = build.organizer(game.event), game.teams()
    void_game(game=game, reason="Nobody came", by=by, at=build.at(15, 20))
    gone = withdraw_team(team=other, by=by, at=build.at(15, 21))

    assert (card(one, build.at(15, 22)).big, card(gone, build.at(15, 22)).state) == ("No result", "left")


def test_a_game_lost_without_a_point_was_lost_by_forfeit():
    game = build.game(build.event(game="euchre-card", results_by="totals"))
    by = build.referee(game.event)
    forfeit_game(game=game, side="EW", hand_ids=[uuid4()], by=by, at=build.at(15, 12))

    assert card(build.again(game).team("EW"), build.at(15, 13)).big == "Lost by forfeit"


# --- at its table -----------------------------------------------------------------------------------


def test_a_team_reads_what_to_do_from_its_call_to_the_hand_that_decides(game):
    ours, theirs = game.teams()

    called, late = (card(ours, at) for at in (build.at(15, 1, 2), build.at(15, 4, 10)))
    assert (called.state, called.big, called.line) == ("sitting", "Table 1", "Dee 1 sits North, Ray 1 South")
    assert (called.ring.left.text, called.ring.note, called.is_called) == ("3:58", "to be seated", True)
    assert late.tone == "late"

    sit(game, ours)
    waits = card(ours, build.at(15, 2))
    assert (waits.state, waits.is_called, waits.ring.note) == ("sitting", False, "for them to be seated")

    sit(game, theirs)
    both = card(theirs, build.at(15, 2))
    assert (both.state, both.why) == ("playing", "Everybody is seated. Play starts at 3:05 PM")

    build.hand(game)
    lines = [card(team, build.at(15, 12)).line for team in (ours, theirs)]
    assert lines == ["You lead 1–0", "You trail 0–1"]

    finish = card(ours, build.at(15, 30, 30))
    assert (finish.state, finish.line) == ("whistle", "Deal complete? Finish that hand. No new deal.")

    build.hand(game, build.EW_FOUR_MADE)
    end_at_whistle(game=game, by=build.organizer(game.event), at=build.at(15, 30))
    tied = card(ours, build.at(15, 31))
    assert (tied.state, tied.line) == ("decider", "One more hand decides.")


def test_a_team_that_left_its_table_between_hands_is_called_back_to_it(game):
    build.hand(game)
    start_five_minutes(game=game, team=game.team("NS"), by=build.organizer(game.event), at=build.at(15, 12))

    now = card(game.team("NS"), build.at(15, 13))

    assert (now.why, now.big) == ("Your game is on. Please come back to your table", "Table 1")
    assert now.ring.left.text == "4:00"


@pytest.mark.parametrize("is_said", [False, True], ids=["at the whistle", "tied at the whistle"])
def test_after_the_whistle_nobody_reads_to_play_on_or_how_long_they_have(game, is_said):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])
    left_the_table(game)
    if is_said:
        end_at_whistle(game=game, by=build.organizer(game.event), at=build.at(15, 30))

    here, gone = (card(game.team(side), build.at(15, 31)) for side in ("NS", "EW"))

    says = "a referee says how the game ends"
    assert here.why == f"Time’s up, at 1–1. Boston Bound are not here: {says}"
    assert gone.why == f"Time’s up, at 1–1. Please come to your table: {says}"
    assert [(each.ring, each.is_called) for each in (here, gone)] == [(None, False), (None, True)]


@pytest.mark.parametrize(
    ("late_forfeits", "sits", "why"),
    [
        pytest.param(
            "automatic", False, "You’re late. A referee is coming. Please sit down", id="both are late"
        ),
        pytest.param(
            "automatic", True, "A hand is forfeited already. Please sit down", id="one alone is late"
        ),
        pytest.param(
            "proposed",
            True,
            "You’re late. A referee is coming. Please sit down",
            id="a referee is asked first",
        ),
    ],
)
def test_a_late_team_reads_of_a_hand_only_once_it_is_forfeited(late_forfeits, sits, why):
    game = build.game_between(build.event(late_forfeits=late_forfeits), "Kitty Katz", "Boston Bound")
    if sits:
        sit(game, game.team("NS"))
    tick(build.at(15, 6))

    assert card(game.team("EW"), build.at(15, 6)).why == why


def test_a_team_reads_its_own_hands_with_its_own_score_first(game):
    build.hands(game, [build.FOUR_MADE, build.FIVE_NO_TRUMP])

    (mine,) = team_now(game.event, game.team("EW"), build.at(15, 20)).games

    summary = (mine.label, mine.opponent, mine.outcome.word, mine.score)
    assert summary == ("Round 1", "Kitty Katz", "Lost", "0–3")
    assert [(hand.headline, hand.score) for hand in mine.hands] == [
        ("Kitty Katz bid 4 Uptown and took 10: made, counts one.", "0–1"),
        ("Kitty Katz bid 5 No Trump and took 11: made, counts two.", "0–3"),
    ]


# --- Phase II ---------------------------------------------------------------------------------------


def settled(event, count):
    """The teams after the cut, best first."""
    build.teams(event, count)
    build.played_phase_one(event)
    build.cut_settled(event)
    return [event.teams.get(pk=row.team_id) for row in standings(event).rows]


def called(event, position, at):
    game = event.games.get(bracket_position=position, recalled_at=None)
    return call_game(game=game, by=build.organizer(event), at=at)


def test_the_line_parts_those_who_go_through_from_those_who_watch(event):
    first, *_, ninth = (card(team, build.at(17, 1)) for team in settled(event, 9))

    assert (first.big, ninth.state, ninth.big) == ("Seed 1", "out", "9th")
    assert ninth.quiet == "The first 7 play for the prizes. Stay and watch."


def test_once_the_final_is_over_those_who_watched_stay_for_the_awards(event):
    teams = settled(event, 9)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 5))
    build.bracket_played_on(event, build.at(17, 5))

    seventh, eighth = (card(team, build.at(19)) for team in teams[6:8])

    assert (eighth.state, eighth.quiet) == ("out", "Stay for the awards.")
    assert seventh.line == "5th to 7th place. Thank you for playing. Stay for the awards."


def test_bracket_cards_go_from_the_opponents_to_champions_and_places(event):
    teams = settled(event, 4)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 5))
    first = card(teams[0], build.at(17, 6))

    def played(position, at):
        game = called(event, position, build.at(17, 10))
        build.won(game, at=build.at(17, 20))
        return [card(build.again(game).team(side), at).big for side in ("NS", "EW")]

    assert (first.state, first.big, first.line) == ("next", "Semi-final 1", f"against {teams[3]}")
    assert played("S1", build.at(17, 30)) == ["You go on", "3rd place"]
    played("S2", build.at(17, 30))
    assert played("F", build.at(18, 30)) == ["Champions", "2nd place"]
    assert played("T", build.at(18, 30)) == ["3rd place", "4th place"]


def test_a_game_called_in_a_break_starts_after_it_and_breaks_let_hands_end(event):
    settled(event, 4)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    game = build.seated(called(event, "S1", build.at(17, 1)), at=build.at(17, 2))
    waits = card(game.team("NS"), build.at(17, 3))
    build.hand(game, at=build.at(17, 20))

    now = card(game.team("NS"), build.at(17, 31))

    assert (waits.state, waits.why) == ("playing", "Everybody is seated. Play starts at 5:05 PM")
    assert (now.cue, now.why, now.ring.left.text) == ("break", "Break until 5:35 PM, at 1–0", "4:00")
    assert now.line == "Finish your hand. No new deal before then."


# --- open play --------------------------------------------------------------------------------------


def test_a_team_in_line_reads_its_place_and_about_how_long_it_will_be():
    event = build.openly(8, tables=2)
    waits_in_few = build.openly(4, tables=1, name="Few").teams.get(number=3)

    now = card(event.teams.get(number=6), build.at(15, 10))
    rests, too_late = (card(waits_in_few, at) for at in (build.at(15, 31), build.at(16, 50)))

    assert (now.state, now.big, now.line) == ("line", "2nd in line", "About 8 minutes.")
    assert (rests.why, rests.big, rests.quiet) == ("Break", "3:35 PM", "You are 1st in line.")
    assert too_late.line == "No more games can finish before the whistle at 5:00 PM."


def test_where_no_rounds_were_played_no_last_round_is_over():
    event = build.openly(2, tables=1, plays_phase_two=False)
    build.won(event.games.get(), at=build.at(15, 20))
    hold_games(event=event, by=build.organizer(event), at=build.at(17))
    build.cut_settled(event)

    now = card(event.teams.get(number=1), build.at(19, 1))

    assert (now.why, now.big) == ("You have won the tournament", "Champion")
    assert (
        card(event.teams.get(number=2), build.at(19, 1)).why == "The last game is over. Thank you for playing"
    )


def test_a_winner_who_keeps_the_table_reads_to_stay():
    event = build.openly(4, tables=2, seating="rise")
    build.won(event.games.order_by("pk").first(), at=build.at(15, 15))

    now = card(event.teams.get(number=1), build.at(15, 15))

    assert (now.why, now.big) == ("You won, and keep your table", "Table 1")


def test_a_team_held_back_by_whom_it_has_met_reads_so():
    event = build.openly(2, tables=1)
    build.won(event.games.get(), at=build.at(15, 20))

    now = card(event.teams.get(number=1), build.at(15, 25))

    assert (now.line, now.quiet) == ("About 35 minutes.", "It has just met everybody who is waiting.")


def test_in_open_play_nobody_reads_of_rounds_to_sit_out():
    event = build.openly(3, tables=1)

    shown = words(wearing(event.teams.first().badge).get(f"/{event.slug}/team/"))

    assert "Take a rest You aren’t called to a game until you come back." in shown
    assert "Sit a round out" not in shown
