"""The cut: nothing is decided silently; and who of those that go through is here for Phase II."""

import pytest
from django.test import Client

from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.certificate import certificate_page
from scoring.cut.commands_cut import mark_back
from scoring.cut.cut_page import cut_page, who_is_back
from scoring.models import Cut
from scoring.rulings.commands_leaving import leave_day
from tests import build
from tests.pages.visit import organizer_of, still_clock
from tools.rehearsal.browser import read
from tournament.floor.commands_floor import call_game
from tournament.models import Game, Team

pytestmark = pytest.mark.slow

AFTER = build.at(17, 1)


def at_the_cut(teams, rounds, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    rounds(event)
    still_clock(event, build.at(17))
    return event


@pytest.fixture
def tied():
    """An event after Phase I, with several teams tied at the cutoff."""
    return at_the_cut(8, build.played_alike, advance_count=5)


def words(answer):
    return read(answer.content.decode()).one(id="cut").words


def settle_all(client, event):
    while ties := cut_page(event, build.at(17)).ties:
        client.post(f"/{event.slug}/cut/lot/", {"team": [team.team_id for team in ties[0].teams]})
    return client.post(f"/{event.slug}/cut/settle/", follow=True)


def test_a_tie_is_shown_as_one_and_nothing_is_settled_silently(tied):
    client = organizer_of(tied)

    page = client.get(f"/{tied.slug}/cut/")
    refused = client.post(f"/{tied.slug}/cut/settle/")

    *names, last = (team.name for team in cut_page(tied, build.at(17)).ties[0].teams)
    together = f"{', '.join(names)} and {last}"
    assert f"Tied: {together}" in words(page)
    assert f"{together} are tied after every tie-break." in words(page)
    buttons = read(page.content.decode()).one(id="cut").find("button", disabled="*")
    assert [button.words for button in buttons] == ["Settle the cut"]
    assert (refused.status_code, Cut.objects.exists()) == (422, False)


def test_the_settled_cut_shows_what_decided_and_is_opened_again(tied):
    client = organizer_of(tied)
    before = Client().get(f"/{tied.slug}/certificate/").content.decode()

    settled = settle_all(client, tied)
    certificate = Client().get(f"/{tied.slug}/certificate/").content.decode()
    _, *below = certificate_page(tied).rows
    reopened = client.post(f"/{tied.slug}/cut/reopen/", follow=True)

    assert "The cut isn’t settled yet" in before
    assert "The cut is settled" in words(settled)
    assert all(row.why in certificate for row in below)
    assert any("by lot, after" in row.why for row in below)
    assert "Settled by Organizer at 5:00 PM." in read(certificate).words
    assert "Settle who goes through" in words(reopened)
    assert not Cut.objects.filter(reopened_at=None).exists()


def test_a_play_off_hand_is_made_called_and_settles_the_tie(tied):
    [tie, *_] = cut_page(tied, build.at(17)).ties
    client = organizer_of(tied)

    page = client.post(
        f"/{tied.slug}/cut/playoff/", {"team": [each.team_id for each in tie.teams]}, follow=True
    )

    hands = Game.objects.filter(event=tied, kind="playoff")
    assert words(page).count("Play-off hand ") >= hands.count()
    for game in hands:
        client.post(f"/{tied.slug}/game/{game.pk}/call/")
        game.refresh_from_db()
        build.hand(game, at=build.at(17, 1))
    level = {team for again in cut_page(tied, build.at(17, 2)).ties for team in again.teams}
    assert len(level & set(tie.teams)) < len(tie.teams)


@pytest.mark.parametrize(("plays_phase_two", "what"), [(True, "The cut"), (False, "The first places")])
def test_games_not_agreed_yet_are_listed_and_hold_nothing_up(plays_phase_two, what):
    plan = {"advance_count": 2, "agreed_by": "teams", "plays_phase_two": plays_phase_two}
    event = at_the_cut(4, lambda event: build.played_phase_one(event, 1), **plan)
    client = organizer_of(event)

    answer = client.get(f"/{event.slug}/cut/")
    page = words(answer)
    settle_all(client, event)

    assert read(answer.content.decode()).one("title").words.startswith(what)
    assert f"2 games are not agreed yet. {what} can be settled anyway." in page
    assert "Table 1 · Round 1" in page
    assert Cut.objects.exists()


# --- who is here for Phase II -----------------------------------------------------------------------


@pytest.fixture
def settled():
    """An event after the cut: four of five teams go through."""
    event = at_the_cut(5, build.played_phase_one, advance_count=4, tables=3)
    build.cut_settled(event)
    still_clock(event, AFTER)
    return event


def teams_through(event):
    return [Team.objects.get(pk=each.team.team_id) for each in who_is_back(event).teams]


def marked(event):
    return [each.team.name for each in who_is_back(event).teams if each.back_at]


def test_a_seen_team_is_here_and_the_next_moves_up_if_another_leaves(settled):
    *seen, fourth = teams_through(settled)
    for team in seen:
        mark_back(team=team, is_back=True, by=build.organizer(settled), at=AFTER)
    before = who_is_back(settled)

    leave_day(team=fourth, by=build.organizer(settled), at=AFTER)

    after = who_is_back(settled)
    assert ([each.seed for each in before.teams], before.missing) == ([1, 2, 3, 4], 1)
    assert marked(settled) == [team.name for team in seen]
    assert (after.teams[3].team, after.next_up) == (before.next_up, None)


def test_after_the_first_hand_nobody_moves_up_into_the_bracket(settled):
    start_phase_two(event=settled, by=build.organizer(settled), at=AFTER)
    game = call_game(
        game=settled.games.filter(phase__kind="two").first(), by=build.organizer(settled), at=AFTER
    )
    build.hand(build.seated(build.again(game), at=AFTER), at=build.at(17, 3))

    playing = who_is_back(settled)
    settled.phases.filter(kind="two").update(closed_at=build.at(18))

    assert playing.next_up is None
    assert who_is_back(settled) is None


def test_the_organizer_marks_them_on_the_cuts_page(settled):
    client, first = organizer_of(settled), teams_through(settled)[0]

    def post(**sent):
        answer = client.post(f"/{settled.slug}/cut/here/", {"team": first.pk, **sent}, follow=True)
        page = read(answer.content.decode())
        return page.words, page.one("li", data_team=str(first.number)).words

    page, here = post(is_back="on")
    _, not_here = post()

    assert "Here since 5:01" in here
    assert "If one of them leaves" in page
    assert "Not here yet" in not_here
