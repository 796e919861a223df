"""A person asks to be removed: the name disappears from every page, and the results stay."""

import gzip
from html import unescape
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.db.models import BinaryField, CharField, JSONField, TextField
from django.utils import timezone

from scoring.integrity import integrity
from scoring.tasks import work_on_lists
from seasons.shelf.commands_move_event import write_event
from tests import build
from tests.attacks.addresses import ALL, real
from tests.pages.visit import organizer_of
from tests.tournament.lists.files import workbook
from tournament.entries.commands_corrections import rename_player, rename_team
from tournament.entries.commands_sign_up import sign_up_single
from tournament.erasing.commands_taking_out import take_out_player
from tournament.errors import Refused
from tournament.lists.commands_imports import ask_import, choose_columns, drop_import
from tournament.lists.imports import choices_at
from tournament.messages.commands_messages import show_message, write_messages
from tournament.models import Event, Message
from tournament.money.commands_donations import take_donation
from tournament.scheduler.commands_claims import claim, note_sent


@pytest.fixture
def game():
    """A game with a hand: Dee Halsted & Ray Ortiz, who are called after their players, against Joker Joy."""
    game = build.game()
    common = {"by": build.organizer(game.event), "at": build.THREE}
    for side, name in (("NS", "Dee Halsted & Ray Ortiz"), ("EW", "Joker Joy")):
        rename_team(team=game.team(side), name=name, **common)
    for player, name in zip(
        game.team("NS").players.order_by("pk"), ("Dee Halsted", "Ray Ortiz"), strict=True
    ):
        rename_player(player=player, name=name, **common)
    game = build.again(game)
    build.hand(game)
    return game


def take_out(player):
    return take_out_player(player=player, by=build.organizer(player.event), at=build.at(16))


@pytest.mark.both
def test_a_player_is_a_number_of_a_team_from_then_on(game):
    team, players = game.team("NS"), game.team("NS").players.order_by("pk")
    players.update(contact="555-0123")

    take_out(players.first())

    assert [*players.values_list("name", "contact")] == [
        ("Player 1 of team 1", ""),
        ("Ray Ortiz", "555-0123"),
    ]
    team.refresh_from_db()
    assert (team.name, team.badge.name) == ("Team 1", "Team 1")
    assert integrity(game.event) == []


def test_no_page_file_or_export_has_the_name_any_more(game):
    event, team = game.event, game.team("NS")
    browser = organizer_of(event)
    single = sign_up_single(event=event, key=uuid4(), name="Mo", by=build.organizer(event), at=build.MEET)
    rows = {"game": game, "hand": game.hands.get(), "table": game.table, "team": team, "single": single}
    ids = {kind: row.pk for kind, row in rows.items()} | {"badge": team.badge.pk}
    addresses = [real(address, ids) for address, _ in ALL if "/live/" not in address]

    def with_the_name():
        found = [address for address in addresses if "Dee Halsted" in everything_in(browser.get(address))]
        return found + ["its file"] * ("Dee Halsted" in exported(event))

    assert len(with_the_name()) > 25

    take_out(team.players.order_by("pk").first())

    assert with_the_name() == []


def everything_in(answer):
    """The text of a page or file; of a workbook, that of all its parts."""
    content = answer.getvalue()
    if content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as parts:
            content = b"".join(map(parts.read, parts.namelist()))
    return unescape(content.decode(errors="replace"))


def exported(event):
    write_event(event=event, to=(file := BytesIO()))
    return gzip.decompress(file.getvalue()).decode()


def test_the_name_goes_from_the_log_and_its_chain_still_verifies(game):
    event, dee = game.event, game.team("NS").players.order_by("pk").first()
    assert "Dee 1 is spelled Dee Halsted now." in [entry.words for entry in event.log.all()]
    chains = list(event.log.values_list("chained", flat=True))

    take_out(dee)

    written = [f"{entry.words} {entry.texts}" for entry in event.log.all()]
    assert [line for line in written if dee.name in line] == []
    assert event.log.last().words == "Player 1 of team 1 asked to be taken out of the pages."
    assert list(event.log.values_list("chained", flat=True))[:-1] == chains
    assert integrity(event) == []


def texts(event):
    """Each text of the database that isn't empty, by the column it is in; typed reasons stay (Rulebook)."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, CharField | TextField | JSONField | BinaryField) and field.name != "reason":
                for value in model.objects.values_list(field.name, flat=True):
                    text = bytes(value) if isinstance(field, BinaryField) else value
                    yield f"{model.__name__}.{field.name}", str(text)


@pytest.mark.slow
@pytest.mark.both
def test_no_table_has_the_name_the_address_or_the_number_any_more(game):
    event, dee = game.event, game.team("NS").players.order_by("pk").first()
    by, at = build.organizer(event), build.at(15, 30)
    hers = {"contact": "dee@hall.example", "consent_at": at, "about": "Dee Halsted, 555-0123"}
    event.players.filter(pk=dee.pk).update(**hers)
    show_message(event=event, key=uuid4(), words="Dee Halsted left a coat at the door.", by=by, at=at)
    message = {"occasion": "called", "who": "all", "words": "", "site": "", "by": by, "at": at}
    [sent] = write_messages(event=event, key=uuid4(), **message)
    why = {"why_not": "550 no such user: Dee@Hall.example", "is_over": False, "now": at}
    note_sent(message=sent, claim=claim(Message.objects.due(at), event="event", now=at), **why)
    gift = {"amount_cents": 500, "method": "cash", "note": "Dee Halsted’s mother"}
    take_donation(event=event, key=uuid4(), **gift, by=by, at=at)
    take_as_headings("Dee Halsted & Ray Ortiz\nMo & Kim", "players")
    take_as_headings("Dee\tHalsted\tRay Ortiz\nMo\tDay\tKim", "first_1", "last_1", "player_2")
    ask_import(event=event, key=uuid4(), name="", content=b"Dee Halsted, 555-0123", by=by, at=at)
    gone = ("dee halsted", "dee@hall", "555-0123")

    def left():
        return sorted({field for field, text in texts(event) if any(each in text.lower() for each in gone)})

    assert len(left()) > 5
    assert "ListImport.columns" in left()
    take_out(dee)

    assert left() == []
    assert choices_at(Event.objects.all()) == {"ray ortiz": "player_2"}


def take_as_headings(lines, *meanings):
    """A list without headings, at another event, in which the first row was taken for them by mistake."""
    event = build.event(name=f"Another night of {len(meanings)}")
    signed = {"by": build.organizer(event), "at": build.at(15)}
    ask_import(event=event, key=uuid4(), content=lines.encode(), **signed)
    work_on_lists(timezone.now())
    choose_columns(event=event, meanings=meanings, heading=1, **signed)
    work_on_lists(timezone.now())
    drop_import(event=event, **signed)


def test_a_list_is_discarded_if_the_name_is_on_a_sheet_that_is_not_read(game):
    event, dee = game.event, game.team("NS").players.order_by("pk").first()
    book = workbook(sheets=[("Late", [["Dee Halsted"]]), ("Friday", [["Mo"]])])
    signed = {"by": build.organizer(event), "at": build.at(15)}
    row = ask_import(event=event, key=uuid4(), content=book, name="night.xlsx", **signed)
    work_on_lists(timezone.now())

    take_out(dee)

    row.refresh_from_db()
    assert (bytes(row.content), row.columns, row.dropped_at) == (b"", {}, build.at(16))


def test_a_team_name_that_is_nobodys_stays(game):
    team = game.team("EW")

    take_out(team.players.order_by("pk").last())

    team.refresh_from_db()
    assert (team.name, team.players.order_by("pk").last().name) == ("Joker Joy", "Player 2 of team 2")


def test_who_has_no_partner_is_taken_off_the_list_instead():
    event = build.event()
    mo = sign_up_single(event=event, key=uuid4(), name="Mo", by=build.organizer(event), at=build.MEET)

    with pytest.raises(Refused, match="off the list"):
        take_out(mo)
