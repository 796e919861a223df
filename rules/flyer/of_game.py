"""Phrases about the game: which it is, how it is won, and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.flyer.phrases import ELSE, TURNED, WEAK, Told, count, in_minutes, say
from rules.flyer.words import number

_EVENT: Final = r"(?: card)? (?:tournament|tourney|party|night|league|classic|championship|social|evening|marathon|showdown|series|challenge|open|club|drive|benefit|event|play)"
_PTS: Final = r"(?:points?|pts\.?)\b"
_BOSTON: Final = r"bostons?|running all (?:the )?books|all (?:13|thirteen) books"
_NO_TRUMP: Final = r"no[- ]?trumps?|no'?s\b|nt\b"

# The games of the catalog by key. Where a flyer names several, the first of a pair is the narrower one.
NARROWER: Final[frozenset[tuple[str, str]]] = frozenset(
    {
        *((one, "bid-whist") for one in ("fahrenheit", "cardsharks-detroit", "columbus-no-kitty", "botb-4x4")),
        *((one, "score-card:Whist") for one in ("bid-whist", "fahrenheit", "cardsharks-detroit", "columbus-no-kitty", "botb-4x4")),
        *((one, "euchre-card") for one in ("bid-euchre", "solo-bid-euchre", "double-euchre-card")),
        ("double-euchre-card", "bid-euchre"),
        ("solo-bid-euchre", "bid-euchre"),
    }
)  # fmt: skip
OTHER_GAMES: Final = (
    *("Hearts", "Canasta", "Rook", "Cribbage", "Gin Rummy", "Rummy", "Pitch", "Sheepshead", "Whist", "Bridge", "Tonk"),
    *("Five Hundred", "Hand and Foot", "Dominoes", "Phase 10", "Uno", "Pedro", "Setback", "Skat", "Bourré", "Buck Euchre"),
)  # fmt: skip
"""Games that Uptown plays by score card, under their own name."""
ONE_ON_ONE: Final = frozenset({"Cribbage", "Gin Rummy", "Tonk"})
FEWER_IS_BETTER: Final = frozenset({"Hearts", "Gin Rummy", "Phase 10", "Uno"})
_GAMES: Final[Mapping[str, str]] = {
    "fahrenheit": r"fahrenheit(?: rules| style)?\b",
    "cardsharks-detroit": r"cardsharks?(?: \w+)? (?:rules|bid whist)",
    "columbus-no-kitty": r"columbus (?:bid )?whist|columbus rules",
    "botb-4x4": r"best of the best (?:rules|format|4x4|bid whist)",
    "bid-whist": r"bid[- ]?whist",
    "solo-bid-euchre": r"(?:solo|individual|cutthroat) bid euchre",
    "double-euchre-card": r"double[- ]deck(?:er)?(?: bid)? euchre|(?:bid )?euchre with (?:two|2|double) decks?",
    "bid-euchre": r"bid euchre|hasenpfeffer|pepper\b",
    "euchre-card": r"euchre",
    "spades-card": r"(?<!of )spades",
    "pinochle-card": r"pinochle|pinocle|penuchle",
    "cutthroat-bid-whist": r"(?:cut-?throat|three-handed) (?:bid )?whist",
    "bid-fair": r"bid fair\b",
}


def _both_count(told: Told) -> Mapping[str, int]:
    r"""What Bostons and no trumps count, as far as each is named."""
    words, value = told[0].lower(), number(told["n"])
    found = {"house_rules.boston_units": value} if "boston" in words else {}
    return found | (
        {"house_rules.no_trump_units": value} if "trump" in words or "nt" in words.split() else {}
    )


def _doubled(told: Told) -> Mapping[str, Any]:
    words = told[0].lower()
    found: dict[str, Any] = {"house_rules.rise_and_fly": True} if "boston" in words else {}
    return found | ({"house_rules.double_no_trump": True} if "trump" in words or "no’s" in words else {})


def _best_of(told: Told) -> int | None:
    """How many win of a best of ``n2``; None if that can’t be."""
    won, of = (number(told[group]) for group in ("n", "n2"))
    return won if of == 2 * won - 1 else None


def _half_of(told: Told) -> int | None:
    of = count(told)
    return (of + 1) // 2 if of % 2 else None


def _series(told: Told) -> int | None:
    of = number(told["n2"]) if told.re.groupindex.get("n2") else count(told)
    return of if of in (3, 5) else None


def _points_or_minutes(told: Told) -> Mapping[str, Any]:
    minutes = in_minutes(told)
    return {
        "house_rules.points_to_win": count(told),
        "house_rules.minutes_in_game": minutes,
        "round_minutes": minutes,
    }


def _renege(told: Told) -> Mapping[str, Any]:
    return {"house_rules.renege_costs": "books", "house_rules.renege_books": count(told)}


def _renege_costs(told: Told) -> Mapping[str, Any]:
    return {"house_rules.renege_costs": "game" if "game" in told["lost"].lower() else "hand"}


_LOSES: Final = r"(?:loses?|costs?|forfeits?|is|are|=|:|-+|means|results? in|gives?(?: up)?|will (?:cost|lose|result in)|automatic|penalty|to)"

GAME: Final = (
    *(say("game", rf"(?:{pattern}){_EVENT}", key) for key, pattern in _GAMES.items()),
    *(say("game", rf"(?:progressive|partners?|partnership|tournament|competitive|social|old-school|we(?:'re| are)? play(?:ing)?|game:) (?:{pattern})", key) for key, pattern in _GAMES.items()),
    *(say("game", rf"(?:{pattern})\b", key, rank=WEAK) for key, pattern in _GAMES.items()),
    *(say("game", rf"{name}{_EVENT}", f"score-card:{name}") for name in OTHER_GAMES),
    say("game", r"500 card (?:tournament|party|night)", "score-card:Five Hundred"),
    # How a game is won
    say("house_rules.hands_to_win", r"(?:best|win(?:ning|s)?|first to win|take) <n> (?:out )?of <n2> hands?\b(?: wins?(?: the game)?)?", _best_of),
    say("house_rules.hands_to_win", r"best (?:out )?of <n> hands?\b", _half_of),
    say("house_rules.hands_to_win", r"(?:first (?:team |side |pair )?(?:to|with)(?: win| take)?) <n> hands\b(?: (?:wins?|takes|has)(?: the game)?)?"),
    say("house_rules.points_to_win", rf"(?:(?:played |playing |plays? |play )?(?:games?|matches|hands|each game|tournament games) (?:is |are |go |goes |will be )?(?:played )?(?:to|until|of|at)|play(?:ing|ed)? to|race to|first (?:team |side |pair |player |one )?(?:to|with)(?: reach| score| get| hit)?) (?:a score of )?<n>(?: {_PTS})?(?! hands?| books?| of| sets)(?: wins?(?: the game)?)?"),
    say("house_rules.points_to_win", rf"(?:score of |reach(?:es|ing)? |scores? |gets? )<n>(?: {_PTS})? (?:or more|wins?|first|points)"),
    say("house_rules.points_to_win", rf"<n> ?{_PTS} (?:wins?|to win|is (?:a )?game|games?|per game|ends)|<n2>[- ]point games?", lambda told: number(told["n"] or told["n2"])),
    say("house_rules.points_to_win", r"(?:game is|game ends at|games end at) <n>\b(?! hands)|\b<n2> (?:takes|wins|is|makes) (?:a |the )?game\b", lambda told: number(told["n"] or told["n2"]), rank=TURNED),
    say("", rf"(?:to )?<n>(?: {_PTS})?,? or (?:for |after )?<min>(?: limit| time limit)?(?:,? which\w+~first)?", _points_or_minutes),
    say("house_rules.hands_in_game", r"<n>[- ]?hands? (?:per|a|each|every|at each|in each|to a|in a|at a|at every|make a|are a) ?(?:round|game|match|table|sheet|rotation|partner)?"),
    say("house_rules.hands_in_game", r"(?:each|every|a|per) (?:round|game|match|sheet)(?: is| has| =| consists of| will be|:)? <n> hands?\b"),
    say("house_rules.hands_in_game", r"(?:games?|rounds?|matches) (?:of|are|is|will be|last) <n> hands?\b"),
    say("house_rules.hands_in_game", r"(?:at most|no more than|max(?:imum)?(?: of)?|up to) <n> hands?\b"),
    say("house_rules.hands_in_game", r"<n> hands? (?:max(?:imum)?|at (?:the )?most|tops)\b"),
    say("house_rules.hands_in_game", r"<n>[- ]hand (?:games?|rounds?|matches)"),
    # Bidding
    say("house_rules.min_bid", r"(?:minimum|lowest|min\.?|opening|starting|low)(?: opening)? (?:bid|opener)(?: of| is|:| =|-| will be| must be| starts at)? ?(?:a )?<n>"),
    say("house_rules.min_bid", r"<n> (?:is )?(?:the )?(?:minimum|lowest|low|min)(?: opening)? bid"),
    say("house_rules.min_bid", r"(?:bids?|bidding) (?:starts?|begins?|opens?|consists?~number)(?: at| with| from)? (?:a )?<n>"),
    say("house_rules.min_bid", r"(?:must|have to|need to) bid (?:at least|a minimum of) (?:a )?<n>"),
    say("house_rules.min_bid", r"(?:no bids? (?:lower|less|below|under)(?: than)?|nothing (?:below|under|less than|lower than)) (?:a )?<n>"),
    say("house_rules.all_pass", r"(?:dealer (?:is|gets|will be) (?:forced|stuck)|(?:force|stick|screw|forces|sticks) the dealer|dealer must bid|dealer is obligated)(?: to bid)?", "forced"),
    say("house_rules.all_pass", r"(?:all|everyone|everybody|four) pass(?:es)?[^\n.;]{0,20}?(?:redeal|re-deal|throw(?:n)? in|next dealer)", "redeal_next"),
    say("house_rules.downtown_beats_uptown", r"(?:downtowns?|low|special)~(?:outranks?|beats?|over|goes over|takes) (?:an? )?(?:uptown|high|straight)", True),
    say("house_rules.dealer_may_match", r"dealer (?:may|can) (?:match|take (?:it|the bid) for the same)", True),
    say("house_rules.name_before_kitty", r"(?:names?|call|declare)~trump~(?:before|then picks up)~(?:kitty|picking)", True),
    say("house_rules.kitty", r"no[- ]kitty\b|without (?:a )?kitty|kitty is not used", False),
    say("house_rules.kitty", r"(?:six|6|five|5|four|4)[ -]cards?(?: \w+){0,7}? kitty|with (?:a |the )?kitty|kitty (?:is )?(?:used|played)|kitty game", True),
    say("house_rules.kitty_sported", r"(?:sport(?:ed|ing)?|show(?:n|ing)?|expose[ds]?|turn(?:ed)? (?:up|over)) (?:of )?(?:the )?kitty|kitty (?:is |will be |must be )?(?:sported|shown|exposed|turned up)", True),
    say("house_rules.kitty_sported", r"kitty (?:is |stays |played |goes )?face[- ]?down|kitty (?:is |will )?not (?:be )?(?:sported|shown|exposed)|no sport(?:ing|ed)?(?: the)?(?: kitty)?", False),
    say("house_rules.jokers", r"(?:no jokers?|jokers? (?:are )?(?:out|removed|not used)|without jokers?)\b", 0),
    say("house_rules.jokers", r"(?:plus |with |and |both )?(?:two|2)(?: \(2\))? jokers?\b|both jokers|big (?:joker )?and little jokers?|with jokers\b", 2),
    say("house_rules.jokers", r"(?:one|1|single) joker\b(?! is)", 1),
    say("house_rules.downtown_aces", r"aces? (?:are |is )?(?:good|high) (?:both ways|downtown|either way|up and down)|aces? good both", "good"),
    say("house_rules.downtown_aces", r"aces? (?:are |is )?(?:bad|low) (?:in )?(?:downtown|low|on the low)|aces bad", "bad"),
    say("house_rules.stick_the_dealer", r"(?:stick|screw)[- ]the[- ]dealer", True),
    # What counts how much
    say("", rf"(?:both )?(?:an? )?(?:{_BOSTON}|{_NO_TRUMP})(?: (?:bids?|hands?|wins?|games?))?(?: ?(?:and|&|or|,|/) ?(?:an? )?(?:{_BOSTON}|{_NO_TRUMP})(?: (?:bids?|hands?))?)? ?(?:will )?(?:counts?(?: as| for)?|is|are|=|:|-+|worth|are worth|is worth|scores?|equals?) ?<n>(?: (?:games?|hands?|wins?))?\b(?! {_PTS})", _both_count),
    say("", rf"(?:{_BOSTON}|{_NO_TRUMP})(?: (?:bids?|hands?|points?))?(?: ?(?:and|&|or) ?(?:an? )?(?:{_BOSTON}|{_NO_TRUMP}))? ?(?:counts? |is |are |scores? |pays? |points? (?:are |count )?|worth |= ?)?(?:double[ds]?|twice)", _doubled),
    say("", rf"(?:{_BOSTON}|{_NO_TRUMP}) (?:counts?|is|scores?|=) ?(?:as )?<n>(?: \w+)?,? (?:and )?so (?:does|is) an? (?:{_BOSTON}|{_NO_TRUMP})", _both_count),
    say("", rf"double (?:points? )?(?:for|on) (?:{_BOSTON}|{_NO_TRUMP})(?: (?:and|&|or) (?:{_BOSTON}|{_NO_TRUMP}))?", _doubled),
    say("house_rules.boston_points", rf"(?:a )?bostons? (?:is |are |counts? |= ?|worth |scores? |is worth )(?:as )?<n> {_PTS}"),
    say("house_rules.boston_wins_game", r"(?:a )?bostons? (?:(?:is|=|wins|ends|takes) (?:the )?game|automatically wins)|bostons? (?:is )?(?:an )?automatic (?:win|game)|(?:all )?(?:13|thirteen) books (?:ends|wins|takes|is) (?:the )?game", True),
    say("house_rules.sets_that_lose", r"<n> (?:consecutive )?sets? (?:is|=|are|loses?|equals|and (?:you’re|you are) out|means)(?: (?:a|an|the|automatic))*(?: game| loss| lose| out| you)*"),
    say("house_rules.made_points", r"(?:you )?get what you bid|score what you bid|points? bid only|only (?:the )?bid (?:counts|scores)", "bid"),
    # Reneges
    say("", r"<n> (?:books|tricks|book|trick)[^\n.;]{0,40}?reneg\w+[^\n.;]{0,60}?(?:given|awarded|to)\b", _renege),
    say("", rf"reneg\w*(?: penalty)?[^\n.;]{{0,24}}?{_LOSES}[^\n.;$]{{0,24}}?<n>(?: \w+)? ?-? ?(?:books?|tricks?)", _renege),
    say("", r"<n>[- ](?:book|trick)s?(?: penalty)? (?:for|per|on|if you) (?:an? |each |every |any )?reneg\w*", _renege),
    say("", r"<n>[- ](?:book|trick)s? renege(?: penalty| rule)?", _renege),
    say("", r"reneg\w*[^\n.;$]{0,40}?<n>(?: \w+)? ?(?:books?|tricks?)", _renege, rank=TURNED),
    say("", r"reneg\w*[^\n.;$]{0,40}?(?:takes?|wins?|gets?|awarded|given) (?:the )?(?P<lost>hand|game)\b", _renege_costs, rank=TURNED),
    say("", rf"reneg\w*(?: penalty)?[^\n.;]{{0,24}}?{_LOSES}[^\n.;$]{{0,20}}?(?P<lost>hand|game|set)\b", _renege_costs),
    say("house_rules.renege_points", rf"reneg\w*(?: penalty)?[^\n.;$]{{0,30}}?<n> {_PTS}"),
    # Phase II’s games
    say("phase_two.final_games", r"(?:championship|final table|finals?|title)(?: \w+)?[^\n.;]{0,30}?best (?:<n> )?(?:out )?of <n2>(?: games| matches)?", _series),
    say("phase_two.final_games", r"best (?:<n> )?(?:out )?of <n2>(?: games?)? (?:in|for) the (?:finals?|championship)", _series),
    say("phase_two.games", r"best (?:<n> )?(?:out )?of <n2> (?:games|matches|series|sets)\b|best-of-(?:<n3>)", lambda told: _any_series(told), rank=TURNED),
    say(ELSE, r"(?:ace|deuce|two|2|3|jack|queen|king|suit)s? of (?:spades|hearts)", True),
)  # fmt: skip


def _any_series(told: Told) -> int | None:
    of = number(told["n2"] or told["n3"])
    return of if of in (3, 5) else None
