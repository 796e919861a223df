"""There is no dead code."""

from tests.house.reach import unreached


def test_all_code_is_reached_from_a_page_a_task_or_a_command():
    assert [str(each) for each in unreached()] == []
