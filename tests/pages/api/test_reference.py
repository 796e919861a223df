"""The reference of the API as a page."""

from django.test import Client

from tools.rehearsal.browser import read


def test_every_group_of_calls_is_folded_and_says_how_many_it_has(db):
    page = read(Client().get("/api/v1/").content.decode())

    groups = page.find("details", **{"class": "card reference-group"})
    assert [group.attributes["id"] for group in groups][-1] == "codes"
    for group in groups[:-1]:
        assert "open" not in group.attributes
        many = len(group.find("details"))
        assert group.find("summary")[0].words.endswith(f" {many} calls")
