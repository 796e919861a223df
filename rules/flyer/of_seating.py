"""Phrases about who meets whom, who goes through, and what they play then."""

from __future__ import annotations

from typing import Final

from rules.flyer.phrases import ELSE, TURNED, WEAK, Told, count, say

_UP: Final = r"(?:move|go|advance|rotate|progress)s?(?: on| ahead)?(?: up)?"
_TABLE: Final = r"(?: (?:one|a|1|to the next(?: higher)?|to a higher|to the head|up a|up one|to the next)(?: higher)? table)?"


def _places(told: Told) -> tuple[int, bool]:
    """How many there is room for, and whether these are people."""
    return count(told), any(
        word in told["of"].lower() for word in ("player", "people", "seat", "person", "guest")
    )


SEATING: Final = (
    # Movements: ``seating`` names a way for teams; ``alone`` says that people come one by one.
    say("seating", r"rise (?:and|&|n'?|-) ?fly|(?:losers?|losing \w+) (?:rise|get up|give up~seats?)(?: and fly)?", "rise"),
    say("seating", r"king of the (?:table|hill)|(?:winners?|winning (?:teams?|pairs?)) (?:keeps?|holds?|stays? at|owns?) (?:the |their )?table", "rise"),
    say("seating", r"(?:win and|winners?|if you win)[^\n.;]{0,12}(?:hold|keep|stay)[^\n.]{0,30}(?:lose|losers?)[^\n.]{0,30}(?:back|end) of (?:the )?line", "rise"),
    say("seating", r"(?:losers?|lose)[^\n.;]{0,24}(?:back|end) of (?:the )?line", "rise", rank=TURNED),
    say("seating", rf"(?:winners?|winning \w+) {_UP}{_TABLE}[^\n.]{{0,40}}?(?:losers?|losing \w+) (?:move|go|drop|rotate)s? (?:down|back)", "split"),
    say("seating", rf"(?:winners?|winning \w+) {_UP}{_TABLE}[^\n.]{{0,40}}?(?:losers?|losing \w+) (?:stay|remain|sit|keep)s?", "up"),
    say("seating", rf"(?:losers?|losing \w+) (?:stay|remain|sit)s?[^\n.]{{0,40}}?(?:winners?|winning \w+) {_UP}", "up"),
    say("seating", r"(?:winners?|winning \w+) (?:stay|remain|sit)s?[^\n.]{0,40}?(?:losers?|losing \w+) (?:move|go|rotate|travel)s?", "stay"),
    say("seating", r"(?:losers?|losing \w+) (?:move|rotate|go)s?[^\n.]{0,40}?(?:winners?|winning \w+) (?:stay|remain|sit)s?", "stay"),
    say("seating", r"(?:winners?|winning \w+) (?:of the first (?:game|round)) (?:keeps?|stays?)[^\n.]{0,40}", "keep"),
    say("seating", r"(?:winners?|winning \w+) (?:move|advance|progress|go)s? (?:up )?(?:to the next(?: higher)?|up|on to the next|up one|one|a) ?(?:table)?s?", "up", rank=TURNED),
    say("seating", r"north stays?[^\n.]{0,80}", "one-seat"),
    say("seating", r"(?:east[-/ ]?west|one (?:side|team)|b teams?|visiting teams?|moving teams?|visitors?|side b|half the teams)~(?:moves?|rotates?)[^\n.;]{0,30}", "movement"),
    say("seating", r"(?:a teams?|home teams?|north[-/ ]?south|one team)~(?:stays?|sits?|remains?)[^\n.]{0,40}", "movement", rank=TURNED),
    say("seating", r"swiss(?:[- ]style| system| format| rounds?| pairings?)?\b(?! (?:cheese|steak))", "swiss"),
    say("seating", r"(?:paired|matched|seated)(?: up)? (?:by|according to|with)~(?:record|standing|wins|score)s?|with the same (?:number of wins|record|score)|teams with (?:the same|similar|like) records?", "swiss"),
    say("seating", r"round[- ]robin|everyone plays everyone|every team plays every(?: other)? team|play every other (?:team|pair|couple)", "robin"),
    say("seating", r"(?:random(?:ly)?|blind|luck[- ]of[- ]the)[- ]?(?:draw|drawn|assigned|seating|pairings?|matched)?~(?:tables?|opponents?|seats?|seating|each round|every round)|draw (?:for|your) (?:tables?|opponents?|seats?)", "random"),
    say("seating", r"\bmalt\b(?: format| system| style)?", "malt"),
    say("seating", r"open play|any two (?:free )?teams|play as tables? (?:free|open)s? up|as many games as (?:possible|you can)|non-?stop play|continuous play", "open"),
    say("seating", r"progressive(?:ly|[- ]style| format| play)?", "progressive", rank=TURNED),
    say("alone", r"(?:new|different|another|change|switch|rotat\w+|trad\w+)(?: your)? partners?(?: (?:each|every|after each|after every) (?:round|game|hand|table))?", True),
    say("alone", r"partners? (?:change|rotate|switch|are switched|part)[^\n.;]{0,24}", True),
    say("alone", r"(?:individual(?:s)?|singles?)(?: (?:play|format|competition|tournament|scoring|event|entr(?:y|ies)))|play (?:as an individual|individually)|every(?:one|body) (?:plays|for) (?:for )?(?:themselves|himself|alone)|no partners? (?:needed|required|necessary)|come (?:alone|solo|single)|competition is individual|keep your own score", True),
    say("alone", r"draw (?:for )?(?:a |your )?partners?|partners? (?:are |will be )?(?:drawn|assigned|chosen)[^\n.;]{0,24}|(?:blind|random|luck[- ]of[- ]the)[- ]draw (?:for )?partners?", True),
    say("teams", r"(?:teams|pairs|partners|partnerships|couples|duos) of (?:two|2)|(?:two|2)[- ](?:person|player|man|member) teams?|bring (?:your|a) (?:own )?partners?|come with a partner|fixed partners?(?:hips?)?|set partners|same partner (?:all|the whole) (?:night|day|evening)|keep your partner[^\n.;]{0,20}|partnership (?:tournament|play|event)", "two"),
    say("partner_list", r"come (?:alone|solo|single)[^\n.!?;]{0,24}(?:match|pair|find)[^\n.!?;]{0,30}", True),
    say("partner_list", r"(?:need|don’t have|no|without|looking for) (?:a )?partners?\b[^\n]{0,70}?(?:pair|match|find|list|provide|available|one for you)[^\n.!?;]{0,40}", True),
    say("partner_list", r"(?:singles|solo players|individuals) (?:are )?welcome[^\n.!?;]{0,50}|we(?:'ll| will) (?:pair|match) you[^\n.!?;]{0,30}", True),
    # Who goes through
    say("advance_count", r"(?:the )?(?:top|best|first|leading|highest) (?:scoring )?<n>(?! ?(?:of|out of|outta|/) ?<n2>)(?: (?:scoring|ranked))?(?: <side>| <player>| finishers| scores| records)?(?: (?:after|from|in|of|by|with|at the end of)[^\n.;]{0,40}?)?,? (?:will )?<wins>(?: (?:the|for the|a) (?:finals?|bracket|play-?offs?|championship|prizes?))?(?! (?:prizes?|cash|trophies|awards))"),
    say("advance_count", r"(?:the )?<n> (?:highest|best|top)[- ]?(?:scoring |ranked )?(?:<side>|<player>|scores|records)"),
    say("advance_count", r"(?:the )?<n> <side> with the (?:highest|best|most)(?: \w+)?"),
    say("advance_count", r"(?:cut|narrow|whittle|down|reduced?)~to (?:the |a )?(?:top |best |final |field of )?<n>(?: <side>| <player>)?"),
    say("advance_count", r"(?:bracket|play-?offs?|knock-?out|field|finals?|championship round) of (?:the )?(?:top |best |final )?<n>\b"),
    say("advance_count", r"<n>[- ](?:teams?|pairs?|players?|person|couple) (?:single |double |elimination )*(?:bracket|play-?offs?|knock-?out|finals?|final table|championship)"),
    say("advance_count", r"(?:final four|final 4)\b(?! teams with)", 4, rank=TURNED),
    say("advance_count", r"(?:elite|great) (?:eight|8)\b", 8, rank=TURNED),
    say("advance_count", r"sweet (?:sixteen|16)\b", 16, rank=TURNED),
    say("advance_count", r"(?:top|best) <n>(?! ?(?:of|out of|outta|/) ?<n2>)(?: <side>| <player>)?[^\n.;]{0,12}?(?:to|in|for) (?:the )?(?:finals?|bracket|play-?offs?|championship|semi-?finals?)"),
    # Nothing but a bracket
    say("seeds_by", r"straight (?:in)?to (?:the |a )?(?:bracket|elimination)[^\n.;]{0,24}|no (?:phase (?:i|1|one)|qualifying(?: rounds?)?|preliminar(?:y|ies)(?: rounds?)?)\b", "lot"),
    say("seeds_by", r"(?:teams?|brackets?|pairs?|everybody|everyone) (?:is|are|will be) (?:randomly drawn|drawn (?:at random|randomly|by lot))[^\n.;]{0,32}|random(?:ly)?[- ](?:drawn? )?bracket(?: draw)?|(?:random|blind) draw (?:for (?:the )?bracket|bracket)", "lot"),
    # What they play
    say("phase_two.format", r"double[- ]?elim(?:ination|\.)?(?: (?:bracket|format|tournament|play|style))?", "double"),
    say("phase_two.format", r"(?:lose (?:twice|two(?: \w+)?|2)|two losses|2 losses|two and)[^\n.;]{0,20}?out\b|(?:two|2) strikes", "double"),
    say("phase_two.format", r"single[- ]?elim(?:ination|\.)?(?: (?:bracket|format|tournament|play|style|play-?offs?|finals?))?|sudden death bracket|knock-?out (?:bracket|rounds?|play)", "single"),
    say("phase_two.format", r"(?:lose (?:once|one|1)(?: \w+)?|one loss|one and)[^\n.;]{0,20}?(?:out|done)\b", "single"),
    say("phase_two.third_place", r"(?:third[- ]place|3rd[- ]place|consolation) (?:game|match|playoff)|(?:play|game|match) for (?:third|3rd)(?: place)?", True),
    say("phase_two.consolation", r"consolation (?:bracket|round)s?", True),
    say("phase_two.second_chance", r"second[- ]chance(?: bracket| flight| tournament| event)?|(?:b|plate)[- ](?:flight|bracket)|a plate for (?:those|teams|everybody) who miss(?:es)? the cut", True),
    say("phase_two.buys_back", r"buy[- ]?backs?|(?:may|can|could) buy back(?: in)?|re-?entr(?:y|ies) (?:allowed|available|is|for)|re-?buys?", True),
    say("plays_phase_two", r"(?:highest|most|best) (?:total |overall |individual |combined |cumulative )?(?:score|points|point total|total)s?(?: (?:at the end|overall|of the night|for the night|after[^\n.;]{0,24}))? (?:wins?|takes?|is the winner|at the end)", False),
    say("plays_phase_two", r"(?:person|player|team|pair|couple)s? with the (?:most|highest|best) (?:points|score|total|wins)[^\n.;]{0,16}? (?:wins?|is|takes|will be) (?:the |our |your )?(?:winners?|champions?|prize|it|first|trophy)?", False),
    say("plays_phase_two", r"no (?:play-?offs?|finals?|bracket|phase (?:ii|2|two))\b|(?:winners?|places?|prizes?) (?:are |is )?(?:determined|decided|based)(?: by| on)? (?:the )?(?:total|overall|most|highest)[^\n.;]{0,20}", False),
    say("counts", r"wins (?:count|come|decide) first|(?:most|total) wins (?:wins|takes|decides|counts)", "games_won", rank=WEAK),
    say("counts", r"(?:most|total|highest) (?:total |overall )?(?:points|score)s? (?:wins?|decides?|counts?|takes?)", "points", rank=WEAK),
    say("plays_off_games", r"ties? (?:are |will be )?(?:broken|decided|settled|played off) (?:by|with) (?:a|one) (?:full |whole |extra |playoff )?game", True),
    say("third_player", r"(?:third|3rd|alternate|substitute) player (?:is )?(?:allowed|permitted|ok)|teams of (?:two or three|2 or 3|2-3)|(?:may|can) have (?:a third|an alternate)(?: player)?", True),
    say("keeps_homes_apart", r"(?:teams|players) from the same (?:club|home|table|lodge|chapter|church|city)[^\n.;]{0,20}(?:apart|not (?:meet|play))", True),
    # How many there is room for
    say("tables", r"(?:we have |there (?:are|will be) |up to )?<n> (?:card |playing |full |round )?tables\b(?! (?:up|down))"),
    say("capacity", r"(?:limited|limit|no more than|maximum|max\.?|capped|cap|up to|only|space for|room for|first|seating for)(?: (?:of|is|at|to|the|first|field|entry|registration|to the first|field:))*:? ?<n>(?P<of> <side>| (?:paid )?<player>)(?! (?:win|advance|to reach|to win|to get|to score|with|will))", _places),
    say("capacity", r"<n>(?P<of>[- ]teams?| pairs?| couples?|[- ]players?| people| seats| spots)(?: is the)? (?:max(?:imum)?\b|limit|cap\b|field|only|available)", _places),
    say(ELSE, r"<n>[- ](?:player|person) (?:game|minimum)", count),
)  # fmt: skip
