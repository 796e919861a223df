"""Hash and compress static files for ``collectstatic``, and put the hashes into the imports of modules."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A module's hash depends on those of its imports, so Django needs one pass for each level of imports."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 10


class CollectedFiles(StaticFilesConfig):
    """Skips htmx's extensions: Django takes a comment in one of them for an import."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "hx-*", "htm?x-4*", "htmx-2-compat-*"]
