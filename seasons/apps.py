from django.apps import AppConfig

from tournament.apps import add_sentences


class SeasonsConfig(AppConfig):
    name = "seasons"

    def ready(self) -> None:
        add_sentences(self)
