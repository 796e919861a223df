"""Counters and side prizes on pages: entered with one tap, on their board, on the podium, in the results."""

import csv
import io
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from rules.counted.side_prizes import COUNTER, PLAYED, SidePrize
from rules.games.hands import HandFacts
from scoring.models import Hand
from tests import build
from tests.pages.reading import words
from tests.pages.setup.test_tie_breaks import looked_at, organizer_of, send
from tests.pages.visit import HTMX, still_clock, wearing

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


def total(**more):
    return {
        "hand_id": uuid4(), "sequence": 1, "asked": "total",
        "total_points_ns": "510", "total_points_ew": "300",
        "counter-loners_ns": "2", "counter-sets_ew": "", **more,
    }  # fmt: skip


def test_a_referee_counts_beside_the_total_and_reads_it_before_saving(game, jo):
    page = jo.get(address(game, f"game/{game.pk}/")).content.decode()
    assert 'data-one-more="counter-loners_ns"' in page
    assert "Sets: one more for Boston Bound" in page

    means = jo.post(address(game, f"game/{game.pk}/preview/"), total(), headers=HTMX)
    assert "Boston Bound 300. Loners: Kitty Katz (2)." in words(means)

    assert jo.post(address(game, f"game/{game.pk}/hand/"), total()).status_code == 302
    assert Hand.objects.get().parsed.counters == {"Loners": {"NS": 2}}


def test_a_correction_starts_with_what_was_counted(game, jo):
    jo.post(address(game, f"game/{game.pk}/hand/"), total())
    hand = address(game, f"hand/{Hand.objects.get().pk}/")
    assert 'value="2"' in jo.get(hand).content.decode()

    jo.post(f"{hand}correct/", total(**{"counter-loners_ns": "1", "reason": "Miscounted."}))

    assert Hand.objects.get(replaces__isnull=False).parsed.counters == {"Loners": {"NS": 1}}


def test_a_slip_has_a_field_for_each_counter_and_side(game, jo):
    page = words(jo.get(address(game, f"game/{game.pk}/slip/")))
    assert "Loners of Kitty Katz" in page
    assert "Sets of Boston Bound" in page
    typed = {f"line0-{key}": value for key, value in total().items()}

    jo.post(address(game, f"game/{game.pk}/slip/save/"), {**typed, "asked": "total"})

    assert Hand.objects.get().parsed.counters == {"Loners": {"NS": 2}}


def test_the_printed_slip_has_columns_for_the_counters(game):
    slip = looked_at(game.event, "slips/").find("section", **{"class": "slip"})[0]
    headings = [heading.words for heading in slip.find("th", scope="col")]
    assert headings == ["Side", "Points", "Loners", "Sets", "Won it"]


def test_players_report_what_was_counted_and_the_others_read_it(game):
    one, other = (wearing(game.team(side).badge) for side in ("NS", "EW"))
    assert 'name="counter-loners_ew"' in one.get(address(game, "team/report/")).content.decode()

    one.post(address(game, "team/report/"), total())

    assert "Loners: Kitty Katz (2)." in words(other.get(address(game, "team/")))


def test_everybody_reads_who_leads_and_why(game, jo):
    jo.post(address(game, f"game/{game.pk}/hand/"), total(**{"counter-sets_ew": "1"}))

    for path in ("side-prizes/", "awards/", "results/", "screen/?pin=prizes"):
        assert "Loner pot" in looked_at(game.event, path).words, path
    page = looked_at(game.event, "side-prizes/").words
    assert "Loner pot ▲ 1 Kitty Katz 2 loners" in page
    assert "Most loners. After a tie they share it. First place wins no side prize." in page
    assert "Sets ■ 2 Boston Bound 1 set" in page
    [pot, sets] = Client().get(address(game, "results/results.json")).json()["side_prizes"]
    assert pot["winners"] == [{"team": 1, "name": "Kitty Katz"}]
    assert (pot["figure"], pot["is_prize"], sets["figure"]) == ("2 loners", True, "1 set")


def test_an_event_without_counters_has_its_boston_wall_there():
    event = build.event()

    assert "The Boston wall" in looked_at(event, "side-prizes/").words
    assert "No Boston yet" in looked_at(event, "side-prizes/").words


def test_an_organizer_taps_who_won_a_tied_side_prize():
    pot = replace(POT, ties=PLAYED, not_first=False)
    event = build.event(
        is_practice=True,
        game="euchre-card",
        seating="alone",
        results_by="totals",
        side_prizes=[pot.as_json()],
    )
    build.people(event, 4)
    facts = HandFacts(total_points={"NS": 10, "EW": 7}, counters={"Loners": {"N": 2, "E": 2}})
    game = build.called_round(event).games.with_everybody().get()
    build.hand(game, facts, at=build.at(15, 20))
    still_clock(event, build.at(15, 25))
    client, winner = organizer_of(event), next(seat.team for seat in game.seating if seat.chair == "E")
    page = words(client.get(f"/{event.slug}/cut/"))
    assert "Tied with 2 loners. They play one hand for it, or draw a card: tap who won." in page

    client.post(f"/{event.slug}/cut/side-prize/", {"prize": "Loner pot", "team": winner.pk})

    assert f"After a tie it goes to {winner.name}" in words(client.get(f"/{event.slug}/cut/"))
    assert f"Loner pot {winner.emblem} {winner.number} {winner.name} 2 loners" in (
        looked_at(event, "side-prizes/").words
    )


def test_a_counter_before_the_points_asks_for_the_points(game, jo):
    sent = {**total(), "total_points_ns": "", "total_points_ew": ""}

    means = words(jo.post(address(game, f"game/{game.pk}/preview/"), sent, headers=HTMX))

    assert "Write the points of both sides, or tap who won." in means
    assert "can’t have happened" not in means


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


def test_the_sheet_of_games_says_how_each_came_in_and_what_each_side_had_of_a_counter(game, jo):
    jo.post(address(game, f"game/{game.pk}/hand/"), total())

    lines = jo.get(address(game, "results/games.csv")).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(lines)))

    assert [row["came_in"] for row in rows] == ["total", "total"]
    assert [(row["counted Loners"], row["counted Sets"]) for row in rows] == [("2", "0"), ("0", "0")]
