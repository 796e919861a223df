"""What an organizer presses is a call, too, and runs the same action."""

import pytest
from django.test import Client

from pages.api.running.today import CALLS_OF
from pages.floor import urls
from tests import build
from tests.pages.api.clients import Program, first_round
from tests.pages.visit import still_clock
from tournament.models import Event

pytestmark = pytest.mark.django_db


def described():
    return Client().get("/api/v1/openapi.json").json()


def run(**plan):
    """A program that runs an event with four teams, just before the first round."""
    event = build.event(is_practice=True, **plan)
    build.teams(event, 4)
    still_clock(event, build.THREE)
    return Program(Event.objects.get(pk=event.pk), "run")


def test_each_action_of_the_floor_is_a_call_of_the_same_name():
    paths = described()["paths"]
    calls = {call["operationId"] for of_path in paths.values() for call in of_path.values()}
    actions = {each.name.replace("-", "_") for each in urls.urlpatterns if hasattr(each.callback, "action")}

    assert actions - calls == set()
    assert (len(actions) > 40, set(CALLS_OF.values()) - actions) == (True, set())


def test_a_program_calls_a_round_once_and_hears_what_comes_next():
    program = run()
    before = program.get("today").json()["step"]

    sent = [program.post("actions/call-round", Idempotency_Key="round 1").json() for _ in range(2)]
    early = program.post("actions/call-round")

    assert (before["kind"], before["call"], before["why_not"]) == ("round", "call_round", "")
    assert sent[0] == sent[1]
    assert sent[0]["today"]["rounds_called"] == program.event.games.values("round").distinct().count() == 1
    assert (early.status_code, early.json()["code"]) == (422, "phase-one.tables-play")
    assert program.event.log.get(action="round.called").by.name == "The run app"


def test_a_press_that_is_previewed_is_not_done():
    program = run()

    shown = program.post("actions/call-round?preview=1").json()

    assert (shown["preview"], shown["today"]["rounds_called"]) == (True, 1)
    assert program.event.games.count() == 0


def test_a_program_drafts_a_round_changes_it_and_publishes_it():
    program = run()
    program.post("actions/draft-round", {})
    drafted = program.get("seating").json()
    one, other = (game["sides"][0]["team"] for game in drafted["games"])

    swapped = program.post("actions/swap-teams", {"one": one, "other": other})
    stale = program.post("actions/publish-round", {"round": drafted["round"], "seen": drafted["seen"]})
    now = program.get("seating").json()
    program.post("actions/publish-round", {"round": now["round"], "seen": now["seen"]})

    assert (drafted["stage"], swapped.status_code) == ("draft", 200)
    assert (stale.status_code, stale.json()["code"]) == (422, "draft.changed")
    assert [game["sides"][0]["team"] for game in now["games"]] == [other, one]
    assert program.get("seating").json()["stage"] == "called"


def test_a_body_that_is_wrong_is_a_problem_for_each_press():
    program, paths = run(), described()["paths"]
    presses = [path.rpartition("{slug}/")[2] for path in paths if "/actions/" in path]
    bodies = (None, {"team": "x"}, {"one": -1, "other": 10**30}, {"minutes": [], "words": 7}, [1], "no")

    answers = {
        (path, answer.status_code)
        for path in presses
        for body in bodies
        for answer in [program.post(_numbered(path), body)]
    }

    assert {status for _, status in answers if status >= 500} == set()
    assert len(answers) > 40


def _numbered(path: str) -> str:
    return "/".join("7" if part.startswith("{") else part for part in path.split("/"))


def test_tokens_that_do_not_run_the_event_press_nothing():
    event, _ = first_round()

    answers = [Program(event, scope).post("actions/settle-cut") for scope in ("read", "results", "desk", "")]

    assert [answer.status_code for answer in answers] == [403, 403, 403, 401]
