"""Numbers below zero, on every page that shows a team's figures."""

import re
from uuid import uuid4

import pytest

from rules.counted.side_prizes import LOW_SCORE, SidePrize
from rules.games import BadHouseRule, find_ruleset
from rules.ruleset.hands import HandFacts, ImpossibleHand
from scoring.recording.commands_ending import end_at_whistle
from tests import build
from tests.other_games import day, one_game
from tests.pages.reading import words
from tests.pages.visit import organizer_of
from tournament.money.commands_donations import counter_donation, take_donation

pytestmark = pytest.mark.django_db

SET = {"bidder": "NS", "bid": 5, "tricks": {"NS": 4, "EW": 2}}
A_HYPHEN = re.compile(r"(?<![\w–-])-\d")
PAGES = (
    "", "rules/", "standings/", "screen/", "screen/?show=standings", "games/", "games/{game}/", "teams/1/",
    "teams/2/", "side-prizes/", "awards/", "results/", "slips/", "fairness/", "seats/", "certificate/",
    "floor/", "cut/", "log/", "event/", "simulate/", "people/", "desk/", "desk/money/", "desk/payouts/",
    "desk/payouts/report/", "desk/{team}/", "tables/", "rulings/", "game/{game}/", "game/{game}/slip/",
    "game/{game}/ruling/", "game/{game}/change/", "game/{game}/reports/", "hand/{hand}/", "guide/money/",
)  # fmt: skip


def shown_at(event, browser):
    """The words of every page of an event's only game, team and hand, by the path."""
    game = event.games.get()
    keys = {"game": game.pk, "team": event.teams.first().pk, "hand": game.hands.first().pk}
    pages = {page: browser.get(f"/{event.slug}/{page.format(**keys)}", follow=True) for page in PAGES}
    assert {page: answer.status_code for page, answer in pages.items() if answer.status_code != 200} == {}
    return {page: words(answer) for page, answer in pages.items()}


def with_a_hyphen(shown):
    return {page: text for page, text in shown.items() if A_HYPHEN.search(text)}


@pytest.mark.parametrize("is_over", [False, True])
def test_negative_numbers_have_a_minus_sign_and_no_hyphen_on_every_page(is_over):
    game = one_game("bid-euchre", {})
    build.hand(game, SET)
    if is_over:
        end_at_whistle(game=game, by=build.organizer(game.event), at=build.at(15, 30))

    shown = shown_at(game.event, organizer_of(game.event))

    assert with_a_hyphen(shown) == {}
    assert "−5" in shown["standings/" if is_over else "games/{game}/"]


def test_penalties_of_a_score_card_have_a_minus_sign_too():
    house = {"counters": "Bags, Nils", "counter_points": -5, "more_counter_points": "-100 for 10"}
    prize = SidePrize(name="Least", decides=LOW_SCORE)
    event = day("spades-card", house, side_prizes=[prize.as_json()])
    game, by = build.called_round(event).games.get(), {"by": build.organizer(event), "at": build.THREE}
    build.hand(game, HandFacts(total_points={"NS": -85, "EW": 312}, counters={"Bags": {"NS": 2}}))
    gift = {"amount_cents": 500, "method": "cash", "team": event.teams.first()}
    entry = take_donation(event=event, key=uuid4(), **gift, **by)
    counter_donation(donation=entry, key=uuid4(), reason="Twice", **by)

    shown = shown_at(event, organizer_of(event))

    assert with_a_hyphen(shown) == {}
    assert "adds −5 points to those entered" in shown["rules/"]
    assert "−95" in shown["standings/"]


def test_what_refuses_a_house_rule_or_a_figure_writes_the_same_minus_sign():
    with pytest.raises(BadHouseRule) as worth:
        find_ruleset("spades-card", {"more_counter_points": "-500"})
    with pytest.raises(BadHouseRule) as first:
        find_ruleset("spades-card", {"counter_points": -500})
    with pytest.raises(ImpossibleHand) as total:
        find_ruleset("spades-card").score({"total_points": {"NS": -10_000, "EW": 0}})

    assert [A_HYPHEN.search(str(each.value)) for each in (worth, first, total)] == [None] * 3
    assert all("−" in str(each.value) for each in (worth, first, total))
