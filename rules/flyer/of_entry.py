"""Phrases about signing up, walk-ups, referees, and how results come in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.flyer.phrases import ELSE, TURNED, Phrase, Told, length, say

_SIGN: Final = r"(?:sign[- ]?ups?|sign up|register|registration|check[- ]?in|entries|entry|doors(?: open)?|arrive|be there|come)"


def _place(told: Told) -> str | None:
    where = told["where"].strip(" .,:-")
    return where if len(where) >= 3 else None


def _at_the_door(told: Told) -> Mapping[str, Any]:
    return {"walk_ins": True}


ENTRY: Final[tuple[Phrase, ...]] = (
    say("meet_minutes", rf"{_SIGN}[^\n.!?;]{{0,40}}?<lasts> (?:prior|before|early|ahead|in advance)(?: (?:to|of))?(?: (?:the )?(?:tournament|play|start|cards|game time|event|first (?:hand|game|round)))?(?: (?:begins|starts|time))?", length, rank=TURNED),
    say("meet_minutes", r"<lasts> (?:prior to|before) (?:the )?(?:tournament|play|start|cards|game time)[^\n.!?;]{0,40}?(?:sign|regist|check|doors)\w*", length),
    say("sign_up_minutes", r"(?:sign[- ]?ups?|registration|entries|check[- ]?in|list)[^\n.!?;]{0,20}?(?:closes?|ends?|cut ?-?off|shuts|deadline)[^\n.!?;]{0,20}?<lasts> (?:prior|before)(?: to)?(?: (?:the )?(?:tournament|play|start|cards|game time|event|first (?:hand|game|round)))?", length),
    say("sign_up_closes", r"(?:sign[- ]?ups?|registration|entries|check[- ]?in|list)(?: will)? (?:closes?|ends?|cut ?-?off|shuts|deadline)(?: (?:is|at|by|promptly|sharp))* ?:? ?<t>"),
    say("sign_up_closes", r"(?:must|please|be sure to) (?:be )?(?:signed?(?: up| in)?|register(?:ed)?|checked in|check in)(?: and \w+)? (?:by|before|no later than) <t>"),
    say("sign_up_closes", r"no (?:entries|sign[- ]?ups|registrations?|teams|one (?:is )?admitted)(?: (?:accepted|taken))? after <t>"),
    say("sign_up_minutes", r"(?:sign[- ]?ups?|registration)[^\n.!?;]{0,20}?(?:until|till|up to|right up to) (?:the )?(?:start|play|first (?:hand|game)|game time|cards)[^\n.!?;]{0,10}", 0),
    say("sign_up_at", r"(?:sign[- ]?up|register|rsvp|enter)(?: (?:in person|now|today|early|online))?(?: (?:at|with|on|in|by calling|by texting|through|via|to)|:) (?P<where>(?!\$|tba\b|[0-9]{1,2}(?::| ?[ap]\.?m)|no later|least|the door|" + r"\d{1,2}\b)[^\n.!?;,]{3,60}(?:\.(?:com|org|net)\S{0,30})?)", _place, rank=TURNED),
    say("walk_ins", r"(?:walk[- ]?(?:in|up|on)s?)(?: (?:are|teams?|players?|always))* (?:welcome|accepted|allowed|ok(?:ay)?|available)[^\n.!?;,]{0,40}", True),
    say("walk_ins", r"(?:pay|register|sign[- ]?up|registration|tickets? (?:available )?)(?: (?:available|only|is))? at the door\b", True),
    say("walk_ins", r"no (?:pre-?)?(?:registration|sign[- ]?up|reservations?) (?:necessary|required|needed)|no walk[- ]?(?:in|up)s?", lambda told: "no walk" not in told[0].lower()),
    say("referee", r"(?:the )?(?:referees?|refs?|judges?|tournament directors?|td|officials?|floor (?:judges?|managers?)|director|committee)(?:'s?|s')?[^\n.!?;]{0,60}?(?:decisions?|rulings?|word|calls?)[^\n.!?;]{0,16}?(?:final|st[a]nds?|binding)", True),
    say("referee", r"(?:referees?|refs?|judges?|directors?|officials?) (?:has|have|gets?) the (?:last|final) (?:word|say)", True),
    say("referee", r"(?:all )?(?:decisions?|rulings?|disputes?|discrepanc\w+|questions|calls)[^\n.!?;]{0,40}?(?:by|of|to|from|settled by|resolved by) (?:the )?(?:referees?|refs?|judges?|tournament directors?|officials?|director|floor)[^\n.!?;]{0,20}(?:final)?", True),
    say("referee", r"(?:certified |experienced |official )?(?:referees?|refs|judges|floor judges)(?: (?:will be|are|is))? (?:on (?:hand|site|duty|the floor)|present|available|provided)", True),
    say("hands_from", r"(?:players|winners|winning teams?|teams|captains|you) (?:will )?(?:enter|report|record|turn in|keep|submit)s? (?:the |their |your )?(?:own )?(?:scores?|results?|score ?sheets?|score ?cards?)[^\n.!?;]{0,20}", "teams", rank=TURNED),
    say("agreed_by", r"both (?:teams|pairs|captains|sides|partners|players)[^\n.!?;]{0,12}(?:must |should |will )?(?:sign|initial|agree|confirm|verify)[^\n.!?;]{0,24}", "teams"),
    say("standings_shown", r"(?:standings|scores|results)[^\n.!?;]{0,24}(?:hidden|not (?:be )?(?:posted|shown|announced)|secret)[^\n.!?;]{0,24}", "hidden"),
    say("standings_shown", r"(?:standings|scores|results) (?:are |will be )?(?:posted|updated|shown|announced) (?:after|between) (?:each|every) round", "after_round"),
    say("", r"\bcash at the door\b", _at_the_door),
    say(ELSE, r"(?:must be|ages?|over) (?:18|21|16|30|40)\b(?: ?(?:\+|and over|or older|years))?", True),
)  # fmt: skip
