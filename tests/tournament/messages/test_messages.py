"""Messages: one to everybody until it is removed, and one to each person who agreed (E-181 to E-183)."""

from uuid import uuid4

import pytest

from tests import build
from tests.tournament.messages.writing import by, signed_up, written
from tournament.entries.commands_corrections import correct_player
from tournament.entries.commands_presence import withdraw_team
from tournament.entries.commands_sign_up import sign_up_single
from tournament.errors import Refused
from tournament.messages.audience import notice, number_of, reach
from tournament.messages.commands_contacts import erase_contacts
from tournament.messages.commands_messages import (
    PRACTICE,
    mark_sent,
    remove_message,
    send_again,
    show_message,
    stop_messages,
)
from tournament.models import Message

pytestmark = pytest.mark.django_db


def sent_again(message):
    message = Message.objects.select_related("player", "event").get(pk=message.pk)
    return send_again(message=message, **by(message.event))


@pytest.mark.both
def test_a_message_to_everybody_is_shown_until_it_is_removed_or_replaced():
    event, key = build.event(), uuid4()
    more = {"event": event, **by(event)}

    first = show_message(key=uuid4(), words="Car 123: lights on", **more)
    second = show_message(key=key, words=" Pizza  is here ", **more)
    again = show_message(key=key, words="Pizza is here", **more)

    assert (again, notice(event)) == (second, "Pizza is here")
    assert Message.objects.get(pk=first.pk).ended_at == build.MEET
    assert (remove_message(**more), remove_message(**more), notice(event)) == (1, 0, "")
    with pytest.raises(Refused, match="Write what"):
        show_message(key=uuid4(), words="  ", **more)


@pytest.mark.both
def test_a_message_goes_once_to_each_address_that_consented():
    event, key = build.event(), uuid4()
    signed_up(event, "Silent", "312 555 0101", yes=False)
    signed_up(event, "Nowhere", "")
    with pytest.raises(Refused, match="None of them"):
        written(event)
    signed_up(event, "Aces", "(312) 555-0100")
    signed_up(event, "Kings", "kings@example.org")

    made, again = written(event, key=key), written(event, key=key)

    assert [(each.player.team.name, each.goes_by) for each in made] == [("Aces", "phone"), ("Kings", "email")]
    assert (again, Message.objects.count()) == (made, 2)
    assert (reach(event).yes, reach(event).silent) == (4, 2)
    assert number_of("+1 (312) 555-0100") == "+13125550100"


def test_each_choice_of_people_reaches_those_it_names():
    event = build.event(capacity=4, tables=1)
    for name in ("Here", "There"):
        build.check_in(signed_up(event, name, f"{name}@x.org"), at=build.MEET)
    _, gone, _ = (signed_up(event, name, f"{name}@x.org") for name in ("Away", "Gone", "Line"))
    kim = {"name": "Kim", "contact": "kim@x.org", "may_message": True}
    sign_up_single(event=event, key=uuid4(), **kim, **by(event))
    build.seated(build.called_round(event).games.with_everybody().get(), at=build.at(15, 1))
    event.capacity = 3
    event.save(update_fields=["capacity"])
    withdraw_team(team=gone, **by(event))

    def to(who):
        return [each.player.contact.split("@")[0].casefold() for each in written(event, who=who)]

    assert to("all") == ["here", "there", "away", "line", "kim"]
    assert (to("away"), to("waiting"), to("looking")) == (["away"], ["line"], ["kim"])
    with pytest.raises(Refused, match="None of them"):
        to("late")


def test_who_moves_up_from_the_waiting_list_is_written_to():
    event = build.event(capacity=1)
    first = signed_up(event, "First", "")
    signed_up(event, "Second", "second@example.org")

    withdraw_team(team=first, **by(event))

    message = Message.objects.get()
    assert message.words == "Pride South Bid Whist: Second has a place. Check in at the desk."
    assert (message.goes_by, message.due_at) == ("email", build.MEET)


@pytest.mark.both
def test_consent_ends_when_a_person_stops_or_a_correction_removes_it():
    event = build.event()
    aces, kings = signed_up(event, "Aces", "one@x.org"), signed_up(event, "Kings", "two@x.org")

    stopped = stop_messages(player=aces.players.first(), **by(event))
    for player in kings.players.all():
        correct_player(player=player, name=player.name, contact=player.contact, **by(event))

    assert (stopped, reach(event).yes) == (2, 0)


@pytest.mark.both
def test_erasing_contacts_also_erases_consent_and_addresses_of_messages():
    event = build.event()
    signed_up(event, "Aces", "312 555 0100")
    (message,) = written(event)

    erase_contacts(event=event, **by(event))

    message.refresh_from_db()
    assert not any("312" in str(text) for text in vars(message).values() if isinstance(text, str))
    assert not event.players.exclude(consent_at=None).exists()
    with pytest.raises(Refused, match="gave no address, or didn’t agree to messages"):
        sent_again(message)


@pytest.mark.both
def test_a_text_from_the_own_phone_is_noted_as_sent_and_can_be_sent_again():
    event = build.event()
    signed_up(event, "Aces", "312 555 0100")
    (message,) = written(event)

    noted = [mark_sent(event=event, messages=[message.pk], **by(event)) for _ in range(2)]
    again = sent_again(message)

    assert (noted, again.sent_at, again.due_at) == ([1, 0], None, None)


def test_a_practice_event_sends_no_e_mail():
    event = build.event(is_practice=True)
    signed_up(event, "Aces", "aces@x.org")

    (message,) = written(event)

    assert (message.due_at, message.answer) == (None, PRACTICE)
    with pytest.raises(Refused, match="practice"):
        sent_again(message)
