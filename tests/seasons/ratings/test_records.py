"""Records of people and pairs, and a season's figures."""

from datetime import date

import pytest

from seasons.ratings.records import record_of
from seasons.ratings.season_figures import PersonFigures, season_of
from tests.seasons.nights import Night, person, two_nights

pytestmark = pytest.mark.django_db


def tallies(lines):
    return [(line.name, line.won, line.games) for line in lines]


@pytest.mark.slow
@pytest.mark.both
def test_a_persons_record_has_partners_opponents_streaks_and_bids():
    night = two_nights()

    record = record_of(night.club, frozenset({person("Dee").pk}))

    assert (record.games, record.won, record.lost) == (2, 1, 1)
    assert (record.longest_streak, record.current_streak) == (1, 0)
    assert tallies(record.partners) == [("Ray", 1, 1), ("Mo", 0, 1)]
    assert tallies(record.opponents) == [("Lou", 1, 2), ("Mo", 1, 1), ("Ray", 0, 1)]
    assert tallies(record.nights) == [("Week 1", 0, 1), ("Week 0", 1, 1)]
    assert (record.hands, record.bid, record.made) == (6, 3, 3)
    bars = [(bar.label, bar.words) for bar in (*record.bids, *record.books)]
    assert bars == [("Bid 4", "made 3 of 3"), ("10 books", "3 hands")]


@pytest.mark.slow
@pytest.mark.both
def test_a_pairs_record_has_only_the_games_they_played_together():
    night = two_nights()

    together = record_of(night.club, frozenset({person("Dee").pk, person("Ray").pk}))
    never = record_of(night.club, frozenset({person("Mo").pk, person("Ray").pk}))

    assert (together.games, together.won, together.partners) == (1, 1, ())
    assert tallies(together.opponents) == [("Lou", 1, 1), ("Mo", 1, 1)]
    assert never.games == 0


@pytest.mark.both
def test_a_season_is_all_events_between_two_dates():
    night = two_nights()
    first, last = date(2026, 6, 27), date(2026, 7, 4)

    whole, one = season_of(night.club, first, last), season_of(night.club, last, last)

    assert (whole.games, whole.hands, whole.bostons) == (2, 6, 0)
    events = [(row.event.name, row.entrants, row.games) for row in whole.events]
    assert events == [("Week 1", 2, 1), ("Week 0", 2, 1)]
    people = [(row.name, row.events, row.won, row.games) for row in whole.people]
    assert people == [("Ray", 2, 2, 2), ("Dee", 2, 1, 2), ("Lou", 2, 1, 2), ("Mo", 2, 0, 2)]
    assert [row.name for row in one.people if row.won] == ["Lou", "Ray"]


def test_another_club_sees_nothing_of_it():
    two_nights()
    dee = person("Dee").pk
    other = Night("Al", "Bo", "Cy", "Di", user="bo", week=2).known().played()

    season = season_of(other.club, date(2026, 1, 1), date(2026, 12, 1))

    assert record_of(other.club, frozenset({dee})).games == 0
    assert {row.name for row in season.people} == {"Al", "Bo", "Cy", "Di"}


def test_half_of_a_hundredth_is_rounded_up():
    one_of_eight = PersonFigures(person=1, name="Dee", events=1, games=8, won=1, bostons=0)

    assert one_of_eight.share == 13
