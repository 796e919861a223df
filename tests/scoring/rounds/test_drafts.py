"""A round is drafted, reviewed, published, and recalled within half a minute."""

from datetime import timedelta

import pytest

from pages.player.now import team_now
from scoring.commands.rounds import discard_draft, draft_round, publish_round, recall_round
from scoring.models import GameScore
from scoring.queries.rounds.seating import seating_page
from scoring.queries.rounds.steps import mark_of
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.teams import withdraw_team
from tournament.errors import Refused
from tournament.models import Deadline, Event, Game, Round
from tournament.models.schedule import Seating

pytestmark = pytest.mark.slow


@pytest.fixture
def event():
    return build.event()


def drafted(event, at=build.THREE, **more):
    return draft_round(event=event, by=build.organizer(event), at=at, **more)


def published(row, at=build.THREE):
    return publish_round(row=row, seen=mark_of(row.phase.event), by=build.organizer(row.phase.event), at=at)


def recalled(row, seconds):
    at = row.called_at + timedelta(seconds=seconds)
    return recall_round(row=row, by=build.organizer(row.phase.event), at=at)


def pairs(row):
    games = Game.objects.filter(round=row, recalled_at=None, kind="game").select_related("table")
    return {
        (game.team("NS").pk, game.team("EW").pk, game.table.number if game.table else None) for game in games
    }


def test_a_draft_calls_nobody_and_counts_nowhere(event):
    team, *_ = build.teams(event, 5)

    row = drafted(event)

    assert row.called_at is None
    assert not Game.objects.standing().exists()
    assert not Deadline.objects.exists()
    assert not GameScore.objects.exists()
    assert {row.won for row in standings(event).rows} == {0}
    assert team_now(event, team, build.THREE).card.state == "here"
    assert event.phases.get(kind="one").started_at is None


def test_a_published_draft_is_the_round_as_it_was_looked_at(event):
    build.teams(event, 5)
    row = drafted(event, at=build.at(14, 50))
    looked_at = pairs(row)

    called = published(row)

    assert pairs(called) == looked_at
    assert called.called_at == build.THREE
    assert Deadline.objects.count() == 2
    assert GameScore.objects.filter(ending="bye").count() == 1
    assert Event.objects.get(pk=event.pk).house_rules_frozen_at == build.THREE


def test_a_draft_can_be_drawn_again_and_thrown_away(event):
    build.teams(event, 4)
    first = drafted(event)

    second = drafted(event, instead_of=first)
    discard_draft(row=second, by=build.organizer(event), at=build.THREE)

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
            lambda event: event.phases.filter(kind="one").update(seating=Seating.OPEN),
            "in rounds",
            id="open play",
        ),
        pytest.param(4, drafted, "Round 1 has a draft already", id="a draft that is there"),
    ],
)
def test_a_draft_that_cannot_be_is_refused_with_what_to_do(event, count, change, sentence):
    build.teams(event, count)
    change(event)

    with pytest.raises(Refused, match=sentence):
        drafted(event)


def test_nothing_is_drafted_while_the_tables_play(event):
    build.teams(event, 4)
    build.called_round(event)

    with pytest.raises(Refused, match="Tables 1 and 2 are still playing"):
        drafted(event, at=build.at(15, 30))


def test_a_draft_may_be_early_but_is_published_on_time(event):
    build.teams(event, 4)
    row = drafted(event, at=build.at(14, 30))

    with pytest.raises(Refused, match="called at 3:00 PM"):
        published(row, at=build.at(14, 50))


def test_a_draft_with_a_team_that_has_left_is_not_published(event):
    leaver, *_ = build.teams(event, 4)
    row = drafted(event)
    withdraw_team(team=leaver, by=build.organizer(event), at=build.THREE)

    with pytest.raises(Refused, match=r"Team 1 isn't here\. Unseat them"):
        published(row)
    assert [team.name for team in seating_page(event, build.THREE).away] == ["Team 1"]


def test_a_draft_that_somebody_changed_meanwhile_is_looked_at_again(event):
    build.teams(event, 4)
    first = drafted(event)
    seen = mark_of(event)
    second = drafted(event, instead_of=first)

    with pytest.raises(Refused, match="replaced or thrown away"):
        publish_round(row=first, seen=seen, by=build.organizer(event), at=build.THREE)
    with pytest.raises(Refused, match="changed this draft since"):
        publish_round(row=second, seen=seen, by=build.organizer(event), at=build.THREE)


def test_a_called_round_is_neither_published_again_nor_thrown_away(event):
    build.teams(event, 4)
    row = published(drafted(event))

    with pytest.raises(Refused, match="called already"):
        published(row)
    with pytest.raises(Refused, match="no draft any more"):
        discard_draft(row=row, by=build.organizer(event), at=build.THREE)


def test_a_round_is_recalled_29_seconds_after_it_was_called_and_is_a_draft_again(event):
    build.teams(event, 5)
    row = build.called_round(event)
    looked_at = pairs(row)

    draft = recalled(row, 29)

    assert not Game.objects.standing().exists()
    assert not event.deadlines.filter(done_at=None).exists()
    assert pairs(draft) == looked_at
    assert {row.won for row in standings(event).rows} == {0}
    assert event.phases.get(kind="one").started_at is None
    assert Event.objects.get(pk=event.pk).house_rules_frozen_at is None
    assert event.log.last().words == "Round 1 was recalled: nobody plays yet. It is a draft again."


def test_a_round_with_a_hand_or_after_31_seconds_and_one_that_was_recalled_is_not_recalled(event):
    build.teams(event, 4)
    row = build.called_round(event)

    with pytest.raises(Refused, match="more than 30 seconds ago"):
        recalled(row, 31)
    draft = recalled(row, 5)
    with pytest.raises(Refused, match="recalled already"):
        recalled(row, 6)
    with pytest.raises(Refused, match="is still a draft"):
        recall_round(row=draft, by=build.organizer(event), at=build.THREE)
    again = published(draft, at=build.at(15, 1))
    build.hand(again.games.select_related("event").first(), at=build.at(15, 1))

    assert (again.number, event.phases.get(kind="one").started_at) == (1, build.at(15, 1))
    with pytest.raises(Refused, match="first hand already"):
        recalled(again, 5)


def test_the_page_says_what_is_special_about_a_seating(event):
    for name in ("Ash", "Birch", "Cedar", "Dogwood"):
        build.team(event, name)
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
