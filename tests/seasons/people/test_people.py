"""People across a club's events: recognized, merged, split, claimed, forgotten."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from seasons.clubs.club_of_event import club_for
from seasons.clubs.commands_clubs import add_member, change_club, put_in_club
from seasons.leagues.commands_consent import open_own_page
from seasons.models import Appearance, Club, PeopleChange, Person
from seasons.people.commands_forgetting import erase_person, forget_people
from seasons.people.commands_people import (
    correct_person,
    merge_people,
    recognize,
    recognize_by_code,
    recognize_new,
    split_person,
    undo_change,
)
from seasons.people.people_of_club import events_of, people_of
from seasons.people.person_codes import code_of, player_with
from seasons.tasks import forget_due
from tests import build
from tests.seasons.nights import Night, account, nights_of, person
from tournament.badges.commands_badges import make_badge
from tournament.errors import Refused
from tournament.log.log_chain import broken_links
from tournament.models import Player, Role

pytestmark = pytest.mark.django_db


# --- clubs -------------------------------------------------------------------------------------


@pytest.mark.both
def test_the_first_event_makes_the_first_club_and_the_next_is_in_it():
    first, second = Night(), Night(week=1)

    assert first.club == second.club == Club.objects.get()
    assert (first.club.name, club_for(second.event, account())) == ("ann’s club", first.club)


@pytest.mark.both
def test_a_practice_event_is_of_no_club():
    night = Night(is_practice=True)

    with pytest.raises(Refused, match="A practice event belongs to no club"):
        put_in_club(event=night.event, by=night.by, at=build.MEET)
    assert (night.club, Club.objects.count()) == (None, 0)


@pytest.mark.both
def test_another_organizer_sees_the_people_once_added_and_a_referee_never():
    night, bo = Night(), account("bo")
    badge = make_badge(event=night.event, role=Role.ORGANIZER, name="bo", user=bo, at=build.MEET)

    before = club_for(night.event, bo)
    add_member(**night.press, badge=badge)
    add_member(**night.press, badge=badge)

    assert (before, club_for(night.event, bo)) == (None, night.club)
    assert night.club.members.count() == 2
    with pytest.raises(Refused, match="an organizer of this event"):
        add_member(**night.press, badge=build.referee(night.event).badge)


# --- who is who --------------------------------------------------------------------------------


@pytest.mark.both
def test_a_sign_up_with_a_members_name_and_number_gets_none_of_her_results():
    night = Night("Dee 8", "Ray").known()
    corrected(night, person("Dee 8"), contact="312-555-0142")
    stranger = Night("Dee 8", "Mo", week=1)
    stranger.event.players.filter(name="Dee 8").update(contact="312-555-0142")

    new = recognize_new(**stranger.press)
    own = open_own_page(player=stranger.player("Mo"), by=stranger.by, at=build.MEET)

    assert (new, own.name, nights_of("Dee 8")) == (1, "Mo", ["Week 0"])
    assert stranger.who() == {"Dee 8": ["Dee 8"], "Mo": "Mo"}


def test_two_people_of_one_name_are_left_for_the_organizer():
    night = Night("Dee", "Ray")
    night.known()
    other = Person.objects.create(club=night.club, name="Dee", made_at=build.MEET)
    second = Night("Dee", "Mo", week=1)

    assert recognize_new(**second.press) == 1
    assert second.who() == {"Dee": ["Dee", "Dee"], "Mo": "Mo"}
    recognize(**second.press, player=second.player("Dee"), person=other, how="hand")

    assert [row.player.event.name for row in events_of(other)] == ["Week 1"]


@pytest.mark.both
def test_a_renamed_person_is_known_by_their_own_contact_not_a_shared_one():
    night = Night("Dee", "Ray").known()
    corrected(night, person("Dee"), contact="+1 (312) 555-0142")
    corrected(night, person("Ray"), contact="Ray@Example.org ")
    second = Night("Denise", "Raymond", week=1, contact="312.555.0142")

    shared = second.who()
    second.event.players.filter(name="Raymond").update(contact="ray@example.org")

    assert shared == {"Denise": [], "Raymond": []}
    assert second.who() == {"Denise": ["Dee"], "Raymond": ["Ray"]}


def test_who_was_recognized_wrongly_is_recognized_again_and_both_rows_stay():
    night = Night("Dee", "Ray").known()
    second = Night("Dee", "Mo", week=1).known()
    right = Person.objects.create(club=night.club, name="Dee Jones", made_at=build.MEET)

    recognize(**second.press, player=second.player("Dee"), person=right, how="hand")

    assert (nights_of("Dee"), nights_of("Dee Jones")) == (["Week 0"], ["Week 1"])
    assert Appearance.objects.filter(player=second.player("Dee")).count() == 2


@pytest.mark.both
def test_a_person_of_another_club_is_nobody_here():
    night, others = Night("Dee", "Ray").known(), Night("Dee", "Ray", user="bo").known()
    mine, theirs = (each.club.people.get(name="Dee") for each in (night, others))

    second = Night("Dee", "Mo", week=1)

    with pytest.raises(Refused, match="merged into another, or is gone"):
        recognize(**second.press, player=second.player("Dee"), person=theirs, how="hand")
    with pytest.raises(Refused, match="merged into another, or is gone"):
        merge_people(**night.press, person=mine, other=theirs)
    with pytest.raises(Refused, match="No player of your club’s events"):
        recognize_by_code(**second.press, person=mine, code=code_of(others.player("Ray")))


@pytest.mark.both
def test_a_made_up_code_is_nobodys():
    Night("Dee", "Ray")

    for typed in ("", "-", "1", "1-", "x-123456", "²-1", "9" * 40 + "-1", "1-000000", "\x00-1"):
        assert player_with(typed) is None, typed


# --- merged and split --------------------------------------------------------------------------


def two_spellings():
    first, second = Night("Dee", "Ray").known(), Night("Denise", "Ray", week=1).known()
    return first, second


def test_two_records_are_merged_and_parted_without_what_came_since():
    _, night = two_spellings()

    change = merge_people(**night.press, person=person("Dee"), other=person("Denise"))
    merged = nights_of("Dee"), Person.objects.known().filter(name="Denise").count()
    Night("Dee", "Mo", week=2).known()
    undo_change(**night.press, change=change)
    undo_change(**night.press, change=change)

    assert merged == (["Week 0", "Week 1"], 0)
    assert (nights_of("Dee"), nights_of("Denise")) == (["Week 0", "Week 2"], ["Week 1"])


@pytest.mark.both
def test_nobody_is_twice_at_an_event_or_nowhere():
    night = Night("Dee", "Ray").known()
    dee, ray = person("Dee"), person("Ray")

    with pytest.raises(Refused, match="Dee plays at this event already, so Ray is somebody else"):
        recognize(**night.press, player=night.player("Ray"), person=dee, how="hand")
    with pytest.raises(Refused, match="Dee and Ray both played at Week 0, so they are two people"):
        merge_people(**night.press, person=dee, other=ray)
    with pytest.raises(Refused, match="nobody is merged with themselves"):
        merge_people(**night.press, person=dee, other=dee)
    for players in ([], [night.player("Dee")]):
        with pytest.raises(Refused, match="Tick some of the events, not all"):
            split_person(**night.press, person=dee, players=players)


@pytest.mark.both
def test_one_record_of_two_people_is_split_and_joined_again():
    first, second = Night("Dee", "Ray").known(), Night("Dee", "Mo", week=1).known()
    dee = person("Dee")

    change = split_person(**second.press, person=dee, players=[second.player("Dee")])
    split = [sorted(row.player.event.name for row in events_of(each)) for each in (dee, change.other)]
    undo_change(**first.press, change=change)

    assert split == [["Week 0"], ["Week 1"]]
    assert nights_of("Dee") == ["Week 0", "Week 1"]


def test_a_split_is_not_undone_once_both_records_play_at_one_event():
    first, second = Night("Dee", "Ray").known(), Night("Dee", "Mo", week=1).known()
    dee = person("Dee")
    change = split_person(**second.press, person=dee, players=[second.player("Dee")])
    recognize(**second.press, player=second.player("Mo"), person=dee, how="hand")

    with pytest.raises(Refused, match="Dee and Dee both played at Week 1, so they are two people"):
        undo_change(**first.press, change=change)

    assert [len(events_of(each)) for each in (dee, change.other)] == [2, 1]


# --- retention and forgetting ------------------------------------------------------------------


def corrected(night, whom, **facts):
    known = {"name": whom.name, "contact": "", "may_contact": True, "may_name": False}
    known |= {"is_minor": False, "guardian": ""}
    return correct_person(**night.press, person=whom, **(known | facts))


def test_how_to_reach_somebody_is_kept_only_with_their_consent():
    night = Night("Dee", "Ray").known()

    with pytest.raises(Refused, match="Ask whether you may keep"):
        corrected(night, person("Dee"), contact="dee@example.org", may_contact=False)
    corrected(night, person("Dee"), contact="dee@example.org")
    corrected(night, person("Dee"), contact="")

    assert (person("Dee").contact, person("Dee").consent_at) == ("", None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(name="Dee").update(contact="dee@example.org")


def test_a_minor_needs_a_guardians_word():
    night = Night("Dee", "Ray").known()

    with pytest.raises(Refused, match="parent or guardian"):
        corrected(night, person("Dee"), is_minor=True)
    corrected(night, person("Dee"), is_minor=True, guardian="Mrs. Jones")

    assert person("Dee").guardian == "Mrs. Jones"
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(name="Dee").update(guardian="")


@pytest.mark.both
def test_a_person_who_asks_is_removed_from_every_event_and_results_stay():
    first, second = two_spellings()
    change = merge_people(**second.press, person=person("Dee"), other=person("Denise"))
    assert change.other.merged_into == change.one

    gone = erase_person(**second.press, person=person("Dee"), now=build.at(20))

    assert gone == 2
    assert [*first.event.players.values_list("name", flat=True)] == ["Player 1 of team 1", "Ray"]
    assert first.who() == {"Ray": "Ray"}
    assert (Player.objects.count(), [row.name for row in people_of(first.club)]) == (4, ["Ray"])
    assert PeopleChange.objects.count() == 0
    for night in (first, second):
        assert not [*broken_links(night.event)]
        texts = str([*night.event.log.values_list("texts", "facts")])
        assert "Dee" not in texts
        assert "Denise" not in texts


@pytest.mark.both
def test_who_was_not_there_for_as_long_as_the_club_says_is_forgotten():
    first = Night("Dee", "Ray").known()
    Night("Dee", "Mo", week=8).known()
    with pytest.raises(Refused, match="at least 30 days"):
        change_club(**first.press, name="Tuesday", person_days=7)
    change_club(**first.press, name="Tuesday", person_days=30)

    days = [build.at(20) + timedelta(days=days) for days in (29, 31, 60)]
    forgotten = [forget_people(club=Club.objects.get(), now=day) for day in days]

    assert forgotten == [0, 1, 0]
    assert [row.name for row in people_of(first.club)] == ["Dee", "Mo"]
    assert first.event.players.filter(name="Ray").exists()
    # The scheduler forgets in all clubs.
    assert forget_due(build.at(20) + timedelta(days=732)) == 2


# --- results -----------------------------------------------------------------------------------


def test_a_persons_events_have_their_results_and_partners():
    build.teams(build.event(name="Numbers apart"), 3)
    Night("Dee", "Ray", "Kim", "Lou").played(winner="Dee").known()

    rows = {name: events_of(person(name))[0] for name in ("Dee", "Ray", "Kim")}

    assert {name: (row.got.games, row.got.won, row.got.lost, row.partners) for name, row in rows.items()} == {
        "Dee": (1, 1, 0, ("Ray",)),
        "Ray": (1, 1, 0, ("Dee",)),
        "Kim": (1, 0, 1, ("Lou",)),
    }


def test_both_partners_of_a_game_have_won_it_where_partners_change():
    build.teams(build.event(name="Numbers apart"), 3)
    night = Night(seating="alone", advance_count=3)
    for number in range(8):
        night.team(f"Ann {number}")
    build.played_phase_one(night.here().event, 2)
    night.known()

    rows = [events_of(row)[0] for row in Person.objects.known()]

    assert {row.got.games for row in rows} == {2}
    assert sum(row.got.won for row in rows) == sum(row.got.lost for row in rows) == 8
