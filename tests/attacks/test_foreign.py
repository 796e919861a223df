"""Two events in one database: no URL and no form of one can name a row of the other."""

import re

import pytest
from django.db.models import F, ForeignKey
from django.forms.models import model_to_dict
from django.test import Client

from scoring.models import Hand, Report, Ruling
from tests import build
from tests.attacks.addresses import ALL
from tests.attacks.forms import PAGES_OF_A_KIND, forms_at, wearing_everything
from tests.attacks.rows import OURS
from tests.journeys import moments
from tournament.models import (
    Badge,
    Deadline,
    Delivery,
    Donation,
    Event,
    Game,
    Invitation,
    KeptApart,
    ListImport,
    Message,
    Player,
    Round,
    ScheduleChange,
    SubstituteRequest,
    Team,
    Webhook,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOMENT = "in the middle of a round"
# The model whose id follows each word in a URL, longer words first. Tables and team pages use numbers.
IN_ADDRESSES = (
    ("/team/substitute/", SubstituteRequest), ("/team/own-page/", Player), ("/programs/webhook/", Webhook),
    ("/programs/delivery/", Delivery), ("/programs/", Badge), ("/hands/", Hand), ("/lists/", ListImport),
    ("/desk/leave/", Player), ("/desk/player/", Player), ("/desk/donation/", Donation), ("/desk/", Team),
    ("/people/invite/", Invitation), ("/people/", Badge), ("/late/", Deadline), ("/game/", Game),
    ("/games/", Game), ("/hand/", Hand), ("/report/", Report), ("/ruling/", Ruling),
    ("/seating/apart/", KeptApart), ("/seating/why/", Game), ("/club/recognize/", Player),
    ("/actions/call-game/", Game), ("/actions/recall-game/", Game), ("/actions/buy-back/", Team),
    ("/actions/decide-again/", Team), ("/actions/leave/", Team), ("/actions/end-tablet/", Badge),
    ("/actions/may-meet/", KeptApart), ("/actions/forfeit-late/", Deadline),
    ("/actions/waive-late/", Deadline), ("/actions/end-late/", Deadline), ("/webhooks/", Webhook),
    ("/floor/", Team), ("/tablet/hand/", Hand), ("/tablets/", Badge), ("/messages/", Message),
)  # fmt: skip
# A person, template, league or series belongs to a club, not to an event: see tests/pages/club and league.
BY_NUMBER = re.compile(
    r"/(table|set-up|teams|club|templates|league|series|weeks)/1(/|$)|/(signed-up|receipt)/"
)
# The form fields that name a row by its id. A number always refers to the event itself.
IN_FORMS = {
    "team": Team, "player": Player, "players": Player, "giver": Player, "game": Game, "hand": Hand,
    "hand_id": Hand, "report_id": Report, "ruling_id": Ruling, "round": Round, "change": ScheduleChange,
    "referee": Badge, "entered_by": Badge,
}  # fmt: skip
NAMES_A_THING = re.compile(r"/(1|00000000-[0-9a-f-]+)(?=/|$)")


def road_to_event(model, seen=()):
    """The lookup path from a model to its event, such as ``game__round__event``; None if there is none."""
    if model in seen:
        return None
    keys = [field for field in model._meta.get_fields() if isinstance(field, ForeignKey)]
    if any(key.related_model is Event for key in keys):
        return next(key.name for key in keys if key.related_model is Event)
    roads = [
        (key.name, road)
        for key in keys
        if key.related_model in OURS and (road := road_to_event(key.related_model, (*seen, model)))
    ]
    return "__".join(min(roads, key=lambda road: road[1].count("__"))) if roads else None


ROADS = {model: road for model in OURS if (road := road_to_event(model))}


def rows_of(event):
    """Every row of an event with all its values, as strings."""
    rows = [(str(model_to_dict(event)),)]
    for model, road in ROADS.items():
        rows += [(model.__name__, *row) for row in model.objects.filter(**{road: event}).values_list()]
    return sorted(map(str, rows))


def led_astray():
    """Foreign keys that point from one event's row to another event's."""
    found = []
    for model, road in ROADS.items():
        for key in model._meta.get_fields():
            if isinstance(key, ForeignKey) and (related := ROADS.get(key.related_model)):
                strays = model.objects.exclude(**{key.name: None}).exclude(
                    **{f"{key.name}__{related}": F(road)}
                )
                found += [f"{model.__name__}.{key.name}: {stray.pk}" for stray in strays]
    return found


@pytest.fixture
def two_events():
    """Two events at the same moment; no primary key of the second's rows exists in the first."""
    return moments.ALL[MOMENT](), moments.ALL[MOMENT]()


def one_of(event, model):
    return model.objects.filter(**{ROADS[model]: event}).order_by("-pk").first()


def named_in(address, event):
    """The event's row for a placeholder in a URL; None if there is no placeholder or no such row."""
    for word, model in IN_ADDRESSES:
        if re.search(f"{word}(1|00000000-)", address):
            return one_of(event, model)
    return None


def standing(form):
    """A form's fields as the page renders them; for each choice, the first that has a value."""
    fields = {}
    for part in form.find("input") + form.find("textarea") + form.find("select") + form.find("button"):
        name, value = part.attributes.get("name"), part.attributes.get("value", "")
        if part.node.tag == "select":
            values = [option.attributes.get("value", "") for option in part.find("option")]
            value = next(filter(None, values), "")
        if name and name != "csrfmiddlewaretoken":
            fields.setdefault(name, value or "Some words")
    return fields


def test_every_kind_of_row_in_an_address_is_tried_at_another_event():
    known = re.compile("|".join(word for word, _ in IN_ADDRESSES))

    unknown = [
        address
        for address, _ in ALL
        if NAMES_A_THING.search(address) and not known.search(address) and not BY_NUMBER.search(address)
    ]

    assert unknown == []


def test_no_address_reaches_a_thing_of_the_other_event(two_events):
    here, other = two_events
    phone, before = wearing_everything(here), rows_of(other)
    answers, tried = [], 0
    for address, _ in ALL:
        thing = named_in(address, other)
        if thing is None:
            continue
        target = NAMES_A_THING.sub(f"/{thing.pk}", address.replace("pride-south-bid-whist", here.slug))
        for ask in (phone.get, phone.post):
            tried += 1
            with build.undone(phone):
                answers.append((ask.__name__, target, ask(target, {"key": thing.pk}).status_code))

    assert tried > 80
    # A call of the API with no token gets a 401; a tablet's page gives everybody else a 403.
    assert [answer for answer in answers if answer[-1] not in (401, 403, 404, 405, 422)] == []
    assert rows_of(other) == before


def test_no_form_reaches_a_thing_of_the_other_event(two_events, longer, subtests):
    """Each field that names a row gets another event's; with ``--long`` at all moments, on all pages."""
    other, before = two_events[1], rows_of(two_events[1])
    for moment in [MOMENT] if longer == 1 else moments.ALL:
        with subtests.test(moment), build.undone(Client()):
            event = moments.ALL[moment]()
            phone = wearing_everything(event)
            tries = list(
                misnamed(forms_at(event, alone=longer > 1, most=1 if longer == 1 else PAGES_OF_A_KIND), other)
            )
            assert len(tries) > 5
            for address, fields in tries:
                with build.undone(phone):
                    answer = phone.post(address, fields)
                    assert answer.status_code < 500, (address, fields)
                    if answer.status_code < 400:
                        assert (led_astray(), rows_of(other)) == ([], before), (address, fields)


def misnamed(forms, other):
    for _, form, address in forms.values():
        fields = standing(form)
        for name in fields:
            model = IN_FORMS.get(name.rpartition("-")[2])
            if model and (thing := one_of(other, model)):
                yield address, {**fields, name: str(thing.pk)}
