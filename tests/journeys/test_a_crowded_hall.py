"""Ten teams, three tables, and people who come late, leave, sit in and change places; page by page."""

from datetime import datetime

import pytest
from django.conf import settings

from rehearsal.browser import PageRefused, SmallBrowser
from rehearsal.cast import Desk, Organizer, Referee, TeamBot, Visitor
from rehearsal.games import ZONE
from tests.build import DAY

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.both,
    pytest.mark.usefixtures("one_connection"),
]

FOUR_MADE = {"bidder": "NS", "bid": "4 uptown", "books": "10"}


def at(hour, minute, second=0):
    return datetime(DAY.year, DAY.month, DAY.day, hour, minute, second, tzinfo=ZONE)


class Hall:
    """Everybody in it, each with a browser."""

    def __init__(self):
        self.organizer = Organizer(SmallBrowser())
        self.organizer.sign_in_with(settings.ORGANIZER_KEY)
        self.organizer.open_event("A Crowded Hall", DAY, tables=3)
        slug = self.organizer.slug
        self.desk, self.referee = (
            Desk(SmallBrowser(), slug),
            Referee(SmallBrowser(), slug),
        )
        self.desk.join(self.organizer.give_badge("desk", "Aunt Vi"))
        self.referee.join(self.organizer.give_badge("referee", "Ref Lou"))
        self.visitor = Visitor(SmallBrowser(), slug)

    def comes(self, number, home="", **more):
        """Team ``number`` registers at the desk; both are here."""
        page = self.desk.open("desk/")
        self.desk.press(
            page, "desk/team/", name=f"Team {number}", player_1=f"Dee {number}", player_2=f"Ray {number}",
            home=home, is_here="on", **more,
        )  # fmt: skip
        return self.desk.teams()[number]

    def player(self, team):
        """The phone of a team."""
        player = TeamBot(SmallBrowser(), self.organizer.slug)
        player.join(self.desk.link_of(team))
        return player

    def by_hand(self, action, **fields):
        """Change the seating by hand; the page that follows."""
        page = self.organizer.open("seating/")
        return self.organizer.press(page, f"seating/{action}/", **fields)

    def seats(self):
        """Who sits at which table, by number."""
        tables = {}
        for seat in self.visitor.seats():
            tables.setdefault(seat.table, {})[seat.side] = seat.team
        return tables

    def game_over(self, table):
        """North-South win at a table, three hands to nothing; the next game may be there already."""
        game = self.referee.game_at(table)
        for _ in range(3):
            self.referee.enter(game, FOUR_MADE)


@pytest.fixture
def hall():
    """Ten teams are here, and it is five to three."""
    made = Hall()
    made.organizer.set_clock(at(14, 30))
    made.ids = {number: made.comes(number, home="Gary" if number < 3 else "") for number in range(1, 11)}
    made.organizer.set_clock(at(14, 55))
    return made


def test_a_crowded_hall_lives_through_two_rounds(hall):
    # Drafted before its time: five games, three tables, and nobody is called.
    page = hall.organizer.press(hall.organizer.open("seating/"), "seating/draft/")
    assert "Round 1, a draft" in page.words
    assert "2 wait for a table" in page.words
    with pytest.raises(PageRefused, match=r"called at 3:00 PM"):
        hall.organizer.press(page, "seating/publish/")

    # Swapped by hand, with a reason; then published.
    hall.organizer.set_clock(at(15, 0))
    names = page.root.find("select", name="one")[0].find("option")[1:]
    one, other = names[0].attributes["value"], names[4].attributes["value"]
    assert "have swapped" in hall.by_hand("swap", one=one, other=other, reason="They are sisters").words
    floor = hall.organizer.press(hall.organizer.open("seating/"), "seating/publish/")
    assert "3 being seated" in floor.words
    first = hall.seats()
    assert sorted(first) == [1, 2, 3]

    # Called by mistake: recalled after twenty seconds, and published again.
    hall.organizer.set_clock(at(15, 0, 20))
    page = hall.organizer.press(hall.organizer.open("seating/"), "seating/recall/")
    assert "Round 1, a draft" in page.words
    assert not hall.visitor.seats()
    hall.organizer.press(page, "seating/publish/")
    assert hall.seats() == first

    # Two games wait, and their teams read it; then a table frees.
    seated = {team for sides in first.values() for team in sides.values()}
    waiting = sorted(set(hall.ids) - seated)
    phones = {number: hall.player(hall.ids[number]) for number in waiting}
    assert all("Your game is ready" in phone.open("team/").words for phone in phones.values())
    hall.organizer.set_clock(at(15, 20))
    hall.game_over(1)
    called = {number for number in waiting if "your table is ready" in phones[number].open("team/").words}
    assert set(hall.seats()[1].values()) == called

    # Somebody sits in, and the name stands where people look.
    substitute = hall.referee.open(f"desk/{hall.ids[min(called)]}/substitute/")
    leaves = substitute.root.find("input", name="player")[0].attributes["value"]
    hall.referee.press(substitute, "/substitute/", player=leaves, name="Cleopatra", reason="A bus to catch")
    assert "Cleopatra" in phones[min(called)].open("team/").words

    # One of those who still wait withdraws: the other has the bye.
    rest = sorted(set(waiting) - called)
    page = hall.desk.open(f"desk/{hall.ids[rest[0]]}/")
    assert "waiting for a table" in page.words
    hall.desk.press(page, "/leave-game/")
    assert "Rest" in phones[rest[1]].open("team/").words

    # An eleventh team comes late and is seated against the bye, at the table that frees.
    hall.comes(11)
    page = hall.organizer.open("seating/")
    assert "Team 11 Here, and not in this round" in page.words
    hall.by_hand("seat", one="11", other=str(rest[1]), reason="They came late")
    hall.organizer.set_clock(at(15, 40))
    hall.game_over(2)
    assert set(hall.seats()[2].values()) == {11, rest[1]}

    # All play to the end; the second round seats ten again, two of them waiting games.
    hall.organizer.set_clock(at(15, 58))
    for table in (1, 2, 3):
        hall.game_over(table)
    hall.organizer.set_clock(at(16, 0))
    hall.organizer.call_round()
    assert sorted(hall.seats()) == [1, 2, 3]
    assert rest[0] not in {team for sides in hall.seats().values() for team in sides.values()}

    # Who withdrew is back, a table breaks, and its game moves as it stands.
    hall.desk.press(hall.desk.open(f"desk/{hall.ids[rest[0]]}/"), "/return/")
    page = hall.organizer.open("floor/set-up/?open=3")
    page = hall.organizer.press(page, "floor/set-up/3/", is_out_of_use="on")
    assert "No table is free for them just now" in page.words
    hall.organizer.set_clock(at(16, 20))
    game = hall.referee.game_at(3)
    hall.referee.enter(game, FOUR_MADE)
    assert hall.organizer.objections() == ""
