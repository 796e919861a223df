"""The one sheet and the one script that pages link."""

import re
import shutil
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client

from server.http.bundles import SCRIPTS, SHEETS, BundleFinder
from server.management.commands.serve import _static_fingerprint
from tests.conftest import HOUSE


@pytest.fixture
def sources(tmp_path, settings):
    """The sources of the bundles, to be changed."""
    folder = shutil.copytree(HOUSE / "static", tmp_path / "sources")
    settings.BUNDLES = tmp_path / "bundles"
    settings.STATICFILES_DIRS = [folder]
    return folder


def test_a_page_while_developing_finds_them_as_their_sources_are(sources):
    before = Path(finders.find("css/uptown.css")).read_text()

    (sources / "css/slip.css").write_text(".slip { color: rebeccapurple; }")

    now = Path(finders.find("css/uptown.css")).read_text()
    assert ".slip{color:rebeccapurple}" in now
    assert ".slip{color:rebeccapurple}" not in before


def test_what_makes_the_sheet_small_leaves_its_selectors_as_they_are():
    joined = re.compile(r"[\w)\]]:(?:is|where|not|has)\(")
    sources = "\n".join((HOUSE / f"static/css/{name}.css").read_text() for name in SHEETS)

    served = Path(finders.find("css/uptown.css")).read_text()

    assert len(joined.findall(served)) == len(joined.findall(sources))


def test_a_server_notices_at_its_start_that_a_source_has_changed(sources):
    before = _static_fingerprint()
    again = _static_fingerprint()

    (sources / "js/live.js").write_text("live();")

    assert (before == again, before == _static_fingerprint()) == (True, False)


@pytest.mark.slow
def test_they_are_hashed_and_compressed_with_the_other_files(sources, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "collected"
    hashed = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": hashed}

    call_command("collectstatic", interactive=False, verbosity=0)

    found = {
        re.sub(r"\.[0-9a-f]{12}\.", ".hash.", path.name)
        for path in (tmp_path / "collected").glob("*/uptown.*")
    }
    assert {"uptown.hash.css.gz", "uptown.hash.css.br", "uptown.hash.js.gz", "uptown.hash.js.br"} <= found


def test_a_source_that_is_not_there_is_missed_when_they_are_collected(sources):
    (sources / "js/keep.js").unlink()

    with pytest.raises(FileNotFoundError, match=r"no static file js/keep\.js"):
        list(BundleFinder().list([]))


def test_htmx_comes_before_what_leans_on_it():
    script = Path(finders.find("js/uptown.js")).read_text()

    assert script.startswith('"use strict";\nvar htmx=')
    assert script.index("var htmx=") < script.index("Object.assign(htmx.config")
    assert SCRIPTS[:2] == ("memory", "swaps")


@pytest.mark.django_db
def test_a_page_links_one_sheet_and_at_most_two_scripts():
    html = Client().get("/").content.decode()

    assert (html.count('rel="stylesheet"'), html.count("<script")) == (1, 1)
