"""Days that were played when a game had columns for four chairs, and what a game with sides makes of them."""

from collections import defaultdict
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from scoring.models import Agreement, Hand, Report
from scoring.queries.game.sheet import sheet, sheet_games
from scoring.queries.integrity import integrity
from scoring.queries.phase_two.bracket import bracket_page
from scoring.queries.standings.standings import standings
from tests import build
from tests.other_games import one_game
from tests.scoring.alone import after, games_of, individuals, played
from tournament.commands.floor import mark_seated
from tournament.models import Badge, Event, Game, Seat, Side
from tournament.models.links import LEGACY, hash_of
from tournament.models.log_sentences import sentence
from tournament.queries.seats import seats

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

BEFORE = [
    ("tournament", "0010_rename_simulations_in_the_log"),
    ("scoring", "0006_rename_to_the_fields_words"),
]
SOLO = {"bidder": "N", "bid": 2, "tricks": {"N": 3, "E": 1, "S": 1, "W": 0}}
CUTTHROAT = {"bidder": "W", "level": 7, "strain": "uptown", "books": 9}
FAIR = {"bids": {"N": "KS", "S": "AH"}, "trump": "clubs", "trick_points": {"N": 90, "S": 39}}
LATE = build.at(18, 30)

CHAIRS = {"NS": "ns", "N": "ns", "EW": "ew", "E": "ew", "S": "south", "W": "west"}
"""In which column who sat."""
OLD_NAMES = {"ns": "NS", "ew": "EW", "south": "S", "west": "W"}
WON = ("units", "points", "bostons")


@pytest.fixture
def the_latest():
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def a_whole_day() -> Event:
    """Nine teams, one with the bye each round, and the bracket to its last game."""
    event = build.event()
    build.teams(event, 9)
    build.played_phase_one(event, rounds=4)
    build.cut_settled(event)
    build.bracket_played(event)
    return event


def a_running_round() -> Event:
    event = build.event()
    build.teams(event, 6)
    build.played_phase_one(event, 1)
    first, second, _ = build.called_round(event, build.at(15, 30)).games.order_by("pk")
    build.hands(first, [build.BOSTON, {"forfeited_by": "EW"}], at=build.at(15, 40))
    mark_seated(game=second, team=second.team("EW"), by=build.organizer(event), at=build.at(15, 31))
    return event


def partners() -> Event:
    event = individuals(9)
    played(event, 2)
    game = games_of(build.called_round(event, after(2)))[0]
    mark_seated(game=game, team=game.team("W"), by=build.organizer(event), at=after(2))
    return event


def alone(key: str, people: int, facts: dict[str, object]) -> Event:
    event = build.event(game=key)
    build.people(event, people)
    for game in games_of(build.called_round(event)):
        build.hands(game, [facts] * 2)
    return event


def two_players() -> Event:
    game = one_game("bid-fair", {})
    hand = build.hand(game, FAIR)
    by = build.organizer(game.event).badge
    Report.objects.create(
        id=uuid4(), game=game, sequence=1, side="S", facts=FAIR, hand=hand, at=hand.at, by=by
    )
    Agreement.objects.create(game=game, how="team", side="N", at=hand.at, by=by, withdrawn_at=hand.at)
    return game.event


def looked_at() -> list[object]:
    """Everything that people see of these days."""
    seen: list[object] = []
    for event in Event.objects.order_by("pk"):
        games = [sheet(game, LATE) for game in sheet_games(event).order_by("pk")]
        seen += [standings(event), bracket_page(event, LATE), seats(event), games, integrity(event)]
    return seen


def all_rows() -> dict[str, list[dict[str, object]]]:
    """Every row of the two rooms, by model."""
    return {
        model._meta.label: [
            {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
            for row in model._base_manager.order_by("pk")
        ]
        for room in ("tournament", "scoring")
        for model in apps.get_app_config(room).get_models()
    }


def sides_and_seats() -> list[object]:
    """Them, whatever their keys."""
    sides = Side.objects.values_list("game", "name", "seated_at", *WON)
    sitting = Seat.objects.values_list("game", "side__name", "chair", "team", "is_taken")
    return [list(sides.order_by("game", "pk")), list(sitting.order_by("game", "pk"))]


def texts_of(kept):
    return {name: text["text"] for name, text in kept.items()}


def without_keys(rows):
    """The rows without what is drawn by chance: keys, salts and the hashes over them."""
    for entry in rows["tournament.LogEntry"]:
        entry["words"] = sentence(entry["action"], entry.pop("facts"), texts_of(entry.pop("texts")))
        del entry["chained"]
    for event in rows["tournament.Event"]:
        del event["key"], event["chained"]
    for row in (*rows["tournament.Badge"], *rows["tournament.Game"]):
        del row["key"]
    return rows


def as_before(rows):
    """The rows with a game's columns for four chairs, no sides, and links that anybody can read."""
    del rows["tournament.Session"], rows["tournament.KeptApart"]
    for event in rows["tournament.Event"]:
        del event["sign_up"], event["sign_up_minutes"], event["clock_doubted_at"], event["demo"]
        new = ("contact_days", "chained", "tie_breaks", "phase_two", "calls_phase_two", "spans_days", "key")
        for column in new:
            del event[column]
        event["is_individual"] = event.pop("takes_part") in ("partners", "alone")
    for team in rows["tournament.Team"]:
        del team["back_at"]
    for rest in rows["tournament.Break"]:
        del rest["is_gap"], rest["seating"]
    for phase in rows["tournament.Phase"]:
        del phase["short_of_tables"]
    for change in rows["tournament.ScheduleChange"]:
        del change["undone_at"], change["slot"]
    games = {str(game.pop("key")): game["id"] for game in rows["tournament.Game"]}
    for entry in rows["tournament.LogEntry"]:
        del entry["chained"]
        entry["words"] = sentence(entry["action"], entry["facts"], texts_of(entry.pop("texts")))
        entry["facts"] = {"game": games[entry["facts"]["game"]]} if "game" in entry["facts"] else {}
    for badge in rows["tournament.Badge"]:
        del badge["key"], badge["hashed"], badge["code_hash"]
        badge["code"] = ""
        badge["secret"] = badge.pop("chance").removeprefix(LEGACY)
    sides, sitting = defaultdict(dict), defaultdict(dict)
    for side in rows.pop("tournament.Side"):
        sides[side["game_id"]][side["name"]] = side
    for seat in rows.pop("tournament.Seat"):
        sitting[seat["game_id"]][seat["chair"]] = seat["team_id"]
    columns = {}
    for game in rows["tournament.Game"]:
        del game["number"], game["best_of"]
        own = sides[game["id"]]
        column = columns[game["id"]] = CHAIRS | ({"S": "ew"} if list(own) == ["N", "S"] else {})
        game["is_alone"] = len(own) > 2
        game |= {f"{column[chair]}_id": team for chair, team in sitting[game["id"]].items()}
        game |= {f"{column[name]}_seated_at": side["seated_at"] for name, side in own.items()}
        score = next((row for row in rows["scoring.GameScore"] if row["game_id"] == game["id"]), {})
        score |= {
            f"{what}_{column[name]}": side[what]
            for name, side in own.items()
            for what in WON[: 2 if game["is_alone"] else 3]
        }
    for hand in rows["scoring.Hand"]:
        column = columns[hand["game_id"]]
        for what in ("units", "points"):
            hand |= {f"{what}_{column[name]}": figure for name, figure in hand.pop(what).items()}
        hand["winner_side"] = OLD_NAMES.get(column.get(hand["winner_side"], ""), "")
    for row in (*rows["scoring.Report"], *rows["scoring.Agreement"]):
        row["side"] = OLD_NAMES.get(columns[row["game_id"]].get(row["side"], ""), "")
    return rows


def test_days_that_were_played_before_games_had_sides_keep_every_number(the_latest):
    a_whole_day()
    a_running_round()
    partners()
    alone("solo-bid-euchre", 9, SOLO)
    alone("cutthroat-bid-whist", 7, CUTTHROAT)
    two_players()
    Event.objects.update(sign_up="clock", sign_up_minutes=60)  # As every event that exists gets it.
    for badge in Badge.objects.all():
        word = f"link {badge.pk}"
        Badge.objects.filter(pk=badge.pk).update(chance=f"{LEGACY}{word}", hashed=hash_of(word))
    seen, kept, sitting = looked_at(), without_keys(all_rows()), sides_and_seats()
    old = as_before(all_rows())

    call_command("flush", interactive=False, verbosity=0)
    executor = MigrationExecutor(connection)
    before = executor.migrate(BEFORE).apps
    with transaction.atomic():
        for label, rows in old.items():
            before.get_model(label).objects.bulk_create(before.get_model(label)(**row) for row in rows)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())

    assert sides_and_seats() == sitting
    assert {name: rows for name, rows in without_keys(all_rows()).items() if name in old} == {
        name: rows for name, rows in kept.items() if name in old
    }
    assert looked_at() == seen
    assert len(kept["scoring.Hand"]) == Hand.objects.count() > 50
    assert Game.objects.filter(bracket_position="F", over_at__isnull=False).count() == 1
    assert [integrity(event) for event in Event.objects.all()] == [[]] * 6
