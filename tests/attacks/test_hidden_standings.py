"""Results that wait for the reveal: nothing a player can reach depends on the results of others' games."""

import re
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from scoring.commands.cut import reopen_cut, reveal_all, reveal_next
from scoring.commands.hands import correct_hand
from scoring.commands.open_play import open_play
from scoring.models import Hand
from scoring.queries.standings.standings import standings
from tests import build
from tests.attacks.addresses import ALL, real
from tests.pages.visit import still_clock, wearing
from tournament.errors import Refused
from tournament.models import Event, Game, Team
from tournament.models.schedule import WITHOUT_ROUNDS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SLUG, EVERYBODY = "pride-south-bid-whist", ("everyone", "anybody")
# What differs between two requests, or counts what was done: keys, tokens, the log's length and last hash.
VARIES = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|(?:[0-9A-F]{4}-){3}[0-9A-F]{4}|csrf\w*\W+(?:name|value)?\W*\w+|\b[0-9a-f]{64}\b"
    r'|"entries": \d+|after \d+ entries|"token": "\w+"|data-(?:version|edition)="\d+"',
    re.IGNORECASE,
)


def hidden(**plan: object) -> Event:
    """A practice event of eight that hides its results, its first round called."""
    event = build.event(is_practice=True, **{"standings_shown": "hidden"} | plan)
    if event.way.is_one:
        build.people(event, 8)
    else:
        build.teams(event, 8)
    if event.phases.get(kind="one").seating in WITHOUT_ROUNDS:
        open_play(event=event, by=build.organizer(event), at=build.THREE)
    else:
        build.called_round(event)
    return event


def games_of(event: Event) -> list[Game]:
    return list(event.games.with_everybody().order_by("pk"))


def played(event: Event, winner: str, moment: str) -> None:
    """All games played alike, but the last, which is won by this side, or leads; then the places settled."""
    *others, differs = games_of(event)
    for game in others:
        build.won(game)
    told = {"NS": [build.FOUR_MADE] * 3, "EW": [build.BOSTON, *[build.EW_FOUR_MADE] * 3]}[winner]
    build.hands(differs, told[: -2 if moment == "running" else None], at=build.at(15, 20))
    still_clock(event, build.at(15, 25) if moment == "running" else build.at(17, 10))
    if moment == "settled":
        build.cut_settled(event)


def reachable(event: Event, player: Team) -> dict[str, str]:
    """Every public address and every one of a player, with what it answers; each game's and each team's."""
    keys = {"game": 0, "team": player.pk, "single": 0, "hand": "0" * 8, "table": 1, "badge": 0}
    found, stranger, own = {}, Client(), wearing(player.badge)
    for address, view in ALL:
        access = getattr(view, "access", "")
        if access not in (*EVERYBODY, "team") or not address.startswith(f"/{SLUG}/"):
            continue
        plain = real(address, keys)
        many = [plain]
        if "/games/0/" in plain:
            many = [plain.replace("/games/0/", f"/games/{game.pk}/") for game in games_of(event)]
        elif "/screen/" in plain:
            many = [f"{plain}?pin={kind}" for kind in ("seats", "standings")]  # The other pages take turns.
        elif "/teams/1/" in plain:
            many = [plain.replace("/teams/1/", f"/teams/{number}/") for number in range(1, 9)]
        for each in many:
            for client in (stranger, own) if access in EVERYBODY else (own,):
                answer = client.get(each.replace(SLUG, event.slug))
                text = "" if answer.streaming else answer.content.decode()
                found[f"{each} {client is own}"] = f"{answer.status_code} {VARIES.sub('', text)}"
    return found


def in_two_worlds(event: Event, moment: str) -> list[str]:
    """The addresses that answer otherwise where the last game, which isn't the player's, ends otherwise."""
    player, worlds = games_of(event)[0].everybody()[0], []
    for winner in ("NS", "EW"):
        with transaction.atomic():
            played(event, winner, moment)
            worlds.append(reachable(Event.objects.get(pk=event.pk), player))
            transaction.set_rollback(True)
    one, other = worlds
    assert len(one) > 60
    return [address for address in one if one[address] != other[address]]


@pytest.mark.parametrize("seating", ["swiss", "open", "alone"])
@pytest.mark.parametrize("moment", ["running", "played", "settled"])
def test_no_page_of_the_public_or_of_a_player_depends_on_a_game_of_others(seating, moment):
    if moment == "settled" and seating != "alone":
        pytest.skip("The bracket shows who goes through (Rulebook E-96).")
    assert in_two_worlds(hidden(seating=seating), moment) == []


def test_where_results_are_not_hidden_these_pages_do_depend_on_it():
    assert len(in_two_worlds(hidden(seating="alone", standings_shown="live"), "settled")) > 20


# --- the reveal --------------------------------------------------------------------------------------


def settled() -> Event:
    event = hidden(seating="alone")
    played(event, "NS", "settled")
    return Event.objects.get(pk=event.pk)


def step(event: Event, command=reveal_next) -> None:
    command(event=event, by=build.organizer(event), at=build.at(17, 12))


def names_on(event: Event, path: str) -> set[str]:
    """The people whom a page's rows name."""
    rows = re.findall(
        r"<(?:tr|li|p)\b.*?</(?:tr|li|p)>", Client().get(f"/{event.slug}/{path}").content.decode(), re.S
    )
    return {name for name in event.teams.values_list("name", flat=True) for row in rows if name in row}


def in_order(event: Event) -> list[str]:
    return [row.name for row in standings(event).rows]


def test_the_reveal_shows_place_after_place_from_the_last():
    event = settled()
    order = in_order(event)

    for shown in range(1, 8):
        step(event)
        for path in ("standings/", "screen/?pin=standings"):
            assert names_on(event, path) == set(order[-shown:]), path
    step(event)

    assert names_on(event, "standings/") == set(order)
    assert names_on(event, "awards/") >= set(order[:1])


def test_all_places_can_be_shown_at_once_and_then_there_is_no_other():
    event = settled()

    step(event, reveal_all)

    assert names_on(event, "standings/") == set(in_order(event))
    with pytest.raises(Refused, match="public already"):
        step(event)


def test_no_place_is_shown_before_the_places_are_settled():
    event = hidden(seating="alone")
    played(event, "NS", "played")

    with pytest.raises(Refused, match="settled yet"):
        step(event)


def test_places_shown_follow_from_the_standings_as_they_are_now():
    event = settled()
    step(event)
    last = in_order(event)[-1]
    better = games_of(event)[0]
    reopen_cut(event=event, by=build.organizer(event), at=build.at(17, 13))
    for hand in list(Hand.objects.standing().filter(game=better)):
        correct_hand(
            hand=hand, hand_id=uuid4(), facts=build.EW_FOUR_MADE, reason="Wrong side",
            by=build.organizer(event), at=build.at(17, 14),
        )  # fmt: skip

    now = in_order(event)[-1]

    assert names_on(event, "standings/") == {now}
    assert {last, now} <= set(event.teams.values_list("name", flat=True))


def test_an_organizer_shows_the_next_place_from_the_floor():
    event = settled()
    client = wearing(build.organizer(event).badge)

    assert "Show the next place" in client.get(f"/{event.slug}/floor/").content.decode()
    client.post(f"/{event.slug}/reveal/")

    assert event.reveals.count() == 1


def test_with_a_bracket_everything_is_public_once_it_is_settled_who_goes_through():
    event = hidden()
    played(event, "NS", "settled")

    assert names_on(event, "standings/") == set(in_order(event))
