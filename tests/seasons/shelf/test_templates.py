"""A club's templates: a named event that each of the club's organizers can copy."""

import pytest

from seasons.clubs.commands_clubs import add_member, put_in_club
from seasons.models import Template
from seasons.shelf.copied import crew_of
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import filled_in
from tests.pages.visit import signed_in
from tests.seasons.nights import account
from tests.seasons.shelf.shelved import events_of
from tournament.badges.commands_badges import make_badge
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """An event of ann's club; bo is a member, and organizes another event of the club."""
    ann, bo = account("ann"), account("bo")
    event = events_of(ann, advance_count=4)
    club = put_in_club(event=event, by=build.organizer(event), at=build.MEET)
    badge = make_badge(event=event, role=Role.ORGANIZER, name="bo", user=bo, at=build.MORNING)
    add_member(event=event, club=club, badge=badge, by=build.organizer(event), at=build.MEET)
    event.badges.filter(pk=badge.pk).update(revoked_at=build.MEET)
    return event


@pytest.mark.slow
@pytest.mark.both
def test_another_organizer_of_the_club_begins_an_event_from_a_template(event):
    ann, phone = (signed_in(account(name)) for name in ("ann", "bo"))
    saved = words(ann.post(f"/{event.slug}/club/templates/save/", {"name": "Tuesdays"}, follow=True))
    template = Template.objects.get()
    address = f"/new/?template={template.pk}"

    offered, paper = words(phone.get("/new/")), phone.get(address)
    phone.post(address, filled_in(paper) | {"crew": [event.badges.get(name="Jo").pk]})

    begun = Event.objects.latest("pk")
    assert "Tuesdays is a template of ann’s club now." in saved
    assert "From a template Tuesdays ann’s club" in offered
    assert "Like Tuesdays, a template of ann’s club" in words(paper)
    assert (begun.name, begun.advance_count, begun.of_club.club) == ("Tuesdays", 4, event.of_club.club)
    assert [badge.name for badge in crew_of(begun)] == ["bo", "Jo"]


def test_a_template_is_renamed_and_removed_and_the_event_stays(event):
    phone, page = signed_in(account("ann")), f"/{event.slug}/club/templates/"
    for name in ("Tuesdays", "Marathon"):
        phone.post(f"{page}save/", {"name": name})
    one = Template.objects.get(name="Tuesdays")

    twice = words(phone.post(f"{page}{one.pk}/rename/", {"name": "marathon"}, follow=True))
    renamed = words(phone.post(f"{page}{one.pk}/rename/", {"name": "Thursdays"}, follow=True))
    removed = words(phone.post(f"{page}{one.pk}/remove/", follow=True))

    assert "The club has a template “marathon” already." in twice
    assert "It is called Thursdays now." in renamed
    assert "Thursdays is no template any more." in removed
    assert [template.name for template in Template.objects.now()] == ["Marathon"]
    assert "Thursdays" not in words(phone.get("/new/"))
    assert Event.objects.get() == event


def test_who_is_not_in_the_club_sees_no_template_of_it(event):
    signed_in(account("ann")).post(f"/{event.slug}/club/templates/save/", {"name": "Tuesdays"})
    template, phone = Template.objects.get(), signed_in(account("cy"))

    pages = [words(phone.get(address)) for address in ("/new/", f"/new/?template={template.pk}")]

    assert not any("Tuesdays" in page for page in pages)
    assert phone.post(f"/{event.slug}/club/templates/{template.pk}/remove/").status_code == 403
    assert Template.objects.now().count() == 1
