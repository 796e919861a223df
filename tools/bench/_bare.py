"""Settings of plain Django, to compare with: Uptown's own server, without Uptown's own middleware."""

from config.settings import *  # noqa: F403 - they are settings
from config.settings import MIDDLEWARE as OURS

ROOT_URLCONF = "tools.bench._bare_urls"
MIDDLEWARE = [each for each in OURS if each.startswith(("django.", "allauth."))]
