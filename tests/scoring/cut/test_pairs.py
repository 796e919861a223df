"""Individuals who play Phase II in pairs (Rulebook E-113)."""

from datetime import timedelta

import pytest

from pages.hall.screen import screen
from pages.player.now import team_now
from rules.competition.lots import draw
from scoring.bracket.bracket import bracket_page
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.certificate import certificate_page
from scoring.cut.commands_cut import draw_lot, reopen_cut, settle_cut
from scoring.cut.cut_page import cut_page, who_is_back
from scoring.rulings.commands_leaving import leave_day
from scoring.standings.standings import standings
from tests import build
from tests.scoring.alone import individuals, played
from tournament.event.sitting import side_names
from tournament.floor.commands_floor import call_game
from tournament.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

AFTER = build.at(16, 55)
TWO = build.at(17)


def untied(event):
    while ties := cut_page(event, AFTER).ties:
        teams = [event.teams.get(pk=team.team_id) for team in ties[0].teams]
        draw_lot(event=event, teams=teams, words="ace lake", by=build.organizer(event), at=AFTER)


def paired_up(how, people=9):
    """An event with a settled cut, and the names in their order after Phase I. Eight go through."""
    event = individuals(people, pairs_up=how, advance_count=8)
    played(event, 3)
    untied(event)
    order = [row.name for row in standings(event).rows]
    settle_cut(event=event, words="ace kitty 1", by=build.organizer(event), at=AFTER)
    return event, order


def pairs_of(event):
    return [(pair.first.name, pair.second.name) for pair in certificate_page(event).pairs]


@pytest.mark.both
def test_first_plays_with_last_and_the_first_pair_meets_the_last():
    event, order = begun("last")

    assert pairs_of(event) == list(zip(order[:4], order[7:3:-1], strict=True))
    one, two, three, four = (f"{first} & {second}" for first, second in pairs_of(event))
    named = map(side_names, bracket_games(event))
    assert [{side: names[side] for side in ("NS", "EW")} for names in named] == [
        {"NS": one, "EW": four},
        {"NS": two, "EW": three},
    ]


def test_the_upper_half_draws_partners_and_reopening_draws_no_others():
    event, order = paired_up("lot")
    numbers = {team.name: team.number for team in event.teams.all()}
    pairs, words = pairs_of(event), certificate_page(event).words

    reopen_cut(event=event, by=build.organizer(event), at=AFTER)
    assert certificate_page(event) is None
    settle_cut(event=event, by=build.organizer(event), at=AFTER)

    assert words == "ace kitty 1"
    assert [first for first, _ in pairs] == order[:4]
    # Anybody can draw it again.
    drawn = list(draw([numbers[name] for name in order[4:8]], words))
    assert [numbers[second] for _, second in pairs] == drawn
    # Or somebody could open the cut again until the lot suits.
    assert pairs_of(event) == pairs


def begun(how="last", people=9):
    event, order = paired_up(how, people)
    start_phase_two(event=event, by=build.organizer(event), at=TWO)
    return event, order


def bracket_games(event):
    games = Game.objects.standing().filter(event=event, phase__kind="two", over_at=None)
    return list(games.with_table_and_round().order_by("pk"))


def call(event, position):
    game = event.games.get(bracket_position=position)
    return call_game(game=game, by=build.organizer(event), at=TWO)


def played_on(event):
    """Play Phase II to its end; North-South win every game. Returns its last minute."""
    minute = 1
    while games := bracket_games(event):
        for game in games:
            if game.called_at is None:
                call_game(game=game, by=build.organizer(event), at=TWO + timedelta(minutes=minute))
            build.won(game, "NS", at=TWO + timedelta(minutes=minute + 10))
        minute += 15
    return TWO + timedelta(minutes=minute)


def test_both_of_a_pair_read_their_partner_chair_and_prize():
    event, order = paired_up("last", people=8)
    first, last = (event.teams.get(name=name) for name in (order[0], order[7]))

    cards = [team_now(event, team, AFTER).card for team in (first, last)]
    start_phase_two(event=event, by=build.organizer(event), at=TWO)
    call(event, "S1")
    called = team_now(event, last, TWO).card
    end = played_on(event)
    over = [team_now(event, team, end).card.big for team in (first, last)]

    assert [(card.big, card.line.partition(".")[0]) for card in cards] == [
        ("Seed 1", f"You play with {last} from here"),
        ("Seed 1", f"You play with {first} from here"),
    ]
    assert (called.line, over) == (f"You sit South with {first}", ["Champions", "Champions"])


@pytest.mark.both
def test_who_leaves_before_the_first_hand_makes_room_for_the_next_in_line():
    event, order = paired_up("last")
    assert who_is_back(event).next_up.name == order[8]

    leave_day(team=event.teams.get(name=order[7]), by=build.organizer(event), at=AFTER)
    untied(event)

    assert {name for pair in pairs_of(event) for name in pair} == {*order[:7], order[8]}


def test_a_pair_that_one_has_left_loses_by_walkover():
    event, order = begun("last", people=8)
    build.won(call(event, "S1"), "NS", at=TWO + timedelta(minutes=10))

    leave_day(team=event.teams.get(name=order[7]), by=build.organizer(event), at=TWO + timedelta(minutes=12))
    end = played_on(event)

    assert [placed.team.name for placed in bracket_page(event, end).podium][:2] == [
        f"{order[1]} & {order[6]}",
        f"{order[0]} & {order[7]}",
    ]


def on_the_wall(event, at):
    return [screen(event, at, turn).panel for turn in range(screen(event, at, 0).pages)]


def test_the_wall_says_who_plays_together_until_the_first_games_are_called():
    event, _ = paired_up("next")

    settled = on_the_wall(event, AFTER)
    start_phase_two(event=event, by=build.organizer(event), at=TWO)
    begun = on_the_wall(event, TWO)
    call(event, "S1")
    called = on_the_wall(event, TWO)

    for panels in (settled, begun):
        assert panels[0].title == "They play together from here"
        assert [(pair.first.name, pair.second.name) for pair in panels[0].pairs[0]] == pairs_of(event)
    assert "pairs" not in {panel.kind for panel in called}
