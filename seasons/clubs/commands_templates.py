"""A club's templates: events that it copies by name."""

from datetime import datetime

from django.db import transaction

from seasons.clubs.commands_clubs import lock_club
from seasons.models import Club, Template
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event
from tournament.models.typed_names import clean_name


@transaction.atomic
def save_template(*, event: Event, club: Club, name: str, by: Actor, at: datetime) -> Template:
    """Let every organizer of the club open events like this one, under this name.

    :raises Refused: if the club has a template of this name.
    """
    event = lock_event(event.pk)
    club = lock_club(club)
    template = Template.objects.create(club=club, name=_free_name(club, name), event=event, at=at)
    log(event, "template.saved", by=by, at=at, name=template.name)
    return template


@transaction.atomic
def rename_template(
    *, event: Event, club: Club, template: Template, name: str, by: Actor, at: datetime
) -> Template:
    """:raises Refused: if another template of the club has this name."""
    lock_event(event.pk)
    club = lock_club(club)
    before = template.name
    write(template, name=_free_name(club, name, but=template))
    log(event, "template.renamed", by=by, at=at, before=before, name=template.name)
    return template


@transaction.atomic
def remove_template(*, event: Event, club: Club, template: Template, by: Actor, at: datetime) -> Template:
    """Remove a template. Its event stays. Repeating it changes nothing."""
    lock_event(event.pk)
    lock_club(club)
    template.refresh_from_db()
    if template.ended_at is None:
        write(template, ended_at=at)
        log(event, "template.removed", by=by, at=at, name=template.name)
    return template


def _free_name(club: Club, name: str, but: Template | None = None) -> str:
    name = clean_name(name)
    if not name:
        raise Refused("template.name", field="name")
    same_name = club.templates.now().filter(name__iexact=name)
    if same_name.exclude(pk=but.pk if but else 0).exists():
        raise Refused("template.name-taken", name=name, field="name")
    return name
