"""Sentences of people, by code: refusals, and entries of the log."""

REFUSALS = {
    "merge.both-played": "{one} and {other} have both been seated. Withdraw one of them instead.",
    "merge.name-taken": "Another entry is called {name} already. Rename that one first, then undo the merge.",
    "merge.none": "Nothing is merged into {team} any more. Reload the page to see both entries.",
    "merge.same": "Choose another entry to merge with.",
    "merge.two-teams": "Both play in a team. Merge the teams instead.",
    "person.asked-again": "The club’s people changed meanwhile, so nothing was imported. "
    "Look at the list again.",
    "person.both": "{one} and {other} both played at {event_name}, so they are two people.",
    "person.code": "No player of your club’s events has this code. Compare it with their own page.",
    "person.consent": "Ask whether you may keep their phone number or e-mail, and tick the box. Or leave it "
    "empty.",
    "person.gone": "This person was merged into another, or is gone. Look at the list of people.",
    "person.guardian": "Write the name of the parent or guardian who said yes.",
    "person.name": "Write the person’s name.",
    "person.recognized": "{player} is {person} already.",
    "person.same": "Choose somebody else: nobody is merged with themselves.",
    "person.split": "Tick some of the events, not all: what stays is this person’s.",
    "person.twice": "{person} plays at this event already, so {player} is somebody else.",
    "person.whose-code": "Write one code for each player, in the order of the names. "
    "One alone is enough if the name is written as before.",
}

LOG = {
    "people.merged": "Two people of the club were merged.",
    "people.recognized": "{people} of the players were recognized.",
    "people.split": "A person of the club was split in two.",
    "people.undone": "People of the club who were merged or split are as before.",
    "person.claimed": "A person of the club has the results of a player’s code.",
    "person.corrected": "What the club knows of a person was corrected.",
    "person.erased": "A person of the club was erased, and taken out of {events} event{is_one:|s}.",
    "person.recognized": "{player} was recognized.",
    "player.merged": "{before} signed up twice: the entries are one, {player}{team: of *|}.",
    "player.unmerged": "The merge was a mistake: {player} looks for a partner again, beside {team}.",
    "team.merged": "{before}, number {number}, is the same entry as {team}: the two are one.",
    "team.unmerged": "The merge was a mistake: {other} is a separate entry again, beside {team}.",
}
