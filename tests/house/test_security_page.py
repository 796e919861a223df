"""Every claim of docs/security.md names a test, and that test exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_test_that_the_page_names_is_there():
    named = NAMED.findall((ROOT / "docs/security.md").read_text())

    missing = [f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / path).read_text()]

    assert len(named) > 30
    assert missing == []
