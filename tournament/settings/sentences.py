"""Sentences of settings, by code: refusals, and entries of the log."""

REFUSALS = {
    "clock.backwards": "A practice event’s clock only moves forward. Set it to {free} or later.",
    "clock.real": "Only a practice event’s clock can be moved. A real day runs on real time.",
    "clock.speed": "Choose a speed from 0 (stopped) to 3,600 times as fast.",
    "event.advance-count": "From 2 to 128 teams go through to Phase II.",
    "event.count-settled": "{has_bracket:The cut is made by what counted until then. Open the cut|The first "
    "places are settled by what counted until then. Open them} again first.",
    "event.counter-in-use": "{counter} were counted already. Keep the counter; other counters can be added.",
    "event.end-settled": "The first places are settled, so Phase II can’t be added or left out. Open them "
    "again first.",
    "event.extra-hand-played": "A tied game was decided by one more hand already, so whether that hand "
    "counts can’t change any more. Leave it as it is.",
    "event.format-drawn": "Phase II has begun in this format, so it can’t change any more.",
    "event.frozen": "The game and its house rules were frozen when {has_one:Phase I started|the "
    "bracket was drawn}. The rest can still "
    "change.",
    "event.long-break": "In open play everybody’s games end at other times, so no long break can follow "
    "one. Write 0 there, and pause when it is time; or choose a way of seating in rounds.",
    "event.name": "Write the event’s name.",
    "event.no-partners": "Partners can’t change in {game}: it isn’t played two against two. Choose another "
    "way of seating.",
    "event.no-table-of-three": "In {game} each of {seats} plays alone, and the cards are dealt for {seats}: "
    "there is no table of three. Anyone left over sits out, in turn.",
    "event.order-of-hands": "Places go by Hands won, but a total of {game} has no hands. Take results hand "
    "by hand, or take Hands won out of the order.",
    "event.order-settled": "{has_bracket:The cut is made, in the order on its certificate. Open the cut|The "
    "first places are settled, in the order on their certificate. Open them} again first.",
    "event.playoff-made": "A play-off is made already: it stays as it was called.",
    "event.pot-fine": "{name} has a fine for {counter}, which nobody counts. Name that "
    "counter, or choose again.",
    "event.pot-second-chance": "{name} goes to the best of the second chance, and none is played. Tick “A "
    "second chance” under Phase II, or choose who wins it.",
    "event.pot-goes-to": "{name} goes to {prize}, and there is no such side prize. Add it, or choose again.",
    "event.pot-in-use": "Money was given to {name} already. Keep the pot and its name.",
    "event.pot-twice": "Two pots are called {name}. Give each its own name.",
    "event.raffles": "Raffles and 50-50 are off. Some places license them: ask your city or state first, "
    "then tick it under Money.",
    "event.reason": "Phase I is being played. {change} Write why: the teams read it.",
    "event.seating": "Choose one of the ways of seating from the list.",
    "event.seating-begun": "The first games were called by this way of seating. Another one now would give "
    "some people rematches and second byes, so it stays for today. You can still change a seating by hand.",
    "event.seeds-decided": "{has_one:Phase I has begun, and decides the order of the bracket.|The bracket is "
    "drawn. Open the draw again first.}",
    "event.session-seating": "From session to session, only rounds by standing or by lot can be chosen.",
    "event.side-prize-counter": "{name} goes by {counter}, which nobody counts. Name that counter "
    "too, or remove the side prize.",
    "event.side-prize-twice": "Two side prizes are called {name}. Give each its own name.",
    "event.signed-up-alone": "People have signed up alone already. To play in teams, open another event.",
    "event.signed-up-in-teams": "Teams have signed up already. To let people sign up alone, open another "
    "event.",
    "event.straight-table": "{format} has no final. Play it as Phase I: choose it as who plays whom.",
    "event.tables": "An event needs at least one table.",
    "event.team-size": "Teams have signed up already, and this game is played by teams of another size. Open "
    "another event for it.",
    "event.third-signed-up": "{team} has signed up with three players. Take one of them out at the desk "
    "first, or leave teams of three allowed.",
    "event.time-skipped": "{jumped} Choose another time.",
}

LOG = {
    "clock.moved": "The practice clock was set to {shown}.",
    "event.address": "Phones use the address {address}, {network}.",
    "event.changed": "The settings were changed.",
    "event.held": "{count:The phone has * that the restored database lacks: |}{titles:*.|}{ended: Done: *.|}",
    "event.opened": "{name} opened.",
    "event.pots": "{words}",
    "event.restored": "The database was restored from the copy {copy}. What was entered later is missing.",
    "event.side-prizes": "{words}",
    "event.tie-breaks": "Places are decided by {order}.",
    "event.what-counts": "{words}",
    "phase-one.changed": "{what} Why: {reason}",
}
