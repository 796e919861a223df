"""The guide through a ruling: its questions, the answers, and the verdict."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from accounts.access import Request
from pages.nav import crew_layout
from pages.referee.forms import HandForm, new_hand
from pages.referee.forms_rulings import FORM_OF, RenegeForm, RulingForm, answers_of
from pages.referee.sheets import offered
from rules.competition.penalties import HAND, TABLE
from rules.competition.rulings import Judged
from rules.ruleset.hands import HandFacts
from scoring.hands.conflict_of_interest import why_no_ruling, why_no_superseding
from scoring.models import Hand, Ruling, RulingKind
from scoring.reports.meaning import Meaning, meaning
from scoring.sheet.ruling_rows import (
    CannotJudge,
    Case,
    judged,
    penalties_due,
    ruling_row,
    rulings,
    why_no_forfeit,
)
from scoring.sheet.sheet import sheet
from tournament.errors import Refused
from tournament.event.rules_of_event import ruleset_for
from tournament.event.sitting import side_at
from tournament.models import Game

NOW = "now"
TITLES = {"renege": "Renege", "misdeal": "Misdeal", "penalty": "Penalty"}


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The result of the answers, or the question that is still ``open``."""

    judged: Judged | None = None
    means: Meaning | None = None
    open: str = ""


class RulingGuide:
    """A ruling in the making: renege, misdeal or penalty. ``old`` is the ruling it supersedes."""

    def __init__(self, request: Request, game: Game, page: str, *, old: Ruling | None = None) -> None:
        self.request, self.game, self.page, self.old = request, game, page, old
        self.sheet = sheet(game, request.at)
        typed = request.POST if request.method == "POST" else None
        self.chosen = (typed or request.GET).get("hand") or self._first_choice()
        self.hand = None if old else self._hand()
        self.tiles = offered(request)
        initial = {"ruling_id": uuid4(), **self._initial()}
        self.form: RulingForm = FORM_OF[page](typed, tiles=self.tiles, initial=initial)
        self.entry = self._entry(typed)
        if old:
            self.form.fields["reason"].label = "Why is it ruled again?"

    def case(self) -> Case | None:
        """The case so far; None if an answer is missing or wrong."""
        self.form.is_valid()
        gaps = set(self.form.errors) - {"reason"}
        if gaps:
            return None
        if isinstance(self.form, RenegeForm):
            return self._instead(self.form.case(self.page, self._hand_judged(), self.entry))
        case = self._instead(self.form.case(self.page, self.hand))
        if self.page == "penalty" and not case.penalty:
            due = penalties_due(self.game, case.kind, instead_of=case.instead_of)
            case = replace(case, penalty=next(row.penalty for row in due if row.side == case.against))
        return case

    def is_valid(self) -> bool:
        has_entry = self.entry is None or self.entry.is_valid()
        return self.form.is_valid() and has_entry and not self._is_gone()

    def verdict(self) -> Verdict:
        case = self.case()
        if case is None or self._is_gone():
            return Verdict(open=self._open_question())
        try:
            verdict = judged(self.game, case)
        except CannotJudge as missing:
            return Verdict(open=str(missing))
        why_not = None if self.old else why_no_forfeit(self.game, case.penalty)
        if why_not:
            return Verdict(open=str(why_not))
        facts = verdict.facts
        if case.penalty == HAND and not self.old:
            facts = HandFacts(forfeited_by=case.against)
        means = meaning(self.game, facts, self.request.at, replaces=case.hand) if facts else None
        return Verdict(judged=verdict, means=means)

    def context(self, **more: Any) -> dict[str, Any]:
        kind = self.old.kind if self.old else "" if self.page == "penalty" else self.page
        return {
            **crew_layout("referee:tables")(self.request),
            "sheet": self.sheet,
            "tiles": self.tiles,
            "form": self.entry or self.form,
            "ruling_form": self.form,
            "entry": self.entry,
            "page": self.page,
            "title": TITLES[self.page],
            "chosen": self.chosen,
            "choices": [row for row in reversed(self.sheet.hands) if not row.is_struck],
            "asks_for_book": ruleset_for(self.request.event).play.reneges.must_identify_book,
            "table": TABLE,
            "why_not": why_no_ruling(self.game, self.request.by.badge) or self._why_not_instead(),
            "old": ruling_row(self.request.event, self.old) if self.old else None,
            "precedents": rulings(self.request.event, kind=kind)[:12],
            "is_gone": self._is_gone(),
            **more,
        }

    def _first_choice(self) -> str:
        if self.sheet.is_entering:
            return NOW
        return next((str(row.id) for row in reversed(self.sheet.hands) if not row.is_struck), NOW)

    def _hand(self) -> Hand | None:
        try:
            chosen = UUID(self.chosen)
        except ValueError:
            return None
        return Hand.objects.standing().filter(game=self.game, pk=chosen).first()

    def _is_gone(self) -> bool:
        return self.old is None and self.page != "penalty" and self.chosen != NOW and self.hand is None

    def _hand_judged(self) -> Hand | None:
        """The hand of a renege; for a superseding ruling, the hand that now has its number."""
        if self.old and self.old.hand:
            sequence = self.old.hand.sequence
            return Hand.objects.standing().filter(game=self.game, sequence=sequence).first()
        return self.hand

    def _entry(self, typed: Any) -> HandForm | None:
        if self.page != RulingKind.RENEGE or self.old or self.chosen != NOW:
            return None
        if typed is not None:
            return HandForm(typed, tiles=self.tiles)
        return new_hand(self.tiles, sequence=self.sheet.next_number)

    def _initial(self) -> dict[str, Any]:
        if self.old:
            side = side_at(self.game, self.old.against_id) or ""
            return answers_of(self.old, side, self.tiles)
        return {"kind": self.request.GET.get("kind", "")}

    def _instead(self, case: Case) -> Case:
        return replace(case, instead_of=self.old.pk) if self.old else case

    def _why_not_instead(self) -> Refused | None:
        if self.old is None:
            return None
        if Ruling.objects.filter(supersedes=self.old).exists():
            return Refused("ruling.superseded")
        return why_no_superseding(self.request.by.badge)

    def _open_question(self) -> str:
        if self._is_gone():
            return "This hand was changed meanwhile. Choose it again."
        for name, errors in self.form.errors.items():
            if name != "reason":
                return str(errors[0])
        return "Answer the questions above."


def page_of(ruling: Ruling) -> str:
    return ruling.kind if ruling.kind in FORM_OF else "penalty"
