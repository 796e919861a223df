"""Sentences of series, by code: refusals, and entries of the log."""

REFUSALS = {
    "series.final-there": "{event_name} is the final already. Take it out of the series to open another.",
    "series.name": "Write the series’ name.",
    "series.name-taken": "There is a series “{name}” already. Choose another name.",
    "series.no-pairs": "Everybody plays alone at {event_name}, so no pair has a place there. "
    "Count people instead.",
    "series.nobody": "Nobody qualifies yet. Set how many do, and look at the table once an event is over.",
    "series.not-here": "Only events of the club count in its series. Choose one of the list.",
}

LOG = {
    "series.added": "{event_name} counts in the series {series}.",
    "series.changed": "The rule of the series {series} was changed.",
    "series.final-opened": "The final of the series {series} was opened with the {entrants} who qualified.",
    "series.made": "The series {series} was made.",
    "series.removed": "{event_name} no longer counts in the series {series}.",
}
