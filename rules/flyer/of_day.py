"""Phrases about the day: when what begins, how long it lasts, rounds, breaks, and late teams."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flyer.phrases import (
    ELSE,
    TURNED,
    WEAK,
    Told,
    at,
    at_later,
    between,
    count,
    count2,
    in_minutes,
    length,
    say,
)
from rules.flyer.words import minutes, number
from rules.time.hours import HALF_HOURS, HOURS, NEVER, ROUNDS, TIMES

_OPEN: Final = (
    r"(?:doors?(?: will)?(?: open(?:s|ing)?)?|meet (?:and|&|n'?|&amp;) ?greet|(?:late |on-?site |same-?day |walk-?in )?registration"
    r"|(?:player )?check[ -]?ins?|sign[ -]?ins?|sign[ -]?ups?|socializing|social(?: hour| time)?|fellowship(?: hour)?"
    r"|mix(?:er)? ?(?:and|&|n) ?mingle|mingle|mixer|arrivals?|arrive(?: by)?|please arrive(?: by)?|gather(?:ing)?"
    r"|(?:hall|room|building|venue|clubhouse|card room) opens?|warm[ -]?ups?|happy hour|cocktails?(?: hour)?|open hous[e]|setup|set-up|practice (?:hands|games|tables)|we open)"
)
_BEGIN: Final = (
    r"(?:phase (?:i|1|one)|rounds? (?:1|one)|(?:first|1st) (?:round|hand|game|deal|card|bid|shuffle|cards)|opening round"
    r"|(?:(?:bid )?whist|spades|(?:progressive )?euchre|pinochle|hearts|bidding|card)? ?(?:cards?|play(?:ing)?|tournament|tourney|games?|action"
    r"|event|matches|competition|dealing|tables)|shuffle(?: up)?(?: (?:and|&|n) deal)?|game[ -]?time|(?:card |tournament )?start(?:s|ing|ed)?(?: time)?"
    r"|begin(?:s|ning)?|kick[ -]?off|tip[ -]?off|preliminar(?:y|ies)(?: rounds?)?|prelims|qualifying(?: rounds?)?|bid whist|whist|euchre|pinochle|spades|hearts|time|we (?:start|deal|play|begin))"
)
_SECOND: Final = (
    r"(?:phase (?:ii|2|two)|(?:finals?(?: round| table)?|championship(?: round| game)?|play-?offs?|semi-?finals?|bracket(?: play)?"
    r"|elimination(?: rounds?)?|knock-?outs?|final four|elite eight|single elimination|double elimination|money rounds?))"
)
_CLOSE: Final = (
    r"(?:(?:awards?|prizes?|trophy|trophies|closing|medals?|winners?)(?: ?(?:and|&) ?(?:awards?|prizes?|trophies))?"
    r"(?: (?:ceremony|presentation|announced|announcement|awarded|given out|presented|are awarded|are given out|distribution))?"
    r"|(?:event |play |tournament |night |hall |evening )?(?:ends?|conclud(?:es?|ing)|finish(?:es|ed)?|closes?|wraps? up|is over|will be over)"
    r"|done by|over by|home by|last (?:hand|round|game) (?:ends?|is over)|clean[ -]?up|lights out)"
)
_VERB: Final = (
    r"(?: (?:will |shall |to )?(?:be |is |are )?(?:open(?:s|ing)?|start(?:s|ing)?|begin(?:s|ning)?|fly|flying|drop|(?:get )?under ?way|kicks? off"
    r"|dealt|hits?(?: the tables?)?|runs?|held|called|in the air|on the tables?|takes? place|played|go(?:es)?(?: off)?))?"
)
_AT: Final = r"(?:(?: ?[:@=]| ?-+| ?\.{2,}| (?:at|from|by|is|are|promptly|sharp|around|about|approximately|no later than|precisely))){0,3} ?"
_WHEN: Final = (
    rf"(?:{_VERB}(?:(?: ?[:@=]| ?-+| ?\.{{2,}}| (?:at|from|by|promptly|sharp|around|about))){{1,3}} ?"
    rf"| (?:opens?|starts?|begins?|starting|beginning)(?: promptly)? )"
)
"""Between a word that means other things, too, and a bare hour."""
_BEFORE: Final = r"(?: ?[:=]| ?-+| ?\.{2,}| (?:is|for|the))? ?"
_TO: Final = r" ?(?:-+|to|until|till|'?til|thru|through) ?"
_MEALS: Final = r"(?:dinner|lunch|supper|breakfast|brunch|food|meal|kitchen|bar|buffet|raffle|bingo|worship|service|mass|music|dj|karaoke|after-?party|bus|ship|parking)"

Hours = Callable[[Told], Mapping[str, Any] | None]


def _spans(first: str, last: str) -> Hours:
    """A range of times that begins the one and ends the other; either may be empty."""

    def says(told: Told) -> Mapping[str, Any] | None:
        ends = between(told)
        return ends and {name: moment for name, moment in zip((first, last), ends, strict=True) if name}

    return says


def _break(told: Told) -> Mapping[str, Any]:
    """A break’s length, and when the breaks begin."""
    words = told[0].lower()
    often = (
        HALF_HOURS if any(each in words for each in ("middle", "half", "30", "thirty"))
        else HOURS if "hour" in words
        else ROUNDS
    )  # fmt: skip
    return {"break_minutes": in_minutes(told), "breaks_at": often}


def _often(told: Told) -> Mapping[str, Any]:
    words = told[0].lower()
    often = HALF_HOURS if any(each in words for each in ("middle", "half", "30")) else HOURS
    return {"breaks_at": often} | ({"break_minutes": in_minutes(told)} if told["min"] else {})


def _break_at(told: Told) -> Mapping[str, Any] | None:
    begins = at(told)
    if begins is None:
        return None
    return {"breaks_at": TIMES, "breaks": (begins,), "break_minutes": in_minutes(told)}


def _long_break(told: Told) -> Mapping[str, int]:
    return {"long_break_after": count(told), "long_break_minutes": in_minutes(told)}


def _halfway(told: Told) -> Mapping[str, int]:
    return {"long_break_half": 1, "long_break_minutes": in_minutes(told)}


def _late(told: Told) -> Mapping[str, Any]:
    """The minutes of a late team, and what they cost: the hand, or the whole game."""
    lost = told["lost"].lower()
    return {
        "ready_minutes": in_minutes(told),
        "late_forfeits": "itself" if lost.startswith(("hand", "deal")) else "game",
    }


def _rounds(told: Told) -> Mapping[str, int]:
    return {"rounds": count(told), "round_minutes": in_minutes(told)}


def _limit(told: Told) -> Mapping[str, int]:
    lasts = minutes(told["min"] or told["min2"])
    return {"round_minutes": lasts, "house_rules.minutes_in_game": lasts}


def _games(told: Told) -> Mapping[str, int]:
    return {"rounds": count(told), "house_rules.hands_in_game": count2(told)}


def _closes(told: Told) -> Mapping[str, Any] | None:
    ends = between(told)
    return ends and {"meet_at": ends[0], "sign_up_closes": ends[1]}


_LOST: Final = r"(?P<lost>hand|deal|game|match|round|set\b|tournament|seat|spot)"
_EACH_HOUR: Final = (
    r"(?:(?:(?:at|on) )?(?:the )?(?:top|start|middle|half|bottom)~hour"
    r"|(?:on|at|every) (?:every |the |each )?hour(?: and(?: the| every)? half[- ]hour)?)"
)
_REST: Final = r"(?:rest(?: ?/ ?break)?|bathroom|restroom|stretch|smoke|snack|water|potty|comfort|refreshment)?(?: ?/? ?(?:rest|break))? ?(?:breaks?|period|intermission|recess|pause|rest|breather|timeout|time-out)"

DAY: Final = (
    say(ELSE, rf"(?:{_MEALS})\b{_VERB}{_AT}<t>(?:{_TO}<t2>)?", True),
    say(ELSE, rf"<sure>(?:{_TO}<t2>)?{_BEFORE}{_MEALS}\b", True, rank=TURNED),
    say(ELSE, r"(?:call|text|phone|tel|ph|contact)[^\n]{0,30}?\d{3}[-. )]+\d{3}[-. ]\d{4}", True),
    say(ELSE, r"\(?\b\d{3}\)?[-. ]+\d{3}[-. ]\d{4}\b", True),
    # When what begins
    say("", rf"(?:registration|sign[ -]?ups?|check[ -]?in){_VERB}{_AT}<t>{_TO}<t2>", _closes),
    say("", rf"(?:registration|sign[ -]?ups?|check[ -]?in){_VERB}{_AT}<t>,?(?: (?:and|&))? (?:closes?|ends?|closing){_AT}<t2>", _closes),
    say("", rf"{_OPEN}{_VERB}{_AT}<t>{_TO}<t2>", _spans("meet_at", "meet_until")),
    say("", rf"(?:phase (?:i|1|one)|prelim\w*|qualifying\w*)(?: \w+)?\s{{0,3}}{_AT}<t>{_TO}<t2>", _spans("phase_one_at", "phase_one_ends")),
    say("", rf"{_SECOND}{_VERB}{_AT}<t>{_TO}<t2>", _spans("phase_two_at", "awards_at")),
    say("", rf"{_BEGIN}{_VERB}{_AT}<t>{_TO}<t2>", _spans("phase_one_at", "awards_at")),
    say("", rf"<t>{_TO}<t2>{_BEFORE}{_OPEN}", _spans("meet_at", "meet_until"), rank=TURNED),
    say("", rf"<t>{_TO}<t2>{_BEFORE}(?:phase (?:i|1|one)|prelim\w*|qualifying\w*)\b", _spans("phase_one_at", "phase_one_ends"), rank=TURNED),
    say("", rf"<t>{_TO}<t2>{_BEFORE}{_SECOND}\b", _spans("phase_two_at", "awards_at"), rank=TURNED),
    say("", rf"<t>{_TO}<t2>{_BEFORE}{_BEGIN}\b", _spans("phase_one_at", "awards_at"), rank=TURNED),
    say("meet_at", rf"{_OPEN}{_VERB}{_AT}<t>"),
    *(
        say(name, rf"{label}{when}", None if label == _BEGIN else at_later)
        for name, label in (("phase_one_at", _BEGIN), ("phase_two_at", _SECOND), ("awards_at", _CLOSE))
        for when in (rf"{_VERB}{_AT}<sure>", rf"{_WHEN}<t>")
    ),
    say("awards_at", r"(?:done|over|home|finished|out|wrapped up|last (?:hand|deal|game|round)|out of (?:the|here|there)(?: \w+)?) (?:(?:is|is at|starts|begins|will be) )?(?:by|at|before|no later than) <t>", at_later),
    say("awards_at", r"(?:until|till|'til|ending (?:at|by)|no later than|we (?:end|finish|close) (?:at|by)|wrap(?:ping)? up (?:at|by|around)) ?<t>", at_later, rank=TURNED),
    say("meet_at", rf"<sure>{_BEFORE}{_OPEN}\b", rank=TURNED),
    say("phase_one_at", rf"<sure>{_BEFORE}{_BEGIN}\b", rank=TURNED),
    say("phase_two_at", rf"<sure>{_BEFORE}{_SECOND}\b", rank=TURNED),
    say("awards_at", rf"<sure>{_BEFORE}{_CLOSE}\b", rank=TURNED),
    say("", rf"<sure>{_TO}<t2>", lambda told: _spans_sure(told), rank=WEAK),
    say("", r"<t> ?(?:-+|to|until|till) ?<sure>", lambda told: _sure_spans(told), rank=WEAK),
    say("phase_one_at", r"<sure>", rank=WEAK + 1),
    # How long it lasts
    say("phase_one_minutes", r"first <lasts>~phase (?:i|1|one)\b"),
    say("phase_one_minutes", r"phase (?:i|1|one)\b~(?:lasts?|is|runs?|for|will last|of) <lasts>"),
    say("phase_one_minutes", r"(?:after|following) (?:the first )?<lasts>(?: of (?:open |initial |preliminary )?play)?"),
    say("phase_one_minutes", r"(?:(?:most|more) (?:wins|points|games(?: won)?)~(?:in|for|of|during)|(?:play|we play)~for) (?:the )?(?:first )?<lasts>"),
    say("phase_one_minutes", r"<lasts> of (?:open|initial|preliminary|qualifying|round[- ]robin|regular)~(?:play|games|rounds|whist|spades)"),
    say("phase_two_minutes", r"(?:phase (?:ii|2|two)|finals?|play-?offs?|bracket)\b~(?:lasts?|is|runs?|for|will last) <lasts>"),
    # Rounds
    say("", r"<n>(?: \w+)? (?:rounds|games|matches|sets)(?: of (?:play|\w+))?(?:,? (?:of|at|x|@|each|lasting|with)){0,3} ?\(?<min>(?: each| apiece| long| per \w+)?\)?", _rounds),
    say("", r"<n>(?: \w+)? (?:games|rounds|matches)[^\n.;]{0,30}?,? <min> each", _rounds),
    say("", r"<n> <min>(?: long| timed)? (?:rounds|games|matches)\b", _rounds),
    say("", r"<n> (?:games|rounds|matches|tables)(?: of \w+)?(?:,? (?:of|at|x|with|consisting of)){1,2} ?<n2> hands(?: each| apiece)?", _games),
    say("rounds", r"(?:we (?:will )?play|there (?:will be|are)|plays?|consists? of|everyone (?:will )?plays?|guaranteed|format:|a total of|total of) (?:a minimum of |at least )?<n>(?: \w+)? (?:rounds|games|matches)\b"),
    say("rounds", r"(?:promised|guaranteed|gets?|plays?|play) (?:at least |a minimum of )?<n> (?:games|rounds|matches)\b"),
    say("rounds", r"<n>(?:[- ]\w+)? rounds\b(?! of (?:applause|drinks|shots))", rank=TURNED),
    say("rounds", r"<n>[- ](?:round|game) (?:night|evening|format|tournament|guarantee|minimum|session|progressive)"),
    say("rounds", r"<n> (?:games|matches)(?: are)? (?:guaranteed|played|minimum|per (?:night|evening|person|player|team)|(?:each|every|a) (?:night|evening|week)|in all|total)"),
    say("", r"<min>(?: time)? limit(?: (?:on|for|per|in|to) (?:each|every|all|a|the)? ?(?:games?|rounds?|match(?:es)?))?|time limit(?: (?:is|of|for))* ?:? ?<min2>", _limit),
    say("round_minutes", r"<min>(?: long| timed)? (?:rounds?|games?|matches|per (?:round|game|match|table)|a (?:round|game)|each round|time limit|limit|clock)\b"),
    say("round_minutes", r"<min> on the clock"),
    say("", r"<n>(?: \w+)? (?:rounds|games|matches)[^\n.;]{0,30}?<lasts> (?:apiece|each)", lambda told: {"rounds": count(told), "round_minutes": length(told)}),
    say("round_minutes", r"(?:rounds?|games?|each (?:round|game|match)|matches|every round|time limit|timed at)(?: (?:will |that )?(?:are|is|be|last|lasts|of|take|takes|run|runs|limited to|timed at|at|per round|for)){0,3} ?(?:about |approximately |up to )?:? ?<min>"),
    # Breaks
    say("", rf"<min> ?{_REST}~{_EACH_HOUR}(?: and (?:the )?(?:middle|half|bottom)[^\n.;]{{0,20}}hour)?", _break),
    say("", rf"<min> ?{_REST} (?:at |on )?(?:every|each|per|once an?) (?:<n2>[ -]?(?:minutes?|mins?)|half[ -]hour|hour)", _break),
    say("", rf"<min> ?{_REST}~(?:between|after|following|before|in between)(?: (?:each|every|all|the))? (?:round|game|match|set)s?", _break),
    say("", rf"(?:between|after)(?: (?:each|every|the))? (?:rounds?|games?|match(?:es)?)~<min> ?{_REST}", _break),
    say("", r"<min>[^\n.!?;]{0,20}?(?:between|after) (?:each |every |the )?(?:rounds?|games?|matches)", _break),
    say("", rf"<min>[^\n.!?;]{{0,30}}?{_REST}~(?:after|following) (?:the )?(?:round|game|match|rotation) <n>", _long_break),
    say("", rf"<min>[^\n.!?;]{{0,30}}?{_REST}~(?:after|following) (?:the )?<n>(?:st|nd|rd|th)?(?: full)? (?:round|game|match|rotation)s?", _long_break),
    say("", r"(?:pause|break|rest|stop|intermission)[^\n.;]{0,12}?(?:of|for) <min>[^\n.;]{0,12}?(?:after|once|following|when) (?:the )?(?:(?:round|game|match) <n>|<n2> (?:rounds|games))", lambda told: _either_long(told)),
    say("", rf"(?:after|following|once) (?:the )?(?:(?:round|game|match) <n>|<n2> (?:rounds|games))~<min>[^\n.!?;]{{0,12}}?{_REST}", lambda told: _either_long(told)),
    say("", rf"<min>[^\n.!?;]{{0,12}}?{_REST}~(?:half[ -]?(?:way|time)|mid[ -]?way|in the middle|at the half)", _halfway),
    say("", rf"(?:half[ -]?(?:way|time)|mid[ -]?way)~<min>[^\n.!?;]{{0,12}}?{_REST}", _halfway),
    say("", rf"<min>[^\n.!?;]{{0,12}}?{_REST}~(?:at|around|from) <t>", _break_at),
    say("", rf"(?:rest )?breaks?~{_EACH_HOUR}(?:,? (?:for )?<min>(?: each| long)?)?", _often),
    say("breaks_at", r"(?:a )?(?:short |brief )?breaks? (?:between|after) (?:each |every |all )?(?:rounds?|games?)", ROUNDS),
    say("breaks_at", r"no (?:scheduled |planned |official )?breaks?\b|breaks?: none\b|without (?:a )?breaks?\b", NEVER),
    say("break_minutes", r"(?:all |each )?breaks? (?:are|is|last|lasts|of|will be)~<min>"),
    # Late teams
    say("", rf"(?:unavailable|not (?:be )?(?:seated|ready|present|at|in|on|here|show\w*)|late|tardy|absent|no[- ]?shows?|missing|fail\w*|isn’t|aren’t|doesn’t|do not|don’t|unseated|who are)[^\n]{{0,60}}?<min>[^\n]{{0,60}}?(?:forfeit|los|default|give up)\w*[^\n.;]{{0,30}}?{_LOST}", _late),
    say("", rf"<min>[^\n.;]{{0,30}}?(?:grace|late|to (?:be seated|sit|get|report|be at|show|find|arrive)|tardy|rule)[^\n]{{0,70}}?(?:forfeit|los|default|give up)\w*[^\n.;]{{0,30}}?{_LOST}", _late),
    say("", rf"(?:forfeit|lose|default)\w*[^\n.;]{{0,20}}?{_LOST}[^\n.;]{{0,60}}?(?:not|late|after|within|no[- ]?show|isn’t|aren’t|absent|missing)[^\n.;]{{0,50}}?<min>", _late),
    say("", rf"(?:after|within|in) <min>[^\n.;]{{0,40}}?(?:forfeit|lose|default)\w*[^\n.;]{{0,30}}?{_LOST}", _late),
    say("", r"<min>[^\n;]{0,40}?(?P<lost>hand|game|match|round) (?:is |will be )?(?:forfeit\w*|goes to|lost|awarded|given)", _late),
    say("ready_minutes", r"<min> (?:grace(?: period)?|to (?:be seated|sit down|find your (?:seat|table)s?|get to your (?:seat|table)s?|report))"),
    say("ready_minutes", r"grace period~<min>"),
)  # fmt: skip


def _spans_sure(told: Told) -> Mapping[str, Any] | None:
    ends = between(told, "sure", "t2")
    return ends and {"phase_one_at": ends[0], "awards_at": ends[1]}


def _sure_spans(told: Told) -> Mapping[str, Any] | None:
    ends = between(told, "t", "sure")
    return ends and {"phase_one_at": ends[0], "awards_at": ends[1]}


def _either_long(told: Told) -> Mapping[str, int]:
    return {"long_break_after": number(told["n"] or told["n2"]), "long_break_minutes": in_minutes(told)}
