"""People across a club's events: recognized, merged, split, claimed, forgotten."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from seasons.commands.clubs import add_member, change_club, open_event_of_club, put_in_club
from seasons.commands.forgetting import erase_person, forget_people
from seasons.commands.people import (
    correct_person,
    merge_people,
    recognize,
    recognize_all,
    recognize_by_code,
    split_person,
    undo_change,
)
from seasons.models import Appearance, Club, PeopleChange, Person
from seasons.queries.clubs import club_for, club_of
from seasons.queries.codes import code_of, player_with
from seasons.queries.people import events_of, people_of, plain_contact, players_of
from seasons.tasks import forget_due
from tests import build
from tournament.commands.badges import make_badge
from tournament.commands.teams import sign_up_team
from tournament.errors import Refused
from tournament.models import Player, Role
from tournament.queries.log_chain import broken_links
from tournament.queries.plan import DayPlan

pytestmark = pytest.mark.django_db


def account(name="ann"):
    users = get_user_model().objects
    return users.filter(username=name).first() or users.create_user(name, password="x", is_staff=True)


class Night:
    """An event of a club with these people; each two names are a team."""

    def __init__(self, *names, user="ann", week=0, contact="", **plan):
        self.user = account(user)
        held_on = date(2026, 6, 27) + timedelta(weeks=week)
        wanted = DayPlan(
            **{"name": f"Week {week}", "held_on": held_on, "sign_up_minutes": None, "standings_shown": "live"}
            | plan
        )
        self.event = open_event_of_club(plan=wanted, user=self.user, at=build.MORNING)
        self.by = build.organizer(self.event)
        for pair in zip(names[::2], names[1::2], strict=True):
            self.team(*pair, contact=contact)
        self.club = club_of(self.event)

    def team(self, *pair, contact=""):
        return sign_up_team(
            event=self.event, key=uuid4(), name="", players=pair, contact=contact, by=self.by, at=build.MEET
        )

    @property
    def press(self):
        return {"event": self.event, "club": self.club, "by": self.by, "at": build.MEET}

    def player(self, name):
        return self.event.players.get(name=name)

    def known(self):
        """Recognize everybody that one press of the button recognizes."""
        recognize_all(**self.press)
        return self

    def who(self):
        """The person, or the suggested persons, for each player."""
        return {
            row.player.name: row.person.name if row.person else [each.person.name for each in row.suggestions]
            for row in players_of(self.event, self.club)
        }


def person(name):
    return Person.objects.known().get(name=name)


def nights_of(name):
    return sorted(row.player.event.name for row in events_of(person(name)))


# --- clubs -------------------------------------------------------------------------------------


def test_the_first_event_makes_the_first_club_and_the_next_is_in_it():
    first, second = Night(), Night(week=1)

    assert first.club == second.club == Club.objects.get()
    assert (first.club.name, club_for(second.event, account())) == ("ann’s club", first.club)


def test_a_practice_event_is_of_no_club():
    night = Night(is_practice=True)

    with pytest.raises(Refused, match="A practice event belongs to no club"):
        put_in_club(event=night.event, by=night.by, at=build.MEET)
    assert (night.club, Club.objects.count()) == (None, 0)


def test_an_event_that_was_there_before_its_club_is_put_into_it_once():
    event = build.event()
    badge = make_badge(event=event, role=Role.ORGANIZER, name="ann", user=account(), at=build.MEET)
    by = build.Actor(badge)

    clubs = {put_in_club(event=event, by=by, at=build.MEET) for _ in range(2)}

    assert clubs == {club_of(event)}


def test_another_organizer_sees_the_people_only_when_added():
    night, bo = Night(), account("bo")
    badge = make_badge(event=night.event, role=Role.ORGANIZER, name="bo", user=bo, at=build.MEET)

    before = club_for(night.event, bo)
    add_member(**night.press, badge=badge)
    add_member(**night.press, badge=badge)

    assert (before, club_for(night.event, bo)) == (None, night.club)
    assert night.club.members.count() == 2


def test_a_referee_is_no_member():
    night = Night()

    with pytest.raises(Refused, match="an organizer of this event"):
        add_member(**night.press, badge=build.referee(night.event).badge)


# --- who is who --------------------------------------------------------------------------------


def test_everybody_is_new_on_the_first_night_and_recognized_on_the_next():
    first = Night("Dee", "Ray", "Kim", "Lou").known()
    second = Night("dee", "Mo", "Kim", "Lou", week=1)

    suggested = second.who()
    second.known()

    assert first.who() == {"Dee": "Dee", "Ray": "Ray", "Kim": "Kim", "Lou": "Lou"}
    assert suggested == {"dee": ["Dee"], "Mo": [], "Kim": ["Kim"], "Lou": ["Lou"]}
    assert second.who() == {"dee": "Dee", "Mo": "Mo", "Kim": "Kim", "Lou": "Lou"}
    assert nights_of("Dee") == ["Week 0", "Week 1"]
    assert [(row.name, row.events) for row in people_of(first.club)] == [
        ("Dee", 2), ("Kim", 2), ("Lou", 2), ("Mo", 1), ("Ray", 1)
    ]  # fmt: skip


def test_two_people_of_one_name_are_left_for_the_organizer():
    night = Night("Dee", "Ray")
    night.known()
    other = Person.objects.create(club=night.club, name="Dee", made_at=build.MEET)
    second = Night("Dee", "Mo", week=1)

    assert recognize_all(**second.press) == 1
    assert second.who() == {"Dee": ["Dee", "Dee"], "Mo": "Mo"}
    recognize(**second.press, player=second.player("Dee"), person=other, how="hand")

    assert [row.player.event.name for row in events_of(other)] == ["Week 1"]


def test_somebody_with_another_name_is_recognized_by_their_own_contact():
    night = Night("Dee", "Ray").known()
    told(night, person("Dee"), contact="+1 (312) 555-0142")
    second = Night(week=1)
    second.team("Denise", "Mo")
    Player.objects.filter(name="Denise").update(contact="312.555.0142")

    assert second.who()["Denise"] == ["Dee"]


def test_a_contact_that_a_team_shares_says_nothing_about_either():
    night = Night("Dee", "Ray").known()
    told(night, person("Dee"), contact="312 555 0142")
    second = Night("Denise", "Mo", week=1, contact="312 555 0142")

    assert second.who() == {"Denise": [], "Mo": []}


@pytest.mark.parametrize(
    ("one", "other"), [("+1 312 555-0142", "(312) 5550142"), ("Dee@Example.org ", "dee@example.org")]
)
def test_the_same_contact_is_written_in_many_ways(one, other):
    assert plain_contact(one) == plain_contact(other)


def test_nobody_plays_twice_at_an_event():
    night = Night("Dee", "Ray").known()

    with pytest.raises(Refused, match="Dee plays at this event already, so Ray is somebody else"):
        recognize(**night.press, player=night.player("Ray"), person=person("Dee"), how="hand")


def test_who_was_recognized_wrongly_is_recognized_again_and_both_rows_stay():
    night = Night("Dee", "Ray").known()
    second = Night("Dee", "Mo", week=1).known()
    right = Person.objects.create(club=night.club, name="Dee Jones", made_at=build.MEET)

    recognize(**second.press, player=second.player("Dee"), person=right, how="hand")

    assert (nights_of("Dee"), nights_of("Dee Jones")) == (["Week 0"], ["Week 1"])
    assert Appearance.objects.filter(player=second.player("Dee")).count() == 2


def test_a_person_of_another_club_is_nobody_here():
    night, others = Night("Dee", "Ray").known(), Night("Dee", "Ray", user="bo").known()
    [theirs] = others.club.people.filter(name="Dee")

    assert set(people_pks(night)).isdisjoint(people_pks(others))
    second = Night("Dee", "Mo", week=1)
    with pytest.raises(Refused, match="merged into another, or is gone"):
        recognize(**second.press, player=second.player("Dee"), person=theirs, how="hand")
    mine = night.club.people.get(name="Dee")
    with pytest.raises(Refused, match="merged into another, or is gone"):
        merge_people(**night.press, person=mine, other=theirs)
    with pytest.raises(Refused, match="No player of your club’s events"):
        recognize_by_code(**second.press, person=mine, code=code_of(others.player("Ray")))


def people_pks(night):
    return [row.pk for row in people_of(night.club)]


# --- codes -------------------------------------------------------------------------------------


def test_a_guests_results_become_theirs_by_the_code_on_their_page():
    night = Night("Dee", "Guest One")
    second = Night("Denise", "Mo", week=1).known()

    recognize_by_code(**second.press, person=person("Denise"), code=f" {code_of(night.player('Guest One'))} ")

    assert nights_of("Denise") == ["Week 0", "Week 1"]


@pytest.mark.parametrize(
    "typed", ["", "-", "1", "1-", "x-123456", "²-1", "9" * 40 + "-1", "1-000000", "\x00-1"]
)
def test_a_made_up_code_is_nobodys(typed):
    Night("Dee", "Ray")

    assert player_with(typed) is None


# --- merged and split --------------------------------------------------------------------------


def two_spellings():
    first, second = Night("Dee", "Ray").known(), Night("Denise", "Ray", week=1).known()
    return first, second


def test_two_records_of_one_person_are_merged_and_parted_again():
    _, night = two_spellings()

    change = merge_people(**night.press, person=person("Dee"), other=person("Denise"))
    merged = nights_of("Dee"), Person.objects.known().filter(name="Denise").count()
    undo_change(**night.press, change=change)
    undo_change(**night.press, change=change)

    assert merged == (["Week 0", "Week 1"], 0)
    assert (nights_of("Dee"), nights_of("Denise")) == (["Week 0"], ["Week 1"])


def test_what_came_after_a_merge_stays_when_it_is_undone():
    _, night = two_spellings()
    change = merge_people(**night.press, person=person("Dee"), other=person("Denise"))
    Night("Dee", "Mo", week=2).known()

    undo_change(**night.press, change=change)

    assert (nights_of("Dee"), nights_of("Denise")) == (["Week 0", "Week 2"], ["Week 1"])


def test_two_who_played_at_one_event_are_two():
    night = Night("Dee", "Ray").known()

    with pytest.raises(Refused, match="Dee and Ray both played at Week 0, so they are two people"):
        merge_people(**night.press, person=person("Dee"), other=person("Ray"))
    with pytest.raises(Refused, match="nobody is merged with themselves"):
        merge_people(**night.press, person=person("Dee"), other=person("Dee"))


def test_one_record_of_two_people_is_split_and_joined_again():
    first, second = Night("Dee", "Ray").known(), Night("Dee", "Mo", week=1).known()
    dee = person("Dee")

    change = split_person(**second.press, person=dee, players=[second.player("Dee")])
    split = [sorted(row.player.event.name for row in events_of(each)) for each in (dee, change.other)]
    undo_change(**first.press, change=change)

    assert split == [["Week 0"], ["Week 1"]]
    assert nights_of("Dee") == ["Week 0", "Week 1"]


def test_a_split_leaves_something():
    night = Night("Dee", "Ray").known()

    for players in ([], [night.player("Dee")]):
        with pytest.raises(Refused, match="Tick some of the events, not all"):
            split_person(**night.press, person=person("Dee"), players=players)


# --- retention and forgetting ------------------------------------------------------------------


def told(night, whom, **facts):
    known = {"name": whom.name, "contact": "", "may_contact": True, "may_name": False}
    known |= {"is_minor": False, "guardian": ""}
    return correct_person(**night.press, person=whom, **(known | facts))


def test_how_to_reach_somebody_is_kept_only_with_their_consent():
    night = Night("Dee", "Ray").known()

    with pytest.raises(Refused, match="Ask whether you may keep"):
        told(night, person("Dee"), contact="dee@example.org", may_contact=False)
    told(night, person("Dee"), contact="dee@example.org")
    told(night, person("Dee"), contact="")

    assert (person("Dee").contact, person("Dee").consent_at) == ("", None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(name="Dee").update(contact="dee@example.org")


def test_a_minor_needs_a_guardians_word():
    night = Night("Dee", "Ray").known()

    with pytest.raises(Refused, match="parent or guardian"):
        told(night, person("Dee"), is_minor=True)
    told(night, person("Dee"), is_minor=True, guardian="Mrs. Jones")

    assert person("Dee").guardian == "Mrs. Jones"
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(name="Dee").update(guardian="")


def test_who_asks_is_taken_out_of_every_event_and_the_results_stay():
    first, second = two_spellings()
    change = merge_people(**second.press, person=person("Dee"), other=person("Denise"))
    assert change.other.merged_into == change.one

    gone = erase_person(**second.press, person=person("Dee"), now=build.at(20))

    assert gone == 2
    names = [*first.event.players.values_list("name", flat=True)]
    assert names == ["Player 1 of team 1", "Ray"]
    assert first.who() == {"Ray": "Ray"}
    assert (Player.objects.count(), [row.name for row in people_of(first.club)]) == (4, ["Ray"])
    assert PeopleChange.objects.count() == 0
    for night in (first, second):
        assert not [*broken_links(night.event)]
        texts = str([*night.event.log.values_list("texts", "facts")])
        assert "Dee" not in texts
        assert "Denise" not in texts


def test_who_was_not_there_for_as_long_as_the_club_says_is_forgotten():
    first = Night("Dee", "Ray").known()
    Night("Dee", "Mo", week=8).known()
    change_club(**first.press, name="Tuesday", person_days=30)
    weeks = [build.at(20) + timedelta(days=days) for days in (29, 31, 60)]

    forgotten = [forget_people(club=Club.objects.get(), now=now) for now in weeks]

    assert forgotten == [0, 1, 0]
    assert [row.name for row in people_of(first.club)] == ["Dee", "Mo"]
    assert first.event.players.filter(name="Ray").exists()


def test_the_scheduler_forgets():
    night = Night("Dee", "Ray").known()

    assert forget_due(build.at(20) + timedelta(days=night.club.person_days + 2)) == 2


def test_a_club_remembers_for_a_month_at_least():
    night = Night()

    with pytest.raises(Refused, match="at least 30 days"):
        change_club(**night.press, name="Tuesday", person_days=7)


# --- results -----------------------------------------------------------------------------------


def test_a_persons_events_have_their_results_and_partners():
    build.teams(build.event(name="Numbers apart"), 3)
    night = Night("Dee", "Ray", "Kim", "Lou")
    for team in night.event.teams.all():
        build.check_in(team, at=build.MEET)
    build.played_phase_one(night.event, 1)
    night.known()

    rows = {name: events_of(person(name))[0] for name in ("Dee", "Ray", "Kim")}

    assert [row.games for row in rows.values()] == [1, 1, 1]
    assert rows["Dee"].won + rows["Kim"].won == 1
    assert rows["Dee"].lost == rows["Kim"].won
    assert (rows["Dee"].partners, rows["Ray"].won) == (("Ray",), rows["Dee"].won)


def test_both_partners_of_a_game_have_won_it_where_partners_change():
    build.teams(build.event(name="Numbers apart"), 3)
    night = Night(seating="alone", advance_count=3)
    people = [night.team(f"Ann {number}") for number in range(8)]
    for one in people:
        build.check_in(one, at=build.MEET)
    build.played_phase_one(night.event, 2)
    night.known()

    rows = [events_of(row)[0] for row in Person.objects.known()]

    assert {row.games for row in rows} == {2}
    assert sum(row.won for row in rows) == sum(row.lost for row in rows) == 8


def test_the_queries_grow_with_nothing(django_assert_num_queries):
    for count, name in ((3, "few"), (30, "many")):
        names = [f"{name} {number}" for number in range(2 * count)]
        nights = [Night(*names, user=name, week=week).known() for week in range(2)]
        whom = person(f"{name} 0")
        with django_assert_num_queries(5):
            people_of(nights[0].club)
            players_of(nights[0].event, nights[0].club)
        with django_assert_num_queries(4):
            events_of(whom)
