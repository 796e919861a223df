"""A flyer at the command line: what it says as JSON, or an event that is opened with it."""

import json
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError

from pages.flyer.files.flyer_text import flyer_text
from pages.flyer.of_a_flyer import plan_of_flyer
from rules.flyer import Flyer, read_flyer
from seasons.clubs.commands_clubs import open_event_of_club
from server.management.tables import make_missing_tables
from tournament.errors import Refused
from tournament.models import Event


def flyer_of(content: bytes, today: date) -> Flyer:
    """:raises CommandError: if the file can't be read."""
    try:
        return read_flyer(flyer_text(content), today)
    except Refused as why:
        raise CommandError(str(why)) from why


def write_json(out: Any, flyer: Flyer) -> None:
    out.write(json.dumps(flyer.as_json(), ensure_ascii=False, indent=2))


def open_event_of_flyer(
    flyer: Flyer, *, organizer: str | None, name: str, day: date | None, at: datetime
) -> Event:
    """Open the event in the organizer's first club. ``name`` and ``day`` are answers to what is asked.

    :raises CommandError: if an answer is missing, there is no such account, or a command refused.
    """
    settings = dict(flyer.settings) | ({"name": name} if name else {}) | ({"held_on": day} if day else {})
    missing = [f"--{said}" for said, key in (("name", "name"), ("date", "held_on")) if key not in settings]
    if missing:
        raise CommandError(f"{' '.join(flyer.asked)} Answer with {' and '.join(missing)}.")
    make_missing_tables()
    user = _account(organizer)
    plan = plan_of_flyer(replace(flyer, settings=settings))
    try:
        return open_event_of_club(plan=plan, user=user, device="command line", at=at)
    except Refused as why:
        raise CommandError(str(why)) from why


def write_rest(out: Any, flyer: Flyer) -> None:
    """What is asked, and the lines that aren't understood."""
    for question in flyer.asked:
        out.write(f"Asked: {question}")
    for line in flyer.not_understood:
        out.write(f"Not understood: {' '.join(line.split())}")


def _account(name: str | None) -> Any:
    accounts = get_user_model().objects.filter(is_active=True)
    if name is None:
        only = list(accounts[:2])
        if len(only) != 1:
            raise CommandError("Say whose event it is: --organizer NAME.")
        return only[0]
    found = accounts.filter(username=name).first()
    if found is None:
        raise CommandError(f"There is no account “{name}” here. Make it first.")
    return found
