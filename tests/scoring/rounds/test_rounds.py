"""A round is called, or drafted, reviewed and published, and recalled within half a minute."""

from datetime import timedelta

import pytest

from pages.player.now import team_now
from scoring.models import GameScore
from scoring.rounds.commands_rounds import discard_draft, publish_round, recall_round
from scoring.rounds.seating import seating_page
from scoring.rounds.steps import mark_of
from scoring.standings.standings import standings
from tests import build
from tests.scoring.rounds.seating import drafted, event_of, seating
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused
from tournament.models import Deadline, Event, Game, Round


def published(row, at=build.THREE):
    return publish_round(row=row, seen=mark_of(row.phase.event), by=build.organizer(row.phase.event), at=at)


def discarded(row):
    return discard_draft(row=row, by=build.organizer(row.phase.event), at=build.THREE)


def recalled(row, seconds):
    at = row.called_at + timedelta(seconds=seconds)
    return recall_round(row=row, by=build.organizer(row.phase.event), at=at)


def test_the_first_round_starts_phase_one_and_freezes_the_house_rules():
    event = event_of(4)

    row = build.called_round(event)

    event = Event.objects.get(pk=event.pk)
    assert event.house_rules_frozen_at == build.THREE
    assert event.phases.get(kind="one").started_at == build.THREE
    assert (row.number, row.play_from, row.whistle_at) == (1, build.at(15, 5), build.at(15, 30))
    assert [game.table.number for game in row.games.all()] == [1, 2]


def test_a_bye_is_a_game_won_by_three_units_without_points():
    row = build.called_round(event_of(3))

    bye = GameScore.objects.get(game__round=row, game__kind="bye")
    side = bye.game.side("NS")
    assert (side.units, side.points, bye.ending) == (3, 0, "bye")
    assert (bye.winner, bye.game.over_at) == (bye.game.team("NS"), build.THREE)


def test_a_team_that_left_is_not_seated_and_one_that_came_late_is():
    event = event_of(4)
    leaver = event.teams.get(number=1)
    for game in build.called_round(event).games.all():
        build.won(game)
    withdraw_team(team=leaver, by=build.organizer(event), at=build.at(15, 28))
    late = build.team(event, "Late Bloomers")

    second = build.called_round(event, at=build.at(15, 30))

    seated = {team for game in second.games.with_everybody() for team in game.everybody()}
    assert seated == {*event.teams.all()} - {leaver}
    row = next(row for row in standings(event).rows if row.team_id == late.pk)
    assert (row.won, row.byes) == (0, 0)


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        pytest.param(build.at(14, 45), "called at 3:00 PM", id="the round waits for its time"),
        pytest.param(build.at(16, 55), "No round fits", id="too late for another round"),
    ],
)
def test_a_round_that_cannot_be_is_refused_with_what_to_do(at, sentence):
    event = event_of(4)

    with pytest.raises(Refused, match=sentence):
        build.called_round(event, at=at)

    assert not Game.objects.exists()


def test_the_next_round_waits_for_tables_in_play_and_then_its_half_hour():
    event = event_of(4)
    one, two = build.called_round(event).games.order_by("table__number")

    with pytest.raises(Refused, match="Tables 1 and 2 are still playing"):
        drafted(event, at=build.at(15, 30))
    build.won(one)
    with pytest.raises(Refused, match="Table 2 is still playing"):
        build.called_round(event, at=build.at(15, 31))
    build.won(two)
    with pytest.raises(Refused, match="called at 4:00 PM"):
        build.called_round(event, at=build.at(15, 52))
    row = build.called_round(event, at=build.at(16))

    assert (row.number, row.slot, row.whistle_at) == (2, 3, build.at(16, 30))


def test_standings_shown_after_each_round_hold_a_running_round_back():
    event = event_of(2, standings_shown="after_round")
    build.hand(build.game(event))

    public = standings(event, is_public=True)

    assert standings(event).rows[0].units == 1
    assert (public.rows[0].units, public.is_held_back) == (0, True)


# --- drafts -----------------------------------------------------------------------------------------


def test_a_draft_counts_nowhere_until_it_is_published_as_it_was_seen():
    event = event_of(5)
    row = drafted(event, at=build.at(14, 30))
    looked_at = seating(event)

    assert row.called_at is None
    assert not Game.objects.standing().exists()
    assert not Deadline.objects.exists()
    assert not GameScore.objects.exists()
    assert {row.won for row in standings(event).rows} == {0}
    assert team_now(event, event.teams.first(), build.THREE).card.state == "here"
    assert event.phases.get(kind="one").started_at is None
    with pytest.raises(Refused, match="called at 3:00 PM"):
        published(row, at=build.at(14, 50))

    called = published(row)

    assert called.called_at == build.THREE
    assert seating(event) == looked_at
    assert Deadline.objects.count() == 2
    assert GameScore.objects.filter(ending="bye").count() == 1
    assert Event.objects.get(pk=event.pk).house_rules_frozen_at == build.THREE


@pytest.mark.both
def test_a_redrawn_draft_must_be_looked_at_again_and_can_be_discarded():
    event = event_of(4)
    first, seen = drafted(event), mark_of(event)

    second = drafted(event, instead_of=first)
    for row, sentence in ((first, "replaced or thrown away"), (second, "draft has changed since")):
        with pytest.raises(Refused, match=sentence):
            publish_round(row=row, seen=seen, by=build.organizer(event), at=build.THREE)
    discarded(second)

    assert not Round.objects.drafts().exists()
    assert seating_page(event, build.THREE).stage == ""
    assert [entry.action for entry in event.log.all()][-3:] == [
        "round.drafted", "round.drafted", "draft.discarded",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("count", "change", "sentence"),
    [
        pytest.param(1, lambda event: None, "At least two teams", id="one team"),
        pytest.param(
            4, lambda event: event.tables.update(is_out_of_use=True), "Put one back", id="no table in use"
        ),
        pytest.param(
            4,
            lambda event: event.phases.filter(kind="one").update(seating="open"),
            "in rounds",
            id="open play",
        ),
        pytest.param(4, drafted, "Round 1 has a draft already", id="a draft that is there"),
    ],
)
def test_a_draft_that_cannot_be_is_refused_with_what_to_do(count, change, sentence):
    event = event_of(count)
    change(event)

    with pytest.raises(Refused, match=sentence):
        drafted(event)


@pytest.mark.both
def test_a_draft_with_a_team_that_has_left_is_not_published():
    event = event_of(4)
    row = drafted(event)
    withdraw_team(team=event.teams.get(number=1), by=build.organizer(event), at=build.THREE)

    with pytest.raises(Refused, match=r"Team 1 isn’t here\. Unseat them"):
        published(row)
    assert [team.name for team in seating_page(event, build.THREE).away] == ["Team 1"]


@pytest.mark.both
def test_a_round_is_recalled_for_half_a_minute_and_before_its_first_hand():
    event = event_of(5)
    row = build.called_round(event)
    called = seating(event)
    for action, sentence in (
        (lambda: published(row), "called already"),
        (lambda: discarded(row), "no longer a draft"),
        (lambda: recalled(row, 31), "more than 30 seconds ago"),
    ):
        with pytest.raises(Refused, match=sentence):
            action()

    draft = recalled(row, 29)
    assert event.log.last().words == "Round 1 was recalled: nobody plays yet. It is a draft again."
    assert seating(event) == called
    assert not Game.objects.standing().exists()
    assert not event.deadlines.filter(done_at=None).exists()
    assert {row.won for row in standings(event).rows} == {0}
    assert event.phases.get(kind="one").started_at is None
    assert Event.objects.get(pk=event.pk).house_rules_frozen_at is None
    with pytest.raises(Refused, match="recalled already"):
        recalled(row, 30)
    with pytest.raises(Refused, match="is still a draft"):
        recall_round(row=draft, by=build.organizer(event), at=build.THREE)

    again = published(draft, at=build.at(15, 1))
    assert (again.number, event.phases.get(kind="one").started_at) == (1, build.at(15, 1))
    build.hand(again.games.filter(kind="game").first(), at=build.at(15, 1))
    with pytest.raises(Refused, match="first hand already"):
        recalled(again, 5)


def test_the_page_says_what_is_special_about_a_seating():
    event = event_of(4)
    event.teams.update(home="Detroit")
    for game in build.called_round(event).games.select_related("event"):
        build.won(game)
    late = build.team(event, "Elm")
    row = drafted(event, at=build.at(15, 30))
    build.reseat(row.games.get(kind="bye"), NS=late)

    page = seating_page(event, build.at(15, 30))

    assert (page.stage, page.title, [team.team.name for team in page.byes]) == ("draft", "Round 2", ["Elm"])
    assert {game.notes for game in page.games} >= {("both from Detroit",)}
    assert page.figures[0] == "no rematch"
