from django.apps import AppConfig

from tournament.apps import add_sentences


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        add_sentences(self)
