"""An event that is nothing but a bracket (Rulebook E-223)."""

from datetime import time

import pytest
from django.test import Client

from pages.floor.next_step import day
from pages.flyer.sentences import flyer_of
from pages.player.now import team_now
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import reopen_cut, settle_cut, skip_phase_one
from scoring.integrity import integrity
from scoring.models import Seed
from scoring.recording.awaited import awaited
from scoring.rounds.commands_rounds import draft_round
from scoring.rulings.commands_leaving import leave_day
from scoring.simulation.commands_simulation import ask_simulation
from tests import build
from tests.pages.reading import words
from tests.pages.visit import still_clock
from tournament.errors import Refused
from tournament.schedule.commands_schedule_changes import start_part
from tournament.schedule.day_page import day_page
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PUBLIC = ("", "bracket/", "seats/", "rules/", "certificate/", "awards/", "standings/", "sign-up/", "screen/")


@pytest.fixture
def event():
    event = build.event(is_practice=True, seeds_by="lot")
    build.teams(event, 6)
    still_clock(event, build.MEET)
    return event


def drawn(event, drawn_from="ace lake", at=build.THREE):
    return skip_phase_one(event=event, words=drawn_from, by=build.organizer(event), at=at)


def begun(event):
    return start_phase_two(event=event, by=build.organizer(event), at=build.at(15, 5))


def test_the_bracket_has_the_time_of_phase_one_and_lasts_until_the_awards(event):
    parts = [(part.label, part.starts_at, part.ends_at) for part in day_page(event, build.MEET).parts]

    assert parts == [
        ("Meet & greet", build.MEET, build.THREE),
        ("Bracket", build.THREE, build.at(19)),
        ("Awards", build.at(19), None),
    ]


def test_its_flyer_says_who_plays_and_how_it_is_drawn(event):
    told = {line.key: line.words for line in flyer_of(event)}

    assert told["hours"] == (
        "Meet & greet is at 2:00 PM. The bracket is played from 3:00 PM. The awards are at 7:00 PM."
    )
    assert told["through"] == "Everybody goes straight into the bracket, drawn by lot at 3:00 PM."
    assert told["phase-ii"].startswith("Single elimination. Lose once and you’re out.")
    assert "Phase I" not in " ".join(told.values())


def test_before_the_draw_everybody_waits_for_it_and_the_organizer_draws_it(event):
    team = event.teams.first()

    early = awaited(event, build.at(14, 30))
    assert (early.note, early.left.until) == ("until the draw", build.THREE)
    card = team_now(event, team, build.at(14, 30)).card
    assert (card.why, card.big) == (f"{team}, you are in. The bracket is drawn at", "3:00 PM")
    step = day(event, build.at(14, 30)).step
    assert (step.title, str(step.why_not)) == ("Draw the bracket", "The draw is at 3:00 PM.")

    late = awaited(event, build.at(15, 1))
    assert (late.big, late.words) == ("The draw", "Next comes the draw of the bracket.")
    assert day(event, build.at(15, 1)).step.why_not is None
    assert team_now(event, team, build.at(15, 1)).card.big == "Any moment"


def test_it_is_drawn_started_and_played_and_no_page_speaks_of_phases(event):
    drawn(event)
    assert awaited(event, build.at(15, 1)).words == "All 6 play. The bracket starts any minute."
    assert event.log.get(action="cut.settled").words == "The bracket is drawn for all 6 teams, by lot."
    assert day(event, build.at(15, 1)).step.title == "Start the bracket"
    for page in PUBLIC:
        shown = words(Client().get(f"/{event.slug}/{page}", follow=True))
        assert "Phase I" not in shown, page

    build.bracket_played(event)

    assert event.log.get(action="phase-two.started").words == "The bracket began."
    assert (Seed.objects.count(), integrity(event)) == (6, [])
    for page in PUBLIC:
        shown = words(Client().get(f"/{event.slug}/{page}", follow=True))
        assert "Phase I" not in shown, page


def test_who_comes_after_the_draw_reads_whether_it_can_be_drawn_again(event):
    late = build.team(event, is_here=False)
    drawn(event)
    begun(event)

    before = team_now(event, late, build.at(15, 6)).card
    build.bracket_played_on(event, build.at(15, 10))
    after = team_now(event, late, build.at(17)).card

    assert (before.why, before.big) == ("The bracket is drawn", "You’re not in it")
    assert before.line == "Tell the desk that you are here: it can be drawn again until its first hand."
    assert after.line == "It has begun. Come and watch."


def test_it_is_drawn_again_until_the_first_hand(event):
    drawn(event)
    first = list(Seed.objects.order_by("number").values_list("team", flat=True))
    begun(event)

    reopen_cut(event=event, by=build.organizer(event), at=build.at(15, 6))
    drawn(event, "queen river", build.at(15, 7))

    again = Seed.objects.filter(cut__reopened_at=None).order_by("number").values_list("team", flat=True)
    assert list(again) != first
    assert event.log.get(action="cut.reopened").words == "The draw was opened again."


def test_nobody_is_next_in_line_so_the_opponent_of_a_leaver_has_a_walkover(event):
    drawn(event)
    begun(event)
    game = event.games.standing().filter(called_at=None).first()
    gone, other = game.teams()

    leave_day(team=gone, by=build.organizer(event), at=build.at(15, 6))

    game = build.again(game)
    assert (game.score.winner, game.score.ending) == (other, "walkover")


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (lambda event, now: settle_cut(event=event, **now), "no Phase I. Draw the bracket"),
        (lambda event, now: draft_round(event=event, **now), "no Phase I. Draw the bracket"),
        (lambda event, now: start_part(event=event, part="one", **now), "no Phase I. Draw the bracket"),
        (lambda event, now: start_part(event=event, part="two", **now), "starts when it is drawn"),
        (
            lambda event, now: ask_simulation(event=event, teams=6, tables=4, days=10, **now),
            "no Phase I to simulate",
        ),
    ],
    ids=["the cut", "a round", "phase one", "phase two", "a simulation"],
)
def test_what_belongs_to_a_phase_one_is_refused(event, act, why):
    with pytest.raises(Refused, match=why):
        act(event, {"by": build.organizer(event), "at": build.THREE})


def test_after_the_draw_nobody_new_comes_and_the_order_stays(event):
    drawn(event)

    with pytest.raises(Refused, match="The bracket is drawn, so nobody new can join"):
        build.team(event, "Late")
    event.refresh_from_db()
    with pytest.raises(Refused, match=r"The bracket is drawn\. Open the draw again first"):
        plan = plan_of(event).with_(seeds_by="one", phase_two_at=time(17))
        change_event(event=event, plan=plan, by=build.organizer(event), at=build.at(15, 1))


def test_a_table_of_games_is_a_phase_one_and_people_alone_play_one():
    with pytest.raises(Refused, match="Round robin has no final"):
        build.event(seeds_by="lot", phase_two={"format": "robin"})

    assert build.event(seeds_by="lot", seating="alone").seeds_by == "one"
