"""The people who run the day: badges, codes, invitations."""

import re

import pytest
from django.db import connection
from django.test import Client

from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX, wearing
from tournament.commands.badges import give_badge, invite_organizer
from tournament.models import Badge, Invitation, Role
from tournament.models.codes import hash_of_code


def badge(event, name="Jo", role=Role.REFEREE):
    return give_badge(event=event, role=role, name=name, by=build.organizer(event), at=build.MEET)


def code_on(page):
    """The code that a page shows."""
    return re.search(r"\d{4} \d{4} \d{4}", words(page)).group()


def opens(code, badge):
    return Badge.objects.get(pk=badge.pk).code_hash == hash_of_code(code.replace(" ", ""))


def test_a_new_badge_shows_its_link_its_picture_and_once_its_code(event, organizer):
    answer = organizer.post(f"/{event.slug}/people/give/", {"role": "referee", "name": "Jo"}, follow=True)

    made = Badge.objects.get(name="Jo")
    page, code = words(answer), code_on(answer)
    assert opens(code, made)
    assert f"Jo’s code: {code} Good until 2:00 AM. Write it down or read it out now" in page
    assert "Jo Referee Has a code, good until 2:00 AM. Nothing entered so far" in page
    assert code not in words(organizer.get(f"/{event.slug}/people/"))
    assert f"http://testserver/join/{made.secret}/" in page
    assert "For Jo only" in page


def test_the_link_lets_a_phone_in_without_a_password(event, organizer):
    organizer.post(f"/{event.slug}/people/give/", {"role": "desk", "name": "Dee"})

    answer = Client().get(f"/join/{Badge.objects.get(name='Dee').secret}/", follow=True)

    assert answer.redirect_chain[-1][0] == f"/{event.slug}/desk/"
    assert answer.status_code == 200


def test_a_badge_without_a_name_is_refused_and_the_role_kept(event, organizer):
    answer = organizer.post(f"/{event.slug}/people/give/", {"role": "desk", "name": " "})

    assert answer.status_code == 422
    assert "Write the volunteer's name: it is shown beside everything they enter." in words(answer)
    assert 'value="desk" required id="id_role_1" checked' in answer.content.decode().replace("\n", " ")


def test_nobody_is_made_an_organizer_by_this_form(event, organizer):
    answer = organizer.post(f"/{event.slug}/people/give/", {"role": "organizer", "name": "Jo"})

    assert answer.status_code == 422
    assert "Choose referee or desk volunteer." in words(answer)


def test_a_badge_taken_back_stands_below_and_its_phone_is_out(event, organizer):
    jo = badge(event)
    phone = wearing(jo)

    answer = organizer.post(f"/{event.slug}/people/{jo.pk}/revoke/", follow=True)

    assert "Jo Referee, 0 entries at 2:00 PM Give it back to Jo" in words(answer)
    assert phone.get(f"/{event.slug}/tables/").status_code == 403


def test_ones_own_badge_is_not_taken_back(event, organizer):
    answer = organizer.post(f"/{event.slug}/people/{build.organizer(event).badge.pk}/revoke/")

    assert answer.status_code == 422
    assert "This is your own badge. Another organizer can take it back." in words(answer)


def test_a_new_code_replaces_the_old_one(event, organizer):
    jo = badge(event)

    answer = organizer.post(f"/{event.slug}/people/{jo.pk}/code/", follow=True)

    assert opens(code_on(answer), jo)
    assert not opens(jo.code, jo)


def test_a_code_that_has_run_out_is_none(event, organizer):
    jo = badge(event)
    Badge.objects.filter(pk=jo.pk).update(code_until=build.MORNING)

    assert "Has a code" not in words(organizer.get(f"/{event.slug}/people/"))


def test_a_new_code_is_nowhere_in_the_database(event, organizer):
    organizer.post(f"/{event.slug}/people/give/", {"role": "referee", "name": "Jo"})

    code = code_on(organizer.get(f"/{event.slug}/people/"))

    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        rows = [cursor.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables]
    assert code.replace(" ", "") not in str(rows).replace(" ", "")


def test_a_code_taken_back_gets_no_new_one(event, organizer):
    jo = badge(event)
    organizer.post(f"/{event.slug}/people/{jo.pk}/revoke/")

    answer = organizer.post(f"/{event.slug}/people/{jo.pk}/code/")

    assert answer.status_code == 422
    assert "Jo's badge was taken back. Give it back first." in words(answer)


def test_a_badge_given_back_has_a_new_link_and_code_and_no_phone_wears_it_by_itself(event, organizer):
    jo = badge(event)
    phone = wearing(jo)
    organizer.post(f"/{event.slug}/people/{jo.pk}/revoke/")

    answer = organizer.post(f"/{event.slug}/people/{jo.pk}/give-back/", follow=True)

    new = Badge.objects.get(pk=jo.pk)
    assert opens(code_on(answer), jo)
    assert new.secret != jo.secret
    assert phone.get(f"/{event.slug}/tables/").status_code == 403
    assert Client().get(f"/join/{new.secret}/").status_code == 302


def test_a_badge_that_is_worn_and_an_organizers_are_not_given_back(event, organizer):
    jo, ann = (
        badge(event),
        event.badges.create(role="organizer", name="Ann", made_at=build.MEET, hashed="ann"),
    )
    organizer.post(f"/{event.slug}/people/{ann.pk}/revoke/")

    worn = organizer.post(f"/{event.slug}/people/{jo.pk}/give-back/")
    organizers = organizer.post(f"/{event.slug}/people/{ann.pk}/give-back/")

    assert "Jo has a badge already." in words(worn)
    assert "Organizers sign in with a password." in words(organizers)


def test_another_organizer_is_invited_by_a_link_that_works_once(event, organizer):
    page = organizer.post(f"/{event.slug}/people/invite/", follow=True)
    token = Invitation.objects.get().token
    assert f"http://testserver/setup/{token}/" in words(page)

    guest = Client()
    joined = guest.post(f"/setup/{token}/", {"username": "ann", "password": "uptown at noon"})

    assert joined.url == f"/{event.slug}/floor/"
    assert guest.get(f"/{event.slug}/people/").status_code == 200
    assert token not in words(organizer.get(f"/{event.slug}/people/"))


def test_a_teams_badge_is_not_taken_back_here(event, organizer):
    team = build.team(event)

    assert organizer.post(f"/{event.slug}/people/{team.badge.pk}/revoke/").status_code == 404


def test_a_badge_of_another_event_is_not_found(event, organizer):
    other = badge(build.event(name="Another Hall"))

    assert organizer.post(f"/{event.slug}/people/{other.pk}/revoke/").status_code == 404


def test_a_swap_leaves_the_page_as_a_reload_would(event, organizer):
    badge(event, "Dee", Role.DESK)
    jo = badge(event)

    swap = organizer.post(f"/{event.slug}/people/{jo.pk}/revoke/", headers=HTMX)

    assert part(swap, "crew") == part(organizer.get(f"/{event.slug}/people/"), "crew")


def test_the_list_refreshes_itself_to_what_a_reload_shows(event, organizer):
    badge(event)
    invite_organizer(event=event, at=build.MEET)

    fresh = organizer.get(f"/{event.slug}/people/", headers=HTMX)

    assert part(fresh, "crew") == part(organizer.get(f"/{event.slug}/people/"), "crew")


@pytest.mark.parametrize("count", [1, 3, 12])
def test_the_page_asks_as_much_however_many_people(event, organizer, django_assert_num_queries, count):
    for number in range(count):
        badge(event, f"Jo {number}")

    with django_assert_num_queries(10):
        organizer.get(f"/{event.slug}/people/")


@pytest.mark.parametrize("role", [Role.DESK, Role.REFEREE])
def test_volunteers_give_no_badges(event, role):
    phone = wearing(badge(event, role=role))

    assert phone.get(f"/{event.slug}/people/").status_code == 403
    assert phone.post(f"/{event.slug}/people/give/", {"role": "desk", "name": "Kim"}).status_code == 403


def test_a_referee_becomes_head_referee_and_is_kept_from_the_own_teams_games(event, organizer):
    jo, team = badge(event), build.team(event, "Kitty Katz")

    page = words(
        organizer.post(
            f"/{event.slug}/people/{jo.pk}/referee/", {"is_head": "on", "plays_in": team.number}, follow=True
        )
    )

    assert "Jo ★ Head referee" in page
    assert "Plays in Kitty Katz: enters no hands of their games and does not rule on them." in page


def test_in_a_big_field_the_team_of_a_referee_is_named_by_number(event, organizer, monkeypatch):
    monkeypatch.setattr("pages.hall.window.MOST", 1)
    monkeypatch.setattr("pages.hall.window.FEW", 0)
    jo, (_, katz) = badge(event), (build.team(event, "Boston Bound"), build.team(event, "Kitty Katz"))

    before = organizer.get(f"/{event.slug}/people/").content.decode()
    organizer.post(f"/{event.slug}/people/{jo.pk}/referee/", {"plays_in": str(katz.number)})

    assert "<option" not in before
    assert Badge.objects.get(pk=jo.pk).plays_in == katz
    assert f'value="{katz.number}"' in organizer.get(f"/{event.slug}/people/").content.decode()


@pytest.mark.parametrize("plays_in", ["none", "99999", "²", "9" * 5000])
def test_a_team_that_is_none_is_no_referees_team(event, organizer, plays_in):
    jo = badge(event)

    answer = organizer.post(f"/{event.slug}/people/{jo.pk}/referee/", {"plays_in": plays_in})

    assert answer.status_code == 422
    assert "Choose a team of this event, or none." in words(answer)
    assert Badge.objects.get(pk=jo.pk).plays_in is None


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


def test_badges_are_folded_one_at_a_time_and_printed_on_cards(event, organizer):
    jo, dee = badge(event), badge(event, "Dee", Role.DESK)

    people = organizer.get(f"/{event.slug}/people/").content.decode()
    cards = words(organizer.get(f"/{event.slug}/people/badges/"))

    assert people.count('name="badge-link">') == people.count('class="badge-link" id="link-') == 3
    assert all(f"{one.name} {role}" in cards for one, role in ((jo, "Referee"), (dee, "Desk volunteer")))
    assert f"/join/{jo.secret}/" in cards
    assert wearing(jo).get(f"/{event.slug}/people/badges/").status_code == 403


def test_new_codes_are_on_the_sheet_that_is_made_with_them_and_on_no_other(event, organizer):
    jo, dee = badge(event), badge(event, "Dee", Role.DESK)
    sheet = f"/{event.slug}/people/badges/"

    for_all = organizer.post(sheet, {"badge": "all"})
    for_jo = organizer.post(sheet, {"badge": str(jo.pk)})

    codes = re.findall(r"\d{4} \d{4} \d{4}", words(for_all))
    assert (len(codes), opens(codes[1], dee)) == (2, True)
    assert opens(code_on(for_jo), jo)
    assert "Or type" not in words(organizer.get(sheet)) + words(organizer.post(sheet, {"badge": "any"}))
    assert wearing(jo).post(sheet, {"badge": "all"}).status_code == 403
