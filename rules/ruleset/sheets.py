"""The fixed part of the rules sheets. The sentences of the house rules follow it under each heading.

A section without paragraphs is for house rules only.
"""

from __future__ import annotations

from typing import Final

from rules.ruleset.house import BIDDING, CARDS, DEALING, GAME, LATE, RENEGES, SCORING
from rules.ruleset.ruleset import Section


def _section(title: str, *paragraphs: str) -> Section:
    return Section(title, paragraphs)


JOKERS_AT_NO_TRUMP: Final = (
    "At no trump a joker wins nothing and is played only without a card of the suit led; "
    "if one is led, the first card that is no joker says which suit to follow."
)
TWO_JOKERS: Final = (
    f"The two jokers are the highest trumps, the big one above the little one. {JOKERS_AT_NO_TRUMP}"
)
DEAL_PASSES_LEFT: Final = "After each hand the deal passes to the left."
THE_TABLE: Final = _section(
    "The table",
    "Four players, two against two; partners sit opposite each other.",
    f"Everything goes clockwise. {DEAL_PASSES_LEFT}",
    "A book is a trick. There are 13 in a hand, and those above six count.",
)
LOW_CARD_DEALS: Final = "Cut for the first deal: the low card deals."
DEALERS_RIGHT_CUTS: Final = "The player on the dealer’s right cuts."
WHIST_BIDDING: Final = _section(
    BIDDING,
    "The bidding goes around once, from the dealer’s left to the dealer. Pass, or bid higher.",
    "A bid of five promises eleven books.",
    "Uptown high cards win, downtown low cards win. The trump suit is named by the winner of the bidding.",
    "At no trump the bidder says, having won the bidding, whether high or low cards win.",
)
WHIST_PLAY: Final = _section(
    "The play",
    "The bidder leads. Follow suit if you can; if you can’t, play any card.",
    "The highest trump takes the book, or else the highest card of the suit led. The taker leads.",
    "A card of the right suit that hits the table is played.",
)
WHIST_CARDS: Final = _section(CARDS, "Uptown the order is A, K, Q, J, 10 and so on to the 2.")
WHIST_SCORING: Final = _section(
    SCORING, "A bid is made with six books and as many more as were bid. If not, it is set."
)
FAHRENHEIT_SCORING: Final = _section(
    SCORING,
    *WHIST_SCORING.paragraphs,
    "A made bid wins the hand for the bidders; a set bid gives it to the other team.",
)
A_RENEGE: Final = "Not following suit with a card of that suit in hand is a renege."
BOTH_RENEGED: Final = _section(
    RENEGES, A_RENEGE, "If both teams reneged, equal numbers of reneges cancel each other."
)
REFEREES: Final = _section(
    "The referee",
    "Nobody from outside interferes, and nobody coaches from the side.",
    "The referee is asked about every question, and the referee’s decision is final.",
)

FAHRENHEIT: Final = (
    THE_TABLE,
    _section(
        DEALING,
        "The deck is dealt around face up, and the player who gets the first diamond deals first.",
        f"{DEALERS_RIGHT_CUTS} Cards are dealt one at a time.",
    ),
    WHIST_BIDDING,
    WHIST_CARDS,
    WHIST_PLAY,
    FAHRENHEIT_SCORING,
    _section(GAME),
    BOTH_RENEGED,
    _section(LATE),
    REFEREES,
)


def bid_whist(*deals_first: str) -> tuple[Section, ...]:
    """The sheet of Bid Whist, with these sentences on who deals first."""
    return (
        THE_TABLE,
        _section(DEALING, *(deals_first or (LOW_CARD_DEALS,)), DEALERS_RIGHT_CUTS),
        WHIST_BIDDING,
        WHIST_CARDS,
        WHIST_PLAY,
        WHIST_SCORING,
        _section(GAME),
        BOTH_RENEGED,
        _section(LATE),
        REFEREES,
    )


CUTTHROAT: Final = (
    _section("The table", "Three players, each alone.", DEAL_PASSES_LEFT),
    _section(
        BIDDING,
        "The bidding goes around once. A bid is an exact number of books, uptown, downtown or no trump.",
        "The bidder names the trump suit, or at no trump whether high or low cards win.",
    ),
    _section(CARDS, *WHIST_CARDS.paragraphs, TWO_JOKERS),
    WHIST_PLAY,
    _section(
        SCORING,
        "A made bid scores a point for each book taken; a set bid loses the number bid.",
        "The bidder’s opponents neither win nor lose points.",
    ),
    _section(GAME),
    _section(RENEGES, A_RENEGE, "One by the bidder and one by an opponent cancel each other."),
    REFEREES,
)
EUCHRE_CARDS: Final = _section(
    CARDS,
    "Nine to ace, the ace highest, but the jack of trumps is the highest trump.",
    "The other jack of the same color is the second highest and counts as a trump.",
)
EUCHRE_PLAY: Final = _section(
    "The play",
    "Follow suit if you can; if you can’t, play any card.",
    "The highest trump takes the trick, or else the highest card of the suit led. The taker leads.",
)
BID_EUCHRE: Final = (
    _section(
        "The table",
        "Four players, two against two; partners sit opposite each other.",
        "The first jack dealt face up makes the first dealer.",
        "Cards are dealt one at a time.",
        DEAL_PASSES_LEFT,
    ),
    _section(
        BIDDING,
        "The bidding goes around once, the dealer last. The lowest bid is three tricks.",
        "Each bid is higher than the last; partners may outbid each other. The winner names trumps.",
    ),
    EUCHRE_CARDS,
    _section("The play", "The bidder leads.", *EUCHRE_PLAY.paragraphs),
    _section(
        SCORING,
        "A made bid scores a point for each trick taken.",
        "A set bid loses as many points as were bid, and its own tricks score nothing.",
        "The other team scores a point for each of its tricks either way.",
    ),
    _section(GAME),
    _section(RENEGES, "Playing a card that the rules forbid is a renege."),
    REFEREES,
)
SOLO_BID_EUCHRE: Final = (
    _section(
        "The table",
        "Four players, each alone: five cards each, and four cards stay out.",
        "Deal two and three cards at a time, or one by one.",
        DEAL_PASSES_LEFT,
    ),
    _section(
        BIDDING,
        "Bid up to five tricks or pass; the bidding goes on until three have passed.",
        "The highest bidder names the trumps.",
    ),
    EUCHRE_CARDS,
    _section("The play", "The player on the dealer’s left leads.", *EUCHRE_PLAY.paragraphs),
    _section(SCORING),
    _section(GAME),
    _section(RENEGES, "What a renege or a misdeal means is for the referee to say."),
    REFEREES,
)
BID_FAIR: Final = (
    _section("The table", "Two players, 24 cards from nine to ace, twelve each."),
    _section(
        BIDDING,
        "Each puts four cards aside: together they are the crib.",
        "The non-dealer lays a card, face up to bid or face down not to, or passes first.",
        "A second bid must be of a higher rank. If both pass, the same dealer deals again.",
        "The player who bid lower, or did not bid, holds the contract. The lower card shown sets its value.",
        "An ace is worth 90, a king 80, a queen 70, a jack 60, a ten 50, a nine 40.",
        "The crib is cut for the trump suit. The holder may exchange the hand for the crib.",
    ),
    _section(
        CARDS,
        "The rank of the higher bid beats the king in this deal.",
        "The ace is low when led and high when played second, but always high if it is the high rank.",
    ),
    _section(
        "The play", "The holder leads; without a contract the non-dealer does.", *EUCHRE_PLAY.paragraphs
    ),
    _section(
        SCORING,
        "In tricks an ace counts 1, a face card or ten 10, a nine 9. Both players score what they took.",
        "A bid card of the trump suit scores its player 40.",
        "A holder who took the contract’s value and more than the other adds the difference.",
        "The difference is doubled if both had bid. The other player is then rewarded with 40.",
        "With the tricks tied there is neither bonus nor reward. A missed contract costs nothing.",
    ),
    _section(GAME, "The leader on the card deals the next hand; if tied, the deal alternates."),
    REFEREES,
)
