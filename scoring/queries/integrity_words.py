"""What people said, compared with what is written down: part of the books that must always agree."""

from scoring.models import Agreement, Report, Ruling
from scoring.queries.game.reports import same_hand
from tournament.models import Event


def wrong_words(event: Event) -> list[str]:
    """Reports, agreements and rulings that don't fit their games, as sentences. Three queries."""
    return [*_reports(event), *_agreements(event), *_rulings(event)]


def _reports(event: Event) -> list[str]:
    """A report that became a hand says what that hand says; none waits in a game that is over."""
    wrongs = []
    reports = Report.objects.filter(game__event=event, withdrawn_at=None).select_related("hand", "game")
    for report in reports:
        where = f"Game {report.game_id}, hand {report.sequence}, report of {report.side}"
        if report.hand is None and report.game.over_at:
            wrongs.append(f"{where}: it waits, and the game is over.")
        if report.hand and report.hand.game_id != report.game_id:
            wrongs.append(f"{where}: its hand is of another game.")
        if report.hand and not same_hand(report.facts, report.hand.facts):
            wrongs.append(f"{where}: it says {report.headline} Its hand says {report.hand.headline}")
    return wrongs


def _agreements(event: Event) -> list[str]:
    """Nobody stands by a game that goes on."""
    standing = Agreement.objects.filter(game__event=event, withdrawn_at=None, game__over_at=None)
    return [f"Game {row.game_id} is agreed, and goes on." for row in standing]


def _rulings(event: Event) -> list[str]:
    """A ruling's hand is of its own game. That it was corrected later is no contradiction."""
    rulings = Ruling.objects.filter(event=event, hand__isnull=False).select_related("hand")
    return [
        f"The ruling “{ruling.headline}” names a hand of another game."
        for ruling in rulings
        if ruling.hand and ruling.hand.game_id != ruling.game_id
    ]
