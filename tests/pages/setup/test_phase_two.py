"""The format of Phase II: chosen in the settings, saved, and fixed once it has begun."""

import pytest

from scoring.bracket.commands_bracket import start_phase_two
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import looked_at, send
from tests.pages.visit import organizer_of

pytestmark = pytest.mark.django_db

FINALS = {
    "two_format": "single",
    "two_third_place": "on",
    "two_semi_games": "3",
    "two_final_games": "3",
    "two_final_hands": "4",
}
SECOND_CHANCE = {"two_format": "single", "two_third_place": "on", "two_second_chance": "on"}


@pytest.fixture
def event():
    return build.event(is_practice=True, advance_count=8)


@pytest.fixture
def client(event):
    return organizer_of(event)


def kept(event):
    event.refresh_from_db()
    return event.phase_two


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        (
            {"two_format": "double", "two_consolation": "on", "two_resets": "on", "two_groups": "4"},
            {"format": "double", "resets": True, "buys_back": False},
        ),
        (
            {"two_format": "groups", "two_groups": "2", "two_through": "1", "two_third_place": "on"},
            {"format": "groups", "third_place": True, "groups": 2, "through": 1},
        ),
    ],
    ids=["double", "groups"],
)
def test_only_what_means_something_in_the_format_is_kept(client, event, typed, stored):
    send(client, event, **typed)

    assert kept(event) == stored


def test_a_second_chance_is_kept_and_said_on_the_flyer(client, event):
    send(client, event, **SECOND_CHANCE)

    page = words(client.get(f"/{event.slug}/event/"))
    assert kept(event)["second_chance"]
    assert "Those who miss the cut play a bracket of their own for a second chance" in page


def test_without_a_cut_nobody_is_offered_a_second_chance(client, event):
    send(client, event, **SECOND_CHANCE)

    send(client, event, seeds_by="lot")

    page = client.get(f"/{event.slug}/event/").content.decode()
    assert "second_chance" not in kept(event)
    assert "two_second_chance" not in page


def test_a_pot_of_the_second_chance_asks_for_one(client, event):
    send(client, event, **SECOND_CHANCE)
    pot = {"pot_1-name": "Second pot", "pot_1-entry_cents": "5", "pot_1-prizes": "100"}
    send(client, event, **pot, **{"pot_1-goes_to": "second-chance"})
    event.refresh_from_db()
    assert [each["goes_to"] for each in event.pots] == ["second-chance"]

    answer = send(client, event, two_format="single")

    assert "goes to the best of the second chance, and none is played" in words(answer)


def test_what_was_chosen_stays_when_something_else_is_saved_or_refused(client, event):
    before = words(client.get(f"/{event.slug}/event/"))
    send(client, event, two_format="swiss", two_swiss_rounds="2", calls_phase_two="on")

    send(client, event, name="Another name")
    refused = send(client, event, two_format="groups", two_groups="1")

    assert "Single elimination · 8 games among 8" in before
    assert kept(event) == {"format": "swiss", "swiss_rounds": 2}
    assert event.calls_phase_two
    assert (refused.status_code, "One group is a round robin" in refused.content.decode()) == (422, True)


def test_once_phase_two_has_begun_it_stays(client, event):
    build.teams(event, 4)
    build.played_phase_one(event, 1)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))

    saved = send(client, event, name="Another name")
    page = send(client, event, two_format="double", name="A third name")

    assert (saved.status_code, page.status_code) == (302, 422)
    assert "Phase II has begun in this format, so it can’t change any more." in words(page)
    assert kept(event) == {}
    assert event.name == "Another name"


def test_games_and_hands_are_kept_for_the_rounds_that_differ(client, event):
    send(client, event, **FINALS)
    send(client, event, name="Another name")

    sheet = looked_at(event, "rules/").words
    fold = words(client.get(f"/{event.slug}/event/"))

    chosen = {key: value for key, value in kept(event).items() if key.endswith(("_games", "_hands"))}
    assert chosen == {"final_games": 3, "final_hands": 4, "semi_games": 3}
    assert "The semi-finals are best of 3 games." in sheet
    assert "The final is best of 3 games, each of them best 4 of 7 hands." in sheet
    sentence = "up to 16 games among 8, about 90 minutes longer than with single games as in Phase I"
    assert sentence in fold


def test_where_points_win_no_hands_are_asked_for():
    event = build.event(is_practice=True, game="bid-euchre", phase_two={"final_games": 3, "final_hands": 4})
    organizer = organizer_of(event)

    folded = [fold.key for fold in organizer.get(f"/{event.slug}/event/").context["paper"].folds]
    page = organizer.post(f"/{event.slug}/event/", {"look": "1", "folded": folded}).content.decode()

    assert kept(event)["final_games"] == 3
    assert "final_hands" not in kept(event)
    assert "two_final_games" in page
    assert "two_final_hands" not in page
