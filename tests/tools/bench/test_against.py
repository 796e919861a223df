"""What became slower is named, and every page that is compared can be measured."""

import gc
import io
import json
import runpy

import pytest

from tools.bench._trees import CHILD
from tools.bench.against import compared, runs_on


def test_what_became_a_fifth_slower_is_named():
    said = compared({"team": (0.020, 0.023), "floor": (0.050, 0.065), "desk": (0.080, 0.030)})

    assert said == ["floor became slower: 65 ms, not 50 ms (+30%)."]


def test_only_packages_that_uptown_runs_on_are_needed():
    pins = "django==5.2 \\\n    --hash=sha256:00\nruff==0.1 ; extra == 'dev' \\\n"

    assert runs_on(pins) == {"django==5.2"}


@pytest.mark.slow
@pytest.mark.django_db
def test_a_tree_measures_a_hand_a_page_of_each_kind_and_a_call(monkeypatch, capsys):
    orders = ["hand", "team", "sheet", "tables", "floor", "desk", "standings", "wall", "call"]
    monkeypatch.setattr("sys.argv", ["", "8"])
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(orders)))

    runpy.run_path(str(CHILD))

    gc.unfreeze()
    names, *seconds = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert names == orders
    assert len(seconds) == len(orders)
    assert all(each > 0 for each in seconds)
