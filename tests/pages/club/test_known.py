"""People are recognized at the desk, at check-in, or by their own code; only the code opens their page."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.tasks import work_on_lists
from seasons.leagues.commands_consent import say_for_oneself
from seasons.leagues.commands_leagues import find_or_make_league
from seasons.leagues.pool_of_players import pool_of
from seasons.models import Appearance, Person
from seasons.people.commands_people import correct_person, merge_people, undo_change
from seasons.people.person_codes import code_of
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, signed_in, wearing
from tests.seasons.nights import Night, account, nights_of, person, two_nights
from tools.rehearsal.browser import read
from tournament.badges.commands_badges import make_badge
from tournament.entries.commands_sign_up import sign_up_single
from tournament.floor.commands_substitutes import seat_substitute
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db

ASKED = "Is this the Dee of June 27, 2026?"


def desk_of(night):
    return make_badge(event=night.event, role=Role.DESK, name="Desk", at=build.MEET)


def is_this(night, name, whom=None, to="", **how):
    address = f"/{night.event.slug}/desk/player/{night.player(name).pk}/is-this/{to}"
    sent = {"person": whom.pk if whom else ""}
    return wearing(desk_of(night)).post(address, sent, follow=True, **how)


def page_of(whom):
    return words(Client().get(f"/mine/{code_of(whom)}/"))


def says_yes(night, whom, *, may_open=True):
    facts = {"name": whom.name, "contact": "", "may_contact": False, "may_name": False, "guardian": ""}
    return correct_person(**night.press, person=whom, **facts, is_minor=False, may_open=may_open)


def signs_up(night, *names, code, path=""):
    typed = {f"player_{number}": name for number, name in enumerate(names, start=1)}
    typed = {"player": names[0]} if path else typed
    return Client().post(f"/{night.event.slug}/sign-up/{path}", {"key": uuid4(), "code": code} | typed)


def test_the_desk_is_asked_who_may_be_known_and_answers_with_one_press():
    Night("Dee", "Ray").known()
    second = Night("Dee", "Ray", week=1)

    asked = words(wearing(desk_of(second)).get(f"/{second.event.slug}/desk/"))
    known = words(is_this(second, "Dee", person("Dee")))
    new = words(is_this(second, "Ray"))
    again = is_this(second, "Ray")

    assert ASKED in asked
    assert [page.count("Is this") for page in (asked, known, new)] == [2, 1, 0]
    assert nights_of("Dee") == ["Week 0", "Week 1"]
    assert Person.objects.filter(name="Ray").count() == 2
    assert (again.status_code, "Ray is Ray already." in words(again)) == (422, True)
    assert set(Appearance.objects.filter(player__event=second.event).values_list("by", flat=True)) == {None}


def test_an_answer_sent_twice_is_not_said_to_be_somebody_elses():
    Night("Dee", "Ray").known()
    second = Night("Dee", "Mo", week=1)

    is_this(second, "Dee", person("Dee"))
    again = is_this(second, "Dee", person("Dee"))

    assert "This was answered already. Load the page again." in words(again)
    assert nights_of("Dee") == ["Week 0", "Week 1"]


def test_every_place_where_people_come_in_asks_and_shows_no_contact():
    first = Night("Dee", "Ray").known()
    dee = says_yes(first, person("Dee"))
    Person.objects.filter(pk=dee.pk).update(contact="312 555 0142", consent_at=build.MEET)
    second = Night("Dee", "Mo", week=1)
    organizer, slug, team = signed_in(account()), second.event.slug, second.player("Dee").team

    pages = [organizer.get(f"/{slug}/{path}") for path in ("desk/", f"desk/{team.pk}/", "desk/sign-ups/")]
    come = {"team": {"player_1": "Ray", "player_2": "Lou"}, "single": {"player": "Ray"}}
    answers = [
        organizer.post(f"/{slug}/desk/{what}/", {"key": uuid4(), **typed}, headers=HTMX)
        for what, typed in come.items()
    ]

    assert all(ASKED in words(each) and "0142" not in words(each) for each in pages)
    assert all("Is this the Ray of June 27, 2026?" in words(each) for each in answers)


def test_an_answer_brings_back_the_page_where_it_was_given():
    Night("Dee", "Ray").known()
    second = Night("Dee", "Mo", week=1)
    sign_up_single(event=second.event, key=uuid4(), name="Ray", by=second.by, at=build.MEET)

    single = is_this(second, "Ray", person("Ray"), "?at=single", headers=HTMX)
    team = is_this(second, "Dee", person("Dee"), "?at=walk-up", headers=HTMX)

    assert "Ray: noted." in words(single)
    assert 'id="walk-up-single"' in single.content.decode()
    assert "Open team 1" in words(team)
    assert nights_of("Ray") == nights_of("Dee") == ["Week 0", "Week 1"]


def test_nobody_learns_of_another_club_or_of_who_was_not_suggested():
    Night("Dee", "Ray").known()
    other, second = Night("Dee", "Mo", user="bo"), Night("Dee", "Mo", week=1)
    bo = make_badge(event=second.event, role=Role.ORGANIZER, name="bo", user=account("bo"), at=build.MEET)

    asked = [
        words(wearing(badge).get(f"/{night.event.slug}/desk/"))
        for night, badge in ((other, desk_of(other)), (second, bo))
    ]
    answers = is_this(other, "Dee", person("Dee")), is_this(second, "Mo", person("Ray"))

    assert not any("Is this" in page for page in asked)
    assert {each.status_code for each in answers} == {422}
    assert nights_of("Dee") == ["Week 0"]


def test_who_types_their_code_at_sign_up_is_known_at_once():
    first = Night("Dee", "Guest One").known()
    second, third = Night(week=1), Night(week=2)
    kept, own = code_of(first.player("Guest One")), code_of(person("Dee"))

    in_order = signs_up(second, "Denise", "Gus", code=f"{own} {kept}")
    by_name = signs_up(third, "Gus", "Dee", code=own.lower())
    alone = signs_up(third, "Guest One", code=kept, path="alone/")

    assert {in_order.status_code, by_name.status_code, alone.status_code} == {302}
    assert nights_of("Dee") == ["Week 0", "Week 1", "Week 2"]
    assert nights_of("Guest One") == ["Week 0", "Week 1", "Week 2"]
    assert (second.player("Denise").appearances.get().person, Person.objects.count()) == (person("Dee"), 2)


def test_a_code_that_nobody_has_signs_nobody_up():
    first = Night("Dee", "Ray").known()
    second, other = Night(week=1), Night("Al", "Bo", user="bo").known()
    own = code_of(person("Dee"))

    wrong = [
        signs_up(second, "Dee", "Mo", code=code)
        for code in (f"{own[:-1]}{(int(own[-1]) + 1) % 10}", "P1-", "P99999999999999999999-1", "x",
                     code_of(other.player("Al")), code_of(person("Al")))
    ]  # fmt: skip
    whose = signs_up(second, "Denise", "Mo", code=own)
    twice = signs_up(first, "Dee", "Mo", code=own)

    assert all("No player of your club’s events has this code." in words(each) for each in wrong)
    assert "Write one code for each player" in words(whose)
    assert "Dee plays at this event already" in words(twice)
    assert {each.status_code for each in (*wrong, whose, twice)} == {422}
    assert (second.event.teams.count(), Person.objects.count()) == (0, 4)


def test_an_event_of_no_club_asks_for_no_code():
    event = build.event()

    assert "Your code" not in words(Client().get(f"/{event.slug}/sign-up/"))
    assert signs_up(Night(), "Al", "Bo", code="").status_code == 302


def test_only_a_person_who_said_yes_reads_their_results_by_their_code():
    night = two_nights()
    dee, ray = person("Dee"), person("Ray")
    code = code_of(dee)
    before = [Client().get(f"/mine/{code_of(whom)}/").status_code for whom in (dee, ray)]
    says_yes(night, dee)

    page = Client().get(f"/mine/{code}/")
    found = Client().get("/mine/", {"code": f" {code.lower()} "})
    wrong = Client().get("/mine/", {"code": code_of(ray)})
    says_yes(night, dee, may_open=False)
    again = says_yes(night, person("Dee"))

    assert before == [404, 404]
    assert "Dee Your results in ann’s club." in words(page)
    assert "Won 1 of 2 games." in words(page)
    assert "Week 1, July 4, 2026 won 0 of 1" in words(page)
    assert "no-store" in page["Cache-Control"]
    assert found.url == f"/mine/{code}/"
    assert (wrong.status_code, "Nobody has this code." in words(wrong)) == (422, True)
    after = [Client().get(f"/mine/{one}/").status_code for one in (code, code_of(again))]
    assert after == [404, 200]


def test_the_organizer_has_a_persons_code_and_the_team_page_its_link():
    night = Night("Dee", "Ray").known()
    dee, organizer = person("Dee"), signed_in(night.user)
    page = f"/{night.event.slug}/club/{dee.pk}/"

    before = words(organizer.get(page))
    says_yes(night, dee)
    after = words(organizer.get(page))
    own = wearing(night.player("Dee").team.badge).get(f"/{night.event.slug}/team/")

    assert "Their own page" not in before
    assert f"The code is {code_of(dee)} :" in after
    assert 'href="/mine/"' in own.content.decode()
    assert code_of(dee) not in words(own)


def test_the_page_follows_a_merge_and_its_undo():
    night = two_nights()
    mo = says_yes(night, person("Mo"))
    Night("Mo Smith", "Lu", week=3).known()
    smith = says_yes(night, person("Mo Smith"))

    change = merge_people(**night.press, person=mo, other=smith)
    merged = page_of(smith)
    undo_change(**night.press, change=change)

    assert "Mo Your results" in merged
    assert "Mo Smith Your results" in page_of(Person.objects.get(pk=smith.pk))


def test_hidden_results_are_on_nobodys_record_before_they_are_shown():
    night = two_nights()
    dee = says_yes(night, person("Dee"))
    first = night.club.events.get(event__name="Week 0").event
    pair = wearing(first.players.get(name="Dee").team.badge)

    Event.objects.filter(pk=night.event.pk).update(standings_shown="hidden")
    hidden = page_of(dee), words(pair.get(f"/{first.slug}/team/record/"))
    night.event.phases.filter(kind="one").update(closed_at=build.at(17, 0))
    shown = page_of(dee)
    Event.objects.filter(pk=night.event.pk).update(plays_phase_two=False)
    unrevealed = page_of(dee)

    assert all("Week 1" not in each and "Won 1 of 1 game." in each for each in hidden)
    assert "Won 1 of 2 games." in shown
    assert "Won 1 of 1 game." in unrevealed


def test_a_lists_preview_says_who_may_be_known_and_the_desk_is_asked_later():
    Night("Dee", "Ray").known()
    second = Night(week=1)
    organizer, lists = signed_in(account()), f"/{second.event.slug}/desk/lists/"

    organizer.post(f"{lists}bring/", {"key": uuid4(), "lines": "Dee & Al\nMo & Bo\n"})
    work_on_lists(build.MEET)
    preview = words(organizer.get(lists))
    organizer.post(f"{lists}import/", {})
    work_on_lists(build.MEET)

    assert preview.count("may be") == 1
    assert "Dee may be the Dee of June 27, 2026 : the desk is asked once they are in" in preview
    assert ASKED in words(organizer.get(f"/{second.event.slug}/desk/"))


def say(whom, what, answer, **more):
    return Client().post(f"/mine/{code_of(whom)}/say/", {"what": what, "is_yes": answer, **more}, follow=True)


def test_a_player_says_yes_and_no_alone_on_a_page_of_their_own():
    night = Night("Dee", "Ray", "Mo", "Lou").known()
    league = find_or_make_league(club=night.club, name="Tuesday", teams=["Aces"], at=build.MEET)
    dee, phone, page = person("Dee"), wearing(night.player("Dee").team.badge), f"/{night.event.slug}/team/"

    offered = words(phone.get(page))
    opened, of_others = (phone.post(f"{page}own-page/{night.player(name).pk}/") for name in ("Dee", "Mo"))
    dee.refresh_from_db()
    public = words(say(dee, "name", "yes"))
    ready = words(say(dee, "pool", "yes", league=league.pk))
    pool = pool_of(league)
    no_longer = words(say(dee, "pool", "no", league=league.pk))
    wrong = say(dee, "pool", "yes")
    code = code_of(dee)
    closed = words(say(dee, "page", "no"))
    dee.refresh_from_db()

    assert "Show me my results : Dee" in offered
    assert opened.url == f"/mine/{code}/"
    assert (of_others.status_code, person("Mo").page_at) == (404, None)
    assert "Your name in tables for everybody ✓ You said yes" in public
    assert "You would play for a team that is short: Tuesday ✓ You said yes" in ready
    assert [(each.name, each.is_own) for each in pool] == [("Dee", True)]
    assert "You would play for a team that is short: Tuesday ✗ You didn’t say yes" in no_longer
    assert wrong.status_code == 422
    assert "Your page is closed" in closed
    assert (dee.page_at, dee.public_at is not None) == (None, True)
    assert Client().get(f"/mine/{code}/").status_code == 404
    answers = [entry.facts["is_yes"] for entry in night.event.log.filter(action="person.said")]
    assert answers == [True, True, True, False, False]


def test_somebody_under_18_says_no_alone_and_an_organizer_says_yes():
    night = Night("Dee", "Ray").known()
    dee = says_yes(night, person("Dee"))
    Person.objects.filter(pk=dee.pk).update(is_minor=True, guardian="Kim", public_at=build.MEET)
    phone = wearing(night.player("Ray").team.badge)
    Person.objects.filter(name="Ray").update(is_minor=True, guardian="Kim")

    no, yes = words(say(dee, "name", "no")), say(dee, "name", "yes")
    page = phone.post(f"/{night.event.slug}/team/own-page/{night.player('Ray').pk}/")

    assert "Your name in tables for everybody ✗ You didn’t say yes" in no
    assert (yes.status_code, page.status_code) == (422, 422)
    assert "an organizer says yes for you" in words(yes)
    assert "an organizer says yes for you" in words(page)
    assert person("Ray").page_at is None


def test_a_substitute_reads_so_although_their_own_team_has_no_game():
    night = Night("Dee", "Ray", "Mo", "Jo", "Al", "Bo").known()
    build.called_round(night.here().event)
    [resting] = night.event.games.get(kind="bye").everybody()
    helper, away = resting.players.first(), night.event.players.exclude(team=resting).first()
    given = {"key": uuid4(), "player": away, "person": helper, "reason": "Ill"}
    seat_substitute(**given, by=night.by, at=build.at(15, 1))

    page = words(wearing(night.by.badge).get(f"/{night.event.slug}/club/{person(helper.name).pk}/"))

    assert f"; substituted in {away.team.name}; recognized" in page
    assert "no game yet" not in page


def test_an_old_form_never_restores_a_consent_taken_back_meanwhile():
    night = Night("Dee", "Ray").known()
    known = {"contact": "", "may_contact": False, "may_name": True, "is_minor": False, "guardian": ""}
    dee = correct_person(**night.press, person=person("Dee"), name="Dee", **known)
    organizer, here = signed_in(night.user), f"/{night.event.slug}/club/{dee.pk}/"
    form = read(organizer.get(here).content.decode()).one("form", action=f"{here}correct/")
    sent = [*form.find("input", checked="*"), *form.find("input", type="hidden")]
    typed = {each.attributes["name"]: each.attributes.get("value", "on") for each in sent}

    say_for_oneself(person=dee, what="name", is_yes=False, now=build.MEET)
    organizer.post(f"{here}correct/", typed | {"name": "Dee Brown"})

    assert "may_name" in typed
    assert (person("Dee Brown").public_at, person("Dee Brown").name) == (None, "Dee Brown")
