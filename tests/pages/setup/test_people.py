"""The event's crew: badges, codes, invitations."""

import re

from django.db import connection
from django.test import Client

from tests import build
from tests.pages.reading import words
from tests.pages.visit import wearing
from tournament.badges.commands_badges import give_badge, invite_organizer
from tournament.models import Badge, Invitation, Role
from tournament.models.codes import hash_of_code


def badge(event, name="Jo", role=Role.REFEREE):
    return give_badge(event=event, role=role, name=name, by=build.organizer(event), at=build.MEET)


def code_on(page):
    return re.search(r"\d{4} \d{4} \d{4}", words(page)).group()


def opens(code, badge):
    return Badge.objects.get(pk=badge.pk).code_hash == hash_of_code(code.replace(" ", ""))


def test_a_new_badge_shows_its_link_its_picture_and_once_its_code(event, organizer):
    answer = organizer.post(f"/{event.slug}/people/give/", {"role": "referee", "name": "Jo"}, follow=True)

    made = Badge.objects.get(name="Jo")
    page, code = words(answer), code_on(answer)
    assert opens(code, made)
    for sentence in (
        f"Jo’s code: {code} Good until Sun, Jun 28, 8:00 AM. Write it down or read it out now",
        "Jo Referee Has a code, good until Sun, Jun 28, 8:00 AM. Nothing entered so far",
        f"http://testserver/join/{made.secret}/",
        "For Jo only",
    ):
        assert sentence in page
    assert code not in words(organizer.get(f"/{event.slug}/people/"))


def test_a_revoked_badge_is_signed_out_until_its_new_link_is_opened(event, organizer):
    jo = badge(event)
    phone = wearing(jo)

    taken = organizer.post(f"/{event.slug}/people/{jo.pk}/revoke/", follow=True)
    no_code = organizer.post(f"/{event.slug}/people/{jo.pk}/code/")
    shut_out = phone.get(f"/{event.slug}/tables/").status_code
    given = organizer.post(f"/{event.slug}/people/{jo.pk}/give-back/", follow=True)

    new = Badge.objects.get(pk=jo.pk)
    assert "Jo Referee, 0 entries at 2:00 PM Give it back to Jo" in words(taken)
    assert no_code.status_code == 422
    assert "Jo’s badge was taken back. Give it back first." in words(no_code)
    assert opens(code_on(given), jo)
    assert not opens(jo.code, jo)
    assert new.secret != jo.secret
    assert (shut_out, phone.get(f"/{event.slug}/tables/").status_code) == (403, 403)
    assert Client().get(f"/join/{new.secret}/").status_code == 302


def test_a_new_code_is_nowhere_in_the_database(event, organizer):
    organizer.post(f"/{event.slug}/people/give/", {"role": "referee", "name": "Jo"})

    code = code_on(organizer.get(f"/{event.slug}/people/"))

    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        rows = [cursor.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables]
    assert code.replace(" ", "") not in str(rows).replace(" ", "")


def test_another_organizer_is_invited_by_a_link_that_works_once(event, organizer):
    page = organizer.post(f"/{event.slug}/people/invite/", follow=True)
    token = Invitation.objects.get().token
    assert f"http://testserver/setup/{token}/" in words(page)

    guest = Client()
    joined = guest.post(f"/setup/{token}/", {"username": "ann", "password": "uptown at noon"})

    assert joined.url == f"/{event.slug}/today/"
    assert guest.get(f"/{event.slug}/people/").status_code == 200
    assert token not in words(organizer.get(f"/{event.slug}/people/"))


def test_a_head_referee_who_plays_may_not_rule_on_their_own_games(event, organizer):
    jo, team = badge(event), build.team(event, "Kitty Katz")

    address, typed = f"/{event.slug}/people/{jo.pk}/referee/", {"is_head": "on", "plays_in": team.number}

    page = words(organizer.post(address, typed, follow=True))

    assert "Jo ★ Head referee" in page
    assert "Plays in Kitty Katz: enters no hands of their games and does not rule on them." in page


def test_a_new_link_closes_the_old_one_and_signs_its_phones_out(event, organizer):
    jo = badge(event)
    phone = Client()
    phone.get(f"/join/{jo.secret}/")

    answer = organizer.post(f"/{event.slug}/people/{jo.pk}/link/", follow=True)

    new = Badge.objects.get(pk=jo.pk)
    assert f"http://testserver/join/{new.secret}/" in words(answer)
    assert phone.get(f"/{event.slug}/tables/").status_code == 403
    assert Client().get(f"/join/{jo.secret}/").status_code == 404
    assert Client().get(f"/join/{new.secret}/").status_code == 302


def test_an_invitation_is_withdrawn(event, organizer):
    invitation = invite_organizer(event=event, at=build.MEET)

    answer = organizer.post(f"/{event.slug}/people/invite/{invitation.pk}/withdraw/", follow=True)
    again = organizer.post(f"/{event.slug}/people/invite/{invitation.pk}/withdraw/")

    assert invitation.token not in answer.content.decode()
    assert Client().get(f"/setup/{invitation.token}/").status_code == 404
    assert "This invitation is closed already." in words(again)


def test_badges_fold_one_at_a_time_and_new_codes_have_their_own_sheet(event, organizer):
    jo, dee = badge(event), badge(event, "Dee", Role.DESK)
    sheet = f"/{event.slug}/people/badges/"

    people = organizer.get(f"/{event.slug}/people/").content.decode()
    cards = words(organizer.get(sheet))
    for_all = organizer.post(sheet, {"badge": "all"})
    for_jo = organizer.post(sheet, {"badge": str(jo.pk)})

    assert people.count('name="badge-link">') == people.count('class="badge-link" id="link-') == 3
    for sentence in ("Jo Referee", "Dee Desk volunteer", f"/join/{jo.secret}/"):
        assert sentence in cards
    codes = re.findall(r"\d{4} \d{4} \d{4}", words(for_all))
    assert (len(codes), opens(codes[1], dee)) == (2, True)
    assert opens(code_on(for_jo), jo)
    assert f"Or type {code_on(for_jo)} (good until Sun, Jun 28, 8:00 AM)" in words(for_jo)
    for without in (cards, words(organizer.get(sheet)), words(organizer.post(sheet, {"badge": "any"}))):
        assert "Or type" not in without
