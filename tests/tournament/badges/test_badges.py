from datetime import timedelta

import pytest

from tests import build
from tournament.badges.commands_badges import (
    accept_invitation,
    badge_with_code,
    badge_with_secret,
    change_referee,
    give_badge,
    invite_organizer,
    renew_code,
    renew_codes,
    revoke_badge,
)
from tournament.errors import Refused
from tournament.models import Badge, Role
from tournament.models.codes import hash_of_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def badge(event):
    return build.referee(event).badge


@pytest.mark.both
def test_a_link_lasts_so_long_beyond_its_event_and_a_code_twelve_hours(badge):
    over, lasts = badge.event.phases.latest("ends_at").ends_at, timedelta(days=30)
    practice = build.referee(build.event(is_practice=True)).badge

    assert badge_with_secret(badge.secret, over + lasts, lasts=lasts) == badge
    assert badge_with_secret(practice.secret, over + 2 * lasts, lasts=lasts) == practice
    for each in (badge, practice):
        assert badge_with_code(each.code, over + timedelta(hours=12)) == each
    with pytest.raises(Refused, match="is over, and its private links closed 30 days after it"):
        badge_with_secret(badge.secret, over + lasts + timedelta(seconds=1), lasts=lasts)
    with pytest.raises(Refused, match="Ask the organizer"):
        badge_with_code(badge.code, over + timedelta(hours=12, seconds=1))


@pytest.mark.parametrize("code", ["", "12345", "000000000000x", "seven"])
def test_a_wrong_code_opens_nothing(badge, code):
    with pytest.raises(Refused, match="doesn’t work"):
        badge_with_code(code, build.MEET)


@pytest.mark.both
def test_a_badge_taken_back_opens_nothing_and_some_cannot_be_taken_back(event, badge):
    mine, code = build.organizer(event), badge.code

    revoke_badge(badge=badge, by=mine, at=build.MEET)

    with pytest.raises(Refused):
        badge_with_secret(badge.secret, build.MEET)
    with pytest.raises(Refused):
        badge_with_code(code, build.MEET)
    with pytest.raises(Refused, match="Give it back first"):
        renew_code(badge=badge, by=mine, at=build.MEET)
    for taken, sentence in (
        (badge, "already"),
        (mine.badge, "your own"),
        (event.badges.get(role=Role.CLOCK), "event itself"),
    ):
        with pytest.raises(Refused, match=sentence):
            revoke_badge(badge=taken, by=mine, at=build.MEET)


@pytest.mark.both
def test_all_volunteers_get_new_codes_or_one_of_them(event, badge):
    by = build.organizer(event)
    dee = give_badge(event=event, role=Role.DESK, name="Dee", by=by, at=build.MEET)
    gone = give_badge(event=event, role=Role.DESK, name="Gone", by=by, at=build.MEET)
    revoke_badge(badge=gone, by=by, at=build.MEET)

    codes = renew_codes(event=event, only=None, by=by, at=build.MEET)
    one = renew_codes(event=event, only=dee.pk, by=by, at=build.MEET)

    assert (set(codes), set(one)) == ({badge.pk, dee.pk}, {dee.pk})
    assert badge_with_code(codes[badge.pk], build.MEET) == badge
    assert badge_with_code(one[dee.pk], build.MEET) == dee
    with pytest.raises(Refused):
        badge_with_code(codes[dee.pk], build.MEET)


def test_a_code_is_stored_only_as_a_hash_keyed_by_this_servers_secret(badge, settings):
    row = Badge.objects.filter(pk=badge.pk).values().get()
    settings.SECRET_KEY = "another server's"

    assert badge.code not in str(row)
    with pytest.raises(Refused):
        badge_with_code(badge.code, build.MEET)


@pytest.mark.parametrize("typed", ["482913507216", "4829 1350 7216", " 4829-1350-7216 ", "4829.1350.7216\n"])
def test_a_code_is_typed_with_any_separators_or_none(badge, typed):
    Badge.objects.filter(pk=badge.pk).update(code_hash=hash_of_code("482913507216"))

    assert badge_with_code(typed, build.MEET) == badge


@pytest.mark.parametrize(
    ("role", "name", "sentence"),
    [
        pytest.param(Role.ORGANIZER, "Mo", "Only referees and desk", id="organizers sign in with a password"),
        pytest.param(Role.REFEREE, " ", "volunteer’s name", id="a badge needs a name"),
    ],
)
def test_a_badge_that_cannot_be_given_is_refused(event, role, name, sentence):
    with pytest.raises(Refused, match=sentence):
        give_badge(event=event, role=role, name=name, by=build.organizer(event), at=build.MEET)


PASSWORD = "kitty-katz-1926"


def accepted(token, username, password=PASSWORD):
    return accept_invitation(token=token, username=username, password=password, at=build.MEET)


@pytest.mark.both
def test_an_invitation_makes_one_organizer_once(event):
    invitation = invite_organizer(event=event, at=build.MEET)

    user = accepted(invitation.token, "dee")

    assert event.badges.get(user=user).role == Role.ORGANIZER
    with pytest.raises(Refused, match="used already"):
        accepted(invitation.token, "ray")


@pytest.mark.both
def test_once_there_is_an_organizer_no_other_first_link_works():
    first, second = (invite_organizer(event=None, at=build.MEET) for _ in range(2))
    accepted(first.token, "dee")

    with pytest.raises(Refused, match="a newer one was made"):
        accepted(second.token, "ray")


@pytest.mark.parametrize(
    ("username", "password", "sentence"),
    [
        pytest.param("", PASSWORD, "Choose a name", id="no name"),
        pytest.param("Ann" * 30, PASSWORD, "at most 60 characters", id="a name too long for a badge"),
        pytest.param("dee", "short", "too short", id="a password too easy to guess"),
        pytest.param("MO", PASSWORD, "Choose another", id="a name somebody has"),
    ],
)
def test_an_account_that_cannot_be_is_refused_and_the_link_stays_good(
    django_user_model, username, password, sentence
):
    django_user_model.objects.create_user("mo", password=PASSWORD)
    invitation = invite_organizer(event=None, at=build.MEET)

    with pytest.raises(Refused, match=sentence):
        accepted(invitation.token, username, password)

    invitation.refresh_from_db()
    assert invitation.used_at is None


def test_only_who_rules_on_games_of_this_event_is_a_head_referee(event, badge):
    by = build.organizer(event)
    desk = give_badge(event=event, role=Role.DESK, name="Dee", by=by, at=build.MEET)
    gone = revoke_badge(badge=build.referee(event, "Gone").badge, by=by, at=build.MEET)
    elsewhere = build.team(build.event(name="Another Hall"))

    for changed, team, sentence in (
        (desk, None, "Only referees and organizers"),
        (gone, None, "was taken back"),
        (badge, elsewhere, "Choose a team of this event"),
    ):
        with pytest.raises(Refused, match=sentence):
            change_referee(badge=changed, is_head=True, plays_in=team, by=by, at=build.MEET)


# --- an organizer's name and password -------------------------------------------------------------


def account(username, password=PASSWORD):
    """An organizer's account, created from an invitation to no event."""
    return accepted(invite_organizer(event=None, at=build.MEET).token, username, password)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("ORGA", id="capitals"),
        pytest.param("ｏrgA", id="full-width letters"),
        pytest.param("оrgA", id="a Cyrillic letter"),
        pytest.param("org\u200bA", id="a sign that nobody sees"),
        pytest.param("\u2066orgA", id="a sign that turns the direction"),
        pytest.param("0rgA", id="a nought"),
        pytest.param("house", id="the built-in account"),
    ],
)
def test_nobody_is_an_organizer_under_a_name_that_looks_like_anothers(other):
    account("orgA")

    with pytest.raises(Refused, match="looks like it"):
        account(other)


@pytest.mark.parametrize("name", ["Ann", "José", "Анна", "Zoë 2", "李娜"])
def test_a_name_in_any_alphabet_signs_in(name):
    account("orgA")

    assert account(name).get_username() == name


@pytest.mark.parametrize("password", [" " * 8, "aaaaaaaa", "Annabelle Lee", "20262026"])
def test_a_password_that_anybody_guesses_is_refused(password):
    with pytest.raises(Refused) as refused:
        account("Annabelle Lee", password)

    assert refused.value.field == "password"
