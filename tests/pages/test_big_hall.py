"""A hundred and sixty teams at eighty tables: lists are paginated, and teams are entered by number."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.rounds.commands_rounds import draft_round
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX, opened, still_clock, wearing
from tools.rehearsal.browser import read
from tournament.floor.commands_floor import call_referee
from tournament.floor.seats_now import seats
from tournament.models import Event, Game, Team
from tournament.models.floor import RefereeCall

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = ("Aces", "José’s Jokers", "Ace High", "Kitty Katz")


@pytest.fixture(scope="module")
def a_hall(kept):
    """The first round as a draft."""
    event = build.event(is_practice=True, tables=80, advance_count=60)
    build.teams(event, 160)
    for number, name in enumerate(NAMES, start=1):
        Team.objects.filter(event=event, number=number).update(name=name)
    still_clock(event, build.THREE)
    draft_round(event=event, by=build.organizer(event), at=build.THREE)
    return event


@pytest.fixture
def hall(a_hall):
    return Event.objects.get(pk=a_hall.pk)


@pytest.fixture
def playing(hall):
    """The first round, called: Jo has table 80, and table 79 has called a referee."""
    build.called_round(hall)
    still_clock(hall, build.at(15, 2))
    jo = build.referee(hall).badge
    hall.tables.filter(number=80).update(referee=jo)
    game, by = hall.games.get(table__number=79), build.organizer(hall)
    call_referee(game=game, why="A renege?", by=by, at=build.at(15, 2))
    return hall


def client_of(event, who):
    return wearing(event.badges.filter(role=who).first()) if who else Client()


def teams_of(page):
    return [row.attributes["data-team"] for row in page.find("tr", data_team="*")]


def games_of(page):
    return [row.attributes["data-game"] for row in page.find("li", data_game="*")]


def numbers_of(page):
    return [row.attributes["data-number"] for row in page.find(data_number="*")]


def tables_of(page):
    return [one.words for one in page.find("p", **{"class": "table-number"})]


def folds_of(page):
    return [one.words for one in page.find("span", **{"class": "fold-title"}) if "Table" in one.words]


# For each page, whose it is, a function for its rows, and their number.
LISTS = {
    "standings/": ("", teams_of, 160),
    "seats/": ("", teams_of, 160),
    "games/": ("", games_of, 80),
    "desk/": ("organizer", numbers_of, 160),
    "cut/": ("organizer", teams_of, 160),
    "floor/": ("organizer", tables_of, 80),
    "floor/set-up/": ("organizer", folds_of, 80),
    "seating/": ("organizer", tables_of, 80),
}
NONSENSE = ("page=²", f"page={'9' * 5000}", "page=-1", "find=%00")


def test_a_long_list_leads_from_page_to_page_and_can_be_printed_whole(playing, subtests):
    for path, (who, rows_of, count) in LISTS.items():
        client = client_of(playing, who)
        with subtests.test(path):
            page = opened(playing, f"{path}?page=1", client)
            rows = rows_of(page)
            while onward := page.find("a", rel="next"):
                page = opened(playing, path + onward[0].attributes["href"].rpartition("/")[2], client)
                most = 25 if path == "desk/" else 50
                assert most // 2 < len(rows_of(page)) <= most + most // 2
                rows += rows_of(page)

            assert (len(rows), len(set(rows))) == (count, count)
            unasked = rows_of(opened(playing, path, client))
            for asked in NONSENSE:
                assert rows_of(opened(playing, f"{path}?{asked}", client)) == unasked
            if path in ("standings/", "seats/", "cut/", "floor/"):
                assert len(rows_of(opened(playing, f"{path}?whole=1", client))) == count


def test_what_comes_by_itself_is_the_page_that_is_shown(playing, subtests):
    for path, (who, _, _) in LISTS.items():
        client = client_of(playing, who)
        # The desk calls its search ``q``, and its list is never shown whole.
        asked = ("?page=2", "?q=team+15&page=1" if path == "desk/" else "?find=team+15&page=1", "?whole=1")
        for query in asked[:2] if path == "desk/" else asked:
            page = client.get(f"/{playing.slug}/{path}{query}").content.decode()
            for fragment in read(page).find(id="*", hx_get="*"):
                root, address = fragment.attributes["id"], fragment.attributes["hx-get"]
                if fragment.attributes.get("hx-trigger", "").startswith("uptown:changed"):
                    with subtests.test(f"{path}{query} {root}"):
                        fresh = client.get(address, headers=HTMX).content.decode()
                        assert words(part(fresh, root)) == words(part(page, root))


def test_somebody_is_found_by_number_name_or_table(playing):
    def found(path, query):
        who, rows_of, _ = LISTS[path]
        return rows_of(opened(playing, f"{path}?find={query}", client_of(playing, who)))

    at_four = Game.objects.with_everybody().get(event=playing, table__number=4).teams()
    seating = found("seating/", "kitty")
    listed = client_of(playing, "referee").get(f"/{playing.slug}/tables/?find=kitty").context["results"].rows
    nobody = opened(playing, "standings/?find=Nobody+At+All")

    assert found("standings/", "kitty") == ["4"]
    assert sorted(found("seats/", "table+4")) == sorted(str(team.number) for team in at_four)
    assert found("cut/", "Team+160") == ["160"]
    assert len(found("games/", "jose's")) == 1
    assert found("floor/", "table+78") == found("floor/set-up/", "78") == ["Table 78"]
    assert seating == [table_of(playing, "Kitty Katz")] == [f"Table {row.number}" for row in listed]
    assert "Nobody here is called “Nobody At All”." in nobody.words
    assert nobody.find("a", href=f"/{playing.slug}/standings/")
    no_table = opened(playing, "seats/?find=table+99").words
    assert "No team and no table here is called “table 99”." in no_table


def test_ones_own_place_and_seat_are_marked_and_part_of_the_seats_says_so(playing):
    place, seat = (opened(playing, f"{path}?team=160") for path in ("standings/", "seats/"))
    some, everybody = (opened(playing, f"seats/{asked}") for asked in ("", "?whole=1"))

    assert [page.one(id="asked").attributes["data-team"] for page in (place, seat)] == ["160", "160"]
    assert seat.one("a", data_own_place="*").words == "My table"
    assert some.one("p", **{"class": "paper-only"}).words.startswith("Not everybody: 1 to 50 of 160 by name.")
    assert some.find("a", href=f"/{playing.slug}/seats/?whole=1")
    assert not everybody.find("p", **{"class": "paper-only"})


def test_each_page_of_the_floor_lists_up_to_fifty_calls_for_a_referee(playing):
    jo, organizer = client_of(playing, "referee"), client_of(playing, "organizer")

    def pages():
        return [jo.get(f"/{playing.slug}/tables/?page={number}").context for number in (1, 2)]

    first, second = pages()
    taken = jo.post(f"/{playing.slug}/table/5/take/?page=2", headers=HTMX)
    shown = [row.number for page in (first, second) for row in page["results"].rows]
    assert [sorted(row.number for row in page["pressing"]) for page in (first, second)] == [[], [79, 80]]
    assert {79, 80} <= {row.number for row in first["results"].rows}
    assert sorted(shown) == list(range(1, 81))
    assert part(taken, "tables") == part(jo.get(f"/{playing.slug}/tables/?page=2"), "tables")
    for page in ("floor/?page=1", "floor/?page=2"):
        assert "A renege?" in opened(playing, page, organizer).words

    Game.objects.filter(event=playing, over_at=None).update(
        referee_call=RefereeCall.ASKED, referee_called_at=build.at(15, 5), referee_called_for="A renege?"
    )
    first, second = pages()
    floor = opened(playing, "floor/", organizer)
    assert [len(page["results"].rows) for page in (first, second)] == [50, 30]
    assert [(len(page["pressing"]), page["more_pressing"]) for page in (first, second)] == [(0, 0), (50, 0)]
    assert len(floor.one("section", aria_labelledby="needs").find("li")) == 50
    assert "30 more, on the referees’ list" in floor.words


def test_the_cut_opens_where_the_line_is(playing):
    page = opened(playing, "cut/", client_of(playing, "organizer"))

    rows = page.find("tr", data_team="*")
    last = [place for place, row in enumerate(rows, 51) if "is-last-through" in row.attributes["class"]]
    assert last == [60]
    assert page.find("a", rel="prev")
    assert page.find("a", rel="next")


# --- the desk and the set-up ---------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["undo-check-in/", "donate/"])
def test_an_action_at_the_desk_returns_to_its_page_and_team(hall, action):
    desk, (one, other) = client_of(hall, "organizer"), hall.teams.filter(number__in=(55, 56)).order_by("pk")
    sent, address = {"key": uuid4(), "method": "cash", "tap": "500"}, f"/{hall.slug}/desk"

    swap = desk.post(f"{address}/{one.pk}/{action}?page=3", sent, headers=HTMX)
    reload = desk.post(f"{address}/{other.pk}/{action}?page=3", sent | {"key": uuid4()})

    numbers = numbers_of(read(swap.content.decode()))
    assert (numbers[0], "55" in numbers) == ("51", True)
    assert reload.url == f"{address}/?page=3#team-{other.pk}"


def test_every_desk_form_leads_back_to_its_page_and_a_search_to_the_first(hall):
    page = opened(hall, "desk/?page=3", client_of(hall, "organizer"))

    rows = page.find(data_number="*")
    actions = [form.attributes["action"] for row in rows for form in row.find("form")]
    assert len(actions) >= len(rows) == 25
    assert all(action.endswith("?page=3") for action in actions)
    fields = {field.attributes.get("name") for field in page.one(id="desk-search").find("input")}
    assert "page" not in fields
    assert page.find("a", href=f"/{hall.slug}/desk/?state=here")


def test_a_table_saved_in_the_set_up_stays_in_sight(hall):
    organizer, address = client_of(hall, "organizer"), f"/{hall.slug}/floor/set-up/"
    page = opened(hall, "floor/set-up/?page=2", organizer)
    [change] = [each for each in page.find("a") if each.words == "Change table 60"]
    form_page = opened(hall, f"floor/set-up/{change.attributes['href'].rpartition('/')[2]}", organizer)
    [form] = [each for each in form_page.find("form") if "/set-up/60/" in each.attributes["action"]]

    saved = organizer.post(form.attributes["action"], {"zone": "Upstairs"})
    refused = organizer.post(form.attributes["action"], {"zone": "x" * 31})

    assert saved.url == f"{address}?page=2#table-60"
    assert "At most 30 characters for a zone." in words(refused)
    assert folds_of(opened(hall, "floor/set-up/?find=upstairs", organizer)) == ["Table 60"]


# --- teams are entered by number ----------------------------------------------------------------------


def game_at(event, number):
    return Game.objects.with_everybody().get(event=event, table__number=number, recalled_at=None)


def test_two_taps_on_two_pages_change_two_places_of_a_draft(hall):
    organizer = client_of(hall, "organizer")
    one, other = game_at(hall, 1).team("NS"), game_at(hall, 70).team("EW")
    [tap] = opened(hall, "seating/", organizer).find("a", **{"aria-label": f"Swap {one.name}"})
    query = tap.attributes["href"].partition("#")[0].rpartition("/")[2]
    [onward, *_] = opened(hall, f"seating/{query}", organizer).find("a", rel="next")
    second = opened(hall, f"seating/{onward.attributes['href'].rpartition('/')[2]}", organizer)
    [here] = second.find("button", **{"aria-label": f"Swap {one.name} with {other.name}"})
    form = second.one("form", id="tap-swap")
    [hidden] = form.find("input", name="one")

    sent = {"one": hidden.attributes["value"], "other": here.attributes["value"]}
    answer = organizer.post(form.attributes["action"], sent)

    assert (game_at(hall, 1).team("NS"), game_at(hall, 70).team("EW")) == (other, one)
    assert answer.url == f"/{hall.slug}/seating/?page=2"


def test_in_a_big_event_teams_are_named_by_number_and_no_full_list_is_sent(hall):
    organizer = client_of(hall, "organizer")
    page = opened(hall, "seating/", organizer)
    one, other = game_at(hall, 1).team("NS"), game_at(hall, 2).team("NS")

    numbers = {"one": str(one.number), "other": str(other.number)}
    organizer.post(f"/{hall.slug}/seating/swap/", numbers)
    organizer.post(f"/{hall.slug}/seating/apart/", numbers)

    # Before the first call, nobody is asked for a team.
    assert opened(hall, "").one(id="finder").words == ""
    assert not any(page.one(id=form).find("select") for form in ("swap", "move"))
    assert (game_at(hall, 1).team("NS"), game_at(hall, 2).team("NS")) == (other, one)
    assert hall.kept_apart.count() == 1


# --- where do I sit? ----------------------------------------------------------------------------------


def table_of(event, name):
    return next(f"Table {row.table}" for row in seats(event).teams if row.team.name == name)


def test_a_large_field_is_asked_by_name_or_number_and_lists_nobody(playing):
    page = opened(playing, "")

    assert page.one("label", **{"for": "finder-find"}).words == "Your team’s name or number"
    assert not page.find("option")
    assert not page.find("select")
    # A page that is closed to a visitor or doesn't exist leads here.
    home = f"/{playing.slug}/"
    for path in ("team/", "games/0/"):
        shown = read(Client().get(f"{home}{path}").content.decode())
        ways = shown.one("nav", aria_label="Pages for everybody").find("a")
        assert [way.attributes["href"] for way in ways] == [home, f"{home}#finder", f"{home}seats/"]


def test_the_finder_shows_the_only_match_or_links_to_several(playing):
    def finder(query):
        """The answer on the page, and the same when it comes by itself."""
        found = opened(playing, query).one(id="finder")
        address = found.attributes.get("hx-get", f"/{playing.slug}/finder/{query}")
        assert read(Client().get(address).content.decode()).words == found.words
        return found

    for query, name in (
        ("?find=kitty", "Kitty Katz"),
        ("?find=jose's", "José’s Jokers"),
        ("?find=2", "José’s Jokers"),
        ("?team=4", "Kitty Katz"),
    ):
        found = finder(query).one(data_found="*")
        shown = (found.one("span", data_slot="name").words, found.one("p", data_slot="big").words)
        assert shown == (name, table_of(playing, name))
    several = finder("?find=ace")
    links = [link.attributes["href"] for link in several.one("ul").find("a")]
    assert "2 teams have “ace” in the name. Which one?" in several.words
    assert links == [f"/{playing.slug}/?team={number}#finder" for number in (1, 3)]
    assert "more. Type more of the name" in finder("?find=team").words
    for query, called in (("?find=Nobody", "Nobody"), ("?team=999", "999")):
        nobody = f"Nobody here is called “{called}”. Try part of the name, or the number."
        assert nobody in finder(query).words
    # What somebody asked for is not shared with others.
    game = next(row.game_id for row in seats(playing).teams if row.team.number == 4)
    unasked, mine = finder("").attributes, finder("?team=4").attributes
    assert ("data-shared" in unasked, "data-games" in unasked) == (True, False)
    assert ("data-shared" in mine, mine["data-games"]) == (False, f"{game}")
