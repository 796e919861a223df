"""How static files are collected: hashed, compressed, and JavaScript modules with hashed imports."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A module's hash depends on the modules that it imports, which takes Django one pass for each level."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 10


class CollectedFiles(StaticFilesConfig):
    """Leaves out the extensions of htmx: one has a comment that Django takes for an import."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "hx-*", "htm?x-4*", "htmx-2-compat-*"]
