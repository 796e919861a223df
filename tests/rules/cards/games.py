"""The games that the rules can play card by card."""

from rules.games import all_games, find_ruleset

GAMES_WITH_CARDS = [game.key for game in all_games() if find_ruleset(game.key).play.has_cards]
