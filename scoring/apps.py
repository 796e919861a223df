from django.apps import AppConfig

from scoring.refusals import SENTENCES as OWN
from tournament.errors import SENTENCES


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        SENTENCES.update(OWN)
