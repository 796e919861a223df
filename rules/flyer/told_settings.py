"""From the facts of a flyer to an event's settings, and to what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from rules.competition.phase_two.formats import FORMATS, KNOCK_OUT, SIZES, Choice
from rules.flyer.told import Facts, ToldSettings
from rules.flyer.told_game import HOUSE, set_game
from rules.flyer.told_hours import hours_of, what_to_ask
from rules.flyer.told_money import set_money
from rules.flyer.usual import USUAL, round_minutes
from rules.games import find_ruleset
from rules.seating.known import find_seating, is_of_people, way_of

_TWO: Final = "phase_two."
_OF_PEOPLE: Final[Mapping[str, str]] = {
    "up": "one-up", "stay": "one-stay", "progressive": "one-up", "one-seat": "one-seat", "one-red": "one-red",
    "swiss": "alone", "robin": "alone", "random": "alone", "": "alone",
}  # fmt: skip
"""A movement where people come alone."""
_OF_TEAMS: Final[Mapping[str, str]] = {"progressive": "up"}
_PEOPLE_PROGRESS: Final = frozenset(
    {"euchre-card", "bid-euchre", "double-euchre-card", "score-card:Hearts", "score-card:Five Hundred"}
)
"""The games of which a progressive evening is one of people who come alone."""
_RANGES: Final[Mapping[str, range]] = {
    "advance_count": SIZES,
    "ready_minutes": range(1, 31),
    "rounds": range(1, 41),
    "round_minutes": range(10, 1441),
    "break_minutes": range(1, 61),
    "long_break_minutes": range(1, 181),
    "long_break_after": range(1, 100),
    "meet_minutes": range(1, 361),
    "phase_one_minutes": range(20, 721),
    "phase_two_minutes": range(20, 721),
    "sign_up_minutes": range(10_081),
    "tables": range(1, 5001),
    **dict.fromkeys(("donation_player_cents", "donation_team_cents", "fee"), range(1_000_001)),
}
_AS_THEY_ARE: Final = (
    *("name", "venue", "held_on", "advance_count", "ready_minutes", "late_forfeits", "tables"),
    *("money_word", "money_for", "donation_player_cents", "donation_team_cents", "cash_app", "zelle"),
    *("hands_from", "agreed_by", "standings_shown", "sign_up_minutes"),
    *("seeds_by", "third_player", "keeps_homes_apart", "plays_off_games"),
)
"""The facts that are settings by themselves."""


def settings_of(facts: Facts) -> ToldSettings:
    """The settings. Drops from ``facts`` what no event can have."""
    for name, allowed in _RANGES.items():
        if name in facts.values and facts.values[name] not in allowed:
            facts.drop(name)
    told = ToldSettings()
    told.said = {name: facts.values[name] for name in _AS_THEY_ARE if name in facts.values}
    game = set_game(facts, told)
    _seating(facts, told, game)
    _phase_two(facts, told)
    set_money(facts, told)
    _places(facts, told)
    _hours(facts, told, game)
    return told


# --- who meets whom, and Phase II -----------------------------------------------------------------


def _seating(facts: Facts, told: ToldSettings, game: str) -> None:
    said, is_alone = facts.values.get("seating", ""), "alone" in facts.values
    of_people = is_alone or said == "one-seat" or (
        said == "progressive" and game in _PEOPLE_PROGRESS and "teams" not in facts.values
    )  # fmt: skip
    if not said and not is_alone:
        return
    seating = _OF_PEOPLE.get(said) if of_people else _OF_TEAMS.get(said, said)
    if seating is None:
        told.questions.append("Do partners stay together, or does everybody play alone?")
        facts.drop("alone")
        seating = said
    told.said["seating"] = seating
    told.became |= dict.fromkeys(("seating", "alone"), ("seating", seating))


def _phase_two(facts: Facts, told: ToldSettings) -> None:
    choices = {
        name.removeprefix(_TWO): value for name, value in facts.values.items() if name.startswith(_TWO)
    }
    if choices.get("buys_back") and choices.get("format", "double") == "double":
        choices.setdefault("format", "double")
    games = choices.pop("games", 0)
    offered = FORMATS[choices.get("format", "single")]
    if games:
        choices = {f"{each}_games": games for each in offered.rounds if each in KNOCK_OUT} | choices
    known = {"format", *offered.choices, *offered.figures}
    choices = {name: value for name, value in choices.items() if name in known}
    if choices:
        told.said["phase_two"] = Choice(**choices).as_json()
    seating = told.said.get("seating", USUAL["seating"])
    is_told = "plays_phase_two" in facts.values
    has_two = (
        any(name in facts.values for name in ("advance_count", "phase_two_at", "phase_two_minutes"))
        or choices
    )
    if has_two:
        # Somebody goes on, no matter what decides Phase I.
        facts.drop("plays_phase_two")
        if is_of_people(seating):
            told.follows |= {"pairs_up": "last"}
    elif is_told:
        told.said["plays_phase_two"] = facts.values["plays_phase_two"]
    elif is_of_people(seating) or "rounds" in facts.values:
        told.follows["plays_phase_two"] = False


# --- places and hours -----------------------------------------------------------------------------


def _places(facts: Facts, told: ToldSettings) -> None:
    if "capacity" not in facts.values:
        return
    room, in_people = facts.values["capacity"]
    is_one = is_of_people(told.said.get("seating", ""))
    places = room // 2 if in_people and not is_one else 2 * room if is_one and not in_people else room
    if not 2 <= places <= 10_000:
        facts.drop("capacity")
        return
    told.said["capacity"] = places
    told.became["capacity"] = ("capacity", places)
    if "tables" not in told.said:
        told.follows["tables"] = max(1, -(-places // (4 if is_one else 2)))


def _hours(facts: Facts, told: ToldSettings, game: str) -> None:
    values = facts.values
    key = told.said.get("game", str(USUAL["game"]))
    seating = told.said.get("seating", str(USUAL["seating"]))
    house = told.said.get("house_rules", {})
    way = way_of(find_ruleset(key, house), seating, pairs_up="pairs_up" in told.follows)
    plays_two = {**told.follows, **told.said}.get("plays_phase_two", True)
    plays_two = way.playing_on(plays_two).has_bracket
    in_rounds = find_seating(seating, way).has_rounds
    sides = way.in_phase_two(told.said.get("advance_count", USUAL["advance_count"]))
    choice = Choice(**told.said.get("phase_two", {}))
    day = values.get("held_on", date(2026, 6, 27))
    if not {"phase_one_at", "meet_until"} & set(values):
        told.questions.append("When does play begin?")
    usual = round_minutes(key)
    clocks = {name: value for name, value in values.items() if not name.startswith((HOUSE, _TWO))}
    hours = hours_of(clocks, plays_two=plays_two, minutes=usual)
    if not in_rounds:
        hours.pop("long_break_after", None)
    wrong = what_to_ask(hours, day=day, plays_two=plays_two, sides=sides, choice=choice, in_rounds=in_rounds)
    if wrong:
        told.questions.append(wrong)
        for name in (
            "phase_two_at",
            "awards_at",
            "phase_one_ends",
            "phase_one_minutes",
            "phase_two_minutes",
            "breaks",
            "breaks_at",
            "rounds",
            "round_minutes",
            "break_minutes",
            "long_break_minutes",
            "long_break_half",
            "meet_at",
            "meet_minutes",
        ):
            facts.drop(name)
        clocks = {name: values[name] for name in ("phase_one_at", "meet_until") if name in values}
        hours = hours_of(clocks, plays_two=plays_two, minutes=usual)
    if "seeds_by" in told.said:
        # The bracket takes the time of Phase I.
        hours["phase_two_at"] = hours["phase_one_at"]
    for name, value in hours.items():
        (told.said if name in values else told.follows)[name] = value
    told.became |= {
        "phase_one_ends": ("phase_two_at", hours["phase_two_at"]),
        "meet_until": ("phase_one_at", hours["phase_one_at"]),
        "meet_minutes": ("meet_at", hours["meet_at"]),
        "phase_one_minutes": ("phase_two_at", hours["phase_two_at"]),
        "phase_two_minutes": ("awards_at", hours["awards_at"]),
    }
    if "long_break_after" in hours:
        told.became["long_break_half"] = ("long_break_after", hours["long_break_after"])
    else:
        for name in ("long_break_half", "long_break_after", "long_break_minutes"):
            facts.drop(name)
    _sign_up(facts, told, hours)


def _sign_up(facts: Facts, told: ToldSettings, hours: Mapping[str, Any]) -> None:
    if "sign_up_closes" not in facts.values:
        return
    begins, closes = hours["phase_one_at"], facts.values["sign_up_closes"]
    before = 60 * (begins.hour - closes.hour) + begins.minute - closes.minute
    if 0 <= before <= 600:
        told.said["sign_up_minutes"] = before
        told.became["sign_up_closes"] = ("sign_up_minutes", before)
    else:
        facts.drop("sign_up_closes")
