"""After any changes of people, entries and results, what was undone leaves no trace in any figure."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from rules.ruleset.hands import HandFacts
from rules.seasons.ratings import rate
from scoring.cut.commands_cut import reopen_cut, settle_cut
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.recording.commands_hands import correct_hand, record_hand, strike_hand
from scoring.standings.sums import sums_at
from seasons.leagues.commands_imported_weeks import undo_week
from seasons.leagues.league_table import league_of, table_through, week_of
from seasons.models import Person
from seasons.people.commands_merging import merge_teams, undo_merge
from seasons.people.commands_people import correct_person, merge_people, recognize, split_person, undo_change
from seasons.people.people_of_club import events_of, people_of
from seasons.ratings.grades import games_of, rated_games
from seasons.ratings.records import record_of
from seasons.ratings.season_figures import _night_at, season_of
from seasons.series.commands_series import add_to_series, make_series
from seasons.series.series_table import places_of, table_of_series
from tests import build
from tests.seasons.league_weeks import league_week
from tests.seasons.nights import Night
from tournament.errors import Refused
from tournament.models import Player

pytestmark = pytest.mark.django_db

NIGHTS = (("Ann", "Ray", "Bea", "Cy"), ("Ann", "Bea", "Ray", "Cy"), ("Ray", "Bea", "Anne", "Dee"))
DOUBLE = ("Anna", "Raymond")
"""Who signed up a second time each night, in place of the first two, and never played."""
LEAGUE = len(NIGHTS)
HEAD = "team_a,team_b,points_a,points_b,players_a,players_b"
LINES = {
    "right": ["Aces,Kings,10,7,Ann & Ray,Dee & Cy", "Kings,Jacks,3,9,Dee & Cy,Bob & Eve"],
    "wrong": ["Aces,Kings,7,10,Ann & Ray,Dee & Cy"],
}
TOTALS = {"NS": {"NS": 12, "EW": 5}, "EW": {"NS": 3, "EW": 14}}
LATE = build.at(21) + timedelta(weeks=5)


class World:
    """A club with these nights, which hears of changes one by one. ``people`` are by their first name."""

    def __init__(self, nights, series):
        self.nights, self.series, self.club = nights, series, nights[0].club
        self.people, self.undoable, self.now = {}, {}, LATE

    @property
    def press(self):
        return {"by": self.nights[0].by, "at": self.now}

    @property
    def here(self):
        return {"event": self.nights[0].event, "club": self.club, **self.press}

    def person(self, label):
        if label not in self.people:
            name = label.partition(" ")[0]
            self.people[label] = Person.objects.create(club=self.club, name=name, made_at=self.now)
        return Person.objects.get(pk=self.people[label].pk)

    def tell(self, number, change):
        """Do it. What can be undone is remembered by the number of the change."""
        self.now = LATE + timedelta(minutes=number)
        how, *what = change
        if how != "undo":
            if undo := getattr(self, how)(*what):
                self.undoable[number] = undo
            return change
        if not self.undoable:
            raise Refused("person.gone")
        which = sorted(self.undoable, reverse=True)[what[0] % len(self.undoable)]
        self.undoable[which]()
        del self.undoable[which]
        return "undo", which

    def player(self, night, index):
        """By the order of sign-up: the names of a night, then those of its double entry."""
        event = self.nights[night].event
        return event.players.order_by("pk")[index]

    def recognize(self, night, index, label):
        player, by = self.player(night, index), self.nights[night].by
        recognize(
            event=player.event, club=self.club, player=player, person=self.person(label), how="hand", by=by,
            at=self.now,
        )  # fmt: skip

    def merge(self, one, other):
        change = merge_people(**self.here, person=self.person(one), other=self.person(other))
        return lambda: undo_change(**self.here, change=change)

    def split(self, one, night):
        person = self.person(one)
        players = list(Player.objects.filter(event=self.nights[night].event))
        change = split_person(**self.here, person=person, players=players)
        self.people[f"{change.other.name} from {one} at {night}"] = change.other
        return lambda: undo_change(**self.here, change=change)

    def rename(self, label, name):
        facts = {"contact": "", "may_contact": False, "is_minor": False, "guardian": ""}
        correct_person(**self.here, person=self.person(label), name=name, **facts)

    def enter_once(self, night):
        here = self.nights[night]
        team, double = here.event.teams.order_by("number")[::2]
        merge_teams(team=team, other=double, by=here.by, at=self.now)
        return lambda: undo_merge(team=team, by=here.by, at=self.now)

    def result(self, night, winner):
        here = self.nights[night]
        game, stamp = here.event.games.get(), {"by": here.by, "at": self.now}
        if here.event.phases.get(kind="one").closed_at:
            reopen_cut(event=here.event, **stamp)
        hand = Hand.objects.standing().filter(game=game).first()
        changed = {"hand_id": uuid4(), **stamp}
        if winner and hand:
            facts = HandFacts(total_points=TOTALS[winner])
            correct_hand(hand=hand, facts=facts, reason="Misread", **changed)
        elif hand:
            strike_hand(hand=hand, reason="Never played", **changed)
        elif winner:
            record_hand(game=game, facts=HandFacts(total_points=TOTALS[winner]), **changed)

    def settle(self, night):
        here = self.nights[night]
        settle_cut(event=here.event, by=here.by, at=self.now)

    def bring(self, what):
        league_week(self.club, LINES[what], head=HEAD, replaces=True)
        week = week_of(league_of(self.club, "Tuesday"), 1)
        return lambda: undo_week(week=week, by=build.organizer(week.event), at=self.now)

    def at_league(self, index, label):
        week = week_of(league_of(self.club, "Tuesday"), 1) if league_of(self.club, "Tuesday") else None
        if week is None:
            raise Refused("person.gone")
        player = week.event.players.order_by("pk")[index]
        by = build.organizer(week.event)
        person = self.person(label)
        recognize(
            event=week.event, club=self.club, player=player, person=person, how="hand", by=by, at=self.now
        )

    def figures(self):
        """Everything that the club adds up, with people by name."""
        for cached in (sums_at, _night_at, places_of):
            cached.cache_clear()
        for night in self.nights:
            try:
                with transaction.atomic():
                    settle_cut(event=night.event, by=night.by, at=self.now)
            except Refused:
                continue
        club, names = self.club, dict(self.club.people.values_list("pk", "name"))
        season = season_of(club, date(2026, 1, 1), date(2027, 1, 1))
        played = [row for row in people_of(club) if row.events]
        known = [Person.objects.get(pk=row.pk) for row in played]
        grades = rate(rated_games(club, games_of(club)))
        league = league_of(club, "Tuesday")
        return {
            "doubts": [doubt for night in self.nights for doubt in integrity(night.event)],
            "people": sorted((row.name, row.events) for row in played),
            "pages": sorted(
                (
                    row.name,
                    sorted((each.player.event.name, each.partners, each.got) for each in events_of(row)),
                )
                for row in known
            ),
            "season": (
                season.games,
                sorted((row.name, row.events, row.games, row.won) for row in season.people),
            ),
            "records": sorted((row.name, *record(club, row)) for row in known),
            "grades": sorted(
                (sorted(names[who] for who in whom), grade.games, round(grade.mu, 6))
                for whom, grade in grades.pairs.items()
                if min(whom) > 0
            ),
            "points": sorted((names[who], points) for who, points in grades.points.items() if who > 0),
            "series": [
                (line.row.rank, line.name, line.row.points) for line in table_of_series(self.series).lines
            ],
            "league": [
                (row.team, row.row.wins, row.row.points)
                for row in table_through(league, 2).rows
                if row.row.wins + row.row.losses
            ]
            if league
            else [],
        }


def record(club, person):
    found = record_of(club, frozenset({person.pk}))
    lines = [(line.name, line.games, line.won) for line in (*found.partners, *found.opponents, *found.nights)]
    return found.games, found.won, sorted(lines)


def applied(world, changes, *, all_or_nothing=False):
    """Tell the world these changes, by number. Returns those that it took."""
    taken = {}
    for number, change in changes.items():
        people = dict(world.people)
        try:
            with transaction.atomic():
                change = world.tell(number, change)
        except Refused:
            world.people = people
            # The facts that remain contradict each other, so nobody could tell them alone.
            assume(not all_or_nothing)
            continue
        taken[number] = change
    return taken


def last_facts(taken):
    """The changes without those that were undone, and without results that were corrected later."""
    undone = {change[1] for change in taken.values() if change[0] == "undo"}
    last = max((number for number, change in taken.items() if change[0] == "bring"), default=0)
    results = {change[1]: number for number, change in taken.items() if change[0] == "result"}
    return {
        number: change
        for number, change in taken.items()
        if number not in undone
        and change[0] != "undo"
        and not (change[0] == "result" and number < results[change[1]])
        and not (change[0] == "bring" and number < last)
        and not (change[0] == "at_league" and (number < last or last in undone))
    }


nights = st.integers(0, LEAGUE - 1)
labels = st.sampled_from(
    [f"{name}{extra}" for name in ("Ann", "Anna", "Ray", "Bea") for extra in ("", " II")]
)
changes = st.one_of(
    st.tuples(st.just("recognize"), nights, st.integers(0, 5), labels),
    st.tuples(st.just("merge"), labels, labels),
    st.tuples(st.just("split"), labels, nights),
    st.tuples(st.just("rename"), labels, st.sampled_from(["Zoe", "Zac"])),
    st.tuples(st.just("enter_once"), nights),
    st.tuples(st.just("result"), nights, st.sampled_from(["NS", "EW", ""])),
    st.tuples(st.just("settle"), nights),
    st.tuples(st.just("bring"), st.sampled_from([*LINES])),
    st.tuples(st.just("at_league"), st.integers(0, 3), labels),
    *[st.tuples(st.just("undo"), st.integers(0, 2))] * 2,
)


MERGED_AND_SPLIT = ("recognize", 2, 2, "Ann II"), ("merge", "Ann", "Ann II"), ("split", "Ann", 2)


@pytest.fixture
def world():
    nights = []
    for week, names in enumerate(NIGHTS):
        night = Night(*names, week=week, plays_phase_two=False, results_by="totals", game="bid-whist").here()
        build.called_round(night.event, build.THREE + night.week)
        night.team(*DOUBLE)
        nights.append(night)
    series = make_series(**nights[0].press, name="Summer")
    for night in nights[1:]:
        add_to_series(**nights[0].press, series=series, added=night.event)
    world = World(nights, series)
    for week in range(LEAGUE):
        world.now = build.at(15, 20) + nights[week].week
        world.result(week, "NS")
    return world


KNOWN = {
    number: ("recognize", week, index, name)
    for number, (week, index, name) in enumerate(
        ((week, index, name) for week in (0, 1) for index, name in enumerate(NIGHTS[week])), -50
    )
}
"""Those of the first two nights are recognized before all else, by the first name that they go by."""


def figures_after(world, changes, **how):
    with transaction.atomic():
        world.people, world.undoable = {}, {}
        applied(world, KNOWN)
        taken = applied(world, changes, **how)
        found = world.figures()
        transaction.set_rollback(True)
    return taken, found


@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(drawn=st.lists(changes, min_size=3, max_size=12))
@example([("merge", "Ann II", "Ann"), ("merge", "Ray II", "Ann II"), ("undo", 0), ("undo", 0)])
@example([*MERGED_AND_SPLIT, ("undo", 1), ("undo", 0)])
@example([*MERGED_AND_SPLIT, ("undo", 0), ("undo", 0)])
@example([("recognize", 2, 4, "Anna"), ("enter_once", 2), ("merge", "Ann", "Anna"), ("undo", 1), ("undo", 0)])
@example([("recognize", 2, 4, "Anna"), ("enter_once", 2), ("merge", "Ann", "Anna"), ("undo", 1)])
@example([("recognize", 2, 4, "Anna"), ("enter_once", 2), ("recognize", 2, 0, "Ray"), ("undo", 0)])
@example([("settle", 0), ("result", 0, ""), ("result", 1, "EW"), ("result", 0, "EW"), ("result", 1, "NS")])
@example([("bring", "wrong"), ("at_league", 0, "Bea"), ("bring", "right"), ("undo", 0)])
@example([("bring", "right"), ("at_league", 0, "Ann"), ("merge", "Ann II", "Ann"), ("undo", 1), ("undo", 0)])
def test_what_was_undone_leaves_no_trace_in_any_figure(world, drawn):
    taken, found = figures_after(world, dict(enumerate(drawn, 1)))
    remains = last_facts(taken)
    assume(len(remains) < len(taken))
    _, wanted = figures_after(world, remains, all_or_nothing=True)

    assert found == wanted
