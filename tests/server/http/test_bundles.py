"""The style sheet and the modules that pages link to."""

import re
import shutil
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client

from pages.modules import modules
from server.http.bundles import SHEETS, BundleFinder
from server.management.commands.serve import _static_fingerprint
from tests.conftest import ROOT


@pytest.fixture
def sources(tmp_path, settings):
    """A copy of the bundles' sources, which a test may change."""
    folder = shutil.copytree(ROOT / "static", tmp_path / "sources")
    settings.BUNDLES = tmp_path / "bundles"
    settings.STATICFILES_DIRS = [folder]
    return folder


def test_a_page_while_developing_finds_them_as_their_sources_are(sources):
    before = Path(finders.find("css/uptown.css")).read_text()

    (sources / "css/pages/slip.css").write_text(".slip { color: rebeccapurple; }")

    now = Path(finders.find("css/uptown.css")).read_text()
    assert ".slip{color:rebeccapurple}" in now
    assert ".slip{color:rebeccapurple}" not in before


def test_what_makes_the_sheet_small_leaves_its_selectors_as_they_are():
    joined = re.compile(r"[\w)\]]:(?:is|where|not|has)\(")
    sources = "\n".join((ROOT / f"static/css/{name}.css").read_text() for name in SHEETS)

    served = Path(finders.find("css/uptown.css")).read_text()

    assert len(joined.findall(served)) == len(joined.findall(sources))


def test_an_icon_has_a_fallback_for_phones_that_know_no_alternative_text():
    served = Path(finders.find("css/uptown.css")).read_text()

    rules = [body for body in re.findall(r"{([^{}]*)}", served) if "content:" in body]
    icons = [body for body in rules if re.search(r'"\s*/', body)]
    bare = [body for body in icons if not re.search(r'content:("[^"]*");.*content:\1\s*/', body)]

    assert (len(icons) > 20, bare) == (True, [])


def test_a_server_notices_at_its_start_that_a_source_has_changed(sources):
    before = _static_fingerprint()
    again = _static_fingerprint()

    (sources / "js/stream/live.js").write_text("live();")

    assert (before == again, before == _static_fingerprint()) == (True, False)


@pytest.mark.slow
def test_bundles_are_hashed_and_compressed_and_import_hashed_modules(sources, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "collected"
    hashed = {"BACKEND": "server.http.collecting.StaticFiles"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": hashed}

    call_command("collectstatic", interactive=False, verbosity=0)

    collected = tmp_path / "collected"
    found = {re.sub(r"\.[0-9a-f]{12}\.", ".hash.", path.name) for path in collected.rglob("*")}
    assert {"uptown.hash.css.gz", "uptown.hash.css.br", "main.hash.js.gz", "main.hash.js.br"} <= found
    for name in modules():
        (file,) = collected.glob(f"{name.removesuffix('.js')}.????????????.js")
        imports = re.findall(r'from "([^"]+)"', file.read_text())
        assert [path for path in imports if not re.search(r"\.[0-9a-f]{12}\.js$", path)] == []
        assert [path for path in imports if not (file.parent / path).is_file()] == []


def test_a_sheet_that_is_not_there_is_missed_when_they_are_collected(sources):
    (sources / "css/pages/slip.css").unlink()

    with pytest.raises(FileNotFoundError, match=r"no style sheet css/pages/slip\.css"):
        list(BundleFinder().list([]))


@pytest.mark.django_db
def test_a_page_links_one_sheet_and_preloads_every_module_that_it_needs():
    html = Client().get("/").content.decode()

    assert html.count('rel="stylesheet"') == 1
    assert re.findall(r"<script[^>]*>", html) == [
        '<script src="/static/django_htmx/htmx-2.min.js" defer>',
        '<script type="module" src="/static/js/main.js">',
    ]
    preloaded = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', html)
    assert sorted([*preloaded, "js/main.js"]) == modules()
    assert {"js/core/memory.js", "js/outbox/rules.js", "js/stream/clock_rules.js"} <= set(modules())
