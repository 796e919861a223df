"""Every screen of an event."""

# fmt: off
SCREENS = {
    "stranger": ("", "standings/", "seats/", "fairness/", "awards/", "bracket/", "games/", "games/{game}/",
                 "teams/1/", "results/", "side-prizes/", "screen/", "slips/", "sign-up/", "sign-up/alone/",
                 "pay/", "guide/player/", "next-cards/"),
    "organizer": ("floor/", "seating/", "cut/", "day/", "day/round/", "log/", "people/", "programs/",
                  "floor/set-up/", "phones/", "event/", "event/fit/", "event/movement/",
                  "event/since-then/", "event/one-room/", "event/shelf/", "simulate/", "desk/sign-ups/",
                  "desk/lists/",
                  "server/", "messages/", "caller/", "desk/payouts/", "desk/payouts/envelopes/",
                  "desk/payouts/report/", "league/results/", "series/", "tablets/"),
    "tablet": ("tablet/",),
    "desk": ("desk/", "desk/money/", "desk/{team}/", "desk/poster/"),
    "referee": ("tables/", "game/{game}/", "game/{game}/slip/", "game/{game}/ruling/", "rulings/", "trick/",
                "game/{game}/ruling/renege/"),
    "team": ("team/", "team/report/", "team/correct/", "team/here/code/"),
}
