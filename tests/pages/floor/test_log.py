"""The log's page, and a practice event's clock."""

import csv
from dataclasses import replace
from uuid import uuid4

import pytest

from pages.floor.audit_log import PAGE
from pages.streams import csv_lines
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, organizer_of, still_clock
from tournament.log.audit_log import log
from tournament.money.commands_donations import take_donation

pytestmark = pytest.mark.slow


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def played(event):
    """Two games: at table 1 with a hand at 3:10, at table 2 with one at 3:20."""
    build.teams(event, 4)
    games = list(build.called_round(event).games.order_by("pk"))
    build.hand(games[0], at=build.at(15, 10))
    build.hand(games[1], at=build.at(15, 20))
    return games


def narrowed(organizer, event, query):
    return [row.words for row in organizer.get(f"/{event.slug}/log/?{query}").context["page"].rows]


def exported(organizer, event, query):
    answer = organizer.get(f"/{event.slug}/log/log.csv?{query}")
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-log.csv"'
    return b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()


def test_the_log_says_what_happened_and_leads_to_the_score_check(event, organizer):
    build.team(event, "Kitty Katz")
    check = f"/{event.slug}/integrity/"

    page = organizer.get(f"/{event.slug}/log/")

    assert "Saturday, June 27 2:00:00 PM Kitty Katz is here. Organizer, organizer · laptop" in words(page)
    assert f'href="{check}">Score check</a>' in page.content.decode()
    assert "Score check Every hand scored again from what was reported" in words(organizer.get(check))


def test_the_log_is_narrowed_to_a_person_a_kind_of_action_and_words(event, organizer):
    team, jo = build.team(event, "Kitty Katz"), build.referee(event, "Jo")
    log(event, "hand.recorded", said="Made 5 No Trump.", by=jo, at=build.THREE)
    gift = {"key": uuid4(), "amount_cents": 700, "method": "cash", "team": team}
    take_donation(event=event, **gift, by=build.organizer(event), at=build.MEET)

    asked = (f"who={jo.badge.pk}", "what=donation", "words=katz+signed")
    found = [narrowed(organizer, event, query) for query in asked]
    nothing = words(organizer.get(f"/{event.slug}/log/?words=zebra"))
    nonsense = words(organizer.get(f"/{event.slug}/log/?who=nobody&before=x", headers=HTMX))

    assert found == [
        ["Made 5 No Trump."],
        ["Kitty Katz gave $7.00 (cash)."],
        ["Kitty Katz signed up: Dee 1 and Ray 1."],
    ]
    assert "No match Look for other words, or for everybody." in nothing
    assert "Pride South Bid Whist opened." in nonsense


def test_the_log_can_be_filtered_by_team_table_game_and_time(event, organizer, played):
    team = played[0].team("NS")

    entries = narrowed(organizer, event, f"team={team.pk}")

    for query, table in (
        ("table=2&what=hand", "Table 2"),
        (f"game={played[1].pk}", "Table 2"),
        ("since=15:15&until=15:30", "Table 2"),
        ("since=15:05&until=15:20", "Table 1"),
    ):
        assert [words[:7] for words in narrowed(organizer, event, query)] == [table], query
    for beginning, is_there in (("Table 1, hand 1", True), (f"{team} signed up", True), ("Table 2", False)):
        assert any(words.startswith(beginning) for words in entries) == is_there, beginning


def test_earlier_entries_are_a_page_away_and_keep_the_search(event, organizer):
    for number in range(PAGE + 1):
        log(event, "hand.recorded", said=f"Hand {number}.", by=build.organizer(event), at=build.THREE)

    first = organizer.get(f"/{event.slug}/log/?what=hand")
    second = organizer.get(f"/{event.slug}/log/{first.context['older']}")

    assert len(first.context["page"].rows) == PAGE
    assert [row.words for row in second.context["page"].rows] == ["Hand 0."]


def test_what_was_odd_about_a_hand_and_its_auction_is_beside_it(event, organizer, played):
    calls = ("4 uptown", "pass", "pass", "pass")
    build.hand(played[0], at=build.at(15, 11))
    build.hand(
        played[0], replace(build.FOUR_MADE, dealer="W", bidder_seat="N", calls=calls), at=build.at(15, 25)
    )

    page = words(organizer.get(f"/{event.slug}/log/?what=hand"))

    bidder = played[0].team("NS").players.first()
    assert "Saved although it was the same as the last one, within two minutes." in page
    assert f"Bid by {bidder}. The auction: 4 Uptown, Pass, Pass, Pass." in page


def test_the_log_is_taken_along_as_a_table(event, organizer, played):
    heading, first, _ = exported(organizer, event, "what=hand")

    assert heading == "number,at,action,words,by,role,device,more,game,facts"
    assert "2026-06-27T15:10:00-05:00,hand.recorded," in first


def test_a_name_is_no_formula_in_a_spreadsheet(event, organizer):
    for sign in ("=", "＋", "－", "＠"):
        build.team(event, f"{sign}1+1")

    lines = csv.DictReader(exported(organizer, event, "words=is+here"))

    assert [line["words"] for line in lines] == [f"'{sign}1+1 is here." for sign in "=+-@"]


def test_what_begins_with_a_full_width_sign_is_no_formula_either():
    texts = [f"{sign}1+1" for sign in "＝＋－＠"]

    _, *lines = csv_lines(("words",), ({"words": text} for text in texts))

    assert lines == [f"'{text}\r\n" for text in texts]


def test_a_practice_events_clock_is_moved_forward_and_says_so():
    event = build.event(is_practice=True)
    still_clock(event, build.MEET)
    organizer = organizer_of(event)

    moved = organizer.post(f"/{event.slug}/clock/", {"shown": "15:00", "speed": "0"}, follow=True)
    back = organizer.post(f"/{event.slug}/clock/", {"shown": "13:00", "speed": "60"})

    event.refresh_from_db()
    assert "The clock shows 3:00 PM." in words(moved)
    assert (event.clock_shown, event.clock_speed) == (build.THREE, 0)
    assert back.status_code == 422
    assert "A practice event’s clock only moves forward" in words(back)
    assert 'value="13:00"' in back.content.decode()
