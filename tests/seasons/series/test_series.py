"""A club's series: its table from the places of its events, and its final."""

from datetime import date

import pytest

from scoring.cut.commands_cut import call_playoff, reveal_all
from scoring.standings.standings import standings
from seasons.models import Person
from seasons.people.commands_people import merge_people, undo_change
from seasons.people.people_of_club import events_of
from seasons.series.commands_series import (
    add_to_series,
    change_series,
    make_series,
    open_final,
    take_out_of_series,
)
from seasons.series.series_table import table_of_series
from tests import build
from tests.seasons.nights import Night, person
from tests.seasons.series.evenings import RULE, evening, two_evenings
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game
from tournament.models import Game, Player
from tournament.models.events import SignUp

pytestmark = pytest.mark.django_db

AUGUST = date(2026, 8, 1)


def places(series, **asked):
    table = table_of_series(series, **asked)
    return [(line.row.rank, line.name, line.row.points) for line in table.lines]


def test_people_get_the_points_of_their_teams_places_and_read_why():
    _, _, series = two_evenings()
    table = table_of_series(series)

    assert places(series) == [(1, "Dee", 10), (2, "Mo", 8), (2, "Ray", 8), (4, "Lou", 6)]
    assert [line.why for line in table.lines] == [
        "1st with 10 points from 2 events.",
        "2nd with 8 points from 2 events, 2 behind Dee.",
        "2nd with 8 points from 2 events, tied with Mo: as many points and events won, and as good a best "
        "event.",
        "4th with 6 points from 2 events, 2 behind Ray.",
    ]
    assert table.lines[1].counts == ("3 for 2nd place at Week 0", "5 for 1st place at Week 1")
    assert [line.name for line in table.qualified] == ["Dee"]


@pytest.mark.slow
@pytest.mark.both
def test_a_play_off_hand_is_no_game_won_on_a_persons_page_either():
    names = ("Dee", "Ray", "Mo", "Lou", "Kim", "Cy", "Bo", "Al")
    here = Night(*names, advance_count=3).played("Dee").known()
    tied = list(here.event.teams.filter(pk__in=standings(here.event).ties[0]))
    one, *_ = call_playoff(event=here.event, teams=tied, by=here.by, at=build.at(16))
    build.hand(call_game(game=one, by=here.by, at=build.at(16, 1)), at=build.at(16, 5))

    got = [events_of(row)[0].got for row in Person.objects.known()]

    assert sorted((each.games, each.won) for each in got) == [(1, 0)] * 4 + [(1, 1)] * 4


@pytest.mark.slow
@pytest.mark.both
def test_pairs_games_won_and_points_count_where_the_series_says_so():
    one, _, series = two_evenings()
    press = {**one.press, "series": series, "name": "Summer"}

    change_series(**press, by_pairs=True)
    assert [name for _, name, _ in places(series)] == ["Dee & Mo", "Dee & Ray", "Lou & Mo", "Lou & Ray"]
    assert [(rank, points) for rank, _, points in places(series)] == [(1, 5), (1, 5), (3, 3), (3, 3)]
    change_series(**press, by_pairs=False, counting="wins")
    assert places(series)[0] == (1, "Dee", 2)
    change_series(**press, counting="points")
    won = Game.objects.get(event=one.event)
    assert places(series)[0] == (1, "Dee", 2 * max(build.points(won)))


def test_only_the_best_count_and_a_small_field_does_not():
    one, _, series = two_evenings(best=1)

    assert table_of_series(series).lines[1].dropped == ("3 for 2nd place at Week 0",)
    change_series(**one.press, series=series, name="Summer", least_field=3)
    assert places(series) == []
    assert [night.why_not for night in table_of_series(series).nights] == [
        "doesn’t count: 2 played, and it takes 3"
    ] * 2


@pytest.mark.slow
@pytest.mark.both
def test_an_event_that_is_not_over_or_hides_its_places_brings_nothing_yet():
    one = evening("Dee", "Ray", "Mo", "Lou", winner="Dee")
    coming = Night("Dee", "Ray", week=2)
    hidden = evening("Dee", "Ray", "Mo", "Lou", week=1, winner="Dee", standings_shown="hidden")
    series = make_series(**one.press, name="Summer", **RULE)
    for each in (coming, hidden):
        add_to_series(**one.press, series=series, added=each.event)

    before = places(series)
    reveal_all(event=hidden.event, by=hidden.by, at=build.THREE)

    assert before[0] == (1, "Dee", 5)
    assert places(series)[0] == (1, "Dee", 10)
    assert [night.why_not for night in table_of_series(series).nights] == ["", "", "not over yet"]


@pytest.mark.slow
@pytest.mark.both
def test_merging_people_and_removing_an_event_change_the_series_table():
    one, _, series = two_evenings()
    ann = evening("Ann", "Bo", "Cy", "Di", week=2, winner="Ann")
    row = add_to_series(**one.press, series=series, added=ann.event)

    change = merge_people(**one.press, person=person("Dee"), other=person("Ann"))
    merged = places(series)[0]
    undo_change(**one.press, change=change)
    take_out_of_series(**one.press, row=row)

    assert merged == (1, "Dee", 15)
    assert places(series) == [(1, "Dee", 10), (2, "Mo", 8), (2, "Ray", 8), (4, "Lou", 6)]


def test_the_public_table_names_only_those_who_said_yes():
    _, _, series = two_evenings()
    mo = person("Mo")
    mo.public_at = build.MEET
    mo.save()

    table = table_of_series(series, is_public=True)

    assert [line.name for line in table.lines] == ["Name not shown", "Mo", "Name not shown", "Name not shown"]
    assert not any(name in line.why for line in table.lines for name in ("Dee", "Ray", "Lou"))
    # A place at an event would identify them, because its results are public.
    assert [bool(line.counts) for line in table.lines] == [False, True, False, False]


@pytest.mark.slow
@pytest.mark.both
def test_the_final_is_a_copy_of_the_last_event_with_those_who_qualified():
    one, _, series = two_evenings(qualify=2, by_pairs=True)
    press = {**one.press, "series": series, "held_on": AUGUST, "now": build.MEET}

    final = open_final(**press)

    assert (final.name, final.sign_up) == ("Summer, final", SignUp.CLOSED)
    # Dee also qualified with Mo, but plays with the partner who is listed first.
    assert [team.name for team in final.teams.all()] == ["Dee & Mo"]
    assert table_of_series(series).final == final
    assert places(series)[0] == (1, "Dee & Mo", 5)
    with pytest.raises(Refused, match="Summer, final is the final already"):
        open_final(**press)


@pytest.mark.parametrize("name", ["Ann", pytest.param("A" * 60, id="the longest name")])
def test_a_qualifier_for_a_team_final_is_known_and_looks_for_a_partner(name):
    one, _, series = two_evenings(qualify=2)
    qualified = {who: person(who).pk for who in ("Dee", "Mo", "Ray")}
    for pk, called in zip(qualified.values(), (name, name, f"{name[:58]} 2"), strict=True):
        Person.objects.filter(pk=pk).update(name=called)

    final = open_final(**one.press, series=series, held_on=AUGUST, now=build.MEET)

    singles = Player.objects.filter(event=final, team=None)
    names = {each.name.casefold() for each in singles if len(each.name) <= 60}
    assert {each.appearances.get().person_id for each in singles} == set(qualified.values())
    assert len(names) == 3


@pytest.mark.slow
@pytest.mark.both
def test_a_final_needs_somebody_who_qualifies_and_a_pair_needs_partners():
    one, _, series = two_evenings(qualify=0)
    alone = Night(week=3, seating="alone")

    with pytest.raises(Refused, match="Nobody qualifies yet"):
        open_final(**one.press, series=series, held_on=AUGUST, now=build.MEET)
    change_series(**one.press, series=series, name="Summer", by_pairs=True)
    with pytest.raises(Refused, match="no pair has a place there"):
        add_to_series(**one.press, series=series, added=alone.event)
    with pytest.raises(Refused, match="There is a series “summer” already"):
        make_series(**one.press, name="summer")
    with pytest.raises(Refused, match="Only events of the club"):
        add_to_series(**one.press, series=series, added=build.event(name="Elsewhere"))
