"""A weekend lived: thirteen teams at five tables, Friday evening, Saturday, and Phase II on Sunday."""

from datetime import timedelta

import pytest

from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import draw_lot, settle_cut, skip_phase_one
from scoring.game.slots import next_slot
from scoring.open_play.commands_open_play import open_play
from scoring.rounds.commands_rounds import call_round
from scoring.rounds.steps import why_no_round
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.sessions import FRIDAY, SATURDAY, SUNDAY, on, shown, teams, weekend
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused
from tournament.models import Game, Round
from tournament.schedule.commands_schedule_changes import add_minutes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def on_now(event, kind):
    """The games of a phase that are on at their tables."""
    games = Game.objects.open().filter(event=event, phase__kind=kind, called_at__isnull=False)
    return list(games.select_related("event").with_everybody())


def play(event, at):
    """Call the next round and play all of it, including games that wait for a table."""
    call_round(event=event, by=build.organizer(event), at=at)
    minutes = 5
    while games := on_now(event, "one"):
        minutes += 10
        for game in games:
            side = "NS" if game.team("NS").number < game.team("EW").number else "EW"
            build.won(game, side, at=at + timedelta(minutes=minutes))


def whistles(event):
    rounds = Round.objects.called().filter(phase__event=event, phase__kind="one").order_by("number")
    return [(row.number, shown(row.called_at), shown(row.whistle_at)) for row in rounds]


@pytest.mark.embedded
def test_a_weekend_from_the_first_call_on_friday_to_the_podium_on_sunday():
    event = weekend(tables=5, advance_count=4, calls_phase_two=True)
    teams(event, 13)
    by = build.organizer(event)

    # Friday: five half-hours. A round of six games takes two of them; only one is left for the last.
    for hour, minute in ((19, 0), (20, 0), (21, 0)):
        play(event, on(FRIDAY, hour, minute))
    friday = standings(event)
    assert whistles(event) == [
        (1, "Fri 7:00 PM", "Fri 8:00 PM"),
        (2, "Fri 8:00 PM", "Fri 9:00 PM"),
        (3, "Fri 9:00 PM", "Fri 9:30 PM"),
    ]

    # The night: no deadline fires, and no game is called.
    entries = event.log.count()
    assert tick(on(FRIDAY, 23)) == tick(on(SATURDAY, 12, 59)) == 0
    assert event.log.count() == entries
    slot = next_slot(event, on(SATURDAY, 9))
    assert str(why_no_round(event, on(SATURDAY, 9), slot)) == (
        "Session 2 begins at 1:00 PM. Its first round is called then."
    )
    assert str(why_no_round(event, on(FRIDAY, 23), slot, is_early=True)).startswith(
        "Session 2 begins Saturday at 1"
    )
    assert [row.team for row in standings(event).ranked] == [row.team for row in friday.ranked]

    # Saturday: a team left overnight, and a new one comes on time.
    withdraw_team(team=event.teams.get(number=13), by=by, at=on(SATURDAY, 12))
    late = build.team(event, "The Lates", is_here=False)
    build.check_in(late, at=on(SATURDAY, 12, 50))
    for hour in (13, 14, 15):
        play(event, on(SATURDAY, hour))
    assert whistles(event)[3:] == [
        (4, "Sat 1:00 PM", "Sat 2:00 PM"),
        (5, "Sat 2:00 PM", "Sat 3:00 PM"),
        (6, "Sat 3:00 PM", "Sat 4:00 PM"),
    ]
    table = {row.team: row for row in standings(event).ranked}
    assert table[late.pk].games == 3
    games = [game.everybody_ids() for game in Game.objects.standing().filter(event=event)]
    met, byes = ([{*each} for each in games if len(each) == size] for size in (2, 1))
    assert [each for each in met if met.count(each) > 1] == []
    assert (len(byes), [each for each in byes if byes.count(each) > 1]) == (6, [])

    # The cut and the bracket on Saturday evening; its games on Sunday.
    while ties := standings(event).ties:
        level = list(event.teams.filter(pk__in=ties[0]))
        draw_lot(event=event, teams=level, words="kitty trump gold lake", by=by, at=on(SATURDAY, 16, 10))
    settle_cut(event=event, by=by, at=on(SATURDAY, 16, 15))
    start_phase_two(event=event, by=by, at=on(SATURDAY, 16, 20))
    assert tick(on(SATURDAY, 16, 21)) == tick(on(SUNDAY, 13, 59)) == 0
    tick(on(SUNDAY, 14))
    assert [shown(game.called_at) for game in on_now(event, "two")] == ["Sun 2:00 PM"] * 2

    now = on(SUNDAY, 14, 2)
    while games := on_now(event, "two"):
        for game in games:
            build.won(game, at=now)
        now += timedelta(minutes=10)
        tick(now)
    assert event.phases.get(kind="two").closed_at


def test_who_is_late_at_the_end_of_friday_forfeits_nothing_overnight():
    event = weekend(tables=5, ready_minutes=20)
    teams(event, 2)

    build.called_round(event, on(FRIDAY, 21))
    first = event.deadlines.coming().get()
    tick(on(FRIDAY, 21, 29))
    second = event.deadlines.coming().get()

    # Twenty minutes from the break on; the next twenty are five on Friday and fifteen on Saturday.
    assert (shown(first.due_at), shown(second.due_at)) == ("Fri 9:25 PM", "Sat 1:15 PM")
    assert tick(on(SATURDAY, 1)) == tick(on(SATURDAY, 13, 14)) == 0


def test_open_play_reopens_for_each_session_and_calls_no_game_between():
    event = weekend(seating="open", tables=2)
    teams(event, 6)
    by = build.organizer(event)
    first = open_play(event=event, by=by, at=on(FRIDAY, 20, 30))
    assert shown(first.whistle_at) == "Fri 9:30 PM"

    build.played_openly(event, on(FRIDAY, 20, 30), on(FRIDAY, 21, 30))
    friday = Game.objects.standing().filter(event=event)
    assert max(game.called_at for game in friday) < on(FRIDAY, 21, 20)
    for game in friday.filter(over_at=None).with_everybody():
        build.won(game, at=on(FRIDAY, 21, 29))
    count = friday.count()
    assert tick(on(SATURDAY, 3)) == 0
    with pytest.raises(Refused, match="Session 2 begins at 1:00 PM"):
        open_play(event=event, by=by, at=on(SATURDAY, 12))

    second = open_play(event=event, by=by, at=on(SATURDAY, 13))
    with pytest.raises(Refused, match="open already"):
        open_play(event=event, by=by, at=on(SATURDAY, 13, 1))

    assert (second.number, shown(second.whistle_at)) == (2, "Sat 4:00 PM")
    assert Game.objects.standing().filter(event=event).count() == count + 2
    add_minutes(event=event, minutes=5, by=by, at=on(SATURDAY, 13, 10))
    assert shown(Round.objects.get(pk=second.pk).whistle_at) == "Sat 4:05 PM"
    assert shown(Round.objects.get(pk=first.pk).whistle_at) == "Fri 9:30 PM"


def test_a_bracket_drawn_on_friday_is_played_on_sunday():
    event = weekend(calls_phase_two=True)
    teams(event, 4)
    by = build.organizer(event)

    skip_phase_one(event=event, words="", by=by, at=on(FRIDAY, 19, 20))
    start_phase_two(event=event, by=by, at=on(FRIDAY, 19, 21))

    # By the clock it is Friday's session, but nobody is called.
    assert tick(on(FRIDAY, 19, 22)) == tick(on(SATURDAY, 13, 30)) == 0
    assert not event.schedule_changes.exists()
    assert tick(on(SUNDAY, 14)) == 2
