"""The sentence of each refusal code raised by this package (``Refused`` in
``tournament/errors/__init__.py``).
"""

SENTENCES = {
    "club.days": "A club remembers people for at least {days} days, or it wouldn’t know them the next time.",
    "club.name": "Write the club’s name.",
    "club.no-account": "Sign in with your account first: a club belongs to accounts.",
    "club.no-organizer": "Choose an organizer of this event who has an account.",
    "club.not-yours": "You don’t belong to this club. Ask one of its organizers to add you.",
    "club.practice": "A practice event belongs to no club: nothing in it counts.",
    "copy.not-yours": "You can only copy an event that you organize. Ask one of its organizers to copy it.",
    "draw.begun": "Week {week} has an event already. Draw from a later week on.",
    "draw.changed": "Teams or weeks changed during the draw, so nothing was drawn. Draw again.",
    "draw.first": "The weeks before week {first} aren’t drawn. Draw from an earlier week on.",
    "draw.running": "This league is being drawn. Wait until it’s done, and look at it.",
    "league.name": "Write the league’s name.",
    "league.name-long": "A league’s name has at most {most} letters.",
    "league.no-club": "There is no club “{name}”. Write its name as the club’s page does; there are: "
    "{clubs:,}.",
    "league.number-twice": "Two teams would have number {number}. Give each team another one.",
    "league.none": "This event isn’t a week of a league. Open the week from the page “Leagues” first.",
    "league.not-drawn": "Week {week} isn’t drawn. Draw it first, with ./uptown draw.",
    "league.played": "Week {week} of {league} was played in Uptown. Correct its games on their own pages.",
    "league.several-clubs": "There are several clubs: {clubs:,}. Say whose league it is, with --club NAME.",
    "league.week": "A week is a number from 1 to {most}.",
    "league.week-meanwhile": "Somebody else has just brought week {week} of {league}, so nothing was "
    "imported. Look at its results, and bring yours again if they are right.",
    "league.week-there": "{league} has the results of week {week} already, so nothing was imported. "
    "To put these in their place, say so: --replace, or the tick on the page.",
    "league.week-open": "Week {week} of {league} has an event already. Look at its list of weeks.",
    "move.broken": "This file isn’t what its log says, so nothing was imported. Export the event again. "
    "{wrong}",
    "move.file": "This file isn’t a whole event. Export the event again, and copy the whole file.",
    "move.here": "This event is here already, at /{slug}/. Say --replace to put the file’s in its place.",
    "move.newer": "Something happened at /{slug}/ here that isn’t in the file, so it can’t be replaced. "
    "Export that one, and import it where this file comes from.",
    "move.slug": "Another event here has the address /{slug}/. Say --slug with another name.",
    "move.version": "This file is from another version of Uptown. Bring both to the same version with "
    "./uptown upgrade, and export the event again.",
    "person.asked-again": "The club’s people changed meanwhile, so nothing was imported. "
    "Look at the list again.",
    "person.both": "{one} and {other} both played at {event_name}, so they are two people.",
    "person.code": "No player of your club’s events has this code. Compare it with their own page.",
    "person.whose-code": "Write one code for each player, in the order of the names. "
    "One alone is enough if the name is written as before.",
    "person.consent": "Ask whether you may keep how to reach them, and tick it. Or leave it empty.",
    "person.gone": "This person was merged into another, or is gone. Look at the list of people.",
    "person.guardian": "Write the name of the parent or guardian who said yes.",
    "person.minor": "You are under 18 in the club’s list, so an organizer says yes for you, when your parent "
    "or guardian has. Ask one.",
    "person.no-club": "This event belongs to no club, so nobody keeps results of it.",
    "person.name": "Write the person’s name.",
    "person.recognized": "{player} is {person} already.",
    "person.same": "Choose somebody else: nobody is merged with themselves.",
    "person.split": "Tick some of the events, not all: what stays is this person’s.",
    "person.twice": "{person} plays at this event already, so {player} is somebody else.",
    "pool.no-league": "This event isn’t a week of a league of your club, so it has no pool of substitutes.",
    "pool.nobody": "The club has nobody called {name}. Write the name as the list of people has it.",
    "pool.not-ready": "{person} isn’t in the pool any more. The list shows who is ready.",
    "pool.several": "Several people of the club are called {name}. Merge them first, or correct one’s name.",
    "results.alone": "{game}: the line of {team} is missing. Add it; or "
    "if each row is a game, say that each row is a game.",
    "results.column-twice": "The column “{column}” is there twice. Leave one out.",
    "results.columns": "These columns are missing: {columns}. The first "
    "row names the columns, as in team_a,team_b,points_a,points_b,bostons_a,bostons_b.",
    "results.date": "“{typed}” isn’t a date. Write it as in 2026-01-31 or 1/31/2026.",
    "results.differ": "“{there}” is another result than row "
    "{row}{at_sheet: of the sheet “*”|}, “{here}”. Correct one of them; or if they are two games, say "
    "that each row is a game.",
    "results.future": "{typed} isn’t over yet. Correct the date.",
    "results.itself": "{name} can’t play against itself. Correct one of the names.",
    "results.long-team": "“{name}…” is too long. A team’s name has at most {most} letters.",
    "results.no-points": "The points of {one} and {other} are missing. "
    "Write them, or take the row out if the game wasn’t played.",
    "results.no-sheet": "The workbook has a sheet for each week, but none for week {week}: {sheets}. Say "
    "which one it is.",
    "results.no-team": "A team is missing. Write both names.",
    "results.none": "There is no game under the headings. Write one game in a row.",
    "results.number": "“{typed}” isn’t a number of {kind} that a game can have. Write a whole number, "
    "as in 7.",
    "results.one-side": "The {kind} of one team are missing. Write both.",
    "results.other-winner": "{name} can’t have won at {points}. Correct one of the two.",
    "results.players": "Write the two or three players of {team}, as in Ann & Ray.",
    "results.thousand": "“{typed}” can be a thousand times as much as it looks. Write it without the point.",
    "results.tie": "{one} and {other} are tied at {points}. Correct the "
    "points, or write in a column “won” who won the hand that decided.",
    "results.twice": "“{game}” is row {row}{at_sheet: of the sheet “*”|} "
    "again. Take it out; or if they played twice, say that each row is a game.",
    "results.which-sheet": "This workbook has several sheets with games: {sheets}. Say which one is week "
    "{week}, or that all of them are.",
    "results.winner": "{name} can’t have won: {one} and {other} played.",
    "series.final-there": "{event_name} is the final already. Take it out of the series to open another.",
    "series.name": "Write the series’ name.",
    "series.name-taken": "There is a series “{name}” already. Choose another name.",
    "series.no-pairs": "Everybody plays alone at {event_name}, so no pair has a place there. "
    "Count people instead.",
    "series.nobody": "Nobody qualifies yet. Say how many do, and look at the table once an event is over.",
    "series.not-here": "Only events of the club count in its series. Choose one of the list.",
    "series.table": "Write the points of the places as whole numbers, the first place first, "
    "as in 25, 18, 15.",
    "shelf.demo": "The demo starts over by itself. It’s never put away or deleted.",
    "shelf.played": "People have signed up for this event, so it’s never deleted. Archive it instead.",
    "shelf.playing": "This event is being played. Archive it when it’s over.",
    "shelf.signed-up": "People have signed up, and look for it on the list. It can’t be a draft any more.",
    "template.name": "Write the template’s name.",
    "template.name-taken": "The club has a template “{name}” already. Choose another name.",
}
