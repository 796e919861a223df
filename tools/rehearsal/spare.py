"""Third players who sit out in turn, and substitutes from other teams (Rulebook E-122, E-125)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tools.rehearsal.cast import Desk, TeamBot
from tools.rehearsal.proof import PagesDisagree
from tools.rehearsal.scripts import LivedTable

SITS_OUT = re.compile(r" sit\. (.+) sits out\.")


@dataclass(kw_only=True)
class Spare:
    """Who plays, by team: ``names`` in the order of the chairs, and ``out``, who sat out game by game."""

    random: Random
    desk: Desk
    players: Mapping[int, TeamBot]
    ids: Mapping[int, int]
    sits: int
    names: dict[int, list[str]] = field(default_factory=dict)
    out: dict[int, list[str]] = field(default_factory=dict)
    replaced: set[int] = field(default_factory=set)

    def take_turns(self, tables: Iterable[LivedTable]) -> None:
        """Check that each team's page names the right player to sit out. Some teams then choose another.

        :raises PagesDisagree: if it is somebody else's turn.
        """
        for team in (one for table in tables for one in table.played.everybody):
            if len(self.names.get(team, ())) <= self.sits:
                continue
            bot, past = self.players[team], self.out.setdefault(team, [])
            page = bot.open("team/")
            found = SITS_OUT.search(page.form("team/who-sits/").words)
            sits_out = found[1] if found else ""
            if sits_out != (due := self._due(team, past)):
                raise PagesDisagree(
                    f"Of team {team} {sits_out!r} sits out, and it is the turn of {due}: {past}."
                )
            if self.random.random() < 0.2:
                form = page.form("team/who-sits/")
                button = self.random.choice(form.find("button", name="player"))
                sits_out = button.words.removesuffix(" sits out instead")
                bot.press(page, "team/who-sits/", player=button.attributes["value"])
            past.append(sits_out)

    def _due(self, team: int, past: Sequence[str]) -> str:
        """The player who sat out longest ago; first of all those who never did, the last chair first."""
        names = self.names[team]
        never = [name for name in names if name not in past]
        return never[-1] if never else min(names, key=lambda name: max(_turns(name, past)))

    def replace(self, team: int, name: str) -> None:
        """Give the first player's chair, and their past turns, to a substitute."""
        names, past = self.names[team], self.out.get(team, [])
        past[:] = [name if each == names[0] else each for each in past]
        names[0] = name
        self.replaced.add(team)

    def ask(self, team: int) -> tuple[str, int] | None:
        """Have somebody from another team substitute. They agree at the desk or on their own page.

        Returns their name and their own team; None if nobody is free.
        """
        pk = self.ids[team]
        page = self.desk.open(f"desk/{pk}/substitute/")
        if not page.has_form(f"desk/{pk}/substitute/here/"):
            return None
        form = page.form(f"desk/{pk}/substitute/here/")
        own = {name: number for number, names in self.names.items() for name in names}
        free = {row.find("b")[0].words: row for row in form.find("li") if "for this game only" in row.words}
        name = self.random.choice(sorted(own.keys() & free.keys()) or [""])
        if not name:
            return None
        index = next(index for index, each in enumerate(self.names[team]) if each != self._out_now(team))
        leaves = form.find("input", name="player")[index].attributes["value"]
        asked = free[name].find("button", name="phone")
        if asked and self.random.random() < 0.5:
            person = asked[0].attributes["value"]
            self.desk.press(page, f"desk/{pk}/substitute/here/", player=leaves, phone=person)
            self._say_yes(own[name])
        else:
            person = free[name].find("button", name="agreed")[0].attributes["value"]
            self.desk.press(page, f"desk/{pk}/substitute/here/", player=leaves, agreed=person)
        return name, own[name]

    def _out_now(self, team: int) -> str:
        return self.out[team][-1] if self.out.get(team) else ""

    def _say_yes(self, team: int) -> None:
        page = self.players[team].open("team/")
        actions = [form.attributes.get("action", "") for form in page.root.find("form")]
        (answer,) = [action for action in actions if "/team/substitute/" in action]
        self.players[team].press(page, answer, says="yes")


def _turns(name: str, past: Sequence[str]) -> list[int]:
    return [index for index, each in enumerate(past) if each == name]
