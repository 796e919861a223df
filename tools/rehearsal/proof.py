"""Checking the pages of a played day against its facts."""

from collections.abc import Sequence

from rules.competition.lots import draw
from tools.rehearsal.cast import Desk, Organizer, Visitor
from tools.rehearsal.ledger import Ledger
from tools.rehearsal.recount.facts import Untrue
from tools.rehearsal.recount.pages import shown
from tools.rehearsal.recount.recount import HEADS, Recount

PUBLIC = ("", "standings/?whole=1", "results/", "awards/", "screen/board/?pin=standings")
"""Public pages with standings."""


class PagesDisagree(Exception):
    """A page contradicts the facts."""


class Proof:
    """Compares the pages with the facts of the ledger. Every check raises ``PagesDisagree``.

    ``revealed`` is the number of places revealed so far, starting with the last.
    """

    def __init__(
        self, ledger: Ledger, visitor: Visitor, organizer: Organizer, *, is_hidden: bool = False
    ) -> None:
        self.ledger, self.visitor, self.organizer = ledger, visitor, organizer
        self.is_hidden, self.revealed = is_hidden, 0

    def standings(self, here: Sequence[int]) -> None:
        """Check every number on the standings page; while results are hidden, on the organizer's cut page."""
        expected = {str(row.team): row for row in self.ledger.standings(here)}
        if self.is_hidden:
            self._shows_no_other(here)
            found = shown(self.organizer.text("cut/?whole=1")).chain
        else:
            found = shown(self.visitor.text("standings/?whole=1")).lines
        lines = {line.who: line for line in found if line.rank.isdecimal()}
        if expected.keys() != lines.keys():
            raise PagesDisagree(f"The standings show {sorted(lines)}, and {sorted(expected)} are here.")
        for team, row in expected.items():
            difference = row.units_for - row.units_against
            if not self.ledger.law.counts_hands:
                difference = row.points - row.points_against
            facts = {
                "rank": str(row.rank),
                "Games": str(row.won) if self.is_hidden else f"{row.won}–{row.games - row.won}",
                "Hands": str(row.units_for),
                "+/−": str(difference),
                "Points": str(row.points),
            }
            line = lines[team]
            reported = {HEADS.get(head, head): figure.split(" ")[0] for head, figure in line.figures.items()}
            reported["rank"] = line.rank
            if any(reported[head] != figure for head, figure in facts.items() if head in reported):
                raise PagesDisagree(f"Team {team} has {reported}, the facts say {facts}.")

    def _shows_no_other(self, here: Sequence[int]) -> None:
        """Check that public pages show only the revealed places (Rulebook E-94, E-95)."""
        rows = self.ledger.standings(here)
        shown_so_far = {(str(row.team), str(row.rank)) for row in rows[len(rows) - self.revealed :]}
        for address in PUBLIC:
            lines = shown(self.visitor.text(address)).lines
            if others := {(line.who, line.rank) for line in lines} - shown_so_far:
                raise PagesDisagree(f"/{address} shows {sorted(others)}, and these places are hidden.")

    def places(self, phase_two: str, through: int, *, buys_back: bool = False) -> int:
        """Check every place on every page against a recount from the exports. Returns how many there are."""
        try:
            recount = Recount(
                self.organizer.text, phase_two=phase_two, goes_through=through, buys_back=buys_back
            )
            objections = recount.objections()
        except Untrue as trouble:
            raise PagesDisagree(f"The recount: {trouble}") from trouble
        if objections:
            raise PagesDisagree("The recount: " + " ".join(objections))
        return recount.seen

    def money(self, desk: Desk) -> None:
        """Check the total of the donations."""
        shown = desk.total_cents()
        if shown != self.ledger.given_cents:
            raise PagesDisagree(f"The desk shows {shown} cents, {self.ledger.given_cents} were given.")

    def lots(self) -> None:
        """Check the lots on the cut page by drawing them again from their words."""
        for words, teams in self.organizer.lots():
            if list(draw(sorted(teams), words)) != teams:
                raise PagesDisagree(f"“{words}” draws {draw(sorted(teams), words)}, the page shows {teams}.")
            self.ledger.lots |= {team: place for place, team in enumerate(teams, start=1)}

    def podium(self, here: Sequence[int]) -> list[tuple[int, int]]:
        """Check the podium, and that the event's own integrity check has no objections."""
        podium = self.visitor.podium()
        expected = [(place, team) for place, team in enumerate(self.ledger.podium(here), start=1)]
        if podium[: len(expected)] != expected:
            raise PagesDisagree(f"The podium shows {podium}, the facts say {expected}.")
        objections = self.organizer.objections()
        if objections:
            raise PagesDisagree(objections)
        return podium
