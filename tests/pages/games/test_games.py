"""The list of games, and a public page for each."""

from uuid import uuid4

import pytest
from django.test import Client

from rules.ruleset.hands import read_facts
from scoring.bracket.commands_bracket import start_phase_two
from scoring.recording.commands_ending import forfeit_game, void_game
from scoring.recording.commands_hands import correct_hand, strike_hand
from scoring.rounds.commands_rounds import draft_round
from tests import build
from tests.pages.visit import opened, still_clock
from tournament.entries.commands_corrections import rename_team
from tournament.floor.commands_floor import call_game

pytestmark = pytest.mark.django_db

PLAYING = build.at(15, 20)


def day(count=4):
    """A practice event of ``count`` teams, at 3:20."""
    event = build.event(is_practice=True)
    build.teams(event, count)
    still_clock(event, PLAYING)
    return event


def cards(page):
    return [card.words for card in page.find("li", data_game="*")]


def page_of(event, game):
    return opened(event, f"games/{game.pk}/")


# --- the list -------------------------------------------------------------------------------------


def test_before_the_first_call_the_list_says_so_and_a_draft_is_not_shown():
    event = day()
    draft_round(event=event, by=build.organizer(event), at=build.THREE)

    page = opened(event, "games/")

    assert page.one(id="games-list").words.startswith("Games The whole day No game yet")
    assert Client().get(f"/{event.slug}/games/{event.games.first().pk}/").status_code == 404


def test_a_round_is_listed_by_table_with_scores_and_who_has_the_bye():
    event = day(5)
    first = build.called_round(event).games.filter(table__number=1).get()
    build.hand(first)

    listed = cards(opened(event, "games/"))

    assert listed[0].startswith("Table 1 , Round 1: the game hand by hand Hand 2 ▲ 1 Team 1 1")
    assert [words.partition(" ")[0] for words in listed] == ["Table", "Table", "Bye"]
    assert listed[2].startswith("Bye counts as a game won")


def test_the_newest_round_is_shown_first_and_others_can_be_picked():
    event = day()
    build.played_phase_one(event, 2)

    newest, first, every, none = (
        opened(event, f"games/{part}") for part in ("", "?part=1", "?part=all", "?part=no-such-part")
    )

    assert newest.one("p", **{"class": "page-note"}).words == "Round 2 · 2 games"
    assert first.one("p", **{"class": "page-note"}).words == "Round 1 · 2 games"
    assert [heading.words for heading in every.find("h2")] == ["Round 2", "Round 1"]
    assert cards(none) == cards(newest)


@pytest.mark.slow
def test_in_open_play_the_last_called_is_first_with_its_time():
    event = build.openly(6, tables=2, is_practice=True)
    build.played_openly(event, build.THREE, build.at(15, 40))
    still_clock(event, build.at(15, 40))

    page = opened(event, "games/")
    called = sorted(event.games.values_list("called_at", flat=True), reverse=True)

    assert page.one("p", **{"class": "page-note"}).words.startswith("Open play")
    times = [card.split("hand by hand ")[1].split(" ·")[0] for card in cards(page)]
    assert times == [f"{moment.astimezone(event.zone):%-I:%M %p}" for moment in called]


@pytest.mark.slow
def test_games_of_the_bracket_are_under_their_own_headings_by_name():
    event = day(8)
    build.played_phase_one(event)
    build.cut_settled(event)
    by = build.organizer(event)
    start_phase_two(event=event, by=by, at=build.at(17, 1))
    call_game(game=event.games.filter(phase__kind="two").first(), by=by, at=build.at(17, 5))
    still_clock(event, build.at(17, 6))

    page = opened(event, "games/")

    assert page.one("p", **{"class": "page-note"}).words.startswith("Bracket · ")
    assert [heading.words for heading in page.find("h2")] == ["Quarter-final"]
    assert sorted(card.partition(",")[0].strip() for card in cards(page)) == [
        "Quarter-final 1 · Table 1",
        "Quarter-final 2",
        "Quarter-final 3",
    ]
    assert sum("Waits to be called" in card for card in cards(page)) == len(cards(page)) - 1


def test_how_a_game_ended_is_said_in_the_list():
    event = day(6)
    forfeited, voided, won = build.called_round(event).games.order_by("pk")
    now = {"by": build.organizer(event), "at": build.at(15, 12)}
    hands = [uuid4() for _ in range(5)]
    forfeit_game(game=forfeited, side="NS", hand_ids=hands, **now, effective_at=now["at"])
    void_game(game=voided, reason="Ray felt ill", **now)
    build.won(won, at=now["at"])

    listed = " | ".join(cards(opened(event, "games/")))

    assert "Over · the rest was forfeited" in listed
    assert "No result" in listed
    page = page_of(event, voided)
    assert page.one("p", **{"class": "sheet-result"}).words == "This game ended with no result."
    assert "Ray felt ill" not in listed + page.words
    assert listed.count("Over") == 2


# --- one game -------------------------------------------------------------------------------------


def test_a_games_page_says_who_where_when_and_each_hand_with_its_reasons():
    game = build.game_between(day(0), "Kitty Katz", "Boston Bound")
    build.hands(game, [build.FOUR_MADE, build.FOUR_SET])
    event = game.event

    page = page_of(event, game)
    hands = [hand.words for hand in page.find("li", **{"class": "hand"})]

    assert page.one("h1").words == "Round 1 · Table 1"
    assert page.one("p", **{"class": "page-note"}).words == "called 3:00 PM"
    assert "▲ 1 Kitty Katz Dee 1 & Ray 1 1 ■ 2 Boston Bound Dee 2 & Ray 2 1" in page.words
    assert page.one("p", **{"class": "lead"}).words == "Hand 3"
    assert hands[0].startswith("1 Kitty Katz bid 4 Uptown and took 10: made, counts one. 1–0")
    assert "With ten books the bid is made." in hands[0]
    assert hands[1].startswith("2 Kitty Katz bid 4 Uptown and took 9")


def test_a_corrected_hand_is_shown_as_it_counts_and_a_removed_one_is_not():
    game = build.game_between(day(0), "Kity Kats", "Boston Bound")
    first, second = build.hand(game), build.hand(game)
    now = {"by": build.referee(game.event, "Referee Jo"), "at": build.at(15, 15)}
    facts = read_facts(build.FOUR_SET)
    correct_hand(hand=first, hand_id=uuid4(), facts=facts, reason="Ray told Jo so", **now)
    strike_hand(hand=second, hand_id=uuid4(), reason="Entered twice by Jo", **now)
    rename_team(team=game.team("NS"), name="Kitty Katz", by=build.organizer(game.event), at=PLAYING)

    page = page_of(game.event, game)

    [hand] = page.find("li", **{"class": "hand"})
    assert hand.words.startswith("1 Kitty Katz bid 4 Uptown and took 9")
    assert "corrected since it was first entered" in page.words
    assert "1 hand taken back: not counted, and not shown." in page.words
    hidden = ("Referee Jo", "told Jo", "Entered twice", "took 10", "Kity")
    assert [name for name in hidden if name in page.words] == []


def test_where_people_come_alone_each_partner_leads_to_a_page():
    event = build.event(seating="alone", is_practice=True)
    build.people(event, 4)
    still_clock(event, PLAYING)
    game = build.called_round(event).games.get(kind="game")

    words = page_of(event, game).one("ul", **{"class": "match"}).words

    assert words.count("&") == 2
    assert words.count("Ann") == 4
