"""Who comes to a club's evening: answers, places, the next full table, and sign-up."""

from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest

from seasons.evenings.commands_evenings import (
    add_guest,
    answer_for_oneself,
    ask_who_comes,
    renew_person_link,
    set_regulars,
    sign_up_who_said_yes,
)
from seasons.evenings.who_comes import evenings_for, link_secret, person_with_link, who_comes
from seasons.models import AskedEvening, EveningAnswer, Shelf
from seasons.people.commands_forgetting import erase_person
from seasons.people.commands_people import merge_people
from seasons.shelf.commands_move_event import read_event, write_event
from seasons.shelf.commands_shelf import shelve_event
from seasons.tasks import delete_due
from tests import build
from tests.seasons.nights import FOUR, Night, person
from tournament.entries.commands_sign_up import leave_list
from tournament.errors import Refused
from tournament.models import Team

pytestmark = [pytest.mark.django_db, pytest.mark.both]

DAY = build.DAY + timedelta(weeks=1)
BEFORE = build.MEET + timedelta(weeks=1)


def asked(*names, **plan):
    """The second evening of a club that knows these people, who are asked whether they come."""
    Night(*names).known()
    night = Night(week=1, **plan)
    ask_who_comes(**night.press, is_on=True)
    return night


def says(night, name, comes="yes", *, key=None, minutes=0):
    at = BEFORE + timedelta(minutes=minutes)
    given = {"person": person(name), "event": night.event, "comes": comes}
    return answer_for_oneself(**given, key=key or uuid4(), now=at)


def names(night, comes="yes"):
    return [each.person.name for each in who_comes(night.event, night.club).those(comes)]


def places(night):
    """The place on the waiting list of each who said yes; 0 with a place."""
    return {each.person.name: each.waiting_number for each in who_comes(night.event, night.club).those("yes")}


def sign_up(night):
    return sign_up_who_said_yes(**night.press)


def test_the_last_answer_counts_and_a_yes_is_in_line_from_its_own_time():
    night = asked(*FOUR)

    says(night, "Ray", "yes")
    says(night, "Dee", "maybe")
    says(night, "Dee", "yes")
    says(night, "Ray", "yes")
    says(night, "Mo", "yes")
    says(night, "Mo", "no")

    assert (names(night), names(night, "no"), names(night, "")) == (["Ray", "Dee"], ["Mo"], ["Lou"])
    assert EveningAnswer.objects.count() == 5


def test_an_answer_sent_twice_is_one_and_its_key_takes_no_other_answer():
    night, key = asked(*FOUR), uuid4()

    first, again = (says(night, "Dee", "yes", key=key) for _ in range(2))
    with pytest.raises(Refused, match="yes"):
        says(night, "Dee", "no", key=key)

    assert first == again
    assert EveningAnswer.objects.count() == 1


def test_nobody_answers_where_the_club_does_not_ask_or_sign_up_is_closed():
    Night(*FOUR).known()
    night = Night(week=1, sign_up_minutes=30)
    start = build.THREE + timedelta(weeks=1)
    given = {"person": person("Dee"), "event": night.event, "comes": "yes"}

    with pytest.raises(Refused, match="doesn’t ask"):
        says(night, "Dee")
    ask_who_comes(**night.press, is_on=True)
    answer_for_oneself(**given, key=uuid4(), now=start - timedelta(minutes=31))
    with pytest.raises(Refused, match="Sign-up is closed"):
        answer_for_oneself(**given | {"comes": "no"}, key=uuid4(), now=start - timedelta(minutes=30))
    ask_who_comes(**night.press, is_on=False)

    assert evenings_for(person("Dee"), BEFORE) == []
    assert names(night) == ["Dee"]


def test_after_the_last_place_a_yes_waits_in_the_order_of_the_answers():
    night = asked(*FOUR, capacity=1)

    for name in ("Lou", "Dee", "Ray", "Mo"):
        says(night, name)
    before = places(night)
    says(night, "Dee", "no")

    assert before == {"Lou": 0, "Dee": 0, "Ray": 1, "Mo": 2}
    assert places(night) == {"Lou": 0, "Ray": 0, "Mo": 1}


def test_those_who_signed_up_in_another_way_are_before_a_yes():
    night = asked(*FOUR, capacity=2)
    night.team("Kim", "Bo")
    night.team("Al", "Jo")
    night.team("Cy", "Vi")

    says(night, "Dee")

    assert places(night) == {"Dee": 3}
    assert who_comes(night.event, night.club).coming == 4


@pytest.mark.parametrize(
    ("many", "missing"), [(0, 4), (1, 3), (3, 1), (4, 0)], ids=["nobody", "one", "three", "a full table"]
)
def test_four_people_fill_a_table_of_two_teams(many, missing):
    night = asked(*FOUR)

    for name in FOUR[:many]:
        says(night, name)

    assert who_comes(night.event, night.club).missing == missing


def test_a_press_signs_up_who_said_yes_and_a_second_one_only_the_new_ones():
    night = asked(*FOUR)
    says(night, "Ray")
    says(night, "Mo", "maybe")
    says(night, "Dee")

    first = sign_up(night)
    with pytest.raises(Refused, match="is on the list already"):
        sign_up(night)
    says(night, "Mo", "yes")
    second = sign_up(night)

    assert (first, second) == (2, 1)
    assert list(night.event.players.values_list("name", "team")) == [
        ("Ray", None),
        ("Dee", None),
        ("Mo", None),
    ]
    assert night.who() == {}
    assert who_comes(night.event, night.club).coming == 3


def test_a_no_after_sign_up_is_listed_and_takes_nobody_off_the_list():
    night = asked(*FOUR)
    says(night, "Dee")
    sign_up(night)

    says(night, "Dee", "no")
    coming = who_comes(night.event, night.club).coming
    after = who_comes(night.event, night.club).of(person("Dee"))
    leave_list(player=night.player("Dee"), by=night.by, at=build.MEET)
    says(night, "Dee", "yes")

    assert (coming, after.changed_their_mind) == (0, True)
    assert who_comes(night.event, night.club).of(person("Dee")).is_out
    with pytest.raises(Refused, match="is on the list already"):
        sign_up(night)


def test_people_who_play_alone_are_entrants_with_a_place_at_once():
    night = asked(*FOUR, game="cutthroat-bid-whist")
    for name in ("Dee", "Ray"):
        says(night, name)

    sign_up(night)

    assert sorted(Team.objects.filter(event=night.event).values_list("name", flat=True)) == ["Dee", "Ray"]


def test_somebody_of_the_same_name_on_the_list_is_for_the_organizer():
    night = asked(*FOUR)
    night.team("Dee", "Bo")
    says(night, "Dee")

    with pytest.raises(Refused, match="is on the list already"):
        sign_up(night)

    assert who_comes(night.event, night.club).of(person("Dee")).is_named


def test_a_link_is_its_persons_until_it_is_renewed_and_survives_a_merge():
    night = asked(*FOUR)
    dee, ray = person("Dee"), person("Ray")
    first, other = link_secret(dee), link_secret(ray)

    renew_person_link(**night.press, person=dee)
    dee.refresh_from_db()
    says(night, "Ray")
    merge = {
        **night.press,
        "person": dee,
        "other": add_guest(**night.press, name="Di", contact="", may_contact=False),
    }
    merge_people(**merge)

    assert person_with_link(first) is None
    assert person_with_link(link_secret(dee)) == dee
    assert person_with_link(link_secret(merge["other"])) == dee
    assert person_with_link(other) == ray
    assert person_with_link("x") is None


def test_the_answer_of_somebody_who_was_merged_is_the_other_ones():
    night = asked(*FOUR)
    guest = add_guest(**night.press, name="Di", contact="", may_contact=False)
    says(night, "Di")

    merge_people(**night.press, person=person("Dee"), other=guest)

    assert names(night) == ["Dee"]


def test_a_guest_is_added_with_a_contact_only_if_they_agreed():
    night = asked(*FOUR)

    with pytest.raises(Refused, match="Ask whether you may keep"):
        add_guest(**night.press, name="Di", contact="312 555 0100", may_contact=False)
    with pytest.raises(Refused, match="Write the person’s name"):
        add_guest(**night.press, name=" ", contact="", may_contact=False)
    guest = add_guest(**night.press, name="Di", contact="312 555 0100", may_contact=True)

    assert (guest.contact, guest.is_regular, guest.consent_at) == ("312 555 0100", False, build.MEET)


def test_regulars_are_those_who_were_chosen_last():
    night = asked(*FOUR)

    set_regulars(**night.press, people=[person("Dee"), person("Ray")])
    many = set_regulars(**night.press, people=[person("Ray"), person("Mo")])

    regulars = night.club.people.filter(is_regular=True).order_by("name")
    assert (many, [one.name for one in regulars]) == (2, ["Mo", "Ray"])


def test_erasing_a_person_erases_their_answers():
    night = asked(*FOUR)
    says(night, "Dee")
    says(night, "Ray")

    erase_person(**night.press, person=person("Dee"), now=build.MEET)

    assert [answer.person.name for answer in EveningAnswer.objects.all()] == ["Ray"]


def test_answers_stay_with_the_club_when_the_event_moves_and_comes_back():
    night, file = asked(*FOUR), BytesIO()
    says(night, "Dee")

    write_event(event=night.event, to=file)
    file.seek(0)
    night.event = read_event(file=file, replaces=True, now=BEFORE)

    assert names(night) == ["Dee"]


def test_a_deleted_draft_takes_its_answers_with_it():
    Night(*FOUR).known()
    night = Night(week=1)
    ask_who_comes(**night.press, is_on=True)
    says(night, "Dee")

    for shelf in (Shelf.DRAFT, Shelf.DELETED):
        shelve_event(event=night.event, shelf=shelf, now=BEFORE, by=night.by, at=BEFORE)
    asked_about = evenings_for(person("Dee"), BEFORE)
    deleted = delete_due(BEFORE + timedelta(days=2))

    assert asked_about == []
    assert (deleted, EveningAnswer.objects.count(), AskedEvening.objects.count()) == (1, 0, 0)
