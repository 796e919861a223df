"""An organizer's home: what to do now, above a list of the day that ticks itself.

Nothing is ticked by hand: each row reads its fact from the database. One that leaves no fact is only listed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from pages.floor.ending import ToDo, left_to_do
from pages.floor.next_step import AWARDS, RESUME, Day, day
from rules.seating.known import find_seating
from scoring.recording.awaited import Awaited, awaited
from scoring.recording.floor_tables import Floor, tables_at
from scoring.rounds.seating import DraftNews, draft_news, recall_left, round_to_change
from scoring.standings.hidden import is_hidden
from tournament.event.day_rows import day_rows, phase, with_its_day
from tournament.event.names import count
from tournament.models import Event, Role
from tournament.models.events import StandingsShown
from tournament.models.schedule import PhaseKind
from tournament.schedule.countdown import Countdown, wall

FEWEST = 2
"""The fewest entrants that a round can be called for."""


@dataclass(frozen=True, kw_only=True)
class ToDoList:
    """A part of the day's list."""

    key: str
    title: str
    rows: tuple[ToDo, ...]
    is_now: bool

    @property
    def ticked(self) -> int:
        return sum(row.is_done is True for row in self.rows)

    @property
    def with_facts(self) -> int:
        return sum(row.is_done is not None for row in self.rows)


@dataclass(frozen=True, kw_only=True)
class TodayPage:
    """The page. ``to_do`` comes before the ``day``'s next step, if there is one; then the step only waits.

    ``then`` follows a step that leaves no fact to read whether it was taken.
    """

    floor: Floor
    day: Day
    to_do: ToDo | None
    then: ToDo | None
    is_done: bool
    """Whether the list has ended."""
    lists: tuple[ToDoList, ...]
    drafted: str
    draft_id: int | None
    news: DraftNews
    """What has changed since the round was drafted."""
    recall: Countdown | None
    awaits: Awaited

    @property
    def can_pause(self) -> bool:
        is_on = self.day.has_begun or self.day.is_phase_two
        return is_on and not self.day.is_over and self.day.step.kind != RESUME


def today_page(event: Event, at: datetime) -> TodayPage:
    """The page. Fifty queries at most, for any number of teams; ``left_to_do``'s after the last game."""
    event = with_its_day(event)
    awaits = awaited(event, at)
    row, now = round_to_change(event), day(event, at, awaits)
    is_draft = row is not None and row.called_at is None
    before = _before(event, now)
    has_begun, is_ending = now.has_begun or now.is_cut, now.step.kind == AWARDS
    after = left_to_do(event, at, is_over=is_ending)
    to_do = _first(now, before, after, is_far=awaits.far is not None)
    is_done = is_ending and all(row.is_done is not False for row in after)
    return TodayPage(
        floor=tables_at(event, at),
        day=now,
        to_do=to_do,
        then=_open(after) if is_ending and not to_do else None,
        is_done=is_done,
        lists=(
            ToDoList(key="before", title="Before", rows=before, is_now=not has_begun),
            ToDoList(
                key="play", title="Play", rows=_play(event, now, at), is_now=has_begun and not now.is_over
            ),
            ToDoList(key="after", title="After", rows=after, is_now=now.is_over),
        ),
        drafted=str(row) if is_draft else "",
        draft_id=row.pk if row and is_draft else None,
        news=draft_news(row),
        recall=recall_left(event, row, at),
        awaits=awaits,
    )


def _open(rows: Iterable[ToDo]) -> ToDo | None:
    return next((row for row in rows if row.is_done is False), None)


def _first(now: Day, before: tuple[ToDo, ...], after: tuple[ToDo, ...], *, is_far: bool) -> ToDo | None:
    """What to do before the next step: to get ready while it waits, and to end the day after it."""
    if not (now.has_begun or now.is_cut):
        first = _open(before) if now.step.why_not else None
        # Nobody comes hours or weeks ahead: until then more may sign up.
        is_early = is_far and first is not None and first.view == "desk:desk"
        return next(row for row in before if row.view == "desk:sign-ups") if is_early else first
    if now.step.kind != AWARDS:
        return None
    # Nothing says whether prizes without envelopes were handed out: they come first until the list is begun.
    has_envelopes, is_begun = after[0].view == "desk:payouts", any(row.is_done for row in after)
    return _open(after) if has_envelopes or is_begun else None


def _before(event: Event, now: Day) -> tuple[ToDo, ...]:
    """What an event needs before play. Three queries beyond the shared rows."""
    tables = day_rows(event).tables_in_use
    many, came, left = _entrants(event)
    rows = [
        ToDo(words=count(tables, "table"), view="setup:tables", is_done=True)
        if tables
        else ToDo(words="Say which tables are in use", view="setup:tables", is_done=False),
        _crew(event),
        ToDo(words="Try a phone", view="setup:phones"),
        ToDo(words="Print the sign-up poster", view="hall:sign-up-poster"),
        ToDo(words=_signed_up(event, many), view="desk:sign-ups", is_done=many >= FEWEST),
        ToDo(words="Open the big screen", view="floor:wall"),
    ]
    if many >= FEWEST:
        of = count(many, event.entrant)
        rows.append(_here(came, left, of, is_all=came == many, is_cut=now.is_cut))
    return tuple(rows)


def _entrants(event: Event) -> tuple[int, int, int]:
    """How many signed up, came, and left after that; without those who withdrew before. One query."""
    entries = event.teams.filter(waits_since=None, merged_into=None)
    has_come, has_left = Q(checked_in_at__isnull=False), Q(withdrawn_at__isnull=False)
    counted = entries.aggregate(
        signed_up=Count("pk", filter=~has_left | has_come),
        came=Count("pk", filter=has_come),
        left=Count("pk", filter=has_come & has_left),
    )
    return counted["signed_up"], counted["came"], counted["left"]


def _here(came: int, left: int, of: str, *, is_all: bool, is_cut: bool) -> ToDo:
    """Who has come. Once the cut is settled nobody else can play."""
    here = came - left
    if is_cut:
        words = f"{came} of {of} came"
    elif is_all:
        words = f"{here} of {of} are here"
    else:
        words = f"Check in who comes: {here} of {of} are here" if here else "Check in who comes"
    return ToDo(words=words, view="desk:desk", is_done=is_all or is_cut)


def _signed_up(event: Event, many: int) -> str:
    if many >= FEWEST:
        return f"{count(many, event.entrant)} signed up"
    return f"Get {event.entrant}s to sign up: {'one is' if many else 'nobody is'} on the list"


def _crew(event: Event) -> ToDo:
    """The badges of the crew. An event can do without, so nothing waits for them. One query."""
    roles = list(
        event.badges.worn().filter(role__in=(Role.REFEREE, Role.DESK)).values_list("role", flat=True)
    )
    if not roles:
        return ToDo(words="Give badges to referees and desk", view="setup:people")
    words = f"{count(len(roles), 'badge')} for referees and desk"
    return ToDo(words=words, view="setup:people", is_done=True)


def _play(event: Event, now: Day, at: datetime) -> tuple[ToDo, ...]:
    """The parts of the day, as they are played. At most two queries beyond the shared rows."""
    one, two = phase(event, PhaseKind.ONE), phase(event, PhaseKind.TWO)
    begin = find_seating(one.seating).begin.format(number=1)
    began = f"Phase I began at {wall(event, one.started_at, at)}" if one.started_at else begin
    played = f"Phase I: {count(now.rounds_played, 'round')} called" if now.rounds_played else "Play Phase I"
    cut = event.way.cut
    # An event may go straight to its bracket.
    has_one = event.way.has_phase_one and (not now.is_cut or now.has_begun)
    phase_one = (
        ToDo(words=began, view="floor:seating", is_done=now.has_begun),
        ToDo(words=played, view="floor:floor", is_done=now.is_cut),
    )
    rows = [
        *(phase_one if has_one else ()),
        ToDo(words=cut.settled if now.is_cut else cut.task, view="floor:cut", is_done=now.is_cut),
    ]
    if event.way.has_bracket:
        part = event.way.part_two
        words = f"{event.way.part_two_first} is played" if two.closed_at else f"Play {part}"
        view = "hall:bracket" if two.started_at else "floor:cut"
        rows.append(ToDo(words=words, view=view, is_done=two.closed_at is not None))
    elif event.standings_shown == StandingsShown.HIDDEN:
        is_shown = not is_hidden(event)
        words = "Every place is shown" if is_shown else "Reveal the places"
        rows.append(ToDo(words=words, view="floor:wall", is_done=is_shown))
    rows.append(ToDo(words="Hand out the prizes", view="hall:awards"))
    return tuple(rows)
