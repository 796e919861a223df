"""The rules: cards, games and competitions. Pure Python, with no database and no clock.

A tour. A game is found by its key, and scores a hand as a referee reports it:

>>> from rules.games import find_ruleset
>>> fahrenheit = find_ruleset("fahrenheit")
>>> hand = {"bidder": "NS", "level": 5, "strain": "no_trump", "books": 11}
>>> score = fahrenheit.score(hand, {"NS": "Kitty Katz", "EW": "Book Club"})
>>> score.headline
'Kitty Katz bid 5 No Trump and took 11: made, counts two.'
>>> score.winner, score.units, score.points, score.books
('NS', {'NS': 2, 'EW': 0}, {'NS': 5, 'EW': 0}, {'NS': 11, 'EW': 2})

Each score has its reasons, with the paragraph of the rulebook (docs/rulebook):

>>> for reason in score.because:
...     print(f"{reason.source}: {reason.sentence}")
F-4: Kitty Katz bid 5 No Trump, a promise of eleven books, and took eleven books.
F-11: With eleven books the bid is made.
F-10: The hand scores five points.
F-12: A no trump bid counts two.

An impossible hand is refused, field by field:

>>> from rules.ruleset.hands import ImpossibleHand
>>> try:
...     fahrenheit.score(hand | {"books": 14, "trump": "hearts"})
... except ImpossibleHand as impossible:
...     for error in impossible.errors:
...         print(f"{error.field}: {error.message}")
books: The bidders’ books must be a whole number from 1 to 13.
trump: A no trump hand has no trump suit.

A game knows when it is over:

>>> forfeit = fahrenheit.score({"forfeited_by": "EW"})
>>> fahrenheit.game([score]).over, fahrenheit.game([score, forfeit]).winner
(False, 'NS')

An event decides its house rules, and a ruleset is made with them:

>>> from rules.games import house_rules_of, rules_sheet
>>> [rule.sentence for rule in house_rules_of("fahrenheit") if rule.key == "no_trump_boston_units"]
['How many hands is a no trump Boston?']
>>> stacking = find_ruleset("fahrenheit", {"no_trump_boston_units": 4})
>>> stacking.score(hand | {"books": 13}).headline
'North-South bid 5 No Trump and took all 13: Boston, counts four.'
>>> [section.title for section in rules_sheet("fahrenheit")][:3]
['The table', 'The deal and the kitty', 'The bidding']

The ladder decides which bids may follow a bid:

>>> fahrenheit.ladder.above("7 uptown")
('7 downtown', '7 no_trump')

``rules.cards`` has the cards. The order of a hand decides its tricks:

>>> from rules.cards.order import uptown
>>> from rules.cards.cards import Suit, read_cards
>>> from rules.cards.tricks import legal_plays, taker
>>> order = uptown(Suit.HEARTS)
>>> taker(read_cards("5H LJ 2H AH"), order).sentence
'The little joker takes it: the jokers are the highest trumps.'
>>> [card.name for card in legal_plays(read_cards("AS 2C BJ"), read_cards("5H"), order)]
['the big joker']

Built-in players play whole hands, and a recorded hand can be replayed card by card:

>>> from rules.replay.card_table import card_table
>>> from simulation.players.players import play_record
>>> from rules.replay.replay import replay
>>> record = play_record("fahrenheit", seed=7)
>>> done = replay(record, card_table("fahrenheit"))
>>> len(done.tricks), sum(done.books.values()), done.reneges
(12, 13, ())
>>> done.score == fahrenheit.score(done.report)
True

``rules.competition`` has whole tournaments, and ``python -m rules`` has all of this on the command line.
"""
