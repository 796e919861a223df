"""Looking back, and a practice event's clock."""

import json
from dataclasses import replace
from uuid import uuid4

import pytest

from pages.floor.audit_log import PAGE
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.audit_log import log
from tournament.commands.donations import take_donation
from tournament.models import Actor

pytestmark = pytest.mark.slow


@pytest.fixture
def event():
    return build.event()


def test_the_log_says_what_happened_who_did_it_when_and_where(event, organizer):
    build.team(event, "Kitty Katz")

    page = words(organizer.get(f"/{event.slug}/log/"))

    assert "Saturday, June 27 2:00:00 PM Kitty Katz is here. Organizer, organizer · laptop" in page


def test_the_log_is_narrowed_to_a_person(event, organizer):
    jo = build.referee(event, "Jo")
    log(event, "hand.recorded", said="Made 5 No Trump.", by=jo, at=build.THREE)
    build.team(event, "Kitty Katz")

    page = organizer.get(f"/{event.slug}/log/?who={jo.badge.pk}")

    assert [row.words for row in page.context["page"].rows] == ["Made 5 No Trump."]


def test_the_log_is_narrowed_to_a_kind_of_action_and_to_words(event, organizer):
    team = build.team(event, "Kitty Katz")
    take_donation(
        event=event,
        key=uuid4(),
        amount_cents=700,
        method="cash",
        team=team,
        by=build.organizer(event),
        at=build.MEET,
    )

    by_kind = organizer.get(f"/{event.slug}/log/?what=donation")
    by_words = organizer.get(f"/{event.slug}/log/?words=katz+signed")

    assert [row.words for row in by_kind.context["page"].rows] == ["Kitty Katz gave $7.00 (cash)."]
    assert [row.words for row in by_words.context["page"].rows] == ["Kitty Katz signed up: Dee 1 and Ray 1."]


def test_an_address_that_cannot_be_read_narrows_nothing(event, organizer):
    page = organizer.get(f"/{event.slug}/log/?who=nobody&before=x")

    assert page.status_code == 200
    assert "Pride South Bid Whist opened." in words(page)


def test_a_search_that_finds_nothing_says_what_to_do(event, organizer):
    assert "Nothing like that Look for other words, or for everybody." in words(
        organizer.get(f"/{event.slug}/log/?words=zebra")
    )


def test_earlier_entries_are_a_page_away_and_keep_the_search(event, organizer):
    for number in range(PAGE + 1):
        log(event, "hand.recorded", said=f"Hand {number}.", by=build.organizer(event), at=build.THREE)

    first = organizer.get(f"/{event.slug}/log/?what=hand")
    second = organizer.get(f"/{event.slug}/log/{first.context['older']}")

    assert len(first.context["page"].rows) == PAGE
    assert [row.words for row in second.context["page"].rows] == ["Hand 0."]


def test_a_swap_leaves_the_log_as_a_reload_would(event, organizer):
    build.teams(event, 3)
    address = f"/{event.slug}/log/?what=team"

    assert part(organizer.get(address, headers=HTMX), "log") == part(organizer.get(address), "log")


@pytest.mark.parametrize("count", [1, 3, 60])
def test_the_log_asks_as_much_however_long_it_is(event, organizer, django_assert_num_queries, count):
    for number in range(count):
        log(
            event,
            "hand.recorded",
            said=f"Hand {number}.",
            by=build.referee(event, f"Jo {number}"),
            at=build.THREE,
        )

    with django_assert_num_queries(12):
        organizer.get(f"/{event.slug}/log/")


def test_only_organizers_read_the_log(event):
    assert wearing(build.referee(event).badge).get(f"/{event.slug}/log/").status_code == 403


# --- narrowed to what a team, a table or an hour was about; and taken along ----------------------


@pytest.fixture
def played(event):
    """Two tables: at table 1 a hand at 3:10, at table 2 one at 3:20."""
    build.teams(event, 4)
    games = list(build.called_round(event).games.order_by("pk"))
    build.hand(games[0], at=build.at(15, 10))
    build.hand(games[1], at=build.at(15, 20))
    return games


def narrowed(organizer, event, query):
    return [row.words for row in organizer.get(f"/{event.slug}/log/?{query}").context["page"].rows]


def test_the_log_is_narrowed_to_a_table(event, organizer, played):
    assert [words[:15] for words in narrowed(organizer, event, "table=2&what=hand")] == ["Table 2, hand 1"]


def test_the_log_is_narrowed_to_a_team_and_all_its_games(event, organizer, played):
    team = played[0].team("NS")

    told = narrowed(organizer, event, f"team={team.pk}")

    assert any(words.startswith("Table 1, hand 1") for words in told)
    assert any(words.startswith(f"{team} signed up") for words in told)
    assert not any(words.startswith("Table 2") for words in told)


def test_the_log_is_narrowed_to_a_game(event, organizer, played):
    assert [words[:7] for words in narrowed(organizer, event, f"game={played[1].pk}")] == ["Table 2"]


def test_the_log_is_narrowed_to_an_hour_on_the_halls_wall(event, organizer, played):
    assert [words[:7] for words in narrowed(organizer, event, "since=15:15&until=15:30")] == ["Table 2"]
    assert [words[:7] for words in narrowed(organizer, event, "since=15:05&until=15:20")] == ["Table 1"]


def test_what_was_odd_about_a_hand_stands_beside_it(event, organizer, played):
    build.hand(played[0], at=build.at(15, 11))

    page = words(organizer.get(f"/{event.slug}/log/?what=hand"))

    assert "Saved although it was the same as the last one, within two minutes." in page


def test_the_auction_that_was_written_down_stands_beside_it(event, organizer, played):
    calls = ("4 uptown", "pass", "pass", "pass")
    hand = replace(build.FOUR_MADE, dealer="W", bidder_seat="N", calls=calls)
    build.hand(played[0], hand, at=build.at(15, 25))

    page = words(organizer.get(f"/{event.slug}/log/?what=hand"))

    bidder = played[0].team("NS").players.first()
    assert f"Bid by {bidder}. The auction: 4 Uptown, Pass, Pass, Pass." in page


def test_the_log_is_taken_along_as_a_table(event, organizer, played):
    answer = organizer.get(f"/{event.slug}/log/log.csv?what=hand")

    lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert lines[0] == "number,at,action,words,by,role,device,more,game,facts"
    assert len(lines) == 3
    assert "2026-06-27T15:10:00-05:00,hand.recorded," in lines[1]
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-log.csv"'


def test_the_log_is_taken_along_as_data(event, organizer, played):
    answer = organizer.get(f"/{event.slug}/log/log.json?table=1&what=hand")

    rows = json.loads(b"".join(answer.streaming_content))
    assert [(row["action"], row["device"], row["game"]) for row in rows] == [
        ("hand.recorded", "laptop", played[0].pk)
    ]


def test_an_export_is_read_in_pieces(event, organizer, played):
    for number in range(1200):
        log(event, "hand.recorded", said=f"Hand {number}.", by=build.organizer(event), at=build.THREE)
    answer = organizer.get(f"/{event.slug}/log/log.csv")

    assert answer.streaming
    assert sum(piece.count(b"\n") for piece in answer.streaming_content) > 1200


@pytest.mark.parametrize("sign", ["=", "＝", "＋", "－", "＠"])
def test_a_name_is_no_formula_in_a_spreadsheet(event, organizer, sign):
    build.team(event, f"{sign}1+1")

    lines = b"".join(organizer.get(f"/{event.slug}/log/log.csv?words=here").streaming_content).decode()

    assert f",'{sign}1+1 is here.," in lines


def test_only_organizers_take_the_log_along(event):
    jo = wearing(build.referee(event).badge)

    assert [jo.get(f"/{event.slug}/log/log.{kind}").status_code for kind in ("csv", "json")] == [403, 403]


# --- a practice event's clock --------------------------------------------------------------------------


@pytest.fixture
def practice():
    event = build.event(is_practice=True)
    still_clock(event, build.MEET)
    return event


def test_a_practice_events_clock_is_moved_and_says_so(practice):
    browser = wearing(build.organizer(practice).badge)

    answer = browser.post(f"/{practice.slug}/clock/", {"shown": "15:00", "speed": "0"}, follow=True)

    assert "The clock shows 3:00 PM." in words(answer)
    practice.refresh_from_db()
    assert (practice.clock_shown, practice.clock_speed) == (build.THREE, 0)


def test_a_practice_events_clock_only_moves_forward(practice):
    browser = wearing(build.organizer(practice).badge)

    answer = browser.post(f"/{practice.slug}/clock/", {"shown": "13:00", "speed": "60"})

    assert answer.status_code == 422
    assert "A practice event's clock only moves forward" in words(answer)
    assert 'value="13:00"' in answer.content.decode()


def test_a_real_days_clock_is_not_moved(event, organizer):
    assert "Only a practice event’s clock can be moved." in words(organizer.get(f"/{event.slug}/clock/"))

    answer = organizer.post(f"/{event.slug}/clock/", {"shown": "23:59", "speed": "1"})

    assert answer.status_code == 422
    event.refresh_from_db()
    assert event.clock_real is None


def test_a_referee_moves_no_clock(practice):
    referee = Actor(build.referee(practice).badge)

    assert wearing(referee.badge).post(f"/{practice.slug}/clock/", {"shown": "15:00"}).status_code == 403


# --- the score check --------------------------------------------------------------------------------


def test_the_score_check_is_below_the_log(event, organizer):
    address = f"/{event.slug}/integrity/"

    log_page = organizer.get(f"/{event.slug}/log/").content.decode()

    assert f'href="{address}">Score check</a>' in log_page
    assert "Score check Every hand scored again from what was reported" in words(organizer.get(address))
