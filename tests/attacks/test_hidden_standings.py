"""Hidden results: before the reveal, nothing a player can open depends on the results of others' games."""

import re
from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from rules.counted.side_prizes import COUNTER, HIGH_GAME, SidePrize
from rules.ruleset.hands import HandFacts
from scoring.cut.commands_cut import call_playoff, reopen_cut, reveal_all, reveal_next
from scoring.cut.cut_page import cut_page
from scoring.models import Hand
from scoring.open_play.commands_open_play import open_play
from scoring.recording.commands_hands import correct_hand
from scoring.standings.standings import standings
from tests import build
from tests.attacks.addresses import ALL, real
from tests.pages.visit import organizer_of, still_clock, wearing
from tools.rehearsal.browser import read
from tournament.errors import Refused
from tournament.event.sitting import teams_on
from tournament.floor.commands_floor import call_game
from tournament.models import Event, Game, Team

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

API = "/api/v1/events/"
SLUG, EVERYBODY = "pride-south-bid-whist", ("everyone", "anybody")
# What differs between any two requests or counts actions: keys, tokens, the log's length and last hash.
VARIES = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|(?:[0-9A-F]{4}-){3}[0-9A-F]{4}|csrf\w*\W+(?:name|value)?\W*\w+|\b[0-9a-f]{64}\b"
    r'|"(?:entries|version)": \d+|after \d+ entries|"token": "\w+"|data-(?:version|edition)="\d+"',
    re.IGNORECASE,
)


def hidden(**plan: object) -> Event:
    """A practice event of eight entrants that hides its results; its first round was called."""
    event = build.event(is_practice=True, **{"standings_shown": "hidden"} | plan)
    if event.way.is_one:
        build.people(event, 8)
    else:
        build.teams(event, 8)
    if not event.phases.get(kind="one").has_rounds:
        open_play(event=event, by=build.organizer(event), at=build.THREE)
    else:
        build.called_round(event)
    return event


def games_of(event: Event) -> list[Game]:
    return list(event.games.with_everybody().order_by("pk"))


def played(event: Event, winner: str, moment: str) -> None:
    """Play all games alike, but let ``winner`` win or lead the last one. "settled" settles the places."""
    *others, differs = games_of(event)
    for game in others:
        build.won(game)
    hands = {"NS": [build.FOUR_MADE] * 3, "EW": [build.BOSTON, *[build.EW_FOUR_MADE] * 3]}[winner]
    build.hands(differs, hands[: -2 if moment == "running" else None], at=build.at(15, 20))
    still_clock(event, build.at(15, 25) if moment == "running" else build.at(17, 10))
    if moment == "settled":
        build.cut_settled(event)


def reachable(event: Event, player: Team) -> dict[str, str]:
    """The response of every public URL and every URL of ``player``, with one for each game and each team."""
    keys = {"game": 0, "team": player.pk, "single": 0, "hand": "0" * 8, "table": 1, "badge": 0}
    found, stranger, own = {}, Client(), wearing(player.badge)
    for address, view in ALL:
        access = getattr(view, "access", "")
        if access not in (*EVERYBODY, "team") or not address.startswith((f"/{SLUG}/", f"{API}{SLUG}/")):
            continue
        plain = real(address, keys)
        many = [plain]
        if "/games/0/" in plain:
            many = [plain.replace("/games/0/", f"/games/{game.pk}/") for game in games_of(event)]
        elif plain.endswith("/games/1"):
            many = [f"{plain.removesuffix('1')}{game.pk}" for game in games_of(event)]
        elif "/screen/" in plain:
            many = [
                f"{plain}?pin={kind}" for kind in ("seats", "playoff", "standings", "prizes")
            ]  # The other pages rotate.
        elif "/teams/1/" in plain:
            many = [plain.replace("/teams/1/", f"/teams/{number}/") for number in range(1, 9)]
        for each in many:
            # A public page is the same for everybody: see ``test_same_for_everybody``.
            for client in (stranger,) if access in EVERYBODY else (own,):
                answer = client.get(each.replace(SLUG, event.slug))
                text = "" if answer.streaming else answer.content.decode("utf-8", "backslashreplace")
                pinned = re.search(r"pin=(seats|playoff|prizes)$", each)
                if pinned and f"screen-page--{pinned[1]}" not in text:
                    text = ""  # The big screen has no such page now and shows one of the others instead.
                found[f"{each} {client is own}"] = f"{answer.status_code} {VARIES.sub('', text)}"
    return found


def in_two_worlds(event: Event, moment: str) -> list[str]:
    """The URLs whose responses change with the result of the last game, in which ``player`` doesn't play."""
    return differing(event, games_of(event)[0].everybody()[0], lambda side: played(event, side, moment))


def differing(event: Event, player: Team, happens: Callable[[str], None]) -> list[str]:
    """The URLs whose responses differ between East-West and North-South as winner of what ``happens``."""
    worlds = []
    for winner in ("NS", "EW"):
        with transaction.atomic():
            happens(winner)
            worlds.append(reachable(Event.objects.get(pk=event.pk), player))
            transaction.set_rollback(True)
    one, other = worlds
    assert len(one) > 60
    return [address for address in one if one[address] != other[address]]


# Once places are settled, a bracket of teams shows who goes through (Rulebook E-96).
@pytest.mark.parametrize(
    ("seating", "moment"),
    [
        ("swiss", "running"),
        ("open", "played"),
        ("alone", "settled"),
        pytest.param("swiss", "played", marks=pytest.mark.long),
        pytest.param("open", "running", marks=pytest.mark.long),
        pytest.param("alone", "running", marks=pytest.mark.long),
        pytest.param("alone", "played", marks=pytest.mark.long),
    ],
)
def test_no_page_of_the_public_or_of_a_player_depends_on_a_game_of_others(seating, moment):
    assert in_two_worlds(hidden(seating=seating), moment) == []


def test_no_page_depends_on_a_running_round_if_scores_are_shown_after_it():
    assert in_two_worlds(hidden(standings_shown="after_round"), "running") == []


# --- counters and side prizes --------------------------------------------------------------------------

PRIZES = [
    SidePrize(name="Loner pot", decides=COUNTER, counter="Loners", not_first=True).as_json(),
    SidePrize(name="High game", decides=HIGH_GAME, one_each=True).as_json(),
]


def counted(event: Event, winner: str, moment: str) -> None:
    """Play all games alike, but give the last game's loner and points to ``winner``."""
    for number, game in enumerate(games_of(event), start=1):
        side = winner if number == len(games_of(event)) else "NS"
        points = {"NS": 4, "EW": 4} | {side: 10 + number}
        facts = HandFacts(total_points=points, counters={"Loners": {side: number}})
        build.hand(game, facts, at=build.at(15, 20))
    still_clock(event, build.at(15, 25) if moment == "played" else build.at(17, 10))
    if moment == "settled":
        build.cut_settled(event)


def side_prize_day(**plan: object) -> Event:
    settings = {"game": "score-card", "results_by": "totals", "counters": ["Loners"], "side_prizes": PRIZES}
    return hidden(**settings | plan)


@pytest.mark.parametrize(
    ("seating", "moment"),
    [("alone", "settled"), pytest.param("alone", "played", marks=pytest.mark.long), ("swiss", "played")],
)
def test_no_page_says_who_leads_a_side_prize_before_the_reveal(seating, moment):
    event = side_prize_day(seating=seating)
    player = games_of(event)[0].everybody()[0]

    assert differing(event, player, lambda side: counted(event, side, moment)) == []


def test_live_standings_and_their_side_prizes_change_with_the_winner():
    event = side_prize_day(seating="alone", standings_shown="live")
    player = games_of(event)[0].everybody()[0]

    found = differing(event, player, lambda side: counted(event, side, "settled"))

    assert len(found) > 20
    for path in ("side-prizes/", "awards/", "results/", "results/results.json"):
        assert f"/{event.slug}/{path} False" in found


def test_the_side_prizes_come_once_all_places_are_revealed():
    event = side_prize_day(seating="alone")
    counted(event, "NS", "settled")
    event = Event.objects.get(pk=event.pk)
    pages = [words_of(event, "side-prizes/")]

    step(event)
    pages.append(words_of(event, "side-prizes/"))
    reveal_all(event=event, by=build.organizer(event), at=build.at(17, 12))
    pages.append(words_of(event, "side-prizes/"))

    assert "Results are hidden until the reveal" in pages[0]
    assert ["Loner pot" in page for page in pages] == [False, False, True]
    assert names_on(event, "standings/") == set(in_order(event))
    with pytest.raises(Refused, match="public already"):
        step(event)


# --- a play-off while results are hidden ---------------------------------------------------------------


def playing_off() -> tuple[Event, list[Game]]:
    """A hidden event with a tie at the cutoff, and the games of its play-off; the first one is called."""
    event = build.event(is_practice=True, advance_count=5, standings_shown="hidden")
    build.teams(event, 8)
    build.played_alike(event, rounds=4)
    by, tie = build.organizer(event), cut_page(event, build.at(17)).ties[0]
    level = [event.teams.get(pk=team.team_id) for team in tie.teams]
    first, *later = call_playoff(event=event, teams=level, by=by, at=build.at(17))
    still_clock(event, build.at(17, 2))
    event = Event.objects.get(pk=event.pk)
    return event, [call_game(game=first, by=by, at=build.at(17)), *later]


def test_a_playoff_team_reads_its_table_and_nobody_reads_the_outcome():
    event, (called, *later) = playing_off()
    names = " vs. ".join(team.name for team in called.everybody())
    waits = next(team for game in later for team in game.everybody() if team not in called.everybody())

    def won(side: str) -> None:
        build.hand(called, replace(build.FOUR_MADE, bidder=side), at=build.at(17, 1))

    wall = words_of(event, "screen/?pin=playoff")
    phones = [words_of(event, "team/", wearing(team.badge)) for team in called.everybody()]

    assert f"Table {called.table.number} {names}" in wall
    assert "one hand each" in wall
    assert "in the top 5" not in wall
    assert [f"Table {called.table.number}" in phone for phone in phones] == [True, True]
    assert differing(event, waits, won) == []


# --- the reveal --------------------------------------------------------------------------------------


def settled() -> Event:
    """A hidden event whose places are settled; East-West won one hand in each game, with 11 and 12 books."""
    event = hidden(seating="alone")
    for game, books in zip(games_of(event), (11, 12), strict=True):
        build.hands(game, [replace(build.EW_FOUR_MADE, books=books), *[build.FOUR_MADE] * 3])
    still_clock(event, build.at(17, 10))
    build.cut_settled(event)
    return Event.objects.get(pk=event.pk)


def step(event: Event) -> None:
    reveal_next(event=event, shown=event.reveals.count(), by=build.organizer(event), at=build.at(17, 12))


def words_of(event: Event, path: str, client: Client | None = None) -> str:
    return read((client or Client()).get(f"/{event.slug}/{path}").content.decode()).words


def names_on(event: Event, path: str) -> set[str]:
    """The people named in a page's rows."""
    rows = re.findall(
        r"<(?:tr|li|p)\b.*?</(?:tr|li|p)>", Client().get(f"/{event.slug}/{path}").content.decode(), re.S
    )
    return {name for name in event.teams.values_list("name", flat=True) for row in rows if name in row}


def in_order(event: Event) -> list[str]:
    return [row.name for row in standings(event).rows]


STANDINGS = ("standings/", "screen/?pin=standings")


def test_the_reveal_of_settled_places_goes_one_by_one_from_the_last():
    event = hidden(seating="alone")
    played(event, "NS", "played")
    with pytest.raises(Refused, match="settled yet"):
        step(event)
    build.cut_settled(event)
    event = Event.objects.get(pk=event.pk)
    order, pages, walls = in_order(event), [], []

    for shown in range(1, 8):
        step(event)
        for path in STANDINGS:
            assert names_on(event, path) == set(order[-shown:]), path
        pages.append(words_of(event, "standings/"))
        walls.append(words_of(event, "screen/?pin=standings"))
    step(event)

    assert names_on(event, "standings/") == set(order)
    assert names_on(event, "awards/") >= set(order[:1])
    # A shared place names those who were shown before.
    assert f"Shares 5th place {order[7]}" in walls[0]
    assert f"Shares 5th place with {order[7]} {order[6]}" in walls[1]
    assert f"Shares 5th place with {order[5]}, {order[6]} and {order[7]} {order[4]}" in walls[3]
    assert f"Place 4 {order[3]}" in walls[4]
    assert walls[4].count("on games won: 0") == 4
    # What decided a place is said once the place above is shown.
    sentence = f"4th by lot, after {order[2]}."
    assert [sentence in page for page in pages] == [False] * 5 + [True] * 2


def test_a_correction_after_first_place_was_shown_changes_the_last():
    event = settled()
    by, second = build.organizer(event), games_of(event)[1]
    east_west = [{player.name for player in teams_on(game, "EW")} for game in games_of(event)]
    step(event)
    before = names_on(event, "standings/")
    reopen_cut(event=event, by=by, at=build.at(17, 13))
    wrong = Hand.objects.standing().filter(game=second).order_by("sequence").first()
    facts = replace(build.EW_FOUR_MADE, books=10)
    correct_hand(hand=wrong, hand_id=uuid4(), facts=facts, reason="Ten books", by=by, at=build.at(17, 14))

    for path in STANDINGS:
        now = names_on(event, path)
        assert (len(before), len(now)) == (1, 1), path
        assert (before < east_west[0], now < east_west[1]) == (True, True), path


def test_who_share_a_place_are_shown_with_the_same_figure():
    event = settled()

    for _ in range(2):
        step(event)

    assert words_of(event, "screen/?pin=standings").count("on points: 5") == 2


def test_an_organizer_shows_the_next_place_from_the_floor():
    event = settled()
    client = organizer_of(event)

    assert "Show the next place" in client.get(f"/{event.slug}/floor/").content.decode()
    first = client.post(f"/{event.slug}/reveal/", {"shown": "0"})
    second = client.post(f"/{event.slug}/reveal/", {"shown": "0"})

    assert (first.status_code, second.status_code) == (302, 422)
    assert "That place has just been shown." in second.content.decode()
    assert event.reveals.count() == 1


def test_standings_before_a_bracket_are_public_once_the_cut_is_settled():
    event = hidden()
    played(event, "NS", "settled")

    assert names_on(event, "standings/") == set(in_order(event))
