"""The way back of every action: the action that takes it back, or the sentence that asks before it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

SPACES = ("floor", "referee", "desk", "messages", "tablet", "player", "setup")
"""The screens of an event."""


@dataclass(frozen=True)
class Back:
    """The action that takes it back, so that everything is as before."""

    by: str


@dataclass(frozen=True)
class Instead:
    """The action that puts it right, and what stays different."""

    by: str
    stays: str


@dataclass(frozen=True)
class Asks:
    """The sentence on the page that says, before the press, what it ends."""

    sentence: str


CORRECTED = Instead("referee:correct-hand", "both versions stay on the record")
STRUCK = Instead("referee:strike-hand", "the hand stays on the record")
TYPED_AGAIN = "the last entry counts"

WAYS: dict[str, Back | Instead | Asks] = {
    # Phase I, its rounds and its seating.
    "floor:call-round": Back("floor:recall-round"),
    "floor:turn-card": Instead("floor:unpin-wall", "a card that was shown was seen"),
    "floor:draft-round": Back("floor:discard-draft"),
    "floor:publish-round": Back("floor:recall-round"),
    "floor:discard-draft": Back("floor:draft-round"),
    "floor:draw-again": Instead("floor:draw-again", "the round is drawn once more"),
    "floor:recall-round": Instead("floor:publish-round", "the time to be seated begins again"),
    "floor:keep-apart": Back("floor:may-meet"),
    "floor:keep-apart-again": Instead("floor:may-meet", "pair by pair"),
    "floor:may-meet": Back("floor:keep-apart"),
    "floor:swap-teams": Back("floor:swap-teams"),
    "floor:seat-team": Back("floor:unseat-team"),
    "floor:unseat-team": Back("floor:seat-team"),
    "floor:move-game": Back("floor:move-game"),
    "floor:open-play": Back("floor:recall-round"),
    "floor:hold-games": Back("floor:release-games"),
    "floor:release-games": Back("floor:hold-games"),
    # The clock.
    "floor:start-part": Back("floor:undo-schedule-change"),
    "floor:add-minutes": Back("floor:undo-schedule-change"),
    "floor:call-off-break": Back("floor:undo-schedule-change"),
    "floor:change-round": Back("floor:undo-round"),
    "floor:undo-schedule-change": Instead("floor:add-minutes", "the change is made again, from now on"),
    "floor:undo-round": Instead("floor:change-round", "the change is made again, from now on"),
    "floor:pause-day": Instead("floor:resume-day", "everything is later by the length of the pause"),
    "floor:resume-day": Instead("floor:pause-day", "play went on for a moment"),
    "floor:trust-clock": Asks("Nobody forfeits a hand until you press go."),
    "floor:forfeit-late": STRUCK,
    "floor:end-late": Instead("referee:start-five-minutes", "their minutes begin again"),
    "floor:waive-late": Instead("referee:start-five-minutes", "their minutes begin again"),
    # The cut, Phase II and the places.
    "floor:settle-cut": Back("floor:reopen-cut"),
    "floor:skip-phase-one": Back("floor:reopen-cut"),
    "floor:reopen-cut": Back("floor:settle-cut"),
    "floor:start-phase-two": Back("floor:take-back-start"),
    "floor:take-back-start": Instead("floor:start-phase-two", "it begins later on the clock"),
    "floor:mark-back": Back("floor:mark-back"),
    "floor:draw-lot": Asks("The lot ends this tie for good: it isn’t drawn a second time."),
    "floor:call-playoff": Instead("floor:draw-lot", "the lot decides, and the hands that weren’t called go"),
    "floor:decide-side-prize": Instead("floor:decide-side-prize", TYPED_AGAIN),
    "floor:call-game": Back("floor:recall-game"),
    "floor:call-games": Back("floor:recall-game"),
    "floor:recall-game": Instead("floor:call-game", "the time to be seated begins again"),
    "floor:buy-back": Back("floor:decide-again"),
    "floor:decide-again": Back("floor:buy-back"),
    "floor:leave": Asks("They are out: who would meet them has a walkover, which stays if they come back."),
    "floor:reveal-next": Asks("Every screen shows it, and a place that was shown stays shown."),
    "floor:reveal-all": Asks("Yes, show every place now"),
    "floor:witness-all": Instead("referee:correct-hand", "a corrected result is to be agreed again"),
    "floor:end-tablet": Instead("tablet:open", "the tablet scans another code"),
    # A game.
    "referee:take-table": Back("referee:give-back-table"),
    "referee:give-back-table": Back("referee:take-table"),
    "referee:record-hand": STRUCK,
    "referee:correct-hand": CORRECTED,
    "referee:correct-game": Back("referee:undo-press"),
    "referee:swap-sides": Back("referee:undo-press"),
    "referee:undo-press": Instead("referee:correct-game", "what was taken back stays on the record"),
    "referee:strike-hand": Instead("referee:record-hand", "the hand that was taken back stays on the record"),
    "referee:end-at-whistle": STRUCK,
    "referee:forfeit-game": STRUCK,
    "referee:void-game": Instead("referee:reopen-game", "an entry that waited for the other side is gone"),
    "referee:reopen-game": Instead("referee:void-game", "the reason is written again"),
    "referee:recall-game": Instead("floor:call-game", "the time to be seated begins again"),
    "referee:mark-seated": Instead("referee:start-five-minutes", "their minutes begin again"),
    "referee:start-five-minutes": Back("referee:mark-seated"),
    "referee:who-sits": Back("referee:who-sits"),
    "referee:answer-call": Instead("referee:call-head-referee", "a referee is called again"),
    "referee:claim-call": Back("referee:answer-call"),
    "referee:pass-call": Instead("referee:pass-call", "the word stays on the record"),
    "referee:call-head-referee": Back("referee:answer-call"),
    "referee:forfeit-late": STRUCK,
    "referee:waive-late": Instead("referee:start-five-minutes", "their minutes begin again"),
    "referee:settle-otherwise": CORRECTED,
    "referee:settle-reports": CORRECTED,
    "referee:total-or-hands": CORRECTED,
    "referee:witness-result": Instead("referee:correct-hand", "a corrected result is to be agreed again"),
    "tablet:record-hand": Back("tablet:undo"),
    "tablet:undo": Instead("tablet:record-hand", "the hand that was taken back stays on the record"),
    "tablet:mark-seated": Instead("referee:start-five-minutes", "their minutes begin again"),
    "tablet:call-referee": Back("referee:answer-call"),
    "tablet:open": Back("tablet:end"),
    "tablet:end": Instead("tablet:open", "the tablet scans another code"),
    "player:mark-seated": Instead("referee:start-five-minutes", "their minutes begin again"),
    "player:call-referee": Back("referee:answer-call"),
    "player:accept-report": CORRECTED,
    "player:dispute-report": Instead("referee:settle-reports", "a referee chooses"),
    "player:agree-result": Instead("player:object-to-result", "a referee comes"),
    "player:object-to-result": Back("referee:answer-call"),
    "player:who-sits": Back("player:who-sits"),
    "player:sit-out": Back("player:sit-out"),
    "player:answer-request": Instead("desk:player-back", "the substitute helped until then"),
    "player:take-back": Asks("Your place goes to the next in line."),
    "player:tell-phone": Back("player:tell-phone"),
    "player:own-page": Back("player:own-page"),
    # Teams and people at the desk.
    "desk:scan": Back("desk:undo-check-in"),
    "desk:scan-room": Back("desk:undo-check-in"),
    "desk:check-in-team": Back("desk:undo-check-in"),
    "desk:undo-check-in": Back("desk:check-in-team"),
    "desk:check-in-all": Instead("desk:undo-check-in", "team by team"),
    "desk:part-here": Back("desk:check-in-team"),
    "desk:sit-out": Back("desk:sit-out"),
    "desk:withdraw-team": Back("desk:return-team"),
    "desk:leave-game": Back("desk:return-to-game"),
    "desk:return-team": Back("desk:withdraw-team"),
    "desk:return-to-game": Back("desk:leave-game"),
    "desk:buy-back": Back("desk:decide-again"),
    "desk:decide-again": Back("desk:buy-back"),
    "desk:sign-up-team": Back("desk:withdraw-team"),
    "desk:sign-up-single": Back("desk:leave-list"),
    "desk:pair-singles": Back("desk:withdraw-team"),
    "desk:crew-partner": Back("desk:withdraw-team"),
    "desk:leave-list": Instead("desk:sign-up-single", "they are at the end of the list"),
    "desk:change-sign-up": Back("desk:change-sign-up"),
    "desk:clear-sign-ups": Back("desk:restore-sign-ups"),
    "desk:restore-sign-ups": Back("desk:clear-sign-ups"),
    "desk:move-team-up": Instead("desk:withdraw-team", "they are at the end of the waiting list"),
    "desk:place-team": Back("desk:place-team"),
    "desk:who-sits": Back("desk:who-sits"),
    "desk:add-player": Instead("desk:substitute-here", "a player who came leaves with a reason"),
    "desk:substitute-here": Back("desk:player-back"),
    "desk:substitute-pool": Back("desk:player-back"),
    "desk:player-back": Back("desk:substitute-here"),
    "desk:join-pool": Instead("league:leave-pool", "on the league's page"),
    "desk:correct-player": Back("desk:correct-player"),
    "desk:rename-team": Back("desk:rename-team"),
    "desk:tell-namesakes-apart": Instead("desk:merge-team", "they are one"),
    "desk:is-this": Instead("club:split", "on the club's page"),
    "desk:merge-team": Back("desk:undo-merge"),
    "desk:undo-merge": Back("desk:merge-team"),
    "desk:take-out-player": Asks("Yes, erase the name"),
    "desk:renew-team-link": Instead("desk:renew-team-link", "the old link stays closed"),
    # Lists and money.
    "desk:bring-list": Back("desk:drop-list"),
    "desk:choose-columns": Back("desk:choose-columns"),
    "desk:confirm-list": Back("desk:undo-list"),
    "desk:drop-list": Back("desk:bring-list"),
    "desk:undo-list": Back("desk:bring-list"),
    "desk:donate": Back("desk:counter-donation"),
    "desk:take-donation": Back("desk:counter-donation"),
    "desk:counter-donation": Back("desk:take-donation"),
    "desk:move-cash": Back("desk:counter-donation"),
    "desk:pay-prize": Back("desk:counter-donation"),
    "desk:decide-place": Instead("desk:decide-place", TYPED_AGAIN),
    # Messages.
    "floor:pin-wall": Back("floor:unpin-wall"),
    "floor:unpin-wall": Back("floor:pin-wall"),
    "messages:show": Back("messages:remove"),
    "messages:remove": Back("messages:show"),
    "messages:write": Asks("It is sent at once, and a message that was sent can’t be called back."),
    "messages:again": Asks("It is sent at once, and a message that was sent can’t be called back."),
    "messages:prove": Asks("Send one to me"),
    "messages:sent": Instead("messages:again", "it is sent a second time"),
    # The event, its tables and its people.
    "setup:choose-address": Back("setup:choose-address"),
    "setup:choose-way": Back("setup:choose-way"),
    "setup:share-room": Back("setup:leave-room"),
    "setup:leave-room": Back("setup:share-room"),
    "setup:shelve": Back("setup:take-back"),
    "setup:take-back": Back("setup:shelve"),
    "setup:erase-contacts": Asks("It can’t be brought back, and the desk can’t call anybody any more."),
    "setup:change-table": Back("setup:change-table"),
    "setup:give-badge": Back("setup:revoke-badge"),
    "setup:revoke-badge": Back("setup:give-badge-back"),
    "setup:give-badge-back": Back("setup:revoke-badge"),
    "setup:invite-organizer": Back("setup:withdraw-invitation"),
    "setup:withdraw-invitation": Instead("setup:invite-organizer", "it is another link"),
    "setup:renew-link": Asks("The old one closes, and every device it signed in is signed out."),
    "setup:renew-code": Instead("setup:renew-code", "the old code stays closed"),
    "setup:change-referee": Back("setup:change-referee"),
    "setup:ask-simulation": Back("setup:stop-simulation"),
    "setup:stop-simulation": Back("setup:ask-simulation"),
}


def actions(resolver: URLResolver | None = None, space: str = "") -> Iterator[str]:
    """The names of all URLs whose view was declared by ``action``, as ``floor:call-round``."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from actions(entry, entry.namespace or space)
        elif isinstance(entry, URLPattern) and "action" in vars(entry.callback):
            yield f"{space}:{entry.name}"
