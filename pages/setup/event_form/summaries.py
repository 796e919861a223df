"""The summaries of the folded parts of the settings form: what each says while it is closed."""

from collections.abc import Mapping
from typing import Any

from pages.flyer.sentences import clock
from pages.setup.event_form.forms_phase_two import phase_two_summary
from pages.setup.event_form.forms_side_prizes import counters_summary
from rules.competition.phase_two.formats import SIZES
from rules.counted.counters import all_counters
from rules.standings.leavers import VOIDED
from rules.standings.what_counts import WhatCounts
from tournament.event.names import count, in_words
from tournament.models.events import Agreed, HandsFrom, PairsUp, ResultsBy

Now = Mapping[str, Any]
"""The settings as filled in, with ``ruleset`` and ``way``. ``is_settled``: the seating can't change."""


def days(now: Now) -> str:
    """``Chicago time · Phase I: June 27, 3:00 PM; June 28, 1:00 PM · Phase II June 28``."""
    zone = now["timezone"].split("/")[-1].replace("_", " ")
    if not now["way"].has_phase_one:
        return f"{zone} time"
    phase_two = f" · Phase II {now['phase_two_on']:%B %-d}" if now["phase_two_on"] else ""
    if not now["sessions"]:
        return f"{zone} time · Phase I in one session{phase_two or ', all on one day'}"
    later = ((each.held_on, each.starts_at) for each in now["sessions"])
    times = [f"{day:%B %-d}, {clock(at)}" for day, at in ((now["held_on"], now["phase_one_at"]), *later)]
    return f"{zone} time · Phase I in {len(times)} sessions: {'; '.join(times)}{phase_two}"


def long_break(now: Now) -> str:
    game, lasts = now["long_break_after"], count(now["long_break_minutes"], "minute")
    return f"{lasts} after game {game}" if game else "None"


def phase_two(now: Now) -> str:
    way = now["way"]
    # As many as the tables seat, if everybody goes straight into the bracket.
    many = now["advance_count"] if way.has_phase_one else max(2, min(2 * now["tables"], SIZES[-1]))
    sides = way.in_phase_two(many)
    words = phase_two_summary(now["phase_two"], sides, now["tables"], now["ruleset"])
    return words if way.has_phase_one else words.removesuffix(" as in Phase I")


def agreeing(now: Now) -> str:
    by = f"Results {ResultsBy(now['results_by']).label} from {HandsFrom(now['hands_from']).label}"
    minutes = now["objection_minutes"]
    final = f" · final {count(minutes, 'minute')} later" if minutes else ""
    return f"{by} · agreed when {Agreed(now['agreed_by']).label}{final}"


def meeting(now: Now) -> str:
    third = "a team may have a third player" if now["way"].spare else ""
    homes = "homes kept apart" if now["keeps_homes_apart"] else ""
    pairs = f"then pairs, {PairsUp(now['pairs_up']).label}" if now["way"].pairs_up else ""
    words = " · ".join(filter(None, (third, homes, pairs))) or "As the seating says"
    return f"{words[0].upper()}{words[1:]}"


def contact(now: Now) -> str:
    return f"Erased {count(now['contact_days'], 'day')} after the event"


def ways_to_pay(now: Now) -> str:
    pots = [pot["name"] for pot in now["pots"] if pot["name"]]
    names = {"cash_app": "Cash App", "zelle": "Zelle", "card_link": "Card"}
    ways = ["Cash", *(name for key, name in names.items() if now[key])]
    return f"{in_words(ways)}{f' · {in_words(pots)}' if pots else ''}"


def wifi(now: Now) -> str:
    return now["wifi_name"] or "Not on the poster"


def what_counts(now: Now) -> str:
    what = WhatCounts(
        now["bye_counts"],
        now["best_of_games"],
        now["substitutes_count"],
        extra_hand=now["extra_hand_counts"],
    )
    bye, *more = (words.rstrip(".") for words in what.whole)
    if now["voids_early_leavers"]:
        more.append(VOIDED.rstrip("."))
    return " · ".join((bye, *(f"{words[0].lower()}{words[1:]}" for words in more)))


def counters(now: Now) -> str:
    counters = all_counters(now["ruleset"], now["counters"] or ())
    return counters_summary(counters, now["side_prizes"])
