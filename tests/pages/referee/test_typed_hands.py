"""A typed hand has the same value in the form, in the row, and back in the form."""

import json
from dataclasses import replace

import pytest

from pages.referee.forms import HandForm, correction_of
from rules.games import find_ruleset
from rules.ruleset.hands import HandFacts, ImpossibleHand, read_facts
from scoring.models import Hand, Report
from tests import build

HANDS = [
    pytest.param("fahrenheit", build.FOUR_MADE, id="Fahrenheit"),
    pytest.param(
        "fahrenheit",
        replace(
            build.FOUR_MADE,
            reneges=("NS", "EW", "EW"),
            dealer="W",
            bidder_seat="N",
            calls=("4 uptown", "pass", "pass", "pass"),
        ),
        id="with every field",
    ),
    pytest.param("bid-euchre", HandFacts(bidder="EW", bid="moon", tricks={"NS": 0, "EW": 6}), id="the moon"),
    pytest.param("bid-euchre", HandFacts(bidder="NS", bid=4, tricks={"NS": 0, "EW": 6}), id="no trick"),
    pytest.param(
        "bid-fair",
        HandFacts(bids={"N": "KS", "S": None}, trump="clubs", trick_points={"N": 90, "S": 39}),
        id="Bid Fair",
    ),
    pytest.param(
        "solo-bid-euchre",
        HandFacts(bidder="S", bid=2, tricks={"N": 3, "E": 0, "S": 2, "W": 0}, reneges=("E", "W")),
        id="four alone",
    ),
    pytest.param(
        "cutthroat-bid-whist",
        HandFacts(bidder="W", level=12, strain="no_trump", books=15, reneges=("E",)),
        id="three alone",
    ),
    pytest.param("fahrenheit", HandFacts(forfeited_by="EW", dealer="S"), id="a forfeited hand"),
    pytest.param("bid-fair", HandFacts(forfeited_by="S"), id="a forfeited hand of two"),
]


@pytest.mark.parametrize(("game", "facts"), HANDS)
def test_a_hand_is_equal_in_form_row_and_report_and_scores_the_same(game, facts):
    ruleset = find_ruleset(game, {})
    shown = correction_of(ruleset.entry, facts)

    form = HandForm({name: shown[name].value() for name in shown.fields}, tiles=ruleset.entry)
    columns, report = (json.loads(json.dumps(each)) for each in (Hand.columns(facts), facts.as_json()))

    assert form.errors == {}
    assert form.facts() == Hand(**columns).parsed == Report(facts=report).parsed == facts
    assert ruleset.score(facts) == ruleset.score(facts.as_json())


def test_what_was_not_said_is_no_part_of_a_report():
    facts = HandFacts(bidder="NS", books=0)

    assert dict(facts) == {"bidder": "NS", "books": 0}
    assert "reneges" not in facts
    assert not HandFacts()


def test_a_field_that_no_game_knows_is_refused():
    with pytest.raises(ImpossibleHand, match='no place for "weather"'):
        read_facts({"bidder": "NS", "weather": "fine"})
