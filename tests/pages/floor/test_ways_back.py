"""Every action of the day has a way back, or asks first and says what it ends."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from pages.floor.next_step import day as day_of
from scoring.bracket.commands_bracket import buy_back, start_phase_two
from scoring.bracket.drawn import lost_once
from scoring.cut.commands_cut import draw_lot, reopen_cut, settle_cut
from scoring.integrity import integrity
from scoring.models import BuyBack, Cut
from scoring.open_play.commands_open_play import hold_games
from scoring.standings.standings import standings
from tests import build
from tests.pages.visit import organizer_of, still_clock
from tests.ways_back import SPACES, WAYS, Asks, Back, actions
from tools.rehearsal.browser import read
from tournament.floor.commands_kept_apart import keep_apart
from tournament.floor.kept_apart import apart_rows
from tournament.messages.audience import kind_pinned
from tournament.messages.commands_wall import pin_wall
from tournament.models import Deadline, Event, Game
from tournament.schedule.clock import day_and_face

pytestmark = pytest.mark.slow

TEMPLATES = Path(__file__).parents[3] / "templates"
LATER = timedelta(seconds=20)


def test_every_action_of_an_event_has_its_way_back_in_the_table():
    names = {name for name in actions() if name.split(":")[0] in SPACES}

    assert set(WAYS) == names


def test_every_way_back_is_an_action_or_a_sentence_on_a_page():
    pages = " ".join(" ".join(page.read_text().split()) for page in TEMPLATES.rglob("*.html"))
    names = {*actions()}

    assert [name for name, way in WAYS.items() if isinstance(way, Asks) and way.sentence not in pages] == []
    assert [name for name, way in WAYS.items() if not isinstance(way, Asks) and way.by not in names] == []


# --- the floor: press, press the way back, and compare --------------------------------------------


def state(event, at):
    """What the hall goes by at ``at``: clock, next step, rounds, games, deadlines, cut, standings, drafts."""
    event = Event.objects.get(pk=event.pk)
    schedule, face = day_and_face(event, at)
    games = Game.objects.filter(event=event, recalled_at=None).select_related("table").with_everybody()
    running = Deadline.objects.coming().filter(event=event, due_at__gt=at)
    step = day_of(event, at).step
    return {
        "clock": (face, schedule.phases, schedule.breaks, schedule.called_off, schedule.gaps),
        "wall": kind_pinned(event),
        "step": (step.kind, step.title, str(step.why_not or "")),
        "phases": [
            (phase.kind, phase.started_at, phase.closed_at is None, phase.calls_held_at is None)
            for phase in event.phases.all()
        ],
        "rounds": list(
            event.phases.get(kind="one")
            .rounds.called()
            .values_list("number", "slot", "called_at", "play_from", "whistle_at")
        ),
        "games": sorted(
            (
                tuple(sorted(map(str, game.everybody()))),
                str(game.table),
                str(game.called_at),
                str(game.over_at),
            )
            for game in games
        ),
        "deadlines": sorted(running.values_list("from_at", "due_at")),
        "cut": list(Cut.objects.filter(phase__event=event, reopened_at=None).values_list("certificate")),
        "back": list(event.teams.filter(back_at__isnull=False).values_list("pk", flat=True)),
        "lost once": [row.name for row in lost_once(event)],
        "apart": [(str(row.one), str(row.other)) for row in apart_rows(event)],
        "standings": standings(event).rows,
        "frozen": event.house_rules_frozen_at,
    }


def arrived(**plan):
    event = build.event(**{"is_practice": True, "advance_count": 4} | plan)
    build.teams(event, 4)
    return event, build.THREE


def drafted():
    event, at = arrived()
    press(event, "floor:draft-round", Press(), at)
    return event, at


def playing():
    event, at = arrived()
    build.called_round(event, at=at)
    return event, at + timedelta(minutes=1)


def pinned():
    event, at = playing()
    pin_wall(event=event, kind="seats", title="Seats", by=build.organizer(event), at=at)
    return event, at


def played():
    event, _ = arrived()
    build.played_phase_one(event, 1)
    by, at = build.organizer(event), build.at(15, 21)
    while ties := standings(event).ties:
        draw_lot(event=event, teams=list(event.teams.filter(pk__in=ties[0])), words="felt", by=by, at=at)
    return event, at


def settled():
    event, at = played()
    settle_cut(event=event, by=build.organizer(event), at=at)
    return event, at + LATER


def bracket():
    event, at = settled()
    start_phase_two(event=event, by=build.organizer(event), at=at)
    return event, at + LATER


def opened_again():
    event, at = settled()
    reopen_cut(event=event, by=build.organizer(event), at=at)
    return event, at + LATER


def unopened():
    return build.openly(6, opens=False, is_practice=True), build.THREE


def openly():
    return build.openly(6, is_practice=True), build.at(15, 1)


def held():
    event, at = openly()
    hold_games(event=event, by=build.organizer(event), at=at)
    return event, at + LATER


def losers():
    return build.lost_once(), build.at(17, 10)


def bought():
    event, at = losers()
    team = event.teams.get(pk=lost_once(event)[0].team_id)
    buy_back(team=team, key=uuid4(), amount_cents=0, method="cash", by=build.organizer(event), at=at)
    return event, at + LATER


def kept_apart():
    event, at = arrived()
    one, other, *_ = event.teams.all()
    keep_apart(event=event, one=one, other=other, by=build.organizer(event), at=at)
    return event, at


def early():
    return arrived()[0], build.at(14, 40)


def six_drafted():
    event = build.event(is_practice=True)
    build.teams(event, 6)
    press(event, "floor:draft-round", Press(), build.THREE)
    return event, build.THREE


def unseated():
    """A draft without the first of six teams: its opponents have the bye."""
    event, at = six_drafted()
    press(event, "floor:unseat-team", Press(numbers(1)), at)
    return event, at


def on_time():
    event, at = playing()
    for game in Game.objects.open().filter(event=event).with_everybody():
        build.seated(game, at=at)
    return event, build.at(15, 6)


@dataclass(frozen=True)
class Press:
    """What is sent: ``data``, to the address with the ids ``of`` these rows, one press for each."""

    data: Callable[[Event], dict[str, Any]] = lambda event: {}
    of: Callable[[Event], list[int]] | None = None


def the_round(event):
    row = event.phases.get(kind="one").rounds.filter(recalled_at=None).latest("pk")
    seen = event.log.filter(action="round.drafted").latest("pk").pk if row.called_at is None else ""
    return {"round": row.pk, "seen": seen}


def change(event):
    return {"change": event.schedule_changes.standing().latest("pk").pk}


def whistle(choice):
    return lambda event: {"choice": choice, "whistle": the_whistle(event).isoformat()}


def the_whistle(event):
    return event.phases.get(kind="one").rounds.called().get().whistle_at


def numbers(*teams, **more):
    return lambda event: {**dict(zip(("one", "other"), teams, strict=False)), "reason": "By mistake", **more}


def with_the_bye(event):
    bye = Game.objects.get(event=event, kind="bye", recalled_at=None)
    return {"one": 1, "other": bye.everybody()[0].number, "reason": "By mistake"}


def moved(table):
    return lambda event: {
        "game": str(event.games.order_by("pk").first().pk),
        "table": table,
        "reason": "Noise",
    }


def uncalled(event):
    return list(
        Game.objects.standing().filter(event=event, round=None, called_at=None).values_list("pk", flat=True)
    )


def called(event):
    return list(Game.objects.open().filter(event=event, round=None).values_list("pk", flat=True))


def seed(is_back):
    return lambda event: {
        "team": Cut.objects.get(phase__event=event).seeds.first().team_id,
        **({"is_back": "on"} if is_back else {}),
    }


def first_loser(event):
    return [lost_once(event)[0].team_id]


def first_bought(event):
    return [BuyBack.objects.get(event=event, taken_back_at=None).team_id]


def to_buy(event):
    return {"key": str(uuid4()), "method": "cash"}


PRESSED: dict[str, tuple[Callable[[], tuple[Event, Any]], Press, Press]] = {
    "floor:call-round": (drafted, Press(), Press(the_round)),
    "floor:draft-round": (arrived, Press(), Press(the_round)),
    "floor:publish-round": (drafted, Press(the_round), Press(the_round)),
    "floor:discard-draft": (drafted, Press(the_round), Press()),
    "floor:keep-apart": (arrived, Press(numbers(1, 2)), Press(of=lambda e: [e.kept_apart.get().pk])),
    "floor:may-meet": (kept_apart, Press(of=lambda e: [e.kept_apart.get().pk]), Press(numbers(1, 2))),
    "floor:swap-teams": (drafted, Press(numbers(1, 2)), Press(numbers(1, 2))),
    "floor:seat-team": (unseated, Press(with_the_bye), Press(numbers(1))),
    "floor:unseat-team": (six_drafted, Press(numbers(1)), Press(with_the_bye)),
    "floor:move-game": (drafted, Press(moved(8)), Press(moved(1))),
    "floor:open-play": (unopened, Press(), Press(the_round)),
    "floor:hold-games": (openly, Press(), Press()),
    "floor:release-games": (held, Press(), Press()),
    "floor:start-part": (early, Press(lambda e: {"part": "one"}), Press(change)),
    "floor:add-minutes": (playing, Press(lambda e: {"minutes": 10}), Press(change)),
    "floor:call-off-break": (
        playing,
        Press(lambda e: {"break_at": build.at(15, 30).isoformat()}),
        Press(change),
    ),
    "floor:change-round": (on_time, Press(whistle("longer")), Press(change)),
    "floor:settle-cut": (played, Press(), Press()),
    "floor:skip-phase-one": (arrived, Press(lambda e: {"order": "entry"}), Press()),
    "floor:reopen-cut": (settled, Press(), Press()),
    "floor:start-phase-two": (settled, Press(), Press()),
    "floor:mark-back": (settled, Press(seed(True)), Press(seed(False))),
    "floor:call-game": (bracket, Press(of=lambda e: uncalled(e)[:1]), Press(of=called)),
    "floor:call-games": (bracket, Press(), Press(of=called)),
    "floor:pin-wall": (playing, Press(lambda e: {"kind": "seats"}), Press()),
    "floor:unpin-wall": (pinned, Press(), Press(lambda e: {"kind": "seats"})),
    "floor:buy-back": (losers, Press(to_buy, first_loser), Press(of=first_bought)),
    "floor:decide-again": (bought, Press(of=first_bought), Press(to_buy, first_loser)),
}


def press(event, name, how, at):
    still_clock(event, at)
    event = Event.objects.get(pk=event.pk)
    client, ids = organizer_of(event), how.of(event) if how.of else [None]
    for pk in ids:
        address = reverse(name, args=(event.slug, *([pk] if pk else [])))
        answer = client.post(address, how.data(event))
        assert answer.status_code == 302, read(answer.content.decode()).one("main").words


def test_every_action_of_the_floor_with_a_way_back_is_pressed_below():
    backed = {name for name, way in WAYS.items() if name.startswith("floor:") and isinstance(way, Back)}

    assert set(PRESSED) == backed


@pytest.mark.parametrize("name", PRESSED)
def test_a_press_and_its_way_back_leave_everything_as_it_was(name):
    begin, action, back = PRESSED[name]
    event, at = begin()
    before, as_it_was = state(event, at + LATER), state(event, at + 2 * LATER)

    press(event, name, action, at)
    assert state(event, at + LATER) != before
    press(event, WAYS[name].by, back, at + LATER)

    after = state(event, at + 2 * LATER)
    assert {key: (as_it_was[key], after[key]) for key in after if after[key] != as_it_was[key]} == {}
    assert integrity(event) == []
