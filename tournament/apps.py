from importlib import import_module
from pkgutil import walk_packages

from django.apps import AppConfig

from tournament.errors import SENTENCES, log_sentences


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        add_sentences(self)


def add_sentences(app: AppConfig) -> None:
    """Read each ``sentences.py`` of an app: what its subject refuses, and what its log entries say."""
    for found in walk_packages([app.path], f"{app.name}."):
        if found.name.endswith(".sentences"):
            sentences = import_module(found.name)
            SENTENCES.update(getattr(sentences, "REFUSALS", {}))
            log_sentences.SENTENCES.update(getattr(sentences, "LOG", {}))
