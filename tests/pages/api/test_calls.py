"""The API: what everybody may read, what a token may do, and how each refusal looks."""

import json
from uuid import uuid4

import pytest

from scoring.models import Hand
from tests import build
from tests.pages.api.clients import MADE, Program, first_round
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock
from tournament.badges.commands_badges import revoke_badge
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db


def test_everybody_reads_what_is_public_without_a_token():
    event, (game, _) = first_round()
    paths = ("", "teams", "tables", "schedule", "entry", "games", f"games/{game.pk}", "standings", "results")

    answers = {path: Program(event).get(path).status_code for path in paths}

    assert answers == dict.fromkeys(paths, 200)


def test_a_list_comes_in_pages_with_a_cursor():
    event, _ = first_round()
    everybody, numbers, after = Program(event), [], 0

    while after is not None:
        page = everybody.get(f"teams?limit=3&after={after}").json()
        numbers.append([team["team"] for team in page["items"]])
        after = page["next"]

    assert numbers == [[1, 2, 3], [4]]


def test_an_answer_is_marked_with_the_version_of_its_event():
    event, (game, _) = first_round()
    everybody = Program(event)
    tag = everybody.get("games")["ETag"]

    assert tag.startswith(f'W/"v{event.version}-')
    assert everybody.get("games", If_None_Match=tag).status_code == 304
    build.hand(game)
    assert everybody.get("games", If_None_Match=tag).status_code == 200


def test_a_call_that_is_sent_again_with_its_key_acts_once():
    event, (game, other) = first_round()
    program, key = Program(event, "results"), str(uuid4())

    first, again = (program.hand(game, Idempotency_Key=key).json() for _ in range(2))
    named = [program.hand(other, Idempotency_Key="hand 1 of table 2").status_code for _ in range(2)]

    assert (first, named) == (again, [200, 200])
    assert [str(hand.pk) for hand in game.hands.all()] == [key]
    assert other.hands.count() == 1


def test_an_idempotency_key_sent_with_another_call_or_body_is_refused():
    event = build.event(is_practice=True)
    still_clock(event, build.MEET)
    desk, key, team = Program(event, "desk"), "team-1", {"players": ["Ann Brown", "Ray Lee"], "name": "Aces"}

    first, again = (desk.post("teams", team, Idempotency_Key=key).json() for _ in range(2))
    other = desk.post("teams", team | {"name": "Kings"}, Idempotency_Key=key)
    elsewhere = desk.post("lists", {"lines": "Kings: Cy & Dee"}, Idempotency_Key=key)

    assert first == again
    assert [(each.status_code, each.json()["code"]) for each in (other, elsewhere)] == [
        (422, "sent.otherwise")
    ] * 2
    assert (event.teams.count(), event.imports.count()) == (1, 0)


def test_a_preview_shows_what_would_be_and_changes_nothing():
    event, (game, _) = first_round()
    program = Program(event, "results")

    shown = program.hand(game, more="?preview=1").json()

    assert (shown["preview"], shown["game"]["score"]) == (True, "1–0")
    assert (Hand.objects.count(), Event.objects.get(pk=event.pk).version) == (0, event.version + 1)


def test_a_refusal_is_a_problem_with_its_code_and_its_sentence():
    event, (game, _) = first_round()
    program = Program(event, "results")
    program.hand(game)

    twice = program.post(f"games/{game.pk}/hands", {"answers": {**MADE, "books": 9}, "sequence": 1})
    odd = program.hand(game, {**MADE, "books": 15})
    unknown = program.hand(game, {"tricks": 4})

    assert twice["Content-Type"] == "application/problem+json"
    assert (twice.status_code, twice.json()["code"]) == (422, "hand.there")
    assert twice.json()["type"] == "urn:uptown:refusal:hand.there"
    assert [each["field"] for each in odd.json()["errors"]] == ["books"]
    assert "tricks" in unknown.json()["detail"]


def test_a_call_that_is_wrong_says_what_to_send():
    event, (game, _) = first_round()
    program = Program(event, "results")
    address = program.address(f"games/{game.pk}/hands")

    json_type, key = "application/json", {"Idempotency-Key": "1"}
    broken = program.client.post(address, "{", content_type=json_type, headers=key)
    keyless = program.client.post(address, {}, content_type=json_type)
    wrong = [broken, keyless, program.get("games/77777"), Program(Event(slug="nowhere")).get("standings")]

    assert [each.status_code for each in wrong] == [400, 422, 404, 404]
    assert {each["Content-Type"] for each in wrong} == {"application/problem+json"}
    assert keyless.json()["errors"][0]["field"].endswith("Idempotency-Key")


def test_a_call_on_an_old_version_is_refused_and_a_repeat_gets_its_answer():
    event, (game, other) = first_round()
    program = Program(event, "results")
    sheet = program.get(f"games/{game.pk}/sheet")
    sent = {"If_Match": sheet["ETag"], "Idempotency_Key": "hand 1 of table 1"}
    seat = {"team": sheet.json()["sides"][0]["team"]}

    first = program.hand(game, **sent)
    build.hand(other)
    again, seated = program.hand(game, **sent), program.post(f"games/{game.pk}/seated", seat, **sent)
    new = program.hand(game, If_Match=sent["If_Match"])

    assert (first.status_code, again.status_code, seated.status_code) == (200, 200, 200)
    assert again.json()["game"] == first.json()["game"] == seated.json()["game"]
    assert (new.status_code, Hand.objects.filter(game=game).count()) == (412, 1)


def test_a_token_does_what_it_is_for_and_nothing_else():
    event, (game, other) = first_round()
    here = Program(event, "results", tables=[game.table.number])
    desk, reads, none = Program(event, "desk"), Program(event, "read"), Program(event)
    stranger = Program(build.event(name="Another Hall"), "results")
    stranger.event = event

    assert [here.hand(each).status_code for each in (game, other)] == [200, 403]
    assert [each.hand(game).status_code for each in (desk, reads, none, stranger)] == [403, 403, 401, 401]
    assert [each.get("log").status_code for each in (reads, here, desk, none)] == [200, 403, 403, 401]
    assert here.get("token").json()["tables"] == [game.table.number]
    assert none.get("log")["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_opens_nothing_and_what_it_entered_stays():
    event, (game, _) = first_round()
    program = Program(event, "results")
    program.hand(game)

    revoke_badge(badge=program.token.badge, by=build.organizer(event), at=build.at(15, 2))

    assert program.hand(game).status_code == 401
    assert Hand.objects.count() == 1


def test_the_desk_signs_up_who_comes_later():
    event = build.event(is_practice=True)
    still_clock(event, build.MEET)
    desk = Program(event, "desk")

    later = desk.post("teams", {"players": ["Ann Brown", "Ray Lee"], "name": "Aces", "is_here": False})
    full = desk.post("teams", {"players": ["A B", "C D", "E F"]})

    assert later.json()["team"]["is_here"] is False
    assert full.status_code == 422


def test_an_organizer_gives_a_token_that_is_shown_once_and_revokes_it():
    event = build.event(is_practice=True)
    organizer = organizer_of(event)
    page = f"/{event.slug}/programs/"

    board = {"name": "Board", "scope": "results"}
    shown = words(organizer.post(f"{page}give/", board | {"tables": "1, 2"}, follow=True))
    again = words(organizer.get(page))
    wrong = organizer.post(f"{page}give/", board | {"tables": "1, x"})
    organizer.post(f"{page}{event.badges.get(role=Role.PROGRAM).pk}/revoke/")

    assert ["uptown_" in page for page in (shown, again)] == [True, False]
    assert "Enter results at Table 1, 2" in again
    assert (wrong.status_code, "There is no Table x" in words(wrong)) == (422, True)
    assert event.badges.get(role=Role.PROGRAM).revoked_at


def test_the_log_is_streamed_as_lines_or_as_events_from_where_somebody_was():
    event, (game, _) = first_round()
    reads = Program(event, "read")
    build.hand(game)
    before, last = event.log.order_by("-pk")[:2][::-1]

    lines = reads.get(f"log/stream?after={before.pk - 1}", Accept="application/x-ndjson")
    events = reads.get("log/stream", Last_Event_ID=str(last.pk - 1), Accept="text/event-stream")

    earlier, line = lines.content.decode().splitlines()
    assert [json.loads(each)["number"] for each in (earlier, line)] == [before.pk, last.pk]
    assert [json.loads(each)["hand"] for each in (earlier, line)] == [None, str(game.hands.get().pk)]
    assert lines["Uptown-Next"] == str(last.pk)
    assert events.content.decode() == f"id: {last.pk}\ndata: {line}\n\n"
