"""An evening with pots, played to its end."""

from tests import build

LAST = build.at(19)


def evening(*pots, teams=4, rounds=2, **plan):
    """An evening without a Phase II, played and with its places settled."""
    plan = {"plays_phase_two": False, "is_practice": True, **plan}
    event = build.event(pots=[pot.as_json() for pot in pots], **plan)
    build.teams(event, teams)
    build.played_phase_one(event, rounds)
    return event
