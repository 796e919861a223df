"""Finding a partner: ask, accept, hide, and a partner from the crew (Rulebook E-167, E-168)."""

from uuid import uuid4

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of
from tournament.entries.commands_partners import answer_partner, ask_partner, block_partner, give_crew_partner
from tournament.entries.commands_sign_up import leave_list, pair_singles, sign_up_single
from tournament.errors import Refused
from tournament.models import PartnerRequest, Player, Team

pytestmark = pytest.mark.django_db


def looks(event, name, **facts):
    by = build.organizer(event)
    return sign_up_single(event=event, key=uuid4(), name=name, **facts, by=by, at=build.MEET)


def asked(player, other):
    by = build.organizer(player.event)
    return ask_partner(key=uuid4(), player=player, other=other, by=by, at=build.MEET)


def answered(request, says):
    by = build.organizer(request.event)
    return answer_partner(request=request, is_accepted=says, by=by, at=build.MEET)


@pytest.mark.both
def test_two_are_a_team_only_when_both_have_said_so():
    event = build.event()
    kim, lee, mo = (looks(event, name) for name in ("Kim Lee", "Lee", "Mo"))
    first, second = asked(kim, lee), asked(kim, mo)

    # A second request withdraws the first one.
    with pytest.raises(Refused, match="answered already, or is no longer needed"):
        answered(first, True)
    assert answered(second, False) is None
    assert Team.objects.count() == 0

    asked(lee, kim)
    team = asked(kim, lee)

    assert (team.name, [str(one) for one in team.players.all()]) == ("Kim Lee & Lee", ["Kim Lee", "Lee"])
    with pytest.raises(Refused, match="Lee is no longer looking for a partner"):
        asked(mo, lee)
    assert not PartnerRequest.objects.open().exists()


@pytest.mark.both
def test_a_request_ends_when_one_leaves_and_a_taken_name_gets_a_number():
    event = build.event()
    build.team(event, "Kim & Lee")  # A different pair that happens to have this name.
    kim, lee, mo = (looks(event, name) for name in ("Kim", "Lee", "Mo"))
    request = asked(mo, lee)

    leave_list(player=mo, by=build.organizer(event), at=build.MEET)

    with pytest.raises(Refused, match="no longer needed"):
        answered(request, True)
    assert answered(asked(kim, lee), True).name == "Kim & Lee 2"


@pytest.mark.both
def test_who_is_hidden_is_not_paired_and_does_not_learn_it(client):
    event = build.event()
    kim, lee = looks(event, "Kim Lee", about="Patient", contact="555-0101"), looks(event, "Lee", about="Loud")
    by = build.organizer(event)
    block_partner(player=kim, other=lee, by=by, at=build.MEET)

    request = asked(lee, kim)
    page_of_kim = words(client.get(f"/{event.slug}/signed-up/{kim.page_secret}/"))
    page_of_lee = words(client.get(f"/{event.slug}/signed-up/{lee.page_secret}/"))

    assert request.answered_at is None
    assert "Loud" not in page_of_kim
    assert "Patient" not in page_of_lee
    # Not even if Kim asks from an outdated page.
    assert isinstance(asked(kim, lee), PartnerRequest)
    with pytest.raises(Refused, match="One of the two would rather play with somebody else"):
        pair_singles(event=event, key=uuid4(), players=[kim, lee], name="", by=by, at=build.MEET)


def test_people_find_each_other_on_their_phones_and_no_number_is_shown(client):
    event = build.event()
    kim = looks(event, "Kim Lee", contact="555-0101", about="Twenty years of Bid Whist")
    lee = looks(event, "Lee Oz", contact="555-0102")
    own, other = f"/{event.slug}/signed-up/{kim.page_secret}/", f"/{event.slug}/signed-up/{lee.page_secret}/"

    client.post(other + "about/", {"about": "I never pass"})
    page = client.get(own)
    client.post(other + "ask/", {"key": uuid4(), "other": kim.pk})
    asks = words(client.get(own))
    stranger = client.post(other + "answer/", {"request": PartnerRequest.objects.get().key, "says": "yes"})
    request = PartnerRequest.objects.get()
    team = words(client.post(own + "answer/", {"request": request.key, "says": "yes"}, follow=True))

    assert "Lee “I never pass”" in words(page)
    assert "555-0102" not in page.content.decode()
    assert "Lee Oz" not in page.content.decode()
    assert "Lee asks: want to play together?" in asks
    # The one who asked can't answer for the other.
    assert stranger.status_code == 422
    assert "You are in. Your number:" in team
    assert "Kim Lee & Lee Oz" in team
    late = client.post(other + "leave/")
    assert (late.status_code, "Withdraw the team instead" in words(late)) == (422, True)


@pytest.mark.both
def test_who_is_left_over_plays_with_a_crew_partner():
    event = build.event()
    kim, desk = looks(event, "Kim"), organizer_of(event)
    address = f"/{event.slug}/desk/crew/{kim.pk}/"

    assert "Crew partner for Kim" in words(desk.get(f"/{event.slug}/desk/"))
    nobody = desk.post(address, {"key": uuid4(), "crew": " "})
    page = words(desk.post(address, {"key": uuid4(), "crew": "Ann"}, follow=True))

    assert (nobody.status_code, "Write which member of the crew plays." in words(nobody)) == (422, True)
    assert "Kim & Ann is team 1, with a crew partner." in page
    assert [one.name for one in Player.objects.filter(is_crew=True)] == ["Ann"]
    with pytest.raises(Refused, match="kim is there twice"):
        other, key = looks(event, "Kim"), uuid4()
        give_crew_partner(key=key, player=other, name="kim", by=build.organizer(event), at=build.MEET)
