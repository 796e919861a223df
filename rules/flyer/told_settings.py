"""From the facts of a flyer to an event's settings, and to what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from rules.competition.phase_two.formats import FORMATS, KNOCK_OUT, SIZES, Choice
from rules.counted.side_prizes import BOSTONS, COUNTER, HIGH_GAME, LOW_SCORE, SidePrize
from rules.flyer.of_game import FEWER_IS_BETTER, ONE_ON_ONE
from rules.flyer.told import Facts
from rules.flyer.told_hours import hours_of, what_to_ask
from rules.flyer.usual import USUAL, follows_from, round_minutes
from rules.games import BadHouseRule, find_ruleset, house_rules_of
from rules.money.pots import AMOUNTS, MAIN, Pot
from rules.money.words import dollars
from rules.seating.known import find_seating, is_of_people, way_of

HOUSE: Final = "house_rules."
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
_SIDE: Final[Mapping[str, SidePrize]] = {
    "loners": SidePrize(name="Most loners", decides=COUNTER, counter="Loners"),
    "bostons": SidePrize(name="Most Bostons", decides=BOSTONS),
    "low": SidePrize(name="Low score", decides=LOW_SCORE),
    "high": SidePrize(name="High game", decides=HIGH_GAME),
}
_SAME_AS: Final = frozenset({"boston_units", "no_trump_units", "rise_and_fly", "double_no_trump"})
"""What one game of Bid Whist has under another name than the other."""
_ENDS: Final[tuple[tuple[frozenset[str], tuple[str, ...]], ...]] = (
    (frozenset({"hands_to_win"}), ("hands",)),
    (frozenset({"hands_in_game"}), ("hands_played",)),
    (frozenset({"points_to_win", "minutes_in_game"}), ("points_or_clock", "points")),
    (frozenset({"points_to_win"}), ("points",)),
)
"""What ends a game, by the house rules that a flyer names."""
_AS_THEY_ARE: Final = (
    *(
        "name",
        "venue",
        "held_on",
        "advance_count",
        "ready_minutes",
        "late_forfeits",
        "tables",
        "money_word",
        "money_for",
    ),
    *(
        "donation_player_cents",
        "donation_team_cents",
        "cash_app",
        "zelle",
        "hands_from",
        "agreed_by",
        "standings_shown",
    ),
    *("third_player", "keeps_homes_apart", "plays_off_games", "sign_up_minutes"),
)


@dataclass
class Told:
    """``said`` are settings that the flyer says, ``follows`` what follows from them, both by name."""

    said: dict[str, Any] = field(default_factory=dict)
    follows: dict[str, Any] = field(default_factory=dict)
    became: dict[str, tuple[str, Any]] = field(default_factory=dict)
    """For a fact that isn't a setting by itself: the setting that it became, and its value."""
    questions: list[str] = field(default_factory=list)


def settings_of(facts: Facts) -> Told:
    """The settings. Drops from ``facts`` what no event can have."""
    for name, allowed in _RANGES.items():
        if name in facts.values and facts.values[name] not in allowed:
            facts.drop(name)
    told = Told()
    told.said = {name: facts.values[name] for name in _AS_THEY_ARE if name in facts.values}
    game = _game(facts, told)
    _seating(facts, told, game)
    _phase_two(facts, told)
    _money(facts, told)
    _places(facts, told)
    _hours(facts, told, game)
    return told


# --- the game -------------------------------------------------------------------------------------


def _game(facts: Facts, told: Told) -> str:
    """Set the game and its house rules. Returns its key as the table of phrases has it."""
    values = facts.values
    named: str = values.get("game", "")
    by_hands = f"{HOUSE}hands_to_win" in values
    counts = any(f"{HOUSE}{name}" in values for name in ("boston_units", "no_trump_units"))
    if named in ("bid-whist", "fahrenheit") or (not named and by_hands):
        # Hands that win a game, and hands that count two, are Fahrenheit's.
        by_points = f"{HOUSE}points_to_win" in values
        named = (
            "fahrenheit"
            if named == "fahrenheit" or by_hands or (counts and not by_points)
            else named or "bid-whist"
        )
    key, _, title = named.partition(":")
    if key:
        told.said["game"] = key
    else:
        told.questions.append("Which game is played?")
        key = str(USUAL["game"])
    own: dict[str, Any] = {"game_name": title} if title else {}
    if title in FEWER_IS_BETTER:
        own["less_is_better"] = True
    if title in ONE_ON_ONE:
        own["players_on_a_side"] = 1
    house = _house(facts, told, key, own)
    if house:
        told.said["house_rules"] = house
    told.follows |= follows_from(key)
    if values.get("counts") == "points" and "tie_breaks" not in told.follows and not by_hands:
        told.follows |= {"tie_breaks": ("scored", "games_won"), "bye_counts": "own"}
    return named


def _house(facts: Facts, told: Told, game: str, own: dict[str, Any]) -> dict[str, Any]:
    """The house rules that differ from the game's. What the game doesn't have stays a fact."""
    rules = {rule.key: rule for rule in house_rules_of(game)}
    said = {name.removeprefix(HOUSE): value for name, value in facts.values.items() if name.startswith(HOUSE)}
    said = _in_the_games_words(said, has_units="boston_units" in rules)
    house = own | {name: value for name, value in said.items() if name in rules and rules[name].allows(value)}
    if "game_end" in rules:
        ends = [end for end in _ends(house) if rules["game_end"].allows(end)]
        house |= {"game_end": ends[0]} if ends else {}
    while house:
        try:
            find_ruleset(game, house)
            break
        except BadHouseRule as why:
            house.pop(why.field if why.field in house else max(house))
    for name in [each for each in facts.values if each.startswith(HOUSE)]:
        key = name.removeprefix(HOUSE)
        if key in rules and not rules[key].allows(facts.values[name]):
            facts.drop(name)
        elif key not in rules and key not in _SAME_AS:
            told.became[name] = (f"rule.{key}", facts.values[name])
    return {name: value for name, value in house.items() if rules[name].default != value}


def _in_the_games_words(said: dict[str, Any], *, has_units: bool) -> dict[str, Any]:
    """Where hands count two in the one game, points count double in the other."""
    pairs = {"boston_units": "rise_and_fly", "no_trump_units": "double_no_trump"}
    if said.get("all_pass") == "forced":
        said["stick_the_dealer"] = True
    for units, doubled in pairs.items():
        if has_units and said.pop(doubled, False):
            said.setdefault(units, 2)
        elif not has_units and said.get(units) == 2:
            said[doubled] = True
    return said


def _ends(house: Mapping[str, Any]) -> tuple[str, ...]:
    """The ways in which a game with these house rules may end, the likeliest first."""
    return next((ends for named, ends in _ENDS if named <= set(house)), ())


# --- who meets whom, and Phase II -----------------------------------------------------------------


def _seating(facts: Facts, told: Told, game: str) -> None:
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


def _phase_two(facts: Facts, told: Told) -> None:
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


# --- money ----------------------------------------------------------------------------------------


def _money(facts: Facts, told: Told) -> None:
    is_one = is_of_people(told.said.get("seating", ""))
    player, team = "donation_player_cents", "donation_team_cents"
    if "fee" in facts.values:
        fee = facts.values["fee"]
        if player in told.said or team in told.said:
            if fee not in (told.said.get(player), told.said.get(team)):
                told.questions.append(f"Who gives {dollars(fee)}?")
                facts.drop("fee")
            else:
                told.became["fee"] = (player if told.said.get(player) == fee else team, fee)
        elif is_one or fee == 0:
            told.said |= {player: fee}
            told.became["fee"] = (player, fee)
        else:
            told.questions.append(f"Is {dollars(fee)} for each player or for each team?")
            facts.drop("fee")
    if player in told.said and team not in told.said:
        told.follows[team] = 2 * told.said[player]
    if team in told.said and player not in told.said:
        told.follows[player] = told.said[team] // 2
    _pots(facts, told)


def _pots(facts: Facts, told: Told) -> None:
    values, pots, prizes = facts.values, [], []
    counters: list[str] = []
    amounts: list[int] = []
    while f"pots.{len(amounts) + 1}" in values:
        amounts.append(values[f"pots.{len(amounts) + 1}"])
    if amounts and all(0 < each <= 1_000_000 for each in amounts):
        pots.append(Pot(by=AMOUNTS, prizes=tuple(amounts)))
    elif "pot_shares" in values:
        pots.append(Pot(prizes=values["pot_shares"]))
    if 0 < values.get("boston_pot", 0) <= 1_000_000:
        pots.append(Pot(name="Boston pot", entry_cents=values["boston_pot"], goes_to="Boston pot"))
        prizes.append(SidePrize(name="Boston pot", decides=BOSTONS))
    if "fine" in values:
        counters.append("Sets")
        pots.append(Pot(name="Sets", fine_cents=values["fine"], fine_counter="Sets", unwon=MAIN))
    for name in [each for each in values if each.startswith("pots.") and int(each[5:]) > len(amounts)]:
        facts.drop(name)
    for kind in [each for each in _SIDE if f"side_prizes.{each}" in values]:
        prize = _SIDE[kind]
        rules = {rule.key: rule.default for rule in house_rules_of(told.said.get("game", str(USUAL["game"])))}
        if prize.counter and prize.counter not in str(rules.get("counters", "")):
            counters.append(prize.counter)
        prizes.append(prize)
    if pots:
        told.said["pots"] = [pot.as_json() for pot in pots]
        for name in ("pot_shares", "boston_pot", "fine"):
            told.became[name] = ("pots", values.get(name))
    if prizes:
        told.said["side_prizes"] = [prize.as_json() for prize in prizes]
    if counters:
        told.follows["counters"] = counters


# --- places and hours -----------------------------------------------------------------------------


def _places(facts: Facts, told: Told) -> None:
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


def _hours(facts: Facts, told: Told, game: str) -> None:
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


def _sign_up(facts: Facts, told: Told, hours: Mapping[str, Any]) -> None:
    if "sign_up_closes" not in facts.values:
        return
    begins, closes = hours["phase_one_at"], facts.values["sign_up_closes"]
    before = 60 * (begins.hour - closes.hour) + begins.minute - closes.minute
    if 0 <= before <= 600:
        told.said["sign_up_minutes"] = before
        told.became["sign_up_closes"] = ("sign_up_minutes", before)
    else:
        facts.drop("sign_up_closes")
