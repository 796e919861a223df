"""Calendars to subscribe to (RFC 5545): a VEVENT for each day of an event, with its time zone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Max, OuterRef, QuerySet, Subquery

from tournament.models import Event, LogEntry
from tournament.models.schedule import PhaseKind

LOCAL, UTC_TIME = "%Y%m%dT%H%M%S", "%Y%m%dT%H%M%SZ"
LONGEST_LINE = 75
"""Bytes, without the line end (RFC 5545, 3.1)."""
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})
MOST_EVENTS = 500
"""Only the newest events are included, because subscribers fetch a calendar again and again."""
CHANGES = ("event.opened", "event.changed")


def calendar(events: QuerySet[Event], *, name: str, address: str) -> str:
    """The calendar of some events, whose pages are at ``address.format(slug)``. Three queries."""
    changes = LogEntry.objects.filter(event=OuterRef("pk"), action__in=CHANGES).order_by("-pk")
    dated = events.annotate(held=Max("phases__starts_at"), changed=Subquery(changes.values("at")[:1]))
    newest = dated.order_by("-held", "-pk")
    rows = list(newest.exclude(held=None).prefetch_related("phases", "breaks")[:MOST_EVENTS])
    spans = {event.pk: list(_spans(event)) for event in rows}
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Uptown//Uptown//EN", "CALSCALE:GREGORIAN"]
    lines.append(f"X-WR-CALNAME:{_text(name)}")
    for zone in sorted({event.timezone for event in rows}):
        moments = [
            each for event in rows if event.timezone == zone for span in spans[event.pk] for each in span
        ]
        lines += _zone(zone, min(moments), max(moments))
    for event in rows:
        for number, (starts, ends) in enumerate(spans[event.pk]):
            lines += _event(event, number, starts, ends, address.format(event.slug))
    return "".join(folded(line) for line in [*lines, "END:VCALENDAR"])


def folded(line: str) -> str:
    """The line with its CRLF, folded to ``LONGEST_LINE`` bytes. No character is split."""
    parts, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LONGEST_LINE:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += width
    return "\r\n".join(parts) + "\r\n"


def _spans(event: Event) -> Iterator[tuple[datetime, datetime]]:
    """The times when people are present: the event, split where it continues another day (Rulebook E-69)."""
    phases = {phase.kind: phase for phase in event.phases.all()}
    gaps = [(gap.starts_at, gap.ends_at) for gap in event.breaks.all() if gap.is_gap]
    one, two = phases[PhaseKind.ONE], phases[PhaseKind.TWO]
    if one.ends_at < two.starts_at:
        gaps.append((one.ends_at, two.starts_at))
    starts = [phases[PhaseKind.MEET].starts_at, *(after for _, after in sorted(gaps))]
    ends = [*(before for before, _ in sorted(gaps)), phases[PhaseKind.AWARDS].starts_at]
    return zip(starts, ends, strict=True)


def _event(event: Event, number: int, starts: datetime, ends: datetime, address: str) -> Iterator[str]:
    zone = event.zone
    yield from ("BEGIN:VEVENT", f"UID:{event.key}-{number}@uptown")
    yield f"DTSTAMP:{(event.changed or event.opened_at).astimezone(UTC):{UTC_TIME}}"  # type: ignore[attr-defined]
    yield f"DTSTART;TZID={event.timezone}:{starts.astimezone(zone):{LOCAL}}"
    yield f"DTEND;TZID={event.timezone}:{ends.astimezone(zone):{LOCAL}}"
    yield f"SUMMARY:{_text(event.name)}"
    if event.venue:
        yield f"LOCATION:{_text(event.venue)}"
    yield from (f"URL:{address}", "END:VEVENT")


def _zone(name: str, first: datetime, last: datetime) -> Iterator[str]:
    """A VTIMEZONE with every change of the clocks from a year before ``first`` to a year after ``last``."""
    zone, year = ZoneInfo(name), timedelta(days=366)
    yield from ("BEGIN:VTIMEZONE", f"TZID:{name}")
    day = (first - year).astimezone(UTC)
    offset = _offset(day, zone)
    yield from _observance(day, zone, offset)
    while day < last + year:
        following = day + timedelta(days=1)
        if _offset(following, zone) != offset:
            moment = _change(day, following, zone)
            yield from _observance(moment, zone, offset)
            offset = _offset(moment, zone)
        day = following
    yield "END:VTIMEZONE"


def _observance(moment: datetime, zone: ZoneInfo, before: timedelta) -> Iterator[str]:
    """The UTC offset from a moment on. DTSTART is in the offset ``before`` it (RFC 5545, 3.6.5)."""
    here = moment.astimezone(zone)
    kind = "DAYLIGHT" if here.dst() else "STANDARD"
    yield from (f"BEGIN:{kind}", f"DTSTART:{moment + before:{LOCAL}}")
    yield f"TZOFFSETFROM:{_signed(before)}"
    yield from (f"TZOFFSETTO:{_signed(_offset(moment, zone))}", f"TZNAME:{here.tzname()}", f"END:{kind}")


def _change(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The minute in which the clocks change, by bisection between two moments."""
    old = _offset(before, zone)
    while after - before > timedelta(minutes=1):
        middle = before + (after - before) // 2
        before, after = (middle, after) if _offset(middle, zone) == old else (before, middle)
    return after.replace(second=0, microsecond=0)


def _offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta()


def _signed(offset: timedelta) -> str:
    minutes = int(offset.total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"


def _text(text: str) -> str:
    return text.translate(ESCAPED)
