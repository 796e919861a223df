"""The OpenAPI file describes the calls: each is tried with valid and with invalid requests."""

import json
import re
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, assume, given, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from scoring.integrity import integrity
from tests import build
from tests.pages.api.clients import first_round
from tools.rehearsal.browser import SmallBrowser
from tournament.models import Event
from tournament.programs.commands_tokens import give_token

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("one_connection")]

EXAMPLES = 2
# The rules refuse many requests that have a valid shape, and unknown parameters are ignored.
MAY_REFUSE = [positive_data_acceptance, negative_data_rejection]
TRIED = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def described() -> dict[str, Any]:
    return json.loads(SmallBrowser(application=get_wsgi_application()).text("/api/v1/openapi.json"))


def at(event: Event, games: list[int]) -> dict[str, Any]:
    """The OpenAPI file limited to one event and its games, because made-up ids would all get a 404."""
    file = described()
    for calls in file["paths"].values():
        for call in calls.values():
            for parameter in call.get("parameters", ()):
                fixed = {"slug": [event.slug], "game": games}.get(parameter["name"])
                if parameter["in"] == "path" and fixed:
                    parameter["schema"]["enum"] = fixed
    return file


def test_every_call_does_what_the_openapi_file_says(subtests, longer):
    event, games = first_round()
    given_to = {"event": event, "by": build.organizer(event), "at": build.MEET}
    secrets = [
        give_token(name=scope, scope=scope, **given_to).secret for scope in ("read", "results", "desk")
    ]
    schema = schemathesis.openapi.from_dict(at(event, [game.pk for game in games]))
    schema.app, tried = get_wsgi_application(), 0

    for found in schema.get_all_operations():
        call = found.ok()
        for mode in schemathesis.GenerationMode:
            with subtests.test(f"{call.method} {call.path} {mode}"):
                tried_out(call.as_strategy(generation_mode=mode), secrets, EXAMPLES * longer)
                tried += 1

    assert tried > 60
    assert integrity(event) == []


def tried_out(calls: Any, secrets: list[str], many: int) -> None:
    """Make these calls with every token: each response has a status and a shape that the file lists."""

    @settings(TRIED, max_examples=many)
    @given(case=calls)
    def answers(case: schemathesis.Case) -> None:
        # Django resolves no path with a line break.
        assume(not re.search("\n|%0A", "".join(map(str, case.path_parameters.values()))))
        for secret in secrets:
            headers = {"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"}
            case.call_and_validate(headers=headers, excluded_checks=MAY_REFUSE)

    answers()


def test_the_openapi_file_is_complete():
    file = described()
    calls = [call for calls in file["paths"].values() for call in calls.values()]
    words = [call["summary"] for call in calls]

    assert file["openapi"].startswith("3.")
    assert len(set(words)) == len(words)
    assert all("application/problem+json" in call["responses"]["422"]["content"] for call in calls)
    assert "http://" not in json.dumps(file).replace("http://testserver", "")
