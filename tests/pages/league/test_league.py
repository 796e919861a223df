"""A league's pages: the public table through a week, and an organizer who imports results."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from seasons.leagues.commands_draws import draw_weeks
from seasons.models import LeagueWeek, Member, Person
from seasons.tasks import draw_due
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, phone_of, wearing
from tests.seasons.league_weeks import HEAD, league_week
from tests.seasons.nights import Night, nights_of
from tests.tournament.lists.files import workbook
from tournament.badges.commands_badges import make_badge
from tournament.models import Role

pytestmark = pytest.mark.django_db

FIRST = ["Aces,Kings,10,7,1,0", "Queens,Jacks,3,5,0,0"]
SECOND = ["Kings,Aces,12,4,0,0", "Queens,Jacks,9,5,0,2", "Kings,Queens,7,2,0,0"]
WEEK_TWO = {"number": 2, "held_on": "2026-07-07"}


def league_page(week):
    return words(Client().get(f"/{week.event.slug}/league/"))


def page(night, path):
    return words(phone_of(night).get(f"/{night.event.slug}/league/{path}"))


def press(night, path, **typed):
    return phone_of(night).post(f"/{night.event.slug}/league/{path}", typed, follow=True)


def bring(night, lines, week=1, **typed):
    return press(
        night, "results/bring/", **{"league": "Tuesday", "week": week, "lines": "\n".join(lines), **typed}
    )


def drawn(night, weeks=3, games=4):
    """A league whose first week has been played, and its other weeks drawn."""
    league = league_week(night.club, FIRST).league
    draw_weeks(league=league, weeks=weeks, rooms=1, games=games, first=1, seed=1, at=build.MEET, steps=9)
    return league


# --- the public table -----------------------------------------------------------------------------


def test_the_table_says_what_changed_and_why_a_team_is_where_it_is():
    club = Night().club
    one, two = league_week(club, FIRST), league_week(club, SECOND, 2)

    before, after = league_page(one), league_page(two)

    assert "Leader of the week: Aces , 1 of 1 won, 10 points" in before
    for sentence in (
        "Leader of the week: Kings , 2 of 2 won, 19 points",
        "Kings has more wins than Aces: 2 to 1.",
        "Aces and Queens share the place: as many wins and points, and no team numbers.",
        "1 Kings",
        "▲ 2 up 2",
        "▼ 1 down 1",
        "Week 1 Week 2",
        "Tuesday, week 2 Leader of the week: Kings, 2 of 2 won 1. Kings 2–1, 26 points (▲ 2) "
        "2. Aces 1–1, 14 points (▼ 1)",
        "Queens 9, Jacks 5 · Bostons 0–2",
    ):
        assert sentence in after


def test_an_imported_week_has_a_podium_unless_only_a_lot_decides():
    club = Night().club
    one, tied = league_week(club, FIRST), league_week(club, ["Aces,Kings,7,5,0,0", "Jacks,Queens,7,5,0,0"], 2)

    first, second = (words(Client().get(f"/{week.event.slug}/awards/podium/")) for week in (one, tied))

    assert "Aces" in first
    assert "Nobody yet" in second


def test_its_statements_do_not_grow_with_its_games():
    club, counts = Night().club, []
    for name, games in (("Short", 1), ("Long", 8)):
        week = league_week(club, [f"A{n},B{n},{n},3,0,0" for n in range(4, 4 + games)], name=name)
        league_page(week)
        with CaptureQueriesContext(connection) as asked:
            league_page(week)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_league_pages_need_a_league_week_and_draws_need_a_club():
    night, alone = Night(), build.event()

    assert Client().get(f"/{night.event.slug}/league/").status_code == 404
    assert organizer_of(alone).get(f"/{alone.slug}/league/draws/").status_code == 404


# --- results from a list --------------------------------------------------------------------------


def test_results_are_looked_at_first_and_come_in_with_the_second_press():
    night = Night("Dee", "Ray").known()
    lines = [f"{HEAD},players_a", "Aces,Kings,10,7,1,0,Dee & Ray", "Kings,Aces,7,8,0,0,"]

    refused = words(bring(night, lines))
    looked = bring(night, lines, each_is_a_game="on")
    confirm = looked.context["seen"]["confirm"].initial
    none = LeagueWeek.objects.count()
    who = {f"who-{key}": field.initial for key, field in looked.context["seen"]["who"].fields.items()}
    done = words(bring(night, [confirm["lines"]], each_is_a_game="on", imports="on", **who))

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


def test_an_organizer_identifies_the_players_of_a_list_before_the_import():
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


def test_a_workbook_is_brought_and_a_week_is_undone():
    night = Night()
    head = ("Opponent", "Points", "Points against")
    file = workbook(sheets=[("Aces", [head, ("Kings", 10, 7)]), ("Kings", [head, ("Aces", 7, 10)])])

    bring(night, [], file=SimpleUploadedFile("week.xlsx", file), imports="on")
    [week] = LeagueWeek.objects.now()
    again = words(bring(night, [HEAD, "Aces,Kings,1,2,0,0"], imports="on"))
    undone = words(press(night, f"{week.pk}/undo/"))

    assert "Tuesday has the results of week 1 already" in again
    assert "Week 1 was taken back." in undone
    assert "No week has results." in page(night, "results/")
    assert Client().get(f"/{week.event.slug}/league/").status_code == 404


def test_pasted_results_are_still_there_to_change_after_the_preview():
    night, lines = Night(), [HEAD, "Aces,Kings,1,2,0,0"]
    seen = bring(night, lines, each_is_a_game="on")
    assert "Change the lines" in words(seen)

    changed = bring(night, lines, each_is_a_game="on", edit="on").context["form"]

    assert changed["lines"].value() == "\n".join(lines)
    assert (changed["each_is_a_game"].value(), changed.errors) == (True, {})


def test_a_workbook_whose_sheets_can_be_weeks_is_asked_about():
    night, head = Night(), HEAD.split(",")
    sheets = [
        ("June 3", [head, ("Aces", "Kings", 10, 7, 0, 0)]),
        ("June 10", [head, ("Aces", "Kings", 1, 7, 0, 0)]),
    ]
    content = workbook(sheets=sheets)

    asked = bring(night, [], file=SimpleUploadedFile("weeks.xlsx", content))
    kept = asked.context["form"]["lines"].value()
    seen = bring(night, [kept], sheet="June 3")
    changed = bring(night, [kept], sheet="June 3", edit="on")
    wrong = bring(night, [kept.replace("Aces,Kings,10", "Aces,Kings,x")], sheet="June 3")

    assert "This workbook has several sheets with games: June 10 and June 3." in words(asked)
    assert "Sheet Choose one… All of them are this week’s June 10 June 3" in words(asked)
    assert "1 game. Nothing came in yet." in words(seen)
    assert changed.context["form"]["lines"].value() == kept
    assert "Sheet Choose one… All of them are this week’s June 10 June 3" in words(changed)
    # Another sheet can be chosen, also if something is wrong in this one.
    assert "“x” isn’t a number of points" in words(wrong)
    assert "Sheet Choose one… All of them are this week’s June 10 June 3" in words(wrong)


def test_a_sheet_is_chosen_where_none_is_named_after_the_week():
    night, head = Night(), HEAD.split(",")
    sheets = [(f"Week {week}", [head, ("Aces", "Kings", 10, week, 0, 0)]) for week in (1, 2)]

    asked = bring(night, [], file=SimpleUploadedFile("weeks.xlsx", workbook(sheets=sheets)), week=3)
    seen = bring(night, [asked.context["form"]["lines"].value()], week=3, sheet="Week 1")

    assert "but none for week 3: Week 2 and Week 1. Say which one it is." in words(asked)
    assert "1 game. Nothing came in yet." in words(seen)


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ({"league": ""}, "Write the league’s name."),
        ({"week": 1}, "has the results of week 1 already"),
        ({"each_is_a_game": ""}, "is another result than row 2"),
    ],
)
def test_a_file_of_results_is_given_once_also_if_it_is_refused(typed, refused):
    night = Night()
    league_week(night.club, FIRST)
    lines = "\n".join([HEAD, "Aces,Kings,10,7,1,0", "Kings,Aces,7,8,0,0"])
    sent = {"week": 2, "each_is_a_game": "on"} | typed

    asked = bring(night, [], file=SimpleUploadedFile("week.csv", lines.encode("utf-16")), **sent)
    form = asked.context["form"]
    seen = bring(night, [form["lines"].value()], week=2, each_is_a_game="on")

    assert refused in words(asked)
    assert form["lines"].value() == lines
    assert "2 games. Nothing came in yet." in words(seen)


def test_a_file_that_is_no_list_is_refused_beside_its_field():
    asked = bring(Night(), [HEAD], file=SimpleUploadedFile("week.csv", b"%PDF-1.7"))

    assert asked.context["form"].errors.keys() == {"file"}
    assert "This is a PDF, even if its name says otherwise." in words(asked)
    assert asked.context["form"]["lines"].value() == HEAD


def test_a_make_up_game_counts_in_the_week_that_it_belongs_to():
    night = Night()
    one = league_week(night.club, FIRST)
    made_up = ["Aces,Kings,9,2,0,0,", "Kings,Jacks,7,1,0,0,1"]
    two = league_week(night.club, made_up, 2, head=f"{HEAD},week")
    Member.objects.get_or_create(club=night.club, user=night.user, defaults={"at": build.MEET})
    make_badge(event=two.event, role=Role.ORGANIZER, name="ann", user=night.user, at=build.MEET)

    before = league_page(one)
    typed = {"game": two.event.games.first().pk, "week": 1}
    done = words(phone_of(night).post(f"/{two.event.slug}/league/credit/", typed, follow=True))

    assert "Kings 7, Jacks 1" in before
    assert "owes 1 game" in before
    assert "Aces vs. Kings counts for week 1 now." in done
    assert "Aces 9, Kings 2" in league_page(one)
    assert "No game is over yet." in league_page(two)


# --- weeks that are drawn -------------------------------------------------------------------------


def test_a_drawn_week_is_on_the_league_page_and_is_opened_only_once():
    night = Night()
    league = drawn(night)

    before = page(night, "results/")
    done, again = (words(press(night, f"{league.pk}/open/", **WEEK_TWO)) for _ in range(2))
    [_, second] = LeagueWeek.objects.order_by("number")
    slips = words(Client().get(f"/{second.event.slug}/slips/"))

    assert "Week 2 drawn" in before
    assert "Tuesday, week 2 is open: its teams are signed up." in done
    assert "Week 2 of Tuesday has an event already." in again
    assert [team.name for team in second.event.teams.all()] == ["Aces", "Kings", "Queens", "Jacks"]
    assert "Week 3 Room 1: Aces, Kings, Queens, Jacks Twice:" in league_page(second)
    assert "The games that were drawn, each with its sides" in slips
    assert slips.count("Table ___") == len(league.drawn.now().get(number=2).games)
    assert "Who sits North–South Aces , North–South against" in league_page(second)


def test_weeks_are_drawn_by_a_press_and_the_scheduler():
    night = Night()
    typed = {"league": "Thursday", "teams": "Aces\nKings\nQueens\nJacks", "weeks": 3, "first": 1, "rooms": 1}

    asked, again = (words(press(night, "draw/", **typed, games=3)) for _ in range(2))
    waits = page(night, "draws/")
    draw_due(build.MEET)
    done = page(night, "results/")
    press(night, "draw/", **typed, games=1)
    draw_due(build.MEET)

    assert "Thursday is being drawn." in asked
    assert "This league is being drawn." in again
    assert "It begins in a moment." in waits
    assert "Each pair shares a room 3 to 3 times and plays 3 to 3 games." in done
    assert "Week 3 drawn" in done
    assert "everybody once is 3 games a team" in page(night, "draws/")
    assert draw_due(build.MEET) == 0


def test_what_was_typed_stays_where_it_was_refused():
    night = Night("Dee", "Ray").known()
    league = drawn(night)
    draw = {"league": "Thursday", "teams": "Aces\nKings", "weeks": 3, "first": 5, "rooms": 1, "games": 3}

    def refused(path, **typed):
        answer = press(night, path, **typed)
        assert answer.status_code == 422
        return answer.content.decode()

    assert 'value="Zoe"' in refused(f"{league.pk}/pool/", name="Zoe")
    assert 'value="1000"' in refused(f"{league.pk}/absence/", absence="forfeit", forfeit_points=1000)
    dated = refused(f"{league.pk}/open/", number=3, held_on="July 7th")
    assert 'value="July 7th"' in dated
    assert dated.count("Write the day, as in 2026-01-31.") == 1
    drew = refused("draw/", **draw)
    assert "The weeks before week 5 aren’t drawn." in words(drew)
    assert "Aces\nKings</textarea>" in drew


def test_another_club_neither_sees_nor_undoes_a_week():
    mine, theirs = Night(), Night(user="bo")
    week = league_week(theirs.club, FIRST)

    answer = press(mine, f"{week.pk}/undo/")
    other = press(mine, f"{week.league_id}/open/", **WEEK_TWO)

    assert "Tuesday" not in page(mine, "results/")
    assert (answer.status_code, other.status_code) == (404, 404)
    assert LeagueWeek.objects.now().count() == 1


def test_people_join_the_pool_and_play_for_a_team_that_is_short():
    night = Night("Dee", "Ray").known()
    league = drawn(night, weeks=2, games=3)
    rule = {"absence": "pool", "forfeit_points": 0, "substitutes_count": "nobody"}
    press(night, f"{league.pk}/absence/", **rule)
    joined, refused = (words(press(night, f"{league.pk}/pool/", name=name)) for name in ("dee", "Zoe"))
    press(night, f"{league.pk}/open/", **WEEK_TWO)
    event, dee = LeagueWeek.objects.get(number=2).event, Person.objects.get(name="Dee").pk
    team = event.teams.get(name="Aces")
    card = f"/{event.slug}/desk/{team.pk}/substitute/"
    desk, referee = (
        wearing(make_badge(event=event, role=role, name="Jo", at=build.MEET))
        for role in (Role.DESK, Role.REFEREE)
    )

    def choose(**chosen):
        typed = {"key": uuid4(), "player": team.players.first().pk, **chosen}
        return words(desk.post(f"{card}pool/", typed, follow=True))

    before = words(desk.get(card))
    missing, done = choose(), choose(person=dee)
    also = words(desk.post(f"{card}ready/", {"name": "Ray"}, follow=True))
    left = words(press(night, f"{league.pk}/pool/{dee}/leave/"))

    assert "Dee is in the pool of Tuesday." in joined
    assert "Nobody in the club is called Zoe." in refused
    assert "Pool of Tuesday The game counts only for the other side: Aces gets nothing for it." in before
    assert "Two substitutes may play for a whole team. Games that nobody plays are owed." in before
    assert "Choose who plays from the pool." in missing
    assert "Dee substitutes for" in done
    assert "Ray is in the pool of Tuesday." in also
    assert "Dee is no longer in the pool of Tuesday." in left
    assert "substituted in Aces" in words(phone_of(night).get(f"/{night.event.slug}/club/{dee}/"))
    assert "Pool of" not in words(referee.get(card))
