"""A bot day from the sign-up to the podium."""

from collections.abc import Callable, Iterable
from datetime import date
from itertools import islice
from random import Random

from rules.seating.seating import DependsOn
from simulation.people import people, team_name
from tools.rehearsal.cast import Desk, NewBrowser, Referee, TeamBot
from tools.rehearsal.cut import CutOfTheDay
from tools.rehearsal.declared import Declared, usual
from tools.rehearsal.games import ZONE, Games
from tools.rehearsal.hall import Hall
from tools.rehearsal.law import HANDS_ONLY
from tools.rehearsal.open_play import play_openly
from tools.rehearsal.phase_one import Rounds
from tools.rehearsal.phase_two import play_phase_two
from tools.rehearsal.proof import PagesDisagree
from tools.rehearsal.spare import Spare
from tools.rehearsal.troubles import Troubles


class BotDay:
    """One bot day with ``teams`` teams or individuals, and the settings in ``declared``.

    Phase I has at most ``rounds`` rounds. ``troubles`` are some of ``troubles.KINDS``. The same ``seed``
    gives the same day, except in open play, which also depends on the time of the server's tick.
    """

    def __init__(
        self,
        *,
        teams: int,
        seed: int,
        held_on: date,
        new_browser: NewBrowser,
        say: Callable[[str], None],
        declared: Declared | None = None,
        troubles: Iterable[str] = (),
        rounds: int = 99,
    ) -> None:
        self.rounds, self.held_on, self.seed = rounds, held_on, seed
        self.hall = Hall(
            declared=declared or usual(),
            teams=teams,
            seed=seed,
            held_on=held_on,
            new_browser=new_browser,
            say=say,
            troubles=troubles,
        )
        self.organizer, self.visitor = self.hall.organizer, self.hall.visitor
        self.cut = CutOfTheDay(self.hall)

    @property
    def games(self) -> Games:
        return self.hall.games

    @property
    def referees(self) -> list[Referee]:
        return self.hall.referees

    def live(self, *, name: str = "Bot day") -> None:
        hall, declared = self.hall, self.hall.declared
        hall.organizer.open_event(name, self.held_on, hall.tables, declared)
        hall.visitor.slug = hall.organizer.slug
        hall.say(f"{name} is open at /{hall.organizer.slug}/")
        hall.clock(hall.hours.moment(hall.hours.meet_at).astimezone(ZONE))
        self.meet_and_greet()
        hall.troubles.before_phase_one()
        if hall.sits_out and hall.way.has_phase_one:
            hall.organizer.choose_way(way="sitout")
            hall.troubles.tell(f"There are {hall.tables} tables: some sit out in turn.")
        if not hall.way.has_phase_one:
            self.cut.draw()
        elif declared.is_open:
            play_openly(hall)
        else:
            Rounds(hall, self.rounds).play()
        if hall.way.has_phase_one:
            self.cut.settle()
        self.cut.reveal()
        if hall.way.has_bracket:
            play_phase_two(hall, self.cut)
        podium = hall.proof.podium(hall.here())
        hall.proof.money(hall.desk)
        if hall.way.has_phase_one:
            hall.proof.standings(hall.here())
        self.cut.recount()
        for place, team in podium:
            hall.say(f"{place}. {team_name(team)}")

    def meet_and_greet(self) -> None:
        """Give badges to the desk and the referees, and sign up and check in the teams."""
        hall = self.hall
        hall.desk = Desk(hall.new_browser(), hall.organizer.slug)
        hall.desk.join(hall.organizer.give_badge("desk", "Aunt Vi"))
        for name in ("Ref Lou", "Ref Sam"):
            referee = Referee(hall.new_browser(), hall.organizer.slug)
            referee.join(hall.organizer.give_badge("referee", name))
            hall.referees.append(referee)
        hall.games = Games(
            random=hall.random,
            ledger=hall.ledger,
            breaks=hall.breaks,
            players=hall.players,
            referees=hall.referees,
            calls_at_once=hall.declared.is_open,
            late_lose_game=hall.declared.settings.get("late_forfeits") == "game",
            writes_hands_later="late hands" in hall.kinds and hall.ledger.law.results_by != HANDS_ONLY,
        )
        late = self._late_team()
        self._sign_up()
        hall.ids = hall.desk.teams()
        if sorted(hall.ids) != list(range(1, hall.count + 1)):
            raise PagesDisagree(f"The desk lists the teams {sorted(hall.ids)}, and {hall.count} signed up.")
        for number, team in hall.ids.items():
            if number != late:
                hall.desk.check_in(team)
            self._give(team, number)
            player = TeamBot(hall.new_browser(), hall.organizer.slug)
            player.join(hall.desk.link_of(team))
            hall.players[number] = player
        hall.proof.money(hall.desk)
        hall.comes_late = {late: hall.ids.pop(late)} if late else {}
        hall.spare = Spare(
            random=Random(self.seed),
            desk=hall.desk,
            players=hall.players,
            ids=hall.ids,
            sits=hall.way.sits,
            names=hall.names,
        )
        hall.troubles = Troubles(
            kinds=hall.kinds,
            random=Random(hall.random.random()),
            say=hall.say,
            ledger=hall.ledger,
            games=hall.games,
            desk=hall.desk,
            spare=hall.spare,
            organizer=hall.organizer,
            ids=hall.ids,
            withdrawn=hall.withdrawn,
            is_for_people=hall.way.by_chair,
        )
        who = "people" if hall.way.by_chair else "teams"
        hall.say(f"{hall.count} {who} are here, and ${hall.ledger.given_cents / 100:.2f} was given.")

    def _sign_up(self) -> None:
        """Sign up half of the teams online and half at the desk; the last one is paired from two singles."""
        hall, names = self.hall, people()
        for number in range(1, hall.count + 1):
            # Every third team has no third player.
            less = hall.way.spare if number == hall.count or number % 3 == 0 else 0
            name, members = team_name(number), tuple(islice(names, hall.way.members - less))
            hall.names[number] = list(members)
            if number == hall.count and hall.way.sits == 2:
                for single in members:
                    hall.visitor.sign_up_alone(player=single)
                hall.desk.pair(name)
            elif number % 2:
                hall.visitor.sign_up(name, members)
            else:
                hall.desk.register(name, members)

    def _late_team(self) -> int | None:
        """The team that comes after the first round, if any. It signed up online."""
        hall = self.hall
        # In some seatings everybody has a fixed place from the first round on.
        is_fixed = hall.declared.way_of_seating.depends is DependsOn.NUMBER
        if "late" not in hall.kinds or is_fixed or hall.count < 6:
            return None
        return hall.random.choice(range(1, hall.count, 2))

    def _give(self, team: int, number: int) -> None:
        """Enter a donation: the suggested sum, half of it or nothing; that of team 2 is taken back."""
        dollars = {0: "10", 1: "10", 2: "5", 3: ""}[number % 4]
        if not dollars:
            return
        hall = self.hall
        hall.desk.donate(team, amount=dollars, method="cash" if number % 3 else "other")
        hall.ledger.given_cents += int(dollars) * 100
        if number == 2:
            hall.desk.take_back_donation(reason="It was for another team")
            hall.ledger.given_cents -= int(dollars) * 100
