"""Declaring an action."""

import pytest

from pages.actions import action
from pages.web import Screen
from tournament.entries.commands_presence import check_in_team

NOWHERE = Screen(needs="desk", page="desk/new.html", context=lambda request: {})


def test_an_action_that_leads_back_nowhere_can_not_be_declared():
    with pytest.raises(ValueError, match="give its Screen a home"):
        action(NOWHERE, check_in_team)
