"""The end of Phase I on a bot day: ties, the cut, and the reveal of hidden places."""

from collections.abc import Iterable
from datetime import datetime

from rules.competition.pairing.pairs import paired
from tools.rehearsal.hall import Hall
from tools.rehearsal.scripts import MINUTE

PLACES_ONE_BY_ONE = 2


class CutOfTheDay:
    """The cut of a bot day. ``ties`` counts the ties, ``places_seen`` the places that were recounted."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.ties = self.places_seen = 0
        self.is_reopened = False

    def settle(self) -> None:
        """Settle the cut. A tie of two is broken by a play-off hand, a larger one by a lot."""
        hall = self.hall
        moment = max(hall.ends_at, hall.now)
        hall.clock(moment)
        if hall.declared.is_open and hall.troubles.has("corrections") and not hall.withdrawn_from_cut:
            self._correct()
            hall.proof.standings(hall.here())
        while ties := hall.organizer.ties():
            self.ties += 1
            moment += MINUTE
            hall.clock(moment)
            tie = ties[0]
            if len(tie) == 2 and hall.way.plays_off and not self._has_played_off(tie):
                hall.say(f"Teams {tie[0]} and {tie[1]} are tied, and play off.")
                hall.organizer.let_play_off()
                for game in hall.organizer.games_to_call():
                    hall.organizer.call_game(game)
                moment = self._play_off(moment)
            else:
                hall.say(f"Teams {', '.join(map(str, tie))} are tied, and draw lots.")
                hall.organizer.draw_lot()
                hall.proof.lots()
        hall.proof.standings(hall.here())
        self.recount()
        hall.organizer.settle_cut()
        if hall.troubles.has("corrections") and not self.is_reopened:
            self.is_reopened = True
            hall.organizer.reopen_cut()
            hall.troubles.tell("The cut is opened again.")
            self._correct()
            self.settle()
            return
        self.find_through()

    def draw(self) -> None:
        """Draw a bracket without a Phase I, again if there are corrections (Rulebook E-223)."""
        hall = self.hall
        hall.clock(max(hall.ends_at, hall.now))
        hall.organizer.draw_bracket(hall.declared.seeds_by)
        if hall.troubles.has("corrections"):
            hall.organizer.reopen_cut()
            hall.troubles.tell("The draw is opened again.")
            hall.organizer.draw_bracket(hall.declared.seeds_by)
        hall.proof.lots()
        self.recount()
        lots = hall.ledger.lots if hall.declared.seeds_by == "lot" else {}
        hall.through = sorted(hall.here(), key=lambda team: (lots.get(team, 0), team))

    def find_through(self) -> None:
        """Set who goes through, best first; for pairs, the better player of each."""
        hall = self.hall
        order = [row.team for row in hall.ledger.standings(hall.here())]
        many = hall.way.goes_through(hall.declared.advance, len(order))
        through, hall.missed = order[:many], order[many:]
        if hall.way.pairs_up:
            hall.partners = dict(paired(through, hall.declared.pairs_up, hall.organizer.pair_words()))
        hall.through = list(hall.partners) or through

    def reveal(self) -> None:
        """Reveal the hidden places: first some one by one, then all others at once."""
        hall = self.hall
        if hall.way.has_bracket:
            # The bracket shows who goes through, so with the cut everything is public (Rulebook E-96).
            hall.proof.is_hidden = False
        if hall.proof.is_hidden:
            for _ in range(PLACES_ONE_BY_ONE):
                hall.organizer.reveal_next()
                hall.proof.revealed += 1
                hall.proof.standings(hall.here())
            hall.organizer.reveal_all()
            hall.proof.is_hidden = False
            hall.troubles.tell("The places are revealed.")

    def recount(self) -> None:
        if not self.hall.proof.is_hidden:
            choice, through = self.hall.declared.choice, self.hall.declared.advance
            self.places_seen += self.hall.proof.places(choice.format, through, buys_back=choice.buys_back)

    def _correct(self) -> None:
        hall = self.hall
        hall.troubles.turn_one((game for game in hall.ledger.games if not game.slot), hall.organizer)

    def _has_played_off(self, tie: Iterable[int]) -> bool:
        pair, games = set(tie), self.hall.ledger.games
        return any(game.kind == "playoff" and {game.ns, game.ew} == pair for game in games)

    def _play_off(self, moment: datetime) -> datetime:
        hall = self.hall
        for table in hall.seated_tables():
            table.played.kind = "playoff"
            table.played.is_whole = hall.declared.settings.get("plays_off_games", False)
            # If nobody wins a hand, another is played.
            while table.played.winner_side(hall.ledger.law) is None:
                moment += MINUTE
                hall.clock(moment)
                facts = hall.games.reported()
                hall.games.enter(table, facts)
                table.played.hands.append(facts)
        return moment
