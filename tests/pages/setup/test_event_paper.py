"""The event's settings form: to open an event, and to change its schedule."""

from datetime import date, time
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.html import escape

from pages.setup.event_form.fields import TimesField
from pages.setup.event_form.forms import EventPaper
from rules.competition.taking_part import CHANGING_PARTNERS
from rules.games import all_games, find_ruleset, house_rules_of
from rules.money.pots import Pot
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import filled_in, refused_at_the_top, send, told
from tests.pages.visit import HTMX, organizer_of
from tools.rehearsal.browser import read
from tournament.models import Event, Role
from tournament.money.commands_donations import take_donation
from tournament.schedule.commands_schedule_changes import add_minutes, call_off_break
from tournament.settings.plan import DayPlan, plan_of

pytestmark = pytest.mark.slow


def test_the_paper_says_what_its_folds_hold_and_three_fields_make_an_event(ann):
    page = ann.get("/new/")
    answer = ann.post("/new/", filled_in(page, name="Pride South", venue="The hall", held_on="2026-06-27"))

    assert told(page) == (
        "Meet & greet is at 2:00 PM. Phase I is from 3:00 PM to 5:00 PM. The awards are at 7:00 PM. "
        "We play Fahrenheit Bid Whist. Best 3 of 5 hands wins the game. The lowest bid is 4, the highest 7. "
        "The number is books above six. A hand counts one, a made no trump two. A Boston counts two. "
        "Two make a team. There are 8 tables. Before each round the list says where you sit. You meet a team "
        "with as many wins as you have, and nobody twice while that can be. "
        "Breaks of 5 minutes are at the top and middle of each hour: at 3:30, 4:00, 4:30, 5:00, 5:30, "
        "6:00 and 6:30. "
        "A team that is not seated 5 minutes after its table is called forfeits the hand, and another after "
        "every 5 minutes more. "
        "The best 7 go on to Phase II, from 5:00 PM to 7:00 PM. "
        "Phase II: Single elimination. Lose once and you’re out. The top seeds have the byes. "
        "The first three places take the prizes. "
        "The suggested donation is $5 a player or $10 a team. Nobody has to give to play. "
        "Sign up until play starts; after that, at the desk. No partner? The desk finds you one. "
        "Add lines of your own."
    )
    for rule in house_rules_of("fahrenheit"):
        assert rule.sentence in words(page)
        assert rule.source in words(page)
    assert 'value="5.00"' in page.content.decode()
    event = Event.objects.get()
    assert answer.url == f"/{event.slug}/today/"
    assert event.badges.get(role=Role.ORGANIZER).user.username == "ann"
    assert [(row.kind, row.starts_at.astimezone(event.zone).time()) for row in event.phases.all()] == [
        ("meet", time(14)),
        ("one", time(15)),
        ("two", time(17)),
        ("awards", time(19)),
    ]
    assert [row.starts_at.astimezone(event.zone).strftime("%H:%M") for row in event.breaks.all()] == [
        "15:30", "16:00", "16:30", "17:00", "17:30", "18:00", "18:30",
    ]  # fmt: skip
    assert (event.advance_count, event.ready_minutes, event.tables.count()) == (7, 5, 8)
    assert (event.donation_player_cents, event.donation_team_cents) == (500, 1000)


def test_what_is_refused_leaves_the_rest_written_as_people_write_it(ann):
    typed = {
        "donation_player_cents": "7.5",
        "donation_team_cents": "10.0",
        "tables": "1",
        "ready_minutes": "1",
    }

    page = ann.post("/new/", filled_in(ann.get("/new/"), name="", venue="The hall", **typed))

    assert page.status_code == 422
    assert "The suggested donation is $7.50 a player or $10 a team." in told(page)
    assert "There are 1 table" not in told(page)
    assert "There is 1 table." in told(page)
    assert "is not seated a minute after its table is called" in told(page)
    assert 'value="The hall"' in page.content.decode()


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_the_first_and_the_last_choice_of_every_house_rule_can_be_posted(game, longer):
    plan = DayPlan(name="Pride", held_on=date(2026, 6, 27))
    for rule in house_rules_of(game):
        ends = (rule.allowed[0], rule.allowed[-1])
        choices = rule.allowed if longer > 1 and len(rule.allowed) < 9 else ends
        for choice in choices:
            word = {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)
            paper = EventPaper(
                {"game": game, "rules_of": game, f"house-{rule.key}": word}, plan=plan, today=build.DAY
            )
            paper.is_valid()

            assert paper.folds
            assert paper.sections
            assert paper.flyer
            assert not paper.game.errors
            if not paper.rules.errors:
                assert find_ruleset(game, paper.rules.values())
                continue
            html = render_to_string("setup/_house_rules.html", {"paper": paper, "address": "/new/"})
            assert escape(next(iter(paper.rules.errors.values()))[0]) in html


def open_folds(answer):
    folds = read(answer.content.decode()).find("details")
    opened = (fold.find("summary")[0] for fold in folds if "open" in fold.attributes)
    return [summary.find("span")[0].words for summary in opened]


def test_another_game_is_refused_until_its_house_rules_were_looked_at(ann):
    sent = filled_in(ann.get("/new/"), name="Pride") | {"game": "bid-euchre"}

    answer, look = ann.post("/new/", sent), ann.post("/new/", sent | {"look": "1"})
    swap = ann.post("/new/", sent | {"look": "1"}, headers=HTMX)

    assert (answer.status_code, look.status_code) == (422, 200)
    assert words(swap) == words(look)
    assert refused_at_the_top(answer) == [
        ("Look over the house rules of Bid Euchre, then press the button again.", "#id_game")
    ]
    assert read(look.content.decode()).find(**{"class": "refusal", "role": "alert"}) == []
    assert open_folds(answer) == open_folds(look) == ["The game"]
    assert not Event.objects.exists()


def test_each_fold_shows_its_choice_and_offers_another_form_before_saving(ann):
    page = ann.get("/new/")
    folds = read(page.content.decode())
    typed = {"tables": "5", "advance_count": "4", "seating": "up", "pot_1-name": "", "look": "1"}

    looked = read(ann.post("/new/", filled_in(page, **typed), headers=HTMX).content.decode())

    assert "There are 5 tables." in looked.one(id="now-seating").words
    assert "The best 4 go on to Phase II" in looked.one(id="now-through").words
    groups = [group.attributes["label"] for group in looked.one(id="id_seating").find("optgroup")]
    assert groups == ["Rounds of teams", "As tables open up", "People who come alone"]
    assert "Winners move up a table. Losers stay" in looked.one(id="id_seating_helptext").words
    asks = {key: folds.one(id=key).attributes.get("hx-post") for key in ("pot_0", "pot_1", "session_2")}
    assert asks == {"pot_0": None, "pot_1": "/new/", "session_2": "/new/"}
    more = ("pot_2", "pot_3", "side_prize_2")
    counts = [[len(each.find("details", id=key)) for key in more] for each in (folds, looked)]
    assert counts == [[0, 0, 0], [1, 0, 0]]
    [swaps] = looked.find("div", hx_sync="this:replace")
    assert (swaps.attributes["hx-post"], swaps.attributes["hx-vals"]) == ("/new/", '{"look": "1"}')
    for swapped in ("#now-seating,", ",#now-wi-fi-of-the-room", "#id_seating_helptext,"):
        assert swapped in swaps.attributes["hx-select-oob"]
    assert not Event.objects.exists()


def test_each_reason_is_at_the_top_and_every_fold_that_holds_one_is_open(ann):
    typed = {"name": "", "breaks": "noonish", "house-renege_books": "99"}

    answer = ann.post("/new/", filled_in(ann.get("/new/")) | typed)

    assert refused_at_the_top(answer) == [
        ("Give the event a name: it is what people see first.", "#id_name"),
        ("“noonish” is no time. Write the breaks as in 3:30 PM, 4:00 PM.", "#id_breaks"),
        ("How many books does a renege cost? A number from 0 to 7.", "#id_house-renege_books"),
    ]
    assert open_folds(answer) == ["The game", "Reneges", "Breaks"]
    assert "noonish</textarea>" in answer.content.decode()


def test_what_the_command_refuses_opens_the_fold_of_its_field(event, organizer):
    build.teams(event, 2)

    answer = send(organizer, event, game="cutthroat-bid-whist", rules_of="cutthroat-bid-whist")

    assert answer.status_code == 422
    [(sentence, field)] = refused_at_the_top(answer)
    assert (field, sentence.split(",")[0]) == ("#id_game", "Teams have signed up already")
    assert open_folds(answer) == ["The game"]


def test_another_game_starts_with_its_own_usual_house_rules(event, organizer):
    Event.objects.filter(pk=event.pk).update(house_rules={"min_bid": 4})

    page = send(organizer, event, game="bid-whist", look="1")

    assert "We play Bid Whist. First to 7 points wins the game." in told(page)
    assert "of your own" not in read(page.content.decode()).one(id="house-rules").words


ENDLESS = "only the clock ends a game, but Phase II has no whistle"


def test_the_page_says_that_a_game_ended_by_the_clock_has_no_bracket_end(ann):
    page = ann.get("/new/")

    answer = ann.post("/new/", filled_in(page, name="Pride", **{"house-game_end": "clock"}), follow=True)

    assert ENDLESS not in words(page)
    assert ENDLESS in words(answer)
    assert ENDLESS in words(ann.get(f"/{Event.objects.get().slug}/event/"))


def test_a_day_of_individuals_is_opened_without_a_phase_two(ann):
    typed = {"name": "Whist drive", "seating": "alone", "house-game_end": "clock"}
    answer = words(ann.post("/new/", filled_in(ann.get("/new/"), **typed), follow=True))

    event = Event.objects.get(name="Whist drive")
    page = ann.get(f"/{event.slug}/event/")
    assert event.way == CHANGING_PARTNERS
    assert "Play is from 3:00 PM to 7:00 PM. The awards are at 7:00 PM." in told(page)
    assert "The first three of the standings take the prizes." in told(page)
    assert (ENDLESS in answer, ENDLESS in words(page)) == (False, False)


def test_a_date_that_is_past_is_asked_about(ann):
    typed = filled_in(ann.get("/new/"), name="Pride", held_on="2019-06-27")
    del typed["past_is_meant"]

    asked = ann.post("/new/", typed)

    assert (asked.status_code, Event.objects.count()) == (422, 0)
    assert "June 27, 2019 is past. If it is meant, say so below." in words(asked)
    assert read(asked.content.decode()).one(id="id_past_is_meant")
    ann.post("/new/", {**typed, "past_is_meant": "on"})
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "times"),
    [
        ("3:30 PM, 4:00 PM", [time(15, 30), time(16)]),
        ("15:30; 16.00", [time(15, 30), time(16)]),
        ("3:30pm and 4 p.m.", [time(15, 30), time(16)]),
        ("12:30 pm, 12:30 am", [time(12, 30), time(0, 30)]),
        ("", []),
    ],
)
def test_breaks_are_read_as_people_list_them(typed, times):
    assert TimesField(required=False).clean(typed) == times


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("3:30", "Is “3:30” in the morning or the afternoon? Write 3:30 AM or 3:30 PM."),
        ("tea", "“tea” is no time. Write the breaks as in 3:30 PM, 4:00 PM."),
        ("25:00", "There is no 25:00 on a clock."),
    ],
)
def test_a_break_that_cannot_be_read_is_refused(typed, sentence):
    with pytest.raises(ValidationError) as refused:
        TimesField().clean(typed)

    assert refused.value.messages == [sentence]


# --- changing the schedule ------------------------------------------------------------------------


def test_pots_are_filled_in_refused_with_a_reason_and_kept(event, organizer):
    boston = {"pot_1-name": "Boston pot", "pot_1-entry_cents": "5", "pot_1-prizes": "60, 40"}
    first = {"pot_0-prizes": "50, 30", "pot_0-club_percent": "20", "cash_app": "$LakeHall"}

    wrong = send(organizer, event, **first | boston | {"pot_0-prizes": "50, 30.5"})
    send(organizer, event, **first | boston)
    event.refresh_from_db()
    pots, given = plan_of(event).pots, {"amount_cents": 500, "method": "cash", "pot": "Boston pot"}
    take_donation(event=event, key=uuid4(), **given, by=build.organizer(event), at=build.MEET)

    assert pots == [
        Pot(prizes=(50, 30), club_percent=20).as_json(),
        Pot(name="Boston pot", entry_cents=500, prizes=(60, 40)).as_json(),
    ]
    assert event.cash_app == "https://cash.app/$LakeHall"
    assert "Write the prizes with commas, as in 50, 30, 20." in words(wrong)
    for typed, sentence in (
        ({"pot_1-is_gone": "on"}, "Money was given to Boston pot already. Keep the pot and its name."),
        ({"pot_2-name": "50-50", "pot_2-goes_to": "drawn"}, "Raffles and 50-50 are off. Some places license"),
        ({"card_link": "javascript:alert(1)"}, "Write the whole link: it begins with https://"),
    ):
        assert sentence in words(send(organizer, event, **typed))
    assert plan_of(Event.objects.get()).pots == pots


def test_where_everybody_plays_alone_no_choice_speaks_of_a_side():
    event = build.event(game="solo-bid-euchre", seating="alone", is_practice=True)
    organizer, address = organizer_of(event), f"/{event.slug}/event/"

    folded = [fold.key for fold in organizer.get(address).context["paper"].folds]
    page = words(organizer.post(address, {"name": event.name, "folded": folded, "look": "1"}))

    assert "for the player they substitute for" in page
    assert "the side they play for" not in page


def test_a_side_pot_asks_four_things_and_folds_the_rest_until_chosen(event, organizer):
    boston = {"pot_1-name": "Boston pot", "pot_1-entry_cents": "5", "pot_1-prizes": "60, 40"}
    fined = {"pot_2-name": "Sets", "pot_2-fine_cents": "1", "pot_2-prizes": "100"}
    send(organizer, event, **boston, **fined)

    address = f"/{event.slug}/event/"
    folded = [fold.key for fold in organizer.get(address).context["paper"].folds]
    unfolded = organizer.post(address, {"name": event.name, "folded": folded, "look": "1"})
    page = read(unfolded.content.decode())
    first, second = (page.one("details", id=key) for key in ("pot_1", "pot_2"))
    folds = [pot.one("details") for pot in (first, second)]

    fields = [field.attributes["name"] for field in first.find(("input", "select"))]
    assert fields[: -len(folds[0].find(("input", "select")))] == [
        f"pot_1-{name}" for name in ("name", "entry_cents", "goes_to", "prizes", "is_gone")
    ]
    assert ["open" in fold.attributes for fold in folds] == [False, True]


def test_a_called_round_freezes_house_rules_but_not_the_rest_of_the_day(event, organizer):
    build.game(event)
    event.refresh_from_db()
    house, address = event.house_rules, f"/{event.slug}/event/"

    page = organizer.get(address)
    answer = organizer.post(address, filled_in(page, awards_at="19:30", **{"house-nt_set_units": "0"}))
    folded = [fold.key for fold in page.context["paper"].folds]
    on_page = {"name": event.name, "held_on": "2026-06-27", "folded": folded}
    opened = organizer.post(address, {**on_page, "look": "1"})

    frozen = "The game and its house rules were frozen when Phase I started. The rest can still change."
    assert frozen in words(page)
    assert "A set no trump counts two for the opponents." in words(page)
    assert 'name="house-' not in page.content.decode()
    assert (answer.status_code, opened.status_code) == (302, 200)
    event.refresh_from_db()
    assert event.house_rules == house
    assert plan_of(event).awards_at == time(19, 30)


def test_folds_that_were_never_opened_are_kept_and_fetched_when_they_are(event, organizer):
    address = f"/{event.slug}/event/"
    first = {
        "pot_0-prizes": "50, 30", "pot_1-name": "Boston pot", "pot_1-entry_cents": "5", "counters": "Loners",
        "session_2-held_on": "2026-06-28", "session_2-starts_at": "13:00", "phase_one_until": "17:00",
        "session_2-ends_at": "16:00", "phase_two_on": "2026-06-28",
        "breaks": "15:30, 17:30", "two_format": "double", "two_resets": "on", "two_final_games": "3",
    }  # fmt: skip
    assert send(organizer, event, **first).status_code == 302
    before = plan_of(Event.objects.get())

    page = organizer.get(address)
    form = read(page.content.decode()).one("form", action=address, novalidate="*")
    sent = {
        field.attributes["name"]: field.attributes.get("value", "")
        for field in form.find("input")
        if field.attributes.get("name") not in (None, "folded") and field.attributes.get("type") != "radio"
    }
    folded = [field.attributes["value"] for field in form.find("input", name="folded")]
    whole = {**sent, "past_is_meant": "on", "folded": folded, "game": before.game}
    looked = organizer.post(address, {**whole, "look": "1"})
    saved = organizer.post(address, {**whole, "name": "Lake Night"})
    opened = organizer.post(address, {**whole, "name": "Lake Night", "awards_at": "21:30"})

    assert len(folded) == len(page.context["paper"].folds)
    assert 'name="awards_at"' not in page.content.decode()
    assert looked.status_code == 200
    assert 'name="awards_at"' in looked.content.decode()
    assert 'name="folded"' not in looked.content.decode()
    assert (saved.status_code, opened.status_code) == (302, 302)
    after = plan_of(Event.objects.get())
    assert vars(after) == {**vars(before), "name": "Lake Night", "awards_at": time(21, 30)}


def test_the_plan_says_what_was_done_to_the_running_day_since(event, organizer):
    address = f"/{event.slug}/event/since-then/"
    assert "Nothing has changed since then." in words(organizer.get(address))
    by = build.organizer(event)
    add_minutes(event=event, minutes=10, by=by, at=build.at(15, 5))
    call_off_break(event=event, break_at=build.at(16, 10), by=by, at=build.at(15, 6))

    page = organizer.get(address)

    since = "Since then: 10 minutes added; Break at 4:10 PM called off. Clock"
    assert f"These times are the plan. {since}" in words(page)
    assert f'href="/{event.slug}/day/"' in page.content.decode()


def test_a_page_without_its_own_link_marks_where_one_comes_to_it_from(event, organizer):
    team = build.team(event)

    for path in ("day/", "clock/", f"desk/{team.pk}/", f"desk/{team.pk}/substitute/"):
        navs = read(organizer.get(f"/{event.slug}/{path}").content.decode()).find("nav")
        # In the header, above the page, and in a phone's bottom bar.
        assert [len(nav.find("a", aria_current="*")) for nav in navs] == [1, 1, 1]
