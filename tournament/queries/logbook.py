"""The log, page by page: what happened, who did it, when, from which device."""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event, Role

PAGE = 50
KINDS = {
    "event": "The event",
    "organizer": "Organizers",
    "badge": "Badges",
    "code": "Codes",
    "team": "Teams",
    "player": "People looking for a partner",
    "donation": "Donations",
    "phase-one": "Phase I",
    "phase-two": "Phase II",
    "round": "Rounds",
    "game": "Games",
    "hand": "Hands",
    "referee": "Calls for a referee",
    "cut": "The cut",
    "lot": "Lots",
    "clock": "The clock",
}


@dataclass(frozen=True, kw_only=True)
class LogRow:
    """One entry."""

    pk: int
    at: datetime
    words: str
    by: str
    role: str
    device: str
    action: str


@dataclass(frozen=True, kw_only=True)
class LogPage:
    """Some entries, newest first. ``older`` is where the next page begins, if there is one."""

    rows: tuple[LogRow, ...]
    older: int | None


@dataclass(frozen=True, kw_only=True)
class LogChoices:
    """What the log can be narrowed to: badges by id, kinds of deed by their first word."""

    who: tuple[tuple[str, str], ...]
    what: tuple[tuple[str, str], ...]


def log_page(
    event: Event, *, who: int | None = None, what: str = "", words: str = "", before: int | None = None
) -> LogPage:
    """The entries that match, from ``before`` backwards. One query."""
    entries = event.log.select_related("by").order_by("-pk")
    if who:
        entries = entries.filter(by=who)
    if what:
        entries = entries.filter(action__startswith=f"{what}.")
    for word in words.split():
        entries = entries.filter(words__icontains=word)
    if before:
        entries = entries.filter(pk__lt=before)
    found = list(entries[: PAGE + 1])
    rows = tuple(
        LogRow(
            pk=entry.pk,
            at=entry.at,
            words=entry.words,
            by=entry.by.name,
            role=_role(entry.by.role),
            device=entry.device,
            action=entry.action,
        )
        for entry in found[:PAGE]
    )
    return LogPage(rows=rows, older=rows[-1].pk if len(found) > PAGE else None)


def log_choices(event: Event) -> LogChoices:
    """Who wrote in this log, and what there is in it. Two queries."""
    who = event.log.order_by("by__name", "by").values_list("by", "by__name").distinct()
    actions = event.log.order_by("action").values_list("action", flat=True).distinct()
    kinds = dict.fromkeys(action.split(".")[0] for action in actions)
    return LogChoices(
        who=tuple((str(pk), name) for pk, name in who),
        what=tuple((kind, KINDS.get(kind, kind.replace("-", " ").capitalize())) for kind in kinds),
    )


def _role(role: str) -> str:
    """The role, where the name doesn't say it already."""
    return "" if role in {Role.CLOCK, Role.PUBLIC} else Role(role).label
