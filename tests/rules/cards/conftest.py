"""Properties are about what is so, not how soon: a busy machine fails none of them."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
