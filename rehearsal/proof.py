"""Checks the pages of a played day against its facts."""

from collections.abc import Sequence

from rehearsal.cast import Desk, Organizer, Visitor
from rehearsal.ledger import Ledger
from rehearsal.recount.facts import Untrue
from rehearsal.recount.pages import shown
from rehearsal.recount.recount import HEADS, Recount
from rules.competition.lots import draw


class PagesDisagree(Exception):
    """A page contradicts the facts."""


class Proof:
    """Compares the pages with the facts of the ledger. Every check raises ``PagesDisagree``."""

    def __init__(self, ledger: Ledger, visitor: Visitor, organizer: Organizer) -> None:
        self.ledger, self.visitor, self.organizer = ledger, visitor, organizer

    def standings(self, here: Sequence[int]) -> None:
        """Every number of the standings page."""
        expected = {str(row.team): row for row in self.ledger.standings(here)}
        page = shown(self.visitor.text("standings/?whole=1"))
        lines = {line.who: line for line in page.lines if line.rank.isdecimal()}
        if expected.keys() != lines.keys():
            raise PagesDisagree(f"The standings show {sorted(lines)}, and {sorted(expected)} are here.")
        for team, row in expected.items():
            difference = row.units_for - row.units_against
            if not self.ledger.law.counts_hands:
                difference = row.points - row.points_against
            facts = {
                "rank": str(row.rank),
                "Games": f"{row.won}–{row.games - row.won}",
                "Hands": str(row.units_for),
                "+/−": str(difference),
                "Points": str(row.points),
            }
            line = lines[team]
            told = {HEADS.get(head, head): figure.split(" ")[0] for head, figure in line.figures.items()}
            told["rank"] = line.rank
            if any(told.get(head) != figure for head, figure in facts.items()):
                raise PagesDisagree(f"Team {team} has {told}, the facts say {facts}.")

    def places(self, phase_two: str) -> int:
        """Every place on every page, against a recount from the exports; returns how many there are."""
        try:
            recount = Recount(self.organizer.text, phase_two=phase_two)
            objections = recount.objections()
        except Untrue as trouble:
            raise PagesDisagree(f"The recount: {trouble}") from trouble
        if objections:
            raise PagesDisagree("The recount: " + " ".join(objections))
        return recount.seen

    def money(self, desk: Desk) -> None:
        """The total of the donations."""
        shown = desk.total_cents()
        if shown != self.ledger.given_cents:
            raise PagesDisagree(f"The desk shows {shown} cents, {self.ledger.given_cents} were given.")

    def lots(self) -> None:
        """The lots on the cut page, drawn again from their words."""
        for words, teams in self.organizer.lots():
            if list(draw(sorted(teams), words)) != teams:
                raise PagesDisagree(f"“{words}” draws {draw(sorted(teams), words)}, the page shows {teams}.")
            self.ledger.lots |= {team: place for place, team in enumerate(teams, start=1)}

    def podium(self, here: Sequence[int]) -> list[tuple[int, int]]:
        """The podium, and the event's own score check."""
        podium = self.visitor.podium()
        expected = [(place, team) for place, team in enumerate(self.ledger.podium(here), start=1)]
        if podium[: len(expected)] != expected:
            raise PagesDisagree(f"The podium shows {podium}, the facts say {expected}.")
        objections = self.organizer.objections()
        if objections:
            raise PagesDisagree(objections)
        return podium
