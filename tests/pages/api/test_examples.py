"""The examples in the OpenAPI file are the calls' responses on a small evening, recorded here."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scoring.tasks import work_on_lists
from seasons.clubs.commands_club_tokens import give_club_token
from seasons.models import Club
from tests import build
from tests.pages.api.clients import client_of_the_doc, opened
from tests.pages.visit import still_clock
from tests.seasons.league_weeks import league_week
from tests.seasons.series.evenings import two_evenings
from tournament.models import Event, Game
from tournament.models.programs import Scope

pytestmark = pytest.mark.django_db

FILE = Path(__file__).parents[3] / "pages" / "api" / "examples.json"
MOST = 2
"""The rows of a list that an example shows."""
HAND = {"bidder": "NS", "bid": "4 uptown", "books": 10}
TOTAL = {"total_hands_ns": 3, "total_hands_ew": 1, "total_points_ns": 11, "total_points_ew": 5}
LIST = "Kings,Mo King,Di Fox\nQueens,Jo Queen,Al Ray"


class Recorder:
    """A client for each scope. Ids and keys are numbered, so that each recording is the same."""

    def __init__(self, event: Event, *, is_of_club: bool = False) -> None:
        self.event, self.found, self.uuids, self.ids = event, {}, {}, {}
        given = {"event": event, "by": build.organizer(event), "at": build.MEET, "is_of_club": is_of_club}
        known = client_of_the_doc()["Uptown"]
        self.clients = {
            scope: known(
                "http://here", give_club_token(name=f"The {scope} app", scope=scope, **given).secret, opened
            )
            for scope in Scope.values
        }

    def do(self, scope: str, name: str, body: Any = None, **values: Any) -> Any:
        if "{slug}" in self.clients[scope].calls[name][1]:
            values["slug"] = self.event.slug
        answer = self.clients[scope].do(name, body, **values)
        self.found[name] = {} if body is None else {"body": body}
        self.found[name]["answer"] = self.numbered(answer)
        return answer

    def numbered(self, value: Any, key: str = "", row: Any = None) -> Any:
        match value:
            case dict():
                return {name: self.numbered(each, name, value) for name, each in value.items()}
            case list():
                return [self.numbered(each, key) for each in (value if key == "fields" else value[:MOST])]
            case str():
                # The log's head, which contains salts.
                same = re.sub(r"\b[0-9a-f]{64}\b", "7a1e" * 16, value)
                same = re.sub(r"whsec_.*", "whsec_N2ExZTdhMWU=", same)
                return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", self._uuid, same)
            case int() if key in {"webhook", "series", "player", "round", "seen"} and value:
                return self.ids.setdefault(
                    (key, value), len([each for each, _ in self.ids if each == key]) + 1
                )
            case int() if key in {"game", "imported"}:
                rows = self.event.games if key == "game" else self.event.imports
                return list(rows.order_by("pk").values_list("pk", flat=True)).index(value) + 1
            case int() if key == "number" and "action" in row:
                return self.event.log.filter(pk__lte=value).count()
        return value

    def _uuid(self, found: re.Match[str]) -> str:
        return self.uuids.setdefault(found[0], f"7a1e2c00-0000-4000-8000-{len(self.uuids) + 1:012d}")


def evening(recorder: Recorder) -> None:
    """Make every call once: the desk, the first round, changes of a hand, and everything that can be read."""
    event, do = recorder.event, recorder.do
    for names in ("Ann Brown, Ray Lee", "Dee Hall, Sam Fox", "Bo King, Cy Webb", "Jo Day, Al Poe"):
        players = names.split(", ")
        do("desk", "sign_up_a_team", {"players": players, "name": players[0].split()[1] + "s"})
    for name in ("undo_a_check_in", "check_a_team_in", "withdraw_a_team", "let_a_team_return"):
        do("desk", name, team=1)
    columns = {"columns": ["team", "player_1", "player_2"], "has_heading": False}
    for name, body in (
        ("bring_a_list", {"lines": LIST}),
        ("throw_the_list_away", None),
        ("bring_a_list", {"lines": LIST}),
        ("say_what_the_columns_have", columns),
        ("import_the_list", {"leaves_out": True}),
        ("list_now", None),
    ):
        do("desk", name, body)
        work_on_lists(build.MEET)
    (brought,) = recorder.clients["desk"].do("list_now", slug=event.slug)["imported"]
    do("desk", "undo_a_list", list_id=brought)
    work_on_lists(build.MEET)

    do("run", "set_the_clock", {"shown": build.THREE.isoformat(), "speed": 0})
    for name in ("today", "seating", "cut"):
        do("run", name)
    do("run", "call_round")
    [hook] = [
        do("run", "add_a_webhook", {"url": "https://example.org/uptown", "actions": ["hand"]})["webhook"]
    ]
    do("run", "webhooks")
    for name in ("ping_a_webhook", "remove_a_webhook"):
        do("run", name, webhook=hook["webhook"])
    still_clock(event, build.at(15, 2))
    first, second = Game.objects.filter(event=event).order_by("pk")
    sheet = do("results", "game_sheet", game=first.pk)
    do("results", "seat_a_team", {"team": sheet["sides"][0]["team"]}, game=first.pk)
    [played] = do("results", "enter_a_hand", {"sequence": 1, "answers": HAND}, game=first.pk)["game"]["hands"]
    better = {"answers": HAND | {"books": 11}, "reason": "Miscounted"}
    [corrected] = do("results", "correct_a_hand", better, hand=played["id"])["game"]["hands"]
    do("results", "take_a_hand_back", {"reason": "A misdeal: played again"}, hand=corrected["id"])
    do("results", "enter_a_hand", {"sequence": 1, "answers": HAND}, game=first.pk)
    do("results", "enter_a_total", {"answers": TOTAL}, game=second.pk, preview=True)
    do("results", "forfeit_a_game", {"side": "EW"}, game=second.pk)
    still_clock(event, build.at(15, 31))
    do("results", "end_a_game_at_the_whistle", game=first.pk)
    for name in (
        "events",
        "event",
        "schedule",
        "entry",
        "teams",
        "tables",
        "games",
        "standings",
        "bracket",
        "results",
    ):
        do("read", name)
    do("read", "game", game=first.pk)
    do("results", "token")
    do("desk", "desk_teams")
    do("read", "log", after=event.log.filter(action="hand.recorded").first().pk - 1, limit=200)


def season(recorder: Recorder, club: Club) -> None:
    """Make every call about clubs, leagues and series once."""
    league_week(club, ["Aces,Kings,10,7,1,0", "Queens,Jacks,3,5,0,0"])
    league_week(club, ["Kings,Aces,12,4,0,0", "Queens,Jacks,9,5,0,2"], 2)
    do, league, series = recorder.do, club.leagues.get().slug, club.series.get().pk
    for name in ("leagues", "all_series", "evenings"):
        do("read", name)
    for name in ("league", "league_standings", "league_players"):
        do("read", name, league=league)
    do("read", "league_games", league=league, week=2)
    do("read", "series", series=series)
    do("run", "club")
    do("run", "people")
    do("run", "season", since="2026-06-01", until="2026-07-31")
    do("run", "open_an_event", {"name": "Saturday Whist", "held_on": "2026-07-04", "evening": "fahrenheit"})


def test_the_examples_are_what_the_calls_answer(tmp_path):
    event = build.event(is_practice=True, name="Friday Whist", results_by="either")
    still_clock(event, build.MEET)
    recorder, new = Recorder(event), tmp_path / "examples.json"

    evening(recorder)
    night, other, _ = two_evenings()
    of_club = Recorder(other.event, is_of_club=True)
    season(of_club, night.club)
    recorder.found |= of_club.found

    new.write_text(json.dumps(recorder.found, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
    assert new.read_text("utf-8") == FILE.read_text("utf-8"), (
        f"An answer has changed. If it should: cp {new} {FILE}"
    )


def test_every_call_of_the_openapi_file_has_an_example():
    file = json.loads(Client().get("/api/v1/openapi.json").content)
    calls = [call for calls in file["paths"].values() for call in calls.values()]
    bodies = {call["operationId"]: call["requestBody"] for call in calls if "requestBody" in call}
    answers = {call["operationId"]: call["responses"]["200"] for call in calls}

    without = [
        name
        for name, each in [*bodies.items(), *answers.items()]
        if "example" not in each["content"].get("application/json", {"example": "a stream"})
    ]
    assert (without, len(answers) > 30, len(bodies) >= 10) == ([], True, True)
