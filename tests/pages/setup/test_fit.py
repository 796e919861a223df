"""The setup page says how teams, tables and hours fit together, and has a button for the better way."""

import pytest

from pages.setup.fit import misfits
from scoring.simulation.simulation_page import MOST_TEAMS
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import organizer_of, still_clock

pytestmark = pytest.mark.slow


BUYING_BACK = {"format": "double", "buys_back": True}


def choose(client, event, way):
    return words(client.post(f"/{event.slug}/event/way/", {"way": way}, follow=True))


def fit_of(event):
    return words(part(organizer_of(event).get(f"/{event.slug}/event/fit/"), "fit"))


def test_a_field_too_large_to_simulate_gets_a_sentence_instead(event, organizer):
    build.teams(event, MOST_TEAMS)
    assert "on 8 tables" in fit_of(event)

    build.team(event)

    assert "with a table in use and 2 to 200 teams." in fit_of(event)


def test_a_field_too_large_for_a_simulation_reads_what_needs_none():
    event = build.event(seating="robin", tables=100, advance_count=8, phase_two=BUYING_BACK)

    def misfits_of(teams):
        text = " ".join(misfits(event, build.MEET, teams, 100))
        return "until everybody has met everybody" in text, "after the awards" in text

    assert misfits_of(MOST_TEAMS) == (True, True)
    assert misfits_of(MOST_TEAMS + 1) == (True, False)


def test_sixteen_teams_on_seven_tables_read_each_way_and_choose_one():
    event = build.event(is_practice=True, tables=7)
    still_clock(event, build.MEET)
    build.teams(event, 16)
    organizer = organizer_of(event)

    shown = fit_of(event)
    answers, chosen = [], []
    for way in ("sitout", "open", "waves", "lunch"):
        answers.append(choose(organizer, event, way))
        one = event.phases.get(kind="one")
        chosen.append((one.seating, one.sits_out))
    build.called_round(event)

    for each in (
        "16 teams on 7 tables: 2 games each in rounds, 3 or 4 games each in rounds that some sit out, about "
        "5 games each in open play. 1 more table would seat everybody at once.",
        "Rounds, with a second wave : 2 games each A round lasts 2 half-hours: 7 games begin, and 1 more in "
        "the same round as tables open up. Chosen",
        "Rounds, some sit out in turn : 3 or 4 games each Each half-hour 7 games are played, and 2 teams sit "
        "out: nobody again before all have. Choose rounds, some sit out in turn",
        "Open play : about 5 games each Most games",
    ):
        assert each in shown
    assert "Phase I is played that way." in answers[0]
    assert "Choose one of the ways that are offered." in answers[-1]
    assert "Does Phase I fit the hall?" in answers[-1]
    assert chosen == [("swiss", True), ("open", False), ("swiss", False), ("swiss", False)]
    assert "The first games were called by this way of seating." in choose(organizer, event, "open")
    assert "Phase I is played that way." in choose(organizer, event, "sitout")


def test_individual_play_shows_games_per_player_and_missing_rounds():
    event = build.event(is_practice=True, seating="alone", tables=3)
    empty = fit_of(event)
    build.people(event, 12)

    shown = fit_of(event)

    assert "with a table in use and 4 to 200 players." in empty
    assert "12 players on 3 tables: 8 games each in rounds." in shown
    assert "11 rounds are needed until everybody has been everybody’s partner; these hours hold 8." in shown


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        (3, "11 players on 3 tables: 8 games each in rounds."),
        (2, "11 players on 2 tables: 4 games each in rounds. 1 more table would seat everybody at once."),
    ],
)
def test_three_who_are_left_over_play_where_they_have_a_table(tables, sentence):
    event = build.event(is_practice=True, seating="one-up", left_over="three", tables=tables)
    build.people(event, 11)

    assert sentence in fit_of(event)


@pytest.mark.parametrize(
    ("plan", "teams", "sentences"),
    [
        pytest.param(
            {"seating": "alone", "tables": 3},
            12,
            "11 rounds are needed until everybody has been everybody’s partner; these hours hold 8. Add 3 "
            "rounds, or choose another way of seating.",
            id="not all have been partners",
        ),
        pytest.param(
            {"seating": "robin", "tables": 2},
            8,
            "7 rounds are needed until everybody has met everybody; these hours hold 2. Add 5 rounds, or "
            "choose another way of seating.",
            id="a round takes two turns at the tables",
        ),
        pytest.param({"seating": "movement", "tables": 4}, 8, "", id="it fits"),
        pytest.param(
            {"seating": "movement", "tables": 3},
            6,
            "After 3 rounds everybody has met the whole other side; these hours hold 4. Then nobody stays or "
            "moves any more: the list says who meets.",
            id="a movement is over before the hours are",
        ),
        pytest.param(
            {"seating": "movement", "tables": 3},
            7,
            "7 teams need 4 tables for one side to stay, and 3 are in use: until there are more, the list "
            "says where people sit, and not the placards.",
            id="a movement has no table that is empty",
        ),
        pytest.param(
            {"tables": 4, "advance_count": 8, "tie_breaks": ["points", "games_won"]},
            7,
            "With 7 teams somebody sits out in each round, and a bye counts as a game won. Places go by "
            "points first, so who sits out gets too little or too much. Under What counts, let a bye count "
            "as a game won with the average of one’s own games.",
            id="points decide and a bye has none",
        ),
        pytest.param(
            {
                "tables": 4,
                "advance_count": 8,
                "tie_breaks": ["points", "games_won"],
                "bye_counts": "own",
            },
            7,
            "",
            id="a bye has the points of one's own games",
        ),
        pytest.param({"tables": 4, "advance_count": 8}, 8, "", id="Phase II fits"),
        pytest.param(
            {"tables": 4, "advance_count": 8, "phase_two": BUYING_BACK},
            8,
            "The last game would be over at about 7:19 PM, after the awards at 7:00 PM. Begin earlier, or "
            "play less.",
            id="Phase II is longer than its hours",
        ),
        pytest.param(
            {"game": "spades-card", "tables": 4},
            8,
            "A game takes about 36 minutes, and a round has 25: tables will be late for the next one. Make "
            "the rounds longer, or the games shorter. The last game would be over at about 7:25 PM, after "
            "the awards at 7:00 PM. Begin earlier, or play less.",
            id="games are longer than rounds",
        ),
    ],
)
def test_the_page_says_what_does_not_fit_and_what_would(plan, teams, sentences):
    assert " ".join(misfits(build.event(**plan), build.MEET, teams, plan["tables"])) == sentences
