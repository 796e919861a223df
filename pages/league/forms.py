"""The forms of a league: a week's results, its players, draws, missed games and the pool."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any, ClassVar, Self

from django import forms

from accounts.numbers import whole
from pages.actions import ActionForm
from pages.widgets import always, day_input, list_fields, sheet_field, text_field, whole_number
from seasons.leagues.results import ALL_SHEETS, COLUMNS, Results
from seasons.models import League
from seasons.models.leagues import Absence
from seasons.people.people_of_club import PlayerRow, Suggestion
from tournament.errors import Refused
from tournament.event.names import count
from tournament.lists.reading import as_text, sheet_titles
from tournament.models import Event, Game
from tournament.models.events import SubstitutesCount
from tournament.models.typed_names import LONGEST_NAME, clean_name

MOST_TEAMS = 100
MOST_IN_BOX = 2_000_000
"""The most bytes of a file that are kept in the box: Django takes 2.5 MB of a form. A season has a tenth."""
SOMEBODY_NEW = "new"


def _week(label: str, **more: Any) -> forms.IntegerField:
    return whole_number(label, 1, 520, **more)


class ResultsForm(ActionForm):
    """A week's results, as a file or as pasted lines. A file is in the box as lines from then on."""

    league = text_field("League", 60, "a league’s name", required="Write the league’s name.", list="leagues")
    week = _week("Week")
    file, lines = list_fields(
        "CSV or Excel (.xlsx): a row for each game, or a sheet for each team",
        "The first names the columns: team_a, team_b, points_a, points_b, bostons_a, bostons_b; if "
        "you have them, also hands_a, hands_b, players_a, players_b, won, date, "
        "and the week that a make-up game counts for",
    )
    sheet = forms.CharField(label="Sheet", required=False, widget=forms.HiddenInput)
    each_is_a_game = forms.BooleanField(
        label="Each row is a game, also where two look like one", required=False
    )
    replaces = forms.BooleanField(label="Put it in the place of this week’s results", required=False)

    def clean(self) -> dict[str, Any]:
        """Put the file's lines into the box: a browser sends no file again when the form is refused."""
        typed = self.cleaned_data
        try:
            if file := typed.get("file"):
                typed["lines"] = as_text(file.read())
                if len(typed["lines"].encode()) <= MOST_IN_BOX:
                    self.data = {**self.data, "lines": typed["lines"]}
            if typed.get("sheet"):
                self.ask_sheet(sheet_titles(typed["lines"].encode(errors="replace")))
        except Refused as why:
            self.add_error("file" if file else "lines", str(why))
        return typed

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = {name: value for name, value in self.cleaned_data.items() if name not in ("file", "lines")}
        return {**typed, "content": self.cleaned_data["lines"].encode(errors="replace")}

    def ask_sheet(self, titles: Sequence[str]) -> None:
        """Ask which sheet of a workbook to read, if there are several."""
        others = {"": "Choose one…", ALL_SHEETS: "All of them are this week’s"}
        if len(titles) > 1:
            self.fields["sheet"].widget = sheet_field(titles, others=others).widget

    @classmethod
    def again(cls, typed: Mapping[str, Any], results: Results) -> "ResultsForm":
        """The hidden form that imports a previewed list: the same choices, and the games as lines."""
        form = cls(
            initial={
                "league": typed["league"],
                "week": typed["week"],
                "lines": "\n".join(_lines(results)),
                "each_is_a_game": True,
                "replaces": typed["replaces"],
            }
        )
        for name in ("league", "week", "lines", "each_is_a_game", "replaces"):
            form.fields[name].widget = forms.HiddenInput()
        return form


class WhoForm(forms.Form):
    """Questions about the players of a list, one for each whom the club may know (Rulebook G-9)."""

    def __init__(self, typed: Mapping[str, Any] | None, asked: Mapping[str, PlayerRow]) -> None:
        super().__init__(typed, prefix="who")
        for key, row in asked.items():
            known = [(each.person.pk, f"Yes, {_known(each)}") for each in row.suggestions]
            self.fields[key] = forms.ChoiceField(
                label=f"Do you know {row.player.name} of {row.player.team}?",
                choices=[*known, (SOMEBODY_NEW, "No, somebody else")],
                initial=known[0][0] if len(known) == 1 else None,
                required=False,
                widget=forms.RadioSelect,
            )

    @staticmethod
    def answers(typed: Mapping[str, Any]) -> dict[str, int | None]:
        """The answers that were sent, by the question's key: a person, or None for somebody new."""
        sent = {name.removeprefix("who-"): typed[name] for name in typed if name.startswith("who-")}
        people = {key: whole(answer) for key, answer in sent.items()}
        return {key: people[key] for key, answer in sent.items() if people[key] or answer == SOMEBODY_NEW}


def _known(suggestion: Suggestion) -> str:
    person = suggestion.person
    last = f" of {person.last_at:%B %-d, %Y}" if person.last_at else ""
    return f"the {person.name}{last}, {count(person.events, 'event')}, {suggestion.words}"


class CreditForm(ActionForm):
    """A game of the event, and the week that it counts for."""

    game = forms.TypedChoiceField(label="Game", coerce=int, error_messages=always("Choose one of the list."))
    week = _week("Counts for week")

    def __init__(self, typed: Mapping[str, Any] | None, games: Iterable[Game]) -> None:
        super().__init__(typed, auto_id="credit_%s")
        self.fields["game"].choices = [(game.pk, str(game)) for game in games]  # type: ignore[attr-defined]

    def arguments(self, event: Event) -> dict[str, Any]:
        return {**self.cleaned_data, "game": event.games.get(pk=self.cleaned_data["game"])}


class DrawForm(ActionForm):
    """The weeks to draw, for a new or an existing league."""

    league = text_field("League", 60, "a league’s name", required="Write the league’s name.", list="leagues")
    teams = forms.CharField(
        label="Teams to add, one in a line",
        required=False,
        help_text="A league that is there has its teams already.",
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )
    weeks = whole_number("Weeks of the season", 1, 52, initial=9)
    first = whole_number("Draw from week", 1, 52, initial=1)
    rooms = whole_number("Rooms", 1, 20, initial=2)
    games = whole_number("Games of a team in a week", 1, 40, initial=10)

    def clean_teams(self) -> list[str]:
        names = [name for line in self.cleaned_data["teams"].splitlines() if (name := clean_name(line))]
        if len(names) > MOST_TEAMS:
            raise forms.ValidationError(f"At most {MOST_TEAMS} teams.")
        if long := next((name for name in names if len(name) > LONGEST_NAME), ""):
            raise forms.ValidationError(str(Refused("results.long-team", name=long[:20], most=LONGEST_NAME)))
        return names


class LeagueForm(ActionForm):
    """A form that a page has for each of its leagues."""

    part: ClassVar[str]

    @classmethod
    def of(cls, league: int, typed: Mapping[str, Any] | None = None, **initial: Any) -> Self:
        return cls(typed, initial=initial, auto_id=f"{cls.part}_{league}_%s")


class AbsenceForm(LeagueForm):
    part = "absence"

    absence = forms.ChoiceField(
        label="Games that a team missed",
        choices=Absence.choices,
        error_messages=always("Choose one of the list."),
    )
    forfeit_points = whole_number(
        "Points for the team that was there",
        0,
        999,
        help_text="Only where missed games are lost. A team that was away gets none.",
    )

    substitutes_count = forms.ChoiceField(
        label="A game with a substitute from the pool counts",
        help_text="In weeks that are opened from now on. Everybody reads it before they agree to substitute.",
        choices=SubstitutesCount.choices,
        error_messages=always("Choose one of the list."),
    )

    @classmethod
    def now(cls, league: League) -> Self:
        return cls.of(league.pk, **{name: getattr(league, name) for name in cls.base_fields})


class NumbersForm(ActionForm):
    """The club's own numbers of a league's teams, a field for each team."""

    def __init__(self, league: League, typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed, auto_id=f"numbers_{league.pk}_%s")
        self.teams = list(league.teams.order_by("name"))
        for team in self.teams:
            self.fields[f"team_{team.pk}"] = forms.IntegerField(
                label=team.name,
                initial=team.own_number,
                min_value=1,
                max_value=999,
                required=False,
                error_messages=always("A number from 1 to 999, or nothing."),
            )

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"numbers": {team.pk: self.cleaned_data[f"team_{team.pk}"] for team in self.teams}}


class PoolForm(LeagueForm):
    part = "pool"

    name = text_field(
        "Who is ready",
        60,
        "a name",
        required="Write the name, as the list of people has it.",
        help_text="Somebody of the club who told you that they would play for a team that is short.",
    )


class WeekForm(LeagueForm):
    """The drawn week to open, and its day."""

    part = "week"

    number = _week("Week", widget=forms.HiddenInput())
    held_on = forms.DateField(
        label="Day", widget=day_input(), error_messages=always("Write the day, as in 2026-01-31.")
    )


def _lines(results: Results) -> Iterable[str]:
    """The games as lines that ``read_results`` can read."""
    out = StringIO()
    rows = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    rows.writeheader()
    for line in results.games:
        cells: dict[str, Any] = {"won": results.names.get(line.won, ""), "date": results.held_on or ""}
        cells["week"] = line.week or ""
        for index, side in enumerate("ab"):
            key = line.teams[index]
            cells |= {
                f"team_{side}": results.names[key],
                f"points_{side}": line.points[index],
                f"bostons_{side}": line.bostons[index],
                f"players_{side}": " & ".join(results.players.get(key, ())),
                f"hands_{side}": line.hands[index] if line.hands else "",
            }
        rows.writerow(cells)
    return out.getvalue().splitlines()
