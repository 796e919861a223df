"""The reports that wait in a game: found, checked, made a hand."""

from datetime import datetime

from scoring.commands.hands import record_hand
from scoring.models import Hand, Report
from tournament.errors import Refused
from tournament.models import Actor, Game


class ReportRefused(Refused):
    """The report can't be taken, accepted or settled."""


def make_hand(game: Game, first: Report, agreed: list[Report], *, by: Actor, at: datetime) -> Hand:
    """Record the hand that these reports agree on: it was over when the first of them was entered."""
    hand = record_hand(
        hand_id=first.pk,
        game=game,
        facts=first.facts,
        by=by,
        at=at,
        sequence=first.sequence,
        effective_at=min(report.at for report in agreed),
    )
    # Recording a hand withdraws all that waits in the game; these are not withdrawn, they are the hand.
    Report.objects.filter(pk__in=[report.pk for report in agreed]).update(hand=hand, withdrawn_at=None)
    Game.objects.filter(pk=game.pk, referee_called_for=no_agreement(first.sequence)).update(
        referee_called_at=None, referee_called_for=""
    )
    return hand


def no_agreement(sequence: int) -> str:
    """What a referee is called for when two teams report a hand differently."""
    return f"The sides don’t agree on hand {sequence}."


def check_waits(report: Report) -> None:
    """Refuse what was withdrawn meanwhile.

    :raises ReportRefused: if the report waits no more.
    """
    if report.withdrawn_at:
        raise ReportRefused(
            "This entry was changed or settled meanwhile. Reload the page to see what stands."
        )


def since_said(report: Report, said_at: datetime | None, at: datetime) -> datetime:
    """When something was said of a report: never before it was sent, and never later than now."""
    return min(at, max(said_at or at, report.at))


def check_last_word(game: Game, mine: Report, since: datetime) -> None:
    """What waited on one phone of a team doesn't undo what another of its phones said after it.

    :raises ReportRefused: if the team's own report was sent later.
    """
    if since < mine.at:
        raise ReportRefused(
            f"Your own {who(game)} said something else of this hand after this was pressed. Your page shows "
            "it; say there what is right."
        )


def who(game: Game) -> str:
    """What reports a hand: a ``team``, or, where people come alone, a ``side``."""
    return "side" if game.event.is_individual else "team"


def reports_waiting(game: Game) -> list[Report]:
    """What the teams say of the hand that comes next. One query."""
    return list(Report.objects.filter(game=game, hand=None, withdrawn_at=None))


def fresh_report(report: Report, game: Game) -> Report:
    """The report as it is now that the game is locked. One query."""
    return Report.objects.select_related("hand").get(pk=report.pk, game=game)
