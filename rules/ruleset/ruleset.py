"""``Ruleset``, the interface of every game, and functions that work with any ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from rules.cards.auction import Auction
from rules.cards.bids import BidLadder
from rules.cards.cards import Card
from rules.ruleset.entry import EntryTiles
from rules.ruleset.game_ends import EndOfGame
from rules.ruleset.hands import GameState, HandScore, Names, Report, in_words
from rules.ruleset.house import HouseRule


class UnknownGame(ValueError):
    """No game has this key."""

    field = "game"


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameDescription:
    """A game in the list of games. A preset is ``based_on`` the game whose house rules it sets."""

    key: str
    name: str
    about: str
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    house_rules: tuple[HouseRule, ...]
    based_on: str | None = None
    source: str = ""

    def as_json(self) -> dict[str, object]:
        return {
            "key": self.key,
            "name": self.name,
            "about": self.about,
            "seats": list(self.seats),
            "sides": list(self.sides),
            "based_on": self.based_on,
            "source": self.source,
            "house_rules": [rule.as_json() for rule in self.house_rules],
        }


@dataclass(frozen=True, slots=True)
class PlayParagraphs:
    """The rulebook's paragraphs on play, the order of cards, jokers, equal cards, reneges and misdeals."""

    play: str
    ranks: str
    jokers: str
    equals: str
    reneges: str
    misdeals: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reneges:
    """When a renege costs nothing: called later than ``until``, or without its book (Rulebook R-2)."""

    until: str = "until the next deal has begun"
    must_identify_book: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideScore:
    """What the house rules count beside the score: ``names``, with commas (Rulebook SC-7 to SC-9)."""

    names: str = ""
    worths: tuple[tuple[int, int], ...] = ()
    """Has for each the points that it adds to a total, and how many of it that takes. The first one gives its
    player ``own_points`` where partners change.
    """
    own_points: int = 0


BY_STRAIN, BOWERS, BID_CARD = "strains", "bowers", "bid card"
GOOD, BAD, NAMED = "good", "bad", "named"


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """How a game is played with cards.

    When all others passed, the dealer bids if ``dealer_is_forced``, the lowest number if
    ``minimum_is_forced``.
    """

    pack: tuple[Card, ...]
    tricks: int
    """Doesn't include the kitty's book."""
    ranks: str
    """What the order of the cards depends on: BY_STRAIN (uptown, downtown or no trump, and the trumps),
    BOWERS (the trumps, jacks on top) or BID_CARD (the trumps, and the high rank of the deal).
    """
    paragraphs: PlayParagraphs
    kitty: int = 0
    board: int = 0
    """The number of books that a bid does not count."""
    recorded: frozenset[str] = frozenset()
    """The fields that a recorded hand may have beyond those of every game."""
    kitty_stays_out: bool = False
    bidding_goes_on: bool = False
    dealer_discards: bool = False
    leads_left_of_dealer: bool = False
    leader_deals: bool = False
    redeals_pass_left: bool = True
    dealer_is_forced: bool = False
    minimum_is_forced: bool = False
    dealer_may_match: bool = False
    names_before_kitty: bool = False
    kitty_in_first_trick: bool = False
    swaps_jokers: bool = False
    has_ace_no_face: bool = False
    scores_only_bid: bool = False
    aces: str = GOOD
    """GOOD or BAD downtown, or NAMED by the bidder."""
    misdeals_that_pass: int = 0
    """The number of misdeals in a row that costs the dealer the deal; 0 if none does (Rulebook R-3)."""
    reneges: Reneges = Reneges()
    beside: BesideScore = BesideScore()
    may_sit_out: bool = False
    has_bostons: bool = False

    @property
    def has_cards(self) -> bool:
        """Whether the rules know the cards. If not, only the game's total is entered (Rulebook SC-2)."""
        return bool(self.pack)

    @property
    def has_strains(self) -> bool:
        return self.ranks == BY_STRAIN

    @property
    def has_high_rank(self) -> bool:
        return self.ranks == BID_CARD

    def auction(self, ladder: BidLadder, seats: tuple[str, ...], dealer: str) -> Auction:
        return Auction(
            ladder=ladder,
            seats=seats,
            dealer=dealer,
            dealer_forced=self.dealer_is_forced,
            minimum_forced=self.minimum_is_forced,
            dealer_may_match=self.dealer_may_match,
            goes_on=self.bidding_goes_on,
        )


NO_CARDS: Final = Play(pack=(), tricks=0, ranks="", paragraphs=PlayParagraphs(*["SC-2"] * 6))


class RunningGame(Protocol):
    def add(self, score: HandScore) -> None:
        """:raises GameAlreadyOver: if the game was over before this hand."""

    def state(self) -> GameState: ...


class Ruleset(Protocol):
    """A game with an event's house rules: it scores hands and knows when a game is over."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def seats(self) -> tuple[str, ...]: ...

    @property
    def sides(self) -> tuple[str, ...]: ...

    @property
    def house(self) -> Mapping[str, object]: ...

    @property
    def ladder(self) -> BidLadder: ...

    @property
    def entry(self) -> EntryTiles: ...

    @property
    def play(self) -> Play: ...

    @property
    def ends(self) -> EndOfGame: ...

    def score(self, report: Report, names: Names = ...) -> HandScore:
        """:raises ImpossibleHand: if the hand can't have happened."""

    def game(self, scores: Sequence[HandScore]) -> GameState:
        """:raises GameAlreadyOver: if the game was over before the last of these hands."""

    def start(self) -> RunningGame: ...


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A game of the catalog."""

    description: GameDescription
    build: Callable[[Mapping[str, object]], Ruleset]
    always: tuple[Section, ...]
    """The fixed part of its sheet."""
    vocabulary: Mapping[str, str] = field(default_factory=dict)
    """Maps our words to its."""

    def sheet(self, house: Mapping[str, object]) -> tuple[Section, ...]:
        settled = self.build(house).house
        decided: dict[str, list[str]] = {section.title: list(section.paragraphs) for section in self.always}
        rules = {rule.key: rule for rule in self.description.house_rules}
        for rule in rules.values():
            if settled[rule.key] not in rule.unsaid and rule.applies(settled, rules):
                decided.setdefault(rule.section, []).append(rule.sentence_for(settled[rule.key]))
        return tuple(
            Section(
                in_words(title, self.vocabulary),
                tuple(in_words(paragraph, self.vocabulary) for paragraph in paragraphs),
            )
            for title, paragraphs in decided.items()
            if paragraphs
        )


def state_after(running: RunningGame, scores: Sequence[HandScore]) -> GameState:
    for score in scores:
        running.add(score)
    return running.state()
