"""What a phone had sent and a restored database lacks: found by ids, and shown to the organizer."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from rules.ruleset.hands import read_facts
from scoring.game.held import Sent, lacking
from scoring.recording.commands_hands import record_hand
from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.event.sitting import who_plays
from tournament.models import Event
from tournament.settings.commands_event import MOST_HELD, note_restore

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    event = build.event(is_practice=True)
    found = build.game_between(event, "Kitty Katz", "Boston Bound")
    still_clock(event, build.at(15, 10))
    note_restore(copy="uptown-1510.sqlite3", at=timezone.now())
    event.refresh_from_db()
    found.event = event
    return found


def sent(game, **changes):
    entry = {"key": uuid4(), "title": "Table 1, hand 2", "game_id": game.pk, "who": who_plays(game)}
    return Sent(**(entry | changes))


def ask(client, game, *entries, done=()):
    rows = [{"id": str(e.key), "title": e.title, "game": e.game_id, "who": e.who} for e in entries]
    held = {"held": json.dumps({"entries": rows, "done": [str(key) for key in done]})}
    return client.post(f"/{game.event.slug}/phone/held/", held)


def floor(game):
    organizer = wearing(build.organizer(game.event).badge)
    return organizer.get(f"/{game.event.slug}/floor/").content.decode()


def test_a_hand_that_is_there_is_not_lacking(game):
    stored, gone = sent(game, key=build.hand(game).pk), sent(game)

    assert lacking(game.event, [stored, gone]) == {gone.key: game.pk}


def test_a_game_called_again_under_another_id_takes_its_hands(game):
    game.event.restored_at -= timedelta(hours=1)  # The game was called after that.
    entry = sent(game, game_id=game.pk + 40)

    assert lacking(game.event, [entry]) == {entry.key: game.pk}


def test_another_game_with_the_old_ones_id_gets_nothing(game):
    entry = sent(game, who="EW:8 NS:9")

    assert lacking(game.event, [entry]) == {entry.key: None}


def test_the_organizer_sees_what_phones_have_until_it_is_in(game):
    jo, entry = wearing(build.referee(game.event).badge), sent(game)

    answer = ask(jo, game, entry).json()
    ask(jo, game, entry)  # A phone asks again when its page is loaded.

    assert answer == {"lacking": {str(entry.key): game.pk}}
    assert floor(game).count("Table 1, hand 2: Jo’s phone") == 1
    log = wearing(build.organizer(game.event).badge).get(f"/{game.event.slug}/log/").content.decode()
    assert "The database was restored from the copy uptown-1510.sqlite3" in log
    assert log.count("The phone has 1 that the restored database lacks: Table 1, hand 2.") == 1

    by = build.referee(game.event, "Kim")
    record_hand(hand_id=entry.key, game=game, facts=read_facts(build.FOUR_MADE), by=by, at=build.at(15, 10))

    assert "Jo’s phone" not in floor(game)


def test_what_a_phone_discards_leaves_the_list(game):
    jo, entry = wearing(build.referee(game.event).badge), sent(game)
    ask(jo, game, entry)

    ask(jo, game, done=[entry.key])

    assert "Jo’s phone" not in floor(game)


def test_a_phone_without_a_badge_learns_what_is_lacking_and_writes_nothing(game):
    entry = sent(game)

    answer = ask(Client(), game, entry)

    assert answer.json() == {"lacking": {str(entry.key): game.pk}}
    assert not game.event.held_entries.exists()


def test_without_a_restore_nothing_is_stored(game):
    Event.objects.update(restored_at=None)

    ask(wearing(build.referee(game.event).badge), game, sent(game))

    assert not game.event.held_entries.exists()


def test_a_phone_stores_readable_titles_and_no_more_than_a_day_of_them(game):
    jo = wearing(build.referee(game.event).badge)
    ask(jo, game, sent(game, title="Table 1\0, hand\ud800 2"))
    for _ in range(2):
        ask(jo, game, *(sent(game) for _ in range(200)))

    assert game.event.held_entries.first().title == "Table 1, hand 2"
    assert game.event.held_entries.count() == MOST_HELD


@pytest.mark.parametrize(
    "held", ["", "{}", "[1]", '{"entries": [{"id": "x"}], "done": []}', '{"entries": 3}']
)
def test_what_cannot_be_read_is_refused(game, held):
    assert Client().post(f"/{game.event.slug}/phone/held/", {"held": held}).status_code == 422
