from django.apps import AppConfig

from seasons.refusals import SENTENCES as OWN
from tournament.errors import SENTENCES


class SeasonsConfig(AppConfig):
    name = "seasons"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        SENTENCES.update(OWN)
