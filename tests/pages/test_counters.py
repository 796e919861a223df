"""Counters and side prizes on pages: entered with one tap, on their board, on the podium, in the results."""

import csv
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from rules.counted.side_prizes import COUNTER, PLAYED, SidePrize
from rules.ruleset.hands import HandFacts
from scoring.models import Hand
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import send
from tests.pages.visit import HTMX, opened, organizer_of, still_clock, wearing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

POT = SidePrize(name="Loner pot", decides=COUNTER, counter="Loners", not_first=True)


@pytest.fixture
def game():
    event = build.event(
        is_practice=True, game="score-card", results_by="totals", hands_from="teams", agreed_by="teams",
        counters=["Loners", "Sets"], side_prizes=[POT.as_json()],
    )  # fmt: skip
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    still_clock(event, build.at(15, 20))
    return game


@pytest.fixture
def jo(game):
    return wearing(build.referee(game.event).badge)


def address(game, path):
    return f"/{game.event.slug}/{path}"


NO_POINTS = {"total_points_ns": "", "total_points_ew": ""}


def total(**more):
    return {
        "hand_id": uuid4(), "sequence": 1, "asked": "total",
        "total_points_ns": "510", "total_points_ew": "300",
        "counter-loners_ns": "2", "counter-sets_ew": "", **more,
    }  # fmt: skip


def test_counters_are_entered_with_the_total_previewed_and_corrected(game, jo):
    sheet = address(game, f"game/{game.pk}/")
    page = jo.get(sheet).content.decode()
    assert 'data-one-more="counter-loners_ns"' in page
    assert "Sets: one more for Boston Bound" in page

    unsaid = words(jo.post(f"{sheet}preview/", total() | NO_POINTS, headers=HTMX))
    means = words(jo.post(f"{sheet}preview/", total(), headers=HTMX))
    assert "Write the points of both sides, or tap who won." in unsaid
    assert "can’t have happened" not in unsaid
    assert "Boston Bound 300. Loners: Kitty Katz (2)." in means

    assert jo.post(f"{sheet}hand/", total()).status_code == 302
    hand = Hand.objects.get()
    assert hand.parsed.counters == {"Loners": {"NS": 2}}
    assert 'value="2"' in jo.get(address(game, f"hand/{hand.pk}/")).content.decode()

    better = total(**{"counter-loners_ns": "1", "reason": "Miscounted."})
    jo.post(address(game, f"hand/{hand.pk}/correct/"), better)
    assert Hand.objects.get(replaces=hand).parsed.counters == {"Loners": {"NS": 1}}


def test_slips_have_fields_for_counters_and_printed_ones_have_columns(game, jo):
    printed = opened(game.event, "slips/").find("section", **{"class": "slip"})[0]
    page = words(jo.get(address(game, f"game/{game.pk}/slip/")))
    typed = {f"line0-{key}": value for key, value in total().items()}

    jo.post(address(game, f"game/{game.pk}/slip/save/"), {**typed, "asked": "total"})

    headings = [heading.words for heading in printed.find("th", scope="col")]
    assert headings == ["Side", "Points", "Loners", "Sets", "Won it"]
    assert "Loners of Kitty Katz" in page
    assert "Sets of Boston Bound" in page
    assert Hand.objects.get().parsed.counters == {"Loners": {"NS": 2}}


def test_players_report_what_was_counted_and_the_others_read_it(game):
    one, other = (wearing(game.team(side).badge) for side in ("NS", "EW"))
    assert 'name="counter-loners_ew"' in one.get(address(game, "team/report/")).content.decode()

    one.post(address(game, "team/report/"), total())

    assert "Loners: Kitty Katz (2)." in words(other.get(address(game, "team/")))


def test_public_pages_and_files_show_leaders_and_counts_of_side_prizes(game, jo):
    jo.post(address(game, f"game/{game.pk}/hand/"), total(**{"counter-sets_ew": "1"}))

    for path in ("side-prizes/", "awards/", "results/", "screen/?pin=prizes"):
        assert "Loner pot" in opened(game.event, path).words, path
    page = opened(game.event, "side-prizes/").words
    assert "Loner pot ▲ 1 Kitty Katz 2 loners" in page
    assert "Most loners. After a tie they share it. First place wins no side prize." in page
    assert "Sets ■ 2 Boston Bound 1 set" in page
    [pot, sets] = Client().get(address(game, "results/results.json")).json()["side_prizes"]
    assert pot["winners"] == [{"team": 1, "name": "Kitty Katz"}]
    assert (pot["figure"], pot["is_prize"], sets["figure"]) == ("2 loners", True, "1 set")
    lines = Client().get(address(game, "results/games.csv")).content.decode("utf-8-sig").splitlines()
    rows = [(row["came_in"], row["counted Loners"], row["counted Sets"]) for row in csv.DictReader(lines)]
    assert rows == [("total", "2", "0"), ("total", "0", "1")]


def test_an_organizer_taps_who_won_a_tied_side_prize():
    pot = replace(POT, ties=PLAYED, not_first=False)
    plan = {"game": "euchre-card", "seating": "alone", "results_by": "totals"}
    event = build.event(is_practice=True, **plan, side_prizes=[pot.as_json()])
    build.people(event, 4)
    facts = HandFacts(total_points={"NS": 10, "EW": 7}, counters={"Loners": {"N": 2, "E": 2}})
    game = build.called_round(event).games.with_everybody().get()
    build.hand(game, facts, at=build.at(15, 20))
    still_clock(event, build.at(15, 25))
    client, winner = organizer_of(event), game.team("E")
    page = words(client.get(f"/{event.slug}/cut/"))
    assert "Tied with 2 loners. They play one hand for it, or draw a card: tap who won." in page

    client.post(f"/{event.slug}/cut/side-prize/", {"prize": "Loner pot", "team": winner.pk})

    assert f"After a tie it goes to {winner.name}" in words(client.get(f"/{event.slug}/cut/"))
    won = f"Loner pot {winner.emblem} {winner.number} {winner.name} 2 loners"
    assert won in opened(event, "side-prizes/").words


# --- the settings --------------------------------------------------------------------------------------


def test_an_organizer_names_counters_and_a_side_prize_that_goes_by_one():
    event = build.event(is_practice=True)
    client = organizer_of(event)
    assert "Nothing counted beside the score · no side prizes" in words(client.get(f"/{event.slug}/event/"))

    send(client, event, counters="loners, Sets")
    prize = {"name": "Loner pot", "decides": "counter Loners", "not_first": "on"}
    send(client, event, **{f"side_prize_1-{key}": value for key, value in prize.items()})

    event.refresh_from_db()
    assert event.counters == ["Loners", "Sets"]
    assert event.side_prizes == [POT.as_json()]
    page = words(client.get(f"/{event.slug}/event/"))
    assert "Loners and Sets counted · side prizes: Loner pot" in page
