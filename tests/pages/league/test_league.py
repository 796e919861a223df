"""A league's pages: the public table through a week, and an organizer who imports results."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from seasons.commands.draws import draw_weeks
from seasons.models import LeagueWeek, Member, Person
from seasons.tasks import draw_due
from tests import build
from tests.pages.club.test_club import phone_of
from tests.pages.reading import words
from tests.pages.visit import wearing
from tests.seasons.leagues import HEAD, league_week
from tests.seasons.test_people import Night, nights_of
from tests.tournament.lists.files import workbook
from tournament.commands.badges import make_badge
from tournament.models import Role

pytestmark = pytest.mark.django_db

FIRST = ["Aces,Kings,10,7,1,0", "Queens,Jacks,3,5,0,0"]
SECOND = ["Kings,Aces,12,4,0,0", "Queens,Jacks,9,5,0,2", "Kings,Queens,7,2,0,0"]


def phone_as(event, role):
    return wearing(make_badge(event=event, role=role, name=role.label, at=build.MEET))


def league_page(week):
    return words(Client().get(f"/{week.event.slug}/league/"))


def bring(night, lines, week=1, **typed):
    typed = {"league": "Tuesday", "week": week, "lines": "\n".join(lines), **typed}
    return phone_of(night).post(f"/{night.event.slug}/league/results/bring/", typed, follow=True)


def test_the_table_says_what_changed_and_why_a_team_is_where_it_is():
    club = Night().club
    one, two = league_week(club, FIRST), league_week(club, SECOND, 2)

    before, after = league_page(one), league_page(two)

    assert "Leader of the week: Aces , 1 of 1 won, 10 points" in before
    assert "Leader of the week: Kings , 2 of 2 won, 19 points" in after
    assert "Kings has more wins than Aces: 2 to 1." in after
    assert "Aces has as many wins and points as Queens; the lower team number is above." in after
    assert "1 Kings" in after
    assert "▲ 2 up 2" in after
    assert "▼ 1 down 1" in after
    assert "Week 1 Week 2" in after
    sent = (
        "Tuesday, week 2 Leader of the week: Kings, 2 of 2 won 1. Kings 2–1, 26 points (▲ 2) "
        "2. Aces 1–1, 14 points (▼ 1)"
    )
    assert sent in after
    assert "Queens 9, Jacks 5 · Bostons 0–2" in after


def test_a_week_from_a_list_has_a_podium_in_the_archive_unless_only_a_lot_decides():
    club = Night().club
    one, tied = league_week(club, FIRST), league_week(club, ["Aces,Kings,7,5,0,0", "Jacks,Queens,7,5,0,0"], 2)

    first, second = (words(Client().get(f"/{week.event.slug}/awards/podium/")) for week in (one, tied))

    assert "Aces" in first
    assert "Nobody yet" in second


def test_its_statements_do_not_grow_with_its_games():
    club, few = Night().club, ["Aces,Kings,10,7,1,0"]
    short = league_week(club, few, name="Short")
    long = league_week(club, [f"A{n},B{n},{n},3,0,0" for n in range(4, 12)], name="Long")
    counts = []
    for week in (short, long):
        league_page(week)
        with CaptureQueriesContext(connection) as asked:
            league_page(week)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_an_event_that_is_no_week_has_no_league_page():
    night = Night()

    assert Client().get(f"/{night.event.slug}/league/").status_code == 404


def test_results_are_looked_at_first_and_come_in_with_the_second_press():
    night = Night("Dee", "Ray").known()
    lines = [f"{HEAD},players_a", "Aces,Kings,10,7,1,0,Dee & Ray", "Kings,Aces,7,8,0,0,"]

    refused = words(bring(night, lines))
    looked = bring(night, lines, each_is_a_game="on")
    confirm = looked.context["seen"]["confirm"].initial
    none = LeagueWeek.objects.count()
    done = words(bring(night, [confirm["lines"]], each_is_a_game="on", imports="on"))

    assert (
        "Row 3: “Kings 7, Aces 8” is another result than row 2, “Aces 10, Kings 7; Bostons 1–0”." in refused
    )
    assert "As it would be" in words(looked)
    assert "2 games. Nothing came in yet." in words(looked)
    assert none == 0
    assert "Week 1 of Tuesday came in." in done
    # People from an earlier event are recognized.
    assert nights_of("Dee") == ["Tuesday, week 1", "Week 0"]
    assert Person.objects.filter(name="Dee").count() == 1


def test_a_workbook_is_brought_and_a_week_is_undone():
    night = Night()
    head = ("Opponent", "Points", "Points against")
    file = workbook(sheets=[("Aces", [head, ("Kings", 10, 7)]), ("Kings", [head, ("Aces", 7, 10)])])
    page = f"/{night.event.slug}/league/results/"
    bring(night, [], file=SimpleUploadedFile("week.xlsx", file), imports="on")
    [week] = LeagueWeek.objects.now()
    again = words(bring(night, [HEAD, "Aces,Kings,1,2,0,0"], imports="on"))
    undone = words(phone_of(night).post(f"/{night.event.slug}/league/{week.pk}/undo/", follow=True))

    assert "Tuesday has the results of week 1 already" in again
    assert "Week 1 was taken back." in undone
    assert "No week has results." in words(phone_of(night).get(page))
    assert Client().get(f"/{week.event.slug}/league/").status_code == 404


def test_a_drawn_week_is_on_the_leagues_page_and_is_opened_from_the_organizers():
    night = Night()
    league = league_week(night.club, FIRST).league
    draw_weeks(league=league, weeks=3, rooms=1, games=4, first=1, seed=1, at=build.MEET, steps=9)
    page = f"/{night.event.slug}/league/"

    before = words(phone_of(night).get(f"{page}results/"))
    typed = {"number": 2, "held_on": "2026-07-07"}
    done = words(phone_of(night).post(f"{page}{league.pk}/open/", typed, follow=True))
    [_, second] = LeagueWeek.objects.order_by("number")
    slips = words(Client().get(f"/{second.event.slug}/slips/"))

    assert "Week 2 drawn" in before
    assert "Tuesday, week 2 is open: its teams are signed up." in done
    assert [team.name for team in second.event.teams.all()] == ["Aces", "Kings", "Queens", "Jacks"]
    assert "Week 3 Room 1: Aces, Kings, Queens, Jacks Twice:" in league_page(second)
    assert "The games that were drawn, each with its sides" in slips
    assert slips.count("Table ___") == len(league.drawn.now().get(number=2).games)
    assert "Who sits North–South Aces , North–South against" in league_page(second)


def test_what_was_typed_stays_where_it_was_refused():
    night = Night("Dee", "Ray").known()
    league = league_week(night.club, FIRST).league
    draw_weeks(league=league, weeks=3, rooms=1, games=4, first=1, seed=1, at=build.MEET, steps=9)
    page, phone = f"/{night.event.slug}/league/{league.pk}/", phone_of(night)

    def refused(action, **typed):
        answer = phone.post(f"{page}{action}/", typed)
        assert answer.status_code == 422
        return answer.content.decode()

    assert 'value="Zoe"' in refused("pool", name="Zoe")
    assert 'value="1000"' in refused("absence", absence="forfeit", forfeit_points=1000)
    dated = refused("open", number=3, held_on="July 7th")
    assert 'value="July 7th"' in dated
    assert dated.count("Write the day, as in 2026-01-31.") == 1


def test_a_week_that_another_tab_opened_meanwhile_says_so():
    night = Night()
    league = league_week(night.club, FIRST).league
    draw_weeks(league=league, weeks=2, rooms=1, games=3, first=1, seed=1, at=build.MEET, steps=9)
    address, typed = f"/{night.event.slug}/league/{league.pk}/open/", {"number": 2, "held_on": "2026-07-07"}
    phone = phone_of(night)
    phone.post(address, typed)

    again = words(phone.post(address, typed, follow=True))

    assert "Week 2 of Tuesday has an event already." in again


def test_an_event_without_a_club_has_no_draws():
    event = build.event()

    assert phone_as(event, Role.ORGANIZER).get(f"/{event.slug}/league/draws/").status_code == 404


def test_weeks_are_drawn_by_a_press_and_the_scheduler():
    night = Night()
    page = f"/{night.event.slug}/league/"
    typed = {"league": "Thursday", "teams": "Aces\nKings\nQueens\nJacks", "weeks": 3, "first": 1, "rooms": 1}

    asked = words(phone_of(night).post(f"{page}draw/", {**typed, "games": 3}, follow=True))
    again = words(phone_of(night).post(f"{page}draw/", {**typed, "games": 3}, follow=True))
    waits = words(phone_of(night).get(f"{page}draws/"))
    draw_due(build.MEET)
    done = words(phone_of(night).get(f"{page}results/"))
    phone_of(night).post(f"{page}draw/", {**typed, "games": 1}, follow=True)
    draw_due(build.MEET)

    assert "Thursday is being drawn." in asked
    assert "This league is being drawn." in again
    assert "It begins in a moment." in waits
    assert "Each pair shares a room 3 to 3 times and plays 3 to 3 games." in done
    assert "Week 3 drawn" in done
    assert "everybody once is 3 games a team" in words(phone_of(night).get(f"{page}draws/"))
    assert draw_due(build.MEET) == 0


def test_a_make_up_game_counts_in_the_week_that_it_belongs_to():
    night = Night()
    one = league_week(night.club, FIRST)
    head = f"{HEAD},week"
    two = league_week(night.club, ["Aces,Kings,9,2,0,0,", "Kings,Jacks,7,1,0,0,1"], 2, head=head)
    game = two.event.games.first()

    before = league_page(one)
    client = phone_of(night)
    Member.objects.get_or_create(club=night.club, user=night.user, defaults={"at": build.MEET})
    make_badge(event=two.event, role=Role.ORGANIZER, name="ann", user=night.user, at=build.MEET)
    typed = {"game": game.pk, "week": 1}
    done = words(client.post(f"/{two.event.slug}/league/credit/", typed, follow=True))

    assert "Kings 7, Jacks 1" in before
    assert "owes 1 game" in before
    assert "Aces vs. Kings counts for week 1 now." in done
    assert "Aces 9, Kings 2" in league_page(one)
    assert "No game is over yet." in league_page(two)


def test_another_club_neither_sees_nor_undoes_a_week():
    mine, theirs = Night(), Night(user="bo")
    week = league_week(theirs.club, FIRST)

    assert "Tuesday" not in words(phone_of(mine).get(f"/{mine.event.slug}/league/results/"))
    answer = phone_of(mine).post(f"/{mine.event.slug}/league/{week.pk}/undo/")
    typed = {"number": 2, "held_on": "2026-07-07"}
    other = phone_of(mine).post(f"/{mine.event.slug}/league/{week.league_id}/open/", typed)
    assert (answer.status_code, other.status_code) == (404, 404)
    assert LeagueWeek.objects.now().count() == 1


def test_an_organizer_answers_who_the_players_of_a_list_are_before_it_comes_in():
    night = Night("Dee", "Ray").known()
    lines = [f"{HEAD},players_a", "Aces,Kings,10,7,1,0,Dee & Ray"]

    looked = bring(night, lines)
    confirm = looked.context["seen"]["confirm"].initial
    asked = looked.context["seen"]["who"]
    dee = Person.objects.get(name="Dee")
    send = {"each_is_a_game": "on", "imports": "on"}
    wrong = bring(night, [confirm["lines"]], **send, **{"who-1-1": dee.pk + 99})
    bring(night, [confirm["lines"]], **send, **{"who-1-1": "new", "who-1-2": asked["1-2"].initial})
    second = bring(night, lines, week=2)

    assert "Do you know Dee of Aces?" in words(looked)
    assert "Yes, the Dee of June 27, 2026, 1 event, by name" in words(looked)
    assert "The club’s people changed meanwhile, so nothing was imported." in words(wrong)
    assert Person.objects.filter(name="Dee").count() == 2
    assert nights_of("Ray") == ["Tuesday, week 1", "Week 0"]
    # Two people are called Dee. Ray can only be the one of Aces.
    assert [field.name for field in second.context["seen"]["who"]] == ["1-1"]


def test_people_join_the_pool_and_play_for_a_team_that_is_short():
    night = Night("Dee", "Ray").known()
    league = league_week(night.club, FIRST).league
    draw_weeks(league=league, weeks=2, rooms=1, games=3, first=1, seed=1, at=build.MEET, steps=9)
    page, phone = f"/{night.event.slug}/league/", phone_of(night)
    rule = {"absence": "pool", "forfeit_points": 0, "substitutes_count": "nobody"}
    phone.post(f"{page}{league.pk}/absence/", rule)
    joined = words(phone.post(f"{page}{league.pk}/pool/", {"name": "dee"}, follow=True))
    refused = words(phone.post(f"{page}{league.pk}/pool/", {"name": "Zoe"}, follow=True))
    phone.post(f"{page}{league.pk}/open/", {"number": 2, "held_on": "2026-07-07"})
    event = LeagueWeek.objects.get(number=2).event
    team, desk = event.teams.get(name="Aces"), phone_as(event, Role.DESK)
    card = f"/{event.slug}/desk/{team.pk}/substitute/"

    before = words(desk.get(card))
    missing = words(desk.post(f"{card}pool/", {"key": uuid4(), "player": team.players.first().pk}))
    typed = {"key": uuid4(), "player": team.players.first().pk, "person": Person.objects.get(name="Dee").pk}
    done = words(desk.post(f"{card}pool/", typed, follow=True))
    also = words(desk.post(f"{card}ready/", {"name": "Ray"}, follow=True))
    left = words(phone.post(f"{page}{league.pk}/pool/{typed['person']}/leave/", follow=True))

    assert "Dee is in the pool of Tuesday." in joined
    assert "The club has nobody called Zoe." in refused
    assert "Pool of Tuesday The game counts only for the other side: Aces gets nothing for it." in before
    assert "Two substitutes may play for a whole team. Games that nobody plays are owed." in before
    assert "Choose who plays from the pool." in missing
    assert "Dee substitutes for" in done
    assert "Ray is in the pool of Tuesday." in also
    assert "Dee is no longer in the pool of Tuesday." in left
    assert "substituted in Aces" in words(phone.get(f"/{night.event.slug}/club/{typed['person']}/"))
    assert "Pool of" not in words(phone_as(event, Role.REFEREE).get(card))
