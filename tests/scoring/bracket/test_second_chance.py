"""The second chance of those who miss the cut, on the tables that are free (Rulebook E-227)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from pages.floor.next_step import day
from pages.hall.wall_calls import calls
from pages.hall.wall_panels import pages
from pages.player.now import team_now
from rules.money.pots import SECOND_CHANCE, Pot
from scoring.bracket.bracket import bracket_page, final_places
from scoring.bracket.calls import games_to_call
from scoring.bracket.commands_bracket import start_phase_two, take_back_start
from scoring.bracket.commands_calling import call_games
from scoring.cut.cut_page import who_is_back
from scoring.integrity import integrity
from scoring.models import Seed
from scoring.prizes.payouts import payouts
from scoring.recording.awaited import awaited
from scoring.recording.floor_tables import tables_at
from scoring.rulings.commands_leaving import leave_day, leave_game
from scoring.standings.board import board
from scoring.tasks import tick
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock
from tests.scoring.phase_two import FIVE, bracket_game, won
from tools.rehearsal.browser import read
from tournament.errors import Refused
from tournament.models import Game, Phase
from tournament.money.commands_donations import take_donation
from tournament.schedule.commands_schedule_changes import pause_day, resume_day

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def settled(teams=8, tables=4, rounds=2, **plan):
    """Four of ``teams`` go through; the others miss the cut. From then on ``tables`` are in use."""
    event = build.event(advance_count=4, tables=4, phase_two={"second_chance": True}, **plan)
    build.teams(event, teams)
    build.played_phase_one(event, rounds)
    build.cut_settled(event)
    event.tables.filter(number__gt=tables).update(is_out_of_use=True)
    return event


def begun(**more):
    event = settled(**more)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


@pytest.fixture(scope="module")
def event(kept):
    return begun()


def seeds(event, **which):
    found = Seed.objects.standing().filter(cut__phase__event=event, cut__reopened_at=None, **which)
    return [seed.team for seed in found]


def missed(event):
    return seeds(event, is_second_chance=True)


def on(event):
    open_ = Game.objects.open().filter(event=event)
    return sorted(open_.values_list("bracket_position", flat=True))


def called(event, at=FIVE):
    call_games(event=event, by=build.organizer(event), at=at)
    return on(event)


def test_it_is_drawn_when_phase_two_starts_in_the_order_of_phase_one(event):
    (cut,) = event.phases.get(kind="one").cuts.all()

    below = [row["team"] for row in cut.certificate["rows"][4:]]

    assert [team.pk for team in missed(event)] == below
    assert bracket_game(event, "PS1").teams() == (missed(event)[0], missed(event)[3])
    assert len(who_is_back(event).teams) == 4
    assert integrity(event) == []


def test_who_has_left_before_it_starts_is_not_in_the_draw():
    event = settled()
    *_, last = event.phases.get(kind="one").cuts.get().certificate["rows"]
    gone = event.teams.get(pk=last["team"])
    leave_day(team=gone, by=build.organizer(event), at=build.at(17))

    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))

    assert gone not in missed(event)
    assert len(missed(event)) == 3


def test_one_team_that_misses_the_cut_has_nobody_to_play():
    event = begun(teams=5)

    assert missed(event) == []
    assert not Game.objects.filter(event=event, bracket_position__startswith="P").exists()


@pytest.mark.both
def test_it_is_drawn_again_when_the_start_was_taken_back(event):
    one, *_ = missed(event)
    by = build.organizer(event)
    take_back_start(event=event, by=by, at=build.at(17, 2))
    assert missed(event) == []
    leave_day(team=one, by=by, at=build.at(17, 3))

    start_phase_two(event=event, by=by, at=build.at(17, 4))

    assert one not in missed(event)
    assert len(missed(event)) == 3
    assert integrity(event) == []


def test_two_tables_are_the_brackets_and_the_others_are_free_for_it(event):
    assert called(event) == ["PS1", "PS2", "S1", "S2"]


@pytest.mark.both
@pytest.mark.parametrize(("tables", "first"), [(2, ["S1", "S2"]), (3, ["PS1", "S1", "S2"])])
def test_where_tables_are_few_the_bracket_goes_first(tables, first):
    event = begun(tables=tables)

    assert tables_at(event, FIVE).ready == len(first)
    assert called(event) == first
    with pytest.raises(Refused, match="No game"):
        call_games(event=event, by=build.organizer(event), at=FIVE)
    assert tables_at(event, FIVE).ready == 0


def test_a_free_table_is_kept_while_the_bracket_may_need_it():
    event = begun(tables=2)
    semi_final = won(event, "S1")
    assert semi_final

    # The final and the third place will need both tables.
    assert tables_at(event, build.at(17, 11)).ready == 1
    assert called(event, build.at(17, 11)) == ["S2"]
    game = bracket_game(event, "S2")
    build.won(game, at=build.at(17, 20))
    assert called(event, build.at(17, 21)) == ["F", "T"]
    build.won(bracket_game(event, "T"), at=build.at(17, 30))
    assert called(event, build.at(17, 31)) == ["F", "PS1"]


def test_today_waits_though_a_table_is_free_that_the_bracket_may_need():
    event = begun(tables=2, is_practice=True)
    won(event, "S1")
    called(event, build.at(17, 11))
    still_clock(event, build.at(17, 12))

    today = words(organizer_of(event).get(f"/{event.slug}/today/"))

    assert "Next Wait for the games at the tables" in today
    assert "Second chance semi-final 1 Phase II may need the free tables." in today


def test_the_clock_calls_it_only_at_tables_that_are_not_kept():
    event = begun(tables=3, calls_phase_two=True)

    tick(FIVE)

    assert on(event) == ["PS1", "S1", "S2"]
    tick(FIVE + timedelta(minutes=1))
    assert on(event) == ["PS1", "S1", "S2"]


def test_the_clock_looks_at_no_game_of_it_while_every_free_table_is_kept():
    event = begun(tables=2, calls_phase_two=True)
    won(event, "S1")

    assert [game.bracket_position for game in games_to_call(event, free=2)] == ["S2"]
    assert [game.bracket_position for game in games_to_call(event, free=3)] == ["S2", "PS1", "PS2"]


def test_the_organizer_may_call_one_of_its_games_at_any_free_table():
    event = begun(tables=2)

    won(event, "PS1")

    assert bracket_game(event, "PS1").over_at


def test_its_results_change_no_place_of_the_event(event):
    table = board(event, build.at(17, 4), is_public=False, with_chances=False)
    below = {row.row.team_id: row.row.rank for row in table.rows if row.row.rank > 4}
    for position in ("PS1", "PS2", "PF"):
        won(event, position, "EW")

    page = bracket_page(event, build.at(17, 30))

    places = final_places(page, board(event, build.at(17, 30), is_public=False, with_chances=False))
    assert places == {team: (rank, rank) for team, rank in below.items()}
    assert [(each.place, each.last) for each in page.second_chance] == [(1, 1), (2, 2), (3, 4), (3, 4)]
    assert page.is_second_chance_over
    assert not page.is_over
    assert page.podium == ()


def test_phase_two_is_over_while_the_second_chance_goes_on(event):
    for position in ("S1", "S2", "T", "F"):
        won(event, position)
    won(event, "PS1")

    page = bracket_page(event, build.at(17, 30))

    assert page.is_over
    assert not page.is_second_chance_over
    assert day(event, build.at(17, 30)).is_over
    closed_at = Phase.objects.get(event=event, kind="two").closed_at
    won(event, "PS2")
    won(event, "PF")
    assert bracket_page(event, build.at(17, 40)).is_second_chance_over
    assert Phase.objects.get(event=event, kind="two").closed_at == closed_at
    assert integrity(event) == []


def test_who_leaves_gives_a_walkover_also_after_the_final(event):
    for position in ("S1", "S2", "T", "F", "PS1"):
        won(event, position)
    leaver, stays = bracket_game(event, "PS2").teams()

    leave_game(team=leaver, key=uuid4(), by=build.organizer(event), at=build.at(17, 30))

    assert bracket_game(event, "PS2").score.winner == stays
    assert stays in bracket_game(event, "PF").teams()


def test_who_leaves_the_second_chance_moves_nobody_up(event):
    one, *_ = missed(event)
    through = seeds(event, is_second_chance=False)

    leave_game(team=one, key=uuid4(), by=build.organizer(event), at=build.at(17, 5))

    assert seeds(event, is_second_chance=False) == through
    assert bracket_game(event, "PS1").score.winner == missed(event)[3]


def test_who_moves_up_into_the_bracket_leaves_the_second_chance():
    event = begun(teams=7, rounds=4)
    leaver, next_in_line = seeds(event, is_second_chance=False)[0], missed(event)[0]

    leave_day(team=leaver, by=build.organizer(event), at=build.at(17, 4))

    assert next_in_line in seeds(event, is_second_chance=False)
    assert next_in_line not in missed(event)
    assert len(missed(event)) == 2
    assert integrity(event) == []


def test_a_phone_says_what_comes_at_each_moment():
    event = settled(is_practice=True)
    team = event.teams.get(pk=event.phases.get(kind="one").cuts.get().certificate["rows"][4]["team"])

    def card(at):
        return team_now(event, team, at).card

    assert card(build.at(17)).quiet.startswith("You play for a second chance, drawn when Phase II starts.")
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    assert "Second chance semi-final 1" in str(card(build.at(17, 2)))
    won(event, "PS1")
    assert card(build.at(17, 11)).big == "You go on"
    won(event, "PS2")
    won(event, "PF")
    assert (card(build.at(17, 20)).big, card(build.at(17, 20)).why) == (
        "Winners", "You have won the second chance",
    )  # fmt: skip


def test_a_pause_that_outlasts_the_final_is_ended_on_today():
    event = begun(is_practice=True)
    for position in ("S1", "S2", "T", "F"):
        won(event, position)
    pause_day(event=event, by=build.organizer(event), at=build.at(17, 26))
    still_clock(event, build.at(17, 28))

    today = words(organizer_of(event).get(f"/{event.slug}/today/"))
    wall = words(Client().get(f"/{event.slug}/screen/board/"))

    assert "Next Resume play" in today
    assert "Paused" in wall
    resume_day(event=event, by=build.organizer(event), at=build.at(17, 28))
    assert "Next Hand out the prizes" in words(organizer_of(event).get(f"/{event.slug}/today/"))


def test_the_only_team_that_misses_the_cut_is_promised_no_second_chance():
    event = settled(teams=5, is_practice=True)
    team = event.teams.get(pk=event.phases.get(kind="one").cuts.get().certificate["rows"][4]["team"])

    card = team_now(event, team, build.at(17)).card

    assert card.quiet == "The first 4 play for the prizes. Stay and watch."


def test_who_has_a_bye_in_it_isnt_sent_to_the_awards_after_the_final():
    event = begun(teams=7, is_practice=True)
    for position in ("S1", "S2", "T", "F"):
        won(event, position)

    card = team_now(event, missed(event)[0], build.at(17, 30)).card

    assert card.quiet == "You are in the bracket of the second chance. Stay near: your table will be here."


def test_a_pot_goes_to_its_best_once_they_are_decided():
    pot = Pot(name="Second pot", entry_cents=500, goes_to=SECOND_CHANCE, prizes=(100,))
    event = begun(pots=[Pot().as_json(), pot.as_json()], is_practice=True)
    for team in event.teams.all():
        take_donation(
            event=event, key=uuid4(), amount_cents=1000, method="cash", team=team, pot="Second pot",
            by=build.organizer(event), at=build.MEET,
        )  # fmt: skip
    for position in ("S1", "S2", "T", "F", "PS1", "PS2"):
        won(event, position)
    waits = payouts(event, build.at(17, 30))
    best = bracket_game(event, "PF").teams()[0]

    won(event, "PF")

    (envelope,) = payouts(event, build.at(17, 40)).envelopes
    assert (waits.envelopes, waits.report.waits) == ((), 8000)
    assert (envelope.winner, envelope.lines[0].place, envelope.cents) == (best.pk, "1st", 8000)


def test_the_awards_and_the_wall_name_its_winners_apart():
    event = begun(is_practice=True)
    best = bracket_game(event, "PS1").teams()[0]
    for position in ("PS1", "PS2", "PF", "S1", "S2", "T", "F"):
        won(event, position)

    awards = read(Client().get(f"/{event.slug}/awards/").content.decode())
    at = build.at(17, 30)
    bracket = bracket_page(event, at)
    wall = [page.make() for page in pages(event, at, bracket, awaited(event, at), calls(event, at))]

    assert [place.attributes["data-place"] for place in awards.find("li", data_place="*")] == ["1", "2", "3"]
    first, *_ = awards.one("section", aria_labelledby="second-chance-title").find("li")
    assert best.name in first.words
    assert [(panel.title, panel.podium[0].team.name) for panel in wall if panel.podium] == [
        ("Our winners", bracket.podium[0].team.name),
        ("Second chance", best.name),
    ]
    assert [panel.title for panel in wall if panel.kind == "bracket"] == ["Bracket and second chance"]


def test_after_the_final_pages_say_that_it_goes_on_and_call_its_games():
    event = begun(is_practice=True)
    for position in ("S1", "S2", "T", "F", "PS1"):
        won(event, position)
    still_clock(event, build.at(17, 30))
    organizer = organizer_of(event)

    today, floor, clock = (
        words(organizer.get(f"/{event.slug}/{page}/")) for page in ("today", "floor", "day")
    )
    wall = words(Client().get(f"/{event.slug}/screen/board/"))

    assert "the second chance goes on" in today
    assert "Second chance semi-final 2" in today
    assert "The second chance goes on" in floor
    for page in (clock, wall):
        assert "The bracket is over. The second chance goes on." in page
        assert "All games are over" not in page
    won(event, "PS2")
    won(event, "PF")
    assert "All games are over." in words(Client().get(f"/{event.slug}/screen/board/"))
