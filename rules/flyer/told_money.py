"""From the facts of a flyer to what people give, pots and side prizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.counted.side_prizes import BOSTONS, COUNTER, HIGH_GAME, LOW_SCORE, SidePrize
from rules.flyer.told import Facts, ToldSettings
from rules.flyer.usual import USUAL
from rules.games import house_rules_of
from rules.money.pots import AMOUNTS, MAIN, Pot
from rules.money.words import dollars
from rules.seating.known import is_of_people

_SIDE: Final[Mapping[str, SidePrize]] = {
    "loners": SidePrize(name="Most loners", decides=COUNTER, counter="Loners"),
    "bostons": SidePrize(name="Most Bostons", decides=BOSTONS),
    "low": SidePrize(name="Low score", decides=LOW_SCORE),
    "high": SidePrize(name="High game", decides=HIGH_GAME),
}


def set_money(facts: Facts, told: ToldSettings) -> None:
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


def _pots(facts: Facts, told: ToldSettings) -> None:
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
