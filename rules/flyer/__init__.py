"""An organizer's flyer, read into an event's settings: ``read_flyer(text).settings``."""

from rules.flyer.flyer import Flyer, read_flyer

__all__ = ["Flyer", "read_flyer"]
