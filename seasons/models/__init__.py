"""What lasts longer than an event: copies of events, the archive."""

from seasons.models.copies import Copied
from seasons.models.shelf import Shelf, Shelved

__all__ = ["Copied", "Shelf", "Shelved"]
