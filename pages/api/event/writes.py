"""The calls that write what referees and the desk enter. What an organizer presses is in ``presses.py``."""

from pages.api.event import bodies
from pages.api.event.tokens import DESK, RESULTS
from pages.api.event.writing import GAME, HAND, LIST, NEW_TEAM, TEAM, writes
from pages.api.event.writing import router as router
from pages.desk import views as desk
from pages.desk import views_lists, views_team
from pages.referee import views as referee
from pages.referee import views_hand, views_table

GAMES, TEAMS = "games/{int:game}", "teams/{int:team}"

writes(
    f"{GAMES}/hands",
    referee.record,
    GAME,
    RESULTS,
    summary="Enter a hand",
    body=bodies.HandBody,
    key="hand_id",
    words="The rules score it. `GET …/entry` says what `answers` takes.",
)
writes(
    f"{GAMES}/total",
    referee.record,
    GAME,
    RESULTS,
    summary="Enter a total",
    body=bodies.TotalBody,
    key="hand_id",
    words="A game’s result from its score card, without its hands.",
)
writes(
    f"{GAMES}/seated",
    views_table.seated,
    GAME,
    RESULTS,
    summary="Seat a team",
    body=bodies.SeatedBody,
    words="A team has sat down at its table. A hand that is entered says so, too.",
)
writes(
    f"{GAMES}/whistle",
    views_table.whistle,
    GAME,
    RESULTS,
    summary="End a game at the whistle",
    words="The time is up and no hand was in progress: the side ahead wins.",
)
writes(
    f"{GAMES}/forfeit",
    views_table.forfeit,
    GAME,
    RESULTS,
    summary="Forfeit a game",
    body=bodies.SideBody,
    key="key",
    words="The side forfeits the rest of its game.",
)
writes(
    "hands/{uuid:hand}/correct",
    views_hand.correct,
    HAND,
    RESULTS,
    summary="Correct a hand",
    body=bodies.CorrectionBody,
    key="hand_id",
    words="Say all of it as it really was. Both versions stay on the record.",
)
writes(
    "hands/{uuid:hand}/strike",
    views_hand.strike,
    HAND,
    RESULTS,
    summary="Take a hand back",
    body=bodies.ReasonBody,
    key="key",
    words="It was never played, or is played again.",
)
writes("teams", desk.register_team, NEW_TEAM, DESK, summary="Sign up a team", body=bodies.TeamBody, key="key")
writes(f"{TEAMS}/check-in", views_team.check_in, TEAM, DESK, summary="Check a team in")
writes(f"{TEAMS}/undo-check-in", views_team.undo_check_in, TEAM, DESK, summary="Undo a check-in")
writes(f"{TEAMS}/withdraw", views_team.withdraw, TEAM, DESK, summary="Withdraw a team")
writes(f"{TEAMS}/return", views_team.take_back, TEAM, DESK, summary="Let a team return")
writes(
    "lists",
    views_lists.bring,
    LIST,
    DESK,
    summary="Bring a list",
    body=bodies.ListBody,
    key="key",
    words="It is read in the background and changes nothing: look at it with `GET …/lists`, then import it.",
)
writes(
    "lists/columns",
    views_lists.choose,
    LIST,
    DESK,
    summary="Say what the columns have",
    body=bodies.ColumnsBody,
)
writes("lists/import", views_lists.confirm, LIST, DESK, summary="Import the list", body=bodies.ImportBody)
writes("lists/drop", views_lists.drop, LIST, DESK, summary="Throw the list away")
writes(
    "lists/{int:list_id}/undo",
    views_lists.undo,
    LIST,
    DESK,
    summary="Undo a list",
    words="Everybody on it who isn’t here yet is taken out.",
)
