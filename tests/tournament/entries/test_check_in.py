"""Checking in by a code, with one of two present, and sitting out (Rulebook E-169, E-170)."""

from datetime import timedelta

import pytest

from scoring.rounds.commands_rounds import discard_draft, draft_round, publish_round, recall_round
from scoring.rounds.steps import mark_of
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock, wearing
from tournament.entries.commands_check_in import BACK, END, ROUND, check_in_by_code, mark_part_here, sit_out
from tournament.entries.commands_presence import check_in_team
from tournament.entries.desk_board import desk_board
from tournament.errors import Refused
from tournament.models.codes import check_in_code

pytestmark = pytest.mark.django_db


@pytest.mark.both
def test_the_desk_checks_in_by_a_scanned_link_or_a_typed_number():
    event, other = build.event(), build.event(name="Another")
    by, katz = build.organizer(event), build.team(event, "Kitty Katz", is_here=False)
    aces, away = build.team(event, "Aces", is_here=False), build.team(other, "Away", is_here=False)
    link = "https://hall.example/join/{}/"

    def checked_in(code):
        return check_in_by_code(event=event, code=code, by=by, at=build.MEET)

    assert checked_in(link.format(katz.badge.secret)) == katz
    assert checked_in(f" {aces.number} ") == aces
    for wrong in (link.format(away.badge.secret), "99", "Katz", "²", link.format("x" * 20)):
        with pytest.raises(Refused):
            checked_in(wrong)
    assert [team.name for team in event.teams.present()] == ["Kitty Katz", "Aces"]


@pytest.mark.both
def test_a_team_checks_in_by_the_poster_and_the_missing_one_is_counted():
    event = build.event(is_practice=True)
    still_clock(event, build.MEET)
    team, _ = build.team(event, "Kitty Katz", is_here=False), build.team(event, "Aces", is_here=False)
    phone, desk = wearing(team.badge), organizer_of(event)
    address = f"/{event.slug}/team/here/{check_in_code(event.key)}/"

    guessed = phone.post(f"/{event.slug}/team/here/0123456789ab/")
    phone.post(address, {"one": "1"})
    part = words(desk.get(f"/{event.slug}/desk/"))
    page = words(phone.post(address, follow=True))

    assert (guessed.status_code, "Scan the poster in the hall again" in words(guessed)) == (422, True)
    assert "One here since 2:00 PM" in part
    assert "2 not here yet, 1 of them with one here" in part
    assert "The desk knows that you are here." in page
    assert [team.name for team in event.teams.present()] == ["Kitty Katz"]
    board = desk_board(event)
    assert (board.missing, board.partly) == (1, 0)
    poster = desk.get(f"/{event.slug}/desk/poster/")
    assert check_in_code(event.key) in words(poster)


def test_the_desk_finds_a_name_with_either_apostrophe_and_without_accents():
    event = build.event()
    teams = {build.team(event, name).name for name in ("O’Neal’s", "O'Neal's own", "José & Co.")}

    found = [
        {row.name for row in desk_board(event, query=query).teams} for query in ("o'neal", "O’NEAL", "jose")
    ]

    assert found == [teams - {"José & Co."}] * 2 + [{"José & Co."}]


def seated_in(row):
    return {team for game in row.games.all() for team in game.everybody()}


@pytest.mark.both
@pytest.mark.tampers
def test_a_team_that_sits_out_is_in_no_round_until_its_time_is_over():
    event = build.event()
    by, teams = build.organizer(event), build.teams(event, 4)
    first = build.called_round(event)
    build.ended(first.games.all(), build.at(15, 25))
    sit_out(team=teams[0], until=BACK, by=by, at=build.at(15, 26))

    second = build.called_round(event, at=build.at(15, 30))
    assert seated_in(second) == set(teams[1:])
    with pytest.raises(Refused, match=r"Check it in first"):
        sit_out(team=build.team(event, "Late", is_here=False), until=BACK, by=by, at=build.THREE)

    build.ended(second.games.all(), build.at(15, 55))
    sit_out(team=teams[0], until=END, by=by, at=build.at(15, 56))
    assert teams[0] in seated_in(build.called_round(event, at=build.at(16, 5)))


@pytest.mark.tampers
def test_a_team_that_sits_one_round_out_plays_again_also_after_a_recall():
    event = build.event()
    by, teams = build.organizer(event), build.teams(event, 4)
    build.ended(build.called_round(event).games.all(), build.at(15, 25))
    phone = wearing(teams[0].badge)

    asked = phone.post(f"/{event.slug}/team/sit-out/")
    answer = phone.post(f"/{event.slug}/team/sit-out/", {"until": ROUND}, follow=True)
    assert (asked.status_code, "Say until when: one round" in words(asked)) == (422, True)
    assert "You sit out round 2 You play again from round 3 on." in words(answer)

    second = build.called_round(event, at=build.at(15, 30))
    draft = recall_round(row=second, by=by, at=build.at(15, 30, 20))
    discard_draft(row=draft, by=by, at=build.at(15, 30, 30))
    second = build.called_round(event, at=build.at(15, 31))
    assert seated_in(second) == set(teams[1:])

    build.ended(second.games.all(), build.at(15, 55))
    third = build.called_round(event, at=build.at(16, 5))
    teams[0].refresh_from_db()
    assert teams[0] in seated_in(third)
    assert (teams[0].sits_out_at, teams[0].sits_out_round) == (None, None)


@pytest.mark.both
def test_where_there_are_no_rounds_a_team_sits_out_until_it_comes_back():
    event = build.event(seating="open")
    team = build.teams(event, 2)[0]
    sit_out(team=team, until=ROUND, by=build.organizer(event), at=build.THREE)
    team.refresh_from_db()

    assert (team.sits_out_at, team.sits_out_round) == (build.THREE, None)
    assert "next round only" not in words(wearing(team.badge).get(f"/{event.slug}/team/"))


def test_a_draft_with_a_team_that_sits_out_is_not_published():
    event = build.event()
    by, teams = build.organizer(event), build.teams(event, 4)
    row = draft_round(event=event, words="", by=by, at=build.at(14, 50))
    sit_out(team=teams[0], until=ROUND, by=by, at=build.at(14, 51))

    with pytest.raises(Refused, match=r"sits out\. Unseat them in the draft"):
        publish_round(row=row, seen=mark_of(event), by=by, at=build.THREE)


@pytest.mark.both
def test_one_of_two_here_is_forgotten_once_both_are():
    event = build.event()
    team, by = build.team(event, is_here=False), build.organizer(event)

    mark_part_here(team=team, by=by, at=build.MEET)
    assert not event.teams.present().exists()
    check_in_team(team=team, by=by, at=build.MEET + timedelta(minutes=9))

    team.refresh_from_db()
    assert team.part_here_at is None
