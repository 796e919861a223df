"""The log's sentences, by action code. An entry becomes a sentence when it is shown.

The templates are those of ``tournament/errors/sentences.py``.
"""

import re
from collections.abc import Mapping
from typing import Any

from tournament.errors import SENTENCES as REFUSALS
from tournament.errors.sentences import say

ERASED = "(erased)"
SAID = "said"
"""The name of a text that is the whole sentence, in older entries."""

SENTENCES = {
    "agreement.withdrawn": "{where}: "
    "{who:* had objected|a hand changed, so the result is to be agreed again.}"
    "{since: at *, within the three minutes.|}",
    "badge.changed": "{badge} is a {role}{plays_in: and plays in *|}{tables:, for tables *|}.",
    "badge.given": "{badge} is a {role}{tables: for tables *|}.",
    "badge.returned": "{badge} has the badge back.",
    "badge.revoked": "{badge}'s badge was taken back.",
    "bracket.buy-back-taken-back": "{who} decides again: buying back in was a mistake (Rulebook E-144).",
    "bracket.bought-back": "{who} buys back in, and plays on in the lower bracket (Rulebook E-116).",
    "bracket.fell": "{label}: {who} falls, and its hands count for nothing (Rulebook E-75).",
    "bracket.walkover": "{label}: {who} is a walkover for {winner}.",
    "clock.doubted": "The computer's clock jumped. "
    "Nobody forfeits a hand until an organizer says that it is right.",
    "demo.taken-over": "The built-in players have stopped: the day is yours.",
    "clock.moved": "The practice clock was set to {shown}.",
    "clock.trusted": "The clock is right. The time to be seated counts again.",
    "club.changed": "The club is {club}. It remembers people for {days} days.",
    "club.event": "The event is one of {club}.",
    "club.joined": "{badge} belongs to {club} now.",
    "club.ratings": "The club {is_on:keeps|no longer keeps} grades and points.",
    "code.renewed": "{badge} has a new code.",
    "contacts.erased": "Contact data was erased.",
    "cut.paired": "{team} and {partner} play together from here.",
    "cut.reopened": "The cut was opened again.",
    "cut.settled": "{through:* teams go through to Phase II.|}"
    "{paired:The first * go through to Phase II in pairs.|}{words: The pairs were drawn from “*”.|}"
    "{places:The first * places are settled.|}"
    "{skipped:Phase I is left out: all * teams go into the bracket, |}{how:*.|}",
    "day.break-called-off": "{clock:The * break|A break} was called off.",
    "day.followed": "The clock follows: Phase II began at {clock}.",
    "day.minutes-added": "{minutes} minute{is_one:|s} added.",
    "day.paused": "Everything was paused.",
    "day.resumed": "Play went on.{later: *|}",
    "day.started": "{session:Session * of Phase I|}{part} was started.",
    "day.undone": "Undone: {change}.",
    "donation.countered": "{cents:$} was taken back: {reason}",
    "donation.taken": "{giver} gave {cents:$} ({method}){pot: for *|}.",
    "door.in": "{badge} signed in by {how}.",
    "door.wrong": "{attempt} It came from {network}.",
    "draft.discarded": "The draft of {name} was thrown away.",
    "due.failed": "{table:Table *: |}{what}. It is tried again.",
    "due.works": "{table:Table *: |}{what}: this is over.",
    "event.address": "Phones use the address {address}, {network}.",
    "event.changed": "The settings were changed.",
    "event.held": "{count:The phone has * that the restored database lacks: |}{titles:*.|}{ended: Done: *.|}",
    "event.moved": "The event was moved here from a file.",
    "event.opened": "{name} opened.",
    "event.pots": "{words}",
    "event.restored": "The database was restored from the copy {copy}. What was entered later is missing.",
    "event.shelved": "{is_draft:The event was taken off the list of events, as a draft.|}"
    "{is_archive:The event was archived.|}{is_deleted:The event will be deleted after a day.|}",
    "event.side-prizes": "{words}",
    "event.tie-breaks": "Places are decided by {order}.",
    "event.unshelved": "{is_draft:The event is on the list of events.|}"
    "{is_archive:The event was taken out of the archive.|}{is_deleted:The event is kept.|}",
    "event.what-counts": "{words}",
    "game.called": "{who} at Table {table}.",
    "game.moved": "{who} moved {before:from Table * |}to Table {table}: {reason}",
    "game.recalled": "{who}: the call to Table {table} was taken back.",
    "game.reopened": "{where}: opened again after it had ended with no result.",
    "game.taken-back": "{who}: no table was free before the whistle. Their game was taken back.",
    "game.voided": "{where}: no result. {reason}",
    "game.whistled": "{where}: {is_bracket:time was up|no hand was in progress at the whistle}.",
    "hand.corrected": "{where}, hand {sequence}: {before} → {headline} ({reason})",
    "hand.recorded": "{where}, hand {sequence}: {headline}{times}",
    "hand.struck": "{where}, hand {sequence} taken back: {reason}",
    "head.called": "Table {table}: {why}",
    "invitation.withdrawn": "An invitation was withdrawn.",
    "late.ended": "{table:Table *: the|The} time to be seated was ended, because it couldn't be counted out.",
    "late.started": "Table {table}: {who} left the table. Their time to be seated began.",
    "late.waived": "Table {table}: the late side’s hand was waived. {reason}",
    "link.renewed": "{badge} has a new link.",
    "links.renewed": "All private links are new.",
    "league.absence": "Missed games of {league} {missed}.",
    "league.credited": "{who}: this game counts for week {week} of the league.",
    "league.draw-asked": "A draw of {league} was asked for: {weeks} weeks.",
    "league.imported": "Week {week} of {league} came in from a list: {games} games.",
    "league.numbered": "{teams} team numbers of {league} were written.",
    "league.opened": "Week {week} of {league} was opened with {teams} teams.",
    "league.undone": "The results of week {week} of {league} were taken back.",
    "list.brought": "A list was brought, to be looked at.",
    "list.columns-chosen": "The columns of the list were chosen, or rows corrected.",
    "list.confirmed": "The import of a list with {entries} entries was asked for.",
    "list.dropped": "The list was thrown away.",
    "list.imported": "A list came in: {teams} teams or players, and {players} who look for a partner.",
    "list.undo-asked": "A list is to be undone.",
    "list.undone": "A list was undone: everybody it had brought was taken back.",
    "lot.drawn": "Lots drawn from “{words}”: {order:,}.",
    "message.removed": "The message to everybody was removed.",
    "message.shown": "Every phone and the wall show: {words}",
    "message.stopped": "{player} wants no more messages.",
    "message.written": "{many} message{is_one:|s} written: {what}.",
    "money.counted": "The drawer was counted: {cents:$}. The ledger says {expected:$}.",
    "money.moved": "{cents:$} was {what}.",
    "money.paid": "{winner} was paid {cents:$} from {pot} ({method}).",
    "organizer.invited": "Another organizer was invited by a link.",
    "organizer.joined": "{badge} is an organizer.",
    "partner.about": "{player} said a word about themselves.",
    "partner.asked": "{player} asked {other} to play together.",
    "partner.blocked": "{player} doesn't want to play with {blocked}.",
    "partner.declined": "{player} doesn't play with {other}.",
    "pool.joined": "Somebody is ready to substitute in {league}.",
    "pool.left": "Somebody is no longer ready to substitute in {league}.",
    "people.merged": "Two people of the club were merged.",
    "people.recognized": "{people} of the players were recognized.",
    "people.split": "A person of the club was split in two.",
    "people.undone": "People of the club who were merged or split are as before.",
    "person.claimed": "A person of the club has the results of a player’s code.",
    "person.corrected": "What the club knows of a person was corrected.",
    "person.erased": "A person of the club was erased, and taken out of {events} event{is_one:|s}.",
    "person.said": "Somebody said {is_yes:yes|no} to {what}, on their own page.",
    "person.recognized": "{player} was recognized.",
    "phase-one.changed": "{what} Why: {reason}",
    "phase-one.started": "Phase I began. The house rules are frozen.",
    "phase-two.here": "{team} {is_back:is here for Phase II.|isn't here for Phase II yet.}",
    "phase-two.started": "Phase II began.",
    "phase-two.taken-back": "The start of Phase II was taken back.",
    "play.held": "The next games are held back.",
    "play.opened": "{seating}. Play is open.",
    "play.released": "Games are called again as tables open up.",
    "player.contact": "How to reach {player} was corrected.",
    "player.unmerged": "The merge was a mistake: {player} looks for a partner again, beside {team}.",
    "player.merged": "{before} signed up twice: the entries are one, {player}{team: of *|}.",
    "player.namesakes": "{player} is the name of {many} people here.",
    "player.is-back": "{player} is back{place: in *|}. Thank you, {substitute}.",
    "player.joined": "{player} joined {team}.",
    "player.leaves-two": "{player} left {team}; the others go on: {reason}",
    "player.left": "{player} is no longer looking.",
    "player.renamed": "{before} is spelled {player} now.",
    "player.signed-up": "{player} is looking for a partner.",
    "player.sits-in": "{player} substitutes for {leaving}{place: in *|}: {reason}",
    "player.taken-out": "{player} asked to be taken out of the pages.",
    "playoff.made": "{teams} play off for their place.",
    "playoff.taken-back": "{teams} don't need to play off any more: their places are decided.",
    "referee.called": "Table {table}: {why}",
    "referee.came": "A referee was at Table {table}.",
    "refused.action": "Refused: {what}. {why}",
    "report.disputed": "Table {table}, hand {sequence}: {who} dispute “{headline}”{times}",
    "report.sent": "Table {table}, hand {sequence}, {who}: {headline}{times}",
    "report.settled": "Table {table}, hand {sequence}: what {who} entered counts.",
    "result.agreed": "Table {table}: {who:* say that|nobody objected to} {score} "
    "{who:is right.|for three minutes.}{times}",
    "result.objected": "Table {table}: {who} say that {score} is wrong.{times}",
    "result.witnessed": "Table {table}: {badge} witnessed {score}.",
    "room.left": "The event has its room to itself again.",
    "room.plays": "{player} plays at Table {number} in {other}.",
    "room.shared": "The event shares its room with {other}.",
    "round.called": "Round {round} was called to the tables.",
    "round.called-early": "The {planned} break began at {clock}: the next round is called early.",
    "round.drafted": "Round {round} was drafted.",
    "round.drawn": "{is_random:Who meets whom|The order of tied teams} was drawn by a lot from “{words}”.",
    "round.ended": "Round {round} was ended.",
    "round.graded": "Round {round} was drawn by the club’s grades: those of about the same grade meet.",
    "round.longer": "Round {round} was made {minutes} minute{is_one:|s} longer.",
    "round.not-apart": "{one} and {other} should be kept apart, and couldn’t be.",
    "round.recalled": "{name} was recalled: nobody plays yet.{is_open:| It is a draft again.}",
    "reveal.all": "The reveal is over: all places are shown.",
    "reveal.place": "Place {place} was shown.",
    "side-prize.decided": "{team} won {prize} after a tie.",
    "ruling.made": "{where}: {headline} ({reason})",
    "ruling.undone": "{where}: the ruling was undone.",
    "ruling.superseded": "{where}: {headline} ({reason})",
    "seats.emptied": "{name}: {what}{reason: *|}",
    "seats.filled": "{name}: {what}{reason: *|}",
    "seats.kept-apart": "{one} and {other} are kept apart in Phase I.",
    "seats.may-meet": "{one} and {other} may meet.",
    "seats.rests": "{player} sits out the game of {team}{table: at Table *|}.",
    "seats.swapped": "{name}: {what}{reason: *|}",
    "sign-up.restored": "{many} sign-ups that had been removed are back.",
    "sign-up.changed": "{is_closed:Sign-up was closed; the desk takes walk-ups.|Sign-up is open.}",
    "simulation.asked": "A simulation of {days} days with {many} {who} at {tables} tables began.",
    "simulation.finished": "The simulation is done.",
    "simulation.stopped": "The simulation was stopped.",
    "slip.entered": "{where}: {hands} hand{is_one:|s} from the slip",
    "series.added": "{event_name} counts in the series {series}.",
    "series.changed": "The rule of the series {series} was changed.",
    "series.final-opened": "The final of the series {series} was opened with the {entrants} who qualified.",
    "series.made": "The series {series} was made.",
    "series.removed": "{event_name} no longer counts in the series {series}.",
    "substitute.agreed": "{person} agreed {where} to play for {leaving}{place: of *|}.",
    "substitute.asked": "{person} was asked to play for {player} in {team}.",
    "substitute.declined": "{person} can't play for {player} in {team}.",
    "table.changed": "Table {table} is {is_out_of_use:out of use|in use}{is_back: again|}.{zone: Zone: *.|}"
    "{is_accessible: Accessible.|}{referee: Looked after by *.|}",
    "table.given-back": "{referee} no longer looks after table {table}.",
    "table.taken": "{referee} looks after table {table}.{before: * looked after it before.|}",
    "team.checked-in": "{team} is here.",
    "team.unmerged": "The merge was a mistake: {other} is a separate entry again, beside {team}.",
    "team.merged": "{before}, number {number}, is the same entry as {team}: the two are one.",
    "team.moved-up": "{team} moved up from the waiting list and has a place.",
    "team.not-here": "{team} is not here yet.",
    "team.part-here": "{team}: some are here and wait for the others.",
    "team.paired": "{players} play as {team}.",
    "team.placed": "{team}: {home:*|They did not say where they are from}."
    "{fixed_table: They keep to Table *.|}",
    "team.renamed": "{before} is now {team}.",
    "team.returned": "{team} is back.",
    "team.seated": "{who} sit{is_pair:|s} at Table {table}.{times}",
    "team.signed-up": "{team} signed up: {players}.{waits: They are on the waiting list.|}",
    "tablet.opened": "A tablet was opened at table {number}.",
    "team.sits-out-once": "{team} sit out round {number}.",
    "team.sits-out": "{team} {is_out:sit out from the next round on|play again from the next round on}.",
    "team.withdrew": "{team} withdrew.",
    "template.removed": "The club’s template {name} was removed.",
    "template.renamed": "The club’s template {before} is called {name} now.",
    "template.saved": "This event is the club’s template {name}.",
    "webhook.added": "A webhook to {address} was added.",
    "webhook.ended": "The webhook to {address} was removed.",
    "token.given": "The program {badge} got a token: {scope}{where: at Table *|}.",
}


def sentence(action: str, facts: Mapping[str, Any], texts: Mapping[str, str | None]) -> str:
    whole = {name: filled(name, texts) for name in texts}
    if SAID in whole:
        return whole[SAID]
    shown: dict[str, Any] = {**facts, **whole}
    for name in whole:
        if "." in name:  # One of a list, in its order.
            first = name.partition(".")[0]
            shown[first] = [whole[each] for each in whole if each.startswith(f"{first}.")]
    if "why" in facts:  # A refusal's code; its values are among the facts.
        shown["why"] = say(REFUSALS.get(facts["why"], facts["why"]), shown)
    return say(SENTENCES.get(action, action), shown)


def gap(name: str) -> str:
    """The placeholder for another text of the same entry."""
    return f"⟦{name}⟧"


_GAP = re.compile(r"⟦([\w.]+)⟧")


def filled(name: str, texts: Mapping[str, str | None], within: frozenset[str] = frozenset()) -> str:
    """A text with its placeholders filled. Anything that only looks like one stays as it is."""
    text = texts[name]
    if text is None:
        return ERASED
    seen = within | {name}

    def fill(found: re.Match[str]) -> str:
        other = found[1]
        return filled(other, texts, seen) if other in texts and other not in seen else found[0]

    return _GAP.sub(fill, text)
