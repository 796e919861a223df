"""An event's settings are one value: rows, plan and form agree because all derive from the models."""

from dataclasses import replace

from pages.setup.event_form.settings import DayForm
from tests import build
from tournament.models.events import EventSettings
from tournament.models.schedule import PhaseSettings
from tournament.settings.commands_event import change_event
from tournament.settings.plan import DayPlan, plan_of

SETTINGS = {field.name: field for model in (EventSettings, PhaseSettings) for field in model._meta.fields}
FORMS_OF_THEIR_OWN = {
    "game",
    "house_rules",
    "tie_breaks",
    "phase_two",
    "pots",
    "side_prizes",
    "short_of_tables",
}


def test_every_setting_is_stored_and_read_again():
    event = build.event()
    plan = replace(plan_of(event), **{name: another(field) for name, field in SETTINGS.items()})
    # Only individuals pair up, who need a Phase I, and no one seating supports every setting.
    plan = replace(plan, seating="alone", seeds_by="one")

    change_event(event=event, plan=plan, by=build.organizer(event), at=build.MEET)

    assert plan_of(event.__class__.objects.get()) == plan


def test_a_plan_starts_with_what_the_models_say():
    plan = DayPlan(name="Pride South", held_on=build.DAY)

    assert {name: getattr(plan, name) for name in SETTINGS} == {
        name: field.get_default() for name, field in SETTINGS.items()
    }


def test_every_setting_is_asked_for_on_the_settings_page():
    assert set(SETTINGS) - set(DayForm.base_fields) == FORMS_OF_THEIR_OWN


def another(field):
    """A value other than the setting's default; for settings with a separate form, the default."""
    if field.name in FORMS_OF_THEIR_OWN - {"short_of_tables"}:
        return field.get_default()
    if field.choices:
        return next(value for value, _ in field.choices if value != field.get_default())
    if field.name == "counters":
        return ["Loners"]
    if isinstance(field.default, str):
        return f"{field.default}, too"
    return not field.default if isinstance(field.default, bool) else (field.default or 0) + 1
