"""Sentences of leagues, by code: refusals, and entries of the log."""

REFUSALS = {
    "draw.begun": "Week {week} has an event already. Draw from a later week on.",
    "draw.changed": "Teams or weeks changed during the draw, so nothing was drawn. Draw again.",
    "draw.first": "The weeks before week {first} aren’t drawn. Draw from an earlier week on.",
    "draw.running": "This league is being drawn. Wait until it’s done, and look at it.",
    "league.name": "Write the league’s name.",
    "league.name-long": "A league’s name has at most {most} letters.",
    "league.no-club": "There is no club “{name}”. Write its name as the club’s page does; there are: "
    "{clubs:,}.",
    "league.none": "This event isn’t a week of a league. Open the week from the page “Leagues” first.",
    "league.not-drawn": "Week {week} isn’t drawn. Draw it first, with ./uptown draw.",
    "league.number-twice": "Two teams would have number {number}. Give each team another one.",
    "league.played": "Week {week} of {league} was played in Uptown. Correct its games on their own pages.",
    "league.several-clubs": "There are several clubs: {clubs:,}. Name the league’s club with --club NAME.",
    "league.week": "A week is a number from 1 to {most}.",
    "league.week-meanwhile": "Week {week} of {league} has just been imported, so nothing was imported "
    "here. Look at its results, and import yours again if they are right.",
    "league.week-open": "Week {week} of {league} has an event already. Look at its list of weeks.",
    "league.week-there": "{league} has the results of week {week} already, so nothing was imported. "
    "To replace them, use --replace, or tick the box on the page.",
    "person.minor": "You are under 18 in the club’s list, so an organizer says yes for you, when your parent "
    "or guardian has. Ask one.",
    "person.no-club": "This event belongs to no club, so nobody keeps results of it.",
    "pool.no-league": "This event isn’t a week of a league of your club, so it has no pool of substitutes.",
    "pool.nobody": "Nobody in the club is called {name}. Write the name as in the list of people.",
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
}

LOG = {
    "league.absence": "Missed games of {league} {missed}.",
    "league.credited": "{who}: this game counts for week {week} of the league.",
    "league.draw-asked": "A draw of {league} was asked for: {weeks} weeks.",
    "league.imported": "Week {week} of {league} came in from a list: {games} games.",
    "league.numbered": "{teams} team numbers of {league} were written.",
    "league.opened": "Week {week} of {league} was opened with {teams} teams.",
    "league.undone": "The results of week {week} of {league} were taken back.",
    "person.said": "Somebody said {is_yes:yes|no} to {what}, on their own page.",
    "pool.joined": "Somebody is ready to substitute in {league}.",
    "pool.left": "Somebody is no longer ready to substitute in {league}.",
}
