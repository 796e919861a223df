"""A series: its events, its table, and its rule in words (Rulebook C-1 to C-9)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Min

from rules.seasons.series import (
    PLACES,
    POINTS,
    WINS,
    CountedEvent,
    Finish,
    SeriesRow,
    SeriesRule,
    series_table,
)
from scoring.bracket.bracket import bracket_page, final_places
from scoring.standings.board import board
from scoring.standings.sums import NOTHING, sums_at
from seasons.models import Series, SeriesEvent
from seasons.ratings.grades import people_by_player
from seasons.shelf.in_force import events_in_force, nights_in_force
from tournament.event.day_rows import phase
from tournament.event.names import count, ordinal, who_sits
from tournament.models import Event, Player
from tournament.models.schedule import PhaseKind

People = tuple[int, ...]
NO_NAME = "Name not shown"


@dataclass(frozen=True, kw_only=True)
class SeriesNight:
    """An event of a series."""

    pk: int
    event: Event
    held_on: date
    is_final: bool
    field: int
    """How many entrants played."""
    why_not: str
    """Why it adds no points."""
    unknown: int
    """How many of its players nobody has recognized, so the table lacks them."""


@dataclass(frozen=True, kw_only=True)
class SeriesLine:
    """A row of the table. ``why`` explains its rank; ``counts`` and ``dropped`` list the results in words."""

    row: SeriesRow[People]
    name: str
    why: str
    counts: tuple[str, ...]
    dropped: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SeriesTable:
    series: Series
    rule_in_words: str
    nights: tuple[SeriesNight, ...]
    lines: tuple[SeriesLine, ...]
    final: Event | None

    @property
    def qualified(self) -> tuple[SeriesLine, ...]:
        return tuple(line for line in self.lines if line.row.qualifies)

    @property
    def columns(self) -> list[SeriesNight]:
        return [night for night in self.nights if not night.is_final]


def series_at(event: Event) -> list[Series]:
    """The series that the event is in. One query."""
    rows = SeriesEvent.objects.now().filter(event=event).select_related("series").order_by("series__name")
    return [row.series for row in rows]


def events_to_add(series: Series) -> list[tuple[Event, date]]:
    """The club's events that aren't in the series, the latest first. One query."""
    events = events_in_force(series.club).exclude(pk__in=series.events.now().values("event"))
    return [(event, _day(event)) for event in _dated(events).order_by("-starts", "-pk")]


def last_event(series: Series) -> Event | None:
    """The event that the final copies: the last one that isn't a final. One query."""
    events = events_in_force(series.club).filter(
        in_series__series=series, in_series__ended_at=None, in_series__is_final=False
    )
    found: Event | None = _dated(events).order_by("starts", "pk").last()
    return found


def table_of_series(series: Series, *, is_public: bool = False) -> SeriesTable:
    """The series' table. Nine queries, and about twenty for each event whose version isn't cached.

    With ``is_public``, it names only people who agreed to it. An event counts once its places are final, so
    no hidden result is in the table (Rulebook E-94).
    """
    nights = nights_in_force(series).select_related("event")
    dated: Any = nights.annotate(starts=Min("event__phases__starts_at"))
    rows = list(dated.order_by("starts", "pk"))
    places = {row.event_id: places_of(row.event.key, row.event.version) for row in rows if not row.is_final}
    rule = series.rule
    people, unknown = _people(series, (team for found in places.values() for team in found))
    versions = {row.event_id: (row.event.key, row.event.version) for row in rows}
    finishes = [
        Finish(
            who=people[team],
            event=event,
            place=place,
            won=sums_at(*versions[event]).get(team, NOTHING).won,
            points=sums_at(*versions[event]).get(team, NOTHING).points,
        )
        for event, found in places.items()
        for team, place in found.items()
        if team in people
    ]
    known = {who for whom in people.values() for who in whom}
    rows_of_people = list(series.club.people.filter(pk__in=known).values_list("pk", "name", "public_at"))
    order = {who: (name.casefold(), who) for who, name, _ in rows_of_people}
    # Tied people are in the order of their names.
    each_of = list(_each(finishes, series.by_pairs))
    each_of.sort(key=lambda each: sorted(order[who] for who in each.who))
    fields = {event: len(found) for event, found in places.items() if found}
    table = series_table(rule, fields, each_of)
    names = {who: name for who, name, public_at in rows_of_people if public_at or not is_public}
    shown = tuple(_night(row, places.get(row.event_id, {}), rule, unknown) for row in rows)
    final = next((night.event for night in shown if night.is_final), None)
    by_event = {night.event.pk: night.event.name for night in shown}
    return SeriesTable(
        series=series,
        rule_in_words=rule_in_words(rule, by_pairs=series.by_pairs),
        nights=shown,
        lines=tuple(_lines(table, names, by_event, rule)),
        final=final,
    )


@lru_cache(maxsize=512)
def places_of(key: UUID, version: int) -> Mapping[int, int]:
    """The final place of each team by id, at this version of the event; empty until all are final.

    About twenty queries, cached by version: every action that changes a place raises the version.
    """
    event = Event.objects.get(key=key)
    closed_at = phase(event, PhaseKind.ONE).closed_at
    if closed_at is None:
        return {}
    bracket = bracket_page(event, closed_at)
    if not bracket.is_over:
        return {}
    found = final_places(bracket, board(event, closed_at, is_public=False, with_chances=False))
    return {team: first for team, (first, _) in found.items()}


def _people(series: Series, teams: Iterable[int]) -> tuple[dict[int, People], dict[int, int]]:
    """By team, its people at the end; by event, how many players nobody has recognized. Three queries."""
    players: dict[int, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(team__in=list(teams)).order_by("pk"):
        players[player.team_id or 0].append(player)
    is_whom = people_by_player(series.club)
    found: dict[int, People] = {}
    unknown: dict[int, int] = defaultdict(int)
    for team, members in players.items():
        sits = who_sits(members)
        known = tuple(sorted(is_whom[player.pk] for player in sits if player.pk in is_whom))
        unknown[sits[0].event_id if sits else 0] += len(sits) - len(known)
        if known and not (series.by_pairs and (len(known) < len(sits) or len(known) == 1)):
            found[team] = known
    return found, unknown


def _each(finishes: Iterable[Finish[People]], by_pairs: bool) -> Iterable[Finish[People]]:
    for each in finishes:
        whom = (each.who,) if by_pairs else ((who,) for who in each.who)
        for who in whom:
            yield Finish(who=who, event=each.event, place=each.place, won=each.won, points=each.points)


def _night(row: Any, places: Mapping[int, int], rule: SeriesRule, unknown: Mapping[int, int]) -> SeriesNight:
    field = len(places)
    why_not = ""
    if row.is_final:
        why_not = "the final: its places decide, it brings no points"
    elif not places:
        why_not = "not over yet"
    elif field < rule.least_field:
        why_not = f"doesn’t count: {field} played, and it takes {rule.least_field}"
    return SeriesNight(
        pk=row.pk,
        event=row.event,
        held_on=row.starts.astimezone(row.event.zone).date(),
        is_final=row.is_final,
        field=field,
        why_not=why_not,
        unknown=0 if why_not else unknown.get(row.event_id, 0),
    )


def _lines(
    table: Iterable[SeriesRow[People]], names: Mapping[int, str], events: Mapping[int, str], rule: SeriesRule
) -> Iterable[SeriesLine]:
    above: SeriesRow[People] | None = None
    above_name = ""
    for row in table:
        is_named = all(who in names for who in row.who)
        name = " & ".join(sorted((names[who] for who in row.who), key=str.casefold)) if is_named else NO_NAME
        yield SeriesLine(
            row=row,
            name=name,
            why=_why(row, above, above_name),
            # Events show places with names, so a place here would reveal a name that must not be shown.
            counts=tuple(_brought(each, events, rule) for each in row.counts if is_named),
            dropped=tuple(_brought(each, events, rule) for each in row.dropped if is_named),
        )
        above, above_name = row, name if is_named else "the one above"


def _why(row: SeriesRow[People], above: SeriesRow[People] | None, name: str) -> str:
    """A sentence that explains a rank (Rulebook C-6)."""
    have = f"{ordinal(row.rank)} with {count(row.points, 'point')} from {count(len(row.counts), 'event')}"
    if above is None:
        return f"{have}."
    sentences = {
        "points": f"{above.points - row.points} behind {name}",
        "won": f"as many as {name}, who won more of these events: {above.events_won} to {row.events_won}",
        "best": f"as many as {name}, whose best event brought more: {above.best} to {row.best}",
        "equal": f"tied with {name}: as many points and events won, and as good a best event",
    }
    return f"{have}, {sentences[row.decided_by]}."


def _brought(each: CountedEvent, events: Mapping[int, str], rule: SeriesRule) -> str:
    where = events[each.event]
    if rule.counting == PLACES:
        return f"{each.points} for {ordinal(each.place)} place at {where}"
    return f"{count(each.points, 'win' if rule.counting == WINS else 'point')} at {where}"


def rule_in_words(rule: SeriesRule, *, by_pairs: bool) -> str:
    """The rule of a series as its page says it."""
    who = "pair" if by_pairs else "person"
    sentences = [f"{_each_event(rule)} {_worth(rule)}"]
    if rule.best:
        best, counts = (f"{rule.best} events", "count") if rule.best > 1 else ("event", "counts")
        sentences.append(f"The best {best} of each {who} {counts}.")
    else:
        sentences.append("All events count.")
    sentences.append("If points are equal, who won more events is ahead, then who had the better best event.")
    if rule.qualify:
        several = f"The first {rule.qualify}" if rule.qualify > 1 else "The first"
        least = f" with at least {count(rule.least_events, 'event')}" if rule.least_events else ""
        sentences.append(f"{several}{least} qualif{'y' if rule.qualify > 1 else 'ies'} for the final.")
    return " ".join(sentences)


def _each_event(rule: SeriesRule) -> str:
    return f"At each event{f' with a field of {rule.least_field} or more' if rule.least_field else ''},"


def _worth(rule: SeriesRule) -> str:
    if rule.counting == WINS:
        return "each game won is a point."
    if rule.counting == POINTS:
        return "the points made at the tables count as they are."
    places = [f"{ordinal(place)} place {points}" for place, points in enumerate(rule.table, 1)]
    first = f"1st place brings {count(rule.table[0], 'point')}" if places else "no place brings points"
    others = f", and everybody else who played {rule.below}" if rule.below else ""
    return f"{', '.join([first, *places[1:]])}{others}."


def _dated(events: Any) -> Any:
    return events.annotate(starts=Min("phases__starts_at"))


def _day(event: Any) -> date:
    found: date = event.starts.astimezone(event.zone).date()
    return found
