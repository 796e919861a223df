"""An event moves to another database and back, with every fact."""

import gzip
import json
from datetime import timedelta
from io import BytesIO, StringIO
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.integrity import integrity
from scoring.models import Hand
from scoring.rulings.commands_rulings import make_ruling
from scoring.sheet.ruling_rows import Case
from seasons.shelf.commands_move_event import moving, read_event, write_event
from tests import build
from tests.scenes import DAY, GO_ON, SEEN
from tests.server.computers import house, house_on_postgres
from tournament.errors import Refused
from tournament.event.commands_erase import erase_event
from tournament.log.log_chain import broken_links
from tournament.models import Badge, Event
from tournament.money.commands_donations import counter_donation, take_donation

pytestmark = pytest.mark.django_db

NOW = build.at(22)


def played() -> Event:
    """An event with two rounds, a cut and a bracket, whose ids differ from those of an empty database."""
    build.game()
    event = build.event(name="Spring")
    build.teams(event, 9)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    return Event.objects.get(pk=event.pk)


def written(event: Event) -> bytes:
    file = BytesIO()
    write_event(event=event, to=file)
    return file.getvalue()


def brought(file: bytes, **how) -> Event:
    return read_event(file=BytesIO(file), now=NOW, **how)


def results(event: Event) -> object:
    exported = Client().get(f"/{event.slug}/results/results.json").json()
    # A game's number is its id, and the log has gained an entry.
    for game in exported["games"]:
        del game["game"]
    return {name: each for name, each in exported.items() if name not in {"as_of", "log"}}


def elsewhere(event: Event) -> None:
    """Make this the database of another server: without the event, and with other rows."""
    erase_event(event)
    build.game(build.event(name="Another"))


@pytest.mark.both
def test_what_moves_is_everything_that_needs_nothing_from_outside():
    names = {model.__name__ for model in moving()}
    assert {"Event", "Team", "Player", "Game", "Hand", "LogEntry", "Donation", "Shelved"} <= names
    assert not names & {"User", "Club", "ClubEvent", "Person", "Appearance", "Session"}


@pytest.mark.slow
@pytest.mark.both
def test_a_moved_event_has_the_same_results_and_a_log_that_verifies():
    event = played()
    before, hands, file = results(event), Hand.objects.filter(game__event=event).count(), written(event)
    elsewhere(event)

    moved = brought(file)

    assert (results(moved), Hand.objects.filter(game__event=moved).count()) == (before, hands)
    assert broken_links(moved) == []
    assert [each for each in integrity(moved) if moved.name in str(each)] == []
    assert moved.log.last().words == "The event was moved here from a file."


@pytest.mark.slow
@pytest.mark.both
def test_the_event_can_be_played_on_and_moves_back_with_what_was_played():
    event = build.event(name="Spring")
    game = build.game(event)
    file = written(event)
    people = set(event.players.values_list("key", flat=True))
    elsewhere(event)
    moved = brought(file)
    build.hand(moved.games.get())
    back = written(moved)
    # This server has the event as it was before it moved.
    elsewhere(moved)
    here = brought(file)

    with pytest.raises(Refused, match="is here already, at /spring/"):
        brought(back)
    with pytest.raises(Refused, match="isn’t in the file"):
        # Both servers moved it, so each log has an entry that the other lacks.
        brought(back, replaces=True)
    assert set(here.players.values_list("key", flat=True)) == people
    assert here.games.get().key == game.key


def test_a_file_replaces_an_event_only_if_it_has_all_that_happened():
    event = build.event(name="Spring")
    game = build.game(event)
    file = written(event)
    build.hand(game)
    later = written(event)
    ids = set(event.players.values_list("key", "pk"))
    accounts = set(event.badges.values_list("key", "user"))

    with pytest.raises(Refused, match="isn’t in the file"):
        brought(file, replaces=True)
    again = brought(later, replaces=True)

    assert again.pk == event.pk
    assert set(again.players.values_list("key", "pk")) == ids
    assert set(again.badges.values_list("key", "user")) == accounts
    assert Hand.objects.filter(game__event=again).count() == 1


def test_a_moved_event_keeps_its_links_but_no_codes_and_gets_an_organizer():
    event = build.event(name="Spring")
    team = build.team(event)
    secret, file = Badge.objects.get(team=team).secret, written(event)
    elsewhere(event)
    ruth = get_user_model().objects.create_user("ruth")

    moved = brought(file, organizer=ruth)

    assert moved.badges.get(team__key=team.key).secret == secret
    assert not moved.badges.exclude(code_hash=None).exists()
    assert moved.badges.exclude(user=None).get().user == ruth
    assert moved.badges.get(user=ruth).get_role_display() == "organizer"


def changed(file: bytes, **header) -> bytes:
    first, rest = gzip.decompress(file).split(b"\n", 1)
    return gzip.compress(json.dumps(json.loads(first) | header).encode() + b"\n" + rest)


def test_a_file_that_cannot_be_an_event_is_refused_and_leaves_nothing():
    event = build.event(name="Spring")
    build.game(event)
    file = written(event)
    plain = gzip.decompress(file)
    elsewhere(event)
    before = Event.objects.count()

    for wrong, sentence in (
        (b"", "isn’t a whole event"),
        (b"PK\x03\x04", "isn’t a whole event"),
        (file[:-200], "isn’t a whole event"),
        (gzip.compress(plain[: plain.rindex(b"\n", 0, -1) + 1]), "isn’t a whole event"),
        (gzip.compress(plain.replace(b"tournament.team", b"auth.user")), "isn’t a whole event"),
        (gzip.compress(plain.replace(b'"action": "', b'"action": "x')), "isn’t what its log says"),
        (changed(file, tables={"tournament": "0000_other"}), "another version"),
    ):
        with pytest.raises(Refused, match=sentence):
            brought(wrong)

    assert Event.objects.count() == before


def altered(file: bytes, model: str, **columns: object) -> bytes:
    """The file with other values in the last row of a model; without the row if there are none."""
    header, *rows = gzip.decompress(file).decode().splitlines()
    records = [json.loads(row) for row in rows]
    last = max(index for index, row in enumerate(records) if row["model"] == model)
    records[last]["fields"] |= columns
    if not columns:
        del records[last]
        header = json.dumps(json.loads(header) | {"rows": len(records)})
    return gzip.compress("\n".join([header, *map(json.dumps, records)]).encode() + b"\n")


def paid_and_ruled() -> Event:
    """An event with two hands, a payment, one that was taken back, and a ruling."""
    event = build.event(name="Spring")
    game, given = build.game(event), {"by": build.organizer(event), "at": build.at(15)}
    build.hand(game)
    build.hand(game)
    money = {"event": event, "amount_cents": 500, "method": "cash", **given}
    counter_donation(
        donation=take_donation(key=uuid4(), **money), key=uuid4(), reason="Entered twice", **given
    )
    take_donation(key=uuid4(), team=game.team("NS"), pot="", **money)
    make_ruling(
        ruling_id=uuid4(),
        game=game,
        case=Case(kind="conduct", against="EW", penalty="warning"),
        reason="Talked across the table",
        **given,
    )
    return event


ALTERED = {
    "a hand": ("scoring.hand", {"facts": {"bidder": "EW", "level": 4, "strain": "uptown", "books": 10}}),
    "the number of a hand": ("scoring.hand", {"sequence": 3}),
    "what a hand counts": ("scoring.hand", {"units": {"NS": 9, "EW": 0}}),
    "a result": ("scoring.gamescore", {"hands": 7}),
    "a payment": ("tournament.donation", {"amount_cents": 50000}),
    "how it was paid": ("tournament.donation", {"method": "zelle"}),
    "who paid": ("tournament.donation", {"team": None}),
    "a team’s name": ("tournament.team", {"name": "Another Team"}),
    "a player’s name": ("tournament.player", {"name": "Another Player"}),
    "a player nobody signed up": ("tournament.player", {"key": str(uuid4())}),
    "a hand left out": ("scoring.hand", {}),
    "a payment left out": ("tournament.donation", {}),
    "a ruling left out": ("scoring.ruling", {}),
}


@pytest.mark.parametrize(("model", "columns"), ALTERED.values(), ids=ALTERED)
def test_a_file_with_a_row_that_differs_from_its_log_is_refused_whole(model, columns):
    event = paid_and_ruled()
    file = written(event)
    elsewhere(event)

    with pytest.raises(Refused, match="isn’t what its log says"):
        brought(altered(file, model, **columns))

    assert not Event.objects.filter(name="Spring").exists()


def test_two_teams_that_changed_places_in_the_file_are_refused():
    event = paid_and_ruled()
    file = gzip.decompress(written(event)).decode().splitlines()
    elsewhere(event)
    rows = [json.loads(row) for row in file[1:]]
    one, other = [row for row in rows if row["model"] == "tournament.seat"][:2]
    one["fields"]["team"], other["fields"]["team"] = other["fields"]["team"], one["fields"]["team"]

    with pytest.raises(Refused, match="has other teams"):
        brought(gzip.compress("\n".join([file[0], *map(json.dumps, rows)]).encode()))


@pytest.mark.slow
@pytest.mark.scaled
def test_an_event_moves_from_sqlite_to_postgresql_and_back(tmp_path):
    laptop, server = house(tmp_path / "laptop"), house_on_postgres(tmp_path / "server")
    laptop.shell(DAY)
    outward, back = str(tmp_path / "there.uptown"), str(tmp_path / "back.uptown")
    slug = laptop.shell("from tournament.models import Event; print(Event.objects.get().slug)")

    laptop.manage("export_event", slug, outward)
    server.manage("import_event", outward)
    server.shell(GO_ON)
    server.manage("export_event", slug, back)
    laptop.manage("import_event", back, "--replace")

    assert [json.loads(site.shell(SEEN)) for site in (laptop, server)] == [[1, True, []]] * 2


def test_two_events_never_share_an_address():
    event = build.event(name="Spring")
    file = written(event)
    elsewhere(event)
    build.event(name="Spring")

    with pytest.raises(Refused, match="Another event here has the address /spring/"):
        brought(file)
    assert brought(file, slug="spring-2").slug == "spring-2"


def test_an_event_from_elsewhere_never_takes_the_address_of_a_page():
    event = build.event(name="Spring")
    build.rewritten(event, slug="trust")
    file = written(event)
    elsewhere(event)

    with pytest.raises(Refused, match="Uptown itself needs the address /trust/"):
        brought(file)
    with pytest.raises(Refused, match="Uptown itself needs the address /live/"):
        brought(file, slug="live")
    assert brought(file, slug="spring-2").slug == "spring-2"


def test_the_commands_say_what_they_did_and_keep_the_file_private(tmp_path):
    event = build.event(name="Spring")
    file, output = tmp_path / "spring.uptown", StringIO()
    call_command("export_event", "spring", str(file), stdout=output)
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="can’t be written: File exists"):
        call_command("export_event", "spring", str(file))
    with pytest.raises(CommandError, match="There is no event “autumn”"):
        call_command("export_event", "autumn", str(tmp_path / "x"))
    elsewhere(event)

    with pytest.raises(CommandError, match="There is no account “ruth” here"):
        call_command("import_event", str(file), organizer="ruth")
    call_command("import_event", str(file), stdout=output)

    assert "Spring has" not in output.getvalue()
    assert "Spring is here, at /spring/." in output.getvalue()
    assert Event.objects.get(slug="spring").opened_at - event.opened_at == timedelta(0)
