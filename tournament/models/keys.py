"""Permissions: the one table that pages and commands check, and that docs/keys.md prints (E-191)."""

from dataclasses import dataclass

from tournament.models.badges import Badge, Role

SIGN_IN = "Sign in, or open the link you were given."
ASK = "Ask the organizer for a link or a code."


@dataclass(frozen=True, kw_only=True)
class Key:
    """A permission: what badges of some ``roles`` may do, in words.

    A badge limited to some tables has only permissions with ``at_tables``.
    """

    may: str
    roles: frozenset[str]
    or_head: bool = False
    """So may a head referee."""
    at_tables: bool = False
    refused: str = ""
    """The page's sentence for everybody else."""

    def opens(self, badge: Badge) -> bool:
        if badge.only_at and not self.at_tables:
            return False
        return badge.role in self.roles or (self.or_head and badge.is_head)


CREW = frozenset({Role.ORGANIZER, Role.DESK, Role.REFEREE})
BY_PLAYERS = frozenset({Role.TEAM, Role.TABLET})
"""Roles whose entries are the players' own, so that both sides agree to the result (R-10, E-194)."""
REFEREES = frozenset({Role.ORGANIZER, Role.REFEREE})

KEYS = {
    # Pages and their actions: ``Screen(needs=…)``, ``press(…, only=…)``, ``needs(…)``.
    "organizer": Key(
        may="settings, tables, people and badges, schedule, seating, the cut, prizes, lists, the log",
        roles=frozenset({Role.ORGANIZER}),
        refused=f"This page is for the organizers of the event. {SIGN_IN}",
    ),
    "desk": Key(
        may="sign up and check in, correct and merge entries, take money and give it back",
        roles=frozenset({Role.ORGANIZER, Role.DESK}),
        refused=f"This page is for the desk. {ASK}",
    ),
    "referee": Key(
        may="enter, correct and take back hands, seat teams, forfeits, answer calls, rulings",
        roles=REFEREES,
        at_tables=True,
        refused=f"This page is for referees. {ASK}",
    ),
    "round": Key(
        may="end a round early, lengthen it, or call the next one",
        roles=REFEREES,
        refused="This page is for referees of the whole event. Ask the organizer to change the round.",
    ),
    "crew": Key(
        may="say who plays in a team: substitutes, and players who leave",
        roles=CREW,
        refused=f"This page is for the people who run the event. {ASK}",
    ),
    "team": Key(
        may="its own page: sit down, call a referee, report hands, agree to results, sit out",
        roles=frozenset({Role.TEAM}),
        refused="This page belongs to a team. Open the team’s own link; the desk can show it again.",
    ),
    "tablet": Key(
        may="the game at its table: sit down, enter hands, take back the last one, call a referee",
        roles=frozenset({Role.TABLET}),
        at_tables=True,
        refused="This page is for the tablet at a table. An organizer opens one on the page Tablets.",
    ),
    # Checked by commands, in addition to the page's own permission.
    "look-after": Key(
        may="look after a table, so that its calls come first",
        roles=frozenset({Role.REFEREE}),
        at_tables=True,
    ),
    "rule": Key(
        may="rule on a game, decide between reports, witness a result; not in one’s own games (R-7)",
        roles=REFEREES,
        at_tables=True,
    ),
    "supersede": Key(
        may="put another ruling in the place of one",
        roles=frozenset({Role.ORGANIZER}),
        or_head=True,
        at_tables=True,
    ),
    "overturn": Key(
        may="change a winner after later games were built on the result",
        # The clock, because a preview makes the correction as the clock, then rolls it back.
        roles=frozenset({Role.ORGANIZER, Role.CLOCK}),
        or_head=True,
        at_tables=True,
    ),
}
