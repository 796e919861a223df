"""The log's sentences: every code has one, and an entry shows its values."""

import ast
import re
from pathlib import Path

import pytest

from tournament.errors.log_sentences import SENTENCES, gap, sentence

pytestmark = pytest.mark.embedded

ROOT = Path(__file__).parents[3]
COMMANDS = [path for app in ("tournament", "scoring", "seasons") for path in (ROOT / app).rglob("*.py")]
LOGGING = ("log", "change.log", "change_schedule", "_tell")
CODE = re.compile(r"[a-z-]+\.[a-z-]+")


def written_codes():
    """The codes that the commands log."""
    for path in COMMANDS:
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in LOGGING:
                nodes = [
                    node for arg in call.args for node in ast.walk(arg) if isinstance(node, ast.Constant)
                ]
                yield from (node.value for node in nodes if CODE.fullmatch(str(node.value)))
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "Lock":
                yield from (each.value.value for each in call.keywords if each.arg == "action")


def test_each_written_code_has_a_sentence_and_each_sentence_its_code():
    assert set(written_codes()) == set(SENTENCES)


@pytest.mark.parametrize(
    ("action", "facts", "texts", "says"),
    [
        ("table.changed", {"table": 4, "is_out_of_use": True}, {}, "Table 4 is out of use."),
        (
            "table.changed",
            {"table": 4, "is_out_of_use": False, "is_back": True, "is_accessible": True},
            {"zone": "By the bar", "referee": "Jo"},
            "Table 4 is in use again. Zone: By the bar. Accessible. Looked after by Jo.",
        ),
        ("donation.taken", {"cents": 12_345}, {"giver": "Al", "method": "cash"}, "Al gave $123.45 (cash)."),
        ("lot.drawn", {}, {"words": "x", "order.0": "A", "order.1": "B"}, "Lots drawn from “x”: A, B."),
        ("playoff.made", {}, {f"teams.{n}": n for n in "ABC"}, "A, B and C play off for their place."),
        ("cut.settled", {"through": 1200}, {}, "1,200 teams go through to Phase II."),
        (
            "hand.struck",
            {"sequence": 2},
            {"where": "Table 1", "reason": f"Not {gap('by')}’s", "by": "Jo"},
            "Table 1, hand 2 taken back: Not Jo’s",
        ),
        ("team.renamed", {}, {"before": None, "team": "Aces"}, "(erased) is now Aces."),
        (
            "refused.action",
            {"why": "team.withdrawn"},
            {"what": "seating", "team": None},
            "Refused: seating. (erased) has withdrawn. Let them return first.",
        ),
        (
            "refused.action",
            {},
            {"what": "seating", "why": "An older sentence."},
            "Refused: seating. An older sentence.",
        ),
        ("of.an-older-uptown", {}, {"said": f"{gap('name.1')} sat.", "name.1": "Al"}, "Al sat."),
        ("nobody.knows", {}, {}, "nobody.knows"),
    ],
)  # fmt: skip
def test_an_entry_is_said_with_what_it_has(action, facts, texts, says):
    assert sentence(action, facts, texts) == says
