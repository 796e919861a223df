"""What is asked of a team can be entered, corrected, imported, exported and merged everywhere."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.tasks import work_on_lists
from seasons.people.commands_merging import merge_teams
from tests import build
from tests.pages.visit import organizer_of, wearing
from tournament.entries.commands_sign_up import sign_up_team
from tournament.lists.commands_imports import ask_import, confirm_import
from tournament.models import Team
from tournament.programs.commands_tokens import give_token

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# Each field with a value that isn't the default.
ASKED = {"name": "Kitty Katz", "home": "Gary", "needs_accessible": True}
STATE = {
    "id", "key", "event", "number", "fixed_table", "signed_up_at", "checked_in_at", "withdrawn_at", "back_at",
    "waits_since", "part_here_at", "sits_out_at", "sits_out_round", "moved_up_at", "merged_into",
}  # fmt: skip
"""What the program or the desk decides."""

PLAYERS = ("Ann", "Ray")
TYPED = {name: "on" if value is True else value for name, value in ASKED.items()}


def signed(event):
    return {"by": build.organizer(event), "at": build.MEET}


def asked(event):
    """A team that answered everything when it signed up."""
    return sign_up_team(event=event, key=uuid4(), players=PLAYERS, **ASKED, **signed(event))


def by_the_sign_up_form(event):
    names = {f"player_{number}": name for number, name in enumerate(PLAYERS, start=1)}
    Client().post(f"/{event.slug}/sign-up/", {"key": uuid4(), **names, **TYPED})


def by_its_own_correction(event):
    team = build.team(event, "Aces", is_here=False)
    names = {f"player_{player.pk}": player.name for player in team.players.all()}
    wearing(team.badge).post(f"/{event.slug}/team/correct/", {**names, **TYPED})


def by_the_desk(event):
    team = build.team(event, "Aces", is_here=False)
    for form in ("rename", "place"):
        organizer_of(event).post(f"/{event.slug}/desk/{team.pk}/{form}/", TYPED)


def by_a_program(event):
    token = give_token(event=event, name="App", scope="desk", **signed(event))
    headers = {"Authorization": f"Bearer {token.secret}", "Idempotency-Key": str(uuid4())}
    body = {"players": list(PLAYERS), "is_here": False, **ASKED}
    Client(headers=headers).post(f"/api/v1/events/{event.slug}/teams", body, content_type="application/json")


def by_a_list_of_another_event(event):
    other = build.event(name="Another")
    asked(other)
    taken = {"list": "teams", "kind": "csv", "contacts": "on"}
    file = organizer_of(other).get(f"/{other.slug}/desk/lists/take/", taken).getvalue()
    ask_import(event=event, key=uuid4(), content=file, **signed(event))
    work_on_lists(timezone.now())
    confirm_import(event=event, leaves_out=False, **signed(event))
    work_on_lists(timezone.now())


def by_merging(event):
    kept = build.team(event, ASKED["name"], is_here=False)
    others = {**ASKED, "name": "Aces"}
    gone = sign_up_team(event=event, key=uuid4(), players=("Di", "Ed"), **others, **signed(event))
    merge_teams(team=kept, other=gone, **signed(event))


WAYS = (
    by_the_sign_up_form, by_its_own_correction, by_the_desk, by_a_program, by_a_list_of_another_event,
    by_merging,
)  # fmt: skip


def test_each_column_of_a_team_is_asked_or_a_state():
    assert {column.name for column in Team._meta.fields} == STATE | ASKED.keys()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_everything_that_is_asked_of_a_team_arrives(way):
    event = build.event(is_practice=True)

    way(event)

    team = Team.objects.get(event=event, merged_into=None)
    assert {name: getattr(team, name) for name in ASKED} == ASKED


@pytest.mark.parametrize(
    ("address", "forms"),
    [
        pytest.param("team/correct/", ("form",), id="its own page"),
        pytest.param("desk/{pk}/", ("rename_form", "place_form"), id="its page at the desk"),
    ],
)
def test_a_form_that_corrects_a_team_shows_what_it_answered(address, forms):
    team = asked(build.event(is_practice=True))
    client = organizer_of(team.event) if "desk" in address else wearing(team.badge)

    page = client.get(f"/{team.event.slug}/{address.format(pk=team.pk)}")

    shown = {field.name: field.value() for form in forms for field in page.context[form]}
    assert {name: shown.get(name) for name in ASKED} == ASKED
