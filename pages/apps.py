from django.apps import AppConfig

from tournament.apps import add_sentences


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        add_sentences(self)
