"""Entries that waited on a phone: for how long, and whose they were."""

from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.models import Hand, Report
from tests import build
from tests.pages.reading import words
from tests.pages.slip import sheet_of, tapped
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.badges.commands_badges import change_referee, give_badge_back, revoke_badge
from tournament.models import Game
from tournament.settings.commands_event import set_clock

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game():
    event = build.event(is_practice=True, hands_from="teams")
    return build.game_between(event, "Kitty Katz", "Boston Bound")


@pytest.fixture
def jo(game):
    still_clock(game.event, build.at(15, 10))
    return build.referee(game.event).badge


def clock_at(event, shown):
    """Set the practice event's clock to that time, running."""
    set_clock(event=event, shown=shown, speed=1, real=timezone.now(), by=build.organizer(event))


# --- how long it waited ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waited", "entered"),
    [
        pytest.param("0", build.at(15, 33), id="nothing waited"),
        pytest.param("1200", build.at(15, 13), id="twenty minutes"),
        pytest.param("94608000", build.at(15, 0), id="a phone whose clock was set by years"),
        pytest.param("-3600", build.at(15, 33), id="a phone whose clock was set back"),
        pytest.param("soon", build.at(15, 33), id="no number"),
        pytest.param("9" * 400, build.at(15, 33), id="no time at all"),
    ],
)
def test_a_hand_counts_as_of_when_it_was_entered_as_far_as_that_can_be(game, jo, waited, entered):
    clock_at(game.event, build.at(15, 33))

    wearing(jo).post(sheet_of(game, "hand/"), tapped(waited=waited))

    assert abs((Hand.objects.get().at - entered).total_seconds()) < 20


def test_a_game_forfeited_and_a_team_seated_count_as_of_when_that_was_said(game, jo):
    clock_at(game.event, build.at(15, 25))
    phone = wearing(jo)

    phone.post(sheet_of(game, "seated/"), {"team": game.team("NS").pk, "waited": "1200"})
    phone.post(sheet_of(game, "forfeit/"), {"key": uuid4(), "side": "EW", "waited": "600"})

    seated_at, hand = Game.objects.get(pk=game.pk).side("NS").seated_at, Hand.objects.latest("at")
    assert abs((seated_at - build.at(15, 5)).total_seconds()) < 20
    assert abs((hand.at - build.at(15, 15)).total_seconds()) < 20


def test_a_reported_hand_was_over_when_the_first_team_entered_it(game):
    clock_at(game.event, build.at(15, 33))
    report = tapped(game=game.pk, waited="600")
    wearing(game.team("NS").badge).post(f"/{game.event.slug}/team/report/", report)

    wearing(game.team("EW").badge).post(f"/{game.event.slug}/team/report/{report['hand_id']}/accept/")

    assert abs((Hand.objects.get().at - build.at(15, 23)).total_seconds()) < 20
    assert Game.objects.get(pk=game.pk).over_at is None


# --- whose it was ------------------------------------------------------------------------------------


def test_an_entry_of_somebody_else_is_held_and_names_who_may_send_it(game, jo):
    kim = wearing(build.referee(game.event, "Kim").badge)

    for entered_by, sentence in {
        jo.pk: "Entered by Jo. Sign in as Jo to send it, or discard it.",
        **dict.fromkeys(("7777777", "nobody", "9" * 5000), "Entered with another badge."),
    }.items():
        answer = kim.post(sheet_of(game, "hand/"), tapped(entered_by=entered_by), headers=HTMX)

        assert answer.status_code == 409
        assert sentence in words(answer)
    assert kim.get(sheet_of(game, "head/"), {"sequence": "9" * 5000}).status_code == 200
    assert not Hand.objects.exists()


def taken_back(game):
    """The revoked badge of a referee whose entries still wait on a phone."""
    badge = build.referee(game.event, "Ref B").badge
    return revoke_badge(badge=badge, by=build.organizer(game.event), at=build.THREE)


@pytest.mark.parametrize(
    "is_new", [True, False], ids=["a new badge of the same name", "the same, given back"]
)
def test_a_badge_sends_what_waited_with_the_one_that_was_taken_back(game, is_new):
    old, by = taken_back(game), build.organizer(game.event)
    if is_new:
        again = build.referee(game.event, "Ref B").badge
    else:
        again = give_badge_back(badge=old, by=by, at=build.THREE)

    answer = wearing(again).post(sheet_of(game, "hand/"), tapped(entered_by=old.pk), headers=HTMX)

    assert answer.status_code == 200
    assert Hand.objects.get().by == again


@pytest.mark.parametrize("is_head", [True, False])
def test_only_a_head_referee_sends_what_a_revoked_badge_entered(game, is_head):
    old, kim = taken_back(game), build.referee(game.event, "Kim").badge
    kim = change_referee(
        badge=kim, is_head=is_head, plays_in=None, by=build.organizer(game.event), at=build.THREE
    )

    answer = wearing(kim).post(sheet_of(game, "hand/"), tapped(entered_by=old.pk), headers=HTMX)

    assert answer.status_code == (200 if is_head else 409)
    assert Hand.objects.exists() is is_head
    assert ("Entered by Ref B, whose badge was taken back." in words(answer)) is not is_head


def test_every_entry_that_waits_on_a_phone_says_whose_it_is(game, jo):
    build.hand(game, at=build.at(15, 9, 30))
    hand = Hand.objects.get()
    pages = [
        (wearing(jo), sheet_of(game), jo.pk),
        (wearing(jo), f"/{game.event.slug}/hand/{hand.pk}/", jo.pk),
        (wearing(game.team("NS").badge), f"/{game.event.slug}/team/report/", game.team("NS").badge.pk),
        (wearing(game.team("EW").badge), f"/{game.event.slug}/team/", game.team("EW").badge.pk),
    ]
    report = tapped(sequence="2", game=game.pk)
    wearing(game.team("NS").badge).post(f"/{game.event.slug}/team/report/", report)

    for phone, address, badge in pages:
        page = phone.get(address).content.decode()
        kept = page.count("data-outbox=") + page.count("data-draft ")
        assert kept
        assert page.count(f'name="entered_by" value="{badge}"') == kept


# --- what a team said of a game that has gone on -------------------------------------------------------


def test_a_report_that_waited_is_not_taken_for_a_hand_of_the_next_game(game, jo):
    report = tapped(game=game.pk)
    build.won(game, at=build.at(15, 9))
    build.called_round(game.event, at=build.at(15, 30))

    answer = wearing(game.team("NS").badge).post(f"/{game.event.slug}/team/report/", report)

    assert answer.status_code == 422
    assert "This game is over." in words(answer)
    assert not Report.objects.exists()


def test_a_report_sent_again_gets_its_answer_and_another_is_refused(game, jo):
    report, address = tapped(game=game.pk), f"/{game.event.slug}/team/report/"
    katz = wearing(game.team("NS").badge)
    katz.post(address, report)
    other = katz.post(address, report | {"books": "12"})
    build.won(game, at=build.at(15, 10))

    again = katz.post(address, report, headers=HTMX)

    sentence = "Kitty Katz bid 5 No Trump and took 11: made, counts two."
    assert other.status_code == 422
    assert f"This form reported another hand: {sentence}" in words(other)
    assert (again.status_code, again.headers["HX-Redirect"]) == (200, f"/{game.event.slug}/team/")
    assert Report.objects.count() == 1


def test_a_press_about_a_game_that_is_not_the_teams_is_refused(game, jo):
    katz = wearing(game.team("NS").badge)

    for other in ("0", "77", "nothing", "9" * 40):
        seated = katz.post(f"/{game.event.slug}/team/seated/", {"game": other})
        report = katz.post(f"/{game.event.slug}/team/report/", tapped(game=other))
        for answer in (seated, report):
            assert answer.status_code == 422
            assert "You have no game at a table now." in words(answer)


def test_sitting_down_that_waited_seats_nobody_at_the_next_table(game, jo):
    build.won(game, at=build.at(15, 9))
    following = build.called_round(game.event, at=build.at(15, 30)).games.get()

    wearing(game.team("NS").badge).post(
        f"/{game.event.slug}/team/seated/", {"game": game.pk, "waited": "300"}
    )

    following.refresh_from_db()
    assert (following.side("NS").seated_at, following.side("EW").seated_at) == (None, None)


# --- a change of a hand, posted by htmx ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "sent"),
    [("correct", tapped(books="12", reason="Miscounted")), ("strike", {"key": str(uuid4()), "reason": "No"})],
)
def test_a_change_of_a_hand_leads_back_to_the_sheet(game, jo, action, sent):
    hand = build.hand(game, at=build.at(15, 9))
    headers = HTMX | {"HX-Target": "change"}
    address = f"/{game.event.slug}/hand/{hand.pk}/{action}/"

    refused = wearing(jo).post(address, sent | {"reason": ""}, headers=headers)
    done = wearing(jo).post(address, sent, headers=headers)

    assert (refused.status_code, 'id="change"' in refused.content.decode()) == (422, True)
    assert (done.status_code, done.headers["HX-Redirect"]) == (200, sheet_of(game))
