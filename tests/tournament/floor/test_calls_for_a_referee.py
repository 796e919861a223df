"""A call for a referee: who is coming, to whom it was passed, and what was done."""

import pytest

from tests import build
from tournament.errors import Refused
from tournament.floor.commands_floor import answer_call, call_referee, claim_call, pass_call

pytestmark = [pytest.mark.django_db, pytest.mark.both]

AT = build.at(15, 12)


@pytest.fixture
def game():
    called = build.game()
    return call_referee(game=called, why="A renege?", by=build.organizer(called.event), at=build.at(15, 10))


def last_of_log(game):
    return game.event.log.order_by("pk").last().words


def test_the_referee_who_is_coming_is_named_and_the_last_one_comes(game):
    claimed = claim_call(game=game, by=build.referee(game.event), at=AT)
    assert claimed.call_in_words == "A renege? Jo is coming."
    for _ in range(2):
        claimed = claim_call(game=game, by=build.referee(game.event, name="Dana"), at=AT)

    assert (claimed.who_comes, claimed.call_in_words) == ("Dana", "A renege? Dana is coming.")
    assert game.event.log.filter(action="referee.coming").count() == 2


def test_a_call_is_passed_on_with_a_word_to_somebody_or_to_anybody(game):
    jo, dana = build.referee(game.event), build.referee(game.event, name="Dana")

    passed = pass_call(game=game, words="I play in it", to=dana.badge, by=jo, at=AT)
    assert passed.call_in_words == "A renege? Jo: I play in it. Dana is coming."
    assert last_of_log(game) == f"Table {game.table.number}: passed on to Dana. I play in it."

    passed = pass_call(game=game, words="Bring the book.", by=dana, at=AT)
    assert (passed.who_comes, passed.referee_called_for[-21:]) == ("A referee", "Dana: Bring the book.")
    with pytest.raises(Refused, match="Write a word for the one who comes"):
        pass_call(game=game, words=" ", by=jo, at=AT)


def test_a_call_ends_with_what_was_done(game):
    ended = answer_call(game=game, words="Dealt again.", by=build.referee(game.event), at=AT)

    assert (ended.call_in_words, ended.referee_called_at) == ("", None)
    assert last_of_log(game) == f"A referee was at Table {game.table.number}. Dealt again."
    for command, more in ((claim_call, {}), (pass_call, {"words": "Yours"})):
        with pytest.raises(Refused, match="Nobody calls a referee here any more"):
            command(game=game, by=build.referee(game.event), at=AT, **more)


def test_a_new_call_names_nobody_who_came_before(game):
    jo = build.referee(game.event)
    claim_call(game=game, by=jo, at=AT)
    answer_call(game=game, by=jo, at=AT)

    again = call_referee(game=game, why="The score", by=jo, at=build.at(15, 20))

    assert again.call_in_words == "The score"
