"""Every screen of an event, by who opens it. A new one is looked at by the tests of all screens."""

# fmt: off
SCREENS = {
    "stranger": ("", "standings/", "seats/", "fairness/", "awards/", "bracket/", "games/", "games/{game}/",
                 "games/{game}/why/", "teams/1/", "results/", "side-prizes/", "screen/", "slips/", "sign-up/",
                 "sign-up/alone/",
                 "pay/", "next-cards/", "sign-up/poster/", "privacy/", "embed/", "certificate/", "rules/",
                 "guide/organizer/", "guide/desk/", "guide/money/", "guide/referee/", "guide/player/",
                 "guide/club/", "placards/"),
    "organizer": ("today/", "wall/", "paper/", "floor/", "seating/", "cut/", "day/", "day/round/", "log/",
                  "seating/why/{game}/",
                  "people/", "programs/", "floor/set-up/", "phones/", "event/", "event/fit/",
                  "event/movement/",
                  "event/since-then/", "event/one-room/", "event/shelf/", "simulate/", "desk/sign-ups/",
                  "desk/lists/",
                  "server/", "messages/", "caller/", "desk/payouts/", "desk/payouts/envelopes/",
                  "desk/payouts/report/", "league/results/", "series/", "tablets/", "integrity/"),
    "tablet": ("tablet/",),
    "desk": ("desk/", "desk/money/", "desk/{team}/", "desk/poster/"),
    "referee": ("tables/", "game/{game}/", "game/{game}/slip/", "game/{game}/ruling/", "rulings/", "trick/",
                "game/{game}/ruling/renege/"),
    "team": ("team/", "team/record/", "team/report/", "team/correct/", "team/here/code/"),
}
NOT_OF_EVERY_EVENT = {
    "desk/room/", "club/", "club/evening/", "club/evening/cards/", "club/grades/", "club/season/", "league/",
    "league/players/", "league/draws/", "series/sentence/",
}
"""Screens of a second event in the room, a club, a league or a series. Their own tests build these."""
