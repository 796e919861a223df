"""Phrases about money and prizes: what people give, whom it is for, and what the winners get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.flyer.phrases import ELSE, TURNED, WEAK, Phrase, Told, amount, line_of, say
from rules.flyer.words import cents

MONEY_WORDS: Final = (
    *("donation", "contribution", "entry fee", "registration fee", "buy-in", "admission", "dues", "table fee", "fee"),
)  # fmt: skip
_CALLED: Final[Mapping[str, str]] = {
    "buy in": "buy-in", "entrance fee": "entry fee", "entry": "entry fee", "registration": "registration fee",
    "cost": "entry fee", "price": "entry fee", "ticket": "entry fee",
}  # fmt: skip
_FEE: Final = (
    r"(?:(?:suggested |requested |minimum |love |free-?will )?(?:donations?|contributions?|offerings?)|entry(?: fees?)?|entrance fees?|registration(?: fees?)?"
    r"|buy[- ]?ins?|admission|cost(?: to play| to enter)?|fees?|dues|price|tickets?|table fee|tournament fee|ante|cover)"
)
_IS: Final = (
    r"(?: (?:is|are|of|will be|fee|just|only|to play|donation)| ?[:=]| ?-+|\.{2,}){0,3} ?(?:only |just |a )?"
)
_FILL: Final = rf"(?: (?:suggested|{_FEE}|cash|entry|fee))*"
_PLACES: Final[Mapping[str, int]] = {
    "1st": 1, "first": 1, "2nd": 2, "second": 2, "3rd": 3, "third": 3, "4th": 4, "fourth": 4, "5th": 5, "fifth": 5,
    "grand prize": 1, "winner": 1, "champion": 1, "runner": 2,
}  # fmt: skip
_PLACE: Final = r"(?P<place>1st|2nd|3rd|[4-5]th|first|second|third|fourth|fifth|grand prize|winners?|champions?|runners?[- ]up)(?:[- ]place)?(?: (?:prize|team|winners?|pair|finisher))?"
_NTH: Final = r"(?:1st|2nd|3rd|[4-5]th|first|second|third|fourth|fifth)"
_PRIZE: Final = r"(?:prizes?|awards?|gift cards?|payouts?|paid|winners?|cash)"


def _word(told: Told) -> dict[str, str]:
    """The event’s word for the money: of the phrase itself, or else of its line."""
    for words in (told[0].lower(), line_of(told).lower()):
        for word in (*MONEY_WORDS, *_CALLED):
            if word in words:
                return {"money_word": _CALLED.get(word, word)}
    return {}


def _each(name: str) -> Any:
    return lambda told: {name: amount(told), **_word(told)}


def _free(told: Told) -> Mapping[str, int]:
    return {"donation_player_cents": 0, "donation_team_cents": 0}


def _prize(told: Told) -> Mapping[str, int]:
    place = told["place"].lower()
    return {f"pots.{next(at for word, at in _PLACES.items() if place.startswith(word))}": amount(told)}


def _shares(told: Told) -> tuple[int, ...] | None:
    shares = tuple(int(told[group]) for group in ("a", "b", "c", "d") if told[group])
    return shares if sum(shares) == 100 and shares != (50, 50) else None


def _list(told: Told) -> Mapping[str, int]:
    amounts = [told[place] for place in ("first", "second", "third", "fourth") if told[place]]
    return {f"pots.{place}": cents(each) for place, each in enumerate(amounts, start=1)}


def _places(told: Told) -> int:
    """The last place that has a prize."""
    words = told[0].lower()
    named = [at for word, at in _PLACES.items() if word in words]
    return max(named, default=1)


def _beneficiary(told: Told) -> str | None:
    name = told["whom"].strip(" .,:-\"'")
    for article in ("the ", "our "):
        name = name[len(article) :] if name.lower().startswith(article) else name
    return name if 2 < len(name) <= 60 else None


def _fine(told: Told) -> int | None:
    paid = int(told["fine"])
    return paid if 0 < paid < 100 else None


ABOUT_MONEY: Final[tuple[Phrase, ...]] = (
    # What the winners get
    say("", rf"{_PLACE}(?: (?:wins|gets|receives|takes|pays|earns|pockets|walks(?: away)? with|takes home|will receive))?(?: ?[:=]| ?-+|\.{{2,}})? ?(?:home )?<money>(?: (?:cash|each|per team|per player))?(?: \+| and| plus)?(?: (?:a )?troph(?:y|ies))?", _prize),
    say("", rf"<money>(?: (?:cash|gift card|prize))*(?: (?:to|for))?(?: the)? ?[-:]? ?{_PLACE}", _prize, rank=TURNED),
    say("", r"(?:grand prize|first prize|top prize|winner takes all)(?: (?:is|of))?(?: ?[:=]| ?-+)? ?<money>", lambda told: {"pots.1": amount(told)}),
    say("", r"<money> (?:grand|first|top) prize", lambda told: {"pots.1": amount(told)}),
    say("", r"(?:prizes?|pay(?:ing|s|outs?)|places|winners)[^\n$]{0,30}?(?P<first>\$\d{1,4}) ?[/,&-] ?(?P<second>\$\d{1,4})(?: ?(?:[/,&-]|and) ?(?P<third>\$\d{1,4}))?(?: ?(?:[/,&-]|and) ?(?P<fourth>\$\d{1,4}))?", _list),
    say("pot_shares", r"(?P<a>\d\d)%? ?[/-] ?(?P<b>\d\d)%?(?: ?[/-] ?(?P<c>\d\d)%?)?(?: ?[/-] ?(?P<d>\d\d)%?)?(?: (?:split|payout|pay-out|pay out|of the pot))?", _shares),
    say("pot_shares", r"(?:1st|first)(?: place)?(?: ?[:=]| ?-+| gets| takes)? ?(?P<a>\d\d) ?%[,;/]?(?: and)? (?:2nd|second)(?: place)?(?: ?[:=]| ?-+| gets| takes)? ?(?P<b>\d\d) ?%(?:[,;/]?(?: and)? (?:3rd|third)(?: place)?(?: ?[:=]| ?-+| gets| takes)? ?(?P<c>\d\d) ?%)?(?P<d>)", _shares),
    say("prizes", rf"(?:{_PRIZE})\b[^\n.!?;$]{{0,40}}?(?:{_NTH}(?:[- ]place)?(?: ?,| ?&| ?/| and| ?-| through| thru| to)* ?){{1,5}}(?:place(?:s)?)?(?: (?:winners?|teams?|finishers?|players?))?", _places),
    say("prizes", rf"(?:{_NTH}(?:[- ]place)?(?: ?,| ?&| ?/| and| ?-| through| thru| to)* ?){{1,5}}(?:place(?:s)?)?[^\n.!?;$]{{0,20}}?{_PRIZE}\b", _places),
    say("prizes", rf"(?:{_PRIZE})\b[^\n.!?;$]{{0,30}}?(?:to|for) (?:the )?(?:top|best|first) <n>(?: <side>| <player>| places?| finishers)?"),
    say("prizes", rf"(?:top|best|first) <n>(?: <side>| <player>| places?| finishers)?[^\n.!?;$]{{0,12}}?(?:wins?|get|receive|take home|share|earn|paid|awarded)[^\n.!?;$]{{0,16}}?(?:{_PRIZE}|money|\b)"),
    say("trophy", r"(?:a )?(?:traveling |championship |perpetual |first[- ]place )?(?:troph(?:y|ies)|plaques?|medals?|champion(?:ship)? (?:belt|ring|jacket)s?|ribbons?|hardware|bragging rights)\b(?:[^\n.!?;$]{0,30}?(?:to|for) (?:the )?(?:first[- ]place |1st[- ]place )?(?:winners?|champions?|winning team|top \w+|1st|first)(?: place)?(?: (?:winners?|teams?))?)?", True, rank=TURNED),
    say("", rf"(?:troph(?:y|ies)|plaques?|medals?)[^\n.!?;$]{{0,24}}?(?:to|for) (?:the )?(?:{_NTH}(?:[- ]place)?(?: ?,| ?&| ?/| and| ?-| through| thru)* ?){{1,5}}(?:places?)?(?: (?:winners?|teams?|finishers?|players?))?", lambda told: {"trophy": True, "prizes": _places(told)}),
    say("prizes", r"(?:cash|door|great|fabulous|nice|awesome)(?: (?:and|&) \w+)? (?:prizes?|awards|payouts?)(?: (?:and|&) \w+)?", 0, rank=WEAK),
    say("side_prizes.loners", r"(?:prizes? |award |pot )?(?:for )?(?:the )?most loners?(?: (?:prize|award|pot|wins))?|loner (?:prize|pot|award)", True),
    say("side_prizes.bostons", r"(?:prizes? |award |pot )?(?:for )?(?:the )?most bostons?(?: (?:prize|award|pot|wins))?", True),
    say("side_prizes.low", r"(?:booby|low(?:est)?[- ]score|consolation|low) prize|prize for (?:the )?low(?:est)?(?: score)?", True),
    say("side_prizes.high", r"high(?:est)?[- ](?:single )?(?:game|round) (?:prize|award|pot)|(?:prize for )?(?:the )?high(?:est)? (?:single )?game\b", True),
    say("", r"<money>(?: per (?:player|person|team))?(?: for the)? boston pot|boston pot(?: ?[:=-]| is| of)? ?<money2>", lambda told: {"boston_pot": _either(told)}),
    say("fine", r"(?P<fine>\d{1,2}) ?(?:cents|¢) (?:per|a|for each|for every|each) set\b(?: to the pot)?", _fine),
    say("raffle", r"(?:50[/-]50|split the pot|fifty[- ]fifty)(?: (?:raffle|drawing))?|raffles?(?: (?:drawing|baskets?|tickets?))*|door prizes?", True, rank=TURNED),
    # What people give
    say("", rf"<money>{_FILL}<per>(?:the )?<player>", _each("donation_player_cents")),
    say("", r"<money>(?: [\w-]+){0,3}? ?\((?:per|a|each) <player>\)", _each("donation_player_cents")),
    say("", r"<money>(?: [\w-]+){0,3}? ?\((?:per|a|each) <side>\)", _each("donation_team_cents")),
    say("", r"<money>(?: donation| entry)? (?:each|apiece)\b", _each("donation_player_cents"), rank=TURNED),
    say("", rf"<money>{_FILL}<per>(?:the )?(?:2-person |two-person )?<side>", _each("donation_team_cents")),
    say("", rf"{_FEE}{_IS}<money>{_FILL}<per>(?:the )?<player>", _each("donation_player_cents")),
    say("", rf"{_FEE}{_IS}<money>{_FILL}<per>(?:the )?(?:2-person |two-person )?<side>", _each("donation_team_cents")),
    say("", rf"<money> (?:<side>|team) (?:{_FEE}|to enter)", _each("donation_team_cents")),
    say("", rf"<money> (?:<player>|individual|single) (?:{_FEE}|to enter)", _each("donation_player_cents")),
    say("", r"(?:per |each )?<player>(?: ?[:=]| ?-+| pays?)? ?<money>", _each("donation_player_cents"), rank=TURNED),
    say("", r"(?:per |each )?<side>(?: ?[:=]| ?-+| pays?)? ?<money>", _each("donation_team_cents"), rank=TURNED),
    say("", rf"{_FEE}{_IS}<money>(?! (?:per|a|each|for))", _each("fee"), rank=TURNED),
    say("", rf"<money>(?: \w+)? {_FEE}\b(?! (?:per|a|each|for))", _each("fee"), rank=TURNED),
    say("", r"<money> (?:to (?:play|enter|get in|join)|at the door|gets you in|all in|includes)", _each("fee"), rank=TURNED),
    say("", r"(?:free (?:to (?:play|enter|attend|all)|entry|admission|event|and open)|no (?:entry fee|charge|cost|fee|cover|buy-in|admission)|admission(?: is)? free|entry(?: is)? free)", _free),
    say("money_word", rf"(?:{'|'.join(MONEY_WORDS)})\b", lambda told: told[0].lower(), rank=WEAK),
    say("money_for", r"(?:all |100% of |net |half of |50% of |every (?=penny|cent|dollar))?(?:the )?(?:all of it|penny|cent|dollar|proceeds|profits?|money raised|funds raised|monies|donations)(?: (?:will|from this event|raised))?(?: (?:go|goes|benefits?|support|supports|are|be|to|for|toward|towards|donated|help|fund|funds|going))+ (?P<whom>(?:St\.|Mt\.|[^\n.!;,(]){3,60})", _beneficiary),
    say("money_for", r"(?:benefit(?:s|ing|ting)?|in (?:support|aid) of|to (?:benefit|support|raise money for|raise funds for)|a? ?fund-?raiser for|supporting)(?: the)? (?P<whom>(?!phase|the winner)(?:St\.|Mt\.|[^\n.!;,(]){3,60})", _beneficiary, rank=TURNED),
    say("cash_app", r"cash ?app ?(?:to|:|-|is|at)? ?(?P<tag>\$[A-Za-z][A-Za-z0-9_-]{1,19})\b", lambda told: told["tag"]),
    say("zelle", r"zelle ?(?:to|:|-|is|at)? ?(?P<whom>[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,20}|\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4})", lambda told: told["whom"]),
    say(ELSE, r"\$ ?\d+[^\n.;]{0,20}(?:drinks?|beers?|plate|dinner|raffle|tickets? for|hotel|room|night stay|parking)", True),
)  # fmt: skip


def _either(told: Told) -> int:
    return cents(told["money"] or told["money2"])
