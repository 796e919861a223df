"""The rows that hold facts, and all of them at a moment."""

from django.apps import apps

OURS = [
    model
    for label in ("tournament", "scoring", "seasons")
    for model in apps.get_app_config(label).get_models()
]
# Rows that may be deleted: planned breaks, which a changed schedule replaces; a device's session, which ends;
# and a person who asked to be forgotten or whom the club forgot.
NO_FACTS = {
    "tournament.Break",
    "tournament.Session",
    "seasons.Appearance",
    "seasons.EveningAnswer",
    "seasons.PeopleChange",
    "seasons.Person",
    "seasons.PoolPlace",
}


def everything():
    """The (model, key) of every row that is a fact."""
    return {
        (model._meta.label, pk)
        for model in OURS
        if model._meta.label not in NO_FACTS
        for pk in model._default_manager.values_list("pk", flat=True)
    }
