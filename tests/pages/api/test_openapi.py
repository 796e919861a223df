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
from seasons.clubs.commands_club_tokens import give_club_token
from tests import build
from tests.pages.api.clients import first_round
from tests.seasons.league_weeks import league_week
from tests.seasons.series.evenings import two_evenings
from tools.rehearsal.browser import SmallBrowser

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


def limited(to: dict[str, list[Any]]) -> dict[str, Any]:
    """The OpenAPI file limited to these ids in addresses, because made-up ones would all get a 404."""
    file = described()
    for calls in file["paths"].values():
        for call in calls.values():
            for parameter in call.get("parameters", ()):
                fixed = to.get(parameter["name"])
                if parameter["in"] == "path" and fixed:
                    parameter["schema"]["enum"] = fixed
    return file


def test_every_call_does_what_the_openapi_file_says(subtests, longer):
    event, games = first_round()
    night, _, series = two_evenings()
    league = league_week(night.club, ["Aces,Kings,10,7,1,0", "Queens,Jacks,3,5,0,0"]).league
    secrets = [
        give_club_token(
            event=there,
            name=scope,
            scope=scope,
            is_of_club=there != event,
            by=build.organizer(there),
            at=build.MEET,
        ).secret
        for scope, there in (("read", event), ("run", event), ("run", night.event))
    ]
    there = {"slug": [event.slug], "game": [game.pk for game in games]}
    file = limited({**there, "league": [league.slug], "series": [series.pk]})
    schema = schemathesis.openapi.from_dict(file)
    schema.app, tried = get_wsgi_application(), 0

    for found in schema.get_all_operations():
        call = found.ok()
        takes = call.definition.raw.get("parameters") or "requestBody" in call.definition.raw
        # A call without parameters and without a body can’t be wrong.
        for mode in schemathesis.GenerationMode if takes else [schemathesis.GenerationMode.POSITIVE]:
            with subtests.test(f"{call.method} {call.path} {mode}"):
                tried_out(call.as_strategy(generation_mode=mode), secrets, EXAMPLES * longer)
                tried += 1

    assert tried > 180
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
